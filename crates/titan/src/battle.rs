//! Battles of two legions on a battleland, as Colossus plays them (variant Default and others, all options off).
//!
//! [`Setup`] says what a battle begins with; [`Battle`] prepares it (`ground`, `sight`: what the land means for
//! each kind of creature) and fulfils the contract of games (`contract`). `moves` and `strikes` say what a creature
//! can do, `phases` what happens by itself, `legal` and `check` list and judge actions. Rules carry their
//! numbers, R-BTL-1 to R-BTL-117; see docs/rules/titan-battles.md.
//!
//! ```
//! use hexwright_titan::Battleland;
//! use hexwright_titan::battle::{Battle, Legion, Setup, read_kinds};
//! use hexwright_core::{Game as _, Seat};
//!
//! let legion = |kinds: &str| Legion::new(read_kinds(kinds).unwrap());
//! let setup = Setup::new(Battleland::default(), legion("Lion Ogre"), legion("Gargoyle"));
//! let battle = Battle::new(setup).unwrap();
//! let mut position = battle.start();
//! let enter = battle.parse_action(&position, hexwright_core::Actor::Seat(Seat(0)), "enter Gargoyle D5").unwrap();
//! battle.play(&mut position, hexwright_core::Actor::Seat(Seat(0)), &enter).unwrap();
//! assert_eq!(position.creatures(hexwright_titan::battle::Side::Attacker).count(), 2);
//! ```

mod action;
mod check;
mod contract;
pub mod creatures;
pub mod ground;
mod invariants;
mod judge;
mod legal;
mod moves;
mod panel;
mod phases;
pub mod players;
pub mod playout;
mod position;
mod present;
pub mod recorded;
mod recruit;
mod setup;
pub mod sight;
mod strikes;
mod text;
pub mod variant;
pub mod verdict;

pub use action::Action;
pub use check::Refusal;
pub use contract::View;
pub use creatures::{Kind, Traits};
pub use ground::Ground;
pub use judge::Weights;
pub use panel::{NobodyFights, Pair, Panel};
pub use position::{End, How, Phase, Position, Slot, Unit};
pub use recruit::{MasterTerrain, Member, Recruits};
pub use setup::{LEGION, Legion, MOST_ANGELS, MOST_SCORE, Setup, SetupError, Side};
pub use strikes::{Blow, StrikeOption, StrikeOptions};
pub(crate) use text::FINDINGS;
pub use text::{BadValue, BattleFormat};
pub use variant::{Variant, VariantFolder, VariantFormat, read_folder, read_kinds};

use crate::Entrance;
use hexwright_core::Key;
use std::sync::Arc;

/// A battle: the half that does not change.
#[derive(Clone, Debug)]
pub struct Battle {
    setup: Setup,
    ground: Arc<Ground>,
    titans: [u8; 2],
}

impl Battle {
    /// Prepares a battle.
    ///
    /// # Errors
    /// The first reason why the setup is no battle.
    pub fn new(setup: Setup) -> Result<Self, SetupError> {
        let ground = Arc::new(Ground::new(&setup.land, &setup.variant));
        Self::on(ground, setup)
    }

    /// Prepares a battle on ground made of the same land for the same variant: preparing the ground takes longest.
    ///
    /// # Errors
    /// The first reason why the setup is no battle.
    pub fn on(ground: Arc<Ground>, setup: Setup) -> Result<Self, SetupError> {
        if let Some(problem) = setup.problems().into_iter().next() {
            return Err(problem);
        }
        let titans = [setup.titan_power(Side::Defender), setup.titan_power(Side::Attacker)];
        Ok(Self { setup, ground, titans })
    }

    /// What it began with.
    #[must_use]
    pub const fn setup(&self) -> &Setup {
        &self.setup
    }

    /// The prepared land.
    #[must_use]
    pub const fn ground(&self) -> &Arc<Ground> {
        &self.ground
    }

    /// What a kind can do.
    #[must_use]
    #[inline]
    pub fn traits(&self, kind: Kind) -> &Traits {
        &self.setup.variant[kind]
    }

    /// Power of a creature of a side (R-BTL-3, R-BTL-11).
    #[must_use]
    #[inline]
    pub fn power(&self, side: Side, kind: Kind) -> u8 {
        let traits = self.traits(kind);
        if traits.titan { self.titans[side as usize] } else { traits.power }
    }

    /// Point value of a creature of a side (R-BTL-6).
    #[must_use]
    pub fn value(&self, side: Side, kind: Kind) -> u16 {
        u16::from(self.power(side, kind)) * u16::from(self.traits(kind).skill)
    }

    /// Where a side enters (R-BTL-15).
    #[must_use]
    pub fn entrance(&self, side: Side) -> Entrance {
        match side {
            Side::Attacker => self.setup.entrance,
            Side::Defender => Entrance::ALL[(self.setup.entrance.index() + 3) % 6],
        }
    }
}
