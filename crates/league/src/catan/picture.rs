//! A view of Catan as pictures want it.

use crate::Look;
use hexwright_catan::game::{Catan, SeatView, View};
use hexwright_catan::{ByResource, Card, Resource};
use hexwright_core::{CornerId, HexId, Key as _, SideId};
use hexwright_render::catan::{Hand, Options, Position, Seat};

/// The picture of a game under the title of its map.
pub(super) fn as_asked(game: &Catan, look: &Look<'_>) -> Options {
    let title = game.setup().note("title").unwrap_or_default().to_owned();
    Options { title, labels: look.labels, heat: look.heat, ..Options::default() }
}

/// What a view shows, as the picture wants it.
#[must_use]
pub fn seen(view: &View, names: &[String]) -> Position {
    let mut position = Position { robber: view.robber.map(HexId), ..Position::default() };
    for (seat, known) in (0u8..).zip(&view.seats) {
        position.roads.extend(known.roads.iter().map(|&s| (SideId(s), seat)));
        position.settlements.extend(known.settlements.iter().map(|&c| (CornerId(c), seat)));
        position.cities.extend(known.cities.iter().map(|&c| (CornerId(c), seat)));
        position.seats.push(panel(view, seat, known, names));
    }
    position.headline = headline(view);
    position
}

/// Counts beyond 255 cannot be drawn anyway.
fn small(n: u16) -> u8 {
    n.min(255) as u8
}

fn panel(view: &View, seat: u8, known: &SeatView, names: &[String]) -> Seat {
    let cards = known.development_kinds.unwrap_or([0; 5]);
    Seat {
        seat,
        name: names.get(usize::from(seat)).cloned().unwrap_or_else(|| format!("seat {seat}")),
        points: known.points.unwrap_or(known.public_points).clamp(0, 255) as u8,
        hand: match known.hand {
            Some(counts) => Hand::Open(ByResource::new(counts.map(small))),
            None => Hand::Hidden(small(known.cards)),
        },
        cards: Card::ALL.iter().map(|&c| (c, small(cards[c.index()]))).filter(|(_, n)| *n > 0).collect(),
        hidden_cards: if known.development_kinds.is_some() { 0 } else { small(known.development) },
        knights: small(known.knights),
        road: known.length,
        longest_road: view.road_holder == Some(seat),
        largest_army: view.army_holder == Some(seat),
        to_move: view.waiting.contains(&seat),
    }
}

/// Turn, phase and bank in one line.
#[must_use]
pub fn headline(view: &View) -> String {
    let bank: Vec<String> =
        Resource::ALL.iter().zip(view.bank).map(|(kind, n)| format!("{} {n}", kind.name())).collect();
    let when = if view.turn == 0 { "setup".to_owned() } else { format!("turn {}", view.turn) };
    format!("{when}, {}; bank: {}, cards {}", view.phase, bank.join("  "), view.deck)
}
