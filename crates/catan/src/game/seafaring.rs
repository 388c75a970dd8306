//! What a map adds to the base game, as its `# pioneers:` notes say it.
//!
//! Notes travel with the map through `.catan` files and records, so a recorded seafaring game needs
//! nothing beside its setup.

use super::options::{DiceRule, Options, SevensRule};
use crate::map::{Board, Setup, Terrain};
use crate::text::convert::Carried;
use crate::text::pioneers::{Number, Switch};
use hexwright_core::{CornerId, HexId};

/// Pieces and rules of a seafaring map.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Seafaring {
    /// Ships of each seat.
    pub ships: u8,
    /// Bridges of each seat.
    pub bridges: u8,
    /// City walls of each seat.
    pub walls: u8,
    /// Where the pirate starts.
    pub pirate: Option<HexId>,
    /// Whether the pirate may be moved.
    pub pirate_moves: bool,
    /// Points for the first, second, … discovered island; the last repeats.
    pub islands: Vec<i32>,
    /// Corners without building during setup.
    pub forbidden: Vec<CornerId>,
    /// Where the robber starts, if not on the first desert in reading order.
    pub robber: Option<HexId>,
    /// Whether the board has gold.
    pub gold: bool,
}

impl Seafaring {
    /// What the notes of a map say; empty for maps of the base game.
    #[must_use]
    pub fn of(setup: &Setup, board: &Board) -> Self {
        let gold = board.terrain.contains(&Terrain::Gold);
        let Some(carried) = Carried::from_notes(&setup.notes) else {
            return Self { gold, ..Self::default() };
        };
        let count = |number: Number| {
            let found = carried.numbers.iter().find(|(n, _)| *n == number);
            found.map_or(0, |&(_, value)| value.clamp(0, 255) as u8)
        };
        let grid = &board.grid;
        let hex = |place: crate::text::pioneers::Place| {
            grid.at(u8::try_from(place.y).ok()?, u8::try_from(place.x).ok()?)
        };
        Self {
            ships: count(Number::Ships),
            bridges: count(Number::Bridges),
            walls: count(Number::CityWalls),
            pirate: carried.pirate.and_then(hex),
            pirate_moves: carried.switches.contains(&Switch::Pirate),
            islands: carried.island_bonus.clone(),
            forbidden: carried
                .nosetup
                .iter()
                .filter_map(|node| grid.topology().corner_id(node.corner()))
                .collect(),
            robber: first_desert(&carried, board),
            gold,
        }
    }

    /// Whether the base game's tables suffice.
    #[must_use]
    pub fn is_base(&self) -> bool {
        let pieces = self.ships == 0 && self.bridges == 0 && self.walls == 0;
        pieces && self.pirate.is_none() && !self.pirate_moves && self.forbidden.is_empty() && !self.gold
    }

    /// Sets the options a Pioneers map decides in every ruleset.
    pub fn set_options(setup: &Setup, options: &mut Options) {
        let Some(carried) = Carried::from_notes(&setup.notes) else { return };
        let has = |switch| carried.switches.contains(&switch);
        let number = |number: Number, usual: i32| {
            carried.numbers.iter().find(|(n, _)| *n == number).map_or(usual, |&(_, value)| value)
        };
        options.seven_produces = false;
        options.strict_trade = has(Switch::StrictTrade);
        options.domestic_trade = !carried.no_domestic_trade;
        options.check_victory_at_end = has(Switch::VictoryAtEndOfTurn);
        options.sevens_rule = match number(Number::SevensRule, 0) {
            1 => SevensRule::RerollFirstTwoRounds,
            2 => SevensRule::RerollAll,
            _ => SevensRule::Normal,
        };
        if has(Switch::DiceDeck) {
            options.dice = DiceRule::Deck;
            options.dice_decks = number(Number::DiceDecks, 2).clamp(1, 5) as u8;
            options.dice_removed = number(Number::RemovedDiceCards, 5).clamp(0, 30) as u8;
        }
    }
}

/// The desert with the lowest sequence number.
fn first_desert(carried: &Carried, board: &Board) -> Option<HexId> {
    let sequence = carried.sequence.as_ref()?;
    let hexes = board.terrain.iter().enumerate().filter(|(_, t)| **t != Terrain::Void);
    let in_file: Vec<(usize, Terrain)> = hexes.map(|(i, &t)| (i, t)).collect();
    if in_file.len() != sequence.len() {
        return None;
    }
    in_file
        .into_iter()
        .zip(sequence)
        .filter(|((_, terrain), _)| *terrain == Terrain::Desert)
        .filter_map(|((i, _), number)| Some(((*number)?, HexId(i as u16))))
        .min()
        .map(|(_, hex)| hex)
}
