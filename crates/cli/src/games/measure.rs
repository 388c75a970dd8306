//! How strong bots are at games drawn anew each time: points and wins with their intervals, and what a decision costs.

use super::bot_by_name;
use crate::commands::bot::MeasureArgs;
use crate::{Status, output};
use anyhow::{Result, bail};
use hexwright_core::{Fast, Seat};
use hexwright_league::{NewGame, Playable};
use hexwright_play::ask::Asked;
use hexwright_play::bot::{Bot, Players};
use hexwright_play::run::Run;
use hexwright_play::stats::wilson;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Plays the games of every list of seats and prints a table, a row for each list. Games of one number share their
/// setup, so rows can be compared.
pub(crate) fn measure<G: Playable>(how: &MeasureArgs, options: &[(String, String)]) -> Result<Status> {
    output::print("| seats | games | points of the first | of the others | wins | 95 % | ms a decision |\n")?;
    output::print("|---|---|---|---|---|---|---|\n")?;
    for list in &how.seats {
        let names: Vec<&str> = list.split(',').collect();
        let mut row = Row::default();
        for number in 0..how.games {
            let new = NewGame {
                seats: Some(names.len()),
                options: options.to_vec(),
                seed: how.seed.wrapping_mul(1_000_000).wrapping_add(number),
            };
            row.play(&G::create(&new)?, &names, how.seed, number)?;
            if (number + 1) % 10 == 0 && number + 1 < how.games {
                output::note(&row.line(list));
            }
        }
        output::print(&format!("{}\n", row.line(list)))?;
    }
    Ok(Status::Fine)
}

/// What the games of a list of seats gave.
#[derive(Default)]
struct Row {
    /// Mean points of the seats with the first name, game by game.
    first: Vec<f64>,
    others: Vec<f64>,
    wins: f64,
    thought: Arc<Thought>,
}

/// Decisions with something to decide, and the nanoseconds they took.
#[derive(Default)]
struct Thought {
    decisions: AtomicU64,
    nanoseconds: AtomicU64,
}

impl Row {
    /// Plays a game; the bots sit one seat further on than in the game before.
    fn play<G: Playable>(&mut self, game: &G, names: &[&str], seed: u64, number: u64) -> Result<()> {
        let name = |seat: usize| names[(seat + number as usize) % names.len()];
        let mut bots: Vec<Box<dyn Bot<G>>> = Vec::new();
        for seat in 0..names.len() {
            let bot = bot_by_name(game, name(seat), Seat(seat as u8), seed)?;
            let timed = name(seat) == names[0];
            bots.push(if timed { Box::new(Timed { bot, thought: self.thought.clone() }) } else { bot });
        }
        let (mut players, mut run) = (Players(bots), Run::new(game, seed, number));
        while run.step(&mut players).is_some() {}
        let Some(end) = game.outcome(run.position()) else { bail!("game {number} did not end") };
        let mean = |first: bool| {
            let seats = (0..names.len()).filter(|&seat| (name(seat) == names[0]) == first);
            let scores: Vec<f64> = seats.map(|seat| f64::from(end.scores[seat])).collect();
            (!scores.is_empty()).then(|| scores.iter().sum::<f64>() / scores.len() as f64)
        };
        self.first.extend(mean(true));
        self.others.extend(mean(false));
        let won = end.winners.iter().filter(|seat| name(seat.index()) == names[0]).count();
        self.wins += won as f64 / end.winners.len().max(1) as f64;
        Ok(())
    }

    fn line(&self, list: &str) -> String {
        let games = self.first.len();
        let count = |n: &AtomicU64| n.load(Ordering::Relaxed) as f64;
        let each = count(&self.thought.nanoseconds) / count(&self.thought.decisions).max(1.0) / 1e6;
        let wins = if self.others.is_empty() {
            "– | –".to_owned()
        } else {
            let (low, high) = wilson(self.wins.round() as u64, games as u64);
            let share = 100.0 * self.wins / games as f64;
            format!("{share:.1} % | {:.1}–{:.1} %", 100.0 * low, 100.0 * high)
        };
        let (first, others) = (interval(&self.first), interval(&self.others));
        format!("| {list} | {games} | {first} | {others} | {wins} | {each:.1} |")
    }
}

/// The mean of games and half the width of its 95 % interval.
fn interval(values: &[f64]) -> String {
    let n = values.len() as f64;
    if n < 2.0 {
        return "–".to_owned();
    }
    let mean = values.iter().sum::<f64>() / n;
    let spread = values.iter().map(|v| (v - mean) * (v - mean)).sum::<f64>() / (n - 1.0);
    format!("{mean:.1} ± {:.1}", 1.96 * (spread / n).sqrt())
}

/// A bot whose decisions are timed.
struct Timed<G: Playable> {
    bot: Box<dyn Bot<G>>,
    thought: Arc<Thought>,
}

impl<G: Playable> Bot<G> for Timed<G> {
    fn name(&self) -> String {
        self.bot.name()
    }

    fn decide(&mut self, asked: &Asked<'_, G>, random: &mut Fast) -> Option<usize> {
        let start = processor_time();
        let decided = self.bot.decide(asked, random);
        if asked.legal.len() > 1 {
            self.thought.nanoseconds.fetch_add(processor_time() - start, Ordering::Relaxed);
            self.thought.decisions.fetch_add(1, Ordering::Relaxed);
        }
        decided
    }

    fn propose(&mut self, asked: &Asked<'_, G>, random: &mut Fast) -> Option<G::Action> {
        self.bot.propose(asked, random)
    }
}

/// Nanoseconds of processor time of this thread, which others on the machine do not change; 0 where the system does not
/// tell.
fn processor_time() -> u64 {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    told.split_whitespace().next().and_then(|n| n.parse().ok()).unwrap_or(0)
}
