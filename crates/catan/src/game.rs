//! The rules of Catan on any board the map formats can describe.
//!
//! An [`Engine`] holds what never changes (tables of the board, options, seats), a [`Position`] what
//! does: one flat value that is copied. [`Catan`] is both for a board of any size. Rules are cited by
//! their numbers (`R-…`), which `docs/rules/catan.md` lists.
//!
//! Reading order: [`Options`], [`Action`], [`Position`], then the files by theme (setup, build,
//! production, robber, cards, trade, roads, score), then the doors (legal, check, apply, chance, view).
//!
//! ```
//! use hexwright_catan::game::{Catan, Ruleset};
//! use hexwright_catan::generate::preset;
//! use hexwright_core::{Actor, Game as _, Seat};
//!
//! let game = Catan::on_map(&preset("base").unwrap(), 1, Ruleset::Standard, 3).unwrap();
//! let mut position = game.start();
//! let mut legal = Vec::new();
//! game.legal(&position, Seat(0), &mut legal);
//! assert_eq!(legal.len(), 54, "the first settlement may stand on any corner");
//! game.play(&mut position, Actor::Seat(Seat(0)), &legal[0]).unwrap();
//! assert!(game.play(&mut position, Actor::Seat(Seat(0)), &legal[0]).is_err(), "now a road is due");
//! ```

mod actions;
mod catan;
mod checks;
mod contract;
mod hand;
mod hidden;
mod learn;
mod map_rules;
mod options;
mod position;
mod random;
mod record;
mod rules;
mod sea;
mod tables;
mod value;

pub use crate::map::SevensRule;
pub use actions::action::{Action, Bundle, Pile};
pub use actions::refusal::{Piece, PieceSpot, Refusal};
pub use catan::{
    BaseEngine, BasePosition, Catan, CatanPosition, OceanEngine, SeaEngine, VastEngine, Visitor, WideEngine,
};
pub(crate) use checks::referee::Undo;
pub use hand::{Hand, Kinds};
pub use learn::batch::{Part, Slot};
pub use learn::buffers::Buffers;
pub use learn::graph::BoardGraph;
pub use learn::pack::Torn;
pub use learn::picks::{Pick, Picked, Picks};
pub use learn::schedule::{Deciders, Schedule};
pub use map_rules::Seafaring;
pub use options::{BankRule, DiceRule, Options, Ruleset};
pub use position::{MAX_SEATS, Phase, Position};
pub use random::{RandomGame, RandomStreams};
pub use sea::state::SeaState;
pub(crate) use sea::state::SidePiece;
/// Prices of what seafaring maps add.
pub(crate) mod price {
    pub(crate) use super::sea::state::{BRIDGE, SHIP, WALL};
}
pub use checks::soak::{CheckedGame, vocabulary};
pub use hidden::sketch::{BadSketch, SeatSketch, Sketch};
pub use hidden::view::{OfferView, SeatView, View};
pub use tables::Engine;
pub use value::{
    BLOCKS, COUNT, FeatureRow, MOST_UNITS, Network, NetworkEval, QuickEval, UNIT_GROUP, USUAL_UNITS, shares,
};
