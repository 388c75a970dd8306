//! What lies beside the board: round tiles, power actions, free cards, favor and town tiles in stock.

use super::{names, panel};
use crate::{Ink, Node, Scene, ViewBox, palette};
use hexwright_core::Point;
use hexwright_terra::{BonusCard, Favor, Phase, Position, PowerAction, Terra, TownTile};

const HEIGHT: f64 = 92.0;
const TILE: f64 = 48.0;
const INSET: f64 = 9.0;
const TOP: f64 = 26.0;
const SPACE: f64 = 5.0;

pub(super) fn scene(game: &Terra, position: &Position, width: f64) -> Scene {
    let mut scene = Scene::new("stock", ViewBox::new(width, 2.0 * HEIGHT + 10.0));
    scene.background = None;
    let mut row = Row { scene: &mut scene, x: 0.0, y: 0.0 };
    rounds(&mut row, game, position);
    actions(&mut row, position);
    cards(&mut row, position, width);
    let mut row = Row { scene: &mut scene, x: 0.0, y: HEIGHT + 10.0 };
    favors(&mut row, position);
    towns(&mut row, position, width);
    scene
}

/// Panels from left to right.
struct Row<'a> {
    scene: &'a mut Scene,
    x: f64,
    y: f64,
}

impl Row<'_> {
    /// A panel of this width; returns where its first tile goes.
    fn panel(&mut self, title: &str, width: f64) -> Point {
        let at = Point::new(self.x, self.y);
        self.scene.nodes.extend(panel(title, at, width, HEIGHT));
        self.x += width + 10.0;
        Point::new(at.x + INSET, at.y + TOP)
    }
}

/// A tile with a bold line and a quiet one.
fn tile(at: Point, width: f64, [first, second]: [&str; 2], ground: Ink, used: bool) -> Node {
    let middle = at.x + width / 2.0;
    let ink = if ground == palette::GLOW { palette::BLACK } else { palette::TEXT };
    let mut nodes = vec![
        Node::round_rect(at, width, TILE + 8.0, 4.0).fill(ground).stroke(palette::QUIET, 1.0),
        Node::centred_text(Point::new(middle, at.y + 18.0), 12.5, first).bold().fill(ink),
        Node::centred_text(Point::new(middle, at.y + 40.0), 10.0, second).fill(ink),
    ];
    if used {
        let corner = |x: f64, y: f64| Point::new(at.x + x * width, at.y + y * (TILE + 8.0));
        for (a, b) in [((0.08, 0.1), (0.92, 0.9)), ((0.92, 0.1), (0.08, 0.9))] {
            nodes.push(Node::line(corner(a.0, a.1), corner(b.0, b.1)).stroke(palette::ALARM, 2.6).round());
        }
    }
    Node::group(nodes)
}

fn rounds(row: &mut Row<'_>, game: &Terra, position: &Position) {
    let width = 82.0;
    let title = match game.setup().final_scoring {
        Some(extra) => format!("Rounds · at the end also: {}", names::final_scoring(extra)),
        None => "Rounds".to_owned(),
    };
    let at = row.panel(&title, 6.0 * (width + SPACE) - SPACE + 2.0 * INSET);
    for (i, &scoring) in game.setup().scoring.iter().enumerate() {
        let [points, after] = names::scoring(scoring);
        let number = i as u8 + 1;
        let now = position.round == number && position.phase != Phase::End;
        let ground = if now { palette::GLOW } else { palette::PAPER };
        let past = position.round > number || position.phase == Phase::End;
        let after = if number == 6 { "" } else { after };
        let place = Point::new(at.x + i as f64 * (width + SPACE), at.y);
        let node = tile(place, width, [&format!("{number}. {points}"), after], ground, false);
        row.scene.push(if past { node.opacity(0.45) } else { node });
    }
}

fn actions(row: &mut Row<'_>, position: &Position) {
    let width = 56.0;
    let at = row.panel("Power actions", 6.0 * (width + SPACE) - SPACE + 2.0 * INSET);
    for (i, action) in PowerAction::ALL.into_iter().enumerate() {
        let place = Point::new(at.x + i as f64 * (width + SPACE), at.y);
        let cost = format!("{}pw", action.power());
        let used = position.used.contains(action);
        row.scene.push(tile(place, width, [&cost, names::action(action)], palette::PAPER, used));
    }
}

fn cards(row: &mut Row<'_>, position: &Position, width: f64) {
    let at = row.panel("Bonus cards", width - row.x);
    let free: Vec<BonusCard> =
        BonusCard::ALL.into_iter().filter(|&c| position.free_cards[c].is_some()).collect();
    let room = width - at.x - INSET;
    let card = (room / free.len().max(1) as f64 - SPACE).min(72.0);
    for (i, &which) in free.iter().enumerate() {
        let place = Point::new(at.x + i as f64 * (card + SPACE), at.y);
        let [income, more] = names::card(which);
        row.scene.push(tile(place, card, [income, more], palette::PAPER, false));
        let coins = position.free_cards[which].unwrap_or(0);
        if coins > 0 {
            let centre = Point::new(place.x + card - 7.0, place.y + 2.0);
            row.scene.push(Node::circle(centre, 9.0).fill(palette::GLOW).stroke(palette::BLACK, 1.2));
            row.scene.push(Node::centred_text(centre, 10.0, coins.to_string()).bold().fill(palette::BLACK));
        }
    }
}

/// How many of a tile are left, in its corner.
fn count(row: &mut Row<'_>, place: Point, width: f64, left: u8) {
    let at = Point::new(place.x + width - 4.0, place.y + TILE + 4.0);
    row.scene.push(Node::text(at, 9.5, format!("×{left}")).anchor(crate::Anchor::End).bold());
}

fn favors(row: &mut Row<'_>, position: &Position) {
    let width = 56.0;
    let at = row.panel("Favor tiles left", 12.0 * (width + SPACE) - SPACE + 2.0 * INSET);
    for (i, favor) in Favor::ALL.into_iter().enumerate() {
        let place = Point::new(at.x + i as f64 * (width + SPACE), at.y);
        let what = favor_words(favor);
        let left = position.favors[favor];
        let node = Node::group([
            tile(place, width, [&format!("{} {}", favor.cult(), favor.steps()), ""], palette::PAPER, false),
            Node::centred_text(Point::new(place.x + width / 2.0, place.y + 34.0), 9.5, what),
        ]);
        row.scene.push(if left == 0 { node.opacity(0.35) } else { node });
        count(row, place, width, left);
    }
}

const fn favor_words(favor: Favor) -> &'static str {
    match favor {
        Favor::Fire2 => "town 6",
        Favor::Water2 => "cult +1",
        Favor::Earth2 => "1w 1pw",
        Favor::Air2 => "4pw",
        Favor::Fire1 => "3c",
        Favor::Water1 => "TP 3vp",
        Favor::Earth1 => "D 2vp",
        Favor::Air1 => "pass TP",
        _ => "",
    }
}

fn towns(row: &mut Row<'_>, position: &Position, width: f64) {
    let at = row.panel("Town tiles left", width - row.x);
    let tile_width = ((width - at.x - INSET + SPACE) / 8.0 - SPACE).min(60.0);
    for (i, town) in TownTile::ALL.into_iter().enumerate() {
        let place = Point::new(at.x + i as f64 * (tile_width + SPACE), at.y);
        let left = position.towns[town];
        let node = Node::group([
            tile(place, tile_width, [&format!("{} vp", town.points()), ""], palette::PAPER, false),
            Node::centred_text(
                Point::new(place.x + tile_width / 2.0, place.y + 34.0),
                9.5,
                names::town(town),
            ),
        ]);
        row.scene.push(if left == 0 { node.opacity(0.35) } else { node });
        count(row, place, tile_width, left);
    }
}
