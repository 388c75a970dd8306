//! Catan games recorded by other engines: JSON lines of the schema `catan-game/1`.

use super::{Claim, Room};
use crate::commands::{check::CheckArgs, replay::ReplayArgs};
use crate::{Status, input::Input, output};
use anyhow::{Result, bail};
use hexwright_catan::text::game_log::{Verified, verify};
use hexwright_core::text::lines;
use hexwright_core::text::render::Report;
use hexwright_core::{Diagnostic, Game as _, Source, Span};
use serde_json::json;

pub(crate) struct GameLogs;

impl Room for GameLogs {
    fn describe(&self, _input: &Input) -> &'static str {
        "a game log of another engine"
    }

    fn reads(&self, input: &Input) -> Claim {
        let plain = input.plain();
        let head = plain.split(|&b| b == b'\n').next().unwrap_or_default();
        let is_log = head.starts_with(b"{") && head.windows(12).any(|w| w == b"catan-game/1");
        // the name `.jsonl` is shared with other recordings: only the schema tells
        if is_log { Claim::Name } else { Claim::No }
    }

    fn finding_ids(&self) -> Vec<&'static str> {
        vec!["game-log"]
    }

    fn check(&self, input: &Input, _how: &CheckArgs) -> Result<Report> {
        let text = String::from_utf8_lossy(&input.bytes).into_owned();
        let diagnostics = match verify(&text) {
            Ok(_) => Vec::new(),
            Err(error) => {
                let span =
                    lines(&text).nth(error.line.saturating_sub(1)).map_or(Span::at(0), |line| line.span);
                vec![Diagnostic::error("game-log", span, error.problem)]
            }
        };
        Ok(Report { source: Source::new(&*input.name, text), diagnostics })
    }

    fn format(&self, input: &Input) -> Result<Result<Vec<u8>, Report>> {
        bail!("{} is written by a program and has no layout to mend", self.describe(input))
    }

    fn replay(&self, input: &Input, how: &ReplayArgs) -> Result<Status> {
        match verify(&String::from_utf8_lossy(&input.bytes)) {
            Ok(verified) => {
                output::print(&told(input, &verified, how))?;
                Ok(Status::Fine)
            }
            Err(error) => {
                let (name, line, problem) = (&input.name, error.line, error.problem);
                output::print(&if how.as_json() {
                    let value = json!({ "file": name, "verified": false, "line": line, "problem": problem });
                    format!("{value}\n")
                } else {
                    format!("{name}:{line}: {problem}\n")
                })?;
                Ok(Status::Findings)
            }
        }
    }
}

/// The verdict, after the actions unless only the verdict is wanted.
fn told(input: &Input, verified: &Verified, how: &ReplayArgs) -> String {
    let scores = verified.game.scores(&verified.position);
    let (steps, compared) = (verified.steps.len(), verified.compared);
    if how.as_json() {
        let value = json!({ "file": input.name, "steps": steps, "compared": compared, "scores": scores });
        return format!("{value}\n");
    }
    let mut out = String::new();
    if !how.verify {
        let mut position = verified.game.start();
        for step in &verified.steps {
            out += &format!("{}\n", step.line(&verified.game, &position));
            verified.game.play_unchecked(&mut position, step.actor, &step.action);
        }
    }
    out + &format!(
        "{}: verifies: {steps} steps, {compared} comparisons, final points {scores:?}\n",
        input.name
    )
}
