//! What the lines of a program mean. A line is anything the program cared to print; whatever it is,
//! it gives a value or a short reason.
//!
//! ```
//! use hexwright_play::bot::external::lines::{Answered, SentQuestion};
//!
//! let legal = ["roll".to_owned(), "end-turn".to_owned()];
//! let question = SentQuestion { id: 7, legal: &legal, may_wait: false };
//! assert_eq!(question.answer(r#"{"id": 7, "action": "end-turn"}"#).unwrap(), Answered::Place(1));
//! assert_eq!(question.answer(r#"{"id": 6, "action": 0}"#).unwrap(), Answered::Late);
//! ```

use serde::Deserialize;
use std::io::{BufRead, Read as _};

/// Longest line a program may send.
pub const LONGEST_LINE: usize = 64 << 10;
/// Characters of a line that a reason quotes: faults are kept, so they must stay small.
const QUOTED: usize = 60;
/// Characters of a program's name that are kept.
const LONGEST_NAME: usize = 80;

#[derive(Deserialize)]
struct Ready {
    #[serde(rename = "type")]
    kind: String,
    name: Option<String>,
}

#[derive(Deserialize)]
struct Answer {
    id: u64,
    action: Option<Chosen>,
    #[serde(default)]
    wait: bool,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Chosen {
    Place(usize),
    Text(String),
}

/// A question that was sent to a program.
#[derive(Clone, Copy, Debug)]
pub struct SentQuestion<'a> {
    /// Its number.
    pub id: u64,
    /// The legal actions.
    pub legal: &'a [String],
    /// Whether the seat may wait instead.
    pub may_wait: bool,
}

/// What a line answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answered {
    /// An earlier question: it came too late and does not count.
    Late,
    /// The seat waits.
    Wait,
    /// The action at this place of the legal list.
    Place(usize),
}

/// The name in the line that answers `hello`, if it gives one.
///
/// # Errors
/// What is wrong with the line.
pub fn greeting(line: &str) -> Result<Option<String>, BadLine> {
    let ready: Ready = parse(line)?;
    if ready.kind != "ready" {
        return Err(format!("expected type ready, found {:?}", start(&ready.kind, QUOTED)).into());
    }
    Ok(ready.name.map(|name| start(&name, LONGEST_NAME)))
}

hexwright_core::sentence_error! {
    /// What is wrong with a line of a program.
    pub BadLine
}

impl SentQuestion<'_> {
    /// What a line answers.
    ///
    /// # Errors
    /// What is wrong with the line.
    pub fn answer(self, line: &str) -> Result<Answered, BadLine> {
        let answer: Answer = parse(line)?;
        if answer.id < self.id {
            return Ok(Answered::Late);
        }
        if answer.id > self.id {
            return Err(format!("expected an answer to {}, found one to {}", self.id, answer.id).into());
        }
        match answer.action {
            None if answer.wait && self.may_wait => Ok(Answered::Wait),
            None if answer.wait => Err("waited, but may not".into()),
            None => Err("the answer has no action".into()),
            Some(Chosen::Place(place)) if place < self.legal.len() => Ok(Answered::Place(place)),
            Some(Chosen::Place(place)) => {
                Err(format!("expected a place below {}, found {place}", self.legal.len()).into())
            }
            Some(Chosen::Text(text)) => match self.legal.iter().position(|t| *t == text) {
                Some(place) => Ok(Answered::Place(place)),
                None => Err(format!("{:?} is not in the legal list", start(&text, QUOTED)).into()),
            },
        }
    }
}

/// The next line a program printed; `None` at the end of its output.
pub fn next(output: &mut impl BufRead) -> Option<Result<String, BadLine>> {
    let mut line = Vec::new();
    match output.by_ref().take(LONGEST_LINE as u64).read_until(b'\n', &mut line) {
        Ok(0) | Err(_) => None,
        Ok(_) if line.last() == Some(&b'\n') => Some(Ok(String::from_utf8_lossy(&line).into_owned())),
        Ok(LONGEST_LINE) => Some(Err(format!("a line of more than {LONGEST_LINE} bytes").into())),
        Ok(_) => None,
    }
}

fn parse<T: for<'a> Deserialize<'a>>(line: &str) -> Result<T, BadLine> {
    serde_json::from_str(line).map_err(|e| {
        let reason = start(&e.to_string(), 2 * QUOTED);
        format!("expected an answer in JSON, found {:?} ({reason})", start(line, QUOTED)).into()
    })
}

fn start(text: &str, characters: usize) -> String {
    text.chars().take(characters).collect()
}
