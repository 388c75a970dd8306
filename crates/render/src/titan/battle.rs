//! A battle drawn: the land, and a counter for each creature.

use super::board::{Options, centre, corners, heading, land_scene};
use super::inks;
use super::text::hexes_text;
use crate::{Node, Scene, ViewBox, palette};
use hexwright_core::{Key, Point};
use hexwright_titan::HexId;
use hexwright_titan::battle::{Battle, Position, Side, Slot};

/// Half the width and height of a counter: hexes keep their label above it and their elevation below.
const HALF: Point = Point { x: 36.0, y: 14.0 };

/// How far above and below the board creatures wait to enter.
const WAITING: f64 = 30.0;

/// The picture of a battle: filled counters are the attacker's, framed ones the defender's. Creatures outside wait above
/// or below the board, on the side of their entrance.
#[must_use]
pub fn battle_scene(battle: &Battle, position: &Position) -> Scene {
    let land = &battle.setup().land;
    let mut scene = land_scene(land, &Options { legend: false, title: false, ..Options::default() });
    scene.view.y -= 58.0;
    scene.view.height += 58.0 + 6.0;
    scene.nodes.extend(heading(land, land.title().unwrap_or("Battleland"), scene.view));
    // under the creatures, so that what is lit hides none; clicks on a creature go through to its hex
    scene.nodes.extend(HexId::all().map(|hex| target(battle, position, hex)));
    for &side in Side::ALL {
        let mut outside = 0.0;
        for slot in position.creatures(side) {
            let at = match position.unit(slot).hex() {
                Some(hex) => centre(hex),
                None => {
                    outside += 1.0;
                    waiting(battle, side, outside)
                }
            };
            scene.push(counter(battle, position, slot, Point::new(at.x, at.y + 1.0)));
        }
    }
    scene.title = format!("{}: turn {}", scene.title, position.turn());
    scene.description = battle_text(battle, position);
    scene
}

/// A hex that can be pointed at, and who stands in it.
fn target(battle: &Battle, position: &Position, hex: HexId) -> Node {
    let who = position.occupant(hex).map(|slot| in_words(battle, position, slot));
    let words = who.map_or_else(|| hex.label(), |who| format!("{hex}: {who}"));
    Node::polygon(corners(hex))
        .fill(palette::WHITE)
        .opacity(0.0)
        .class("place")
        .data("place", format!("hex-{}", hex.index()))
        .label(words.clone())
        .tooltip(words)
}

/// Where a creature outside stands: in a row above or below the board that begins at the end near its entrance.
fn waiting(battle: &Battle, side: Side, number: f64) -> Point {
    let board = ViewBox::around(HexId::all().flat_map(corners));
    let entrance = battle.entrance(side).index();
    let y = if matches!(entrance, 0 | 4 | 5) { board.y - WAITING } else { board.y + board.height + WAITING };
    // seven counters are a little wider than the board
    let along = HALF.x - 24.0 + (number - 1.0) * (2.0 * HALF.x + 3.0);
    let x = if entrance >= 3 { board.x + along } else { board.x + board.width - along };
    Point::new(x, y)
}

/// Most letters of a name that a counter holds.
const LETTERS: usize = 14;

/// Name, power and skill, and a bar of the hits taken.
fn counter(battle: &Battle, position: &Position, slot: Slot, at: Point) -> Node {
    let (unit, side) = (position.unit(slot), slot.side());
    let (name, power) = (&*battle.traits(unit.kind).name, battle.power(side, unit.kind));
    let (paper, ink) = match side {
        Side::Attacker => (inks::DARK, palette::WHITE),
        Side::Defender => (palette::WHITE, inks::DARK),
    };
    let corner = Point::new(at.x - HALF.x, at.y - HALF.y);
    let (width, height) = (2.0 * HALF.x, 2.0 * HALF.y);
    let letters = name.chars().count();
    let short: String = match letters {
        0..=LETTERS => name.to_owned(),
        _ => name.chars().take(LETTERS - 1).chain(['…']).collect(),
    };
    // letters of bold print are about as wide as 0.7 of their size
    let size = ((width - 4.0) / (0.7 * letters.min(LETTERS) as f64)).min(12.5);
    let strength = format!("{power}-{}", battle.traits(unit.kind).skill);
    let mut nodes = vec![
        Node::round_rect(corner, width, height, 5.0).fill(paper).stroke(inks::DARK, 1.6),
        Node::centred_text(Point::new(at.x, at.y - 5.5), size, short).fill(ink).bold(),
        Node::centred_text(Point::new(at.x, at.y + 5.0), 10.5, strength).fill(ink),
    ];
    if unit.hits > 0 {
        let share = f64::from(unit.hits.min(power)) / f64::from(power);
        let bar = Point::new(corner.x + 4.0, at.y + HALF.y - 4.0);
        nodes.push(Node::rect(bar, width - 8.0, 3.0).fill(palette::LINE));
        nodes.push(Node::rect(bar, (width - 8.0) * share, 3.0).fill(palette::ALARM));
    }
    if position.is_dead(slot) {
        let [a, b] = [corner, Point::new(at.x + HALF.x, at.y + HALF.y)];
        nodes.push(Node::line(a, b).stroke(palette::ALARM, 3.0));
    }
    let words = in_words(battle, position, slot);
    let node = Node::group(nodes)
        .id(format!("creature-{slot}"))
        .class("creature")
        .label(words.clone())
        .tooltip(words);
    match unit.hex() {
        Some(hex) => node.data("hex", hex.label()),
        None => node,
    }
}

/// A creature in words.
fn in_words(battle: &Battle, position: &Position, slot: Slot) -> String {
    let (unit, side) = (position.unit(slot), slot.side());
    let traits = battle.traits(unit.kind);
    format!(
        "{} of the {}, {}-{}, {} {} taken",
        traits.name,
        side.name(),
        battle.power(side, unit.kind),
        traits.skill,
        unit.hits,
        if unit.hits == 1 { "hit" } else { "hits" }
    )
}

/// The battle for a terminal: the land with its creatures, then both legions.
#[must_use]
pub fn battle_text(battle: &Battle, position: &Position) -> String {
    fought_land_text(battle, position) + "\n" + &legions_text(battle, position)
}

/// The land with its creatures: `A` is before an attacker, `D` before a defender, hits taken behind its name.
#[must_use]
pub fn fought_land_text(battle: &Battle, position: &Position) -> String {
    let mut text = hexes_text(&battle.setup().land, |hex| {
        let slot = Side::ALL.iter().flat_map(|&side| position.creatures(side));
        let slot = slot
            .into_iter()
            .find(|&slot| !position.is_dead(slot) && position.unit(slot).hex() == Some(hex))?;
        let unit = position.unit(slot);
        let side = if slot.side() == Side::Attacker { 'A' } else { 'D' };
        let hits = if unit.hits > 0 { format!("-{}", unit.hits) } else { String::new() };
        Some(format!("{side} {}{hits}", battle.traits(unit.kind).name))
    });
    if !text.ends_with('\n') {
        text.push('\n');
    }
    text
}

/// Whose phase it is, and both legions, a line for each creature.
#[must_use]
pub fn legions_text(battle: &Battle, position: &Position) -> String {
    let mut text = format!(
        "turn {}, {} phase of the {}\n",
        position.turn(),
        position.phase().name(),
        position.active().name()
    );
    for &side in Side::ALL {
        let entrance = battle.entrance(side);
        text += &format!("{} ({} {}):\n", side.name(), entrance.id(), entrance.name());
        for slot in position.creatures(side) {
            let unit = position.unit(slot);
            let power = battle.power(side, unit.kind);
            let at = unit.hex().map_or_else(|| "outside".to_owned(), |hex| hex.label());
            let dead = if position.is_dead(slot) { ", dead" } else { "" };
            text += &format!(
                "  {:9} {at:7} power {power}, skill {}, {} hits{dead}\n",
                battle.traits(unit.kind).name,
                battle.traits(unit.kind).skill,
                unit.hits
            );
        }
    }
    text
}
