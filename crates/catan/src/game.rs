//! The rules of Catan on any board the map formats can describe.
//!
//! An [`Engine`] holds what never changes (tables of the board, options, seats), a [`Position`] what
//! does: one flat value that is copied. [`Catan`] is both for a board of any size. Rules are cited by
//! their numbers (`R-…`), which `docs/rules/catan.md` lists.
//!
//! Reading order: [`Options`], [`Action`], [`Position`], then the files by theme (setup, build,
//! production, robber, cards, trade, roads, score), then the doors (legal, check, apply, chance, view).

mod action;
mod apply;
mod batch;
mod build;
mod cards;
mod catan;
mod chance;
mod check;
mod contract;
mod discards;
mod force;
mod forest;
mod hand;
mod imagine;
mod invariants;
mod learner;
mod legal;
mod lengths;
mod map_rules;
mod mask;
mod notation;
mod options;
mod picks;
mod position;
mod production;
mod random;
mod record;
mod refusal;
mod roads;
mod robber;
mod score;
mod sea;
mod sea_legal;
mod sea_tables;
mod setup;
mod ships;
mod sketch;
mod soak;
mod tables;
mod tensor;
mod trade;
mod trails;
mod twin;
mod value;
mod view;

pub use crate::map::SevensRule;
pub use action::{Action, Bundle, Pile};
pub use batch::{Part, Schedule, Shown, Slot};
pub use catan::{
    BaseEngine, BasePosition, Catan, CatanPosition, OceanEngine, SeaEngine, VastEngine, Visitor, WideEngine,
};
pub(crate) use force::Undo;
pub use hand::{Hand, Kinds};
pub use map_rules::Seafaring;
pub use options::{BankRule, DiceRule, Options, Ruleset};
pub use picks::{Pick, Picked, Picks};
pub use position::{MAX_SEATS, Phase, Position};
pub use random::{Luck, RandomGame};
pub use refusal::{Piece, Place, Refusal};
pub use sea::SeaState;
pub(crate) use sea::SidePiece;
/// Prices of what seafaring maps add.
pub(crate) mod price {
    pub(crate) use super::sea::{BRIDGE, SHIP, WALL};
}
pub use sketch::{SeatSketch, Sketch};
pub use soak::{CheckedGame, vocabulary};
pub use tables::Engine;
pub use value::{BLOCKS, COUNT, Glance, HIDDEN, Judge, Network, Row, VALUES, shares};
pub use view::{OfferView, SeatView, View};
