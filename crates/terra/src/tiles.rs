//! Everything that lies beside the board: buildings, cults, cards, tiles, action spaces, final scoring.
//!
//! ```
//! use hexwright_terra::tiles::{BonusCard, Favor};
//!
//! assert_eq!((BonusCard::ALL.len(), Favor::ALL.len()), (10, 12));
//! ```

mod action;
mod bonus;
mod building;
mod cult;
mod favor;
mod final_scoring;
mod resources;
mod scoring;
mod town;

pub use action::{ByPowerAction, BySpecial, PowerAction, PowerActionSet, Special};
pub use bonus::{BonusCard, ByBonus};
pub use building::{Building, ByBuilding};
pub use cult::{ByCult, Cult, CultSet};
pub use favor::{ByFavor, Favor, FavorSet};
pub use final_scoring::{ByFinalScoring, FinalScoring};
pub use resources::{Cost, Income};
pub use scoring::{ByScoring, CultReward, ScoringTile};
pub use town::{ByTown, TownTile};
