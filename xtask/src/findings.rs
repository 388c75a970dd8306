//! A finding is declared once, as a constant beside the code that reports it: outside `core` a diagnostic is only
//! made from such a constant, and no crate writes an id twice.

use anyhow::Result;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Ways to make a diagnostic that take any text for an id.
const LOOSE: [&str; 4] =
    ["Diagnostic::new(", "Diagnostic::error(", "Diagnostic::warning(", "Diagnostic::hint("];
/// Ways to declare a finding.
const DECLARING: [&str; 3] = ["Finding::error(", "Finding::warning(", "Finding::hint("];

/// Names every breach.
pub(crate) fn check(files: &[PathBuf], breaches: &mut Vec<String>) -> Result<()> {
    let mut declared: BTreeMap<(String, String), Vec<String>> = BTreeMap::new();
    for path in files.iter().filter(|path| is_source(path)) {
        let text = code(&std::fs::read_to_string(path)?);
        let name = path.to_string_lossy();
        let room =
            path.components().nth(1).map_or_else(String::new, |c| c.as_os_str().to_string_lossy().into());
        for loose in LOOSE.iter().filter(|loose| room != "core" && text.contains(**loose)) {
            breaches
                .push(format!("{name}: {loose}…) takes any id; declare a Finding and report it with `at`"));
        }
        for id in DECLARING.iter().flat_map(|how| ids_behind(&text, how)) {
            declared.entry((room.clone(), id)).or_default().push(name.to_string());
        }
    }
    for ((_, id), places) in declared.iter().filter(|(_, places)| places.len() > 1) {
        breaches.push(format!(
            "the finding {id:?} is declared {} times: {}",
            places.len(),
            places.join(", ")
        ));
    }
    Ok(())
}

fn is_source(path: &Path) -> bool {
    let name = path.to_string_lossy();
    name.starts_with("crates/") && name.contains("/src/") && name.ends_with(".rs")
}

/// A file without comments and without its tests, which stand last.
fn code(text: &str) -> String {
    let lines = text.lines().take_while(|line| *line != "#[cfg(test)]");
    lines.filter(|line| !line.trim_start().starts_with("//")).map(|line| format!("{line}\n")).collect()
}

/// The strings that stand first behind each of these words.
fn ids_behind(text: &str, word: &str) -> Vec<String> {
    let strings = text.split(word).skip(1).filter_map(|rest| rest.trim_start().strip_prefix('"'));
    strings.filter_map(|rest| rest.split_once('"')).map(|(id, _)| id.to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn declared_ids_are_found() {
        let text = "const A: Finding = Finding::error(\n    \"no-number\",\n    \"title\", \"why\");\n/// Finding::error(\"b\")\n";
        assert_eq!(ids_behind(&code(text), "Finding::error("), ["no-number"]);
        assert_eq!(code("a\n#[cfg(test)]\nmod tests {}\n"), "a\n");
    }
}
