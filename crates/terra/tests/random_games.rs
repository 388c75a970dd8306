//! Random games of every kind, through the suite every game must pass.
#![allow(clippy::print_stderr, reason = "a test says why it skips and what it counted")]

use hexwright_core::{Actor, Fast, Game, Random, Turn};
use hexwright_play::suite::{Suite, SuiteReport};
use hexwright_terra::text::snapshot::{self, Snapshot};
use hexwright_terra::{
    Faction, MapId, RuleOption, Setup, Terra,
    game::{Action, Command},
};

/// A game of every map and number of players, factions and tiles drawn.
fn drawn(number: u64) -> Terra {
    let mut random = Fast::new(20, number);
    let map = MapId::PRINTED[number as usize % 6];
    Terra::new(Setup::draw(map, 2 + number as usize / 6 % 4, &mut random)).unwrap()
}

/// The same with options drawn too: every rule that an option changes is played both ways.
fn drawn_freely(number: u64) -> Terra {
    let mut random = Fast::new(21, number);
    let map = MapId::PRINTED[number as usize % 6];
    let options = RuleOption::ALL.into_iter().filter(|_| random.index(2) == 1).collect();
    Terra::new(Setup::draw_with(map, 2 + number as usize / 6 % 4, options, &mut random)).unwrap()
}

/// Conversions may be richer than the minimal ones that are listed.
fn unlisted(_: &Terra, action: &Action) -> bool {
    !action.before.is_empty()
}

#[test]
fn the_generic_suite_passes() {
    let mut report = SuiteReport::default();
    for number in 0..48 {
        let suite = Suite::new(1, number).thorough_every(5).steps(5_000).unlisted(unlisted);
        if let Err(failure) = suite.check_game(&drawn(number), number, &mut report) {
            panic!("setup {number} {:?}: {failure}", drawn(number).setup().factions);
        }
    }
    assert_eq!(report.games, 48);
    assert!(report.accepted > 10_000 && report.refused > 10_000, "{report:?}");
}

/// Listed exactly if accepted, tried at every so-many-th position of games with drawn options.
fn exact_games(numbers: std::ops::Range<u64>, every: u64) -> SuiteReport {
    let mut report = SuiteReport::default();
    for number in numbers {
        let suite = Suite::new(1, number).thorough_every(every).steps(5_000).unlisted(unlisted);
        let game = drawn_freely(number);
        if let Err(failure) = suite.check_game(&game, number, &mut report) {
            panic!("setup {number} {:?} {:?}: {failure}", game.setup().factions, game.options());
        }
    }
    report
}

#[test]
fn moves_are_listed_exactly_if_accepted_with_any_options() {
    let report = exact_games(0..24, 7);
    assert!(report.accepted > 3_000 && report.refused > 30_000, "{report:?}");
}

/// The long run: `cargo xtask soak random_games`.
#[test]
#[ignore = "takes minutes"]
fn two_hundred_games_list_exactly_what_they_accept() {
    let report = exact_games(1_000..1_200, 1);
    eprintln!("200 games with options drawn, everything tried at every position: {report:?}");
    assert_eq!(report.games, 200);
}

/// A random move; passing is taken back most of the time, so that games grow old.
fn pick(moves: &[Action], random: &mut Fast) -> Action {
    let mut action = moves[random.index(moves.len())];
    for _ in 0..3 {
        if !matches!(action.command, Command::Pass(_)) {
            break;
        }
        action = moves[random.index(moves.len())];
    }
    action
}

/// Plays a random game to its end; the number of steps.
fn random_game(game: &Terra, random: &mut Fast, check: bool) -> usize {
    let mut position = game.start();
    let mut moves = Vec::new();
    for step in 0.. {
        let set = match game.turn(&position) {
            Turn::Seats(set) => set,
            Turn::Over => return step,
            Turn::Chance => unreachable!("nothing is left to chance"),
        };
        assert!(step < 5_000, "the game does not end");
        let seats: Vec<_> = set.iter().collect();
        assert!(!seats.is_empty(), "nobody decides in {:?} with {:?}", game.setup().factions, game.options());
        let seat = seats[random.index(seats.len())];
        moves.clear();
        game.legal(&position, seat, &mut moves);
        assert!(!moves.is_empty(), "{seat} has nothing to do");
        let mut action = pick(&moves, random);
        if random.index(2_000) == 0 && seats.len() == 1 {
            action = Command::Drop.into();
        }
        if check {
            let text = game.action_text(&position, &action);
            game.play(&mut position, Actor::Seat(seat), &action)
                .unwrap_or_else(|e| panic!("{:?}: {text}: {e}", game.setup().factions));
            game.check_invariants(&position).unwrap_or_else(|e| panic!("after {text}: {e}"));
        } else {
            game.play_unchecked(&mut position, Actor::Seat(seat), &action);
        }
    }
    unreachable!()
}

#[test]
fn random_games_keep_the_invariants() {
    let mut seen = [false; 20];
    for number in 0..240 {
        let game = if number % 2 == 0 { drawn(1_000 + number / 2) } else { drawn_freely(number) };
        game.setup().factions.iter().for_each(|f| seen[f.index()] = true);
        random_game(&game, &mut Fast::new(3, number), true);
    }
    assert!(seen.iter().all(|s| *s), "every faction has played");
    assert_eq!(Faction::ALL.len(), seen.len());
}

/// Plays a random game whose every position passes the rules level of the snapshot format.
fn sound_game(number: u64) {
    let game = drawn(500_000 + number);
    let mut random = Fast::new(6, number);
    let mut position = game.start();
    let mut moves = Vec::new();
    while let Turn::Seats(set) = game.turn(&position) {
        let seats: Vec<_> = set.iter().collect();
        let seat = seats[random.index(seats.len())];
        moves.clear();
        game.legal(&position, seat, &mut moves);
        let action = pick(&moves, &mut random);
        let text = game.action_text(&position, &action);
        game.play(&mut position, Actor::Seat(seat), &action).unwrap();
        let findings = snapshot::check(&Snapshot::of(&game, &position));
        let errors: Vec<_> = findings.into_iter().filter(|d| d.is_error()).collect();
        assert!(errors.is_empty(), "game {number} after {text}: {errors:?}");
    }
}

#[test]
fn positions_of_random_games_break_no_rule_of_the_format() {
    (0..24).for_each(sound_game);
}

/// The long run: `cargo xtask soak random_games`.
#[test]
#[ignore = "takes minutes without optimisation"]
fn a_thousand_sound_games() {
    (1_000..2_000).for_each(sound_game);
    eprintln!("1,000 games, every position sound");
}

/// The long run: `cargo xtask soak random_games`.
#[test]
#[ignore = "takes minutes without optimisation"]
fn ten_thousand_random_games() {
    let (mut steps, mut seen) = (0, [[0_u32; 20]; 6]);
    for number in 0..10_000 {
        let game = drawn_freely(100_000 + number);
        game.setup().factions.iter().for_each(|f| seen[number as usize % 6][f.index()] += 1);
        steps += random_game(&game, &mut Fast::new(4, number), true);
    }
    let least = seen.iter().flatten().min();
    eprintln!(
        "10,000 games, options drawn, {steps} steps, 0 failures; a faction on a board: at least {least:?} games"
    );
    assert!(least > Some(&0), "every faction has played on every board: {seen:?}");
}
