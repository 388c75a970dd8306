//! Verdicts about boards: the same on any number of threads, and a bent board is told from an even one.

use hexwright_catan::generate::preset;
use hexwright_core::Key as _;
use hexwright_league::Rules;
use hexwright_league::catan::Study;
use hexwright_league::draft::Draft;
use hexwright_league::verdict::{Ask, BoardVerdict, ForcedPick, VerdictReport, judge};

fn verdict(map: &str, seats: usize, games: u64, redraw: bool, threads: usize) -> VerdictReport {
    let setup = preset(map).unwrap();
    let map = (map.to_owned(), setup);
    let study = Study::new(map, String::new(), seats, Rules::default(), redraw, games, 3);
    judge(&study, &Ask { games, threads: Some(threads), ..Ask::default() }, &|_, _| ()).unwrap()
}

fn is_sound(report: &VerdictReport) {
    assert_eq!(report.players.len(), 2);
    for player in &report.players {
        let sum: f64 = player.shares.iter().map(|s| s.share).sum();
        assert!((sum - 1.0).abs() < 1e-6, "{sum}");
        assert!(player.shares.iter().all(|s| s.low <= s.share && s.share <= s.high));
    }
    let openings = &report.openings;
    assert!(openings.epsilon.is_some_and(|e| (0.0..=1.0).contains(&e)), "{:?}", openings.epsilon);
    assert!(openings.arms.iter().all(|a| a.least <= a.gain && a.gain <= a.most), "{:?}", openings.arms);
    assert_eq!(openings.games, report.players.iter().map(|player| player.games).sum::<u64>());
    // so few games prove nothing about openings
    assert_ne!(report.verdict, BoardVerdict::Even);
}

#[test]
fn a_verdict_is_the_same_on_one_thread_and_on_two() {
    let one = verdict("duel", 2, 160, false, 1);
    assert_eq!(one, verdict("duel", 2, 160, false, 2));
    is_sound(&one);
    // two settlements each
    assert_eq!(one.openings.draft.len(), 4);
    assert!(one.openings.draft.iter().all(|pick| !pick.taken.is_empty() && !pick.values.is_empty()));
    assert!(one.openings.arms.iter().all(|arm| matches!(arm.force, ForcedPick::Corner(_))));
}

#[test]
fn boards_that_change_are_judged_together() {
    let one = verdict("duel", 2, 120, true, 1);
    assert_eq!(one, verdict("duel", 2, 120, true, 2));
    is_sound(&one);
    assert!(one.redrawn && one.openings.draft.is_empty());
    assert!(one.openings.arms.iter().all(|arm| matches!(arm.force, ForcedPick::Rank(_))));
}

#[test]
fn the_setup_is_a_draft_in_the_order_of_the_rules() {
    let setup = preset("base").unwrap();
    let game = hexwright_league::catan::game(&setup, 4, &Rules::default(), 1).unwrap();
    let draft = Draft::of(&game);
    let order: Vec<u8> = draft.order.iter().map(|(seat, city)| seat.0 + 10 * u8::from(*city)).collect();
    assert_eq!(order, [0, 1, 2, 3, 3, 2, 1, 0]);
    assert_eq!(draft.open.len(), 54);
    assert!(draft.open.windows(2).all(|w| draft.corners.pips(w[0]) >= draft.corners.pips(w[1])));
    assert!(draft.open.iter().all(|&c| (2..=3).contains(&draft.corners.near(c).len())));
    assert_eq!(hexwright_catan::Resource::ALL.iter().map(|r| r.index()).max(), Some(4));
}
