//! What Catan is played on: a map of either format. One place says how many sit down, what is drawn by a
//! seed, and which options the map brings along.

use crate::catan::{self, options};
use crate::{Fault, Rules};
use hexwright_catan::Setup;
use hexwright_catan::game::Catan;
use hexwright_catan::map::Board;
use hexwright_catan::text::dot_catan;
use hexwright_catan::text::pioneers::{self, Number, PioneersMap};

/// A map to play on.
#[derive(Clone, Debug)]
pub enum Ground {
    /// A `.catan` map.
    Catan(Box<Setup>),
    /// A `.game` map of Pioneers.
    Pioneers(Box<PioneersMap>),
}

impl Ground {
    /// As many seats as players are named; otherwise what the map is made for.
    #[must_use]
    pub fn seats(&self, named: usize) -> usize {
        match self {
            _ if named > 0 => named,
            Self::Catan(setup) => catan::seats(setup, 0),
            Self::Pioneers(map) => map.numbers[Number::Players].clamp(2, 8) as usize,
        }
    }

    /// The game on the map: open cells drawn with the seed, options as asked for; a map of Pioneers
    /// decides some of them itself.
    ///
    /// # Errors
    /// The rules refuse the map, an option or the number of seats.
    pub fn game(&self, seats: usize, rules: &Rules, board_seed: u64) -> Result<Catan, Fault> {
        match self {
            Self::Catan(setup) => catan::game(setup, seats, rules, board_seed),
            Self::Pioneers(map) => {
                let map = map.shuffled(board_seed);
                let ruleset = options(&Rules { options: Vec::new(), ..rules.clone() })?.ruleset;
                let mut chosen = map.options(ruleset);
                for word in &rules.options {
                    let (name, value) = word.split_once('=').unwrap_or((word, ""));
                    chosen.set(name, value)?;
                }
                Ok(Catan::on_pioneers_map(&map, chosen, seats)?)
            }
        }
    }

    /// The board under a seed.
    #[must_use]
    pub fn board(&self, board_seed: u64) -> Board {
        match self {
            Self::Catan(setup) => setup.draw(board_seed),
            Self::Pioneers(map) => map.shuffled(board_seed).lay_out().board,
        }
    }

    /// The seed that draws its open cells: the one noted in the map, or 1.
    #[must_use]
    pub fn board_seed(&self) -> u64 {
        match self {
            Self::Catan(setup) => catan::board_seed(None, setup),
            Self::Pioneers(_) => 1,
        }
    }

    /// The canonical text.
    #[must_use]
    pub fn text(&self) -> String {
        match self {
            Self::Catan(setup) => dot_catan::write(setup),
            Self::Pioneers(map) => pioneers::write(map),
        }
    }
}

impl From<Setup> for Ground {
    fn from(setup: Setup) -> Self {
        Self::Catan(Box::new(setup))
    }
}

impl From<PioneersMap> for Ground {
    fn from(map: PioneersMap) -> Self {
        Self::Pioneers(Box::new(map))
    }
}
