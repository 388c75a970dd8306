//! The names of all findings, for `--deny`: a name that is none of them is a slip of the pen.

use hexwright_catan::{lint, text::pioneers};
use hexwright_core::text::edit_distance;

/// What a `.catan` map can be told, advice included.
pub(super) fn catan() -> Vec<&'static str> {
    CATAN.iter().copied().chain(lint::RULES.iter().map(|rule| rule.id)).collect()
}

/// What a Pioneers map can be told, advice included.
pub(super) fn pioneers() -> Vec<&'static str> {
    pioneers::RULES.iter().map(|rule| rule.id).chain(lint::RULES.iter().map(|rule| rule.id)).collect()
}

/// The known names nearest to a wrong one, best first.
pub(crate) fn nearest<'a>(wrong: &str, known: &[&'a str]) -> Vec<&'a str> {
    let wrong: String = wrong.to_lowercase().chars().take(64).collect();
    let mut near: Vec<_> = known.iter().map(|&id| (edit_distance(&wrong, &id.to_lowercase()), id)).collect();
    near.sort_unstable();
    near.dedup();
    near.into_iter().take(3).map(|(_, id)| id).collect()
}

/// What the reader of `.catan` maps says.
pub(super) const CATAN: &[&str] = &[
    "bad-integer",
    "board-too-large",
    "byte-order-mark",
    "column-count",
    "desert-needs-unnumbered-hex",
    "empty-file",
    "empty-placement",
    "extra-row",
    "file-too-large",
    "indented-comment",
    "inline-comment",
    "is-catanlog",
    "is-json",
    "is-markup",
    "is-old-format",
    "is-pioneers",
    "line-ending",
    "malformed-note",
    "min-above-max",
    "misplaced-note",
    "missing-row",
    "missing-section",
    "no-land",
    "no-starting-building",
    "not-old-format",
    "not-text",
    "not-utf8",
    "odd-space",
    "old-format-defaults",
    "old-format-line",
    "old-format-spiral",
    "old-format-token",
    "out-of-range",
    "placements-exceed-pieces",
    "pool-above-255",
    "pool-counts-on-deserts",
    "pool-exhausted",
    "pool-too-small",
    "port-count-mismatch",
    "port-duplicate-site",
    "port-inland",
    "port-not-an-edge",
    "port-off-coast",
    "port-pool-six-columns",
    "port-same-vertex",
    "port-shared-vertex",
    "ports-omitted",
    "repeated-note",
    "resources-above-placements",
    "road-before-building",
    "seven-is-rollable",
    "too-many-ports",
    "trailing-data",
    "unknown-code",
    "unknown-note",
    "unnumbered-hex-possible",
    "value-on-desert",
    "value-on-water",
    "value-pool-token-list",
    "vertex-out-of-range",
    "zero-victory-points",
];

/// What scripts and battlelands can be told.
pub(super) const TITAN: &[&str] = &[
    "bad-attribute",
    "bad-char",
    "bad-string",
    "border-off-map",
    "comment-eof",
    "double-side",
    "dune-not-sand",
    "duplicate-hex",
    "duplicate-side",
    "elevation-range",
    "empty-hazards",
    "empty-list",
    "entry-rule",
    "hazard-form",
    "json",
    "label-name",
    "list-too-long",
    "missing-attribute",
    "mixed-dialect",
    "never-placed",
    "no-area-yet",
    "no-such-hex",
    "number-range",
    "odds-range",
    "odds-zero",
    "off-board",
    "old-label",
    "old-startlist",
    "pair-never-matches",
    "pair-overridden",
    "probability-range",
    "reversed-range",
    "shadows-predefined",
    "side-maybe-level",
    "side-not-higher",
    "side-on-blocked",
    "side-range",
    "someof-short",
    "star-misuse",
    "startlist-short",
    "syntax",
    "terrain-alias",
    "terrains-keyword",
    "too-deep",
    "too-large",
    "unknown-attribute",
    "unknown-element",
    "unknown-hexside",
    "unknown-label",
    "unknown-terrain",
    "unused-label",
    "wall-not-tower",
    "xml",
    "xml-entity",
    "xml-root",
];

/// What Terra Mystica files can be told.
pub(super) const TERRA: &[&str] = &[
    "bad-log",
    "bad-setup",
    "illegal-command",
    "not-utf8",
    "C01",
    "C02",
    "C03",
    "C04",
    "C05",
    "C06",
    "C07",
    "C08",
    "C09",
    "G01",
    "G02",
    "G03",
    "G04",
    "G05",
    "G06",
    "G07",
    "G08",
    "G09",
    "G10",
    "R01",
    "R02",
    "R03",
    "R04",
    "R05",
    "R06",
    "R07",
    "R08",
    "R09",
    "R10",
    "R11",
    "R12",
    "R13",
    "R14",
    "R15",
    "R16",
    "R17",
    "R18",
    "R19",
    "R20",
    "R21",
    "R22",
    "R23",
    "R24",
    "R25",
    "R26",
    "S01",
    "S02",
    "S03",
    "S04",
    "S05",
    "S06",
    "S07",
    "S08",
    "S09",
    "S10",
    "S11",
    "S12",
    "S13",
    "V01",
    "V02",
    "V03",
    "V04",
    "V05",
    "V06",
    "V07",
    "V08",
    "V09",
    "V10",
    "V11",
    "V12",
    "V13",
    "V14",
    "V15",
    "V16",
];

/// What records can be told.
pub(super) const RECORDS: &[&str] = &[
    "bad-check",
    "bad-entry",
    "bad-seat",
    "bad-setup",
    "check-differs",
    "illegal-entry",
    "no-game",
    "record-version",
];

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    /// What stands before the name of a finding in the sources.
    const CALLS: &[&str] = &[
        "Diagnostic::error(",
        "Diagnostic::warning(",
        "Diagnostic::hint(",
        "Diagnostic::new(",
        ".error(",
        ".warn(",
        ".warning(",
        ".complain(",
        ".advise(",
        "Err((",
        "find(",
        " id: ",
    ];

    fn sources(path: &Path, out: &mut String) {
        if path.is_dir() {
            let mut entries: Vec<_> = std::fs::read_dir(path).unwrap().map(|e| e.unwrap().path()).collect();
            entries.sort();
            entries.iter().for_each(|entry| sources(entry, out));
        } else {
            let text = std::fs::read_to_string(path).unwrap();
            *out += text.split("#[cfg(test)]").next().unwrap_or_default();
        }
    }

    /// The names that the sources give to findings.
    fn named(paths: &[&str]) -> Vec<String> {
        let mut text = String::new();
        for path in paths {
            sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(path), &mut text);
        }
        let mut found = Vec::new();
        for call in CALLS {
            for (at, _) in text.match_indices(call) {
                let behind = &text[at + call.len()..];
                let Some((before, rest)) = behind.split_once('"') else { continue };
                // the name is the first argument, or the second behind a severity
                if before.chars().any(|c| matches!(c, ')' | ';' | '{' | '('))
                    || before.matches(',').count() > 1
                {
                    continue;
                }
                let id = rest.split('"').next().unwrap_or_default();
                let is_code = id.len() == 3 && id.bytes().skip(1).all(|b| b.is_ascii_digit());
                let is_name = id.contains('-')
                    && id.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-');
                if is_code || is_name {
                    found.push(id.to_owned());
                }
            }
        }
        found
    }

    #[test]
    fn no_finding_is_missing_in_the_lists() {
        let rooms: [(&[&str], &[&str], usize); 4] = [
            (&["catan/src/text/dot_catan", "catan/src/text/dot_catan.rs"], CATAN, 40),
            (&["titan/src"], TITAN, 40),
            (&["terra/src/text", "cli/src/rooms/terra.rs", "cli/src/rooms/terra"], TERRA, 40),
            (&["play/src/record", "play/src/record.rs", "cli/src/games/listing.rs"], RECORDS, 5),
        ];
        for (paths, list, least) in rooms {
            let named = named(paths);
            assert!(named.len() >= least, "{paths:?}: only {} names found", named.len());
            for id in named {
                assert!(list.contains(&&*id), "{id} of {paths:?} is missing in the list");
            }
        }
    }

    #[test]
    fn the_nearest_come_first() {
        assert_eq!(nearest("red-neighbors", &catan())[0], "red-neighbours");
        assert_eq!(nearest("g12", &pioneers())[0], "G012");
    }
}
