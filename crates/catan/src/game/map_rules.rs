//! What a map adds to the base game: seafaring, and options that it decides itself.

use super::options::{DiceRule, Options, Ruleset};
use super::{Catan, Refusal};
use crate::map::{Board, Setup, Terrain};
use hexwright_core::{CornerId, HexId};

/// Pieces and rules of a seafaring map, on a drawn board.
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
    /// What a map adds to the base game on a drawn board.
    #[must_use]
    pub fn of(setup: &Setup, board: &Board) -> Self {
        let sea = &setup.sea;
        let count = |n: u16| n.min(255) as u8;
        Self {
            ships: count(sea.ships),
            bridges: count(sea.bridges),
            walls: count(sea.walls),
            pirate: sea.pirate,
            pirate_moves: sea.pirate_moves,
            islands: sea.island_bonus.clone(),
            forbidden: sea.closed.clone(),
            robber: setup.layout.as_ref().and_then(|layout| layout.first_desert(board)),
            gold: board.terrain.contains(&Terrain::Gold),
        }
    }

    /// Whether the base game's tables suffice.
    #[must_use]
    pub fn is_base(&self) -> bool {
        let pieces = self.ships == 0 && self.bridges == 0 && self.walls == 0;
        pieces && self.pirate.is_none() && !self.pirate_moves && self.forbidden.is_empty() && !self.gold
    }
}

impl Options {
    /// The options of a ruleset with what the map decides itself.
    #[must_use]
    pub fn on_map(setup: &Setup, ruleset: Ruleset) -> Self {
        let (rules, mut options) = (&setup.rules, Self::of(ruleset));
        options.domestic_trade &= rules.domestic_trade;
        options.strict_trade |= rules.strict_trade;
        options.check_victory_at_end |= rules.victory_at_turn_end;
        options.seven_produces &= rules.seven_produces;
        options.sevens_rule = rules.sevens;
        if rules.dice_deck.used {
            options.dice = DiceRule::Deck;
            options.dice_decks = rules.dice_deck.copies;
            options.dice_removed = rules.dice_deck.removed;
        }
        options
    }
}

impl Catan {
    /// A game on a map: its open cells are drawn with the seed, and it decides the options it brings
    /// along.
    ///
    /// # Errors
    /// As [`Catan::new`].
    pub fn on_map(setup: &Setup, board_seed: u64, ruleset: Ruleset, seats: usize) -> Result<Self, Refusal> {
        Self::new(setup, &setup.draw(board_seed), Options::on_map(setup, ruleset), seats)
    }
}
