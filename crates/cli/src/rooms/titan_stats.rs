//! `stats` for battleland scripts: tables, JSON, a heat map, and the comparison with stored counts.

use super::titan::{load_script, mode};
use crate::commands::stats::StatsArgs;
use crate::status::HasErrors;
use crate::{Status, input::Input, output};
use anyhow::{Context, Result, bail};
use comfy_table::{Table, presets};
use hexwright_core::random::seed_from_text;
use hexwright_render::titan::heat_scene;
use hexwright_titan::stats::ALARM;
use hexwright_titan::{HexId, Stats};
use std::path::Path;

pub(crate) fn run(input: &Input, how: &StatsArgs) -> Result<Status> {
    let (script, _) = match load_script(input, mode(how.compat.as_deref())?) {
        Ok(loaded) => loaded,
        Err(report) => {
            output::refuse(&report)?;
            return Err(HasErrors(format!("{} has errors; nothing was counted", input.name)).into());
        }
    };
    let seed = how.seed.as_deref().map_or(0, seed_from_text);
    let stats = Stats::collect(&script, &input.name, seed, how.runs);
    if let Some(file) = &how.against {
        return compare(&stats, file);
    }
    let ending = how.output.as_ref().and_then(|p| Some(p.extension()?.to_str()?.to_lowercase()));
    let format = match (how.json, &how.format, ending) {
        (true, _, _) => "json".to_owned(),
        (false, Some(format), _) => format.clone(),
        (false, None, Some(ending)) => ending,
        (false, None, None) => "table".to_owned(),
    };
    if how.width.is_some() && format != "png" {
        bail!("--width means nothing for {format}; it is for a PNG, as in --output heat.png");
    }
    let bytes = match format.as_str() {
        "json" => (serde_json::to_string_pretty(&stats)? + "\n").into_bytes(),
        "table" | "txt" | "text" => table(&stats).into_bytes(),
        "svg" => heat_scene(&stats).to_svg().into_bytes(),
        "png" => heat_scene(&stats).to_png(how.width.unwrap_or(1200))?,
        other => bail!("cannot write statistics as {other:?}; expected table, json, svg or png"),
    };
    output::deliver(how.output.as_deref(), &bytes)?;
    Ok(Status::Fine)
}

fn compare(stats: &Stats, file: &str) -> Result<Status> {
    let text = crate::input::text_of(Path::new(file))?;
    let stored: Stats = serde_json::from_str(&text).with_context(|| format!("{file} holds no statistics"))?;
    let differences = stats.compare(&stored);
    let beyond = differences.iter().filter(|d| d.z.abs() > ALARM).count();
    let mut text = format!("{} cells compared, {beyond} beyond |z| > {ALARM}\n", differences.len());
    for d in differences.iter().take(beyond.clamp(3, 50)) {
        let (ours, theirs) = (d.ours * 100.0, d.theirs * 100.0);
        text.push_str(&format!(
            "z {:+.2}  {} {}: {ours:.2} % here, {theirs:.2} % there\n",
            d.z, d.table, d.cell
        ));
    }
    output::print(&text)?;
    Ok(if beyond == 0 { Status::Fine } else { Status::Findings })
}

fn table(stats: &Stats) -> String {
    let mut out = format!("{}: {} maps", stats.file, stats.ok);
    for (code, runs) in &stats.errors {
        out.push_str(&format!(", {runs} failed with {code}"));
    }
    let percent = |n: u64, of: f64| format!("{:.1}", n as f64 * 100.0 / of);
    let runs = stats.ok.max(1) as f64;
    let grounds: Vec<&String> = stats.terrain_elevation_total.keys().collect();
    let mut hexes = Table::new();
    hexes.load_style(presets::NOTHING);
    hexes
        .set_header(std::iter::once("hex, % of maps".to_owned()).chain(grounds.iter().map(|g| (*g).clone())));
    for hex in HexId::all() {
        let counts = &stats.per_hex.get(&hex.label());
        let cell = |g: &&String| counts.and_then(|c| c.get(*g)).map_or(String::new(), |&n| percent(n, runs));
        hexes.add_row(std::iter::once(hex.label()).chain(grounds.iter().map(cell)));
    }
    out.push_str(&format!("\n\n{hexes}\n"));
    let with_sides = stats.hexside_by_pair.iter().filter(|(_, c)| c.keys().any(|k| k != "none"));
    let mut pairs = Table::new();
    pairs.load_style(presets::NOTHING);
    pairs.set_header(["hexside on the first hex, %", "d", "c", "s", "w", "r", "none"]);
    for (pair, counts) in with_sides {
        let total = counts.values().sum::<u64>().max(1) as f64;
        let cell = |k: &str| counts.get(k).map_or(String::new(), |&n| percent(n, total));
        pairs.add_row(std::iter::once(pair.clone()).chain(["d", "c", "s", "w", "r", "none"].map(cell)));
    }
    if !pairs.is_empty() {
        out.push_str(&format!("\n{pairs}\n"));
    }
    out
}
