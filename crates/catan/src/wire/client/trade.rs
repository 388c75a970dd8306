//! Trade with the other seats: calls of others are answered, and own offers become calls.
//!
//! A call names kinds, a quote of another seat says how many of each. A quote is tried as an offer of its maker: the
//! mind accepts it or does not, as it does at any table.

use super::{Client, Mind};
use crate::game::{Action, Bundle, Catan, CatanPosition, Hand, Phase};
use crate::wire::mirror::{Mirror, hand};
use crate::wire::speech::{KINDS, Speech, counts_of, kinds_text};
use hexwright_core::{Actor, Game as _, Seat};

/// An own call that is open.
#[derive(Clone, Debug, Default)]
pub(super) struct Call {
    /// Seats whose quotes are looked at, one bit each.
    to: u8,
    /// Seats that have quoted or declined, one bit each.
    answered: u16,
    /// A quote was accepted, or turned out to be gone.
    over: bool,
}

/// Whether a mind accepts an offer of another seat.
fn accepts(
    (game, position): (&Catan, &CatanPosition),
    mind: &mut dyn Mind,
    me: usize,
    (maker, give, want): (usize, Hand, Hand),
) -> bool {
    let Some((give, want)) = Bundle::new(give).zip(Bundle::new(want)) else { return false };
    let (mut copy, seat) = (position.clone(), Seat(me as u8));
    let offer = Action::Offer { give, want, to: 1 << me };
    if game.play(&mut copy, Actor::Seat(Seat(maker as u8)), &offer).is_err() {
        return false;
    }
    let mut legal = Vec::new();
    game.legal(&copy, seat, &mut legal);
    let chosen = mind.decide(game, &copy, seat, &legal);
    matches!(legal.get(chosen), Some(Action::Accept(_)))
}

impl Client {
    /// The answer to a call for trade: the first exchange of one card for one that the mind agrees to, or no.
    pub(super) fn answer_call(&mut self, line: &str, mind: &mut dyn Mind) -> Option<String> {
        let speech = Speech::of(line, Some(self.seat));
        let (mirror, caller) = (self.mirror.as_ref()?, speech.seat.filter(|_| speech.named)?);
        let ["domestic-trade", "call", "supply", rest @ ..] = speech.words.as_slice() else { return None };
        let (gives, wants) = (counts_of(rest.get(..5)?)?, counts_of(rest.get(6..)?)?);
        let called = |mask: [i32; 5]| KINDS.into_iter().filter(move |kind| mask[*kind as usize] > 0);
        for (want, give) in called(wants).flat_map(|want| called(gives).map(move |give| (want, give))) {
            let [get, pay] = [give, want].map(|kind| Hand::single(kind, 1));
            if accepts((&mirror.game, &mirror.position), mind, self.seat, (caller, get, pay)) {
                let [pay, get] = [pay, get].map(|hand| kinds_text(*hand.counts().values()));
                self.quotes += 1;
                return Some(format!("domestic-quote quote {} supply {pay} receive {get}", self.quotes));
            }
        }
        Some("domestic-quote finish".to_owned())
    }

    /// The call the mind makes now, at most one a turn.
    pub(super) fn call(&mut self, mind: &mut dyn Mind) -> Option<String> {
        let mirror = self.mirror.as_ref()?;
        let view = mirror.view(self.seat);
        let free = mirror.game.options().domestic_trade && mirror.waiting_card().is_none();
        if view.phase != Phase::Main || !free || self.called == view.turn {
            return None;
        }
        let seat = Seat(self.seat as u8);
        let mut legal = Vec::new();
        mirror.game.legal(&mirror.position, seat, &mut legal);
        let Action::Offer { give, want, to } = mind.propose(&mirror.game, &mirror.position, seat, &legal)?
        else {
            return None;
        };
        let mask = |bundle: Bundle| kinds_text(bundle.hand().counts().values().map(|n| n.min(1)));
        self.called = view.turn;
        self.calling = Some(Call { to, ..Call::default() });
        self.calls += 1;
        Some(format!("domestic-trade call supply {} receive {}", mask(give), mask(want)))
    }

    /// What is heard of the own call.
    pub(super) fn note_trade(&mut self, speech: &Speech<'_>) {
        let Some(call) = &mut self.calling else { return };
        match (speech.words.as_slice(), speech.seat.filter(|_| speech.named)) {
            (["domestic-quote", "quote" | "finish", ..], Some(seat)) => call.answered |= 1 << seat.min(15),
            (["domestic-trade", "accept", ..], None) => {
                call.over = true;
                self.trades += 1;
            }
            (["ERR", ..], None) => call.over = true,
            (["domestic-trade", "finish"], None) => self.calling = None,
            _ => {}
        }
    }

    /// The next line of the own call: an accepted quote, its end, or nothing while others think.
    pub(super) fn close_call(&self, mind: &mut dyn Mind) -> Option<String> {
        let (call, mirror) = (self.calling.as_ref()?, self.mirror.as_ref()?);
        let there = |seat: &usize| *seat != self.seat && !mirror.absent[*seat];
        let all_answered = (0..self.seats).filter(there).all(|seat| call.answered >> seat & 1 == 1);
        let accepted = match (call.over, all_answered) {
            (true, _) => None,
            (false, true) => self.best_quote(call, mirror, mind),
            (false, false) => return None,
        };
        Some(accepted.unwrap_or_else(|| "domestic-trade finish".to_owned()))
    }

    fn best_quote(&self, call: &Call, mirror: &Mirror, mind: &mut dyn Mind) -> Option<String> {
        let fits = |(quoter, give, get): (usize, [i32; 5], [i32; 5]), mind: &mut dyn Mind| {
            let addressed = call.to >> quoter.min(7) & 1 == 1;
            let table = (&mirror.game, &mirror.position);
            addressed && accepts(table, mind, self.seat, (quoter, hand(give), hand(get)))
        };
        mirror.quotes().find(|&(quoter, _, give, get)| fits((quoter, give, get), mind)).map(
            |(quoter, id, give, get)| {
                let [give, get] = [give, get].map(|cards| kinds_text(*hand(cards).counts().values()));
                format!("domestic-trade accept player {quoter} quote {id} supply {give} receive {get}")
            },
        )
    }

    /// Whether others are asked for a trade and have not all answered.
    #[must_use]
    pub const fn waits_for_quotes(&self) -> bool {
        matches!(self.calling, Some(Call { over: false, .. }))
    }

    /// Others have had time enough to answer the own call.
    pub fn wait_no_longer(&mut self, mind: &mut dyn Mind, out: &mut Vec<String>) {
        if let Some(call) = &mut self.calling {
            call.answered = u16::MAX;
        }
        if self.calling.is_some() && !self.asked {
            let line = self.close_call(mind);
            self.send(line.into_iter().collect(), out);
        }
    }
}
