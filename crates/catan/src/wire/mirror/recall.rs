//! A game that is under way when its follower comes: from what a newcomer is told to a position.
//!
//! Hidden is what others hold, and what nobody is told: which progress cards have gone, whether the active seat has
//! moved a ship or is about to move the robber. The first is guessed like every hidden card; of the own turn only what
//! is surely allowed is done; and who meets something else before its first agreement with the server
//! ([`Mirror::is_fresh`]) comes anew.

use super::super::snapshot::{Deeds, Snapshot, Standing};
use super::super::speech::{card_of, corner, hex, side};
use super::{Agreed, Mirror, parted};
use crate::game::{Phase, SeatView, View};
use crate::map::{Card, Grid};
use crate::text::pioneers::PioneersMap;
use hexwright_core::{Fast, Game as _, Key as _, Seat, Viewer};

/// Progress cards: what has gone of them nobody is told.
const PROGRESS: [Card; 3] = [Card::RoadBuilding, Card::YearOfPlenty, Card::Monopoly];

impl Mirror {
    /// A game under way, as the seat `eyes` is told it.
    ///
    /// # Errors
    /// If the map cannot be played, or the state is not of this map.
    pub(crate) fn recalled(map: &PioneersMap, seats: usize, eyes: usize, told: &Snapshot) -> Agreed<Self> {
        let start = Self::seen_by(map, seats, eyes);
        let mut mirror = start.or_else(|refusal| parted(refusal.to_string()))?;
        let under_way = told.round > 0 || !told.pieces.is_empty();
        (mirror.fresh, mirror.returned[eyes]) = (under_way, under_way);
        mirror.islands_unknown = under_way && map.island_bonus.contains(&0);
        if told.round > 0 {
            let view = mirror.told_view(told)?;
            mirror.position = mirror.game.recalled(&view, &mut Fast::new(told.round.into(), 0));
            mirror.free_roads = told.state == "ROADBUILDING";
            if mirror.phase() == Phase::RoadBuilding && !mirror.can_build_free() {
                mirror.game.force_end_of_roads(&mut mirror.position);
            }
            mirror.card = match told.state.as_str() {
                "MONOPOLY" => Some(Card::Monopoly),
                "PLENTY" => Some(Card::YearOfPlenty),
                _ => None,
            };
            mirror.account(told);
        }
        Ok(mirror)
    }

    /// Whether it has not agreed with the server yet since it was recalled.
    pub(crate) const fn is_fresh(&self) -> bool {
        self.fresh
    }

    /// Both accounts were equal.
    pub(crate) const fn has_agreed(&mut self) {
        self.fresh &= self.card.is_some();
    }

    fn can_build_free(&self) -> bool {
        let mut legal = Vec::new();
        self.game.legal(&self.position, Seat(self.active() as u8), &mut legal);
        !legal.is_empty()
    }

    /// The account of messages begins with what was told.
    pub(super) fn account(&mut self, told: &Snapshot) {
        for seat in 0..self.seats {
            self.ledger.hands[seat] = self.view(seat).seats[seat].hand.unwrap_or_default().map(i32::from);
        }
        let holder = |has: fn(&Deeds) -> bool| told.deeds.iter().position(has);
        self.ledger.bank = told.bank;
        self.ledger.road = holder(|deeds| deeds.longest_road);
        self.ledger.army = holder(|deeds| deeds.largest_army);
        self.ledger.points.clone_from(&told.points);
    }

    /// What was told, as a view of our engine.
    fn told_view(&self, told: &Snapshot) -> Agreed<View> {
        let Some(eyes) = self.eyes else { return parted("nobody was told") };
        let Some(active) = told.active.filter(|&seat| seat < self.seats) else {
            return parted("the server does not say whose turn it is");
        };
        let (grid, bonus) = (&self.game.board().grid, &self.game.setup().sea.island_bonus);
        let mut view = self.game.view(&self.game.start(), Viewer::Seat(Seat(eyes as u8)));
        for piece in &told.pieces {
            if piece.owner >= self.seats || !put(grid, piece, &mut view.seats[piece.owner]) {
                return parted(format!("the server has a piece of seat {} off the map", piece.owner));
            }
        }
        let place = |at: &[String; 2]| hex(grid, &[&at[0], &at[1]]).map(|hex| hex.0);
        (view.robber, view.pirate) =
            (told.robber.as_ref().and_then(place), told.pirate.as_ref().and_then(place));
        let unsigned = |counts: [i32; 5]| counts.map(|n| n.clamp(0, 2_000) as u16);
        (view.active, view.turn) = (active as u8, (told.round - 1) * self.seats as u32 + active as u32 + 1);
        (view.rolled, view.bank) = (told.rolled, unsigned(told.bank));
        // it is not told whether a ship was moved, so we move none any more in this turn
        view.ship_moved = active == eyes;
        let free = told.state == "ROADBUILDING";
        view.built = active == eyes && (told.bought || !free && !told.builds.is_empty());
        view.free_roads = if free { 2u8.saturating_sub(told.builds.len().min(2) as u8) } else { 0 };
        view.phase = match told.state.as_str() {
            "YOUAREROBBER" => Phase::MoveRobber,
            _ if view.free_roads > 0 => Phase::RoadBuilding,
            _ if told.rolled => Phase::Main,
            _ => Phase::PreRoll,
        };
        for (seat, known) in view.seats.iter_mut().enumerate() {
            let deeds = &told.deeds[seat];
            (known.cards, known.development) = (deeds.cards, deeds.development);
            (known.knights, known.shown) = (deeds.soldiers, deeds.shown);
            let own_points = || told.points.iter().filter(|point| point.0 == seat);
            let discovered = discovered(bonus, own_points().count());
            known.islands = (discovered, own_points().map(|point| point.2 as i16).sum());
            known.sea_left[2] = known.sea_left[2].saturating_sub(known.walls.len() as u8);
            let buildings = known.settlements.len() + 2 * known.cities.len();
            let awards = 2 * (i16::from(deeds.longest_road) + i16::from(deeds.largest_army));
            known.public_points = buildings as i16 + deeds.shown as i16 + awards + known.islands.1;
        }
        let holder = |has: bool, seat: usize| has.then_some(seat as u8);
        let deeds = || told.deeds[..self.seats].iter().enumerate();
        view.road_holder = deeds().find_map(|(seat, deeds)| holder(deeds.longest_road, seat));
        view.army_holder = deeds().find_map(|(seat, deeds)| holder(deeds.largest_army, seat));
        self.own_cards(told, &mut view.seats[eyes], active == eyes);
        view.gone = self.gone(told, &view, eyes);
        Ok(view)
    }

    /// The hand of the newcomer. A card it is about to play has left the server's hand and not ours.
    fn own_cards(&self, told: &Snapshot, own: &mut SeatView, active: bool) {
        let hand = told.hand.map(|n| n.clamp(0, 2_000) as u16);
        (own.cards, own.hand) = (hand.iter().sum(), Some(hand));
        let (mut kinds, mut bought) = ([0; 5], [0; 5]);
        for (card, waits) in told.cards.iter().filter_map(|&(kind, waits)| Some((card_of(kind)?, waits))) {
            kinds[card.index()] += 1;
            bought[card.index()] += u16::from(waits);
        }
        match told.state.as_str() {
            "MONOPOLY" => kinds[Card::Monopoly.index()] += 1,
            "PLENTY" => kinds[Card::YearOfPlenty.index()] += 1,
            _ => {}
        }
        own.development = kinds.iter().sum();
        (own.development_kinds, own.bought) = (Some(kinds), active.then_some(bought));
    }

    /// Progress cards that must have gone, guessed: as many as are missing, of the kinds there are most of.
    fn gone(&self, told: &Snapshot, view: &View, eyes: usize) -> [u16; 5] {
        let seen: u16 = view.seats.iter().map(|seat| seat.development + seat.knights + seat.shown).sum();
        let held = view.seats[eyes].development_kinds.unwrap_or_default();
        let mut left = PROGRESS.map(|card| {
            let all = self.game.setup().cards[card.index()];
            (all.saturating_sub(held[card.index()]), card)
        });
        let mut gone = [0; 5];
        for _ in 0..told.cards_bought.saturating_sub(seen) {
            left.sort_by_key(|&(count, _)| std::cmp::Reverse(count));
            left[0].0 = left[0].0.saturating_sub(1);
            gone[left[0].1.index()] += 1;
        }
        gone
    }
}

/// The least number of islands somebody has discovered who got points so often: those worth nothing are not told.
fn discovered(bonus: &[i32], points: usize) -> u8 {
    let worth = bonus.iter().enumerate().filter(|&(_, &worth)| worth != 0);
    let last = points
        .checked_sub(1)
        .map(|n| worth.map(|(place, _)| place + 1).nth(n).unwrap_or(points.max(bonus.len())));
    last.unwrap_or(0).min(255) as u8
}

/// Adds a piece to what is known of its owner.
fn put(grid: &Grid, piece: &Standing, seat: &mut SeatView) -> bool {
    let at = piece.at.each_ref().map(String::as_str);
    let list = match piece.kind.as_str() {
        "S" => &mut seat.settlements,
        "C" => &mut seat.cities,
        "W" => &mut seat.walls,
        "R" => &mut seat.roads,
        "SH" => &mut seat.ships,
        "B" => &mut seat.bridges,
        _ => return false,
    };
    let place = match piece.kind.as_str() {
        "S" | "C" | "W" => corner(grid, &at).map(|corner| corner.0),
        _ => side(grid, &at).map(|side| side.0),
    };
    list.extend(place);
    place.is_some()
}
