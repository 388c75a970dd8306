//! Recordings of games on a real Pioneers server (`.jsonl`): every line of every seat.

use super::FileKind;
use crate::commands::{check::CheckArgs, replay::ReplayArgs};
use crate::{Status, input::Input, output};
use anyhow::{Context, Result, anyhow, bail};
use hexwright_catan::wire::{Transcript, TranscriptFormat, Verdict, verify};
use hexwright_core::text::render::Report;
use hexwright_core::text::{Format as _, Leniency};
use serde_json::json;
use std::path::{Path, PathBuf};

/// Where the Debian package puts the maps a recording names.
const INSTALLED: &str = "/usr/share/games/pioneers";

/// Reads recordings.
pub(crate) struct Transcripts;

impl FileKind for Transcripts {
    fn formats(&self) -> &'static [&'static str] {
        &["recording"]
    }

    fn check(&self, input: &Input, _how: &CheckArgs) -> Result<Report> {
        let mut parsed = TranscriptFormat::read(&input.name, &input.bytes, Leniency::Lenient);
        if let Some(transcript) = parsed.value.take() {
            parsed.diagnostics = judged(input, &transcript)?.findings(&parsed.source);
        }
        Ok(parsed.into_report())
    }

    fn replay(&self, input: &Input, how: &ReplayArgs) -> Result<Status> {
        let parsed = TranscriptFormat::read(&input.name, &input.bytes, Leniency::Lenient);
        let verdict = match parsed.into_value() {
            Ok(transcript) => judged(input, &transcript)?,
            Err(report) => return crate::games::refused(&report, crate::games::unverified(how)),
        };
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

/// A recording held against the rules, on the map it names.
fn judged(input: &Input, transcript: &Transcript) -> Result<Verdict> {
    let map = transcript.map_name().map(|name| installed_map(input, name)).transpose()?;
    verify(transcript, map.as_deref()).map_err(|e| anyhow!("{}: {e}", input.name))
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
