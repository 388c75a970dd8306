//! Games to start from, and what holds whenever somebody tries to act.

use hexwright_catan::game::{Catan, Options};
use hexwright_catan::generate::preset;
use hexwright_catan::text::pioneers;
use hexwright_core::{Actor, Fast, Game, Random as _, Turn};
use hexwright_terra::Terra;
use hexwright_terra::text::ledger::{Log, Replay};
use std::sync::OnceLock;

/// A game and a position reached in it.
pub(crate) struct Stage<G: Game> {
    pub(crate) game: G,
    pub(crate) position: G::Position,
}

/// How many random steps a Catan stage is from its start.
const STEPS: [usize; 5] = [0, 14, 60, 250, 700];
const RULESETS: [&str; 3] = ["standard", "document", "pioneers"];
const MAPS: usize = 4;
const CATAN_STAGES: usize = STEPS.len() * RULESETS.len() * MAPS;

/// A Catan game under way: maps with and without sea, every set of rules, early and late. A stage is
/// played up once and kept, so that an input costs only the actions it brings.
pub(crate) fn catan(choice: u8) -> &'static Stage<Catan> {
    static STAGES: [OnceLock<Stage<Catan>>; CATAN_STAGES] = [const { OnceLock::new() }; CATAN_STAGES];
    let choice = usize::from(choice) % CATAN_STAGES;
    STAGES[choice].get_or_init(|| {
        let (steps, rest) = (STEPS[choice % STEPS.len()], choice / STEPS.len());
        let ruleset = RULESETS[rest % RULESETS.len()];
        let mut options = Options::from_text(&format!("ruleset={ruleset}")).expect("the ruleset exists");
        options.set("domestic-trade", "on").ok();
        let game = match rest / RULESETS.len() {
            0 => on_preset("base", options, 4),
            1 => on_preset("duel", options, 2),
            2 => on_preset("lagoon", options, 3),
            _ => {
                let text = include_bytes!("../../../maps/pioneers/gold_atoll.game");
                let map = pioneers::read("gold_atoll.game", text, pioneers::Leniency::Lenient).value;
                let setup = map.expect("our own map reads").setup();
                Catan::on_map(&setup, 1, options.ruleset, 3).expect("our own map can be played")
            }
        };
        let position = walk(&game, steps);
        Stage { game, position }
    })
}

fn on_preset(name: &str, options: Options, seats: usize) -> Catan {
    let setup = preset(name).expect("the preset exists");
    Catan::new(&setup, &setup.draw(1), options, seats).expect("the preset can be played")
}

/// Plays listed actions at random.
fn walk(game: &Catan, steps: usize) -> <Catan as Game>::Position {
    let mut position = game.start();
    let mut random = Fast::new(steps as u64, 0);
    let mut legal = Vec::new();
    for _ in 0..steps {
        let (actor, action) = match game.turn(&position) {
            Turn::Over => break,
            Turn::Chance => {
                let outcome = game.draw(&position, &mut random).expect("chance has an outcome");
                (Actor::Chance, outcome)
            }
            Turn::Seats(seats) => {
                let seat = seats.iter().nth(random.index(seats.len())).expect("somebody acts");
                legal.clear();
                game.legal(&position, seat, &mut legal);
                (Actor::Seat(seat), legal[random.index(legal.len())])
            }
        };
        game.play_unchecked(&mut position, actor, &action);
    }
    position
}

/// How many commands a Terra Mystica stage is from its start.
const COMMANDS: [usize; 6] = [0, 12, 40, 90, 150, 220];
const TERRA_STAGES: usize = 2 * COMMANDS.len();

/// A Terra Mystica game under way, from one of the logs under `maps/`; played up once and kept.
pub(crate) fn terra(choice: u8) -> &'static Stage<Terra> {
    static STAGES: [OnceLock<Stage<Terra>>; TERRA_STAGES] = [const { OnceLock::new() }; TERRA_STAGES];
    let choice = usize::from(choice) % TERRA_STAGES;
    STAGES[choice].get_or_init(|| {
        let text: &[u8] = match choice / COMMANDS.len() {
            0 => include_bytes!("../../../maps/terra/four-on-base.tmlog"),
            _ => include_bytes!("../../../maps/terra/three-on-lakes.tmlog"),
        };
        let log = Log::read(text).expect("our own log reads");
        let mut replay = Replay::new(&log).expect("our own log makes a game");
        replay.play_to(COMMANDS[choice % COMMANDS.len()]).expect("our own log is legal");
        Stage { game: replay.game().clone(), position: replay.position().clone() }
    })
}

/// Tries an action. `listed` is false for actions that may be legal without being listed (offers).
///
/// # Panics
/// If it is legal but refused, not listed but accepted, refused but changed the position, or accepted
/// but broke an invariant.
pub(crate) fn attempt<G: Game>(
    game: &G,
    position: &mut G::Position,
    actor: Actor,
    action: &G::Action,
    listed: bool,
) -> bool {
    let is_listed = is_listed(game, position, actor, action);
    let before = position.clone();
    match game.play(position, actor, action) {
        Ok(()) => {
            assert!(
                is_listed || !listed,
                "{actor:?} {}: accepted but not listed",
                text(game, &before, action)
            );
            let held = game.check_invariants(position);
            assert!(held.is_ok(), "{actor:?} {}: {held:?}", text(game, &before, action));
            true
        }
        Err(refusal) => {
            assert!(!is_listed, "{actor:?} {}: listed but refused: {refusal}", text(game, &before, action));
            assert!(*position == before, "{actor:?} {}: refused but changed", text(game, &before, action));
            assert!(!refusal.to_string().is_empty(), "a refusal says why");
            false
        }
    }
}

fn text<G: Game>(game: &G, position: &G::Position, action: &G::Action) -> String {
    game.action_text(position, action)
}

fn is_listed<G: Game>(game: &G, position: &G::Position, actor: Actor, action: &G::Action) -> bool {
    match actor {
        Actor::Chance => {
            let mut outcomes = Vec::new();
            game.outcomes(position, &mut outcomes);
            outcomes.iter().any(|o| o.action == *action)
        }
        Actor::Seat(seat) if seat.index() < game.seats() => {
            let mut legal = Vec::new();
            game.legal(position, seat, &mut legal);
            legal.contains(action)
        }
        Actor::Seat(_) => false,
    }
}
