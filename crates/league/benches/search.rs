//! How long decisions take on the base board: greedy, two decisions ahead, tree search.
//!
//! The decisions are those of greedy players with at least two legal actions, from some whole games.
//! Each bot thinks three times: at a glance, with the judge, and with one that costs almost nothing, so that
//! what the search costs and what judging costs can be told apart.

use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion, Throughput, criterion_group, criterion_main};
use hexwright_catan::game::{Action, Catan, CatanPosition};
use hexwright_catan::generate::preset;
use hexwright_core::{Fast, Game as _, Imagine as _, Seat, Turn};
use hexwright_league::bots::{CatanJudge, CatanQuickEval};
use hexwright_league::{Rules, catan};
use hexwright_play::Players;
use hexwright_play::ask::Ask;
use hexwright_play::bot::{Bot, Budget, ExpectimaxBot, GreedyBot, IsmctsBot, SeatKnowledge, Thinking};
use hexwright_play::evaluate::Evaluate;
use hexwright_play::run::Run;
use std::hint::black_box;
use std::sync::Arc;
use std::time::{Duration, Instant};

const GAMES: u64 = 6;
const SIMULATIONS: u32 = 1_000;

/// Judges nothing: what is left is the cost of the search.
struct Blind;

impl Evaluate<Catan> for Blind {
    fn strength(&self, game: &Catan, position: &CatanPosition, _: Seat) -> f64 {
        f64::from(game.turns(position) + 1)
    }

    fn value(&self, game: &Catan, position: &CatanPosition, _: Seat) -> f64 {
        f64::from(game.turns(position)) / 1_000.0
    }

    fn ends(&self) -> (f64, f64) {
        (1.0, 0.0)
    }

    fn shares(&self, _: &Catan, _: &CatanPosition, out: &mut Vec<f64>) {
        out.clear();
        out.resize(4, 0.25);
    }
}

/// Processor time of this thread: what others do on the machine does not count. The kernel tells it in
/// steps of some milliseconds, so a measurement takes many of them.
struct Clock(Instant, u64);

impl Clock {
    #[expect(clippy::disallowed_methods, reason = "a bench measures")]
    fn start() -> Self {
        Self(Instant::now(), Self::told().unwrap_or(0))
    }

    fn told() -> Option<u64> {
        let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
        told.split_whitespace().next()?.parse().ok()
    }

    fn elapsed(&self) -> Duration {
        Self::told().map_or_else(|| self.0.elapsed(), |now| Duration::from_nanos(now - self.1))
    }
}

/// Measures `work` in processor time.
fn measure(group: &mut BenchmarkGroup<'_, WallTime>, name: &str, mut work: impl FnMut()) {
    group.bench_function(name, |b| {
        b.iter_custom(|times| {
            let clock = Clock::start();
            (0..times).for_each(|_| work());
            clock.elapsed()
        });
    });
}

/// A decision between several actions.
type Point = (CatanPosition, Seat, Vec<Action>);

fn points(game: &Catan) -> Vec<Point> {
    let judge = CatanJudge::new(game);
    let mut points = Vec::new();
    for number in 0..GAMES {
        let mut players = Players::new(game, |_| Box::new(GreedyBot::new("greedy", judge.clone())));
        let mut run = Run::new(game, 1, number);
        loop {
            let position = run.position();
            if let Turn::Seats(set) = game.turn(position)
                && let Some(seat) = set.iter().next()
            {
                let mut legal = Vec::new();
                game.legal(position, seat, &mut legal);
                if legal.len() > 1 {
                    points.push((position.clone(), seat, legal));
                }
            }
            if run.step(&mut players).is_none() {
                break;
            }
        }
    }
    points
}

fn think(game: &Catan, points: &[Point], bot: &mut dyn Bot<Catan>) {
    let mut random = Fast::new(1, 1);
    for (position, seat, legal) in points {
        black_box(Ask::new(game, position, *seat).bot_among(legal, bot, &mut random));
    }
}

fn decisions(c: &mut Criterion) {
    let game = catan::game(&preset("base").expect("a preset"), 4, &Rules::default(), 1).expect("a board");
    let points = points(&game);
    let legal: usize = points.iter().map(|p| p.2.len()).sum();
    let mean = |n: u64| n as f64 / points.len() as f64;
    let judge: Arc<dyn Evaluate<Catan>> = CatanJudge::new(&game);
    let glance: Arc<dyn Evaluate<Catan>> = CatanQuickEval::at(&game);
    let judges: [(&str, Arc<dyn Evaluate<Catan>>); 3] =
        [("glance", glance), ("judge", judge), ("no judge", Arc::new(Blind))];
    #[allow(clippy::print_stderr)]
    {
        let mut bot = ExpectimaxBot::new("depth-2", judges[0].1.clone(), Budget::default());
        think(&game, &points, &mut bot);
        eprintln!(
            "{} decisions, {:.1} legal actions and {:.1} positions of depth 2 each",
            points.len(),
            mean(legal as u64),
            mean(bot.visited())
        );
    }

    let mut group = c.benchmark_group("decision");
    group.sample_size(10).throughput(Throughput::Elements(points.len() as u64));
    for (name, judge) in &judges {
        let mut bot = GreedyBot::new("greedy", judge.clone());
        measure(&mut group, &format!("greedy, {name}"), || think(&game, &points, &mut bot));
        let mut bot = ExpectimaxBot::new("search", judge.clone(), Budget::default());
        measure(&mut group, &format!("depth 2, {name}"), || think(&game, &points, &mut bot));
    }
    group.finish();

    let few: Vec<Point> = points.iter().step_by(points.len() / 100).cloned().collect();
    let mut group = c.benchmark_group("simulation");
    group.sample_size(10).throughput(Throughput::Elements(few.len() as u64 * u64::from(SIMULATIONS)));
    for (name, judge) in &judges {
        let thinking = Thinking { simulations: SIMULATIONS, ..Thinking::default() };
        let mut bot = IsmctsBot::new("mcts", judge.clone(), thinking);
        measure(&mut group, &format!("mcts, {name}"), || think(&game, &few, &mut bot));
    }
    group.finish();
    pieces(c, &game, &points, &judges[..2]);
}

/// What decisions are made of.
fn pieces(c: &mut Criterion, game: &Catan, points: &[Point], judges: &[(&str, Arc<dyn Evaluate<Catan>>)]) {
    let mut group = c.benchmark_group("piece");
    group.sample_size(10).throughput(Throughput::Elements(points.len() as u64));
    let mut random = Fast::new(1, 1);
    measure(&mut group, "copy", || points.iter().for_each(|p| drop(black_box(p.0.clone()))));
    measure(&mut group, "imagine", || {
        for (position, seat, _) in points {
            black_box(SeatKnowledge::new(game, position, *seat).imagine(&mut random));
        }
    });
    measure(&mut group, "imagine from a view", || {
        for (position, seat, _) in points {
            let view = game.view(position, hexwright_core::Viewer::Seat(*seat));
            black_box(game.imagine(&view, &mut random));
        }
    });
    let mut legal = Vec::new();
    measure(&mut group, "legal", || {
        for (position, seat, _) in points {
            legal.clear();
            game.legal(position, *seat, &mut legal);
        }
    });
    measure(&mut group, "copy and play", || {
        for (position, seat, legal) in points {
            let mut next = position.clone();
            game.play_unchecked(&mut next, hexwright_core::Actor::Seat(*seat), &legal[legal.len() / 2]);
            black_box(next);
        }
    });
    let mut shares = Vec::new();
    for (name, judge) in judges {
        measure(&mut group, &format!("shares of all seats, {name}"), || {
            points.iter().for_each(|(position, ..)| judge.shares(game, position, &mut shares));
        });
    }
    group.finish();
}

criterion_group!(benches, decisions);
criterion_main!(benches);
