//! Who is better? Games arranged so that neither seat nor board nor dice decide.
//!
//! Games come in blocks. All games of a block share map, board and dice; in each the bots sit one
//! place further, so every bot meets the same luck from every seat. Which bot starts where is drawn
//! anew for each block. A game's number decides all of this, so a tournament can be split, stopped
//! and put together again without a byte changing.
//!
//! ```
//! use hexwright_play::tournament::Plan;
//!
//! let bots = ["a", "b"].map(str::to_owned).to_vec();
//! let plan = Plan::new(bots, vec!["base".to_owned()], 0, 4, 1);
//! let (first, second) = (plan.pairing(0), plan.pairing(1));
//! assert_eq!(first.block, second.block, "the same board and dice");
//! assert_ne!(first.seating, second.seating, "from the other seat");
//! ```

mod parquet;
mod results;
mod standing;

pub use results::{Results, ResultsError, ResultsFormat};
pub use standing::{Standing, standings};

use hexwright_core::{Random, Stream};
use serde::{Deserialize, Serialize};

/// What is to be played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Plan {
    /// Version of the results text.
    pub hexwright_tournament: u32,
    /// One bot for each place at the table; a name may stand several times.
    pub bots: Vec<String>,
    /// Names of the maps, played in turn.
    pub maps: Vec<String>,
    /// Fingerprint of the maps' texts and the options: results of different boards never mix.
    pub setup: String,
    /// Number of games in all.
    pub games: u64,
    /// Seed of everything.
    pub seed: u64,
}

/// How a game is to be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pairing {
    /// Number of the game.
    pub game: u64,
    /// Number of its block: of its board and its dice.
    pub block: u64,
    /// Which map.
    pub map: usize,
    /// For each seat, which of the plan's bots sits there.
    pub seating: Vec<usize>,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ResultRow {
    /// Number of the game.
    pub game: u64,
    /// Number of its block.
    pub block: u64,
    /// Which map.
    pub map: usize,
    /// For each seat, which of the plan's bots sat there.
    pub seating: Vec<usize>,
    /// The seats that won; none if it was cut off.
    pub winners: Vec<u8>,
    /// Final points per seat.
    pub scores: Vec<i32>,
    /// Actions of seats.
    pub actions: u64,
    /// Turns.
    pub turns: u64,
}

impl Plan {
    /// A plan in the current version.
    #[must_use]
    pub fn new(bots: Vec<String>, maps: Vec<String>, setup: u64, games: u64, seed: u64) -> Self {
        Self { hexwright_tournament: 1, bots, maps, setup: format!("{setup:016x}"), games, seed }
    }

    /// How game `game` is to be played.
    #[must_use]
    pub fn pairing(&self, game: u64) -> Pairing {
        let seats = self.bots.len().max(1) as u64;
        let (block, turn) = (game / seats, (game % seats) as usize);
        let mut order: Vec<usize> = (0..self.bots.len()).collect();
        Stream::new(self.seed, "hexwright/tournament", block).shuffle(&mut order);
        order.rotate_left(turn);
        Pairing { game, block, map: (block % self.maps.len().max(1) as u64) as usize, seating: order }
    }
}

impl Pairing {
    /// The row of this game once it has ended.
    #[must_use]
    pub fn row(&self, end: crate::simulate::Finished) -> ResultRow {
        ResultRow {
            game: self.game,
            block: self.block,
            map: self.map,
            seating: self.seating.clone(),
            winners: end.winners.iter().map(|s| s.0).collect(),
            scores: end.scores,
            actions: end.actions,
            turns: end.turns,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan(games: u64) -> Plan {
        let names = |n: &[&str]| n.iter().map(|s| (*s).to_owned()).collect();
        Plan::new(names(&["a", "b", "c", "d"]), names(&["x", "y"]), 1, games, 9)
    }

    #[test]
    fn every_bot_sits_everywhere_once_in_a_block() {
        let plan = plan(400);
        for block in 0..100 {
            let games: Vec<Pairing> = (0..4).map(|i| plan.pairing(block * 4 + i)).collect();
            assert!(games.iter().all(|g| g.block == block && g.map == (block % 2) as usize));
            for seat in 0..4 {
                let mut bots: Vec<usize> = games.iter().map(|g| g.seating[seat]).collect();
                bots.sort_unstable();
                assert_eq!(bots, [0, 1, 2, 3]);
            }
        }
    }

    #[test]
    fn neighbours_change_between_blocks() {
        let plan = plan(400);
        let mut orders: Vec<Vec<usize>> = (0..300).map(|b| plan.pairing(b * 4).seating).collect();
        orders.sort();
        orders.dedup();
        assert_eq!(orders.len(), 24);
    }
}
