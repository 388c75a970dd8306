//! Taking up a game in the middle: a position out of a text is brought to its next decision.

use super::{Owed, Phase, Position, Terra};
use crate::factions::{Faction, Home};
use hexwright_core::Seat;

impl Terra {
    /// Brings a position that was read to the next decision. A position of our own stays as it is; other
    /// programs write down positions between two decisions, and leave out what follows from the rest.
    pub(crate) fn take_up(&self, position: &mut Position) {
        if position.phase == Phase::Setup && !position.auction.is_open() {
            choices_of_setup(position);
        }
        let unlocks = position.seat_of(Faction::Riverwalkers).is_some();
        let mut table = self.table(position, Seat(0), None);
        if table.at.phase == Phase::Income && !unlocks && !table.at.seats().any(|s| table.owes(s)) {
            table.income_of_this_round();
        }
        table.settle();
    }
}

/// In setup whoever has no colour or favor tile yet owes the choice.
fn choices_of_setup(position: &mut Position) {
    for player in &mut position.players {
        if player.chosen.is_none() && !matches!(player.sheet().home, Home::Colour(_)) {
            player.owed[Owed::Colour] = 1;
        }
        if player.faction == Faction::IceMaidens && player.favors.is_empty() {
            player.owed[Owed::Favor] = 1;
        }
    }
}
