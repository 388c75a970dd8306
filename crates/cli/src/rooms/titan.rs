//! Titan: battleland scripts (`.rnd`) and battlelands (XML, text tables, JSON).

use super::{Claim, Room, ids, titan_generate, titan_stats};
use crate::commands::{
    check::CheckArgs, convert::ConvertArgs, generate::GenerateArgs, render::RenderArgs, stats::StatsArgs,
};
use crate::output::{self, FindingsFormat};
use crate::{Status, input::Input};
use anyhow::{Context, Result, anyhow, bail};
use hexwright_core::random::seed_from_text;
use hexwright_core::text::{apply_edits, render::Report, sort};
use hexwright_core::{Diagnostic, Severity, Source, Span};
use hexwright_render::Scene;
use hexwright_render::titan::{Options, land_scene, land_text};
use hexwright_titan::text::{self, Format};
use hexwright_titan::{Battleland, Mode, RollError, Script, check, decode, script};
use std::collections::BTreeMap;

pub(crate) struct Titan;

/// What a file of this room is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Script,
    Map,
}

fn kind(input: &Input) -> Kind {
    let name = input.kind_name();
    let is_script = name.ends_with(".rnd") || (!name.ends_with(".xml") && looks_like_script(&input.plain()));
    if is_script { Kind::Script } else { Kind::Map }
}

/// The first word that is no comment.
fn first_word(bytes: &[u8]) -> &[u8] {
    let line = bytes
        .split(|&b| b == b'\n')
        .map(<[u8]>::trim_ascii)
        .find(|line| !line.is_empty() && !line.starts_with(b"#"))
        .unwrap_or_default();
    line.split(|b| !b.is_ascii_alphanumeric()).next().unwrap_or_default()
}

fn looks_like_script(bytes: &[u8]) -> bool {
    match first_word(bytes) {
        b"AREA" | b"LABEL" | b"PAIR" | b"TITLE" => true,
        // these three words start lines of scripts and of tables
        b"SUBTITLE" | b"TOWER" | b"STARTLIST" => !looks_like_table(bytes),
        _ => false,
    }
}

fn looks_like_table(bytes: &[u8]) -> bool {
    bytes.split(|&b| b == b'\n').any(|line| {
        let mut words = line.trim_ascii().split(u8::is_ascii_whitespace).filter(|w| !w.is_empty());
        let digit = |word: Option<&[u8]>| matches!(word, Some([b'0'..=b'5']));
        let ground = |word: &[u8]| word.starts_with(b"\"") || word.iter().all(u8::is_ascii_alphabetic);
        digit(words.next()) && digit(words.next()) && words.next().is_some_and(ground) && digit(words.next())
    })
}

fn contains(bytes: &[u8], what: &[u8]) -> bool {
    bytes.windows(what.len()).any(|w| w == what)
}

/// The mode of a `--compat` option.
pub(crate) fn mode(compat: Option<&str>) -> Result<Mode> {
    let Some(name) = compat else { return Ok(Mode::Documented) };
    Mode::from_name(name).ok_or_else(|| anyhow!("--compat is colossus or colossus-2002, not {name:?}"))
}

/// The name of a file without folder and endings.
pub(crate) fn stem(input: &Input) -> String {
    let name = input.path.as_ref().and_then(|p| p.file_name()?.to_str()).unwrap_or("battleland");
    let name = name.strip_suffix(".gz").unwrap_or(name);
    name.rsplit_once('.').map_or(name, |(stem, _)| stem).to_owned()
}

/// The script of a file, with its warnings, or the findings that forbid rolling it.
pub(crate) fn load_script(input: &Input, mode: Mode) -> Result<(Script, Report), Report> {
    let source = Source::new(&input.name, decode(&input.bytes));
    let reading = script::read(source.text(), mode);
    let report = Report { diagnostics: reading.diagnostics, source };
    match reading.script {
        Some(script) => Ok((script, report)),
        None => Err(report),
    }
}

fn read_map(input: &Input, format: Option<Format>, mode: Mode) -> (text::Reading, Source) {
    let source = Source::new(&input.name, decode(&input.bytes));
    let format = format.unwrap_or_else(|| Format::of(source.text()));
    (text::read_as(source.text(), format, mode), source)
}

/// The map of a file: read, or rolled from a script with the seed.
fn load_map(input: &Input, seed: Option<&str>, mode: Mode) -> Result<Result<Battleland, Report>> {
    if kind(input) == Kind::Map {
        let (reading, source) = read_map(input, None, mode);
        return Ok(match reading.usable() {
            Some(land) => Ok(land.clone()),
            None => Err(Report { source, diagnostics: reading.diagnostics }),
        });
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
    fn describe(&self, input: &Input) -> &'static str {
        if kind(input) == Kind::Script { "a Titan battleland script" } else { "a Titan battleland" }
    }

    fn reads(&self, input: &Input) -> Claim {
        let name = input.kind_name();
        let bytes = &*input.plain();
        match () {
            () if name.ends_with(".rnd") => Claim::Name,
            () if contains(bytes, b"<battlemap") => Claim::Content,
            // all a map in JSON must have; a bare one names nothing else
            () if bytes.trim_ascii_start().starts_with(b"{") && contains(bytes, b"\"hexes\"") => {
                Claim::Content
            }
            () if looks_like_script(bytes) || looks_like_table(bytes) => Claim::Content,
            () if matches!(first_word(bytes), b"SUBTITLE" | b"TOWER" | b"STARTLIST") => Claim::Content,
            () => Claim::No,
        }
    }

    fn formats(&self) -> &'static [&'static str] {
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

    fn finding_ids(&self) -> Vec<&'static str> {
        ids::TITAN.to_vec()
    }

    fn check(&self, input: &Input, how: &CheckArgs) -> Result<Report> {
        let mode = mode(how.compat.as_deref())?;
        let mut report = match kind(input) {
            Kind::Script => check_script(input, mode, how)?,
            Kind::Map => {
                let (reading, source) = read_map(input, None, mode);
                let mut diagnostics = reading.diagnostics.clone();
                if let (true, Some(land)) = (how.lint, reading.usable()) {
                    let advice = check(land).into_iter().map(|f| reading.places.diagnostic(&f));
                    // what the reader said already is not said twice
                    let fresh = |d: &Diagnostic| {
                        !diagnostics.iter().any(|o| o.id == d.id && o.span.start == d.span.start)
                    };
                    let advice: Vec<_> = advice.filter(fresh).collect();
                    diagnostics.extend(advice);
                    sort(&mut diagnostics);
                }
                Report { source, diagnostics }
            }
        };
        if how.strict {
            for finding in report.diagnostics.iter_mut().filter(|d| d.severity == Severity::Warning) {
                finding.severity = Severity::Error;
            }
        }
        Ok(report)
    }

    fn format(&self, input: &Input) -> Result<Result<Vec<u8>, Report>> {
        let text = decode(&input.bytes);
        if kind(input) == Kind::Script {
            return Ok(match load_script(input, Mode::Documented) {
                // an older script that only the original understands can be laid out all the same
                Err(report) if load_script(input, Mode::Colossus).is_err() => Err(report),
                _ => Ok(script::format(&text).into_bytes()),
            });
        }
        let (reading, source) = read_map(input, None, Mode::Documented);
        let Some(land) = reading.usable() else {
            return Ok(Err(Report { source, diagnostics: reading.diagnostics }));
        };
        let format = Format::of(&text);
        let has_comments = if format == Format::Xml { text.contains("<!--") } else { text.contains('#') };
        if has_comments && format != Format::Json {
            bail!("{} has comments, which writing a battleland anew would lose", input.name);
        }
        let letters = format == Format::Text && text.split_whitespace().nth(2).is_some_and(|w| w.len() == 1);
        let format = if letters { Format::TextLetter } else { format };
        let written =
            text::write(land, format, &stem(input)).or_else(|_| text::write(land, Format::Text, ""));
        Ok(Ok(written?.into_bytes()))
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
            let (reading, source) = read_map(input, from, mode);
            let report = Report { source, diagnostics: reading.diagnostics.clone() };
            match reading.usable() {
                Some(land) => (land.clone(), report),
                None => return Ok((None, report)),
            }
        };
        if how.autofill {
            land.autofill();
        }
        let losses = text::losses(&land, target);
        report.diagnostics.extend(losses.iter().map(|l| Diagnostic::warning("not-portable", Span::at(0), l)));
        if how.strict && !losses.is_empty() {
            return Ok((None, report));
        }
        match text::write(&land, target, &stem(input)) {
            Ok(written) => Ok((Some(written.into_bytes()), report)),
            Err(error) => {
                let help = "write names instead: --to text";
                report
                    .diagnostics
                    .push(Diagnostic::error("not-expressible", Span::at(0), error.to_string()).help(help));
                Ok((None, report))
            }
        }
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
    let mut source = Source::new(&input.name, decode(&input.bytes));
    if how.fix {
        let Some(path) = &input.path else { bail!("--fix needs a file, not standard input") };
        let reading = script::read(source.text(), mode);
        let edits = reading.diagnostics.iter().filter_map(|d| d.fix.as_ref()).flat_map(|f| &f.edits);
        let text = apply_edits(source.text(), edits);
        if text != source.text() {
            output::write_file(path, text.as_bytes())?;
            source = Source::new(&input.name, text);
        }
    }
    let reading = script::read(source.text(), mode);
    let mut diagnostics = reading.diagnostics;
    if let Some(script) = &reading.script {
        // a list that grows without bound shows only when it is evaluated
        if let Err(RollError::Script(findings)) = script.roll(0) {
            diagnostics.extend(findings.into_iter().filter(|f| f.id == "list-too-long"));
        }
        if how.lint {
            diagnostics.extend(script.lint());
        }
        sort(&mut diagnostics);
        if let Some(sample) = how.sample {
            let shares = sampled(script, sample);
            // where the findings are for a program, they are all it is given
            match how.format {
                FindingsFormat::Concise | FindingsFormat::Full if !how.json => output::print(&shares)?,
                _ => shares.lines().for_each(output::note),
            }
        }
    }
    Ok(Report { source, diagnostics })
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
