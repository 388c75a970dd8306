//! Reading logs: every line is understood, known to say nothing, or a finding.

use super::{Log, LogEntry, MAX_LOG_BYTES, engine_row, legacy};
use crate::factions::Faction;
use crate::game::{OptionSet, RuleOption, START_POINTS};
use crate::map::MapId;
use hexwright_core::text::{Finding, Parsed, closest, lines};
use hexwright_core::{Diagnostic, Source, Span};
use serde_json::Value;
use serde_json::value::RawValue;
use std::borrow::Cow;

const BAD_LOG: Finding = Finding::error(
    "bad-log",
    "a line or the whole file is no part of a log",
    "A log is plain lines (`witches: build E7`), a table of 15 columns, or JSON with a list `rows`.",
);
const UNKNOWN_LINE: Finding = Finding::warning(
    "unknown-line",
    "a line is neither a command nor a known comment",
    "It is passed over. Administrative lines begin with map, option, setup, score, delete, final-scoring, starting-vp, auction, bid or drop-faction; comments with `#`.",
);

/// What reading a log reports.
pub(super) const FINDINGS: &[Finding] = &[BAD_LOG, UNKNOWN_LINE];
/// The line of a log that is played without any option.
pub(super) const NO_OPTIONS: &str = "option none";

/// Words that begin administrative lines.
const ADMINISTRATIVE: [&str; 9] = [
    "setup",
    "score",
    "delete",
    "final-scoring",
    "starting-vp",
    "drop-faction",
    "randomize",
    "auction",
    "bid",
];

/// A log as read. Its places are those of the commands, in their order.
pub type LogReading = Parsed<Log, Vec<Span>>;

/// Reads a log of any of the three shapes. The value is missing only if nothing of the text is a log.
///
/// ```
/// use hexwright_terra::text::ledger::read;
/// let reading = read("a.tmlog", b"option loose-leech\ntrolls: build A1\nscor S1\n");
/// let ids: Vec<_> = reading.diagnostics.iter().map(|d| (d.id, d.span.start)).collect();
/// assert_eq!(ids, [("bad-log", 7), ("bad-log", 19), ("unknown-line", 36)]);
/// ```
#[must_use]
pub fn read(name: &str, bytes: &[u8]) -> LogReading {
    let (text, bad) = hexwright_core::text::decode_utf8(bytes);
    let source = Source::new(name, text);
    let mut reader = Reader::default();
    let understood = match bad {
        _ if bytes.len() > MAX_LOG_BYTES => {
            reader.wrong(Span::at(0), format!("expected at most {MAX_LOG_BYTES} bytes"), None);
            false
        }
        Some(at) => {
            let at = Span::new(at, at + '\u{fffd}'.len_utf8());
            reader.wrong(at, "expected UTF-8 text".to_owned(), Some("save the file as UTF-8".to_owned()));
            false
        }
        None => reader.read(source.text()),
    };
    let Reader { log, places, mut findings, .. } = reader;
    hexwright_core::text::sort(&mut findings);
    LogReading { source, value: understood.then_some(log), diagnostics: findings, places }
}

/// More findings help nobody.
const MOST_FINDINGS: usize = 500;

/// Where a line stands: its bytes one by one, or, where the text escapes some of them, as a whole.
#[derive(Clone, Copy)]
enum Place {
    From(usize),
    Whole(Span),
}

impl Place {
    /// Where a part of a line stands.
    fn of(self, line: &str, part: &str) -> Span {
        match self {
            Self::From(start) => {
                let start = start + (part.as_ptr() as usize - line.as_ptr() as usize);
                Span::new(start, start + part.len())
            }
            Self::Whole(span) => span,
        }
    }
}

struct Reader {
    log: Log,
    places: Vec<Span>,
    findings: Vec<Diagnostic>,
    /// Whether a line named an option; a log that names none is one of the league.
    optioned: bool,
}

impl Default for Reader {
    fn default() -> Self {
        let log = Log { id: String::new(), map: MapId::Base, options: OptionSet::EMPTY, entries: Vec::new() };
        Self { log, places: Vec::new(), findings: Vec::new(), optioned: false }
    }
}

impl Reader {
    fn wrong(&mut self, at: Span, message: String, help: Option<String>) {
        self.report(Diagnostic { help, ..BAD_LOG.at(at, message) });
    }

    fn report(&mut self, finding: Diagnostic) {
        if self.findings.len() < MOST_FINDINGS {
            self.findings.push(finding);
        }
    }

    fn push(&mut self, faction: Option<Faction>, text: impl Into<String>, at: Span) {
        self.log.entries.push(LogEntry { faction, text: text.into() });
        self.places.push(at);
    }

    /// Reads a text; `false` if it is no log at all.
    fn read(&mut self, text: &str) -> bool {
        let body = text.strip_prefix('\u{feff}').unwrap_or(text);
        let start = text.len() - body.len();
        if body.trim_start().starts_with('{') {
            return self.json(text, body);
        }
        for line in lines(body) {
            let start = start + line.span.start as usize;
            let (text, place) = match legacy::with_tabs(line.text) {
                text @ Cow::Borrowed(_) => (text, Place::From(start)),
                text => (text, Place::Whole(Span::new(start, start + line.text.len()))),
            };
            if text.contains('\t') {
                self.table_line(&text, place);
            } else {
                self.line(&text, place);
            }
        }
        if !self.optioned {
            self.log.options = OptionSet::league();
        }
        true
    }

    fn json(&mut self, text: &str, body: &str) -> bool {
        #[derive(serde::Deserialize)]
        struct File<'a> {
            #[serde(default)]
            id: Value,
            #[serde(default)]
            map: Value,
            #[serde(default)]
            options: Value,
            #[serde(borrow)]
            rows: Option<&'a RawValue>,
        }
        let file: File<'_> = match serde_json::from_str(body) {
            Ok(file) => file,
            Err(error) => {
                let line = lines(text).nth(error.line().saturating_sub(1));
                self.wrong(line.map_or(Span::at(0), |line| line.span), error.to_string(), None);
                return false;
            }
        };
        let rows: Option<Vec<&RawValue>> = file.rows.and_then(|rows| serde_json::from_str(rows.get()).ok());
        let Some(rows) = rows else {
            let help = "commands stand in it, one an entry: \"witches: build E7\"".to_owned();
            self.wrong(Span::at(0), "expected a list `rows`".to_owned(), Some(help));
            return false;
        };
        self.log.id = file.id.as_str().unwrap_or_default().to_owned();
        if let Some(map) = file.map.as_str() {
            self.map(map, Span::at(text.find("\"map\"").unwrap_or(0)));
        }
        match file.options.as_array() {
            None => self.log.options = OptionSet::league(),
            Some(options) => {
                let at = Span::at(text.find("\"options\"").unwrap_or(0));
                options.iter().for_each(|name| self.option(name.as_str().unwrap_or_default(), at));
            }
        }
        for row in rows {
            let raw = row.get();
            let start = raw.as_ptr() as usize - text.as_ptr() as usize;
            let whole = Span::new(start, start + raw.len());
            match serde_json::from_str::<String>(raw) {
                Ok(row) if !row.contains(char::is_control) => {
                    let escaped = raw.len() != row.len() + 2;
                    self.line(&row, if escaped { Place::Whole(whole) } else { Place::From(start + 1) });
                }
                _ => self.wrong(whole, "expected a command on one line".to_owned(), None),
            }
        }
        true
    }

    /// A line of a text or a row of a JSON log.
    fn line(&mut self, whole: &str, place: Place) {
        let line = whole.split('#').next().unwrap_or_default().trim();
        let at = place.of(whole, line);
        let one_word = |word: &&str| is_word(word);
        if line.is_empty() {
        } else if line == NO_OPTIONS {
            self.optioned = true;
        } else if let Some(name) = line.strip_prefix("option ") {
            self.optioned = true;
            self.option(name.trim(), place.of(whole, name.trim()));
        } else if let Some(name) = line.strip_prefix("map ") {
            self.map(name.trim(), place.of(whole, name.trim()));
        } else if let Some(name) = line.strip_prefix("Added final scoring tile: ").filter(one_word) {
            self.push(None, format!("final-scoring {name}"), at);
        } else if let Some(card) = line.strip_prefix("Removing tile ").filter(one_word) {
            self.push(None, format!("delete {card}"), at);
        } else if let Some(name) = line.strip_suffix(" dropped from the game").filter(one_word) {
            self.push(None, format!("drop-faction {name}"), at);
        } else if let Some((round, tile)) = scoring_comment(line) {
            self.scoring_line(round, tile, at);
        } else if !is_comment(line) {
            self.commands(whole, line, place);
        }
    }

    /// `faction: command. command`, or an administrative command, which stands alone on its line.
    fn commands(&mut self, whole: &str, line: &str, place: Place) {
        let at = place.of(whole, line);
        let (name, rest) = match line.split_once(':') {
            Some((name, rest)) => (name.trim(), rest),
            None => ("", ""),
        };
        if let Some(faction) = Faction::from_name(name) {
            let mut written: Vec<&str> = rest.split('.').map(str::trim).collect();
            for part in legacy::commands(Some(faction), rest) {
                // a command that is played in other words stands on the whole line
                let here = written.iter().position(|w| *w == part).map_or(line, |i| written.swap_remove(i));
                self.push(Some(faction), part, place.of(whole, here));
            }
        } else if !name.is_empty() && name.chars().all(char::is_alphabetic) {
            self.wrong(at, format!("unknown faction `{name}`"), nearest_faction(name));
        } else if ADMINISTRATIVE.contains(&line.split_whitespace().next().unwrap_or_default()) {
            self.push(None, line, at);
        } else {
            let word = line.split_whitespace().next().unwrap_or_default();
            let known = ADMINISTRATIVE.iter().copied().chain(["map", "option"]);
            let help = match closest(word, known) {
                Some(near) => format!("did you mean `{near}`?"),
                None => "begin it with `#` if it is a comment".to_owned(),
            };
            let message = format!("expected a command, found `{}`", shortened(line));
            self.report(UNKNOWN_LINE.at(at, message).help(help));
        }
    }

    fn option(&mut self, name: &str, at: Span) {
        match RuleOption::from_name(name) {
            Some(option) => {
                self.log.options.insert(option);
            }
            None => {
                let near = closest(name, RuleOption::ALL.iter().map(|option| option.name()));
                let help = near.map(|near| format!("did you mean `{near}`?"));
                self.wrong(at, format!("unsupported option `{}`", shortened(name)), help);
            }
        }
    }

    fn map(&mut self, name: &str, at: Span) {
        let printed = || {
            let names: Vec<String> = MapId::PRINTED.iter().map(ToString::to_string).collect();
            Some(format!("name one of the printed maps: {}", names.join(", ")))
        };
        match MapId::from_name(name) {
            Some(MapId::Custom) => {
                let message = "expected a printed map, found `custom`, whose rows a log cannot hold";
                self.wrong(at, message.to_owned(), printed());
            }
            Some(map) => self.log.map = map,
            None => self.wrong(at, format!("unknown map `{}`", shortened(name)), printed()),
        }
    }

    /// A row of the table: the commands of its last column.
    fn table_line(&mut self, line: &str, place: Place) {
        let cells: Vec<&str> = line.split('\t').collect();
        let name = cells[0].trim();
        let Some(faction) = Faction::from_name(name) else {
            let message = format!("unknown faction `{}`", shortened(name));
            return self.wrong(place.of(line, line), message, nearest_faction(name));
        };
        if cells.len() != 15 {
            let message = format!("expected 15 columns, found {}", cells.len());
            return self.wrong(place.of(line, line), message, None);
        }
        // a comment begins here as on any other line
        let commands = cells[14].split('#').next().unwrap_or_default();
        for part in commands.split('.').map(str::trim).filter(|part| !part.is_empty()) {
            let at = place.of(line, part);
            if part == "setup" {
                // the row shows what the faction starts with
                let points = cells[2].trim().trim_end_matches("VP").trim_end();
                if points.parse::<i16>().is_ok_and(|n| n != START_POINTS) {
                    self.push(None, format!("starting-vp {} {points}", faction.log_name()), at);
                }
                self.push(None, format!("setup {}", faction.log_name()), at);
            } else if !engine_row(part) {
                self.push(Some(faction), part, at);
            }
        }
    }

    fn scoring_line(&mut self, round: usize, tile: &str, at: Span) {
        let mut entries = self.log.entries.iter_mut();
        match entries.find(|entry| entry.faction.is_none() && entry.text.starts_with("score ")) {
            Some(entry) if round > 1 => {
                entry.text.push(',');
                entry.text.push_str(tile);
            }
            _ => self.push(None, format!("score {tile}"), at),
        }
    }
}

fn nearest_faction(name: &str) -> Option<String> {
    let near = closest(name, Faction::ALL.iter().map(|faction| faction.log_name()));
    near.map(|near| format!("did you mean `{near}`?"))
}

/// The first characters of a text, for messages.
fn shortened(text: &str) -> String {
    text.chars().take(60).collect()
}

fn is_comment(line: &str) -> bool {
    let comment = ["Round ", "Scoring ", "Player ", "Default game", "Randomize setup"];
    comment.iter().any(|c| line.starts_with(c)) || engine_row(line)
}

/// `Round 3 scoring: SCORE4, …`: the round and its tile.
fn scoring_comment(line: &str) -> Option<(usize, &str)> {
    let rest = line.strip_prefix("Round ")?;
    let (round, rest) = rest.split_once(" scoring: ")?;
    let tile = rest.split(',').next()?.trim();
    Some((round.parse().ok()?, tile)).filter(|_| is_word(tile))
}

/// Whether a text is one name: only then can it stand behind an administrative word.
fn is_word(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| c.is_alphanumeric() || matches!(c, '-' | '_'))
}
