//! Bots play legally, the same for the same seed, and better than chance.

use hexwright_core::{Actor, Fast, Game, Imagine, Seat, Turn, Viewer};
use hexwright_play::Players;
use hexwright_play::ask::Ask;
use hexwright_play::bot::{
    Bot, Budget, ExpectimaxBot, GreedyBot, IsmctsBot, RandomBot, Thinking, WeightedBot,
};
use hexwright_play::evaluate::{Evaluate, Points, WIN};
use hexwright_play::run::{Limits, Run};
use hexwright_play::simulate::{Tally, finish, tally};
use hexwright_play::toy::{Action, HighCard, Position};
use std::sync::Arc;

type Player = Box<dyn Bot<HighCard>>;

fn judge() -> Arc<dyn Evaluate<HighCard>> {
    Arc::new(Points)
}

/// One candidate, on every seat in turn, against two random players.
fn against_random(games: u64, threads: usize, candidate: impl Fn() -> Player + Sync) -> (u64, Tally) {
    let game = HighCard::new(3, 5).unwrap();
    let wins = std::sync::atomic::AtomicU64::new(0);
    let all = tally(0..games, Some(threads), &|_| (), |number| {
        let seat = (number % 3) as usize;
        let mut players =
            Players::new(&game, |s| if s.index() == seat { candidate() } else { Box::new(RandomBot) });
        let end = finish(&game, &mut players, 11, number, &Limits::default());
        if end.winners.contains(Seat(seat as u8)) {
            wins.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        }
        end
    })
    .unwrap();
    (wins.into_inner(), all)
}

#[test]
fn tree_search_beats_random_players() {
    let thinking = Thinking { simulations: 200, playout: 30, ..Thinking::default() };
    let (wins, _) = against_random(600, 2, || Box::new(IsmctsBot::new("ismcts", judge(), thinking)));
    // a random player wins or shares about 38 %
    assert!(wins > 270, "won {wins} of 600");
}

/// Expectimax without a single cut.
fn slow_value(game: &HighCard, p: &Position, me: Seat, depth: u32) -> f64 {
    let after = |actor, action: &Action, depth| {
        let mut next = p.clone();
        game.play_unchecked(&mut next, actor, action);
        slow_value(game, &next, me, depth)
    };
    match game.turn(p) {
        Turn::Chance => {
            let mut outcomes = Vec::new();
            game.outcomes(p, &mut outcomes);
            let weights: u32 = outcomes.iter().map(|o| o.weight).sum();
            let sum: f64 =
                outcomes.iter().map(|o| f64::from(o.weight) * after(Actor::Chance, &o.action, depth)).sum();
            sum / f64::from(weights)
        }
        Turn::Seats(set) if depth > 0 => {
            let seat = if set.contains(me) { me } else { set.iter().next().unwrap() };
            let mut legal = Vec::new();
            game.legal(p, seat, &mut legal);
            let values = legal.iter().map(|a| after(Actor::Seat(seat), a, depth - 1));
            if seat == me { values.fold(f64::MIN, f64::max) } else { values.fold(f64::MAX, f64::min) }
        }
        _ => match game.outcome(p) {
            Some(end) if end.winners.contains(me) => WIN / end.winners.len() as f64,
            Some(_) => -WIN,
            None => Points.value(game, p, me),
        },
    }
}

#[test]
fn cuts_do_not_change_what_expectimax_finds() {
    let game = HighCard::new(3, 4).unwrap();
    let mut players = Players::new(&game, |_| Box::new(RandomBot));
    let mut compared = 0;
    for number in 0..10 {
        let mut run = Run::new(&game, 3, number);
        while run.step(&mut players).is_some() {
            for seat in run.due() {
                let mut legal = Vec::new();
                game.legal(run.position(), seat, &mut legal);
                let budget = Budget { depth: 4, nodes: u64::MAX, worlds: 1, time: None };
                let bot = ExpectimaxBot::new("search", judge(), budget);
                let found = Ask::new(&game, run.position(), seat)
                    .about(&legal, |asked| bot.values(asked, &mut Fast::new(number, 1)));
                let view = game.view(run.position(), Viewer::Seat(seat));
                let world = game.imagine(&view, &mut Fast::new(number, 1));
                for (action, value) in legal.iter().zip(found) {
                    let mut after = world.clone();
                    game.play_unchecked(&mut after, Actor::Seat(seat), action);
                    let truth = slow_value(&game, &after, seat, 3);
                    assert!(
                        (value - truth).abs() <= 1e-9 * truth.abs().max(1.0),
                        "{action:?}: {value} {truth}"
                    );
                    compared += 1;
                }
            }
        }
    }
    assert!(compared > 100, "{compared}");
}

#[test]
fn every_bot_is_deterministic_on_any_number_of_threads() {
    let bots: [fn() -> Player; 5] = [
        || Box::new(RandomBot),
        || {
            Box::new(WeightedBot {
                name: "low",
                weight: |_: &HighCard, a: &Action| u32::from(*a == Action::Lay(1)),
            })
        },
        || Box::new(GreedyBot::new("greedy", judge())),
        || {
            Box::new(ExpectimaxBot::new(
                "search",
                judge(),
                Budget { depth: 2, nodes: 500, worlds: 2, time: None },
            ))
        },
        || Box::new(IsmctsBot::new("mcts", judge(), Thinking { simulations: 50, ..Thinking::default() })),
    ];
    for bot in bots {
        assert_eq!(against_random(60, 1, bot), against_random(60, 2, bot), "{}", bot().name());
    }
}
