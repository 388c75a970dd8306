//! What people are shown of a game: what happened, what they may do, what stands beside the board.
//!
//! Games give data, not English: a [`Sentence`] is a key of a catalogue of [`words`] with named parts, so
//! that a terminal, a page and a screen reader can each say it in their way and language. What a viewer
//! must not know is left out here, once, for all of them.
//!
//! ```
//! use hexwright_core::Seat;
//! use hexwright_core::present::{Part, Sentence};
//!
//! let sentence = Sentence::new("rolls").with("seat", Seat(1).into()).with("total", Part::Number(8));
//! assert!(matches!(sentence.part("total"), Some(Part::Number(8))));
//! ```

pub mod words;

pub use words::{Speaker, Words};

use crate::game::{Actor, Game, Seat, SeatSet, Viewer};
use crate::step::Step;
use serde::{Deserialize, Serialize};

/// Something to be said, in any language.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Sentence {
    /// The entry of the catalogue.
    pub key: &'static str,
    /// What fills the places of the entry, by name.
    #[serde(serialize_with = "as_map")]
    pub parts: Vec<(&'static str, Part)>,
}

fn as_map<S: serde::Serializer>(parts: &[(&'static str, Part)], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(parts.iter().map(|(name, part)| (name, part)))
}

/// What fills a place of a sentence.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Part {
    /// A player; said by name, or as "you" to themselves.
    Seat(u8),
    /// Several players.
    Seats(Vec<u8>),
    /// A number.
    Number(i64),
    /// A word with an entry of its own, as `wool` or `city`.
    Word(&'static str),
    /// Counted things, as 2 wool and 1 ore.
    Goods(Vec<Good>),
    /// Somewhere on the board.
    Place(Place),
    /// Text that is the same in every language, as a command.
    Text(String),
}

/// A number of things of a kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Good {
    /// How many.
    pub count: u16,
    /// Of what: a word with an entry of its own.
    pub kind: &'static str,
    /// The place that gives them, if one does. A page may show the way from there; words leave it out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<Place>,
}

impl Good {
    /// Goods from nowhere in particular.
    #[must_use]
    pub const fn new(count: u16, kind: &'static str) -> Self {
        Self { count, kind, from: None }
    }
}

/// Somewhere on the board, in the numbers of its topology: `corner-31`, `side-5`, `hex-7`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(try_from = "String")]
pub enum Place {
    /// The whole hex.
    Hex(u16),
    /// Where three hexes meet.
    Corner(u16),
    /// Between two hexes.
    Side(u16),
}

impl Sentence {
    /// A sentence without parts.
    #[must_use]
    pub const fn new(key: &'static str) -> Self {
        Self { key, parts: Vec::new() }
    }

    /// The sentence with one more part.
    #[must_use]
    pub fn with(mut self, name: &'static str, part: Part) -> Self {
        self.parts.push((name, part));
        self
    }

    /// The part of this name.
    #[must_use]
    pub fn part(&self, name: &str) -> Option<&Part> {
        self.parts.iter().find(|(n, _)| *n == name).map(|(_, part)| part)
    }
}

impl From<Seat> for Part {
    fn from(seat: Seat) -> Self {
        Self::Seat(seat.0)
    }
}

/// One thing a seat may do, or could do if it had what is missing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Choice {
    /// The text of the action, to be sent back. `None` if something is missing; if nothing is, the person
    /// picks what it costs and the action is the group and what was picked, as in `discard wool=2`.
    pub action: Option<String>,
    /// What it is called.
    pub label: Sentence,
    /// Which button or list it belongs to: the first word of its action, as `road` or `bank-trade`. The
    /// caption is the entry `group.road`.
    pub group: &'static str,
    /// Where on the board it happens.
    pub place: Option<Place>,
    /// From where, if something moves.
    pub from: Option<Place>,
    /// What it costs.
    pub cost: Vec<Good>,
    /// What the seat lacks, if it cannot be done now.
    pub missing: Vec<Good>,
}

/// A list of facts beside the board: the bank's, or a seat's.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Panel {
    /// Whose; `None` is everybody's.
    pub seat: Option<u8>,
    /// What it says.
    pub facts: Vec<Fact>,
}

/// A fact of a panel: what it is about and what is true of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Fact {
    /// What it is about, as `points` or `longest-road`: a word with an entry of its own.
    pub about: &'static str,
    /// What is true of it.
    pub value: Part,
}

/// A game that can be shown to people.
pub trait Present: Game {
    /// The catalogues of the game, by language; the first is English and complete.
    fn catalogues() -> &'static [(&'static str, &'static str)];

    /// What a viewer may be told of a step about to be played: the step itself, then what follows from it
    /// by the rules (who gets what, which award changes hands). Equal for positions that look the same
    /// to the viewer before and after the step.
    fn describe(&self, before: &Self::Position, step: &Step<Self::Action>, viewer: Viewer) -> Vec<Sentence>;

    /// A place of the board in English, for those who read sentences without seeing the board; `None` if sentences name
    /// their places themselves.
    fn place_in_words(&self, place: Place) -> Option<String> {
        let _ = place;
        None
    }

    /// Whether every viewer is told the same of a step. `false` is never wrong; `true` saves work.
    fn is_open(&self, step: &Step<Self::Action>) -> bool {
        let _ = step;
        false
    }

    /// The line of a step as a viewer may read it: hidden outcomes are left out. For tools and replays.
    fn line_for(&self, before: &Self::Position, step: &Step<Self::Action>, viewer: Viewer) -> String
    where
        Self: Sized,
    {
        let _ = viewer;
        step.line(self, before)
    }

    /// All a seat may do, in the order of [`Game::legal`], then what the rules accept besides (conversions),
    /// then what it could do with more cards or coins. The rules accept every choice with an action; every
    /// legal action is a choice or can be put together from one by the page (discards, offers).
    fn choices(&self, position: &Self::Position, seat: Seat) -> Vec<Choice>;

    /// The same for callers who have the seat's view at hand: it need not be made again.
    fn choices_seen(&self, position: &Self::Position, view: &Self::View, seat: Seat) -> Vec<Choice> {
        let _ = view;
        self.choices(position, seat)
    }

    /// What stands beside the board for this view.
    fn summary(&self, view: &Self::View) -> Vec<Panel>;

    /// The seats everybody may know the game waits for. Whose turn it is can depend on hidden cards.
    fn waited_for(&self, position: &Self::Position) -> SeatSet {
        match self.turn(position) {
            crate::game::Turn::Seats(seats) => seats,
            _ => SeatSet::EMPTY,
        }
    }

    /// Whether a seat does well to wait: it has made an offer that somebody has not answered yet.
    fn patient(&self, position: &Self::Position, seat: Seat) -> bool {
        let _ = (position, seat);
        false
    }

    /// What is played for somebody who does not decide: whatever ends the turn soonest and gives
    /// nothing away. `None` leaves it to a bot.
    fn least(&self, position: &Self::Position, seat: Seat) -> Option<Self::Action> {
        let _ = (position, seat);
        None
    }

    /// Whether a seat's action may be taken back: it has shown its maker nothing hidden and taken nobody's
    /// time. By default an action can be taken back while the same seat alone goes on.
    fn can_take_back(&self, position: &Self::Position, seat: Seat, action: &Self::Action) -> bool {
        let turn = self.turn(position);
        let mut after = position.clone();
        turn == crate::game::Turn::Seats(SeatSet::only(seat))
            && self.play(&mut after, Actor::Seat(seat), action).is_ok()
            && self.turn(&after) == turn
    }
}

impl std::fmt::Display for Place {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Hex(n) => write!(f, "hex-{n}"),
            Self::Corner(n) => write!(f, "corner-{n}"),
            Self::Side(n) => write!(f, "side-{n}"),
        }
    }
}

/// As it is shown, without a text of its own: every choice on a board has a place.
impl Serialize for Place {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (kind, mut n) = match *self {
            Self::Hex(n) => ("hex-", n),
            Self::Corner(n) => ("corner-", n),
            Self::Side(n) => ("side-", n),
        };
        let mut text = [0; 12];
        let mut first = text.len();
        loop {
            first -= 1;
            text[first] = b'0' + (n % 10) as u8;
            n /= 10;
            if n == 0 {
                break;
            }
        }
        first -= kind.len();
        text[first..][..kind.len()].copy_from_slice(kind.as_bytes());
        serializer.serialize_str(std::str::from_utf8(&text[first..]).unwrap_or_default())
    }
}

/// A text that names no place.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected hex-N, corner-N or side-N, found {0:?}")]
pub struct NoPlace(String);

impl TryFrom<String> for Place {
    type Error = NoPlace;

    fn try_from(text: String) -> Result<Self, NoPlace> {
        let found = text.split_once('-').and_then(|(kind, n)| {
            let n = n.parse().ok()?;
            match kind {
                "hex" => Some(Self::Hex(n)),
                "corner" => Some(Self::Corner(n)),
                "side" => Some(Self::Side(n)),
                _ => None,
            }
        });
        found.ok_or(NoPlace(text))
    }
}
