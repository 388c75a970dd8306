//! The robber and its victims (section 6).

use crate::game::position::{NONE, NOWHERE, Phase, Position};
use crate::game::tables::Engine;
use crate::map::Resource;
use hexwright_core::HexId;

impl<const C: usize, const S: usize, const X: usize> Engine<C, S, X> {
    /// The robber must move, if it can (R-ROBBER-6).
    pub(in crate::game) fn begin_robber(&self, pos: &mut Position<C, S, X>) {
        let elsewhere = self.robber_hexes.len() > usize::from(pos.robber != NOWHERE);
        if elsewhere || self.pirate_targets(pos).next().is_some() {
            pos.phase = Phase::MoveRobber;
        } else {
            self.end_robber(pos);
        }
    }

    /// Back to where the seven or the knight came from (R-ROBBER-5).
    pub(in crate::game) fn end_robber(&self, pos: &mut Position<C, S, X>) {
        pos.victim = NONE;
        pos.phase = if pos.rolled { Phase::Main } else { Phase::PreRoll };
    }

    /// Moves the robber and finds out whom it robs (R-ROBBER-3).
    pub(in crate::game) fn move_robber(&self, pos: &mut Position<C, S, X>, hex: HexId) {
        pos.robber = hex.0;
        if X > 0 {
            pos.sea[0].pirate_moved = false;
        }
        self.choose_victim(pos);
    }

    /// Robs the only victim at once, asks if there are several.
    pub(in crate::game) fn choose_victim(&self, pos: &mut Position<C, S, X>) {
        let victims = self.current_victims(pos);
        if victims == 0 {
            self.end_robber(pos);
        } else if victims.is_power_of_two() && !self.options.steal_optional {
            self.rob(pos, victims.trailing_zeros() as u8);
        } else {
            pos.phase = Phase::Steal;
        }
    }

    /// The theft from a seat waits for chance.
    pub(in crate::game) fn rob(&self, pos: &mut Position<C, S, X>, victim: u8) {
        pos.victim = victim;
        pos.phase = Phase::Theft;
    }

    /// The stolen card changes hands (R-ROBBER-4).
    pub(in crate::game) fn stolen(&self, pos: &mut Position<C, S, X>, kind: Resource) {
        let card = crate::game::Hand::single(kind, 1);
        let victim = &mut pos.players[usize::from(pos.victim)];
        victim.give_hidden(card);
        let thief = &mut pos.players[usize::from(pos.active)];
        thief.hand = thief.hand.plus(card);
        thief.unseen = thief.unseen.plus(card);
        self.end_robber(pos);
    }

    /// The seats the active seat may rob on a hex, one bit each.
    #[must_use]
    pub(in crate::game) fn victims(&self, pos: &Position<C, S, X>, hex: HexId) -> u8 {
        let corners = self.hex_corners[hex.index()];
        let mut victims = 0u8;
        // who lives there and has cards nobody can guess: no branch depends on it
        for (seat, player) in pos.players[..self.seats].iter().enumerate() {
            let robbed = !player.buildings.and(corners).is_empty() & !player.hand.is_empty();
            victims |= u8::from(robbed) << seat;
        }
        victims &= !(1 << pos.active);
        if self.options.friendly_robber > 0 {
            let spared = (0..self.seats).filter(|&seat| self.spared(pos, seat));
            victims &= !spared.fold(0, |mask, seat| mask | 1 << seat);
        }
        victims
    }

    /// Whether `friendly-robber` protects a seat (R-ROBBER-2).
    fn spared(&self, pos: &Position<C, S, X>, seat: usize) -> bool {
        self.options.friendly_robber > 0
            && self.public_points(pos, seat) < i16::from(self.options.friendly_robber)
    }

    /// Why R-ROBBER-2 keeps the robber from a hex.
    pub(in crate::game) fn forbidden(&self, pos: &Position<C, S, X>, hex: HexId) -> Option<&'static str> {
        if !self.options.robber_on_desert && self.board.number(hex) == 0 {
            return Some("a hex without a number is forbidden");
        }
        let guarded = |corner: usize| {
            let owner = pos.owner_at(corner).filter(|&owner| owner != usize::from(pos.active));
            owner.is_some_and(|owner| self.spared(pos, owner))
        };
        self.hex_corners[hex.index()]
            .and(pos.occupied)
            .iter()
            .any(guarded)
            .then_some("a seat with few points lives there")
    }

    /// The hexes the robber may go to, in ascending order.
    pub(in crate::game) fn robber_targets<'a>(
        &'a self,
        pos: &'a Position<C, S, X>,
    ) -> impl Iterator<Item = HexId> + 'a {
        let other = move |hex: &HexId| hex.0 != pos.robber;
        let all = move || self.robber_hexes.iter().map(|&h| HexId(h)).filter(other);
        // if the options leave no hex, R-ROBBER-1 alone decides
        let strict = !self.robber_anywhere && all().any(|hex| self.forbidden(pos, hex).is_none());
        all().filter(move |&hex| !strict || self.forbidden(pos, hex).is_none())
    }
}
