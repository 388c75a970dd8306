//! Terra Mystica as a game among games.

use super::{Action, Owed, Phase, Position, Refusal, Terra, View};
use crate::text::command;
use hexwright_core::{Actor, BrokenInvariant, Game, Outcome, Seat, SeatSet, Turn, Viewer, Weighted};
use std::hash::{Hash as _, Hasher};

impl Game for Terra {
    type Position = Position;
    type Action = Action;
    type Refusal = Refusal;
    /// Nothing is hidden.
    type View = View;

    const NAME: &'static str = "terra";

    fn seats(&self) -> usize {
        self.setup().factions.len()
    }

    fn start(&self) -> Position {
        self.start_position()
    }

    fn turn(&self, position: &Position) -> Turn {
        if position.phase == Phase::End {
            return Turn::Over;
        }
        if let Some(seat) = self.adding(position) {
            return Turn::Seats(SeatSet::only(seat));
        }
        let mut set = self.deciders(position);
        // a town tile may have to wait for the Cultists
        if let Some(seat) = position.turn
            && position.player(seat).owed[Owed::Town] > 0
        {
            let mut moves = Vec::new();
            self.compact_moves(position, seat, &mut moves);
            if moves.is_empty() {
                set.remove(seat);
            }
        }
        Turn::Seats(set)
    }

    fn legal(&self, position: &Position, seat: Seat, out: &mut Vec<Action>) {
        if seat.index() < position.players.len() {
            self.compact_moves(position, seat, out);
        }
    }

    fn outcomes(&self, _: &Position, _: &mut Vec<Weighted<Action>>) {}

    fn play(&self, position: &mut Position, actor: Actor, action: &Action) -> Result<(), Refusal> {
        let Actor::Seat(seat) = actor else { return Err(Refusal::NoSeat) };
        if seat.index() >= position.players.len() {
            return Err(Refusal::NoSeat);
        }
        self.gate(position, seat, &action.command)?;
        let mut after = position.clone();
        self.run_action(&mut after, seat, action)?;
        *position = after;
        Ok(())
    }

    fn play_unchecked(&self, position: &mut Position, actor: Actor, action: &Action) {
        if let Actor::Seat(seat) = actor
            && seat.index() < position.players.len()
        {
            let _ = self.run_action(position, seat, action);
        }
    }

    fn view(&self, position: &Position, _: Viewer) -> View {
        View(position.clone())
    }

    fn scores(&self, position: &Position) -> Vec<i32> {
        position.players.iter().map(|p| p.points.into()).collect()
    }

    fn outcome(&self, position: &Position) -> Option<Outcome> {
        (position.phase == Phase::End).then(|| {
            let scores = self.scores(position);
            let best = scores.iter().max().copied();
            let winners = position.seats().filter(|s| Some(scores[s.index()]) == best).collect();
            Outcome { winners, scores }
        })
    }

    fn fingerprint(&self, position: &Position) -> u64 {
        let mut hasher = Fnv(0xcbf2_9ce4_8422_2325);
        position.hash(&mut hasher);
        hexwright_core::random::mix(hasher.0)
    }

    fn action_text(&self, position: &Position, action: &Action) -> String {
        command::write_action(self, position, action)
    }

    fn parse_action(&self, position: &Position, actor: Actor, text: &str) -> Result<Action, Refusal> {
        match actor {
            Actor::Seat(seat) => command::parse_action(self, position, seat, text),
            Actor::Chance => Err(Refusal::NoSeat),
        }
    }

    fn check_invariants(&self, position: &Position) -> Result<(), BrokenInvariant> {
        Ok(self.invariants(position)?)
    }
}

/// FNV-1a over words in a fixed byte order, so that fingerprints agree between machines.
struct Fnv(u64);

impl Fnv {
    fn word(&mut self, word: u64) {
        self.0 = (self.0 ^ word).wrapping_mul(0x0000_0100_0000_01b3);
    }
}

impl Hasher for Fnv {
    fn finish(&self) -> u64 {
        self.0
    }
    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&b| self.word(b.into()));
    }
    fn write_u8(&mut self, n: u8) {
        self.word(n.into());
    }
    fn write_u16(&mut self, n: u16) {
        self.word(n.into());
    }
    fn write_u32(&mut self, n: u32) {
        self.word(n.into());
    }
    fn write_u64(&mut self, n: u64) {
        self.word(n);
    }
    fn write_usize(&mut self, n: usize) {
        self.word(n as u64);
    }
    fn write_i16(&mut self, n: i16) {
        self.word(n as u64);
    }
    fn write_isize(&mut self, n: isize) {
        self.word(n as u64);
    }
}

impl hexwright_core::game::Imagine for Terra {
    /// Nothing is hidden, so nothing needs to be imagined.
    fn imagine(&self, view: &View, _random: &mut hexwright_core::Fast) -> Position {
        view.0.clone()
    }
}
