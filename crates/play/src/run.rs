//! Running a game: ask a seat, draw chance, play, until it is over.
//!
//! ```
//! use hexwright_play::bot::RandomBot;
//! use hexwright_play::run::{Limits, play_game};
//! use hexwright_play::{Players, toy::HighCard};
//!
//! let game = HighCard::new(3, 4).unwrap();
//! let play = |number| play_game(&game, &mut Players::new(&game, |_| Box::new(RandomBot)), 7, number, &Limits::default());
//! assert_eq!(play(0).position, play(0).position, "seed and number decide a game");
//! assert!(play(1).outcome.is_some());
//! ```

use crate::ask::Ask;
use crate::bot::{Bot, Players};
use crate::chance::{Chances, thoughts};
use crate::record::{Check, Entry, Record};
use hexwright_core::{Actor, Fast, Game, Outcome, Recorded, Seat, Step, Turn};

/// When a runner gives up on a game.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Most actions and outcomes together; a game that reaches it is cut off without a winner.
    pub steps: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self { steps: 1_000_000 }
    }
}

/// A game that has been played.
#[derive(Debug)]
pub struct Played<G: Game> {
    /// Where it ended.
    pub position: G::Position,
    /// What happened, in order.
    pub steps: Vec<Step<G::Action>>,
    /// The end; `None` if it was cut off.
    pub outcome: Option<Outcome>,
    /// Names of the players, by seat.
    pub names: Vec<String>,
}

impl<G: Game> Played<G> {
    /// Actions of seats, chance not counted.
    #[must_use]
    pub fn actions(&self) -> u64 {
        self.steps.iter().filter(|step| matches!(step.actor, Actor::Seat(_))).count() as u64
    }

    /// The game in writing, with its final fingerprint and points as a check.
    #[must_use]
    pub fn record(&self, game: &G) -> Record
    where
        G: Recorded,
    {
        let mut position = game.start();
        let mut entries: Vec<Entry> = self
            .steps
            .iter()
            .map(|step| {
                let text = game.action_text(&position, &step.action);
                game.play_unchecked(&mut position, step.actor, &step.action);
                Entry::Step { actor: step.actor, text }
            })
            .collect();
        entries.push(Entry::Check(Check::of(game, &position)));
        let (game, names, setup) = (G::NAME.to_owned(), self.names.clone(), game.setup_text());
        Record { game, names, setup, dice: Vec::new(), entries }
    }
}

/// A game under way: knows whom to ask next and keeps what happened.
///
/// While several seats may act, they are asked in turn order beginning after the seat that acted
/// last, so that an offer is answered before its maker goes on.
#[derive(Debug)]
pub struct Run<'a, G: Game> {
    game: &'a G,
    position: G::Position,
    chances: Chances,
    thoughts: Vec<Fast>,
    last: Seat,
    legal: Vec<G::Action>,
    outcomes: Vec<hexwright_core::Weighted<G::Action>>,
}

impl<'a, G: Game> Run<'a, G> {
    /// Game `number` under `seed`, at its start.
    #[must_use]
    pub fn new(game: &'a G, seed: u64, number: u64) -> Self {
        Self::resume(game, game.start(), seed, number)
    }

    /// A game that goes on from a position.
    #[must_use]
    pub fn resume(game: &'a G, position: G::Position, seed: u64, number: u64) -> Self {
        Self::paired(game, position, seed, number, number)
    }

    /// A game whose chance and whose thoughts have different numbers: several games can share their
    /// dice and still differ.
    #[must_use]
    pub fn paired(game: &'a G, position: G::Position, seed: u64, chance: u64, number: u64) -> Self {
        let seats = game.seats();
        Self {
            game,
            position,
            chances: Chances::new(seed, chance),
            thoughts: (0..seats).map(|s| thoughts(seed, number, s)).collect(),
            last: Seat(seats.saturating_sub(1) as u8),
            legal: Vec::new(),
            outcomes: Vec::new(),
        }
    }

    /// Where the game stands.
    #[must_use]
    pub const fn position(&self) -> &G::Position {
        &self.position
    }

    /// Asks whoever is due and plays the answer; `None` when the game is over.
    pub fn step(&mut self, players: &mut Players<G>) -> Option<Step<G::Action>> {
        let step = match self.game.turn(&self.position) {
            Turn::Over => return None,
            Turn::Chance => Step::chance(self.draw()?),
            Turn::Seats(_) => self.ask(players)?,
        };
        self.apply(&step);
        Some(step)
    }

    /// Draws the outcome the position waits for, without playing it.
    pub fn draw(&mut self) -> Option<G::Action> {
        self.chances.draw(self.game, &self.position, &mut self.outcomes)
    }

    /// Plays an action taken from the legal list, or an outcome.
    pub fn apply(&mut self, step: &Step<G::Action>) {
        if let Actor::Seat(seat) = step.actor {
            self.last = seat;
        }
        self.game.play_unchecked(&mut self.position, step.actor, &step.action);
    }

    /// The first seat that does not wait; if all wait, the first that could act must.
    fn ask(&mut self, players: &mut Players<G>) -> Option<Step<G::Action>> {
        let due = self.due();
        for must_act in [false, true] {
            for &seat in &due {
                let may_wait = !must_act && due.len() > 1;
                if let Some(action) = self.ask_seat(seat, may_wait, &mut *players.0[seat.index()]) {
                    return Some(Step::seat(seat, action));
                }
            }
        }
        None
    }

    /// What a bot does on a seat; `None` if it can do nothing, or waits and may.
    pub fn ask_seat(&mut self, seat: Seat, may_wait: bool, bot: &mut dyn Bot<G>) -> Option<G::Action> {
        let ask = Ask::new(self.game, &self.position, seat).may_wait(may_wait);
        ask.bot_with(&mut self.legal, bot, &mut self.thoughts[seat.index()])
    }

    /// The seats that may act, in the order in which they are asked.
    #[must_use]
    pub fn due(&self) -> Vec<Seat> {
        let Turn::Seats(set) = self.game.turn(&self.position) else { return Vec::new() };
        let seats = self.game.seats();
        let after = |k: usize| Seat(((self.last.index() + k) % seats) as u8);
        (1..=seats).map(after).filter(|&s| set.contains(s)).collect()
    }
}

/// Plays game `number` under `seed` to its end or to the limit.
pub fn play_game<G: Game>(
    game: &G,
    players: &mut Players<G>,
    seed: u64,
    number: u64,
    limits: &Limits,
) -> Played<G> {
    let mut run = Run::new(game, seed, number);
    let mut steps = Vec::new();
    while (steps.len() as u64) < limits.steps {
        match run.step(players) {
            Some(step) => steps.push(step),
            None => break,
        }
    }
    players.over(game, &run.position);
    let outcome = game.outcome(&run.position);
    Played { position: run.position, steps, outcome, names: players.names() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bot::RandomBot;
    use crate::toy::{Action, HighCard};

    fn play(seed: u64, number: u64) -> Played<HighCard> {
        let game = HighCard::new(3, 4).unwrap();
        play_game(&game, &mut Players::new(&game, |_| Box::new(RandomBot)), seed, number, &Limits::default())
    }

    #[test]
    fn a_seed_and_a_number_are_a_game() {
        let texts = |p: &Played<HighCard>| p.record(&HighCard::new(3, 4).unwrap()).to_string();
        assert_eq!(texts(&play(1, 5)), texts(&play(1, 5)));
        assert_ne!(texts(&play(1, 5)), texts(&play(1, 6)));
        assert_ne!(texts(&play(1, 5)), texts(&play(2, 5)));
    }

    #[test]
    fn kinds_of_chance_have_streams_of_their_own() {
        // the die of the first round does not depend on how many cards were dealt before it
        let first_die = |cards| {
            let game = HighCard::new(3, cards).unwrap();
            let mut players = Players::new(&game, |_| Box::new(RandomBot));
            let played = play_game(&game, &mut players, 9, 0, &Limits::default());
            played.steps.iter().find_map(|s| if let Action::Die(n) = s.action { Some(n) } else { None })
        };
        assert!(first_die(2).is_some());
        assert_eq!(first_die(2), first_die(5));
    }

    #[test]
    fn the_limit_cuts_a_game_off() {
        let game = HighCard::new(3, 4).unwrap();
        let mut players = Players::new(&game, |_| Box::new(RandomBot));
        let played = play_game(&game, &mut players, 1, 0, &Limits { steps: 5 });
        assert_eq!((played.steps.len(), played.outcome), (5, None));
    }
}
