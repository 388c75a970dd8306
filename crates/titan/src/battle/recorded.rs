//! Battles recorded from Colossus, one JSON object a line: read, replayed and compared with these rules.
//!
//! A record names every phase with its creatures, every legal move and strike, every roll, removal and the end
//! with its points. Other lines hold the lines of sight of a land. [`verify`] computes all of it and says where the
//! first difference is. The shape is described in docs/formats/battles.md.
//!
//! ```
//! use hexwright_titan::battle::recorded::{looks_like_one, verify};
//!
//! assert!(!looks_like_one(b"BATTLE"));
//! assert!(verify("{}").is_err(), "a record says which land it was fought on");
//! ```

mod events;
mod format;
mod header;
mod lists;
mod seen;

pub use format::{RecordedFormat, Verified};

use super::position::Position;
use super::{Battle, Side, Slot};
use crate::Battleland;
use hexwright_core::{Actor, Key, Seat};
use serde_json::Value;

/// What was compared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Battles that equal their records.
    pub battles: u64,
    /// Phases with all creatures, their hexes, hits and slowing.
    pub phases: u64,
    /// Moves played.
    pub moves: u64,
    /// Legal destinations, one set for each creature and list.
    pub move_sets: u64,
    /// Legal strikes with dice, number, carry targets and options.
    pub strikes_listed: u64,
    /// Strikes played.
    pub strikes: u64,
    /// Carries played.
    pub carries: u64,
    /// Creatures removed.
    pub removals: u64,
    /// Moves taken back.
    pub undone: u64,
    /// Final scores compared.
    pub scores: u64,
    /// Final scores that depend on legions outside the record.
    pub scores_unknown: u64,
    /// Kinds the rules would let the defender recruit and the record does not: their stacks were used up elsewhere in the
    /// game.
    pub out_of_stock: u64,
    /// Lands whose lines of sight equal their records.
    pub lands_seen: u64,
    /// Lines of sight between two hexes.
    pub lines_of_sight: u64,
}

impl Counts {
    /// Adds other counts.
    pub fn add(&mut self, other: &Self) {
        let pairs = [
            (&mut self.battles, other.battles),
            (&mut self.phases, other.phases),
            (&mut self.moves, other.moves),
            (&mut self.move_sets, other.move_sets),
            (&mut self.strikes_listed, other.strikes_listed),
            (&mut self.strikes, other.strikes),
            (&mut self.carries, other.carries),
            (&mut self.removals, other.removals),
            (&mut self.undone, other.undone),
            (&mut self.scores, other.scores),
            (&mut self.scores_unknown, other.scores_unknown),
            (&mut self.out_of_stock, other.out_of_stock),
            (&mut self.lands_seen, other.lands_seen),
            (&mut self.lines_of_sight, other.lines_of_sight),
        ];
        for (own, other) in pairs {
            *own += other;
        }
    }
}

/// The first difference between a record and the rules.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("battle {id}, event {event}: {problem}")]
pub struct Difference {
    /// Name of the battle.
    pub id: String,
    /// Number of the event, from 0; one more than the last for the end.
    pub event: usize,
    /// What differs.
    pub problem: String,
}

/// Whether a text looks like a recorded battle, or like recorded lines of sight.
#[must_use]
pub fn looks_like_one(line: &[u8]) -> bool {
    let has = |what: &[u8]| line.windows(what.len()).any(|window| window == what);
    let battle = || has(b"\"ev\"") && has(b"\"side\"");
    let sight = || has(b"\"occupied\"") && has(b"\"blocked\"");
    line.trim_ascii_start().starts_with(b"{") && has(b"\"map\"") && (battle() || sight())
}

/// Replays one recorded battle, or looks along every line of a land, and compares everything.
///
/// # Errors
/// The first difference, or what is wrong with the record itself.
pub fn verify(line: &str) -> Result<Counts, Difference> {
    let record: Value = serde_json::from_str(line).map_err(|error| Difference {
        id: "?".to_owned(),
        event: 0,
        problem: format!("expected a JSON object: {error}"),
    })?;
    let id = record["id"].as_str().or(record["land"].as_str()).unwrap_or("?").to_owned();
    let fail = |event, problem| Difference { id: id.clone(), event, problem };
    if record.get("blocked").is_some() {
        return seen::compare(&record).map_err(|problem| fail(0, problem));
    }
    let battle = header::read(&record).map_err(|problem| fail(0, problem))?;
    let mut replay = Replay::new(battle);
    let empty = Vec::new();
    let events = record["ev"].as_array().unwrap_or(&empty);
    for (number, event) in events.iter().enumerate() {
        replay.event(event).map_err(|problem| fail(number, problem))?;
    }
    replay.end(&record).map_err(|problem| fail(events.len(), problem))?;
    replay.counts.battles = 1;
    Ok(replay.counts)
}

/// The lands of recorded battles, each once, by name; lines that cannot be read are left out.
#[must_use]
pub fn lands(text: &str) -> Vec<(String, Battleland)> {
    let mut found = Vec::<(String, Battleland)>::new();
    for record in text.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok()) {
        let Some(name) = record["land"].as_str() else { continue };
        if let Ok(land) = header::land(&record)
            && !found.iter().any(|(known, _)| known == name)
        {
            found.push((name.to_owned(), land));
        }
    }
    found.sort_by(|a, b| a.0.cmp(&b.0));
    found
}

/// A battle being compared with its record.
struct Replay {
    battle: Battle,
    position: Position,
    /// The creature each id of the record means. They change places when one of two equal kinds enters.
    ids: Vec<(String, Slot)>,
    /// The position before the last phase change.
    before: Position,
    /// What the last phase change did and the record has not named yet.
    due: Vec<Due>,
    /// The last lists, which records leave out while they stay the same.
    moves: Value,
    strikes: Value,
    /// Who has conceded.
    conceded: Option<Side>,
    counts: Counts,
}

/// Something a record must name.
#[derive(Clone, Debug, PartialEq)]
enum Due {
    Hits(Slot, i64, i64),
    Slowing(Slot, i64, i64),
    Removal(Slot, &'static str, i64),
}

type Compared = Result<(), String>;

fn expect<T: PartialEq + std::fmt::Debug>(what: &str, record: T, rules: T) -> Compared {
    if record == rules {
        Ok(())
    } else {
        Err(format!("{what}: the record has {record:?}, the rules give {rules:?}"))
    }
}

impl Replay {
    fn new(battle: Battle) -> Self {
        use hexwright_core::Game as _;
        let position = battle.start();
        let named = |side| position.creatures(side).map(|slot| (slot.to_string(), slot)).collect::<Vec<_>>();
        let ids = [named(Side::Defender), named(Side::Attacker)].concat();
        Self {
            battle,
            position,
            ids,
            before: position,
            due: Vec::new(),
            moves: Value::Null,
            strikes: Value::Null,
            conceded: None,
            counts: Counts::default(),
        }
    }

    fn slot(&self, id: &Value) -> Result<Slot, String> {
        let id = id.as_str().ok_or("expected an id")?;
        let known = self.ids.iter().find(|(name, _)| name == id);
        known.map(|&(_, slot)| slot).ok_or_else(|| format!("no creature is called {id}"))
    }

    fn id(&self, slot: Slot) -> &str {
        self.ids.iter().find(|(_, known)| *known == slot).map_or("?", |(name, _)| name)
    }

    /// The place of a creature as records write it.
    fn place(&self, slot: Slot, position: &Position) -> String {
        match position.unit(slot).hex() {
            Some(hex) => hex.to_string(),
            None => self.battle.entrance(slot.side()).id().to_owned(),
        }
    }

    /// Plays an action of the active side after checking it.
    fn play(&mut self, action: &super::Action) -> Compared {
        let actor = Actor::Seat(Seat(self.position.active.index() as u8));
        self.play_as(actor, action)
    }

    fn play_as(&mut self, actor: Actor, action: &super::Action) -> Compared {
        let side = self.battle.check(&self.position, actor, action).map_err(|refusal| {
            let action = action.text(&self.battle.setup.variant);
            format!("the record has `{action}`, the rules refuse: {refusal}")
        })?;
        self.battle.apply(&mut self.position, side, action);
        Ok(())
    }
}
