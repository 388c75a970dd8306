//! From a view back to a position: what the viewer knows as it is, everything else drawn.
//!
//! Hidden are the kinds of other hands and development cards, and the order of a dice deck. Their
//! numbers are known, so the unseen cards are shuffled and dealt out. With `hide-bank=on` the bank's
//! counts are hidden too; only "empty or not" is kept.
//!
//! Loss: which of another seat's cards were bought in this turn is not public; none is assumed.

use super::action::Bundle;
use super::catan::{Catan, CatanPosition};
use super::hand::Hand;
use super::notation::place_of;
use super::options::DiceRule;
use super::position::{NONE, NOWHERE, Offer, Phase, Position};
use super::sea::SidePiece;
use super::tables::{ABSENT, Engine};
use super::view::View;
use crate::map::Card;
use hexwright_core::{Fast, Imagine, Key as _, Random as _};

impl<const C: usize, const S: usize, const X: usize> Imagine for Engine<C, S, X> {
    fn imagine(&self, view: &View, random: &mut Fast) -> Self::Position {
        let mut pos = self.start;
        self.put_known_pieces(&mut pos, view);
        self.copy_known_fields(&mut pos, view);
        self.deal_resources(&mut pos, view, random);
        self.deal_cards(&mut pos, view, random);
        self.fill_dice_deck(&mut pos, view, random);
        let viewer = view.viewer.map(usize::from).and_then(|seat| view.seats.get(seat));
        pos.bought = viewer.and_then(|me| me.bought).unwrap_or([0; 5]);
        pos
    }
}

impl Imagine for Catan {
    fn imagine(&self, view: &View, random: &mut Fast) -> CatanPosition {
        match self {
            Self::Base(engine) => CatanPosition::Base(engine.imagine(view, random)),
            Self::Wide(engine) => CatanPosition::Wide(Box::new(engine.imagine(view, random))),
            Self::Vast(engine) => CatanPosition::Vast(Box::new(engine.imagine(view, random))),
            Self::Sea(engine) => CatanPosition::Sea(Box::new(engine.imagine(view, random))),
            Self::Ocean(engine) => CatanPosition::Ocean(Box::new(engine.imagine(view, random))),
        }
    }
}

impl<const C: usize, const S: usize, const X: usize> Engine<C, S, X> {
    fn dense(index: &[u16], place: u16) -> Option<usize> {
        index.get(usize::from(place)).copied().filter(|&d| d != ABSENT).map(usize::from)
    }

    fn put_known_pieces(&self, pos: &mut Position<C, S, X>, view: &View) {
        // as during setup: nobody wins while pieces are put down
        pos.phase = Phase::Setup;
        for (seat, known) in view.seats.iter().enumerate() {
            for (corners, city) in [(&known.settlements, false), (&known.cities, true)] {
                let dense = corners.iter().filter_map(|&c| Self::dense(&self.corner_index, c));
                dense.for_each(|corner| self.put_building(pos, seat, corner, city));
            }
        }
        for (seat, known) in view.seats.iter().enumerate() {
            let dense = known.roads.iter().filter_map(|&s| Self::dense(&self.side_index, s));
            dense.for_each(|side| self.put_road(pos, seat, side));
        }
        if X > 0 {
            self.put_known_sea(pos, view);
        }
    }

    fn put_known_sea(&self, pos: &mut Position<C, S, X>, view: &View) {
        for (seat, known) in view.seats.iter().enumerate() {
            for (sides, piece) in [(&known.ships, SidePiece::Ship), (&known.bridges, SidePiece::Bridge)] {
                let dense = sides.iter().filter_map(|&s| Self::dense(&self.side_index, s));
                dense.for_each(|side| self.put_sea_piece(pos, seat, side, piece));
            }
            let walls = known.walls.iter().filter_map(|&c| Self::dense(&self.corner_index, c));
            walls.for_each(|corner| pos.sea[0].walls.insert(corner));
            let sea = &mut pos.sea[0];
            sea.walls_left[seat] = known.sea_left[2];
            (sea.islands[seat], sea.island_points[seat]) = known.islands;
            (sea.gold[seat], sea.due[seat]) = (known.gold, Hand::of(known.due));
        }
        let sea = &mut pos.sea[0];
        sea.pirate = view.pirate.unwrap_or(NOWHERE);
        (sea.pirate_moved, sea.ship_moved) = (view.pirate_moved, view.ship_moved);
        sea.new_ships = view.new_ships.iter().filter_map(|&s| Self::dense(&self.side_index, s)).collect();
        (sea.chooser, sea.unpaid) = view.gold_turn;
    }

    fn copy_known_fields(&self, pos: &mut Position<C, S, X>, view: &View) {
        let seat = |seat: Option<u8>| seat.unwrap_or(NONE);
        (pos.phase, pos.active, pos.builder) = (view.phase, view.active, seat(view.builder));
        (pos.turn, pos.rolled, pos.card_played) = (view.turn, view.rolled, view.card_played);
        (pos.built, pos.free_roads) = (view.built, view.free_roads);
        [pos.left_settlements, pos.left_cities, pos.left_roads] = view.to_place;
        [pos.pass, pos.place] = view.pass;
        let corners =
            |list: &[u16]| list.iter().filter_map(|&c| Self::dense(&self.corner_index, c)).collect();
        (pos.placed, pos.anchors) = (corners(&view.placed), corners(&view.anchors));
        pos.robber = view.robber.unwrap_or(NOWHERE);
        (pos.victim, pos.winner) = (seat(view.victim), seat(view.winner));
        (pos.road_holder, pos.army_holder) = (seat(view.road_holder), seat(view.army_holder));
        pos.gone = view.gone;
        pos.seating = place_of(&view.seating).unwrap_or(0);
        pos.owes = 0;
        pos.offers_made = view.offers_made;
        for (i, known) in view.seats.iter().enumerate() {
            let player = &mut pos.players[i];
            (player.knights, player.shown, player.length) = (known.knights, known.shown, known.length);
            player.points = known.public_points;
            pos.owes |= u8::from(known.owes > 0) << i;
        }
        (pos.offers, pos.offering) = (Default::default(), 0);
        for offer in &view.offers {
            let mask = |seats: &[u8]| seats.iter().fold(0u8, |mask, s| mask | 1 << s);
            let bundle = |counts| Bundle::new(Hand::of(counts)).unwrap_or_default();
            pos.offers[usize::from(offer.maker)] = Offer {
                id: offer.id,
                to: mask(&offer.to),
                accepted: mask(&offer.accepted),
                rejected: mask(&offer.rejected),
                give: bundle(offer.give),
                want: bundle(offer.want),
            };
            pos.offering |= 1 << offer.maker;
        }
    }

    /// Own cards as known, the others' from what is neither in the own hand nor in the bank.
    fn deal_resources(&self, pos: &mut Position<C, S, X>, view: &View, random: &mut Fast) {
        let mut unseen = self.setup.bank.values().map(|n| n.min(Hand::CIRCULATING));
        let mut bank = [0; 5];
        for kind in 0..5 {
            let own: u16 = view.seats.iter().filter_map(|s| s.hand).map(|hand| hand[kind]).sum();
            unseen[kind] = unseen[kind].saturating_sub(own);
            let shown = view.bank[kind];
            // a hidden bank shows 1 for "some": that one card surely lies there
            bank[kind] = if self.options.hide_bank { shown } else { shown.saturating_sub(self.vault[kind]) }
                .min(unseen[kind]);
            unseen[kind] -= bank[kind];
        }
        let wanted: Vec<u16> =
            view.seats.iter().map(|s| if s.hand.is_some() { 0 } else { s.cards }).collect();
        // kinds the bank has run out of lie in hands: they are dealt first
        let (mut sure, mut rest) = (Vec::new(), Vec::new());
        for kind in 0..5u8 {
            let pile = if self.options.hide_bank && view.bank[usize::from(kind)] > 0 {
                &mut rest
            } else {
                &mut sure
            };
            pile.extend(std::iter::repeat_n(kind, usize::from(unseen[usize::from(kind)])));
        }
        random.shuffle(&mut rest);
        let missing = wanted.iter().map(|&n| usize::from(n)).sum::<usize>().saturating_sub(sure.len());
        let kept = rest.len().saturating_sub(missing);
        sure.extend(rest.drain(kept..));
        rest.iter().for_each(|&kind| bank[usize::from(kind)] += 1);
        random.shuffle(&mut sure);
        for (seat, known) in view.seats.iter().enumerate() {
            let mut counts = known.hand.unwrap_or([0; 5]);
            let dealt = sure.len().saturating_sub(wanted[seat].into());
            sure.drain(dealt..).for_each(|kind| counts[usize::from(kind)] += 1);
            pos.players[seat].hand = Hand::of(counts);
        }
        sure.iter().for_each(|&kind| bank[usize::from(kind)] += 1);
        pos.bank = Hand::of(bank);
    }

    /// Own development cards as known, the others' and the deck from what nobody has shown.
    fn deal_cards(&self, pos: &mut Position<C, S, X>, view: &View, random: &mut Fast) {
        let mut unseen: Vec<u8> = Vec::new();
        for &card in Card::ALL {
            let i = card.index();
            let held: u16 = view.seats.iter().filter_map(|s| s.development_kinds).map(|kinds| kinds[i]).sum();
            let open: u16 = match card {
                Card::Knight => view.seats.iter().map(|s| s.knights).sum(),
                Card::VictoryPoint => view.seats.iter().map(|s| s.shown).sum(),
                _ => 0,
            };
            let left = self.setup.cards[i].saturating_sub(held + open + view.gone[i]);
            unseen.extend(std::iter::repeat_n(i as u8, left.into()));
        }
        random.shuffle(&mut unseen);
        for (seat, known) in view.seats.iter().enumerate() {
            let player = &mut pos.players[seat];
            let over = view.phase == Phase::Over;
            player.cards = known.development_kinds.unwrap_or_else(|| {
                let mut cards = [0; 5];
                let dealt = unseen.len().saturating_sub(known.development.into());
                unseen.drain(dealt..).for_each(|card| cards[usize::from(card)] += 1);
                cards
            });
            if !self.options.vp_when_played && !over {
                player.points += player.cards[Card::VictoryPoint.index()] as i16;
            }
        }
        pos.deck = [0; 5];
        unseen.into_iter().for_each(|card| pos.deck[usize::from(card)] += 1);
    }

    /// Which dice cards are left is hidden; how many are left is not.
    fn fill_dice_deck(&self, pos: &mut Position<C, S, X>, view: &View, random: &mut Fast) {
        pos.dice.recent = view.recent;
        let copies = match self.options.dice {
            DiceRule::Random => return,
            DiceRule::Deck => usize::from(self.options.dice_decks),
            DiceRule::Balanced => 1,
        };
        let mut cards: Vec<u8> = (0..36).flat_map(|pair| std::iter::repeat_n(pair, copies)).collect();
        random.shuffle(&mut cards);
        pos.dice.left = [0; 36];
        cards
            .into_iter()
            .take(view.dice_left as usize)
            .for_each(|pair| pos.dice.left[usize::from(pair)] += 1);
    }
}
