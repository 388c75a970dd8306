//! The bots of Catan by name, for tables in the browser and on the command line.
//!
//! The rules judge positions, `play` knows how to search; here they meet.
//!
//! ```
//! use hexwright_catan::generate::preset;
//! use hexwright_league::{Rules, bots, catan};
//!
//! let game = catan::game(&preset("base").unwrap(), 4, &Rules::default(), 1).unwrap();
//! assert!(bots::CATAN.iter().all(|name| bots::catan(&game, name).is_some()));
//! assert!(bots::catan(&game, "nobody").is_none());
//! ```

use crate::levels::{CALM, FIERCE, KEEN, Rating};
use crate::{ChancesOf, Effort};
use hexwright_catan::game::{
    Action, Catan, CatanPosition, FeatureRow, MAX_SEATS, Network, NetworkEval, QuickEval,
};
use hexwright_core::{Game, Seat};
use hexwright_play::bot::{
    Bot, Budget, ExpectimaxBot, GreedyBot, IsmctsBot, Plan, PlannerBot, RandomBot, Thinking,
};
use hexwright_play::evaluate::Evaluate;
use std::sync::Arc;

/// Names a seat in the browser can be given to; the first is the default.
pub const CATAN: &[&str] = &[KEEN, CALM, FIERCE, "random"];

/// Names from before there were levels; tables still accept them.
pub const CATAN_FORMER: &[&str] = &["greedy", "search", "trade:greedy"];

/// Those that can be told how much to think.
pub const SEARCHING: &[&str] = &[CALM, KEEN, FIERCE, "search", "depth2", "mcts"];

/// How wrong `calm` judges, in shares of the win.
const CALM_MISTAKES: f64 = 0.04;

/// What each level may think about a decision: at most so many positions, whatever the machine.
const CALM_PLAN: Plan = Plan { depth: 1, width: 1, worlds: 1, nodes: 500, time: None, opening: false };
const KEEN_PLAN: Plan = Plan { depth: 2, width: 4, worlds: 1, nodes: 2_000, time: None, opening: false };
const FIERCE_PLAN: Plan = Plan { depth: 5, width: 8, worlds: 4, nodes: 60_000, time: None, opening: true };

/// How analysis and coach think about a decision; they say themselves how many positions and worlds.
pub(crate) const ADVICE_PLAN: Plan = FIERCE_PLAN;

/// The bots of Catan beside `random`, with a line about each.
pub const CATAN_LINES: &[(&str, &str)] = &[
    (CALM, "plays quickly and makes mistakes, as people do"),
    (KEEN, "plays well: the usual opponent"),
    (FIERCE, "the strongest: plans its whole turn in several imagined worlds"),
    ("greedy", "takes the action that looks best at once"),
    ("eager", "as greedy, with a network that learnt apart from it"),
    ("brisk", "as eager, with a network that learnt apart from both"),
    ("quick", "takes the action that looks best by a short evaluation made by hand"),
    ("search", "plans its whole turn in several imagined worlds, chance averaged"),
    ("depth2", "looks two decisions ahead, rivals taken to play against it"),
    ("mcts", "tree search over imagined worlds, 400 simulations a decision"),
];

/// Ratings measured together: `hexwright tournament maps/catan/base.catan --bots calm,keen,fierce,greedy --games 2000 --seed 1`.
const RATINGS: &[(&str, f64, f64)] =
    &[(CALM, 22.0, 0.5), ("greedy", 22.6, 0.5), (KEEN, 25.9, 0.5), (FIERCE, 28.8, 0.5)];

/// How strong a bot was found to be.
#[must_use]
pub fn rating(name: &str) -> Option<Rating> {
    let found = RATINGS.iter().find(|(bot, ..)| *bot == name);
    found.map(|&(_, rating, uncertainty)| Rating { rating, uncertainty })
}

/// Looks at a position and says which share of the win each seat may expect; 0 behind the last seat.
pub trait Look: Send + Sync {
    /// The shares by seat.
    fn look(&self, game: &Catan, position: &CatanPosition) -> [f32; MAX_SEATS];
}

impl Look for NetworkEval {
    fn look(&self, game: &Catan, position: &CatanPosition) -> [f32; MAX_SEATS] {
        self.shares(game, position)
    }
}

impl Look for QuickEval {
    fn look(&self, game: &Catan, position: &CatanPosition) -> [f32; MAX_SEATS] {
        self.shares(game, position)
    }
}

/// The judgement of Catan positions as searching bots want it: the value of a position is the share of
/// the win its seat may expect.
#[derive(Debug)]
pub struct ByShares<L>(L);

/// Judges with a network.
pub type CatanJudge = ByShares<NetworkEval>;
/// A quick evaluation, for bots that look at very many positions.
pub type CatanQuickEval = ByShares<QuickEval>;

impl CatanJudge {
    /// The judge of a board, with the shipped network.
    #[must_use]
    pub fn new(game: &Catan) -> Arc<Self> {
        Self::with(game, Network::shipped())
    }

    /// The judge of a board, with another network.
    #[must_use]
    pub fn with(game: &Catan, network: Arc<Network>) -> Arc<Self> {
        Arc::new(Self(NetworkEval::new(game, network)))
    }

    /// What is judged of each seat.
    #[must_use]
    pub fn rows(&self, game: &Catan, position: &CatanPosition) -> [FeatureRow; MAX_SEATS] {
        self.0.rows(game, position)
    }
}

impl<L: Look> ByShares<L> {
    /// The chances to win, by seat; 1 and 0 when the game is over.
    pub fn chances(&self, game: &Catan, position: &CatanPosition, out: &mut Vec<f64>) {
        self.shares(game, position, out);
        if let Some(end) = game.outcome(position).filter(|end| !end.winners.is_empty()) {
            let share = 1.0 / end.winners.len() as f64;
            let of = |seat: usize| if end.winners.contains(Seat(seat as u8)) { share } else { 0.0 };
            out.iter_mut().enumerate().for_each(|(seat, chance)| *chance = of(seat));
        }
    }
}

impl CatanQuickEval {
    /// The quick evaluation of a board.
    #[must_use]
    pub fn at(game: &Catan) -> Arc<Self> {
        Arc::new(Self(QuickEval::new(game)))
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

    fn opens(&self, game: &Catan, position: &CatanPosition) -> bool {
        game.in_setup(position)
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

/// What the judgement of a bot says of positions: the share of the win each seat may expect.
#[must_use]
pub fn chances_by<'a>(game: &'a Catan, name: &str) -> ChancesOf<'a, Catan> {
    match name {
        "quick" | "depth2" | "mcts" => of_judge(game, CatanQuickEval::at(game)),
        _ => judged_by(game, network_of(name).unwrap_or_else(Network::shipped)),
    }
}

/// What a network says of positions.
pub(crate) fn judged_by(game: &Catan, network: Arc<Network>) -> ChancesOf<'_, Catan> {
    of_judge(game, CatanJudge::with(game, network))
}

fn of_judge<L: Look + 'static>(game: &Catan, judge: Arc<ByShares<L>>) -> ChancesOf<'_, Catan> {
    Box::new(move |position| {
        let mut shares = Vec::new();
        judge.chances(game, position, &mut shares);
        shares
    })
}

/// The networks of a bot that does not judge by the shipped one: in a verdict every seat has one of them, elsewhere the first.
pub(crate) fn networks_of(name: &str) -> Vec<Arc<Network>> {
    match name {
        "eager" => [1, 3, 5, 7, 9, 11].map(Network::learnt).to_vec(),
        "brisk" => [2, 4, 6, 8, 10, 12].map(Network::learnt).to_vec(),
        _ => Vec::new(),
    }
}

fn network_of(name: &str) -> Option<Arc<Network>> {
    networks_of(name).into_iter().next()
}

/// The bot of this name.
#[must_use]
pub fn catan(game: &Catan, name: &str) -> Option<Box<dyn Bot<Catan>>> {
    catan_thinking(game, name, &Effort::default(), None)
}

/// Takes the action that looks best to this judge.
pub(crate) fn greedy(judge: &Arc<CatanJudge>) -> Box<dyn Bot<Catan>> {
    Box::new(GreedyBot::new("greedy", Arc::clone(judge)))
}

/// The bot of this name, judging by this network.
#[must_use]
pub fn catan_with(game: &Catan, name: &str, network: Arc<Network>) -> Option<Box<dyn Bot<Catan>>> {
    catan_thinking(game, name, &Effort::default(), Some(network))
}

/// The bot of this name, which thinks as much as it is told to, and judges by its own network unless one is given.
#[must_use]
pub fn catan_thinking(
    game: &Catan,
    name: &str,
    effort: &Effort,
    network: Option<Arc<Network>>,
) -> Option<Box<dyn Bot<Catan>>> {
    let network = network.or_else(|| network_of(name)).unwrap_or_else(Network::shipped);
    let judge = CatanJudge::with(game, network);
    Some(match name {
        "random" => Box::new(RandomBot),
        "greedy" => Box::new(GreedyBot::new("greedy", judge)),
        "eager" => Box::new(GreedyBot::new("eager", judge)),
        "brisk" => Box::new(GreedyBot::new("brisk", judge)),
        CALM => Box::new(PlannerBot::new(CALM, judge, effort.plan(CALM_PLAN)).with_mistakes(CALM_MISTAKES)),
        KEEN => Box::new(PlannerBot::new(KEEN, judge, effort.plan(KEEN_PLAN))),
        FIERCE => Box::new(PlannerBot::new(FIERCE, judge, effort.plan(FIERCE_PLAN))),
        "quick" => Box::new(GreedyBot::new("quick", CatanQuickEval::at(game))),
        "search" => Box::new(PlannerBot::new("search", judge, effort.plan(Plan::default()))),
        "depth2" => {
            Box::new(ExpectimaxBot::new("depth2", CatanQuickEval::at(game), effort.budget(Budget::default())))
        }
        "mcts" => {
            let thinking = Thinking { simulations: 400, ..Thinking::default() };
            Box::new(IsmctsBot::new("mcts", CatanQuickEval::at(game), effort.thinking(thinking)))
        }
        _ => return None,
    })
}
