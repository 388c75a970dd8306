//! A Pioneers map as a game.

use super::{Catan, Options, Refusal, Ruleset, Seafaring};
use crate::map::{Board, Setup};
use crate::text::convert::to_catan;
use crate::text::pioneers::{PioneersMap, Switch};

impl PioneersMap {
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
