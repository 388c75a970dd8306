//! What `.catan` cannot say, as `# pioneers:` notes: mostly the original lines.

use super::super::dot_catan::note;
use super::super::pioneers::{Cell, Node, Number, PioneersMap, Place, Port, Switch};
use super::{LossKind, Losses, Origin};
use crate::map::{Note, Resource};

/// The key of the notes.
const KEY: &str = "pioneers";

/// Numbers `.catan` has no place for, with the loss they belong to and the value that needs no note.
const NUMBERS: [(Number, &str, &str, i32); 7] = [
    (Number::SevensRule, "sevens-rule", "L-rules", 0),
    (Number::DiceDecks, "num-dice-decks", "L-rules", 2),
    (Number::RemovedDiceCards, "num-removed-dice-cards", "L-rules", 5),
    (Number::Bridges, "num-bridges", "L-bridges", 0),
    (Number::Ships, "num-ships", "L-ships", 0),
    (Number::CityWalls, "num-city-walls", "L-walls", 0),
    (Number::Players, "num-players", "L-players", -1),
];

const SWITCHES: [(Switch, &str, &str); 4] = [
    (Switch::StrictTrade, "strict-trade", "L-rules"),
    (Switch::DiceDeck, "use-dice-deck", "L-rules"),
    (Switch::VictoryAtEndOfTurn, "check-victory-at-end-of-turn", "L-rules"),
    (Switch::Pirate, "use-pirate", "L-pirate"),
];

const POINT_CARDS: [&str; 5] =
    ["develop-chapel", "develop-university", "develop-governor", "develop-library", "develop-market"];

/// One-point cards dealt to the five kinds in turn.
pub(super) fn dealt(total: i32) -> [i32; 5] {
    std::array::from_fn(|i| (total.max(0) + 4 - i as i32) / 5)
}

/// The notes of a map.
pub(super) fn notes(map: &PioneersMap, losses: &mut Losses) -> Vec<Note> {
    let mut lines = vec![format!("title {}", map.title)];
    for (switch, word, id) in SWITCHES {
        if map.has(switch) {
            carry(&mut lines, losses, id, Origin::Line(word), word.to_owned());
        }
    }
    if !map.has(Switch::DomesticTrade) {
        let line = "domestic-trade off".to_owned();
        carry(&mut lines, losses, "L-rules", Origin::Line("domestic-trade"), line);
    }
    for (number, word, id, dull) in NUMBERS {
        let value = map.numbers[number];
        if value != dull && (number != Number::Players || !(2..=255).contains(&value)) {
            carry(&mut lines, losses, id, Origin::Line(word), format!("{word} {value}"));
        }
    }
    let cards = Number::POINT_CARDS.map(|n| map.numbers[n]);
    if cards != dealt(cards.iter().fold(0, |sum, &n| n.saturating_add(sum))) {
        for (word, count) in POINT_CARDS.into_iter().zip(cards) {
            carry(&mut lines, losses, "L-rules", Origin::Line(word), format!("{word} {count}"));
        }
    }
    if !map.island_bonus.is_empty() {
        let line = format!("island-discovery-bonus {}", joined(&map.island_bonus, ","));
        carry(&mut lines, losses, "L-islands", Origin::Line("island-discovery-bonus"), line);
    }
    let (comments, own) = map.comments.split_at(map.comments.len() - own_notes(&map.comments).len());
    for (nth, text) in comments.iter().enumerate() {
        carry(&mut lines, losses, "L-text", Origin::NthLine("#", nth), format!("# {text}"));
    }
    for (nth, text) in map.description.iter().enumerate() {
        carry(&mut lines, losses, "L-text", Origin::NthLine("desc", nth), format!("desc {text}"));
    }
    let void: Vec<Place> = map.rows().filter(|p| !map.has_hex(*p)).collect();
    if !void.is_empty() {
        let what = format!("{} cells without hex become water", void.len());
        losses.of(Origin::Cell(void[0]), LossKind::Carried, "L-void", what);
        lines.push(format!("void {}", places(&void)));
    }
    let plus: Vec<Place> = map.rows().filter(|p| keeps_plus(map, map.cell(*p))).collect();
    if !plus.is_empty() {
        carry(&mut lines, losses, "L-rules", Origin::Cell(plus[0]), format!("fixed {}", places(&plus)));
    }
    for (place, port, fixed) in inland_ports(map) {
        let kind = port.kind.map_or("three", Resource::name);
        let plus = if fixed { " +" } else { "" };
        let line = format!("port {} {} {kind} {}{plus}", place.x, place.y, port.facing);
        carry(&mut lines, losses, "L-ports", Origin::Cell(place), line);
    }
    if let Some(place) = map.pirate {
        carry(&mut lines, losses, "L-pirate", Origin::Cell(place), format!("pirate {}", places(&[place])));
    }
    let sequence: Vec<String> = map
        .cells
        .iter()
        .filter(|&&cell| cell != Cell::Void)
        .map(|cell| cell.sequence().map_or_else(|| "-".to_owned(), |n| n.to_string()))
        .collect();
    let what = "sequence numbers and chits are kept as notes";
    losses.of(Origin::Line("chits"), LossKind::Carried, "L-sequence", what);
    lines.push(format!("chits {}", joined(&map.chits, ",")));
    lines.push(format!("sequence {}", sequence.join(" ")));
    for node in &map.nosetup {
        let line = format!("nosetup {} {} {}", node.hex.x, node.hex.y, node.pos);
        carry(&mut lines, losses, "L-nosetup", Origin::Cell(node.hex), line);
    }
    let title = Note { key: "title".to_owned(), value: map.title.clone() };
    let lines =
        lines.into_iter().map(|value| Note { key: KEY.to_owned(), value: value.trim_end().to_owned() });
    std::iter::once(title).chain(own.iter().filter_map(|text| own_note(text))).chain(lines).collect()
}

/// The note of ours that a comment was before the map became a Pioneers map: `seed: 7` and the like.
fn own_note(comment: &str) -> Option<Note> {
    let note = note(&format!("# {comment}")).filter(|n| n.key != KEY && n.key != "title")?;
    // spelled in any other way it would not come back as it is
    (format!("{}: {}", note.key, note.value) == comment).then_some(note)
}

/// The last comments, as far as they were notes of ours: the way to a Pioneers map puts them there.
fn own_notes(comments: &[String]) -> &[String] {
    let first = comments.iter().rposition(|text| own_note(text).is_none()).map_or(0, |last| last + 1);
    &comments[first..]
}

/// Ports that face no land: at best a corner of theirs touches it, and `.catan` wants a coast.
fn inland_ports(map: &PioneersMap) -> impl Iterator<Item = (Place, Port, bool)> {
    map.rows().filter_map(|place| match map.cell(place) {
        Cell::Sea { port: Some(port), fixed, .. } if !faces_land(map, place, port) => {
            Some((place, port, fixed))
        }
        _ => None,
    })
}

/// Whether a cell holds a port that `.catan` can say.
pub(super) fn is_port_site(map: &PioneersMap, place: Place) -> bool {
    matches!(map.cell(place), Cell::Sea { port: Some(port), .. } if faces_land(map, place, port))
}

/// The cells of the ports of a map's setup, in their order.
pub(crate) fn port_sites(map: &PioneersMap) -> impl Iterator<Item = Place> {
    map.rows().filter(|&place| is_port_site(map, place))
}

/// Whether a port looks at land.
fn faces_land(map: &PioneersMap, place: Place, port: Port) -> bool {
    map.cell(place.neighbour(port.facing)).is_land()
}

/// Keeps a line as a note.
fn carry(lines: &mut Vec<String>, losses: &mut Losses, id: &'static str, origin: Origin, line: String) {
    losses.of(origin, LossKind::Carried, id, format!("`{line}` is kept as a note"));
    lines.push(line);
}

/// A `+` that the way back would not write by itself.
fn keeps_plus(map: &PioneersMap, cell: Cell) -> bool {
    let random = map.has(Switch::RandomTerrain);
    match cell {
        Cell::Void => false,
        Cell::Land { fixed, .. } => fixed && !random,
        Cell::Sea { port, fixed, .. } => fixed && (!random || port.is_none()),
    }
}

fn joined(list: &[i32], by: &str) -> String {
    list.iter().map(ToString::to_string).collect::<Vec<_>>().join(by)
}

fn places(list: &[Place]) -> String {
    list.iter().map(|p| format!("{} {}", p.x, p.y)).collect::<Vec<_>>().join(" ")
}

/// What notes say of the map they came from.
#[derive(Clone, Debug, Default)]
pub(crate) struct Carried {
    pub(crate) title: Option<String>,
    pub(crate) switches: Vec<Switch>,
    pub(crate) no_domestic_trade: bool,
    pub(crate) numbers: Vec<(Number, i32)>,
    pub(crate) point_cards: [Option<i32>; 5],
    pub(crate) island_bonus: Vec<i32>,
    pub(crate) comments: Vec<String>,
    pub(crate) description: Vec<String>,
    pub(crate) void: Vec<Place>,
    pub(crate) fixed: Vec<Place>,
    pub(crate) pirate: Option<Place>,
    pub(crate) chits: Vec<i32>,
    /// Per cell with hex, row by row.
    pub(crate) sequence: Option<Vec<Option<u16>>>,
    pub(crate) nosetup: Vec<Node>,
    /// Ports without a coast.
    pub(crate) ports: Vec<(Place, Port, bool)>,
}

impl Carried {
    /// What the notes of a Pioneers map say; `None` for other maps.
    pub(crate) fn from_notes(notes: &[Note]) -> Option<Self> {
        notes.iter().any(|note| note.key == KEY).then(|| Self::of(notes))
    }

    /// Reads the notes; lines nobody understands are comments of the map.
    pub(crate) fn of(notes: &[Note]) -> Self {
        let mut carried = Self::default();
        for note in notes.iter().filter(|note| note.key == KEY) {
            if carried.line(&note.value).is_none() {
                carried.comments.push(note.value.clone());
            }
        }
        carried
    }

    fn line(&mut self, line: &str) -> Option<()> {
        let (word, value) = line.split_once(' ').unwrap_or((line, ""));
        let number = || value.trim().parse::<i32>().ok();
        if let Some((switch, ..)) = SWITCHES.into_iter().find(|s| s.1 == word) {
            self.switches.push(switch);
            return Some(());
        }
        if let Some((key, ..)) = NUMBERS.into_iter().find(|n| n.1 == word) {
            self.numbers.push((key, number()?));
            return Some(());
        }
        if let Some(kind) = POINT_CARDS.iter().position(|&w| w == word) {
            self.point_cards[kind] = Some(number()?);
            return Some(());
        }
        match word {
            "title" => self.title = Some(value.to_owned()),
            "domestic-trade" => self.no_domestic_trade = value == "off",
            "island-discovery-bonus" => self.island_bonus = list(value, ',')?,
            "#" => self.comments.push(value.to_owned()),
            "desc" => self.description.push(value.to_owned()),
            "void" => self.void = place_list(value)?,
            "fixed" => self.fixed = place_list(value)?,
            "pirate" => self.pirate = place_list(value)?.first().copied(),
            "chits" => self.chits = list(value, ',')?,
            "sequence" => {
                let read = |w: &str| if w == "-" { Some(None) } else { w.parse().ok().map(Some) };
                self.sequence = Some(value.split_whitespace().map(read).collect::<Option<_>>()?);
            }
            "port" => {
                let words: Vec<&str> = value.split_whitespace().collect();
                let &[x, y, kind, facing, ref plus @ ..] = words.as_slice() else { return None };
                let kind = if kind == "three" { None } else { Some(Resource::from_name(kind)?) };
                let facing = facing.parse().ok().filter(|&f: &u8| f < 6)?;
                let place = Place { x: x.parse().ok()?, y: y.parse().ok()? };
                self.ports.push((place, Port { kind, facing }, plus == &["+"][..]));
            }
            "nosetup" => {
                let [x, y, pos] = list::<i16>(value, ' ')?.try_into().ok()?;
                let pos = u8::try_from(pos).ok().filter(|&p| p < 6)?;
                self.nosetup.push(Node { hex: Place { x, y }, pos });
            }
            _ => return None,
        }
        Some(())
    }

    /// The counts of the five kinds of one-point cards, if they add up to what the map says.
    pub(crate) fn cards(&self, total: i32) -> [i32; 5] {
        let counts = self.point_cards.map(|n| n.unwrap_or(-1));
        let fits = counts.iter().all(|&n| n >= 0)
            && counts.iter().map(|&n| i64::from(n)).sum::<i64>() == i64::from(total);
        if fits { counts } else { dealt(total) }
    }
}

fn list<T: std::str::FromStr>(text: &str, by: char) -> Option<Vec<T>> {
    text.split(by).map(|word| word.trim().parse().ok()).collect()
}

fn place_list(text: &str) -> Option<Vec<Place>> {
    let numbers: Vec<i16> = text.split_whitespace().map(|w| w.parse().ok()).collect::<Option<_>>()?;
    Some(numbers.chunks_exact(2).map(|c| Place { x: c[0], y: c[1] }).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cards_are_dealt_in_turn() {
        assert_eq!(dealt(5), [1; 5]);
        assert_eq!(dealt(7), [2, 2, 1, 1, 1]);
        assert_eq!(dealt(0), [0; 5]);
    }
}
