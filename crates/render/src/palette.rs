//! The inks every room shares. Rooms add their own for their terrains.
//!
//! ```
//! use hexwright_render::palette::{SEATS, seat_ink, seat_letter};
//!
//! assert_eq!((seat_letter(0), seat_ink(1)), ('A', SEATS[1]));
//! ```

use crate::Ink;

/// The page.
pub const PAPER: Ink = Ink::new("paper", 0xfbf8f1, 0x171a1f);
/// Words and outlines on the page.
pub const TEXT: Ink = Ink::new("text", 0x23262b, 0xe9e6df);
/// Words of less weight.
pub const QUIET: Ink = Ink::new("quiet", 0x5c6067, 0x9da3ad);
/// Thin lines.
pub const LINE: Ink = Ink::new("line", 0xc9c4b8, 0x3d434d);
/// A panel on the page.
pub const PANEL: Ink = Ink::new("panel", 0xf1ecdf, 0x20242b);
/// Things that want a look: findings, errors, the robbed hex.
pub const ALARM: Ink = Ink::new("alarm", 0xb3261e, 0xff8a7a);
/// Good things: the last piece, a legal spot.
pub const BRIGHT: Ink = Ink::new("bright", 0x0b6e4f, 0x63d6a8);
/// What a highlight ring is drawn with.
pub const GLOW: Ink = Ink::new("glow", 0xffd23f, 0xffd23f);
/// Black that stays black.
pub const BLACK: Ink = Ink::fixed("black", 0x14161a);
/// White that stays white.
pub const WHITE: Ink = Ink::fixed("white", 0xffffff);

/// Colours of eight seats. They differ in lightness as well as hue, and no picture tells seats
/// apart by colour alone: every piece also carries its seat's letter.
pub const SEATS: [Ink; 8] = [
    Ink::fixed("seat-a", 0xc8322b),
    Ink::fixed("seat-b", 0x1f5fbf),
    Ink::fixed("seat-c", 0xf4f1e8),
    Ink::fixed("seat-d", 0xf08c1a),
    Ink::fixed("seat-e", 0x2d8a47),
    Ink::fixed("seat-f", 0x6b3f1f),
    Ink::fixed("seat-g", 0x8e4bb8),
    Ink::fixed("seat-h", 0x35c2c9),
];

/// The letter of a seat: A to H, then again.
#[must_use]
pub const fn seat_letter(seat: u8) -> char {
    (b'A' + seat % 8) as char
}

/// The ink of a seat.
#[must_use]
pub const fn seat_ink(seat: u8) -> Ink {
    SEATS[seat as usize % SEATS.len()]
}

/// The ink that reads best on another: black or white, the same in light and dark.
#[must_use]
pub fn readable_on(ink: Ink) -> Ink {
    if ink.light.readable() == crate::Colour::BLACK { BLACK } else { WHITE }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_can_be_read_on_paper_and_panel_in_light_and_dark() {
        for (ink, least) in [(TEXT, 7.0), (QUIET, 4.5), (ALARM, 4.5), (BRIGHT, 4.5)] {
            for ground in [PAPER, PANEL] {
                assert!(ink.light.contrast(ground.light) >= least, "{} on {}", ink.name, ground.name);
                assert!(ink.dark.contrast(ground.dark) >= least, "{} on {}, dark", ink.name, ground.name);
            }
        }
    }

    #[test]
    fn the_letter_on_a_piece_can_be_read() {
        for seat in SEATS {
            assert!(readable_on(seat).light.contrast(seat.light) >= 4.0, "{}", seat.name);
        }
    }
}
