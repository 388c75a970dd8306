//! A seat at a real server, as a state machine: lines in, lines out.
//!
//! The engine decides when the seat has to act: the server handles one client line completely before
//! the next, so what our rules wait for is what it waits for. Before every decision a `hello` makes
//! sure that nothing the server has said is still on its way.

use super::mirror::Mirror;
use super::names::Names;
use super::speech::{KINDS, Speech, counts_of, kinds_text, word_of};
use crate::game::{Action, Bundle, Catan, CatanPosition, Hand, Phase};
use crate::map::Card;
use crate::text::pioneers::{Leniency, read};
use hexwright_core::{Actor, Game as _, Seat, Turn, Viewer};

/// Picks one of the legal actions of a seat by its place in the list.
pub type Decide<'a> = dyn FnMut(&Catan, &CatanPosition, Seat, &[Action]) -> usize + 'a;

/// How far a client has come.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum State {
    /// Shaking hands.
    Joining,
    /// In the game.
    Playing,
    /// The game is over.
    Over {
        /// Who won.
        winner: usize,
        /// With how many points.
        points: i32,
    },
}

/// A seat at a server.
#[derive(Debug)]
pub struct Client {
    name: String,
    seat: usize,
    seats: usize,
    collecting: Option<Vec<String>>,
    names: Option<Names>,
    mirror: Option<Mirror>,
    state: State,
    /// Own development cards in the order of the server's hand.
    cards: Vec<usize>,
    /// Of them, those bought in this turn.
    new_cards: usize,
    /// The command whose answers come in.
    command: String,
    /// The game has begun.
    begun: bool,
    /// A `hello` is on its way.
    asked: bool,
    /// Nothing has come since the last `yes`.
    quiet: bool,
    /// `ERR` answers.
    pub errors: Vec<String>,
    /// Lines heard.
    pub heard: usize,
    /// Comparisons of both accounts.
    pub comparisons: usize,
    /// Commands sent.
    pub commands: usize,
}

hexwright_core::sentence_error! {
    /// Where our rules and a Pioneers server part, or why the handshake failed.
    pub Parted
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
            mirror: None,
            state: State::Joining,
            cards: Vec::new(),
            new_cards: 0,
            command: String::new(),
            begun: false,
            asked: false,
            quiet: false,
            errors: Vec::new(),
            heard: 0,
            comparisons: 0,
            commands: 0,
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

    /// A line of the server. `decide` picks one of the legal actions; lines to send are appended.
    ///
    /// # Errors
    /// If our rules and the server part, or the handshake fails.
    pub fn hear(&mut self, line: &str, decide: &mut Decide<'_>, out: &mut Vec<String>) -> Result<(), Parted> {
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
                    return Ok(self.join(line, out)?);
                }
                self.follow(line)?;
                out.extend(self.answer_call(line, decide));
            }
        }
        Ok(self.act(decide, out)?)
    }

    /// The handshake.
    fn join(&mut self, line: &str, out: &mut Vec<String>) -> Result<(), String> {
        if let Some(lines) = &mut self.collecting {
            if line != "end" {
                lines.push(line.to_owned());
                return Ok(());
            }
            let text: String = lines.iter().map(|l| format!("{l}\n")).collect();
            self.collecting = None;
            if self.names.is_none() {
                let map = read("server.game", text.as_bytes(), Leniency::Lenient).value;
                self.names = map.map(Names::new);
                if self.names.is_none() {
                    return Err("the server's map cannot be read".to_owned());
                }
                out.push("gameinfo".to_owned());
            } else {
                out.push("start".to_owned());
            }
            return Ok(());
        }
        match line {
            "version report" => out.push("version 15".to_owned()),
            "status report" => out.push(format!("status reconnect {}", self.name)),
            "game" | "gameinfo" => self.collecting = Some(Vec::new()),
            "." => out.push("game".to_owned()),
            "OK" => {
                let names = self.names.as_ref().ok_or("the server starts without a map")?;
                let mirror = Mirror::seen_by(&names.map, self.seats, self.seat).map_err(|e| e.to_string())?;
                (self.mirror, self.state) = (Some(mirror), State::Playing);
            }
            _ if line.starts_with("ERR ") || line.starts_with("NOTE Sorry") => return Err(line.to_owned()),
            _ => {
                let words: Vec<&str> = line.split(' ').collect();
                if let ["player", seat, "of", seats, "welcome", ..] = words.as_slice() {
                    self.seat = seat.parse().map_err(|_| line.to_owned())?;
                    self.seats = seats.trim_end_matches(',').parse().map_err(|_| line.to_owned())?;
                    if self.seat >= self.seats {
                        return Err("the table is full".to_owned());
                    }
                    out.push("style ai hexwright".to_owned());
                    out.push("players".to_owned());
                }
            }
        }
        Ok(())
    }

    /// A line of the running game.
    fn follow(&mut self, line: &str) -> Result<(), String> {
        let Some(mirror) = &mut self.mirror else { return Ok(()) };
        if let Some(error) = line.strip_prefix("ERR ") {
            self.errors.push(format!("{}: {error}", self.command));
            return Err(format!("`{}` is refused: {error}", self.command));
        }
        let speech = Speech::of(line, Some(self.seat));
        mirror.hear(&speech, &self.command).map_err(|d| format!("`{line}`: {d}"))?;
        match (speech.words.as_slice(), speech.named) {
            (["bought-develop", kind], false) => {
                self.cards.push(kind.parse().unwrap_or(0));
                self.new_cards += 1;
            }
            (["play-develop", index, _], false) => {
                let index: usize = index.parse().unwrap_or(usize::MAX);
                if index < self.cards.len() {
                    self.new_cards -= usize::from(index >= self.cards.len() - self.new_cards);
                    self.cards.remove(index);
                }
            }
            (["setup", ..] | ["setup-double"], _) => self.begun = true,
            (["turn", ..], false) => self.new_cards = 0,
            (["won", "with", points], true) => {
                let winner = speech.seat.unwrap_or(0);
                self.state = State::Over { winner, points: points.parse().unwrap_or(0) };
            }
            _ => {}
        }
        Ok(())
    }

    /// The answer to a call for trade: the first exchange of one card for one that the bot agrees to, or no.
    fn answer_call(&self, line: &str, decide: &mut Decide<'_>) -> Option<String> {
        let speech = Speech::of(line, Some(self.seat));
        let (mirror, caller) = (self.mirror.as_ref()?, speech.seat.filter(|_| speech.named)?);
        let ["domestic-trade", "call", "supply", rest @ ..] = speech.words.as_slice() else { return None };
        let (gives, wants) = (counts_of(rest.get(..5)?)?, counts_of(rest.get(6..)?)?);
        let called = |mask: [i32; 5]| KINDS.into_iter().filter(move |kind| mask[*kind as usize] > 0);
        for (want, give) in called(wants).flat_map(|want| called(gives).map(move |give| (want, give))) {
            let [get, pay] = [give, want].map(|kind| Hand::single(kind, 1));
            let (mut copy, me) = (mirror.position.clone(), Seat(self.seat as u8));
            let terms = Bundle::new(get).zip(Bundle::new(pay));
            let offer = terms.map(|(give, want)| Action::Offer { give, want, to: 1 << self.seat })?;
            if mirror.game.play(&mut copy, Actor::Seat(Seat(caller as u8)), &offer).is_err() {
                continue;
            }
            let mut legal = Vec::new();
            mirror.game.legal(&copy, me, &mut legal);
            if let Some(Action::Accept(_)) = legal.get(decide(&mirror.game, &copy, me, &legal)) {
                let [pay, get] = [pay, get].map(|hand| kinds_text(*hand.counts().values()));
                return Some(format!("domestic-quote quote 0 supply {pay} receive {get}"));
            }
        }
        Some("domestic-quote finish".to_owned())
    }

    /// Acts if the rules wait for this seat: first a `hello`, then, when all is quiet, the decision.
    fn act(&mut self, decide: &mut Decide<'_>, out: &mut Vec<String>) -> Result<(), String> {
        let Some(mirror) = &self.mirror else { return Ok(()) };
        if matches!(self.state, State::Over { .. }) || self.asked || !self.begun {
            return Ok(());
        }
        let seat = Seat(self.seat as u8);
        let roads_done = mirror.free_roads && mirror.view(self.seat).phase != Phase::RoadBuilding;
        let mine = match mirror.game.turn(&mirror.position) {
            Turn::Seats(seats) => seats.contains(seat),
            Turn::Over | Turn::Chance => false,
        };
        let active = usize::from(mirror.view(self.seat).active) == self.seat;
        let building = roads_done && active;
        if !mine && !building {
            return Ok(());
        }
        if !self.quiet {
            self.asked = true;
            out.push("hello".to_owned());
            return Ok(());
        }
        mirror.compare().map_err(|d| d.to_string())?;
        self.comparisons += 1;
        let lines = if roads_done && active {
            vec!["done".to_owned()]
        } else if mirror.view(self.seat).phase == Phase::Setup {
            self.placements(decide)?
        } else {
            let mut legal = Vec::new();
            mirror.game.legal(&mirror.position, seat, &mut legal);
            let index = decide(&mirror.game, &mirror.position, seat, &legal);
            let action =
                *legal.get(index).or(legal.last()).ok_or("the rules wait for a seat that can do nothing")?;
            self.commands_of(action)?
        };
        self.command = lines.last().cloned().unwrap_or_default();
        self.commands += lines.len();
        out.extend(lines);
        out.push("hello".to_owned());
        (self.asked, self.quiet) = (true, false);
        Ok(())
    }

    /// All pieces of a setup turn, then `done`.
    fn placements(&self, decide: &mut Decide<'_>) -> Result<Vec<String>, String> {
        let Some(mirror) = &self.mirror else { return Ok(Vec::new()) };
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
            let index = decide(&mirror.game, &copy, seat, &legal);
            let action = *legal.get(index).or(legal.last()).ok_or("no place for a starting settlement")?;
            lines.extend(self.commands_of(action)?);
            mirror.game.play(&mut copy, Actor::Seat(seat), &action).map_err(|e| e.to_string())?;
        }
        lines.push("done".to_owned());
        Ok(lines)
    }

    /// The lines that carry an action out.
    fn commands_of(&self, action: Action) -> Result<Vec<String>, String> {
        let (Some(mirror), Some(names)) = (&self.mirror, &self.names) else { return Ok(Vec::new()) };
        let grid = &mirror.game.board().grid;
        let corner = |c| names.node_text(grid, c);
        let side = |s| names.edge_text(grid, s);
        let hex = |h| names.hex_text(grid, h);
        let one = |text: String| Ok(vec![text]);
        match action {
            Action::SetupSettlement(c) | Action::Settlement(c) => {
                one(format!("build settlement {}", corner(c)))
            }
            Action::SetupCity(c) | Action::City(c) => one(format!("build city {}", corner(c))),
            Action::SetupRoad(s) | Action::Road(s) => one(format!("build road {}", side(s))),
            Action::SetupShip(s) | Action::Ship(s) => one(format!("build ship {}", side(s))),
            Action::SetupBridge(s) | Action::Bridge(s) => one(format!("build bridge {}", side(s))),
            Action::Wall(c) => one(format!("build city_wall {}", corner(c))),
            Action::MoveShip { from, to } => one(format!("move {} {}", side(from), side(to))),
            Action::Roll => one("roll".to_owned()),
            Action::Discard(pile) => {
                one(format!("discard {}", kinds_text(*crate::game::Hand::from(pile).counts().values())))
            }
            Action::Gold(pile) => {
                one(format!("chose-gold {}", kinds_text(*crate::game::Hand::from(pile).counts().values())))
            }
            Action::Robber(h) | Action::Pirate(h) => one(format!("move-robber {}", hex(h))),
            Action::Steal(victim) => one(format!("rob {victim}")),
            Action::Buy => one("buy-develop".to_owned()),
            Action::BankTrade { count, give, take } => {
                one(format!("maritime-trade {count} supply {} receive {}", word_of(give), word_of(take)))
            }
            Action::PlayKnight => one(self.card_line(Card::Knight)?),
            Action::PlayRoadBuilding => one(self.card_line(Card::RoadBuilding)?),
            Action::PlayVictoryPoint => one(self.card_line(Card::VictoryPoint)?),
            Action::PlayMonopoly(kind) => {
                Ok(vec![self.card_line(Card::Monopoly)?, format!("monopoly {}", word_of(kind))])
            }
            Action::PlayYearOfPlenty(first, second) => {
                let mut counts = [0; 5];
                std::iter::once(first).chain(second).for_each(|kind| counts[kind as usize] += 1);
                debug_assert_eq!(KINDS.len(), counts.len());
                Ok(vec![self.card_line(Card::YearOfPlenty)?, format!("plenty {}", kinds_text(counts))])
            }
            Action::EndTurn => one("done".to_owned()),
            other => Err(format!("{other:?} has no line in the protocol")),
        }
    }

    /// `play-develop` with the place of the oldest such card.
    fn card_line(&self, card: Card) -> Result<String, String> {
        let place = self.cards.iter().position(|&kind| super::speech::card_of(kind) == Some(card));
        place
            .map(|index| format!("play-develop {index}"))
            .ok_or_else(|| format!("no {} card in the hand", card.name()))
    }
}
