//! Texts for the findings that small changes of other texts do not reach, and findings that need more than a
//! text: the older layout of `.catan`, a recording held against the rules.

use flate2::read::GzDecoder;
use hexwright_catan::game::Catan;
use hexwright_catan::text::dot_catan::read_old;
use hexwright_catan::wire::Verdict;
use hexwright_core::Source;
use hexwright_core::text::render::Report;
use hexwright_formats::records::dice_finding;
use hexwright_play::Record;
use hexwright_play::dice::verify;
use hexwright_titan::Mode;
use hexwright_titan::formats::read_script;
use serde_json::Value;
use std::io::Read as _;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

fn file(path: &str) -> String {
    std::fs::read_to_string(format!("{ROOT}/{path}")).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// A text with its first `old` replaced.
fn with(text: &str, old: &str, new: &str) -> String {
    assert!(text.contains(old), "the example has no {old:?}");
    text.replacen(old, new, 1)
}

/// Format and text.
pub(crate) fn texts() -> Vec<(&'static str, Vec<u8>)> {
    let mut texts: Vec<(&'static str, Vec<u8>)> = Vec::new();
    let mut add = |format: &'static str, text: String| texts.push((format, text.into_bytes()));
    for (format, text) in SHORT {
        add(format, (*text).to_owned());
    }
    let position = file("fuzz/corpus/terra_snapshot/base-end.tms");
    for (old, new) in SNAPSHOT_CHANGES {
        add("snapshot", with(&position, old, new));
    }
    let map = file("fuzz/corpus/dot_catan/base.catan");
    add("catan", format!("{map}# pioneers: num-ships 5\n# pioneers: num-ships 6\n"));
    add("catan", format!("{map}# pioneers: nonsense 5\n"));
    let both = with(&position, "Cult: 2/5/6/9", "Cult: 10/5/6/9");
    add("snapshot", with(&both, "Cult: 3/5/4/6", "Cult: 10/5/4/6"));
    // a label that names itself twice doubles each time
    add("script", format!("LABEL a = D4 D3\n{}AREA (a) HAZARDS Sand\n", "LABEL a = (a)(a)\n".repeat(30)));
    // nobody on foot enters a wood
    let rows = [2..=4, 1..=4, 1..=5, 0..=5, 1..=5, 1..=4];
    let trees =
        (0..).zip(rows).flat_map(|(column, rows)| rows.map(move |row| format!("{column} {row} Tree 0\n")));
    add("battleland", trees.collect());
    let mut record = String::new();
    let packed = std::fs::File::open(format!("{ROOT}/crates/cli/tests/data/records/lantern_bay.record.gz"));
    GzDecoder::new(packed.unwrap()).read_to_string(&mut record).unwrap();
    let setup_end = record.find("\n\n").unwrap();
    add("record", record.clone());
    add("record", format!("{}\n\nchance nonsense\n", &record[..setup_end]));
    add("record", format!("{}\n\ncheck 0000000000000000\n", &record[..setup_end]));
    add("record", with(&record, "\nsetup:\n| ", "\nsetup:\n| nonsense "));
    for case in list("crates/titan/tests/data/probes.json", "probes") {
        add("script", case["input"].as_str().unwrap_or_default().to_owned());
    }
    for case in list("crates/titan/tests/data/map_cases.json", "cases") {
        add("battleland", case["input"].as_str().unwrap_or_default().to_owned());
    }
    texts.push(("catan", vec![b'1'; 300_000]));
    texts.push(("game", b"title a\0b\n".to_vec()));
    texts.push(("game", [b"title ", &[b'x'; 70_000][..], b"\n"].concat()));
    texts.push(("script", [b"# ", &[b'x'; 1 << 20][..], b"\n"].concat()));
    texts.push(("snapshot", b"Round: 1 # \xff\n".to_vec()));
    texts.push(("concise", b"Game: base # \xff\n".to_vec()));
    texts
}

fn list(path: &str, key: &str) -> Vec<Value> {
    let value: Value = serde_json::from_str(&file(path)).unwrap();
    value[key].as_array().unwrap().clone()
}

const SHORT: &[(&str, &str)] = &[
    ("record", "hexwright-record 1\ngame: bridge\nseat 0: a\nseat 1: b\nsetup:\n| x\n\n"),
    ("log", "trolls: build A1\nscor S1\n"),
    ("log", "score SCORE1\n"),
    ("recording", "{\"kind\":\"header\",\"map\":\"x\"}\nno json\n"),
    ("catan-game", "{\"schema\":\"catan-game/1\"}\n"),
    ("snapshot", "Round: 1\nPhase: Action\nMapType: custom\nPlayers:\n"),
    ("battleland", "<battlemap/><x/>"),
    ("battleland", "<other/>"),
    ("battleland", "<battlemap terrain=\"x\" tower=\"maybe\"/>"),
    ("battleland", "3 3 Sand 0 0 d\n3 2 Sand 0 3 d\n"),
    ("script", "AREA D4 HAZARDS Sand,1,2,1,0\n"),
    ("battleland", "3 3 Sand 0 0 d 0 d\n"),
    ("battleland", "3 3 Sand 0 0 d\n3 4 Sand 0 3 d\n"),
    ("battleland", "3 3 Plains 0 0 s\n3 2 Plains 1 0 w\n2 3 Plains 0 0 d\n4 3 Tree 0 0 c\n"),
    ("battle", "BATTLE\nATTACKER Lion Oger\nDEFENDER 8*Lion\nATACKER Ogre\nDEFENDER 9*Ogre\nLAND\n"),
    (
        "variant",
        "<creatures><creature name=\"A B\" power=\"3\" skill=\"3\" count=\"1\" poison=\"1\"/></creatures>",
    ),
    ("variant", "<terrains><alias name=\"X\" source=\"Y\"/></terrains>"),
    ("variant", "<creatures><creature name=\"A B\" power=\"3\" skill=\"3\" count=\"1\"/><x/></creatures>"),
    ("battle", "BATTLE\nATTACKER Lion\n"),
    ("battle", "BATTLE\nATTACKER Lion\nDEFENDER 8*Lion\nLAND\n"),
    ("battle-records", "{\"id\":\"x\",\"map\":\"\",\"side\":3,\"ev\":[]}\n"),
    ("script", "AREA (99999999999,2) HAZARDS Sand\n"),
    ("script", "LABEL inside = D4\nLABEL b = (D4-D2)\nAREA (leftdefense) HAZARDS Sand,0. Bog,500.\n"),
    ("script", "LABEL a = SOMEOF(9,(D4))\nAREA (a) HAZARDS Sand,100. Bog,100.\n"),
    ("script", "AREA (inside) HAZARDS Sand,50.\nPAIR (Lake,*)(Tree,*) HEXSIDES s,50. w,50.\n"),
    (
        "script",
        "AREA (inside) HAZARDS Sand,50. Tower,50.\nPAIR (Sand,*)(Tower,*) HEXSIDES s,50. w,50. d,10.\n",
    ),
];

const SNAPSHOT_CHANGES: &[(&str, &str)] = &[
    ("Bridges: 2,6-3,7", "Bridges: 2,6-3,7, 2,6-3,7"),
    ("Bridges: 2,6-3,7", "Bridges: 2,6-3,7, 2,6-3,7, 2,6-3,7, 2,6-3,7"),
    ("Cult: 2/5/6/9", "Cult: 2/5/6/19"),
    ("Cult: 2/5/6/9\n", "Cult: 2/5/6/9\n    X-Pending: nonsense 3\n"),
    ("Cult: 2/5/6/9\n", "Cult: 2/5/6/9\n    X-InTown: [0,0]\n"),
    ("Cult: 3/5/4/6", "Cult: 10/5/4/6\n    X-Home: Black"),
    ("  Witches:\n", "  Auren:\n"),
    ("-3,8: Blue", "-3,8: Black"),
];

/// Format and findings of what is not reached by reading a text alone.
pub(crate) fn reports() -> Vec<(&'static str, Report)> {
    let old = "3 3\n0 1 1\n1 1 1\n0 1 1\n7\n1 1 1 2 1 1\n4 5 6 8 9 99\n2\n1 0 1\n0 2 18 21\n";
    let mut reports: Vec<(&'static str, Report)> =
        [old, "2 2\n1 1\n1 1\n4\nx\n", "1 2\n"].map(|text| ("catan", old_layout(text))).into();
    let verdict =
        Verdict { disagreements: vec![(1, "the server is wrong".to_owned())], ..Verdict::default() };
    let source = Source::new("a.jsonl", "{\"seq\":1,}");
    // these two are findings only of the original program
    for text in ["AREA D4 HAZARDS Sand\n# no line end", "AREA D4 HAZARDS Sand,100.,200.,0.,100.\n"] {
        reports.push(("script", read_script("old.rnd", text.as_bytes(), Mode::Colossus).into_report()));
    }
    reports.push(("recording", Report { diagnostics: verdict.findings(&source), source }));
    reports.push(("record", other_dice()));
    reports
}

/// A record whose secret is another than the one its hash was shown of.
fn other_dice() -> Report {
    let text = file("examples/dice.record");
    let place = text.find("dice: secret ").expect("a line about the secret") + "dice: secret ".len();
    let other = if text[place..].starts_with('0') { "1" } else { "0" };
    let text = format!("{}{other}{}", &text[..place], &text[place + 1..]);
    let record = Record::parse("other.record", &text).expect("a record");
    let game: Catan = record.game().expect("a game of Catan");
    let error = verify(&game, &record).expect_err("other dice");
    Report { diagnostics: vec![dice_finding(&text, &error)], source: Source::new("other.record", text) }
}

fn old_layout(text: &str) -> Report {
    read_old("old.catan", text.as_bytes()).into_report()
}
