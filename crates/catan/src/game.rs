//! The rules of Catan on any board the map formats can describe.
//!
//! An [`Engine`] holds what never changes (tables of the board, options, seats), a [`Position`] what
//! does: one flat value that is copied. [`Catan`] is both for a board of any size. Rules are cited by
//! their numbers (`R-…`), which `docs/rules/catan.md` lists.
//!
//! Reading order: [`Options`], [`Action`], [`Position`], then the files by theme (setup, build,
//! production, robber, cards, trade, roads, score), then the doors (legal, check, apply, chance, view).

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
pub use actions::refusal::{Piece, Place, Refusal};
pub use catan::{
    BaseEngine, BasePosition, Catan, CatanPosition, OceanEngine, SeaEngine, VastEngine, Visitor, WideEngine,
};
pub(crate) use checks::referee::Undo;
pub use hand::{Hand, Kinds};
pub use learn::batch::{Part, Schedule, Shown, Slot};
pub use learn::picks::{Pick, Picked, Picks};
pub use map_rules::Seafaring;
pub use options::{BankRule, DiceRule, Options, Ruleset};
pub use position::{MAX_SEATS, Phase, Position};
pub use random::{Luck, RandomGame};
pub use sea::state::SeaState;
pub(crate) use sea::state::SidePiece;
/// Prices of what seafaring maps add.
pub(crate) mod price {
    pub(crate) use super::sea::state::{BRIDGE, SHIP, WALL};
}
pub use checks::soak::{CheckedGame, vocabulary};
pub use hidden::sketch::{SeatSketch, Sketch};
pub use hidden::view::{OfferView, SeatView, View};
pub use tables::Engine;
pub use value::{BLOCKS, COUNT, Glance, HIDDEN, Judge, Network, Row, VALUES, shares};
