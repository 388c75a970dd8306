//! Secrets: a seat is held by 128 random bits, stored hashed and compared in constant time.

use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

/// `bytes` random bytes as hexadecimal text.
///
/// # Panics
/// If the operating system has no randomness: then no secret can be made and nothing is safe.
#[must_use]
pub fn random_hex(bytes: usize) -> String {
    let mut buffer = vec![0; bytes];
    crate::seams::fill_random(&mut buffer);
    hex(&buffer)
}

/// The token of a seat that somebody takes by the intent with this id. Who asks again with the same id gets
/// the same token, though the server keeps only its hash.
#[must_use]
pub fn seat_token(game_secret: &str, intent: &str, seat: usize) -> String {
    hex(&Sha256::digest(format!("{game_secret}/seat/{seat}/{intent}").as_bytes())[..16])
}

/// What is stored of a token.
#[must_use]
pub fn hash(token: &str) -> String {
    hex(&Sha256::digest(token.as_bytes()))
}

/// Whether a token is the one with this hash, in constant time. An empty hash matches nothing.
#[must_use]
pub fn matches(token: &str, stored_hash: &str) -> bool {
    !stored_hash.is_empty() && bool::from(hash(token).as_bytes().ct_eq(stored_hash.as_bytes()))
}

/// A number that follows from a secret; different names give unrelated numbers.
#[must_use]
pub fn derive(secret: &str, name: &str) -> u64 {
    let digest = Sha256::digest(format!("{secret}/{name}").as_bytes());
    u64::from_le_bytes(digest[..8].try_into().expect("a digest has 32 bytes"))
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|b| format!("{b:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_token_itself_matches() {
        let token = seat_token("secret", "an id of the browser", 1);
        assert_eq!(token.len(), 32);
        assert!(matches(&token, &hash(&token)));
        assert!(!matches("", ""));
        for (secret, intent, seat) in [
            ("other", "an id of the browser", 1),
            ("secret", "another", 1),
            ("secret", "an id of the browser", 2),
        ] {
            assert!(!matches(&seat_token(secret, intent, seat), &hash(&token)));
        }
        assert_ne!(derive("a", "dice"), derive("a", "theft"));
    }
}
