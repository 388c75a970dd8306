//! Maps as data: the library, checking, editing, drawing and sharing a text. The browser computes no
//! rule: it sends the text and what the person did, and gets the new text.

use super::problem::Problem;
use crate::{library, pictures};
use axum::Json;
use axum::extract::Path;
use axum::extract::rejection::JsonRejection;
use hexwright_catan::generate::{Constraint, Generator};
use hexwright_catan::lint::lint;
use hexwright_catan::text::dot_catan::{self, Mode};
use hexwright_catan::{HexType, HexValue, PortSite, PortType, Resource, Setup};
use hexwright_core::random::seed_from_text;
use hexwright_core::text::{
    render::{JsonDiagnostic, json},
    sort,
};
use hexwright_core::{HexId, SideId};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json as value};

type Body<T> = Result<Json<T>, JsonRejection>;

fn body<T>(body: Body<T>) -> Result<T, Problem> {
    body.map(|Json(value)| value).map_err(|e| Problem::bad(e.body_text()))
}

pub(super) async fn list() -> Json<Vec<library::Entry>> {
    Json(library::playable())
}

/// A shipped map by name, or any map by its share code.
pub(super) async fn text(Path(name): Path<String>) -> Result<Json<Value>, Problem> {
    if name.starts_with("hxc1.") {
        let setup = dot_catan::decode(&name).map_err(|e| Problem::bad(e.to_string()))?;
        return Ok(Json(value!({ "text": dot_catan::write(&setup) })));
    }
    let text = library::text(&name).ok_or_else(|| Problem::not_found("there is no map of this name"))?;
    Ok(Json(value!({ "text": text })))
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Check {
    name: String,
    text: String,
    #[serde(default)]
    lint: bool,
}

#[derive(Debug, Serialize)]
pub(super) struct Checked {
    findings: Vec<JsonDiagnostic>,
    picture: Option<String>,
    score: Option<u32>,
}

pub(super) async fn check(request: Body<Check>) -> Result<Json<Checked>, Problem> {
    let check = body(request)?;
    let mut reading = dot_catan::read(check.text.as_bytes(), Mode::Lenient);
    let (mut picture, mut score) = (None, None);
    if let Some(setup) = &reading.setup {
        let closed = setup.any_cells() == (0, 0, 0);
        let board = closed.then(|| setup.draw(0));
        score = board.as_ref().map(|b| b.balance().score);
        let advice = if check.lint { lint(setup, board.as_ref()) } else { Vec::new() };
        picture = Some(pictures::editable(setup, &advice));
        reading.diagnostics.extend(advice.iter().map(|a| a.diagnostic(&reading.document)));
        sort(&mut reading.diagnostics);
    }
    Ok(Json(Checked { findings: json(&reading.report(&check.name)), picture, score }))
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct EditRequest {
    text: String,
    edit: Edit,
}

/// One thing a person did to a map.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
enum Edit {
    Terrain { hex: u16, terrain: String },
    Number { hex: u16, value: u8 },
    Port(u16),
    Draw { seed: String },
    Balance { seed: String },
}

pub(super) async fn edit(request: Body<EditRequest>) -> Result<Json<Value>, Problem> {
    let EditRequest { text, edit } = body(request)?;
    let mut setup = library::read_map(&text).map_err(Problem::bad)?;
    apply(&mut setup, &edit).map_err(Problem::bad)?;
    Ok(Json(value!({ "text": dot_catan::write(&setup) })))
}

fn apply(setup: &mut Setup, edit: &Edit) -> Result<(), String> {
    let cell =
        |hex: u16| (usize::from(hex) < setup.types.len()).then_some(HexId(hex)).ok_or("there is no such hex");
    match edit {
        Edit::Terrain { hex, terrain } => {
            let hex = cell(*hex)?.index();
            let kind = terrain_of(terrain).ok_or_else(|| format!("there is no terrain {terrain:?}"))?;
            setup.types[hex] = kind;
            // water and fixed deserts carry no number, fresh land draws one
            setup.values[hex] = match (kind, setup.values[hex]) {
                (HexType::Water | HexType::Desert, _) => HexValue::None,
                (_, HexValue::None) => HexValue::Any,
                (_, value) => value,
            };
            fill_pools(setup);
        }
        Edit::Number { hex, value } => {
            let hex = cell(*hex)?.index();
            let value = HexValue::from_code(*value).ok_or("expected 0 for none, 1 for drawn, or 2 to 12")?;
            if value != HexValue::None && matches!(setup.types[hex], HexType::Water | HexType::Desert) {
                return Err("water and deserts carry no number".to_owned());
            }
            setup.values[hex] = value;
            fill_pools(setup);
        }
        Edit::Port(side) => {
            let topology = setup.grid.topology();
            if usize::from(*side) >= topology.sides() {
                return Err("there is no such side".to_owned());
            }
            let corners = topology.side_corners(SideId(*side));
            toggle_port(setup, corners);
            fill_pools(setup);
        }
        Edit::Draw { seed } => {
            let seed = seed_from_text(seed);
            *setup = setup.with_board(&setup.draw(seed), Some(seed));
        }
        Edit::Balance { seed } => {
            let seed = seed_from_text(seed);
            let wanted = ["red-neighbours=0", "equal-neighbours=0", "terrain-cluster=2", "rich-corner=11"];
            let wanted: Vec<Constraint> = wanted.iter().filter_map(|w| w.parse().ok()).collect();
            let generator = Generator::new(setup, &wanted).map_err(|impossible| {
                impossible.iter().map(|i| i.reason.clone()).collect::<Vec<_>>().join("; ")
            })?;
            // the best board found is worth having even if a wish stays open: the findings will say so
            let board = generator.generate(seed).map_or_else(|unmet| unmet.board, |found| found.board);
            *setup = setup.with_board(&board, Some(seed));
        }
    }
    Ok(())
}

/// No port, any, 3:1, each 2:1, no port again.
fn toggle_port(setup: &mut Setup, corners: [hexwright_core::CornerId; 2]) {
    let Some(found) = setup.ports.iter().position(|p| p.corners == corners) else {
        setup.ports.push(PortSite { corners, kind: PortType::Any });
        return;
    };
    let code = setup.ports[found].kind.code() + 1;
    match PortType::from_code(code) {
        Some(kind) => setup.ports[found].kind = kind,
        None => {
            setup.ports.remove(found);
        }
    }
}

fn terrain_of(name: &str) -> Option<HexType> {
    Some(match name {
        "water" => HexType::Water,
        "any" => HexType::Any,
        "desert" => HexType::Desert,
        "hill" => HexType::Land(Resource::Brick),
        "forest" => HexType::Land(Resource::Wood),
        "pasture" => HexType::Land(Resource::Wool),
        "field" => HexType::Land(Resource::Wheat),
        "mountain" => HexType::Land(Resource::Ore),
        _ => return None,
    })
}

/// Raises pools so that fixed cells are covered and open cells can be drawn; a painter should not
/// have to count tokens.
fn fill_pools(setup: &mut Setup) {
    let fixed = setup.fixed();
    let (any_types, any_values, any_ports) = setup.any_cells();
    raise(&mut setup.type_pool, &fixed.types, any_types, 5);
    raise(&mut setup.value_pool, &fixed.values, any_values, 12);
    raise(&mut setup.port_pool, &fixed.ports, any_ports, 7);
}

/// `usable`: how many of the first kinds may be added to (a pool of deserts would help nobody).
fn raise(pool: &mut [u16], fixed: &[u16], any: usize, usable: usize) {
    for (have, &need) in pool.iter_mut().zip(fixed) {
        *have = (*have).max(need);
    }
    let left: usize = pool.iter().zip(fixed).map(|(&have, &need)| usize::from(have - need)).sum();
    let kinds: Vec<usize> =
        (0..pool.len().min(usable)).filter(|&k| pool.len() != 12 || (k != 0 && k != 6)).collect();
    for i in 0..any.saturating_sub(left) {
        pool[kinds[i % kinds.len()]] += 1;
    }
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Share {
    text: String,
}

pub(super) async fn share(request: Body<Share>) -> Result<Json<Value>, Problem> {
    let setup = library::read_map(&body(request)?.text).map_err(Problem::bad)?;
    let code = dot_catan::encode(&setup).map_err(|e| Problem::bad(e.to_string()))?;
    Ok(Json(value!({ "code": code })))
}
