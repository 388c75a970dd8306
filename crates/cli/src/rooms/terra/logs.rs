//! What the verbs mean for logs: replay, verify, locate.

use super::{Kind, kind_of};
use crate::commands::replay::ReplayArgs;
use crate::games::thousands;
use crate::{Status, input::Input, output};
use anyhow::{Context, Result, bail};
use hexwright_render::terra::position_text;
use hexwright_terra::text::ledger::{Log, Replay, verify_ledger};
use hexwright_terra::text::snapshot::{self, Level, Mode, Snapshot};
use serde_json::json;
use std::ffi::OsStr;

fn read(input: &Input) -> Result<Log> {
    Log::read(&input.bytes).with_context(|| format!("cannot read {}", input.name))
}

/// A log played to its end, or up to a number of commands it must have.
pub(super) fn played(input: &Input, at: Option<usize>) -> Result<Replay> {
    let mut replay = Replay::new(&read(input)?).with_context(|| input.name.clone())?;
    if let Some(at) = at.filter(|&at| at > replay.len()) {
        bail!("the log has {} commands, not {at}", replay.len());
    }
    replay.play_to(at.unwrap_or(usize::MAX)).with_context(|| input.name.clone())?;
    Ok(replay)
}

fn ledger_text(replay: &Replay) -> String {
    replay.rows().iter().map(|row| row.line() + "\n").collect()
}

/// The ledger, its comparison with the file's own, or one position.
pub(super) fn replay(input: &Input, how: &ReplayArgs) -> Result<Status> {
    if how.viewer.is_some() {
        bail!("nothing is hidden in Terra Mystica: leave --as out");
    }
    if let Some(name) = &how.locate {
        return find(input, name, how);
    }
    if how.verify {
        return verify(input, how);
    }
    let replay = played(input, how.at)?;
    let (game, position) = (replay.game(), replay.position());
    let text = match how.format.as_str() {
        "snapshot" => snapshot::write(&Snapshot::of(game, position), Mode::Full),
        _ if how.as_json() => {
            let rows: Vec<_> = replay.rows().iter().map(|row| row.columns().to_vec()).collect();
            let snapshot = snapshot::write(&Snapshot::of(game, position), Mode::Full);
            let all = json!({ "commands": replay.played(), "rows": rows, "snapshot": snapshot });
            serde_json::to_string_pretty(&all)? + "\n"
        }
        _ if how.at.is_some() => position_text(game, position),
        _ => ledger_text(&replay),
    };
    output::print(&text)?;
    Ok(Status::Fine)
}

fn verify(input: &Input, how: &ReplayArgs) -> Result<Status> {
    let report = verify_ledger(&input.bytes).with_context(|| input.name.clone())?;
    if how.as_json() {
        let all = json!({
            "commands": report.commands,
            "rows_compared": report.rows_compared,
            "rows_equal": report.rows_equal,
            "rows_identical": report.rows_identical,
            "finals_equal": report.finals_equal,
            "stopped": report.stopped,
            "equal": report.is_equal(),
        });
        output::print(&(serde_json::to_string_pretty(&all)? + "\n"))?;
    } else {
        let finals = match report.finals_equal {
            Some(true) => ", final points equal",
            Some(false) => ", final points differ",
            None => "",
        };
        let [commands, compared, equal] =
            [report.commands, report.rows_compared, report.rows_equal].map(|n| thousands(n as u64));
        let name = &input.name;
        let rows = match report.rows_compared {
            0 => "no ledger in the file to compare with".to_owned(),
            _ => format!("{compared} rows compared, {equal} rows equal"),
        };
        output::print(&format!("{name}: {commands} commands, {rows}{finals}\n"))?;
        for difference in &report.differences {
            let (row, expected, found) = (difference.row + 1, &difference.expected, &difference.found);
            output::print(&format!("row {row}\n  expected {expected}\n  found    {found}\n"))?;
        }
        if let Some(stopped) = &report.stopped {
            output::print(&format!("stopped: {stopped}\n"))?;
        }
    }
    Ok(if report.is_equal() { Status::Fine } else { Status::Findings })
}

/// After how many commands the log stands at a snapshot.
fn find(input: &Input, name: &OsStr, how: &ReplayArgs) -> Result<Status> {
    let wanted = Input::read(name)?;
    let name = &wanted.name;
    if wanted.format().is_none() || kind_of(&wanted) != Kind::Snapshot {
        bail!("{name} is no snapshot");
    }
    let full = match snapshot::read_file(name, &wanted.bytes, Level::Vocabulary).into_value() {
        Ok(snapshot) => snapshot::write(&snapshot, Mode::Full),
        Err(report) => return output::refuse(&report),
    };
    let found = read(input)?.locate(&full).with_context(|| input.name.clone())?;
    if how.as_json() {
        output::print(&(json!({ "commands": found }).to_string() + "\n"))?;
    } else if found.is_empty() {
        output::print(&format!("{name} stands nowhere in {}\n", input.name))?;
    } else {
        let places: Vec<String> = found.iter().map(usize::to_string).collect();
        output::print(&format!("{name}: after {} commands\n", places.join(", ")))?;
    }
    Ok(if found.is_empty() { Status::Findings } else { Status::Fine })
}
