//! A seat at a real server, as a state machine: lines in, lines out.
//!
//! The engine decides when the seat has to act: the server handles one client line completely before
//! the next, so what our rules wait for is what it waits for. Before every decision a `hello` makes
//! sure that nothing the server has said is still on its way.
//!
//! `handshake` comes in, also in the middle of a game; `trade` calls and quotes; `lines` says actions.

mod handshake;
mod lines;
mod trade;

use super::mirror::{Mirror, hand};
use super::names::Names;
use super::snapshot::Snapshot;
use super::speech::{Speech, counts_of, kinds_text};
use crate::game::{Action, Catan, CatanPosition, Phase};
use crate::map::Card;
use hexwright_core::{Actor, Game as _, Seat, Turn, Viewer};
use trade::Call;

/// Who decides for a seat.
pub trait Mind {
    /// Picks one of the legal actions by its place in the list.
    fn decide(&mut self, game: &Catan, position: &CatanPosition, seat: Seat, legal: &[Action]) -> usize;

    /// An offer to the others before it decides, if it has one.
    fn propose(
        &mut self,
        game: &Catan,
        position: &CatanPosition,
        seat: Seat,
        legal: &[Action],
    ) -> Option<Action>;
}

/// How far a client has come.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum State {
    /// Shaking hands.
    Joining,
    /// In the game.
    Playing,
    /// It came back into the middle of something nobody tells a newcomer: it has to come once more.
    Stale,
    /// The game is over.
    Over {
        /// Who won.
        winner: usize,
        /// With how many points.
        points: i32,
    },
}

/// Why a client cannot go on.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Trouble {
    /// The server lets it not in, and why.
    #[error("{0}")]
    Refused(String),
    /// Where our rules and the server part.
    #[error("{0}")]
    Parted(String),
}

impl From<String> for Trouble {
    fn from(what: String) -> Self {
        Self::Parted(what)
    }
}

/// A seat at a server.
#[derive(Debug)]
pub struct Client {
    name: String,
    seat: usize,
    seats: usize,
    collecting: Option<Vec<String>>,
    names: Option<Names>,
    /// How the game stood when it came.
    told: Snapshot,
    /// Seats that were away when it came.
    absent: Vec<usize>,
    mirror: Option<Mirror>,
    state: State,
    /// Own development cards in the order of the server's hand.
    cards: Vec<usize>,
    /// The command whose answers come in.
    command: String,
    /// The game has begun.
    begun: bool,
    /// Own pieces of a setup turn that an earlier self has left unfinished.
    leftovers: usize,
    /// Gold is being chosen since before it came: until all have it, nothing can be followed.
    golden: bool,
    /// Dice have fallen since it came.
    rolled: bool,
    /// A `hello` is on its way.
    asked: bool,
    /// Nothing has come since the last `yes`.
    quiet: bool,
    /// The own call that is open, and the turn of the last one.
    calling: Option<Call>,
    called: u32,
    /// Quotes made so far: each has its number.
    quotes: u32,
    /// Whether it came into the middle of a game.
    pub came_back: bool,
    /// `ERR` answers.
    pub errors: Vec<String>,
    /// Lines heard.
    pub heard: usize,
    /// Comparisons of both accounts.
    pub comparisons: usize,
    /// Commands sent.
    pub commands: usize,
    /// Own calls for trade.
    pub calls: usize,
    /// Trades that came of them.
    pub trades: usize,
}

impl Client {
    /// A seat under this name.
    #[must_use]
    pub fn new(name: &str) -> Self {
        Self {
            name: name.chars().take(30).collect(),
            seat: 0,
            seats: 0,
            collecting: None,
            names: None,
            told: Snapshot::default(),
            absent: Vec::new(),
            mirror: None,
            state: State::Joining,
            cards: Vec::new(),
            command: String::new(),
            begun: false,
            leftovers: 0,
            golden: false,
            rolled: false,
            asked: false,
            quiet: false,
            calling: None,
            called: 0,
            quotes: 0,
            came_back: false,
            errors: Vec::new(),
            heard: 0,
            comparisons: 0,
            commands: 0,
            calls: 0,
            trades: 0,
        }
    }

    /// How far it has come.
    #[must_use]
    pub const fn state(&self) -> &State {
        &self.state
    }

    /// Number of the seat.
    #[must_use]
    pub const fn seat(&self) -> usize {
        self.seat
    }

    /// The game as mirrored.
    #[must_use]
    pub const fn mirror(&self) -> Option<&Mirror> {
        self.mirror.as_ref()
    }

    /// A line of the server. The mind picks what to do; lines to send are appended, to be sent together.
    ///
    /// # Errors
    /// If our rules and the server part, or nobody is let in.
    pub fn hear(&mut self, line: &str, mind: &mut dyn Mind, out: &mut Vec<String>) -> Result<(), Trouble> {
        match line {
            "hello" => {
                out.push("yes".to_owned());
                return Ok(());
            }
            "yes" => (self.asked, self.quiet) = (false, true),
            _ => {
                self.heard += 1;
                self.quiet = false;
                if self.mirror.is_none() {
                    let joined = self.join(line, out);
                    return if self.mirror.is_some() { self.act(mind, out) } else { joined };
                }
                if self.is_golden(line, out) {
                    return Ok(());
                }
                let followed = self.follow(line);
                self.unless_fresh(followed)?;
                out.extend(self.answer_call(line, mind));
            }
        }
        self.act(mind, out)
    }

    /// A difference before the first agreement comes of what nobody tells a newcomer: it comes once more.
    fn unless_fresh(&mut self, followed: Result<(), String>) -> Result<(), Trouble> {
        if followed.is_err() && self.mirror.as_ref().is_some_and(Mirror::is_fresh) {
            self.state = State::Stale;
            return Ok(());
        }
        Ok(followed?)
    }

    /// Gold that was being chosen when it came is chosen without the engine; then it comes once more.
    fn is_golden(&mut self, line: &str, out: &mut Vec<String>) -> bool {
        let Some(mirror) = self.mirror.as_ref().filter(|mirror| mirror.is_fresh()) else { return false };
        let speech = Speech::of(line, Some(self.seat));
        let waits = mirror.view(self.seat).phase != Phase::Gold && !self.rolled;
        match speech.words.as_slice() {
            ["rolled", ..] => self.rolled = true,
            ["prepare-gold", _] if waits => self.golden = true,
            ["choose-gold", count, bank @ ..] if waits => {
                self.golden = true;
                let (mut left, mut taken) = (counts_of(bank).unwrap_or_default(), [0; 5]);
                for _ in 0..count.parse().unwrap_or(0) {
                    let most = (0..5).max_by_key(|&kind| left[kind]).unwrap_or(0);
                    (left[most], taken[most]) = (left[most] - 1, taken[most] + 1);
                }
                out.push(format!("chose-gold {}", kinds_text(*hand(taken).counts().values())));
            }
            ["done-resources"] if self.golden => self.state = State::Stale,
            _ => {}
        }
        self.golden
    }

    /// A line of the running game.
    fn follow(&mut self, line: &str) -> Result<(), String> {
        let speech = Speech::of(line, Some(self.seat));
        self.note_trade(&speech);
        if let Some(error) = line.strip_prefix("ERR ") {
            // a quote may be taken back while we accept it
            if self.command.starts_with("domestic-trade accept") && error == "quote not found" {
                return Ok(());
            }
            self.errors.push(format!("{}: {error}", self.command));
            return Err(format!("`{}` is refused: {error}", self.command));
        }
        if let (["setup", ..] | ["setup-double"], Some(seat)) = (speech.words.as_slice(), speech.seat) {
            self.enter_setup(seat, &speech.words)?;
        }
        let Some(mirror) = &mut self.mirror else { return Ok(()) };
        mirror.hear(&speech, &self.command).map_err(|d| format!("`{line}`: {d}"))?;
        match (speech.words.as_slice(), speech.named) {
            (["bought-develop", kind], false) => self.cards.push(kind.parse().unwrap_or(0)),
            (["play-develop", index, _], false) => {
                let index: usize = index.parse().unwrap_or(usize::MAX);
                if index < self.cards.len() {
                    self.cards.remove(index);
                }
            }
            (["won", "with", points], true) => {
                let winner = speech.seat.unwrap_or(0);
                self.state = State::Over { winner, points: points.parse().unwrap_or(0) };
            }
            _ => {}
        }
        Ok(())
    }

    /// Acts if the rules wait for this seat: first a `hello`, then, when all is quiet, the decision.
    fn act(&mut self, mind: &mut dyn Mind, out: &mut Vec<String>) -> Result<(), Trouble> {
        let Some(mirror) = &self.mirror else { return Ok(()) };
        if self.state != State::Playing || self.asked || !self.begun || self.golden {
            return Ok(());
        }
        let seat = Seat(self.seat as u8);
        let view = mirror.view(self.seat);
        let active = usize::from(view.active) == self.seat;
        let roads_done = active && mirror.free_roads && view.phase != Phase::RoadBuilding;
        let mine = match mirror.game.turn(&mirror.position) {
            Turn::Seats(seats) => seats.contains(seat),
            Turn::Over | Turn::Chance => false,
        };
        if !mine && !roads_done {
            return Ok(());
        }
        if !self.quiet {
            self.asked = true;
            out.push("hello".to_owned());
            return Ok(());
        }
        let agreed = self.agree();
        self.unless_fresh(agreed)?;
        if self.state == State::Stale {
            return Ok(());
        }
        let lines = if roads_done {
            vec!["done".to_owned()]
        } else if self.calling.is_some() {
            self.close_call(mind).into_iter().collect()
        } else if view.phase == Phase::Setup {
            self.placements(mind)?
        } else if let Some(call) = self.call(mind) {
            vec![call]
        } else {
            self.decision(mind)?
        };
        self.send(lines, out);
        Ok(())
    }

    /// Holds both accounts against each other.
    fn agree(&mut self) -> Result<(), String> {
        let Some(mirror) = &mut self.mirror else { return Ok(()) };
        mirror.settle_unknown_islands();
        mirror.compare().map_err(|d| d.to_string())?;
        mirror.has_agreed();
        self.comparisons += 1;
        Ok(())
    }

    /// Sends commands, and a `hello` behind them.
    fn send(&mut self, lines: Vec<String>, out: &mut Vec<String>) {
        let Some(last) = lines.last() else { return };
        self.command.clone_from(last);
        self.commands += lines.len();
        out.extend(lines);
        out.push("hello".to_owned());
        (self.asked, self.quiet) = (true, false);
    }

    /// What the mind decides, in lines.
    fn decision(&self, mind: &mut dyn Mind) -> Result<Vec<String>, String> {
        let Some(mirror) = &self.mirror else { return Ok(Vec::new()) };
        let (seat, mut legal) = (Seat(self.seat as u8), Vec::new());
        mirror.game.legal(&mirror.position, seat, &mut legal);
        if let Some(card) = mirror.waiting_card() {
            legal.retain(|action| match action {
                Action::PlayMonopoly(_) => card == Card::Monopoly,
                Action::PlayYearOfPlenty(..) => card == Card::YearOfPlenty,
                _ => false,
            });
        }
        let index = mind.decide(&mirror.game, &mirror.position, seat, &legal);
        let action = legal.get(index).or(legal.last());
        self.commands_of(*action.ok_or("the rules wait for a seat that can do nothing")?)
    }

    /// All pieces of a setup turn, then `done`; what an earlier self has left is taken back first.
    fn placements(&mut self, mind: &mut dyn Mind) -> Result<Vec<String>, String> {
        let Some(mirror) = &self.mirror else { return Ok(Vec::new()) };
        if self.leftovers > 0 {
            return Ok(vec!["undo".to_owned(); std::mem::take(&mut self.leftovers)]);
        }
        let mut copy = mirror.position.clone();
        let mut lines = Vec::new();
        let seat = Seat(self.seat as u8);
        loop {
            let view = mirror.game.view(&copy, Viewer::Spectator);
            if view.phase != Phase::Setup || usize::from(view.active) != self.seat {
                break;
            }
            let mut legal = Vec::new();
            mirror.game.legal(&copy, seat, &mut legal);
            let index = mind.decide(&mirror.game, &copy, seat, &legal);
            let action = *legal.get(index).or(legal.last()).ok_or("no place for a starting settlement")?;
            lines.extend(self.commands_of(action)?);
            mirror.game.play(&mut copy, Actor::Seat(seat), &action).map_err(|e| e.to_string())?;
        }
        lines.push("done".to_owned());
        Ok(lines)
    }
}
