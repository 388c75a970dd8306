//! Verdicts of battlelands.

use hexwright_core::Key;
use hexwright_league::lands::{Contestant, Favour, LandVerdict, Panel, Question, judge_lands, judge_part};
use hexwright_titan::{Battleland, Entrance, HexId, Hexside, Terrain};

fn judged(land: &Battleland) -> LandVerdict {
    let question = Question { battles: 96, seed: 1, margin: 0.05 };
    judge_lands(std::slice::from_ref(land), &Panel::standard(), question, None, &|_| true).unwrap()
}

/// Water wherever these entrances lead: who does not fly is lost outside.
fn flooded(entrances: impl Fn(Entrance) -> bool) -> Battleland {
    let mut land = Battleland::default();
    for &entrance in Entrance::ALL.iter().filter(|&&entrance| entrances(entrance)) {
        for &hex in entrance.hexes() {
            land.set_ground(hex, Terrain::Lake, 0);
        }
    }
    land
}

/// Hard for whoever attacks.
fn guarded() -> Battleland {
    flooded(Entrance::is_attacker)
}

/// Hard for whoever defends.
fn besieged() -> Battleland {
    flooded(|entrance| !entrance.is_attacker())
}

#[test]
fn a_land_made_one_sided_is_told_apart_from_open_plains() {
    let (guarded, besieged, plains) =
        (judged(&guarded()), judged(&besieged()), judged(&Battleland::default()));
    assert_eq!(guarded.favour, Favour::Defender);
    assert_eq!(besieged.favour, Favour::Attacker);
    for who in 0..2 {
        let [low, middle, high] = [&guarded, &plains, &besieged].map(|verdict| verdict.players[who].attacker);
        // intervals apart: not for want of battles
        assert!(low.high < middle.low && middle.high < high.low, "{low:?} {middle:?} {high:?}");
        // the verdict of a one-sided land shows the plains beside it, with the same dice
        assert_eq!(guarded.players[who].counts.plains, plains.players[who].counts.all);
    }
}

#[test]
fn parts_of_a_verdict_add_up_to_it() {
    let land = guarded();
    let whole = judged(&land);
    let part = |numbers| judge_part(&land, Contestant::Quick, 1, numbers, &|| true).unwrap();
    let mut sum = part(0..40).with(part(40..96));
    let counts = &whole.players[0].counts;
    (sum.plains, sum.natives) = (counts.plains, counts.natives.clone());
    assert_eq!(sum, *counts);
    assert_eq!(sum.all.battles(), 96);
    assert_eq!(sum.entrances.iter().map(|(_, ends)| ends.battles()).sum::<u64>(), 96);
}

#[test]
fn absurd_lands_are_judged_too() {
    let mut water = Battleland::default();
    let mut cliffs = Battleland::default();
    for hex in HexId::all() {
        water.set_ground(hex, Terrain::Lake, 3);
        for side in (0..6).filter(|&side| hex.neighbour(side).is_some()) {
            cliffs.set_side(hex, side, Some(Hexside::Cliff));
        }
    }
    for land in [water, cliffs] {
        let verdict = judged(&land);
        for player in &verdict.players {
            assert_eq!(player.counts.all.battles(), if player.player == Contestant::Quick { 96 } else { 24 });
            assert!(
                player.attacker.low <= player.attacker.share && player.attacker.share <= player.attacker.high
            );
        }
    }
}

#[test]
fn a_verdict_that_is_stopped_says_what_it_has() {
    use std::sync::atomic::{AtomicU64, Ordering};
    let question = Question { battles: 96, seed: 1, margin: 0.05 };
    let judged_until = |last: u64| {
        let told = AtomicU64::new(0);
        let go_on = |n| told.fetch_add(n, Ordering::SeqCst) < last;
        judge_lands(&[guarded()], &Panel::standard(), question, Some(1), &go_on).unwrap()
    };
    let some = judged_until(40);
    assert_eq!(some.players.len(), 1, "keen has not begun");
    assert_eq!(some.players[0].counts.all.battles(), 40);
    let none = judged_until(0);
    assert_eq!((none.players.len(), none.favour), (0, Favour::Unclear));
}

#[test]
fn a_score_beyond_the_limit_is_told_the_limit() {
    use hexwright_league::{NewGame, Playable as _};
    for score in ["99999", "-1", "many", ""] {
        let options = vec![("attacker-score".to_owned(), score.to_owned())];
        let refused = hexwright_titan::battle::Battle::create(&NewGame { options, ..NewGame::default() });
        assert!(refused.unwrap_err().to_string().contains("a score from 0 to 9999"), "{score:?}");
    }
}
