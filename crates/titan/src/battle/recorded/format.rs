//! Recorded battles as a format: checked like every file.

use super::{Counts, looks_like_one, verify};
use hexwright_core::text::{Confidence, Finding, Format, Leniency, NotFormatted, Parsed, lines};
use hexwright_core::{Source, Span};

/// Differences that are listed; more are only counted.
const MOST_LISTED: usize = 50;

const BATTLE_DIFFERS: Finding = Finding::error(
    "battle-differs",
    "a recorded battle or line of sight differs from the rules",
    "The message names the battle, the event and what the rules give instead.",
);

/// Battles recorded from Colossus, one a line.
#[derive(Clone, Copy, Debug)]
pub struct RecordedFormat;

/// What a file of recorded battles says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Verified {
    /// What was compared in battles that equal their records.
    pub counts: Counts,
    /// Battles that differ.
    pub differing: u64,
}

impl Format for RecordedFormat {
    type Value = Verified;

    const NAME: &'static str = "battle-records";
    const ENDINGS: &'static [&'static str] = &[];
    const TITLE: &'static str = "recorded Titan battles";
    const FINDINGS: &'static [&'static [Finding]] = &[&[BATTLE_DIFFERS]];

    fn sniff(bytes: &[u8]) -> Confidence {
        let first = bytes.split(|&b| b == b'\n').next().unwrap_or_default();
        Confidence::likely_if(looks_like_one(first))
    }

    fn read(name: &str, bytes: &[u8], _: Leniency) -> Parsed<Verified> {
        let text = crate::decode(bytes);
        let mut verified = Verified::default();
        let mut diagnostics = Vec::new();
        for line in lines(&text).filter(|line| !line.text.trim().is_empty()) {
            match verify(line.text) {
                Ok(counts) => verified.counts.add(&counts),
                Err(difference) => {
                    verified.differing += 1;
                    if diagnostics.len() < MOST_LISTED {
                        let at = Span::at(line.span.start as usize);
                        diagnostics.push(BATTLE_DIFFERS.at(at, difference.to_string()));
                    }
                }
            }
        }
        Parsed { source: Source::new(name, text), value: Some(verified), diagnostics, places: () }
    }

    fn format(name: &str, _: &[u8]) -> Result<String, NotFormatted> {
        Err(NotFormatted::Refused(format!("{name} is a recording, which stays as it was recorded")))
    }
}
