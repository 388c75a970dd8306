//! Titan: battleland scripts (`.rnd`) and battlelands (XML, text tables, JSON).

use super::{FileKind, battles, titan_generate, titan_stats, variants};
use crate::commands::{
    check::CheckArgs,
    generate::GenerateArgs,
    play::PlayArgs,
    render::{RenderArgs, TrueSize},
    simulate::SimulateArgs,
    stats::StatsArgs,
};
use crate::output::{self, FindingsFormat};
use crate::{Status, games, input::Input};
use anyhow::{Result, anyhow, bail};
use hexwright_core::random::seed_from_text;
use hexwright_core::text::{Format as _, Leniency, render::Report, sort};
use hexwright_render::Scene;
use hexwright_render::titan::{Colours, Options, contact_sheet, land_scene, land_text};
use hexwright_titan::battle::Battle;
use hexwright_titan::formats::{ScriptFormat, advise_for, read_battleland, read_script, try_roll};
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

/// The colours of a `--colours` option.
fn colours(name: Option<&str>) -> Result<Colours> {
    match name {
        None | Some("own") => Ok(Colours::Own),
        Some("colossus") => Ok(Colours::Colossus),
        Some(other) => bail!("--colours is own or colossus, not {other:?}"),
    }
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

/// The land of a file, or the first rolls of a script.
pub(crate) fn lands_of(
    input: &Input,
    seed: u64,
    rolls: u64,
    mode: Mode,
) -> Result<Result<Vec<Battleland>, Report>> {
    let count = if kind(input) == Kind::Script { rolls } else { 1 };
    let mut lands = Vec::new();
    for number in 0..count {
        match load_map(input, Some(&seed.wrapping_add(number).to_string()), mode)? {
            Ok(land) => lands.push(land),
            Err(report) => return Ok(Err(report)),
        }
    }
    Ok(Ok(lands))
}

impl FileKind for Titan {
    fn formats(&self) -> &'static [&'static str] {
        &["script", "battleland"]
    }

    fn options(&self, verb: &str, input: &Input) -> &'static [&'static str] {
        match (verb, kind(input)) {
            ("check", Kind::Script) => &["--strict", "--lint", "--compat", "--sample"],
            ("check", Kind::Map) => &["--strict", "--lint", "--compat", "--variant"],
            ("render", Kind::Script) => &["--seed", "--count", "--compat", "--names", "--colours", "--print"],
            ("render", Kind::Map) => &["--compat", "--names", "--colours", "--print"],
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
            ("play", _) => &["--attacker", "--defender", "--entrance", "--terrain", "--variant"],
            _ => &[],
        }
    }

    fn simulate(&self, input: &Input, how: &SimulateArgs) -> Result<Status> {
        match load_map(input, Some(&how.setup.seed), Mode::Documented)? {
            Ok(land) => match battles::on_land(land, &how.setup)? {
                Ok(record) => games::simulate_from::<Battle>(&record, input, how),
                Err(report) => output::refuse(&report),
            },
            Err(report) => output::refuse(&report),
        }
    }

    fn play(&self, input: &Input, how: &PlayArgs) -> Result<Status> {
        match load_map(input, Some(&how.setup.seed), Mode::Documented)? {
            Ok(land) => match battles::on_land(land, &how.setup)? {
                Ok(record) => games::play_on::<Battle>(&record, input, how),
                Err(report) => output::refuse(&report),
            },
            Err(report) => output::refuse(&report),
        }
    }

    fn check(&self, input: &Input, how: &CheckArgs) -> Result<Report> {
        let mode = mode(how.compat.as_deref())?;
        let mut report = match kind(input) {
            Kind::Script => check_script(input, mode, how)?,
            Kind::Map => {
                let mut parsed = read_battleland(&input.name, &input.bytes, None, mode);
                let variant = match how.variant.as_deref().map(variants::load).transpose()? {
                    Some(Ok(folder)) => {
                        variants::warnings(&folder).for_each(|warning| output::note(&warning));
                        folder.variant
                    }
                    Some(Err(report)) => return Err(output::first_error(&report)),
                    None => None,
                };
                if how.lint {
                    advise_for(&mut parsed, variant.as_deref());
                }
                parsed.into_report()
            }
        };
        Leniency::strict_if(how.strict).judge(&mut report.diagnostics);
        Ok(report)
    }

    fn render(&self, input: &Input, how: &RenderArgs) -> Result<Result<Scene, Report>> {
        let mode = mode(how.compat.as_deref())?;
        let colours = colours(how.colours.as_deref())?;
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
            return Ok(Ok(contact_sheet(&lands, script.title(), colours)));
        }
        let caption = match kind(input) {
            Kind::Script => format!("{}, seed {}", input.name, how.seed.as_deref().map_or(0, seed_from_text)),
            Kind::Map => String::new(),
        };
        let land = load_map(input, how.seed.as_deref(), mode)?;
        let options = Options { caption: &caption, names: how.names, colours, ..Options::default() };
        Ok(land.map(|land| land_scene(&land, &options)))
    }

    fn true_size(&self) -> TrueSize {
        TrueSize::TITAN
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
}

fn check_script(input: &Input, mode: Mode, how: &CheckArgs) -> Result<Report> {
    let mut parsed = read_script(&input.name, &input.bytes, mode);
    try_roll(&mut parsed);
    if let Some(script) = &parsed.value {
        if how.lint {
            parsed.diagnostics.extend(script.advice());
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
        let mut ids: Vec<&str> = check(&rolled.land).iter().map(|f| f.rule.id).collect();
        ids.sort_unstable();
        ids.dedup();
        ids.into_iter().for_each(|id| *maps.entry(id).or_default() += 1);
    }
    let share = |count: u64| count as f64 * 100.0 / sample.max(1) as f64;
    maps.iter().map(|(id, &count)| format!("{id}: {:.1} % of {sample} maps\n", share(count))).collect()
}
