//! Random games with everything checked: what long runs and the tests of seafaring maps play.
//!
//! At every step cards are conserved, pieces are within their limits, every listed action passes the
//! checked door, and a few actions drawn from all that can be named on the board pass it exactly if they
//! are listed. The slow truths (longest roads, frontiers, points) are computed after every step that
//! changes what they speak of and now and then between; then all nameable actions of all seats are
//! tried. At the end the game, written as text, replays to the same fingerprint.

use crate::game::actions::action::Action;
use crate::game::hand::Hand;
use crate::game::position::{MAX_SEATS, Phase, Position};
use crate::game::random::RandomStreams;
use crate::game::tables::Engine;
use crate::map::{Board, Resource};
use hexwright_core::{Actor, BrokenInvariant, Game as _, Key as _, Random, Seat, Turn};

/// Every so many steps all slow truths are computed and all nameable actions tried.
const THOROUGH: usize = 64;
/// So many nameable actions are tried at every step.
const THROWS: usize = 3;
/// A turn in so many brings an offer to the others.
const OFFERS: u32 = 16;

/// A checked game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CheckedGame {
    /// Every step, outcomes of chance included.
    pub record: Vec<(Actor, Action)>,
    /// Positions in which all slow truths were computed.
    pub truths: u64,
    /// Actions given to the checked door, listed or not.
    pub tried: u64,
    /// Whether the game came to its end before the limit of steps.
    pub ended: bool,
}

/// Every action that can be named on a board, but discards, ship moves and offers, which are too many.
#[must_use]
pub fn vocabulary(board: &Board) -> Vec<Action> {
    let topology = board.grid.topology();
    let mut list = vec![
        Action::Roll,
        Action::StealNone,
        Action::Buy,
        Action::PlayKnight,
        Action::PlayRoadBuilding,
        Action::PlayVictoryPoint,
        Action::Stop,
        Action::Pass,
        Action::EndTurn,
        Action::Discard(Hand::of([1, 0, 0, 0, 0]).into()),
        Action::Gold(Hand::of([1, 0, 0, 0, 0]).into()),
    ];
    for corner in topology.corner_ids() {
        list.extend([Action::SetupSettlement(corner), Action::SetupCity(corner)]);
        list.extend([Action::Settlement(corner), Action::City(corner), Action::Wall(corner)]);
    }
    for side in topology.side_ids() {
        list.extend([Action::SetupRoad(side), Action::SetupShip(side), Action::SetupBridge(side)]);
        list.extend([Action::Road(side), Action::Ship(side), Action::Bridge(side)]);
    }
    list.extend(topology.hex_ids().flat_map(|hex| [Action::Robber(hex), Action::Pirate(hex)]));
    list.extend((0..MAX_SEATS as u8).map(|seat| Action::Steal(Seat(seat))));
    for &give in Resource::ALL {
        list.extend([Action::PlayMonopoly(give), Action::PlayYearOfPlenty(give, None)]);
        for &take in Resource::ALL {
            list.push(Action::PlayYearOfPlenty(give, Some(take)));
            list.extend((1..=5).map(|count| Action::BankTrade { count, give, take }));
        }
    }
    for id in 0..12 {
        list.extend([Action::Accept(id), Action::Reject(id), Action::Withdraw(id)]);
        list.extend((0..4).map(|seat| Action::Confirm { id, seat: Seat(seat) }));
    }
    list
}

/// One game on its way.
struct Soak<'a, const C: usize, const S: usize, const X: usize> {
    engine: &'a Engine<C, S, X>,
    vocabulary: &'a [Action],
    legal: Vec<Action>,
    done: CheckedGame,
}

impl<const C: usize, const S: usize, const X: usize> Engine<C, S, X> {
    /// Plays one random game and checks it; see the module's head. Three choices of four fall on
    /// actions `preferred` names, so that a run can steer towards what it is about; `vocabulary` as
    /// [`vocabulary`] makes it.
    ///
    /// # Errors
    /// The step and what was wrong with it.
    pub fn checked_game<R: Random>(
        &self,
        vocabulary: &[Action],
        luck: &mut RandomStreams<R>,
        most: u64,
        preferred: &mut impl FnMut(&Action) -> bool,
    ) -> Result<CheckedGame, BrokenInvariant> {
        let mut soak = Soak { engine: self, vocabulary, legal: Vec::new(), done: CheckedGame::default() };
        let mut pos = self.start();
        let mut changed = true;
        loop {
            let step = soak.done.record.len();
            let here = |problem| format!("step {step}: {problem}");
            soak.look(&pos, changed).map_err(here)?;
            let next = soak.step(&pos, luck, preferred).map_err(here)?;
            soak.done.ended = next.is_none();
            let Some((actor, action)) = next.filter(|_| (step as u64) < most) else { break };
            let refused = |refusal| here(format!("{actor:?} {action:?} was refused: {refusal}"));
            self.play(&mut pos, actor, &action).map_err(refused)?;
            soak.done.record.push((actor, action));
            changed = changes_the_board(action);
        }
        self.replays(&soak.done.record, self.fingerprint(&pos))?;
        Ok(soak.done)
    }

    /// Whether a record, written as text and read back, leads to a position of this fingerprint.
    fn replays(&self, record: &[(Actor, Action)], fingerprint: u64) -> Result<(), String> {
        let mut pos = self.start();
        for (actor, action) in record {
            let text = self.action_text(&pos, action);
            let read = self.parse_action(&pos, *actor, &text).map_err(|e| format!("{text}: {e}"))?;
            if read != *action {
                return Err(format!("{action:?} is written as {text} and read as {read:?}"));
            }
            self.play(&mut pos, *actor, &read).map_err(|e| format!("{text}: {e}"))?;
        }
        let same = self.fingerprint(&pos) == fingerprint;
        same.then_some(()).ok_or_else(|| "the record replays to another position".to_owned())
    }
}

impl<const C: usize, const S: usize, const X: usize> Soak<'_, C, S, X> {
    /// Invariants of a position.
    fn look(&mut self, pos: &Position<C, S, X>, changed: bool) -> Result<(), String> {
        let thorough = self.done.record.len().is_multiple_of(THOROUGH);
        if !changed && !thorough {
            return Ok(self.engine.check_counts(pos)?);
        }
        self.done.truths += 1;
        self.engine.check_invariants(pos)?;
        if thorough {
            for seat in 0..self.engine.seats {
                self.list(pos, Seat(seat as u8));
                for &action in self.vocabulary {
                    self.try_one(pos, Seat(seat as u8), action)?;
                }
            }
        }
        Ok(())
    }

    /// The next step; `None` when the game is over.
    fn step<R: Random>(
        &mut self,
        pos: &Position<C, S, X>,
        luck: &mut RandomStreams<R>,
        preferred: &mut impl FnMut(&Action) -> bool,
    ) -> Result<Option<(Actor, Action)>, String> {
        let seats = match self.engine.turn(pos) {
            Turn::Over => return Ok(None),
            Turn::Chance => {
                let outcome = self.engine.draw(pos, luck.stream(pos.phase)).ok_or("chance has no outcome")?;
                return Ok(Some((Actor::Chance, outcome)));
            }
            Turn::Seats(seats) => seats,
        };
        let seat = seats.iter().nth(luck.choice.index(seats.len())).ok_or("nobody may act")?;
        self.list(pos, seat);
        for i in 0..self.legal.len() {
            let action = self.legal[i];
            let accepted = self.engine.check(pos, Actor::Seat(seat), action);
            accepted.map_err(|e| format!("seat {seat}: {action:?} is listed and refused: {e}"))?;
        }
        self.done.tried += self.legal.len() as u64;
        for _ in 0..THROWS {
            let action = self.vocabulary[luck.choice.index(self.vocabulary.len())];
            let thrower = Seat(luck.choice.index(self.engine.seats) as u8);
            // the list at hand is this seat's
            if thrower == seat || !seats.contains(thrower) {
                self.try_one(pos, thrower, action)?;
            }
        }
        let action = self.choose(pos, seat, luck, preferred)?;
        Ok(Some((Actor::Seat(seat), action)))
    }

    fn choose<R: Random>(
        &self,
        pos: &Position<C, S, X>,
        seat: Seat,
        luck: &mut RandomStreams<R>,
        preferred: &mut impl FnMut(&Action) -> bool,
    ) -> Result<Action, String> {
        if pos.phase == Phase::Main && pos.turn.is_multiple_of(OFFERS) && pos.offers_made == 0 {
            let offers = self.engine.offers(pos, seat);
            if !offers.is_empty() {
                return Ok(offers[luck.choice.index(offers.len())]);
            }
        }
        let wanted: Vec<Action> = self.legal.iter().copied().filter(|action| preferred(action)).collect();
        if !wanted.is_empty() && luck.choice.below(4) > 0 {
            return Ok(wanted[luck.choice.index(wanted.len())]);
        }
        // what random players would do, who never see a list
        let (chooser, action) = self.engine.choose(pos, &mut luck.choice);
        if chooser != seat.index() {
            return Ok(self.legal[luck.choice.index(self.legal.len())]);
        }
        let listed = self.legal.contains(&action);
        listed.then_some(action).ok_or_else(|| format!("seat {seat} chose {action:?}, which is not listed"))
    }

    fn list(&mut self, pos: &Position<C, S, X>, seat: Seat) {
        self.legal.clear();
        self.engine.legal(pos, seat, &mut self.legal);
    }

    /// Whether an action passes the checked door exactly if it is listed. The list is that of the seat,
    /// or of nobody for a seat that nobody waits for.
    fn try_one(&mut self, pos: &Position<C, S, X>, seat: Seat, action: Action) -> Result<(), String> {
        self.done.tried += 1;
        let accepted = self.engine.check(pos, Actor::Seat(seat), action);
        let waited = matches!(self.engine.turn(pos), Turn::Seats(seats) if seats.contains(seat));
        let listed = waited && self.legal.contains(&action);
        match accepted {
            Ok(()) if !listed => Err(format!("seat {seat}: {action:?} is accepted and not listed")),
            Err(e) if listed => Err(format!("seat {seat}: {action:?} is listed and refused: {e}")),
            _ => Ok(()),
        }
    }
}

/// Whether what the slow truths speak of may be another after this action.
const fn changes_the_board(action: Action) -> bool {
    !matches!(
        action,
        Action::Roll
            | Action::Dice(..)
            | Action::EndTurn
            | Action::Pass
            | Action::BankTrade { .. }
            | Action::Discard(_)
            | Action::Robber(_)
            | Action::Steal(_)
            | Action::StealNone
            | Action::Stolen(_)
            | Action::Buy
            | Action::PlayRoadBuilding
            | Action::PlayYearOfPlenty(..)
            | Action::PlayMonopoly(_)
            | Action::Offer { .. }
            | Action::Accept(_)
            | Action::Reject(_)
            | Action::Withdraw(_)
            | Action::Counter { .. }
            | Action::Confirm { .. }
    )
}
