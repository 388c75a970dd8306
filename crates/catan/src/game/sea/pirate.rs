//! The pirate: which sides it closes, where it may go and whom it robs.

use crate::game::position::{NOWHERE, Position};
use crate::game::tables::Engine;
use hexwright_core::{Bits, HexId};

impl<const C: usize, const S: usize, const X: usize> Engine<C, S, X> {
    /// Sides the pirate closes to ships.
    #[inline]
    pub(in crate::game) fn pirate_sides(&self, pos: &Position<C, S, X>) -> &Bits<S> {
        let pirate = pos.sea.first().map_or(NOWHERE, |sea| sea.pirate);
        self.sea.hex_sides.get(usize::from(pirate)).unwrap_or(const { &Bits::EMPTY })
    }

    /// Moves the pirate and finds out whom it robs: owners of ships on its sides.
    pub(in crate::game) fn move_pirate(&self, pos: &mut Position<C, S, X>, hex: HexId) {
        if let Some(sea) = pos.sea.first_mut() {
            sea.pirate = hex.0;
            sea.pirate_moved = true;
        }
        self.choose_victim(pos);
    }

    /// The seats the last robber or pirate move may rob, one bit each.
    pub(in crate::game) fn current_victims(&self, pos: &Position<C, S, X>) -> u8 {
        match pos.sea.first() {
            Some(sea) if sea.pirate_moved => {
                let ships = self.pirate_sides(pos).and(sea.ships);
                (0..self.seats)
                    .filter(|&seat| seat != usize::from(pos.active) && !pos.players[seat].hand.is_empty())
                    .filter(|&seat| !pos.players[seat].roads.and(ships).is_empty())
                    .fold(0, |mask, seat| mask | 1 << seat)
            }
            _ => self.victims(pos, HexId(pos.robber)),
        }
    }

    /// Sea hexes a pirate that may be moved sails on, and the one it is on.
    #[inline]
    pub(in crate::game) fn pirate_water(&self, pos: &Position<C, S, X>) -> (&[u16], u16) {
        match pos.sea.first() {
            // boards without a pirate do not even walk over their water
            Some(sea) if self.sea.rules.pirate_moves => (&self.sea.water, sea.pirate),
            _ => (&[], NOWHERE),
        }
    }

    /// Sea hexes the pirate may move to.
    pub(in crate::game) fn pirate_targets<'a>(
        &'a self,
        pos: &'a Position<C, S, X>,
    ) -> impl Iterator<Item = HexId> + 'a {
        let (water, here) = self.pirate_water(pos);
        water.iter().copied().filter(move |&hex| hex != here).map(HexId)
    }
}
