//! Trade between players: calls with masks and numbered quotes here, offers and answers in the game.
//!
//! Among clients a trade is talk until a quote is accepted; then it becomes an offer of its maker to the active seat
//! and that seat's yes, in one wish. Others see offers only, so a call of a client is also an offer of one card of each
//! kind supplied for one of each kind wanted, and a quote for somebody who is no client is also a yes or an offer.

use super::commands::{cards, counts};
use super::{GameRequest, Host, To};
use crate::game::{Action, Bundle, Hand, OfferView, View};
use crate::wire::kinds_text;
use hexwright_core::Seat;

/// Open quotes of a seat; more are passed over.
const MOST_QUOTES: usize = 100;

/// Cards of each kind, in our order.
type Counts = [u16; 5];

/// What a quoter gives and gets, with the number it gave the quote.
#[derive(Clone, Debug)]
pub(super) struct Quote {
    seat: usize,
    id: i32,
    give: Counts,
    get: Counts,
}

impl Quote {
    fn text(&self) -> String {
        format!("supply {} receive {}", kinds_text(self.give), kinds_text(self.get))
    }
}

/// An open trade of the active seat.
#[derive(Clone, Debug, Default)]
pub(super) struct Trade {
    /// Kinds the active seat would give and take, 1 or 0 each.
    give: Counts,
    get: Counts,
    quotes: Vec<Quote>,
    /// Seats that quote no more, one bit each.
    done: u16,
    /// The quote that is being accepted: its seat and number.
    accepting: Option<(usize, i32)>,
}

impl Trade {
    fn text(&self) -> String {
        format!("domestic-trade call supply {} receive {}", kinds_text(self.give), kinds_text(self.get))
    }

    /// Whether a quote lies within the call.
    fn allows(&self, quote: &Quote) -> bool {
        let within = |cards: Counts, mask: Counts| cards.iter().zip(mask).all(|(&n, m)| n == 0 || m > 0);
        within(quote.give, self.get) && within(quote.get, self.give)
    }
}

/// Two lists of five numbers: `supply R receive R`.
fn terms(words: &[&str]) -> Option<([i32; 5], [i32; 5])> {
    let [b, g, o, w, l, rest @ ..] = words.strip_prefix(&["supply"])? else { return None };
    Some((counts(&[b, g, o, w, l])?, counts(rest.strip_prefix(&["receive"])?)?))
}

fn bundle(counts: Counts) -> Option<Bundle> {
    Bundle::new(Hand::of(counts))
}

fn covers(hand: Counts, price: Counts) -> bool {
    hand.iter().zip(price).all(|(&have, need)| have >= need)
}

impl Host {
    /// Whether a wish only shows in the game what clients have heard already: nothing is lost if it is refused.
    #[must_use]
    pub fn is_only_shown(&self, number: usize, wish: &GameRequest) -> bool {
        let active = usize::from(self.public().active);
        let shown = |(seat, action): &(usize, Action)| {
            *seat == number
                && match action {
                    Action::Offer { .. } | Action::Reject(_) | Action::Withdraw(_) => true,
                    Action::Accept(_) => *seat != active,
                    _ => false,
                }
        };
        matches!(wish, GameRequest::Steps(steps) if steps.iter().all(shown))
    }

    pub(super) fn hear_trade(&mut self, seat: usize, words: &[&str], active: bool) -> Option<GameRequest> {
        match words {
            ["maritime-trade", ..] if active => self.wish_bank_trade(seat, words)?.unwrap_or_else(|error| {
                self.err(seat, error);
                None
            }),
            ["domestic-trade", "call", rest @ ..] if active => self.hear_call(seat, terms(rest)?),
            ["domestic-trade", "accept", "player", partner, "quote", id, rest @ ..] if active => {
                terms(rest)?;
                self.trade.as_ref()?;
                let wish = self.wish_accept(seat, partner.parse().ok()?, id.parse().ok()?);
                wish.unwrap_or_else(|error| {
                    self.err(seat, error);
                    None
                })
            }
            ["domestic-trade", "finish"] if active => {
                self.trade.take()?;
                self.say(seat, To::Own, "domestic-trade finish");
                let open = self.offer_of(seat)?;
                Some(GameRequest::Steps(vec![(seat, Action::Withdraw(open.id))]))
            }
            ["domestic-quote", rest @ ..] if !active => {
                let trade = self.trade.as_ref()?;
                if trade.done >> seat & 1 == 1 {
                    return None;
                }
                match rest {
                    ["quote", id, rest @ ..] => self.hear_quote(seat, id.parse().ok()?, terms(rest)?),
                    ["delete", id] => {
                        let id: i32 = id.parse().ok()?;
                        let found = trade.quotes.iter().any(|quote| (quote.seat, quote.id) == (seat, id));
                        if !found {
                            self.err(seat, "quote already deleted");
                            return None;
                        }
                        self.forget_quotes(|quote| (quote.seat, quote.id) != (seat, id), To::Own);
                        self.wish_answer(seat, false)
                    }
                    ["finish"] => {
                        self.finish_quotes(seat);
                        self.wish_answer(seat, true)
                    }
                    _ => None,
                }
            }
            _ => None,
        }
    }

    fn hear_call(&mut self, seat: usize, (give, get): ([i32; 5], [i32; 5])) -> Option<GameRequest> {
        if !self.game.options().domestic_trade {
            return None;
        }
        let mask = |counts: [i32; 5]| counts.map(|n| u16::from(n != 0));
        let (give, get) = (mask(give), mask(get));
        if self.trade.is_some() {
            if !covers(self.hand(seat), give) {
                self.err(seat, "not enough resources for this quote");
                return None;
            }
            if give == [0; 5] && get == [0; 5] {
                self.err(seat, "empty quote");
                return None;
            }
        }
        self.open_call(seat, give, get);
        let others = ((1u16 << self.seats()) - 1) as u8 & !(1 << seat);
        let to = (0..self.seats()).filter(|&s| !self.guests.contains_key(&s)).fold(0, |m, s| m | 1 << s);
        let offer = Action::Offer { give: bundle(give)?, want: bundle(get)?, to: others & to };
        self.allows(seat, offer).then(|| GameRequest::Steps(vec![(seat, offer)]))
    }

    /// A call is made, or made anew: quotes outside it disappear, and everybody is asked again.
    fn open_call(&mut self, seat: usize, give: Counts, get: Counts) {
        let quotes = self.trade.take().map_or(Vec::new(), |trade| trade.quotes);
        let trade = Trade { give, get, quotes, ..Trade::default() };
        let line = trade.text();
        self.trade = Some(trade.clone());
        self.forget_quotes(|quote| trade.allows(quote), To::All);
        self.say(seat, To::Own, line);
    }

    fn wish_accept(&mut self, seat: usize, partner: i32, id: i32) -> Result<Option<GameRequest>, String> {
        let view = self.public();
        if !view.rolled || view.built && self.game.options().strict_trade {
            return Err("wrong-time".to_owned());
        }
        let partner = usize::try_from(partner).unwrap_or(usize::MAX);
        let found = self.trade.iter().flat_map(|t| &t.quotes).find(|q| (q.seat, q.id) == (partner, id));
        let quote = found.cloned().ok_or_else(|| "quote not found".to_owned())?;
        if !covers(self.hand(seat), quote.get) {
            return Err("quote cannot afford".to_owned());
        }
        if !covers(self.hand(partner), quote.give) {
            return Err("quote partner cannot afford".to_owned());
        }
        let same = |offer: &OfferView, give: Counts, want: Counts| offer.give == give && offer.want == want;
        let own = self.offer_of(seat).filter(|own| same(own, quote.get, quote.give));
        let theirs = self.offer_of(partner).filter(|theirs| same(theirs, quote.give, quote.get));
        let steps = match (own, theirs, bundle(quote.give).zip(bundle(quote.get))) {
            (Some(own), _, _) if own.accepted.contains(&(partner as u8)) => {
                vec![(seat, Action::Confirm { id: own.id, seat: Seat(partner as u8) })]
            }
            (_, Some(theirs), _) => vec![(seat, Action::Accept(theirs.id))],
            (_, _, Some((give, want))) => {
                let offer = Action::Offer { give, want, to: 1 << seat };
                if !self.allows(partner, offer) {
                    return Err("quote partner cannot afford".to_owned());
                }
                vec![(partner, offer), (seat, Action::Accept(view.offers_made.saturating_add(1)))]
            }
            _ => return Err("quote cannot afford".to_owned()),
        };
        if let Some(trade) = &mut self.trade {
            trade.accepting = Some((partner, id));
        }
        Ok(Some(GameRequest::Steps(steps)))
    }

    fn hear_quote(&mut self, seat: usize, id: i32, (give, get): ([i32; 5], [i32; 5])) -> Option<GameRequest> {
        let trade = self.trade.as_ref()?;
        if trade.quotes.iter().any(|quote| (quote.seat, quote.id) == (seat, id)) {
            self.say(seat, To::Only, "INFO duplicate quote");
            return None;
        }
        if trade.quotes.iter().filter(|quote| quote.seat == seat).count() >= MOST_QUOTES {
            return None;
        }
        let terms = cards(give).zip(cards(get)).map(|(a, b)| (*a.counts().values(), *b.counts().values()));
        let Some((give, get)) = terms.filter(|(give, _)| covers(self.hand(seat), *give)) else {
            self.err(seat, "quote not enough resources");
            return None;
        };
        self.add_quote(Quote { seat, id, give, get });
        let view = self.public();
        let active = usize::from(view.active);
        if self.guests.contains_key(&active) {
            return None;
        }
        let asked = self.offer_of(active).filter(|o| o.want == give && o.give == get);
        let action = match asked {
            Some(offer) => Action::Accept(offer.id),
            None => Action::Offer { give: bundle(give)?, want: bundle(get)?, to: 1 << active },
        };
        self.allows(seat, action).then(|| GameRequest::Steps(vec![(seat, action)]))
    }

    fn add_quote(&mut self, quote: Quote) {
        let line = format!("domestic-quote quote {} {}", quote.id, quote.text());
        let seat = quote.seat;
        if let Some(trade) = &mut self.trade {
            trade.quotes.push(quote);
        }
        self.say(seat, To::Own, line);
    }

    /// A seat quotes no more; its quotes disappear first.
    pub(super) fn finish_quotes(&mut self, seat: usize) {
        self.forget_quotes(|quote| quote.seat != seat, To::All);
        if let Some(trade) = &mut self.trade {
            trade.done |= 1 << seat;
        }
        self.say(seat, To::Own, "domestic-quote finish");
    }

    /// What taking a quote back, or finishing, means for offers in the game.
    fn wish_answer(&self, seat: usize, finish: bool) -> Option<GameRequest> {
        let active = usize::from(self.public().active);
        let own = self.offer_of(seat).map(|offer| (seat, Action::Withdraw(offer.id)));
        let asked = self.offer_of(active).filter(|offer| finish || offer.accepted.contains(&(seat as u8)));
        let reject = asked.map(|offer| (seat, Action::Reject(offer.id)));
        let steps: Vec<(usize, Action)> =
            own.into_iter().chain(reject).filter(|(seat, action)| self.allows(*seat, *action)).collect();
        (!steps.is_empty()).then_some(GameRequest::Steps(steps))
    }

    fn offer_of(&self, seat: usize) -> Option<OfferView> {
        self.public().offers.into_iter().find(|offer| usize::from(offer.maker) == seat)
    }

    /// Takes all quotes off the table but those to keep.
    fn forget_quotes(&mut self, keep: impl Fn(&Quote) -> bool, to: To) {
        let Some(trade) = &mut self.trade else { return };
        let (kept, gone) = std::mem::take(&mut trade.quotes).into_iter().partition(|quote| keep(quote));
        trade.quotes = kept;
        for quote in gone {
            self.say(quote.seat, to, format!("domestic-quote delete {}", quote.id));
        }
    }

    /// What followers hear of trade in the game. What clients said of it themselves was heard already.
    pub(super) fn tell_trade(&mut self, seat: usize, action: Action, old: &View, new: &View) {
        let active = usize::from(old.active);
        let client = self.guests.contains_key(&seat);
        let offered = |id: u8| old.offers.iter().find(|offer| offer.id == id).cloned();
        match action {
            Action::Offer { give, want, .. } if seat == active && !client => {
                let mask = |bundle: Bundle| bundle.hand().counts().values().map(|n| n.min(1));
                self.open_call(seat, mask(give), mask(want));
            }
            Action::Offer { give, want, .. } | Action::Counter { give, want, .. } if !client => {
                self.forget_quotes(|quote| quote.seat != seat, To::All);
                self.quote_for(seat, *give.hand().counts().values(), *want.hand().counts().values());
            }
            Action::Accept(id) if seat == active => {
                if let Some(offer) = offered(id) {
                    self.tell_swap(active, usize::from(offer.maker), offer.give, offer.want);
                }
            }
            Action::Accept(id) if !client => {
                if let Some(offer) = offered(id) {
                    self.quote_for(seat, offer.want, offer.give);
                }
            }
            Action::Confirm { id, seat: partner } => {
                if let Some(offer) = offered(id) {
                    self.tell_swap(active, partner.index(), offer.want, offer.give);
                }
            }
            Action::Reject(_) if !client && self.trade.is_some() => self.finish_quotes(seat),
            Action::Withdraw(_) if !client && seat == active => self.close_trade(active),
            Action::Withdraw(_) if !client => self.forget_quotes(|quote| quote.seat != seat, To::All),
            _ => {}
        }
        let open = new.offers.iter().any(|offer| usize::from(offer.maker) == active);
        if !open && self.trade.is_some() && !self.guests.contains_key(&active) {
            self.close_trade(active);
        }
    }

    /// A quote of somebody who is no client.
    fn quote_for(&mut self, seat: usize, give: Counts, get: Counts) {
        let Some(trade) = &self.trade else { return };
        let own = trade.quotes.iter().filter(|quote| quote.seat == seat);
        let id = own.map(|quote| quote.id + 1).max().unwrap_or(0);
        self.add_quote(Quote { seat, id, give, get });
    }

    /// Cards have changed hands: `give` are the partner's.
    fn tell_swap(&mut self, active: usize, partner: usize, give: Counts, get: Counts) {
        if self.trade.is_none() {
            // nobody called for it: the whole trade is told at once
            self.open_call(active, get.map(|n| n.min(1)), give.map(|n| n.min(1)));
        }
        let wanted = self.trade.as_mut().and_then(|trade| trade.accepting.take());
        let of = |quote: &&Quote| quote.seat == partner && (quote.give, quote.get) == (give, get);
        let known = |host: &Self| {
            let quotes = host.trade.iter().flat_map(|trade| &trade.quotes);
            quotes.filter(of).max_by_key(|quote| wanted == Some((quote.seat, quote.id))).cloned()
        };
        if known(self).is_none() {
            self.quote_for(partner, give, get);
        }
        let Some(quote) = known(self) else { return };
        if let Some(trade) = &mut self.trade {
            trade.quotes.retain(|other| (other.seat, other.id) != (quote.seat, quote.id));
        }
        let Quote { seat, id, .. } = quote;
        let line = format!("domestic-trade accept player {seat} quote {id} {}", quote.text());
        self.say(active, To::Own, line);
        let hands: Vec<Counts> = (0..self.seats()).map(|seat| self.hand(seat)).collect();
        self.forget_quotes(|quote| covers(hands[quote.seat], quote.give), To::All);
    }

    /// The active seat trades no more.
    pub(super) fn close_trade(&mut self, active: usize) {
        if self.trade.take().is_some() {
            self.say(active, To::Own, "domestic-trade finish");
        }
    }

    /// What a newcomer is told of an open trade.
    pub(super) fn trade_lines(&self) -> Vec<String> {
        let Some(trade) = &self.trade else { return Vec::new() };
        let call = format!("player {} {}", self.public().active, trade.text());
        let quote = |quote: &Quote| {
            format!("player {} domestic-quote quote {} {}", quote.seat, quote.id, quote.text())
        };
        std::iter::once(call).chain(trade.quotes.iter().map(quote)).collect()
    }
}
