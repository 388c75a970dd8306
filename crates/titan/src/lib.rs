//! Titan battlelands: the script language that describes a family of boards, the generator that turns
//! script and seed into one board, the board itself, and the files it is kept in.
//!
//! ```
//! use hexwright_titan::{Mode, Script};
//!
//! let text = "AREA (inside) HAZARDS Sand,50. Tree,1\nPAIR (Sand,*)(Plains,*) HEXSIDES d,60. c,50.\n";
//! let script = Script::parse(text, Mode::Documented).unwrap();
//! let rolled = script.roll(7).unwrap();
//! assert_eq!(rolled.land.canonical(), "B3:Sand:0:1d2d3d4d5d C2:Tree:1");
//! assert_eq!(rolled.bytes_used, 96);
//! ```

mod autofill;
pub mod battle;
pub mod battleland;
pub mod board;
pub mod check;
pub mod constraints;
pub mod entry;
pub mod formats;
mod kinds;
mod lex;
pub mod randomize;
pub mod script;
pub mod search;
pub mod stats;
pub mod text;
mod words;

pub use battleland::{Battleland, Cell};
pub use board::{BoardSymmetry, Entrance, HexId, HexSet};
pub use check::{MapFinding, check};
pub use constraints::{Constraint, Metric};
pub use entry::Entry;
pub use kinds::{Hexside, Mode, Terrain};
pub use lex::decode;
pub use randomize::{RollError, Rolled, Roller};
pub use script::Script;
pub use search::{Found, Tally};
pub use stats::Stats;
pub use words::{Recorded, Seeded, Words, attempt_seed};
