//! The contract all games share: who acts, what is legal, what chance may do, what each seat sees.
//!
//! A [`Game`] holds what never changes during play (board tables, options); its `Position` is the
//! small value that does. Chance is an action: a position that waits for it lists the outcomes with
//! weights, whoever runs the game draws one and plays it. So a setup and a list of actions *is* the
//! game, and the rules own no generator.
//!
//! ```
//! use hexwright_core::{Seat, SeatSet, Turn};
//!
//! // a position that waits for two seats at once
//! let waiting: SeatSet = [Seat(0), Seat(2)].into_iter().collect();
//! let turn = Turn::Seats(waiting);
//! assert!(matches!(turn, Turn::Seats(seats) if seats.contains(Seat(2)) && seats.len() == 2));
//! ```

use crate::random::{Fast, Random};
use std::fmt::Debug;

/// A seat at the table, numbered from 0 in turn order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Seat(pub u8);

impl Seat {
    /// As an index into tables.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl std::fmt::Display for Seat {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        std::fmt::Display::fmt(&self.0, f)
    }
}

/// A set of at most 16 seats.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct SeatSet(pub u16);

impl SeatSet {
    /// Nobody.
    pub const EMPTY: Self = Self(0);

    /// One seat alone.
    #[must_use]
    pub const fn only(seat: Seat) -> Self {
        Self(1 << seat.0)
    }

    /// Whether the seat belongs to the set.
    #[must_use]
    pub const fn contains(self, seat: Seat) -> bool {
        seat.0 < 16 && self.0 >> seat.0 & 1 == 1
    }

    /// Adds a seat.
    pub const fn insert(&mut self, seat: Seat) {
        self.0 |= 1 << seat.0;
    }

    /// Takes a seat out.
    pub const fn remove(&mut self, seat: Seat) {
        self.0 &= !(1 << seat.0);
    }

    /// Whether nobody is in it.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many seats.
    #[must_use]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// The seats in ascending order.
    pub fn iter(self) -> impl Iterator<Item = Seat> {
        (0..16).map(Seat).filter(move |&s| self.contains(s))
    }
}

impl FromIterator<Seat> for SeatSet {
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> Self {
        let mut set = Self::EMPTY;
        seats.into_iter().for_each(|s| set.insert(s));
        set
    }
}

/// Whom a position waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// Any of these seats may act; several at once while discards or answers are due.
    Seats(SeatSet),
    /// An outcome must be drawn.
    Chance,
    /// The game has ended.
    Over,
}

/// Who plays an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Actor {
    /// A seat.
    Seat(Seat),
    /// The dice, the deck.
    Chance,
}

/// Who looks at a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Viewer {
    /// A seat sees its own hand.
    Seat(Seat),
    /// A spectator sees what everybody sees.
    Spectator,
}

/// A chance outcome and how much it weighs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Weighted<A> {
    /// The outcome.
    pub action: A,
    /// Its weight; the probability is weight over the sum of weights.
    pub weight: u32,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The winners; several share a win, none if the game was cut off.
    pub winners: SeatSet,
    /// Final points per seat.
    pub scores: Vec<i32>,
}

/// A game: its immutable half. See the module's first paragraph.
pub trait Game: Send + Sync {
    /// The half that changes. Not serialisable on purpose: only views leave.
    type Position: Clone + PartialEq + Debug + Send + Sync;
    /// What a seat or chance may do.
    type Action: Clone + Eq + Debug + Send + Sync;
    /// Why an action was refused: one specific reason each.
    type Refusal: std::error::Error + Send + Sync + 'static;
    /// What a seat or spectator may know.
    type View: Clone + PartialEq + Debug + Send + Sync;

    /// Name in records and on the command line.
    const NAME: &'static str;

    /// Number of seats.
    fn seats(&self) -> usize;

    /// The position before the first action.
    fn start(&self) -> Self::Position;

    /// Whom the position waits for.
    fn turn(&self, position: &Self::Position) -> Turn;

    /// Appends every legal action of `seat`, in a fixed order.
    fn legal(&self, position: &Self::Position, seat: Seat, out: &mut Vec<Self::Action>);

    /// Appends every chance outcome with its weight; nothing unless the turn is [`Turn::Chance`].
    fn outcomes(&self, position: &Self::Position, out: &mut Vec<Weighted<Self::Action>>);

    /// As [`Self::outcomes`], but outcomes that lead to the same position may be one: three and four is
    /// the same as five and two. For those who look ahead; the chances of positions stay the same.
    fn prospects(&self, position: &Self::Position, out: &mut Vec<Weighted<Self::Action>>) {
        self.outcomes(position, out);
    }

    /// Draws one of the prospects by its weight; `None` if there is none. For those who look ahead:
    /// a game may know a way without a list.
    fn draw(&self, position: &Self::Position, random: &mut Fast) -> Option<Self::Action> {
        let mut outcomes = Vec::new();
        self.prospects(position, &mut outcomes);
        let place = random.weighted(outcomes.iter().map(|o| u64::from(o.weight)))?;
        Some(outcomes.swap_remove(place).action)
    }

    /// Which chance a position waits for, as in `dice` or `theft` (at most 10 ASCII characters).
    /// A runner keeps one random stream for each kind, so that two runs that differ in one kind of
    /// chance still meet the same others.
    fn chance_kind(&self, position: &Self::Position) -> &'static str {
        let _ = position;
        "chance"
    }

    /// Turns begun so far, for statistics; 0 if the game does not count them.
    fn turns(&self, position: &Self::Position) -> u32 {
        let _ = position;
        0
    }

    /// Plays an action after checking it; on refusal the position is untouched.
    ///
    /// # Errors
    /// The one specific reason why the action is not legal.
    fn play(
        &self,
        position: &mut Self::Position,
        actor: Actor,
        action: &Self::Action,
    ) -> Result<(), Self::Refusal>;

    /// Plays an action taken from [`Self::legal`] or [`Self::outcomes`]. Anything else may give a
    /// wrong position, never undefined behaviour.
    fn play_unchecked(&self, position: &mut Self::Position, actor: Actor, action: &Self::Action);

    /// What a viewer may know: equal for any two positions that differ only in hidden things.
    fn view(&self, position: &Self::Position, viewer: Viewer) -> Self::View;

    /// Current points per seat, hidden ones included.
    fn scores(&self, position: &Self::Position) -> Vec<i32>;

    /// The end, if it is reached.
    fn outcome(&self, position: &Self::Position) -> Option<Outcome>;

    /// A fingerprint of the position, the same on every machine.
    fn fingerprint(&self, position: &Self::Position) -> u64;

    /// An action in the notation of records.
    fn action_text(&self, position: &Self::Position, action: &Self::Action) -> String;

    /// An action from the notation of records.
    ///
    /// # Errors
    /// Why the text is no action of this game.
    fn parse_action(
        &self,
        position: &Self::Position,
        actor: Actor,
        text: &str,
    ) -> Result<Self::Action, Self::Refusal>;

    /// Checks what must hold in every position; the generic suite calls it after each step.
    ///
    /// # Errors
    /// The first broken invariant.
    fn check_invariants(&self, position: &Self::Position) -> Result<(), BrokenInvariant>;
}

/// A game in which a thinker can picture a whole world from what it knows.
///
/// Bots that look ahead need a position; they may only have a view. An imagined position agrees with
/// the view in everything the viewer knows and is drawn at random in everything else.
pub trait Imagine: Game {
    /// A position that gives the same view: known things as they are, hidden things by chance.
    fn imagine(&self, view: &Self::View, random: &mut Fast) -> Self::Position;

    /// Draws anew, in place, everything that `viewer` cannot know. The result is exactly what
    /// [`Self::imagine`] makes of the viewer's view with the same generator, so nothing hidden can shine
    /// through; it is only faster.
    fn redeal(&self, position: &mut Self::Position, viewer: Seat, random: &mut Fast) {
        *position = self.imagine(&self.view(position, Viewer::Seat(viewer)), random);
    }
}

/// A game that can be written down: what stands in a record's head, and the way back.
pub trait Recorded: Game + Sized {
    /// All that [`Game::start`] follows from, as lines of text: options, map, drawn board.
    fn setup_text(&self) -> String;

    /// The game with this setup.
    ///
    /// # Errors
    /// What is wrong with the setup.
    fn from_setup(text: &str) -> Result<Self, BadSetup>;
}

crate::sentence_error! {
    /// What does not hold in a position, though it must in every one.
    pub BrokenInvariant
}
crate::sentence_error! {
    /// What is wrong with the setup in the head of a record.
    pub BadSetup
}
