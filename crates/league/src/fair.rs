//! Boards on which the seat does not decide: the best by the balance score are played until it is clear
//! that every seat wins its share, or that one does not.

use crate::catan::Study;
use crate::{Fault, Rules, bot_by_name, fairness};
use hexwright_catan::game::Catan;
use hexwright_catan::generate::{Generated, Generator};
use hexwright_catan::{Setup, map::Board};
use hexwright_core::random;
use hexwright_play::fairness::{Counts, Evenness};

/// Boards drawn; their balance decides which is tried first.
const CANDIDATES: u64 = 32;
/// Games after which a board is judged, one stage after the other.
const STAGES: [u64; 3] = [400, 1_600, 6_400];

/// What is asked of a board.
#[derive(Clone, Debug)]
pub struct Wish {
    /// How far a seat's share of the wins may be from its equal share, as in 0.05.
    pub tolerance: f64,
    /// The bot on every seat.
    pub bot: String,
    /// Number of seats.
    pub seats: usize,
    /// Options of the rules.
    pub rules: Rules,
    /// Seed of everything.
    pub seed: u64,
    /// Threads; the board is the same for any number.
    pub threads: Option<usize>,
}

/// A board that was tried.
#[derive(Clone, Debug)]
pub struct Tried {
    /// The seed it was drawn with.
    pub seed: u64,
    /// The board and its balance.
    pub found: Generated,
    /// What was counted.
    pub counts: Counts,
    /// What that says.
    pub evenness: Evenness,
}

/// The first board that is proven even, tried in the order of their balance; `told` hears of each.
///
/// # Errors
/// The rules refuse the board, or the bot does not exist.
pub fn fair_board(
    setup: &Setup,
    generator: &Generator<'_>,
    wish: &Wish,
    told: &dyn Fn(&Tried),
) -> Result<Option<Tried>, Fault> {
    let seeds = (0..CANDIDATES).map(|n| random::mix(wish.seed ^ n.wrapping_mul(0x9e37_79b9_7f4a_7c15)));
    let mut candidates: Vec<(u64, Generated)> =
        seeds.filter_map(|seed| Some((seed, generator.generate(seed).ok()?))).collect();
    candidates.sort_by_key(|(_, found)| std::cmp::Reverse(found.score));
    for (seed, found) in candidates {
        let tried = try_board(setup, seed, found, wish)?;
        told(&tried);
        if tried.evenness == Evenness::Even {
            return Ok(Some(tried));
        }
    }
    Ok(None)
}

fn try_board(setup: &Setup, seed: u64, found: Generated, wish: &Wish) -> Result<Tried, Fault> {
    let study = study(setup, &found.board, wish);
    let mut counts = Counts::new(study.question.clone());
    let mut evenness = Evenness::Unclear;
    for most in STAGES {
        let numbers: Vec<u64> = (counts.played..most).collect();
        let more = fairness::<Catan, Fault>(
            &study.question,
            &numbers,
            wish.threads,
            &|number| study.board(number),
            &bot_by_name,
            &|_| (),
        )?;
        counts = counts.merge(&more).map_err(Fault::Mixed)?;
        evenness = counts.proven(wish.tolerance);
        if evenness != Evenness::Unclear {
            break;
        }
    }
    Ok(Tried { seed, found, counts, evenness })
}

/// The study that judges a board: as `fairness` would ask it.
fn study(setup: &Setup, board: &Board, wish: &Wish) -> Study {
    let fixed = setup.with_board(board, None);
    let map = ("board".to_owned(), fixed);
    let most = STAGES[STAGES.len() - 1];
    Study::new(map, wish.bot.clone(), wish.seats, wish.rules.clone(), false, most, wish.seed)
}
