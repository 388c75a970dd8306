//! Records shown: turn by turn, verified, opened at an entry, the legal actions there.

use super::{dice, thousands};
use crate::commands::replay::{LegalArgs, ReplayArgs};
use crate::status::HasErrors;
use crate::{Status, input::Input, output};
use anyhow::{Result, bail};
use hexwright_core::text::render::{self, Report};
use hexwright_core::{Seat, Source, Step, Turn, Viewer};
use hexwright_league::Playable;
use hexwright_play::Record;
use hexwright_play::record::{ReplayError, replay as replay_all, replay_with};
use serde_json::{Value, json};

/// Prints a record turn by turn, verifies it, or shows a position of it.
pub(crate) fn replay<G: Playable>(record: &Record, input: &Input, how: &ReplayArgs) -> Result<Status> {
    let game: G = record.game().map_err(|e| HasErrors(format!("{}: {e}", input.name)))?;
    if how.verify_dice {
        return dice::verify(&game, record, input, how);
    }
    if let Some(at) = how.at {
        let shown = show_at(&game, record, at, how);
        return shown.or_else(|error| refused(&finding_of(input, error)?, unverified(how)));
    }
    let result = if how.verify { verify(&game, record, how) } else { print_all(&game, record, how) };
    match result? {
        Ok(()) => Ok(Status::Fine),
        Err(error) => refused(&finding(input, &error), unverified(how)),
    }
}

/// Prints what is wrong with a game: as lines, or as a field of the object a program waits for.
pub(crate) fn refused(report: &Report, object: Option<Value>) -> Result<Status> {
    let Some(mut object) = object else { return output::refuse(report) };
    object["findings"] = serde_json::to_value(render::json(report))?;
    output::print(&format!("{object}\n"))?;
    Ok(Status::Findings)
}

/// What `replay` says in JSON, before the reasons, of a game it cannot follow.
pub(crate) fn unverified(how: &ReplayArgs) -> Option<Value> {
    how.as_json().then(|| if how.verify { json!({ "verified": false }) } else { json!({}) })
}

/// A failed replay as a finding at the line of its entry.
fn finding(input: &Input, error: &ReplayError) -> Report {
    let source = Source::new(&*input.name, String::from_utf8_lossy(&input.bytes));
    let diagnostics = vec![hexwright_formats::records::finding(source.text(), error)];
    Report { source, diagnostics }
}

/// A failed replay as a finding; any other error stays one.
pub(crate) fn finding_of(input: &Input, error: anyhow::Error) -> Result<Report> {
    Ok(finding(input, &error.downcast::<ReplayError>()?))
}

fn verify<G: Playable>(game: &G, record: &Record, how: &ReplayArgs) -> Result<Result<(), ReplayError>> {
    let position = match replay_all(game, record) {
        Ok(position) => position,
        Err(error) => return Ok(Err(error)),
    };
    let outcome = game.outcome(&position);
    let winners: Vec<u8> = outcome.iter().flat_map(|o| o.winners.iter()).map(|s| s.0).collect();
    let (steps, turns, scores) = (record.steps(), game.turns(&position), game.scores(&position));
    output::print(&if how.as_json() {
        let fields = json!({
            "verified": true, "entries": steps, "turns": turns, "over": outcome.is_some(),
            "winners": winners, "scores": scores,
            "fingerprint": format!("{:016x}", game.fingerprint(&position)),
        });
        format!("{fields}\n")
    } else {
        let end = if outcome.is_none() { "not over".into() } else { won(record, &winners) };
        format!(
            "verified: {} entries, {turns} turns, {end}, points {}\n",
            thousands(steps as u64),
            points(&scores)
        )
    })?;
    Ok(Ok(()))
}

fn won(record: &Record, winners: &[u8]) -> String {
    let name = |seat: &u8| match record.names.get(usize::from(*seat)) {
        Some(name) => format!("seat {seat} ({name})"),
        None => format!("seat {seat}"),
    };
    let names: Vec<String> = winners.iter().map(name).collect();
    if names.is_empty() { "nobody won".to_owned() } else { format!("won by {}", names.join(", ")) }
}

fn points(scores: &[i32]) -> String {
    scores.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

fn print_all<G: Playable>(game: &G, record: &Record, how: &ReplayArgs) -> Result<Result<(), ReplayError>> {
    let mut lines = Vec::new();
    let mut turn = u32::MAX;
    let result = replay_with(game, record, |step| {
        if how.as_json() {
            let fields = json!({
                "entry": step.number, "text": step.entry.to_string(), "turn": game.turns(step.after),
                "scores": game.scores(step.after),
            });
            lines.push(fields.to_string());
            return true;
        }
        if game.turns(step.before) != turn {
            turn = game.turns(step.before);
            let heading = if turn == 0 { "setup".to_owned() } else { format!("turn {turn}") };
            lines.push(format!("{heading}, points {}", points(&game.scores(step.before))));
        }
        lines.push(format!("{:>7}  {}", step.number, step.entry));
        true
    });
    let end = result.map(|position| {
        if let (Some(outcome), false) = (game.outcome(&position), how.as_json()) {
            let winners: Vec<u8> = outcome.winners.iter().map(|s| s.0).collect();
            lines.push(format!("{}, points {}", won(record, &winners), points(&outcome.scores)));
        }
    });
    output::print(&(lines.join("\n") + "\n"))?;
    Ok(end)
}

/// The position after entry `at`.
pub(crate) fn position_at<G: Playable>(game: &G, record: &Record, at: usize) -> Result<G::Position> {
    if at > record.steps() {
        bail!("the record has {} entries; there is no entry {at}", record.steps());
    }
    if at == 0 {
        return Ok(game.start());
    }
    replay_with(game, record, |step| step.number < at).map_err(Into::into)
}

/// A seat's eyes, or everybody's.
pub(crate) fn viewer<G: Playable>(game: &G, seat: Option<u8>) -> Result<Viewer> {
    match seat {
        Some(seat) if usize::from(seat) < game.seats() => Ok(Viewer::Seat(Seat(seat))),
        Some(seat) => bail!("there is no seat {seat}; expected 0 to {}", game.seats() - 1),
        None => Ok(Viewer::Spectator),
    }
}

fn show_at<G: Playable>(game: &G, record: &Record, at: usize, how: &ReplayArgs) -> Result<Status> {
    let viewer = viewer(game, how.viewer)?;
    let position = position_at(game, record, at)?;
    let view = game.view(&position, viewer);
    let picture = game.picture(&view, &[]).to_string();
    output::print(&if how.as_json() {
        // only what these eyes see: points and fingerprint of the whole position would tell of hidden cards
        let fields = json!({ "entry": at, "turn": game.turns(&position), "view": view, "picture": picture });
        format!("{fields}\n")
    } else {
        picture
    })?;
    Ok(Status::Fine)
}

fn to_act<G: Playable>(game: &G, position: &G::Position) -> serde_json::Value {
    match game.turn(position) {
        Turn::Seats(set) => json!(set.iter().map(|s| s.0).collect::<Vec<_>>()),
        Turn::Chance => json!("chance"),
        Turn::Over => json!("nobody"),
    }
}

/// Lists what is legal at a point of a record.
pub(crate) fn legal<G: Playable>(record: &Record, input: &Input, how: &LegalArgs) -> Result<Status> {
    let game: G = record.game().map_err(|e| HasErrors(format!("{}: {e}", input.name)))?;
    let position = match position_at(&game, record, how.at.unwrap_or(record.steps())) {
        Ok(position) => position,
        Err(error) => return refused(&finding_of(input, error)?, how.json.then(|| json!({}))),
    };
    let mut lines: Vec<String> = Vec::new();
    let mut outcomes = Vec::new();
    game.outcomes(&position, &mut outcomes);
    lines.extend(outcomes.into_iter().map(|o| Step::chance(o.action).line(&game, &position)));
    for seat in (0..game.seats() as u8).map(Seat) {
        let mut actions = Vec::new();
        game.legal(&position, seat, &mut actions);
        lines.extend(actions.into_iter().map(|action| Step::seat(seat, action).line(&game, &position)));
    }
    print_legal(&lines, how.json.then(|| json!({ "to_act": to_act(&game, &position) })))
}

/// Prints what is legal: as lines, or in a JSON object.
pub(crate) fn print_legal(lines: &[String], object: Option<Value>) -> Result<Status> {
    output::print(&match object {
        Some(mut object) => {
            object["legal"] = json!(lines);
            format!("{object}\n")
        }
        None if lines.is_empty() => "nothing: the game is over\n".to_owned(),
        None => lines.join("\n") + "\n",
    })?;
    Ok(Status::Fine)
}
