//! Where creatures can go (R-BTL-31 to R-BTL-40).

use super::Battle;
use super::position::{Position, Slot};
use crate::HexSet;
use crate::board::HEXES;
use hexwright_core::Key;

impl Battle {
    /// Whether a creature stands beside a living enemy without a cliff between (R-BTL-30).
    #[must_use]
    #[inline]
    pub fn is_engaged(&self, position: &Position, slot: Slot) -> bool {
        position.unit(slot).hex().is_some_and(|hex| {
            !self.ground.contact[hex.index()].and(position.living(slot.side().other())).is_empty()
        })
    }

    /// Movement points of a creature (R-BTL-32).
    #[must_use]
    #[inline]
    pub fn points(&self, position: &Position, slot: Slot) -> usize {
        let unit = position.unit(slot);
        usize::try_from(self.traits(unit.kind).skill as i8 - unit.slowing).unwrap_or(0)
    }

    /// The hexes a creature could move to, were it its side's move phase and had it not moved.
    #[must_use]
    pub fn destinations(&self, position: &Position, slot: Slot) -> HexSet {
        let unit = position.unit(slot);
        let occupied = position.occupied();
        let origin = match unit.hex() {
            Some(_) if self.is_engaged(position, slot) => return HexSet::EMPTY,
            Some(hex) => hex.index(),
            None => match self.ground.start {
                Some(start) if position.turn == 1 && slot.side() == super::Side::Defender => {
                    return start.without(occupied);
                }
                _ => HEXES + self.entrance(slot.side()).index(),
            },
        };
        let known = &self.ground.known[unit.kind.index()];
        let points = self.points(position, slot);
        if self.traits(unit.kind).flies {
            let flight = &known.flight[origin];
            return flight[points.min(flight.len() - 1)].without(occupied);
        }
        // hexes by the points left there: `now` with the points of this round, `next` with one less
        let (mut seen, mut now, mut next) = (HexSet::EMPTY, HexSet::EMPTY, HexSet::EMPTY);
        if points >= 1 {
            let steps = &known.walk[origin];
            now = steps.one.without(occupied);
            next = steps.two.without(occupied);
        }
        for left in (0..points).rev() {
            // `now` holds the hexes first reached with `left` points to spare
            now = now.without(seen);
            seen = seen.or(now);
            if left == 0 {
                break;
            }
            let mut after = HexSet::EMPTY;
            for hex in now.iter() {
                let steps = &known.walk[hex];
                next = next.or(steps.one);
                after = after.or(steps.two);
            }
            now = next.without(occupied);
            next = after.without(occupied);
        }
        seen
    }
}
