//! What a viewer knows: everything, for nothing is hidden in this game.

use super::{Owed, Position};
use crate::tiles::{BonusCard, Cult, Favor, PowerAction, TownTile};
use hexwright_core::Seat;
use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::{Map, Value, json};

/// The whole position, as data for programs. Hexes are numbered in reading order from 0, seats in
/// seating order from 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct View(pub Position);

impl Serialize for View {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let p = &self.0;
        let seats = |list: &[Seat]| list.iter().map(|s| s.0).collect::<Vec<u8>>();
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("round", &p.round)?;
        map.serialize_entry("phase", p.phase.name())?;
        map.serialize_entry("turn", &p.turn.map(|s| s.0))?;
        map.serialize_entry("order", &seats(&p.order))?;
        map.serialize_entry("passed", &seats(&p.passed))?;
        map.serialize_entry("dropped", &p.dropped.iter().map(|s| s.0).collect::<Vec<_>>())?;
        map.serialize_entry("players", &p.seats().map(|s| player(p, s)).collect::<Vec<_>>())?;
        map.serialize_entry("terrain", &p.terrain.iter().map(|t| t.name()).collect::<Vec<_>>())?;
        map.serialize_entry("cards", &counted(BonusCard::ALL.map(|c| (c.code(), p.free_cards[c]))))?;
        map.serialize_entry("favors", &counted(Favor::ALL.map(|t| (t.name(), Some(p.favors[t])))))?;
        map.serialize_entry("towns", &counted(TownTile::ALL.map(|t| (t.code(), Some(p.towns[t])))))?;
        let used: Vec<&str> = p.used.iter().map(PowerAction::code).collect();
        map.serialize_entry("used", &used)?;
        let spaces = Cult::ALL.map(|c| (c.name(), p.priests[c].map(|s| s.map(|s| s.0))));
        map.serialize_entry("priests", &spaces.iter().map(|(n, s)| json!([n, s])).collect::<Vec<_>>())?;
        let offers = p.offers.iter().map(|o| json!({ "to": o.to.0, "from": o.from.0, "amount": o.amount }));
        map.serialize_entry("offers", &offers.collect::<Vec<_>>())?;
        let lots = p.auction.0.iter().map(|(faction, bid)| {
            json!({ "faction": faction.name(), "seat": bid.map(|b| b.seat.0), "points": bid.map(|b| b.points) })
        });
        map.serialize_entry("lots", &lots.collect::<Vec<_>>())?;
        map.end()
    }
}

/// Names with their counts; what is not there is left out.
fn counted<const N: usize>(pairs: [(&str, Option<u8>); N]) -> Map<String, Value> {
    pairs.into_iter().filter_map(|(name, n)| Some((name.to_owned(), json!(n?)))).collect()
}

fn player(position: &Position, seat: Seat) -> Value {
    let p = position.player(seat);
    let buildings = p.hexes.iter().filter_map(|i| Some(json!([i, position.buildings[i]?.building.name()])));
    json!({
        "faction": p.faction.name(),
        "points": p.points,
        "coins": p.coins,
        "workers": p.workers,
        "priests": p.priests,
        "power": p.power,
        "keys": p.keys,
        "shipping": p.shipping,
        "digging": p.digging,
        "range": p.range,
        "cult": Cult::ALL.map(|c| p.cult[c]),
        "buildings": buildings.collect::<Vec<_>>(),
        "bridges": p.bridges.iter().map(|s| [s.0.0, s.1.0]).collect::<Vec<_>>(),
        "towns": counted(TownTile::ALL.map(|t| (t.code(), Some(p.towns[t]).filter(|n| *n > 0)))),
        "bonus": p.bonus.map(BonusCard::code),
        "bonus_used": p.bonus_used,
        "favors": p.favors.iter().map(Favor::name).collect::<Vec<_>>(),
        "favor_used": p.favor_used,
        "stronghold_used": p.stronghold_used,
        "owed": counted(Owed::ALL.map(|o| (o.name(), Some(p.owed[o]).filter(|n| *n > 0)))),
    })
}
