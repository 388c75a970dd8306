//! Titan: battleland scripts (`.rnd`) and battlelands (XML, text tables, JSON).

use super::{Room, titan_generate, titan_stats};
use crate::commands::{
    check::CheckArgs, convert::ConvertArgs, generate::GenerateArgs, render::RenderArgs, stats::StatsArgs,
};
use crate::output::{self, FindingsFormat};
use crate::{Status, input::Input};
use anyhow::{Context, Result, anyhow, bail};
use hexwright_core::Source;
use hexwright_core::random::seed_from_text;
use hexwright_core::text::{Format as _, Leniency, apply_edits, render::Report, sort};
use hexwright_render::Scene;
use hexwright_render::titan::{Options, land_scene, land_text};
use hexwright_titan::formats::{
    ScriptFormat, advise, losses, read_battleland, read_script, try_roll, write_or_report,
};
use hexwright_titan::text::Format;
use hexwright_titan::{Battleland, Mode, RollError, Script, check};
use std::collections::BTreeMap;

pub(crate) struct Titan;

/// What a file of this room is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Script,
    Map,
}

fn kind(input: &Input) -> Kind {
    let is_script = input.format().is_some_and(|format| format.name == ScriptFormat::NAME);
    if is_script { Kind::Script } else { Kind::Map }
}

/// The mode of a `--compat` option.
pub(crate) fn mode(compat: Option<&str>) -> Result<Mode> {
    let Some(name) = compat else { return Ok(Mode::Documented) };
    Mode::from_name(name).ok_or_else(|| anyhow!("--compat is colossus or colossus-2002, not {name:?}"))
}

/// The script of a file, with its warnings, or the findings that forbid rolling it.
pub(crate) fn load_script(input: &Input, mode: Mode) -> Result<(Script, Report), Report> {
    let mut parsed = read_script(&input.name, &input.bytes, mode);
    match parsed.value.take() {
        Some(script) => Ok((script, parsed.into_report())),
        None => Err(parsed.into_report()),
    }
}

/// The map of a file: read, or rolled from a script with the seed.
fn load_map(input: &Input, seed: Option<&str>, mode: Mode) -> Result<Result<Battleland, Report>> {
    if kind(input) == Kind::Map {
        return Ok(read_battleland(&input.name, &input.bytes, None, mode).into_value());
    }
    let (script, report) = match load_script(input, mode) {
        Ok(loaded) => loaded,
        Err(report) => return Ok(Err(report)),
    };
    let seed = seed.map_or(0, seed_from_text);
    match script.roll(seed) {
        Ok(rolled) => Ok(Ok(rolled.land)),
        Err(RollError::Script(diagnostics)) => Ok(Err(Report { source: report.source, diagnostics })),
        Err(error) => Err(error.into()),
    }
}

impl Room for Titan {
    fn formats(&self) -> &'static [&'static str] {
        &["script", "battleland"]
    }

    fn reads_as(&self) -> &'static [&'static str] {
        &["xml", "text", "txt", "table", "text-letter", "table-letter", "json"]
    }

    fn reads_latin_1(&self) -> bool {
        true
    }

    fn options(&self, verb: &str, input: &Input) -> &'static [&'static str] {
        match (verb, kind(input)) {
            ("check", Kind::Script) => &["--strict", "--lint", "--compat", "--sample", "--fix"],
            ("check", Kind::Map) => &["--strict", "--lint", "--compat"],
            ("render", Kind::Script) => &["--seed", "--count", "--compat"],
            ("render", Kind::Map) => &["--compat"],
            ("convert", Kind::Script) => &["--from", "--autofill", "--compat", "--seed"],
            ("convert", Kind::Map) => &["--from", "--autofill", "--compat"],
            ("generate", Kind::Script) => &[
                "--require",
                "--compat",
                "--diagnostics",
                "--max-tries",
                "--improve",
                "--report",
                "--keep-going",
                "--rng-bytes",
            ],
            _ => &[],
        }
    }

    fn check(&self, input: &Input, how: &CheckArgs) -> Result<Report> {
        let mode = mode(how.compat.as_deref())?;
        let mut report = match kind(input) {
            Kind::Script => check_script(input, mode, how)?,
            Kind::Map => {
                let mut parsed = read_battleland(&input.name, &input.bytes, None, mode);
                if how.lint {
                    advise(&mut parsed);
                }
                parsed.into_report()
            }
        };
        Leniency::strict_if(how.strict).judge(&mut report.diagnostics);
        Ok(report)
    }

    fn render(&self, input: &Input, how: &RenderArgs) -> Result<Result<Scene, Report>> {
        let mode = mode(how.compat.as_deref())?;
        if how.count > 1 {
            let (script, report) = match load_script(input, mode) {
                Ok(loaded) => loaded,
                Err(report) => return Ok(Err(report)),
            };
            let first = how.seed.as_deref().map_or(0, seed_from_text);
            let mut lands = Vec::new();
            for seed in (0..how.count).map(|n| first.wrapping_add(n)) {
                match script.roll(seed) {
                    Ok(rolled) => lands.push((format!("seed {seed}"), rolled.land)),
                    Err(RollError::Script(diagnostics)) => {
                        return Ok(Err(Report { source: report.source, diagnostics }));
                    }
                    Err(error) => return Err(error.into()),
                }
            }
            return Ok(Ok(contact_sheet(&lands, script.title())));
        }
        let caption = match kind(input) {
            Kind::Script => format!("{}, seed {}", input.name, how.seed.as_deref().map_or(0, seed_from_text)),
            Kind::Map => String::new(),
        };
        let land = load_map(input, how.seed.as_deref(), mode)?;
        Ok(land.map(|land| land_scene(&land, &Options { caption: &caption, ..Options::default() })))
    }

    fn render_text(&self, input: &Input, how: &RenderArgs) -> Result<Result<String, Report>> {
        Ok(load_map(input, how.seed.as_deref(), mode(how.compat.as_deref())?)?.map(|land| land_text(&land)))
    }

    fn generate(&self, input: &Input, how: &GenerateArgs) -> Result<Status> {
        if kind(input) == Kind::Map {
            bail!("{} is one map; maps are generated from a script", input.name);
        }
        titan_generate::run(input, how)
    }

    fn stats(&self, input: &Input, how: &StatsArgs) -> Result<Status> {
        if kind(input) == Kind::Map {
            bail!("{} is one map; statistics are of a script", input.name);
        }
        titan_stats::run(input, how)
    }

    fn convert(&self, input: &Input, how: &ConvertArgs) -> Result<(Option<Vec<u8>>, Report)> {
        let mode = mode(how.compat.as_deref())?;
        let known = "expected xml, text, text-letter, json or canonical";
        let named =
            |name: &str| Format::from_name(name).with_context(|| format!("no format {name:?}; {known}"));
        let from = how.from.as_deref().map(named).transpose()?;
        let target = how.target().context("name the format to write: --to xml, text, text-letter or json")?;
        let target = named(&target)?;
        let (mut land, mut report) = if from.is_none() && kind(input) == Kind::Script {
            match load_map(input, how.seed.as_deref(), mode)? {
                Ok(land) => (land, Report { source: Source::new(&input.name, ""), diagnostics: Vec::new() }),
                Err(report) => return Ok((None, report)),
            }
        } else {
            let mut parsed = read_battleland(&input.name, &input.bytes, from, mode);
            match parsed.value.take() {
                Some(land) => (land, parsed.into_report()),
                None => return Ok((None, parsed.into_report())),
            }
        };
        if how.autofill {
            land.autofill();
        }
        let losses = losses(&land, target);
        let refused = how.strict && !losses.is_empty();
        report.diagnostics.extend(losses);
        if refused {
            return Ok((None, report));
        }
        Ok(match write_or_report(&land, target, &input.name, report) {
            Ok((written, report)) => (Some(written.into_bytes()), report),
            Err(report) => (None, report),
        })
    }
}

/// Small boards in rows, each under its name.
pub(crate) fn contact_sheet(lands: &[(String, Battleland)], title: &str) -> Scene {
    let scene = |(name, land): &(String, Battleland)| {
        let mut scene = land_scene(land, &Options::plain());
        scene.title.clone_from(name);
        scene
    };
    let scenes: Vec<Scene> = lands.iter().map(scene).collect();
    let columns = (1..=8).find(|c| c * c >= scenes.len()).unwrap_or(8);
    let mut sheet = Scene::grid(&scenes, columns);
    sheet.title = format!("{title}: {} maps", lands.len());
    sheet
}

fn check_script(input: &Input, mode: Mode, how: &CheckArgs) -> Result<Report> {
    let mut parsed = read_script(&input.name, &input.bytes, mode);
    if how.fix {
        let Some(path) = &input.path else { bail!("--fix needs a file, not standard input") };
        let edits = parsed.diagnostics.iter().filter_map(|d| d.fix.as_ref()).flat_map(|f| &f.edits);
        let text = apply_edits(parsed.source.text(), edits);
        if text != parsed.source.text() {
            output::write_file(path, text.as_bytes())?;
            parsed = read_script(&input.name, text.as_bytes(), mode);
        }
    }
    try_roll(&mut parsed);
    if let Some(script) = &parsed.value {
        if how.lint {
            parsed.diagnostics.extend(script.lint());
            sort(&mut parsed.diagnostics);
        }
        if let Some(sample) = how.sample {
            let shares = sampled(script, sample);
            // where the findings are for a program, they are all it is given
            match how.format {
                FindingsFormat::Concise | FindingsFormat::Full if !how.json => output::print(&shares)?,
                _ => shares.lines().for_each(output::note),
            }
        }
    }
    Ok(parsed.into_report())
}

/// The share of maps with each finding, a line each.
fn sampled(script: &Script, sample: u64) -> String {
    let mut maps = BTreeMap::<&str, u64>::new();
    for seed in 0..sample {
        let Ok(rolled) = script.roll(seed) else {
            *maps.entry("no map").or_default() += 1;
            continue;
        };
        let mut ids: Vec<&str> = check(&rolled.land).iter().map(|f| f.id).collect();
        ids.sort_unstable();
        ids.dedup();
        ids.into_iter().for_each(|id| *maps.entry(id).or_default() += 1);
    }
    let share = |count: u64| count as f64 * 100.0 / sample.max(1) as f64;
    maps.iter().map(|(id, &count)| format!("{id}: {:.1} % of {sample} maps\n", share(count))).collect()
}
