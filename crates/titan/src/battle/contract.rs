//! The contract of games.

use super::check::side_of;
use super::legal::portion;
use super::position::{Blood, Pending, Phase, Position, Slot};
use super::{Action, Battle, Refusal, Side, Variant};
use crate::Entrance;
use hexwright_core::{
    Actor, BrokenInvariant, Fast, Game, Imagine, Key, Outcome, Seat, SeatSet, Turn, Viewer, Weighted, random,
};
use serde::ser::{Serialize, SerializeStruct, Serializer};
use std::sync::Arc;

/// What a seat or spectator knows of a battle: everything.
#[derive(Clone, Debug, PartialEq)]
pub struct View(pub Position, Arc<Variant>);

/// A creature as a page or a program gets it.
#[derive(serde::Serialize)]
struct Creature<'a> {
    id: String,
    kind: &'a str,
    hex: Option<String>,
    hits: u8,
    slowing: i8,
    moved: bool,
    struck: bool,
    dead: bool,
}

impl Serialize for View {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let position = &self.0;
        let creature = |slot: Slot| {
            let unit = position.unit(slot);
            Creature {
                id: slot.to_string(),
                kind: &self.1[unit.kind].name,
                hex: unit.hex().map(|hex| hex.to_string()),
                hits: unit.hits,
                slowing: unit.slowing,
                moved: position.has_moved(slot),
                struck: position.has_struck(slot),
                dead: position.is_dead(slot),
            }
        };
        let side = |side| position.creatures(side).map(creature).collect::<Vec<_>>();
        let mut view = serializer.serialize_struct("Battle", 9)?;
        view.serialize_field("turn", &position.turn)?;
        view.serialize_field("phase", position.phase.name())?;
        view.serialize_field("active", position.active.name())?;
        view.serialize_field("defender", &side(Side::Defender))?;
        view.serialize_field("attacker", &side(Side::Attacker))?;
        view.serialize_field("tally", &position.tally)?;
        view.serialize_field("roll", &portion(position))?;
        let excess = match position.pending {
            Pending::Carry { hits, .. } => hits,
            _ => 0,
        };
        view.serialize_field("excess", &excess)?;
        view.serialize_field("end", &position.end.map(|end| end.how.name()))?;
        view.end()
    }
}

impl std::fmt::Display for Slot {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let letter = if self.side() == Side::Defender { 'd' } else { 'a' };
        write!(f, "{letter}{}", self.number())
    }
}

/// The seat of a side.
pub(super) const fn seat_of(side: Side) -> Seat {
    Seat(side as u8)
}

impl Game for Battle {
    type Position = Position;
    type Action = Action;
    type Refusal = Refusal;
    type View = View;

    const NAME: &'static str = "battle";

    fn seats(&self) -> usize {
        2
    }

    fn start(&self) -> Position {
        let mut position = Position::EMPTY;
        for &side in Side::ALL {
            for (number, &kind) in self.setup.legion(side).creatures.iter().enumerate() {
                if let Some(slot) = Slot::new(side, number) {
                    position.join(slot, kind);
                }
            }
        }
        for &kind in &self.setup.angels {
            if let Some(place) = self.angel(kind) {
                position.angels[place] += 1;
            }
        }
        position.summoned = self.setup.summoned;
        position
    }

    fn turn(&self, position: &Position) -> Turn {
        match position.pending {
            _ if position.end.is_some() => Turn::Over,
            Pending::Roll { .. } => Turn::Chance,
            _ => Turn::Seats(SeatSet::only(seat_of(position.active))),
        }
    }

    fn legal(&self, position: &Position, seat: Seat, out: &mut Vec<Action>) {
        if side_of(seat) == Some(position.active) {
            self.list(position, out);
        }
    }

    fn outcomes(&self, position: &Position, out: &mut Vec<Weighted<Action>>) {
        if position.end.is_none() {
            self.list_outcomes(position, out);
        }
    }

    fn draw(&self, position: &Position, random: &mut Fast) -> Option<Action> {
        self.draw_hits(position, random)
    }

    fn chance_kind(&self, _: &Position) -> &'static str {
        "dice"
    }

    fn turns(&self, position: &Position) -> u32 {
        u32::from(position.turn)
    }

    fn play(&self, position: &mut Position, actor: Actor, action: &Action) -> Result<(), Refusal> {
        let side = self.check(position, actor, action)?;
        self.apply(position, side, action);
        self.settle(position);
        Ok(())
    }

    fn play_unchecked(&self, position: &mut Position, actor: Actor, action: &Action) {
        let side = match actor {
            Actor::Seat(seat) => side_of(seat).unwrap_or(position.active),
            Actor::Chance => position.active,
        };
        self.apply(position, side, action);
        self.settle(position);
    }

    fn view(&self, position: &Position, _: Viewer) -> View {
        View(*position, Arc::clone(&self.setup.variant))
    }

    fn scores(&self, position: &Position) -> Vec<i32> {
        let points = position.end.map_or(position.tally, |end| end.gains);
        points.iter().map(|&points| points.into()).collect()
    }

    fn outcome(&self, position: &Position) -> Option<Outcome> {
        let end = position.end?;
        let winners = end.winner.map_or(SeatSet::EMPTY, |side| SeatSet::only(seat_of(side)));
        Some(Outcome { winners, scores: self.scores(position) })
    }

    fn fingerprint(&self, position: &Position) -> u64 {
        fingerprint(position)
    }

    fn action_text(&self, _: &Position, action: &Action) -> String {
        action.text(&self.setup.variant)
    }

    fn parse_action(&self, position: &Position, _: Actor, text: &str) -> Result<Action, Refusal> {
        let number = portion(position).map(|(_, number)| number);
        Action::read(&self.setup.variant, text, number).ok_or_else(|| Refusal::Text(text.to_owned()))
    }

    fn check_invariants(&self, position: &Position) -> Result<(), BrokenInvariant> {
        Ok(self.invariants(position)?)
    }
}

impl Imagine for Battle {
    fn imagine(&self, view: &View, _: &mut Fast) -> Position {
        view.0
    }
}

fn fingerprint(p: &Position) -> u64 {
    let mut hash = 0x7469_7461_6e00_0001;
    let mut add = |word: u64| hash = random::mix(hash ^ word);
    for unit in &p.units {
        let [slowing] = unit.slowing.to_le_bytes();
        add(u64::from_le_bytes([unit.kind.0, unit.hex, unit.hits, slowing, 0, 0, 0, 0]));
    }
    let word = |low: u16, high: u16| u64::from(low) | u64::from(high) << 16;
    add(word(p.present, p.dead) | word(p.moved, p.struck) << 32);
    let blood = match p.blood {
        Blood::None => 0,
        Blood::Drawn => 1,
        Blood::Offered => 2,
        Blood::Used => 3,
    };
    let phase = match p.phase {
        Phase::Recruit => 0,
        Phase::Summon => 1,
        Phase::Move => 2,
        Phase::Fight => 3,
        Phase::Strikeback => 4,
    };
    let flags = u8::from(p.summoned) | u8::from(p.recruited) << 1 | blood << 2;
    let [a, b, c, d] = p.angels;
    add(u64::from_le_bytes([p.turn, phase, p.active as u8, flags, a, b, c, d]));
    add(word(p.tally[0], p.tally[1]));
    match p.pending {
        Pending::None => add(0),
        Pending::Roll { target, dice, number, hits, carry } => {
            add(u64::from_le_bytes([1, target.0, dice, number, hits, 0, 0, 0]));
            add(carry.0[0]);
        }
        Pending::Carry { hits, targets } => {
            add(2 | u64::from(hits) << 8);
            add(targets.0[0]);
        }
    }
    if let Some(end) = p.end {
        let winner = end.winner.map_or(2, |side| side.index() as u64);
        add(winner << 8 | end.how as u64);
        add(word(end.gains[0], end.gains[1]));
    }
    hash
}

impl Battle {
    /// The entrance of a name such as `X3`, `Bottom` or `3`.
    #[must_use]
    pub fn entrance_named(name: &str) -> Option<Entrance> {
        let same = |entrance: &&Entrance| {
            let id = entrance.id();
            [id, &id[1..], entrance.name()].iter().any(|known| known.eq_ignore_ascii_case(name))
        };
        Entrance::ALL.iter().find(same).copied()
    }
}
