//! What a person's browser adds to the dice of a table, what it remembers, and what it must never be told: as
//! `web/assets/pledge.js` does it. Not everybody does all of it.

use crate::world::{World, lock};
use hexwright_play::dice::sha256;
use serde::Deserialize;
use serde_json::{Value, json};
use std::sync::Arc;

/// A table before its game begins, as a person sees it.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Gathered {
    pub(crate) you: Option<u8>,
    pub(crate) phase: String,
    pub(crate) commitment: String,
    pub(crate) commitments: Vec<Option<String>>,
    pub(crate) opened: Vec<bool>,
    pub(crate) ended: Option<String>,
    pub(crate) answers: Option<String>,
}

impl Gathered {
    /// How many stored lines this tells of.
    pub(crate) fn lines(&self) -> usize {
        let close = usize::from(self.phase == "open");
        self.commitments.iter().flatten().count()
            + close
            + self.opened.iter().filter(|opened| **opened).count()
    }

    /// The beginnings of the stored lines this tells of.
    fn told(&self) -> impl Iterator<Item = String> {
        let commits =
            self.commitments.iter().enumerate().filter_map(|(seat, hash)| Some((seat, hash.as_ref()?)));
        let opens = self.opened.iter().enumerate().filter(|(_, opened)| **opened);
        let close = (self.phase == "open").then(|| "dice: close".to_owned());
        commits
            .map(|(seat, hash)| format!("dice: commit {seat} {hash}"))
            .chain(opens.map(|(seat, _)| format!("dice: open {seat} ")))
            .chain(close)
    }
}

/// How far a person goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Manner {
    OpensToo,
    OnlyCommits,
    KnowsNothingOfIt,
}

/// The part of one person at one table; it survives every connection.
#[derive(Clone, Debug)]
pub(crate) struct Pledge {
    manner: Manner,
    bytes: String,
    hash: String,
    /// The ids of the two intents: asked again, they are the same.
    ids: [String; 2],
}

impl Pledge {
    pub(crate) fn new(world: &World) -> Self {
        let manner = match world.below(10) {
            0 => Manner::KnowsNothingOfIt,
            1 => Manner::OnlyCommits,
            _ => Manner::OpensToo,
        };
        let raw: Vec<u8> = (0..16).map(|_| world.below(256) as u8).collect();
        let bytes = raw.iter().map(|byte| format!("{byte:02x}")).collect();
        Self { manner, bytes, hash: sha256(&raw), ids: [world.id(), world.id()] }
    }

    /// What the table waits for from this seat: the id of an intent and its message.
    pub(crate) fn answer(&self, now: &Gathered) -> Option<(String, Value)> {
        let seat = usize::from(now.you?);
        let [commit, open] = &self.ids;
        match (now.phase.as_str(), now.commitments.get(seat)?) {
            _ if now.ended.is_some() || self.manner == Manner::KnowsNothingOfIt => None,
            ("commit", None) => {
                Some((commit.clone(), json!({ "type": "commit", "hash": self.hash, "id": commit })))
            }
            ("open", Some(mine)) if *mine == self.hash && !now.opened[seat] => (self.manner
                == Manner::OpensToo)
                .then(|| (open.clone(), json!({ "type": "open", "bytes": self.bytes, "id": open }))),
            _ => None,
        }
    }

    /// Looks at what a table tells before its game begins: it must be stored, it must not change once people open,
    /// and it must not hold what others keep secret.
    pub(crate) fn judge(&self, world: &Arc<World>, table: &str, who: &str, now: &Gathered, text: &str) {
        let stored = world.memory.durable(table).map(|durable| durable.lines).unwrap_or_default();
        for line in now.told() {
            if !stored.iter().any(|(_, stored, _)| stored.starts_with(&line)) {
                world.broken(format!("{who} is told {line:?} at {table}, and it is not stored"));
            }
        }
        let mut journal = lock(&world.journal);
        let seen = journal.dice.entry(table.to_owned()).or_default();
        if *seen.hash.get_or_insert_with(|| now.commitment.clone()) != now.commitment {
            drop(journal);
            return world.broken(format!("{who} is shown another hash of the dice of {table} than before"));
        }
        let closed = (now.phase == "open").then(|| now.commitments.clone());
        let changed = closed.is_some_and(|now| *seen.commitments.get_or_insert_with(|| now.clone()) != now);
        if let Some(seat) = now.you {
            seen.bytes.insert(seat, self.bytes.clone());
        }
        let leaks = seen.bytes.iter().any(|(seat, bytes)| Some(*seat) != now.you && text.contains(bytes));
        drop(journal);
        if changed {
            world.broken(format!("the commitments of {table} changed after the first could be opened"));
        }
        if leaks {
            world.broken(format!("{who} is told at {table} what another seat adds to the dice"));
        }
    }
}
