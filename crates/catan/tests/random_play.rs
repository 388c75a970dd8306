//! Random games on many boards: invariants at every step, fast paths against slow truths.

use hexwright_catan::game::{Catan, Options};
use hexwright_catan::generate::{PRESETS, preset};
use hexwright_core::{Actor, Fast, Game, Random, Recorded, Turn};

/// Plays a random game with everything checked at each step; gives steps of seats and turns.
fn play(game: &Catan, seed: u64) -> (u64, u32) {
    let mut random = Fast::new(seed, 1);
    let mut position = game.start();
    let mut actions = 0;
    let (mut legal, mut outcomes) = (Vec::new(), Vec::new());
    loop {
        game.check_invariants(&position).unwrap_or_else(|e| panic!("seed {seed}, action {actions}: {e}"));
        let (actor, action) = match game.turn(&position) {
            Turn::Over => break,
            Turn::Chance => {
                outcomes.clear();
                game.outcomes(&position, &mut outcomes);
                let n = random.weighted(outcomes.iter().map(|o| u64::from(o.weight))).unwrap();
                (Actor::Chance, outcomes[n].action)
            }
            Turn::Seats(seats) => {
                let seat = seats.iter().next().unwrap();
                legal.clear();
                game.legal(&position, seat, &mut legal);
                actions += 1;
                (Actor::Seat(seat), legal[random.index(legal.len())])
            }
        };
        game.play(&mut position, actor, &action).unwrap();
        assert!(actions < 60_000, "seed {seed}: no end in sight");
    }
    (actions, game.turns(&position))
}

#[test]
fn games_end_and_keep_their_invariants_on_every_board_and_with_every_number_of_seats() {
    for (number, (name, ..)) in PRESETS.iter().enumerate() {
        let setup = preset(name).unwrap();
        for seats in 2..=6 {
            // eleven hexes cannot feed six seats: such a game ends by its limit
            let options = Options::from_text("turn-limit=1500").unwrap();
            let game = Catan::new(&setup, &setup.draw(number as u64), options, seats).unwrap();
            let (actions, turns) = play(&game, seats as u64);
            println!("{name} {seats}: {actions} actions {turns} turns");
            let again = Catan::from_setup(&game.setup_text()).unwrap();
            assert_eq!(again.fingerprint(&again.start()), game.fingerprint(&game.start()));
            assert_eq!((again.board(), again.setup()), (game.board(), game.setup()));
        }
    }
}

#[test]
fn games_on_the_base_board_have_their_usual_length() {
    let setup = preset("base").unwrap();
    let game = Catan::new(&setup, &setup.draw(1), Options::default(), 4).unwrap();
    let (mut actions, mut turns) = (0, 0);
    let games = 30;
    for seed in 0..games {
        let (a, t) = play(&game, seed);
        actions += a;
        turns += t;
    }
    // 60,000 games have 1,060 actions and 327 turns on average (docs/rules/catan.md)
    let (actions, turns) = (actions / games, u64::from(turns) / games);
    assert!((700..1_500).contains(&actions) && (200..480).contains(&turns), "{actions} {turns}");
}
