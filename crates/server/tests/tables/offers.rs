//! Bots at tables make offers, and do not ask for the same again and again.

use hexwright_core::{Fast, Random as _, Turn};
use serde_json::json;

/// The offers of a game of four bots of this name, by seat, and the confirmations that closed some of them. What a table
/// remembers of a seat is told to its bot.
fn offers_of(bot: &str) -> Vec<Vec<String>> {
    let new = json!({ "kind": "catan", "map": "base", "seed": "3", "options": { "victory-points": "7" } });
    let (_, _, mut game) = hexwright_server::games::create(&serde_json::from_value(new).unwrap(), 4).unwrap();
    let mut random = Fast::new(7, 0);
    let (mut own, mut offers) = (vec![Vec::new(); 4], vec![Vec::new(); 4]);
    let mut number = 0;
    while game.outcome().is_none() {
        number += 1;
        match game.turn() {
            Turn::Over => break,
            Turn::Chance => {
                let seed = random.below(1 << 40);
                let choose = |_: &str, weights: &[u64]| Fast::new(seed, 0).weighted(weights.iter().copied());
                game.draw(&choose).unwrap();
            }
            Turn::Seats(_) => {
                let mut seats = game.waited_for().to_vec();
                seats.sort_by_key(|&seat| game.patient(seat));
                let seat = seats[0];
                let action = game.decide(bot, seat, number, &own[seat.index()]).unwrap();
                own[seat.index()].push(game.act(seat, &action).unwrap().line);
                if action.starts_with("offer ") || action.starts_with("confirm ") {
                    offers[seat.index()].push(action);
                }
            }
        }
    }
    offers
}

#[test]
fn levels_make_offers_and_names_of_before_play_as_before() {
    let offers = offers_of("keen");
    assert!(offers.iter().flatten().filter(|action| action.starts_with("offer ")).count() > 8, "{offers:?}");
    for seat in &offers {
        // what was taken may be offered again
        assert!(seat.windows(2).all(|two| two[0] != two[1]), "{seat:?}");
    }
    assert!(offers_of("greedy").iter().all(Vec::is_empty));
}
