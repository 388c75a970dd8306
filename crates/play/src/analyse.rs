//! A game looked at again: who was likely to win when, and which decisions cost what.

use crate::ask::{Ask, Asked};
use crate::bot::Players;
use crate::record::{Record, ReplayError, replay_with};
use crate::run::{Limits, Run};
use crate::simulate::{finish_run, in_order};
use crate::stats::wilson;
use hexwright_core::{Actor, Fast, Game, Seat, StopFlag};
use serde::Serialize;

/// What was found.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Analysis {
    /// Games played out for each of the chances.
    pub playouts: u64,
    /// Chances to win, at the start of each turn.
    pub odds: Vec<Odds>,
    /// Every decision between several actions.
    pub decisions: Vec<Decision>,
}

impl Analysis {
    /// How far a chance may be off, with 95 % confidence: half the widest interval.
    #[must_use]
    pub fn margin(&self) -> f64 {
        let (low, high) = wilson(self.playouts / 2, self.playouts);
        (high - low) / 2.0
    }
}

/// Chances to win at a point of the game.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Odds {
    /// After this many entries.
    pub entry: usize,
    /// In this turn.
    pub turn: u32,
    /// Share of playouts won, by seat.
    pub shares: Vec<f64>,
}

/// A decision.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Decision {
    /// Number of the entry.
    pub entry: usize,
    /// Who decided.
    pub seat: u8,
    /// What was played.
    pub played: String,
    /// What was judged best.
    pub best: String,
    /// How much better the best was judged than what was played; 0 if it was played.
    pub loss: f64,
    /// How much better the best was judged than the second.
    pub margin: f64,
    /// How many actions were legal.
    pub legal: usize,
}

/// How to look.
#[derive(Clone, Debug, Default)]
pub struct How {
    /// Games played out from each turn.
    pub playouts: u64,
    /// Seed of all chance in them.
    pub seed: u64,
    /// Threads; all cores if none is given.
    pub threads: Option<usize>,
    /// Ends the analysis early with [`AnalyseError::Stopped`].
    pub stop: StopFlag,
}

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

/// Looks at a whole record. `players` seats the bots that play positions out; `advice` judges actions
/// by what the deciding seat could know.
///
/// # Errors
/// The record cannot be replayed.
pub fn analyse<G: Game>(
    game: &G,
    record: &Record,
    how: &How,
    players: &(dyn Fn() -> Players<G> + Sync),
    advice: Advice<'_, G>,
) -> Result<Analysis, AnalyseError> {
    let mut turns: Vec<(usize, u32, G::Position)> = vec![(0, game.turns(&game.start()), game.start())];
    let mut choices: Vec<(usize, Seat, G::Action, G::Position)> = Vec::new();
    replay_with(game, record, |replayed| {
        let (number, before, after) = (replayed.number, replayed.before, replayed.after);
        if let Actor::Seat(seat) = replayed.step.actor {
            choices.push((number, seat, replayed.step.action.clone(), before.clone()));
        }
        if game.turns(after) != game.turns(before) {
            turns.push((number, game.turns(after), after.clone()));
        }
        true
    })?;
    let odds = in_order(0..turns.len() as u64, how.threads, |i| {
        let (entry, turn, position) = &turns[i as usize];
        Odds { entry: *entry, turn: *turn, shares: shares(game, position, how, players) }
    })?;
    let decisions = in_order(0..choices.len() as u64, how.threads, |i| {
        let (entry, seat, played, before) = &choices[i as usize];
        if how.stop.is_raised() {
            return None;
        }
        decision(game, *entry, *seat, played, before, how.seed, advice)
    })?;
    if how.stop.is_raised() {
        return Err(AnalyseError::Stopped);
    }
    Ok(Analysis { playouts: how.playouts, odds, decisions: decisions.into_iter().flatten().collect() })
}

/// Shares of the playouts won from a position; a shared win is shared. A raised flag leaves the rest out.
pub fn shares<G: Game>(
    game: &G,
    position: &G::Position,
    how: &How,
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

fn decision<G: Game>(
    game: &G,
    entry: usize,
    seat: Seat,
    played: &G::Action,
    before: &G::Position,
    seed: u64,
    advice: Advice<'_, G>,
) -> Option<Decision> {
    let mut legal = Vec::new();
    game.legal(before, seat, &mut legal);
    let place = legal.iter().position(|a| a == played)?;
    if legal.len() < 2 {
        return None;
    }
    let values =
        Ask::new(game, before, seat).about(&legal, |asked| advice(asked, &mut Fast::new(seed, entry as u64)));
    let text = |action: &G::Action| game.action_text(before, action);
    let mut order: Vec<usize> = (0..legal.len()).collect();
    order.sort_by(|&a, &b| values[b].total_cmp(&values[a]).then(a.cmp(&b)));
    let (best, second) = (order[0], order[1]);
    Some(Decision {
        entry,
        seat: seat.0,
        played: text(played),
        best: text(&legal[best]),
        loss: values[best] - values[place],
        margin: values[best] - values[second],
        legal: legal.len(),
    })
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
            let how = How { playouts: 40, seed: 1, threads: Some(threads), ..How::default() };
            let bot = ExpectimaxBot::new("a", Arc::new(Points), Budget::default());
            analyse(&game, &record, &how, &seats, &|asked, random| bot.values(asked, random)).unwrap()
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
    }
}
