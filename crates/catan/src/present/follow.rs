//! What follows from a step by the rules: production, payments, awards, the end.

use super::describe::Told;
use super::{goods, hex};
use crate::game::{Action, Hand, Phase, SeatView};
use crate::map::{Resource, Terrain};
use hexwright_core::present::{Good, Part, Sentence};
use hexwright_core::{CornerId, HexId, Key as _};

/// Tells all that follows.
pub(super) fn follow(told: &Told<'_>, out: &mut Vec<Sentence>) {
    match told.step.action {
        Action::Dice(a, b) => told.production(a + b, out),
        Action::Gold(_) => told.payment(out),
        Action::PlayMonopoly(kind) => told.monopoly(kind, out),
        _ if told.before.phase == Phase::Setup => told.starting_cards(out),
        _ => {}
    }
    told.gold(out);
    told.dues(out);
    told.islands(out);
    told.road(out);
    told.army(out);
    told.lapsed(out);
    told.end(out);
}

/// Cards due to a seat, and which hex gives them.
#[derive(Default)]
struct Claims(Vec<Good>);

impl Claims {
    fn sum(&self, kind: Resource) -> u16 {
        self.0.iter().filter(|good| good.kind == kind.name()).map(|good| good.count).sum()
    }

    /// These cards with the hexes that give them, in the order of the hexes.
    fn paid(&self, mut cards: Hand) -> Vec<Good> {
        let mut paid = Vec::new();
        for claim in &self.0 {
            let Some(kind) = Resource::from_name(claim.kind) else { continue };
            let count = claim.count.min(cards.get(kind));
            if count > 0 {
                cards = cards.minus(Hand::single(kind, count));
                paid.push(Good { count, ..*claim });
            }
        }
        paid.extend(goods(cards));
        paid
    }
}

fn about(key: &'static str, seat: usize) -> Sentence {
    Sentence::new(key).with("seat", Part::Seat(seat as u8))
}

fn number(n: impl Into<i64>) -> Part {
    Part::Number(n.into())
}

fn unnamed(count: u16) -> Vec<Good> {
    vec![Good::new(count, "card")]
}

impl Told<'_> {
    /// What the buildings at a hex claim, by seat.
    fn claims_at(&self, id: HexId, claims: &mut [Claims]) {
        let board = self.game.board();
        let Some(kind) = board.terrain(id).resource() else { return };
        let corners = board.grid.topology().hex_corners(id);
        let here = |list: &[u16]| corners.iter().filter(|c| list.contains(&c.0)).count() as u16;
        for (seat, claims) in self.before.seats.iter().zip(claims) {
            let count = here(&seat.settlements) + 2 * here(&seat.cities);
            if count > 0 {
                claims.0.push(Good { count, kind: kind.name(), from: Some(hex(id)) });
            }
        }
    }

    fn claims(&self, rolled: u8, from: impl Fn(HexId) -> bool) -> Vec<Claims> {
        let board = self.game.board();
        let mut claims: Vec<Claims> = self.before.seats.iter().map(|_| Claims::default()).collect();
        let numbered = board.grid.topology().hex_ids().filter(|&id| board.number(id) == rolled && from(id));
        numbered.for_each(|id| self.claims_at(id, &mut claims));
        claims
    }

    /// A roll: who gets what from where, what the robber keeps back, what the bank lacks.
    fn production(&self, rolled: u8, out: &mut Vec<Sentence>) {
        if rolled == 7 && !self.game.options().seven_produces {
            return;
        }
        let robber = self.before.robber.map(HexId);
        let said = out.len();
        self.pay(&self.claims(rolled, |id| Some(id) != robber), out);
        let blocked = self.claims(rolled, |id| Some(id) == robber);
        for (seat, blocked) in blocked.into_iter().enumerate().filter(|(_, claims)| !claims.0.is_empty()) {
            out.push(about("robber-blocks", seat).with("goods", Part::Goods(blocked.0)));
        }
        self.blocked_gold(rolled, out);
        if out.len() == said && rolled != 7 && !self.after.seats.iter().any(|seat| seat.gold > 0) {
            out.push(Sentence::new("no-production"));
        }
    }

    /// Gold the robber keeps back.
    fn blocked_gold(&self, rolled: u8, out: &mut Vec<Sentence>) {
        let board = self.game.board();
        let Some(id) = self.before.robber.map(HexId) else { return };
        if board.terrain(id) != Terrain::Gold || board.number(id) != rolled {
            return;
        }
        let corners = board.grid.topology().hex_corners(id);
        let here = |list: &[u16]| corners.iter().filter(|c| list.contains(&c.0)).count() as u16;
        for (seat, view) in self.before.seats.iter().enumerate() {
            let count = here(&view.settlements) + 2 * here(&view.cities);
            if count > 0 {
                let gold = Good { count, kind: "card", from: Some(hex(id)) };
                out.push(about("robber-blocks", seat).with("goods", Part::Goods(vec![gold])));
            }
        }
    }

    /// After a choice of gold the next seats get what the roll owes them.
    fn payment(&self, out: &mut Vec<Sentence>) {
        let due = |seat: &SeatView| Claims(goods(Hand::of(seat.due)));
        self.pay(&self.before.seats.iter().map(due).collect::<Vec<_>>(), out);
    }

    /// Who got what of these claims, and what the bank could not pay. Of a hidden bank nobody is told which
    /// kind it lacks.
    fn pay(&self, claims: &[Claims], out: &mut Vec<Sentence>) {
        let chosen = match self.step.action {
            Action::Gold(pile) => Hand::from(pile),
            _ => Hand::EMPTY,
        };
        let hidden = self.game.options().hide_bank;
        let mut unpaid = Hand::EMPTY;
        for (seat, claims) in claims.iter().enumerate() {
            let mut got = self.hands[1][seat].minus(self.hands[0][seat]);
            if seat == self.seat.index() {
                got = got.minus(chosen);
            }
            let later = Hand::of(self.after.seats[seat].due);
            let mut exact = true;
            for &kind in Resource::ALL {
                let lacks = claims.sum(kind).saturating_sub(got.get(kind) + later.get(kind));
                unpaid = unpaid.plus(Hand::single(kind, lacks));
                exact &= claims.sum(kind) == got.get(kind) + later.get(kind);
            }
            if !got.is_empty() {
                let known = !hidden || exact || self.is_viewer(seat as u8);
                let goods = if known { claims.paid(got) } else { unnamed(got.total()) };
                out.push(about("gets", seat).with("goods", Part::Goods(goods)));
            }
        }
        if !unpaid.is_empty() {
            let lacks = if hidden { unnamed(unpaid.total()) } else { goods(unpaid) };
            out.push(Sentence::new("bank-lacks").with("goods", Part::Goods(lacks)));
        }
    }

    /// The cards for the last free settlement.
    fn starting_cards(&self, out: &mut Vec<Sentence>) {
        let board = self.game.board();
        let mut placed: Vec<CornerId> = self.before.placed.iter().map(|&c| CornerId(c)).collect();
        if let Action::SetupSettlement(c) | Action::SetupCity(c) = self.step.action {
            placed.push(c);
        }
        let hexes = placed.into_iter().flat_map(|c| board.grid.hexes_around(c));
        let given = hexes.filter_map(|id| {
            Some(Good { count: 1, kind: board.terrain(id).resource()?.name(), from: Some(hex(id)) })
        });
        let claims = Claims(given.collect());
        for (seat, (before, after)) in self.hands[0].iter().zip(&self.hands[1]).enumerate() {
            let got = after.minus(*before);
            if !got.is_empty() {
                let known = !self.game.options().hide_bank || self.is_viewer(seat as u8);
                let goods = if known { claims.paid(got) } else { unnamed(got.total()) };
                out.push(about("gets", seat).with("goods", Part::Goods(goods)));
            }
        }
    }

    fn monopoly(&self, kind: Resource, out: &mut Vec<Sentence>) {
        let said = out.len();
        for (seat, (before, after)) in self.hands[0].iter().zip(&self.hands[1]).enumerate() {
            let given = before.get(kind).saturating_sub(after.get(kind));
            if given > 0 {
                let goods = vec![Good::new(given, kind.name())];
                out.push(
                    about("gives", seat).with("goods", Part::Goods(goods)).with("partner", self.seat.into()),
                );
            }
        }
        if out.len() == said {
            out.push(Sentence::new("nobody-has").with("kind", Part::Word(kind.name())));
        }
    }

    /// Seats that have to choose what gold yields, when that is new.
    fn gold(&self, out: &mut Vec<Sentence>) {
        for (seat, (before, after)) in self.before.seats.iter().zip(&self.after.seats).enumerate() {
            if after.gold > before.gold {
                out.push(about("gold-due", seat).with("number", number(after.gold)));
            }
        }
    }

    /// Seats that have to discard, when that is new.
    fn dues(&self, out: &mut Vec<Sentence>) {
        for (seat, (before, after)) in self.before.seats.iter().zip(&self.after.seats).enumerate() {
            if after.owes > 0 && before.owes == 0 {
                out.push(about("must-discard", seat).with("number", number(i64::from(after.owes))));
            }
        }
    }

    fn islands(&self, out: &mut Vec<Sentence>) {
        for (seat, (before, after)) in self.before.seats.iter().zip(&self.after.seats).enumerate() {
            if after.islands.0 > before.islands.0 {
                let points = after.islands.1 - before.islands.1;
                out.push(about("discovers-island", seat).with("points", number(points)));
            }
        }
    }

    fn road(&self, out: &mut Vec<Sentence>) {
        let (before, after) = (self.before.road_holder, self.after.road_holder);
        let length = |seat: u8| number(self.after.seats[usize::from(seat)].length);
        self.award(
            before,
            after,
            ["takes-longest-road", "wins-longest-road", "loses-longest-road"],
            &length,
            out,
        );
    }

    fn army(&self, out: &mut Vec<Sentence>) {
        let (before, after) = (self.before.army_holder, self.after.army_holder);
        let knights = |seat: u8| number(i64::from(self.after.seats[usize::from(seat)].knights));
        self.award(
            before,
            after,
            ["takes-largest-army", "wins-largest-army", "loses-largest-army"],
            &knights,
            out,
        );
    }

    /// An award that changes hands: taken, won from somebody, lost to nobody.
    fn award(
        &self,
        before: Option<u8>,
        after: Option<u8>,
        [takes, wins, loses]: [&'static str; 3],
        number: &dyn Fn(u8) -> Part,
        out: &mut Vec<Sentence>,
    ) {
        let about = |key, seat| Sentence::new(key).with("seat", Part::Seat(seat));
        out.extend(match (before, after) {
            (before, after) if before == after => None,
            (None, Some(seat)) => Some(about(takes, seat).with("number", number(seat))),
            (Some(from), Some(seat)) => {
                Some(about(wins, seat).with("number", number(seat)).with("from", Part::Seat(from)))
            }
            (Some(seat), None) => Some(about(loses, seat)),
            (None, None) => None,
        });
    }

    /// Offers that fell away because their maker can no longer pay.
    fn lapsed(&self, out: &mut Vec<Sentence>) {
        if self.after.phase != Phase::Main || self.after.turn != self.before.turn {
            return;
        }
        for offer in &self.before.offers {
            let closed = match self.step.action {
                Action::Accept(id) | Action::Withdraw(id) | Action::Confirm { id, .. } => id == offer.id,
                Action::Offer { .. } | Action::Counter { .. } => offer.maker == self.seat.0,
                _ => false,
            };
            if !closed && !self.after.offers.iter().any(|open| open.id == offer.id) {
                out.push(about("offer-lapses", offer.maker.into()));
            }
        }
    }

    fn end(&self, out: &mut Vec<Sentence>) {
        if self.after.phase != Phase::Over || self.before.phase == Phase::Over {
            return;
        }
        out.push(match self.after.winner {
            Some(seat) => {
                let points = self.after.seats[usize::from(seat)].public_points;
                about("wins", seat.into()).with("points", number(points))
            }
            None => Sentence::new("no-winner"),
        });
    }
}
