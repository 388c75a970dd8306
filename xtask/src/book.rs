//! `book`: the pages of `docs/` as a website. Links and contents are checked by `tidy`, which needs no mdBook.

use crate::steps::{say, step};
use crate::{install, tidy};
use anyhow::{Context, Result};
use std::path::{Path, PathBuf};

/// Checks the pages, then writes `target/book`.
pub(crate) fn build() -> Result<()> {
    tidy::run()?;
    let mdbook = install::tool("mdbook", "0.5.4")?;
    step(&mdbook.to_string_lossy(), &["build"])?;
    say("the book is in target/book/index.html");
    Ok(())
}

/// Names pages that the table of contents lacks: nobody would find them in the book.
pub(crate) fn contents(files: &[PathBuf], breaches: &mut Vec<String>) -> Result<()> {
    let summary = std::fs::read_to_string("docs/SUMMARY.md").context("docs/SUMMARY.md cannot be read")?;
    for page in files.iter().filter_map(|path| path.strip_prefix("docs").ok()) {
        let is_page = page.extension().is_some_and(|e| e == "md") && page != Path::new("SUMMARY.md");
        if is_page && !summary.contains(&format!("]({})", page.display())) {
            breaches.push(format!("docs/{} is not in docs/SUMMARY.md", page.display()));
        }
    }
    Ok(())
}
