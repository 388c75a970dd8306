//! `.game` ⇄ `.catan`: identity where nothing is lost, and every loss named.

#![allow(clippy::print_stderr)] // how many maps came back is part of the result

use hexwright_catan_map::text::convert::{
    ConvertError, Loss, LossKind, Origin, from_game, to_catan, to_game,
};
use hexwright_catan_map::text::dot_catan;
use hexwright_catan_map::text::pioneers::{Leniency, Number, PioneersMap, Switch, read, write};
use hexwright_catan_map::{ByResource, HexType, HexValue, PortType, Setup, Terrain};
use hexwright_trials::{file, nothing, trials};
use std::path::PathBuf;

const OWN: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../maps/pioneers");
const INSTALLED: &str = "/usr/share/games/pioneers";

fn maps(folder: &str) -> Vec<(String, PioneersMap)> {
    let mut paths: Vec<PathBuf> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|p| p.extension().is_some_and(|e| e == "game"))
        .collect();
    paths.sort();
    paths
        .into_iter()
        .map(|path| {
            let map = read(path.to_str().unwrap(), &std::fs::read(&path).unwrap(), Leniency::Lenient)
                .value
                .unwrap();
            (path.file_stem().unwrap().to_str().unwrap().to_owned(), map)
        })
        .collect()
}

fn ids(losses: &[Loss], kind: LossKind) -> Vec<&'static str> {
    let mut ids: Vec<_> = losses.iter().filter(|l| l.kind == kind).map(|l| l.id).collect();
    ids.sort_unstable();
    ids.dedup();
    ids
}

/// Through the text of a `.catan` file, as a user would.
fn through_text(setup: &Setup, name: &str) -> Setup {
    let text = dot_catan::write(setup);
    let reading = dot_catan::read("map.catan", text.as_bytes(), dot_catan::Leniency::Lenient);
    reading.value.unwrap_or_else(|| panic!("{name}: {:?}\n{text}", reading.diagnostics))
}

fn our_maps_come_back_where_nothing_is_lost() {
    the_round_trip_is_identity(OWN);
}

fn installed_maps_come_back_where_nothing_is_lost() {
    the_round_trip_is_identity(INSTALLED);
}

fn the_round_trip_is_identity(folder: &str) {
    let (mut exact, mut open, mut gold) = (0, 0, 0);
    for (name, map) in maps(folder) {
        let (setup, losses) = to_catan(&map);
        if name == "lobby" {
            continue;
        }
        assert!(ids(&losses, LossKind::Changed).is_empty(), "{name}: {losses:?}");
        assert!(ids(&losses, LossKind::Dropped).is_empty(), "{name}: {losses:?}");
        let through = through_text(&setup, &name);
        assert_eq!(through, setup, "{name}");
        let (back, losses_back) = to_game(&through, 1).unwrap();
        assert!(losses_back.is_empty(), "{name}: {losses_back:?}");
        assert_eq!(write(&back), write(&map), "{name}");
        exact += 1;
        open += usize::from(map.has(Switch::RandomTerrain));
        gold += usize::from(map.cells.iter().any(|c| c.terrain() == Terrain::Gold));
    }
    eprintln!("{exact} maps came back byte for byte, {open} of them shuffled, {gold} with gold");
    assert!(exact >= 4 && open >= 1 && gold >= 1);
}

fn losses_name_what_a_catan_file_cannot_say() {
    let text = "title S\nstrict-trade\nuse-pirate\nnum-players 3\nsevens-rule 1\nvictory-points 300\nnum-ships 4\n\
                num-bridges 1\nnum-city-walls 2\nnum-roads 15\nnum-settlements 5\nisland-discovery-bonus 1\n# hi\nchits 6,99\nmap\n\
                sR,t0,-\ng1,p2,s\n.\nnosetup 1 0 1\n";
    let map = read("s.game", text.as_bytes(), Leniency::Lenient).value.unwrap();
    let (setup, losses) = to_catan(&map);
    assert_eq!(
        ids(&losses, LossKind::Carried),
        [
            "L-bridges",
            "L-gold",
            "L-islands",
            "L-nosetup",
            "L-pirate",
            "L-rules",
            "L-sequence",
            "L-ships",
            "L-text",
            "L-void",
            "L-walls"
        ]
    );
    assert_eq!(ids(&losses, LossKind::Changed), ["L-range"]);
    assert!(ids(&losses, LossKind::Dropped).is_empty());
    assert_eq!(setup.points, 255);
    assert_eq!(setup.types[3], HexType::Gold);
    let text = dot_catan::write(&setup);
    assert!(text.contains("\n# pioneers: gold 0 1 0\n"), "{text}");
    assert!(text.contains("# Hex type map\n0 3 0\n7 4 0\n"), "other readers see a desert: {text}");
    assert_eq!(through_text(&setup, "s"), setup);
}

fn a_shuffled_desert_opens_the_numbers() {
    let text = "title S\nrandom-terrain\nnum-players 3\nchits 6,5\nmap\ns?0,t0+,p1\nd2,f3,s\n.\n";
    let map = read("s.game", text.as_bytes(), Leniency::Lenient).value.unwrap();
    let (setup, losses) = to_catan(&map);
    assert!(ids(&losses, LossKind::Changed).is_empty(), "{losses:?}");
    assert!(ids(&losses, LossKind::Carried).contains(&"L-values"), "{losses:?}");
    assert_eq!(setup.values[1], HexValue::Roll(6));
    assert_eq!(setup.values[2..5], [HexValue::Any, HexValue::Any, HexValue::Any]);
    assert_eq!(setup.ports[0].kind, PortType::Any);
    assert_eq!((setup.type_pool, setup.port_pool), ([0, 1, 1, 1, 0, 1], [0, 1, 0, 0, 0, 0, 0]));
    assert_eq!(setup.value_pool, [1, 0, 0, 0, 1, 2, 0, 0, 0, 0, 0, 0]);
}

fn ports_outside_the_grid_get_a_border_of_sea() {
    let text = "title S\nnum-players 2\nvictory-points 9\nchits 6\nmap\ns,s,s\ns,t0,s\ns?1,s,s\n.\n";
    let map = read("s.game", text.as_bytes(), Leniency::Lenient).value.unwrap();
    let (full, _) = to_catan(&map);
    // the same island alone: its coast lies on the rim of a 1×1 grid
    let grid = hexwright_catan_map::Grid::new(1, 1);
    let corners = grid.topology().hex_corners(hexwright_core::HexId(0)).to_owned();
    let mut ends = [corners[0], corners[1]];
    ends.sort_unstable();
    let setup = Setup {
        grid,
        notes: Vec::new(),
        layout: None,
        types: vec![full.types[4]],
        values: vec![HexValue::Roll(6)],
        ports: vec![hexwright_catan_map::PortSite { corners: ends, kind: PortType::Three }],
        ..full
    };
    let (back, losses) = to_game(&setup, 1).unwrap();
    assert!(losses.is_empty(), "{losses:?}");
    let text = write(&back);
    assert!(text.ends_with("map\n-,-,-\ns,s?4,-\ns,t0,s\ns,s,-\n.\n"), "{text}");
    assert!(read("b.game", text.as_bytes(), Leniency::Lenient).value.is_some());
}

fn numbers_pioneers_cannot_hold_are_cut_and_told() {
    let text = "title S\nnum-players 2\nvictory-points 0\nnum-ships 2000\nresource-count 2000\n\
                num-roads 15\nnum-settlements 5\nnum-cities 4\ndevelop-chapel 1500\nchits 6,0\nmap\ns,s,s\ns,t0,p1\n.\n";
    let map = read("s.game", text.as_bytes(), Leniency::Lenient).value.unwrap();
    let (setup, losses) = to_catan(&map);
    assert!(losses.iter().all(|loss| loss.kind == LossKind::Carried), "{losses:?}");
    assert_eq!(setup.values[4..], [HexValue::Roll(6), HexValue::None]);
    // what a Pioneers map said itself goes back as it was
    let (back, losses) = to_game(&setup, 1).unwrap();
    assert!(losses.is_empty() && write(&back) == write(&map), "{losses:?}");
    let own = Setup { bank: ByResource::from_fn(|_| 19), cards: [1_000, 0, 0, 0, 0], layout: None, ..setup };
    let (cut, losses) = to_game(&own, 1).unwrap();
    let told: Vec<_> = losses.iter().map(|l| (l.id, l.kind, l.what.as_str())).collect();
    assert_eq!(
        told,
        [
            ("L-range", LossKind::Changed, "`victory-points 0` is cut to 1-999"),
            ("L-range", LossKind::Changed, "`develop-monopoly 1000` is cut to 0-999"),
            (
                "L-values",
                LossKind::Changed,
                "a tile without number gets the chit 0, which strict readers refuse (column 2, row 1)"
            ),
        ]
    );
    assert_eq!(losses[2].origin, Some(Origin::Number(dot_catan::Section::Values, 5)));
    assert_eq!((cut.numbers[Number::VictoryPoints], cut.numbers[Number::Monopoly]), (1, 999));
}

fn more_point_cards_than_a_map_holds_are_told() {
    let text = "title S\nnum-players 2\nvictory-points 9\ndevelop-chapel 65000\ndevelop-market 1000\n\
                chits 6\nmap\ns,s,s\ns,t0,s\n.\n";
    let map = read("s.game", text.as_bytes(), Leniency::Lenient).value.unwrap();
    let (setup, losses) = from_game(&map);
    assert_eq!(setup.cards[4], 65_535);
    let told: Vec<_> = losses.iter().map(|l| (l.id, l.kind, l.what.as_str())).collect();
    assert_eq!(told, [("L-range", LossKind::Changed, "66000 cards of one point are cut to 65535")]);
}

fn two_ports_on_one_sea_hex_are_refused() {
    let text = "title S\nnum-players 2\nchits 6,5\nmap\ns?0,t0,s\nd1,p2,s\n.\n";
    let map = read("s.game", text.as_bytes(), Leniency::Lenient).value.unwrap();
    let (mut setup, _) = to_catan(&map);
    let sea = hexwright_core::HexId(0);
    let corners = setup.grid.topology().hex_corners(sea).to_owned();
    let mut ends = [corners[2], corners[3]];
    ends.sort_unstable();
    setup.ports.push(hexwright_catan_map::PortSite { corners: ends, kind: PortType::Three });
    assert_eq!(to_game(&setup, 1).unwrap_err(), ConvertError::PortConflict { x: 0, y: 0 });
}

trials! {
    nothing() => our_maps_come_back_where_nothing_is_lost, losses_name_what_a_catan_file_cannot_say, a_shuffled_desert_opens_the_numbers, ports_outside_the_grid_get_a_border_of_sea, numbers_pioneers_cannot_hold_are_cut_and_told, more_point_cards_than_a_map_holds_are_told, two_ports_on_one_sea_hex_are_refused;
    file(INSTALLED, "Debian package pioneers-console-data") => installed_maps_come_back_where_nothing_is_lost;
}
