//! Trade with the bank (section 12) and between players (section 11).

use crate::game::actions::action::Bundle;
use crate::game::hand::Hand;
use crate::game::position::{Offer, Position};
use crate::game::tables::Engine;
use crate::map::Resource;

/// Best rates by reached harbours: bit k is 2:1 of kind k, bit 5 is 3:1 (R-PORT-1 to R-PORT-3).
pub(in crate::game) static RATES: [Hand; 64] = rates();

const fn rates() -> [Hand; 64] {
    let mut table = [Hand::EMPTY; 64];
    let mut harbours = 0;
    while harbours < 64 {
        let usual = if harbours >> 5 & 1 == 1 { 3 } else { 4 };
        let mut counts = [usual; 5];
        let mut kind = 0;
        while kind < 5 {
            if harbours >> kind & 1 == 1 {
                counts[kind] = 2;
            }
            kind += 1;
        }
        table[harbours] = Hand::of(counts);
        harbours += 1;
    }
    table
}

/// The best rate for each kind with these harbours.
#[inline]
pub(in crate::game) fn rates_of(harbours: u8) -> Hand {
    RATES[usize::from(harbours & 63)]
}

impl<const C: usize, const S: usize, const X: usize> Engine<C, S, X> {
    /// The seat's best rate for each kind.
    #[inline]
    pub(in crate::game) fn rates(&self, pos: &Position<C, S, X>, seat: usize) -> Hand {
        rates_of(pos.players[seat].harbours)
    }

    /// Whether the Pioneers server takes this rate although the seat has a better one.
    pub(in crate::game) fn worse_rate(
        &self,
        pos: &Position<C, S, X>,
        seat: usize,
        count: u8,
        best: u8,
    ) -> bool {
        let pioneers = self.options.ruleset == crate::game::Ruleset::Pioneers;
        let three = pos.players[seat].harbours >> 5 & 1 == 1;
        pioneers && count > best && (count == 4 || count == 3 && three)
    }

    /// Moves cards from a seat to the bank.
    #[inline]
    pub(in crate::game) fn pay(&self, pos: &mut Position<C, S, X>, seat: usize, price: Hand) {
        pos.players[seat].give(price);
        pos.bank = pos.bank.plus(price);
    }

    /// Exchanges cards with the bank.
    pub(in crate::game) fn bank_trade(
        &self,
        pos: &mut Position<C, S, X>,
        count: u8,
        give: Resource,
        take: Resource,
    ) {
        let seat = usize::from(pos.active);
        self.pay(pos, seat, Hand::single(give, count.into()));
        let taken = Hand::single(take, 1);
        pos.bank = pos.bank.minus(taken);
        pos.players[seat].hand = pos.players[seat].hand.plus(taken);
    }

    /// Whether the option `strict-trade` has closed the shop (R-TRADE-10).
    #[inline]
    pub(in crate::game) fn trade_closed(&self, pos: &Position<C, S, X>) -> bool {
        self.options.strict_trade && pos.built
    }

    /// The maker of an open offer.
    pub(in crate::game) fn maker(&self, pos: &Position<C, S, X>, id: u8) -> Option<usize> {
        (0..self.seats).find(|&seat| id != 0 && pos.offers[seat].id == id)
    }

    /// Puts an offer on the table in place of the seat's former one (R-TRADE-4).
    pub(in crate::game) fn offer(
        &self,
        pos: &mut Position<C, S, X>,
        seat: usize,
        give: Bundle,
        want: Bundle,
        to: u8,
    ) {
        pos.offers_made = pos.offers_made.saturating_add(1);
        pos.offers[seat] = Offer { id: pos.offers_made, to, accepted: 0, rejected: 0, give, want };
        pos.offering |= 1 << seat;
    }

    /// A seat says yes; the active seat's yes to an offer made to it closes it (R-TRADE-5).
    pub(in crate::game) fn accept(&self, pos: &mut Position<C, S, X>, seat: usize, id: u8) {
        let Some(maker) = self.maker(pos, id) else { return };
        if seat == usize::from(pos.active) {
            self.swap(pos, maker, seat);
        } else {
            pos.offers[maker].accepted |= 1 << seat;
            pos.offers[maker].rejected &= !(1 << seat);
        }
    }

    /// A seat says no.
    pub(in crate::game) fn reject(&self, pos: &mut Position<C, S, X>, seat: usize, id: u8) {
        let Some(maker) = self.maker(pos, id) else { return };
        pos.offers[maker].rejected |= 1 << seat;
        pos.offers[maker].accepted &= !(1 << seat);
    }

    /// The cards of an offer change hands and the offer is gone (R-TRADE-7).
    pub(in crate::game) fn swap(&self, pos: &mut Position<C, S, X>, maker: usize, partner: usize) {
        let (give, want) = (pos.offers[maker].give.hand(), pos.offers[maker].want.hand());
        self.exchange(pos, (maker, give), (partner, want));
        self.drop_offer(pos, maker);
    }

    /// Lets two seats exchange cards, if both have them.
    pub(in crate::game) fn exchange(
        &self,
        pos: &mut Position<C, S, X>,
        (one, gives): (usize, Hand),
        (other, takes): (usize, Hand),
    ) -> bool {
        let able = pos.players[one].hand.covers(gives) && pos.players[other].hand.covers(takes);
        if able {
            for (seat, gives, takes) in [(one, gives, takes), (other, takes, gives)] {
                let player = &mut pos.players[seat];
                player.give(gives);
                player.hand = player.hand.plus(takes);
            }
        }
        able
    }

    /// Takes a seat's offer off the table.
    pub(in crate::game) fn drop_offer(&self, pos: &mut Position<C, S, X>, seat: usize) {
        pos.offers[seat] = Offer::default();
        pos.offering &= !(1 << seat);
    }

    /// Takes all offers off the table (R-TRADE-9) and counts anew.
    #[inline]
    pub(in crate::game) fn drop_offers(&self, pos: &mut Position<C, S, X>) {
        if pos.offers_made > 0 {
            self.clear_table(pos);
        }
    }

    #[inline(never)]
    fn clear_table(&self, pos: &mut Position<C, S, X>) {
        pos.offers = Default::default();
        pos.offering = 0;
        pos.offers_made = 0;
    }

    /// Offers and acceptances that can no longer be paid disappear (R-TRADE-8).
    pub(in crate::game) fn prune_offers(&self, pos: &mut Position<C, S, X>) {
        for seat in 0..self.seats {
            if pos.offering >> seat & 1 == 0 {
                continue;
            }
            if !pos.players[seat].hand.covers(pos.offers[seat].give.hand()) {
                self.drop_offer(pos, seat);
                continue;
            }
            let want = pos.offers[seat].want.hand();
            for other in 0..self.seats {
                if !pos.players[other].hand.covers(want) {
                    pos.offers[seat].accepted &= !(1 << other);
                }
            }
        }
    }
}
