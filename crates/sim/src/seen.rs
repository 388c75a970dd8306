//! What a person sees of a table.

use hexwright_core::random::fnv1a;
use serde::Deserialize;
use serde_json::value::RawValue;

/// What a person reads of a state message.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Seen {
    pub(crate) n: usize,
    pub(crate) you: Option<u8>,
    pub(crate) to_act: Vec<u8>,
    pub(crate) choices: Vec<Choice>,
    pub(crate) can_undo: bool,
    pub(crate) view: Box<RawValue>,
    pub(crate) log: Vec<Box<RawValue>>,
    pub(crate) log_from: usize,
    pub(crate) over: Option<Over>,
    pub(crate) answers: Option<String>,
}

#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Choice {
    pub(crate) action: Option<String>,
}

#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Over {
    pub(crate) ended: Option<String>,
}

impl Seen {
    /// A number that follows from the game as it is shown, with the whole log.
    pub(crate) fn digest(&self, log: &[Box<RawValue>]) -> u64 {
        let mut text = format!("{} {:?} {:?} {}", self.n, self.to_act, self.can_undo, self.view.get());
        for choice in &self.choices {
            text += choice.action.as_deref().unwrap_or("-");
            text.push('|');
        }
        for line in log {
            text += line.get();
        }
        fnv1a(text.as_bytes())
    }
}

/// A message of a server that is not a state.
#[derive(Debug, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub(crate) enum Told {
    /// Something was not done.
    Refused {
        id: Option<String>,
        reason: String,
        #[serde(default)]
        later: bool,
    },
    /// Whether the table can store.
    Saving { works: bool },
    /// Something was said.
    Chat {
        n: u64,
        text: String,
        #[serde(default)]
        id: String,
    },
    /// What was said before.
    Said { lines: Vec<SaidLine> },
    /// Nothing a simulated person reads.
    #[serde(other)]
    Other,
}

#[derive(Debug, Deserialize)]
pub(crate) struct SaidLine {
    pub(crate) n: u64,
    pub(crate) text: String,
    #[serde(default)]
    pub(crate) id: String,
}
