//! Recordings of games on a real Pioneers server (`.jsonl`): every line of every seat.

use super::{Claim, Room};
use crate::commands::{check::CheckArgs, replay::ReplayArgs};
use crate::status::HasErrors;
use crate::{Status, input::Input, output};
use anyhow::{Context, Result, anyhow, bail};
use hexwright_catan::wire::{Transcript, Verdict, verify};
use hexwright_core::text::render::Report;
use hexwright_core::{Diagnostic, Source, Span};
use serde_json::json;
use std::path::{Path, PathBuf};

/// Where the Debian package puts the maps a recording names.
const INSTALLED: &str = "/usr/share/games/pioneers";

/// Reads recordings.
pub(crate) struct Transcripts;

impl Room for Transcripts {
    fn describe(&self, _input: &Input) -> &'static str {
        "a recording of a Pioneers server"
    }

    fn reads(&self, input: &Input) -> Claim {
        let plain = input.plain();
        let head = plain.split(|&b| b == b'\n').next().unwrap_or_default();
        let head = String::from_utf8_lossy(&head[..head.len().min(4_096)]);
        let ours = head.contains("\"kind\":\"header\"") && head.contains("\"map");
        match (ours, input.kind_name().ends_with(".jsonl")) {
            (true, true) => Claim::Name,
            (true, false) => Claim::Content,
            _ => Claim::No,
        }
    }

    fn finding_ids(&self) -> Vec<&'static str> {
        vec!["server-parts"]
    }

    fn check(&self, input: &Input, _how: &CheckArgs) -> Result<Report> {
        Ok(report(input, &judged(input)?))
    }

    fn format(&self, _input: &Input) -> Result<Result<Vec<u8>, Report>> {
        bail!("a recording is what was said; it is not formatted")
    }

    fn replay(&self, input: &Input, how: &ReplayArgs) -> Result<Status> {
        let verdict = judged(input)?;
        if how.as_json() {
            let parted: Vec<_> = verdict
                .disagreements
                .iter()
                .map(|(seq, what)| json!({ "line": seq, "what": what }))
                .collect();
            let text = json!({
                "file": input.name, "rows": verdict.rows, "predicted": verdict.predicted,
                "comparisons": verdict.comparisons, "facts": verdict.facts, "holes": verdict.holes,
                "refused_hole": verdict.refused_hole, "disagreements": parted,
            });
            output::print(&(serde_json::to_string_pretty(&text)? + "\n"))?;
        } else {
            output::print(&summary(&input.name, &verdict))?;
        }
        Ok(if verdict.disagreements.is_empty() { Status::Fine } else { Status::Findings })
    }
}

fn judged(input: &Input) -> Result<Verdict> {
    let text = std::str::from_utf8(&input.bytes).with_context(|| format!("{} is no text", input.name))?;
    let transcript = Transcript::read(text).map_err(|e| HasErrors(format!("{}: {e}", input.name)))?;
    let map = transcript.map_name().map(|name| installed_map(input, name)).transpose()?;
    verify(&transcript, map.as_deref()).map_err(|e| anyhow!("{}: {e}", input.name))
}

/// The map a recording names: beside it, or where the package puts it.
fn installed_map(input: &Input, name: &str) -> Result<Vec<u8>> {
    let Some(name) = Path::new(name).file_name() else { bail!("{} names no map", input.name) };
    let beside = input.path.as_ref().and_then(|p| p.parent()).map(|folder| folder.join(name));
    let places: Vec<PathBuf> = beside.into_iter().chain([Path::new(INSTALLED).join(name)]).collect();
    let found = places.iter().find_map(|path| std::fs::read(path).ok());
    found.with_context(|| {
        format!(
            "{} was played on {}: install pioneers-console-data, or put the map beside it",
            input.name,
            name.display()
        )
    })
}

fn summary(name: &str, verdict: &Verdict) -> String {
    let mut text = String::new();
    for (seq, what) in &verdict.disagreements {
        text += &format!("{name}: line {seq}: {what}\n");
    }
    let judgement = if verdict.disagreements.is_empty() { "verifies" } else { "does not verify" };
    text += &format!(
        "{name}: {judgement}: {} rows, {} commands predicted, {} comparisons of hands, bank and awards, {} facts\n",
        verdict.rows, verdict.predicted, verdict.comparisons, verdict.facts
    );
    if verdict.holes > 0 {
        text += &format!(
            "{name}: the server went beyond its rules {} times (docs/rules/seafaring.md)\n",
            verdict.holes
        );
    }
    if let Some(what) = &verdict.refused_hole {
        text += &format!("{name}: a known mistake of the server is refused: {what}\n");
    }
    text
}

fn report(input: &Input, verdict: &Verdict) -> Report {
    let source = Source::new(&*input.name, String::from_utf8_lossy(&input.bytes));
    let place = |seq: u64| {
        let mark = format!("\"seq\":{seq},");
        source.text().find(&mark).map_or(Span::at(0), |at| Span::new(at, at + mark.len()))
    };
    let diagnostics = verdict
        .disagreements
        .iter()
        .map(|(seq, what)| Diagnostic::error("server-parts", place(*seq), what.clone()))
        .collect();
    Report { diagnostics, source }
}
