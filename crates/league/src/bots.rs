//! The bots of Catan by name, for tables in the browser and on the command line.
//!
//! The rules judge positions, `play` knows how to search; here they meet.

use hexwright_catan::game::{Catan, CatanPosition, Judge, Weights};
use hexwright_core::{Game, Seat};
use hexwright_play::bot::{Bot, Budget, ExpectimaxBot, GreedyBot, IsmctsBot, RandomBot, Thinking};
use hexwright_play::evaluate::Evaluate;
use std::sync::Arc;

/// Names a seat in the browser can be given to; the first is the default.
pub const CATAN: &[&str] = &["greedy", "search", "random"];

/// The bots of Catan beside `random`, with a line about each.
pub const CATAN_LINES: &[(&str, &str)] = &[
    ("greedy", "takes the action that looks best at once"),
    ("search", "looks two decisions ahead, chance averaged"),
    ("mcts", "tree search over imagined worlds, 400 simulations a decision"),
];

/// The judgement of Catan positions as searching bots want it.
#[derive(Debug)]
pub struct CatanJudge(Judge);

impl CatanJudge {
    /// The judge of a board, with the shipped weights.
    #[must_use]
    pub fn new(game: &Catan) -> Arc<Self> {
        Arc::new(Self(Judge::new(game, Weights::default())))
    }
}

impl Evaluate<Catan> for CatanJudge {
    fn strength(&self, game: &Catan, position: &CatanPosition, seat: Seat) -> f64 {
        self.0.strength(game, position, seat).max(1.0)
    }

    fn value(&self, game: &Catan, position: &CatanPosition, seat: Seat) -> f64 {
        let of = |s: usize| self.0.strength(game, position, Seat(s as u8));
        let rivals = (0..game.seats()).filter(|&s| s != seat.index());
        let (best, sum) = rivals.map(of).fold((0.0, 0.0), |(best, sum), v| (f64::max(best, v), sum + v));
        let others = game.seats().saturating_sub(1).max(1) as f64;
        of(seat.index()) - self.0.weights().rivalry * 0.5 * (best + sum / others)
    }
}

/// The bot of this name.
#[must_use]
pub fn catan(game: &Catan, name: &str) -> Option<Box<dyn Bot<Catan>>> {
    let judge = CatanJudge::new(game);
    Some(match name {
        "random" => Box::new(RandomBot),
        "greedy" => Box::new(GreedyBot::new("greedy", judge)),
        "search" => Box::new(ExpectimaxBot::new("search", judge, Budget::default())),
        "mcts" => {
            let thinking = Thinking { simulations: 400, ..Thinking::default() };
            Box::new(IsmctsBot::new("mcts", judge, thinking))
        }
        _ => return None,
    })
}
