//! Offers between bots: they are made, they help, and nobody is talked into a bad one.

use hexwright_catan::game::{Action, Catan};
use hexwright_catan::generate::preset;
use hexwright_core::{Actor, Game as _, Seat};
use hexwright_league::{Rules, bot_by_name, catan};
use hexwright_play::Players;
use hexwright_play::run::{Limits, play_game};
use hexwright_play::simulate::finish;

fn game(seed: u64) -> Catan {
    catan::game(&preset("base").unwrap(), 4, &Rules::default(), seed).unwrap()
}

fn players(game: &Catan, name: impl Fn(usize) -> &'static str) -> Players<Catan> {
    Players::new(game, |seat| bot_by_name(game, name(seat.index()), seat, 1).unwrap())
}

#[test]
fn offers_are_made_and_closed_and_the_game_ends() {
    let game = game(1);
    let played = play_game(&game, &mut players(&game, |_| "trade:greedy"), 1, 0, &Limits::default());
    assert!(played.outcome.is_some());
    let count = |wanted: fn(&Action) -> bool| played.steps.iter().filter(|(_, a)| wanted(a)).count();
    let offers = count(|a| matches!(a, Action::Offer { .. }));
    let closed = count(|a| matches!(a, Action::Confirm { .. }));
    assert!(offers > 10 && closed > 3, "{offers} offers, {closed} closed");
    let record = played.record(&game);
    assert_eq!(hexwright_play::record::replay(&game, &record).unwrap(), played.position);
}

#[test]
fn nobody_gives_a_card_for_nothing_good() {
    // two for one of what the other has plenty of: a bot that says yes to all would take it
    let game = game(2);
    let mut yes = 0;
    for number in 0..6 {
        let played = play_game(&game, &mut players(&game, |_| "greedy"), 3, number, &Limits::default());
        let mut position = game.start();
        for (actor, action) in &played.steps {
            if let (Actor::Seat(seat), Action::EndTurn) = (actor, action) {
                let greedy_offers = game.offers(&position, *seat).into_iter().filter(|offer| {
                    matches!(offer, Action::Offer { give, want, .. }
                        if give.hand().total() == 1 && want.hand().total() == 2)
                });
                for offer in greedy_offers {
                    let mut asked = position.clone();
                    game.play(&mut asked, *actor, &offer).unwrap();
                    let mut run = hexwright_play::run::Run::resume(&game, asked, 5, number);
                    let other = Seat((seat.0 + 1) % 4);
                    let mut bot = bot_by_name(&game, "greedy", other, 1).unwrap();
                    yes += u32::from(matches!(run.ask_seat(other, true, &mut *bot), Some(Action::Accept(_))));
                }
            }
            game.play_unchecked(&mut position, *actor, action);
        }
    }
    // two cards for one are seldom good; before, every single one was accepted
    assert!(yes < 200, "{yes}");
}

#[test]
fn trading_helps_who_offers() {
    let mut wins = 0;
    let games = 48;
    for number in 0..games {
        let game = game(number / 4);
        let seat = (number % 4) as usize;
        let mut players = players(&game, |s| if s == seat { "trade:greedy" } else { "greedy" });
        let end = finish(&game, &mut players, 8, number, &Limits::default());
        wins += u32::from(end.winners.contains(Seat(seat as u8)));
    }
    // a fair share is 12; far below it the offers would be bad
    assert!(wins >= 9, "{wins} of {games}");
}
