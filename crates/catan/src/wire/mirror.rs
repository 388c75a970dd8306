//! A real game followed in our engine: [`Mirror::hear`] takes the server's lines one by one; `pieces` and
//! `cards` play them, `belief` guesses what others hide, `compare` holds the engine against the server; `recall` and
//! `recall_setup` begin in the middle.

mod belief;
mod cards;
mod compare;
mod pieces;
mod recall;
mod recall_setup;

use super::ledger::Ledger;
use super::speech::{Speech, card_of, counts_of, hex, kind_of, side};
use crate::game::{
    Action, Catan, CatanPosition, Hand, MAX_SEATS, Options, Phase, Refusal, Ruleset, Undo, View,
};
use crate::map::{Card, Resource};
use crate::text::pioneers::{Number, PioneersMap};
use hexwright_core::{Actor, Game as _, Seat, Viewer};
pub(crate) use recall_setup::Pass;
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
    pub(crate) absent: [bool; MAX_SEATS],
    /// Pieces the server granted beyond the rules.
    pub(crate) holes: usize,
    taken_back: bool,
    /// The seat whose eyes we have; `None` sees everything.
    eyes: Option<usize>,
    /// A monopoly as told so far: kind, and the count of each seat.
    monopoly: Vec<(usize, i32)>,
    /// It was recalled in the middle of a game and has not agreed with the server yet.
    fresh: bool,
    /// Seats that were away for a while: the real server forgets some of what they had.
    returned: [bool; MAX_SEATS],
    /// It was recalled where some islands are worth nothing: how many were discovered nobody is told.
    islands_unknown: bool,
}

impl Mirror {
    /// A game on a map whose terrain is drawn.
    ///
    /// # Errors
    /// If the map cannot be played.
    pub fn new(map: &PioneersMap, seats: usize) -> Result<Self, Refusal> {
        // in the tables of seafaring every side of the map has a number, as it has for the server
        let setup = map.setup_as_written();
        let game = Catan::at_sea(&setup, &setup.draw(0), Options::on_map(&setup, Ruleset::Pioneers), seats)?;
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
            absent: [false; MAX_SEATS],
            holes: 0,
            taken_back: false,
            eyes: None,
            monopoly: Vec::new(),
            fresh: false,
            returned: [false; MAX_SEATS],
            islands_unknown: false,
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

    /// A monopoly or plenty card that waits for its choice.
    pub(crate) const fn waiting_card(&self) -> Option<Card> {
        self.card
    }

    /// Open quotes: who makes them, their number, what the quoter gives and gets.
    pub(crate) fn quotes(&self) -> impl Iterator<Item = (usize, i32, [i32; 5], [i32; 5])> {
        self.quotes.iter().map(|(&(seat, id), &(give, get))| (seat, id, give, get))
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
            // sevens that are rolled again are not told, so only the server knows when the deck has run out
            (["shuffled-dice-deck"], true) => {
                self.game.force_dice(&mut self.position);
                Ok(())
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
                // who comes into the middle is told this alone; and the real server forgets walls
                if self.view(seat).seats[seat].owes == 0 && (self.fresh || self.returned[seat]) {
                    self.game.force_owe(&mut self.position, seat);
                }
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
                if self.fresh && self.phase() != Phase::MoveRobber {
                    self.game.force_robber(&mut self.position);
                }
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
                if let Some(eyes) = self.eyes {
                    self.game.force_in_deck(&mut self.position, card, eyes);
                }
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
                if self.returned[seat] || self.islands_unknown {
                    self.settle_islands(seat);
                }
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
                self.believe(seat, give);
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
                self.returned[seat] |= std::mem::take(&mut self.absent[seat]);
                Ok(())
            }
            _ => Ok(()),
        }
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
        // how many cards a dice deck has left nobody is told
        if self.eyes.is_some_and(|eyes| self.returned[eyes]) {
            self.game.force_dice(&mut self.position);
        }
        self.play(seat, Action::Roll)?;
        let dice = Action::Dice(a, b);
        if self.loaded_dice {
            self.game.play_unchecked(&mut self.position, Actor::Chance, &dice);
            return Ok(());
        }
        self.chance(dice)
    }

    /// The real server counts the islands of a seat that was away from the first again, and whoever comes back
    /// does not know how many others have discovered for nothing: the points are those that were told.
    fn settle_islands(&mut self, seat: usize) {
        let told: i32 = self.ledger.points.iter().filter(|point| point.0 == seat).map(|point| point.2).sum();
        let ours = i32::from(self.view(seat).seats[seat].islands.1);
        if told != ours {
            self.holes += usize::from(!self.islands_unknown);
            self.game.force_island_points(&mut self.position, seat, (told - ours) as i16);
        }
    }

    /// Settles what could not be known of islands, before both accounts are compared.
    pub(crate) fn settle_unknown_islands(&mut self) {
        if self.islands_unknown {
            (0..self.seats).for_each(|seat| self.settle_islands(seat));
        }
    }
}

/// Counts as a hand; negative ones count nothing.
pub(crate) fn hand(counts: [i32; 5]) -> Hand {
    Hand::of(counts.map(|n| n.clamp(0, 2_000) as u16))
}
