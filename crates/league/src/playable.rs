//! The contract of a playable game: what command line, server and Python need beyond rules and words.
//!
//! Every method has a default, so a game that can be written down, imagined and presented is playable with
//! `impl Playable for MyGame { fn create … }` alone: random players, analysis without a judgement, a picture
//! made of its panels. [`with_game!`](crate::with_game) is the table of all such games.

use crate::{Effort, Fault};
use hexwright_core::present::{Panel, Present, Speaker, Words};
use hexwright_core::{Fast, Imagine, Recorded, Step, Viewer};
use hexwright_play::ask::Asked;
use hexwright_play::bot::{Bot, Budget};
use hexwright_play::fairness::Observed;
use hexwright_play::simulate::Finished;
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

/// A game that people, bots and programs can play at every edge.
pub trait Playable: Recorded + Imagine + Present<View: Serialize> + 'static {
    /// A new game.
    ///
    /// # Errors
    /// An option, or the number of seats, that the game does not know.
    fn create(new: &NewGame) -> Result<Self, Fault>;

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

    /// The judged value of each legal action, for analysis, with this much thinking; all alike unless the
    /// game has a judgement.
    fn advice(&self, asked: &Asked<'_, Self>, budget: Budget, random: &mut Fast) -> Vec<f64> {
        let _ = (budget, random);
        vec![0.0; asked.legal.len()]
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

    /// A whole game of random players by the game's own fast path.
    fn random_game(&self, seed: u64, number: u64) -> Option<Finished> {
        let _ = (seed, number);
        None
    }

    /// What a viewer sees, in plain text: the panels, unless the game draws a board.
    fn picture(&self, view: &Self::View) -> String {
        panels_text::<Self>(&self.summary(view))
    }

    /// Names a seat in the browser can be given to; the first is the default.
    fn table_bots() -> &'static [&'static str] {
        &["random"]
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
    fn page_view(&self, view: &Self::View) -> String {
        serde_json::to_string(view).unwrap_or_default()
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

/// Panels as lines: `seat 0: Points 3, Cards 2`.
fn panels_text<G: Present>(panels: &[Panel]) -> String {
    let words = english::<G>();
    let speaker = Speaker { words: &words, names: &[], you: None };
    let mut text = String::new();
    for panel in panels {
        let facts: Vec<String> = panel.facts.iter().map(|fact| speaker.fact(fact)).collect();
        let whose = panel.seat.map_or_else(String::new, |seat| format!("seat {seat}: "));
        text += &format!("{whose}{}\n", facts.join(", "));
    }
    text
}
