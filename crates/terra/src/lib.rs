//! Terra Mystica: boards, factions and tiles as tables; rules; positions and games as text.
//!
//! Compatible with the game of that name, which is a trademark of its publisher.
//!
//! ```
//! use hexwright_terra::{Board, MapId};
//! let board = Board::printed_board(MapId::Base).unwrap();
//! let e7 = board.id_named("e7").unwrap();
//! assert_eq!((board.hex(e7).q, board.hex(e7).r), (4, 4));
//! ```

pub mod words;

pub mod map;

pub mod tiles;

pub mod factions;

pub mod game;

pub mod judge;

pub mod text;

mod present;

pub use factions::Faction;
pub use game::{Phase, Player, Position, RuleOption, Setup, Terra};
pub use map::{Board, HexSet, MapId, Terrain};
pub use tiles::{BonusCard, Building, Cult, Favor, FinalScoring, PowerAction, ScoringTile, TownTile};
