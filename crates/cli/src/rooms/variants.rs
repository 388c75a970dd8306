//! Colossus variants: folders of XML that name creatures and what they recruit.

use super::FileKind;
use crate::input::Input;
use anyhow::{Context as _, Result, anyhow};
use hexwright_core::Diagnostic;
use hexwright_core::text::{Format as _, render::Report};
use hexwright_titan::battle::{VariantFolder, VariantFormat, read_folder};
use std::path::Path;

/// Checks the files of variants.
pub(crate) struct Variants;

impl FileKind for Variants {
    fn formats(&self) -> &'static [&'static str] {
        &[VariantFormat::NAME]
    }
}

/// What is left out of a variant, a line each.
pub(crate) fn warnings(folder: &VariantFolder) -> impl Iterator<Item = String> {
    folder.reports.iter().flat_map(|report| {
        report.diagnostics.iter().map(|finding| finding.headline(&report.source).to_string())
    })
}

/// The variant of a folder, or the findings that forbid using it.
pub(crate) fn load(folder: &Path) -> Result<Result<VariantFolder, Report>> {
    let shown = folder.display().to_string();
    let entries = std::fs::read_dir(folder)
        .with_context(|| format!("--variant is the folder of a Colossus variant; {shown} cannot be read"))?;
    let mut names: Vec<String> =
        entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok()).collect();
    names.sort_unstable();
    let mut open = |name: &str| {
        let input = Input::read(folder.join(name).as_os_str()).map_err(|error| format!("{error:#}"))?;
        Ok(input.bytes)
    };
    let mut read = read_folder(&shown, &names, &mut open).map_err(|error| anyhow!("--variant: {error}"))?;
    let wrong = |report: &Report| report.diagnostics.iter().any(Diagnostic::is_error);
    match read.reports.iter().position(wrong) {
        Some(place) => Ok(Err(read.reports.swap_remove(place))),
        None => Ok(Ok(read)),
    }
}
