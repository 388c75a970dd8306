//! Boards that are even: the best by the balance score are judged until one is proven even.

use crate::catan::Study;
use crate::verdict::{Ask, BoardVerdict, VerdictReport, judge};
use crate::{Fault, Rules};
use hexwright_catan::generate::{Generated, Generator};
use hexwright_catan::{Setup, map::Board};
use hexwright_core::random;

/// Boards drawn; their balance decides which is tried first.
const CANDIDATES: u64 = 32;
/// The first look at a board has this part of the games: most uneven boards are dropped by it.
const FIRST_LOOK: u64 = 10;

/// What is asked of a board.
#[derive(Clone, Debug)]
pub struct FairBoardQuery {
    /// What even means, and how many games may be spent on a board.
    pub ask: Ask,
    /// Number of seats.
    pub seats: usize,
    /// Options of the rules.
    pub rules: Rules,
    /// Seed of everything.
    pub seed: u64,
}

/// A board that was tried.
#[derive(Clone, Debug)]
pub struct Tried {
    /// The seed it was drawn with.
    pub seed: u64,
    /// The board and its balance.
    pub found: Generated,
    /// The verdict.
    pub report: VerdictReport,
}

/// The first board that is proven even, tried in the order of their balance; `told` hears of each.
///
/// # Errors
/// The rules refuse the board, or the threads could not be started.
pub fn fair_board(
    setup: &Setup,
    generator: &Generator<'_>,
    wish: &FairBoardQuery,
    told: &dyn Fn(&Tried),
) -> Result<Option<Tried>, Fault> {
    let seeds = (0..CANDIDATES).map(|n| random::mix(wish.seed ^ n.wrapping_mul(0x9e37_79b9_7f4a_7c15)));
    let mut candidates: Vec<(u64, Generated)> =
        seeds.filter_map(|seed| Some((seed, generator.generate(seed).ok()?))).collect();
    candidates.sort_by_key(|(_, found)| std::cmp::Reverse(found.score));
    for (seed, found) in candidates {
        let report = try_board(setup, &found.board, wish)?;
        let tried = Tried { seed, found, report };
        told(&tried);
        if tried.report.verdict == BoardVerdict::Even {
            return Ok(Some(tried));
        }
    }
    Ok(None)
}

fn try_board(setup: &Setup, board: &Board, wish: &FairBoardQuery) -> Result<VerdictReport, Fault> {
    let map = ("board".to_owned(), setup.with_board(board, None));
    let games = wish.ask.games;
    let study = Study::new(map, String::new(), wish.seats, wish.rules.clone(), false, games, wish.seed);
    let look = |games| judge(&study, &Ask { games, ..wish.ask.clone() }, &|_, _| ());
    let first = look(games / FIRST_LOOK)?;
    match first.verdict {
        BoardVerdict::Uneven | BoardVerdict::DependsOnPlayers => Ok(first),
        BoardVerdict::Even | BoardVerdict::Unclear => look(games),
    }
}
