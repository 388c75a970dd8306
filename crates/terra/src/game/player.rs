//! What one player has.

use super::{ByOwed, Owed};
use crate::factions::{Faction, Home, Sheet};
use crate::map::{HexSet, Site, Terrain, TerrainSet};
use crate::tiles::{BonusCard, Building, ByBuilding, ByCult, ByTown, Favor, FavorSet, Income, TownTile};
use arrayvec::ArrayVec;

/// A player: a faction and all that belongs to it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Player {
    /// The faction.
    pub faction: Faction,
    /// Points.
    pub points: i16,
    /// Coins.
    pub coins: u16,
    /// Workers.
    pub workers: u16,
    /// Priests in hand.
    pub priests: u16,
    /// Tokens in the three bowls.
    pub power: [u16; 3],
    /// Unused town keys.
    pub keys: u8,
    /// Shipping level.
    pub shipping: u8,
    /// Digging level.
    pub digging: u8,
    /// Carpet range of the Fakirs; 1 for Dwarves, 0 for everybody else.
    pub range: u8,
    /// Places on the cult tracks.
    pub cult: ByCult<u8>,
    /// Own buildings by kind: the levels. Kept in step with the board.
    pub built: ByBuilding<u8>,
    /// Hexes with own buildings. Kept in step with the board.
    pub hexes: HexSet,
    /// Own bridges in the order they were built.
    pub bridges: ArrayVec<Site, 3>,
    /// Town tiles held.
    pub towns: ByTown<u8>,
    /// Bonus card held.
    pub bonus: Option<BonusCard>,
    /// Whether the action of the bonus card is spent.
    pub bonus_used: bool,
    /// Favor tiles held.
    pub favors: FavorSet,
    /// Whether the action of the water favor tile is spent.
    pub favor_used: bool,
    /// Whether the stronghold's action is spent.
    pub stronghold_used: bool,
    /// Colour chosen by an ice, volcano or variable faction.
    pub chosen: Option<Terrain>,
    /// Terrains the Riverwalkers may build on.
    pub unlocked: TerrainSet,
    /// Own hexes that belong to a town.
    pub in_town: HexSet,
    /// River hexes the Mermaids used to found towns.
    pub river_town: HexSet,
    /// Decisions owed.
    pub owed: ByOwed<u8>,
}

impl Player {
    /// A player before the first dwelling.
    #[must_use]
    pub fn new(faction: Faction, points: i16) -> Self {
        let sheet = faction.sheet();
        Self {
            faction,
            points,
            coins: sheet.goods.coins.into(),
            workers: sheet.goods.workers.into(),
            priests: sheet.goods.priests.into(),
            power: [sheet.power[0].into(), sheet.power[1].into(), 0],
            keys: 0,
            shipping: sheet.shipping.start,
            digging: 0,
            range: sheet.tunnel.is_some().into(),
            cult: ByCult::new(sheet.cult),
            built: ByBuilding::default(),
            hexes: HexSet::EMPTY,
            bridges: ArrayVec::new(),
            towns: ByTown::default(),
            bonus: None,
            bonus_used: false,
            favors: FavorSet::EMPTY,
            favor_used: false,
            stronghold_used: false,
            chosen: None,
            unlocked: TerrainSet::EMPTY,
            in_town: HexSet::EMPTY,
            river_town: HexSet::EMPTY,
            owed: ByOwed::default(),
        }
    }

    /// The player with what its faction chooses before the first dwelling.
    #[must_use]
    pub(super) fn owing_choices(mut self) -> Self {
        self.owed[Owed::Colour] = u8::from(!matches!(self.sheet().home, Home::Colour(_)));
        self.owed[Owed::Favor] = u8::from(self.faction == Faction::IceMaidens);
        self
    }

    /// The faction board.
    #[must_use]
    pub const fn sheet(&self) -> &'static Sheet {
        self.faction.sheet()
    }

    /// The terrain the faction's buildings stand on; `None` before a variable faction has chosen.
    #[must_use]
    pub const fn home(&self) -> Option<Terrain> {
        match self.sheet().home {
            Home::Colour(colour) => Some(colour),
            Home::Ice => Some(Terrain::Ice),
            Home::Volcano => Some(Terrain::Volcano),
            Home::Variable => self.chosen,
        }
    }

    /// The colour on the wheel that transforming leads to: the home, or the chosen colour of ice.
    #[must_use]
    pub const fn wheel_home(&self) -> Option<Terrain> {
        match self.sheet().home {
            Home::Colour(colour) => Some(colour),
            Home::Ice | Home::Variable => self.chosen,
            Home::Volcano => None,
        }
    }

    /// Whether the stronghold stands.
    #[must_use]
    pub fn has_stronghold(&self) -> bool {
        self.built[Building::Stronghold] > 0
    }

    /// The income of a round, source by source: card, board, stronghold, favor tiles.
    pub(super) fn income_sources(&self) -> ArrayVec<Income, 20> {
        let (sheet, built) = (self.sheet(), self.built);
        let level = |b: Building| usize::from(built[b]);
        let houses = level(Building::TradingHouse).min(4);
        let temples = level(Building::Temple).min(3);
        let mut sources: ArrayVec<Income, 20> = ArrayVec::new();
        sources.extend(self.bonus.map(BonusCard::income));
        sources.push(Income {
            workers: sheet.dwelling_workers[level(Building::Dwelling).min(8)],
            coins: sheet.trading_coins[houses],
            power: sheet.trading_power[houses] + sheet.temple_power[temples],
            priests: sheet.temple_priests[temples]
                + sheet.sanctuary_priests * built[Building::Sanctuary].min(1),
        });
        if self.has_stronghold() {
            sources.push(sheet.stronghold);
        }
        sources.extend(self.favors.iter().map(Favor::income));
        sources
    }

    /// What the next round would bring as things stand.
    #[must_use]
    pub fn income(&self) -> Income {
        self.income_sources().iter().fold(Income::NONE, |sum, more| Income {
            coins: sum.coins + more.coins,
            workers: sum.workers + more.workers,
            priests: sum.priests + more.priests,
            power: sum.power + more.power,
        })
    }

    /// Power that can still be gained.
    #[must_use]
    pub const fn room(&self) -> u16 {
        2 * self.power[0] + self.power[1]
    }

    /// Carpet range a Fakir has by stronghold and town tiles.
    #[must_use]
    pub fn default_range(&self) -> u8 {
        match self.faction {
            Faction::Fakirs => (1 + u8::from(self.has_stronghold()) + self.towns[TownTile::Ship]).min(4),
            Faction::Dwarves => 1,
            _ => 0,
        }
    }
}
