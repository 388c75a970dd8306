//! The toy game at the table: the least a playable game has to say beyond its one file.

use crate::{Effort, Fault, NewGame, Playable};
use hexwright_play::bot::{Bot, GreedyBot};
use hexwright_play::evaluate::Points;
use hexwright_play::toy::HighCard;
use std::sync::Arc;

impl Playable for HighCard {
    fn create(new: &NewGame) -> Result<Self, Fault> {
        new.knows(&["cards"])?;
        let cards = new.option("cards").unwrap_or("4");
        let seats = new.seats.unwrap_or(3);
        let game = cards.parse().ok().and_then(|cards| Self::new(seats, cards));
        game.ok_or_else(|| {
            Fault::Setup(format!("expected 2 to 4 seats and 1 to 6 cards, found {seats} and {cards}"))
        })
    }

    fn bots() -> &'static [(&'static str, &'static str)] {
        &[("greedy", "lays the card after which it has most points")]
    }

    fn bot(&self, name: &str, _: &Effort) -> Option<Box<dyn Bot<Self>>> {
        let greedy = || Box::new(GreedyBot::new("greedy", Arc::new(Points))) as Box<dyn Bot<Self>>;
        (name == "greedy").then(greedy)
    }

    fn table_bots() -> &'static [&'static str] {
        &["greedy", "random"]
    }
}
