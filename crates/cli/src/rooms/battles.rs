//! Titan battles: `.battle` files, battles recorded from Colossus, and legions set on a battleland.

use super::{FileKind, variants};
use crate::commands::{replay::ReplayArgs, simulate::SetupArgs};
use crate::games::thousands;
use crate::{Status, input::Input, output};
use anyhow::{Result, anyhow, bail};
use hexwright_core::Game as _;
use hexwright_core::text::{Format as _, Leniency, WriteFormat as _, render::Report};
use hexwright_play::Record;
use hexwright_titan::Battleland;
use hexwright_titan::battle::recorded::{RecordedFormat, Verified};
use hexwright_titan::battle::{Battle, BattleFormat, Legion, Setup, Variant};
use serde_json::json;
use std::sync::Arc;

/// Reads recorded battles.
pub(crate) struct RecordedBattles;

impl FileKind for RecordedBattles {
    fn formats(&self) -> &'static [&'static str] {
        &[RecordedFormat::NAME]
    }

    fn replay(&self, input: &Input, how: &ReplayArgs) -> Result<Status> {
        compare(std::slice::from_ref(input), how)
    }
}

/// Whether a file holds recorded battles.
pub(crate) fn are_recorded(input: &Input) -> bool {
    input.format().is_some_and(|format| format.name == RecordedFormat::NAME)
}

/// Compares recorded battles with the rules and prints what was compared, of each file and of all.
pub(crate) fn compare(inputs: &[Input], how: &ReplayArgs) -> Result<Status> {
    let mut all = Verified::default();
    for input in inputs {
        let parsed = RecordedFormat::read(&input.name, &input.bytes, Leniency::Lenient);
        let verified = parsed.value.unwrap_or_default();
        let differences: Vec<&str> = parsed.diagnostics.iter().map(|found| found.message.as_str()).collect();
        print_counts(&input.name, &verified, &differences, how)?;
        all.counts.add(&verified.counts);
        all.differing += verified.differing;
    }
    if inputs.len() > 1 {
        print_counts(&format!("{} files", inputs.len()), &all, &[], how)?;
    }
    Ok(Status::fine_if(all.differing == 0))
}

fn print_counts(name: &str, verified: &Verified, differences: &[&str], how: &ReplayArgs) -> Result<()> {
    let mut counts = counts(verified);
    if how.as_json() {
        counts["file"] = json!(name);
        counts["differences"] = json!(differences);
        return output::print(&format!("{counts}\n"));
    }
    let mut text: String = differences.iter().map(|line| format!("{name}: {line}\n")).collect();
    text += &format!("{name}:\n");
    for counted in COUNTED {
        let number = counts[counted].as_u64().unwrap_or(0);
        // a file has battles or lines of sight: what it has none of is left out, but never the differences
        if number > 0 || counted == DIFFERING {
            text += &format!("  {:>9} {}\n", thousands(number), counted.replace('_', " "));
        }
    }
    output::print(&text)
}

/// What is counted, in the order it is printed.
const COUNTED: [&str; 15] = [
    "battles_equal",
    DIFFERING,
    "phases",
    "moves",
    "legal_move_sets",
    "strikes",
    "legal_strikes",
    "carries",
    "removals",
    "moves_taken_back",
    "scores",
    "scores_not_known",
    "kinds_out_of_stock",
    "lands_seen",
    "lines_of_sight",
];

/// Lines of a recording that differ from the rules.
const DIFFERING: &str = "battles_differing";

fn counts(verified: &Verified) -> serde_json::Value {
    let counts = &verified.counts;
    json!({
        "battles_equal": counts.battles, DIFFERING: verified.differing, "phases": counts.phases,
        "moves": counts.moves, "legal_move_sets": counts.move_sets, "strikes": counts.strikes,
        "legal_strikes": counts.strikes_listed, "carries": counts.carries, "removals": counts.removals,
        "moves_taken_back": counts.undone, "scores": counts.scores, "scores_not_known": counts.scores_unknown,
        "kinds_out_of_stock": counts.out_of_stock,
        "lands_seen": counts.lands_seen, "lines_of_sight": counts.lines_of_sight,
    })
}

/// Whether a file is a `.battle`.
pub(crate) fn is_battle(input: &Input) -> bool {
    input.format().is_some_and(|format| format.name == BattleFormat::NAME)
}

/// A `.battle` as the record of a battle in which nothing has happened yet.
pub(crate) fn as_record(input: &Input) -> Result<Record, Report> {
    BattleFormat::read(&input.name, &input.bytes, Leniency::Lenient).into_value().map(|setup| record(&setup))
}

/// The record of a battle in which nothing has happened yet.
pub(crate) fn record(setup: &Setup) -> Record {
    Record {
        game: Battle::NAME.to_owned(),
        names: vec!["defender".to_owned(), "attacker".to_owned()],
        setup: BattleFormat::write(setup),
        dice: Vec::new(),
        entries: Vec::new(),
    }
}

/// A land with the legions of `--attacker` and `--defender`, or the findings of a variant that cannot be used.
pub(crate) fn on_land(land: Battleland, how: &SetupArgs) -> Result<Result<Record, Report>> {
    let folder = match how.variant.as_deref().map(variants::load).transpose()? {
        Some(Ok(folder)) => Some(folder),
        Some(Err(report)) => return Ok(Err(report)),
        None => None,
    };
    let variant = folder.as_ref().and_then(|folder| folder.variant.clone()).unwrap_or_else(Variant::standard);
    let kinds = |list: &str| {
        folder.as_ref().map_or_else(|| variant.read_kinds(list), |folder| folder.read_kinds(list))
    };
    let legion = |option: &Option<String>, name: &str| -> Result<Legion> {
        let Some(list) = option else {
            bail!(
                "name both legions, as in --attacker \"Titan Lion 2*Ogre\" --defender \"Gargoyle Cyclops\""
            );
        };
        Ok(Legion::new(kinds(list).map_err(|error| anyhow!("{name}: {error}"))?))
    };
    let mut setup =
        Setup::new(land, legion(&how.attacker, "--attacker")?, legion(&how.defender, "--defender")?);
    setup.variant = Arc::clone(&variant);
    if let Some(name) = &how.terrain {
        let terrain = variant.read_terrain(name).map_err(|error| anyhow!("--terrain: {error}"))?;
        setup.terrain = Some(terrain);
    }
    if let Some(entrance) = &how.entrance {
        setup.entrance = Battle::entrance_named(entrance)
            .ok_or_else(|| anyhow!("--entrance is Left, Right or Bottom, not {entrance:?}"))?;
    }
    match setup.problems().into_iter().next() {
        Some(problem) => Err(problem.into()),
        None => Ok(Ok(record(&setup))),
    }
}
