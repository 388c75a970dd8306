//! The head of a record: land, legions, entrance.

use crate::battle::{Battle, Kind, Legion, Setup, Side, Variant};
use crate::{Battleland, Entrance, HexId};
use hexwright_core::Key;
use serde_json::Value;

/// The land of a record.
pub(super) fn land(record: &Value) -> Result<Battleland, String> {
    let map = record["map"].as_str().ok_or("expected the map as a string")?;
    let mut land =
        Battleland::from_canonical(map).ok_or_else(|| format!("the map {map:?} cannot be read"))?;
    if let Some(start) = record["startlist"].as_str() {
        land.set_start_list(Some(hexes(start)?));
    } else if let Some(list) = record["startlist"].as_array() {
        let labels = list.iter().map(|label| label.as_str().unwrap_or(""));
        land.set_start_list(Some(labels.map(hex).collect::<Result<_, _>>()?));
    }
    Ok(land)
}

/// The battle of a record.
pub(super) fn read(record: &Value) -> Result<Battle, String> {
    let side = record["side"].as_u64().and_then(|side| Entrance::ALL.get(side as usize));
    let variant = Variant::standard();
    let terrain = record["terrain"].as_str().and_then(|name| variant.terrain(name));
    let setup = Setup {
        variant,
        land: land(record)?,
        entrance: *side.ok_or("expected the side as 1, 3 or 5")?,
        terrain,
        attacker: legion(&record["A"])?,
        defender: legion(&record["D"])?,
        angels: angels(&record["A"]["donors"])?,
        summoned: record["A"]["summoned"].as_bool().unwrap_or(false),
        // the head of a record does not say; see the event of turn 4
        exhausted: Vec::new(),
    };
    let battle = Battle::new(setup).map_err(|error| error.to_string())?;
    for (side, name) in [(Side::Attacker, "A"), (Side::Defender, "D")] {
        let power = record[name]["titan"].as_u64().unwrap_or(0);
        super::expect("Titan power", power, battle.setup.titan_power(side).into())?;
    }
    Ok(battle)
}

fn legion(value: &Value) -> Result<Legion, String> {
    let creatures = value["creatures"].as_array().ok_or("expected a list of creatures")?;
    let score = value["score"].as_u64().and_then(|score| u16::try_from(score).ok());
    Ok(Legion {
        creatures: creatures.iter().map(kind).collect::<Result<_, _>>()?,
        score: score.ok_or("expected a score")?,
    })
}

fn angels(donors: &Value) -> Result<Vec<Kind>, String> {
    let legions = donors.as_array().into_iter().flatten();
    legions.flat_map(|legion| legion.as_array().into_iter().flatten()).map(kind).collect()
}

pub(super) fn kind(value: &Value) -> Result<Kind, String> {
    value
        .as_str()
        .and_then(|name| Variant::standard().kind(name))
        .ok_or_else(|| format!("no creature is called {value}"))
}

pub(super) fn hex(label: &str) -> Result<HexId, String> {
    HexId::from_label(label).ok_or_else(|| format!("no hex is called {label:?}"))
}

pub(super) fn hexes(labels: &str) -> Result<Vec<HexId>, String> {
    labels.split_whitespace().map(hex).collect()
}
