//! The `.game` maps of Pioneers.
//!
//! [`read`] gives the text, every finding with its place, and the [`PioneersMap`] unless there is an
//! error. [`write()`] is canonical and byte-identical to Pioneers'
//! own writer; [`format()`] keeps comments and order. [`PioneersMap::lay_out`] gives the board,
//! [`PioneersMap::shuffled`] draws `random-terrain` under a seed.
//!
//! Leniencies, each with a warning: CR line ends, a byte-order mark, Latin-1, keywords without a
//! blank behind them, repeated keywords, text behind numbers and switches, any list separator, odd
//! chits, `chits` behind the map, a map without end, blanks around its `.`, `nosetup` before the map
//! or with missing numbers, unknown tile text, missing separators, a port without facing, more than
//! 32 rows or columns, a pirate that cannot move, comments and blank lines in the map, no title.
//!
//! Losses of reading: where comments stood, `variant` and `new-rule` lines, surplus rows and
//! columns, void rows and columns behind the last hex, all pirates but the last.
//!
//! ```
//! use hexwright_catan_map::text::pioneers::{Leniency, read, write};
//! let text = b"title Rock\nchits 6,8\nmap\ns,t0,s\nd1,p2,s\n.\n";
//! let document = read("rock.game", text, Leniency::Lenient);
//! assert_eq!(document.diagnostics.len(), 1); // G052: no number of players and the like
//! let map = document.value.unwrap();
//! assert!(write(&map).ends_with("chits 6,8\nmap\ns,t0,s\nd1,p2,s\n.\n"));
//! assert_eq!(map.lay_out().board.numbers, [0, 6, 0, 0, 8, 0]);
//! ```

mod check;
mod findings;
mod format;
mod keyword;
mod layout;
pub mod letters {
    //! Tile and port letters, which the protocol of Pioneers servers uses too.
    pub use super::row::{port_of as port, terrain_of as terrain};
}
mod model;
mod place;
mod places;
mod read;
mod row;
mod values;
mod winnable;
mod write;

pub use format::format;
pub use hexwright_core::text::Leniency;
pub use keyword::{ByNumber, BySwitch, Number, Switch};
pub use layout::{Laid, rolls};
pub use model::{Cell, MOST_SIDE, PioneersMap, Port};
pub use place::{Edge, Node, Place};
pub use places::Places;
pub use read::{MOST_BYTES, MOST_LINE, Reading, read};
pub(crate) use row::MOST_SEQUENCE;
pub use winnable::{Winnable, winnable};
pub use write::write;

use super::map_text::{Advise as _, MapFormat, MapText};
use hexwright_core::Diagnostic;
use hexwright_core::text::{Confidence, Finding, Format, NotFormatted, Parsed, WriteFormat};

/// The `.game` format.
#[derive(Clone, Copy, Debug)]
pub struct DotGame;

/// Words that begin lines of a Pioneers map and of nothing else people edit.
const TELLING_WORDS: &[&[u8]] =
    &[b"map", b"chits", b"title ", b"num-players", b"random-terrain", b"domestic-trade", b"variant "];

impl Format for DotGame {
    type Value = PioneersMap;

    const NAME: &'static str = "game";
    const ENDINGS: &'static [&'static str] = &["game"];
    const TITLE: &'static str = "a Pioneers map";
    const FINDINGS: &'static [&'static [Finding]] = &[findings::FINDINGS, crate::lint::RULES];

    fn sniff(bytes: &[u8]) -> Confidence {
        let lines = || bytes.split(|&b| b == b'\n').map(<[u8]>::trim_ascii);
        let starts = |word: &[u8]| lines().take(400).any(|line| line.starts_with(word));
        if starts(b"map") && starts(b"chits") {
            Confidence::Likely
        } else if lines().any(|line| TELLING_WORDS.iter().any(|word| line.starts_with(word))) {
            Confidence::Possible
        } else {
            Confidence::No
        }
    }

    fn read(name: &str, bytes: &[u8], leniency: Leniency) -> Parsed<PioneersMap> {
        read(name, bytes, leniency).without_places()
    }

    fn advice(name: &str, bytes: &[u8]) -> Vec<Diagnostic> {
        let reading = MapText::read(MapFormat::Game, name, bytes, Leniency::Lenient);
        let board = reading.value.as_ref().and_then(|map| map.setup().written_board());
        reading.advice(board.as_ref()).into_iter().map(|(_, finding)| finding).collect()
    }

    fn format(name: &str, bytes: &[u8]) -> Result<String, NotFormatted> {
        format(name, bytes).map_err(|reading| reading.into_report().into())
    }
}

impl WriteFormat for DotGame {
    fn write(map: &PioneersMap) -> String {
        write(map)
    }
}
