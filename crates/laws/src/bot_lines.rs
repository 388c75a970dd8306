//! Any bytes as what an external bot prints.

use hexwright_play::bot::external::lines::{Answered, SentQuestion, greeting, next};

/// Bytes of a reason or name at most: they are kept for every lost move.
const LONGEST_REASON: usize = 1_000;

/// Reads bytes as the output of a program: a greeting, then answers to questions.
///
/// # Panics
/// If a law is broken: an answer names a place in the legal list, waits only where it may, and a line
/// that is no answer gives a short reason.
pub fn bot_lines(bytes: &[u8]) {
    let legal: Vec<String> = ["roll", "road 3-4", "end-turn"].map(str::to_owned).to_vec();
    let mut output = bytes;
    let mut id = 0;
    let mut left = bytes.len();
    while let Some(line) = next(&mut output) {
        assert!(output.len() < left, "every line takes bytes away");
        left = output.len();
        let line = match line {
            Ok(line) => line,
            Err(reason) => return short(&reason.to_string()),
        };
        match greeting(&line) {
            Ok(name) => short(&name.unwrap_or_default()),
            Err(reason) => short(&reason.to_string()),
        }
        for may_wait in [true, false] {
            let asked = SentQuestion { id, legal: &legal, may_wait };
            match asked.answer(&line) {
                Ok(Answered::Place(place)) => assert!(place < legal.len(), "a place of the legal list"),
                Ok(Answered::Wait) => assert!(may_wait, "waited, but may not"),
                Ok(Answered::Late) => assert!(id > 0, "there is no earlier question"),
                Err(reason) => short(&reason.to_string()),
            }
        }
        id += 1;
    }
}

fn short(text: &str) {
    assert!(text.len() <= LONGEST_REASON, "{} bytes are kept", text.len());
}
