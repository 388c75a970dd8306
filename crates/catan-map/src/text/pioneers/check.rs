//! What can only be judged once the whole file is read.

use super::findings::{G014, G019, G020, G033, G034, G035, G039, G042, G043, G047, G049, G050, G052, Issue};
use super::keyword::{Keyword, Number, Switch, spelling};
use super::layout::Layout;
use super::model::Cell;
use super::place::{Edge, Place};
use super::read::Reader;
use super::winnable::{Winnable, winnable};
use hexwright_core::{Key, Span};
use std::path::Path;

/// A game cannot be set up without these.
const REQUIRED: [Number; 6] = [
    Number::Players,
    Number::VictoryPoints,
    Number::Roads,
    Number::Settlements,
    Number::Cities,
    Number::Resources,
];

pub(super) fn check(reader: &mut Reader<'_>) {
    head(reader);
    if !reader.seen.contains_key(&Keyword::Map) {
        let issue = Issue::new(G020, line_start(reader.last), "the file has no map");
        reader.report(issue.help("add `map`, the rows, and a line with only `.`"));
        return;
    }
    pirates(reader);
    if !reader.broken_map {
        tiles(reader);
        ports(reader);
    }
    let lobby = reader.map.numbers[Number::Settlements] < 2;
    if let (true, Some(line)) = (lobby, line_of(reader, Number::Settlements)) {
        let issue = Issue::new(G049, line, "fewer than 2 settlements: a lobby in which no game starts");
        reader.report(issue);
    }
}

/// Title, chits and the keywords every game needs.
fn head(reader: &mut Reader<'_>) {
    let start = Span::at(reader.start);
    if reader.map.title.is_empty() {
        reader.report(
            Issue::new(G014, start, "the map has no title; its file name is used")
                .help("add a line `title …`: Pioneers 15.6 refuses a file without"),
        );
        let stem = Path::new(reader.source.name()).file_stem().map(|s| s.to_string_lossy().into_owned());
        reader.map.title = stem.unwrap_or_default();
    }
    if !reader.seen.contains_key(&Keyword::Chits) {
        let line = reader.seen.get(&Keyword::Map).map_or(reader.last, |line| line.span);
        let issue = Issue::new(G019, line_start(line), "the file has no chits");
        reader.report(issue.help("add a line `chits 5,2,6,…` before the map"));
    }
    let missing: Vec<&str> = REQUIRED
        .into_iter()
        .map(Keyword::Number)
        .filter(|keyword| !reader.seen.contains_key(keyword))
        .map(spelling)
        .collect();
    if !missing.is_empty() {
        let message = format!("missing: {}; without a line they are 0", missing.join(", "));
        reader.report(Issue::new(G052, start, message));
    }
}

fn pirates(reader: &mut Reader<'_>) {
    let (Some(&(_, first)), Some(&(_, last))) = (reader.pirates.first(), reader.pirates.last()) else {
        return;
    };
    if !reader.has(Switch::Pirate) {
        let issue = Issue::new(G042, first, "the pirate cannot be moved and would block ships for ever");
        reader.report(issue.help("add a line `use-pirate`, or remove the `R`"));
    }
    if reader.pirates.len() > 1 {
        reader.report(Issue::new(G043, last, "more than one pirate; the last one counts"));
    }
}

/// Sequence numbers, chits, land, and whether the target can be reached.
fn tiles(reader: &mut Reader<'_>) {
    let map_line = reader.seen.get(&Keyword::Map).map_or(Span::at(0), |l| line_start(l.span));
    if !reader.map.cells.iter().any(|cell| cell.is_land()) {
        reader.report(Issue::new(G047, map_line, "the map has no land; it cannot be played"));
    }
    let layout = Layout::counts(&reader.map);
    if let Some(line) = reader.seen.get(&Keyword::Chits).map(|l| line_start(l.span)) {
        let chits = reader.map.chits.len();
        if chits + layout.deserts > layout.places {
            let plural = |n: usize, word: &str| format!("{n} {word}{}", if n == 1 { "" } else { "s" });
            let message = format!(
                "{} + {} do not fit {}",
                plural(chits, "chit"),
                plural(layout.deserts, "desert"),
                plural(layout.places, "numbered tile"),
            );
            reader.report(Issue::new(G034, line, message).help("remove chits or add land"));
            return;
        }
        if chits > 0 && chits < layout.tiles {
            let message = format!("{chits} chits for {} tiles: the list starts again", layout.tiles);
            reader.report(Issue::new(G035, line, message));
        }
    }
    if !layout.gaps.is_empty() {
        let shown: Vec<String> = layout.gaps.iter().take(20).map(ToString::to_string).collect();
        let more = if layout.gaps.len() > shown.len() { ", …" } else { "" };
        let message = format!("sequence numbers have gaps; missing: {}{more}", shown.join(", "));
        reader.report(Issue::new(G033, map_line, message));
    }
    if let (Winnable::No { most }, Some(line)) =
        (winnable(&reader.map), line_of(reader, Number::VictoryPoints))
    {
        let target = reader.map.numbers[Number::VictoryPoints];
        let message = format!("cannot be won: {target} points are needed, at most {most} can be made");
        reader.report(Issue::new(G050, line, message));
    }
}

fn ports(reader: &mut Reader<'_>) {
    let places: Vec<Place> = reader.map.rows().collect();
    for place in places {
        let Cell::Sea { port: Some(port), .. } = reader.map.cell(place) else { continue };
        let nodes = Edge { hex: place, pos: port.facing }.nodes();
        let land = nodes.iter().flat_map(|n| n.names()).any(|name| reader.map.cell(name.hex).is_land());
        if !land && let Some(span) = reader.places.cell(place) {
            reader.report(Issue::new(G039, span, "none of the two corners of this port touches land"));
        }
    }
}

/// Column 1 of a line.
fn line_start(line: Span) -> Span {
    Span::at(line.start as usize)
}

fn line_of(reader: &Reader<'_>, number: Number) -> Option<Span> {
    debug_assert!(Number::ALL.contains(&number));
    reader.seen.get(&Keyword::Number(number)).map(|line| line_start(line.span))
}
