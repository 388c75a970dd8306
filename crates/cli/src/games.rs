//! The verbs that play, for any game: rooms say which game a file is, this says what happens then.

mod analysis;
mod dice;
mod external;
mod fairness;
mod from_record;
pub(crate) mod land_page;
mod listing;
mod measure;
pub(crate) mod page;
mod picture;
mod puzzles;
mod simulation;
mod terminal;
mod tournament;

pub(crate) use analysis::analyse;
pub(crate) use external::check_bot;
pub(crate) use fairness::{fairness, merge_fairness};
pub(crate) use from_record::{fairness_of, play_on, simulate_from, tournament_of};
pub(crate) use listing::{finding_of, legal, position_at, print_legal, refused, replay, unverified, viewer};
pub(crate) use measure::measure;
pub(crate) use picture::{scene, scene_text};
pub(crate) use puzzles::{Found as Puzzles, puzzles};
pub(crate) use simulation::simulate;
pub(crate) use terminal::play;
pub(crate) use tournament::{print_standings, results_format, tournament};

use crate::commands::simulate::SetupArgs;
use anyhow::{Result, anyhow, bail};
use hexwright_core::Seat;
use hexwright_league::{Fault, Playable};
use hexwright_play::bot::Bot;

/// A bot by name, or a program as `cmd:COMMAND`; otherwise a sentence that lists the known ones.
pub(crate) fn bot_by_name<G: Playable>(
    game: &G,
    name: &str,
    seat: Seat,
    seed: u64,
) -> Result<Box<dyn Bot<G>>> {
    found(game, name, seat, seed, hexwright_league::bot_by_name)
}

/// The same at a table with people.
pub(crate) fn table_bot<G: Playable>(game: &G, name: &str, seat: Seat, seed: u64) -> Result<Box<dyn Bot<G>>> {
    found(game, name, seat, seed, hexwright_league::table_bot)
}

type Finder<G> = fn(&G, &str, Seat, u64) -> Result<Box<dyn Bot<G>>, Fault>;

fn found<G: Playable>(
    game: &G,
    name: &str,
    seat: Seat,
    seed: u64,
    find: Finder<G>,
) -> Result<Box<dyn Bot<G>>> {
    if let Some(command) = name.strip_prefix("cmd:") {
        external::refuse_missing(command)?;
        return Ok(external::program(game, command, seat, seed));
    }
    find(game, name, seat, seed).map_err(|fault| match fault {
        Fault::NoSuchBot { .. } => anyhow!("{fault}, cmd:COMMAND"),
        other => other.into(),
    })
}

/// A name for every seat: the given ones, one given name for all of them, or `default` if none is given.
pub(crate) fn seat_names<G: Playable>(
    game: &G,
    given: &[String],
    default: &[&str],
    how: &SetupArgs,
) -> Result<Vec<String>> {
    if given.is_empty() {
        let name =
            |seat: usize| default.get(seat).or(default.last()).map_or(G::table_bots()[0], |n| n).to_owned();
        return Ok((0..game.seats()).map(name).collect());
    }
    let given = match given {
        [one] => vec![one.clone(); game.seats()],
        several => several.to_vec(),
    };
    if given.len() != game.seats() {
        bail!("expected {} players, or one for all seats, found {}", game.seats(), given.len());
    }
    Ok(given.iter().map(|name| how.timed::<G>(name)).collect())
}

/// How many seats a list of players asks for; 0 leaves it to the map: one name is for all seats.
pub(crate) const fn seats_named(players: &[String]) -> usize {
    if players.len() == 1 { 0 } else { players.len() }
}

/// The bots of a game: name, what it does, how strong it was found to be.
pub(crate) fn bot_lines<G: Playable>() -> String {
    let line = |(name, words): &(&str, &str)| {
        let rated = G::rating(name)
            .map_or_else(String::new, |r| format!("; rating {:.1} ± {:.1}", r.rating, r.uncertainty));
        format!("{name:<6}  {words} ({}{rated})\n", G::NAME)
    };
    G::bots().iter().map(line).collect()
}

/// A number with separators between thousands.
pub(crate) fn thousands(n: u64) -> String {
    let digits = n.to_string();
    let mut out = String::new();
    for (i, c) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(c);
    }
    out
}
