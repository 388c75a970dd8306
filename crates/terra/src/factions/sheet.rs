//! What a faction board says, as numbers and small enums.

use crate::map::Terrain;
use crate::tiles::{Building, Cost, Income, Special};

/// What a faction builds on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Home {
    /// A colour of the wheel.
    Colour(Terrain),
    /// Ice, made from the colour chosen at setup.
    Ice,
    /// Volcano, made from any colour; a colour is chosen for the start dwellings.
    Volcano,
    /// A colour chosen at setup.
    Variable,
}

/// Ship track.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shipping {
    /// Level at the start.
    pub start: u8,
    /// Last level.
    pub max: u8,
    /// Points for reaching a level.
    pub points: [u8; 6],
}

impl Shipping {
    /// The price of a level.
    pub const ADVANCE: Cost = Cost { coins: 4, workers: 0, priests: 1 };
    /// No ships.
    pub const NONE: Self = Self { start: 0, max: 0, points: [0; 6] };
}

/// Digging track.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Digging {
    /// Last level.
    pub max: u8,
    /// The price of a level.
    pub advance: Cost,
    /// The price of a spade by level; `None` if the faction cannot dig.
    pub spade: Option<[Cost; 3]>,
    /// Points for every spade dug.
    pub points: u8,
}

/// A way to reach hexes that are neither next to a building nor over a river.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tunnel {
    /// Dwarves: workers; the second number with a stronghold.
    Workers(u8, u8),
    /// Fakirs: one priest.
    Priest,
}

/// What a gained spade brings besides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SpadeEffect {
    /// It is a spade.
    Plain,
    /// A spade, and points.
    Points(u8),
    /// A spade, and power once the stronghold stands.
    PowerWithStronghold(u8),
    /// It turns into a free cult step.
    CultStep,
    /// It turns into a power token.
    Token,
    /// It is lost.
    Lost,
}

/// What the stronghold gives at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StrongholdGain {
    /// Nothing.
    Nothing,
    /// Power.
    Power(u8),
    /// Points.
    Points(u8),
    /// A favor tile.
    Favor,
    /// Up to so many workers become priests.
    Ordain(u8),
    /// Spades for up to as many hexes, then one dwelling.
    Spades(u8),
    /// One level of shipping.
    Ship,
    /// One more carpet range.
    Range,
    /// Bridges.
    Bridges(u8),
    /// A power token for each player of the game.
    TokenPerPlayer,
}

/// What an own build brings once the neighbours have decided about their power.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LeechEffect {
    /// Nothing.
    Nothing,
    /// A cult step if somebody takes power; one power if all decline.
    CultStep,
    /// A token may be bought if somebody takes power; one power if all decline.
    Token,
}

/// A faction board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sheet {
    /// What it builds on.
    pub home: Home,
    /// Coins, workers, priests at the start.
    pub goods: Cost,
    /// Tokens in the first two bowls at the start.
    pub power: [u8; 2],
    /// Places on the cult tracks at the start.
    pub cult: [u8; 4],
    /// Start points of the variant of 2017; otherwise everybody starts with 20.
    pub points_2017: u8,
    /// Prices of dwelling, trading house, temple, stronghold, sanctuary.
    pub price: [Cost; 5],
    /// Workers by number of dwellings.
    pub dwelling_workers: [u8; 9],
    /// Coins by number of trading houses.
    pub trading_coins: [u8; 5],
    /// Power by number of trading houses.
    pub trading_power: [u8; 5],
    /// Priests by number of temples.
    pub temple_priests: [u8; 4],
    /// Power by number of temples.
    pub temple_power: [u8; 4],
    /// Income of the stronghold.
    pub stronghold: Income,
    /// Priests of the sanctuary each round.
    pub sanctuary_priests: u8,
    /// Ship track.
    pub shipping: Shipping,
    /// Digging track.
    pub digging: Digging,
    /// Tunnel or carpet.
    pub tunnel: Option<Tunnel>,
    /// Strength of stronghold and sanctuary.
    pub big_strength: u8,
    /// Favor tiles for a temple or sanctuary.
    pub favors: u8,
    /// Start dwellings.
    pub dwellings: u8,
    /// Price cut on power actions.
    pub power_discount: u8,
    /// What the stronghold gives at once.
    pub stronghold_gain: StrongholdGain,
    /// The action of the stronghold, once a round.
    pub stronghold_action: Option<Special>,
    /// What a gained spade brings.
    pub spade: SpadeEffect,
    /// What own builds bring by the neighbours' decisions.
    pub leech: LeechEffect,
    /// Workers for a town tile.
    pub town_workers: u8,
    /// Points for a town tile.
    pub town_points: u8,
}

const fn dig_prices(levels: [u8; 3]) -> Option<[Cost; 3]> {
    Some([Cost::build(levels[0], 0), Cost::build(levels[1], 0), Cost::build(levels[2], 0)])
}

impl Sheet {
    /// What most boards say.
    pub const STANDARD: Self = Self {
        home: Home::Variable,
        goods: Cost::build(3, 15),
        power: [5, 7],
        cult: [0; 4],
        points_2017: 20,
        price: Self::prices([(1, 2), (2, 3), (2, 5), (4, 6), (4, 6)]),
        dwelling_workers: [1, 2, 3, 4, 5, 6, 7, 8, 8],
        trading_coins: [0, 2, 4, 6, 8],
        trading_power: [0, 1, 2, 4, 6],
        temple_priests: [0, 1, 2, 3],
        temple_power: [0; 4],
        stronghold: Income::power(2),
        sanctuary_priests: 1,
        shipping: Shipping { start: 0, max: 3, points: [0, 2, 3, 4, 0, 0] },
        digging: Self::DIGGING,
        tunnel: None,
        big_strength: 3,
        favors: 1,
        dwellings: 2,
        power_discount: 0,
        stronghold_gain: StrongholdGain::Nothing,
        stronghold_action: None,
        spade: SpadeEffect::Plain,
        leech: LeechEffect::Nothing,
        town_workers: 0,
        town_points: 0,
    };

    /// The usual digging track: a spade for 3, 2, 1 workers.
    pub const DIGGING: Digging = Digging {
        max: 2,
        advance: Cost { coins: 5, workers: 2, priests: 1 },
        spade: dig_prices([3, 2, 1]),
        points: 0,
    };

    /// No track, and no spade for goods.
    pub const NO_DIGGING: Digging = Digging { max: 0, advance: Cost::FREE, spade: None, points: 0 };

    /// Workers and coins of the five buildings.
    #[must_use]
    pub const fn prices(pairs: [(u8, u8); 5]) -> [Cost; 5] {
        let mut prices = [Cost::FREE; 5];
        let mut i = 0;
        while i < 5 {
            prices[i] = Cost::build(pairs[i].0, pairs[i].1);
            i += 1;
        }
        prices
    }

    /// How much a building counts for towns and offers.
    #[must_use]
    pub const fn strength(&self, building: Building) -> u8 {
        match building {
            Building::Dwelling => 1,
            Building::TradingHouse | Building::Temple => 2,
            Building::Stronghold | Building::Sanctuary => self.big_strength,
        }
    }

    /// Whether the faction has ships at all.
    #[must_use]
    pub const fn has_ships(&self) -> bool {
        self.shipping.max > 0
    }
}
