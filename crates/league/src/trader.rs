//! Trade between players for any bot of Catan: what counts is the chance to win.
//!
//! Offers are not in the legal list, and one action ahead saying yes looks like saying no: cards only
//! change hands when the maker confirms. So every bot sits behind a [`Trader`], which answers offers by
//! judging the position after the exchange. With [`Trader::offering`] it makes some of its own.
//!
//! - A trade is worth the share of the win it brings; what the partner gains is lost to somebody and is in it.
//! - The better the partner stands, the more a trade with it must bring (the embargo), and nobody accepts an offer of a
//!   seat that might win in this turn.
//! - An offer goes only to seats it may be closed with, so an accepted offer is always confirmed. They are those that
//!   gain by it: whether they have an embargo on the maker is not known, and to suppose one costs trades.
//! - One offer a turn that nobody takes, and only if it brings something worth the others' time. What nobody took is
//!   not offered again soon (`refused`).

mod reach;
mod refused;

use crate::bots::CatanJudge;
use hexwright_catan::game::{Action, Catan, CatanPosition, Hand, Phase, View};
use hexwright_core::{Fast, Seat, SeatSet};
use hexwright_play::ask::Asked;
use hexwright_play::bot::Bot;
use hexwright_play::evaluate::Evaluate;
use refused::Refused;
use std::sync::Arc;

/// Most offers a bot makes in a turn: the first, and another after each that was taken.
const OFFERS: u8 = 3;
/// Imagined worlds an offer or an answer is tried in.
const WORLDS: usize = 4;
/// The share of the win that a trade must bring to be worth a word.
const WORTH_A_WORD: f64 = 0.004;
/// The share of the win that an answer must bring.
const WORTH_A_YES: f64 = 0.001;
/// How much of the partner's gain a trade must bring more, for each share of the win the partner has: the embargo.
const EMBARGO: f64 = 0.25;
/// A bot that trades.
pub struct Trader {
    inner: Box<dyn Bot<Catan>>,
    /// Made when the first offer is on the table: most games see none.
    judge: Option<Arc<CatanJudge>>,
    offers: bool,
    /// Whether it matters to it whom it trades with.
    embargo: bool,
    refused: Refused,
}

impl std::fmt::Debug for Trader {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Trader").field("inner", &self.inner.name()).finish_non_exhaustive()
    }
}

impl Trader {
    /// Answers offers for a bot and makes none.
    #[must_use]
    pub const fn answering(inner: Box<dyn Bot<Catan>>) -> Self {
        Self { inner, judge: None, offers: false, embargo: true, refused: Refused::NONE }
    }

    /// Answers offers for a bot and makes some.
    #[must_use]
    pub const fn offering(inner: Box<dyn Bot<Catan>>) -> Self {
        Self { inner, judge: None, offers: true, embargo: true, refused: Refused::NONE }
    }

    /// As [`Self::offering`], by what it gains itself: the partner's chance to win makes no difference. What the embargo
    /// is measured against.
    #[must_use]
    pub const fn with_anybody(inner: Box<dyn Bot<Catan>>) -> Self {
        Self { inner, judge: None, offers: true, embargo: false, refused: Refused::NONE }
    }

    fn scales<'a>(&mut self, game: &'a Catan) -> Scales<'a> {
        let judge = self.judge.get_or_insert_with(|| CatanJudge::new(game)).clone();
        Scales { game, judge, embargo: self.embargo }
    }
}

/// An imagined position.
struct World {
    position: CatanPosition,
    /// The share of the win of each seat.
    shares: Vec<f64>,
}

/// What exchanges are weighed with.
struct Scales<'a> {
    game: &'a Catan,
    judge: Arc<CatanJudge>,
    embargo: bool,
}

impl Scales<'_> {
    fn shares(&self, position: &CatanPosition) -> Vec<f64> {
        let mut shares = Vec::new();
        self.judge.shares(self.game, position, &mut shares);
        shares
    }

    fn imagine(&self, asked: &Asked<'_, Catan>, random: &mut Fast) -> [World; WORLDS] {
        std::array::from_fn(|_| {
            let position = asked.view.imagine(random);
            World { shares: self.shares(&position), position }
        })
    }

    /// What an exchange brings to each seat; `None` if a side does not have the cards.
    fn gains(&self, world: &World, one: (Seat, Hand), other: (Seat, Hand)) -> Option<Vec<f64>> {
        let mut after = world.position.clone();
        let done = self.game.exchange(&mut after, one, other);
        done.then(|| self.shares(&after).iter().zip(&world.shares).map(|(new, old)| new - old).collect())
    }

    /// What an exchange with these gains is worth to `me`, less the embargo on the partner.
    fn worth(&self, world: &World, gains: &[f64], me: Seat, partner: Seat) -> f64 {
        let embargo = if self.embargo { EMBARGO * world.shares[partner.index()] } else { 0.0 };
        gains[me.index()] - embargo * gains[partner.index()].max(0.0)
    }

    /// Whether a seat could win in this turn, after it gave and took these cards.
    fn might_win(&self, view: &View, seat: u8, exchange: (Hand, Hand)) -> bool {
        self.embargo && reach::could_win(self.game, view, seat, exchange)
    }

    /// The best partner to close an own offer with: it was made to be closed, so one of them it is.
    fn confirm(&self, asked: &Asked<'_, Catan>, view: &View, worlds: &[World]) -> Option<usize> {
        let accepted = asked.legal.iter().enumerate().filter_map(|(place, action)| match *action {
            Action::Confirm { id, seat } => Some((place, id, seat)),
            _ => None,
        });
        let valued = accepted.filter_map(|(place, id, partner)| {
            let offer = view.offers.iter().find(|o| o.id == id)?;
            let (mine, theirs) = ((asked.seat, Hand::of(offer.give)), (partner, Hand::of(offer.want)));
            let worth = |w| Some(self.worth(w, &self.gains(w, mine, theirs)?, asked.seat, partner));
            Some((place, worlds.iter().filter_map(worth).sum::<f64>()))
        });
        valued.reduce(|best, next| if next.1 > best.1 { next } else { best }).map(|(place, _)| place)
    }

    /// An offer of another seat to accept, if one helps.
    fn accept(&self, asked: &Asked<'_, Catan>, view: &View, worlds: &[World]) -> Option<usize> {
        let mut best: Option<(usize, f64)> = None;
        for (place, action) in asked.legal.iter().enumerate() {
            let Action::Accept(id) = *action else { continue };
            let Some(offer) = view.offers.iter().find(|o| o.id == id) else { continue };
            let exchange = (Hand::of(offer.give), Hand::of(offer.want));
            if view.active != asked.seat.0 && self.might_win(view, view.active, exchange) {
                continue;
            }
            let maker = (Seat(offer.maker), Hand::of(offer.give));
            let mine = (asked.seat, Hand::of(offer.want));
            let worth = |w| Some(self.worth(w, &self.gains(w, maker, mine)?, asked.seat, maker.0));
            let found: Vec<f64> = worlds.iter().filter_map(worth).collect();
            let worth = found.iter().sum::<f64>() / found.len().max(1) as f64;
            if worth > best.map_or(WORTH_A_YES, |(_, most)| most) {
                best = Some((place, worth));
            }
        }
        best.map(|(place, _)| place)
    }

    /// How well an offer does in a world, and which seats it may be closed with there: both sides must gain, the maker
    /// in spite of its embargo.
    fn promise(&self, world: &World, me: Seat, offer: &Action) -> (f64, SeatSet) {
        let Action::Offer { give, want, to } = *offer else { return (0.0, SeatSet::EMPTY) };
        let (mine, theirs) = ((me, give.hand()), want.hand());
        let (mut best, mut partners) = (0.0f64, SeatSet::EMPTY);
        for partner in SeatSet(to.into()).iter() {
            let Some(gains) = self.gains(world, mine, (partner, theirs)) else { continue };
            let worth = self.worth(world, &gains, me, partner);
            if worth > 0.0 && gains[partner.index()] > WORTH_A_YES {
                best = best.max(worth);
                partners.insert(partner);
            }
        }
        (best, partners)
    }
}

impl Bot<Catan> for Trader {
    fn name(&self) -> String {
        let name = self.inner.name();
        if self.offers { format!("trade:{name}") } else { name }
    }

    fn propose(&mut self, asked: &Asked<'_, Catan>, random: &mut Fast) -> Option<Action> {
        if !self.offers || !asked.game.options().domestic_trade {
            return None;
        }
        let view = asked.view.view();
        let mine = view.phase == Phase::Main && view.active == asked.seat.0;
        // while an offer is open its maker looks at the answers
        let open = view.offers.iter().any(|o| o.maker == asked.seat.0 && o.rejected.len() < o.to.len());
        let more = view.offers_made == 0 || self.refused.latest_was_taken();
        if !mine || open || view.offers_made >= OFFERS || !more {
            return None;
        }
        let scales = self.scales(asked.game);
        let worlds = scales.imagine(asked, random);
        let mut best: Option<(f64, Action)> = None;
        // only the seat whose turn it is can win in it, so any other may be asked
        for offer in asked.game.offers(&worlds[0].position, asked.seat) {
            let Action::Offer { give, want, .. } = offer else { continue };
            if self.refused.contains(&offer) {
                continue;
            }
            let (mut sum, mut partners) = (0.0, SeatSet::EMPTY);
            for world in &worlds {
                let (promise, closed_with) = scales.promise(world, asked.seat, &offer);
                sum += promise / WORLDS as f64;
                partners = SeatSet(partners.0 | closed_with.0);
            }
            // on a tie the first one stays, so that a position always gives the same offer
            if sum > best.map_or(WORTH_A_WORD, |(most, _)| most) {
                best = Some((sum, Action::Offer { give, want, to: partners.0 as u8 }));
            }
        }
        let offer = best.map(|(_, offer)| offer)?;
        self.refused.note(&offer);
        Some(offer)
    }

    fn decide(&mut self, asked: &Asked<'_, Catan>, random: &mut Fast) -> Option<usize> {
        let about_offers = |action: &Action| {
            matches!(
                action,
                Action::Accept(_) | Action::Confirm { .. } | Action::Reject(_) | Action::Withdraw(_)
            )
        };
        if !asked.legal.iter().any(about_offers) {
            return self.inner.decide(asked, random);
        }
        let view = asked.view.view();
        let scales = self.scales(asked.game);
        let worlds = scales.imagine(asked, random);
        let answer = scales.confirm(asked, view, &worlds).or_else(|| scales.accept(asked, view, &worlds));
        if let Some(place) = answer {
            self.refused.note(&asked.legal[place]);
            return Some(place);
        }
        // a yes that was given stays
        let agreed = |id: u8| view.offers.iter().any(|o| o.id == id && o.accepted.contains(&asked.seat.0));
        let refused = |a: &Action| matches!(*a, Action::Reject(id) if !agreed(id));
        if let Some(place) = asked.legal.iter().position(refused) {
            return Some(place);
        }
        let rest: Vec<usize> = (0..asked.legal.len()).filter(|&i| !about_offers(&asked.legal[i])).collect();
        if rest.is_empty() {
            // it may change its mind about an offer, or withdraw its own, and does not want to
            return if asked.may_wait { None } else { Some(asked.legal.len() - 1) };
        }
        asked.among(&rest, |fewer| self.inner.decide(fewer, random))
    }

    fn remember(&mut self, own: &[Action]) {
        self.refused = Refused::NONE;
        own.iter().for_each(|action| self.refused.note(action));
        self.inner.remember(own);
    }

    fn over(&mut self, winners: SeatSet, scores: &[i32]) {
        self.refused = Refused::NONE;
        self.inner.over(winners, scores);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Rules, catan};
    use hexwright_catan::generate::preset;
    use hexwright_core::Game as _;

    #[test]
    fn the_better_the_partner_stands_the_less_a_trade_with_it_is_worth() {
        let game = catan::game(&preset("base").unwrap(), 4, &Rules::default(), 1).unwrap();
        let worth = |embargo: bool, standing: f64| {
            let scales = Scales { game: &game, judge: CatanJudge::new(&game), embargo };
            let rest = (1.0 - standing) / 3.0;
            let world = World { position: game.start(), shares: vec![rest, standing, rest, rest] };
            scales.worth(&world, &[0.01, 0.08, -0.05, -0.04], Seat(0), Seat(1))
        };
        let [low, fair, high] = [0.1, 0.25, 0.6].map(|standing| worth(true, standing));
        assert!(low > fair && fair > WORTH_A_YES && high < 0.0, "{low} {fair} {high}");
        assert!(
            [0.1, 0.25, 0.6].iter().all(|&standing| worth(false, standing).to_bits() == 0.01f64.to_bits())
        );
    }
}
