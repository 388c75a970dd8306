//! A running game behind one face, whatever its rules: lines of text in, views out.
//!
//! [`Live`] wraps any [`Playable`] game; nothing here knows which.

use hexwright_core::json::Written;
use hexwright_core::present::{Choice, Panel, Sentence};
use hexwright_core::{Actor, Fast, Game, Outcome, Seat, Step, Turn, Viewer};
use hexwright_league::{Playable, table_bot};
use hexwright_play::ask::Ask;
use hexwright_play::bot::Budget;
use serde::Serialize;
use std::sync::OnceLock;

/// How much the coach thinks about a position.
const ADVICE: Budget = Budget { depth: 1, nodes: 20_000, worlds: 4, time: None };

hexwright_core::sentence_error! {
    /// Why a line is not played, in words.
    pub NotPlayed
}

/// A step of the log as one viewer may know it.
#[derive(Clone, Debug, Serialize, PartialEq, Eq)]
pub struct LogLine {
    /// The line of records, hidden outcomes left out.
    pub line: String,
    /// What happened: the step itself, then what followed from it. The lines that are new in a state are the
    /// events a page can show: dice, production by hex, awards.
    pub said: Vec<Sentence>,
}

/// Chooses among outcomes of a kind of chance by their weights.
pub type Choose<'a> = dyn Fn(&str, &[u64]) -> Option<usize> + 'a;

/// A running game without its type.
pub trait LiveGame: Send + Sync {
    /// The name of the game in the store.
    fn kind(&self) -> &'static str;
    /// All its start follows from, as text.
    fn setup(&self) -> String;
    /// Number of seats.
    fn seats(&self) -> usize;
    /// Whom the game waits for.
    fn turn(&self) -> Turn;
    /// The seats everybody may know the game waits for.
    fn waited_for(&self) -> &[Seat];
    /// Whether a seat does well to wait for others.
    fn patient(&self, seat: Seat) -> bool;
    /// What a seat may do, and what it could do if it had more.
    fn choices(&self, seat: Seat) -> Vec<Choice>;
    /// Plays a seat's action given as text; the line for the log, or why not.
    fn act(&mut self, seat: Seat, text: &str) -> Result<Played, NotPlayed>;
    /// Plays one stored line.
    fn replay(&mut self, line: &str) -> Result<(), NotPlayed>;
    /// Draws the pending chance and plays it; `None` if none is pending. `choose` is told what kind of chance it is
    /// and the weights of its outcomes.
    fn draw(&mut self, choose: &Choose<'_>) -> Option<String>;
    /// What a viewer may know.
    fn view(&self, viewer: Viewer) -> Written;
    /// All that a viewer is shown: what it may know and, if it has a seat, what it may do.
    fn seen(&self, viewer: Viewer) -> Seen;
    /// The panels of all seats with their cards open; only for finished games.
    fn revealed(&self) -> Vec<Panel>;
    /// Whether a page is made for this game, and its picture never changes.
    fn has_own_page(&self) -> bool;
    /// The picture of the page, as everybody may see it.
    fn picture(&self) -> Option<String>;
    /// What each of these viewers may know of a line about to be played; a single one if all may know the same.
    fn describe(&self, line: &str, viewers: &[Viewer]) -> Vec<LogLine>;
    /// Turns begun so far.
    fn turns(&self) -> u32;
    /// The end, if it is reached.
    fn outcome(&self) -> Option<Outcome>;
    /// The move made for a person whose time is over.
    fn plainest(&self, seat: Seat) -> Option<String>;
    /// What a bot does with a seat, which lately did these lines, oldest first.
    fn decide(&self, bot: &str, seat: Seat, seed: u64, own: &[String]) -> Option<String>;
    /// The best moves of a seat, judged by what that seat knows: actions with their chances to win, the best
    /// first.
    fn advise(&self, seat: Seat, most: usize) -> Vec<(String, f64)>;
    /// A copy to try things on.
    fn fork(&self) -> Box<dyn LiveGame>;
    /// The rules with their own type, for whoever tells the game in another program's words.
    fn rules(&self) -> std::sync::Arc<dyn std::any::Any + Send + Sync>;
}

/// A position as one viewer is shown it.
#[derive(Debug)]
pub struct Seen {
    /// What the viewer may know.
    pub view: Written,
    /// What stands beside the board, if the page does not draw it from the view.
    pub panels: Vec<Panel>,
    /// What the viewer may do, and what it could do if it had more.
    pub choices: Vec<Choice>,
}

/// A line that was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// As it goes into the log.
    pub line: String,
    /// Whether its maker may take it back.
    pub can_take_back: bool,
}

/// A game of type `G` with its position.
pub struct Live<G: Game> {
    game: std::sync::Arc<G>,
    position: G::Position,
    /// Whom the position waits for, once somebody has asked: everybody asks.
    waiting: OnceLock<Vec<Seat>>,
}

impl<G: Playable> Live<G> {
    /// The game at its start.
    pub fn new(game: G) -> Self {
        let position = game.start();
        Self { game: std::sync::Arc::new(game), position, waiting: OnceLock::new() }
    }

    fn decide_action(&self, bot: &str, seat: Seat, own: &[String], random: &mut Fast) -> Option<G::Action> {
        let mut bot = table_bot(&*self.game, bot, seat, 0).ok()?;
        // notation that only means something elsewhere in the game is nothing to remember
        let read = |line: &String| Some(Step::read(&*self.game, &self.position, line).ok()?.action);
        bot.remember(&own.iter().filter_map(read).collect::<Vec<_>>());
        Ask::new(&*self.game, &self.position, seat).bot(&mut *bot, random)
    }

    /// A game at a position.
    pub fn at(game: std::sync::Arc<G>, position: G::Position) -> Self {
        Self { game, position, waiting: OnceLock::new() }
    }

    /// Where it stands.
    pub fn into_position(self) -> G::Position {
        self.position
    }

    fn play(&mut self, actor: Actor, action: &G::Action) -> Result<(), G::Refusal> {
        self.waiting = OnceLock::new();
        self.game.play(&mut self.position, actor, action)
    }
}

impl<G: Playable> LiveGame for Live<G> {
    fn kind(&self) -> &'static str {
        G::NAME
    }

    fn setup(&self) -> String {
        self.game.setup_text()
    }

    fn seats(&self) -> usize {
        self.game.seats()
    }

    fn turn(&self) -> Turn {
        self.game.turn(&self.position)
    }

    fn waited_for(&self) -> &[Seat] {
        self.waiting.get_or_init(|| self.game.waited_for(&self.position).iter().collect())
    }

    fn choices(&self, seat: Seat) -> Vec<Choice> {
        self.game.choices(&self.position, seat)
    }

    fn act(&mut self, seat: Seat, text: &str) -> Result<Played, NotPlayed> {
        let actor = Actor::Seat(seat);
        let action = self.game.parse_action(&self.position, actor, text).map_err(|e| e.to_string())?;
        let can_take_back = self.game.can_take_back(&self.position, seat, &action);
        let step = Step { actor, action };
        let line = step.line(&*self.game, &self.position);
        self.play(actor, &step.action).map_err(|e| e.to_string())?;
        Ok(Played { line, can_take_back })
    }

    fn replay(&mut self, line: &str) -> Result<(), NotPlayed> {
        let step = Step::read(&*self.game, &self.position, line).map_err(|e| e.to_string())?;
        self.play(step.actor, &step.action).map_err(|e| e.to_string().into())
    }

    fn draw(&mut self, choose: &Choose<'_>) -> Option<String> {
        if self.turn() != Turn::Chance {
            return None;
        }
        let mut outcomes = Vec::new();
        self.game.outcomes(&self.position, &mut outcomes);
        let weights: Vec<u64> = outcomes.iter().map(|o| u64::from(o.weight)).collect();
        let chosen = choose(self.game.chance_kind(&self.position), &weights)?;
        let step = Step::chance(outcomes.swap_remove(chosen).action);
        let line = step.line(&*self.game, &self.position);
        self.play(step.actor, &step.action).ok()?;
        Some(line)
    }

    fn view(&self, viewer: Viewer) -> Written {
        self.game.page_view(&self.game.view(&self.position, viewer))
    }

    fn seen(&self, viewer: Viewer) -> Seen {
        let view = self.game.view(&self.position, viewer);
        let choices = match viewer {
            Viewer::Seat(seat) => self.game.choices_seen(&self.position, &view, seat),
            Viewer::Spectator => Vec::new(),
        };
        let panels = if G::OWN_PAGE { Vec::new() } else { self.game.summary(&view) };
        Seen { view: self.game.page_view(&view), panels, choices }
    }

    fn revealed(&self) -> Vec<Panel> {
        let panels = |viewer| self.game.summary(&self.game.view(&self.position, viewer));
        let common = panels(Viewer::Spectator).into_iter().filter(|panel| panel.seat.is_none());
        let own = (0..self.game.seats() as u8).flat_map(|seat| {
            panels(Viewer::Seat(Seat(seat))).into_iter().filter(move |panel| panel.seat == Some(seat))
        });
        common.chain(own).collect()
    }

    fn has_own_page(&self) -> bool {
        G::OWN_PAGE
    }

    fn picture(&self) -> Option<String> {
        self.game.page_svg(&self.game.view(&self.position, Viewer::Spectator))
    }

    fn describe(&self, line: &str, viewers: &[Viewer]) -> Vec<LogLine> {
        let Ok(step) = Step::read(&*self.game, &self.position, line) else {
            return vec![LogLine { line: line.to_owned(), said: Vec::new() }];
        };
        let told = |&viewer| LogLine {
            line: self.game.line_for(&self.position, &step, viewer),
            said: self.game.describe(&self.position, &step, viewer),
        };
        let same = if self.game.is_open(&step) { 1 } else { viewers.len() };
        viewers.iter().take(same).map(told).collect()
    }

    fn turns(&self) -> u32 {
        self.game.turns(&self.position)
    }

    fn outcome(&self) -> Option<Outcome> {
        self.game.outcome(&self.position)
    }

    fn patient(&self, seat: Seat) -> bool {
        self.game.patient(&self.position, seat)
    }

    fn plainest(&self, seat: Seat) -> Option<String> {
        // a placement, a discard, a robber: a bot chooses as it would for itself
        let as_bot =
            || self.decide_action(G::table_bots()[0], seat, &[], &mut Fast::new(0, u64::from(seat.0)));
        let action = self.game.least(&self.position, seat).or_else(as_bot)?;
        Some(self.game.action_text(&self.position, &action))
    }

    fn decide(&self, bot: &str, seat: Seat, seed: u64, own: &[String]) -> Option<String> {
        let mut random = Fast::new(seed, u64::from(seat.0));
        let action = self.decide_action(bot, seat, own, &mut random)?;
        Some(self.game.action_text(&self.position, &action))
    }

    fn advise(&self, seat: Seat, most: usize) -> Vec<(String, f64)> {
        let mut legal = Vec::new();
        self.game.legal(&self.position, seat, &mut legal);
        if legal.is_empty() {
            return Vec::new();
        }
        let random = &mut Fast::new(0, u64::from(seat.0));
        let values = Ask::new(&*self.game, &self.position, seat)
            .about(&legal, |asked| self.game.advice(asked, ADVICE, random));
        let mut order: Vec<usize> = (0..legal.len()).collect();
        order.sort_by(|&a, &b| values[b].total_cmp(&values[a]).then(a.cmp(&b)));
        let told = |&i: &usize| (self.game.action_text(&self.position, &legal[i]), values[i].clamp(0.0, 1.0));
        order.iter().take(most).map(told).collect()
    }

    fn fork(&self) -> Box<dyn LiveGame> {
        let (game, position, waiting) = (self.game.clone(), self.position.clone(), self.waiting.clone());
        Box::new(Self { game, position, waiting })
    }

    fn rules(&self) -> std::sync::Arc<dyn std::any::Any + Send + Sync> {
        self.game.clone()
    }
}
