//! One game type for every board size.
//!
//! [`Catan`] picks the smallest tables the map fits into. A base board plays on one word of corners
//! and two of sides; larger boards use the same code with more words. Whoever knows the size (the
//! simulator, search) reaches the inner [`Engine`] with [`Catan::visit`] and pays no dispatch.

use super::actions::action::Action;
use super::actions::refusal::Refusal;
use super::checks::soak::{CheckedGame, vocabulary};
use super::hand::Hand;
use super::hidden::sketch::{BadSketch, Sketch};
use super::hidden::view::View;
use super::options::Options;
use super::position::{Phase, Position};
use super::random::{RandomGame, RandomStreams};
use super::tables::Engine;
use crate::map::{Board, Setup};
use hexwright_core::{
    Actor, BrokenInvariant, Fast, Game, HexId, Outcome, Random, Seat, SeatSet, Turn, Viewer, Weighted,
};

/// Rules on a board of at most 64 buildable corners and 128 sides: the base island and smaller.
pub type BaseEngine = Engine<1, 2, 0>;
/// A position of a [`BaseEngine`].
pub type BasePosition = Position<1, 2, 0>;
/// Rules on a board of at most 256 corners and 384 sides: about a hundred hexes.
pub type WideEngine = Engine<4, 6, 0>;
/// Rules on any board of the map format: 4,096 hexes.
pub type VastEngine = Engine<136, 200, 0>;
/// Seafaring on a board of at most 256 corners and 384 sides.
pub type SeaEngine = Engine<4, 6, 1>;
/// Seafaring on any Pioneers map: 32 × 32 hexes.
pub type OceanEngine = Engine<34, 50, 1>;

/// Catan on a board of any size.
#[derive(Debug)]
pub enum Catan {
    /// Base-size boards.
    Base(Box<BaseEngine>),
    /// Boards of about a hundred hexes.
    Wide(Box<WideEngine>),
    /// Everything else.
    Vast(Box<VastEngine>),
    /// Seafaring boards of about a hundred hexes.
    Sea(Box<SeaEngine>),
    /// Larger seafaring boards.
    Ocean(Box<OceanEngine>),
}

/// A position of a [`Catan`] game; larger ones lie on the heap.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(clippy::large_enum_variant)] // the base position stays inline: it is the one that must be fast
pub enum CatanPosition {
    /// Of a base-size board.
    Base(BasePosition),
    /// Of a board of about a hundred hexes.
    Wide(Box<Position<4, 6, 0>>),
    /// Of any other board.
    Vast(Box<Position<136, 200, 0>>),
    /// Of a seafaring board of about a hundred hexes.
    Sea(Box<Position<4, 6, 1>>),
    /// Of a larger seafaring board.
    Ocean(Box<Position<34, 50, 1>>),
}

/// Something to do with the engine of whatever size.
pub trait Visitor {
    /// What comes of it.
    type Output;

    /// Does it.
    fn visit<const C: usize, const S: usize, const X: usize>(self, engine: &Engine<C, S, X>) -> Self::Output;
}

/// Calls the same method of whichever engine with its own kind of position.
macro_rules! each {
    ($game:expr, $position:expr, |$engine:ident, $pos:ident| $body:expr) => {
        match ($game, $position) {
            (Catan::Base($engine), CatanPosition::Base($pos)) => $body,
            (Catan::Wide($engine), CatanPosition::Wide($pos)) => $body,
            (Catan::Vast($engine), CatanPosition::Vast($pos)) => $body,
            (Catan::Sea($engine), CatanPosition::Sea($pos)) => $body,
            (Catan::Ocean($engine), CatanPosition::Ocean($pos)) => $body,
            _ => unreachable!("a position is only given to the game it came from"),
        }
    };
}

macro_rules! every {
    ($game:expr, |$engine:ident| $body:expr) => {
        match $game {
            Catan::Base($engine) => $body,
            Catan::Wide($engine) => $body,
            Catan::Vast($engine) => $body,
            Catan::Sea($engine) => $body,
            Catan::Ocean($engine) => $body,
        }
    };
}

pub(super) use {each, every};

impl Catan {
    /// The rules on a drawn map, in the smallest tables it fits into.
    ///
    /// # Errors
    /// [`Refusal::BadSeatCount`], [`Refusal::UnstartableMap`] (R-SETUP-9).
    pub fn new(setup: &Setup, board: &Board, options: Options, seats: usize) -> Result<Self, Refusal> {
        let topology = board.grid.topology();
        if !super::map_rules::Seafaring::of(setup, board).is_base() {
            return Self::at_sea(setup, board, options, seats);
        }
        let land = |hexes: &[Option<HexId>]| hexes.iter().flatten().any(|&h| board.terrain(h).is_land());
        let corners = topology.corner_ids().filter(|&c| land(topology.corner_hexes(c))).count();
        let sides = topology.side_ids().filter(|&s| land(&topology.side_hexes(s))).count();
        Ok(match (corners, sides) {
            (..=64, ..=128) => Self::Base(Box::new(Engine::new(setup, board, options, seats)?)),
            (..=256, ..=384) => Self::Wide(Box::new(Engine::new(setup, board, options, seats)?)),
            _ => Self::Vast(Box::new(Engine::new(setup, board, options, seats)?)),
        })
    }

    /// The rules on a drawn map in the tables of seafaring, whether it needs them or not.
    ///
    /// # Errors
    /// As [`Self::new`].
    pub fn at_sea(setup: &Setup, board: &Board, options: Options, seats: usize) -> Result<Self, Refusal> {
        let topology = board.grid.topology();
        Ok(if topology.corners() <= 256 && topology.sides() <= 384 {
            Self::Sea(Box::new(Engine::new(setup, board, options, seats)?))
        } else {
            Self::Ocean(Box::new(Engine::new(setup, board, options, seats)?))
        })
    }

    /// The map as its author wrote it.
    #[must_use]
    pub fn setup(&self) -> &Setup {
        every!(self, |engine| engine.setup())
    }

    /// The drawn map.
    #[must_use]
    pub fn board(&self) -> &Board {
        every!(self, |engine| engine.board())
    }

    /// The options.
    #[must_use]
    pub fn options(&self) -> &Options {
        every!(self, |engine| engine.options())
    }

    /// Points to win.
    #[must_use]
    pub fn goal(&self) -> i16 {
        every!(self, |engine| engine.goal())
    }

    /// Does something with the engine of whatever size.
    pub fn visit<V: Visitor>(&self, visitor: V) -> V::Output {
        every!(self, |engine| visitor.visit(engine))
    }

    /// Whether seats still place their first pieces, or choose the gold these bring.
    #[must_use]
    pub fn in_setup(&self, position: &CatanPosition) -> bool {
        let before = |phase| matches!(phase, Phase::Seating | Phase::Over);
        each!(self, position, |_engine, pos| pos.turns() == 0 && !before(pos.phase()))
    }

    /// How many resource cards each seat holds.
    pub fn cards(&self, position: &CatanPosition) -> impl Iterator<Item = u16> + use<> {
        each!(self, position, |engine, pos| pos.card_counts(engine.seats())).into_iter().take(self.seats())
    }

    /// Whom everybody may know the game waits for.
    pub(crate) fn waited_for_by_all(&self, position: &CatanPosition) -> SeatSet {
        each!(self, position, |engine, pos| engine.waited_for(pos))
    }

    /// The hand of every seat, for those who tell what happened.
    pub(crate) fn hands(&self, position: &CatanPosition) -> Vec<Hand> {
        each!(self, position, |engine, pos| pos.players[..engine.seats()].iter().map(|p| p.hand).collect())
    }

    /// Sensible offers; see [`Engine::offers`].
    #[must_use]
    pub fn offers(&self, position: &CatanPosition, seat: Seat) -> Vec<Action> {
        each!(self, position, |engine, pos| engine.offers(pos, seat))
    }

    /// Lets two seats exchange cards, for those who think about an offer; `false` and nothing happens
    /// if one does not have them.
    #[must_use]
    pub fn exchange(
        &self,
        position: &mut CatanPosition,
        (one, gives): (Seat, Hand),
        (other, takes): (Seat, Hand),
    ) -> bool {
        let (one, other) = ((one.index(), gives), (other.index(), takes));
        each!(self, position, |engine, pos| engine.exchange(pos, one, other))
    }

    /// A whole random game by the fast path; `most` actions at most.
    #[must_use]
    pub fn random_game(&self, seed: u64, number: u64, most: u64) -> RandomGame {
        let mut luck = RandomStreams::new(seed, number);
        every!(self, |engine| engine.play_randomly(&mut engine.start(), &mut luck, most))
    }

    /// A whole random game with everything checked; see [`Engine::checked_game`].
    ///
    /// # Errors
    /// The step and what was wrong with it.
    pub fn checked_game(
        &self,
        (seed, number): (u64, u64),
        most: u64,
        preferred: &mut impl FnMut(&Action) -> bool,
    ) -> Result<CheckedGame, BrokenInvariant> {
        let (mut luck, words) = (RandomStreams::new(seed, number), vocabulary(self.board()));
        every!(self, |engine| engine.checked_game(&words, &mut luck, most, preferred))
    }

    /// An outcome by its weight; `None` unless the position waits for chance.
    pub fn draw(&self, position: &CatanPosition, random: &mut impl Random) -> Option<Action> {
        each!(self, position, |engine, pos| engine.draw(pos, random))
    }

    /// Another world the viewer cannot tell from this one; see [`Engine::redealt`].
    #[must_use]
    pub fn redealt(
        &self,
        position: &CatanPosition,
        viewer: Viewer,
        random: &mut impl Random,
    ) -> CatanPosition {
        match (self, position) {
            (Self::Base(engine), CatanPosition::Base(pos)) => {
                CatanPosition::Base(engine.redealt(pos, viewer, random))
            }
            (Self::Wide(engine), CatanPosition::Wide(pos)) => {
                CatanPosition::Wide(Box::new(engine.redealt(pos, viewer, random)))
            }
            (Self::Vast(engine), CatanPosition::Vast(pos)) => {
                CatanPosition::Vast(Box::new(engine.redealt(pos, viewer, random)))
            }
            (Self::Sea(engine), CatanPosition::Sea(pos)) => {
                CatanPosition::Sea(Box::new(engine.redealt(pos, viewer, random)))
            }
            (Self::Ocean(engine), CatanPosition::Ocean(pos)) => {
                CatanPosition::Ocean(Box::new(engine.redealt(pos, viewer, random)))
            }
            _ => unreachable!("a position is only given to the game it came from"),
        }
    }

    /// Whom the active seat could rob on a hex (R-ROBBER-3).
    #[must_use]
    pub fn victims(&self, position: &CatanPosition, hex: HexId) -> SeatSet {
        each!(self, position, |engine, pos| SeatSet(engine.victims(pos, hex).into()))
    }

    /// The way back from a position; see [`Engine::sketch`].
    #[must_use]
    pub fn sketch(&self, position: &CatanPosition) -> Sketch {
        each!(self, position, |engine, pos| engine.sketch(pos))
    }

    /// As [`Self::position`], with the longest road given anew; see [`Engine::settle_awards`].
    ///
    /// # Errors
    /// Which piece or card does not fit.
    pub fn settle_awards(&self, sketch: &Sketch) -> Result<CatanPosition, BadSketch> {
        Ok(match self {
            Self::Base(engine) => CatanPosition::Base(engine.settle_awards(sketch)?),
            Self::Wide(engine) => CatanPosition::Wide(Box::new(engine.settle_awards(sketch)?)),
            Self::Vast(engine) => CatanPosition::Vast(Box::new(engine.settle_awards(sketch)?)),
            Self::Sea(engine) => CatanPosition::Sea(Box::new(engine.settle_awards(sketch)?)),
            Self::Ocean(engine) => CatanPosition::Ocean(Box::new(engine.settle_awards(sketch)?)),
        })
    }

    /// The position a sketch describes; see [`Engine::position`].
    ///
    /// # Errors
    /// Which piece or card does not fit.
    pub fn position(&self, sketch: &Sketch) -> Result<CatanPosition, BadSketch> {
        Ok(match self {
            Self::Base(engine) => CatanPosition::Base(engine.position(sketch)?),
            Self::Wide(engine) => CatanPosition::Wide(Box::new(engine.position(sketch)?)),
            Self::Vast(engine) => CatanPosition::Vast(Box::new(engine.position(sketch)?)),
            Self::Sea(engine) => CatanPosition::Sea(Box::new(engine.position(sketch)?)),
            Self::Ocean(engine) => CatanPosition::Ocean(Box::new(engine.position(sketch)?)),
        })
    }
}

impl Game for Catan {
    type Position = CatanPosition;
    type Action = Action;
    type Refusal = Refusal;
    type View = View;

    const NAME: &'static str = "catan";

    fn seats(&self) -> usize {
        every!(self, |engine| engine.seats())
    }

    fn start(&self) -> CatanPosition {
        match self {
            Self::Base(engine) => CatanPosition::Base(engine.start()),
            Self::Wide(engine) => CatanPosition::Wide(Box::new(engine.start())),
            Self::Vast(engine) => CatanPosition::Vast(Box::new(engine.start())),
            Self::Sea(engine) => CatanPosition::Sea(Box::new(engine.start())),
            Self::Ocean(engine) => CatanPosition::Ocean(Box::new(engine.start())),
        }
    }

    fn turn(&self, position: &CatanPosition) -> Turn {
        each!(self, position, |engine, pos| engine.turn(pos))
    }

    fn legal(&self, position: &CatanPosition, seat: Seat, out: &mut Vec<Action>) {
        each!(self, position, |engine, pos| engine.legal(pos, seat, out));
    }

    fn outcomes(&self, position: &CatanPosition, out: &mut Vec<Weighted<Action>>) {
        each!(self, position, |engine, pos| engine.outcomes(pos, out));
    }

    fn prospects(&self, position: &CatanPosition, out: &mut Vec<Weighted<Action>>) {
        each!(self, position, |engine, pos| engine.prospects(pos, out));
    }

    fn draw(&self, position: &CatanPosition, random: &mut Fast) -> Option<Action> {
        each!(self, position, |engine, pos| Game::draw(&**engine, pos, random))
    }

    fn chance_kind(&self, position: &CatanPosition) -> &'static str {
        each!(self, position, |engine, pos| engine.chance_kind(pos))
    }

    fn turns(&self, position: &CatanPosition) -> u32 {
        each!(self, position, |_engine, pos| pos.turns())
    }

    fn play(&self, position: &mut CatanPosition, actor: Actor, action: &Action) -> Result<(), Refusal> {
        each!(self, position, |engine, pos| engine.play(pos, actor, action))
    }

    fn play_unchecked(&self, position: &mut CatanPosition, actor: Actor, action: &Action) {
        each!(self, position, |engine, pos| engine.play_unchecked(pos, actor, action));
    }

    fn view(&self, position: &CatanPosition, viewer: Viewer) -> View {
        each!(self, position, |engine, pos| engine.view(pos, viewer))
    }

    fn scores(&self, position: &CatanPosition) -> Vec<i32> {
        each!(self, position, |engine, pos| engine.scores(pos))
    }

    fn outcome(&self, position: &CatanPosition) -> Option<Outcome> {
        each!(self, position, |engine, pos| engine.outcome(pos))
    }

    fn fingerprint(&self, position: &CatanPosition) -> u64 {
        each!(self, position, |engine, pos| engine.fingerprint(pos))
    }

    fn action_text(&self, _: &CatanPosition, action: &Action) -> String {
        every!(self, |engine| engine.text_of(*action))
    }

    fn parse_action(&self, position: &CatanPosition, actor: Actor, text: &str) -> Result<Action, Refusal> {
        each!(self, position, |engine, pos| engine.parse_action(pos, actor, text))
    }

    fn check_invariants(&self, position: &CatanPosition) -> Result<(), BrokenInvariant> {
        each!(self, position, |engine, pos| engine.check_invariants(pos))
    }
}
