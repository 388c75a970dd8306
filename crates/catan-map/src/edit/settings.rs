//! Everything of a map that is no hex: one list of named values for either format, pools included.

use super::EditError;
use crate::map::Note;
use crate::text::MapText;
use crate::text::pioneers::{Number, PioneersMap, Switch};
use crate::{Card, Resource, Setup};
use hexwright_core::Key as _;
use serde::Serialize;

/// A value of a map that people may change.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Setting {
    /// What [`super::Edit::Setting`] calls it.
    pub name: String,
    /// For people.
    pub label: String,
    /// Under which heading it stands.
    pub group: &'static str,
    /// `text`, `number` or `switch`.
    pub kind: &'static str,
    /// As text; a switch is `on` or `off`.
    pub value: String,
}

/// Between the lines of a description, which a field shows as one.
const LINE_END: &str = " ¶ ";
const ROLLS: [&str; 12] = ["none", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12"];
const TERRAINS: [&str; 6] = ["hill", "forest", "pasture", "field", "mountain", "desert"];

/// A number of a `.catan` map: name, heading, label, and where it lies.
struct Entry<'a> {
    name: String,
    group: &'static str,
    label: String,
    value: Value<'a>,
}

enum Value<'a> {
    Byte(&'a mut u8),
    Word(&'a mut u16),
}

/// Every number of a `.catan` map but the bank's. One list serves reading and writing, so neither
/// forgets one.
fn numbers(setup: &mut Setup) -> Vec<Entry<'_>> {
    let mut all = Vec::new();
    let mut add = |name: String, group, label: String, value| all.push(Entry { name, group, label, value });
    let Setup { players, points, pieces, resource_passes, cards, type_pool, value_pool, port_pool, .. } =
        setup;
    let bytes: [(&str, &str, &mut u8); 7] = [
        ("players-least", "players, at least", &mut players.0),
        ("players-most", "players, at most", &mut players.1),
        ("points", "points to win", points),
        ("roads", "roads each", &mut pieces.roads),
        ("settlements", "settlements each", &mut pieces.settlements),
        ("cities", "cities each", &mut pieces.cities),
        ("resource-passes", "placements that pay", resource_passes),
    ];
    for (name, label, value) in bytes {
        add(name.to_owned(), "Game", label.to_owned(), Value::Byte(value));
    }
    for (card, value) in Card::ALL.iter().zip(cards) {
        add(format!("card-{}", card.name()), "Cards", card.name().replace('-', " "), Value::Word(value));
    }
    for (kind, value) in TERRAINS.iter().zip(type_pool) {
        add(format!("pool-{kind}"), "Pool of terrains", (*kind).to_owned(), Value::Word(value));
    }
    for (roll, value) in ROLLS.iter().zip(value_pool) {
        add(format!("pool-{roll}"), "Pool of numbers", (*roll).to_owned(), Value::Word(value));
    }
    let harbours = ["empty", "3:1"].into_iter().chain(Resource::ALL.iter().map(|r| r.name()));
    for (kind, value) in harbours.zip(port_pool) {
        add(format!("pool-port-{kind}"), "Pool of harbours", kind.to_owned(), Value::Word(value));
    }
    all
}

fn text(name: &str, label: &str, value: String) -> Setting {
    Setting { name: name.to_owned(), label: label.to_owned(), group: "Game", kind: "text", value }
}

/// The settings of a map in reading order.
#[must_use]
pub fn settings(map: &MapText) -> Vec<Setting> {
    map.game().map_or_else(|| list_catan(map.setup().clone()), list_game)
}

fn list_catan(mut setup: Setup) -> Vec<Setting> {
    let bank: Vec<Setting> = Resource::ALL
        .iter()
        .map(|&r| Setting {
            name: format!("bank-{}", r.name()),
            label: r.name().to_owned(),
            group: "Bank",
            kind: "number",
            value: setup.bank[r].to_string(),
        })
        .collect();
    let title = setup.note("title").unwrap_or_default().to_owned();
    let number = |e: Entry<'_>| {
        let value = match e.value {
            Value::Byte(n) => n.to_string(),
            Value::Word(n) => n.to_string(),
        };
        Setting { name: e.name, label: e.label, group: e.group, kind: "number", value }
    };
    std::iter::once(text("title", "title", title))
        .chain(bank)
        .chain(numbers(&mut setup).into_iter().map(number))
        .collect()
}

fn list_game(map: &PioneersMap) -> Vec<Setting> {
    let mut all = vec![text("title", "title", map.title.clone())];
    all.push(text("desc", "description", map.description.join(LINE_END)));
    for &number in Number::ALL {
        let (name, group) = number_name(number);
        let (label, value) = (name.replace('-', " "), map.numbers[number].to_string());
        all.push(Setting { name: name.to_owned(), label, group, kind: "number", value });
    }
    for &switch in Switch::ALL {
        let name = switch_name(switch).to_owned();
        let value = if map.has(switch) { "on" } else { "off" }.to_owned();
        all.push(Setting { label: name.replace('-', " "), name, group: "Rules", kind: "switch", value });
    }
    let list = |list: &[i32]| list.iter().map(ToString::to_string).collect::<Vec<_>>().join(",");
    all.push(Setting { group: "Numbers", ..text("chits", "chits", list(&map.chits)) });
    all.push(Setting { group: "Rules", ..text("islands", "island bonus", list(&map.island_bonus)) });
    all
}

/// Changes one setting.
///
/// # Errors
/// If there is no such setting, or the value makes no sense for it.
pub(super) fn set(map: &mut MapText, name: &str, value: &str) -> Result<(), EditError> {
    let value = value.trim();
    if value.chars().any(char::is_control) {
        return Err("expected one line".into());
    }
    map.change(|setup| set_catan(setup, name, value), |map| set_game(map, name, value))
}

fn set_catan(setup: &mut Setup, name: &str, value: &str) -> Result<(), EditError> {
    if name == "title" {
        setup.notes.retain(|note| note.key != "title");
        if !value.is_empty() {
            setup.notes.insert(0, Note { key: "title".to_owned(), value: value.to_owned() });
        }
        return Ok(());
    }
    if let Some(resource) = name.strip_prefix("bank-").and_then(Resource::from_name) {
        setup.bank[resource] = value.parse().map_err(|_| expected("0 to 65535", value))?;
        return Ok(());
    }
    let entry = numbers(setup).into_iter().find(|e| e.name == name).ok_or_else(|| unknown(name))?;
    match entry.value {
        Value::Byte(n) => *n = value.parse().map_err(|_| expected("0 to 255", value))?,
        Value::Word(n) => *n = value.parse().map_err(|_| expected("0 to 65535", value))?,
    }
    Ok(())
}

fn set_game(map: &mut PioneersMap, name: &str, value: &str) -> Result<(), EditError> {
    let list = |value: &str| -> Result<Vec<i32>, EditError> {
        let words = value.split([',', ' ']).filter(|w| !w.is_empty());
        words.map(|w| w.parse().map_err(|_| expected("numbers with commas", value))).collect()
    };
    match name {
        "title" => map.title = value.to_owned(),
        "desc" => {
            let lines = value.split(LINE_END.trim()).map(str::trim).filter(|line| !line.is_empty());
            map.description = lines.map(str::to_owned).collect();
        }
        "chits" => map.chits = list(value)?,
        "islands" => map.island_bonus = list(value)?,
        name => {
            if let Some(&switch) = Switch::ALL.iter().find(|&&s| switch_name(s) == name) {
                map.switches[switch] = value == "on";
                return Ok(());
            }
            let number = Number::ALL.iter().find(|&&n| number_name(n).0 == name);
            let &number = number.ok_or_else(|| unknown(name))?;
            let range = number.range();
            let parsed: Option<i32> = value.parse().ok().filter(|n| range.contains(n));
            map.numbers[number] =
                parsed.ok_or_else(|| expected(&format!("{} to {}", range.start(), range.end()), value))?;
        }
    }
    Ok(())
}

fn unknown(name: &str) -> EditError {
    format!("a map of this format has no setting {name:?}").into()
}

fn expected(what: &str, found: &str) -> EditError {
    format!("expected {what}, found {found:?}").into()
}

fn switch_name(switch: Switch) -> &'static str {
    match switch {
        Switch::RandomTerrain => "random-terrain",
        Switch::StrictTrade => "strict-trade",
        Switch::DomesticTrade => "domestic-trade",
        Switch::DiceDeck => "use-dice-deck",
        Switch::VictoryAtEndOfTurn => "check-victory-at-end-of-turn",
        Switch::Pirate => "use-pirate",
    }
}

fn number_name(number: Number) -> (&'static str, &'static str) {
    match number {
        Number::Players => ("players", "Game"),
        Number::VictoryPoints => ("victory-points", "Game"),
        Number::SevensRule => ("sevens-rule", "Rules"),
        Number::DiceDecks => ("dice-decks", "Rules"),
        Number::RemovedDiceCards => ("removed-dice-cards", "Rules"),
        Number::Roads => ("roads", "Pieces"),
        Number::Bridges => ("bridges", "Pieces"),
        Number::Ships => ("ships", "Pieces"),
        Number::Settlements => ("settlements", "Pieces"),
        Number::Cities => ("cities", "Pieces"),
        Number::CityWalls => ("city-walls", "Pieces"),
        Number::Resources => ("resource-cards", "Bank"),
        Number::RoadBuilding => ("road-building", "Cards"),
        Number::Monopoly => ("monopoly", "Cards"),
        Number::Plenty => ("year-of-plenty", "Cards"),
        Number::Chapel => ("chapel", "Cards"),
        Number::University => ("university", "Cards"),
        Number::Governor => ("governor", "Cards"),
        Number::Library => ("library", "Cards"),
        Number::Market => ("market", "Cards"),
        Number::Soldier => ("soldier", "Cards"),
    }
}
