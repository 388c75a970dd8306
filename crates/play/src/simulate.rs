//! Many games at once: parallel over games, results as if played one after another.
//!
//! A game's number decides all its chance, so neither the number of threads nor a split into shards
//! changes a result. Sums are of whole numbers: their order does not matter.
//!
//! ```
//! use hexwright_play::bot::RandomBot;
//! use hexwright_play::run::Limits;
//! use hexwright_play::simulate::{finish, tally};
//! use hexwright_play::{Players, toy::HighCard};
//!
//! let game = HighCard::new(3, 4).unwrap();
//! let play = |number| finish(&game, &mut Players::new(&game, |_| Box::new(RandomBot)), 7, number, &Limits::default());
//! let (one, four) = (tally(0..40, Some(1), &|_| (), play).unwrap(), tally(0..40, Some(4), &|_| (), play).unwrap());
//! assert_eq!((one.games, &one), (40, &four), "threads do not matter");
//! ```

use crate::bot::Players;
use crate::run::{Limits, Run};
use hexwright_core::{Actor, Game, Seat, SeatSet, Step};
use rayon::prelude::*;
use std::ops::Range;

/// How a game ended, without its course.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Finished {
    /// The winners; none if it was cut off.
    pub winners: SeatSet,
    /// Final points per seat.
    pub scores: Vec<i32>,
    /// Actions of seats; outcomes of chance not counted.
    pub actions: u64,
    /// Turns, if the game counts them.
    pub turns: u64,
}

impl Finished {
    /// The share of the win each of so many seats got; empty if nobody won.
    #[must_use]
    pub fn shares(&self, seats: usize) -> Vec<f32> {
        let share = 1.0 / self.winners.len().max(1) as f32;
        let of = |seat: usize| if self.winners.contains(Seat(seat as u8)) { share } else { 0.0 };
        if self.winners.is_empty() { Vec::new() } else { (0..seats).map(of).collect() }
    }
}

/// Games summed up.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Games played.
    pub games: u64,
    /// Games without a winner.
    pub undecided: u64,
    /// Actions of all games.
    pub actions: u64,
    /// Turns of all games.
    pub turns: u64,
    /// Games won per seat; a shared win counts for each winner.
    pub wins: Vec<u64>,
    /// Sum of the final points per seat.
    pub points: Vec<i64>,
    /// Sum of their squares.
    pub squares: Vec<u64>,
}

impl Tally {
    /// Counts a game.
    pub fn add(&mut self, game: &Finished) {
        self.games += 1;
        self.undecided += u64::from(game.winners.is_empty());
        self.actions += game.actions;
        self.turns += game.turns;
        self.wins.resize(self.wins.len().max(game.scores.len()), 0);
        for seat in game.winners.iter().filter(|s| s.index() < game.scores.len()) {
            self.wins[seat.index()] += 1;
        }
        self.points.resize(self.points.len().max(game.scores.len()), 0);
        self.squares.resize(self.points.len(), 0);
        for (seat, &score) in game.scores.iter().enumerate() {
            self.points[seat] += i64::from(score);
            self.squares[seat] += u64::from(score.unsigned_abs()) * u64::from(score.unsigned_abs());
        }
    }

    /// The mean points of a seat, and half the width of their 95 % interval.
    #[must_use]
    pub fn mean_points(&self, seat: usize) -> Option<(f64, f64)> {
        let (sum, squares) = (*self.points.get(seat)? as f64, *self.squares.get(seat)? as f64);
        let games = self.games as f64;
        let mean = sum / games;
        let spread = (squares / games - mean * mean).max(0.0) * games / (games - 1.0).max(1.0);
        (self.games > 0).then(|| (mean, 1.96 * (spread / games).sqrt()))
    }

    /// Both together.
    #[must_use]
    pub fn merge(mut self, other: &Self) -> Self {
        self.games += other.games;
        self.undecided += other.undecided;
        self.actions += other.actions;
        self.turns += other.turns;
        self.wins.resize(self.wins.len().max(other.wins.len()), 0);
        self.wins.iter_mut().zip(&other.wins).for_each(|(mine, theirs)| *mine += theirs);
        self.points.resize(self.points.len().max(other.points.len()), 0);
        self.points.iter_mut().zip(&other.points).for_each(|(mine, theirs)| *mine += theirs);
        self.squares.resize(self.points.len(), 0);
        self.squares.iter_mut().zip(&other.squares).for_each(|(mine, theirs)| *mine += theirs);
        self
    }
}

/// Plays one game with bots and keeps only its end.
pub fn finish<G: Game>(
    game: &G,
    players: &mut Players<G>,
    seed: u64,
    number: u64,
    limits: &Limits,
) -> Finished {
    finish_run(game, Run::new(game, seed, number), players, limits, |_, _, _| ())
}

/// Plays a game to its end and keeps only that; `see` watches every step with the positions before
/// and after it.
pub fn finish_run<G: Game>(
    game: &G,
    mut run: Run<'_, G>,
    players: &mut Players<G>,
    limits: &Limits,
    mut see: impl FnMut(&G::Position, &Step<G::Action>, &G::Position),
) -> Finished {
    let (mut steps, mut actions) = (0, 0);
    while steps < limits.steps {
        let before = run.position().clone();
        let Some(step) = run.step(players) else { break };
        see(&before, &step, run.position());
        steps += 1;
        actions += u64::from(step.actor != Actor::Chance);
    }
    let position = run.position();
    players.over(game, position);
    let winners = game.outcome(position).map_or(SeatSet::EMPTY, |o| o.winners);
    Finished { winners, scores: game.scores(position), actions, turns: game.turns(position).into() }
}

/// Plays the games of `numbers` and sums them up. `played` hears how many more games are done.
///
/// # Errors
/// The threads could not be started.
pub fn tally(
    numbers: Range<u64>,
    threads: Option<usize>,
    played: &(dyn Fn(u64) + Sync),
    play: impl Fn(u64) -> Finished + Sync,
) -> Result<Tally, rayon::ThreadPoolBuildError> {
    tally_while(numbers, threads, (played, &|| true), play)
}

/// The same, but a game is only begun while `go_on` says so: those that are not are not counted.
///
/// # Errors
/// As [`tally`].
pub fn tally_while(
    numbers: Range<u64>,
    threads: Option<usize>,
    (played, go_on): (&(dyn Fn(u64) + Sync), &(dyn Fn() -> bool + Sync)),
    play: impl Fn(u64) -> Finished + Sync,
) -> Result<Tally, rayon::ThreadPoolBuildError> {
    let chunk = |part: Range<u64>| {
        let mut tally = Tally::default();
        part.take_while(|_| go_on()).for_each(|number| tally.add(&play(number)));
        played(tally.games);
        tally
    };
    let parts: Vec<Range<u64>> = chunks(numbers);
    within(threads, || parts.into_par_iter().map(chunk).reduce(Tally::default, |a, b| a.merge(&b)))
}

/// Calls `play` for each number and gives the results in order.
///
/// # Errors
/// The threads could not be started.
pub fn in_order<T: Send>(
    numbers: Range<u64>,
    threads: Option<usize>,
    play: impl Fn(u64) -> T + Sync + Send,
) -> Result<Vec<T>, rayon::ThreadPoolBuildError> {
    within(threads, || numbers.into_par_iter().map(play).collect())
}

/// Runs `work` on this many threads; on all cores if none is named.
fn within<T: Send>(
    threads: Option<usize>,
    work: impl FnOnce() -> T + Send,
) -> Result<T, rayon::ThreadPoolBuildError> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads.unwrap_or(0)).build()?;
    Ok(pool.install(work))
}

/// Pieces small enough to keep all threads busy, large enough to cost nothing.
fn chunks(numbers: Range<u64>) -> Vec<Range<u64>> {
    let games = numbers.end.saturating_sub(numbers.start);
    let size = (games / 512).clamp(1, 256);
    numbers.clone().step_by(size as usize).map(|start| start..(start + size).min(numbers.end)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bot::RandomBot;
    use crate::toy::HighCard;

    fn play(threads: usize, numbers: Range<u64>) -> Tally {
        let game = HighCard::new(3, 4).unwrap();
        tally(numbers, Some(threads), &|_| (), |number| {
            let mut players = Players::new(&game, |_| Box::new(RandomBot));
            finish(&game, &mut players, 5, number, &Limits::default())
        })
        .unwrap()
    }

    #[test]
    fn threads_and_shards_change_nothing() {
        let whole = play(1, 0..1_000);
        assert_eq!(whole.games, 1_000);
        assert_eq!(whole.actions, 12_000);
        assert!(whole.wins.iter().all(|&w| (300..480).contains(&w)), "{whole:?}");
        assert_eq!(whole, play(2, 0..1_000));
        let shards = [0..1, 1..500, 500..1_000].map(|r| play(2, r));
        assert_eq!(whole, shards.iter().fold(Tally::default(), Tally::merge));
    }

    #[test]
    fn no_game_is_begun_after_the_word_to_stop() {
        let game = HighCard::new(3, 4).unwrap();
        let begun = std::sync::atomic::AtomicU64::new(0);
        let count = || begun.load(std::sync::atomic::Ordering::SeqCst);
        let found = tally_while(0..1_000, Some(1), (&|_| (), &|| count() < 7), |number| {
            begun.fetch_add(1, std::sync::atomic::Ordering::SeqCst);
            let mut players = Players::new(&game, |_| Box::new(RandomBot));
            finish(&game, &mut players, 5, number, &Limits::default())
        });
        assert_eq!((found.unwrap().games, count()), (7, 7));
    }

    #[test]
    fn results_come_in_order() {
        let squares = in_order(0..1_000, Some(3), |n| n * n).unwrap();
        assert!(squares.iter().enumerate().all(|(i, s)| (i * i) as u64 == *s));
    }
}
