//! Steps in words: whoever reads what could be done must be able to tell one action from another.

use hexwright_catan::generate::preset;
use hexwright_core::{Game as _, Seat, Step, Turn};
use hexwright_league::{Rules, catan, in_words};
use hexwright_play::run::Run;
use hexwright_play::{Players, bot::RandomBot};
use std::collections::BTreeMap;

#[test]
fn no_two_actions_of_a_choice_read_the_same() {
    let names: Vec<String> = ["Ada", "Ben", "Cai"].map(str::to_owned).to_vec();
    let mut compared = 0;
    for map in ["base", "duel"] {
        let game = catan::game(&preset(map).unwrap(), 3, &Rules::default(), 4).unwrap();
        let mut players = Players((0..3).map(|_| Box::new(RandomBot) as _).collect());
        let mut run = Run::new(&game, 4, 0);
        for _ in 0..400 {
            let position = run.position();
            if let Turn::Seats(seats) = game.turn(position) {
                let seat: Seat = seats.iter().next().unwrap();
                let mut legal = Vec::new();
                game.legal(position, seat, &mut legal);
                let mut said: BTreeMap<String, String> = BTreeMap::new();
                for action in legal {
                    let text = game.action_text(position, &action);
                    let words = in_words(&game, position, &Step::seat(seat, action), &names);
                    assert!(!words.is_empty(), "{text}");
                    compared += 1;
                    let other = said.insert(words.clone(), text.clone());
                    assert_eq!(other, None, "{text} reads the same: {words}");
                }
            }
            if run.step(&mut players).is_none() {
                break;
            }
        }
    }
    assert!(compared > 1_000, "{compared}");
}

#[test]
fn a_place_is_told_with_its_hexes() {
    let game = catan::game(&preset("base").unwrap(), 4, &Rules::default(), 1).unwrap();
    let start = game.start();
    let mut legal = Vec::new();
    game.legal(&start, Seat(0), &mut legal);
    let words = in_words(&game, &start, &Step::seat(Seat(0), legal[0]), &["Ada".to_owned()]);
    let (deed, place) = words.split_once(": corner ").unwrap();
    assert_eq!(deed, "Ada places a settlement");
    let (id, hexes) = place.split_once(' ').unwrap();
    assert!(id.parse::<u16>().is_ok(), "{place}");
    assert!(
        hexes.starts_with('(') && hexes.ends_with(')') && hexes.contains(|c: char| c.is_ascii_digit()),
        "{hexes}"
    );
}
