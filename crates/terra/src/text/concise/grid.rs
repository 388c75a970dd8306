//! The layout: header, blocks, columns, rows of cells.

use super::token::Token;
use crate::factions::Faction;
use crate::text::snapshot::At;
use hexwright_core::text::Finding;
use hexwright_core::text::{Line, lines};
use hexwright_core::{Diagnostic, Span};
use std::fmt::{self, Display};

/// A header line's key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum HeaderKey {
    /// The map.
    Game,
    /// Expansions, in words.
    MiniExpansions,
    /// Scoring tiles of rounds 1 to 6.
    ScoringTiles,
    /// Bonus cards in play.
    BonusCards,
    /// Points at the start.
    StartingVps,
    /// Options by name.
    Options,
}

impl HeaderKey {
    /// All of them with their spelling.
    const ALL: [(Self, &'static str); 6] = [
        (Self::Game, "Game"),
        (Self::MiniExpansions, "MiniExpansions"),
        (Self::ScoringTiles, "ScoringTiles"),
        (Self::BonusCards, "BonusCards"),
        (Self::StartingVps, "StartingVPs"),
        (Self::Options, "Options"),
    ];

    /// As written.
    #[must_use]
    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|(key, _)| *key == self).map_or("", |(_, name)| name)
    }
}

/// When the tokens of a cell happen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum When {
    /// In the Action phase, or in setup.
    #[default]
    Turn,
    /// `@`: before ordinary income.
    BeforeIncome,
    /// `^`: after it, before the Action phase.
    AfterIncome,
}

/// A cell that is not empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GridCell {
    /// Its column.
    pub column: usize,
    /// When it happens.
    pub when: When,
    /// What happens.
    pub tokens: Vec<At<Token>>,
}

/// Setup, or a round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// 1 to 6; `None` for setup.
    pub round: Option<u8>,
    /// Order at the start.
    pub turn_order: Vec<Faction>,
    /// The factions of the columns.
    pub columns: Vec<Faction>,
    /// Rows of cells, each from left to right.
    pub rows: Vec<Vec<GridCell>>,
}

/// A whole log.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Grid {
    /// Header lines in order.
    pub header: Vec<(HeaderKey, String)>,
    /// Setup and rounds.
    pub blocks: Vec<Block>,
}

/// A grid and what is wrong with its text.
#[derive(Clone, Debug)]
pub struct Read {
    /// What was understood.
    pub grid: Grid,
    /// The findings by place; no error if the text is a grid.
    pub findings: Vec<Diagnostic>,
}

impl Read {
    /// Whether the text is a grid: warnings at most.
    #[must_use]
    pub fn is_sound(&self) -> bool {
        !self.findings.iter().any(Diagnostic::is_error)
    }
}

/// A longer text is no game.
const MOST_BYTES: usize = 4 << 20;
/// More findings help nobody.
const MOST_FINDINGS: usize = 200;

/// Reads a grid. Strict: whatever is not understood is a finding.
#[must_use]
pub fn read(text: &str) -> Read {
    let mut reader = Reader::default();
    if text.len() > MOST_BYTES {
        reader.wrong(C01, Span::at(0), format!("expected at most {MOST_BYTES} bytes, found {}", text.len()));
        return Read { grid: reader.grid, findings: reader.findings };
    }
    for line in lines(text) {
        let content = line.text.trim_start_matches('\u{feff}').trim();
        if reader.findings.len() >= MOST_FINDINGS {
            break;
        }
        if !content.is_empty() && !content.starts_with("---") {
            reader.line(line, content);
        }
    }
    Read { grid: reader.grid, findings: reader.findings }
}

#[derive(Default)]
struct Reader {
    grid: Grid,
    /// The open block has its columns.
    columns_known: bool,
    findings: Vec<Diagnostic>,
}

impl Reader {
    fn wrong(&mut self, finding: Finding, at: Span, message: String) {
        self.findings.push(finding.at(at, message));
    }

    fn line(&mut self, line: Line<'_>, content: &str) {
        if let Some(round) = block_head(content) {
            self.columns_known = false;
            self.grid.blocks.push(Block {
                round,
                turn_order: Vec::new(),
                columns: Vec::new(),
                rows: Vec::new(),
            });
        } else if let Some(list) = content.strip_prefix("TurnOrder:") {
            let list = list.trim();
            let names = if list.is_empty() { Vec::new() } else { self.factions(list.split(','), line) };
            match self.grid.blocks.last_mut() {
                Some(block) => block.turn_order = names,
                None => self.wrong(C02, line.span, "expected `Setup` or `Round n` before TurnOrder".into()),
            }
        } else if content.contains('|') {
            self.row(line);
        } else if self.grid.blocks.is_empty() {
            self.header(line, content);
        } else {
            let message = format!("expected a row with `|`, found {content:?}");
            self.wrong(if self.columns_known { C04 } else { C02 }, line.span, message);
        }
    }

    fn header(&mut self, line: Line<'_>, content: &str) {
        let key = content.split_once(':').and_then(|(key, value)| {
            let known = HeaderKey::ALL.iter().find(|(_, name)| name.eq_ignore_ascii_case(key.trim()))?;
            Some((known.0, value.trim().to_owned()))
        });
        match key {
            Some(entry) => self.grid.header.push(entry),
            None => self.wrong(C01, line.span, format!("unknown header {content:?}")),
        }
    }

    fn factions<'t>(&mut self, names: impl Iterator<Item = &'t str>, line: Line<'_>) -> Vec<Faction> {
        let mut found = Vec::new();
        for name in names {
            match Faction::from_name(name.trim()) {
                Some(faction) => found.push(faction),
                None => self.wrong(C09, line.span, format!("unknown faction {:?}", name.trim())),
            }
        }
        found
    }

    fn row(&mut self, line: Line<'_>) {
        if self.grid.blocks.is_empty() {
            // some programs begin with the columns of the setup
            if !line.text.split('|').all(|name| Faction::from_name(name.trim()).is_some()) {
                self.wrong(C02, line.span, "expected `Setup` or `Round n` before the first row".into());
                return;
            }
            self.grid.blocks.push(Block {
                round: None,
                turn_order: Vec::new(),
                columns: Vec::new(),
                rows: Vec::new(),
            });
        }
        if !self.columns_known {
            let columns = self.factions(line.text.split('|'), line);
            self.columns_known = true;
            if let Some(block) = self.grid.blocks.last_mut() {
                block.columns = columns;
            }
            return;
        }
        let count = self.grid.blocks.last().map_or(0, |b| b.columns.len());
        let mut cells = Vec::new();
        let mut place = line.span.start as usize;
        for (column, text) in line.text.split('|').enumerate() {
            let start = place + (text.len() - text.trim_start().len());
            place += text.len() + 1;
            let text = text.trim();
            if text.is_empty() {
                continue;
            }
            if column >= count {
                let at = Span::new(start, start + text.len());
                self.wrong(C03, at, format!("expected {count} cells, found another"));
                continue;
            }
            cells.extend(self.cell(column, text, start));
        }
        if let Some(block) = self.grid.blocks.last_mut() {
            block.rows.push(cells);
        }
    }

    fn cell(&mut self, column: usize, text: &str, start: usize) -> Option<GridCell> {
        let (when, skip) = match text.as_bytes().first() {
            Some(b'@') => (When::BeforeIncome, 1),
            Some(b'^') => (When::AfterIncome, 1),
            _ => (When::Turn, 0),
        };
        let mut place = start + skip;
        let mut tokens = Vec::new();
        for word in text[skip..].split('.') {
            let at = Span::new(place, place + word.len());
            place += word.len() + 1;
            match Token::parse_all(word.trim()) {
                Ok(parsed) => tokens.extend(parsed.into_iter().map(|token| At::new(token, at))),
                Err((finding, message)) => {
                    self.wrong(finding, at, message);
                    return None;
                }
            }
        }
        let at = Span::new(start, start + text.len());
        if tokens.iter().all(|t| matches!(t.value, Token::Convert(..))) {
            let message = "expected an action beside the conversion";
            self.findings.push(C06.at(at, message));
        }
        let leech = tokens.iter().any(|t| t.value.is_leech());
        let burns = tokens.iter().filter(|t| matches!(t.value, Token::Burn(_))).count();
        if leech && (burns + 1 != tokens.len() || !tokens.last().is_some_and(|t| t.value.is_leech())) {
            self.wrong(C07, at, "expected an answer to an offer alone in its cell".into());
            return None;
        }
        Some(GridCell { column, when, tokens })
    }
}

/// `Setup` or `Round n`.
fn block_head(content: &str) -> Option<Option<u8>> {
    if content.eq_ignore_ascii_case("setup") {
        return Some(None);
    }
    let (word, number) = content.split_once(' ')?;
    word.eq_ignore_ascii_case("round").then(|| number.trim().parse().ok().map(Some))?
}

/// Width cells are padded to.
const WIDTH: usize = 12;

impl Display for GridCell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.when {
            When::Turn => "",
            When::BeforeIncome => "@",
            When::AfterIncome => "^",
        })?;
        for (i, token) in self.tokens.iter().enumerate() {
            write!(f, "{}{}", if i == 0 { "" } else { "." }, token.value)?;
        }
        Ok(())
    }
}

impl Display for Grid {
    /// The exact layout.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (key, value) in &self.header {
            writeln!(f, "{}: {value}", key.name())?;
        }
        let rule = "-".repeat(60);
        for block in &self.blocks {
            let names = |list: &[Faction]| list.iter().map(|x| x.display().to_owned()).collect::<Vec<_>>();
            match block.round {
                None => writeln!(f, "\nSetup")?,
                Some(round) => writeln!(f, "\nRound {round}")?,
            }
            // a block that was cut off says only what it has
            if !block.turn_order.is_empty() {
                writeln!(f, "TurnOrder: {}", names(&block.turn_order).join(", "))?;
            }
            if !block.columns.is_empty() {
                writeln!(f, "{rule}\n{}\n{rule}", padded(&names(&block.columns)))?;
            }
            for row in &block.rows {
                let mut cells = vec![String::new(); block.columns.len()];
                for cell in row {
                    cells[cell.column] = cell.to_string();
                }
                writeln!(f, "{}", padded(&cells))?;
            }
        }
        Ok(())
    }
}

fn padded(cells: &[String]) -> String {
    let cells: Vec<String> = cells.iter().map(|cell| format!("{cell:<WIDTH$}")).collect();
    cells.join(" | ").trim_end().to_owned()
}

const C01: Finding = Finding::error(
    "C01",
    "a header is unknown, or the text is too long",
    "Headers are Game, MiniExpansions, ScoringTiles, BonusCards, StartingVPs and Options.",
);
const C02: Finding = Finding::error(
    "C02",
    "a block has no beginning",
    "`Setup` or `Round n`, then TurnOrder, stand before the rows.",
);
const C03: Finding = Finding::error("C03", "a row has too many cells", "Each faction has one column.");
pub(super) const C04: Finding =
    Finding::error("C04", "a token is unknown", "The format page lists the tokens.");
pub(super) const C05: Finding =
    Finding::error("C05", "a token or the header lacks something", "The message names what was expected.");
const C06: Finding =
    Finding::warning("C06", "a conversion stands alone", "Conversions stand beside the action they are for.");
const C07: Finding =
    Finding::error("C07", "an answer to an offer does not stand alone", "It has a cell of its own.");
pub(super) const C08: Finding =
    Finding::error("C08", "a move is not legal", "The cells before it are legal.");
pub(super) const C09: Finding =
    Finding::error("C09", "the faction is unknown", "The message names what was found.");

/// What reading and playing a grid reports.
pub(super) const FINDINGS: &[Finding] = &[C01, C02, C03, C04, C05, C06, C07, C08, C09];
