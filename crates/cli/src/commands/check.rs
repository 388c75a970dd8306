//! `check`: every finding of every file.

use super::deny::Deny;
use crate::output::{self, FindingsFormat};
use crate::rooms::{self, FileKind};
use crate::{Status, input::Input};
use anyhow::{Context as _, Result, anyhow, bail};
use clap::Args;
use hexwright_core::text::apply_edits;
use hexwright_core::text::render::Report;
use hexwright_core::{Diagnostic, Severity};
use hexwright_formats::FORMATS;
use std::ffi::OsStr;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

#[derive(Clone, Debug, Default, Args)]
pub(crate) struct CheckArgs {
    /// Files to check; `-` is standard input. Of a folder, every file Hexwright knows is checked
    #[arg(required = true, value_name = "FILE|FOLDER")]
    pub(crate) files: Vec<OsString>,
    /// Judge as for publication: most warnings become errors
    #[arg(long)]
    pub(crate) strict: bool,
    /// Also give advice on the map itself
    #[arg(long)]
    pub(crate) lint: bool,
    /// Also tell how balanced the map is
    #[arg(long)]
    pub(crate) score: bool,
    #[command(flatten)]
    pub(crate) deny: Deny,
    /// Draw open cells with this seed before giving advice or a score
    #[arg(long, value_name = "SEED")]
    pub(crate) seed: Option<String>,
    /// How findings are printed
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: FindingsFormat,
    /// Same as --format json
    #[arg(long)]
    pub(crate) json: bool,
    /// Judge a Titan file as the original program does: colossus or colossus-2002
    #[arg(long, value_name = "MODE")]
    pub(crate) compat: Option<String>,
    /// Also roll a Titan script with seeds 0 to N-1 and print the share of maps with each finding
    #[arg(long, value_name = "N", value_parser = super::at_least_one::<u64>)]
    pub(crate) sample: Option<u64>,
    /// Battlelands: folder of a Colossus variant, whose creatures advice has in mind
    #[arg(long, value_name = "FOLDER")]
    pub(crate) variant: Option<PathBuf>,
    /// Repair mechanical mistakes in the files
    #[arg(long)]
    pub(crate) fix: bool,
    /// Terra Mystica snapshots: stop after syntax, vocabulary, geometry or rules
    #[arg(long, value_name = "LEVEL")]
    pub(crate) level: Option<String>,
    /// Say nothing but findings
    #[arg(short, long)]
    pub(crate) quiet: bool,
    /// Whether it was called as `lint`.
    #[arg(skip)]
    pub(crate) only_advice: bool,
}

pub(crate) fn run(args: &CheckArgs) -> Result<Status> {
    let (mut reports, mut trouble) = (Vec::new(), Vec::new());
    let mut fine = true;
    let opened: Vec<_> = args.files.iter().flat_map(|name| open(name)).collect();
    args.deny.refuse_unknown(opened.iter().flatten().map(|file| (&file.input, file.room)))?;
    // what cannot be read hides nothing of the other files
    for file in opened {
        match file.and_then(|file| one(&file, args)) {
            Ok(report) => {
                fine &= !report.diagnostics.iter().any(Diagnostic::is_error);
                reports.push(report);
            }
            Err(error) => trouble.push(error),
        }
    }
    let format = if args.json { FindingsFormat::Json } else { args.format };
    if trouble.is_empty() || !reports.is_empty() {
        output::findings(&reports, format)?;
    }
    let is_for_people = matches!(format, FindingsFormat::Concise | FindingsFormat::Full);
    if is_for_people && !args.quiet && !reports.is_empty() {
        output::note(&summary(&reports));
    }
    let last = trouble.pop();
    trouble.iter().for_each(|error| output::error(&format!("{error:#}")));
    last.map_or(Ok(Status::fine_if(fine)), Err)
}

/// How many files there are and what was found, as in "3 files, no findings".
fn summary(reports: &[Report]) -> String {
    let all = || reports.iter().flat_map(|report| &report.diagnostics);
    let counted = |number: usize, word: &str| match number {
        1 => format!("1 {word}"),
        number => format!("{number} {word}s"),
    };
    let kinds = [Severity::Error, Severity::Warning, Severity::Hint];
    let counts = kinds.map(|kind| (all().filter(|found| found.severity == kind).count(), kind.name()));
    let found: Vec<String> =
        counts.iter().filter(|count| count.0 > 0).map(|count| counted(count.0, count.1)).collect();
    let found = if found.is_empty() { "no findings".to_owned() } else { found.join(", ") };
    format!("{}, {found}", counted(reports.len(), "file"))
}

/// A file and the room that reads it.
struct Opened {
    input: Input,
    room: &'static dyn FileKind,
    /// Whether it was found in a folder: then options that mean nothing for it are left out.
    found: bool,
}

fn open(name: &OsStr) -> Vec<Result<Opened>> {
    let path = Path::new(name);
    let one = |name: &Path, found| {
        let input = Input::read(name)?;
        Ok(Opened { room: rooms::room_of(&input)?, input, found })
    };
    if !path.is_dir() {
        return vec![one(path, false)];
    }
    let mut files = Vec::new();
    match known_files(path, 0, &mut files) {
        Err(error) => vec![Err(error)],
        Ok(()) if files.is_empty() => vec![Err(anyhow!("{} has no file Hexwright knows", path.display()))],
        Ok(()) => files.iter().map(|file| one(file, true)).collect(),
    }
}

/// Folders in folders are looked into so deeply.
const MOST_DEPTH: usize = 32;

/// The files of a folder that a format knows by their endings, in order. Hidden ones and links are left out.
fn known_files(folder: &Path, depth: usize, files: &mut Vec<PathBuf>) -> Result<()> {
    let cannot = || format!("cannot read {}", folder.display());
    let entries: Result<Vec<_>, _> = std::fs::read_dir(folder).with_context(cannot)?.collect();
    let mut entries = entries.with_context(cannot)?;
    entries.sort_by_key(std::fs::DirEntry::file_name);
    for entry in entries {
        let (kind, name) = (entry.file_type().with_context(cannot)?, entry.file_name());
        if name.as_encoded_bytes().starts_with(b".") {
            continue;
        }
        if kind.is_dir() && depth < MOST_DEPTH {
            known_files(&entry.path(), depth + 1, files)?;
        } else if kind.is_file() && FORMATS.iter().any(|format| format.owns_name(&name.to_string_lossy())) {
            files.push(entry.path());
        }
    }
    Ok(())
}

/// The findings of a file.
fn one(file: &Opened, args: &CheckArgs) -> Result<Report> {
    let (input, room) = (&file.input, file.room);
    if args.only_advice && !room.options("check", input).contains(&"--lint") {
        let kind = room.describe(input);
        bail!("there is no advice on {kind}; `hexwright check` names what is wrong with it");
    }
    let given = [
        (args.strict, "--strict", "maps and battlelands"),
        (args.lint, "--lint", "maps and battlelands"),
        (args.score, "--score", "Catan maps"),
        (args.seed.is_some(), "--seed", "Catan maps"),
        (args.compat.is_some(), "--compat", "Titan files"),
        (args.sample.is_some(), "--sample", "battleland scripts"),
        (args.variant.is_some(), "--variant", "battlelands"),
        (args.level.is_some(), "--level", "Terra Mystica snapshots"),
    ];
    if !file.found {
        rooms::refuse_idle(room, "check", input, &given)?;
    }
    if args.seed.is_some() && !args.lint && !args.score {
        bail!("--seed draws the board that --lint and --score judge; give one of them");
    }
    let mut report = match args.fix.then(|| repaired(input, room, args)).transpose()?.flatten() {
        Some(repaired) => room.check(&repaired, args)?,
        None => room.check(input, args)?,
    };
    args.deny.apply(&mut report);
    Ok(report)
}

/// How often repairs are applied: one may uncover the next.
const MOST_REPAIRS: usize = 20;

/// Repairs a file and writes it; nothing if there is nothing to repair.
fn repaired(input: &Input, room: &dyn FileKind, args: &CheckArgs) -> Result<Option<Input>> {
    let Some(path) = input.rewritable()? else { bail!("--fix needs a file, not standard input") };
    let how = CheckArgs { strict: args.strict, compat: args.compat.clone(), ..CheckArgs::default() };
    let mut now = input.clone();
    for _ in 0..MOST_REPAIRS {
        let report = room.check(&now, &how)?;
        let fixes = report.diagnostics.iter().filter_map(|d| d.fix.as_ref());
        let text = apply_edits(report.source.text(), fixes.flat_map(|fix| &fix.edits));
        if text == report.source.text() {
            break;
        }
        now.bytes = text.into_bytes();
    }
    if now.bytes == input.bytes {
        return Ok(None);
    }
    if input.format().is_some_and(|format| format.lost_bytes(&input.bytes).is_some()) {
        bail!("{} is not UTF-8 and is not rewritten; save it as UTF-8 first", input.name);
    }
    output::replace_file(path, &now.bytes)?;
    Ok(Some(now))
}
