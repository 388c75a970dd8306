//! An auction of factions: before anything else each seat buys one of them for points.
//!
//! As many factions are for sale as there are seats. The first seat in seating order that holds none names a faction
//! and more points than anybody has bid for it. Whoever is outbid holds none and so bids again. When every seat
//! holds a faction, each pays what it bid and setup goes on. Seats keep their order.

use super::{Command, Player, Position, Refusal, Terra, setup::MAX_PLAYERS, table::Table};
use crate::factions::Faction;
use arrayvec::ArrayVec;
use hexwright_core::Seat;
use std::hash::{Hash, Hasher};

/// The highest bid for a faction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Bid {
    /// Who bids.
    pub seat: Seat,
    /// Points it would pay.
    pub points: u8,
}

/// The auction of a position: the factions for sale, in the order of the setup, with their highest bids. Empty in
/// games without an auction, and once it is over.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Auction(pub ArrayVec<(Faction, Option<Bid>), MAX_PLAYERS>);

impl Hash for Auction {
    /// Games without an auction have the fingerprints they had before there were auctions.
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.iter().for_each(|lot| lot.hash(state));
    }
}

impl Auction {
    /// Whether factions are still for sale.
    #[must_use]
    pub fn is_open(&self) -> bool {
        !self.0.is_empty()
    }

    /// What a seat holds, and what it bid for it.
    #[must_use]
    pub fn held(&self, seat: Seat) -> Option<(Faction, u8)> {
        let bids = self.0.iter().filter_map(|&(faction, bid)| Some((faction, bid?)));
        bids.filter(|(_, bid)| bid.seat == seat).map(|(faction, bid)| (faction, bid.points)).next()
    }

    /// The highest bid for a faction; `None` if it is not for sale.
    #[must_use]
    pub fn lot(&self, faction: Faction) -> Option<Option<Bid>> {
        self.0.iter().find(|lot| lot.0 == faction).map(|lot| lot.1)
    }
}

/// The least that can be bid for a faction.
#[must_use]
pub fn least_bid(highest: Option<Bid>) -> u8 {
    highest.map_or(0, |bid| bid.points.saturating_add(1))
}

impl Terra {
    /// Who bids next.
    pub(super) fn bidder(&self, position: &Position) -> Option<Seat> {
        let without = |seat: &Seat| position.auction.held(*seat).is_none();
        position.seats().filter(|_| position.auction.is_open()).find(without)
    }

    /// The game after its auction: every seat has the faction and the start points it has now, as if they had been
    /// chosen.
    #[must_use]
    pub(crate) fn sold(&self, position: &Position) -> Self {
        let mut setup = self.setup().clone();
        setup.factions = position.players.iter().map(|player| player.faction).collect();
        setup.points = position.players.iter().map(|player| player.points).collect();
        setup.auction = false;
        Self::unchecked(setup)
    }

    /// Every bid of a seat that is to bid.
    pub(super) fn bids<'a>(&self, position: &'a Position, seat: Seat) -> impl Iterator<Item = Command> + 'a {
        let most = position.player(seat).points.clamp(0, u8::MAX.into()) as u8;
        let lots = position.auction.0.iter();
        lots.flat_map(move |&(faction, highest)| {
            (least_bid(highest)..=most).map(move |points| Command::Bid(faction, points))
        })
    }
}

impl Table<'_> {
    pub(super) fn bid(&mut self, faction: Faction, points: u8) -> Result<(), Refusal> {
        let highest = self.at.auction.lot(faction).ok_or(Refusal::NotForSale)?;
        let least = least_bid(highest);
        if points < least {
            return Err(Refusal::BidTooLow(least));
        }
        if i16::from(points) > self.mine().points {
            return Err(Refusal::NoPoints);
        }
        let bid = Some(Bid { seat: self.me, points });
        if let Some(lot) = self.at.auction.0.iter_mut().find(|lot| lot.0 == faction) {
            lot.1 = bid;
        }
        if self.game.bidder(self.at).is_none() {
            self.sell();
        }
        Ok(())
    }

    /// Everybody gets the faction it holds and pays for it.
    fn sell(&mut self) {
        let sold = std::mem::take(&mut self.at.auction);
        for seat in self.at.seats() {
            if let Some((faction, paid)) = sold.held(seat) {
                let points = self.at.player(seat).points - i16::from(paid);
                self.at.players[seat.index()] = Player::new(faction, points).owing_choices();
            }
        }
    }
}
