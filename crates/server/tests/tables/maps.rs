//! The editor's half in the server: every edit gives a text that reads back clean and says what was done.

use hexwright_catan::Setup;
use hexwright_catan::edit::{Edit, edit};
use hexwright_server::library;
use hexwright_server::maps::{check, read};
use serde_json::{Value, json};

fn shipped(name: &str) -> String {
    library::text(name).expect("a shipped map")
}

fn apply(text: &str, what: Value) -> Result<String, String> {
    let what: Edit = serde_json::from_value(what).expect("an edit");
    edit(text, &what, &hexwright_core::StopFlag::default()).map(|done| done.text).map_err(String::from)
}

/// A text as an edit that changes nothing writes it.
fn canonical(text: &str) -> String {
    apply(text, json!({ "terrain": { "hexes": [], "terrain": "water" } })).unwrap()
}

fn checked(text: &str) -> Value {
    serde_json::to_value(check("map", text)).expect("data")
}

/// Number of errors.
fn errors(text: &str) -> usize {
    let found = checked(text);
    found["findings"].as_array().into_iter().flatten().filter(|f| f["severity"] == "error").count()
}

fn setting(text: &str, name: &str) -> String {
    let all = checked(text)["settings"].clone();
    let found = all.as_array().into_iter().flatten().find(|s| s["name"] == name).cloned();
    found.and_then(|s| s["value"].as_str().map(str::to_owned)).unwrap_or_default()
}

#[test]
fn every_shipped_map_is_checked_drawn_and_has_settings() {
    let all = library::playable();
    assert!(all.len() >= 11, "{}", all.len());
    for entry in all {
        let found = checked(&shipped(&entry.name));
        assert_eq!(errors(&shipped(&entry.name)), 0, "{}", entry.name);
        assert!(found["picture"].as_str().is_some_and(|p| p.contains("data-hex")), "{}", entry.name);
        assert!(found["settings"].as_array().is_some_and(|s| s.len() > 20), "{}", entry.name);
        assert!(entry.picture.starts_with("<svg"), "{}", entry.name);
    }
}

#[test]
fn painting_keeps_every_map_valid_and_numbers_where_they_were() {
    for entry in library::playable() {
        let text = shipped(&entry.name);
        for (hex, terrain) in [(0, "water"), (1, "mountain"), (8, "desert"), (9, "field"), (10, "water")] {
            let painted = apply(&text, json!({ "terrain": { "hexes": [hex], "terrain": terrain } })).unwrap();
            assert_eq!(errors(&painted), 0, "{} {hex} {terrain}", entry.name);
            // the same again changes nothing: the text is canonical
            let again =
                apply(&painted, json!({ "terrain": { "hexes": [hex], "terrain": terrain } })).unwrap();
            assert_eq!(again, painted, "{} {hex} {terrain}", entry.name);
        }
    }
    // a hex of a .game map that becomes desert takes no chit from its neighbours
    let text = shipped("gold_atoll.game");
    let before = read(&text).unwrap();
    let land: Vec<usize> = (0..before.types.len()).filter(|&i| before.types[i].is_land()).collect();
    let painted = apply(&text, json!({ "terrain": { "hexes": [land[3]], "terrain": "desert" } })).unwrap();
    let numbers = |setup: &Setup| setup.written_board().unwrap().numbers;
    let (old, new) = (numbers(&before), numbers(&read(&painted).unwrap()));
    for &i in &land {
        assert_eq!(new[i], if i == land[3] { 0 } else { old[i] }, "hex {i}");
    }
}

#[test]
fn numbers_harbours_and_settings_are_set_in_both_formats() {
    for name in ["base-fixed.catan", "gold_atoll.game"] {
        let text = shipped(name);
        let numbers = |text: &str| read(text).unwrap().written_board().unwrap().numbers;
        let hex = numbers(&text).iter().position(|&n| n == 6).unwrap();
        let changed = apply(&text, json!({ "number": { "hexes": [hex], "value": 11 } })).unwrap();
        assert_eq!(numbers(&changed)[hex], 11, "{name}");
        assert_eq!(
            numbers(&changed).iter().zip(numbers(&text)).filter(|(a, b)| **a != *b).count(),
            1,
            "{name}"
        );
        let refused = apply(&text, json!({ "number": { "hexes": [hex], "value": 13 } }));
        assert!(refused.is_err(), "{name}");
        let harbours = |text: &str| read(text).unwrap().ports.len();
        // some side of the map has a harbour: taking it away leaves one less, inland sides refuse one
        let (mut fewer, mut refused) = (0, 0);
        for side in 0..60 {
            match apply(&text, json!({ "port": { "side": side, "kind": "none" } })) {
                Ok(without) => fewer += harbours(&text) - harbours(&without),
                Err(_) => refused += 1,
            }
            refused += usize::from(apply(&text, json!({ "port": { "side": side, "kind": "ore" } })).is_err());
        }
        assert!(fewer > 0 && refused > 0, "{name}: {fewer} {refused}");
        let points = if name.ends_with("game") { "victory-points" } else { "points" };
        let changed = apply(&text, json!({ "setting": { "name": points, "value": "13" } })).unwrap();
        assert_eq!(setting(&changed, points), "13", "{name}");
        let changed = apply(&text, json!({ "setting": { "name": "title", "value": "A new name" } })).unwrap();
        assert_eq!(setting(&changed, "title"), "A new name", "{name}");
        assert!(apply(&text, json!({ "setting": { "name": points, "value": "many" } })).is_err());
        assert!(apply(&text, json!({ "setting": { "name": "title", "value": "two\nlines" } })).is_err());
    }
}

#[test]
fn every_setting_that_is_listed_can_be_written_back() {
    for entry in library::playable() {
        let text = shipped(&entry.name);
        let canonical = canonical(&text);
        for s in checked(&text)["settings"].as_array().unwrap() {
            let same =
                apply(&text, json!({ "setting": { "name": s["name"], "value": s["value"] } })).unwrap();
            assert_eq!(same, canonical, "{} {}", entry.name, s["name"]);
        }
    }
}

#[test]
fn generating_keeps_locked_hexes_and_meets_wishes() {
    for name in ["base.catan", "lantern_bay.game", "gold_atoll.game"] {
        let board = |text: &str| read(text).unwrap().written_board().unwrap();
        let wish = |seed: &str, redraw: bool, locked: &[usize], require: &[&str]| json!({ "generate": { "seed": seed, "redraw": redraw, "locked": locked, "require": require } });
        let first = apply(&shipped(name), wish("1", true, &[], &[])).unwrap();
        assert_eq!(errors(&first), 0, "{name}");
        let land: Vec<usize> =
            (0..board(&first).terrain.len()).filter(|&i| board(&first).terrain[i].is_land()).collect();
        let locked = [land[2], land[5], land[9]];
        let second = apply(&first, wish("2", true, &locked, &["red-neighbours=0"])).unwrap();
        let (a, b) = (board(&first), board(&second));
        assert!(locked.iter().all(|&i| a.terrain[i] == b.terrain[i]), "{name}");
        assert!(land.iter().any(|&i| a.terrain[i] != b.terrain[i]), "{name}");
        assert_eq!(apply(&first, wish("2", true, &locked, &["red-neighbours=0"])).unwrap(), second, "{name}");
        let lint = checked(&second)["findings"].to_string();
        assert!(!lint.contains("red-neighbours"), "{name}: {lint}");
        let impossible = apply(&first, wish("3", true, &[], &["min-islands=9"]));
        assert!(impossible.is_err_and(|e| e.contains("no board can meet this")), "{name}");
    }
}

#[test]
fn maps_are_converted_turned_and_resized() {
    let catan = shipped("base-fixed.catan");
    let game = apply(&catan, json!("convert")).unwrap();
    assert_eq!(checked(&game)["kind"], "game");
    let back = apply(&game, json!("convert")).unwrap();
    assert_eq!(checked(&back)["kind"], "catan");
    let mut turned = catan.clone();
    for _ in 0..6 {
        turned = apply(&turned, json!({ "turn": "right" })).unwrap();
        assert_eq!(errors(&turned), 0);
    }
    assert_eq!(checked(&turned)["score"], checked(&catan)["score"]);
    for text in [catan, shipped("gold_atoll.game")] {
        let size = |text: &str| checked(text)["size"].clone();
        let larger =
            apply(&text, json!({ "resize": { "top": 2, "left": 1, "right": 1, "bottom": 1 } })).unwrap();
        assert_eq!(errors(&larger), 0);
        assert_ne!(size(&larger), size(&text));
        let smaller =
            apply(&larger, json!({ "resize": { "top": -2, "left": -1, "right": -1, "bottom": -1 } }))
                .unwrap();
        assert_eq!(smaller, canonical(&text));
    }
}

#[test]
fn a_moved_board_takes_void_hexes_and_closed_corners_along() {
    let river = apply(&shipped("mill_river.game"), json!("convert")).unwrap();
    let places = |text: &str, word: &str| -> Vec<String> {
        let line = format!("# pioneers: {word} ");
        text.lines().filter(|l| l.starts_with(&line)).map(str::to_owned).collect()
    };
    assert!(!places(&river, "void").is_empty() && !places(&river, "nosetup").is_empty(), "{river}");
    let board = |text: &str| read(text).unwrap().written_board().unwrap();
    for (there, back) in [
        (json!({ "turn": "right" }), json!({ "turn": "left" })),
        (json!({ "resize": { "top": 2, "left": 1 } }), json!({ "resize": { "top": -2, "left": -1 } })),
    ] {
        let moved = apply(&river, there).unwrap();
        assert_eq!(errors(&moved), 0, "{moved}");
        assert_ne!(places(&moved, "nosetup"), places(&river, "nosetup"));
        assert_eq!(places(&moved, "nosetup").len(), places(&river, "nosetup").len());
        assert!(moved.contains("# pioneers: num-bridges"), "{moved}");
        let mut numbers = [&moved, &river].map(|text| board(text).numbers);
        numbers.iter_mut().for_each(|list| list.retain(|&n| n > 0));
        numbers.iter_mut().for_each(|list| list.sort_unstable());
        assert_eq!(numbers[0], numbers[1]);
        let home = apply(&moved, back).unwrap();
        assert_eq!(board(&home), board(&river), "{home}");
        assert_eq!(read(&home).unwrap().sea, read(&river).unwrap().sea);
    }
}

#[test]
fn a_catan_map_can_have_gold_void_a_pirate_and_closed_corners() {
    let mut text = shipped("base-fixed.catan");
    let water = read(&text).unwrap().types.iter().position(|t| !t.is_land()).unwrap();
    let land = read(&text).unwrap().types.iter().position(|t| t.is_land()).unwrap();
    for what in [
        json!({ "terrain": { "hexes": [land], "terrain": "gold" } }),
        json!({ "number": { "hexes": [land], "value": 9 } }),
        json!({ "pirate": water }),
        json!({ "no-setup": 20 }),
    ] {
        text = apply(&text, what).unwrap();
        assert_eq!(errors(&text), 0, "{text}");
    }
    let setup = read(&text).unwrap();
    assert_eq!((setup.sea.pirate.map(|h| h.index()), setup.sea.closed.len()), (Some(water), 1));
    assert_eq!(setup.draw(1).terrain[land], hexwright_catan::Terrain::Gold);
    assert_eq!(setup.draw(1).numbers[land], 9);
    assert!(apply(&text, json!({ "pirate": land })).is_err());
    let over = apply(&text, json!({ "terrain": { "hexes": [water], "terrain": "void" } })).unwrap();
    assert_eq!(read(&over).unwrap().sea.pirate, None, "no sea, no pirate");
}

#[test]
fn a_broken_text_names_the_hex_it_breaks() {
    let text = shipped("base-fixed.catan");
    let row = text.lines().skip_while(|l| !l.contains("Hex value map")).nth(2).unwrap();
    let broken = text.replacen(row, &row.replacen(char::is_numeric, "99", 1), 1);
    let found = checked(&broken);
    assert!(found["picture"].is_null());
    let hexes: Vec<_> =
        found["findings"].as_array().unwrap().iter().flat_map(|f| f["hexes"].as_array()).collect();
    assert!(hexes.iter().any(|h| !h.is_empty()), "{}", found["findings"]);
    assert!(apply(&broken, json!({ "terrain": { "hexes": [3], "terrain": "forest" } })).is_err());
}

#[test]
fn nothing_outside_the_map_is_touched_and_nothing_panics() {
    for name in ["base.catan", "mill_river.game"] {
        let text = shipped(name);
        for what in [
            json!({ "terrain": { "hexes": [65535], "terrain": "forest" } }),
            json!({ "number": { "hexes": [9999], "value": 6 } }),
            json!({ "port": { "side": 65535, "kind": "next" } }),
            json!({ "no-setup": 65535 }),
            json!({ "pirate": 65535 }),
            json!({ "resize": { "bottom": -99 } }),
            json!({ "resize": { "right": 2000 } }),
            json!({ "terrain": { "hexes": [0], "terrain": "cheese" } }),
            json!({ "turn": "inside out" }),
            json!({ "setting": { "name": "cheese", "value": "1" } }),
            json!({ "generate": { "seed": "1", "require": ["cheese=1"] } }),
        ] {
            assert!(apply(&text, what.clone()).is_err(), "{name} {what}");
        }
    }
}

#[test]
fn no_edit_leaves_a_text_that_cannot_be_edited_any_more() {
    let text = shipped("base.catan");
    let refused = |what: Value| apply(&text, what).unwrap_err();
    let least = refused(json!({ "setting": { "name": "players-least", "value": "9" } }));
    assert!(least.starts_with("this would break the map: ") && !least.contains("map.catan:"), "{least}");
    // what is wrong alone is right together
    let both =
        json!({ "setting": { "name": "players-most", "value": "9", "also": [["players-least", "9"]] } });
    let both = apply(&text, both).unwrap();
    assert_eq!((setting(&both, "players-least"), setting(&both, "players-most")), ("9".into(), "9".into()));

    // whatever is typed into any field, the next edit finds a map
    for name in ["base.catan", "lantern_bay.game"] {
        let text = shipped(name);
        let list = checked(&text)["settings"].as_array().unwrap().clone();
        for value in ["", "0", "-1", "1", "255", "99999", "abc", "1.5"] {
            for setting in &list {
                let what = json!({ "setting": { "name": setting["name"], "value": value } });
                if let Ok(changed) = apply(&text, what.clone()) {
                    assert_eq!(errors(&changed), 0, "{name} {what}");
                }
            }
        }
    }
}

#[test]
fn rows_can_be_taken_away_until_the_last_number_would_go() {
    for side in ["top", "bottom", "left", "right"] {
        let mut text = shipped("lantern_bay.game");
        let step = if side == "top" { -2 } else { -1 };
        let reason = loop {
            match apply(&text, json!({ "resize": { side: step } })) {
                Ok(smaller) => {
                    assert_eq!(errors(&smaller), 0, "{side}: {smaller}");
                    text = smaller;
                }
                Err(reason) => break reason,
            }
        };
        assert!(
            reason.contains("land with a number") || reason.contains("the map would be"),
            "{side}: {reason}"
        );
        assert!(!setting(&text, "chits").is_empty(), "{side}");
    }
}
