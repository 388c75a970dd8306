//! How good a position is for a seat, in points it can expect at the end, and what to do about it.
//!
//! [`Weights`] are the numbers of the judgement, [`worth`](Judge::worth) adds them up, and
//! [`plan`] looks for the best way through the rest of the own round. Only additions, multiplications and
//! divisions are used, so that values are the same on every machine.
//!
//! ```
//! use hexwright_core::{Game as _, Seat};
//! use hexwright_terra::judge::{Judge, Weights};
//! use hexwright_terra::{Faction, Setup, Terra};
//!
//! let factions = ["witches", "nomads"].map(|name| Faction::from_name(name).unwrap());
//! let game = Terra::new(Setup::new(&factions)).unwrap();
//! let (start, weights) = (game.start(), Weights::default());
//! assert!(Judge::new(&game, &start, Seat(0), &weights).worth(&start) > 0.0);
//! ```

mod bids;
mod chances;
mod end;
mod land;
mod opening;
pub mod plan;
mod weights;
mod worth;

pub use chances::{chances, chances_with};
pub use plan::{Plan, values};
pub use weights::Weights;
pub use worth::Judge;
