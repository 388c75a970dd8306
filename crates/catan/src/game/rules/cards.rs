//! Development cards (section 10) and the largest army (section 9).

use crate::game::hand::Hand;
use crate::game::options::Ruleset;
use crate::game::position::{NONE, Phase, Position};
use crate::game::sea::state::SidePiece;
use crate::game::tables::Engine;
use crate::map::{Card, Resource};
use hexwright_core::Key as _;

impl<const C: usize, const S: usize, const X: usize> Engine<C, S, X> {
    /// How many cards of a kind the acting seat may play: held and not bought in this turn (R-DEV-3).
    #[inline]
    pub(in crate::game) fn playable(&self, pos: &Position<C, S, X>, card: Card) -> u16 {
        let held = pos.players[pos.actor()].cards[card.index()];
        if self.new_cards_slip(pos) { held } else { held.saturating_sub(pos.bought[card.index()]) }
    }

    /// Whether the seat may hold a knight or progress card it could play, from the counts alone.
    #[inline]
    pub(in crate::game) fn some_card_is_old(&self, pos: &Position<C, S, X>, seat: usize) -> bool {
        // nothing bought is more than held: some card is old exactly if the two differ
        pos.players[seat].cards[..4] != pos.bought[..4] || self.new_cards_slip(pos)
    }

    /// Whether cards bought in this turn may be played (`card-slips`).
    #[inline]
    fn new_cards_slip(&self, pos: &Position<C, S, X>) -> bool {
        pos.point_shown && self.options.card_slips
    }

    /// With `card-slips` a played card makes the table forget what was built in this turn, purchases aside.
    fn forget_builds(&self, pos: &mut Position<C, S, X>) {
        pos.built &= pos.bought != [0; 5];
    }

    /// Pays for a card; which one is chance (R-DEV-2).
    pub(in crate::game) fn buy(&self, pos: &mut Position<C, S, X>) {
        self.pay(pos, pos.actor(), Hand::CARD);
        pos.built = true;
        pos.phase = Phase::Draw;
    }

    /// The bought card comes.
    pub(in crate::game) fn drawn(&self, pos: &mut Position<C, S, X>, card: Card) {
        let seat = pos.actor();
        let kind = card.index();
        pos.deck[kind] -= 1;
        pos.bought[kind] += 1;
        pos.players[seat].cards[kind] += 1;
        pos.phase = if pos.builder == NONE { Phase::Main } else { Phase::Special };
        if card == Card::VictoryPoint && !self.options.vp_when_played {
            pos.players[seat].points += 1;
            self.look_for_victory(pos);
        }
    }

    /// Takes a card out of the hand for playing it (R-DEV-4, R-DEV-11).
    fn spend(&self, pos: &mut Position<C, S, X>, card: Card) {
        pos.card_played = true;
        pos.players[usize::from(pos.active)].cards[card.index()] -= 1;
        pos.gone[card.index()] += u16::from(card != Card::Knight);
        if self.options.card_slips {
            self.forget_builds(pos);
            let left = pos.players[usize::from(pos.active)].cards[card.index()];
            pos.bought[card.index()] = pos.bought[card.index()].min(left);
        }
    }

    /// Plays a knight: the army first, then the robber unless that wins (R-DEV-6).
    pub(in crate::game) fn play_knight(&self, pos: &mut Position<C, S, X>) {
        self.spend(pos, Card::Knight);
        pos.players[usize::from(pos.active)].knights += 1;
        self.award_army(pos, pos.active);
        self.look_for_victory(pos);
        if pos.phase != Phase::Over {
            self.begin_robber(pos);
        }
    }

    /// The largest army goes to whoever has strictly more knights (R-ARMY-2, R-ARMY-3).
    pub(in crate::game) fn award_army(&self, pos: &mut Position<C, S, X>, seat: u8) {
        let knights = pos.players[usize::from(seat)].knights;
        let rival = match pos.army_holder {
            NONE => u16::from(self.options.largest_army) - 1,
            holder if holder == seat => return,
            holder => pos.players[usize::from(holder)].knights,
        };
        if knights > rival {
            if pos.army_holder != NONE {
                pos.players[usize::from(pos.army_holder)].points -= 2;
            }
            pos.players[usize::from(seat)].points += 2;
            pos.army_holder = seat;
        }
    }

    /// Plays road building (R-DEV-7).
    pub(in crate::game) fn play_road_building(&self, pos: &mut Position<C, S, X>) {
        self.spend(pos, Card::RoadBuilding);
        pos.free_roads = 2;
        pos.phase = Phase::RoadBuilding;
    }

    /// After a free road: another one if it fits, else back (R-DEV-7).
    pub(in crate::game) fn after_free_road(&self, pos: &mut Position<C, S, X>) {
        pos.free_roads -= 1;
        if pos.free_roads == 0 || !self.road_fits(pos, usize::from(pos.active)) {
            self.end_road_building(pos);
        }
    }

    /// Back to the phase the card was played in.
    pub(in crate::game) fn end_road_building(&self, pos: &mut Position<C, S, X>) {
        pos.free_roads = 0;
        pos.phase = if pos.rolled { Phase::Main } else { Phase::PreRoll };
        // the Pioneers server looks for a winner here, even when victory waits for the end of the turn
        if self.options.ruleset == Ruleset::Pioneers {
            self.find_winner(pos);
        }
    }

    /// Whether the seat has a road (or ship or bridge) and a side for it.
    pub(in crate::game) fn road_fits(&self, pos: &Position<C, S, X>, seat: usize) -> bool {
        let fits =
            |piece| self.pieces_left(pos, seat, piece) > 0 && !self.piece_sides(pos, seat, piece).is_empty();
        fits(SidePiece::Road) || X > 0 && (fits(SidePiece::Ship) || fits(SidePiece::Bridge))
    }

    /// Plays year of plenty (R-DEV-8).
    pub(in crate::game) fn play_year_of_plenty(
        &self,
        pos: &mut Position<C, S, X>,
        first: Resource,
        second: Option<Resource>,
    ) {
        self.spend(pos, Card::YearOfPlenty);
        let gain = plenty(first, second);
        pos.bank = pos.bank.minus(gain);
        let me = &mut pos.players[usize::from(pos.active)];
        me.hand = me.hand.plus(gain);
    }

    /// Plays monopoly (R-DEV-9).
    pub(in crate::game) fn play_monopoly(&self, pos: &mut Position<C, S, X>, kind: Resource) {
        self.spend(pos, Card::Monopoly);
        let mut all = Hand::EMPTY;
        for player in &mut pos.players[..self.seats] {
            let part = player.hand.only(kind);
            player.give(part);
            all = all.plus(part);
        }
        let me = &mut pos.players[usize::from(pos.active)];
        me.hand = me.hand.plus(all);
    }

    /// Lays a victory point card open (R-DEV-10, `vp-cards=when-played`).
    pub(in crate::game) fn play_victory_point(&self, pos: &mut Position<C, S, X>) {
        pos.point_shown = true;
        if self.options.card_slips {
            self.forget_builds(pos);
        }
        let me = &mut pos.players[usize::from(pos.active)];
        let kind = Card::VictoryPoint.index();
        me.cards[kind] -= 1;
        me.shown += 1;
        me.points += 1;
        pos.bought[kind] = pos.bought[kind].min(me.cards[kind]);
        self.look_for_victory(pos);
    }
}

/// The cards a year of plenty brings.
pub(in crate::game) fn plenty(first: Resource, second: Option<Resource>) -> Hand {
    second.map_or(Hand::EMPTY, |kind| Hand::single(kind, 1)).plus(Hand::single(first, 1))
}
