//! Games in the middle as text: how they came about, and where their chance and their bots' thoughts stand. A saved game is JSON:
//! a record of all that happened, and what no record holds. Numbers of 64 bits are texts, since many readers of JSON keep 53.

use crate::convert::{refused, useless};
use hexwright_core::Fast;
use hexwright_play::{Chances, Record};
use pyo3::prelude::*;
use serde::{Deserialize, Serialize};

/// The version of the text.
const VERSION: u32 = 1;

/// A game that can be gone on with.
#[derive(Serialize, Deserialize)]
pub(crate) struct Saved {
    /// Version of the text.
    hexwright_saved: u32,
    /// The game in writing; of an imagined one only what it started from.
    pub(crate) record: String,
    seed: String,
    number: String,
    /// How far each stream of chance has been drawn.
    drawn: Vec<(String, String)>,
    /// Where the thoughts of each seat's bot stand.
    thoughts: Vec<[String; 4]>,
    /// The position and what was picked in it, in hexadecimal digits, if the record does not lead there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) position: Option<String>,
    /// Whether the game was imagined.
    #[serde(default)]
    pub(crate) imagined: bool,
}

impl Saved {
    pub(crate) fn new(record: String, chances: &Chances, thoughts: &[Fast]) -> Self {
        let (seed, number) = chances.game();
        let drawn = chances.drawn().into_iter().map(|(kind, words)| (kind, words.to_string()));
        Self {
            hexwright_saved: VERSION,
            record,
            seed: seed.to_string(),
            number: number.to_string(),
            drawn: drawn.collect(),
            thoughts: thoughts.iter().map(|t| t.state().map(|word| word.to_string())).collect(),
            position: None,
            imagined: false,
        }
    }

    pub(crate) fn parse(text: &str) -> PyResult<Self> {
        let saved: Self = serde_json::from_str(text)
            .map_err(|error| refused(format!("text: expected a saved game, found {error}")))?;
        if saved.hexwright_saved != VERSION {
            let found = saved.hexwright_saved;
            return Err(refused(format!("text: expected a saved game of version {VERSION}, found {found}")));
        }
        Ok(saved)
    }

    pub(crate) fn text(&self) -> PyResult<String> {
        serde_json::to_string(self).map_err(refused)
    }

    pub(crate) fn record(&self) -> PyResult<Record> {
        Record::parse("saved.record", &self.record).map_err(|report| useless(&report))
    }

    pub(crate) fn chances(&self) -> PyResult<Chances> {
        let drawn = self.drawn.iter().map(|(kind, words)| Ok((kind.clone(), number(words)?)));
        Ok(Chances::resumed(number(&self.seed)?, number(&self.number)?, drawn.collect::<PyResult<_>>()?))
    }

    /// The thoughts of so many seats.
    pub(crate) fn thoughts(&self, seats: usize) -> PyResult<Vec<Fast>> {
        if self.thoughts.len() != seats {
            return Err(refused(format!(
                "text: expected thoughts of {seats} seats, found {}",
                self.thoughts.len()
            )));
        }
        let one = |words: &[String; 4]| {
            let mut state = [0; 4];
            for (to, word) in state.iter_mut().zip(words) {
                *to = number(word)?;
            }
            Ok(Fast::from_state(state))
        };
        self.thoughts.iter().map(one).collect()
    }
}

fn number<T: std::str::FromStr>(word: &str) -> PyResult<T> {
    word.parse().map_err(|_| refused(format!("text: expected a number, found {word:?}")))
}

/// Bytes in hexadecimal digits.
pub(crate) fn digits(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The bytes of hexadecimal digits.
pub(crate) fn bytes(digits: &str) -> PyResult<Vec<u8>> {
    let wrong = || refused("text: expected hexadecimal digits in the position");
    let pair = |place: usize| {
        let pair = digits.get(place..place + 2).ok_or_else(wrong)?;
        u8::from_str_radix(pair, 16).map_err(|_| wrong())
    };
    (0..digits.len()).step_by(2).map(pair).collect()
}
