//! In the opening a strong player looks at what is left when everybody has placed.

use hexwright_catan::game::{Action, Catan, CatanPosition, Options};
use hexwright_catan::generate::preset;
use hexwright_core::{Actor, Fast, Game as _, Seat, Turn};
use hexwright_league::bots::CatanJudge;
use hexwright_league::{Rules, bot_by_name, catan};
use hexwright_play::ask::Ask;
use hexwright_play::bot::{Plan, Planner};

/// Enough for every choice.
const ALL: u64 = 1_000_000;

fn plan(nodes: u64) -> Plan {
    Plan { nodes, ..Plan::default() }
}

fn behind(game: &Catan, position: &CatanPosition, seat: Seat, action: &Action) -> CatanPosition {
    let mut after = position.clone();
    game.play(&mut after, Actor::Seat(seat), action).unwrap();
    after
}

fn acting(game: &Catan, position: &CatanPosition) -> (Seat, Vec<Action>) {
    let Turn::Seats(seats) = game.turn(position) else { panic!("somebody places") };
    let (seat, mut legal) = (seats.iter().next().unwrap(), Vec::new());
    game.legal(position, seat, &mut legal);
    (seat, legal)
}

fn chance(game: &Catan, judge: &CatanJudge, position: &CatanPosition, seat: Seat) -> f64 {
    let mut chances = Vec::new();
    judge.chances(game, position, &mut chances);
    chances[seat.index()]
}

/// The opening played to its end, each seat taking the first of the actions that look best to it.
fn opened(game: &Catan, judge: &CatanJudge, position: &CatanPosition) -> CatanPosition {
    let mut position = position.clone();
    while game.in_setup(&position) {
        let (seat, legal) = acting(game, &position);
        let after: Vec<CatanPosition> = legal.iter().map(|a| behind(game, &position, seat, a)).collect();
        let worth: Vec<f64> = after.iter().map(|p| chance(game, judge, p, seat)).collect();
        let most = worth.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        position = after[worth.iter().position(|w| *w == most).unwrap()].clone();
    }
    position
}

/// A game on the board of a seed, and its setup after so many first choices.
fn placed(map: &str, seats: usize, seed: u64, choices: usize) -> (Catan, CatanPosition) {
    let setup = preset(map).unwrap();
    let game = Catan::new(&setup, &setup.draw(seed), Options::default(), seats).unwrap();
    let mut position = game.start();
    for _ in 0..choices {
        let (seat, legal) = acting(&game, &position);
        position = behind(&game, &position, seat, &legal[legal.len() / 2]);
    }
    (game, position)
}

#[test]
fn a_choice_is_worth_what_it_is_when_everybody_has_placed() {
    for (map, seats, seed, choices) in [
        ("base", 4, 1, 0),
        ("base", 4, 2, 1),
        ("base", 3, 3, 5),
        ("base", 2, 4, 2),
        ("base", 4, 5, 15),
        ("archipelago", 3, 1, 2),
    ] {
        let (game, position) = placed(map, seats, seed, choices);
        let judge = CatanJudge::new(&game);
        let (seat, legal) = acting(&game, &position);
        let worth = |action| {
            let end = opened(&game, &judge, &behind(&game, &position, seat, action));
            chance(&game, &judge, &end, seat)
        };
        let expected: Vec<f64> = legal.iter().map(worth).collect();
        let values = Planner::new(&game, &*judge, seat, plan(ALL)).values(&position, &legal);
        assert_eq!(values, expected, "{map}, {seats} seats, board {seed}, after {choices} choices");
    }
}

#[test]
fn a_short_budget_goes_to_what_looks_best() {
    let (game, position) = placed("base", 4, 7, 2);
    let judge = CatanJudge::new(&game);
    let (seat, legal) = acting(&game, &position);
    let looks = |action| chance(&game, &judge, &behind(&game, &position, seat, action), seat);
    let looks: Vec<f64> = legal.iter().map(looks).collect();
    let values = |nodes| Planner::new(&game, &*judge, seat, plan(nodes)).values(&position, &legal);
    let (all, some) = (values(ALL), values(3_000));
    let mut order: Vec<usize> = (0..legal.len()).collect();
    order.sort_by(|&a, &b| looks[b].total_cmp(&looks[a]));
    let played = order.iter().take_while(|&&place| some[place] == all[place]).count();
    assert!((3..legal.len()).contains(&played), "{played} of {}", legal.len());
    let worst = order[..played].iter().map(|&place| all[place]).fold(f64::INFINITY, f64::min);
    for &place in &order[played..] {
        assert_eq!(some[place], looks[place].min(worst));
    }
}

#[test]
fn fierce_places_so_and_keen_does_not() {
    let mut differ = 0;
    for seed in 0..6 {
        let game = catan::game(&preset("base").unwrap(), 4, &Rules::default(), seed).unwrap();
        let judge = CatanJudge::new(&game);
        let position = game.start();
        let (seat, legal) = acting(&game, &position);
        let choose = |name| {
            let mut bot = bot_by_name(&game, name, seat, 1).unwrap();
            Ask::new(&game, &position, seat).bot(&mut *bot, &mut Fast::new(1, 0)).unwrap()
        };
        let values = Planner::new(&game, &*judge, seat, plan(ALL)).values(&position, &legal);
        let best = (0..legal.len()).max_by(|&a, &b| values[a].total_cmp(&values[b]).then(b.cmp(&a))).unwrap();
        assert_eq!(choose("fierce"), legal[best], "board {seed}");
        differ += usize::from(choose("keen") != legal[best]);
    }
    assert!(differ > 0, "on six boards looking further never changed the choice");
}
