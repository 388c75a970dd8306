//! Other files with this extension: recognised by their first data line, and the older layout of
//! this very format, which can still be read.
//!
//! The older layout begins with the board size; land is a matrix of 0 and 1; ports count land
//! vertices only. [`read_old`] turns it into a map whose cells are all `any`.

use super::check_pools::UNNUMBERED_HEX_POSSIBLE;
use super::check_ports::VERTEX_OUT_OF_RANGE;
use super::number::digits;
use super::read_ports::TOO_MANY_PORTS;
use super::{Document, Reading};
use crate::map::{Grid, HexType, HexValue, PortSite, PortType, Setup};
use hexwright_core::text::Finding;
use hexwright_core::{CornerId, Diagnostic, Source, Span};

/// Keywords that begin a line of a Pioneers `.game` file.
const PIONEERS: [&str; 34] = [
    "title",
    "variant",
    "random-terrain",
    "strict-trade",
    "domestic-trade",
    "num-players",
    "sevens-rule",
    "use-dice-deck",
    "num-dice-decks",
    "num-removed-dice-cards",
    "victory-points",
    "check-victory-at-end-of-turn",
    "num-roads",
    "num-bridges",
    "num-ships",
    "num-settlements",
    "num-cities",
    "num-city-walls",
    "resource-count",
    "develop-road",
    "develop-monopoly",
    "develop-plenty",
    "develop-chapel",
    "develop-university",
    "develop-governor",
    "develop-library",
    "develop-market",
    "develop-soldier",
    "use-pirate",
    "island-discovery-bonus",
    "desc",
    "chits",
    "map",
    "nosetup",
];

/// The one error of a file that is something else.
pub(super) fn recognise(document: &Document) -> Option<Diagnostic> {
    let first = *document.tokens_of(0).first()?;
    let word = document.slice(first);
    let error = |finding: Finding, message: &str, help: &str| Some(finding.at(first, message).help(help));
    match word.chars().next() {
        Some('{' | '[') => {
            return error(
                IS_JSON,
                "this looks like JSON, not a .catan map",
                "`hexwright convert` reads the supported JSON maps",
            );
        }
        Some('<') => {
            return error(
                IS_MARKUP,
                "this looks like HTML or XML, not a .catan map",
                "download the raw file",
            );
        }
        _ => {}
    }
    if word == "catanlog" {
        return error(
            IS_CATANLOG,
            "this is a catanlog game log, not a map",
            "catanlog also uses the extension .catan; open a map file instead",
        );
    }
    if PIONEERS.contains(&word) || word == "new-rule" {
        return error(
            IS_PIONEERS,
            "this is a Pioneers .game map",
            "`hexwright convert old-map.game --to catan`",
        );
    }
    old_land(document).and_then(|_| {
        error(
            IS_OLD_FORMAT,
            "this is the older layout that starts with the board size",
            "`hexwright convert --from catan-old`",
        )
    })
}

/// The numbers of a data line, if all are numbers.
fn numbers(document: &Document, line: usize) -> Option<Vec<u32>> {
    document.width(line)?;
    document.tokens_of(line).iter().map(|&t| digits(document.slice(t))).collect()
}

/// Size and land of the older layout, if the file begins like one.
fn old_land(document: &Document) -> Option<(Grid, Vec<bool>)> {
    let &[w, h] = numbers(document, 0)?.as_slice() else { return None };
    if !(1..=255).contains(&w) || !(1..=255).contains(&h) || w * h > 4096 {
        return None;
    }
    let mut land = Vec::with_capacity((w * h) as usize);
    for row in 1..=h as usize {
        let cells = numbers(document, row)?;
        if cells.len() != w as usize || cells.iter().any(|&c| c > 1) {
            return None;
        }
        land.extend(cells.iter().map(|&c| c == 1));
    }
    let count = numbers(document, h as usize + 1)?;
    (count == [land.iter().filter(|&&l| l).count() as u32]).then(|| (Grid::new(w as u8, h as u8), land))
}

/// Reads the older layout into a map whose land is all `any`; the findings say what was assumed.
#[must_use]
pub fn read_old(name: &str, bytes: &[u8]) -> Reading {
    let mut diagnostics = Vec::new();
    let document = Document::new(bytes, super::Leniency::Lenient, &mut diagnostics);
    let mut setup = None;
    if document.readable() {
        match convert(&document, &mut diagnostics) {
            Ok(found) if !diagnostics.iter().any(Diagnostic::is_error) => setup = Some(found),
            Ok(_) => {}
            Err(finding) => diagnostics.push(*finding),
        }
    }
    hexwright_core::text::sort(&mut diagnostics);
    Reading { source: Source::new(name, document.text()), value: setup, diagnostics, places: document }
}

fn convert(document: &Document, notes: &mut Vec<Diagnostic>) -> Result<Setup, Box<Diagnostic>> {
    let start = document.tokens.first().copied().unwrap_or(Span::at(0));
    let Some((grid, land)) = old_land(document) else {
        return Err(Box::new(
            NOT_OLD_FORMAT
                .at(start, "expected width and height, rows of 0 and 1, then the number of land hexes")
                .help("leave out `--from catan-old` to read the present layout"),
        ));
    };
    let mut line = usize::from(grid.height()) + 2;
    let mut next = |what: &str, check: &dyn Fn(usize) -> bool| -> Result<Vec<u32>, Box<Diagnostic>> {
        let place = if document.width(line).is_some() { document.tokens_of(line)[0] } else { document.end() };
        let found = numbers(document, line).filter(|n| check(n.len()));
        line += 1;
        found.filter(|n| n.iter().all(|&v| v <= 65_535)).ok_or_else(|| {
            Box::new(
                OLD_FORMAT_LINE
                    .at(place, format!("expected {what}"))
                    .help("numbers separated by blanks, one line each"),
            )
        })
    };
    let land_hexes = land.iter().filter(|&&l| l).count();
    let type_pool = next("a hex type pool of 6 columns", &|n| n == 6)?;
    let tokens = next("number tokens in spiral order", &|n| n <= land_hexes)?;
    let port_count = next("the number of ports", &|n| n == 1)?[0] as usize;
    if port_count > 255 {
        return Err(Box::new(
            TOO_MANY_PORTS
                .at(document.end(), format!("{port_count} ports; the limit is 255"))
                .help("remove ports"),
        ));
    }
    let (pool, pairs) = if port_count == 0 {
        (next("a port pool", &|n| n <= 6).unwrap_or_default(), Vec::new())
    } else {
        let pool = next("a port pool of at most 6 columns", &|n| n <= 6)?;
        (pool, next(&format!("{} vertices", 2 * port_count), &|n| n == 2 * port_count)?)
    };
    let value_pool = value_counts(&tokens, land_hexes, &type_pool, start, notes);
    let ports = port_sites(&grid, &land, &pairs, document)?;
    let port_pool = port_counts(&pool, ports.len());
    notes.push(OLD_FORMAT_DEFAULTS.at(
        start,
        "the older layout has no players, pieces, bank or cards; the standard game's are written",
    ));
    Ok(Setup {
        // the older layout knows no `# pioneers:` notes
        notes: document.notes().into_iter().filter(|note| note.key != super::notes::KEY).collect(),
        types: land.iter().map(|&l| if l { HexType::Any } else { HexType::Water }).collect(),
        values: land.iter().map(|&l| if l { HexValue::Any } else { HexValue::None }).collect(),
        type_pool: std::array::from_fn(|i| type_pool[i] as u16),
        value_pool,
        ports,
        port_pool,
        grid,
        ..Setup::standard()
    })
}

/// Tokens as counts; one 0 for every land hex without a token, which deserts use up.
fn value_counts(
    tokens: &[u32],
    land: usize,
    type_pool: &[u32],
    start: Span,
    notes: &mut Vec<Diagnostic>,
) -> [u16; 12] {
    let mut counts = [0u16; 12];
    for &token in tokens {
        match token {
            0 => counts[0] += 1,
            2..=12 => counts[token as usize - 1] += 1,
            _ => notes
                .push(OLD_FORMAT_TOKEN.at(start, format!("number token {token} is no roll and is left out"))),
        }
    }
    let sum: u16 = counts.iter().sum();
    counts[0] += (land as u16).saturating_sub(sum);
    if !tokens.is_empty() {
        notes.push(
            OLD_FORMAT_SPIRAL
                .at(start, "number tokens were laid in a spiral; they become a pool and are drawn"),
        );
    }
    let deserts = type_pool.get(5).copied().unwrap_or(0);
    if u32::from(counts[0]) > deserts {
        notes.push(
            UNNUMBERED_HEX_POSSIBLE
                .at(start, format!("{} hexes have no number token, {deserts} are deserts", counts[0])),
        );
    }
    counts
}

/// The old pool begins with `three` and is one number short: the missing ones are `three`'s successors.
fn port_counts(pool: &[u32], ports: usize) -> [u16; 7] {
    let mut counts = [0u16; 7];
    for (count, &number) in counts[1..].iter_mut().zip(pool) {
        *count = number as u16;
    }
    let sum: usize = counts.iter().map(|&c| usize::from(c)).sum();
    // what the old pool leaves out is ore, the last kind of today's pool
    counts[6] += ports.saturating_sub(sum) as u16;
    counts
}

/// Old vertices count land vertices only, in the same reading order.
fn port_sites(
    grid: &Grid,
    land: &[bool],
    pairs: &[u32],
    document: &Document,
) -> Result<Vec<PortSite>, Box<Diagnostic>> {
    let on_land: Vec<CornerId> = (0..grid.corners() as u16)
        .map(CornerId)
        .filter(|&c| grid.hexes_around(c).any(|h| land[h.index()]))
        .collect();
    pairs
        .chunks_exact(2)
        .map(|pair| {
            let corner = |n: u32| {
                on_land.get(n as usize).copied().ok_or_else(|| {
                    Box::new(
                        VERTEX_OUT_OF_RANGE
                            .at(
                                document.end(),
                                format!("expected a land vertex below {}, found {n}", on_land.len()),
                            )
                            .help("the older layout counts vertices of land hexes only"),
                    )
                })
            };
            let mut corners = [corner(pair[0])?, corner(pair[1])?];
            corners.sort_unstable();
            Ok(PortSite { corners, kind: PortType::Any })
        })
        .collect()
}

const IS_JSON: Finding = Finding::error(
    "is-json",
    "the file is JSON",
    "It is no .catan map. `hexwright convert` reads the JSON maps Hexwright knows.",
);
const IS_MARKUP: Finding = Finding::error(
    "is-markup",
    "the file is XML or HTML",
    "It is no .catan map. Often a web page was saved instead of the file behind it.",
);
const IS_CATANLOG: Finding = Finding::error(
    "is-catanlog",
    "the file is the log of a game",
    "A log tells what was played, not the map as its author wrote it.",
);
const IS_PIONEERS: Finding = Finding::error(
    "is-pioneers",
    "the file is a Pioneers map",
    "Name it `.game`, or convert it with `hexwright convert --from game`.",
);
const IS_OLD_FORMAT: Finding = Finding::error(
    "is-old-format",
    "the file has the older layout",
    "`hexwright convert --from catan-old` reads it and writes the present layout.",
);
const NOT_OLD_FORMAT: Finding = Finding::error(
    "not-old-format",
    "the file has not the older layout",
    "Leave `--from catan-old` out to read the present layout.",
);
const OLD_FORMAT_LINE: Finding = Finding::error(
    "old-format-line",
    "a line of the older layout is missing or wrong",
    "The older layout has its numbers on fixed lines, separated by blanks.",
);
const OLD_FORMAT_DEFAULTS: Finding = Finding::hint(
    "old-format-defaults",
    "the older layout leaves out rules",
    "It has no players, pieces, bank or cards; those of the standard game are written.",
);
const OLD_FORMAT_TOKEN: Finding = Finding::warning(
    "old-format-token",
    "a number token of the older layout is no roll",
    "It is left out. Rolls are 2 to 12.",
);
const OLD_FORMAT_SPIRAL: Finding = Finding::hint(
    "old-format-spiral",
    "number tokens of the older layout were laid in a spiral",
    "The present layout draws them from a pool instead, so they may lie elsewhere.",
);

/// What the checks of this file report.
pub(super) const FINDINGS: &[Finding] = &[
    IS_JSON,
    IS_MARKUP,
    IS_CATANLOG,
    IS_PIONEERS,
    IS_OLD_FORMAT,
    NOT_OLD_FORMAT,
    OLD_FORMAT_LINE,
    OLD_FORMAT_DEFAULTS,
    OLD_FORMAT_TOKEN,
    OLD_FORMAT_SPIRAL,
];
