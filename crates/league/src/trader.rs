//! Trade between players for any bot of Catan: offers that help both, answers by what the trade brings.
//!
//! Offers are not in the legal list, and one action ahead saying yes looks like saying no: cards only
//! change hands when the maker confirms. So every bot sits behind a [`Trader`], which answers offers by
//! judging the position after the exchange. With [`Trader::offering`] it makes some of its own.

use crate::bots::CatanJudge;
use hexwright_catan::game::{Action, Catan, CatanPosition, Hand, Phase, View};
use hexwright_core::{Fast, Seat, SeatSet};
use hexwright_play::ask::Asked;
use hexwright_play::bot::Bot;
use hexwright_play::evaluate::Evaluate;
use std::sync::Arc;

/// Offers a bot makes in a turn.
const OFFERS: u8 = 2;
/// Imagined worlds an offer is tried in.
const WORLDS: usize = 4;

/// A bot that trades.
pub struct Trader {
    inner: Box<dyn Bot<Catan>>,
    /// Made when the first offer is on the table: most games see none.
    judge: Option<Arc<CatanJudge>>,
    offers: bool,
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
        Self { inner, judge: None, offers: false }
    }

    /// Answers offers for a bot and makes some.
    #[must_use]
    pub const fn offering(inner: Box<dyn Bot<Catan>>) -> Self {
        Self { inner, judge: None, offers: true }
    }

    fn scales<'a>(&mut self, game: &'a Catan) -> Scales<'a> {
        Scales { game, judge: self.judge.get_or_insert_with(|| CatanJudge::new(game)).clone() }
    }
}

/// What exchanges are weighed with.
struct Scales<'a> {
    game: &'a Catan,
    judge: Arc<CatanJudge>,
}

impl Scales<'_> {
    /// What an exchange brings to `of`; `None` if a side does not have the cards.
    fn gain(&self, world: &CatanPosition, one: (Seat, Hand), other: (Seat, Hand), of: Seat) -> Option<f64> {
        let mut after = world.clone();
        let value = |position: &CatanPosition| self.judge.value(self.game, position, of);
        self.game.exchange(&mut after, one, other).then(|| value(&after) - value(world))
    }

    /// What the open offers bring: the best to confirm, or one to accept, if it helps.
    fn answer(&self, asked: &Asked<'_, Catan>, view: &View, random: &mut Fast) -> Option<usize> {
        let world = asked.view.imagine(random);
        let mut best: Option<(usize, f64)> = None;
        for (place, action) in asked.legal.iter().enumerate() {
            let (id, partner) = match *action {
                Action::Accept(id) => (id, asked.seat),
                Action::Confirm { id, seat } => (id, seat),
                _ => continue,
            };
            let Some(offer) = view.offers.iter().find(|o| o.id == id) else { continue };
            let (give, want) = (Hand::of(offer.give), Hand::of(offer.want));
            let gain = self.gain(&world, (Seat(offer.maker), give), (partner, want), asked.seat);
            if let Some(gain) = gain.filter(|&gain| gain > best.map_or(0.0, |(_, most)| most)) {
                best = Some((place, gain));
            }
        }
        best.map(|(place, _)| place)
    }

    /// How well an offer does in a world: what it brings the maker with the best partner that gains by
    /// it too, but not more than the maker.
    fn promise(&self, world: &CatanPosition, me: Seat, offer: &Action) -> f64 {
        let Action::Offer { give, want, to } = *offer else { return 0.0 };
        let (mine, theirs) = ((me, give.hand()), want.hand());
        let gains = SeatSet(to.into()).iter().filter_map(|partner| {
            let own = self.gain(world, mine, (partner, theirs), me).filter(|&gain| gain > 0.0)?;
            let other = self.gain(world, mine, (partner, theirs), partner)?;
            (other > 0.0 && other <= own).then_some(own)
        });
        gains.fold(0.0, f64::max)
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
        if !mine || open || view.offers_made >= OFFERS {
            return None;
        }
        let worlds: [CatanPosition; WORLDS] = std::array::from_fn(|_| asked.view.imagine(random));
        let scales = self.scales(asked.game);
        let mut offers: Vec<(f64, Action)> = asked
            .game
            .offers(&worlds[0], asked.seat)
            .into_iter()
            .map(|offer| {
                let in_world = |w| scales.promise(w, asked.seat, &offer);
                (worlds.iter().map(in_world).sum(), offer)
            })
            .filter(|(promise, _)| *promise > 0.0)
            .collect();
        // the sort keeps the order of equals: the same offer for the same position
        offers.sort_by(|a, b| b.0.total_cmp(&a.0));
        // what was refused is not offered again: the second offer is the second best
        offers.get(usize::from(view.offers_made)).map(|(_, offer)| *offer)
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
        if let Some(place) = self.scales(asked.game).answer(asked, view, random) {
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

    fn over(&mut self, winners: SeatSet, scores: &[i32]) {
        self.inner.over(winners, scores);
    }
}
