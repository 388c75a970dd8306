//! Battles by the laws of games: random lands, random legions, every position checked.

#![allow(clippy::print_stderr)] // what was counted is part of the result

use hexwright_core::text::{Format as _, Leniency, WriteFormat as _};
use hexwright_core::{Fast, Game as _, Recorded as _};
use hexwright_play::suite::{Suite, SuiteReport};
use hexwright_titan::battle::playout::random_setup;
use hexwright_titan::battle::{Action, Battle, BattleFormat};

fn battle(number: u64) -> Battle {
    Battle::new(random_setup(&mut Fast::new(21, number))).unwrap()
}

fn suite(seed: u64) -> Suite<Battle> {
    let suite = Suite::new(1, seed).steps(4_000);
    suite.unlisted(|_, action| *action == Action::Concede).open(|_, action| matches!(action, Action::Hits(_)))
}

/// Battles checked at every n-th position.
fn check(numbers: std::ops::Range<u64>, every: u64) -> SuiteReport {
    let mut report = SuiteReport::default();
    for number in numbers {
        let battle = battle(number);
        suite(number)
            .thorough_every(every)
            .check_game(&battle, 0, &mut report)
            .unwrap_or_else(|failure| panic!("battle {number}\n{}\n{failure}", battle.setup_text()));
    }
    report
}

#[test]
fn legal_actions_are_exactly_those_accepted() {
    let report = check(0..30, 1);
    assert_eq!(report.games, 30);
    assert!(report.accepted > 10_000 && report.refused > 10_000, "{report:?}");
}

/// The long run: `cargo xtask soak random_battles`.
#[test]
#[ignore = "takes a minute"]
fn ten_thousand_battles_list_exactly_what_they_accept() {
    let report = check(1_000..11_000, 1);
    eprintln!("10,000 battles, everything tried at every position: {report:?}");
    assert_eq!(report.games, 10_000);
}

#[test]
fn what_people_are_shown_is_whole() {
    let mut choices = 0;
    for number in 100..106 {
        let shown = suite(number).thorough_every(4).check_present(&battle(number));
        choices += shown.unwrap_or_else(|failure| panic!("battle {number}: {failure}")).choices;
    }
    assert!(choices > 300, "{choices}");
}

#[test]
fn battles_survive_their_text() {
    for number in 0..200 {
        let setup = random_setup(&mut Fast::new(3, number));
        let text = BattleFormat::write(&setup);
        let parsed = BattleFormat::read("test.battle", text.as_bytes(), Leniency::Lenient);
        let again = parsed.value.unwrap_or_else(|| panic!("{text}\n{:?}", parsed.diagnostics));
        assert_eq!(BattleFormat::write(&again), text);
        assert_eq!(Battle::new(again).unwrap().start(), Battle::new(setup).unwrap().start());
    }
}

#[test]
fn a_text_with_mistakes_names_each_of_them() {
    let text = "BATTLE\nENTRANCE Top\nATACKER Lion\nATTACKER Lion Oger\nDEFENDER 8*Lion\nDEFENDER-SCORE x\nLAND\n9 9 Sand 0\n";
    let parsed = BattleFormat::read("test.battle", text.as_bytes(), Leniency::Lenient);
    let ids: Vec<&str> = parsed.diagnostics.iter().map(|finding| finding.id).collect();
    assert_eq!(
        ids,
        [
            "battle-value",
            "battle-line",
            "battle-rule",
            "battle-value",
            "battle-rule",
            "battle-value",
            "no-such-hex"
        ],
        "{:?}",
        parsed.diagnostics
    );
    assert!(parsed.value.is_none());
}
