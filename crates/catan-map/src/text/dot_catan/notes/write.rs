//! The lines a setup needs beside its sections.

use super::{KEY, TERRAINS, harbour_name};
use crate::map::{HexType, HexValue, Layout, PortType, Setup, SevensRule, Terrain};
use crate::text::convert::Origin;
use crate::text::convert::findings::{
    L_BRIDGES, L_GOLD, L_ISLANDS, L_NOSETUP, L_PIRATE, L_PLAYERS, L_PORTS, L_RULES, L_SEQUENCE, L_SHIPS,
    L_VALUES, L_VOID, L_WALLS,
};
use crate::text::pioneers::{Node, Place};
use hexwright_core::text::Finding;
use hexwright_core::{CornerId, HexId};
use std::fmt::Display;

/// A line, with the loss it would be for readers who do not know it.
#[derive(Clone, Debug)]
pub(crate) struct Carried {
    /// The loss.
    pub(crate) loss: Finding,
    /// Where a `.game` file says it.
    pub(crate) origin: Origin,
    /// The text behind `# pioneers:`.
    pub(crate) line: String,
}

/// The lines of everything the sections cannot say, in a fixed order.
pub(crate) fn lines(setup: &Setup) -> Vec<Carried> {
    let mut all = Vec::new();
    rules(setup, &mut all);
    cells(setup, &mut all);
    if let Some(layout) = &setup.layout {
        layout_lines(setup, layout, &mut all);
    }
    closed_corners(setup, &mut all);
    let plain = all.is_empty() && !setup.notes.iter().any(|note| note.key == KEY);
    if setup.rules.seven_produces != plain {
        let line = format!("seven-produces {}", if plain { "off" } else { "on" });
        all.push(Carried { loss: L_RULES, origin: Origin::Line("chits"), line });
    }
    all
}

impl Setup {
    /// Rules and pieces the map brings along, in the words of a `.game` file; empty for the base game.
    #[must_use]
    pub fn rule_lines(&self) -> Vec<String> {
        let mut all = Vec::new();
        rules(self, &mut all);
        all.into_iter().map(|carried| carried.line).collect()
    }
}

fn rules(setup: &Setup, all: &mut Vec<Carried>) {
    let (rules, sea) = (&setup.rules, &setup.sea);
    let mut add = |wanted: bool, loss, word: &'static str, value: &dyn Display| {
        if wanted {
            let line = format!("{word} {value}").trim_end().to_owned();
            all.push(Carried { loss, origin: Origin::Line(word), line });
        }
    };
    let deck = rules.dice_deck;
    let sevens = match rules.sevens {
        SevensRule::Normal => 0,
        SevensRule::RerollFirstTwoRounds => 1,
        SevensRule::RerollAll => 2,
    };
    add(rules.strict_trade, L_RULES, "strict-trade", &"");
    add(deck.used, L_RULES, "use-dice-deck", &"");
    add(rules.victory_at_turn_end, L_RULES, "check-victory-at-end-of-turn", &"");
    add(sea.pirate_moves, L_PIRATE, "use-pirate", &"");
    add(!rules.domestic_trade, L_RULES, "domestic-trade", &"off");
    add(sevens != 0, L_RULES, "sevens-rule", &sevens);
    add(deck.copies != 2, L_RULES, "num-dice-decks", &deck.copies);
    add(deck.removed != 5, L_RULES, "num-removed-dice-cards", &deck.removed);
    add(sea.bridges != 0, L_BRIDGES, "num-bridges", &sea.bridges);
    add(sea.ships != 0, L_SHIPS, "num-ships", &sea.ships);
    add(sea.walls != 0, L_WALLS, "num-city-walls", &sea.walls);
    add(setup.seats.is_some(), L_PLAYERS, "num-players", &setup.seats.unwrap_or(0));
    let bonus = joined(&sea.island_bonus, ",");
    add(!sea.island_bonus.is_empty(), L_ISLANDS, "island-discovery-bonus", &bonus);
}

fn cells(setup: &Setup, all: &mut Vec<Carried>) {
    let places = || (0..setup.types.len()).map(|i| (i, place(setup, HexId(i as u16))));
    let void: Vec<Place> = places().filter(|&(i, _)| setup.types[i] == HexType::Void).map(|p| p.1).collect();
    if let Some(&first) = void.first() {
        let list: Vec<String> = void.iter().map(|p| format!("{} {}", p.x, p.y)).collect();
        let line = format!("void {}", list.join(" "));
        all.push(Carried { loss: L_VOID, origin: Origin::Cell(first), line });
    }
    for (i, at) in places().filter(|&(i, _)| setup.types[i] == HexType::Gold) {
        let number = match setup.values[i] {
            HexValue::Roll(n) => n,
            HexValue::None | HexValue::Any => 0,
        };
        let line = format!("gold {} {} {number}", at.x, at.y);
        all.push(Carried { loss: L_GOLD, origin: Origin::Cell(at), line });
    }
    for port in &setup.sea.ports {
        let at = place(setup, port.hex);
        let kind = match port.kind {
            PortType::Any => "any",
            PortType::Three => harbour_name(None),
            PortType::Two(resource) => harbour_name(Some(resource)),
        };
        let line = format!("port {} {} {kind} {}", at.x, at.y, port.facing);
        all.push(Carried { loss: L_PORTS, origin: Origin::Cell(at), line });
    }
    if let Some(hex) = setup.sea.pirate {
        let at = place(setup, hex);
        let line = format!("pirate {} {}", at.x, at.y);
        all.push(Carried { loss: L_PIRATE, origin: Origin::Cell(at), line });
    }
}

fn layout_lines(setup: &Setup, layout: &Layout, all: &mut Vec<Carried>) {
    let random = Origin::Line("random-terrain");
    if let Some(shuffle) = &layout.shuffle {
        let name = |t: &Terrain| TERRAINS.iter().find(|(_, known)| known == t).map_or("desert", |t| t.0);
        let names: Vec<&str> = shuffle.terrains.iter().map(name).collect();
        let line = format!("random-terrain {}", names.join(" ")).trim_end().to_owned();
        all.push(Carried { loss: L_VALUES, origin: random, line });
        if !shuffle.harbours.is_empty() {
            let names: Vec<&str> = shuffle.harbours.iter().map(|&kind| harbour_name(kind)).collect();
            let line = format!("random-ports {}", names.join(" "));
            all.push(Carried { loss: L_VALUES, origin: random, line });
        }
    }
    let chits = Origin::Line("chits");
    // an edit may have given every hex its own number: then there is nothing to deal
    if !layout.chits.is_empty() {
        let line = format!("chits {}", joined(&layout.chits, ","));
        all.push(Carried { loss: L_SEQUENCE, origin: chits, line });
    }
    let sequence: Vec<String> = setup
        .types
        .iter()
        .zip(&layout.sequence)
        .filter(|(hex_type, _)| **hex_type != HexType::Void)
        .map(|(_, number)| number.map_or_else(|| "-".to_owned(), |n| n.to_string()))
        .collect();
    let line = format!("sequence {}", sequence.join(" "));
    all.push(Carried { loss: L_SEQUENCE, origin: chits, line });
}

fn closed_corners(setup: &Setup, all: &mut Vec<Carried>) {
    let mut nodes: Vec<Node> = setup.sea.closed.iter().filter_map(|&c| node(setup, c)).collect();
    nodes.sort_unstable();
    for node in nodes {
        let line = format!("nosetup {} {} {}", node.hex.x, node.hex.y, node.pos);
        all.push(Carried { loss: L_NOSETUP, origin: Origin::Cell(node.hex), line });
    }
}

/// The name Pioneers gives a corner: that of its first hex, column by column.
fn node(setup: &Setup, corner: CornerId) -> Option<Node> {
    let has_hex = |node: &Node| {
        let (row, column) = (u8::try_from(node.hex.y).ok()?, u8::try_from(node.hex.x).ok()?);
        setup.grid.at(row, column).map(|hex| setup.types[hex.index()] != HexType::Void)
    };
    let names = Node::of(setup.grid.topology().corner(corner)).names();
    let inside = names.into_iter().filter(|node| has_hex(node).is_some());
    // a corner that only voids touch still has a name
    inside.min_by_key(|node| (has_hex(node) != Some(true), *node))
}

fn place(setup: &Setup, hex: HexId) -> Place {
    let (row, column) = setup.grid.place(hex);
    Place { x: i16::from(column), y: i16::from(row) }
}

fn joined(list: &[i32], by: &str) -> String {
    list.iter().map(ToString::to_string).collect::<Vec<_>>().join(by)
}
