//! The contract of a playable game: what command line, server and Python need beyond rules and words.
//!
//! Every method has a default, so a game that can be written down, imagined and presented is playable with
//! `impl Playable for MyGame { fn create … }` alone: random players, analysis by playing games out, a picture
//! made of its panels. [`with_game!`](crate::with_game) is the table of all such games.

use crate::story::PointSource;
use crate::{Effort, Fault, Look, Rating, TextPicture};
use hexwright_core::json::Written;
use hexwright_core::present::{Panel, Part, Present, Speaker, Words};
use hexwright_core::{Fast, Imagine, Recorded, Step, Viewer};
use hexwright_play::ask::Asked;
use hexwright_play::bot::{Bot, Budget};
use hexwright_play::fairness::Observed;
use hexwright_play::playouts;
use hexwright_play::simulate::Finished;
use hexwright_render::Scene;
use serde::Serialize;

/// What a new game is asked for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NewGame {
    /// Number of seats; the game's usual one if none is given.
    pub seats: Option<usize>,
    /// Options by name, as `cards` and `4`.
    pub options: Vec<(String, String)>,
    /// Seed of what is drawn before the first action.
    pub seed: u64,
}

impl NewGame {
    /// The value of an option.
    #[must_use]
    pub fn option(&self, name: &str) -> Option<&str> {
        self.options.iter().rev().find(|(n, _)| n == name).map(|(_, value)| value.as_str())
    }

    /// Refuses options the game does not know.
    ///
    /// # Errors
    /// [`Fault::Setup`] with the known names.
    pub fn knows(&self, names: &[&str]) -> Result<(), Fault> {
        match self.options.iter().find(|(name, _)| !names.contains(&name.as_str())) {
            Some((name, _)) => {
                Err(Fault::Setup(format!("no option is called {name:?}; known are: {}", names.join(", "))))
            }
            None => Ok(()),
        }
    }
}

/// Says the chances to win at a position, by seat.
pub type ChancesOf<'a, G> = Box<dyn Fn(&<G as hexwright_core::Game>::Position) -> Vec<f64> + Sync + 'a>;

/// A game that people, bots and programs can play at every edge.
pub trait Playable: Recorded + Imagine + Present<View: Serialize> + 'static {
    /// A new game.
    ///
    /// # Errors
    /// An option, or the number of seats, that the game does not know.
    fn create(new: &NewGame) -> Result<Self, Fault>;

    /// A game that has not begun, in a text of the game's own with this file ending; `None` if it has no such
    /// text, so that a record is written.
    fn start_file(&self, ending: &str) -> Option<String> {
        let _ = ending;
        None
    }

    /// The bots of this game beside `random`, with a line about each.
    fn bots() -> &'static [(&'static str, &'static str)] {
        &[]
    }

    /// A bot by name, which thinks as much as it is told to.
    fn bot(&self, name: &str, effort: &Effort) -> Option<Box<dyn Bot<Self>>> {
        let _ = (name, effort);
        None
    }

    /// Whether the bot of this name searches, so that it can be told how much.
    fn searches(name: &str) -> bool {
        let _ = name;
        false
    }

    /// The bot as one that answers offers, and makes some if that is asked for; `None` if the game
    /// knows no offers and some are asked for.
    fn trader(&self, bot: Box<dyn Bot<Self>>, offers: bool) -> Option<Box<dyn Bot<Self>>> {
        (!offers).then_some(bot)
    }

    /// The chance to win with each legal action, from 0 to 1, for analysis, with this much thinking. Found by playing
    /// games out at random, unless the game has a judgement.
    fn advice(&self, asked: &Asked<'_, Self>, budget: Budget, random: &mut Fast) -> Vec<f64> {
        playouts::chances(asked, budget.nodes, random)
    }

    /// Says the chances to win at positions known in full, by seat, for analysis; `None` unless the game has a
    /// judgement that estimates them.
    fn chances(&self) -> Option<ChancesOf<'_, Self>> {
        None
    }

    /// Notes what a study of fairness wants to know of a step.
    fn observe(
        &self,
        before: &Self::Position,
        step: &Step<Self::Action>,
        after: &Self::Position,
        seen: &mut Observed,
    ) {
        let _ = (before, step, after, seen);
    }

    /// Where the points come from, from the views of all seats; empty if the game does not say.
    fn sources(&self, views: &[Self::View]) -> Vec<PointSource> {
        let _ = views;
        Vec::new()
    }

    /// How many cards a roll gives each seat on average; `None` for games without dice.
    fn expected(&self, view: &Self::View) -> Option<Vec<f64>> {
        let _ = view;
        None
    }

    /// A whole game of random players by the game's own fast path.
    fn random_game(&self, seed: u64, number: u64) -> Option<Finished> {
        let _ = (seed, number);
        None
    }

    /// What a viewer sees, in plain text; seats without a name are called by their numbers. Only the panels,
    /// unless the game draws a board.
    fn picture(&self, view: &Self::View, names: &[String]) -> TextPicture {
        TextPicture {
            board: String::new(),
            facts: panels_text::<Self>(&self.summary(view), names),
            colour: |_| None,
        }
    }

    /// What a viewer sees, as a picture for a file; `None` unless the game draws one.
    fn scene(&self, view: &Self::View, look: &Look<'_>) -> Option<Scene> {
        let _ = (view, look);
        None
    }

    /// The same picture in plain text; that of the terminal, unless the game has one that follows the look.
    fn scene_text(&self, view: &Self::View, look: &Look<'_>) -> String {
        self.picture(view, look.names).to_string()
    }

    /// Names a seat in the browser can be given to; the first is the default.
    fn table_bots() -> &'static [&'static str] {
        &["random"]
    }

    /// Names that tables accept and no longer show: seats of stored tables have them.
    fn former_table_bots() -> &'static [&'static str] {
        &[]
    }

    /// How strong a bot was found to be, on one scale for all bots of this game.
    fn rating(name: &str) -> Option<Rating> {
        let _ = name;
        None
    }

    /// Numbers of seats a table in the browser can have.
    fn seat_counts() -> std::ops::RangeInclusive<usize> {
        2..=4
    }

    /// Whether the server has a page made for this game, which draws the view itself. The page of every other
    /// game shows its picture, its panels and its choices.
    const OWN_PAGE: bool = false;

    /// The picture of a page as SVG, if the game has one. With a page of its own the game gives the board
    /// without pieces, which never changes.
    fn page_svg(&self, view: &Self::View) -> Option<String> {
        let _ = view;
        None
    }

    /// The view as JSON for a page.
    fn page_view(&self, view: &Self::View) -> Written {
        Written::new(view)
    }
}

/// The English words of a game.
#[must_use]
pub fn english<G: Present>() -> Words {
    G::catalogues().first().and_then(|(_, text)| Words::read(text).ok()).unwrap_or_default()
}

/// What a viewer may be told of a step about to be played, in English, a sentence each.
pub fn told<G: Present>(
    game: &G,
    before: &G::Position,
    step: &Step<G::Action>,
    viewer: Viewer,
    names: &[String],
) -> Vec<String> {
    let you = match viewer {
        Viewer::Seat(seat) => Some(seat.0),
        Viewer::Spectator => None,
    };
    let words = english::<G>();
    let speaker = Speaker { words: &words, names, you };
    game.describe(before, step, viewer).iter().map(|sentence| speaker.say(sentence)).collect()
}

/// A step about to be played, in English, as somebody tells it who knows everything: its first sentence, with the place
/// on the board.
pub fn in_words<G: Present>(
    game: &G,
    before: &G::Position,
    step: &Step<G::Action>,
    names: &[String],
) -> String {
    let seat = match step.actor {
        hexwright_core::Actor::Seat(seat) => Viewer::Seat(seat),
        hexwright_core::Actor::Chance => Viewer::Spectator,
    };
    let words = english::<G>();
    let speaker = Speaker { words: &words, names, you: None };
    let sentences = game.describe(before, step, seat);
    let Some(sentence) = sentences.first() else { return String::new() };
    let at = |name: &str| match sentence.part(name) {
        Some(Part::Place(place)) => game.place_in_words(*place),
        _ => None,
    };
    let said = speaker.say(sentence);
    match (at("from"), at("place")) {
        (Some(from), Some(to)) => format!("{}: from {from} to {to}", said.trim_end_matches('.')),
        (None, Some(place)) => format!("{}: {place}", said.trim_end_matches('.')),
        _ => said,
    }
}

/// Panels as lines: `seat 0: Points 3, Cards 2`.
fn panels_text<G: Present>(panels: &[Panel], names: &[String]) -> String {
    let words = english::<G>();
    let speaker = Speaker { words: &words, names, you: None };
    let mut text = String::new();
    for panel in panels {
        let facts: Vec<String> = panel.facts.iter().map(|fact| speaker.fact(fact)).collect();
        let name = |seat: u8| names.get(usize::from(seat)).cloned().unwrap_or_else(|| format!("seat {seat}"));
        let whose = panel.seat.map_or_else(String::new, |seat| format!("{}: ", name(seat)));
        text += &format!("{whose}{}\n", facts.join(", "));
    }
    text
}
