//! The end screen's figures against the game itself: points add up, dice are counted, luck is fair on average.

use hexwright_catan::game::{Action, Catan};
use hexwright_catan::generate::preset;
use hexwright_core::Game as _;
use hexwright_league::story::story;
use hexwright_league::{Rules, bot_by_name, catan};
use hexwright_play::Players;
use hexwright_play::run::{Limits, Played, play_game};

fn played(game: &Catan, number: u64) -> Played<Catan> {
    let mut players = Players::new(game, |seat| bot_by_name(game, "greedy", seat, 1).unwrap());
    play_game(game, &mut players, 5, number, &Limits::default())
}

#[test]
fn points_by_source_are_the_points_and_every_roll_is_counted() {
    let game = catan::game(&preset("base").unwrap(), 4, &Rules::default(), 1).unwrap();
    for number in 0..5 {
        let played = played(&game, number);
        let story = story(&game, &played.record(&game)).unwrap();
        let scores = game.outcome(&played.position).unwrap().scores;
        for (seat, &score) in scores.iter().enumerate() {
            let sum: i64 = story.sources.iter().map(|source| source.points[seat]).sum();
            assert_eq!(sum, i64::from(score), "game {number}, seat {seat}: {:?}", story.sources);
        }
        assert!(story.sources.iter().all(|source| source.about != "other-points"), "{:?}", story.sources);
        let rolls = played.steps.iter().filter(|step| matches!(step.action, Action::Dice(..))).count();
        assert_eq!(story.dice.iter().sum::<u32>() as usize, rolls);
        assert_eq!(story.luck.len(), rolls);
        let last = story.points.last().unwrap();
        assert_eq!((last.entry, last.values.len()), (played.steps.len(), 4));
        assert!(last.values.iter().zip(&scores).all(|(a, &b)| (a - f64::from(b)).abs() < 1e-9));
        assert!(story.points.windows(2).all(|pair| pair[0].entry <= pair[1].entry));
    }
}

#[test]
fn over_many_games_luck_evens_out() {
    let game = catan::game(&preset("base").unwrap(), 4, &Rules::default(), 1).unwrap();
    let (mut received, mut expected) = (0.0, 0.0);
    for number in 0..40 {
        let story = story(&game, &played(&game, number).record(&game)).unwrap();
        for production in &story.production {
            received += f64::from(production.received.values().sum::<u32>());
            expected += production.expected;
        }
    }
    // the bank runs out now and then, so a little less is received
    assert!((0.93..1.04).contains(&(received / expected)), "{received} of {expected}");
}
