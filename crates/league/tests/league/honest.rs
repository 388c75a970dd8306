//! Bots choose by what their seat may know: with the hidden cards dealt anew they choose the same.

use hexwright_catan::game::{Catan, CatanPosition};
use hexwright_catan::generate::preset;
use hexwright_core::{Fast, Game as _, Seat, Turn, Viewer};
use hexwright_league::{Rules, bot_by_name, catan};
use hexwright_play::Players;
use hexwright_play::ask::Ask;
use hexwright_play::run::{Limits, play_game};

/// A position, the same with its hidden cards dealt anew, and who is to act.
type Redealt = (CatanPosition, CatanPosition, Seat);

/// Positions of games with offers in which a seat is to act, one in `every`, each with hidden cards dealt anew.
fn positions(games: u64, every: usize) -> Vec<(Catan, Vec<Redealt>)> {
    let game = |number| catan::game(&preset("base").unwrap(), 4, &Rules::default(), number).unwrap();
    let of = |number: u64| {
        let game = game(number);
        let mut players = Players::new(&game, |seat| bot_by_name(&game, "trade:greedy", seat, 1).unwrap());
        let played = play_game(&game, &mut players, 21, number, &Limits::default());
        let (mut position, mut random, mut found) = (game.start(), Fast::new(9, number), Vec::new());
        for (place, step) in played.steps.iter().enumerate() {
            if let Turn::Seats(set) = game.turn(&position)
                && place % every == 0
            {
                let seat = set.iter().next().unwrap();
                let other = game.redealt(&position, Viewer::Seat(seat), &mut random);
                if other != position {
                    found.push((position.clone(), other, seat));
                }
            }
            game.play_unchecked(&mut position, step.actor, &step.action);
        }
        (game, found)
    };
    (0..games).map(of).collect()
}

/// How many choices were compared, and how many changed with the hidden cards.
fn choices(bot: &str, games: u64, every: usize) -> (usize, usize) {
    let (mut all, mut changed) = (0, 0);
    for (game, found) in positions(games, every) {
        for (number, (here, there, seat)) in (0..).zip(&found) {
            let choose = |position: &CatanPosition| {
                let mut mind = bot_by_name(&game, bot, *seat, 1).unwrap();
                Ask::new(&game, position, *seat).bot(&mut *mind, &mut Fast::new(3, number))
            };
            all += 1;
            changed += usize::from(choose(here) != choose(there));
        }
    }
    (all, changed)
}

#[test]
fn no_choice_depends_on_cards_a_seat_cannot_see() {
    for (bot, games, every) in [
        ("calm", 4, 3),
        ("keen", 4, 3),
        ("trade:keen", 2, 5),
        ("greedy", 4, 3),
        ("search", 2, 11),
        ("fierce", 1, 11),
    ] {
        let (all, changed) = choices(bot, games, every);
        assert!(all >= 15 && changed == 0, "{bot}: {changed} of {all} choices changed");
    }
}

#[test]
#[ignore = "takes minutes: tens of thousands of choices"]
fn no_choice_of_tens_of_thousands_depends_on_cards_a_seat_cannot_see() {
    for (bot, games) in [
        ("calm", 100),
        ("keen", 100),
        ("trade:keen", 40),
        ("greedy", 100),
        ("eager", 100),
        ("brisk", 100),
        ("search", 30),
        ("fierce", 20),
    ] {
        let (all, changed) = choices(bot, games, 2);
        eprintln!("{bot}: {changed} of {all} choices changed");
        assert_eq!(changed, 0, "{bot}");
    }
}
