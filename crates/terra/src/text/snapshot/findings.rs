//! The list of findings while a snapshot is read: bounded, and sorted into four levels by code.

use hexwright_core::text::Finding;
use hexwright_core::{Diagnostic, Severity, Span};

/// More findings than this help nobody; the rest is counted and told in one line.
const MOST_FINDINGS: usize = 500;

/// How far a snapshot is checked. Each level looks at what the lower ones left intact.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// Lines, keys, numbers, lists (codes `S…`).
    Syntax,
    /// Names of factions, tiles, colours (codes `V…`).
    Vocabulary,
    /// Hexes, rivers, bridge sites (codes `G…`).
    Geometry,
    /// Counts and limits of the game (codes `R…`).
    #[default]
    Rules,
}

impl Level {
    /// All four, in order.
    pub const ALL: [Self; 4] = [Self::Syntax, Self::Vocabulary, Self::Geometry, Self::Rules];

    /// The lower-case word.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Syntax => "syntax",
            Self::Vocabulary => "vocabulary",
            Self::Geometry => "geometry",
            Self::Rules => "rules",
        }
    }

    /// The level a finding belongs to, by the letter of its code.
    #[must_use]
    pub fn of(code: &str) -> Self {
        match code.as_bytes().first() {
            Some(b'S') => Self::Syntax,
            Some(b'V') => Self::Vocabulary,
            Some(b'G') => Self::Geometry,
            _ => Self::Rules,
        }
    }

    /// The level with this name.
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|level| level.name().eq_ignore_ascii_case(name))
    }
}

/// Collects findings.
#[derive(Clone, Debug, Default)]
pub(super) struct Findings {
    list: Vec<Diagnostic>,
    spare: Option<Diagnostic>,
    left_out: usize,
}

/// The finding just added, to give it a help.
pub(super) struct Added<'a>(&'a mut Diagnostic);

impl Added<'_> {
    pub(super) fn help(self, help: impl Into<String>) {
        self.0.help = Some(help.into());
    }
}

impl Findings {
    pub(super) fn error(&mut self, finding: Finding, at: Span, message: impl Into<String>) -> Added<'_> {
        self.add(Severity::Error, finding, at, message)
    }

    pub(super) fn warning(&mut self, finding: Finding, at: Span, message: impl Into<String>) -> Added<'_> {
        self.add(Severity::Warning, finding, at, message)
    }

    fn add(
        &mut self,
        severity: Severity,
        finding: Finding,
        at: Span,
        message: impl Into<String>,
    ) -> Added<'_> {
        let finding = finding.rated(severity, at, message);
        if self.list.len() < MOST_FINDINGS {
            self.list.push(finding);
            let last = self.list.len() - 1;
            return Added(&mut self.list[last]);
        }
        self.left_out += 1;
        Added(self.spare.insert(finding))
    }

    /// All of them, sorted by place.
    pub(super) fn into_sorted(mut self) -> Vec<Diagnostic> {
        hexwright_core::text::sort(&mut self.list);
        if let Some(mut last) = self.spare {
            last.message = format!("{} more findings are left out", self.left_out);
            last.help = Some("repair the first ones and check again".to_owned());
            self.list.push(last);
        }
        self.list
    }
}

pub(super) const S01: Finding = Finding::error(
    "S01",
    "a line is no `key: value`",
    "Put a colon behind the key, or `#` before a comment. The whole text has at most 1 MiB.",
);
pub(super) const S02: Finding = Finding::error(
    "S02",
    "a key stands in the wrong place",
    "Header keys come first, then `Players:`, `Map:` and `State:`, each with its own keys.",
);
pub(super) const S03: Finding = Finding::error("S03", "a value is no whole number", "Write digits only.");
pub(super) const S04: Finding = Finding::error(
    "S04",
    "`Res` is no list of resources",
    "Write workers, priests, coins and the three bowls as `4w 1p 6c / 3/1/0`.",
);
pub(super) const S05: Finding = Finding::error(
    "S05",
    "`Cult` is no list of four values",
    "Write Fire, Water, Earth and Air as `0/2/8/1`.",
);
pub(super) const S06: Finding = Finding::error(
    "S06",
    "a list is wrong",
    "Names are separated by commas; a name with a comma inside needs quotes.",
);
pub(super) const S07: Finding = Finding::error(
    "S07",
    "a building or a hex is wrong",
    "Write a building as `q,r:TP` and a terrain as `q,r: Green`.",
);
pub(super) const S08: Finding = Finding::error("S08", "a bridge is wrong", "Write a bridge as `q,r-q,r`.");
pub(super) const S09: Finding = Finding::error(
    "S09",
    "something stands here for the second time",
    "The first one counts. Keep one of the two.",
);
pub(super) const S10: Finding = Finding::error(
    "S10",
    "a required key is missing",
    "The header needs Round and Phase, a player VP, Res and Cult.",
);
pub(super) const S11: Finding =
    Finding::warning("S11", "a key is unknown", "Keys of your own begin with `X-`.");
pub(super) const S12: Finding =
    Finding::error("S12", "the value of an `X-` key is wrong", "Leave the line out to say nothing.");
pub(super) const S13: Finding =
    Finding::warning("S13", "lines are indented with tabs", "Indent with blanks.");
pub(super) const V01: Finding =
    Finding::error("V01", "the phase is unknown", "Phases are Setup, Action, CultIncome, Income and End.");
pub(super) const V02: Finding =
    Finding::error("V02", "the map is unknown", "The message names the nearest map.");
pub(super) const V03: Finding =
    Finding::error("V03", "the faction is unknown", "The message names the nearest faction.");
pub(super) const V04: Finding =
    Finding::error("V04", "the building is unknown", "Buildings are D, TP, TE, SH and SA.");
pub(super) const V05: Finding =
    Finding::error("V05", "the bonus card is unknown", "The message names the nearest card.");
pub(super) const V06: Finding =
    Finding::error("V06", "the favor tile is unknown", "The message names the nearest tile.");
pub(super) const V07: Finding =
    Finding::error("V07", "the town tile is unknown", "The message names the nearest tile.");
pub(super) const V08: Finding =
    Finding::error("V08", "the scoring tile is unknown", "The message names the nearest tile.");
pub(super) const V09: Finding =
    Finding::error("V09", "the power action is unknown", "The message names the nearest action.");
pub(super) const V10: Finding = Finding::error(
    "V10",
    "the status is unknown",
    "Power actions and strongholds are Available, Used or None.",
);
pub(super) const V11: Finding =
    Finding::error("V11", "the terrain is unknown", "The message names the nearest terrain.");
pub(super) const V12: Finding =
    Finding::error("V12", "the cult track is unknown", "Tracks are Fire, Water, Earth and Air.");
pub(super) const V13: Finding = Finding::error(
    "V13",
    "a faction has no player block",
    "Add the block under `Players:`, or remove the name.",
);
pub(super) const V14: Finding =
    Finding::error("V14", "the option or final scoring is unknown", "The message names the nearest one.");
pub(super) const V15: Finding = Finding::error(
    "V15",
    "the kind, follow-up or flag of an `X-` key is unknown",
    "The format page lists them.",
);
pub(super) const V16: Finding = Finding::error(
    "V16",
    "a mark is neither Used nor Unused",
    "Write `(Used)` behind a spent card, nothing behind a fresh one.",
);

/// What reading a snapshot reports at the levels of syntax and vocabulary.
pub(super) const FINDINGS: &[Finding] = &[
    S01, S02, S03, S04, S05, S06, S07, S08, S09, S10, S11, S12, S13, V01, V02, V03, V04, V05, V06, V07, V08,
    V09, V10, V11, V12, V13, V14, V15, V16,
];
