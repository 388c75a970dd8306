//! The advice of every game is a chance to win, and it is not the same for every action.

use hexwright_core::{Fast, Seat, Turn};
use hexwright_league::{GAMES, NewGame, Playable, with_game};
use hexwright_play::Players;
use hexwright_play::ask::Ask;
use hexwright_play::bot::{Budget, RandomBot};
use hexwright_play::run::Run;

/// Decisions that are looked at.
const DECISIONS: usize = 4;

fn check<G: Playable>() {
    let game = G::create(&NewGame { seed: 3, ..NewGame::default() }).unwrap();
    let mut players = Players::new(&game, |_| Box::new(RandomBot));
    let mut run = Run::new(&game, 7, 0);
    let budget = Budget { worlds: 1, nodes: 400, ..Budget::default() };
    let (mut looked, mut differ) = (0, false);
    while looked < DECISIONS && game.turn(run.position()) != Turn::Over {
        if let Some(seat) = run.due().first() {
            differ |= decision(&game, run.position(), *seat, budget, &mut looked);
        }
        run.step(&mut players);
    }
    assert!(looked > 0 && differ, "{}: {looked} decisions looked at", G::NAME);
}

/// Checks a decision; whether its actions are not all alike.
fn decision<G: Playable>(
    game: &G,
    position: &G::Position,
    seat: Seat,
    budget: Budget,
    looked: &mut usize,
) -> bool {
    let mut legal = Vec::new();
    game.legal(position, seat, &mut legal);
    if legal.len() < 2 {
        return false;
    }
    *looked += 1;
    let advice = Ask::new(game, position, seat)
        .about(&legal, |asked| game.advice(asked, budget, &mut Fast::new(1, 0)));
    assert_eq!(advice.len(), legal.len(), "{}", G::NAME);
    for (chance, action) in advice.iter().zip(&legal) {
        assert!(
            (0.0..=1.0).contains(chance),
            "{}: {chance} for {}",
            G::NAME,
            game.action_text(position, action)
        );
    }
    advice.iter().any(|chance| *chance != advice[0])
}

#[test]
fn advice_is_a_chance_to_win_in_every_game() {
    for name in GAMES {
        with_game!(*name, G => check::<G>(), panic!("{name}"));
    }
}
