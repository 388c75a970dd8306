//! Records: one form, every finding, replay that names the entry.

use hexwright_core::{Fast, Game, Random};
use hexwright_play::bot::RandomBot;
use hexwright_play::record::{Record, replay, replay_with};
use hexwright_play::run::{Limits, play_game};
use hexwright_play::{Players, toy::HighCard};

fn sample(seed: u64) -> (HighCard, Record) {
    let game = HighCard::new(3, 2).unwrap();
    let mut players = Players::new(&game, |_| Box::new(RandomBot));
    let record = play_game(&game, &mut players, seed, 0, &Limits::default()).record(&game);
    (game, record)
}

#[test]
fn writing_and_reading_are_inverse() {
    for seed in 0..50 {
        let (game, record) = sample(seed);
        let text = record.to_string();
        let again = Record::parse("a.record", &text).unwrap();
        assert_eq!(again, record);
        assert_eq!(again.to_string(), text);
        assert_eq!(again.game::<HighCard>().unwrap(), game);
        replay(&game, &again).unwrap();
    }
}

#[test]
fn the_form_is_as_documented() {
    let text = sample(1).1.to_string();
    assert!(
        text.starts_with(
            "hexwright-record 1\ngame: high-card\nseat 0: random\nseat 1: random\nseat 2: random\n\
             setup:\n| seats 3\n| cards 2\n\nchance deal "
        ),
        "{text}"
    );
    let last = text.lines().last().unwrap();
    assert!(last.starts_with("check ") && last.contains(" scores "), "{last}");
}

#[test]
fn lenient_spelling_reads_the_same() {
    let (_, record) = sample(2);
    let text = record.to_string().replace("\n\n", "\n# a remark\n\n").replace('\n', "\r\n");
    assert_eq!(Record::parse("a", &format!("\u{feff}{text}")).unwrap(), record);
}

#[test]
fn every_finding_has_its_place() {
    let text = "hexwright-record 2\nseat 99: x\n\n0 lay 3\ncheck zz\ncheck\n17: lay 2\n";
    let report = Record::parse("a.record", text).unwrap_err();
    let lines: Vec<String> = report.diagnostics.iter().map(|d| d.headline(&report.source)).collect();
    assert_eq!(
        lines,
        [
            "a.record:1:1: error[record-version]: expected a record of version 1 to 1, found version 2",
            "a.record:2:1: error[bad-seat]: expected a seat from 0 to 15, found \"99\"",
            "a.record:4:1: error[bad-entry]: expected an action or an outcome, found \"0 lay 3\"",
            "a.record:5:1: error[bad-check]: expected a fingerprint, points or both, found \"zz\"",
            "a.record:6:1: error[bad-check]: expected a fingerprint, points or both, found \"\"",
            "a.record:7:1: error[bad-entry]: expected an action or an outcome, found \"17: lay 2\"",
            "a.record:1:1: error[no-game]: expected a line \"game: NAME\", found none",
        ]
    );
    assert!(report.diagnostics.iter().all(|d| d.help.is_some()));
}

#[test]
fn replay_names_the_entry_and_the_reason() {
    let (game, record) = sample(3);
    let text = record.to_string();
    let (first_lay, _) = text.lines().enumerate().find(|(_, l)| l.contains(": lay")).unwrap();
    let head = text.lines().position(str::is_empty).unwrap();
    let number = first_lay - head;
    let line = text.lines().nth(first_lay).unwrap();
    let bad = Record::parse("a", &text.replacen(line, "chance die 3", 1)).unwrap();
    assert_eq!(
        replay(&game, &bad).unwrap_err().to_string(),
        format!("entry {number}, \"chance die 3\": chance cannot do this here")
    );
    let bad = Record::parse("a", &text.replacen(line, "0: fly", 1)).unwrap();
    assert!(
        replay(&game, &bad)
            .unwrap_err()
            .to_string()
            .starts_with(&format!("entry {number}, \"0: fly\": expected lay N"))
    );
}

#[test]
fn a_false_check_is_told() {
    let (game, record) = sample(4);
    let text = record.to_string();
    let check = text.lines().last().unwrap();
    let steps = record.steps();
    let wrong = Record::parse("a", &text.replace(check, "check scores 99 0 0")).unwrap();
    let error = replay(&game, &wrong).unwrap_err().to_string();
    assert!(
        error.starts_with(&format!("after entry {steps}: expected points [99, 0, 0], found points [")),
        "{error}"
    );
    let wrong = Record::parse("a", &text.replace(check, "check 0000000000000000")).unwrap();
    let error = replay(&game, &wrong).unwrap_err().to_string();
    assert!(error.contains("expected fingerprint 0000000000000000, found"), "{error}");
}

#[test]
fn replay_can_stop_anywhere() {
    let (game, record) = sample(5);
    let position = replay_with(&game, &record, |step| step.number < 3).unwrap();
    let mut by_hand = game.start();
    for entry in record.entries.iter().take(3) {
        let hexwright_play::record::Entry::Step { actor, text } = entry else { panic!("{entry}") };
        let action = game.parse_action(&by_hand, *actor, text).unwrap();
        game.play(&mut by_hand, *actor, &action).unwrap();
    }
    assert_eq!(position, by_hand);
}

#[test]
fn no_text_crashes_the_reader_or_the_replay() {
    let (game, record) = sample(6);
    let bytes = record.to_string().into_bytes();
    let mut random = Fast::new(1, 1);
    for _ in 0..5_000 {
        let mut bad = bytes.clone();
        for _ in 0..=random.index(8) {
            let place = random.index(bad.len());
            match random.index(3) {
                0 => bad[place] = random.below(256) as u8,
                1 => drop(bad.drain(place..(place + random.index(20)).min(bad.len()))),
                _ => bad.insert(place, b"\n:|# 0123456789check"[random.index(20)]),
            }
        }
        if let Ok(record) = Record::parse("a", &String::from_utf8_lossy(&bad)) {
            let _ = replay(&game, &record);
            assert_eq!(Record::parse("b", &record.to_string()).unwrap().entries, record.entries);
        }
    }
}
