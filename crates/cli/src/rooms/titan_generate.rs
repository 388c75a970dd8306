//! `generate` for battleland scripts: seeds, batches, constraints, reports.

use super::titan::{load_script, mode};
use crate::commands::generate::GenerateArgs;
use crate::output::{self, Diagnostics};
use crate::status::HasErrors;
use crate::{Status, input::Input};
use anyhow::{Context, Result, bail};
use hexwright_core::random::seed_from_text;
use hexwright_core::text::render::Report;
use hexwright_core::{Diagnostic, Source};
use hexwright_render::titan::{Colours, Options, contact_sheet, land_scene};
use hexwright_titan::formats::{losses, stem};
use hexwright_titan::text::{self, Format, json};
use hexwright_titan::{Battleland, Constraint, Found, Recorded, RollError, Roller, Script, Tally, Words};
use rayon::prelude::*;
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// What is written for a map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Target {
    Text(Format),
    Svg,
    Png,
}

impl Target {
    fn of(how: &GenerateArgs) -> Result<Self> {
        let ending = || how.output.as_ref().and_then(|p| Some(p.extension()?.to_str()?.to_lowercase()));
        let default = if how.count > 1 { "json" } else { "xml" };
        let name = how.format.clone().or_else(ending).unwrap_or_else(|| default.to_owned());
        match name.as_str() {
            "svg" => Ok(Self::Svg),
            "png" => Ok(Self::Png),
            "jsonl" => Ok(Self::Text(Format::Json)),
            name => Format::from_name(name).map(Self::Text).with_context(|| {
                format!("cannot write battlelands as {name:?}; expected xml, text, text-letter, json, canonical, svg or png")
            }),
        }
    }

    const fn ending(self) -> &'static str {
        match self {
            Self::Text(format) => format.ending(),
            Self::Svg => "svg",
            Self::Png => "png",
        }
    }

    /// Whether several maps can stand in one file: as lines, or as a contact sheet.
    const fn joins(self) -> bool {
        matches!(self, Self::Text(Format::Json | Format::Canonical) | Self::Svg | Self::Png)
    }
}

/// A seed and what came of it.
struct Drawn {
    seed: u64,
    found: Option<Found>,
}

pub(crate) fn run(input: &Input, how: &GenerateArgs) -> Result<Status> {
    let options = &how.battleland;
    let target = Target::of(how)?;
    let constraints =
        how.require.iter().map(|text| Constraint::parse(text)).collect::<Result<Vec<_>, _>>()?;
    let (script, report) = match load_script(input, mode(options.compat.as_deref())?) {
        Ok(loaded) => loaded,
        Err(report) => {
            output::tell(&report, options.diagnostics);
            return Err(HasErrors(format!("{} has errors; nothing was generated", input.name)).into());
        }
    };
    output::tell(&report, options.diagnostics);
    let several = how.count > 1;
    let (drawn, tally) = match &options.rng_bytes {
        Some(path) => replay(&script, path, how, &report.source)?,
        None => search(&script, how, &constraints, &report.source)?,
    };
    let missed: Vec<u64> = drawn.iter().filter(|d| d.found.is_none()).map(|d| d.seed).collect();
    if let Some(path) = &options.report {
        let text = serde_json::to_string_pretty(&summary(&constraints, &tally, &missed))? + "\n";
        output::write_file(path, text.as_bytes())?;
    }
    if !missed.is_empty() {
        output::note(&explain(&constraints, &tally, &missed));
        if !options.keep_going {
            return Ok(Status::Findings);
        }
    }
    let found: Vec<(u64, &Found)> = drawn.iter().filter_map(|d| Some((d.seed, d.found.as_ref()?))).collect();
    if found.is_empty() {
        return Ok(if missed.is_empty() { Status::Fine } else { Status::Findings });
    }
    match &how.output {
        Some(path) if path != Path::new("-") => {
            let is_file = path.extension().is_some() && !path.is_dir();
            if several && !(is_file && target.joins()) {
                write_folder(path, &found, target, input, how)?;
            } else {
                let path = if path.is_dir() {
                    path.join(file_name(&stem(&input.name), found[0].0, target))
                } else {
                    path.clone()
                };
                crate::overwrite::allow(&path)?;
                output::write_file(&path, &together(&found, target, &script, input, how)?)?;
            }
        }
        _ => {
            if several && !target.joins() {
                bail!(
                    "several maps are printed as json or canonical lines, or as one svg; name a folder with -o"
                );
            }
            output::print_bytes(&together(&found, target, &script, input, how)?)?;
        }
    }
    Ok(if missed.is_empty() { Status::Fine } else { Status::Findings })
}

/// The seed of the command line, or one drawn and told.
fn first_seed(how: &GenerateArgs) -> u64 {
    if let Some(seed) = &how.seed {
        return seed_from_text(seed);
    }
    #[expect(
        clippy::disallowed_types,
        reason = "a seed nobody named is the one thing that may differ between runs"
    )]
    let seed = {
        use std::hash::{BuildHasher, Hasher, RandomState};
        RandomState::new().build_hasher().finish()
    };
    output::note(&format!("seed {seed}"));
    seed
}

/// Maps by seed, in order of seeds whatever the number of threads.
fn search(
    script: &Script,
    how: &GenerateArgs,
    constraints: &[Constraint],
    source: &Source,
) -> Result<(Vec<Drawn>, Tally)> {
    let options = &how.battleland;
    let first = first_seed(how);
    let progress = output::progress(how.count, "maps");
    let one = |roller: &mut Roller<'_>, n: u64| -> (Drawn, Tally, Option<RollError>) {
        let seed = first.wrapping_add(n);
        let mut tally = Tally::new(constraints.len());
        let (mut found, mut error) = (None, None);
        match roller.search(seed, constraints, options.max_tries.unwrap_or(1_000), &mut tally) {
            Ok(result) => found = result,
            Err(failed) => error = Some(failed),
        }
        if let (None, None, Some(changes)) = (&found, &error, options.improve) {
            found = roller.improve(seed, constraints, changes);
        }
        progress.inc(1);
        (Drawn { seed, found }, tally, error)
    };
    let all: Vec<_> = if options.jobs == 1 || how.count == 1 {
        let mut roller = Roller::new(script);
        (0..how.count).map(|n| one(&mut roller, n)).collect()
    } else {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(options.jobs).build()?;
        let rollers = || Roller::new(script);
        pool.install(|| {
            (0..how.count).into_par_iter().map_init(rollers, |roller, n| one(roller, n)).collect()
        })
    };
    progress.finish_and_clear();
    let (mut drawn, mut total) = (Vec::with_capacity(all.len()), Tally::new(constraints.len()));
    for (one, tally, error) in all {
        if let Some(RollError::Script(findings)) = error {
            tell_failure(one.seed, findings, source, how.battleland.diagnostics);
            if !options.keep_going {
                bail!("seed {} gives no map", one.seed);
            }
        }
        total.add(&tally);
        drawn.push(one);
    }
    Ok((drawn, total))
}

fn tell_failure(seed: u64, diagnostics: Vec<Diagnostic>, source: &Source, how: Diagnostics) {
    output::tell(&Report { source: source.clone(), diagnostics }, how);
    output::note(&format!("seed {seed} gives no map"));
}

/// Maps from recorded bytes, one behind the other.
fn replay(script: &Script, path: &Path, how: &GenerateArgs, source: &Source) -> Result<(Vec<Drawn>, Tally)> {
    if !how.require.is_empty() {
        bail!("--require needs seeds to try; recorded bytes have none");
    }
    let bytes = std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    let (mut words, mut roller) = (Recorded::new(&bytes), Roller::new(script));
    let (mut drawn, mut tally) = (Vec::new(), Tally::new(0));
    for number in 0..how.count {
        tally.tries += 1;
        match roller.roll(&mut words) {
            Ok(rolled) => {
                let found = Found { rolled, attempt: 0, attempt_seed: number, changes: 0 };
                drawn.push(Drawn { seed: number, found: Some(found) });
            }
            Err(RollError::Script(findings)) => {
                tell_failure(number, findings, source, how.battleland.diagnostics);
                bail!("map {number} of the recorded bytes could not be made");
            }
            // nothing stops this roller, so only the end of the bytes is left
            Err(RollError::Exhausted(_) | RollError::Stopped) => {
                let read = words.bytes_used();
                bail!("{}: error[rng-exhausted]: the recorded bytes ended after {read}", path.display());
            }
        }
    }
    Ok((drawn, tally))
}

#[derive(Serialize)]
struct Summary {
    tries: u64,
    accepted: u64,
    rejections: BTreeMap<String, u64>,
    failures: u64,
    failed_seeds: Vec<String>,
}

fn summary(constraints: &[Constraint], tally: &Tally, missed: &[u64]) -> Summary {
    Summary {
        tries: tally.tries,
        accepted: tally.accepted,
        rejections: constraints
            .iter()
            .map(ToString::to_string)
            .zip(tally.rejections.iter().copied())
            .collect(),
        failures: tally.failures,
        failed_seeds: missed.iter().map(u64::to_string).collect(),
    }
}

fn explain(constraints: &[Constraint], tally: &Tally, missed: &[u64]) -> String {
    let seeds: Vec<String> = missed.iter().take(5).map(u64::to_string).collect();
    let more = if missed.len() > 5 { format!(" and {} more", missed.len() - 5) } else { String::new() };
    let mut text = format!("no map for seed {}{more} in {} tries", seeds.join(", "), tally.tries);
    for (constraint, rejected) in constraints.iter().zip(&tally.rejections) {
        text.push_str(&format!("\n  {constraint}: rejected {rejected}"));
    }
    text.push_str(
        "\n  help: raise --max-tries, loosen what rejects most, or let --improve change maps by hand",
    );
    text
}

/// One map or, as lines or a contact sheet, several.
fn together(
    found: &[(u64, &Found)],
    target: Target,
    script: &Script,
    input: &Input,
    how: &GenerateArgs,
) -> Result<Vec<u8>> {
    let sheet = || {
        let lands: Vec<(String, Battleland)> =
            found.iter().map(|(seed, f)| (format!("seed {seed}"), f.rolled.land.clone())).collect();
        contact_sheet(&lands, script.title(), Colours::Own)
    };
    match (found, target) {
        ([one], _) => one_map(one.0, one.1, target, input, how),
        (_, Target::Svg) => Ok(sheet().to_svg().into_bytes()),
        (_, Target::Png) => Ok(sheet().to_png(PNG_WIDTH)?),
        _ => {
            let mut out = Vec::new();
            for (seed, one) in found {
                out.extend(one_map(*seed, one, target, input, how)?);
            }
            Ok(out)
        }
    }
}

const PNG_WIDTH: u32 = 1200;

/// A map as `generate` prints it: one object a line.
#[derive(Serialize)]
struct Line<'a> {
    seed: String,
    title: Option<&'a str>,
    subtitle: Option<&'a str>,
    tower: bool,
    startlist: Option<Vec<String>>,
    bytes_used: u64,
    map: String,
    attempt: u64,
    attempt_seed: String,
    #[serde(skip_serializing_if = "is_zero")]
    changes: u64,
    hexes: Vec<json::JsonHex>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands over a reference")]
fn is_zero(number: &u64) -> bool {
    *number == 0
}

fn one_map(seed: u64, found: &Found, target: Target, input: &Input, how: &GenerateArgs) -> Result<Vec<u8>> {
    let land = &found.rolled.land;
    let stem = stem(&input.name);
    let caption = format!("{stem}, seed {}", found.attempt_seed);
    let scene = || land_scene(land, &Options { caption: &caption, ..Options::default() });
    Ok(match target {
        Target::Svg => scene().to_svg().into_bytes(),
        Target::Png => scene().to_png(PNG_WIDTH)?,
        Target::Text(Format::Json) => {
            let line = Line {
                seed: seed.to_string(),
                title: land.title(),
                subtitle: land.subtitle(),
                tower: land.tower(),
                startlist: land.start_list().map(|l| l.iter().map(|h| h.label()).collect()),
                bytes_used: found.rolled.bytes_used,
                map: land.canonical(),
                attempt: found.attempt,
                attempt_seed: found.attempt_seed.to_string(),
                changes: found.changes,
                hexes: json::hexes(land),
            };
            (serde_json::to_string(&line)? + "\n").into_bytes()
        }
        Target::Text(format) => {
            if how.count == 1 && format != Format::Canonical {
                let diagnostics = losses(land, format);
                let report = Report { source: Source::new(&input.name, ""), diagnostics };
                output::tell(&report, how.battleland.diagnostics);
            }
            text::write(land, format, &stem)?.into_bytes()
        }
    })
}

fn file_name(stem: &str, seed: u64, target: Target) -> String {
    format!("{stem}-{seed}.{}", target.ending())
}

/// Writes a file for each map: all into a hidden folder beside the target first, then moved, so that a
/// failure leaves nothing behind.
fn write_folder(
    folder: &Path,
    found: &[(u64, &Found)],
    target: Target,
    input: &Input,
    how: &GenerateArgs,
) -> Result<()> {
    let stem = stem(&input.name);
    let paths: Vec<PathBuf> =
        found.iter().map(|(seed, _)| folder.join(file_name(&stem, *seed, target))).collect();
    for path in &paths {
        crate::overwrite::allow(path)?;
    }
    std::fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    let stage = tempfile::Builder::new()
        .prefix(".hexwright-")
        .tempdir_in(folder)
        .with_context(|| format!("cannot write into {}", folder.display()))?;
    for ((seed, one), path) in found.iter().zip(&paths) {
        let staged = stage.path().join(path.file_name().context("a file has a name")?);
        std::fs::write(staged, one_map(*seed, one, target, input, how)?)?;
    }
    for path in &paths {
        std::fs::rename(stage.path().join(path.file_name().context("a file has a name")?), path)
            .with_context(|| format!("cannot write {}", path.display()))?;
        if let Ok(written) = std::fs::read(path) {
            crate::overwrite::remember(path, &written);
        }
    }
    Ok(())
}
