//! Catan at the table of the command line: how a view looks, what a seat may be told, its bots.

use super::{catan_picture, catan_study};
use crate::commands::fairness::FairnessArgs;
use crate::commands::simulate::SetupArgs;
use crate::commands::tournament::TournamentArgs;
use crate::games::{self, Table};
use crate::{Status, input::Input};
use anyhow::{Context, Result, bail};
use hexwright_catan::Setup;
use hexwright_catan::game::{Action, Catan, CatanPosition, Engine, Luck, Options, View, Visitor};
use hexwright_catan::text::dot_catan;
use hexwright_core::{Actor, Fast, Game, SeatSet, Viewer, random};
use hexwright_play::bot::{Bot, Budget, Choice, ExpectimaxBot};
use hexwright_play::fairness::{Observed, Question};
use hexwright_play::simulate::Finished;
use hexwright_play::tournament::Plan;
use hexwright_render::catan;
use hexwright_server::bots;

/// The game on a map: its open cells drawn with the seed, its options as asked for.
pub(crate) fn game(setup: &Setup, seats: usize, how: &SetupArgs, board_seed: u64) -> Result<Catan> {
    let mut options = Options::default();
    let wanted = how.ruleset.iter().map(|name| ("ruleset", name.as_str()));
    let given = how.options.iter().map(|word| word.split_once('=').unwrap_or((word, "")));
    for (name, value) in wanted.chain(given) {
        options.set(name, value)?;
    }
    Ok(Catan::new(setup, &setup.draw(board_seed), options, seats)?)
}

/// As many seats as players are named; otherwise four, if the map is made for as many.
pub(crate) fn seats(setup: &Setup, named: usize) -> usize {
    let (least, most) = setup.players;
    if named > 0 { named } else { 4.clamp(usize::from(least.max(2)), usize::from(most.max(2))) }
}

impl Table for Catan {
    fn picture(&self, view: &View) -> String {
        let options = catan::Options { labels: true, ..catan::Options::default() };
        let text = catan::position_text(self.board(), &catan_picture::seen(view, &[]), &options);
        format!("{text}{}\n", catan_picture::headline(view))
    }

    fn told(&self, before: &CatanPosition, actor: Actor, action: &Action, viewer: Viewer) -> Option<String> {
        let view = self.view(before, viewer);
        let sees = |seats: &[Option<u8>]| match viewer {
            Viewer::Seat(seat) => seats.contains(&Some(seat.0)),
            Viewer::Spectator => false,
        };
        Some(match (actor, action) {
            (Actor::Seat(seat), action) => format!("seat {seat}: {}", self.action_text(before, action)),
            (_, Action::Dice(a, b)) => format!("the dice: {a} and {b}, together {}", a + b),
            (_, Action::Stolen(kind)) if sees(&[Some(view.active), view.victim]) => {
                format!("stolen: {}", kind.name())
            }
            (_, Action::Stolen(_)) => "a card is stolen".to_owned(),
            (_, Action::Drawn(card)) if sees(&[Some(view.builder.unwrap_or(view.active))]) => {
                format!("the card: {}", card.name())
            }
            (_, Action::Drawn(_)) => return None,
            (_, other) => self.action_text(before, other),
        })
    }

    fn bots() -> &'static [(&'static str, &'static str)] {
        &[
            ("greedy", "takes the action that looks best at once"),
            ("search", "looks two decisions ahead, chance averaged"),
            ("mcts", "tree search over imagined worlds, 400 simulations a decision"),
        ]
    }

    fn bot(&self, name: &str) -> Option<Box<dyn Bot<Self>>> {
        // the runner seats random players by itself
        (name != "random").then(|| bots::catan(self, name)).flatten()
    }

    fn advice(&self, choice: &Choice<'_, Self>, random: &mut Fast) -> Vec<f64> {
        let budget = Budget { depth: 2, nodes: 20_000, worlds: 4 };
        ExpectimaxBot::new("search", bots::CatanJudge::new(self), budget).values(choice, random)
    }

    fn observe(
        &self,
        before: &CatanPosition,
        actor: Actor,
        action: &Action,
        after: &CatanPosition,
        seen: &mut Observed,
    ) {
        catan_study::observe(self, before, actor, *action, after, seen);
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
        let played =
            engine.play_randomly(&mut position, &mut Luck::new(self.seed, self.number), MOST_ACTIONS);
        let winners = played.winner.map_or(SeatSet::EMPTY, SeatSet::only);
        Finished {
            winners,
            scores: engine.scores(&position),
            actions: played.actions,
            turns: played.turns.into(),
        }
    }
}

/// The setup of a `.catan` map, or a sentence that says where it is wrong.
pub(crate) fn load(input: &Input) -> Result<Setup> {
    super::catan::load(input).map_err(|report| {
        let first = report.diagnostics.iter().find(|d| d.is_error()).map(|d| d.headline(&report.source));
        anyhow::anyhow!("{}", first.unwrap_or_else(|| "the map cannot be read".to_owned()))
    })
}

/// The game a verb plays on a map.
pub(crate) fn game_on(setup: &Setup, named: usize, how: &SetupArgs) -> Result<Catan> {
    let seats = seats(setup, named);
    if !(2..=8).contains(&seats) {
        bail!("expected 2 to 8 players, found {seats}");
    }
    game(setup, seats, how, how.seed()).context("this game cannot be set up")
}

/// A game with the usual options.
pub(crate) fn plain_game(setup: &Setup, seats: usize, seed: u64) -> Result<Catan> {
    Ok(Catan::new(setup, &setup.draw(seed), Options::default(), seats)?)
}

/// A fingerprint of everything that a result depends on beside bots and seed.
fn fingerprint<'a>(setups: impl Iterator<Item = &'a Setup>, how: &SetupArgs) -> u64 {
    let maps: String = setups.map(dot_catan::write).collect();
    random::fnv1a(format!("{maps}\n{:?}\n{:?}", how.ruleset, how.options).as_bytes())
}

/// Plays a tournament; open cells are drawn anew for each block.
pub(crate) fn tournament(inputs: &[Input], how: &TournamentArgs) -> Result<Status> {
    let setups: Vec<Setup> = inputs.iter().map(load).collect::<Result<_>>()?;
    let seats = how.bots.len();
    if !(2..=8).contains(&seats) {
        bail!("expected 2 to 8 bots, found {seats}");
    }
    let names = inputs.iter().map(|i| i.name.clone()).collect();
    let seed = how.setup.seed();
    let plan = Plan::new(how.bots.clone(), names, fingerprint(setups.iter(), &how.setup), how.games, seed);
    games::tournament::<Catan>(
        &plan,
        &|pairing| game(&setups[pairing.map], seats, &how.setup, random::mix(seed ^ pairing.block)),
        how,
    )
}

/// Plays equal bots on a map.
pub(crate) fn fairness(input: &Input, how: &FairnessArgs) -> Result<Status> {
    let setup = load(input)?;
    let seats = seats(&setup, how.seats.unwrap_or(0));
    if !(2..=8).contains(&seats) {
        bail!("expected 2 to 8 seats, found {seats}");
    }
    let seed = how.setup.seed();
    let question = Question {
        hexwright_fairness: 1,
        map: input.name.clone(),
        setup: format!(
            "{:016x}{}",
            fingerprint(std::iter::once(&setup), &how.setup),
            if how.redraw { "r" } else { "" }
        ),
        bot: how.bot.clone(),
        seats,
        games: how.games(seats).max(1),
        seed,
    };
    let board_seed = super::catan::seed(None, &setup);
    let of_game = |number: u64| if how.redraw { random::mix(seed ^ number) } else { board_seed };
    games::fairness::<Catan>(
        question,
        &|number| game(&setup, seats, &how.setup, of_game(number)),
        how,
        &|counts| (!how.redraw).then(|| catan_study::openings_picture(&setup.draw(board_seed), counts)),
    )
}
