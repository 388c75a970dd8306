//! Any bytes as a share code.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hexwright_catan::text::dot_catan::{ShareError, decode, encode};

/// Decodes bytes twice: as the text of a code, and as the bits of a code whose checksum is right.
///
/// # Panics
/// If a law is broken: a code that is accepted gives a map that writes, reads and encodes to a code
/// of the same map; a code with the right checksum is never called damaged.
pub fn share_codes(bytes: &[u8]) {
    if let Ok(text) = std::str::from_utf8(bytes) {
        check(text);
    }
    let mut bits = bytes.to_vec();
    bits.extend(checksum(bytes).to_be_bytes());
    let code = format!("hxc1.{}", URL_SAFE_NO_PAD.encode(bits));
    let error = check(&code);
    assert!(!matches!(error, Some(ShareError::Checksum { .. } | ShareError::Base64)), "{error:?}");
}

fn check(code: &str) -> Option<ShareError> {
    match decode(code) {
        Ok(setup) => {
            crate::dot_catan::round_trip(&setup);
            let again = encode(&setup).expect("a decoded map can be encoded");
            assert_eq!(decode(&again).as_ref(), Ok(&setup), "{code} gives {again}");
            None
        }
        Err(error) => {
            assert!(!error.to_string().is_empty());
            Some(error)
        }
    }
}

/// CRC-16/CCITT-FALSE, written a second time here: the library's own would prove nothing.
fn checksum(bytes: &[u8]) -> u16 {
    let mut crc = 0xffff_u16;
    for &byte in bytes {
        crc ^= u16::from(byte) << 8;
        for _ in 0..8 {
            let carry = crc & 0x8000 != 0;
            crc <<= 1;
            if carry {
                crc ^= 0x1021;
            }
        }
    }
    crc
}
