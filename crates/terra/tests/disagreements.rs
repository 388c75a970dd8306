//! Points where another program and these rules once parted, settled one by one. The numbers are those of
//! docs/rules/terra-mystica.md.

mod support;

use hexwright_core::{Actor, Game as _};
use hexwright_terra::game::{Action, Owed, Refusal};
use hexwright_terra::text::command::parse_command;
use hexwright_terra::text::ledger::{Log, Replay, ReplayError};
use hexwright_terra::{Faction, Position};

fn lines(name: &str) -> Vec<String> {
    let path = support::data("disagreements").join(format!("{name}.tmlog"));
    std::fs::read_to_string(path).unwrap().lines().map(str::to_owned).collect()
}

fn replay(lines: &[String]) -> Replay {
    Replay::new(&Log::read(lines.join("\n").as_bytes()).unwrap()).unwrap()
}

/// Plays a log; every command but the last must be legal.
fn played(lines: &[String]) -> Result<Position, Refusal> {
    let mut replay = replay(lines);
    replay.play_to(replay.len() - 1).unwrap();
    match replay.step() {
        Ok(_) => Ok(replay.position().clone()),
        Err(ReplayError::Illegal { refusal, .. }) => Err(refusal),
        Err(other) => panic!("{other}"),
    }
}

fn without(lines: &[String], unwanted: &str) -> Vec<String> {
    lines.iter().filter(|line| *line != unwanted).cloned().collect()
}

fn with_option(lines: &[String], option: &str) -> Vec<String> {
    [&[format!("option {option}")], lines].concat()
}

/// 5.8
#[test]
fn no_dwelling_on_terrain_that_was_changed_away_again() {
    for name in ["build-on-foreign-terrain", "build-on-foreign-terrain-act6"] {
        let log = lines(name);
        assert!(played(&log).is_err(), "{name}");
        let kept: Vec<String> =
            log.iter().filter(|l| !l.ends_with(" to yellow") && !l.ends_with(" to green")).cloned().collect();
        assert_eq!(kept.len() + 1, log.len());
        if name.ends_with("act6") {
            // the second spade must be used or thrown away first
            assert!(played(&kept).is_ok(), "{name}");
        }
    }
}

/// 5.5
#[test]
fn a_volcano_is_paid_before_the_reward_of_a_town() {
    let mut log = lines("acolytes-pay-after-town");
    let n = log.len();
    assert_eq!(played(&log[..n - 1]), Err(Refusal::StillOwed(Owed::LoseCult)));
    // the tile would have brought the third step on fire; without it another track pays
    log.swap(n - 2, n - 1);
    assert_eq!(played(&log[..n - 1]), Err(Refusal::NoStep));
    log[n - 2] = "acolytes: -3EARTH".to_owned();
    let at = played(&log).unwrap();
    let acolytes = at.players.iter().find(|p| p.faction == Faction::Acolytes).unwrap();
    assert_eq!(acolytes.owed[Owed::Town], 0);
}

/// 6.4
#[test]
fn ordination_is_decided_within_the_turn_in_any_order() {
    let mut log = lines("darklings-convert-then-ordain");
    assert!(played(&log).is_ok());
    let n = log.len();
    log[n - 1] = "engineers: action ACT4".to_owned();
    assert_eq!(played(&log), Err(Refusal::NotYourTurn), "the turn waits for the decision");
    let loose = without(&log, "option strict-darkling-sh");
    assert!(played(&loose) != Err(Refusal::NotYourTurn), "without the option it does not");
    log[n - 2] = "darklings: -3CONVERT_W_TO_P".to_owned();
    log[n - 1] = "darklings: convert 1W to 1P".to_owned();
    assert!(played(&log).is_err(), "a right given up is gone");
}

/// 5.2
#[test]
fn spades_are_thrown_away_before_or_after_the_dwelling_and_written_before() {
    let mut log = lines("build-before-dropping-spade");
    let after = played(&log).unwrap();
    let n = log.len();
    let mut replay = replay(&log[..n - 2]);
    replay.play_to(usize::MAX).unwrap();
    log.swap(n - 2, n - 1);
    let before = played(&log).unwrap();
    assert_eq!(before.players, after.players);
    let (game, mut position) = (replay.game().clone(), replay.position().clone());
    let mut written = Log::begin(&game);
    let seat = position.seat_of(Faction::Halflings).unwrap();
    for text in ["build C3", "-SPADE"] {
        let command = parse_command(&game, &position, seat, text).unwrap();
        let action = Action::from(command);
        written.push(&game, &position, seat, &action);
        game.play(&mut position, Actor::Seat(seat), &action).unwrap();
    }
    let last: Vec<&str> = written.entries.iter().rev().take(2).map(|e| e.text.as_str()).collect();
    assert_eq!(last, ["build C3", "-SPADE"], "the last line first");
}

/// 5.4
#[test]
fn the_long_way_round_never_leads_to_ice() {
    let log = lines("ice-long-way-dig6");
    // no hex could use six spades, so digging them is refused
    assert_eq!(played(&log[..log.len() - 1]).map(drop), Err(Refusal::NoHexForSpades));
}

/// 7.4
#[test]
fn shapeshifters_need_the_option_for_power_when_all_decline() {
    let log = lines("shapeshifters-declined-without-errata");
    let power = |log: &[String]| {
        let at = played(log).unwrap();
        at.players.iter().find(|p| p.faction == Faction::Shapeshifters).unwrap().power
    };
    assert_eq!(power(&log), [1, 7, 0]);
    assert_eq!(power(&with_option(&log, "errata-cultist-power")), [0, 8, 0]);
}

/// 4.5
#[test]
fn chaos_magicians_go_on_after_passing_unless_played_strictly() {
    let log = lines("chaosmagicians-actc-pass-not-strict");
    assert_eq!(played(&log), Err(Refusal::NotYourTurn));
    assert!(played(&with_option(&log, "strict-chaosmagician-sh")).is_ok());
    let mut again = log.clone();
    again.insert(again.len() - 1, "chaosmagicians: pass BON3".to_owned());
    let at = played(&again[..again.len() - 1]);
    assert!(at.is_ok() || at == Err(Refusal::NoCard), "{at:?}");
}

/// 8.5
#[test]
fn steps_on_one_track_take_what_was_left_over_with_them() {
    let mut log = lines("auren-step-left-over");
    assert_eq!(played(&log), Err(Refusal::SameTrack));
    *log.last_mut().unwrap() = "auren: +3AIR".to_owned();
    assert!(played(&log).is_ok());
}

/// 2.4
#[test]
fn priests_come_by_themselves_once_every_terrain_is_unlocked() {
    let mut log = lines("riverwalkers-all-unlocked-priest");
    let at = played(&log).unwrap();
    log.insert(log.len() - 1, "riverwalkers: unlock-terrain gain-priest".to_owned());
    assert_eq!(played(&log).unwrap().players, at.players, "other programs ask; the answer is read");
}
