//! `--deny`: findings that count as errors.

use super::check::CheckArgs;
use crate::input::Input;
use crate::rooms::FileKind;
use anyhow::{Result, bail};
use clap::Args;
use hexwright_core::text::render::Report;
use hexwright_core::{Diagnostic, Severity};
use hexwright_formats::{FormatEntry, nearest};

/// The word that stands for every warning.
const WARNINGS: &str = "warnings";

#[derive(Clone, Debug, Default, Args)]
pub(crate) struct Deny {
    /// Turn the finding of this name, or all warnings, into errors (may be repeated)
    #[arg(long = "deny", value_name = "ID|warnings")]
    ids: Vec<String>,
    /// Same as --deny warnings
    #[arg(long = "deny-warnings", hide = true)]
    warnings: bool,
}

impl Deny {
    /// Whether nothing is denied.
    const fn is_empty(&self) -> bool {
        self.ids.is_empty() && !self.warnings
    }

    /// Refuses names that no finding of any of the files can have.
    pub(crate) fn refuse_unknown<'a>(
        &self,
        files: impl Iterator<Item = (&'a Input, &'a dyn FileKind)>,
    ) -> Result<()> {
        let (mut known, mut kinds) = (vec![WARNINGS], Vec::new());
        for (input, room) in files {
            let findings = input.format().into_iter().flat_map(FormatEntry::findings);
            known.extend(findings.map(|finding| finding.id));
            kinds.push(room.describe(input));
        }
        let Some(wrong) = self.ids.iter().find(|id| !known.contains(&id.as_str())) else { return Ok(()) };
        let Some(kind) = kinds.first() else { return Ok(()) };
        let near = nearest(wrong, &known).join(", ");
        bail!("--deny: no finding of {kind} is called {wrong:?}; the nearest are {near}")
    }

    /// The findings of a file of which some are errors; nothing if there are none or nothing is denied.
    pub(crate) fn errors(
        &self,
        input: &Input,
        room: &dyn FileKind,
        compat: Option<String>,
    ) -> Result<Option<Report>> {
        if self.is_empty() {
            return Ok(None);
        }
        self.refuse_unknown(std::iter::once((input, room)))?;
        let mut report = room.check(input, &CheckArgs { compat, ..CheckArgs::default() })?;
        self.apply(&mut report);
        Ok(report.diagnostics.iter().any(Diagnostic::is_error).then_some(report))
    }

    /// Turns what is denied into errors.
    pub(crate) fn apply(&self, report: &mut Report) {
        let all = self.warnings || self.ids.iter().any(|id| id == WARNINGS);
        let denied =
            |d: &Diagnostic| all && d.severity == Severity::Warning || self.ids.iter().any(|id| id == d.id);
        for diagnostic in report.diagnostics.iter_mut().filter(|d| denied(d)) {
            diagnostic.severity = Severity::Error;
        }
    }
}
