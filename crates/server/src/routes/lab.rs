//! The battleland lab: a script in, boards, statistics and findings out; and boards changed by hand.

use super::gate::Client;
use super::problem::Problem;
use crate::app::App;
use axum::Json;
use axum::extract::State;
use axum::extract::rejection::JsonRejection;
use axum::http::header;
use axum::response::{IntoResponse as _, Response};
use hexwright_core::StopFlag;
use hexwright_core::text::render::{JsonDiagnostic, json};
use hexwright_core::text::{Format as _, Leniency, Parsed, WriteFormat as _, sort};
use hexwright_league::lands::{Contestant, Verdict, judge_part};
use hexwright_render::{Scene, titan};
use hexwright_titan::formats::{BattlelandFormat, ScriptFormat};
use hexwright_titan::text::table;
use hexwright_titan::{Battleland, Constraint, HexId, Hexside, RollError, Roller, Stats, Tally, Terrain};
use schemars::JsonSchema;
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

/// How a board is drawn.
#[derive(Clone, Copy, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub(super) struct Look {
    /// Names of terrains in the hexes.
    names: bool,
    /// The colours players of Colossus know.
    colossus: bool,
    /// Without the legend beside the board, for narrow screens.
    bare: bool,
}

impl Look {
    const fn colours(self) -> titan::Colours {
        if self.colossus { titan::Colours::Colossus } else { titan::Colours::Own }
    }
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Roll {
    text: String,
    #[serde(default)]
    seed: u64,
    #[serde(default)]
    count: u64,
    #[serde(default)]
    look: Look,
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

pub(super) async fn roll(
    State(app): State<Arc<App>>,
    client: Client,
    request: Body<Roll>,
) -> Result<Json<Boards>, Problem> {
    let roll = body(request)?;
    aside((&app, client), move |stop| boards(&roll, stop)).await
}

fn boards(roll: &Roll, stop: &StopFlag) -> Result<Boards, String> {
    let mut parsed = ScriptFormat::read("script.rnd", roll.text.as_bytes(), Leniency::Lenient);
    let Some(script) = parsed.value.take().filter(|_| parsed.is_sound()) else {
        let findings = json(&parsed.into_report());
        return Ok(Boards { findings, boards: Vec::new(), notes: Vec::new() });
    };
    parsed.diagnostics.extend(script.advice());
    sort(&mut parsed.diagnostics);
    let constraints = roll.require.iter().map(|text| Constraint::parse(text).map_err(|e| e.to_string()));
    let constraints: Vec<Constraint> = constraints.collect::<Result<_, _>>()?;
    let count = roll.count.clamp(1, MOST_BOARDS);
    let mut roller = Roller::new(&script).stopped_by(stop.clone());
    let mut tally = Tally::new(constraints.len());
    let (mut boards, mut notes) = (Vec::new(), Vec::new());
    for seed in (0..count).map(|n| roll.seed.wrapping_add(n)) {
        match roller.search(seed, &constraints, MOST_TRIES, &mut tally) {
            Ok(Some(found)) => boards.push(rolled(seed, &found.rolled.land, count > 1, roll.look)),
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
    Ok(Boards { findings: json(&parsed.into_report()), boards, notes })
}

fn rolled(seed: u64, land: &Battleland, small: bool, look: Look) -> Rolled {
    let caption = format!("seed {seed}");
    let all = if small { titan::Options::plain() } else { titan::Options::default() };
    let options = titan::Options { caption: &caption, names: look.names, colours: look.colours(), ..all };
    let picture = titan::land_scene(land, &options).to_svg();
    Rolled { seed, text: BattlelandFormat::write(land), picture }
}

#[derive(Debug, Deserialize, JsonSchema)]
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
        let parsed = ScriptFormat::read("script.rnd", count.text.as_bytes(), Leniency::Lenient);
        let script =
            parsed.into_value().map_err(|_| "the script has errors; nothing was counted".to_owned())?;
        let mut roller = Roller::new(&script).stopped_by(stop.clone());
        let runs = count.runs.clamp(1, MOST_RUNS);
        let stats = Stats::collect_with(&mut roller, "script.rnd", count.seed, runs);
        Ok(Counted { picture: titan::heat_scene(&stats).to_svg(), maps: stats.ok })
    })
    .await
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Land {
    /// A battleland in any format.
    text: String,
    edit: Option<LandEdit>,
    #[serde(default)]
    look: Look,
}

/// One thing a person did to a board.
#[derive(Debug, Deserialize, JsonSchema)]
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
pub(super) struct LandShown {
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
) -> Result<Json<LandShown>, Problem> {
    let Land { text, edit, look } = body(request)?;
    aside((&app, client), move |_| {
        let mut parsed = read(&text);
        let mut land = parsed.value.take().ok_or_else(|| headline(&parsed))?;
        let Some(edit) = &edit else {
            // what was read is judged, not what we would write: that has left out what it skipped
            return Ok(LandShown { findings: json(&parsed.into_report()), ..shown(&land, look) });
        };
        change(&mut land, edit)?;
        Ok(shown(&land, look))
    })
    .await
}

fn read(text: &str) -> Parsed<Battleland> {
    BattlelandFormat::read("battleland", text.as_bytes(), Leniency::Lenient)
}

/// Why a text is no battleland.
fn headline(parsed: &Parsed<Battleland>) -> String {
    let first = parsed.diagnostics.iter().find(|d| d.is_error());
    first.map(|d| d.headline(&parsed.source)).unwrap_or_default()
}

fn land_of(text: &str) -> Result<Battleland, String> {
    let mut parsed = read(text);
    parsed.value.take().ok_or_else(|| headline(&parsed))
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

fn shown(land: &Battleland, look: Look) -> LandShown {
    let text = BattlelandFormat::write(land);
    let files = BTreeMap::from([
        ("battleland.xml", text.clone()),
        ("battleland.txt", table::write(land)),
        ("battleland.svg", scene(land, Look { bare: false, ..look }).to_svg()),
    ]);
    let read = read(&text);
    LandShown { findings: json(&read.into_report()), picture: scene(land, look).to_svg(), text, files }
}

fn scene(land: &Battleland, look: Look) -> Scene {
    let all = titan::Options::default();
    let options = titan::Options { names: look.names, colours: look.colours(), legend: !look.bare, ..all };
    titan::land_scene(land, &options)
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Print {
    text: String,
    /// `a4`, `a3` or `letter`.
    paper: String,
    /// The width of a hex in millimetres; without it the land is fitted to one sheet.
    hex: Option<f64>,
    #[serde(default)]
    look: Look,
}

/// The land on paper.
pub(super) async fn pdf(
    State(app): State<Arc<App>>,
    client: Client,
    request: Body<Print>,
) -> Result<Response, Problem> {
    let Print { text, paper, hex, look } = body(request)?;
    let (paper, size) = super::maps::on_paper(&paper, hex, titan::HEX_WIDTH)?;
    let drawn = app
        .work
        .run(client.0, move |_| scene(&land_of(&text)?, look).to_pdf(paper, size).map_err(|e| e.to_string()));
    let bytes = drawn.await?.map_err(Problem::bad)?;
    Ok(([(header::CONTENT_TYPE, "application/pdf")], bytes).into_response())
}

/// The most battles of one answer: a second or two of work.
const MOST_BATTLES: u64 = 200;
/// Numbers beyond are not asked for by the page.
const LAST_BATTLE: u64 = 1_000_000;
/// The same seed for everybody: the same land gives the same figures.
const SEED: u64 = 1;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Fight {
    /// A battleland in any format.
    text: String,
    /// `quick` or `keen`.
    player: String,
    /// Number of the first battle.
    from: u64,
    /// How many.
    battles: u64,
}

/// The numbers of the battles that are asked for, or what is wrong with the question.
fn numbers(from: u64, battles: u64) -> Result<std::ops::Range<u64>, String> {
    if !(1..=MOST_BATTLES).contains(&battles) {
        return Err(format!("expected 1 to {MOST_BATTLES} battles, found {battles}"));
    }
    if from > LAST_BATTLE {
        return Err(format!("expected a first battle from 0 to {LAST_BATTLE}, found {from}"));
    }
    Ok(from..from + battles)
}

/// Battles of the panel on a land, counted: whom it favours. The page asks for the next ones until there are enough.
pub(super) async fn verdict(
    State(app): State<Arc<App>>,
    client: Client,
    request: Body<Fight>,
) -> Result<Json<Verdict>, Problem> {
    let Fight { text, player, from, battles } = body(request)?;
    let numbers = numbers(from, battles).map_err(Problem::bad)?;
    let who = Contestant::ALL.into_iter().find(|who| who.name() == player);
    let who = who.ok_or_else(|| Problem::bad(format!("expected quick or keen, found {player:?}")))?;
    aside((&app, client), move |stop| {
        let go_on = || !stop.is_raised();
        judge_part(&land_of(&text)?, who, SEED, numbers, &go_on).map_err(|e| e.to_string())
    })
    .await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_question_out_of_range_is_told_which_number_is_wrong() {
        assert_eq!(numbers(8, 2), Ok(8..10));
        assert!(numbers(0, 0).unwrap_err().contains("200 battles, found 0"));
        assert!(numbers(u64::MAX, 2).unwrap_err().contains("a first battle from 0 to 1000000"));
    }
}
