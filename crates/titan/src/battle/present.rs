//! What people are shown of a battle. Nothing is hidden, so every viewer is told the same.

use super::contract::seat_of;
use super::legal::portion;
use super::position::{Pending, Phase, Position, Slot, slots};
use super::{Action, Battle, Kind, Side, Traits, View};
use crate::HexId;
use hexwright_core::present::{Choice, Fact, Panel, Part, Place, Present, Sentence};
use hexwright_core::{Actor, Game as _, Key, Seat, Step, Viewer, random};
use std::borrow::Cow;

/// A creature as a word of the catalogue, or by its name in a variant.
fn creature(traits: &Traits) -> Part {
    match &traits.name {
        Cow::Borrowed(word) => Part::Word(word),
        Cow::Owned(name) => Part::Text(name.clone()),
    }
}

fn hex(hex: HexId) -> Part {
    Part::Text(hex.label())
}

fn place(hex: HexId) -> Place {
    Place::Hex(hex.index() as u16)
}

fn number(n: impl Into<i64>) -> Part {
    Part::Number(n.into())
}

impl Battle {
    /// A kind as a word.
    fn kind(&self, kind: Kind) -> Part {
        creature(self.traits(kind))
    }

    /// The creature in a hex as a word.
    fn who(&self, position: &Position, at: HexId) -> Part {
        match position.occupant(at) {
            Some(slot) => self.kind(position.unit(slot).kind),
            None => Part::Word("nobody"),
        }
    }

    /// A strike in words: striker, target, dice and number.
    fn strike_sentence(&self, position: &Position, key: &'static str, action: &Action) -> Option<Sentence> {
        let Action::Strike { from, target, .. } = *action else { return None };
        let (_, _, option) = self.chosen(position, action)?;
        Some(
            Sentence::new(key)
                .with("kind", self.who(position, from))
                .with("from", hex(from))
                .with("enemy", self.who(position, target))
                .with("to", hex(target))
                .with("dice", number(option.blow.dice))
                .with("number", number(option.blow.number)),
        )
    }

    fn step_sentence(&self, before: &Position, action: &Action) -> Option<Sentence> {
        Some(match *action {
            Action::Enter { kind, to } => {
                Sentence::new("enters").with("kind", self.kind(kind)).with("to", hex(to))
            }
            Action::Move { from, to } => Sentence::new("moves")
                .with("kind", self.who(before, from))
                .with("from", hex(from))
                .with("to", hex(to)),
            Action::Strike { .. } => return self.strike_sentence(before, "strikes", action),
            Action::Hits(hits) => {
                let (dice, reach) = portion(before)?;
                let faces = faces(self.fingerprint(before), dice, reach, hits);
                Sentence::new("rolled")
                    .with("faces", Part::Text(faces))
                    .with("hits", number(hits))
                    .with("number", number(reach))
            }
            Action::Carry(to) => {
                let Pending::Carry { hits, .. } = before.pending else { return None };
                Sentence::new("carries")
                    .with("hits", number(hits))
                    .with("enemy", self.who(before, to))
                    .with("to", hex(to))
            }
            Action::Summon(kind) => Sentence::new("summons").with("kind", self.kind(kind)),
            Action::Recruit(kind) => Sentence::new("recruits").with("kind", self.kind(kind)),
            Action::Done => Sentence::new(match (before.pending, before.phase) {
                (Pending::Carry { .. }, _) => "gives-up-hits",
                (_, Phase::Move) => "ends-moves",
                (_, Phase::Summon) => "summons-nobody",
                (_, Phase::Recruit) => "recruits-nobody",
                _ => "ends-strikes",
            }),
            Action::Concede => Sentence::new("concedes"),
        })
    }

    /// Deaths, removals, hex effects, a new turn and the end.
    fn consequences(&self, before: &Position, after: &Position) -> Vec<Sentence> {
        let mut said = Vec::new();
        let kind = |slot: Slot| self.kind(before.unit(slot).kind);
        for slot in slots(before.present) {
            let told =
                |key| Sentence::new(key).with("seat", seat_of(slot.side()).into()).with("kind", kind(slot));
            let gone = after.present & slot.bit() == 0;
            let (old, new) = (before.unit(slot), after.unit(slot));
            if gone && old.hex().is_none() {
                said.push(told(if before.turn == 1 { "left-outside" } else { "sent-back" }));
            } else if gone {
                said.push(told("removed"));
            } else if after.is_dead(slot) && !before.is_dead(slot) {
                said.push(told("falls"));
            } else if before.phase == Phase::Move && old.hits != new.hits {
                let change = i64::from(new.hits) - i64::from(old.hits);
                let key = if change > 0 { "hurt-by-hex" } else { "healed-by-hex" };
                said.push(told(key));
            }
        }
        if after.turn > before.turn {
            said.push(Sentence::new("turn-begins").with("turn", number(after.turn)));
        }
        if let (Some(end), None) = (after.end, before.end) {
            said.push(Sentence::new(end_key(end.how)));
            if let Some(winner) = end.winner {
                let points = number(end.gains[winner.index()]);
                said.push(Sentence::new("wins").with("seat", seat_of(winner).into()).with("points", points));
            }
        }
        said
    }

    fn label(&self, position: &Position, action: &Action) -> Sentence {
        match *action {
            Action::Enter { kind, to } => {
                Sentence::new("enter").with("kind", self.kind(kind)).with("to", hex(to))
            }
            Action::Move { from, to } => Sentence::new("move")
                .with("kind", self.who(position, from))
                .with("from", hex(from))
                .with("to", hex(to)),
            Action::Strike { .. } => self
                .strike_sentence(position, "strike", action)
                .unwrap_or_else(|| Sentence::new("group.strike")),
            Action::Carry(to) => {
                Sentence::new("carry").with("enemy", self.who(position, to)).with("to", hex(to))
            }
            Action::Summon(kind) => Sentence::new("summon").with("kind", self.kind(kind)),
            Action::Recruit(kind) => Sentence::new("recruit").with("kind", self.kind(kind)),
            Action::Done => Sentence::new("done"),
            Action::Concede => Sentence::new("concede"),
            Action::Hits(_) => Sentence::new("group.hits"),
        }
    }
}

const fn end_key(how: super::How) -> &'static str {
    match how {
        super::How::Elimination => "end-elimination",
        super::How::Titan => "end-titan",
        super::How::Titans => "end-titans",
        super::How::Mutual => "end-mutual",
        super::How::TimeLoss => "end-timeloss",
    }
}

const fn phase_key(phase: Phase) -> &'static str {
    match phase {
        Phase::Recruit => "phase.recruit",
        Phase::Summon => "phase.summon",
        Phase::Move => "phase.move",
        Phase::Fight => "phase.fight",
        Phase::Strikeback => "phase.strikeback",
    }
}

/// The button or list of an action, and where it happens.
const fn group(action: &Action) -> &'static str {
    match action {
        Action::Enter { .. } => "enter",
        Action::Move { .. } => "move",
        Action::Strike { .. } => "strike",
        Action::Carry(_) => "carry",
        Action::Summon(_) => "summon",
        Action::Recruit(_) => "recruit",
        Action::Done => "done",
        Action::Concede => "concede",
        Action::Hits(_) => "hits",
    }
}

fn places(action: &Action) -> (Option<Place>, Option<Place>) {
    match *action {
        Action::Enter { to, .. } | Action::Carry(to) => (None, Some(place(to))),
        Action::Move { from, to } => (Some(place(from)), Some(place(to))),
        Action::Strike { from, target, .. } => (Some(place(from)), Some(place(target))),
        _ => (None, None),
    }
}

/// Dice that show this many hits. Which faces they show is drawn from the position after the number of hits is
/// known; that gives every roll the chance it has when dice are thrown.
#[must_use]
pub(super) fn faces(seed: u64, dice: u8, reach: u8, hits: u8) -> String {
    let mut state = seed;
    let mut below = |n: u64| {
        state = random::mix(state.wrapping_add(0x9e37_79b9_7f4a_7c15));
        state % n
    };
    let mut left = u64::from(hits);
    let mut shown = String::new();
    for remaining in (1..=u64::from(dice)).rev() {
        // this die is one of the hits with probability left / remaining
        let hit = below(remaining) < left;
        left -= u64::from(hit);
        let (least, most) = if hit { (reach, 6) } else { (1, reach - 1) };
        let face = u64::from(least) + below(u64::from(most + 1 - least).max(1));
        shown.push(char::from(b'0' + face as u8));
    }
    shown
}

impl Present for Battle {
    fn catalogues() -> &'static [(&'static str, &'static str)] {
        &[("en", include_str!("../../words/en.txt")), ("de", include_str!("../../words/de.txt"))]
    }

    fn describe(&self, before: &Position, step: &Step<Action>, _: Viewer) -> Vec<Sentence> {
        let mut after = *before;
        self.play_unchecked(&mut after, step.actor, &step.action);
        let actor = match step.actor {
            Actor::Seat(seat) => seat,
            Actor::Chance => seat_of(before.active),
        };
        let said = self.step_sentence(before, &step.action).map(|said| said.with("seat", actor.into()));
        said.into_iter().chain(self.consequences(before, &after)).collect()
    }

    fn is_open(&self, _: &Step<Action>) -> bool {
        true
    }

    fn choices(&self, position: &Position, seat: Seat) -> Vec<Choice> {
        let mut actions = Vec::new();
        self.legal(position, seat, &mut actions);
        if self.check(position, Actor::Seat(seat), &Action::Concede).is_ok() {
            actions.push(Action::Concede);
        }
        let choice = |action: &Action| {
            let (from, place) = places(action);
            Choice {
                action: Some(action.text(&self.setup.variant)),
                label: self.label(position, action),
                group: group(action),
                place,
                from,
                cost: Vec::new(),
                missing: Vec::new(),
            }
        };
        actions.iter().map(choice).collect()
    }

    fn summary(&self, view: &View) -> Vec<Panel> {
        let position = &view.0;
        let fact = |about, value| Fact { about, value };
        let mut panels = vec![Panel {
            seat: None,
            facts: vec![
                fact("turn", number(position.turn)),
                fact("phase", Part::Word(phase_key(position.phase))),
            ],
        }];
        for &side in Side::ALL {
            let creature = |slot: Slot| {
                let unit = position.unit(slot);
                let power = self.power(side, unit.kind);
                let at = unit.hex().map_or_else(|| self.entrance(side).id().to_owned(), HexId::label);
                format!("{} {at} {}/{power}", self.traits(unit.kind).name, power - unit.hits)
            };
            let list: Vec<String> = position.creatures(side).map(creature).collect();
            panels.push(Panel {
                seat: Some(seat_of(side).0),
                facts: vec![
                    fact("role", Part::Word(side.name())),
                    fact(
                        "points",
                        number(position.end.map_or(position.tally, |end| end.gains)[side.index()]),
                    ),
                    fact("legion", Part::Text(list.join(", "))),
                ],
            });
        }
        panels
    }

    fn least(&self, position: &Position, seat: Seat) -> Option<Action> {
        let done = self.check(position, Actor::Seat(seat), &Action::Done).is_ok();
        done.then_some(Action::Done)
    }
}
