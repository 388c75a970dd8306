//! Many games of any [`Playable`] game. A game's number decides all its chance, so a run may be split
//! into shards in any way: `tournament` and `fairness` play the numbers they are given.

use crate::Playable;
use hexwright_core::Seat;
use hexwright_play::bot::Bot;
use hexwright_play::fairness::{Counts, Observed, Question};
use hexwright_play::run::{Limits, Run};
use hexwright_play::simulate::{Finished, Tally, finish, finish_run, in_order, tally_while};
use hexwright_play::tournament::{Pairing, Plan, ResultRow};
use hexwright_play::{Players, Shard};
use std::ops::Range;

/// How a name becomes a bot for a seat of a game with this seed.
type Find<'a, G, E> = &'a (dyn Fn(&G, &str, Seat, u64) -> Result<Box<dyn Bot<G>>, E> + Sync);

/// Games counted by one piece of a study.
const PIECE: usize = 32;

fn seated<'a, G: Playable, E>(
    game: &G,
    names: impl Iterator<Item = &'a String>,
    seed: u64,
    find: Find<'_, G, E>,
) -> Result<Players<G>, E> {
    let bots = (0u8..).zip(names).map(|(seat, name)| find(game, name, Seat(seat), seed));
    Ok(Players(bots.collect::<Result<_, E>>()?))
}

/// Plays the games of `numbers` between the named bots and sums them up.
///
/// # Errors
/// A name is no bot, or the threads could not be started.
pub fn simulate<G: Playable, E: From<rayon::ThreadPoolBuildError> + Send>(
    game: &G,
    names: &[String],
    seed: u64,
    numbers: Range<u64>,
    threads: Option<usize>,
    played: &(dyn Fn(u64) + Sync),
    find: Find<'_, G, E>,
) -> Result<Tally, E> {
    simulate_while(game, names, seed, numbers, threads, (played, &|| true), find)
}

/// As [`simulate`], but a game is only begun while the second of the pair says so.
///
/// # Errors
/// As [`simulate`].
pub fn simulate_while<G: Playable, E: From<rayon::ThreadPoolBuildError> + Send>(
    game: &G,
    names: &[String],
    seed: u64,
    numbers: Range<u64>,
    threads: Option<usize>,
    told: (&(dyn Fn(u64) + Sync), &(dyn Fn() -> bool + Sync)),
    find: Find<'_, G, E>,
) -> Result<Tally, E> {
    drop(seated(game, names.iter(), seed, find)?);
    let all_random = names.iter().all(|name| name == "random");
    Ok(tally_while(numbers, threads, told, |number| {
        let fast = if all_random { game.random_game(seed, number) } else { None };
        fast.unwrap_or_else(|| {
            let Ok(mut players) = seated(game, names.iter(), seed ^ number, find) else {
                unreachable!("the names were tried before")
            };
            finish(game, &mut players, seed, number, &Limits::default())
        })
    })?)
}

/// Plays these games of a tournament and gives their rows in the same order.
///
/// # Errors
/// A name is no bot, a board cannot be played on, or the threads could not be started.
pub fn tournament<G: Playable, E: From<rayon::ThreadPoolBuildError> + Send>(
    plan: &Plan,
    numbers: &[u64],
    threads: Option<usize>,
    board: &(dyn Fn(&Pairing) -> Result<G, E> + Sync),
    find: Find<'_, G, E>,
) -> Result<Vec<ResultRow>, E> {
    let one = |number: u64| -> Result<ResultRow, E> {
        let pairing = plan.pairing(number);
        let game = board(&pairing)?;
        let names = pairing.seating.iter().map(|&bot| &plan.bots[bot]);
        let mut players = seated(&game, names, plan.seed ^ number, find)?;
        let run = Run::paired(&game, game.start(), plan.seed, pairing.block, number);
        let end = finish_run(&game, run, &mut players, &Limits::default(), |_, _, _| ());
        Ok(pairing.row(end))
    };
    in_order(0..numbers.len() as u64, threads, |i| one(numbers[i as usize]))?.into_iter().collect()
}

/// Plays a part of a study; its counts know which part they are.
///
/// # Errors
/// As [`fairness`].
pub fn fairness_part<G: Playable, E: From<rayon::ThreadPoolBuildError> + Send>(
    question: &Question,
    shard: Shard,
    threads: Option<usize>,
    board: &(dyn Fn(u64) -> Result<G, E> + Sync),
    find: Find<'_, G, E>,
    played: &(dyn Fn(u64) + Sync),
) -> Result<Counts, E> {
    let numbers: Vec<u64> = shard.games(question.games).collect();
    let counts = fairness(question, &numbers, threads, board, find, played)?;
    Ok(Counts { shards: vec![shard], ..counts })
}

/// Plays these games of a study and counts what happened.
///
/// # Errors
/// A name is no bot, a board cannot be played on, or the threads could not be started.
pub fn fairness<G: Playable, E: From<rayon::ThreadPoolBuildError> + Send>(
    question: &Question,
    numbers: &[u64],
    threads: Option<usize>,
    board: &(dyn Fn(u64) -> Result<G, E> + Sync),
    find: Find<'_, G, E>,
    played: &(dyn Fn(u64) + Sync),
) -> Result<Counts, E> {
    let one = |number: u64| -> Result<(Finished, Observed), E> {
        let game = board(number)?;
        let names = std::iter::repeat_n(&question.bot, game.seats());
        let mut players = seated(&game, names, question.seed ^ number, find)?;
        let mut seen = Observed::default();
        let run = Run::new(&game, question.seed, number);
        let end = finish_run(&game, run, &mut players, &Limits::default(), |before, step, after| {
            game.observe(before, step, after, &mut seen);
        });
        Ok((end, seen))
    };
    let pieces: Vec<&[u64]> = numbers.chunks(PIECE).collect();
    let parts = in_order(0..pieces.len() as u64, threads, |piece| -> Result<Counts, E> {
        let mut counts = Counts::new(question.clone());
        for &number in pieces[piece as usize] {
            let (end, seen) = one(number)?;
            counts.add(&end, &seen);
            played(1);
        }
        Ok(counts)
    })?;
    let mut whole = Counts::new(question.clone());
    for part in parts {
        whole = whole.merge(&part?).expect("parts of one question fit together");
    }
    Ok(whole)
}
