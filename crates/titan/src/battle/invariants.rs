//! What must hold in every position, computed slowly from the creatures alone.

use super::position::{Pending, Position, Slot, slots};
use super::{Battle, LEGION, Side};
use crate::{HexId, HexSet};
use hexwright_core::Key;

impl Battle {
    /// The first broken invariant.
    pub(super) fn invariants(&self, position: &Position) -> Result<(), String> {
        let (mut held, mut living) = ([HexSet::EMPTY; 2], [HexSet::EMPTY; 2]);
        for slot in slots(position.present) {
            let (unit, side) = (position.unit(slot), slot.side());
            let power = self.power(side, unit.kind);
            if unit.hits > power {
                return Err(format!("{unit:?} has more hits than power {power}"));
            }
            if position.is_dead(slot) != (unit.hits == power) {
                return Err(format!("{unit:?} is wrongly counted as dead or alive"));
            }
            if let Some(hex) = unit.hex() {
                if position.occupant(hex) != Some(slot) {
                    return Err(format!("{unit:?} is not in its hex"));
                }
                held[side.index()].insert(hex.index());
                if unit.hits < power {
                    living[side.index()].insert(hex.index());
                }
            }
        }
        if held != position.held || living != position.living {
            return Err("the sets of hexes do not follow from the creatures".to_owned());
        }
        if HexId::all()
            .any(|hex| position.occupant(hex).is_some() != position.occupied().contains(hex.index()))
        {
            return Err("a hex is held by nobody".to_owned());
        }
        let strangers = (position.moved | position.struck | position.dead) & !position.present;
        if strangers != 0 {
            return Err(format!("creatures {strangers:016b} act without being in the battle"));
        }
        for &side in Side::ALL {
            let count = position.creatures(side).count();
            if count > LEGION {
                return Err(format!("the {} has {count} creatures", side.name()));
            }
            if count == 0 && position.end.is_none() && position.turn > 1 {
                return Err(format!("the {} has no creature left", side.name()));
            }
        }
        if let Pending::Roll { target: Slot(target), .. } = position.pending
            && position.dead >> target & 1 == 1
        {
            return Err("dice are to be rolled against a dead creature".to_owned());
        }
        Ok(())
    }
}
