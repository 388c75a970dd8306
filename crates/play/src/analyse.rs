//! A game looked at again: who was likely to win when, which decisions cost what, and what was luck.
//!
//! Everything is told in chances to win. A decision costs the difference between the best action and the one
//! that was played, as judged from what the deciding seat could know. Chance brings the difference between the
//! position it led to and the mean of all positions it could have led to. So luck and skill are told apart.
//!
//! ```
//! use hexwright_play::analyse::{Evaluators, AnalysisOptions, analyse};
//! use hexwright_play::bot::RandomBot;
//! use hexwright_play::{Players, run, toy::HighCard};
//!
//! let game = HighCard::new(2, 2).unwrap();
//! let players = || Players::new(&game, |_| Box::new(RandomBot) as _);
//! let record = run::play_game(&game, &mut players(), 1, 0, &run::Limits::default()).record(&game);
//! let judges = Evaluators {
//!     players: &players,
//!     advice: &|asked, _| vec![0.5; asked.legal.len()],
//!     chances: None,
//!     words: &|_, step| format!("{:?}", step.action),
//!     told: &|_, _| (),
//! };
//! let how = AnalysisOptions { playouts: 4, seed: 1, threads: Some(1), ..AnalysisOptions::default() };
//! let found = analyse(&game, &record, &how, &judges).unwrap();
//! assert_eq!(found.cost(0), 0.0, "advice that likes everything finds no mistake");
//! ```

mod found;

pub use found::{Analysis, Decision, Luck, Odds, TurningPoint, Valued};

use crate::ask::{Ask, Asked};
use crate::bot::Players;
use crate::record::{Record, ReplayError, replay_with};
use crate::run::{Limits, Run};
use crate::simulate::{finish_run, in_order};
use hexwright_core::{Actor, Fast, Game, Seat, Step, StopFlag};

/// Turning points that are kept.
const MOST_TURNING_POINTS: usize = 5;

/// How to look.
#[derive(Clone, Debug, Default)]
pub struct AnalysisOptions {
    /// Games played out from each turn; 0 asks the judge instead, if the game has one.
    pub playouts: u64,
    /// Seed of all chance in them.
    pub seed: u64,
    /// Threads; all cores if none is given.
    pub threads: Option<usize>,
    /// Ends the analysis early with [`AnalyseError::Stopped`].
    pub stop: StopFlag,
}

/// Who judges.
pub struct Evaluators<'a, G: Game> {
    /// Seats the bots that play positions out.
    pub players: &'a (dyn Fn() -> Players<G> + Sync),
    /// Judges every legal action a seat is asked about; higher is better.
    pub advice: Advice<'a, G>,
    /// The chances to win at a position known in full, by seat.
    pub chances: Option<Chances<'a, G>>,
    /// A step in words.
    pub words: StepWords<'a, G>,
    /// Hears how many more decisions and turns are done, of how many.
    pub told: &'a (dyn Fn(u64, u64) + Sync),
}

impl<G: Game> std::fmt::Debug for Evaluators<'_, G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Evaluators").field("chances", &self.chances.is_some()).finish_non_exhaustive()
    }
}

/// A step in words.
pub type StepWords<'a, G> = &'a (dyn Fn(&<G as Game>::Position, &Step<<G as Game>::Action>) -> String + Sync);

/// Says the chances to win at a position, by seat.
pub type Chances<'a, G> = &'a (dyn Fn(&<G as Game>::Position) -> Vec<f64> + Sync);

/// Why a game cannot be analysed.
#[derive(Debug, thiserror::Error)]
pub enum AnalyseError {
    /// The record is wrong.
    #[error(transparent)]
    Replay(#[from] ReplayError),
    /// No threads.
    #[error("the threads could not be started: {0}")]
    Threads(#[from] rayon::ThreadPoolBuildError),
    /// The flag was raised.
    #[error("the analysis was stopped before it was finished")]
    Stopped,
}

/// Judges every legal action a seat is asked about; higher is better.
pub type Advice<'a, G> = &'a (dyn Fn(&Asked<'_, G>, &mut Fast) -> Vec<f64> + Sync);

/// A step of the record with the position before it.
struct Seen<G: Game> {
    entry: usize,
    before: G::Position,
    step: Step<G::Action>,
}

/// Entries between two looks at the chances of a game that counts no turns.
pub const PAUSE: usize = 6;

/// Looks at a whole record.
///
/// # Errors
/// The record cannot be replayed.
pub fn analyse<G: Game>(
    game: &G,
    record: &Record,
    how: &AnalysisOptions,
    judges: &Evaluators<'_, G>,
) -> Result<Analysis, AnalyseError> {
    let mut turns: Vec<(usize, u32, G::Position)> = vec![(0, game.turns(&game.start()), game.start())];
    let mut pauses = turns.clone();
    let mut steps: Vec<Seen<G>> = Vec::new();
    let last = replay_with(game, record, |replayed| {
        let (number, before, after) = (replayed.number, replayed.before, replayed.after);
        steps.push(Seen { entry: number, before: before.clone(), step: replayed.step.clone() });
        if game.turns(after) != game.turns(before) {
            turns.push((number, game.turns(after), after.clone()));
        }
        if number % PAUSE == 0 {
            pauses.push((number, 0, after.clone()));
        }
        true
    })?;
    // where a game counts no turns, its chances are looked at every so often
    if game.turns(&last) == 0 {
        turns = pauses;
    }
    let judged = judges.chances.filter(|_| how.playouts == 0);
    let all = (turns.len() + steps.len()) as u64;
    let odds = in_order(0..turns.len() as u64, how.threads, |i| {
        let (entry, turn, position) = &turns[i as usize];
        let shares =
            judged.map_or_else(|| shares(game, position, how, judges.players), |judge| judge(position));
        (judges.told)(1, all);
        Odds { entry: *entry, turn: *turn, shares }
    })?;
    let mut weighed = in_order(0..steps.len() as u64, how.threads, |i| {
        if how.stop.is_raised() {
            return None;
        }
        let found = weigh(game, &steps[i as usize], how.seed, judges);
        (judges.told)(1, all);
        found
    })?;
    if how.stop.is_raised() {
        return Err(AnalyseError::Stopped);
    }
    let (luck, turning_points) = match judges.chances {
        Some(judge) => {
            (luck(game, &steps, &last, judge), turning_points(game, &steps, &last, judge, judges.words))
        }
        None => (Vec::new(), Vec::new()),
    };
    look_back(game, &steps, &last, &mut weighed);
    let told = |(seen, weighed): (&Seen<G>, Option<Weighed<G>>)| {
        weighed.map(|weighed| weighed.decision(game, seen, judges.words))
    };
    let decisions = steps.iter().zip(weighed).filter_map(told).collect();
    Ok(Analysis {
        playouts: if judged.is_some() { 0 } else { how.playouts },
        odds,
        decisions,
        luck,
        turning_points,
    })
}

/// The value of every legal action of the seats a position waits for, best first.
pub fn values<G: Game>(
    game: &G,
    position: &G::Position,
    seat: Seat,
    seed: u64,
    judges: &Evaluators<'_, G>,
) -> Vec<Valued> {
    let mut legal = Vec::new();
    game.legal(position, seat, &mut legal);
    if legal.is_empty() {
        return Vec::new();
    }
    let ask = Ask::new(game, position, seat);
    let values = ask.about(&legal, |asked| (judges.advice)(asked, &mut Fast::new(seed, 0)));
    let mut valued: Vec<Valued> = legal
        .iter()
        .zip(values)
        .map(|(action, value)| Valued {
            action: game.action_text(position, action),
            words: (judges.words)(position, &Step::seat(seat, action.clone())),
            value,
        })
        .collect();
    valued.sort_by(|a, b| b.value.total_cmp(&a.value));
    valued
}

/// What each kind of chance brought each seat: the position it led to less the mean of those it could lead to.
fn luck<G: Game>(game: &G, steps: &[Seen<G>], last: &G::Position, judge: Chances<'_, G>) -> Vec<Luck> {
    let mut all: Vec<Luck> = Vec::new();
    for (i, seen) in steps.iter().enumerate().filter(|(_, seen)| seen.step.actor == Actor::Chance) {
        let after = steps.get(i + 1).map_or(last, |next| &next.before);
        let mut outcomes = Vec::new();
        game.prospects(&seen.before, &mut outcomes);
        let total: f64 = outcomes.iter().map(|o| f64::from(o.weight)).sum();
        let mut gained = judge(after);
        for outcome in &outcomes {
            let mut other = seen.before.clone();
            game.play_unchecked(&mut other, Actor::Chance, &outcome.action);
            let part = f64::from(outcome.weight) / total;
            gained.iter_mut().zip(judge(&other)).for_each(|(sum, chance)| *sum -= part * chance);
        }
        let kind = game.chance_kind(&seen.before);
        let place = all.iter().position(|l| l.kind == kind).unwrap_or_else(|| {
            all.push(Luck { kind: kind.to_owned(), gained: vec![0.0; game.seats()] });
            all.len() - 1
        });
        all[place].gained.iter_mut().zip(gained).for_each(|(sum, gained)| *sum += gained);
    }
    all
}

/// The steps after which some seat's chances changed most.
fn turning_points<G: Game>(
    game: &G,
    steps: &[Seen<G>],
    last: &G::Position,
    judge: Chances<'_, G>,
    words: StepWords<'_, G>,
) -> Vec<TurningPoint> {
    let mut found: Vec<TurningPoint> = Vec::new();
    let mut before = steps.first().map_or_else(Vec::new, |first| judge(&first.before));
    for (i, seen) in steps.iter().enumerate() {
        let after = judge(steps.get(i + 1).map_or(last, |next| &next.before));
        let swing = |s: &usize| (after[*s] - before[*s]).abs();
        let most = (0..after.len()).max_by(|a, b| swing(a).total_cmp(&swing(b)).then(b.cmp(a)));
        // placing the first pieces is no turn of the game
        if let Some(seat) = most.filter(|_| game.turns(&seen.before) > 0 || game.turns(last) == 0) {
            found.push(TurningPoint {
                entry: seen.entry,
                turn: game.turns(&seen.before),
                words: String::new(),
                seat: seat as u8,
                before: before[seat],
                after: after[seat],
            });
        }
        before = after;
    }
    let swing = |t: &TurningPoint| (t.after - t.before).abs();
    found.sort_by(|a, b| swing(b).total_cmp(&swing(a)).then(a.entry.cmp(&b.entry)));
    found.truncate(MOST_TURNING_POINTS);
    found.sort_by_key(|t| t.entry);
    for point in &mut found {
        if let Some(seen) = steps.iter().find(|s| s.entry == point.entry) {
            point.words = words(&seen.before, &seen.step);
        }
    }
    found
}

/// Shares of the playouts won from a position; a shared win is shared. A raised flag leaves the rest out.
pub fn shares<G: Game>(
    game: &G,
    position: &G::Position,
    how: &AnalysisOptions,
    players: &(dyn Fn() -> Players<G> + Sync),
) -> Vec<f64> {
    let mut shares = vec![0.0; game.seats()];
    for number in 0..how.playouts {
        if how.stop.is_raised() {
            break;
        }
        let run = Run::resume(game, position.clone(), how.seed, number);
        let end = finish_run(game, run, &mut players(), &Limits { steps: 20_000 }, |_, _, _| ());
        for seat in end.winners.iter() {
            shares[seat.index()] += 1.0 / (end.winners.len() as f64 * how.playouts as f64);
        }
    }
    shares
}

/// A choice of the record between several actions.
struct Weighed<G: Game> {
    seat: Seat,
    legal: Vec<G::Action>,
    values: Vec<f64>,
    /// The place of what was played.
    played: usize,
}

/// The value of every action that could have been played; `None` where there was no choice.
fn weigh<G: Game>(game: &G, seen: &Seen<G>, seed: u64, judges: &Evaluators<'_, G>) -> Option<Weighed<G>> {
    let Actor::Seat(seat) = seen.step.actor else { return None };
    let mut legal = Vec::new();
    game.legal(&seen.before, seat, &mut legal);
    let played = legal.iter().position(|action| *action == seen.step.action)?;
    if legal.len() < 2 {
        return None;
    }
    let values = Ask::new(game, &seen.before, seat)
        .about(&legal, |asked| (judges.advice)(asked, &mut Fast::new(seed, seen.entry as u64)));
    Some(Weighed { seat, legal, values, played })
}

/// What led to the end of a won game at once, with no chance and nobody else between, won it: looked at from the first of
/// these actions the end may have been too far to see, and none of them cost anything.
fn look_back<G: Game>(game: &G, steps: &[Seen<G>], last: &G::Position, weighed: &mut [Option<Weighed<G>>]) {
    let Some(end) = game.outcome(last) else { return };
    let Some(Actor::Seat(seat)) = steps.last().map(|seen| seen.step.actor) else { return };
    if !end.winners.contains(seat) {
        return;
    }
    let won = 1.0 / end.winners.len() as f64;
    let by_winner =
        steps.iter().zip(weighed).rev().take_while(|(seen, _)| seen.step.actor == Actor::Seat(seat));
    for weighed in by_winner.filter_map(|(_, weighed)| weighed.as_mut()) {
        let played = &mut weighed.values[weighed.played];
        *played = played.max(won);
    }
}

impl<G: Game> Weighed<G> {
    fn decision(&self, game: &G, seen: &Seen<G>, words: StepWords<'_, G>) -> Decision {
        let Self { seat, legal, values, played } = self;
        let mut order: Vec<usize> = (0..legal.len()).collect();
        // what was played comes before its equals
        order.sort_by(|&a, &b| {
            values[b].total_cmp(&values[a]).then((a != *played).cmp(&(b != *played))).then(a.cmp(&b))
        });
        let (best, second) = (order[0], order[1]);
        let text = |place: usize| game.action_text(&seen.before, &legal[place]);
        let in_words = |place: usize| words(&seen.before, &Step::seat(*seat, legal[place].clone()));
        Decision {
            entry: seen.entry,
            seat: seat.0,
            played: text(*played),
            best: text(best),
            played_words: in_words(*played),
            best_words: in_words(best),
            loss: values[best] - values[*played],
            margin: values[best] - values[second],
            legal: legal.len(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bot::{Budget, ExpectimaxBot, RandomBot};
    use crate::evaluate::Points;
    use crate::run::play_game;
    use crate::toy::HighCard;
    use std::sync::Arc;

    #[test]
    fn the_odds_end_with_the_winner_and_threads_change_nothing() {
        let game = HighCard::new(3, 4).unwrap();
        let seats = || Players::new(&game, |_| Box::new(RandomBot));
        let record = play_game(&game, &mut seats(), 8, 0, &Limits::default()).record(&game);
        let look = |threads| {
            let how = AnalysisOptions {
                playouts: 40,
                seed: 1,
                threads: Some(threads),
                ..AnalysisOptions::default()
            };
            let bot = ExpectimaxBot::new("a", Arc::new(Points), Budget::default());
            let third = |_: &<HighCard as Game>::Position| vec![1.0 / 3.0; 3];
            let judges = Evaluators {
                players: &seats,
                advice: &|asked, random| bot.values(asked, random),
                chances: Some(&third),
                words: &|position, step| game.action_text(position, &step.action),
                told: &|_, _| (),
            };
            analyse(&game, &record, &how, &judges).unwrap()
        };
        let found = look(1);
        assert_eq!(found, look(2));
        assert!(found.odds.iter().all(|o| (o.shares.iter().sum::<f64>() - 1.0).abs() < 1e-9));
        let end = crate::record::replay(&game, &record).unwrap();
        let winners = game.outcome(&end).unwrap().winners;
        let last = found.odds.last().unwrap();
        assert!(winners.iter().map(|s| last.shares[s.index()]).sum::<f64>() > 0.999, "{last:?}");
        assert!(found.decisions.iter().all(|d| d.loss >= 0.0 && d.margin >= 0.0 && d.legal > 1));
        assert!(found.decisions.iter().any(|d| d.played == d.best) && !found.decisions.is_empty());
        assert!(found.decisions.iter().all(|d| d.played == d.played_words));
        // a judge that always says the same sees no luck
        assert!(!found.luck.is_empty() && found.luck.iter().flat_map(|l| &l.gained).all(|g| g.abs() < 1e-9));
    }
}
