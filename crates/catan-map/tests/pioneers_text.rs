//! `.game` files as authors and the real program write them.

#![allow(clippy::print_stderr)] // what was counted is part of the result

use hexwright_catan_map::text::pioneers::{
    ByNumber, BySwitch, Cell, Leniency, Node, Number, PioneersMap, Place, Port, Switch, format, read, write,
};
use hexwright_catan_map::{Resource, Terrain};
use proptest::prelude::*;
use std::path::Path;

const MALFORMED: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/malformed");

/// Findings as `id line col severity`.
fn findings(name: &str, bytes: &[u8], leniency: Leniency) -> (bool, Vec<String>) {
    let document = read(name, bytes, leniency);
    let lines = document.diagnostics.iter().map(|d| {
        let place = document.source.position(d.span.start as usize);
        format!("{} {place} {}", d.id, d.severity.name())
    });
    (document.value.is_some(), lines.collect())
}

/// The lines of canonical text without zero values and default dice-deck numbers.
fn without_defaults(text: &str) -> Vec<String> {
    let dull = |line: &&str| {
        let zero = line.strip_suffix(" 0").is_some_and(|word| !word.contains(' ') && word != "chits");
        !(zero || *line == "num-dice-decks 2" || *line == "num-removed-dice-cards 5")
    };
    text.lines().filter(dull).map(str::to_owned).collect()
}

#[test]
fn malformed_files_report_exactly_what_they_must() {
    let expectations = std::fs::read(Path::new(MALFORMED).join("expectations.json")).unwrap();
    let expectations: serde_json::Value = serde_json::from_slice(&expectations).unwrap();
    let (mut judged, mut compared) = (0, 0);
    for case in expectations["cases"].as_array().unwrap() {
        let file = case["file"].as_str().unwrap();
        let bytes = std::fs::read(Path::new(MALFORMED).join(file)).unwrap();
        for (leniency, word) in [(Leniency::Lenient, "lenient"), (Leniency::Strict, "strict")] {
            let wanted = &case["hexwright"][word];
            let wanted_lines: Vec<String> = wanted["diagnostics"]
                .as_array()
                .unwrap()
                .iter()
                .map(|d| {
                    let text = |key: &str| d[key].as_str().unwrap();
                    format!("{} {}:{} {}", text("id"), d["line"], d["col"], text("severity"))
                })
                .collect();
            let found = findings(file, &bytes, leniency);
            assert_eq!(found, (wanted["ok"].as_bool().unwrap(), wanted_lines), "{file}, {word}");
            judged += 1;
        }
        compared += usize::from(reads_like_pioneers(file, &bytes, case));
    }
    eprintln!("{judged} judgements as expected, {compared} boards as the real server reads them");
    assert!(judged >= 118 && compared >= 30);
}

/// Compares what we read with what the server told a client; the shuffled and the cut ones cannot be.
fn reads_like_pioneers(file: &str, bytes: &[u8], case: &serde_json::Value) -> bool {
    let (Some(reads_as), Some(map)) =
        (case["pioneers"]["reads_as"].as_array(), read(file, bytes, Leniency::Lenient).value)
    else {
        return false;
    };
    // the server does not send `+`, nor a corner it has forgotten
    let text =
        write(&PioneersMap { cells: map.cells.iter().map(|c| without_plus(*c)).collect(), ..map.clone() });
    if map.has(Switch::RandomTerrain) || file == "nosetup_before.game" || file == "latin1_title.game" {
        return false;
    }
    let mut wanted: Vec<String> = reads_as.iter().map(|line| line.as_str().unwrap().to_owned()).collect();
    let mut ours = without_defaults(&text);
    // a list that holds only a zero counts as a zero value there
    wanted.retain(|line| line != "island-discovery-bonus 0");
    ours.retain(|line| line != "island-discovery-bonus 0");
    assert_eq!(ours, wanted, "{file}");
    true
}

fn without_plus(cell: Cell) -> Cell {
    match cell {
        Cell::Void => Cell::Void,
        Cell::Land { terrain, sequence, .. } => Cell::Land { terrain, sequence, fixed: false },
        Cell::Sea { port, sequence, .. } => Cell::Sea { port, sequence, fixed: false },
    }
}

#[test]
fn the_shuffle_keeps_the_multiset_and_what_is_fixed() {
    let text = "title S\nrandom-terrain\nchits 2,3,4,5\nmap\nsb0,t0,p1+,f2,s?3+\nd3,m4,s,sw2\n.\n";
    let map = read("s.game", text.as_bytes(), Leniency::Lenient).value.unwrap();
    let mut seen = std::collections::BTreeSet::new();
    for seed in 0..200 {
        let drawn = map.shuffled(seed);
        assert_eq!(drawn.cells[2], map.cells[2]);
        assert_eq!(drawn.cells[4], map.cells[4]);
        let sorted = |m: &PioneersMap| {
            let mut letters: Vec<String> = m.cells.iter().map(|c| format!("{:?}", c.terrain())).collect();
            letters.sort();
            letters
        };
        assert_eq!(sorted(&drawn), sorted(&map));
        seen.insert(write(&drawn));
    }
    assert_eq!(seen.len(), 24 * 2, "4 open tiles and 2 open ports");
}

#[test]
fn the_robber_starts_on_the_first_desert_of_the_sequence() {
    let text = "title S\nchits 6,8\nmap\nd3,t0,s\ns,d1,p2\n.\n";
    let laid = read("s.game", text.as_bytes(), Leniency::Lenient).value.unwrap().lay_out();
    assert_eq!(laid.robber.map(|h| h.0), Some(4));
    assert_eq!(laid.board.numbers, [0, 6, 0, 0, 0, 8]);
}

fn any_cell() -> impl Strategy<Value = Cell> {
    let terrain = prop_oneof![
        Just(Terrain::Desert),
        Just(Terrain::Gold),
        Just(Terrain::Land(Resource::Wood)),
        Just(Terrain::Land(Resource::Ore)),
        Just(Terrain::Land(Resource::Wheat)),
    ];
    let kind = prop_oneof![Just(None), Just(Some(Resource::Brick)), Just(Some(Resource::Wool))];
    let port = prop::option::of((kind, 0u8..6).prop_map(|(kind, facing)| Port { kind, facing }));
    prop_oneof![
        1 => Just(Cell::Void),
        4 => (terrain, any::<bool>()).prop_map(|(terrain, fixed)| Cell::Land { terrain, sequence: 0, fixed }),
        2 => (port, any::<bool>()).prop_map(|(port, fixed)| Cell::Sea { port, sequence: None, fixed }),
    ]
}

prop_compose! {
    /// Maps a file can say, with numbers in range and gap-free sequences.
    fn any_map()(
        (width, height) in (1u8..9, 1u8..9),
        cells in prop::collection::vec(any_cell(), 64),
        switches in prop::array::uniform6(any::<bool>()),
        numbers in prop::collection::vec(0i32..999, 21),
        bonus in prop::collection::vec(-9i32..9, 0..4),
        chits in prop::collection::vec(prop_oneof![2i32..7, 8i32..13], 1..9),
        lines in prop::collection::vec("[a-z#][a-zA-Z0-9 ,#.]{0,12}[a-z]", 0..4),
        title in "[A-Za-zäöü][A-Za-z0-9]{0,20}",
        nodes in prop::collection::vec((0i16..9, 0i16..9, 0u8..6), 0..4),
        pirate in 0usize..64,
    ) -> PioneersMap {
        let mut cells: Vec<Cell> = cells[..usize::from(width) * usize::from(height)].to_vec();
        let last = cells.len() - 1;
        cells[last] = Cell::Land { terrain: Terrain::Gold, sequence: 0, fixed: false };
        let mut next = 0;
        for cell in &mut cells {
            if let Cell::Land { sequence, .. } = cell {
                *sequence = next;
                next += 1;
            }
        }
        let deserts = cells.iter().filter(|c| c.terrain() == Terrain::Desert).count();
        let tiles = usize::from(next) - deserts;
        let chits: Vec<i32> = chits.into_iter().take(tiles).collect();
        let mut numbers = ByNumber::new(numbers.try_into().unwrap());
        numbers[Number::Players] = 3;
        numbers[Number::SevensRule] %= 3;
        numbers[Number::DiceDecks] = 1 + numbers[Number::DiceDecks] % 5;
        numbers[Number::RemovedDiceCards] %= 31;
        numbers[Number::VictoryPoints] = 1;
        let mut map = PioneersMap {
            title,
            switches: BySwitch::new(switches),
            numbers,
            island_bonus: bonus,
            comments: lines.clone(),
            description: lines,
            chits,
            width,
            cells,
            pirate: None,
            nosetup: Vec::new(),
        };
        let sea: Vec<Place> = map.rows().filter(|p| map.cell(*p).is_sea()).collect();
        map.pirate = sea.get(pirate).copied();
        map.nosetup = nodes
            .into_iter()
            .filter_map(|(x, y, pos)| map.canonical(Node { hex: Place { x, y }, pos }))
            .collect();
        map.nosetup.sort_unstable();
        map.nosetup.dedup();
        map
    }
}

proptest! {
    #[test]
    fn what_is_written_reads_back(map in any_map()) {
        let text = write(&map);
        let document = read("x.game", text.as_bytes(), Leniency::Lenient);
        prop_assert_eq!(document.value.as_ref(), Some(&map), "{}\n{:?}", text, document.diagnostics);
        prop_assert_eq!(write(&map), text.clone());
        // canonical text only loses the blank behind an empty comment
        let trimmed: String = text.lines().map(|line| line.trim_end().to_owned() + "\n").collect();
        prop_assert_eq!(format("x.game", text.as_bytes()).unwrap(), trimmed);
        let pirate_is_stuck = map.pirate.is_some() && !map.has(Switch::Pirate);
        prop_assert_eq!(read("x.game", text.as_bytes(), Leniency::Strict).value.is_some(), !pirate_is_stuck);
    }
}

#[test]
fn our_own_maps_are_canonical_and_strict() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../maps/pioneers");
    let mut ships = 0;
    let mut count = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let bytes = std::fs::read(&path).unwrap();
        let document = read(path.to_str().unwrap(), &bytes, Leniency::Strict);
        assert!(document.diagnostics.is_empty(), "{}: {:?}", path.display(), document.diagnostics);
        let map = document.value.unwrap();
        assert_eq!(write(&map).as_bytes(), bytes, "{}", path.display());
        ships += usize::from(map.numbers[Number::Ships] > 0);
        count += 1;
    }
    assert!(count >= 4 && ships >= 2);
}
