//! The events of a record, each compared with what the rules say.

use super::header::{hex, kind};
use super::lists::{labels, number, set};
use super::{Compared, Due, Replay, expect};
use crate::battle::position::{Pending, Phase, Position, Slot, side_bits, slots};
use crate::battle::{Action, Battle, Blow, Kind, Side};
use crate::{HexId, HexSet};
use hexwright_core::{Actor, Key, Seat};
use serde_json::{Value, json};

fn side(value: &Value) -> Result<Side, String> {
    match value.as_str() {
        Some("A") => Ok(Side::Attacker),
        Some("D") => Ok(Side::Defender),
        _ => Err(format!("expected \"A\" or \"D\", found {value}")),
    }
}

impl Replay {
    pub(super) fn event(&mut self, event: &Value) -> Compared {
        let name = event[0].as_str().unwrap_or("");
        if !matches!(name, "H" | "W" | "R" | "P") {
            self.nothing_due()?;
        }
        match name {
            "P" => self.phase(event),
            "L" => {
                self.moves = event[1].clone();
                self.counts.move_sets += event[1].as_object().map_or(0, serde_json::Map::len) as u64;
                self.compare_moves()
            }
            "S" => {
                self.strikes = event[1].clone();
                let rows = event[1].as_object().into_iter().flat_map(serde_json::Map::values);
                self.counts.strikes_listed +=
                    rows.map(|row| row.as_array().map_or(0, Vec::len) as u64).sum::<u64>();
                self.compare_strikes()
            }
            "M" => self.movement(event),
            "U" => self.take_back(event),
            "N" | "E" => {
                let same = if name == "N" { self.compare_moves() } else { self.compare_strikes() };
                same?;
                self.finish()
            }
            "H" | "W" => self.effect(event),
            "R" => self.removal(event),
            "K" => self.strike(event),
            "C" => self.carry(event),
            "Z" => {
                let Pending::Carry { hits, .. } = self.position.pending else {
                    return Err("the record gives up hits, the rules have none left".to_owned());
                };
                expect("hits given up", number(&event[1])?, hits.into())?;
                self.play(&Action::Done)
            }
            "G?" => self.offer(),
            "G" | "T" => self.newcomer(event),
            "T?" => self.reinforcement(event),
            "Q" => {
                let side = side(&event[1])?;
                self.before = self.position;
                self.conceded = Some(side);
                self.play_as(Actor::Seat(Seat(side.index() as u8)), &Action::Concede)?;
                self.note_removals("killed");
                Ok(())
            }
            _ => Err(format!("no event is called {name:?}")),
        }
    }

    fn nothing_due(&self) -> Compared {
        match self.due.first() {
            Some(due) => Err(format!("the rules give {due:?}, which the record does not name")),
            None => Ok(()),
        }
    }

    /// Ends a phase and notes what the record must name of it.
    fn finish(&mut self) -> Compared {
        self.before = self.position;
        let phase = self.position.phase;
        self.play(&Action::Done)?;
        self.moves = Value::Null;
        self.strikes = Value::Null;
        match phase {
            Phase::Move if self.before.turn == 1 => self.note_removals("offboard"),
            Phase::Move if self.before.active == Side::Attacker => self.note_removals("unsummoned"),
            Phase::Move => self.note_removals("unrecruited"),
            _ => self.note_removals("killed"),
        }
        if phase == Phase::Move {
            self.note_effects();
        }
        Ok(())
    }

    fn note_removals(&mut self, how: &'static str) {
        let conceded = self.conceded.is_some();
        for slot in slots(self.before.present & !self.position.present) {
            // the rest of a legion that is disbanded is not named
            let disbanded = self.position.end.is_some() && !conceded && !self.before.is_dead(slot);
            if disbanded || conceded && self.is_disbanded(slot) {
                continue;
            }
            let unit = self.before.unit(slot);
            let how = match (unit.hex(), slot.side()) {
                (Some(_), _) => how,
                _ if !conceded => how,
                _ if self.before.turn == 1 => "offboard",
                (None, Side::Attacker) => "unsummoned",
                (None, Side::Defender) => "unrecruited",
            };
            let kind = unit.kind;
            let points = if how.starts_with("un") { 0 } else { self.battle.value(slot.side(), kind) };
            self.due.push(Due::Removal(slot, how, points.into()));
        }
    }

    /// Whether a creature left after a concession although its own side did not concede and it was alive.
    fn is_disbanded(&self, slot: Slot) -> bool {
        self.conceded != Some(slot.side()) && !self.before.is_dead(slot)
    }

    fn note_effects(&mut self) {
        for slot in slots(self.position.present) {
            let (old, new) = (self.before.unit(slot), self.position.unit(slot));
            if old.hits != new.hits {
                let change = i64::from(new.hits) - i64::from(old.hits);
                self.due.push(Due::Hits(slot, change, new.hits.into()));
            }
            if old.slowing != new.slowing {
                let change = i64::from(new.slowing) - i64::from(old.slowing);
                self.due.push(Due::Slowing(slot, change, new.slowing.into()));
            }
        }
    }

    fn named(&mut self, what: &Due) -> Compared {
        let place = self.due.iter().position(|due| due == what);
        let place = place.ok_or_else(|| format!("the record has {what:?}, the rules {:?}", self.due))?;
        self.due.remove(place);
        Ok(())
    }

    fn effect(&mut self, event: &Value) -> Compared {
        let (slot, change, after) = (self.slot(&event[1])?, number(&event[2])?, number(&event[3])?);
        let hits = event[0] == "H";
        if hits && after == i64::from(self.before.unit(slot).hits) {
            return Ok(()); // a spring heals nobody who has no hits
        }
        self.named(&if hits { Due::Hits(slot, change, after) } else { Due::Slowing(slot, change, after) })
    }

    fn removal(&mut self, event: &Value) -> Compared {
        let (slot, points) = (self.slot(&event[1])?, number(&event[3])?);
        let known = ["killed", "offboard", "unsummoned", "unrecruited"];
        let how = known.into_iter().find(|how| event[2] == *how).ok_or("an unknown kind of removal")?;
        self.counts.removals += 1;
        self.named(&Due::Removal(slot, how, points))?;
        self.ids.retain(|&(_, known)| known != slot);
        Ok(())
    }

    /// A phase begins: turn, side and every creature are compared, before the effects of hexes.
    fn phase(&mut self, event: &Value) -> Compared {
        if let Some(due) = self.due.iter().find(|due| matches!(due, Due::Removal(..))) {
            return Err(format!("the rules give {due:?}, which the record does not name"));
        }
        self.counts.phases += 1;
        if matches!(self.position.phase, Phase::Recruit | Phase::Summon) && event[2] == "move" {
            // nobody joined: the phase passes without an event
            self.play(&Action::Done)?;
        }
        expect("turn", number(&event[1])?, self.position.turn.into())?;
        expect("phase", event[2].as_str(), Some(self.position.phase.name()))?;
        expect("side", side(&event[3])?, self.position.active)?;
        let old = if self.position.phase == Phase::Fight { &self.before } else { &self.position };
        let creature = |slot: Slot| {
            let unit = old.unit(slot);
            let place = self.place(slot, &self.position);
            let row = match unit.slowing {
                0 => json!([place, unit.hits]),
                slowing => json!([place, unit.hits, slowing]),
            };
            (self.id(slot).to_owned(), row)
        };
        let state: serde_json::Map<String, Value> = slots(self.position.present).map(creature).collect();
        expect("creatures", &event[4], &Value::Object(state))
    }

    fn movement(&mut self, event: &Value) -> Compared {
        self.compare_moves()?;
        let slot = self.slot(&event[1])?;
        let (from, to) = (event[2].as_str().unwrap_or(""), hex(event[3].as_str().unwrap_or(""))?);
        expect("place", from, self.place(slot, &self.position).as_str())?;
        let kind = self.position.unit(slot).kind;
        let action = match self.position.unit(slot).hex() {
            Some(from) => Action::Move { from, to },
            None => Action::Enter { kind, to },
        };
        if let Action::Enter { .. } = action {
            // the rules let the first of equal creatures enter: exchange the names
            let side = self.position.active;
            let first = self.battle.outside(&self.position, side, kind).ok_or("nobody is outside")?;
            for (_, known) in &mut self.ids {
                *known = match *known {
                    known if known == slot => first,
                    known if known == first => slot,
                    known => known,
                };
            }
        }
        self.counts.moves += 1;
        self.play(&action)
    }

    fn take_back(&mut self, event: &Value) -> Compared {
        let slot = self.slot(&event[1])?;
        let to = event[3].as_str().unwrap_or("");
        self.position.take_back(slot, HexId::from_label(to));
        self.counts.undone += 1;
        expect("place", to, self.place(slot, &self.position).as_str())
    }

    fn strike(&mut self, event: &Value) -> Compared {
        self.compare_strikes()?;
        let (striker, target) = (self.slot(&event[1])?, self.slot(&event[2])?);
        let (Some(from), Some(to)) = (self.position.unit(striker).hex(), self.position.unit(target).hex())
        else {
            return Err("a creature outside strikes or is struck".to_owned());
        };
        expect("hex of the target", event[3].as_str(), Some(to.label().as_str()))?;
        let blow = Blow { dice: number(&event[4])? as u8, number: number(&event[5])? as u8 };
        let ranged = self.battle.targets(&self.position, striker).1;
        let options = self.battle.strike_options(&self.position, striker, to, ranged);
        let option = (options.len() > 1).then_some(blow);
        self.counts.strikes += 1;
        self.play(&Action::Strike { from, target: to, option })?;
        let rolls = event[6].as_str().unwrap_or("").as_bytes();
        expect("dice", rolls.len(), blow.dice.into())?;
        let mut all = 0;
        for portion in rolls.chunks(super::super::legal::PORTION.into()) {
            let hits = portion.iter().filter(|&&die| die - b'0' >= blow.number).count() as u8;
            all += i64::from(hits);
            self.play_as(Actor::Chance, &Action::Hits(hits))?;
        }
        expect("hits", number(&event[7])?, all)?;
        expect("hits after", number(&event[8])?, self.position.unit(target).hits.into())?;
        expect("dead", number(&event[9])? == 1, self.position.is_dead(target))?;
        let listed = set(&event[11])?;
        let (excess, targets) = match self.position.pending {
            Pending::Carry { hits, targets } => (i64::from(hits), targets),
            _ => (0, HexSet::EMPTY),
        };
        // hits that nobody can take mean nothing
        let excess_listed = if listed.is_empty() { 0 } else { number(&event[10])? };
        expect("excess hits and carry targets", (excess_listed, labels(listed)), (excess, labels(targets)))
    }

    fn carry(&mut self, event: &Value) -> Compared {
        let slot = self.slot(&event[1])?;
        let to = hex(event[2].as_str().unwrap_or(""))?;
        expect("creature carried to", Some(slot), self.position.occupant(to))?;
        let before = self.position.unit(slot).hits;
        self.counts.carries += 1;
        self.play(&Action::Carry(to))?;
        let unit = self.position.unit(slot);
        let (left, targets) = match self.position.pending {
            Pending::Carry { hits, targets } => (i64::from(hits), targets),
            _ => (0, HexSet::EMPTY),
        };
        let rules = (i64::from(unit.hits - before), i64::from(unit.hits), self.position.is_dead(slot));
        expect("carried hits", (number(&event[3])?, number(&event[4])?, number(&event[5])? == 1), rules)?;
        let listed = set(&event[7])?;
        let left_listed = if listed.is_empty() { 0 } else { number(&event[6])? };
        expect("left to carry", (left_listed, labels(listed)), (left, labels(targets)))
    }

    fn offer(&self) -> Compared {
        let may = Battle::may_summon_now(&self.position);
        expect("summoning offered", true, may)
    }

    /// Somebody joins, or nobody does.
    fn newcomer(&mut self, event: &Value) -> Compared {
        let Some(id) = event[1].as_str() else { return Ok(()) };
        let kind = kind(&event[2])?;
        let summoning = event[0] == "G";
        let action = if summoning { Action::Summon(kind) } else { Action::Recruit(kind) };
        let side = self.position.active;
        self.play(&action)?;
        self.ids.push((id.to_owned(), self.battle.newcomer(side)));
        expect("name of the newcomer", id, &self.battle.newcomer(side).to_string())
    }

    /// Recruits of turn 4. Stacks can be used up by the rest of the game, of which a record says nothing else.
    fn reinforcement(&mut self, event: &Value) -> Compared {
        let position = &self.position;
        let mut listed =
            event[3].as_array().into_iter().flatten().map(kind).collect::<Result<Vec<_>, _>>()?;
        listed.sort_unstable();
        let can = |battle: &Battle, kind: &Kind| battle.can_recruit(position, *kind);
        let lacking = |kind: &&Kind| can(&self.battle, kind) && !listed.contains(kind);
        let kinds: Vec<Kind> = self.battle.setup.variant.kinds().collect();
        let lacking: Vec<Kind> = kinds.iter().filter(lacking).copied().collect();
        self.counts.out_of_stock += lacking.len() as u64;
        self.battle.setup.exhausted = lacking;
        let eligible: Vec<Kind> = kinds.into_iter().filter(|kind| can(&self.battle, kind)).collect();
        expect("recruits", listed, eligible)?;
        expect("height", number(&event[2])?, position.creatures(Side::Defender).count() as i64)?;
        expect("reinforcement possible", event[1].as_bool(), Some(self.battle.may_recruit(position)))
    }

    /// The end: how, who, points, survivors.
    pub(super) fn end(&mut self, record: &Value) -> Compared {
        self.nothing_due()?;
        let end = self.position.end.ok_or("the record ends, the rules go on")?;
        let listed = &record["end"];
        expect("end", listed["how"].as_str(), Some(end.how.name()))?;
        let winner = match end.winner {
            Some(Side::Attacker) => "A",
            Some(Side::Defender) => "D",
            None => "-",
        };
        expect("winner", listed["winner"].as_str(), Some(winner))?;
        expect("points", number(&listed["points"])?, end.tally.into())?;
        expect("turn", number(&listed["turn"])?, self.position.turn.into())?;
        let left = slots(self.position.present);
        let left: serde_json::Map<String, Value> =
            left.map(|slot| (self.id(slot).to_owned(), self.position.unit(slot).hits.into())).collect();
        expect("survivors", &listed["left"], &Value::Object(left))?;
        self.scores(record, end.gains)
    }

    /// The score of a side whose enemy is out depends on legions the record does not name.
    fn scores(&mut self, record: &Value, gains: [u16; 2]) -> Compared {
        for (&side, name) in Side::ALL.iter().zip(["D", "A"]) {
            let row = &record["end"][format!("score{name}").as_str()];
            let gained = number(&row[1])? - number(&row[0])?;
            let enemy_out = self.position.titans_lost[side.other().index()] || self.titan_out_of_time(side);
            let elsewhere = enemy_out && side == Side::Defender && !self.battle.setup.angels.is_empty();
            let computer = record["A"]["policy"].as_str().is_some_and(|policy| policy.contains('.'));
            if elsewhere || enemy_out && computer {
                self.counts.scores_unknown += 1;
                continue;
            }
            expect(&format!("points of {name}"), gained, gains[side.index()].into())?;
            self.counts.scores += 1;
        }
        Ok(())
    }

    fn titan_out_of_time(&self, side: Side) -> bool {
        let late = self.position.end.is_some_and(|end| end.how.name() == "timeloss");
        let titan = |slot: Slot| self.battle.traits(self.before.unit(slot).kind).titan;
        late && side == Side::Defender && slots(self.before.present & side_bits(Side::Attacker)).any(titan)
    }
}

impl Position {
    /// Takes a move back (R-BTL-41): the creature may move again.
    fn take_back(&mut self, slot: Slot, to: Option<HexId>) {
        let unit = *self.unit(slot);
        match to {
            Some(hex) => self.put(slot, hex),
            None => {
                self.take_out(slot);
                self.join(slot, unit.kind);
                self.units[slot.index()].slowing = unit.slowing;
            }
        }
        self.moved &= !slot.bit();
    }
}
