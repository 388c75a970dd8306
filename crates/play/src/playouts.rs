//! The chance to win with each action, found by playing games out at random: a judgement every game has for
//! free.
//!
//! ```
//! use hexwright_core::{Fast, Game, Seat};
//! use hexwright_play::{Players, ask::Ask, bot::RandomBot, playouts, run::Run, toy::HighCard};
//!
//! let game = HighCard::new(2, 2).unwrap();
//! let mut run = Run::new(&game, 3, 0);
//! while run.due().is_empty() {
//!     run.step(&mut Players::new(&game, |_| Box::new(RandomBot)));
//! }
//! let mut legal = Vec::new();
//! game.legal(run.position(), Seat(0), &mut legal);
//! let ask = Ask::new(&game, run.position(), Seat(0));
//! let chances = ask.about(&legal, |asked| playouts::chances(asked, 500, &mut Fast::new(1, 0)));
//! assert!(chances.len() == legal.len() && chances.iter().all(|chance| (0.0..=1.0).contains(chance)));
//! ```

use crate::ask::Asked;
use crate::bot::{Players, RandomBot};
use crate::run::{Limits, Run};
use crate::simulate::finish_run;
use hexwright_core::{Actor, Fast, Imagine, Random as _};

/// Worlds that are imagined at most: more change little.
const MOST_WORLDS: u32 = 400;
/// A game that is not over after so many steps has no winner.
const LIMITS: Limits = Limits { steps: 20_000 };

/// The share of the win that each legal action brought in games played out at random. Every action meets the same
/// imagined worlds and the same luck. No world begins after so many actions have been played.
#[must_use]
pub fn chances<G: Imagine>(asked: &Asked<'_, G>, actions: u64, random: &mut Fast) -> Vec<f64> {
    let mut players = Players::new(asked.game, |_| Box::new(RandomBot));
    let mut sums = vec![0.0; asked.legal.len()];
    let (mut worlds, mut played) = (0, 0);
    while worlds == 0 || (worlds < MOST_WORLDS && played < actions) {
        let world = asked.view.imagine(random);
        let seed = random.next_u64();
        for (sum, action) in sums.iter_mut().zip(asked.legal) {
            let mut position = world.clone();
            asked.game.play_unchecked(&mut position, Actor::Seat(asked.seat), action);
            let run = Run::resume(asked.game, position, seed, 0);
            let end = finish_run(asked.game, run, &mut players, &LIMITS, |_, _, _| ());
            played += end.actions + 1;
            if end.winners.contains(asked.seat) {
                *sum += 1.0 / end.winners.len() as f64;
            }
        }
        worlds += 1;
    }
    sums.iter().map(|sum| sum / f64::from(worlds)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ask::Ask;
    use crate::toy::{Action, HighCard};
    use hexwright_core::{Game as _, Seat};

    /// The prize is the greatest there is: now is the time for the highest card.
    #[test]
    fn the_higher_card_is_the_better_one() {
        let game = HighCard::new(2, 2).unwrap();
        let mut position = game.start();
        for card in [6, 1, 3, 3] {
            game.play(&mut position, Actor::Chance, &Action::Deal(card)).unwrap();
        }
        game.play(&mut position, Actor::Chance, &Action::Die(6)).unwrap();
        let mut legal = Vec::new();
        game.legal(&position, Seat(0), &mut legal);
        let ask = Ask::new(&game, &position, Seat(0));
        let found = ask.about(&legal, |asked| chances(asked, 4_000, &mut Fast::new(1, 0)));
        let best = (0..legal.len()).max_by(|&a, &b| found[a].total_cmp(&found[b])).unwrap();
        assert_eq!(legal[best], Action::Lay(6), "{legal:?} {found:?}");
    }
}
