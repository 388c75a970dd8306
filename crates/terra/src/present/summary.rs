//! What stands beside the board: the round and its tiles, and every player's goods, tracks and tiles.

use crate::game::{Position, Terra};
use crate::tiles::{BonusCard, Building, Cult, Favor, PowerAction, TownTile};
use hexwright_core::present::{Fact, Good, Panel, Part};

pub(super) fn summary(game: &Terra, position: &Position) -> Vec<Panel> {
    let seats = position.seats().map(|seat| Panel { seat: Some(seat.0), facts: player(position, seat) });
    std::iter::once(Panel { seat: None, facts: table(game, position) }).chain(seats).collect()
}

fn number(about: &'static str, n: impl Into<i64>) -> Fact {
    Fact { about, value: Part::Number(n.into()) }
}

/// Counted things of a kind; those of which there is none are left out.
fn goods(about: &'static str, list: impl Iterator<Item = (&'static str, u8)>) -> Fact {
    let some = list.filter(|(_, n)| *n > 0);
    Fact { about, value: Part::Goods(some.map(|(kind, n)| Good::new(n.into(), kind)).collect()) }
}

fn table(game: &Terra, position: &Position) -> Vec<Fact> {
    let mut facts = vec![number("round", position.round)];
    facts.push(Fact { about: "phase", value: Part::Word(position.phase.name()) });
    if let Some(tile) = usize::from(position.round).checked_sub(1).and_then(|r| game.setup().scoring.get(r)) {
        facts.push(Fact { about: "scoring", value: Part::Word(tile.name()) });
    }
    let free = |action: &PowerAction| !position.used.contains(*action);
    facts.push(goods("actions-free", PowerAction::ALL.into_iter().filter(free).map(|a| (a.code(), 1))));
    let cards = BonusCard::ALL.into_iter().filter(|card| position.free_cards[*card].is_some());
    facts.push(goods("cards-free", cards.map(|card| (card.code(), 1))));
    facts.push(goods("towns-free", TownTile::ALL.into_iter().map(|t| (t.code(), position.towns[t]))));
    facts.push(goods("favors-free", Favor::ALL.into_iter().map(|t| (t.code(), position.favors[t]))));
    facts
}

fn player(position: &Position, seat: hexwright_core::Seat) -> Vec<Fact> {
    let p = position.player(seat);
    let bowls: Vec<String> = p.power.iter().map(ToString::to_string).collect();
    let mut facts = vec![
        Fact { about: "faction", value: Part::Text(p.faction.display().to_owned()) },
        number("points", p.points),
        number("coins", p.coins),
        number("workers", p.workers),
        number("priests", p.priests),
        Fact { about: "bowls", value: Part::Text(bowls.join("/")) },
        number("shipping", p.shipping),
        number("digging", p.digging),
        number("keys", p.keys),
        goods("buildings", Building::ALL.into_iter().map(|kind| (kind.name(), p.built[kind]))),
        goods("cults", Cult::ALL.into_iter().map(|cult| (cult.name(), p.cult[cult]))),
        goods("favors", p.favors.iter().map(|tile| (tile.code(), 1))),
        goods("towns", TownTile::ALL.into_iter().map(|tile| (tile.code(), p.towns[tile]))),
    ];
    if let Some(card) = p.bonus {
        facts.push(Fact { about: "card", value: Part::Word(card.code()) });
    }
    facts
}
