//! Players and studies of Catan: which board a game is played on, and what its results depend on.
//!
//! ```
//! use hexwright_catan::generate::preset;
//! use hexwright_league::{Rules, catan};
//!
//! let rules = Rules { options: vec!["victory-points=12".to_owned()], ..Rules::default() };
//! let game = catan::game(&preset("base").unwrap(), 3, &rules, 5).unwrap();
//! assert_eq!(game.options().victory_points, Some(12));
//! ```

mod page;
mod picture;
mod sources;

use picture::as_asked;
pub use picture::{headline, seen};

use crate::story::PointSource;
use crate::{Effort, Fault, Look, NewGame, Playable, Rating, Rules, TextPicture, Trader, bots, study};
use hexwright_catan::Setup;
use hexwright_catan::game::{Action, Catan, CatanPosition, Engine, Options, RandomStreams, View, Visitor};
use hexwright_catan::generate::preset;
use hexwright_catan::map::Board;
use hexwright_catan::text::dot_catan;
use hexwright_core::json::Written;
use hexwright_core::{Fast, Game as _, SeatSet, Step, random};
use hexwright_play::ask::Asked;
use hexwright_play::bot::{Bot, Budget, Plan, PlannerBot};
use hexwright_play::fairness::{Observed, Question};
use hexwright_play::simulate::Finished;
use hexwright_play::tournament::{Pairing, Plan as TournamentPlan};
use hexwright_render::Scene;
use hexwright_render::catan as render;

/// The options of the rules.
///
/// # Errors
/// An option or a ruleset that does not exist.
pub fn options(rules: &Rules) -> Result<Options, Fault> {
    let mut options = Options::default();
    let wanted = rules.ruleset.iter().map(|name| ("ruleset", name.as_str()));
    let given = rules.options.iter().map(|word| word.split_once('=').unwrap_or((word, "")));
    for (name, value) in wanted.chain(given) {
        options.set(name, value)?;
    }
    Ok(options)
}

/// The game on a map: its open cells drawn with the seed, its options as the map decides them and then as
/// asked for.
///
/// # Errors
/// The rules refuse the map, an option or the number of seats.
pub fn game(setup: &Setup, seats: usize, rules: &Rules, board_seed: u64) -> Result<Catan, Fault> {
    let ruleset = options(&Rules { options: Vec::new(), ..rules.clone() })?.ruleset;
    let mut chosen = Options::on_map(setup, ruleset);
    for word in &rules.options {
        let (name, value) = word.split_once('=').unwrap_or((word, ""));
        chosen.set(name, value)?;
    }
    Ok(Catan::new(setup, &setup.draw(board_seed), chosen, seats)?)
}

/// The seed that draws the open cells of a map: the given one, or the one noted in the map, or 1.
#[must_use]
pub fn board_seed(given: Option<&str>, setup: &Setup) -> u64 {
    setup.board_seed(given.map(random::seed_from_text))
}

/// A fingerprint of everything that a result depends on beside bots and seed.
fn fingerprint<'a>(maps: impl Iterator<Item = &'a Setup>, rules: &Rules) -> u64 {
    let maps: String = maps.map(dot_catan::write).collect();
    random::fnv1a(format!("{maps}\n{:?}\n{:?}", rules.ruleset, rules.options).as_bytes())
}

/// A tournament on maps: open cells are drawn anew for each block.
#[derive(Clone, Debug)]
pub struct Tournament {
    /// What is played.
    pub plan: TournamentPlan,
    maps: Vec<Setup>,
    rules: Rules,
}

impl Tournament {
    /// The tournament of these bots on these named maps.
    #[must_use]
    pub fn new(maps: Vec<(String, Setup)>, bots: Vec<String>, rules: Rules, games: u64, seed: u64) -> Self {
        let (names, maps): (Vec<String>, Vec<Setup>) = maps.into_iter().unzip();
        let plan = TournamentPlan::new(bots, names, fingerprint(maps.iter(), &rules), games, seed);
        Self { plan, maps, rules }
    }

    /// The game of a pairing.
    ///
    /// # Errors
    /// As [`game`].
    pub fn board(&self, pairing: &Pairing) -> Result<Catan, Fault> {
        let seed = random::mix(self.plan.seed ^ pairing.block);
        game(&self.maps[pairing.map], self.plan.bots.len(), &self.rules, seed)
    }
}

/// A study of one map: equal bots on every seat.
#[derive(Clone, Debug)]
pub struct Study {
    /// What is asked.
    pub question: Question,
    /// The seed of the board, unless it is drawn anew for each game.
    board_seed: Option<u64>,
    setup: Setup,
    rules: Rules,
}

impl Study {
    /// The study of a named map; with `redraw` its open cells are drawn anew for each game.
    #[must_use]
    pub fn new(
        (map, setup): (String, Setup),
        bot: String,
        seats: usize,
        rules: Rules,
        redraw: bool,
        games: u64,
        seed: u64,
    ) -> Self {
        let print = fingerprint(std::iter::once(&setup), &rules);
        let question = Question {
            hexwright_fairness: 1,
            map,
            setup: format!("{print:016x}{}", if redraw { "r" } else { "" }),
            bot,
            seats,
            games,
            seed,
        };
        let board_seed = (!redraw).then(|| self::board_seed(None, &setup));
        Self { question, board_seed, setup, rules }
    }

    /// The game of a number.
    ///
    /// # Errors
    /// As [`game`].
    pub fn board(&self, number: u64) -> Result<Catan, Fault> {
        let seed = self.board_seed.unwrap_or_else(|| random::mix(self.question.seed ^ number));
        game(&self.setup, self.question.seats, &self.rules, seed)
    }

    /// The board of all games, unless it is drawn anew for each.
    #[must_use]
    pub fn one_board(&self) -> Option<Board> {
        self.board_seed.map(|seed| self.setup.draw(seed))
    }
}

/// Colours of the text picture: terrains, and pieces by the letter of their seat, before the number of a corner too.
fn text_colour(word: &str) -> Option<u8> {
    const SEATS: [u8; 8] = [203, 75, 255, 214, 77, 137, 177, 80];
    let letter = word.trim_end_matches(|c: char| c.is_ascii_digit()).as_bytes();
    Some(match word {
        "brick" => 173,
        "wood" => 71,
        "wool" => 150,
        "wheat" => 220,
        "ore" => 110,
        "gold" => 178,
        "desert" => 180,
        "ROB" | "pirate" => 203,
        _ => match letter {
            [one] => *SEATS.get(usize::from(one.to_ascii_lowercase().wrapping_sub(b'a')))?,
            _ => return None,
        },
    })
}

impl Playable for Catan {
    /// A game on a shipped map, `map=base` unless another is named; the other options are those of the rules.
    fn create(new: &NewGame) -> Result<Self, Fault> {
        let map = new.option("map").unwrap_or("base");
        let setup = preset(map).ok_or_else(|| Fault::Setup(format!("there is no map {map:?}")))?;
        let single = new.options.iter().filter(|(name, _)| name != "map" && name != "ruleset");
        let rules = Rules {
            ruleset: new.option("ruleset").map(str::to_owned),
            options: single.map(|(name, value)| format!("{name}={value}")).collect(),
        };
        game(&setup, setup.seats(new.seats.unwrap_or(0)), &rules, new.seed)
    }

    fn bots() -> &'static [(&'static str, &'static str)] {
        bots::CATAN_LINES
    }

    fn bot(&self, name: &str, effort: &Effort) -> Option<Box<dyn Bot<Self>>> {
        bots::catan_thinking(self, name, effort, None)
    }

    fn searches(name: &str) -> bool {
        bots::SEARCHING.contains(&name)
    }

    fn trader(&self, bot: Box<dyn Bot<Self>>, offers: bool) -> Option<Box<dyn Bot<Self>>> {
        Some(Box::new(if offers { Trader::offering(bot) } else { Trader::answering(bot) }))
    }

    fn advice(&self, asked: &Asked<'_, Self>, budget: Budget, random: &mut Fast) -> Vec<f64> {
        let plan = Plan { nodes: budget.nodes, worlds: budget.worlds, ..bots::ADVICE_PLAN };
        PlannerBot::new("advice", bots::CatanJudge::new(self), plan).values(asked, random)
    }

    fn chances(&self) -> Option<crate::ChancesOf<'_, Self>> {
        let judge = bots::CatanJudge::new(self);
        Some(Box::new(move |position| {
            let mut shares = Vec::new();
            judge.chances(self, position, &mut shares);
            shares
        }))
    }

    fn picture(&self, view: &View, names: &[String]) -> TextPicture {
        let options = render::Options { labels: true, ..render::Options::default() };
        let position = seen(view, names);
        TextPicture {
            board: render::pieces_text(self.board(), &position, &options),
            facts: format!("{}{}\n", render::seats_text(&position), headline(view)),
            colour: text_colour,
        }
    }

    fn scene(&self, view: &View, look: &Look<'_>) -> Option<Scene> {
        Some(render::position_scene(self.board(), &seen(view, look.names), &as_asked(self, look)))
    }

    fn scene_text(&self, view: &View, look: &Look<'_>) -> String {
        render::position_text(self.board(), &seen(view, look.names), &as_asked(self, look))
    }

    fn table_bots() -> &'static [&'static str] {
        bots::CATAN
    }

    fn former_table_bots() -> &'static [&'static str] {
        bots::CATAN_FORMER
    }

    fn rating(name: &str) -> Option<Rating> {
        bots::rating(name)
    }

    const OWN_PAGE: bool = true;

    fn page_svg(&self, _: &View) -> Option<String> {
        Some(page::board(self))
    }

    fn page_view(&self, view: &View) -> Written {
        page::view(self, view)
    }

    fn observe(
        &self,
        before: &CatanPosition,
        step: &Step<Action>,
        after: &CatanPosition,
        seen: &mut Observed,
    ) {
        study::observe(self, before, step, after, seen);
    }

    fn sources(&self, views: &[View]) -> Vec<PointSource> {
        sources::sources(views)
    }

    fn expected(&self, view: &View) -> Option<Vec<f64>> {
        Some(sources::expected(self, view))
    }

    fn random_game(&self, seed: u64, number: u64) -> Option<Finished> {
        Some(self.visit(RandomGame { seed, number }))
    }
}

/// A whole game of random players on the engine of the right size, without views or lists kept.
struct RandomGame {
    seed: u64,
    number: u64,
}

/// A random game longer than this is cut off.
const MOST_ACTIONS: u64 = 1_000_000;

impl Visitor for RandomGame {
    type Output = Finished;

    fn visit<const C: usize, const S: usize, const X: usize>(self, engine: &Engine<C, S, X>) -> Finished {
        let mut position = engine.start();
        let played = engine.play_randomly(
            &mut position,
            &mut RandomStreams::new(self.seed, self.number),
            MOST_ACTIONS,
        );
        let winners = played.winner.map_or(SeatSet::EMPTY, SeatSet::only);
        Finished {
            winners,
            scores: engine.scores(&position),
            actions: played.actions,
            turns: played.turns.into(),
        }
    }
}
