//! A Pioneers map as a game.

use super::{Catan, Options, Refusal, Ruleset, Seafaring};
use crate::map::{Board, HexType, HexValue, Setup, Terrain};
use crate::text::convert::to_catan;
use crate::text::pioneers::{PioneersMap, Switch};

impl PioneersMap {
    /// The map as a setup that keeps gold and cells without hex: for tools that work on setups.
    #[must_use]
    pub fn setup(&self) -> Setup {
        let mut setup = to_catan(self).0;
        for (hex_type, cell) in setup.types.iter_mut().zip(&self.cells) {
            match cell.terrain() {
                Terrain::Void => *hex_type = HexType::Void,
                Terrain::Gold if *hex_type == HexType::Desert => *hex_type = HexType::Gold,
                _ => {}
            }
        }
        let board = self.lay_out().board;
        for (i, value) in setup.values.iter_mut().enumerate() {
            if setup.types[i] == HexType::Gold && board.numbers[i] > 0 {
                *value = HexValue::Roll(board.numbers[i]);
            }
        }
        setup
    }

    /// The setup and board of the map as it stands, nothing drawn: what a game needs.
    #[must_use]
    pub fn table(&self) -> (Setup, Board) {
        let mut map = self.clone();
        map.switches[Switch::RandomTerrain] = false;
        (to_catan(&map).0, map.lay_out().board)
    }

    /// The options of a ruleset with what the map decides itself.
    #[must_use]
    pub fn options(&self, ruleset: Ruleset) -> Options {
        let mut options = Options::of(ruleset);
        Seafaring::set_options(&self.table().0, &mut options);
        options
    }
}

impl Catan {
    /// A game on a Pioneers map whose terrain is drawn (see [`PioneersMap::shuffled`]).
    ///
    /// # Errors
    /// As [`Catan::new`].
    pub fn on_pioneers_map(map: &PioneersMap, options: Options, seats: usize) -> Result<Self, Refusal> {
        let (setup, board) = map.table();
        Self::new(&setup, &board, options, seats)
    }
}
