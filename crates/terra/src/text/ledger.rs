//! Command logs and ledgers: read, replayed, compared row by row, written.
//!
//! Three shapes are read, told apart by their first character and their tabs:
//! * JSON with `map`, `options`, `rows` (one command an entry) and, to compare with, `expect`;
//! * plain text, one line `faction: command. command` or an administrative command;
//! * the tab-separated table of fifteen columns, whose last column holds the commands.
//!
//! Leniencies: `#` starts a comment, blank lines and the engine's own rows (`income`, `start`,
//! `score_resources`, `+8vp for FIRE` …) are skipped because the rules produce them.
//! Losses: names of players and comments are not kept.

mod legacy;
mod locate;
mod record;
mod replay;
mod verify;

pub use replay::{Replay, ReplayError, Row};
pub use verify::{Difference, Report, verify_ledger};

use crate::factions::Faction;
use crate::game::{MAX_PLAYERS, OptionSet, RuleOption, START_POINTS, Setup};
use crate::map::{Board, MapId};
use crate::tiles::{BonusCard, FinalScoring, ScoringTile};
use serde_json::Value;

/// One line of a log: a command of a faction, or an administrative one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Whose command it is; none for administrative ones.
    pub faction: Option<Faction>,
    /// The command.
    pub text: String,
}

/// A game as a list of commands.
#[derive(Clone, Debug)]
pub struct Log {
    /// Name of the game, if it has one.
    pub id: String,
    /// The board.
    pub map: MapId,
    /// Options.
    pub options: OptionSet,
    /// The commands in order.
    pub entries: Vec<Entry>,
}

/// Why a text is no log.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {message}")]
pub struct LogError {
    /// The line, or the place in the list of commands, from 1.
    pub line: usize,
    /// What is wrong.
    pub message: String,
}

impl LogError {
    fn new(line: usize, message: impl Into<String>) -> Self {
        Self { line, message: message.into() }
    }
}

/// The line of a log that is played without any option.
const NO_OPTIONS: &str = "option none";

/// Most points a faction can start with: auctions give or take a few tens.
const MOST_START_POINTS: i16 = 200;

/// Largest log that is read.
pub const MAX_LOG_BYTES: usize = 16 << 20;

impl Log {
    /// Reads a log of any of the three shapes.
    ///
    /// # Errors
    /// The first line that is none.
    pub fn read(bytes: &[u8]) -> Result<Self, LogError> {
        if bytes.len() > MAX_LOG_BYTES {
            return Err(LogError::new(1, format!("expected at most {MAX_LOG_BYTES} bytes")));
        }
        let text = std::str::from_utf8(bytes).map_err(|_| LogError::new(1, "expected UTF-8 text"))?;
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        if text.trim_start().starts_with('{') { Self::from_json(text) } else { Self::from_text(text) }
    }

    fn from_json(text: &str) -> Result<Self, LogError> {
        let value: Value = serde_json::from_str(text).map_err(|e| LogError::new(e.line(), e.to_string()))?;
        Self::from_value(&value)
    }

    fn from_value(value: &Value) -> Result<Self, LogError> {
        let map = value.get("map").and_then(Value::as_str).unwrap_or("base");
        let map = MapId::from_name(map).ok_or_else(|| LogError::new(1, format!("unknown map `{map}`")))?;
        let mut options = OptionSet::EMPTY;
        match value.get("options").and_then(Value::as_array) {
            None => options = OptionSet::league(),
            Some(list) => {
                for name in list {
                    options.insert(option_named(name.as_str().unwrap_or_default(), 1)?);
                }
            }
        }
        let rows = value
            .get("rows")
            .and_then(Value::as_array)
            .ok_or_else(|| LogError::new(1, "expected a list `rows`"))?;
        let id = value.get("id").and_then(Value::as_str).unwrap_or_default().to_owned();
        let mut log = Self { id, map, options, entries: Vec::with_capacity(rows.len()) };
        for (i, row) in rows.iter().enumerate() {
            let row = row.as_str().filter(|row| !row.contains(char::is_control));
            let row = row.ok_or_else(|| LogError::new(i + 1, "expected a command on one line"))?;
            log.line(row, i + 1)?;
        }
        Ok(log)
    }

    fn from_text(text: &str) -> Result<Self, LogError> {
        let mut log =
            Self { id: String::new(), map: MapId::Base, options: OptionSet::EMPTY, entries: Vec::new() };
        let mut optioned = false;
        for (i, line) in hexwright_core::text::lines(text).map(|l| l.text).enumerate() {
            let line = &*legacy::with_tabs(line);
            if line.contains('\t') {
                log.table_line(line, i + 1)?;
            } else {
                optioned |= line.trim_start().starts_with("option ");
                log.line(line, i + 1)?;
            }
        }
        if !optioned {
            log.options = OptionSet::league();
        }
        Ok(log)
    }

    /// A line of a text or a row of a JSON log.
    fn line(&mut self, line: &str, number: usize) -> Result<(), LogError> {
        let line = line.split('#').next().unwrap_or_default().trim();
        let command = |text: String| Entry { faction: None, text };
        let one_word = |word: &&str| is_word(word);
        if line.is_empty() || line == NO_OPTIONS {
        } else if let Some(name) = line.strip_prefix("option ") {
            self.options.insert(option_named(name.trim(), number)?);
        } else if let Some(name) = line.strip_prefix("map ") {
            self.map = MapId::from_name(name.trim())
                .ok_or_else(|| LogError::new(number, format!("unknown map `{}`", name.trim())))?;
        } else if let Some(name) = line.strip_prefix("Added final scoring tile: ").filter(one_word) {
            self.entries.push(command(format!("final-scoring {name}")));
        } else if let Some(card) = line.strip_prefix("Removing tile ").filter(one_word) {
            self.entries.push(command(format!("delete {card}")));
        } else if let Some(name) = line.strip_suffix(" dropped from the game").filter(one_word) {
            self.entries.push(command(format!("drop-faction {name}")));
        } else if let Some((round, tile)) = scoring_comment(line) {
            self.scoring_line(round, tile);
        } else if !is_comment(line) {
            let first = entry(line, number)?;
            if first.faction.is_none() {
                // an administrative command stands alone on its line
                self.entries.push(first);
                return Ok(());
            }
            let faction = first.faction;
            let parts = legacy::commands(faction, &first.text);
            self.entries.extend(parts.into_iter().map(|text| Entry { faction, text }));
        }
        Ok(())
    }

    /// A row of the table: the commands of its last column.
    fn table_line(&mut self, line: &str, number: usize) -> Result<(), LogError> {
        let cells: Vec<&str> = line.split('\t').collect();
        let faction = Faction::from_name(cells[0].trim())
            .ok_or_else(|| LogError::new(number, format!("unknown faction `{}`", cells[0].trim())))?;
        if cells.len() != 15 {
            return Err(LogError::new(number, format!("expected 15 columns, found {}", cells.len())));
        }
        // a comment begins here as on any other line
        let commands = cells[14].split('#').next().unwrap_or_default();
        for part in commands.split('.').map(str::trim).filter(|p| !p.is_empty()) {
            if part == "setup" {
                // the row shows what the faction starts with
                let points = cells[2].trim().trim_end_matches("VP").trim_end();
                self.starting_points(faction, points);
                self.entries.push(Entry { faction: None, text: format!("setup {}", faction.log_name()) });
            } else if !engine_row(part) {
                self.entries.push(Entry { faction: Some(faction), text: part.to_owned() });
            }
        }
        Ok(())
    }

    /// Points other than the usual ones at the start.
    fn starting_points(&mut self, faction: Faction, points: &str) {
        if points.parse::<i16>().is_ok_and(|n| n != START_POINTS) {
            let text = format!("starting-vp {} {points}", faction.log_name());
            self.entries.push(Entry { faction: None, text });
        }
    }

    fn scoring_line(&mut self, round: usize, tile: &str) {
        let last = self.entries.iter_mut().find(|e| e.faction.is_none() && e.text.starts_with("score "));
        match last {
            Some(entry) if round > 1 => {
                entry.text.push(',');
                entry.text.push_str(tile);
            }
            _ => self.entries.push(Entry { faction: None, text: format!("score {tile}") }),
        }
    }

    /// What is played, gathered from the administrative commands.
    ///
    /// # Errors
    /// What is missing or wrong.
    pub fn setup(&self) -> Result<Setup, LogError> {
        let board = Board::shared(self.map)
            .ok_or_else(|| LogError::new(1, "a custom board needs a layout of its own"))?;
        let mut setup = Setup { board, options: self.options, ..Setup::new(&[]) };
        let (mut removed, mut points) = (Vec::new(), Vec::new());
        let mut scored = false;
        for (i, entry) in self.entries.iter().enumerate() {
            let words: Vec<&str> = entry.text.split_whitespace().collect();
            let error = |m: String| LogError::new(i + 1, m);
            match (entry.faction, words.as_slice()) {
                (None, ["setup", name, ..]) => {
                    let faction =
                        Faction::from_name(name).ok_or_else(|| error(format!("unknown faction `{name}`")))?;
                    setup.factions.push(faction);
                }
                (None, ["score", list @ ..]) => {
                    let list = list.concat();
                    let tiles: Option<Vec<_>> = list.split(',').map(ScoringTile::from_name).collect();
                    let tiles = tiles.ok_or_else(|| error(format!("unknown scoring tile in `{list}`")))?;
                    setup.scoring =
                        tiles.try_into().map_err(|_| error("expected six scoring tiles".to_owned()))?;
                    scored = true;
                }
                (None, ["delete", card]) => removed
                    .push(BonusCard::from_name(card).ok_or_else(|| error(format!("unknown card `{card}`")))?),
                (None, ["final-scoring", name]) => {
                    let scoring = FinalScoring::from_name(name)
                        .ok_or_else(|| error(format!("unknown scoring `{name}`")))?;
                    setup.final_scoring = Some(scoring);
                }
                (None, ["starting-vp", name, n]) => {
                    let faction =
                        Faction::from_name(name).ok_or_else(|| error(format!("unknown faction `{name}`")))?;
                    let n = n.parse::<i16>().ok().filter(|n| (0..=MOST_START_POINTS).contains(n));
                    let wrong = || error(format!("expected 0 to {MOST_START_POINTS} points for {name}"));
                    points.push((faction, n.ok_or_else(wrong)?));
                }
                (None, ["randomize", ..]) => {
                    return Err(error(
                        "`randomize` is not supported; name the tiles with `score`, `delete` and `order`"
                            .to_owned(),
                    ));
                }
                _ => {}
            }
        }
        if !scored {
            return Err(LogError::new(1, "expected a line `score S1,…,S6`"));
        }
        if setup.factions.len() > MAX_PLAYERS {
            return Err(LogError::new(1, format!("expected at most {MAX_PLAYERS} `setup` lines")));
        }
        let tenth = self.options.contains(RuleOption::ShippingBonus);
        setup.cards = BonusCard::ALL
            .into_iter()
            .filter(|c| !removed.contains(c) && (tenth || *c != BonusCard::ShippingPoints))
            .collect();
        let own = |faction| points.iter().rev().find(|(f, _)| *f == faction).map(|(_, n)| *n);
        setup.points = setup.factions.iter().map(|&f| own(f).unwrap_or(START_POINTS)).collect();
        Ok(setup)
    }

    /// Takes hex names of boards whose first row is short to start at `A`, as some logs do, and
    /// renames them to start at `B`, as the boards here do.
    pub fn rows_from_a(&mut self) {
        if Board::shared(self.map).is_none_or(|b| b.long_first()) {
            return;
        }
        for entry in self.entries.iter_mut().filter(|e| e.faction.is_some()) {
            let words: Vec<String> = entry
                .text
                .split(' ')
                .map(|w| {
                    let ends: Vec<String> = w.split(':').map(next_row).collect();
                    ends.join(":")
                })
                .collect();
            entry.text = words.join(" ");
        }
    }

    /// Writes the log as plain text, one command a line.
    #[must_use]
    pub fn write(&self) -> String {
        let mut text = format!("map {}\n", self.map);
        if self.options.iter().next().is_none() {
            // a log that names no option is one of the league
            text.push_str(&format!("{NO_OPTIONS}\n"));
        }
        for option in self.options.iter() {
            text.push_str(&format!("option {option}\n"));
        }
        for entry in &self.entries {
            match entry.faction {
                Some(faction) => text.push_str(&format!("{}: {}\n", faction.log_name(), entry.text)),
                None => text.push_str(&format!("{}\n", entry.text)),
            }
        }
        text
    }
}

/// A hex name one row further down; any other word as it is.
fn next_row(word: &str) -> String {
    match word.as_bytes() {
        [letter @ (b'A'..=b'I' | b'a'..=b'i'), digits @ ..]
            if !digits.is_empty() && digits.iter().all(u8::is_ascii_digit) =>
        {
            format!("{}{}", char::from(letter + 1), &word[1..])
        }
        _ => word.to_owned(),
    }
}

fn option_named(name: &str, line: usize) -> Result<RuleOption, LogError> {
    RuleOption::from_name(name).ok_or_else(|| LogError::new(line, format!("unsupported option `{name}`")))
}

fn entry(line: &str, number: usize) -> Result<Entry, LogError> {
    let line = line.split('#').next().unwrap_or_default().trim();
    match line.split_once(':') {
        Some((name, text)) if Faction::from_name(name.trim()).is_some() => {
            Ok(Entry { faction: Faction::from_name(name.trim()), text: text.trim().to_owned() })
        }
        Some((name, _)) if name.trim().chars().all(char::is_alphabetic) => {
            Err(LogError::new(number, format!("unknown faction `{}`", name.trim())))
        }
        _ => Ok(Entry { faction: None, text: line.to_owned() }),
    }
}

/// Rows the rules produce by themselves.
pub(crate) fn engine_row(text: &str) -> bool {
    let text = text.trim();
    text.starts_with('[')
        || text.contains("vp for ")
        || text.ends_with("income_for_faction")
        || matches!(text, "setup" | "score_resources" | "income" | "start" | "finish")
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
