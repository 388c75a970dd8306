//! The rules. [`Setup`] says which game is played, [`Terra`] is its immutable half (board, options,
//! tiles in play), [`Position`] the half that changes.
//!
//! # The model
//!
//! * A player is a [`Seat`](hexwright_core::Seat): an index into [`Position::players`], which stand in
//!   **seating order** (the order in which factions were chosen). Round order is [`Position::order`],
//!   whoever has passed is in [`Position::passed`].
//! * A hex is a [`HexId`](hexwright_core::HexId) of the [`Board`](crate::map::Board); its present terrain is in
//!   [`Position::terrain`], its building in [`Position::buildings`]. A hex with a building has the
//!   owner's home terrain ([`Player::home`]).
//! * What somebody still has to decide is counted in [`Player::owed`]; what the player to move may
//!   still do in this turn is [`Position::doing`]. Offers of power stand in [`Position::offers`] in
//!   order of creation.
//! * All fields of a position are readable and writable, so that text can rebuild one; the rules
//!   expect what `check_invariants` checks.
//!
//! ```
//! use hexwright_core::{Game as _, Turn};
//! use hexwright_terra::{Faction, Setup, Terra};
//!
//! let factions = ["witches", "nomads"].map(|name| Faction::from_name(name).unwrap());
//! let game = Terra::new(Setup::new(&factions)).unwrap();
//! let start = game.start();
//! assert!(matches!(game.turn(&start), Turn::Seats(_)), "the first dwelling is awaited");
//! ```

mod action;
mod actions;
mod afford;
mod auction;
mod build;
mod contract;
mod draw;
mod flow;
mod invariants;
mod land;
mod leech;
mod legal;
mod options;
mod owed;
mod player;
mod position;
mod refusal;
mod run;
mod score;
mod setup;
mod spades;
mod table;
mod take_up;
mod view;

pub(crate) use flow::next_mover;
pub(crate) use land::{group, makes_town};

pub use action::{Action, ByConversion, ByGood, Command, Conversion, Conversions, Good};
pub use auction::{Auction, Bid, least_bid};
pub use options::{ByOption, OptionSet, RuleOption};
pub use owed::{ByFollowup, ByOwed, Followup, Owed};
pub use player::Player;
pub use position::{ByPhase, Doing, Offer, Phase, PlacedBuilding, Position};
pub use refusal::{Price, Refusal};
pub use run::Effect;
pub use setup::{AUCTION_POINTS, MAX_PLAYERS, START_POINTS, Setup, SetupError, Terra};
pub use table::{Figures, Happening, Note};
pub use view::View;
