//! Takes `# pioneers:` lines up into a setup. The sections win: a line that contradicts them is reported
//! and becomes a comment of the map, as does one that nobody understands.

use super::{KEPT, KEY, TERRAINS, harbour_names, harbour_of};
use crate::map::{
    HexType, HexValue, Layout, MAX_SEATS, Note, PortType, Resource, SeaPort, Setup, SevensRule, Shuffle,
    Terrain,
};
use crate::text::dot_catan::{Document, Leniency, note};
use crate::text::pioneers::{MOST_SEQUENCE, Node};
use hexwright_core::text::Finding;
use hexwright_core::text::closest;
use hexwright_core::{Diagnostic, HexId, Span};
use std::str::FromStr;

/// Every word a line may begin with, what stands behind it, and whether it may stand once only.
const WORDS: [(&str, &str, bool); 23] = [
    ("title", "the title of the map", true),
    ("strict-trade", "nothing", true),
    ("domestic-trade", "`off`", true),
    ("sevens-rule", "0, 1 or 2", true),
    ("seven-produces", "`on` or `off`", true),
    ("use-dice-deck", "nothing", true),
    ("num-dice-decks", "a number from 1 to 5", true),
    ("num-removed-dice-cards", "a number from 0 to 30", true),
    ("check-victory-at-end-of-turn", "nothing", true),
    ("num-players", "a number from 2 to 8", true),
    ("num-ships", "a number from 0 to 65535", true),
    ("num-bridges", "a number from 0 to 65535", true),
    ("num-city-walls", "a number from 0 to 65535", true),
    ("use-pirate", "nothing", true),
    ("island-discovery-bonus", "numbers separated by commas", true),
    ("pirate", "column and row of a sea hex", true),
    ("nosetup", "column and row of a hex, and its corner from 0 to 5", false),
    ("port", "column and row of a sea hex, a kind (any, three or a resource) and a side from 0 to 5", false),
    ("void", "columns and rows of hexes the sections show as water", true),
    ("gold", "column and row of a hex the sections show as desert, and its number (0 for none)", false),
    ("chits", "numbers separated by commas", true),
    ("sequence", "a number or `-` for each hex that is not void, row by row", true),
    ("random-terrain", "a terrain for each open hex, column by column", true),
];
/// As [`WORDS`], for the one word that needs the names of harbours.
const RANDOM_PORTS: &str = "random-ports";

/// Reads the lines of a document into its setup.
pub(in super::super) fn read(
    document: &Document,
    setup: &mut Setup,
    leniency: Leniency,
    findings: &mut Vec<Diagnostic>,
) {
    let mut lines =
        Lines { setup, leniency, findings, comments: Vec::new(), parts: Parts::default(), seen: Vec::new() };
    let mut any = false;
    for comment in &document.comments {
        let text = document.slice(comment.span);
        let Some(value) = note(text).filter(|note| note.key == KEY).map(|note| note.value) else { continue };
        any = true;
        let start = comment.span.start as usize + text.rfind(value.as_str()).unwrap_or(0);
        lines.line(&value, Span::new(start, start + value.len()));
    }
    if any {
        lines.finish();
    }
}

/// What several lines say together.
#[derive(Default)]
struct Parts {
    seven_produces: Option<bool>,
    chits: Option<Vec<i32>>,
    sequence: Option<(Vec<Option<u16>>, Span, String)>,
    terrains: Option<(Vec<Terrain>, Span, String)>,
    harbours: Vec<Option<Resource>>,
}

struct Lines<'a> {
    setup: &'a mut Setup,
    leniency: Leniency,
    findings: &'a mut Vec<Diagnostic>,
    /// Notes that stay notes.
    comments: Vec<Note>,
    parts: Parts,
    /// Lines read so far.
    seen: Vec<&'static str>,
}

impl Lines<'_> {
    fn line(&mut self, line: &str, span: Span) {
        let (word, value) = line.split_once(' ').unwrap_or((line, ""));
        if KEPT.contains(&word) {
            self.comments.push(Note::new(KEY, line));
            return;
        }
        let known =
            WORDS.iter().find(|known| known.0 == word).map(|&(word, expected, once)| (word, expected, once));
        let random_ports = format!("a kind ({}) for each open port, ordered by sea hex", harbour_names());
        let known = known.or_else(|| (word == RANDOM_PORTS).then_some((RANDOM_PORTS, &random_ports, true)));
        let Some((word, expected, once)) = known else {
            let words = || WORDS.iter().map(|known| known.0).chain([RANDOM_PORTS]).chain(KEPT);
            let help = match closest(word, words()) {
                Some(near) => format!("did you mean `{near}`"),
                None => format!("known are: {}", words().collect::<Vec<_>>().join(", ")),
            };
            let message = format!("expected a line of a Pioneers map, found `{word}`");
            self.report(UNKNOWN_NOTE, span, message, help, line);
            return;
        };
        if once && self.seen.contains(&word) {
            let message = format!("`{word}` is said twice; the first line counts");
            self.report(REPEATED_NOTE, span, message, "delete one of the lines".to_owned(), line);
            return;
        }
        self.seen.push(word);
        match self.apply(word, value.trim(), span, line) {
            Ok(()) => {}
            Err(Bad::Spelling) => {
                let message = format!("expected {expected} behind `{word}`, found `{value}`");
                let help = format!("write `# {KEY}: {word} …` with {expected}");
                self.report(MALFORMED_NOTE, span, message, help, line);
            }
            Err(Bad::Place(why)) => {
                let help = "correct the line or delete it; the sections count".to_owned();
                self.report(MISPLACED_NOTE, span, why, help, line);
            }
        }
    }

    /// Reports a line and keeps it as a comment.
    fn report(&mut self, finding: Finding, span: Span, message: String, help: String, line: &str) {
        self.findings.push(finding.judged(self.leniency, span, message).help(help));
        self.comments.push(Note::new(KEY, format!("# {line}").trim_end()));
    }

    fn apply(&mut self, word: &str, value: &str, span: Span, line: &str) -> Result<(), Bad> {
        let setup = &mut *self.setup;
        let plain = || if value.is_empty() { Ok(true) } else { Err(Bad::Spelling) };
        match word {
            "title" if setup.note("title").is_none() => setup.notes.push(Note::new("title", value)),
            "title" => {}
            "strict-trade" => setup.rules.strict_trade = plain()?,
            "domestic-trade" => setup.rules.domestic_trade = !one_of(value, "off", "on")?,
            "seven-produces" => self.parts.seven_produces = Some(one_of(value, "on", "off")?),
            "sevens-rule" => {
                setup.rules.sevens = match number(value, 0, 2)? {
                    0 => SevensRule::Normal,
                    1 => SevensRule::RerollFirstTwoRounds,
                    _ => SevensRule::RerollAll,
                }
            }
            "use-dice-deck" => setup.rules.dice_deck.used = plain()?,
            "num-dice-decks" => setup.rules.dice_deck.copies = number(value, 1, 5)? as u8,
            "num-removed-dice-cards" => setup.rules.dice_deck.removed = number(value, 0, 30)? as u8,
            "check-victory-at-end-of-turn" => setup.rules.victory_at_turn_end = plain()?,
            "num-players" => setup.seats = Some(number(value, 2, MAX_SEATS as u16)? as u8),
            "num-ships" => setup.sea.ships = number(value, 0, 65_535)?,
            "num-bridges" => setup.sea.bridges = number(value, 0, 65_535)?,
            "num-city-walls" => setup.sea.walls = number(value, 0, 65_535)?,
            "use-pirate" => setup.sea.pirate_moves = plain()?,
            "island-discovery-bonus" => setup.sea.island_bonus = list(value, ',')?,
            "chits" => self.parts.chits = Some(list(value, ',')?),
            "sequence" => {
                let place = |w: &str| match w {
                    "-" => Ok(None),
                    w => number(w, 0, MOST_SEQUENCE).map(Some),
                };
                let places = value.split_whitespace().map(place).collect::<Result<_, _>>()?;
                self.parts.sequence = Some((places, span, line.to_owned()));
            }
            "random-terrain" => {
                let terrain = |w: &str| TERRAINS.iter().find(|(name, _)| *name == w).map(|&(_, t)| t);
                let terrains: Option<_> = value.split_whitespace().map(terrain).collect();
                self.parts.terrains = Some((terrains.ok_or(Bad::Spelling)?, span, line.to_owned()));
            }
            RANDOM_PORTS => {
                let kinds: Option<_> = value.split_whitespace().map(harbour_of).collect();
                self.parts.harbours = kinds.ok_or(Bad::Spelling)?;
            }
            "pirate" => {
                let [column, row] = numbers(value)?;
                setup.sea.pirate = Some(cell(setup, column, row, HexType::Water)?);
            }
            "void" => {
                let numbers: Vec<i16> = list(value, ' ')?;
                if !numbers.len().is_multiple_of(2) {
                    return Err(Bad::Spelling);
                }
                let cells = numbers.chunks_exact(2).map(|c| cell(setup, c[0], c[1], HexType::Water));
                for hex in cells.collect::<Result<Vec<_>, _>>()? {
                    setup.types[hex.index()] = HexType::Void;
                }
            }
            "gold" => {
                let [column, row, roll] = numbers(value)?;
                let hex = cell(setup, column, row, HexType::Desert)?;
                setup.values[hex.index()] = match roll {
                    0 => HexValue::None,
                    2..=12 => HexValue::Roll(roll as u8),
                    _ => return Err(Bad::Spelling),
                };
                setup.types[hex.index()] = HexType::Gold;
            }
            "port" => setup.sea.ports.push(port(setup, value)?),
            _ => {
                let [column, row, pos] = numbers(value)?;
                let pos = u8::try_from(pos).ok().filter(|&p| p < 6).ok_or(Bad::Spelling)?;
                let hex = any_cell(setup, column, row)?;
                let (y, x) = setup.grid.place(hex);
                let hex = crate::text::pioneers::Place { x: i16::from(x), y: i16::from(y) };
                let corner = setup.grid.topology().corner_id(Node { hex, pos }.corner());
                setup.sea.closed.extend(corner);
            }
        }
        Ok(())
    }

    /// What can be said only when all lines are known.
    fn finish(mut self) {
        self.setup.rules.seven_produces = self.parts.seven_produces.unwrap_or(false);
        self.setup.sea.closed.sort_unstable();
        self.setup.sea.closed.dedup();
        self.layout();
        self.setup.notes.retain(|note| note.key != KEY);
        self.setup.notes.append(&mut self.comments);
    }

    fn layout(&mut self) {
        let Parts { chits, sequence, terrains, harbours, .. } = std::mem::take(&mut self.parts);
        let Some((places, span, line)) = sequence else {
            if let Some((_, span, line)) = terrains {
                let message = "`random-terrain` needs a `sequence` that says where numbers go".to_owned();
                self.report(
                    MISPLACED_NOTE,
                    span,
                    message,
                    "add the line or delete this one".to_owned(),
                    &line,
                );
            }
            return;
        };
        let hexes = self.setup.types.iter().filter(|&&t| t != HexType::Void).count();
        let mut used: Vec<u16> = places.iter().flatten().copied().collect();
        used.sort_unstable();
        if places.len() != hexes || used.windows(2).any(|pair| pair[0] == pair[1]) {
            let message = format!("expected {hexes} places, no number twice, found {}", places.len());
            let help = "correct the line or delete it; the sections count".to_owned();
            self.report(MISPLACED_NOTE, span, message, help, &line);
            return;
        }
        let mut places = places.into_iter();
        let place = |t: &HexType| if *t == HexType::Void { None } else { places.next().flatten() };
        let sequence = self.setup.types.iter().map(place).collect();
        self.setup.layout = Some(Layout { sequence, chits: chits.unwrap_or_default(), shuffle: None });
        if let Some((terrains, span, line)) = terrains {
            let shuffle = Shuffle { terrains, harbours };
            if let Some(layout) = &mut self.setup.layout {
                layout.shuffle = Some(shuffle);
            }
            if !self.setup.shuffle_fits() {
                if let Some(layout) = &mut self.setup.layout {
                    layout.shuffle = None;
                }
                let message = "what is shuffled does not fit the open cells, pools and numbers".to_owned();
                let help = "delete the `random-` lines: open cells are then drawn from the pools".to_owned();
                self.report(MISPLACED_NOTE, span, message, help, &line);
            }
        }
    }
}

/// What is wrong with a line.
enum Bad {
    /// Not what its word wants.
    Spelling,
    /// Something the board does not have there.
    Place(String),
}

fn one_of(value: &str, yes: &str, no: &str) -> Result<bool, Bad> {
    if value == yes || value == no { Ok(value == yes) } else { Err(Bad::Spelling) }
}

fn number(value: &str, least: u16, most: u16) -> Result<u16, Bad> {
    let digits = !value.is_empty() && value.bytes().all(|b| b.is_ascii_digit());
    value.parse().ok().filter(|n| digits && (least..=most).contains(n)).ok_or(Bad::Spelling)
}

fn list<T: FromStr>(value: &str, by: char) -> Result<Vec<T>, Bad> {
    let words = value.split(by).map(str::trim).filter(|word| by != ' ' || !word.is_empty());
    words.map(|word| word.parse().map_err(|_| Bad::Spelling)).collect()
}

fn numbers<const N: usize>(value: &str) -> Result<[i16; N], Bad> {
    list(value, ' ')?.try_into().map_err(|_| Bad::Spelling)
}

fn any_cell(setup: &Setup, column: i16, row: i16) -> Result<HexId, Bad> {
    let inside = u8::try_from(row).ok().zip(u8::try_from(column).ok());
    inside.and_then(|(row, column)| setup.grid.at(row, column)).ok_or_else(|| {
        let (width, height) = (setup.grid.width(), setup.grid.height());
        Bad::Place(format!(
            "expected a hex of the {width} x {height} board, found column {column}, row {row}"
        ))
    })
}

/// A hex that the sections show as this.
fn cell(setup: &Setup, column: i16, row: i16, shown: HexType) -> Result<HexId, Bad> {
    let hex = any_cell(setup, column, row)?;
    let name = if shown == HexType::Desert { "desert" } else { "water" };
    if setup.types[hex.index()] == shown {
        return Ok(hex);
    }
    Err(Bad::Place(format!("expected {name} at column {column}, row {row}, found something else")))
}

fn port(setup: &Setup, value: &str) -> Result<SeaPort, Bad> {
    let words: Vec<&str> = value.split_whitespace().collect();
    // a `+` behind it, which older versions wrote, says nothing new
    let ([column, row, kind, facing] | [column, row, kind, facing, "+"]) = words[..] else {
        return Err(Bad::Spelling);
    };
    let place = |word: &str| word.parse().map_err(|_| Bad::Spelling);
    let kind = match kind {
        "any" => PortType::Any,
        name => harbour_of(name).ok_or(Bad::Spelling)?.map_or(PortType::Three, PortType::Two),
    };
    let facing = number(facing, 0, 5)? as u8;
    let hex = cell(setup, place(column)?, place(row)?, HexType::Water)?;
    Ok(SeaPort { hex, facing, kind })
}

const UNKNOWN_NOTE: Finding = Finding::warning(
    "unknown-note",
    "a `# pioneers:` note has an unknown keyword",
    "The note is kept as a comment and changes nothing. The format page lists the known ones.",
);
const REPEATED_NOTE: Finding = Finding::warning(
    "repeated-note",
    "a `# pioneers:` note stands twice",
    "Only the first counts. Delete one of the lines.",
);
const MALFORMED_NOTE: Finding = Finding::warning(
    "malformed-note",
    "a `# pioneers:` note has a wrong value",
    "The note is kept as a comment and changes nothing.",
);
const MISPLACED_NOTE: Finding = Finding::warning(
    "misplaced-note",
    "a `# pioneers:` note does not fit the board",
    "It names a place or a terrain that the sections do not have.",
);

/// What the checks of this file report.
pub(in super::super) const FINDINGS: &[Finding] =
    &[UNKNOWN_NOTE, REPEATED_NOTE, MALFORMED_NOTE, MISPLACED_NOTE];
