//! The snapshot reader as people meet it: leniencies, findings with places, the formatter.

use hexwright_core::Source;
use hexwright_terra::text::snapshot::{self, Level, Mode};

const SMALL: &str = "\
Round: 0
Phase: Setup
MapType: base
Turn: Witches
TurnOrder: [Witches, Nomads]
PassOrder: []

Players:
  Nomads:
    VP: 20
    Res: 2w 0p 15c / 5/7/0
    Cult: 1/0/1/0

  Witches:
    VP: 20
    Res: 3w 0p 15c / 5/7/0
    Cult: 0/0/0/2

Map:

State:
  ScoringTiles: SCORE1, SCORE2, SCORE3, SCORE4, SCORE5, SCORE6
  Bonuses:
    BON1: 0
    BON2: 0
    BON3: 0
    BON4: 0
    BON5: 0
  Favors:
    FAV1: 1
    FAV2: 1
    FAV3: 1
    FAV4: 1
    FAV5: 3
    FAV6: 3
    FAV7: 3
    FAV8: 3
    FAV9: 3
    FAV10: 3
    FAV11: 3
    FAV12: 3
  Towns:
    TW1: 2
    TW2: 2
    TW3: 2
    TW4: 2
    TW5: 2
    TW6: 1
    TW7: 2
    TW8: 1
";

/// The findings of a text as `line:col CODE`.
fn found(text: &str) -> Vec<String> {
    let source = Source::new("t", text);
    let findings = snapshot::read(text, Level::Rules).findings;
    findings.iter().map(|f| format!("{} {}", source.position(f.span.start as usize), f.id)).collect()
}

/// The findings after one replacement.
fn found_with(old: &str, new: &str) -> Vec<String> {
    assert!(SMALL.contains(old), "{old:?}");
    found(&SMALL.replacen(old, new, 1))
}

#[test]
fn a_small_text_is_sound() {
    assert_eq!(found(SMALL), Vec::<String>::new());
}

#[test]
fn syntax_findings_stand_at_the_first_wrong_character() {
    assert_eq!(found_with("Phase: Setup", "Phase Setup"), ["1:1 S10", "2:1 S01"]);
    assert_eq!(found_with("    VP: 20", "    VP: x"), ["10:9 S03"]);
    assert_eq!(found_with("Round: 0", "  Round: 0"), ["1:1 S10", "1:3 S02"]);
    assert_eq!(found_with("    VP: 20\n", "    VP: 20\n    VP: 21\n"), ["11:5 S09"]);
    assert_eq!(
        found_with("  Witches:", "  nomads:"),
        ["4:7 V13", "5:13 V13", "8:1 R19", "14:3 S09", "23:3 R04"]
    );
    assert_eq!(found_with("Map:\n", "Map: 4,4:D\n"), ["19:6 S02"]);
    assert_eq!(found_with("Map:\n", "Map:\n  4;5: Red\n"), ["20:3 S07"]);
    assert_eq!(found_with("Map:\n", "Map:\n  X-Home: Red\n"), ["20:3 S02"]);
    assert_eq!(found_with("PassOrder: []", "PassOrder: [Witches"), ["6:12 S06"]);
    assert_eq!(found_with("PassOrder: []", "X-Mine: yes\nPassOrder: [] []"), ["7:15 S06"]);
    assert_eq!(found_with("    FAV1: 1", "    FAV1: 1\n    \"Fire +3\": 1"), ["31:5 S09"]);
    assert_eq!(found_with("  Favors:", "  Monsters:\n    orc: 3\n  Favors:"), ["29:3 S11"]);
}

#[test]
fn extension_values_are_checked() {
    let with = |line: &str| found_with("    Cult: 0/0/0/2", &format!("    Cult: 0/0/0/2\n    {line}"));
    assert_eq!(with("X-Pending: spade"), ["18:16 S12"]);
    assert_eq!(with("X-Pending: lunch 1"), ["18:16 V15"]);
    assert_eq!(with("X-InTown: 4,4 5;5"), ["18:15 G09", "18:19 S12"]);
    assert_eq!(with("X-Flags: [loud]"), ["18:15 V15"]);
    assert_eq!(with("X-CultOwed: [Dust]"), ["18:18 V12"]);
    assert_eq!(with("X-Home:"), ["18:12 S12"]);
    assert_eq!(with("X-Pending: unlock 1"), ["18:16 R24"]);
    assert_eq!(with("X-Own-Key: a: b, c"), Vec::<String>::new());
    let header = |line: &str| found_with("PassOrder: []", &format!("PassOrder: []\n{line}"));
    assert_eq!(header("X-Options: [loose]"), ["7:13 V14"]);
    assert_eq!(header("X-Leech: Witches 2/3 from Nomads #1"), ["7:10 S12"]);
    assert_eq!(header("X-Leech: Giants 2 from Nomads #1"), ["7:10 V13"]);
    assert_eq!(header("X-Format: 2"), ["7:11 S12"]);
}

#[test]
fn rule_findings_name_numbers_out_of_range() {
    assert_eq!(found_with("Round: 0", "Round: 7"), ["1:8 R25"]);
    assert_eq!(found_with("2w 0p 15c", "2w 0p -15c"), ["11:10 R25"]);
    assert_eq!(found_with("15c / 5/7/0", "15c / 5/7/1"), ["11:10 R02"]);
    assert_eq!(found_with("Cult: 1/0/1/0", "Cult: 1/0/11/0"), ["12:11 R09"]);
    assert_eq!(found_with("    BON5: 0", "    BON4: 0"), ["28:5 R04"]);
    assert_eq!(found_with("SCORE4, SCORE5", "SCORE5, SCORE5"), ["22:49 R16"]);
    assert_eq!(
        found_with("TurnOrder: [Witches, Nomads]", "TurnOrder: [Witches, Witches]"),
        ["5:12 R20", "5:22 R20"]
    );
}

#[test]
fn bridges_with_negative_ends_are_told_apart() {
    let text = SMALL.replacen("    Cult: 0/0/0/2", "    Cult: 0/0/0/2\n    Bridges: -2,7--1,5", 1);
    let read = snapshot::read(&text, Level::Syntax);
    let [a, b] = read.snapshot.players[1].bridges[0].value;
    assert_eq!((a.q, a.r, b.q, b.r), (-2, 7, -1, 5));
}

#[test]
fn the_formatter_keeps_comments_and_is_stable() {
    let commented = SMALL
        .replacen("Phase: Setup", "# before the phase\nPhase: Setup", 1)
        .replacen("  Witches:\n", "  # the green ones\n  Witches:\n    # poor\n", 1)
        .replacen("    TW3: 2", "    # towns\n    TW3: 2", 1)
        + "# the end\n";
    let once = snapshot::format(&commented).expect("sound");
    assert!(once.contains("# before the phase\nPhase: Setup\n"), "{once}");
    assert!(once.contains("  # the green ones\n  Witches:\n    # poor\n    VP: 20\n"), "{once}");
    assert!(once.contains("    # towns\n    \"9 VP, Priest\": 2\n"), "{once}");
    assert!(once.ends_with("# the end\n"), "{once}");
    assert!(!once.contains("X-"), "a plain text stays plain: {once}");
    assert_eq!(snapshot::format(&once).expect("sound"), once);
    assert!(snapshot::format("Round: x\n").is_err());
}

#[test]
fn the_writer_reads_back_to_the_same_snapshot() {
    let read = snapshot::read(SMALL, Level::Rules);
    let again = snapshot::read(&snapshot::write(&read.snapshot, Mode::Full), Level::Rules);
    assert_eq!(again.findings, []);
    assert_eq!(snapshot::write(&again.snapshot, Mode::Full), snapshot::write(&read.snapshot, Mode::Full));
}

#[test]
fn huge_and_broken_texts_give_findings() {
    let huge = "x".repeat(10 << 20);
    assert_eq!(snapshot::read(&huge, Level::Rules).findings.len(), 1);
    let many = "nonsense\n".repeat(100_000);
    let findings = snapshot::read(&many, Level::Rules).findings;
    assert!(findings.len() > 100 && findings.len() < 1000, "{}", findings.len());
    assert!(findings.last().unwrap().message.contains("left out"));
    for cut in (0..SMALL.len()).step_by(7) {
        let read = snapshot::read(&SMALL[..cut], Level::Rules);
        assert!(!read.findings.is_empty(), "cut at {cut}");
        let _ = read.snapshot.position_lossy();
    }
}
