//! The server's side of the protocol, as a state machine: lines of clients in, lines for clients out.
//!
//! A [`Host`] stands between a game and everybody who follows it over the protocol. What a line asks of the game
//! comes out as a [`GameRequest`]; whoever owns the game carries it out and tells the host step by step what was played
//! ([`Host::play`], [`Host::take_back`]), whoever played it. So clients, browsers and bots can share a table, and
//! nothing is announced that is not stored. What the game itself does not know (pieces of a setup turn before
//! `done`, calls and quotes of a trade, a card that waits for its choice) stays here until it becomes an action.
//!
//! `guests` is who is there and the handshake, `info` what newcomers are told; `commands`, `setup` and `trade` are what
//! lines ask for; `tell`, `undo` and `payment` are what is said of a step; `cards` is the order of hands.

mod cards;
mod commands;
mod guests;
mod info;
mod map;
#[cfg(test)]
mod mutations;
mod payment;
mod setup;
mod tell;
mod trade;
mod undo;
#[cfg(test)]
mod worlds;

use super::names::Names;
use crate::game::{Action, Catan, CatanPosition, Phase, Refusal, View};
use crate::map::{Card, Grid};
use crate::text::pioneers::PioneersMap;
use cards::Hands;
use guests::{Guest, Player};
use hexwright_core::{Actor, Game as _, Seat, Viewer};
use payment::Payment;
use setup::Placing;
use std::collections::BTreeMap;
use std::sync::Arc;
use trade::Trade;
use undo::{Build, Played};

pub use guests::{Door, Greeting, Knock};
pub use map::{Unfit, map_of};
pub use undo::UNDONE;

/// What a client's line asks of the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GameRequest {
    /// These steps, all or none: the seat and its action.
    Steps(Vec<(usize, Action)>),
    /// The step with this number, from 0, is taken back; later ones stay.
    TakeBack(usize),
}

/// A line for one of those who follow: its number is the seat's, or above that of all seats for a spectator.
pub type Line = (usize, String);

/// Who hears a line that speaks of a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum To {
    /// The seat as it is, everybody else with `player N` in front.
    Own,
    /// Everybody with `player N` in front.
    All,
    /// Everybody but the seat, with `player N` in front.
    Others,
    /// The seat alone.
    Only,
    /// These seats (one bit each), with `player N` in front.
    Party(u16),
    /// Everybody but these seats, with `player N` in front.
    Rest(u16),
}

/// One game as its followers hear it.
#[derive(Clone, Debug)]
pub struct Host {
    game: Arc<Catan>,
    names: Names,
    position: CatanPosition,
    /// Steps played and not taken back.
    steps: usize,
    /// Everybody with a number: the seats that are taken, and spectators.
    players: BTreeMap<usize, Player>,
    /// Those who follow over the protocol, by number.
    guests: BTreeMap<usize, Guest>,
    /// Whether everybody was told whose setup it is.
    begun: bool,
    out: Vec<Line>,
    hands: Hands,
    /// Builds and ship moves each seat may take back, oldest first.
    builds: Vec<Vec<Build>>,
    /// The robber or pirate move that may be taken back.
    robbing: Option<Build>,
    /// Pieces of a setup turn that is not done.
    placing: Placing,
    payment: Option<Payment>,
    /// The steps of this turn.
    recent: Vec<Played>,
    trade: Option<Trade>,
    /// A monopoly or plenty card that waits for its choice.
    card: Option<Card>,
    /// Free roads are being placed: how many lie, and the winner they made.
    free_roads: Option<(u8, bool)>,
    /// Seats whose discard was announced with the dice.
    discarded: u16,
    /// Whether anybody was asked to discard.
    asked: bool,
    /// The dice that fell last, and in which turn.
    dice: Option<(u8, u8, u32)>,
    /// Numbers of the island points each seat holds, with points and words.
    points: Vec<Vec<(u32, i16, &'static str)>>,
    next_point: u32,
    /// How the client that acts has written the place of its action.
    echo: Option<(usize, String)>,
}

impl Host {
    /// A game at its start, on the map its followers get.
    #[must_use]
    pub fn new(game: Arc<Catan>, map: PioneersMap) -> Self {
        Self::with_names(game, Names::new(map))
    }

    fn with_names(game: Arc<Catan>, names: Names) -> Self {
        let seats = game.seats();
        Self {
            position: game.start(),
            hands: Hands::new(seats, &names.map),
            game,
            names,
            steps: 0,
            players: BTreeMap::new(),
            guests: BTreeMap::new(),
            begun: false,
            out: Vec::new(),
            builds: vec![Vec::new(); seats],
            robbing: None,
            placing: Placing::default(),
            payment: None,
            recent: Vec::new(),
            trade: None,
            card: None,
            free_roads: None,
            discarded: 0,
            asked: false,
            dice: None,
            points: vec![Vec::new(); seats],
            next_point: 0,
            echo: None,
        }
    }

    /// The lines to send since the last time, in order.
    pub fn lines(&mut self) -> Vec<Line> {
        std::mem::take(&mut self.out)
    }

    /// The game.
    #[must_use]
    pub fn game(&self) -> &Catan {
        &self.game
    }

    /// Where it stands.
    #[must_use]
    pub const fn position(&self) -> &CatanPosition {
        &self.position
    }

    /// How many steps were played and not taken back.
    #[must_use]
    pub const fn steps(&self) -> usize {
        self.steps
    }

    /// Plays a step of whoever may play it and says what followers hear of it.
    ///
    /// # Errors
    /// If the rules refuse it; then nothing is played and nothing said.
    pub fn play(&mut self, actor: Actor, action: Action) -> Result<(), Refusal> {
        let mut after = self.position.clone();
        self.game.play(&mut after, actor, &action)?;
        self.played(actor, action, after);
        Ok(())
    }

    /// What has to follow by itself: whoever owes cards and holds a single kind discards without being asked.
    #[must_use]
    pub fn forced(&self) -> Vec<(usize, Action)> {
        if self.public().phase != Phase::Discard || !self.begun {
            return Vec::new();
        }
        (0..self.game.seats()).filter_map(|seat| Some((seat, self.only_discard(seat)?))).collect()
    }

    /// What a line asked for was not carried out.
    pub fn refuse(&mut self, number: usize) {
        self.echo = None;
        self.err(number, "wrong-time");
    }

    /// The game and the position, for whoever replays what an administrator did.
    pub(super) fn parts(&mut self) -> (&Catan, &mut CatanPosition) {
        (&self.game, &mut self.position)
    }

    /// A step was played elsewhere and led to this position.
    pub(super) fn put(&mut self, actor: Actor, action: Action, after: CatanPosition) {
        self.played(actor, action, after);
    }

    /// The next point card that is drawn has this name.
    pub(super) fn deal_point_card(&mut self, kind: usize) {
        self.hands.deal(kind);
    }

    fn seats(&self) -> usize {
        self.game.seats()
    }

    fn grid(&self) -> &Grid {
        &self.game.board().grid
    }

    fn public(&self) -> View {
        self.game.view(&self.position, Viewer::Spectator)
    }

    fn view(&self, seat: usize) -> View {
        self.game.view(&self.position, Viewer::Seat(Seat(seat as u8)))
    }

    /// The cards of a seat, in our order of kinds.
    fn hand(&self, seat: usize) -> [u16; 5] {
        self.view(seat).seats[seat].hand.unwrap_or_default()
    }

    /// Says a line about a seat.
    fn say(&mut self, seat: usize, to: To, text: impl AsRef<str>) {
        self.tell_guests(seat as i32, to, text.as_ref(), false);
    }

    /// Answers the seat that asked with an error.
    fn err(&mut self, seat: usize, text: impl AsRef<str>) {
        self.say(seat, To::Only, format!("ERR {}", text.as_ref()));
    }

    /// Says a line to everybody as it is.
    fn say_plainly(&mut self, text: &str) {
        let numbers: Vec<usize> = self.guests.keys().copied().collect();
        numbers.into_iter().for_each(|number| self.give(number, text.to_owned(), false));
    }

    fn tell_guests(&mut self, seat: i32, to: To, text: &str, talk: bool) {
        let numbers: Vec<usize> = self.guests.keys().copied().collect();
        for number in numbers {
            let own = number as i32 == seat;
            let in_party = |mask: u16| number < self.seats() && mask >> number & 1 == 1;
            let heard = match to {
                To::Own if own => Some(text.to_owned()),
                To::Only => own.then(|| text.to_owned()),
                To::Others if own => None,
                To::Party(mask) if !in_party(mask) => None,
                To::Rest(mask) if in_party(mask) => None,
                _ => Some(format!("player {seat} {text}")),
            };
            if let Some(line) = heard {
                self.give(number, line, talk);
            }
        }
    }
}
