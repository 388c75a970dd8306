//! The published expectations for `.catan` maps: every file, both modes, exact places.

use hexwright_catan_map::text::dot_catan::{self, Leniency, format, read, write};
use hexwright_catan_map::{Setup, Terrain};
use hexwright_core::random::{Random, Stream, seed_from_text};
use hexwright_core::{Severity, Source};
use serde_json::Value;
use std::path::{Path, PathBuf};

fn folder() -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data"))
}

fn load(folder: &Path, name: &str) -> Setup {
    let bytes = std::fs::read(folder.join("valid").join(format!("{name}.catan"))).unwrap();
    read("map.catan", &bytes, Leniency::Lenient).value.unwrap_or_else(|| panic!("{name} does not load"))
}

fn json(folder: &Path, name: &str) -> Value {
    serde_json::from_str(&std::fs::read_to_string(folder.join(name)).unwrap()).unwrap()
}

/// `severity:id@line:col`, sorted; the text of the table.
fn found(bytes: &[u8], leniency: Leniency) -> Vec<String> {
    let reading = read("map.catan", bytes, leniency);
    let source = Source::new("x", reading.places.text());
    let mut list: Vec<String> = reading
        .diagnostics
        .iter()
        .map(|d| format!("{}:{}@{}", d.severity.name(), d.id, source.position(d.span.start as usize)))
        .collect();
    assert_eq!(
        reading.value.is_none(),
        reading.diagnostics.iter().any(|d| d.severity == Severity::Error),
        "a map is given exactly if there is no error"
    );
    list.sort();
    list
}

#[test]
fn every_file_reports_exactly_what_the_table_says() {
    let folder = folder();
    let table = std::fs::read_to_string(folder.join("index.csv")).unwrap();
    let (mut files, mut wrong) = (0, Vec::new());
    for row in table.lines().skip(1) {
        let fields: Vec<&str> = row.splitn(5, ',').collect();
        let [kind, case, leniency, verdict, expected] = fields[..] else { panic!("odd row {row}") };
        let bytes = std::fs::read(folder.join(kind).join(format!("{case}.catan"))).unwrap();
        let leniency = if leniency == "strict" { Leniency::Strict } else { Leniency::Lenient };
        let found = found(&bytes, leniency);
        let mut expected: Vec<String> =
            if expected == "-" { vec![] } else { expected.split(' ').map(str::to_owned).collect() };
        expected.sort();
        let accepted = !found.iter().any(|f| f.starts_with("error:"));
        if found != expected || accepted != (verdict == "accepted") {
            wrong.push(format!("{case} {leniency:?}: expected {expected:?}, found {found:?}"));
        }
        files += 1;
    }
    assert!(wrong.is_empty(), "{} of {files} differ:\n{}", wrong.len(), wrong.join("\n"));
    assert_eq!(files, 236);
}

#[test]
fn facts_of_valid_files_hold() {
    let folder = folder();
    let mut facts = 0;
    for entry in std::fs::read_dir(folder.join("valid")).unwrap() {
        let path = entry.unwrap().path();
        let bytes = std::fs::read(&path).unwrap();
        let reading = read("map.catan", &bytes, Leniency::Lenient);
        let setup = reading.value.unwrap();
        let Some(line) = reading.places.text().lines().find_map(|l| l.split_once("#? fact: ")) else {
            continue;
        };
        let any = setup.any_cells();
        let found = std::format!(
            "hexes={} land={} vertices={} edges={} ports={} any={}/{}/{}",
            setup.grid.len(),
            setup.types.iter().filter(|t| t.is_land()).count(),
            setup.grid.corners(),
            setup.grid.sides(),
            setup.ports.len(),
            any.0,
            any.1,
            any.2
        );
        assert_eq!(found, line.1.split('\r').next().unwrap().trim(), "{}", path.display());
        facts += 1;
    }
    assert!(facts >= 40, "{facts}");
}

/// Findings about spelling: gone after writing.
const SPELLING: [&str; 23] = [
    "file-too-large",
    "not-text",
    "not-utf8",
    "byte-order-mark",
    "line-ending",
    "indented-comment",
    "inline-comment",
    "odd-space",
    "empty-file",
    "is-catanlog",
    "is-json",
    "is-markup",
    "is-pioneers",
    "is-old-format",
    "column-count",
    "missing-section",
    "missing-row",
    "extra-row",
    "trailing-data",
    "bad-integer",
    "value-pool-token-list",
    "port-pool-six-columns",
    "ports-omitted",
];

#[test]
fn the_writer_is_canonical() {
    let folder = folder();
    for entry in std::fs::read_dir(folder.join("valid")).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
        let bytes = std::fs::read(&path).unwrap();
        let setup = read("map.catan", &bytes, Leniency::Lenient).value.unwrap();
        let text = write(&setup);
        let canonical =
            std::fs::read_to_string(folder.join("canonical").join(format!("{name}.catan"))).unwrap();
        assert_eq!(text, canonical, "{name}");
        for leniency in [Leniency::Lenient, Leniency::Strict] {
            let again = read("map.catan", text.as_bytes(), leniency);
            let spelling: Vec<_> = again.diagnostics.iter().filter(|d| SPELLING.contains(&d.id)).collect();
            assert!(spelling.is_empty(), "{name}: {spelling:?}");
            if leniency == Leniency::Lenient {
                assert_eq!(again.value.as_ref(), Some(&setup), "{name}");
            }
        }
        let formatted = format("map.catan", &bytes).unwrap();
        assert_eq!(format("map.catan", formatted.as_bytes()).unwrap(), formatted, "{name}: formatting twice");
        assert_eq!(
            read("map.catan", formatted.as_bytes(), Leniency::Lenient).value,
            Some(setup),
            "{name}: formatted"
        );
    }
}

fn rows<T>(list: &[T], width: usize, code: impl Fn(&T) -> u64) -> Value {
    list.chunks(width).map(|row| row.iter().map(&code).collect::<Vec<u64>>()).collect::<Vec<_>>().into()
}

fn terrain_code(t: &Terrain) -> u64 {
    match t {
        Terrain::Water => 0,
        Terrain::Land(r) => 2 + *r as u64,
        Terrain::Desert => 7,
        other => panic!("{other:?} in a .catan map"),
    }
}

#[test]
fn random_numbers_are_the_published_ones() {
    let folder = folder();
    let data = json(&folder, "draw.json");
    let seed = |v: &Value| v["seed"].as_str().unwrap().parse::<u64>().unwrap();
    let stream = |v: &Value| {
        Stream::new(seed(v), hexwright_catan_map::generate::MAP_KEY, v["stream"].as_u64().unwrap())
    };
    for case in data["words"].as_array().unwrap() {
        let mut s = stream(case);
        for word in case["u64"].as_array().unwrap() {
            assert_eq!(std::format!("{:016x}", s.next_u64()), word.as_str().unwrap());
        }
    }
    for case in data["below"].as_array().unwrap() {
        let mut s = stream(case);
        for word in case["first"].as_array().unwrap() {
            assert_eq!(s.below(case["n"].as_u64().unwrap()), word.as_u64().unwrap());
        }
    }
    for case in data["shuffle"].as_array().unwrap() {
        let mut list: Vec<u64> = (0..case["length"].as_u64().unwrap()).collect();
        stream(case).shuffle(&mut list);
        assert_eq!(Value::from(list), case["result"]);
    }
    for case in data["seed_texts"].as_array().unwrap() {
        assert_eq!(seed_from_text(case["text"].as_str().unwrap()), seed(case));
    }
}

#[test]
fn drawn_boards_are_the_published_ones() {
    let folder = folder();
    let data = json(&folder, "draw.json");
    for case in data["boards"].as_array().unwrap() {
        let name = case["map"].as_str().unwrap();
        let setup = load(&folder, name);
        let seed: u64 = case["seed"].as_str().unwrap().parse().unwrap();
        let board = setup.draw(seed);
        let width = usize::from(setup.grid.width());
        assert_eq!(rows(&board.terrain, width, terrain_code), case["types"], "{name} {seed}");
        assert_eq!(rows(&board.numbers, width, |&n| n.into()), case["values"], "{name} {seed}");
        let ports: Vec<u64> =
            board.harbours.iter().map(|h| h.map_or(0, |h| h.kind.map_or(1, |r| 2 + r as u64))).collect();
        assert_eq!(Value::from(ports), case["ports"], "{name} {seed}");
        // law 4: a drawn board stays as it is, whatever the seed
        let again = write(&setup.with_board(&board, Some(seed)));
        assert_eq!(
            read("map.catan", again.as_bytes(), Leniency::Strict).value.unwrap().draw(99),
            board,
            "{name} {seed}"
        );
    }
}

#[test]
fn share_codes_are_the_published_ones() {
    let folder = folder();
    let data = json(&folder, "tooling.json");
    for case in data["share"].as_array().unwrap() {
        let mut setup = load(&folder, case["map"].as_str().unwrap());
        if let Some(seed) = case["seed"].as_str() {
            setup.set_seed(seed.parse().unwrap());
        }
        let code = dot_catan::encode(&setup).unwrap();
        assert_eq!(code, case["code"].as_str().unwrap(), "{}", case["map"]);
        assert_eq!(dot_catan::decode(&code), Ok(setup), "{}", case["map"]);
    }
}

#[test]
fn balance_scores_are_the_published_ones() {
    let folder = folder();
    let data = json(&folder, "tooling.json");
    for case in data["score"].as_array().unwrap() {
        let name = case["map"].as_str().unwrap();
        let seed = case["seed"].as_str().map_or(0, |s| s.parse().unwrap());
        let board = load(&folder, name).draw(seed);
        let balance = board.balance();
        for ((term, _), found) in hexwright_catan_map::generate::TERMS.iter().zip(balance.terms) {
            assert_eq!(found.to_string(), case["metrics"][term].as_str().unwrap(), "{name} {seed} {term}");
        }
        assert_eq!(u64::from(balance.score), case["score"].as_u64().unwrap(), "{name} {seed}");
        let tables = hexwright_catan_map::generate::Tables::of(&board);
        let islands: Vec<u64> = tables.islands().iter().map(|&n| n as u64).collect();
        assert_eq!(Value::from(islands), case["islands"], "{name}");
        assert_eq!(tables.coastal_sides() as u64, case["coastal_edges"].as_u64().unwrap(), "{name}");
        assert_eq!(u64::from(balance.best_corner), case["max_corner_pips"].as_u64().unwrap(), "{name}");
    }
}

#[test]
fn turned_and_mirrored_maps_are_the_published_ones() {
    use hexwright_core::Symmetry;
    let folder = folder();
    let data = json(&folder, "tooling.json");
    for case in data["transform"].as_array().unwrap() {
        let (name, op) = (case["map"].as_str().unwrap(), case["op"].as_str().unwrap());
        let symmetry = match op {
            "mirror-left-right" => Symmetry::LEFT_RIGHT,
            "mirror-top-bottom" => Symmetry::TOP_BOTTOM,
            turn => Symmetry::rotation(turn.strip_prefix("rotate-").unwrap().parse::<i32>().unwrap() / 60),
        };
        let before = load(&folder, name);
        let after = before.transformed(symmetry).unwrap();
        let width = usize::from(after.grid.width());
        assert_eq!(Value::from(vec![after.grid.width(), after.grid.height()]), case["size"], "{name} {op}");
        assert_eq!(rows(&after.types, width, |t| t.code().unwrap().into()), case["types"], "{name} {op}");
        assert_eq!(rows(&after.values, width, |v| v.code().into()), case["values"], "{name} {op}");
        assert_eq!(rows(&after.ports, 255, |p| p.kind.code().into())[0], case["ports"], "{name} {op}");
        let sites: Vec<Vec<u16>> = after.ports.iter().map(|p| p.corners.map(|c| c.0).to_vec()).collect();
        assert_eq!(Value::from(sites), case["sites"], "{name} {op}");
        if before.any_cells() == (0, 0, 0) {
            assert_eq!(
                before.draw(0).balance(),
                after.draw(0).balance(),
                "{name} {op}: the score never changes"
            );
        }
    }
}

#[test]
fn the_base_example_raises_no_lint() {
    let folder = folder();
    let found = hexwright_catan_map::lint::lint(&load(&folder, "base-fixed"), None);
    assert!(found.is_empty(), "{found:?}");
}
