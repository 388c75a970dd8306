//! Players of Terra Mystica.

use crate::{Effort, League};
use hexwright_core::Seat;
use hexwright_play::bot::{Bot, GreedyBot};
use hexwright_play::evaluate::Evaluate;
use hexwright_terra::{Building, Cult, Position, Terra};
use std::sync::Arc;

/// A simple judge: points, what goods are worth, and what buildings and cults will bring in the
/// rounds that are left.
#[derive(Debug)]
struct Judge;

impl Evaluate<Terra> for Judge {
    fn strength(&self, _game: &Terra, position: &Position, seat: Seat) -> f64 {
        let p = position.player(seat);
        let rounds = f64::from(6_u8.saturating_sub(position.round));
        let goods = 0.35 * f64::from(p.coins) + 0.8 * f64::from(p.workers) + 1.4 * f64::from(p.priests);
        let power = 0.1 * f64::from(p.power[1]) + 0.35 * f64::from(p.power[2]);
        let worth = |kind| match kind {
            Building::Dwelling => 1.5 + 0.8 * rounds,
            Building::TradingHouse => 2.5 + 0.9 * rounds,
            Building::Temple => 4.0 + 1.6 * rounds,
            Building::Stronghold => 4.0 + 2.0 * rounds,
            Building::Sanctuary => 5.0 + 1.6 * rounds,
        };
        let buildings: f64 = Building::ALL.iter().map(|&kind| f64::from(p.built[kind]) * worth(kind)).sum();
        let cults: f64 = Cult::ALL.iter().map(|&cult| 0.7 * f64::from(p.cult[cult])).sum();
        let tracks = f64::from(p.shipping) + 1.2 * f64::from(p.digging);
        let favors = 1.2 * p.favors.len() as f64 * (1.0 + 0.3 * rounds);
        (f64::from(p.points) + goods + power + buildings + cults + tracks + favors).max(1.0)
    }
}

impl League for Terra {
    fn bots() -> &'static [(&'static str, &'static str)] {
        &[("greedy", "takes the action after which its own position is worth most")]
    }

    fn bot(&self, name: &str, _: &Effort) -> Option<Box<dyn Bot<Self>>> {
        (name == "greedy").then(|| Box::new(GreedyBot::new("greedy", Arc::new(Judge))) as Box<dyn Bot<Self>>)
    }
}
