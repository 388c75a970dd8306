//! Gold: what a roll or a starting settlement owes, and who chooses next.

use crate::game::hand::Hand;
use crate::game::options::BankRule;
use crate::game::position::{CITY, MAX_SEATS, NONE, Phase, Position};
use crate::game::tables::Engine;

impl<const C: usize, const S: usize, const X: usize> Engine<C, S, X> {
    /// What a roll owes on a board with gold: all gold first announced, then seat by seat.
    pub(in crate::game) fn owe(
        &self,
        pos: &mut Position<C, S, X>,
        number: u8,
        mut claims: [Hand; MAX_SEATS],
    ) {
        let Some(sea) = pos.sea.first() else { return };
        let mut gold = sea.gold;
        for source in self.sea.gold[usize::from(number)].iter().filter(|s| s.hex != pos.robber) {
            for corner in source.corners.and(pos.occupied).iter() {
                let piece = pos.piece_at(corner);
                gold[usize::from(piece & !CITY) - 1] += if piece & CITY == 0 { 1 } else { 2 };
            }
        }
        if self.options.bank_rule != BankRule::Partial {
            let sum = claims.iter().fold(Hand::EMPTY, |sum, &claim| sum.plus(claim));
            if !pos.bank.covers(sum) {
                self.ration(pos, &mut claims, sum);
            }
            for (seat, claim) in claims.iter_mut().enumerate() {
                self.draw_from_bank(pos, seat, *claim);
                *claim = Hand::EMPTY;
            }
        }
        let first = pos.active;
        let sea = &mut pos.sea[0];
        (sea.gold, sea.due, sea.chooser, sea.unpaid) = (gold, claims, first, self.seats as u8);
        self.pay_on(pos);
    }

    fn draw_from_bank(&self, pos: &mut Position<C, S, X>, seat: usize, cards: Hand) {
        pos.bank = pos.bank.minus(cards);
        pos.players[seat].hand = pos.players[seat].hand.plus(cards);
    }

    /// Pays seat by seat from the chooser on until one has to choose its gold.
    fn pay_on(&self, pos: &mut Position<C, S, X>) {
        while pos.sea[0].unpaid > 0 {
            let seat = usize::from(pos.sea[0].chooser);
            self.pay_one(pos, seat);
            if pos.sea[0].gold[seat] > 0 {
                pos.phase = Phase::Gold;
                return;
            }
            pos.sea[0].chooser = self.after(seat as u8);
            pos.sea[0].unpaid -= 1;
        }
        self.end_payment(pos);
    }

    /// Pays what is due to a seat. Gold without a choice is paid too: if one kind is left in the bank,
    /// or no more cards than the claim.
    fn pay_one(&self, pos: &mut Position<C, S, X>, seat: usize) {
        let due = std::mem::replace(&mut pos.sea[0].due[seat], Hand::EMPTY).min(pos.bank);
        self.draw_from_bank(pos, seat, due);
        let claim = u16::from(pos.sea[0].gold[seat]).min(pos.bank.total());
        pos.sea[0].gold[seat] = claim as u8;
        let kinds = pos.bank.kinds();
        if claim > 0 && (kinds.len() == 1 || pos.bank.total() <= claim) {
            let taken = match kinds.iter().next() {
                Some(kind) if kinds.len() == 1 => Hand::single(kind, claim),
                _ => pos.bank,
            };
            self.draw_from_bank(pos, seat, taken);
            pos.sea[0].gold[seat] = 0;
        }
    }

    /// A seat has chosen its gold.
    pub(in crate::game) fn choose_gold(&self, pos: &mut Position<C, S, X>, seat: usize, cards: Hand) {
        self.draw_from_bank(pos, seat, cards);
        let sea = &mut pos.sea[0];
        sea.gold[seat] = 0;
        sea.chooser = self.after(seat as u8);
        sea.unpaid -= 1;
        self.pay_on(pos);
    }

    fn end_payment(&self, pos: &mut Position<C, S, X>) {
        pos.sea[0].chooser = NONE;
        if pos.turn == 0 {
            pos.phase = Phase::Setup;
            self.next_placement(pos);
        } else {
            pos.phase = Phase::Main;
        }
    }

    /// Gold of a starting settlement: whether its owner has to choose.
    pub(in crate::game) fn setup_gold(&self, pos: &mut Position<C, S, X>) -> bool {
        if X == 0 {
            return false;
        }
        let seat = usize::from(pos.active);
        pos.sea[0].gold[seat] = pos.placed.iter().map(|c| self.sea.gold_yield[c]).sum();
        self.pay_one(pos, seat);
        if pos.sea[0].gold[seat] == 0 {
            return false;
        }
        (pos.sea[0].chooser, pos.sea[0].unpaid) = (seat as u8, 1);
        pos.phase = Phase::Gold;
        true
    }
}
