//! The formatter: the canonical text with the comments of the original put back.
//!
//! A comment belongs to the entry it stands before and moves with it; comments whose entry is gone
//! (say, an empty optional key) and those at the end of the file go to the end.

use super::findings::Findings;
use super::tree::{Block, Entry, Tree, parse};
use super::value::{At, unquoted};
use super::write::{Mode, write};
use super::{Level, read};
use crate::factions::Faction;
use hexwright_core::Diagnostic;
use hexwright_core::text::lines;

/// The text in canonical layout, comments kept.
///
/// # Errors
/// The findings, if the text has an error of syntax or vocabulary: then a rewrite would lose something.
pub fn format(text: &str) -> Result<String, Vec<Diagnostic>> {
    let read = read(text, Level::Vocabulary);
    if !read.is_sound() {
        return Err(read.findings);
    }
    let canonical = write(&read.snapshot, Mode::Full);
    let canonical = if uses_extensions(text) { canonical } else { write(&read.snapshot, Mode::Plain) };
    let old = parse(text, &mut Findings::default());
    if old.comments.is_empty() {
        return Ok(canonical);
    }
    Ok(with_comments(&canonical, &old))
}

/// A text of the documented format alone stays one.
fn uses_extensions(text: &str) -> bool {
    lines(text).any(|line| line.text.trim_start().get(..2).is_some_and(|s| s.eq_ignore_ascii_case("x-")))
}

fn with_comments(canonical: &str, old: &Tree<'_>) -> String {
    let anchors = paths(old);
    let new = parse(canonical, &mut Findings::default());
    let places = paths(&new);
    let mut waiting: Vec<(At<String>, &str)> = Vec::new();
    let mut last: Vec<&str> = Vec::new();
    for (comment, before) in &old.comments {
        let text = comment.text.trim();
        let path = anchors.iter().find(|(_, place)| place == before).map(|(path, _)| path.clone());
        match path.and_then(|path| places.iter().find(|(p, _)| *p == path).cloned()) {
            Some((path, place)) => {
                waiting.push((At::new(path, hexwright_core::Span::at(place as usize)), text));
            }
            None => last.push(text),
        }
    }
    let mut out = String::with_capacity(canonical.len() + 256);
    for line in lines(canonical) {
        let indent = line.text.len() - line.text.trim_start().len();
        let place = line.span.start + indent as u32;
        for (_, comment) in waiting.iter().filter(|(anchor, _)| anchor.span.start == place) {
            out.push_str(&line.text[..indent]);
            out.push_str(comment);
            out.push('\n');
        }
        out.push_str(line.text);
        out.push('\n');
    }
    for comment in last {
        out.push_str(comment);
        out.push('\n');
    }
    out
}

/// Every entry of a tree as a path that spelling does not change, with its place.
fn paths(tree: &Tree<'_>) -> Vec<(String, u32)> {
    let mut found: Vec<(String, u32)> = Vec::new();
    let mut add = |path: String, entry: &Entry<'_>| found.push((path.to_lowercase(), entry.at.start));
    for entry in &tree.header {
        add(format!("header/{}", entry.key), entry);
    }
    for block in &tree.players {
        let name =
            Faction::from_name(unquoted(block.head.key)).map_or(block.head.key, |faction| faction.name());
        block_paths(&format!("players/{name}"), block, &mut add);
    }
    for entry in &tree.map {
        add(format!("map/{}", entry.key), entry);
    }
    for block in &tree.state {
        block_paths(&format!("state/{}", block.head.key), block, &mut add);
    }
    for (name, at) in &tree.sections {
        found.push((format!("section/{}", name.to_lowercase()), at.start));
    }
    found
}

fn block_paths(path: &str, block: &Block<'_>, add: &mut impl FnMut(String, &Entry<'_>)) {
    add(path.to_owned(), &block.head);
    for entry in &block.entries {
        add(format!("{path}/{}", tile_path(unquoted(entry.key))), entry);
    }
}

/// A tile under any of its names.
fn tile_path(name: &str) -> String {
    use crate::tiles::{BonusCard, Favor, PowerAction, TownTile};
    if let Some(tile) = Favor::from_name(name) {
        tile.name().to_owned()
    } else if let Some(tile) = TownTile::from_name(name) {
        tile.name().to_owned()
    } else if let Some(card) = BonusCard::from_name(name) {
        card.name().to_owned()
    } else if let Some(action) = PowerAction::from_name(name) {
        action.code().to_owned()
    } else {
        name.to_owned()
    }
}
