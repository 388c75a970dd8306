//! The bots of Catan by name, for tables in the browser and on the command line.
//!
//! The rules judge positions, `play` knows how to search; here they meet.

use crate::Effort;
use hexwright_catan::game::{Action, Catan, CatanPosition, Glance, Judge, MAX_SEATS, Network, Row};
use hexwright_core::{Game, Seat};
use hexwright_play::bot::{
    Bot, Budget, ExpectimaxBot, GreedyBot, IsmctsBot, Plan, PlannerBot, RandomBot, Thinking,
};
use hexwright_play::evaluate::Evaluate;
use std::sync::Arc;

/// Names a seat in the browser can be given to; the first is the default.
pub const CATAN: &[&str] = &["greedy", "search", "random", "trade:greedy"];

/// Those that can be told how much to think.
pub const SEARCHING: &[&str] = &["search", "depth2", "mcts"];

/// The bots of Catan beside `random`, with a line about each.
pub const CATAN_LINES: &[(&str, &str)] = &[
    ("greedy", "takes the action that looks best at once"),
    ("search", "plans its whole turn in several imagined worlds, chance averaged"),
    ("depth2", "looks two decisions ahead, rivals taken to play against it"),
    ("mcts", "tree search over imagined worlds, 400 simulations a decision"),
];

/// Looks at a position and says which share of the win each seat may expect; 0 behind the last seat.
pub trait Look: Send + Sync {
    /// The shares by seat.
    fn look(&self, game: &Catan, position: &CatanPosition) -> [f32; MAX_SEATS];
}

impl Look for Judge {
    fn look(&self, game: &Catan, position: &CatanPosition) -> [f32; MAX_SEATS] {
        self.shares(game, position)
    }
}

impl Look for Glance {
    fn look(&self, game: &Catan, position: &CatanPosition) -> [f32; MAX_SEATS] {
        self.shares(game, position)
    }
}

/// The judgement of Catan positions as searching bots want it: the value of a position is the share of
/// the win its seat may expect.
#[derive(Debug)]
pub struct ByShares<L>(L);

/// Judges with a network.
pub type CatanJudge = ByShares<Judge>;
/// Judges at a glance, for bots that look at very many positions.
pub type CatanGlance = ByShares<Glance>;

impl CatanJudge {
    /// The judge of a board, with the shipped network.
    #[must_use]
    pub fn new(game: &Catan) -> Arc<Self> {
        Self::with(game, Network::shipped())
    }

    /// The judge of a board, with another network.
    #[must_use]
    pub fn with(game: &Catan, network: Arc<Network>) -> Arc<Self> {
        Arc::new(Self(Judge::new(game, network)))
    }

    /// What is judged of each seat.
    #[must_use]
    pub fn rows(&self, game: &Catan, position: &CatanPosition) -> [Row; MAX_SEATS] {
        self.0.rows(game, position)
    }
}

impl CatanGlance {
    /// The glance at a board.
    #[must_use]
    pub fn at(game: &Catan) -> Arc<Self> {
        Arc::new(Self(Glance::new(game)))
    }
}

impl<L: Look> Evaluate<Catan> for ByShares<L> {
    fn strength(&self, game: &Catan, position: &CatanPosition, seat: Seat) -> f64 {
        self.value(game, position, seat)
    }

    fn value(&self, game: &Catan, position: &CatanPosition, seat: Seat) -> f64 {
        f64::from(self.0.look(game, position)[seat.index()])
    }

    fn ends(&self) -> (f64, f64) {
        (1.0, 0.0)
    }

    fn foresees(&self, game: &Catan, position: &CatanPosition) -> bool {
        game.chance_kind(position) == "dice"
    }

    fn prepares(&self, _: &Catan, action: &Action) -> bool {
        // a trade with the bank is worth what is bought with it
        matches!(action, Action::BankTrade { .. })
    }

    fn promising(&self, _: &Catan, _: &CatanPosition, _: Seat, action: &Action) -> bool {
        // offers are answered, not planned with
        !matches!(action, Action::Withdraw(_))
    }

    fn shares(&self, game: &Catan, position: &CatanPosition, out: &mut Vec<f64>) {
        out.clear();
        out.extend(self.0.look(game, position)[..game.seats()].iter().map(|&share| f64::from(share)));
    }
}

/// The bot of this name.
#[must_use]
pub fn catan(game: &Catan, name: &str) -> Option<Box<dyn Bot<Catan>>> {
    catan_thinking(game, name, &Effort::default(), Network::shipped())
}

/// The bot of this name, with another network.
#[must_use]
pub fn catan_with(game: &Catan, name: &str, network: Arc<Network>) -> Option<Box<dyn Bot<Catan>>> {
    catan_thinking(game, name, &Effort::default(), network)
}

/// The bot of this name, which thinks as much as it is told to.
#[must_use]
pub fn catan_thinking(
    game: &Catan,
    name: &str,
    effort: &Effort,
    network: Arc<Network>,
) -> Option<Box<dyn Bot<Catan>>> {
    let judge = CatanJudge::with(game, network);
    Some(match name {
        "random" => Box::new(RandomBot),
        "greedy" => Box::new(GreedyBot::new("greedy", judge)),
        "search" => Box::new(PlannerBot::new("search", judge, effort.plan(Plan::default()))),
        "depth2" => {
            Box::new(ExpectimaxBot::new("depth2", CatanGlance::at(game), effort.budget(Budget::default())))
        }
        "mcts" => {
            let thinking = Thinking { simulations: 400, ..Thinking::default() };
            Box::new(IsmctsBot::new("mcts", CatanGlance::at(game), effort.thinking(thinking)))
        }
        _ => return None,
    })
}
