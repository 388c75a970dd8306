//! A battle drawn: the land, and a counter for each creature.

use super::board::{Options, centre, corners, land_scene};
use super::inks;
use super::text::hexes_text;
use crate::{Node, Scene, palette};
use hexwright_core::{Key, Point};
use hexwright_titan::HexId;
use hexwright_titan::battle::{Battle, Position, Side, Slot};

/// Half the width of a counter.
const HALF: f64 = 19.0;

/// The picture of a battle: filled counters are the attacker's, framed ones the defender's.
#[must_use]
pub fn battle_scene(battle: &Battle, position: &Position) -> Scene {
    let options = Options { legend: false, ..Options::default() };
    let mut scene = land_scene(&battle.setup().land, &options);
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
            scene.push(counter(battle, position, slot, at));
        }
    }
    // above everything, so that a click on a creature means its hex
    let target = |hex: HexId| {
        let place = format!("hex-{}", hex.index());
        Node::polygon(corners(hex))
            .fill(palette::WHITE)
            .opacity(0.0)
            .class("place")
            .data("place", place)
            .label(hex.label())
    };
    scene.nodes.extend(HexId::all().map(target));
    scene.view = scene.view.grown(30.0);
    scene.title = format!("{}: turn {}", scene.title, position.turn());
    scene.description = battle_text(battle, position);
    scene
}

/// Where creatures outside stand: in a row beyond the middle of their entrance.
fn waiting(battle: &Battle, side: Side, number: f64) -> Point {
    let entrance = battle.entrance(side);
    let hexes = entrance.hexes();
    let (first, last) = (centre(hexes[0]), centre(hexes[hexes.len() - 1]));
    let turn = (-60.0 + 60.0 * entrance.index() as f64).to_radians();
    let along = first.towards(last, (number - 0.5) / 7.0);
    Point::new(along.x + turn.cos() * 78.0, along.y + turn.sin() * 78.0)
}

/// Name, power and skill, and a bar of the hits taken.
fn counter(battle: &Battle, position: &Position, slot: Slot, at: Point) -> Node {
    let (unit, side) = (position.unit(slot), slot.side());
    let power = battle.power(side, unit.kind);
    let (paper, ink) = match side {
        Side::Attacker => (inks::DARK, palette::WHITE),
        Side::Defender => (palette::WHITE, inks::DARK),
    };
    let corner = Point::new(at.x - HALF, at.y - HALF);
    let short: String = unit.kind.name().chars().take(4).collect();
    let strength = format!("{power}-{}", unit.kind.traits().skill);
    let mut nodes = vec![
        Node::round_rect(corner, 2.0 * HALF, 2.0 * HALF, 5.0).fill(paper).stroke(inks::DARK, 2.0),
        Node::centred_text(Point::new(at.x, at.y - 8.0), 11.5, short).fill(ink).bold(),
        Node::centred_text(Point::new(at.x, at.y + 5.0), 11.0, strength.as_str()).fill(ink),
    ];
    if unit.hits > 0 {
        let share = f64::from(unit.hits.min(power)) / f64::from(power);
        let bar = Point::new(at.x - HALF + 3.0, at.y + HALF - 7.0);
        let width = 2.0 * HALF - 6.0;
        nodes.push(Node::rect(bar, width, 4.0).fill(palette::LINE));
        nodes.push(Node::rect(bar, width * share, 4.0).fill(palette::ALARM));
    }
    if position.is_dead(slot) {
        let [a, b] = [corner, Point::new(at.x + HALF, at.y + HALF)];
        nodes.push(Node::line(a, b).stroke(palette::ALARM, 3.0));
    }
    let words = format!(
        "{} of the {}, {strength}, {} {} taken",
        unit.kind,
        side.name(),
        unit.hits,
        if unit.hits == 1 { "hit" } else { "hits" }
    );
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
        Some(format!("{side} {}{hits}", unit.kind))
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
                unit.kind,
                unit.kind.traits().skill,
                unit.hits
            );
        }
    }
    text
}
