//! The dice of a table: who has committed and opened, as the lines of its log tell.
//!
//! Lines in the order they are stored. Nothing is drawn before the last of them.
//!
//! ```text
//! dice: commit 0 HASH     a person committed to 16 bytes
//! dice: withdraw 0        the seat became free again before all had committed
//! dice: close             everybody has committed, or the time for it is over: no commitment can follow
//! dice: open 0 BYTES      a person opened; nobody is told the bytes before the next line
//! dice: begin "SETUP"     everybody has opened, or the time for it is over; the board as it was drawn
//! ```

use crate::planted::planted;
use hexwright_core::{Random as _, Stream};
use hexwright_play::dice::{Dice, Pledge, is_hex, opens};
use std::collections::BTreeMap;

/// What every such line begins with.
const PREFIX: &str = "dice: ";

/// How far a table is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DicePhase {
    /// People sit down and commit.
    Commit,
    /// They open what they committed to.
    Open,
    /// The game is under way.
    Begun,
}

impl DicePhase {
    /// As it is told.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Commit => "commit",
            Self::Open => "open",
            Self::Begun => "begun",
        }
    }
}

/// How chance is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    /// As tables of the first version did: from the secret and the number of the line.
    Old,
    /// As [`Dice`] does.
    Together,
}

/// A line about the dice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum DiceLine {
    Commit(u8, String),
    Withdraw(u8),
    Close,
    Open(u8, String),
    /// With the board, if it was drawn just now.
    Begin(Option<String>),
}

/// The dice of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableDice {
    way: Way,
    phase: DicePhase,
    commitments: BTreeMap<u8, String>,
    opened: BTreeMap<u8, String>,
}

impl DiceLine {
    /// The line, if it is about the dice; `Err` if it is and cannot be read.
    pub(super) fn read(line: &str) -> Option<Result<Self, String>> {
        let rest = line.strip_prefix(PREFIX)?;
        let (word, rest) = rest.split_once(' ').unwrap_or((rest, ""));
        let of_seat = || -> Option<(u8, String)> {
            let (seat, value) = rest.split_once(' ')?;
            Some((seat.parse().ok()?, value.to_owned()))
        };
        let read = match word {
            "commit" => of_seat().map(|(seat, hash)| Self::Commit(seat, hash)),
            "withdraw" => rest.parse().ok().map(Self::Withdraw),
            "close" => Some(Self::Close),
            "open" => of_seat().map(|(seat, bytes)| Self::Open(seat, bytes)),
            "begin" if rest.is_empty() => Some(Self::Begin(None)),
            "begin" => serde_json::from_str(rest).ok().map(|setup| Self::Begin(Some(setup))),
            _ => None,
        };
        Some(read.ok_or_else(|| format!("this cannot be read: {line:?}")))
    }
}

impl std::fmt::Display for DiceLine {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(PREFIX)?;
        match self {
            Self::Commit(seat, hash) => write!(f, "commit {seat} {hash}"),
            Self::Withdraw(seat) => write!(f, "withdraw {seat}"),
            Self::Close => f.write_str("close"),
            Self::Open(seat, bytes) => write!(f, "open {seat} {bytes}"),
            Self::Begin(None) => f.write_str("begin"),
            Self::Begin(Some(setup)) => write!(f, "begin {}", serde_json::Value::from(setup.as_str())),
        }
    }
}

impl TableDice {
    /// Of a table of the first version.
    pub(crate) const OLD: Self = Self::new(Way::Old, DicePhase::Begun);
    /// Of a table where nobody adds anything: it begins at once.
    pub(crate) const SERVER: Self = Self::new(Way::Together, DicePhase::Begun);
    /// Of a table that waits for people to commit.
    pub(crate) const TOGETHER: Self = Self::new(Way::Together, DicePhase::Commit);

    const fn new(way: Way, phase: DicePhase) -> Self {
        Self { way, phase, commitments: BTreeMap::new(), opened: BTreeMap::new() }
    }

    /// As they were before these lines of the log.
    pub(super) fn at_first(&self, lines: &[String]) -> Self {
        let waited = lines.first().is_some_and(|line| line.starts_with(PREFIX));
        Self::new(self.way, if waited { DicePhase::Commit } else { self.phase })
    }

    /// How far the table is.
    #[must_use]
    pub fn phase(&self) -> DicePhase {
        self.phase
    }

    /// What a seat has committed to.
    #[must_use]
    pub fn commitment(&self, seat: u8) -> Option<&str> {
        self.commitments.get(&seat).map(String::as_str)
    }

    /// What everybody is shown of a seat before the game begins.
    pub(super) fn shown_of(&self, seat: u8) -> Option<&str> {
        let bytes = self.opened.get(&seat).filter(|_| planted!("tells-bytes"));
        bytes.map(String::as_str).or_else(|| self.commitment(seat))
    }

    /// Whether a seat has done already what a line says.
    pub(super) fn has(&self, line: &DiceLine) -> bool {
        match line {
            DiceLine::Commit(seat, hash) => self.commitments.get(seat) == Some(hash),
            DiceLine::Open(seat, bytes) => self.opened.get(seat) == Some(bytes),
            DiceLine::Withdraw(_) | DiceLine::Close | DiceLine::Begin(_) => false,
        }
    }

    /// Whether a seat has opened.
    #[must_use]
    pub fn has_opened(&self, seat: u8) -> bool {
        self.opened.contains_key(&seat)
    }

    /// Seats that committed and have not opened.
    #[cfg(test)]
    fn unopened(&self) -> impl Iterator<Item = u8> {
        self.commitments.keys().copied().filter(|&seat| !self.has_opened(seat))
    }

    /// Goes on by a line.
    ///
    /// # Errors
    /// Why that cannot be.
    pub(super) fn apply(&mut self, line: &DiceLine) -> Result<(), &'static str> {
        match (line, self.phase) {
            (DiceLine::Commit(seat, hash), phase)
                if phase == DicePhase::Commit
                    || (planted!("late-commitment") && phase == DicePhase::Open) =>
            {
                if !is_hex(hash, 32) {
                    return Err(
                        "expected the SHA-256 hash of your bytes, 64 hexadecimal digits in lower case",
                    );
                }
                match self.commitment(*seat) {
                    Some(_) => return Err("this seat has committed to other bytes"),
                    None => self.commitments.insert(*seat, hash.clone()),
                };
            }
            (DiceLine::Commit(..), _) => return Err("it is too late to commit: others may have opened"),
            (DiceLine::Withdraw(seat), DicePhase::Commit) => {
                self.commitments.remove(seat);
            }
            (DiceLine::Close, DicePhase::Commit) => self.phase = DicePhase::Open,
            (DiceLine::Open(seat, bytes), DicePhase::Open) => {
                let commitment = self.commitment(*seat).ok_or("this seat has not committed to anything")?;
                if !opens(bytes, commitment) {
                    return Err("these are not the 16 bytes this seat has committed to");
                }
                self.opened.insert(*seat, bytes.clone());
            }
            (DiceLine::Open(..), DicePhase::Commit) => {
                return Err("it is too early: not everybody has committed");
            }
            (DiceLine::Begin(_), DicePhase::Open) => self.phase = DicePhase::Begun,
            _ => return Err("the game has begun"),
        }
        Ok(())
    }

    /// All that chance follows from, unless it is a table of the first version.
    #[must_use]
    pub fn dice(&self, secret: &str) -> Option<Dice> {
        let pledge = |(&seat, commitment): (&u8, &String)| {
            let (commitment, opened) = (commitment.clone(), self.opened.get(&seat).cloned());
            Pledge { seat, commitment, opened }
        };
        let pledges = self.commitments.iter().map(pledge).collect();
        (self.way == Way::Together).then(|| Dice { secret: secret.to_owned(), pledges })
    }

    /// Chooses among outcomes: the one place where a table draws. `draw` counts the draws of the game, `line` the
    /// lines of its log.
    pub(crate) fn choose(
        &self,
        secret: &str,
        (draw, line): (usize, usize),
        kind: &str,
        weights: &[u64],
    ) -> Option<usize> {
        let weights = weights.iter().copied();
        match self.dice(secret) {
            Some(dice) if planted!("dice-of-server") => {
                Dice { pledges: Vec::new(), ..dice }.draw(draw).weighted(weights)
            }
            Some(dice) => dice.draw(draw).weighted(weights),
            None => {
                let seed = crate::secret::derive(secret, kind);
                Stream::new(seed, "hexwright/table/1", line as u64).weighted(weights)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexwright_play::dice::sha256;

    const BYTES: [&str; 2] = ["000102030405060708090a0b0c0d0e0f", "ffffffffffffffffffffffffffffffff"];

    fn hash(n: usize) -> String {
        let raw: Vec<u8> =
            (0..16).map(|i| u8::from_str_radix(&BYTES[n][2 * i..2 * i + 2], 16).unwrap()).collect();
        sha256(&raw)
    }

    fn after(lines: &[DiceLine]) -> TableDice {
        let mut dice = TableDice::TOGETHER;
        for line in lines {
            let text = line.to_string();
            let again = DiceLine::read(&text).unwrap().unwrap();
            assert_eq!((again.to_string(), &again), (text, line));
            dice.apply(line).unwrap();
        }
        dice
    }

    #[test]
    fn all_commit_then_all_open_and_nothing_else() {
        use DiceLine::{Begin, Close, Commit, Open, Withdraw};
        let [zero, one] = [0, 1].map(hash);
        let open = |seat, n: usize| Open(seat, BYTES[n].into());
        let mut dice = after(&[Commit(1, zero.clone()), Withdraw(1), Commit(1, one.clone())]);
        assert!(dice.apply(&open(1, 1)).is_err(), "before everybody has committed");
        assert!(dice.apply(&Commit(1, zero.clone())).is_err(), "one commits once");
        assert!(dice.apply(&Commit(0, "A".repeat(64))).is_err(), "no hash");
        assert!(dice.apply(&Begin(None)).is_err());
        dice.apply(&Commit(0, zero.clone())).unwrap();
        dice.apply(&Close).unwrap();
        assert!(dice.apply(&Commit(2, one.clone())).is_err(), "others may have opened");
        assert!(dice.apply(&Withdraw(0)).is_err());
        assert!(dice.apply(&open(0, 1)).is_err(), "other bytes than committed to");
        assert!(dice.apply(&open(2, 1)).is_err(), "no commitment");
        dice.apply(&open(0, 0)).unwrap();
        assert_eq!(dice.unopened().collect::<Vec<_>>(), [1]);
        dice.apply(&Begin(Some("a\n\"b\"".into()))).unwrap();
        assert!(dice.apply(&open(1, 1)).is_err(), "too late");
        let pledges = dice.dice("s").unwrap().pledges;
        assert_eq!(pledges[0], Pledge { seat: 0, commitment: zero, opened: Some(BYTES[0].into()) });
        assert_eq!(pledges[1], Pledge { seat: 1, commitment: one, opened: None });
        after(&[Close, Begin(Some("a\n\"b\"".into()))]);
        assert!(DiceLine::read("dice: roll 6").unwrap().is_err() && DiceLine::read("0: roll").is_none());
    }
}
