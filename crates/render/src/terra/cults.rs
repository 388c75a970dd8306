//! The cult board: four tracks from 10 down to 0, and the priests' spaces below.

use super::{inks, names, panel};
use crate::{Node, Scene, ViewBox, palette};
use hexwright_core::Point;
use hexwright_terra::{Cult, Position, Terra};

const COLUMN: f64 = 84.0;
const ROW: f64 = 38.0;
const TOP: f64 = 48.0;

pub(super) fn scene(_game: &Terra, position: &Position) -> Scene {
    let (width, height) = (4.0 * COLUMN + 34.0, TOP + 11.0 * ROW + 78.0);
    let mut scene = Scene::new("cult board", ViewBox::new(width, height));
    scene.background = None;
    scene.nodes = panel("Cults", Point::default(), width, height);
    for (i, cult) in Cult::ALL.into_iter().enumerate() {
        let left = 26.0 + i as f64 * COLUMN;
        let middle = left + COLUMN / 2.0;
        scene.push(Node::centred_text(Point::new(middle, 34.0), 13.0, cult.name()).bold());
        for level in 0..=10_u8 {
            scene.push(step(position, cult, level, left));
        }
        priests(&mut scene, position, cult, middle);
    }
    for level in 0..=10_u8 {
        let y = TOP + (10.5 - f64::from(level)) * ROW;
        scene.push(Node::centred_text(Point::new(14.0, y), 11.0, level.to_string()).fill(palette::QUIET));
    }
    scene
}

/// One level of a track with the markers on it.
fn step(position: &Position, cult: Cult, level: u8, left: f64) -> Node {
    let top = TOP + f64::from(10 - level) * ROW;
    let gain = [(3, 1), (5, 2), (7, 2), (10, 3)].into_iter().find(|(at, _)| *at == level).map(|(_, pw)| pw);
    let ground = if level == 10 { palette::GLOW } else { palette::PAPER };
    let mut nodes = vec![
        Node::rect(Point::new(left + 2.0, top), COLUMN - 4.0, ROW).fill(ground).stroke(palette::LINE, 1.0),
    ];
    if let Some(gain) = gain {
        let at = Point::new(left + 5.0, top + 9.5);
        let ink = if level == 10 { palette::BLACK } else { palette::QUIET };
        nodes.push(Node::text(at, 8.5, format!("+{gain}pw")).fill(ink));
    }
    let here: Vec<_> = position.players.iter().filter(|p| p.cult[cult] == level).collect();
    let count = here.len();
    for (i, player) in here.into_iter().enumerate() {
        let ink = inks::pieces(player);
        let radius = if count > 2 { 10.5 } else { 12.5 };
        let (row, in_row) = if count > 3 { (i / 3, if i < 3 { 3 } else { count - 3 }) } else { (0, count) };
        let gap = (COLUMN - 8.0) / in_row as f64;
        let x = left + 4.0 + gap * ((i % 3) as f64 + 0.5);
        let y = if count > 3 { top + 12.0 + 16.0 * row as f64 } else { top + ROW / 2.0 + 4.5 };
        let centre = Point::new(x, y);
        nodes.push(Node::circle(centre, radius).fill(ink).stroke(palette::BLACK, 1.5));
        nodes.push(
            Node::centred_text(centre, 9.0, names::faction(player.faction)).bold().fill(inks::mark_on(ink)),
        );
    }
    Node::group(nodes)
}

/// The four spaces of a track: three steps, then three times two.
fn priests(scene: &mut Scene, position: &Position, cult: Cult, middle: f64) {
    for (slot, seat) in position.priests[cult].iter().enumerate() {
        let x = middle + if slot % 2 == 0 { -19.0 } else { 19.0 };
        let y = TOP + 11.0 * ROW + 22.0 + if slot < 2 { 0.0 } else { 31.0 };
        let corner = Point::new(x - 16.0, y - 13.0);
        let steps = if slot == 0 { "3" } else { "2" };
        match seat {
            Some(seat) => {
                let player = position.player(*seat);
                let ink = inks::pieces(player);
                scene.push(Node::round_rect(corner, 32.0, 26.0, 5.0).fill(ink).stroke(palette::BLACK, 1.5));
                let name = names::faction(player.faction);
                scene.push(Node::centred_text(Point::new(x, y), 11.0, name).bold().fill(inks::mark_on(ink)));
            }
            None => {
                scene.push(
                    Node::round_rect(corner, 32.0, 26.0, 5.0).stroke(palette::QUIET, 1.2).dash([3.0, 2.0]),
                );
                scene.push(Node::centred_text(Point::new(x, y), 12.0, steps).fill(palette::QUIET));
            }
        }
    }
}
