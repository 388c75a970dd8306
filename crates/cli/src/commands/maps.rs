//! `score`, `lint`, `diff`, `share`, `transform`: tools for Catan maps.

use crate::output::{self, FindingsFormat};
use crate::rooms::{self, catan_tools};
use crate::status::HasErrors;
use crate::{Status, input::Input};
use anyhow::{Result, bail};
use clap::Args;
use hexwright_catan::lint::RULES;
use hexwright_catan::text::dot_catan::is_share_code;
use hexwright_formats::{Finding, findings, findings_named, nearest};
use std::ffi::OsString;
use std::fmt::Write as _;
use std::path::PathBuf;

#[derive(Debug, Args)]
pub(crate) struct ScoreArgs {
    /// Maps to score; `-` is standard input
    #[arg(required = true)]
    pub(crate) files: Vec<OsString>,
    /// Draw open cells with this seed; a map's own seed is taken if absent
    #[arg(long, value_name = "SEED")]
    pub(crate) seed: Option<String>,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

pub(crate) fn score(args: &ScoreArgs) -> Result<Status> {
    let mut status = Status::Fine;
    let mut list = Vec::new();
    for name in &args.files {
        let input = Input::read(name)?;
        match rooms::room_of(&input)?.setup(&input)? {
            Ok(setup) => list.push((input.name, setup)),
            Err(report) => status = output::refuse(&report)?,
        }
    }
    output::print(&catan_tools::scores(&list, args)?)?;
    Ok(status)
}

#[derive(Debug, Args)]
pub(crate) struct LintArgs {
    /// Maps to judge; `-` is standard input
    #[arg(required_unless_present_any = ["explain", "list"])]
    pub(crate) files: Vec<OsString>,
    /// Judge the board drawn with this seed instead of the fixed cells
    #[arg(long, value_name = "SEED")]
    pub(crate) seed: Option<String>,
    #[command(flatten)]
    pub(crate) deny: super::deny::Deny,
    /// How findings are printed
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: FindingsFormat,
    /// Same as --format json
    #[arg(long)]
    pub(crate) json: bool,
    /// Say what a rule is about
    #[arg(long, value_name = "ID")]
    pub(crate) explain: Option<String>,
    /// List all rules
    #[arg(long)]
    pub(crate) list: bool,
}

pub(crate) fn lint(args: &LintArgs) -> Result<Status> {
    if let Some(id) = &args.explain {
        let found = findings_named(id);
        if found.is_empty() {
            let known: Vec<&str> = findings().map(|(_, finding)| finding.id).collect();
            bail!("no finding is called {id:?}; the nearest are: {}", nearest(id, &known).join(", "));
        }
        let several = found.len() > 1;
        let explained = found.iter().map(|(title, finding)| {
            let Finding { id, severity, title: what, explanation } = finding;
            let whose = if several { format!(" in {title}") } else { String::new() };
            format!("{id} ({}){whose}: {what}\n\n{explanation}\n", severity.name())
        });
        output::print(&explained.collect::<Vec<_>>().join("\n"))?;
        return Ok(Status::Fine);
    }
    if args.list {
        let mut text = String::new();
        for rule in RULES {
            writeln!(text, "{:24} {:8} {}", rule.id, rule.severity.name(), rule.title)?;
        }
        output::print(&text)?;
        return Ok(Status::Fine);
    }
    let check = super::check::CheckArgs {
        files: args.files.clone(),
        only_advice: true,
        lint: true,
        deny: args.deny.clone(),
        seed: args.seed.clone(),
        format: args.format,
        json: args.json,
        ..Default::default()
    };
    super::check::run(&check)
}

#[derive(Debug, Args)]
pub(crate) struct DiffArgs {
    /// The first map
    pub(crate) before: OsString,
    /// The second map
    pub(crate) after: OsString,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

pub(crate) fn diff(args: &DiffArgs) -> Result<Status> {
    let mut maps = Vec::new();
    for name in [&args.before, &args.after] {
        let input = Input::read(name)?;
        match rooms::room_of(&input)?.setup(&input)? {
            Ok(setup) => maps.push(setup),
            Err(report) => {
                output::refuse(&report)?;
                return Err(
                    HasErrors(format!("{} cannot be compared while it has errors", input.name)).into()
                );
            }
        }
    }
    let found = hexwright_catan::map::diff(&maps[0], &maps[1]);
    output::print(&catan_tools::difference(&found, args.json)?)?;
    Ok(Status::fine_if(found.is_empty()))
}

#[derive(Debug, Args)]
pub(crate) struct ShareArgs {
    /// A map to turn into a code, `-` for standard input, or a code (`hxc1.…`) to turn into a map
    pub(crate) file: OsString,
    /// Send this seed along
    #[arg(long, value_name = "SEED")]
    pub(crate) seed: Option<String>,
    /// Where to write; standard output if absent
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

pub(crate) fn share(args: &ShareArgs) -> Result<Status> {
    let output = args.output.as_deref();
    let a_map = || output::refuse_other_format(output, "the map of a code", &["catan"]);
    if let Some(code) = args.file.to_str().filter(|code| is_share_code(code.as_bytes())) {
        a_map()?;
        let text = catan_tools::decoded(code, args.seed.as_deref())?;
        return output::deliver(output, text.as_bytes()).map(|()| Status::Fine);
    }
    let input = Input::read(&args.file)?;
    if is_share_code(&input.bytes) {
        a_map()?;
        let text = catan_tools::decoded(&String::from_utf8_lossy(&input.bytes), args.seed.as_deref())?;
        return output::deliver(output, text.as_bytes()).map(|()| Status::Fine);
    }
    match rooms::room_of(&input)?.setup(&input)? {
        Ok(setup) => {
            if let (Some(path), Some(_)) = (output, output::promised(output)) {
                bail!(
                    "a share code is a line of text; expected a name such as code.txt, found {}",
                    path.display()
                );
            }
            let code = catan_tools::encoded(setup, args.seed.as_deref())?;
            output::deliver(output, code.as_bytes())?;
            Ok(Status::Fine)
        }
        Err(report) => output::refuse(&report),
    }
}

#[derive(Debug, Args)]
pub(crate) struct TransformArgs {
    /// Map to change; `-` is standard input
    pub(crate) file: OsString,
    /// Turn clockwise by a multiple of 60 degrees
    #[arg(long, value_name = "DEGREES", allow_negative_numbers = true)]
    pub(crate) rotate: Option<i32>,
    /// Exchange left and right, or top and bottom, before turning
    #[arg(long, value_enum)]
    pub(crate) mirror: Option<Mirror>,
    /// Rows of water to add on top; negative numbers remove rows
    #[arg(long, default_value_t = 0, value_name = "ROWS", allow_negative_numbers = true)]
    pub(crate) top: i32,
    /// Rows to add at the bottom
    #[arg(long, default_value_t = 0, value_name = "ROWS", allow_negative_numbers = true)]
    pub(crate) bottom: i32,
    /// Columns to add on the left
    #[arg(long, default_value_t = 0, value_name = "COLUMNS", allow_negative_numbers = true)]
    pub(crate) left: i32,
    /// Columns to add on the right
    #[arg(long, default_value_t = 0, value_name = "COLUMNS", allow_negative_numbers = true)]
    pub(crate) right: i32,
    /// Cut the board to its land and put this much water around it
    #[arg(long, value_name = "HEXES")]
    pub(crate) margin: Option<u8>,
    /// Where to write; standard output if absent
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

/// Which way to mirror.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Mirror {
    LeftRight,
    TopBottom,
}

pub(crate) fn transform(args: &TransformArgs) -> Result<Status> {
    output::refuse_other_format(args.output.as_deref(), "a turned map", &["catan"])?;
    let input = Input::read(&args.file)?;
    match rooms::room_of(&input)?.transform(&input, args)? {
        Ok(text) => {
            output::deliver(args.output.as_deref(), text.as_bytes())?;
            Ok(Status::Fine)
        }
        Err(report) => output::refuse(&report),
    }
}
