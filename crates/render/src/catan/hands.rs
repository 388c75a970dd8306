//! Panels beside the board: what the viewer may know of every seat.

use super::{inks, terrain};
use crate::{Node, Scene, ViewBox, palette};
use hexwright_catan::{ByResource, Card};
use hexwright_core::{Key, Point};

/// A hand of resource cards as the viewer sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hand {
    /// The viewer knows every card.
    Open(ByResource<u8>),
    /// The viewer knows how many.
    Hidden(u8),
}

/// One seat's panel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seat {
    /// Its number, 0 for A.
    pub seat: u8,
    /// What it is called.
    pub name: String,
    /// Points the viewer knows of.
    pub points: u8,
    /// Resource cards.
    pub hand: Hand,
    /// Development cards in hand: the viewer's own by kind, others as a number.
    pub cards: Vec<(Card, u8)>,
    /// Development cards the viewer cannot see.
    pub hidden_cards: u8,
    /// Knights played.
    pub knights: u8,
    /// Length of its longest road.
    pub road: u8,
    /// Holds Longest Road.
    pub longest_road: bool,
    /// Holds Largest Army.
    pub largest_army: bool,
    /// It is this seat's turn.
    pub to_move: bool,
}

const WIDTH: f64 = 250.0;
const ROW: f64 = 96.0;

/// The panels as a picture of their own.
pub(crate) fn panels(seats: &[Seat], headline: &str) -> Scene {
    let lines = wrapped(headline, 38);
    let head = if lines.is_empty() { 0.0 } else { 12.0 + 17.0 * lines.len() as f64 };
    let mut scene = Scene::new("Hands", ViewBox::new(WIDTH, head + ROW * seats.len() as f64));
    scene.background = None;
    scene.add_symbols(terrain::symbols());
    for (i, line) in lines.into_iter().enumerate() {
        scene.push(Node::text(Point::new(2.0, 16.0 + 17.0 * i as f64), 12.5, line).bold());
    }
    for (i, seat) in seats.iter().enumerate() {
        scene.push(panel(seat).place(Point::new(0.0, head + ROW * i as f64), 1.0));
    }
    scene
}

fn panel(seat: &Seat) -> Node {
    let at = Point::new;
    let ink = palette::seat_ink(seat.seat);
    let frame = Node::round_rect(at(1.0, 1.0), WIDTH - 2.0, ROW - 10.0, 9.0).fill(palette::PANEL);
    let frame =
        if seat.to_move { frame.stroke(palette::BRIGHT, 3.0) } else { frame.stroke(palette::LINE, 1.2) };
    let letter = palette::seat_letter(seat.seat);
    let mut nodes = vec![
        frame,
        Node::circle(at(22.0, 22.0), 12.0).fill(ink).stroke(palette::BLACK, 1.5),
        Node::centred_text(at(22.0, 22.0), 14.0, letter.to_string()).bold().fill(palette::readable_on(ink)),
        Node::text(at(42.0, 27.0), 14.0, shortened(&seat.name, 19)).bold(),
        Node::text(at(WIDTH - 12.0, 28.0), 19.0, format!("{} VP", seat.points))
            .bold()
            .anchor(crate::Anchor::End),
    ];
    match seat.hand {
        Hand::Open(cards) => {
            for (i, (resource, count)) in cards.iter().enumerate() {
                let x = 12.0 + 46.0 * i as f64;
                let quiet = if *count == 0 { 0.35 } else { 1.0 };
                nodes.push(
                    Node::group([
                        Node::round_rect(at(x, 40.0), 22.0, 24.0, 4.0)
                            .fill(terrain::resource_ink(resource))
                            .stroke(inks::TOKEN_EDGE, 0.8),
                        Node::symbol(terrain::resource_name(resource), at(x + 11.0, 52.0), 18.0),
                        Node::text(at(x + 26.0, 57.0), 13.0, count.to_string()).bold(),
                    ])
                    .opacity(quiet)
                    .label(format!("{count} {}", resource.name())),
                );
            }
        }
        Hand::Hidden(count) => {
            for i in (0..count.min(8)).rev() {
                nodes.push(
                    Node::round_rect(at(12.0 + 9.0 * f64::from(i), 40.0), 18.0, 24.0, 3.0)
                        .fill(inks::FRAME)
                        .stroke(inks::TOKEN, 1.2),
                );
            }
            let after = 12.0 + 9.0 * f64::from(count.min(8)) + 16.0;
            let words = if count == 1 { "card" } else { "cards" };
            nodes.push(Node::text(at(after, 57.0), 13.0, format!("{count} {words}")).bold());
        }
    }
    nodes.push(Node::text(at(12.0, 79.0), 10.0, facts(seat)).fill(palette::QUIET));
    Node::group(nodes).class("seat").data("seat", seat.seat).label(words(seat))
}

/// The line of small facts.
fn facts(seat: &Seat) -> String {
    let star = |holds| if holds { "*" } else { "" };
    let mut parts = vec![
        format!("road {}{}", seat.road, star(seat.longest_road)),
        format!("knights {}{}", seat.knights, star(seat.largest_army)),
    ];
    for card in Card::ALL {
        let count: u8 = seat.cards.iter().filter(|(c, _)| c == card).map(|(_, n)| n).sum();
        if count > 0 {
            parts.push(format!("{count} {}", short(*card)));
        }
    }
    if seat.hidden_cards > 0 {
        let plural = if seat.hidden_cards == 1 { "" } else { "s" };
        parts.push(format!("{} dev card{plural}", seat.hidden_cards));
    }
    parts.join(" · ")
}

fn short(card: Card) -> &'static str {
    match card {
        Card::Monopoly => "monopoly",
        Card::RoadBuilding => "roads",
        Card::YearOfPlenty => "plenty",
        Card::Knight => "knight",
        Card::VictoryPoint => "point",
    }
}

/// The panel as one line of text.
pub(crate) fn line(seat: &Seat) -> String {
    let hand = match seat.hand {
        Hand::Open(cards) => {
            let list: Vec<String> = cards.iter().map(|(r, n)| format!("{} {n}", r.name())).collect();
            list.join("  ")
        }
        Hand::Hidden(1) => "1 card".to_owned(),
        Hand::Hidden(count) => format!("{count} cards"),
    };
    let letter = palette::seat_letter(seat.seat);
    format!("{letter} {:<12} {:>2} VP  {hand}  ({})", shortened(&seat.name, 12), seat.points, facts(seat))
}

fn words(seat: &Seat) -> String {
    let turn = if seat.to_move { ", to move" } else { "" };
    let hand = match seat.hand {
        Hand::Open(cards) => {
            let list: Vec<String> = cards.iter().map(|(r, n)| format!("{n} {}", r.name())).collect();
            list.join(", ")
        }
        Hand::Hidden(count) => format!("{count} cards"),
    };
    let letter = palette::seat_letter(seat.seat);
    format!("seat {letter}, {}{turn}: {} points, {hand}, {}", seat.name, seat.points, facts(seat))
}

/// Words in lines of at most `most` letters, where words allow it.
fn wrapped(text: &str, most: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= most => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

fn shortened(name: &str, most: usize) -> String {
    if name.chars().count() <= most {
        return name.to_owned();
    }
    name.chars().take(most - 1).chain(['…']).collect()
}
