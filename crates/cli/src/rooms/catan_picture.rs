//! What the options of `render` mean for a Catan board, whichever format it came from.

use crate::commands::render::RenderArgs;
use hexwright_catan::game::{SeatView, View};
use hexwright_catan::text::pioneers::Laid;
use hexwright_catan::{ByResource, Card, Resource, Setup};
use hexwright_core::{CornerId, HexId, Key as _, SideId};
use hexwright_render::Scene;
use hexwright_render::catan::{self, Hand, Options, Position, Sea, Seat};

/// The picture of a map: drawn with this seed, or with its open cells if `--open` asks for them.
pub(crate) fn setup_scene(setup: &Setup, seed: u64, title: &str, how: &RenderArgs) -> Scene {
    if how.open {
        return catan::setup_scene(setup, &options(title, how));
    }
    catan::board_scene(&setup.draw(seed), &options(title, how))
}

/// The same in plain text.
pub(crate) fn setup_text(setup: &Setup, seed: u64, title: &str, how: &RenderArgs) -> String {
    if how.open {
        return catan::setup_text(setup, &options(title, how));
    }
    catan::board_text(&setup.draw(seed), &options(title, how))
}

/// The picture of a Pioneers map with its pirate and its forbidden corners.
pub(crate) fn laid_scene(laid: &Laid, title: &str, how: &RenderArgs) -> Scene {
    let options = Options { no_setup: laid.nosetup.clone(), sea: Sea::Whole, ..options(title, how) };
    catan::position_scene(&laid.board, &start(laid), &options)
}

/// The same in plain text.
pub(crate) fn laid_text(laid: &Laid, title: &str, how: &RenderArgs) -> String {
    catan::position_text(&laid.board, &start(laid), &options(title, how))
}

/// What the command line says of looks. Theme and greyscale are laid on by the verb itself.
pub(crate) fn options(title: &str, how: &RenderArgs) -> Options {
    Options { title: title.to_owned(), labels: how.labels, heat: how.heat, ..Options::default() }
}

/// The robber starts on a desert, where a glyph already says so; only the pirate is worth drawing.
fn start(laid: &Laid) -> Position {
    Position { pirate: laid.pirate, ..Position::default() }
}

/// What a view shows, as the picture wants it.
pub(crate) fn seen(view: &View, names: &[String]) -> Position {
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
pub(crate) fn headline(view: &View) -> String {
    let bank: Vec<String> =
        Resource::ALL.iter().zip(view.bank).map(|(kind, n)| format!("{} {n}", kind.name())).collect();
    let when = if view.turn == 0 { "setup".to_owned() } else { format!("turn {}", view.turn) };
    format!("{when}, {}; bank: {}, cards {}", view.phase, bank.join("  "), view.deck)
}
