//! Dice nobody can rig: chance that follows from a secret of the server and from bytes of every person.
//!
//! The server shows the hash of its secret first. Whoever sits down commits to 16 random bytes by their hash and
//! opens them when everybody has committed. Draw number `n` is
//! `HMAC-SHA256(secret, the lines of the pledges, then "draw n block b")`, mapped without bias; what a number is
//! drawn for is up to the game. `docs/dice.md` says it so that anybody can write a verifier.
//!
//! ```
//! use hexwright_core::Random as _;
//! use hexwright_play::dice::Dice;
//!
//! let dice = Dice { secret: "5".repeat(64), pledges: Vec::new() };
//! // the same secret and the same pledges give the same dice to everybody who computes them
//! assert_eq!(dice.draw(0).below(36), 17);
//! ```

mod proof;
mod verify;

pub use proof::{BadProof, Drawn, Proof};
pub use verify::{DiceError, VerifiedDice, prove, verify};

use hexwright_core::Random;
use hmac::{Hmac, KeyInit as _, Mac as _};
use sha2::{Digest as _, Sha256};
use std::fmt;

/// Bytes a person adds.
pub const BYTES: usize = 16;

/// What a seat added: it committed first and opened later, or not at all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pledge {
    /// The seat.
    pub seat: u8,
    /// SHA-256 of its bytes, in hexadecimal.
    pub commitment: String,
    /// The bytes in hexadecimal; `None` if the seat did not open in time and was left out.
    pub opened: Option<String>,
}

/// The line HMAC reads; it ends without a line break.
impl fmt::Display for Pledge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let opened = self.opened.as_deref().unwrap_or("nothing");
        write!(f, "seat {} commits {} opens {opened}", self.seat, self.commitment)
    }
}

impl Pledge {
    /// Whether what was opened is what was committed to. A seat that opened nothing broke no promise here.
    #[must_use]
    pub fn is_kept(&self) -> bool {
        self.opened.as_deref().is_none_or(|bytes| opens(bytes, &self.commitment))
    }
}

/// All that chance at a table follows from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dice {
    /// The secret of the server, as text.
    pub secret: String,
    /// What the seats added, in their order.
    pub pledges: Vec<Pledge>,
}

impl Dice {
    /// The numbers of a draw.
    #[must_use]
    pub fn draw(&self, number: usize) -> DrawWords {
        self.words(&format!("draw {number}"))
    }

    /// The seed of the board, if the board is drawn.
    #[must_use]
    pub fn board_seed(&self) -> u64 {
        self.words("board").next_u64()
    }

    fn words(&self, about: &str) -> DrawWords {
        let mut about_all: String = self.pledges.iter().map(|pledge| format!("{pledge}\n")).collect();
        about_all.push_str(about);
        DrawWords { secret: self.secret.clone(), about: about_all, block: 0, left: Vec::new() }
    }
}

/// Numbers of 64 bits: four of each HMAC, the first bytes first, each with its highest byte first.
#[derive(Clone, Debug)]
pub struct DrawWords {
    secret: String,
    about: String,
    block: u64,
    /// Of the last block, the next one last.
    left: Vec<u64>,
}

impl Random for DrawWords {
    fn next_u64(&mut self) -> u64 {
        if let Some(word) = self.left.pop() {
            return word;
        }
        let mut hmac = Hmac::<Sha256>::new_from_slice(self.secret.as_bytes()).expect("a key of any length");
        hmac.update(format!("{} block {}", self.about, self.block).as_bytes());
        self.block += 1;
        let bytes = hmac.finalize().into_bytes();
        let words = bytes.chunks_exact(8).map(|word| u64::from_be_bytes(word.try_into().expect("8 bytes")));
        self.left = words.rev().collect();
        self.left.pop().expect("32 bytes are four words")
    }
}

/// SHA-256 in hexadecimal.
#[must_use]
pub fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Whether a text is so many bytes in hexadecimal, in lower case.
#[must_use]
pub fn is_hex(text: &str, bytes: usize) -> bool {
    text.len() == 2 * bytes && text.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f'))
}

/// Whether these bytes are the ones somebody committed to.
#[must_use]
pub fn opens(bytes: &str, commitment: &str) -> bool {
    if !is_hex(bytes, BYTES) {
        return false;
    }
    let raw: Option<Vec<u8>> =
        (0..BYTES).map(|i| u8::from_str_radix(&bytes[2 * i..2 * i + 2], 16).ok()).collect();
    raw.is_some_and(|raw| sha256(&raw) == commitment)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The vectors of docs/dice.md; whoever changes them changes every table.
    #[test]
    fn the_vectors_of_the_page_hold() {
        let bytes = "000102030405060708090a0b0c0d0e0f";
        let commitment = "be45cb2605bf36bebde684841a28f0fd43c69850a3dce5fedba69928ee3a8991";
        assert!(opens(bytes, commitment));
        assert!(!opens("000102030405060708090a0b0c0d0e0e", commitment));
        assert!(!opens("000102030405060708090A0B0C0D0E0F", commitment), "one spelling");
        let kept = Pledge { seat: 0, commitment: commitment.into(), opened: Some(bytes.into()) };
        let silent = Pledge { seat: 2, commitment: "f".repeat(64), opened: None };
        assert!(kept.is_kept() && silent.is_kept());
        let dice = Dice { secret: "5".repeat(64), pledges: vec![kept, silent] };
        let page = include_str!("../../../docs/dice.md");
        let draws: Vec<u64> = (0..8).map(|n| dice.draw(n).below(36)).collect();
        let told = format!("draws {draws:?}, board {:016x}", dice.board_seed());
        assert!(page.contains(&told), "{told}");
        let alone = Dice { pledges: Vec::new(), ..dice };
        let draws: Vec<u64> = (0..8).map(|n| alone.draw(n).below(36)).collect();
        let told = format!("draws {draws:?}, board {:016x}", alone.board_seed());
        assert!(page.contains(&told), "{told}");
    }

    #[test]
    fn numbers_go_on_behind_a_block_and_never_repeat() {
        let dice = Dice { secret: "s".into(), pledges: Vec::new() };
        let mut words = dice.draw(0);
        let mut all: Vec<u64> = (0..1_000).map(|_| words.next_u64()).collect();
        all.extend((1..1_000).map(|n| dice.draw(n).next_u64()));
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), 1_999);
    }
}
