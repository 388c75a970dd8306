//! The tuner: what it finds follows from the seed, it learns, and a better player is recognised.

use hexwright_catan::game::Network;
use hexwright_catan::generate::preset;
use hexwright_league::tune::{Tuning, compare, tune};
use std::sync::Arc;

#[test]
fn the_same_seed_gives_the_same_network_on_any_number_of_threads() {
    let setup = preset("base").unwrap();
    let how = Tuning { rounds: 2, games: 6, depth: 3, school: false, rate: 0.003, seed: 4 };
    let on = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let mut positions = 0;
        let found = pool.install(|| {
            tune(&setup, &how, &Network::shipped(), |_, lesson, _| positions += lesson.positions)
        });
        assert!(positions > 2 * 6 * 8, "every game has more than its setup");
        found
    };
    let one = on(1);
    assert_eq!(one, on(2));
    assert_ne!(one, *Network::shipped());
}

#[test]
fn a_blank_network_learns_to_win() {
    let setup = preset("base").unwrap();
    let blank = Network::blank(16);
    let how = Tuning { rounds: 4, games: 12, depth: 3, school: true, rate: 0.01, seed: 1 };
    let taught = Arc::new(tune(&setup, &how, &blank, |_, _, _| {}));
    let found = compare(&setup, ("greedy", &taught), ("greedy", &Arc::new(blank)), 24, 1);
    assert!(found.wins > 12, "one of four would win 6: {found:?}");
}

#[test]
fn a_match_tells_the_shipped_network_from_a_blank_one() {
    let setup = preset("base").unwrap();
    let blank = Arc::new(Network::blank(16));
    let found = compare(&setup, ("greedy", &Network::shipped()), ("greedy", &blank), 24, 1);
    assert_eq!(found.games, 24);
    assert!(found.wins > 19, "{found:?}");
}
