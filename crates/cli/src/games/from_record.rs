//! Games that begin as a record says: any game can be played, simulated and studied from there.

use super::{fairness, finding_of, refused, simulate, terminal, tournament};
use crate::commands::{
    fairness::FairnessArgs, play::PlayArgs, simulate::SimulateArgs, tournament::TournamentArgs,
};
use crate::status::HasErrors;
use crate::{Status, input::Input};
use anyhow::{Result, bail};
use hexwright_core::random::fnv1a;
use hexwright_league::Playable;
use hexwright_play::Record;
use hexwright_play::fairness::Question;
use hexwright_play::record::replay_with;
use hexwright_play::tournament::Plan;

fn start_of<G: Playable>(name: &str, record: &Record) -> Result<G> {
    record.game().map_err(|e| HasErrors(format!("{name}: {e}")).into())
}

/// Goes on with a recorded game at the terminal.
pub(crate) fn play_on<G: Playable>(record: &Record, input: &Input, how: &PlayArgs) -> Result<Status> {
    let game: G = start_of(&input.name, record)?;
    let mut steps = Vec::new();
    let replayed = replay_with(&game, record, |replayed| {
        steps.push(replayed.step.clone());
        true
    });
    match replayed {
        Ok(position) => terminal::play_after(&game, position, steps, how),
        Err(error) => refused(&finding_of(input, error.into())?, None),
    }
}

/// Games between bots from the start of a record.
pub(crate) fn simulate_from<G: Playable>(
    record: &Record,
    input: &Input,
    how: &SimulateArgs,
) -> Result<Status> {
    simulate(&start_of::<G>(&input.name, record)?, how)
}

/// A tournament from the starts of records of one game.
pub(crate) fn tournament_of<G: Playable>(
    records: &[(String, Record)],
    how: &TournamentArgs,
) -> Result<Status> {
    for (name, record) in records {
        let game: G = start_of(name, record)?;
        if game.seats() != how.bots.len() {
            bail!("{name}: expected {} bots, found {}", game.seats(), how.bots.len());
        }
    }
    let setups: String = records.iter().map(|(_, record)| record.setup.as_str()).collect();
    let names = records.iter().map(|(name, _)| name.clone()).collect();
    let bots = how.bots.iter().map(|name| how.setup.timed::<G>(name)).collect();
    let plan = Plan::new(bots, names, fnv1a(setups.as_bytes()), how.games, how.setup.seed());
    tournament::<G>(
        &plan,
        &|pairing| {
            let (name, record) = &records[pairing.map];
            start_of(name, record)
        },
        how,
    )
}

/// Equal bots from the start of a record.
pub(crate) fn fairness_of<G: Playable>(record: &Record, input: &Input, how: &FairnessArgs) -> Result<Status> {
    let seats = start_of::<G>(&input.name, record)?.seats();
    if how.seats.is_some_and(|wanted| wanted != seats) {
        bail!("{}: expected {seats} seats, found {}", input.name, how.seats.unwrap_or(0));
    }
    if how.redraw {
        bail!("--redraw means nothing for a record: its start is drawn already");
    }
    let question = Question {
        hexwright_fairness: 1,
        map: input.name.clone(),
        setup: format!("{:016x}", fnv1a(record.setup.as_bytes())),
        bot: how.setup.timed::<G>(how.bot()),
        seats,
        games: how.games(seats).max(1),
        seed: how.setup.seed(),
    };
    fairness::<G>(question, &|_| start_of(&input.name, record), how, &|_| None)
}
