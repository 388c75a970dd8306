//! Which Terra Mystica file is which: by name first, by content when the name says nothing.

use super::Claim;
use crate::input::Input;
use std::borrow::Cow;

/// The kinds of file this room reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// One position.
    Snapshot,
    /// A game as commands: plain lines, a table, or JSON.
    Log,
    /// A game as a concise grid.
    Grid,
}

/// How much of a file is looked at to tell its kind.
const LOOKED_AT: usize = 1 << 16;

fn by_name(input: &Input) -> Option<Kind> {
    let name = input.kind_name();
    match () {
        () if name.ends_with(".tms") => Some(Kind::Snapshot),
        () if name.ends_with(".tmlog") => Some(Kind::Log),
        () if name.ends_with(".tmgrid") => Some(Kind::Grid),
        () => None,
    }
}

fn by_content(input: &Input) -> Option<Kind> {
    let plain = input.plain();
    let start = String::from_utf8_lossy(&plain[..plain.len().min(LOOKED_AT)]);
    let line = |word: &str| start.lines().any(|line| line.trim_start().starts_with(word));
    match () {
        () if start.trim_start().starts_with('{') => {
            (start.contains("\"rows\"") && start.contains("SCORE")).then_some(Kind::Log)
        }
        () if line("TurnOrder:") && line("---") && start.contains('|') => Some(Kind::Grid),
        () if line("Players:") && line("Round:") => Some(Kind::Snapshot),
        () if line("setup ") && line("score ") => Some(Kind::Log),
        () if start.lines().any(|l| l.split('\t').count() == 15) => Some(Kind::Log),
        () => None,
    }
}

/// What the file is.
pub(super) fn kind_of(input: &Input) -> Option<Kind> {
    by_name(input).or_else(|| by_content(input))
}

/// How sure the room is.
pub(super) fn claim(input: &Input) -> Claim {
    match (by_name(input), by_content(input)) {
        (Some(_), _) => Claim::Name,
        (None, Some(_)) => Claim::Content,
        (None, None) => Claim::No,
    }
}

/// The text of a file; bytes that are no text become replacement characters.
pub(super) fn text_of(input: &Input) -> Cow<'_, str> {
    String::from_utf8_lossy(&input.bytes)
}
