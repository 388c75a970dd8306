//! The battleland lab: a script in, boards, statistics and findings out; and boards changed by hand.

use super::gate::Client;
use super::problem::Problem;
use crate::app::App;
use axum::Json;
use axum::extract::State;
use axum::extract::rejection::JsonRejection;
use hexwright_core::text::render::{JsonDiagnostic, Report, json};
use hexwright_core::text::sort;
use hexwright_core::{Diagnostic, Source, StopFlag};
use hexwright_render::titan;
use hexwright_titan::{
    Battleland, Constraint, HexId, Hexside, Mode, RollError, Roller, Script, Stats, Tally, Terrain, script,
    text as formats,
};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc;

type Body<T> = Result<Json<T>, JsonRejection>;

/// The most boards of one answer.
const MOST_BOARDS: u64 = 24;
/// The most maps that are counted.
const MOST_RUNS: u64 = 20_000;
/// How often a seed is tried before a constraint counts as not met.
const MOST_TRIES: u64 = 2_000;

fn body<T>(body: Body<T>) -> Result<T, Problem> {
    body.map(|Json(value)| value).map_err(|e| Problem::unreadable(&e))
}

/// Rolling takes the time it takes: not on a thread that serves others.
async fn aside<T: Send + 'static>(
    (app, client): (&App, Client),
    work: impl FnOnce(&StopFlag) -> Result<T, String> + Send + 'static,
) -> Result<Json<T>, Problem> {
    app.work.run(client.0, work).await?.map(Json).map_err(Problem::bad)
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Roll {
    text: String,
    #[serde(default)]
    seed: u64,
    #[serde(default)]
    count: u64,
    /// Constraints as the command line writes them: `entry >= 5`.
    #[serde(default)]
    require: Vec<String>,
}

/// A rolled board.
#[derive(Debug, Serialize)]
pub(super) struct Rolled {
    seed: u64,
    /// As XML: what hand edits work on.
    text: String,
    picture: String,
}

#[derive(Debug, Serialize)]
pub(super) struct Boards {
    findings: Vec<JsonDiagnostic>,
    boards: Vec<Rolled>,
    /// What the constraints turned away.
    notes: Vec<String>,
}

fn findings(name: &str, text: &str, diagnostics: Vec<Diagnostic>) -> Vec<JsonDiagnostic> {
    json(&Report { source: Source::new(name, text), diagnostics })
}

pub(super) async fn roll(
    State(app): State<Arc<App>>,
    client: Client,
    request: Body<Roll>,
) -> Result<Json<Boards>, Problem> {
    let roll = body(request)?;
    aside((&app, client), move |stop| boards(&roll, stop)).await
}

fn boards(roll: &Roll, stop: &StopFlag) -> Result<Boards, String> {
    let reading = script::read(&roll.text, Mode::Documented);
    let mut diagnostics = reading.diagnostics;
    let Some(script) = &reading.script else {
        let findings = findings("script.rnd", &roll.text, diagnostics);
        return Ok(Boards { findings, boards: Vec::new(), notes: Vec::new() });
    };
    diagnostics.extend(script.lint());
    sort(&mut diagnostics);
    let constraints = roll.require.iter().map(|text| Constraint::parse(text).map_err(|e| e.to_string()));
    let constraints: Vec<Constraint> = constraints.collect::<Result<_, _>>()?;
    let count = roll.count.clamp(1, MOST_BOARDS);
    let mut roller = Roller::new(script).stopped_by(stop.clone());
    let mut tally = Tally::new(constraints.len());
    let (mut boards, mut notes) = (Vec::new(), Vec::new());
    for seed in (0..count).map(|n| roll.seed.wrapping_add(n)) {
        match roller.search(seed, &constraints, MOST_TRIES, &mut tally) {
            Ok(Some(found)) => boards.push(rolled(seed, &found.rolled.land, count > 1)),
            Ok(None) => notes.push(format!("seed {seed}: no board in {MOST_TRIES} tries")),
            Err(RollError::Stopped) => {
                notes.push(format!("seed {seed}: the time for one request was over; ask for fewer boards"));
                break;
            }
            Err(error) => notes.push(format!("seed {seed}: {error}")),
        }
    }
    for (constraint, rejected) in constraints.iter().zip(&tally.rejections) {
        notes.push(format!("{constraint}: turned away {rejected} of {} tries", tally.tries));
    }
    Ok(Boards { findings: findings("script.rnd", &roll.text, diagnostics), boards, notes })
}

fn rolled(seed: u64, land: &Battleland, small: bool) -> Rolled {
    let caption = format!("seed {seed}");
    let options = if small {
        titan::Options { caption: &caption, ..titan::Options::plain() }
    } else {
        titan::Options { caption: &caption, ..titan::Options::default() }
    };
    let picture = titan::land_scene(land, &options).to_svg();
    Rolled { seed, text: formats::xml::write(land, "battleland"), picture }
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Count {
    text: String,
    #[serde(default)]
    seed: u64,
    runs: u64,
}

#[derive(Debug, Serialize)]
pub(super) struct Counted {
    picture: String,
    maps: u64,
}

/// How often each hex has each ground, as a heat map over as many maps as the time for one request gives.
pub(super) async fn stats(
    State(app): State<Arc<App>>,
    client: Client,
    request: Body<Count>,
) -> Result<Json<Counted>, Problem> {
    let count = body(request)?;
    aside((&app, client), move |stop| {
        let script = Script::parse(&count.text, Mode::Documented)
            .map_err(|_| "the script has errors; nothing was counted".to_owned())?;
        let mut roller = Roller::new(&script).stopped_by(stop.clone());
        let runs = count.runs.clamp(1, MOST_RUNS);
        let stats = Stats::collect_with(&mut roller, "script.rnd", count.seed, runs);
        Ok(Counted { picture: titan::heat_scene(&stats).to_svg(), maps: stats.ok })
    })
    .await
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Land {
    /// A battleland in any format.
    text: String,
    edit: Option<LandEdit>,
}

/// One thing a person did to a board.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
enum LandEdit {
    /// Terrain and elevation of a hex.
    Ground { hex: String, terrain: String, elevation: u8 },
    /// A hexside by its letter; none takes it away.
    Side { hex: String, side: usize, kind: Option<char> },
    /// Slopes, cliffs and the like where elevations ask for them.
    Autofill,
}

#[derive(Debug, Serialize)]
pub(super) struct Shown {
    findings: Vec<JsonDiagnostic>,
    /// As XML.
    text: String,
    picture: String,
    /// Files to save, by name.
    files: BTreeMap<&'static str, String>,
}

/// A board, perhaps changed by hand, with its findings and files.
pub(super) async fn land(
    State(app): State<Arc<App>>,
    client: Client,
    request: Body<Land>,
) -> Result<Json<Shown>, Problem> {
    let Land { text, edit } = body(request)?;
    aside((&app, client), move |_| {
        let reading = formats::read(&text, Mode::Documented);
        let first = reading.diagnostics.iter().find(|d| d.is_error());
        let headline = first.map(|d| d.headline(&Source::new("battleland", text.as_str())));
        let mut land = reading.usable().cloned().ok_or_else(|| headline.unwrap_or_default())?;
        let Some(edit) = &edit else {
            // what was read is judged, not what we would write: that has left out what it skipped
            let found = findings("battleland", &text, reading.diagnostics);
            return Ok(Shown { findings: found, ..shown(&land) });
        };
        change(&mut land, edit)?;
        Ok(shown(&land))
    })
    .await
}

fn change(land: &mut Battleland, edit: &LandEdit) -> Result<(), String> {
    let hex_of = |label: &str| HexId::from_label(label).ok_or_else(|| format!("there is no hex {label:?}"));
    match edit {
        LandEdit::Ground { hex, terrain, elevation } => {
            let terrain =
                Terrain::from_name(terrain).ok_or_else(|| format!("there is no terrain {terrain:?}"))?;
            if *elevation > 2 {
                return Err(format!("expected an elevation of 0 to 2, found {elevation}"));
            }
            land.set_ground(hex_of(hex)?, terrain, *elevation);
        }
        LandEdit::Side { hex, side, kind } => {
            let kind = match kind {
                None => None,
                Some(letter) => Some(
                    Hexside::from_letter(*letter).ok_or_else(|| format!("there is no hexside {letter:?}"))?,
                ),
            };
            let hex = hex_of(hex)?;
            if *side > 5 {
                return Err(format!("expected a side of 0 to 5, found {side}"));
            }
            let beyond = hex.neighbour(*side).ok_or("there is no hex on the other side")?;
            // a side has one sign: the one seen from the other hex goes
            land.set_side(beyond, (*side + 3) % 6, None);
            land.set_side(hex, *side, kind);
        }
        LandEdit::Autofill => {
            land.autofill();
        }
    }
    Ok(())
}

fn shown(land: &Battleland) -> Shown {
    let text = formats::xml::write(land, "battleland");
    let scene = titan::land_scene(land, &titan::Options::default());
    let files = BTreeMap::from([
        ("battleland.xml", text.clone()),
        ("battleland.txt", formats::table::write(land)),
        ("battleland.svg", scene.to_svg()),
    ]);
    let read = formats::read(&text, Mode::Documented);
    Shown {
        findings: findings("battleland.xml", &text, read.diagnostics),
        picture: scene.to_svg(),
        text,
        files,
    }
}
