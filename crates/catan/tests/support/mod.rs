//! What several tests share: data, maps by name, random walks.
#![allow(dead_code)] // each test crate uses its part

use hexwright_catan::Setup;
use hexwright_catan::game::{Action, Catan};
use hexwright_catan::text::dot_catan::{Leniency, read};
use hexwright_core::{Actor, Fast, Game, Random, Turn};

/// A file of `tests/data`.
pub(crate) fn data(path: &str) -> Vec<u8> {
    let full = format!("{}/tests/data/{path}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read(&full).unwrap_or_else(|error| panic!("{full}: {error}"))
}

/// A valid map of the test data of `catan-map`.
pub(crate) fn map(name: &str) -> Setup {
    let text = data(&format!("../../../catan-map/tests/data/valid/{name}.catan"));
    let read = read("map.catan", &text, Leniency::Lenient);
    read.value.unwrap_or_else(|| panic!("{name} does not load"))
}

/// The next step of a random game; `None` when it is over.
pub(crate) fn random_step<G: Game<Action = Action>>(
    game: &G,
    position: &G::Position,
    random: &mut Fast,
) -> Option<(Actor, Action)> {
    match game.turn(position) {
        Turn::Over => None,
        Turn::Chance => {
            let mut outcomes = Vec::new();
            game.outcomes(position, &mut outcomes);
            let n = random.weighted(outcomes.iter().map(|o| u64::from(o.weight))).expect("an outcome");
            Some((Actor::Chance, outcomes[n].action))
        }
        Turn::Seats(seats) => {
            let seat = seats.iter().nth(random.index(seats.len())).expect("a seat");
            let mut legal = Vec::new();
            game.legal(position, seat, &mut legal);
            assert!(!legal.is_empty(), "seat {seat} is waited for and can do nothing");
            Some((Actor::Seat(seat), legal[random.index(legal.len())]))
        }
    }
}

/// Plays a random game, calling `look` at every position with the step about to be played.
pub(crate) fn random_game(
    game: &Catan,
    seed: u64,
    mut look: impl FnMut(&<Catan as Game>::Position, Option<(Actor, Action)>),
) -> <Catan as Game>::Position {
    let mut random = Fast::new(seed, 0);
    let mut position = game.start();
    loop {
        let step = random_step(game, &position, &mut random);
        look(&position, step);
        let Some((actor, action)) = step else { return position };
        game.play(&mut position, actor, &action).expect("listed actions are accepted");
    }
}
