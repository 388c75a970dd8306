//! What a roll or a starting settlement pays, seat by seat, and the gold in between.

use super::{Host, To};
use crate::game::{CatanPosition, Hand};
use crate::map::{Resource, Terrain};
use crate::wire::kinds_text;
use hexwright_core::{CornerId, Game as _, HexId, Key as _, Viewer};

/// A payment under way.
#[derive(Clone, Debug)]
pub(super) struct Payment {
    /// Seats still to be paid, in order.
    seats: Vec<usize>,
    /// What each seat is entitled to, and how much gold.
    due: Vec<[u16; 5]>,
    gold: Vec<u16>,
    /// The bank as it is then.
    bank: [u16; 5],
}

fn total(counts: [u16; 5]) -> u16 {
    counts.iter().sum()
}

impl Host {
    /// What a hex gives: a kind, or gold.
    fn yield_of(&self, hex: HexId) -> Option<Option<Resource>> {
        match self.game.board().terrain(hex) {
            Terrain::Gold => Some(None),
            terrain => terrain.resource().map(Some),
        }
    }

    /// The dice have fallen: everybody is paid from the roller on.
    pub(super) fn pay_roll(&mut self, before: &CatanPosition, roller: usize, number: u8) {
        let seats = self.seats();
        let view = self.game.view(before, Viewer::Spectator);
        let (mut due, mut gold) = (vec![[0; 5]; seats], vec![0; seats]);
        let topology = self.grid().topology();
        for hex in (0..self.grid().len()).map(|i| HexId(i as u16)) {
            if self.game.board().numbers[hex.index()] != number || view.robber == Some(hex.0) {
                continue;
            }
            let Some(kind) = self.yield_of(hex) else { continue };
            for (seat, known) in view.seats.iter().enumerate() {
                let at = |corner: &&u16| topology.corner_hexes(CornerId(**corner)).contains(&Some(hex));
                let count =
                    known.settlements.iter().filter(at).count() + 2 * known.cities.iter().filter(at).count();
                match kind {
                    Some(kind) => due[seat][kind.index()] += count as u16,
                    None => gold[seat] += count as u16,
                }
            }
        }
        let order = (0..seats).map(|i| (roller + i) % seats).collect();
        self.begin_payment(Payment { seats: order, due, gold, bank: view.bank });
    }

    /// A starting settlement is paid.
    pub(super) fn pay_settlement(&mut self, before: &CatanPosition, seat: usize, corner: CornerId) {
        let view = self.game.view(before, Viewer::Spectator);
        let (mut due, mut gold) = (vec![[0; 5]; self.seats()], vec![0; self.seats()]);
        let hexes = self.grid().topology().corner_hexes(corner);
        for hex in hexes.iter().flatten().copied() {
            match self.yield_of(hex).filter(|_| self.game.board().numbers[hex.index()] > 0) {
                Some(Some(kind)) => due[seat][kind.index()] += 1,
                Some(None) => gold[seat] += 1,
                None => {}
            }
        }
        self.begin_payment(Payment { seats: vec![seat], due, gold, bank: view.bank });
    }

    fn begin_payment(&mut self, payment: Payment) {
        for &seat in &payment.seats {
            if payment.gold[seat] > 0 {
                self.say(seat, To::All, format!("prepare-gold {}", payment.gold[seat]));
            }
        }
        self.payment = Some(payment);
        self.pay_on();
    }

    /// Pays until somebody has to choose.
    fn pay_on(&mut self) {
        let Some(mut payment) = self.payment.take() else { return };
        while let Some(&seat) = payment.seats.first() {
            let due = payment.due[seat];
            let got: [u16; 5] = std::array::from_fn(|i| due[i].min(payment.bank[i]));
            if total(due) > 0 {
                self.say(seat, To::All, format!("receives {} {}", kinds_text(got), kinds_text(due)));
                payment.bank = std::array::from_fn(|i| payment.bank[i] - got[i]);
                payment.due[seat] = [0; 5];
            }
            let claim = payment.gold[seat].min(total(payment.bank));
            let kinds = payment.bank.iter().filter(|&&n| n > 0).count();
            if claim > 0 && kinds > 1 && total(payment.bank) > claim {
                payment.gold[seat] = claim;
                self.payment = Some(payment);
                return self.ask_gold(seat);
            }
            if claim > 0 {
                let taken = payment.bank.map(|n| n.min(claim));
                payment.bank = std::array::from_fn(|i| payment.bank[i] - taken[i]);
                self.say(seat, To::All, format!("receive-gold {}", kinds_text(taken)));
            }
            payment.seats.remove(0);
        }
        self.say_plainly("done-resources");
    }

    /// Asks the seat that is to choose gold.
    pub(super) fn ask_gold(&mut self, seat: usize) {
        if let Some(line) = self.gold_question(seat) {
            self.say(seat, To::Only, line);
        }
    }

    /// What the seat that is to choose gold is asked.
    pub(super) fn gold_question(&self, seat: usize) -> Option<String> {
        let payment = self.payment.as_ref().filter(|payment| payment.seats.first() == Some(&seat))?;
        let claim = payment.gold[seat];
        Some(format!("choose-gold {claim} {}", kinds_text(payment.bank.map(|n| n.min(claim + 1)))))
    }

    /// Seats with gold still to come, and how much.
    pub(super) fn gold_to_come(&self) -> Vec<(usize, u16)> {
        let payment = self.payment.iter();
        payment.flat_map(|p| p.seats.iter().map(|&seat| (seat, p.gold[seat]))).filter(|g| g.1 > 0).collect()
    }

    /// A seat has chosen its gold.
    pub(super) fn paid_gold(&mut self, seat: usize, cards: Hand) {
        let cards = *cards.counts().values();
        self.say(seat, To::All, format!("receive-gold {}", kinds_text(cards)));
        if let Some(payment) = &mut self.payment {
            payment.bank = std::array::from_fn(|i| payment.bank[i].saturating_sub(cards[i]));
            payment.seats.retain(|&s| s != seat);
        }
        self.pay_on();
    }
}
