//! Verdicts about boards: the same on any number of threads, and a bent board is told from an even one.

use hexwright_catan::generate::preset;
use hexwright_core::Key as _;
use hexwright_league::Rules;
use hexwright_league::catan::Study;
use hexwright_league::draft::Draft;
use hexwright_league::verdict::{Ask, BoardVerdict, ForcedPick, Meeting, VerdictReport, judge};
use hexwright_play::Shard;
use std::path::Path;

fn study(map: &str, seats: usize, games: u64, redraw: bool) -> Study {
    let map = (map.to_owned(), preset(map).unwrap());
    Study::new(map, String::new(), seats, Rules::default(), redraw, games, 3)
}

fn verdict(map: &str, seats: usize, games: u64, redraw: bool, threads: usize) -> VerdictReport {
    let study = study(map, seats, games, redraw);
    judge(&study, &Ask { games, threads: Some(threads), ..Ask::default() }, &|_, _| ()).unwrap()
}

/// One of several shards that meet in a folder.
fn shard(study: &Study, games: u64, shard: &str, folder: &Path) -> Result<VerdictReport, String> {
    let meeting = Meeting { shard: shard.parse::<Shard>().unwrap(), folder: folder.to_owned() };
    let ask = Ask { games, strong_games: 6, threads: Some(1), meeting: Some(meeting), ..Ask::default() };
    judge(study, &ask, &|_, _| ()).map_err(|fault| fault.to_string())
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
fn shards_that_meet_give_the_verdict_of_one() {
    let games = 100;
    for redraw in [false, true] {
        let study = study("duel", 2, games, redraw);
        let folder = std::env::temp_dir().join(format!("hexwright-shards-{}-{redraw}", std::process::id()));
        let ask = Ask { games, strong_games: 6, threads: Some(1), ..Ask::default() };
        let whole = judge(&study, &ask, &|_, _| ()).unwrap();
        let parts = std::thread::scope(|scope| {
            let one = |name| {
                (
                    name,
                    scope.spawn({
                        let (study, folder) = (&study, &folder);
                        move || shard(study, games, name, folder)
                    }),
                )
            };
            let started = ["0/3", "1/3", "2/3"].map(one);
            started.map(|(_, shard)| shard.join().unwrap())
        });
        assert!(parts.iter().all(|part| part.as_ref() == Ok(&whole)), "each prints the whole report");
        // a shard that starts again goes on from what is there, and has nothing left to play
        assert_eq!(shard(&study, games, "1/3", &folder), Ok(whole));
        // the folder belongs to this verdict
        let other = shard(&study, games + 1, "1/3", &folder).unwrap_err();
        assert!(other.contains("belongs to another verdict"), "{other}");
        // a choice is lost
        let (first, text) = (0..)
            .map(|batch| folder.join(format!("{batch:06}-0-of-3.json")))
            .map(|file| (file.clone(), std::fs::read_to_string(file).unwrap()))
            .find(|(_, text)| !text.contains("\"choices\":[]"))
            .unwrap();
        let start = text.find("[[").unwrap() + 2;
        let end = start + text[start..].find(',').unwrap();
        assert!(text[start..end].parse::<u16>().is_ok(), "{}", &text[start..end]);
        std::fs::write(&first, [&text[..start], &text[end + 1..]].concat()).unwrap();
        let unfit = shard(&study, games, "1/3", &folder).unwrap_err();
        assert!(unfit.contains("does not fit"), "{unfit}");
        std::fs::write(&first, "{}").unwrap();
        let broken = shard(&study, games, "1/3", &folder).unwrap_err();
        assert!(broken.contains("expected a part of a verdict"), "{broken}");
        std::fs::remove_dir_all(&folder).unwrap();
    }
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
