//! Are the chances of `analyse` right? What it calls 30 % must happen three times in ten.

use hexwright_catan::game::Catan;
use hexwright_catan::generate::preset;
use hexwright_core::{Game as _, Seat};
use hexwright_league::{Playable as _, Rules, bot_by_name, catan};
use hexwright_play::Players;
use hexwright_play::analyse::{AnalysisOptions, Evaluators, analyse, shares};
use hexwright_play::bot::Budget;
use hexwright_play::run::{Limits, Run, play_game};
use hexwright_play::simulate::in_order;

/// Games of an ordinary run; `HEXWRIGHT_SOAK=160` plays more.
const GAMES: u64 = 80;
const PLAYOUTS: u64 = 32;
/// Turns at whose start the chances are asked for.
const ASKED: [u32; 2] = [24, 48];

fn players(game: &Catan) -> Players<Catan> {
    Players::new(game, |seat: Seat| bot_by_name(game, "greedy", seat, 1).unwrap())
}

/// Predicted chances with what happened, for every seat at every asked turn of a game.
fn predictions(number: u64) -> Vec<(f64, bool)> {
    let game = catan::game(&preset("base").unwrap(), 4, &Rules::default(), number).unwrap();
    let (mut table, mut run) = (players(&game), Run::new(&game, 5, number));
    let mut told: Vec<Vec<f64>> = Vec::new();
    while run.step(&mut table).is_some() {
        if let Some(&turn) = ASKED.get(told.len())
            && game.turns(run.position()) == turn
        {
            let how = AnalysisOptions {
                playouts: PLAYOUTS,
                seed: 1_000 + number,
                threads: Some(1),
                ..AnalysisOptions::default()
            };
            told.push(shares(&game, run.position(), &how, &|| players(&game)));
        }
    }
    let winners = game.outcome(run.position()).unwrap().winners;
    let seats = (0..4u8).map(Seat);
    let rows = told.iter().flat_map(|odds| seats.clone().map(|s| (odds[s.index()], winners.contains(s))));
    rows.collect()
}

#[test]
fn what_is_called_likely_happens_as_often() {
    let games = std::env::var("HEXWRIGHT_SOAK").ok().and_then(|n| n.parse().ok()).unwrap_or(GAMES);
    let all: Vec<(f64, bool)> =
        in_order(0..games, Some(2), predictions).unwrap().into_iter().flatten().collect();
    assert!(all.len() as u64 > 6 * games, "{}", all.len());
    for (low, high) in [(0.0, 0.1), (0.1, 0.3), (0.3, 0.6), (0.6, 1.01)] {
        let bin: Vec<&(f64, bool)> = all.iter().filter(|(p, _)| (low..high).contains(p)).collect();
        assert!(bin.len() as u64 > games / 5, "only {} between {low} and {high}", bin.len());
        let count = bin.len() as f64;
        let said = bin.iter().map(|(p, _)| p).sum::<f64>() / count;
        let happened = bin.iter().filter(|(_, won)| *won).count() as f64 / count;
        // four deviations, and what few playouts blur at the edges of a bin
        let allowed = 4.0 * (said.max(0.02) * (1.0 - said) / count).sqrt() + 0.05;
        assert!((said - happened).abs() < allowed, "said {said:.3}, happened {happened:.3} of {count}");
    }
    // and they say something: better than calling everything a quarter
    let error = |of: &dyn Fn(f64) -> f64| {
        let off = |&(p, won): &(f64, bool)| (of(p) - f64::from(u8::from(won))).powi(2);
        all.iter().map(off).sum::<f64>() / all.len() as f64
    };
    assert!(error(&|p| p) < 0.9 * error(&|_| 0.25), "{} {}", error(&|p| p), error(&|_| 0.25));
}

/// Once a seat is on its way to win in this turn, with no chance between, nothing it does can have cost anything.
#[test]
fn the_parts_of_a_turn_that_wins_cost_nothing() {
    let mut parts = 0;
    for number in 0..12 {
        let game = catan::game(&preset("base").unwrap(), 4, &Rules::default(), number).unwrap();
        let mut table = Players::new(&game, |seat| bot_by_name(&game, "keen", seat, 1).unwrap());
        let played = play_game(&game, &mut table, 5, number, &Limits::default());
        let winner = played.steps.last().unwrap().actor;
        let turn = played.steps.iter().rev().take_while(|step| step.actor == winner).count();
        let budget = Budget { depth: 1, nodes: 2_000, worlds: 2, time: None };
        let judges = Evaluators {
            players: &|| players(&game),
            advice: &|asked, random| game.advice(asked, budget, random),
            chances: None,
            words: &|position, step| game.action_text(position, &step.action),
            told: &|_, _| (),
        };
        let how = AnalysisOptions { playouts: 1, seed: 1, threads: Some(1), ..AnalysisOptions::default() };
        let record = played.record(&game);
        let found = analyse(&game, &record, &how, &judges).unwrap();
        let last = found.decisions.iter().filter(|d| d.entry + turn > played.steps.len());
        for decision in last {
            parts += 1;
            assert_eq!(decision.loss, 0.0, "game {number}: {decision:?}");
        }
    }
    assert!(parts > 12, "only {parts} decisions in the turns that won");
}
