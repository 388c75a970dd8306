//! From a view back to a position: what the viewer knows as it is, everything else drawn.
//!
//! Hidden are the kinds of other hands and development cards, and the order of a dice deck. Their
//! numbers are known, so the unseen cards are dealt out in any way that fits and then dealt anew
//! (`redealt`). With `hide-bank=on` the bank's counts are hidden too; only "empty or not" is kept.
//!
//! Loss: which of another seat's cards were bought in this turn is not public; none is assumed.

use crate::game::actions::action::Bundle;
use crate::game::actions::notation::place_of;
use crate::game::catan::{Catan, CatanPosition, each};
use crate::game::hand::Hand;
use crate::game::hidden::view::View;
use crate::game::options::DiceRule;
use crate::game::position::{MAX_SEATS, NONE, NOWHERE, Offer, Phase, Position};
use crate::game::sea::state::SidePiece;
use crate::game::tables::{ABSENT, Engine};
use crate::map::Card;
use hexwright_core::{Fast, Imagine, Key as _, Seat};

impl<const C: usize, const S: usize, const X: usize> Imagine for Engine<C, S, X> {
    fn imagine(&self, view: &View, random: &mut Fast) -> Self::Position {
        let mut pos = self.start;
        self.put_known_pieces(&mut pos, view);
        self.copy_known_fields(&mut pos, view);
        self.put_resources(&mut pos, view);
        self.put_cards(&mut pos, view);
        self.put_dice(&mut pos, view);
        let viewer = view.viewer.map_or(MAX_SEATS, usize::from);
        pos.bought = view.seats.get(viewer).and_then(|me| me.bought).unwrap_or([0; 5]);
        self.redeal_hidden(&mut pos, viewer, random);
        pos
    }

    fn redeal(&self, position: &mut Self::Position, viewer: Seat, random: &mut Fast) {
        self.redeal_hidden(position, viewer.index(), random);
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

    fn redeal(&self, position: &mut CatanPosition, viewer: Seat, random: &mut Fast) {
        each!(self, position, |engine, pos| engine.redeal_hidden(pos, viewer.index(), random));
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
        self.settle(pos);
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
        (pos.point_shown, pos.built, pos.free_roads) = (view.point_shown, view.built, view.free_roads);
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

    /// Own cards as known; the others' in any way that fits, to be dealt anew.
    fn put_resources(&self, pos: &mut Position<C, S, X>, view: &View) {
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
        for (seat, known) in view.seats.iter().enumerate() {
            let hand = known.hand.unwrap_or_else(|| {
                // what is proven must be there: later hands may not be left without it
                let proven = *self.proven(pos, seat).max(Hand::of(known.known)).counts().values();
                std::array::from_fn(|kind| {
                    let kept = proven[kind].min(unseen[kind]);
                    unseen[kind] -= kept;
                    kept
                })
            });
            pos.players[seat].hand = Hand::of(hand);
        }
        // kinds a hidden bank has run out of lie in hands: they are dealt first
        let mut kinds = [0, 1, 2, 3, 4];
        kinds.sort_by_key(|&kind| view.bank[kind] > 0);
        for (seat, known) in view.seats.iter().enumerate().filter(|(_, known)| known.hand.is_none()) {
            let mut counts = *pos.players[seat].hand.counts().values();
            let mut missing = known.cards.saturating_sub(counts.iter().sum());
            for kind in kinds {
                let dealt = missing.min(unseen[kind]);
                unseen[kind] -= dealt;
                counts[kind] += dealt;
                missing -= dealt;
            }
            pos.players[seat].hand = Hand::of(counts);
        }
        for (player, known) in pos.players.iter_mut().zip(&view.seats) {
            player.unseen = player.hand.minus(Hand::of(known.known).min(player.hand));
        }
        bank.iter_mut().zip(unseen).for_each(|(bank, rest)| *bank += rest);
        pos.bank = Hand::of(bank);
    }

    /// Puts development cards: the viewer's own are known; those of other seats and of the deck are drawn from
    /// the cards that nobody has shown.
    fn put_cards(&self, pos: &mut Position<C, S, X>, view: &View) {
        for &card in Card::ALL {
            let i = card.index();
            let held: u16 = view.seats.iter().filter_map(|s| s.development_kinds).map(|kinds| kinds[i]).sum();
            let open: u16 = match card {
                Card::Knight => view.seats.iter().map(|s| s.knights).sum(),
                Card::VictoryPoint => view.seats.iter().map(|s| s.shown).sum(),
                _ => 0,
            };
            pos.deck[i] = self.setup.cards[i].saturating_sub(held + open + view.gone[i]);
        }
        let over = view.phase == Phase::Over;
        for (seat, known) in view.seats.iter().enumerate() {
            let player = &mut pos.players[seat];
            player.cards = known.development_kinds.unwrap_or_else(|| {
                let mut missing = known.development;
                std::array::from_fn(|i| {
                    let dealt = missing.min(pos.deck[i]);
                    pos.deck[i] -= dealt;
                    missing -= dealt;
                    dealt
                })
            });
            if !self.options.vp_when_played && !over {
                player.points += player.cards[Card::VictoryPoint.index()] as i16;
            }
        }
    }

    /// As many dice cards as are left, whichever they are.
    fn put_dice(&self, pos: &mut Position<C, S, X>, view: &View) {
        pos.dice.recent = view.recent;
        let copies = match self.options.dice {
            DiceRule::Random => return,
            DiceRule::Deck => u32::from(self.options.dice_decks),
            DiceRule::Balanced => 1,
        };
        let mut missing = view.dice_left;
        for left in &mut pos.dice.left {
            let dealt = missing.min(copies);
            *left = dealt as u8;
            missing -= dealt;
        }
    }
}
