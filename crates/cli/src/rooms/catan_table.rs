//! Catan at the table of the command line: how a view looks, what a seat may be told.

use super::catan_study;
use crate::Status;
use crate::commands::fairness::FairnessArgs;
use crate::commands::simulate::SetupArgs;
use crate::commands::tournament::TournamentArgs;
use crate::games;
use anyhow::{Context, Result, bail};
use hexwright_catan::Setup;
use hexwright_catan::game::{Catan, Options};
use hexwright_league::catan::{self as league, Study};

/// The game a verb plays on a map.
pub(crate) fn game_on(setup: &Setup, named: usize, how: &SetupArgs) -> Result<Catan> {
    let seats = setup.seats(named);
    if !(2..=8).contains(&seats) {
        bail!("expected 2 to 8 players, found {seats}");
    }
    league::game(setup, seats, &how.rules(), how.seed()).context("this game cannot be set up")
}

/// A game with the usual options.
pub(crate) fn plain_game(setup: &Setup, seats: usize, seed: u64) -> Result<Catan> {
    Ok(Catan::new(setup, &setup.draw(seed), Options::default(), seats)?)
}

/// Plays a tournament on named maps; open cells are drawn anew for each block.
pub(crate) fn tournament(maps: Vec<(String, Setup)>, how: &TournamentArgs) -> Result<Status> {
    let seats = how.bots.len();
    if !(2..=8).contains(&seats) {
        bail!("expected 2 to 8 bots, found {seats}");
    }
    let bots = how.bots.iter().map(|name| how.setup.timed::<Catan>(name)).collect();
    let all = league::Tournament::new(maps, bots, how.setup.rules(), how.games, how.setup.seed());
    games::tournament::<Catan>(&all.plan, &|pairing| Ok(all.board(pairing)?), how)
}

/// Plays equal bots on a named map.
pub(crate) fn fairness(map: (String, Setup), how: &FairnessArgs) -> Result<Status> {
    let seats = map.1.seats(how.seats.unwrap_or(0));
    if !(2..=8).contains(&seats) {
        bail!("expected 2 to 8 seats, found {seats}");
    }
    let (games, seed) = (how.games(seats).max(1), how.setup.seed());
    let bot = how.setup.timed::<Catan>(&how.bot);
    let study = Study::new(map, bot, seats, how.setup.rules(), how.redraw, games, seed);
    games::fairness::<Catan>(study.question.clone(), &|number| Ok(study.board(number)?), how, &|counts| {
        study.one_board().map(|board| catan_study::openings_picture(&board, counts))
    })
}
