//! The battleland lab and the Terra Mystica viewer: a text in, findings and pictures out.

use super::problem::Problem;
use axum::Json;
use axum::extract::rejection::JsonRejection;
use hexwright_core::text::render::{JsonDiagnostic, Report, json};
use hexwright_core::{Diagnostic, Source};
use hexwright_render::{Scene, terra, titan};
use hexwright_terra::text::snapshot::{self, Level};
use hexwright_titan::{Mode, script, text as formats};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The most boards of one contact sheet.
const MOST_BOARDS: u64 = 24;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Roll {
    text: String,
    #[serde(default)]
    seed: u64,
    #[serde(default)]
    count: u64,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Show {
    text: String,
}

#[derive(Debug, Serialize)]
pub(super) struct Shown {
    findings: Vec<JsonDiagnostic>,
    picture: Option<String>,
    /// Files to save, by name.
    files: BTreeMap<String, String>,
}

fn findings(name: &str, text: &str, diagnostics: Vec<Diagnostic>) -> Vec<JsonDiagnostic> {
    json(&Report { source: Source::new(name, text), diagnostics })
}

pub(super) async fn roll(request: Result<Json<Roll>, JsonRejection>) -> Result<Json<Shown>, Problem> {
    let Json(Roll { text, seed, count }) = request.map_err(|e| Problem::bad(e.body_text()))?;
    let reading = script::read(&text, Mode::Documented);
    let mut diagnostics = reading.diagnostics;
    let (mut picture, mut files) = (None, BTreeMap::new());
    if let Some(script) = &reading.script {
        diagnostics.extend(script.lint());
        hexwright_core::text::sort(&mut diagnostics);
        let count = count.clamp(1, MOST_BOARDS);
        let seeds = (0..count).map(|i| seed.wrapping_add(i));
        let lands = seeds
            .map(|s| script.roll(s).map(|rolled| (s, rolled.land)).map_err(|e| Problem::bad(e.to_string())));
        let lands = lands.collect::<Result<Vec<_>, _>>()?;
        if let [(seed, land)] = &lands[..] {
            let caption = format!("seed {seed}");
            picture = Some(titan::land_scene(
                land,
                &titan::Options { caption: &caption, ..titan::Options::default() },
            ));
            files.insert("battleland.xml".to_owned(), formats::xml::write(land, "battleland"));
            files.insert("battleland.txt".to_owned(), formats::table::write(land));
        } else {
            let scenes: Vec<Scene> =
                lands.iter().map(|(_, land)| titan::land_scene(land, &titan::Options::plain())).collect();
            picture = Some(Scene::grid(&scenes, 3));
        }
    }
    let picture = picture.map(|scene| scene.to_svg());
    files.extend(picture.clone().map(|svg| ("battleland.svg".to_owned(), svg)));
    Ok(Json(Shown { findings: findings("script.rnd", &text, diagnostics), picture, files }))
}

pub(super) async fn terra(request: Result<Json<Show>, JsonRejection>) -> Result<Json<Shown>, Problem> {
    let Json(Show { text }) = request.map_err(|e| Problem::bad(e.body_text()))?;
    let read = snapshot::read(&text, Level::Rules);
    let (game, position) = read.snapshot.position_lossy();
    let options = terra::Options { title: "Terra Mystica".to_owned(), ..terra::Options::default() };
    let picture = terra::position_scene(&game, &position, &options).to_svg();
    let files = BTreeMap::from([("position.svg".to_owned(), picture.clone())]);
    Ok(Json(Shown {
        findings: findings("position.tms", &text, read.findings),
        picture: Some(picture),
        files,
    }))
}
