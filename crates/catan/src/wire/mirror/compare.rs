//! Whether the engine and the server's own words agree.

use super::super::speech::KINDS;
use super::{Agreed, Mirror, parted};
use crate::game::Phase;
use hexwright_core::{Game as _, Viewer};

impl Mirror {
    /// Everything the server said up to here is played: both accounts must be equal.
    ///
    /// # Errors
    /// What differs.
    pub fn compare(&self) -> Agreed {
        if self.card.is_some() {
            return Ok(());
        }
        let public = self.game.view(&self.position, Viewer::Spectator);
        if public.phase == Phase::Theft {
            return parted("our rules rob somebody, the server does not");
        }
        for seat in 0..self.seats {
            let ours = self.view(seat).seats[seat].hand.unwrap_or([0; 5]).map(i32::from);
            if ours != self.ledger.hands[seat] {
                return parted(format!(
                    "hand of seat {seat}: {} there, {} here",
                    in_words(self.ledger.hands[seat]),
                    in_words(ours)
                ));
            }
            let islands: i32 = self.ledger.points.iter().filter(|p| p.0 == seat).map(|p| p.2).sum();
            if i32::from(public.seats[seat].islands.1) != islands {
                return parted(format!(
                    "island points of seat {seat}: {islands} there, {} here",
                    public.seats[seat].islands.1
                ));
            }
        }
        let bank = public.bank.map(i32::from);
        if bank != self.ledger.bank {
            return parted(format!("bank: {} there, {} here", in_words(self.ledger.bank), in_words(bank)));
        }
        let seat = |seat: Option<u8>| seat.map(usize::from);
        if seat(public.road_holder) != self.ledger.road {
            return parted(format!(
                "longest road: {:?} there, {:?} here",
                self.ledger.road, public.road_holder
            ));
        }
        if seat(public.army_holder) != self.ledger.army {
            return parted(format!(
                "largest army: {:?} there, {:?} here",
                self.ledger.army, public.army_holder
            ));
        }
        let ours = seat(public.winner).map(|w| (w, i32::from(public.seats[w].points.unwrap_or(0))));
        // free roads of a card win when the server has been told that they are done
        if ours != self.ledger.won && !self.free_roads {
            return parted(format!("winner: {:?} there, {ours:?} here", self.ledger.won));
        }
        Ok(())
    }
}

fn in_words(counts: [i32; 5]) -> String {
    KINDS.map(|kind| format!("{} {}", counts[kind as usize], kind.name())).join(", ")
}
