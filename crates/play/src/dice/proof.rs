//! What a record says of its dice, line by line.
//!
//! ```text
//! hash 64 digits                       of the secret, shown before anybody sat down
//! secret 64 digits
//! seat 0 commits HASH opens BYTES      for every seat that committed, in their order
//! seat 2 commits HASH opens nothing
//! asked {"kind":"catan",…}             what the board was drawn for, if it was drawn at the start
//! board 16 digits                      the seed it was drawn with
//! draw 7 of 36                         for every outcome of chance, in their order
//! ```
//!
//! There is one spelling: a line that is not exactly what the writer writes is refused.

use super::{BYTES, Dice, Pledge, is_hex};
use std::fmt;

/// The number drawn for an outcome, and below what.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Drawn {
    /// From 0 to one less than `of`.
    pub value: u64,
    /// The sum of the weights of all outcomes.
    pub of: u64,
}

/// What a record says of its dice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    /// SHA-256 of the secret, in hexadecimal.
    pub hash: String,
    /// What everything follows from.
    pub dice: Dice,
    /// What the board was drawn for and with which seed, if it was drawn at the start.
    pub board: Option<(String, u64)>,
    /// The draws in their order.
    pub draws: Vec<Drawn>,
}

/// A line about the dice that cannot be read, or stands in the wrong place.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected {expected}, found {found:?}")]
pub struct BadProof {
    /// What should stand there.
    pub expected: &'static str,
    /// What stands there.
    pub found: String,
}

impl Proof {
    /// Reads the lines of a record.
    ///
    /// # Errors
    /// The first line that is not as the writer writes it.
    pub fn read(lines: &[String]) -> Result<Self, BadProof> {
        let mut rest = lines.iter().map(String::as_str).peekable();
        let mut one = |name: &str, bytes, expected| {
            let line = rest.next().unwrap_or_default();
            let value = line.strip_prefix(name).filter(|value| is_hex(value, bytes));
            value.map(str::to_owned).ok_or_else(|| BadProof { expected, found: line.to_owned() })
        };
        let hash = one("hash ", 32, "`dice: hash` and 64 hexadecimal digits")?;
        let secret = one("secret ", 32, "`dice: secret` and 64 hexadecimal digits")?;
        let mut pledges: Vec<Pledge> = Vec::new();
        while let Some(line) = rest.next_if(|line| line.starts_with("seat ")) {
            let expected = "`dice: seat N commits HASH opens BYTES`, each seat once and in their order";
            let bad = || BadProof { expected, found: line.to_owned() };
            let pledge = pledge(line).ok_or_else(bad)?;
            if pledges.last().is_some_and(|last| last.seat >= pledge.seat) {
                return Err(bad());
            }
            pledges.push(pledge);
        }
        let mut board = None;
        if let Some(asked) = rest.next_if(|line| line.starts_with("asked ")) {
            let line = rest.next().unwrap_or_default();
            let seed = line.strip_prefix("board ").filter(|seed| is_hex(seed, 8));
            let seed = seed.and_then(|seed| u64::from_str_radix(seed, 16).ok());
            let expected = "`dice: board` and 16 hexadecimal digits";
            let seed = seed.ok_or_else(|| BadProof { expected, found: line.to_owned() })?;
            board = Some((asked["asked ".len()..].to_owned(), seed));
        }
        let draws = rest.map(|line| {
            let expected = "`dice: draw VALUE of TOTAL`";
            drawn(line).ok_or_else(|| BadProof { expected, found: line.to_owned() })
        });
        let draws = draws.collect::<Result<_, _>>()?;
        let proof = Self { hash, dice: Dice { secret, pledges }, board, draws };
        // numbers have several spellings; only one is ours
        match proof.lines().iter().zip(lines).find(|(ours, theirs)| ours != theirs) {
            Some((_, found)) => Err(BadProof { expected: "one spelling", found: found.clone() }),
            None => Ok(proof),
        }
    }

    /// The lines of the record.
    #[must_use]
    pub fn lines(&self) -> Vec<String> {
        let mut lines = vec![format!("hash {}", self.hash), format!("secret {}", self.dice.secret)];
        lines.extend(self.dice.pledges.iter().map(ToString::to_string));
        if let Some((asked, seed)) = &self.board {
            lines.extend([format!("asked {asked}"), format!("board {seed:016x}")]);
        }
        lines.extend(self.draws.iter().map(ToString::to_string));
        lines
    }
}

impl fmt::Display for Drawn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "draw {} of {}", self.value, self.of)
    }
}

fn pledge(line: &str) -> Option<Pledge> {
    let (seat, rest) = line.strip_prefix("seat ")?.split_once(" commits ")?;
    let (commitment, opened) = rest.split_once(" opens ")?;
    let opened = match opened {
        "nothing" => None,
        bytes => Some(Some(bytes).filter(|bytes| is_hex(bytes, BYTES))?.to_owned()),
    };
    is_hex(commitment, 32).then_some(Pledge {
        seat: seat.parse().ok()?,
        commitment: commitment.to_owned(),
        opened,
    })
}

fn drawn(line: &str) -> Option<Drawn> {
    let (value, of) = line.strip_prefix("draw ")?.split_once(" of ")?;
    Some(Drawn { value: value.parse().ok()?, of: of.parse().ok()? })
}
