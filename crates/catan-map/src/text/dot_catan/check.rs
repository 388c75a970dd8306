//! What the numbers must satisfy together; each check runs only if the sections it compares are sound.

use super::draft::{Draft, Num};
use super::{Leniency, Section, check_pools, check_ports};
use hexwright_core::Diagnostic;
use hexwright_core::text::Finding;
use hexwright_core::text::{Edit, Fix};

/// Every check of a draft.
pub(super) fn all(draft: &Draft, leniency: Leniency, findings: &mut Vec<Diagnostic>) {
    players(draft, findings);
    points(draft, leniency, findings);
    placement_count(draft, findings);
    placements(draft, findings);
    land(draft, leniency, findings);
    check_pools::all(draft, leniency, findings);
    check_ports::all(draft, leniency, findings);
}

fn players(draft: &Draft, findings: &mut Vec<Diagnostic>) {
    let Some([least, most]) = draft.players else { return };
    if least.value > most.value {
        let message = format!("expected max_players of at least {}, found {}", least.value, most.value);
        let mut finding = MIN_ABOVE_MAX.at(most.span, message).help("swap the two numbers");
        finding.fix = Some(Fix {
            title: "swap the two numbers".to_owned(),
            edits: vec![
                Edit { span: least.span, text: most.value.to_string() },
                Edit { span: most.span, text: least.value.to_string() },
            ],
        });
        findings.push(finding);
    }
}

fn points(draft: &Draft, leniency: Leniency, findings: &mut Vec<Diagnostic>) {
    if let Some(Num { value: 0, span }) = draft.points {
        findings.push(
            ZERO_VICTORY_POINTS
                .judged(leniency, span, "0 points win before the first roll")
                .help("use 10 for the standard game"),
        );
    }
}

fn placement_count(draft: &Draft, findings: &mut Vec<Diagnostic>) {
    let Some([placements, resources]) = draft.counts else { return };
    if resources.value > placements.value {
        let message =
            format!("expected at most {} (free_placements), found {}", placements.value, resources.value);
        findings.push(
            RESOURCES_ABOVE_PLACEMENTS
                .at(resources.span, message)
                .help("resources_for_last_turns counts placements from the end"),
        );
    }
    let grants = |row: &[Num; 3]| row[1].value + row[2].value > 0;
    if draft.rows_sound && !draft.rows.iter().any(|(_, row)| grants(row)) {
        findings.push(
            NO_STARTING_BUILDING
                .at(placements.span, "no placement grants a settlement or a city")
                .help("a game cannot start on this map"),
        );
    }
}

fn placements(draft: &Draft, findings: &mut Vec<Diagnostic>) {
    let mut built = false;
    for (place, (row, [roads, settlements, cities])) in draft.rows.iter().enumerate() {
        built |= settlements.value + cities.value > 0;
        // behind an unreadable row nobody knows whether a building came before
        if place == *row && roads.value > 0 && !built {
            let message = format!("the {} placement grants a road but no building to join", ordinal(row + 1));
            findings.push(
                ROAD_BEFORE_BUILDING
                    .at(roads.span, message)
                    .help("grant a settlement in this row or in an earlier one"),
            );
        }
        if roads.value + settlements.value + cities.value == 0 {
            findings.push(
                EMPTY_PLACEMENT
                    .at(roads.span, format!("placement {} grants nothing", row + 1))
                    .help("delete the row and lower free_placements"),
            );
        }
    }
    if let (Some(pieces), true) = (draft.pieces, draft.rows_sound) {
        for (column, most) in pieces.iter().enumerate() {
            exceeds(draft, column, *most, findings);
        }
    }
}

fn exceeds(draft: &Draft, column: usize, most: Num, findings: &mut Vec<Diagnostic>) {
    let sum: u32 = draft.rows.iter().map(|(_, row)| row[column].value).sum();
    let mut running = 0;
    let Some((_, row)) = draft.rows.iter().find(|(_, row)| {
        running += row[column].value;
        running > most.value
    }) else {
        return;
    };
    let name = Section::Pieces.columns()[column];
    let what = name.trim_start_matches("max_");
    let message = format!("the placements need {sum} {what}; {name} is {}", most.value);
    let finding = PLACEMENTS_EXCEED_PIECES.at(row[column].span, message).help(format!("raise {name}"));
    findings.push(if sum <= 255 {
        finding.fix(format!("raise {name} to {sum}"), most.span, sum.to_string())
    } else {
        finding
    });
}

fn land(draft: &Draft, leniency: Leniency, findings: &mut Vec<Diagnostic>) {
    if let Some(types) = &draft.types
        && types.iter().all(|n| n.value == 0)
    {
        findings.push(
            NO_LAND
                .judged(leniency, types[0].span, "the board has no land hex")
                .help("nothing can be built here"),
        );
    }
}

fn ordinal(n: usize) -> String {
    match n {
        1 => "first".to_owned(),
        2 => "second".to_owned(),
        3 => "third".to_owned(),
        _ => format!("{n}th"),
    }
}

const MIN_ABOVE_MAX: Finding = Finding::error(
    "min-above-max",
    "the least number of players exceeds the most",
    "Swap the two numbers of the first section.",
);
const ZERO_VICTORY_POINTS: Finding = Finding::warning(
    "zero-victory-points",
    "0 points win before the first roll",
    "The standard game needs 10.",
);
const RESOURCES_ABOVE_PLACEMENTS: Finding = Finding::error(
    "resources-above-placements",
    "more placements yield cards than there are",
    "The second number counts placements from the end and cannot exceed the first.",
);
const NO_STARTING_BUILDING: Finding = Finding::warning(
    "no-starting-building",
    "no placement grants a settlement or a city",
    "Nobody could build anything, so a game cannot start.",
);
const ROAD_BEFORE_BUILDING: Finding = Finding::error(
    "road-before-building",
    "a placement grants a road before any building",
    "A starting road joins a building. Grant a settlement in the same row or an earlier one.",
);
const EMPTY_PLACEMENT: Finding = Finding::warning(
    "empty-placement",
    "a placement grants nothing",
    "Delete the row and lower the number of placements.",
);
const PLACEMENTS_EXCEED_PIECES: Finding = Finding::error(
    "placements-exceed-pieces",
    "the placements need more pieces than a seat has",
    "Raise the pieces in the third section or grant fewer.",
);
const NO_LAND: Finding =
    Finding::warning("no-land", "the board has no land hex", "Nothing can be built here.");

/// What the checks of this file report.
pub(super) const FINDINGS: &[Finding] = &[
    MIN_ABOVE_MAX,
    ZERO_VICTORY_POINTS,
    RESOURCES_ABOVE_PLACEMENTS,
    NO_STARTING_BUILDING,
    ROAD_BEFORE_BUILDING,
    EMPTY_PLACEMENT,
    PLACEMENTS_EXCEED_PIECES,
    NO_LAND,
];
