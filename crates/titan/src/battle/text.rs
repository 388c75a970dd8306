//! `.battle` files: a battleland, two legions and where the attacker enters, in one text.
//!
//! ```text
//! BATTLE
//! ENTRANCE Bottom
//! TERRAIN Desert
//! ATTACKER Titan Angel Lion Lion
//! ATTACKER-SCORE 120
//! ANGELS Angel
//! DEFENDER Griffon Hydra
//! LAND "Dunes"
//! 3 2 Sand 0 0 d
//! ```
//!
//! A variant other than Default stands in the head, see [`super::variant`]. After `LAND` comes a text table of a battleland. Leniencies: keywords and kinds in either case, `2*Lion` for two
//! Lions, commas between kinds, `#` comments. None of these survives writing. Losses: comments, and quotes in a subtitle.

use super::variant::{LINE_KEYWORDS, LineReader, write_lines};
use super::{Battle, Kind, Legion, Setup, SetupError, Side};
use crate::text::{self, table};
use crate::{Battleland, Entrance, Mode, decode};
use hexwright_core::text::{
    Confidence, Finding, Format, Leniency, NotFormatted, Parsed, Token, WriteFormat, closest, lines, sort,
    tokens,
};
use hexwright_core::{BadSetup, Diagnostic, Key, Recorded, Source, Span};
use std::fmt::Write as _;
use std::sync::Arc;

/// Battles as text.
#[derive(Clone, Copy, Debug)]
pub struct BattleFormat;

const BATTLE_LINE: Finding = Finding::error(
    "battle-line",
    "a line of a battle is not understood",
    "Before LAND each line begins with BATTLE, ENTRANCE, TERRAIN, ATTACKER, ATTACKER-SCORE, DEFENDER, DEFENDER-SCORE, ANGELS, SUMMONED or EXHAUSTED, or with VARIANT, TITAN-STEP, CREATURE, LINE or STEPS.",
);
const BATTLE_REPEATED: Finding = Finding::warning(
    "battle-repeated",
    "a line of a battle stands twice",
    "The last line of a keyword counts.",
);
const BATTLE_VALUE: Finding = Finding::error(
    "battle-value",
    "a value of a battle is not understood",
    "The message says what was expected and names the nearest known word.",
);
const BATTLE_INCOMPLETE: Finding = Finding::error(
    "battle-incomplete",
    "a battle lacks a legion or its land",
    "ATTACKER, DEFENDER and LAND must be there; `LAND` alone is a land of bare plains.",
);
const BATTLE_RULE: Finding = Finding::error(
    "battle-rule",
    "the legions or the entrance break a rule",
    "The message names the rule; see the rules of Titan battles.",
);

/// What the head of a battle can have wrong.
pub(crate) const FINDINGS: &[Finding] =
    &[BATTLE_LINE, BATTLE_REPEATED, BATTLE_VALUE, BATTLE_INCOMPLETE, BATTLE_RULE];
/// The keywords of the head, in the order they are written.
const KEYWORDS: [&str; 11] = [
    "BATTLE",
    "ENTRANCE",
    "TERRAIN",
    "ATTACKER",
    "ATTACKER-SCORE",
    "ANGELS",
    "SUMMONED",
    "DEFENDER",
    "DEFENDER-SCORE",
    "EXHAUSTED",
    "LAND",
];

impl Format for BattleFormat {
    type Value = Setup;

    const NAME: &'static str = "battle";
    const ENDINGS: &'static [&'static str] = &["battle"];
    const TITLE: &'static str = "a Titan battle";
    const FINDINGS: &'static [&'static [Finding]] = crate::formats::BATTLE_FINDINGS;

    fn sniff(bytes: &[u8]) -> Confidence {
        let mut lines = bytes.split(|&b| b == b'\n').map(<[u8]>::trim_ascii);
        let first = lines.find(|line| !line.is_empty() && !line.starts_with(b"#")).unwrap_or_default();
        if first.eq_ignore_ascii_case(b"BATTLE") { Confidence::Certain } else { Confidence::No }
    }

    fn read(name: &str, bytes: &[u8], leniency: Leniency) -> Parsed<Setup> {
        let mut parsed = read(name, &decode(bytes));
        leniency.judge(&mut parsed.diagnostics);
        parsed
    }

    fn format(name: &str, bytes: &[u8]) -> Result<String, NotFormatted> {
        let text = decode(bytes);
        let setup = read(name, &text).into_value()?;
        if text.contains('#') {
            let why = format!("{name} has comments, which writing a battle anew would lose");
            return Err(NotFormatted::Refused(why));
        }
        Ok(Self::write(&setup))
    }
}

impl WriteFormat for BattleFormat {
    fn write(setup: &Setup) -> String {
        let variant = &setup.variant;
        let names = |kinds: &[Kind]| variant.names(kinds);
        let mut out = "BATTLE\n".to_owned();
        write_lines(variant, &mut out);
        let _ = writeln!(out, "ENTRANCE {}", setup.entrance.name());
        let mut line = |keyword: &str, value: &str| {
            let _ = writeln!(out, "{keyword} {value}");
        };
        if let Some(terrain) = setup.terrain {
            line("TERRAIN", &variant[terrain].name);
        }
        line("ATTACKER", &names(&setup.attacker.creatures));
        if setup.attacker.score > 0 {
            line("ATTACKER-SCORE", &setup.attacker.score.to_string());
        }
        if !setup.angels.is_empty() {
            line("ANGELS", &names(&setup.angels));
        }
        if setup.summoned {
            out.push_str("SUMMONED\n");
        }
        let _ = writeln!(out, "DEFENDER {}", names(&setup.defender.creatures));
        if setup.defender.score > 0 {
            let _ = writeln!(out, "DEFENDER-SCORE {}", setup.defender.score);
        }
        if !setup.exhausted.is_empty() {
            let _ = writeln!(out, "EXHAUSTED {}", names(&setup.exhausted));
        }
        match setup.land.title() {
            Some(title) => out += &format!("LAND \"{title}\"\n"),
            None => out.push_str("LAND\n"),
        }
        out + &table::write(&setup.land)
    }
}

hexwright_core::sentence_error! {
    /// A word that is no creature, or a line of a battle that makes no sense.
    pub BadValue
}

struct Reader<'a> {
    setup: Setup,
    seen: [Option<Span>; KEYWORDS.len()],
    findings: Vec<Diagnostic>,
    source: &'a str,
}

fn read(name: &str, source: &str) -> Parsed<Setup> {
    let empty = Setup::new(Battleland::default(), Legion::default(), Legion::default());
    let mut reader = Reader { setup: empty, seen: [None; KEYWORDS.len()], findings: Vec::new(), source };
    let head: Vec<Line<'_>> = lines(source).filter_map(|line| Line::read(line.text, line.span)).collect();
    // the creatures of a variant must be known before any line names one
    let end = head.iter().position(|line| line.keyword == "LAND").unwrap_or(head.len());
    let (of_variant, others): (Vec<&Line<'_>>, Vec<&Line<'_>>) =
        head[..head.len().min(end + 1)].iter().partition(|line| LINE_KEYWORDS.contains(&&*line.keyword));
    reader.variant(&of_variant);
    for line in others {
        let Some(place) = KEYWORDS.iter().position(|known| *known == line.keyword) else {
            reader.unknown(&line.first);
            continue;
        };
        if reader.seen[place].replace(line.first.span).is_some() {
            let message = format!("expected one line {}, found another; the last one counts", line.keyword);
            reader.findings.push(BATTLE_REPEATED.at(line.first.span, message));
        }
        if line.keyword == "LAND" {
            reader.land(line.value, line.span);
            break;
        }
        if let Err(message) = reader.line(&line.keyword, line.value) {
            reader.findings.push(BATTLE_VALUE.at(line.at, String::from(message)));
        }
    }
    reader.finish(name)
}

/// A line of the head: its keyword, and what follows.
struct Line<'a> {
    first: Token<'a>,
    keyword: String,
    value: &'a str,
    /// Where the value stands.
    at: Span,
    span: Span,
}

impl<'a> Line<'a> {
    /// The line without its comment; none if nothing is left.
    fn read(text: &'a str, span: Span) -> Option<Self> {
        let text = text.split('#').next().unwrap_or("");
        let first = tokens(text, span.start as usize).next()?;
        let keyword = first.text.to_ascii_uppercase();
        let value = text[(first.span.end - span.start) as usize..].trim();
        let at = Span::new(first.span.end as usize, span.end as usize);
        Some(Self { first, keyword, value, at, span })
    }
}

impl Reader<'_> {
    /// Reads the lines of a variant, if there are any.
    fn variant(&mut self, lines: &[&Line<'_>]) {
        let mut reader = LineReader::default();
        for line in lines {
            if let Err(message) = reader.line(&line.keyword, line.value) {
                self.findings.push(BATTLE_VALUE.at(line.at, String::from(message)));
            }
        }
        match reader.finish() {
            Ok(Some(variant)) => self.setup.variant = Arc::new(variant),
            Ok(None) => {}
            Err(message) => {
                let at = lines.first().map_or(Span::at(0), |line| line.at);
                self.findings.push(BATTLE_INCOMPLETE.at(at, String::from(message)));
            }
        }
    }

    fn unknown(&mut self, word: &Token<'_>) {
        let message = format!("expected a keyword of a battle, found `{}`", word.text);
        let finding = BATTLE_LINE.at(word.span, message);
        // a text that is no battle at all gets no guesses
        let few = self.findings.len() < 100;
        let near = closest(&word.text.to_ascii_uppercase(), KEYWORDS.into_iter().filter(|_| few));
        let help = match near {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("the keywords are {}", KEYWORDS.join(", ")),
        };
        self.findings.push(finding.help(help));
    }

    fn line(&mut self, keyword: &str, value: &str) -> Result<(), BadValue> {
        match keyword {
            "BATTLE" if value.is_empty() => {}
            "SUMMONED" if value.is_empty() => self.setup.summoned = true,
            "BATTLE" | "SUMMONED" => {
                return Err(format!("expected {keyword} alone on its line, found `{value}`").into());
            }
            "ENTRANCE" => {
                self.setup.entrance = Battle::entrance_named(value)
                    .ok_or_else(|| format!("expected Left, Right or Bottom, found `{value}`"))?;
            }
            "TERRAIN" => {
                self.setup.terrain = Some(self.setup.variant.read_terrain(value)?);
            }
            "ATTACKER" => self.setup.attacker.creatures = self.setup.variant.read_kinds(value)?,
            "DEFENDER" => self.setup.defender.creatures = self.setup.variant.read_kinds(value)?,
            "ANGELS" => self.setup.angels = self.setup.variant.read_kinds(value)?,
            "EXHAUSTED" => self.setup.exhausted = self.setup.variant.read_kinds(value)?,
            "ATTACKER-SCORE" => self.setup.attacker.score = score(value)?,
            _ => self.setup.defender.score = score(value)?,
        }
        Ok(())
    }

    /// The rest of the text is a table; blanks stand for the head, so that places stay right.
    fn land(&mut self, title: &str, line: Span) {
        let start = line.end as usize;
        let rest = " ".repeat(start) + &self.source[start..];
        let reading = text::read_as(&rest, text::Format::Text, Mode::Documented);
        self.findings.extend(reading.diagnostics);
        self.setup.land = reading.land;
        if self.setup.land.start_list().is_some() {
            let start = self.setup.land.start_hexes();
            self.setup.land.set_start_list((!start.is_empty()).then_some(start));
        }
        let inner = title.strip_prefix('"').and_then(|title| title.strip_suffix('"')).unwrap_or(title);
        if !title.is_empty() {
            self.setup.land.set_title(Some(inner));
        }
    }

    fn finish(mut self, name: &str) -> Parsed<Setup> {
        let seen =
            |keyword: &str| KEYWORDS.iter().position(|k| *k == keyword).and_then(|place| self.seen[place]);
        let end = Span::at(self.source.len());
        let missing: Vec<&str> =
            ["ATTACKER", "DEFENDER", "LAND"].into_iter().filter(|keyword| seen(keyword).is_none()).collect();
        if !missing.is_empty() {
            let message = format!("expected a line {}, found none", missing.join(" and a line "));
            self.findings.push(BATTLE_INCOMPLETE.at(end, message));
        } else {
            for problem in self.setup.problems() {
                let keyword = match &problem {
                    SetupError::Size { side, .. } | SetupError::Titans { side, .. } => side.name(),
                    SetupError::Score { side: Side::Attacker, .. } => "attacker-score",
                    SetupError::Score { side: Side::Defender, .. } => "defender-score",
                    SetupError::Entrance(_) | SetupError::StartList(_) => "entrance",
                    SetupError::Angel { .. } | SetupError::Angels(_) => "angels",
                };
                let at = seen(&keyword.to_ascii_uppercase()).or_else(|| seen("LAND")).unwrap_or(end);
                self.findings.push(BATTLE_RULE.at(at, problem.to_string()));
            }
        }
        sort(&mut self.findings);
        let sound = !self.findings.iter().any(Diagnostic::is_error);
        let source = Source::new(name, self.source);
        Parsed { source, value: sound.then_some(self.setup), diagnostics: self.findings, places: () }
    }
}

fn score(value: &str) -> Result<u16, BadValue> {
    let expected = || format!("expected a score from 0 to {}, found `{value}`", super::MOST_SCORE);
    value.parse().map_err(|_| expected().into())
}

impl Recorded for Battle {
    fn setup_text(&self) -> String {
        BattleFormat::write(&self.setup)
    }

    fn from_setup(text: &str) -> Result<Self, BadSetup> {
        let parsed = read("setup", text);
        let setup = parsed.into_value().map_err(|report| {
            let error = report.diagnostics.iter().find(|finding| finding.is_error());
            error.map_or_else(String::new, |finding| finding.headline(&report.source))
        })?;
        Self::new(setup).map_err(|error| error.to_string().into())
    }
}

/// An entrance of the attacker by a number 0, 1 or 2, for those who try all of them.
pub(super) const ATTACKER_ENTRANCES: [usize; 3] = [3, 1, 5];

impl Setup {
    /// The entrances an attacker can have on this land.
    #[must_use]
    pub fn entrances(land: &Battleland) -> Vec<Entrance> {
        let all = ATTACKER_ENTRANCES.map(|place| Entrance::ALL[place]);
        if land.start_list().is_some() { vec![all[0]] } else { all.to_vec() }
    }
}
