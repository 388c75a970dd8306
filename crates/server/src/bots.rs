//! The bots a seat can be given to, by name.

use hexwright_catan::game::{Catan, CatanPosition, Judge, Weights};
use hexwright_core::{Game, Seat};
use hexwright_play::bot::{Bot, Budget, ExpectimaxBot, GreedyBot, RandomBot};
use hexwright_play::evaluate::Evaluate;
use std::sync::Arc;

/// Bots for Catan: the first is the default.
pub const CATAN: &[&str] = &["greedy", "search", "random"];

/// The judgement of Catan positions as searching bots want it.
#[derive(Debug)]
struct CatanJudge(Judge);

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
    let judge = || Arc::new(CatanJudge(Judge::new(game, Weights::default())));
    Some(match name {
        "random" => Box::new(RandomBot),
        "greedy" => Box::new(GreedyBot::new("greedy", judge())),
        "search" => Box::new(ExpectimaxBot::new("search", judge(), Budget::default())),
        _ => return None,
    })
}
