//! The ids of intents. A browser chooses one for everything it asks for; asking again with the same id gets the
//! same answer and changes nothing.

/// The least and most characters of an id; 16 random letters and digits never meet by chance.
const LENGTH: std::ops::RangeInclusive<usize> = 16..=64;

hexwright_core::sentence_error! {
    /// A text that cannot be the id of an intent.
    pub BadId
}

/// A new id, for what the server does by itself and for clients that choose none.
#[must_use]
pub fn new_id() -> String {
    crate::secret::random_hex(10)
}

/// The id a client has chosen, or a new one.
///
/// # Errors
/// If it cannot be an id, in words.
pub fn chosen_id(id: Option<String>) -> Result<String, BadId> {
    let Some(id) = id else { return Ok(new_id()) };
    let plain = id.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_');
    if !plain || !LENGTH.contains(&id.len()) {
        let (least, most) = (LENGTH.start(), LENGTH.end());
        return Err(
            format!("expected an id of {least} to {most} letters, digits, - or _; found {id:?}").into()
        );
    }
    Ok(id)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_is_plain_and_long_enough() {
        assert_ne!(chosen_id(None).unwrap(), chosen_id(None).unwrap());
        for good in ["0123456789abcdef", "a-b_c-d_e-f_g-h_i", &"x".repeat(64)] {
            assert_eq!(chosen_id(Some(good.to_owned())).unwrap(), good);
        }
        for bad in ["", "short", "0123456789abcde\0", "0123456789abcdeé", &"x".repeat(65)] {
            assert!(chosen_id(Some(bad.to_owned())).is_err(), "{bad:?}");
        }
    }
}
