//! Catan at the table of the command line: how a view looks, what a seat may be told.

use super::catan_study;
use crate::Status;
use crate::commands::fairness::FairnessArgs;
use crate::commands::simulate::SetupArgs;
use crate::commands::tournament::TournamentArgs;
use crate::games;
use crate::status::HasErrors;
use anyhow::{Context, Result, bail};
use hexwright_catan::Setup;
use hexwright_catan::game::{Catan, Options};
use hexwright_catan::lint::lint;
use hexwright_catan::map::SEAT_COUNTS;
use hexwright_league::catan::{self as league, Study};

/// A number of players, bots or seats, if so many can play.
pub(crate) fn allowed(count: usize, what: &str) -> Result<usize> {
    if !SEAT_COUNTS.contains(&count) {
        bail!("expected {} to {} {what}, found {count}", SEAT_COUNTS.start(), SEAT_COUNTS.end());
    }
    Ok(count)
}

/// The game a verb plays on a map.
pub(crate) fn game_on(setup: &Setup, named: usize, how: &SetupArgs) -> Result<Catan> {
    let seats = allowed(setup.seats(named), "players")?;
    league::game(setup, seats, &how.rules(), how.seed()).context("this game cannot be set up")
}

/// Refuses to play many games that nobody can win.
pub(crate) fn refuse_unwinnable(name: &str, game: &Catan) -> Result<()> {
    let mut setup = game.setup().clone();
    setup.points = game.options().victory_points.unwrap_or(setup.points);
    match lint(&setup, None).into_iter().find(|advice| advice.rule.id == "unwinnable") {
        Some(advice) => {
            let help = "lower the target in the map, or with -O victory-points=N";
            Err(HasErrors(format!("{name} cannot be won: {}; {help}", advice.message)).into())
        }
        None => Ok(()),
    }
}

/// A game with the usual options.
pub(crate) fn plain_game(setup: &Setup, seats: usize, seed: u64) -> Result<Catan> {
    Ok(Catan::new(setup, &setup.draw(seed), Options::default(), seats)?)
}

/// Plays a tournament on named maps; open cells are drawn anew for each block.
pub(crate) fn tournament(maps: Vec<(String, Setup)>, how: &TournamentArgs) -> Result<Status> {
    allowed(how.bots.len(), "bots")?;
    let bots = how.bots.iter().map(|name| how.setup.timed::<Catan>(name)).collect();
    let all = league::Tournament::new(maps, bots, how.setup.rules(), how.games, how.setup.seed());
    let first = all.board(&all.plan.pairing(0))?;
    refuse_unwinnable(&all.plan.maps[0], &first)?;
    games::tournament::<Catan>(&all.plan, &|pairing| Ok(all.board(pairing)?), how)
}

/// Plays equal bots on a named map.
pub(crate) fn fairness(map: (String, Setup), how: &FairnessArgs) -> Result<Status> {
    let seats = allowed(map.1.seats(how.seats.unwrap_or(0)), "seats")?;
    let (games, seed) = (how.games(seats).max(1), how.setup.seed());
    let bot = how.setup.timed::<Catan>(how.bot());
    let study = Study::new(map, bot, seats, how.setup.rules(), how.redraw, games, seed);
    games::fairness::<Catan>(study.question.clone(), &|number| Ok(study.board(number)?), how, &|counts| {
        study.one_board().map(|board| catan_study::openings_picture(&board, counts))
    })
}
