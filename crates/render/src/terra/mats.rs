//! Player mats: what each faction has, owes, and still has to build.

use super::{buildings::building, inks, names};
use crate::{Anchor, Ink, Node, Scene, ViewBox, palette};
use hexwright_core::{Point, Seat};
use hexwright_terra::game::Owed;
use hexwright_terra::{Building, Favor, Phase, Player, Position, RuleOption, Terra, TownTile};

const HEIGHT: f64 = 214.0;
const GAP: f64 = 10.0;

pub(super) fn scene(game: &Terra, position: &Position, width: f64) -> Scene {
    let seats: Vec<Seat> = order(game, position);
    let columns = if seats.len() == 5 { 3 } else { seats.len().clamp(1, 4) };
    let rows = seats.len().div_ceil(columns);
    let mat_width = (width + GAP) / columns as f64 - GAP;
    let height = rows as f64 * (HEIGHT + GAP) - GAP;
    let mut scene = Scene::new("players", ViewBox::new(width, height.max(1.0)));
    scene.background = None;
    for (i, &seat) in seats.iter().enumerate() {
        let x = (i % columns) as f64 * (mat_width + GAP);
        let y = (i / columns) as f64 * (HEIGHT + GAP);
        let mat = Mat { position, player: position.player(seat), seat, width: mat_width };
        scene.push(Node::group(mat.nodes()).place(Point::new(x, y), 1.0).class("mat"));
    }
    scene
}

/// Mats stand in the order of play.
fn order(game: &Terra, position: &Position) -> Vec<Seat> {
    if game.options().contains(RuleOption::VariableTurnOrder) {
        position.order.to_vec()
    } else {
        position.seats().collect()
    }
}

struct Mat<'a> {
    position: &'a Position,
    player: &'a Player,
    seat: Seat,
    width: f64,
}

impl Mat<'_> {
    fn nodes(&self) -> Vec<Node> {
        let ink = inks::pieces(self.player);
        let turn = self.position.turn == Some(self.seat);
        let edge = if turn { (palette::ALARM, 3.0) } else { (palette::LINE, 1.0) };
        let mut nodes = vec![
            Node::round_rect(Point::default(), self.width, HEIGHT, 6.0)
                .fill(palette::PANEL)
                .stroke(edge.0, edge.1),
        ];
        self.head(&mut nodes, ink, turn);
        self.goods(&mut nodes);
        self.bowls(&mut nodes, ink);
        self.left(&mut nodes, ink);
        self.tiles(&mut nodes);
        nodes
    }

    fn head(&self, nodes: &mut Vec<Node>, ink: Ink, turn: bool) {
        let mark = inks::mark_on(ink);
        nodes.push(Node::round_rect(Point::new(3.0, 3.0), self.width - 6.0, 30.0, 4.0).fill(ink));
        let name = self.player.faction.display();
        nodes.push(Node::text(Point::new(11.0, 23.5), 16.0, name).bold().fill(mark));
        let place = 11.0 + 10.2 * name.chars().count() as f64 + 12.0;
        let state = if self.position.dropped.contains(self.seat) {
            "dropped out"
        } else if turn {
            "to decide"
        } else if self.position.passed.contains(&self.seat) && self.position.phase == Phase::Action {
            "passed"
        } else {
            ""
        };
        nodes.push(Node::text(Point::new(place, 23.0), 11.5, state).fill(mark));
        let points = format!("{} VP", self.player.points);
        let at = Point::new(self.width - 11.0, 24.0);
        nodes.push(Node::text(at, 17.0, points).anchor(Anchor::End).bold().fill(mark));
    }

    fn goods(&self, nodes: &mut Vec<Node>) {
        let p = self.player;
        let goods = [(p.coins, "coins"), (p.workers, "workers"), (p.priests, "priests")];
        for (i, (amount, word)) in goods.into_iter().enumerate() {
            let x = 11.0 + 54.0 * i as f64;
            nodes.push(Node::text(Point::new(x, 58.0), 19.0, amount.to_string()).bold());
            nodes.push(Node::text(Point::new(x, 71.0), 9.5, word).fill(palette::QUIET));
        }
        let mut words = vec![format!("ship {}", p.shipping), format!("dig {}", p.digging)];
        if p.range > 0 {
            words.push(format!("range {}", p.range));
        }
        if p.keys > 0 {
            words.push(format!("keys {}", p.keys));
        }
        if let Some(chosen) = p.chosen {
            words.push(format!("from {chosen}"));
        }
        nodes.push(Node::text(Point::new(11.0, 90.0), 11.0, words.join(" · ")));
    }

    /// Three bowls with their tokens.
    fn bowls(&self, nodes: &mut Vec<Node>, ink: Ink) {
        for (i, &tokens) in self.player.power.iter().enumerate() {
            let centre = Point::new(self.width - 122.0 + 46.0 * i as f64, 60.0);
            let (ground, words) =
                if i == 2 { (ink, inks::mark_on(ink)) } else { (palette::PAPER, palette::TEXT) };
            nodes.push(Node::circle(centre, 19.0).fill(ground).stroke(palette::QUIET, 1.4));
            nodes.push(Node::centred_text(centre, 16.0, tokens.to_string()).bold().fill(words));
            let below = Point::new(centre.x, centre.y + 26.0);
            nodes.push(Node::centred_text(below, 8.5, format!("bowl {}", i + 1)).fill(palette::QUIET));
        }
    }

    /// Buildings still to come, and bridges.
    fn left(&self, nodes: &mut Vec<Node>, ink: Ink) {
        let step = (self.width - 20.0) / 6.0;
        for (i, kind) in Building::ALL.into_iter().enumerate() {
            let left = kind.stock().saturating_sub(self.player.built[kind]);
            let centre = Point::new(10.0 + step * (i as f64 + 0.34), 114.0);
            let shape = building(kind, ink, centre, 0.78);
            nodes.push(if left == 0 { shape.opacity(0.3) } else { shape });
            let at = Point::new(centre.x + 13.0, 118.5);
            nodes.push(Node::text(at, 11.5, format!("×{left}")).bold());
        }
        let bridges = 3_usize.saturating_sub(self.player.bridges.len());
        let x = 10.0 + step * 5.2;
        nodes.push(Node::line(Point::new(x, 114.0), Point::new(x + 15.0, 114.0)).stroke(palette::BLACK, 8.0));
        nodes.push(
            Node::line(Point::new(x, 114.0), Point::new(x + 15.0, 114.0))
                .stroke(inks::PLANK, 5.5)
                .dash([4.0, 1.0]),
        );
        nodes.push(Node::text(Point::new(x + 18.0, 118.5), 11.5, format!("×{bridges}")).bold());
    }

    fn tiles(&self, nodes: &mut Vec<Node>) {
        let p = self.player;
        let used = |spent: bool| if spent { " (used)" } else { "" };
        let bonus = p.bonus.map_or("none".to_owned(), |card| {
            let [income, more] = names::card(card);
            let gap = if more.is_empty() { "" } else { ", " };
            format!("{income}{gap}{more}{}", used(p.bonus_used))
        });
        let favors: Vec<String> =
            p.favors.iter().map(|f| format!("{f}{}", used(p.favor_used && f == Favor::Water2))).collect();
        let mut towns = Vec::new();
        for town in TownTile::ALL {
            let held = p.towns[town];
            let what = names::town(town);
            let gap = if what.is_empty() { "" } else { " " };
            towns.extend(std::iter::repeat_n(format!("{}vp{gap}{what}", town.points()), held.into()));
        }
        let mut owed: Vec<String> = Owed::ALL
            .into_iter()
            .filter(|&kind| p.owed[kind] > 0)
            .map(|kind| format!("{} {}", p.owed[kind], kind.name()))
            .collect();
        for offer in self.position.offers.iter().filter(|o| o.to == self.seat) {
            let from = names::faction(self.position.player(offer.from).faction);
            owed.push(format!("{}pw from {from}?", offer.amount));
        }
        let mut lines = vec![("card", bonus)];
        lines.push(("favors", if favors.is_empty() { "none".to_owned() } else { favors.join(" ") }));
        if !towns.is_empty() {
            lines.push(("towns", towns.join(" · ")));
        }
        if p.sheet().stronghold_action.is_some() && p.has_stronghold() {
            lines.push(("SH action", if p.stronghold_used { "used" } else { "available" }.to_owned()));
        }
        if !owed.is_empty() {
            lines.push(("open", owed.join(", ")));
        }
        for (i, (key, words)) in lines.into_iter().enumerate() {
            let y = 146.0 + 15.0 * i as f64;
            nodes.push(Node::text(Point::new(11.0, y), 10.5, key).fill(palette::QUIET));
            let most = ((self.width - 78.0) / 5.7) as usize;
            let words: String = if words.chars().count() > most {
                words.chars().take(most.saturating_sub(1)).chain(['…']).collect()
            } else {
                words
            };
            nodes.push(Node::text(Point::new(66.0, y), 11.0, words));
        }
    }
}
