//! A real game followed in our engine.

use super::ledger::Ledger;
use super::speech::{KINDS, Speech, card_of, corner, counts_of, hex, kind_of, side};
use crate::game::{
    Action, Bundle, Catan, CatanPosition, Hand, Phase, Refusal, Ruleset, SidePiece, Undo, View,
};
use crate::map::{Card, Resource};
use crate::text::pioneers::{Number, PioneersMap};
use hexwright_core::{Actor, Game as _, Seat, Viewer};
use std::collections::BTreeMap;

/// Where our rules and the server part.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{what}")]
pub struct Disagreement {
    /// In words.
    pub what: String,
}

fn parted<T>(what: impl Into<String>) -> Result<T, Disagreement> {
    Err(Disagreement { what: what.into() })
}

type Agreed<T = ()> = Result<T, Disagreement>;

/// A quote of a trade: what the quoter gives and gets.
type Quote = ([i32; 5], [i32; 5]);

/// Follows a game: feed it what the server says, ask it whether all agrees.
#[derive(Debug)]
pub struct Mirror {
    pub(crate) game: Catan,
    pub(crate) position: CatanPosition,
    pub(crate) ledger: Ledger,
    pub(crate) seats: usize,
    /// Setup: pieces placed and not yet confirmed.
    placing: Vec<(String, Vec<String>)>,
    /// Builds and ship moves of this turn that may be taken back.
    pub(crate) undo: Vec<Undo>,
    /// A monopoly or plenty card that waits for its choice.
    card: Option<Card>,
    /// Free roads of a card are being placed.
    pub(crate) free_roads: bool,
    before_robber: Option<CatanPosition>,
    quotes: BTreeMap<(usize, i32), Quote>,
    /// Whether a trade is open.
    pub(crate) trading: bool,
    /// Dice are loaded by the administrator.
    pub(crate) loaded_dice: bool,
    /// Seats that left the table.
    pub(crate) absent: [bool; 8],
    /// Pieces the server granted beyond the rules.
    pub(crate) holes: usize,
    taken_back: bool,
    /// The seat whose eyes we have; `None` sees everything.
    eyes: Option<usize>,
    /// A monopoly as told so far: kind, and the count of each seat.
    monopoly: Vec<(usize, i32)>,
}

impl Mirror {
    /// A game on a map whose terrain is drawn.
    ///
    /// # Errors
    /// If the map cannot be played.
    pub fn new(map: &PioneersMap, seats: usize) -> Result<Self, Refusal> {
        // in the tables of seafaring every side of the map has a number, as it has for the server
        let (setup, board) = map.table();
        let game = Catan::at_sea(&setup, &board, map.options(Ruleset::Pioneers), seats)?;
        let position = game.start();
        Ok(Self {
            position,
            game,
            ledger: Ledger::new(map.numbers[Number::Resources]),
            seats,
            placing: Vec::new(),
            undo: Vec::new(),
            card: None,
            free_roads: false,
            before_robber: None,
            quotes: BTreeMap::new(),
            trading: false,
            loaded_dice: false,
            absent: [false; 8],
            holes: 0,
            taken_back: false,
            eyes: None,
            monopoly: Vec::new(),
        })
    }

    /// The same, seen by one seat: what others hide is guessed, and guessed anew when they show it.
    ///
    /// # Errors
    /// If the map cannot be played.
    pub fn seen_by(map: &PioneersMap, seats: usize, eyes: usize) -> Result<Self, Refusal> {
        Ok(Self { eyes: Some(eyes), ..Self::new(map, seats)? })
    }

    /// The engine's view of a seat.
    #[must_use]
    pub fn view(&self, seat: usize) -> View {
        self.game.view(&self.position, Viewer::Seat(Seat(seat as u8)))
    }

    /// The game.
    #[must_use]
    pub const fn game(&self) -> &Catan {
        &self.game
    }

    /// The position.
    #[must_use]
    pub const fn position(&self) -> &CatanPosition {
        &self.position
    }

    fn phase(&self) -> Phase {
        self.game.view(&self.position, Viewer::Spectator).phase
    }

    fn active(&self) -> usize {
        usize::from(self.game.view(&self.position, Viewer::Spectator).active)
    }

    pub(crate) fn play(&mut self, seat: usize, action: Action) -> Agreed {
        self.game.play(&mut self.position, Actor::Seat(Seat(seat as u8)), &action).or_else(|refusal| {
            parted(format!("the server lets seat {seat} do {action:?}, our rules do not: {refusal}"))
        })
    }

    fn chance(&mut self, action: Action) -> Agreed {
        let played = self.game.play(&mut self.position, Actor::Chance, &action);
        played.or_else(|refusal| parted(format!("the outcome {action:?} is impossible: {refusal}")))
    }

    /// One line of the server. `command` is the client line that caused it.
    ///
    /// # Errors
    /// If our rules say otherwise.
    pub fn hear(&mut self, speech: &Speech<'_>, command: &str) -> Agreed {
        let words = speech.words.as_slice();
        if let Some(eyes) = self.eyes {
            self.infer(eyes, words)?;
        }
        let Some(seat) = speech.seat.filter(|&seat| seat < self.seats) else {
            match words {
                ["longest-road"] => self.ledger.road = None,
                ["largest-army"] => self.ledger.army = None,
                _ => {}
            }
            return Ok(());
        };
        match (words, speech.named) {
            (["OK"], false) if command == "done" => self.done(seat),
            (["turn", ..], _) => self.turn(seat),
            (["setup", ..] | ["setup-double"], _) => {
                if self.phase() == Phase::Setup && self.active() == seat {
                    return Ok(());
                }
                parted(format!("the server asks seat {seat} to set up, our rules do not"))
            }
            (["rolled", a, b], _) => self.rolled(seat, a, b),
            (["receives", got @ ..], true) => {
                let Some(cards) = counts_of(got) else { return parted("receives without numbers") };
                self.ledger.draw(seat, cards, 1);
                Ok(())
            }
            (["receive-gold", got @ ..], true) => {
                let Some(cards) = counts_of(got) else { return parted("receive-gold without numbers") };
                self.ledger.draw(seat, cards, 1);
                if self.phase() == Phase::Gold {
                    return self.play(seat, Action::Gold(hand(cards).into()));
                }
                Ok(())
            }
            (["must-discard", count], true) => {
                let ours = self.view(seat).seats[seat].owes;
                if ours.to_string() == *count {
                    return Ok(());
                }
                parted(format!("seat {seat} must discard {count} there, {ours} here"))
            }
            (["discarded", given @ ..], true) => {
                let Some(cards) = counts_of(given) else { return parted("discarded without numbers") };
                self.believe(seat, cards);
                self.ledger.draw(seat, cards, -1);
                self.play(seat, Action::Discard(hand(cards).into()))
            }
            (["moved-robber", place @ ..], true) | (["moved-pirate", place @ ..], true) => {
                let Some(hex) = hex(&self.game.board().grid, place) else { return parted("no such hex") };
                self.before_robber = Some(self.position.clone());
                let robber = words[0] == "moved-robber";
                self.play(seat, if robber { Action::Robber(hex) } else { Action::Pirate(hex) })
            }
            (["unmoved-robber" | "unmoved-pirate", ..], true) => match self.before_robber.take() {
                Some(before) => {
                    self.position = before;
                    Ok(())
                }
                None => parted("the robber goes back without having moved"),
            },
            (["stole", kind, "from", victim], true) => {
                let (Some(kind), Ok(victim)) = (kind_of(kind), victim.parse::<usize>()) else {
                    return parted("a theft that cannot be read");
                };
                self.stole(seat, victim, kind)
            }
            (["spent", cost @ ..], true) | (["refund", cost @ ..], true) => {
                let Some(cards) = counts_of(cost) else { return parted("a price without numbers") };
                if words[0] == "spent" {
                    self.believe(seat, cards);
                }
                self.ledger.draw(seat, cards, if words[0] == "spent" { -1 } else { 1 });
                Ok(())
            }
            (["built", piece, place @ ..], _) => self.built(seat, piece, place),
            (["remove", piece, ..], _) => self.removed(seat, piece),
            (["move", places @ ..], _) if places.len() == 6 => {
                let grid = &self.game.board().grid;
                let (Some(from), Some(to)) = (side(grid, &places[..3]), side(grid, &places[3..])) else {
                    return parted("a ship move off the map");
                };
                let action = Action::MoveShip { from, to };
                let road_holder = self.view(seat).road_holder;
                self.undo.push(Undo { action, direct: false, free: false, island: None, road_holder });
                self.play(seat, action)
            }
            (["move-back", ..], _) => self.take_back(seat),
            (["bought-develop", kind], _) => {
                let Some(card) = kind.parse().ok().and_then(card_of) else { return parted("no such card") };
                self.undo.clear();
                self.play(seat, Action::Buy)?;
                self.chance(Action::Drawn(card))
            }
            (["bought-develop"], true) if self.eyes.is_some() => {
                self.undo.clear();
                self.play(seat, Action::Buy)?;
                let mut outcomes = Vec::new();
                self.game.outcomes(&self.position, &mut outcomes);
                let Some(guess) = outcomes.iter().max_by_key(|o| o.weight) else {
                    return parted("a card is bought from an empty deck");
                };
                self.chance(guess.action)
            }
            (["stole", "from", victim], true) if self.eyes.is_some() => {
                let Ok(victim) = victim.parse::<usize>() else {
                    return parted("a theft that cannot be read");
                };
                let held = self.ledger.hands[victim.min(7)];
                let kind =
                    <Resource as hexwright_core::Key>::ALL.iter().copied().max_by_key(|&k| held[k as usize]);
                self.stole(seat, victim, kind.unwrap_or(Resource::Brick))
            }
            (["play-develop", _, kind], _) => self.play_card(seat, kind),
            (["plenty", taken @ ..], true) => self.plenty(seat, taken),
            (["monopoly", count, kind, "from", victim], true) => {
                let (Ok(count), Some(kind), Ok(victim)) =
                    (count.parse::<i32>(), kind_of(kind), victim.parse::<usize>())
                else {
                    return parted("a monopoly that cannot be read");
                };
                self.monopoly.push((victim.min(7), count));
                if self.monopoly.len() + 1 < self.seats {
                    return Ok(());
                }
                self.take_all(seat, kind)
            }
            (["longest-road"], true) => {
                self.ledger.road = Some(seat);
                Ok(())
            }
            (["largest-army"], true) => {
                self.ledger.army = Some(seat);
                Ok(())
            }
            (["get-point", id, points, ..], true) => {
                let (id, points) = (id.parse().unwrap_or(-1), points.parse().unwrap_or(0));
                self.ledger.points.push((seat, id, points));
                Ok(())
            }
            (["lose-point", id, ..], true) => {
                let id: i32 = id.parse().unwrap_or(-1);
                self.ledger.points.retain(|entry| entry.1 != id);
                Ok(())
            }
            (["maritime-trade", count, "supply", give, "receive", take], _) => {
                self.bank_trade(seat, count, give, take)
            }
            (["domestic-trade", "call", ..], _) => {
                self.trading = true;
                Ok(())
            }
            (["domestic-trade", "finish"], _) => {
                (self.trading, self.quotes) = (false, BTreeMap::new());
                Ok(())
            }
            (["domestic-trade", "accept", "player", partner, "quote", id, ..], _) => {
                self.trade(seat, partner, id)
            }
            (["domestic-quote", "quote", id, "supply", rest @ ..], _) if rest.len() == 11 => {
                let (Ok(id), Some(give), Some(get)) =
                    (id.parse(), counts_of(&rest[..5]), counts_of(&rest[6..]))
                else {
                    return parted("a quote that cannot be read");
                };
                if give.iter().chain(&get).any(|&n| n < 0) {
                    return parted("the server takes a quote with negative numbers");
                }
                self.quotes.insert((seat, id), (give, get));
                Ok(())
            }
            (["domestic-quote", "delete", id], _) => {
                self.quotes.remove(&(seat, id.parse().unwrap_or(-1)));
                Ok(())
            }
            (["won", "with", points], true) => {
                self.ledger.won = Some((seat, points.parse().unwrap_or(-1)));
                Ok(())
            }
            (["has", "quit"], true) => {
                self.absent[seat] = true;
                Ok(())
            }
            (["is", ..], true) => {
                self.absent[seat] = false;
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// The `done` of another seat is not heard: what follows tells that it was said.
    fn infer(&mut self, eyes: usize, words: &[&str]) -> Agreed {
        let word = words.first().copied().unwrap_or_default();
        let active = self.active();
        if active == eyes {
            return Ok(());
        }
        let moves_on = ["receives", "prepare-gold", "done-resources", "setup", "setup-double", "turn"];
        if self.phase() == Phase::Setup && !self.placing.is_empty() && moves_on.contains(&word) {
            return self.place(active);
        }
        let acts = ["rolled", "spent", "play-develop", "maritime-trade", "domestic-trade", "move", "turn"];
        if self.free_roads && acts.contains(&word) {
            self.done(active)?;
        }
        if word == "turn" && self.phase() == Phase::Main {
            return self.done(active);
        }
        Ok(())
    }

    /// `done` was accepted: the setup of a seat, the free roads of a card, or a turn.
    fn done(&mut self, seat: usize) -> Agreed {
        self.undo.clear();
        if self.phase() == Phase::Setup {
            return self.place(seat);
        }
        if self.free_roads {
            self.free_roads = false;
            if self.phase() == Phase::RoadBuilding {
                self.game.force_end_of_roads(&mut self.position);
                self.holes += 1;
            }
            return Ok(());
        }
        self.before_robber = None;
        self.play(seat, Action::EndTurn)
    }

    /// Plays the collected setup pieces: every settlement with the side piece that touches it.
    fn place(&mut self, seat: usize) -> Agreed {
        let placing = std::mem::take(&mut self.placing);
        let grid = self.game.board().grid.clone();
        let words = |list: &[String]| -> Vec<String> { list.to_vec() };
        let mut sides = Vec::new();
        let mut corners = Vec::new();
        for (piece, at) in &placing {
            let at = words(at);
            let at: Vec<&str> = at.iter().map(String::as_str).collect();
            if piece == "settlement" {
                corners.extend(corner(&grid, &at));
            } else {
                sides.extend(side(&grid, &at).map(|side| (piece.clone(), side)));
            }
        }
        for corner in corners {
            self.play(seat, Action::SetupSettlement(corner))?;
            let touches = |entry: &(String, hexwright_core::SideId)| {
                grid.topology().side_corners(entry.1).contains(&corner)
            };
            let Some(index) = sides.iter().position(touches) else {
                return parted("a starting settlement without a road");
            };
            let (piece, side) = sides.remove(index);
            let action = match piece.as_str() {
                "ship" => Action::SetupShip(side),
                "bridge" => Action::SetupBridge(side),
                _ => Action::SetupRoad(side),
            };
            self.play(seat, action)?;
        }
        Ok(())
    }

    fn turn(&mut self, seat: usize) -> Agreed {
        self.before_robber = None;
        while self.active() != seat && self.absent[self.active()] && self.phase() == Phase::PreRoll {
            self.game.force_skip(&mut self.position);
        }
        let ended = self.phase() == Phase::Over;
        if self.active() == seat && (ended || self.phase() == Phase::PreRoll) {
            return Ok(());
        }
        parted(format!("it is seat {seat}'s turn there, seat {}'s here", self.active()))
    }

    fn rolled(&mut self, seat: usize, a: &str, b: &str) -> Agreed {
        let (Ok(a), Ok(b)) = (a.parse::<u8>(), b.parse::<u8>()) else {
            return parted("dice without numbers");
        };
        self.play(seat, Action::Roll)?;
        let dice = Action::Dice(a, b);
        if self.loaded_dice {
            self.game.play_unchecked(&mut self.position, Actor::Chance, &dice);
            return Ok(());
        }
        self.chance(dice)
    }

    fn stole(&mut self, thief: usize, victim: usize, kind: Resource) -> Agreed {
        self.before_robber = None;
        let mut cards = [0; 5];
        cards[kind as usize] = 1;
        self.believe(victim.min(7), cards);
        self.ledger.pass(victim.min(7), thief, cards);
        if self.phase() == Phase::Steal {
            self.play(thief, Action::Steal(Seat(victim as u8)))?;
        }
        let ours = self.game.view(&self.position, Viewer::Spectator).victim;
        if ours != Some(victim as u8) {
            return parted(format!("seat {victim} is robbed there, {ours:?} here"));
        }
        self.chance(Action::Stolen(kind))
    }

    fn built(&mut self, seat: usize, piece: &str, place: &[&str]) -> Agreed {
        if self.phase() == Phase::Setup {
            self.placing.push((piece.to_owned(), place.iter().map(|w| (*w).to_owned()).collect()));
            return Ok(());
        }
        let Some(action) = self.build_action(piece, place) else {
            return parted(format!("a {piece} is built off the map"));
        };
        self.taken_back = false;
        let before = self.view(seat);
        let direct = match action {
            Action::City(at) => !before.seats[seat].settlements.contains(&at.0),
            _ => false,
        };
        if !self.free_roads {
            self.play(seat, action)?;
            let (old, new) = (before.seats[seat].islands, self.view(seat).seats[seat].islands);
            let island = (new.0 > old.0).then_some(new.1 - old.1);
            self.undo.push(Undo { action, direct, free: false, island, road_holder: before.road_holder });
            return Ok(());
        }
        self.undo.push(Undo { action, direct, free: true, island: None, road_holder: before.road_holder });
        // the server grants two of each kind and forgets the supply
        if self.phase() == Phase::RoadBuilding && self.play(seat, action).is_ok() {
            return Ok(());
        }
        let (side, piece) = match action {
            Action::Ship(side) => (side, SidePiece::Ship),
            Action::Bridge(side) => (side, SidePiece::Bridge),
            Action::Road(side) => (side, SidePiece::Road),
            _ => return parted("a building with a road building card"),
        };
        self.holes += 1;
        if self.game.force_side(&mut self.position, seat, side, piece) {
            return Ok(());
        }
        parted(format!("a free {piece:?} is built on a side that is taken"))
    }

    /// The action of building a piece.
    pub(crate) fn build_action(&self, piece: &str, place: &[&str]) -> Option<Action> {
        let grid = &self.game.board().grid;
        Some(match piece {
            "road" => Action::Road(side(grid, place)?),
            "ship" => Action::Ship(side(grid, place)?),
            "bridge" => Action::Bridge(side(grid, place)?),
            "settlement" => Action::Settlement(corner(grid, place)?),
            "city" => Action::City(corner(grid, place)?),
            "city_wall" => Action::Wall(corner(grid, place)?),
            _ => return None,
        })
    }

    fn removed(&mut self, seat: usize, piece: &str) -> Agreed {
        if self.phase() == Phase::Setup {
            let last = self.placing.iter().rposition(|(placed, _)| placed == piece);
            last.map(|index| self.placing.remove(index));
            return Ok(());
        }
        // a city on an empty corner is taken back as a city and a settlement
        if std::mem::take(&mut self.taken_back) && piece == "settlement" {
            return Ok(());
        }
        self.take_back(seat)?;
        self.taken_back = piece == "city";
        Ok(())
    }

    fn take_back(&mut self, seat: usize) -> Agreed {
        let Some(undo) = self.undo.pop() else { return parted("something is taken back that cannot be") };
        self.game.force_undo(&mut self.position, seat, &undo);
        let built = self.undo.iter().any(|undo| !undo.free);
        self.game.force_built(&mut self.position, built);
        Ok(())
    }

    fn play_card(&mut self, seat: usize, kind: &str) -> Agreed {
        let Some(card) = kind.parse().ok().and_then(card_of) else { return parted("no such card") };
        // a played card makes the server forget what was built: strict trade opens again
        if !self.undo.is_empty() && self.game.options().strict_trade {
            self.holes += 1;
            self.game.force_built(&mut self.position, false);
        }
        self.undo.clear();
        if self.eyes.is_some_and(|eyes| eyes != seat) {
            self.game.force_card_kind(&mut self.position, seat, card, self.eyes.unwrap_or(seat));
        }
        match card {
            Card::Knight => {
                // the server mixes up the age of cards once a card before them was played
                if matches!(self.attempt(seat, Action::PlayKnight), Err(Refusal::BoughtThisTurn { .. })) {
                    self.holes += 1;
                    self.game.force_old(&mut self.position);
                }
                self.play(seat, Action::PlayKnight)
            }
            Card::VictoryPoint => self.play(seat, Action::PlayVictoryPoint),
            Card::RoadBuilding => {
                self.free_roads = true;
                // without a place for a road our rules keep the card, the server does not
                if self.play(seat, Action::PlayRoadBuilding).is_err() {
                    self.holes += 1;
                    self.game.force_card(&mut self.position, card);
                }
                Ok(())
            }
            Card::Monopoly | Card::YearOfPlenty => {
                self.card = Some(card);
                Ok(())
            }
        }
    }

    fn plenty(&mut self, seat: usize, taken: &[&str]) -> Agreed {
        let Some(cards) = counts_of(taken) else { return parted("plenty without numbers") };
        self.ledger.draw(seat, cards, 1);
        self.card = None;
        let mut kinds: Vec<Resource> = Vec::new();
        for &kind in <Resource as hexwright_core::Key>::ALL {
            kinds.extend(std::iter::repeat_n(kind, cards[kind as usize].max(0) as usize));
        }
        match kinds[..] {
            [] => {
                self.game.force_card(&mut self.position, Card::YearOfPlenty);
                Ok(())
            }
            [first] => self.play(seat, Action::PlayYearOfPlenty(first, None)),
            [first, second] => self.play(seat, Action::PlayYearOfPlenty(first, Some(second))),
            _ => parted("plenty of more than two cards"),
        }
    }

    /// All lines of a monopoly are in: the cards change hands.
    fn take_all(&mut self, seat: usize, kind: Resource) -> Agreed {
        self.card = None;
        let told = std::mem::take(&mut self.monopoly);
        for (done, &(victim, count)) in told.iter().enumerate() {
            // hands that are settled already must not be touched again
            let settled: Vec<usize> = told[..done].iter().map(|t| t.0).collect();
            self.believe_exactly(victim, kind, count, &settled);
        }
        self.play(seat, Action::PlayMonopoly(kind))?;
        for (victim, count) in told {
            let mut cards = [0; 5];
            cards[kind as usize] = count;
            self.ledger.pass(victim, seat, cards);
        }
        Ok(())
    }

    /// A seat shows cards: if the guess about its hand lacks some, it is corrected by exchanging them
    /// with what another hidden hand was guessed to hold.
    fn believe(&mut self, seat: usize, need: [i32; 5]) {
        if self.eyes.is_none_or(|eyes| eyes == seat) {
            return;
        }
        for kind in 0..5 {
            while self.ledger.hands[seat][kind] < need[kind] {
                let spare = (0..5).find(|&k| self.ledger.hands[seat][k] > need[k]);
                let other = (0..self.seats)
                    .find(|&o| o != seat && Some(o) != self.eyes && self.ledger.hands[o][kind] > 0);
                let (Some(spare), Some(other)) = (spare, other) else { return };
                self.exchange(seat, spare, other, kind);
            }
        }
    }

    /// A monopoly shows how many cards of a kind a seat has; hands that are `settled` stay.
    fn believe_exactly(&mut self, seat: usize, kind: Resource, count: i32, settled: &[usize]) {
        if self.eyes.is_none_or(|eyes| eyes == seat) {
            return;
        }
        let (kind, eyes) = (kind as usize, self.eyes);
        let free = |o: &usize| *o != seat && Some(*o) != eyes && !settled.contains(o);
        while self.ledger.hands[seat][kind] != count {
            let lacks = self.ledger.hands[seat][kind] < count;
            let hands = &self.ledger.hands;
            let other_kind = |s: usize| (0..5).find(|&k| k != kind && hands[s][k] > 0);
            let swap = (0..self.seats).filter(free).find_map(|other| {
                let (gives, takes) =
                    if lacks { (other_kind(seat)?, kind) } else { (kind, other_kind(other)?) };
                (hands[other][takes] > 0).then_some((other, gives, takes))
            });
            let Some((other, gives, takes)) = swap else { return };
            self.exchange(seat, gives, other, takes);
        }
    }

    /// Exchanges a guessed card of one seat for a guessed card of another.
    fn exchange(&mut self, seat: usize, gives: usize, other: usize, takes: usize) {
        self.ledger.hands[seat][gives] -= 1;
        self.ledger.hands[seat][takes] += 1;
        self.ledger.hands[other][takes] -= 1;
        self.ledger.hands[other][gives] += 1;
        let hands = [seat, other].map(|s| (s, self.ledger.hands[s].map(|n| n.max(0) as u16)));
        // both hands first go to the bank, so that each can be dealt in full
        let bank = self.game.view(&self.position, Viewer::Spectator).bank;
        hands.iter().for_each(|(s, _)| self.game.force_hand(&mut self.position, *s, [0; 5]));
        hands.iter().for_each(|(s, hand)| self.game.force_hand(&mut self.position, *s, *hand));
        debug_assert_eq!(bank, self.game.view(&self.position, Viewer::Spectator).bank);
    }

    fn bank_trade(&mut self, seat: usize, count: &str, give: &str, take: &str) -> Agreed {
        let (Ok(count), Some(give), Some(take)) = (count.parse::<u8>(), kind_of(give), kind_of(take)) else {
            return parted("a bank trade that cannot be read");
        };
        let mut cards = [0; 5];
        cards[give as usize] = i32::from(count);
        self.believe(seat, cards);
        self.ledger.draw(seat, cards, -1);
        let mut taken = [0; 5];
        taken[take as usize] = 1;
        self.ledger.draw(seat, taken, 1);
        self.play(seat, Action::BankTrade { count, give, take })
    }

    fn trade(&mut self, seat: usize, partner: &str, id: &str) -> Agreed {
        let (Ok(partner), Ok(id)) = (partner.parse::<usize>(), id.parse::<i32>()) else {
            return parted("a trade that cannot be read");
        };
        let Some((give, get)) = self.quotes.remove(&(partner, id)) else {
            return parted(format!("seat {seat} accepts quote {id} of seat {partner}, which is not open"));
        };
        self.believe(partner.min(7), give);
        self.believe(seat, get);
        self.ledger.pass(partner.min(7), seat, give);
        self.ledger.pass(seat, partner.min(7), get);
        let (Some(offered), Some(wanted)) = (Bundle::new(hand(get)), Bundle::new(hand(give))) else {
            return parted("a trade of too many cards");
        };
        self.play(seat, Action::Offer { give: offered, want: wanted, to: 1 << partner })?;
        let offers = self.game.view(&self.position, Viewer::Spectator).offers;
        let Some(offer) = offers.iter().find(|o| usize::from(o.maker) == seat) else {
            return parted("the offer is not on the table");
        };
        let id = offer.id;
        self.play(partner, Action::Accept(id))?;
        self.play(seat, Action::Confirm { id, seat: Seat(partner as u8) })
    }

    /// Everything the server said up to here is played: both accounts must be equal.
    ///
    /// # Errors
    /// What differs.
    pub fn compare(&self) -> Agreed {
        if self.card.is_some() {
            return Ok(());
        }
        let public = self.game.view(&self.position, Viewer::Spectator);
        if public.phase == Phase::Theft {
            return parted("our rules rob somebody, the server does not");
        }
        for seat in 0..self.seats {
            let ours = self.view(seat).seats[seat].hand.unwrap_or([0; 5]).map(i32::from);
            if ours != self.ledger.hands[seat] {
                return parted(format!(
                    "hand of seat {seat}: {} there, {} here",
                    in_words(self.ledger.hands[seat]),
                    in_words(ours)
                ));
            }
            let islands: i32 = self.ledger.points.iter().filter(|p| p.0 == seat).map(|p| p.2).sum();
            if i32::from(public.seats[seat].islands.1) != islands {
                return parted(format!(
                    "island points of seat {seat}: {islands} there, {} here",
                    public.seats[seat].islands.1
                ));
            }
        }
        let bank = public.bank.map(i32::from);
        if bank != self.ledger.bank {
            return parted(format!("bank: {} there, {} here", in_words(self.ledger.bank), in_words(bank)));
        }
        let seat = |seat: Option<u8>| seat.map(usize::from);
        if seat(public.road_holder) != self.ledger.road {
            return parted(format!(
                "longest road: {:?} there, {:?} here",
                self.ledger.road, public.road_holder
            ));
        }
        if seat(public.army_holder) != self.ledger.army {
            return parted(format!(
                "largest army: {:?} there, {:?} here",
                self.ledger.army, public.army_holder
            ));
        }
        let ours = seat(public.winner).map(|w| (w, i32::from(public.seats[w].points.unwrap_or(0))));
        // free roads of a card win when the server has been told that they are done
        if ours != self.ledger.won && !self.free_roads {
            return parted(format!("winner: {:?} there, {ours:?} here", self.ledger.won));
        }
        Ok(())
    }
}

/// Counts as a hand; negative ones count nothing.
pub(crate) fn hand(counts: [i32; 5]) -> Hand {
    Hand::of(counts.map(|n| n.clamp(0, 2_000) as u16))
}

fn in_words(counts: [i32; 5]) -> String {
    KINDS.map(|kind| format!("{} {}", counts[kind as usize], kind.name())).join(", ")
}
