//! The derived geometry and the tables against the answer sheets beside the checkout.
#![allow(clippy::print_stderr, reason = "a test says why it skips and what it counted")]

use hexwright_core::HexId;
use hexwright_terra::{Board, MapId};
use serde_json::Value;

const DATA: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/conformance/terra/data");

fn read(name: &str) -> Option<Value> {
    let path = format!("{DATA}/{name}");
    match std::fs::read_to_string(&path) {
        Ok(text) => Some(serde_json::from_str(&text).expect("the answer sheet is JSON")),
        Err(_) => {
            eprintln!("skipped: no conformance data at {path}");
            None
        }
    }
}

/// Gate 10: names, coordinates, colours, edges, neighbours, bridge sites, river distances.
#[test]
fn geometry_of_all_boards() {
    let Some(sheet) = read("tm_geometry.json") else { return };
    let counts = [(77, 36, 29), (77, 36, 29), (77, 35, 33), (77, 35, 22), (80, 33, 33), (77, 36, 29)];
    for (map, (land, river, sites)) in MapId::PRINTED.into_iter().zip(counts) {
        let board = Board::printed_board(map).unwrap();
        assert_eq!(board.land().len(), land, "{map}");
        assert_eq!(board.len() - land, river, "{map}");
        assert_eq!(board.sites().len(), sites, "{map}");
        let answers = sheet[map.name()].as_object().unwrap();
        assert_eq!(answers.len(), board.len(), "{map}");
        for (name, answer) in answers {
            let at = format!("{map} {name}");
            let id = board.id_named(name).unwrap_or_else(|| panic!("{at} is missing"));
            let hex = board.hex(id);
            assert_eq!(
                (answer["q"].as_i64(), answer["r"].as_i64()),
                (Some(hex.q.into()), Some(hex.r.into()))
            );
            let colour = board.printed(id).log_name();
            let expected = answer["color"].as_str().unwrap();
            assert!(
                colour == expected || colour == "river" && expected == "white",
                "{at}: {colour} {expected}"
            );
            assert_eq!(answer["edge"].as_bool(), Some(board.edge().contains(id.index())), "{at} edge");
            let names = |ids: Vec<usize>| {
                let mut list: Vec<_> = ids.into_iter().map(|i| board.name(HexId(i as u16))).collect();
                list.sort_unstable();
                list
            };
            let listed = |key: &str| {
                let mut list: Vec<_> = answer[key]
                    .as_array()
                    .map_or(&[][..], |a| a)
                    .iter()
                    .map(|v| v.as_str().unwrap())
                    .collect();
                list.sort_unstable();
                list
            };
            assert_eq!(names(board.neighbours(id).iter().collect()), listed("adjacent"), "{at} neighbours");
            let ends = board
                .sites()
                .iter()
                .filter_map(|s| if s.0 == id { Some(s.1) } else { (s.1 == id).then_some(s.0) });
            assert_eq!(names(ends.map(HexId::index).collect()), listed("bridgable"), "{at} bridges");
            for other in board.ids().filter(|&o| o != id) {
                let expected = answer["ship"].get(board.name(other)).and_then(Value::as_u64);
                let found = board.river_distance(id, other).map(u64::from);
                assert_eq!(found, expected, "{at} to {}", board.name(other));
            }
        }
    }
}
