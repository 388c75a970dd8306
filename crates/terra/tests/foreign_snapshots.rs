//! Positions as the program that defined the snapshot format writes them: all are read and played on.
#![allow(clippy::print_stderr)] // what was counted is part of the result

use hexwright_core::{Actor, Fast, Game, Random, Turn};
use hexwright_terra::Phase;
use hexwright_terra::text::snapshot::{self, Level, Mode, Snapshot};
use hexwright_trials::{conformance, others, trials};

fn every_position_reads_and_plays_on() {
    let list = std::fs::read_dir(others("terra/snapshots-tmserver")).unwrap();
    let (mut files, mut moves_listed, mut over) = (0, 0, 0);
    for path in list.map(|e| e.unwrap().path()) {
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        let text = std::fs::read_to_string(&path).unwrap();
        let read = snapshot::read(&text, Level::Rules);
        let errors: Vec<_> = read.findings.iter().filter(|d| d.is_error()).collect();
        assert!(errors.is_empty(), "{name}: {errors:?}");
        let canonical = snapshot::write(&read.snapshot, Mode::Plain);
        let again = snapshot::read(&canonical, Level::Rules);
        assert_eq!(snapshot::write(&again.snapshot, Mode::Plain), canonical, "{name}");
        let (game, mut position) = read.snapshot.position().unwrap_or_else(|e| panic!("{name}: {e:?}"));
        game.check_invariants(&position).unwrap_or_else(|e| panic!("{name}: {e}"));
        let full = snapshot::write(&Snapshot::of(&game, &position), Mode::Full);
        let (twin, copy) = snapshot::read(&full, Level::Rules)
            .snapshot
            .position()
            .unwrap_or_else(|e| panic!("{name}: {e:?}\n{full}"));
        assert_eq!(snapshot::write(&Snapshot::of(&twin, &copy), Mode::Full), full, "{name}");
        assert_eq!(game.turn(&position) == Turn::Over, read.snapshot.phase.value == Phase::End, "{name}");
        files += 1;
        over += usize::from(game.turn(&position) == Turn::Over);
        let (mut random, mut moves) = (Fast::new(8, files), Vec::new());
        for step in 0.. {
            let Turn::Seats(set) = game.turn(&position) else { break };
            assert!(step < 3_000, "{name} does not end");
            let Some(seat) = set.iter().nth(random.index(set.len())) else {
                panic!("{name}: nobody decides")
            };
            moves.clear();
            game.legal(&position, seat, &mut moves);
            assert!(!moves.is_empty(), "{name}: {seat} has nothing to do");
            moves_listed += moves.len();
            let action = moves[random.index(moves.len())];
            game.play(&mut position, Actor::Seat(seat), &action).unwrap_or_else(|e| panic!("{name}: {e}"));
        }
    }
    assert_eq!(files, 288);
    eprintln!(
        "{files} positions read, {over} of them over, the others played to the end ({moves_listed} moves listed)"
    );
}

trials! {
    conformance("terra/snapshots-tmserver") => every_position_reads_and_plays_on;
}
