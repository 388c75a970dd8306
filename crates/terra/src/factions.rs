//! The twenty factions, one file each: what is printed on a faction's board, as numbers.
//!
//! A [`Sheet`] says what differs from [`Sheet::STANDARD`]; powers that are more than a number are
//! small enums here and acted on in `game`.
//!
//! ```
//! use hexwright_terra::Faction;
//!
//! let witches = Faction::from_name("witches").unwrap();
//! assert_eq!((witches.log_name(), witches.fire_and_ice()), ("witches", false));
//! ```

mod acolytes;
mod alchemists;
mod auren;
mod chaos_magicians;
mod cultists;
mod darklings;
mod dragonlords;
mod dwarves;
mod engineers;
mod fakirs;
mod giants;
mod halflings;
mod ice_maidens;
mod mermaids;
mod nomads;
mod riverwalkers;
mod shapeshifters;
mod sheet;
mod swarmlings;
mod witches;
mod yetis;

pub use sheet::{Digging, Home, LeechEffect, Sheet, Shipping, SpadeEffect, StrongholdGain, Tunnel};

use crate::words::vocabulary;

vocabulary! {
    /// A faction, in alphabetical order of the written names.
    Faction, ByFaction, 20 {
        /// Volcano.
        Acolytes: "Acolytes",
        /// Black.
        Alchemists: "Alchemists",
        /// Green.
        Auren: "Auren",
        /// Red.
        ChaosMagicians: "ChaosMagicians" | "Chaos Magicians",
        /// Brown.
        Cultists: "Cultists",
        /// Black.
        Darklings: "Darklings",
        /// Volcano.
        Dragonlords: "Dragonlords" | "Dragon Lords" | "Dragonmasters",
        /// Gray.
        Dwarves: "Dwarves",
        /// Gray.
        Engineers: "Engineers",
        /// Yellow.
        Fakirs: "Fakirs",
        /// Red.
        Giants: "Giants",
        /// Brown.
        Halflings: "Halflings",
        /// Ice.
        IceMaidens: "IceMaidens" | "Ice Maidens",
        /// Blue.
        Mermaids: "Mermaids",
        /// Yellow.
        Nomads: "Nomads",
        /// A colour of choice.
        Riverwalkers: "Riverwalkers" | "River Walkers",
        /// A colour of choice, changing.
        Shapeshifters: "Shapeshifters" | "Shape Shifters",
        /// Blue.
        Swarmlings: "Swarmlings",
        /// Green.
        Witches: "Witches",
        /// Ice.
        Yetis: "Yetis" | "Yeti",
    }
}

impl Faction {
    /// The board of the faction.
    #[must_use]
    pub const fn sheet(self) -> &'static Sheet {
        match self {
            Self::Acolytes => &acolytes::SHEET,
            Self::Alchemists => &alchemists::SHEET,
            Self::Auren => &auren::SHEET,
            Self::ChaosMagicians => &chaos_magicians::SHEET,
            Self::Cultists => &cultists::SHEET,
            Self::Darklings => &darklings::SHEET,
            Self::Dragonlords => &dragonlords::SHEET,
            Self::Dwarves => &dwarves::SHEET,
            Self::Engineers => &engineers::SHEET,
            Self::Fakirs => &fakirs::SHEET,
            Self::Giants => &giants::SHEET,
            Self::Halflings => &halflings::SHEET,
            Self::IceMaidens => &ice_maidens::SHEET,
            Self::Mermaids => &mermaids::SHEET,
            Self::Nomads => &nomads::SHEET,
            Self::Riverwalkers => &riverwalkers::SHEET,
            Self::Shapeshifters => &shapeshifters::SHEET,
            Self::Swarmlings => &swarmlings::SHEET,
            Self::Witches => &witches::SHEET,
            Self::Yetis => &yetis::SHEET,
        }
    }

    /// The lower-case word of command logs.
    #[must_use]
    pub const fn log_name(self) -> &'static str {
        [
            "acolytes",
            "alchemists",
            "auren",
            "chaosmagicians",
            "cultists",
            "darklings",
            "dragonlords",
            "dwarves",
            "engineers",
            "fakirs",
            "giants",
            "halflings",
            "icemaidens",
            "mermaids",
            "nomads",
            "riverwalkers",
            "shapeshifters",
            "swarmlings",
            "witches",
            "yetis",
        ][self as usize]
    }

    /// The name in words: "Chaos Magicians".
    #[must_use]
    pub const fn display(self) -> &'static str {
        match self {
            Self::ChaosMagicians => "Chaos Magicians",
            Self::IceMaidens => "Ice Maidens",
            other => other.name(),
        }
    }

    /// Whether it comes with Fire & Ice.
    #[must_use]
    pub const fn fire_and_ice(self) -> bool {
        !matches!(self.sheet().home, Home::Colour(_))
    }
}
