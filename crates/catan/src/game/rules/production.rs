//! What a roll brings (section 4) and what a seven costs (section 5).

use crate::game::hand::Hand;
use crate::game::options::BankRule;
use crate::game::position::{CITY, MAX_SEATS, Phase, Position};
use crate::game::tables::Engine;
use crate::map::Resource;
use hexwright_core::Key as _;

/// How many cards a building brings, by its code in [`Position::piece`]: eight bits for each seat.
static SHARES: [u64; 256] = {
    let mut table = [0; 256];
    let mut seat = 0;
    while seat < MAX_SEATS {
        table[seat + 1] = 1 << (8 * seat);
        table[CITY as usize + seat + 1] = 2 << (8 * seat);
        seat += 1;
    }
    table
};

impl<const C: usize, const S: usize, const X: usize> Engine<C, S, X> {
    /// The dice have fallen.
    #[inline]
    pub(in crate::game) fn rolled(&self, pos: &mut Position<C, S, X>, total: u8) {
        pos.rolled = true;
        if total == 7 {
            self.seven(pos);
        } else {
            pos.phase = Phase::Main;
            self.produce(pos, total);
        }
    }

    /// Whoever holds too much gives half of it up, then the robber moves.
    #[inline(never)]
    fn seven(&self, pos: &mut Position<C, S, X>) {
        if self.options.seven_produces && !self.sources[7].is_empty() {
            self.produce(pos, 7);
        }
        pos.owes = self.owing(pos);
        if pos.owes != 0 {
            pos.phase = Phase::Discard;
        } else {
            self.begin_robber(pos);
        }
    }

    /// Seats with more than `discard-limit` cards (R-SEVEN-1).
    fn owing(&self, pos: &Position<C, S, X>) -> u8 {
        let Some(limit) = self.options.discard_limit else { return 0 };
        let over = |seat: &usize| pos.players[*seat].hand.total() > self.hand_limit(pos, *seat, limit);
        // a hand of one card over limit 0 owes floor(1/2) = 0 cards: nothing to ask for
        let owes = |seat: &usize| over(seat) && pos.players[*seat].hand.total() > 1;
        (0..self.seats).filter(owes).fold(0, |mask, seat| mask | 1 << seat)
    }

    /// Gives up cards (R-SEVEN-2); the robber moves when nobody owes any more.
    pub(in crate::game) fn discard(&self, pos: &mut Position<C, S, X>, seat: usize, cards: Hand) {
        let me = &mut pos.players[seat];
        // with a hidden bank nobody sees which cards went there
        if self.options.hide_bank {
            me.give_hidden(cards);
        } else {
            me.give(cards);
        }
        pos.bank = pos.bank.plus(cards);
        pos.owes &= !(1 << seat);
        if pos.owes == 0 {
            self.begin_robber(pos);
        }
    }

    /// Pays every building at the hexes with this number (R-PROD-1 to R-PROD-4).
    #[inline]
    fn produce(&self, pos: &mut Position<C, S, X>, number: u8) {
        // the bank can pay whatever stands there: nobody's claim waits for another's
        let simple = X == 0 || self.sea.gold[usize::from(number)].is_empty();
        if simple && pos.bank.covers(self.most[usize::from(number)]) {
            let mut sum = Hand::EMPTY;
            self.each_yield(pos, number, |pos, seat, cards| {
                let me = &mut pos.players[seat];
                me.hand = me.hand.plus(cards);
                sum = sum.plus(cards);
            });
            pos.bank = pos.bank.minus(sum);
        } else {
            self.produce_scarcely(pos, number);
        }
    }

    /// What each seat claims of each hex with this number, often nothing: whose buildings stand there nobody can guess,
    /// so that no branch depends on it.
    #[inline]
    fn each_yield(
        &self,
        pos: &mut Position<C, S, X>,
        number: u8,
        mut pay: impl FnMut(&mut Position<C, S, X>, usize, Hand),
    ) {
        for source in &self.sources[usize::from(number)] {
            let counts = source.around.iter().map(|&corner| SHARES[usize::from(pos.piece_at(corner.into()))]);
            let counts = if source.hex == pos.robber { 0 } else { counts.sum::<u64>() };
            // seats in fours, so that no loop counts them; what nobody holds earns nothing
            let mut four = |first: usize| {
                for seat in first..first + 4 {
                    let count = (counts >> (8 * seat) & 0xff) as u16;
                    pay(pos, seat, Hand::single(source.kind, count));
                }
            };
            four(0);
            if self.seats > 4 {
                four(4);
            }
        }
    }

    /// Production when the bank may run out, or gold is to be chosen.
    #[inline(never)]
    fn produce_scarcely(&self, pos: &mut Position<C, S, X>, number: u8) {
        let mut claims = [Hand::EMPTY; MAX_SEATS];
        let mut sum = Hand::EMPTY;
        self.each_yield(pos, number, |_, seat, cards| {
            claims[seat] = claims[seat].plus(cards);
            sum = sum.plus(cards);
        });
        if X > 0 && !self.sea.gold[usize::from(number)].is_empty() {
            return self.owe(pos, number, claims);
        }
        if sum.is_empty() {
            return;
        }
        if !pos.bank.covers(sum) {
            self.ration(pos, &mut claims, sum);
            sum = claims.iter().fold(Hand::EMPTY, |sum, &claim| sum.plus(claim));
        }
        pos.bank = pos.bank.minus(sum);
        for (player, claim) in pos.players[..self.seats].iter_mut().zip(claims) {
            player.hand = player.hand.plus(claim);
        }
    }

    /// Cuts claims down to what the bank can pay (R-PROD-3).
    #[cold]
    pub(in crate::game) fn ration(&self, pos: &Position<C, S, X>, claims: &mut [Hand; MAX_SEATS], sum: Hand) {
        match self.options.bank_rule {
            BankRule::AllOrNothing => *claims = [Hand::EMPTY; MAX_SEATS],
            BankRule::Official => {
                for &kind in Resource::ALL {
                    let left = pos.bank.get(kind);
                    if sum.get(kind) <= left {
                        continue;
                    }
                    let alone = claims.iter().filter(|c| c.get(kind) > 0).count() == 1;
                    for claim in claims.iter_mut().filter(|c| c.get(kind) > 0) {
                        let paid = if alone { left } else { 0 };
                        *claim = claim.minus(claim.only(kind)).plus(Hand::single(kind, paid));
                    }
                }
            }
            BankRule::Partial => {
                let mut left = pos.bank;
                for turn in 0..self.seats {
                    let claim = &mut claims[(usize::from(pos.active) + turn) % self.seats];
                    *claim = claim.min(left);
                    left = left.minus(*claim);
                }
            }
        }
    }
}
