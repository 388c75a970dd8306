//! Plain English, as far as a program can check it: names that say something, one meaning for each public
//! name, and subjects of commits that fit on a line.

use anyhow::Result;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Type names that were private metaphors, and what to write instead.
const RIDDLES: &[(&str, &str)] = &[
    ("Eyes", "what it judges with, as in Evaluators"),
    ("Face", "what it shows, as in HexFace"),
    ("Force", "what is decided, as in ForcedPick"),
    ("Glance", "QuickEval"),
    ("Room", "FileKind"),
    ("Shown", "what it holds, as in Buffers"),
    ("Twin", "what is done, as in Redealt"),
    ("Wish", "what it asks for, as in FairBoardQuery"),
];

/// Turns of phrase that made readers stop, and what to write instead.
const PHRASES: &[(&str, &str)] = &[
    (" whoever finds it taken", "name the thread and what it does"),
    ("of equals the first", "on a tie the first"),
    (" at a glance", "quickly"),
    (" and its like", "name the others"),
    (" in sight is worth", "the quantity and its formula"),
];

/// A public type of one name may exist in so many crates.
const MOST_CRATES: usize = 2;

/// Names every game may use for its own, because each game has one: the words of the contracts.
const SHARED: &[&str] = &["Action", "Position", "Refusal", "Setup", "View"];

/// Longest subject of a commit.
const MOST_SUBJECT: usize = 72;

/// Commits looked at, newest first.
const COMMITS: &str = "-30";

/// Names every breach.
pub(crate) fn check(files: &[PathBuf], breaches: &mut Vec<String>) -> Result<()> {
    let mut crates_of: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for path in files.iter().filter(|p| is_library(p)) {
        let text = std::fs::read_to_string(path)?;
        for (number, line) in text.lines().enumerate() {
            if let Some((_, comment)) = line.split_once("//")
                && let Some((phrase, better)) = PHRASES.iter().find(|(phrase, _)| comment.contains(phrase))
            {
                let place = format!("{}:{}", path.display(), number + 1);
                breaches.push(format!("{place}: \"{}\" is a riddle; write {better}", phrase.trim()));
            }
            let Some((public, name)) = declared(line) else { continue };
            if let Some((_, better)) = RIDDLES.iter().find(|(riddle, _)| *riddle == name) {
                breaches.push(format!(
                    "{}:{}: {name} is a riddle; write {better}",
                    path.display(),
                    number + 1
                ));
            }
            if public && !SHARED.contains(&name) {
                let room = path.components().nth(1).map(|c| c.as_os_str().to_string_lossy().into_owned());
                crates_of.entry(name.to_owned()).or_default().extend(room);
            }
        }
    }
    for (name, rooms) in crates_of.iter().filter(|(_, rooms)| rooms.len() > MOST_CRATES) {
        let rooms: Vec<&str> = rooms.iter().map(String::as_str).collect();
        breaches.push(format!("{name} means something else in each of {}", rooms.join(", ")));
    }
    subjects(breaches)
}

fn is_library(path: &Path) -> bool {
    let name = path.to_string_lossy();
    name.starts_with("crates/") && name.contains("/src/") && name.ends_with(".rs")
}

/// The type a line declares at the start of a file's line, and whether it is public.
fn declared(line: &str) -> Option<(bool, &str)> {
    let (public, rest) = match line.strip_prefix("pub ") {
        Some(rest) => (true, rest),
        None => {
            (false, line.strip_prefix("pub(crate) ").or(line.strip_prefix("pub(super) ")).unwrap_or(line))
        }
    };
    let rest = ["struct ", "enum ", "trait ", "type "].iter().find_map(|kind| rest.strip_prefix(kind))?;
    let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
    Some((public, &rest[..end]))
}

fn subjects(breaches: &mut Vec<String>) -> Result<()> {
    let output = Command::new("git").args(["log", "--no-merges", COMMITS, "--format=%h %s"]).output()?;
    for line in String::from_utf8_lossy(&output.stdout).lines() {
        let Some((commit, subject)) = line.split_once(' ') else { continue };
        let length = subject.chars().count();
        if length > MOST_SUBJECT {
            breaches.push(format!("{commit}: its subject has {length} characters; at most {MOST_SUBJECT}"));
        }
        if subject.to_lowercase().starts_with("wip") {
            breaches.push(format!("{commit}: {subject:?} does not say what was done"));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::declared;

    #[test]
    fn declarations_are_found_with_their_visibility() {
        assert_eq!(declared("pub struct Sight<'a> {"), Some((true, "Sight")));
        assert_eq!(declared("pub(crate) enum Kind {"), Some((false, "Kind")));
        assert_eq!(declared("type Found = u8;"), Some((false, "Found")));
        assert_eq!(declared("impl Sight {"), None);
    }
}
