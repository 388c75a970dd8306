//! A step in words: what was done, then what follows from it by the rules.

use super::{corner, follow, goods, hex, side};
use crate::game::{Action, Catan, CatanPosition, Hand, MAX_SEATS, OfferView, View};
use hexwright_core::present::{Good, Part, Place, Sentence};
use hexwright_core::{Actor, Game as _, Seat, Step, Viewer};

/// A step with the positions around it, and who is told.
pub(super) struct Told<'a> {
    pub(super) game: &'a Catan,
    pub(super) step: Step<Action>,
    /// The seat that acts, or for whom chance does.
    pub(super) seat: Seat,
    pub(super) viewer: Viewer,
    /// As the viewer sees it before and after.
    pub(super) before: View,
    pub(super) after: View,
    /// All hands before and after. What the viewer may not know of them is left out by whoever uses them.
    pub(super) hands: [Vec<Hand>; 2],
}

pub(super) fn describe(
    game: &Catan,
    position: &CatanPosition,
    step: &Step<Action>,
    viewer: Viewer,
) -> Vec<Sentence> {
    let mut next = position.clone();
    if game.play(&mut next, step.actor, &step.action).is_err() {
        return Vec::new();
    }
    let before = game.view(position, viewer);
    let seat = match step.actor {
        Actor::Seat(seat) => seat,
        Actor::Chance => Seat(before.builder.unwrap_or(before.active)),
    };
    let told = Told {
        game,
        step: *step,
        seat,
        viewer,
        before,
        after: game.view(&next, viewer),
        hands: [game.hands(position), game.hands(&next)],
    };
    let mut sentences = vec![told.deed()];
    follow::follow(&told, &mut sentences);
    sentences
}

impl Told<'_> {
    pub(super) fn is_viewer(&self, seat: u8) -> bool {
        self.viewer == Viewer::Seat(Seat(seat))
    }

    /// A sentence about a seat.
    fn by(&self, key: &'static str) -> Sentence {
        Sentence::new(key).with("seat", self.seat.into())
    }

    fn piece(&self, key: &'static str, piece: &'static str, place: Place) -> Sentence {
        self.by(key).with("piece", Part::Word(piece)).with("place", Part::Place(place))
    }

    fn cards(&self, key: &'static str, cards: Hand) -> Sentence {
        self.by(key).with("goods", Part::Goods(goods(cards)))
    }

    /// What was done.
    fn deed(&self) -> Sentence {
        match self.step.action {
            Action::SetupSettlement(c) => self.piece("places", "a-settlement", corner(c)),
            Action::SetupCity(c) => self.piece("places", "a-city", corner(c)),
            Action::SetupRoad(s) => self.piece("places", "a-road", side(s)),
            Action::SetupShip(s) => self.piece("places", "a-ship", side(s)),
            Action::SetupBridge(s) => self.piece("places", "a-bridge", side(s)),
            Action::Road(s) => self.piece("builds", "a-road", side(s)),
            Action::Ship(s) => self.piece("builds", "a-ship", side(s)),
            Action::Bridge(s) => self.piece("builds", "a-bridge", side(s)),
            Action::Settlement(c) => self.piece("builds", "a-settlement", corner(c)),
            Action::City(c) => self.piece("builds", "a-city", corner(c)),
            Action::Wall(c) => self.piece("builds", "a-wall", corner(c)),
            Action::MoveShip { from, to } => self
                .by("moves-ship")
                .with("from", Part::Place(side(from)))
                .with("place", Part::Place(side(to))),
            Action::Roll => self.by("rolls-dice"),
            Action::Dice(a, b) => self
                .by("rolls")
                .with("total", Part::Number((a + b).into()))
                .with("first", Part::Number(a.into()))
                .with("second", Part::Number(b.into())),
            Action::Discard(cards) => self.cards("discards", cards.into()),
            Action::Gold(cards) => self.cards("takes-for-gold", cards.into()),
            Action::Robber(h) => self.by("moves-robber").with("place", Part::Place(hex(h))),
            Action::Pirate(h) => self.by("moves-pirate").with("place", Part::Place(hex(h))),
            Action::Steal(victim) => self.by("robs").with("victim", victim.into()),
            Action::StealNone => self.by("robs-nobody"),
            Action::Stolen(kind) => self.stolen(Good::new(1, kind.name())),
            Action::Buy => self.by("buys-card"),
            Action::Drawn(card) if self.is_viewer(self.seat.0) => {
                self.by("draws").with("card", Part::Word(card.name()))
            }
            Action::Drawn(_) => self.by("draws-card"),
            Action::BankTrade { count, give, take } => self
                .by("trades-with-bank")
                .with("give", Part::Goods(vec![Good::new(count.into(), give.name())]))
                .with("take", Part::Goods(vec![Good::new(1, take.name())])),
            Action::PlayKnight => self.by("plays-knight"),
            Action::PlayRoadBuilding => self.by("plays-road-building"),
            Action::PlayYearOfPlenty(first, second) => {
                let second = second.map_or(Hand::EMPTY, |kind| Hand::single(kind, 1));
                self.cards("plays-year-of-plenty", Hand::single(first, 1).plus(second))
            }
            Action::PlayMonopoly(kind) => self.by("plays-monopoly").with("kind", Part::Word(kind.name())),
            Action::PlayVictoryPoint => self.by("shows-victory-point"),
            Action::Offer { give, want, to } => self.offer(give.hand(), want.hand(), to),
            Action::Counter { id, give, want } => {
                let counter = self.by("counters").with("id", Part::Number(id.into()));
                exchange(self.with_maker(counter, id), goods(give.hand()), goods(want.hand()))
            }
            Action::Accept(id) if self.before.active == self.seat.0 => self.traded(id, None),
            Action::Accept(id) => self.with_maker(self.by("accepts"), id),
            Action::Reject(id) => self.with_maker(self.by("rejects"), id),
            Action::Withdraw(_) => self.by("withdraws"),
            Action::Confirm { id, seat } => self.traded(id, Some(seat)),
            Action::Stop => self.by("stops-building"),
            Action::Pass => self.by("passes"),
            Action::EndTurn => self.by("ends-turn"),
            Action::Seating(_) => Sentence::new("seats-drawn"),
        }
    }

    /// A theft: the card itself is told to the thief and the victim only.
    fn stolen(&self, card: Good) -> Sentence {
        let victim = self.before.victim.unwrap_or_default();
        let theft = if self.is_viewer(self.seat.0) || self.is_viewer(victim) {
            self.by("steals").with("goods", Part::Goods(vec![card]))
        } else {
            self.by("steals-card")
        };
        theft.with("victim", Part::Seat(victim))
    }

    fn offer(&self, give: Hand, want: Hand, to: u8) -> Sentence {
        let to: Vec<u8> = (0..MAX_SEATS as u8).filter(|seat| to >> seat & 1 == 1).collect();
        let everybody = to.len() + 1 == self.before.seats.len();
        let offer =
            if everybody { self.by("offers") } else { self.by("offers-to").with("to", Part::Seats(to)) };
        exchange(offer, goods(give), goods(want))
    }

    fn open_offer(&self, id: u8) -> Option<&OfferView> {
        self.before.offers.iter().find(|offer| offer.id == id)
    }

    fn with_maker(&self, sentence: Sentence, id: u8) -> Sentence {
        let maker = self.open_offer(id).map_or(self.before.active, |offer| offer.maker);
        sentence.with("partner", Part::Seat(maker))
    }

    /// An offer that is closed: by its maker with a partner, or by the seat it was made to.
    fn traded(&self, id: u8, partner: Option<Seat>) -> Sentence {
        let (mut give, mut want, mut other) = (Vec::new(), Vec::new(), self.seat.0);
        if let Some(offer) = self.open_offer(id) {
            (give, want) = (goods(Hand::of(offer.give)), goods(Hand::of(offer.want)));
            other = offer.maker;
        }
        let (give, want, other) = match partner {
            Some(partner) => (give, want, partner.0),
            None => (want, give, other),
        };
        exchange(self.by("trades").with("partner", Part::Seat(other)), give, want)
    }
}

fn exchange(sentence: Sentence, give: Vec<Good>, want: Vec<Good>) -> Sentence {
    sentence.with("give", Part::Goods(give)).with("want", Part::Goods(want))
}
