//! Counting to prove: the number of sequences of actions and outcomes to depth n from named
//! positions. A change of a number is a change of the rules and needs a reason.

use hexwright_catan::game::{BaseEngine, BasePosition, Options, RandomStreams};
use hexwright_catan::generate::preset;
use hexwright_core::{Actor, Game, Turn};

fn perft(engine: &BaseEngine, position: &BasePosition, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut count = 0;
    let mut below = |actor, action| {
        let mut next = *position;
        engine.play_unchecked(&mut next, actor, &action);
        count += perft(engine, &next, depth - 1);
    };
    match engine.turn(position) {
        Turn::Over => {}
        Turn::Chance => {
            let mut outcomes = Vec::new();
            engine.outcomes(position, &mut outcomes);
            outcomes.into_iter().for_each(|o| below(Actor::Chance, o.action));
        }
        Turn::Seats(seats) => {
            for seat in seats.iter() {
                let mut legal = Vec::new();
                engine.legal(position, seat, &mut legal);
                legal.into_iter().for_each(|action| below(Actor::Seat(seat), action));
            }
        }
    }
    count
}

/// A position that random play from `seed` reaches after `actions` actions.
fn reached(engine: &BaseEngine, seed: u64, actions: u64) -> BasePosition {
    let mut position = engine.start();
    engine.play_randomly(&mut position, &mut RandomStreams::new(seed, 0), actions);
    position
}

#[test]
fn counts_are_stable() {
    let file = include_str!("perft.txt");
    let mut found = String::new();
    for line in file.lines() {
        if line.starts_with('#') || line.is_empty() {
            found += &format!("{line}\n");
            continue;
        }
        let words: Vec<&str> = line.split_whitespace().collect();
        let [map, board, seats, options, seed, actions, depth, ..] = words[..] else { panic!("{line}") };
        let setup = preset(map).unwrap();
        let options = Options::from_text(&options.replace(',', " ")).unwrap();
        let board = setup.draw(board.parse().unwrap());
        let engine = BaseEngine::new(&setup, &board, options, seats.parse().unwrap()).unwrap();
        let position = reached(&engine, seed.parse().unwrap(), actions.parse().unwrap());
        let depth: u32 = depth.parse().unwrap();
        let counts: Vec<String> = (1..=depth).map(|d| perft(&engine, &position, d).to_string()).collect();
        found += &format!("{} {}\n", words[..7].join(" "), counts.join(" "));
    }
    assert_eq!(found, file, "found:\n{found}");
}
