//! Logs as users keep them: written, read back, broken in every way.

use hexwright_core::text::{Confidence, Format as _};
use hexwright_core::{Actor, Fast, Game as _, Random};
use hexwright_terra::game::{Command, Good, Refusal};
use hexwright_terra::text::command::parse_command;
use hexwright_terra::text::ledger::{Log, LogEntry, LogFormat, Replay, verify_ledger};
use hexwright_terra::text::snapshot::{self, Level, Mode, Snapshot};
use hexwright_terra::{Faction, MapId, RuleOption, Setup, Terra};

/// A random game of our own, written down.
fn game(number: u64) -> (Terra, Log) {
    let map = MapId::PRINTED[number as usize % 6];
    let setup = Setup::draw(map, 2 + number as usize % 4, &mut Fast::new(8, number));
    let game = Terra::new(setup).unwrap();
    let log = Log::of_random_game(&game, &mut Fast::new(9, number));
    (game, log)
}

fn finals(log: &Log) -> Vec<(Faction, i16)> {
    let mut replay = Replay::new(log).unwrap();
    replay.play_to(usize::MAX).unwrap();
    replay.position().players.iter().map(|p| (p.faction, p.points)).collect()
}

#[test]
fn a_log_reads_back_as_it_was_written() {
    for number in 0..24 {
        let (_, log) = game(number);
        let again = Log::read(log.write().as_bytes()).unwrap();
        assert_eq!((again.map, again.options), (log.map, log.options));
        assert_eq!(again.entries, log.entries);
        assert_eq!(finals(&again), finals(&log));
    }
}

#[test]
fn a_ledger_table_verifies_against_itself() {
    for number in 0..24 {
        let (_, log) = game(number);
        let mut replay = Replay::new(&log).unwrap();
        replay.play_to(usize::MAX).unwrap();
        let table = replay.ledger();
        let report = verify_ledger(table.as_bytes()).unwrap();
        assert!(report.is_equal(), "{report:?}");
        assert!(report.rows_compared > 40, "{report:?}");
        // a changed figure is found
        let row = table.lines().find(|line| line.ends_with("other_income_for_faction")).unwrap();
        let mut cells: Vec<&str> = row.split('\t').collect();
        cells[2] = "999 VP";
        let wrong = table.replacen(row, &cells.join("\t"), 1);
        let report = verify_ledger(wrong.as_bytes()).unwrap();
        assert_eq!((report.rows_compared - report.rows_equal, report.differences.len()), (1, 1));
    }
}

#[test]
fn rows_may_start_at_a() {
    let back = |text: &str| {
        let shift = |w: &str| match w.as_bytes() {
            [c @ b'B'..=b'J', rest @ ..] if !rest.is_empty() && rest.iter().all(u8::is_ascii_digit) => {
                format!("{}{}", char::from(c - 1), &w[1..])
            }
            _ => w.to_owned(),
        };
        let words = text.split(' ').map(|w| w.split(':').map(shift).collect::<Vec<_>>().join(":"));
        words.collect::<Vec<_>>().join(" ")
    };
    let (_, log) = (0..).map(game).find(|(g, _)| !g.board().long_first()).unwrap();
    let mut other = log.clone();
    for entry in other.entries.iter_mut().filter(|e| e.faction.is_some()) {
        entry.text = back(&entry.text);
    }
    assert_ne!(other.entries, log.entries);
    other.rows_from_a();
    assert_eq!(other.entries, log.entries);
}

#[test]
fn decisions_about_power_come_first_in_a_line() {
    let log = Log::read(b"witches: burn 1. build A3. leech 2 from nomads. decline").unwrap();
    let texts: Vec<_> = log.entries.iter().map(|e| e.text.as_str()).collect();
    assert_eq!(texts, ["leech 2 from nomads", "decline", "burn 1", "build A3"]);
}

#[test]
fn an_illegal_command_is_named_with_its_reason() {
    let text = "score SCORE2,SCORE3,SCORE4,SCORE5,SCORE6,SCORE7\ndelete BON1\ndelete BON2\ndelete BON3\n\
                delete BON4\ndelete BON5\nsetup witches\nsetup nomads\nwitches: build A1\n";
    let report = verify_ledger(text.as_bytes()).unwrap();
    let stopped = report.stopped.unwrap();
    assert_eq!(stopped, "command 9: `build A1`: the hex is Brown, not the faction's terrain");
}

#[test]
fn what_is_no_log_is_refused_in_words() {
    for (text, expected) in [
        ("", "line 1: expected a line `score S1,…,S6`"),
        ("randomize v1 seed abc", "is not supported; name the tiles"),
        ("option loose-leech", "line 1: unsupported option `loose-leech`"),
        ("map atlantis", "line 1: unknown map `atlantis`"),
        ("{\"rows\": 3}", "line 1: expected a list `rows`"),
        ("score SCORE1,SCORE2", "expected six scoring tiles"),
        ("trolls: build A1", "line 1: unknown faction `trolls`"),
    ] {
        let error = verify_ledger(text.as_bytes()).expect_err(text).to_string();
        assert!(error.contains(expected), "{text:?}: {error}");
    }
}

/// Mutated logs never panic: they play to a point and stop with a reason.
#[test]
fn broken_logs_give_reasons_never_a_panic() {
    let (_, log) = game(3);
    let text = log.write().into_bytes();
    let mut random = Fast::new(11, 1);
    for _ in 0..400 {
        let mut bytes = text.clone();
        for _ in 0..=random.index(6) {
            let (at, other) = (random.index(bytes.len()), random.index(bytes.len()));
            match random.index(4) {
                0 => bytes[at] = random.below(256) as u8,
                1 => bytes.truncate(at.max(1)),
                2 => bytes.swap(at, other),
                _ => {
                    let piece = bytes[at.min(other)..at.max(other).min(at.min(other) + 40)].to_vec();
                    bytes.splice(at..at, piece);
                }
            }
        }
        if let Err(error) = verify_ledger(&bytes) {
            assert!(!error.to_string().is_empty());
        }
    }
}

/// Points other than 20 at the start survive every text of a game, and so do options.
#[test]
fn starting_points_and_options_survive_every_text() {
    let (game, _) = game(3);
    let mut setup = game.setup().clone();
    setup.points[1] = 27;
    setup.options = [RuleOption::StrictLeech, RuleOption::MiniExpansion].into_iter().collect();
    setup.cards.retain(|card| *card != hexwright_terra::BonusCard::ShippingPoints);
    let spare = hexwright_terra::BonusCard::ALL.into_iter().find(|card| !setup.cards.contains(card)).unwrap();
    if setup.cards.len() < setup.factions.len() + 3 {
        setup.cards.push(spare);
        setup.cards.sort_unstable();
    }
    let game = Terra::new(setup.clone()).unwrap();
    let log = Log::of_random_game(&game, &mut Fast::new(5, 5));
    let mut replay = Replay::new(&log).unwrap();
    replay.play_to(usize::MAX).unwrap();
    let begun = snapshot::write(&Snapshot::of(&game, &game.start()), Mode::Full);
    let (read, _) = snapshot::read(&begun, Level::Rules).snapshot.position().unwrap();
    assert_eq!((&read.setup().points, read.options()), (&setup.points, setup.options));
    let grid = hexwright_terra::text::concise::write_exact(&log).unwrap();
    let from_grid = hexwright_terra::text::concise::to_log(&grid);
    assert!(from_grid.findings.is_empty(), "{:?}", from_grid.findings);
    let texts = [log.write(), replay.ledger(), from_grid.log.write()];
    for text in texts {
        let again = Log::read(text.as_bytes()).unwrap();
        let read = again.setup().unwrap();
        assert_eq!((read.points, read.options), (setup.points.clone(), setup.options));
        assert_eq!(finals(&again), finals(&log));
    }
}

/// Whoever drops out is named in the table, so that it can be read again; so is a game without options.
#[test]
fn a_table_keeps_who_dropped_out_and_that_there_are_no_options() {
    let mut setup = game(2).0.setup().clone();
    setup.options = hexwright_terra::game::OptionSet::EMPTY;
    setup.cards = hexwright_terra::BonusCard::ALL[..setup.factions.len() + 3].to_vec();
    let game = Terra::new(setup).unwrap();
    let mut log = Log::of_random_game(&game, &mut Fast::new(5, 6));
    let first = log.entries.iter().position(|e| e.text.starts_with("pass") || e.text.starts_with("upgrade"));
    let place = first.unwrap() + 12;
    let faction = game.setup().factions[0];
    log.entries.truncate(place);
    log.entries.push(LogEntry { faction: None, text: format!("drop-faction {}", faction.log_name()) });
    let mut replay = Replay::new(&log).unwrap();
    replay.play_to(usize::MAX).unwrap();
    let table = replay.ledger();
    assert!(table.contains("option none\n") && table.contains(" dropped from the game\n"), "{table}");
    let mut again = Replay::new(&Log::read(table.as_bytes()).unwrap()).unwrap();
    again.play_to(usize::MAX).unwrap();
    assert_eq!(again.position(), replay.position());
}

/// A page of a game pasted without its tabs gives the same commands.
#[test]
fn a_pasted_history_without_tabs_is_read() {
    let (_, log) = game(1);
    let mut replay = Replay::new(&log).unwrap();
    replay.play_to(usize::MAX).unwrap();
    let table = replay.ledger();
    let pasted: String = table
        .lines()
        .map(
            |line| {
                if line.contains('\t') { line.replace('\t', " ") } else { format!("{line}\tshow history") }
            },
        )
        .map(|line| line + "\n")
        .collect();
    let (with, without) = (Log::read(table.as_bytes()).unwrap(), Log::read(pasted.as_bytes()).unwrap());
    assert_eq!(without.entries, with.entries);
    assert_eq!((without.map, without.options), (with.map, with.options));
}

/// Goods lost for nothing and cards named in the last round are read from logs, never offered.
#[test]
fn old_commands_are_read() {
    let (game, log) = game(2);
    let mut replay = Replay::new(&log).unwrap();
    while replay.position().round < 6 && replay.step().unwrap() {}
    let (position, seat) = (replay.position(), replay.position().turn.unwrap());
    let read = |text: &str| parse_command(&game, position, seat, text).unwrap();
    assert_eq!(read("pass BON3"), Command::Pass(None));
    assert_eq!(read("-2W"), Command::Lose(Good::Worker, 2));
    let workers = position.player(seat).workers;
    let mut after = position.clone();
    let all = Command::Lose(Good::Worker, workers as u8);
    game.play_command(&mut after, seat, &all).unwrap();
    assert_eq!(after.player(seat).workers, 0);
    let offered = game.play(&mut position.clone(), Actor::Seat(seat), &all.into());
    assert_eq!(offered, Err(Refusal::OnlyInLogs));
}

/// Found by fuzzing: a `#` in the last column of a table was read as part of a command.
#[test]
fn a_comment_in_a_table_is_no_command() {
    let text = include_bytes!("../../../fuzz/corpus/terra_ledger/comment-in-table.tmlog");
    let log = Log::read(text).unwrap();
    assert!(log.entries.iter().all(|entry| !entry.text.contains('#')), "{:?}", log.entries);
    assert_eq!(Log::read(log.write().as_bytes()).unwrap().entries, log.entries);
}

/// A ledger copied from a page is known by its rows, with tabs or without, whatever its file is called.
#[test]
fn pasted_ledgers_are_recognised() {
    let row = "mermaids\t\t20 VP\t\t15 C\t\t3 W\t\t0 P\t\t3/9/0 PW\t\t0/2/0/0\t\tsetup";
    for pasted in
        [row.to_owned(), format!("{row}\tshow history"), row.replace("\t\t", " ").replace('\t', " ")]
    {
        let text = format!("Default game options\tshow history\n{pasted}\n");
        assert_eq!(LogFormat::sniff(text.as_bytes()), Confidence::Likely, "{text}");
    }
    assert_eq!(LogFormat::sniff(b"a\tb\tc\nmermaids like tables\n"), Confidence::No);
}
