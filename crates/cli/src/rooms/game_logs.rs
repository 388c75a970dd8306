//! Catan games recorded by other engines: JSON lines of the schema `catan-game/1`.

use super::FileKind;
use crate::commands::replay::ReplayArgs;
use crate::{Status, input::Input, output};
use anyhow::Result;
use hexwright_catan::text::game_log::{Verified, verify};
use hexwright_core::Game as _;
use serde_json::json;

pub(crate) struct GameLogs;

impl FileKind for GameLogs {
    fn formats(&self) -> &'static [&'static str] {
        &["catan-game"]
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
