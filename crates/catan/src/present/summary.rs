//! What stands beside the board: a list of facts for the bank and for each seat.

use super::goods;
use crate::game::{Catan, Hand, SeatView, View};
use crate::map::{Card, Resource};
use hexwright_core::Key as _;
use hexwright_core::present::{Fact, Good, Panel, Part};

pub(super) fn summary(game: &Catan, view: &View) -> Vec<Panel> {
    let seats = view
        .seats
        .iter()
        .enumerate()
        .map(|(seat, facts)| Panel { seat: Some(seat as u8), facts: of_seat(game, view, seat as u8, facts) });
    [bank(game, view)].into_iter().chain(seats).collect()
}

fn count(about: &'static str, n: impl Into<i64>) -> Fact {
    Fact { about, value: Part::Number(n.into()) }
}

/// The bank; a hidden one says only whether there is some of a kind.
fn bank(game: &Catan, view: &View) -> Panel {
    let hidden = game.options().hide_bank;
    let kind = |(kind, &n): (&Resource, &u16)| {
        let some = Part::Word(if n > 0 { "some" } else { "none" });
        Fact { about: kind.name(), value: if hidden { some } else { Part::Number(n.into()) } }
    };
    let mut facts: Vec<Fact> = Resource::ALL.iter().zip(&view.bank).map(kind).collect();
    facts.push(count("development-cards", view.deck));
    facts.push(count("goal", game.goal()));
    Panel { seat: None, facts }
}

fn of_seat(game: &Catan, view: &View, seat: u8, own: &SeatView) -> Vec<Fact> {
    let sea = &game.setup().sea;
    let mut facts = vec![
        count("points", own.points.unwrap_or(own.public_points)),
        count("cards", own.cards),
        count("development-cards", own.development),
        count("knights", own.knights),
        count("longest-road", own.length),
    ];
    let holds = [(view.road_holder, "longest-road-award"), (view.army_holder, "largest-army-award")];
    let held = holds.into_iter().filter(|(holder, _)| *holder == Some(seat));
    facts.extend(held.map(|(_, award)| Fact { about: "holds", value: Part::Word(award) }));
    if let Some(hand) = own.hand {
        facts.push(Fact { about: "hand", value: Part::Goods(goods(Hand::of(hand))) });
    }
    if let Some(kinds) = own.development_kinds {
        let held = Card::ALL.iter().zip(kinds).filter(|(_, n)| *n > 0);
        let cards = held.map(|(card, n)| Good::new(n, card.name())).collect();
        facts.push(Fact { about: "development-kinds", value: Part::Goods(cards) });
    }
    let rates = Resource::ALL.iter().zip(own.rates).filter(|(_, rate)| *rate < 4);
    let rates: Vec<Good> = rates.map(|(kind, rate)| Good::new(rate, kind.name())).collect();
    if !rates.is_empty() {
        facts.push(Fact { about: "harbour-rates", value: Part::Goods(rates) });
    }
    let pieces = [
        (true, own.left[0], "road"),
        (true, own.left[1], "settlement"),
        (true, own.left[2], "city"),
        (sea.ships > 0, own.sea_left[0], "ship"),
        (sea.bridges > 0, own.sea_left[1], "bridge"),
        (sea.walls > 0, own.sea_left[2], "wall"),
    ];
    let left = pieces.into_iter().filter(|(used, ..)| *used);
    let left = left.map(|(_, n, piece)| Good::new(n.into(), piece)).collect();
    facts.push(Fact { about: "pieces-left", value: Part::Goods(left) });
    if !sea.island_bonus.is_empty() {
        facts.push(count("islands", own.islands.0));
    }
    facts
}
