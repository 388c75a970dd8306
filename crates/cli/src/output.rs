//! Writing: whole files or nothing, standard output that forgives a closed pipe, findings in four forms.

use crate::status::{HasErrors, Status};
use anyhow::{Context, Result, bail};
use hexwright_core::text::render::{JsonDiagnostic, Report, concise, full, json, sarif};
use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};

/// How findings are printed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum FindingsFormat {
    /// One line each, and its help.
    #[default]
    Concise,
    /// With the line they stand on.
    Full,
    /// An array of objects.
    Json,
    /// SARIF 2.1.0.
    Sarif,
}

/// Prints the findings of all reports.
pub(crate) fn findings(reports: &[Report], format: FindingsFormat) -> Result<()> {
    let text = match format {
        FindingsFormat::Concise => reports.iter().map(concise).collect(),
        FindingsFormat::Full => reports.iter().map(|r| full(r, colours())).collect(),
        FindingsFormat::Json => {
            let all: Vec<_> = reports.iter().flat_map(json).collect();
            serde_json::to_string_pretty(&all)? + "\n"
        }
        FindingsFormat::Sarif => serde_json::to_string_pretty(&sarif(reports))? + "\n",
    };
    print(&text)
}

/// What is wrong with a file in one sentence, for verbs that need it whole.
pub(crate) fn first_error(report: &Report) -> anyhow::Error {
    let first = report.diagnostics.iter().find(|d| d.is_error()).map(|d| d.headline(&report.source));
    HasErrors(first.unwrap_or_else(|| "the map cannot be read".to_owned())).into()
}

/// Prints what forbids going on with a file.
pub(crate) fn refuse(report: &Report) -> Result<Status> {
    print(&concise(report)).map(|()| Status::Findings)
}

/// How findings are told on standard error, while something else is the output.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Diagnostics {
    /// One line each, and its help.
    #[default]
    Text,
    /// An object a line.
    Json,
}

/// Tells findings on standard error.
pub(crate) fn tell(report: &Report, how: Diagnostics) {
    match how {
        Diagnostics::Text => concise(report).lines().for_each(note),
        Diagnostics::Json => {
            for finding in json(report) {
                let JsonDiagnostic { file, id, severity, line, column, message, help, .. } = finding;
                let object = serde_json::json!({
                    "file": file, "line": line, "col": column, "severity": severity,
                    "code": id, "message": message, "help": help,
                });
                note(&object.to_string());
            }
        }
    }
}

/// Prints to standard output.
pub(crate) fn print(text: &str) -> Result<()> {
    print_bytes(text.as_bytes())
}

/// Whether standard output shows colours: as `--color` says, else on a terminal, unless `NO_COLOR` is set or the
/// terminal is `dumb`.
pub(crate) fn colours() -> bool {
    anstream::AutoStream::choice(&std::io::stdout()) != anstream::ColorChoice::Never
}

/// Prints bytes to standard output.
pub(crate) fn print_bytes(bytes: &[u8]) -> Result<()> {
    crate::waiting::end();
    if std::io::stdout().is_terminal() && std::str::from_utf8(bytes).is_err() {
        bail!("this is no text to read on a terminal; name a file with --output, or redirect it: > FILE");
    }
    let mut out = std::io::stdout().lock();
    out.write_all(bytes)?;
    out.flush()?;
    Ok(())
}

/// Whether [`write_file`] could write here, found out without leaving anything behind: for what is written
/// at the end of long work.
pub(crate) fn try_path(path: &Path) -> Result<()> {
    let cannot = || format!("cannot write {}", path.display());
    if path.is_dir() {
        bail!("cannot write {}: it is a folder", path.display());
    }
    crate::overwrite::allow(path)?;
    match std::fs::metadata(path) {
        Ok(old) if !old.is_file() => {
            std::fs::OpenOptions::new().write(true).open(path).with_context(cannot)?;
            return Ok(());
        }
        Ok(old) if old.permissions().readonly() => {
            bail!("cannot write {}: it is read-only", path.display())
        }
        _ => {}
    }
    let (folder, _) = target_of(path);
    temporary_in(&folder).with_context(|| format!("cannot write into {}", folder.display()))?;
    Ok(())
}

/// Writes a file that the person named for it. One that exists stays, unless the rule of
/// [`overwrite`](crate::overwrite) allows to replace it.
pub(crate) fn write_file(path: &Path, bytes: &[u8]) -> Result<()> {
    crate::overwrite::allow(path)?;
    replace_file(path, bytes)?;
    crate::overwrite::remember(path, bytes);
    Ok(())
}

/// Writes a whole file or none: into a temporary neighbour first, then renamed. What a link leads to is
/// replaced, not the link; a file keeps its permissions; devices and pipes are simply written to.
pub(crate) fn replace_file(path: &Path, bytes: &[u8]) -> Result<()> {
    let cannot = || format!("cannot write {}", path.display());
    let old = std::fs::metadata(path).ok();
    if old.as_ref().is_some_and(|old| !old.is_file()) {
        let mut special = std::fs::OpenOptions::new().write(true).open(path).with_context(cannot)?;
        return special.write_all(bytes).with_context(cannot);
    }
    if old.as_ref().is_some_and(|old| old.permissions().readonly()) {
        bail!("cannot write {}: it is read-only", path.display());
    }
    let (folder, target) = target_of(path);
    let mut file =
        temporary_in(&folder).with_context(|| format!("cannot write into {}", folder.display()))?;
    file.write_all(bytes).and_then(|()| file.as_file().sync_all()).with_context(cannot)?;
    if let Some(old) = old {
        file.as_file().set_permissions(old.permissions()).with_context(cannot)?;
    }
    file.persist(&target).with_context(cannot)?;
    Ok(())
}

/// The file that is written, links followed, and its folder, where the temporary neighbour goes.
fn target_of(path: &Path) -> (PathBuf, PathBuf) {
    let target = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let folder = target.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
    (folder.to_owned(), target)
}

/// A temporary file as readable as any new file, not private as they usually are.
fn temporary_in(folder: &Path) -> std::io::Result<tempfile::NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // what the person's mask takes away is taken away
        builder.permissions(std::fs::Permissions::from_mode(0o666));
    }
    builder.tempfile_in(folder)
}

/// Endings of the formats the program writes. A file of any other name may hold any of them.
const ENDINGS: &[&str] = &[
    "catan", "game", "json", "jsonl", "svg", "png", "pdf", "xml", "rnd", "tms", "tmlog", "tmgrid", "record",
    "csv", "parquet",
];

/// The format a name promises by its ending, if the program knows it.
pub(crate) fn promised(path: Option<&Path>) -> Option<&'static str> {
    let ending = path?.extension()?.to_str()?.to_lowercase();
    ENDINGS.iter().copied().find(|known| *known == ending)
}

/// Refuses a name that promises another format than the one that is written there.
pub(crate) fn refuse_other_format(path: Option<&Path>, what: &str, written: &[&str]) -> Result<()> {
    let Some(other) = promised(path).filter(|ending| !written.contains(ending)) else { return Ok(()) };
    let expected = written.iter().map(|ending| format!(".{ending}")).collect::<Vec<_>>().join(" or ");
    let help = match other {
        "svg" | "png" | "pdf" => "; `hexwright render` draws pictures of files",
        "catan" | "game" => "; `hexwright convert` turns one into the other",
        _ => "",
    };
    bail!("{what} cannot be written as .{other}; expected a name that ends in {expected}{help}")
}

/// To the file, or to standard output if none is named or it is `-`.
pub(crate) fn deliver(path: Option<&Path>, bytes: &[u8]) -> Result<()> {
    match path {
        Some(path) if path != Path::new("-") => write_file(path, bytes),
        _ => print_bytes(bytes),
    }
}

/// A message to the person at the terminal.
pub(crate) fn note(text: &str) {
    crate::waiting::end();
    let _ = writeln!(std::io::stderr(), "{text}");
}

/// Why the command could not run.
pub(crate) fn error(text: &str) {
    crate::waiting::end();
    let _ = writeln!(
        anstream::stderr(),
        "{}error:{} {text}",
        anstyle::AnsiColor::Red.on_default().bold(),
        anstyle::Reset
    );
}

/// Whether the reader of our output went away, which is no error.
pub(crate) fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|e| {
        e.downcast_ref::<std::io::Error>().is_some_and(|e| e.kind() == std::io::ErrorKind::BrokenPipe)
    })
}

/// A progress bar on a terminal, silence elsewhere.
pub(crate) fn progress(length: u64, what: &'static str) -> indicatif::ProgressBar {
    crate::waiting::end();
    if !crate::waiting::can_draw() {
        return indicatif::ProgressBar::hidden();
    }
    let style = indicatif::ProgressStyle::with_template("{msg} [{bar:30}] {pos}/{len} {eta}")
        .expect("the template is fixed");
    indicatif::ProgressBar::new(length).with_style(style).with_message(what)
}
