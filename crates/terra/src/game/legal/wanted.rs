//! What a seat would like to do: commands it cannot pay, and hexes it would have to dig for.

use super::List;
use crate::factions::{Faction, Home};
use crate::game::{Command, Conversion, Phase, Position, Terra, refusal::Price, spades::spades_needed};
use crate::map::Terrain;
use hexwright_core::{HexId, Seat};

/// More spades than any hex needs.
const PLENTY: u8 = 7;

impl Terra {
    /// What the seat to move could do with more goods, each command once with its full price. Commands that
    /// conversions make payable are not among them.
    #[must_use]
    pub fn beyond_means(&self, position: &Position, seat: Seat) -> Vec<(Command, Price)> {
        let mut beyond = Vec::new();
        if position.phase == Phase::Action && position.turn == Some(seat) && self.adding(position).is_none() {
            let mut copy = position.clone();
            let table = self.table(&mut copy, seat, None);
            let mut out = Vec::new();
            table.list(&mut List { out: &mut out, convert: true, beyond: Some(&mut beyond) });
        }
        beyond
    }

    /// Free hexes within reach that are not the home of the seat, with the spades that would make them so.
    #[must_use]
    pub fn spades_to_home(&self, position: &Position, seat: Seat) -> Vec<(HexId, u8)> {
        let mut copy = position.clone();
        let table = self.table(&mut copy, seat, None);
        let Some(home) = table.mine().home() else { return Vec::new() };
        let needed = |hex| spades_needed(table.mine(), position.terrain(hex), home, PLENTY).ok();
        let hexes = table.reachable_afresh().into_iter();
        hexes.filter_map(|(hex, _)| Some((hex, needed(hex)?))).filter(|&(_, n)| n > 0).collect()
    }

    /// Hexes within reach for nothing, with the spades each needs to be `home`.
    pub(crate) fn within_reach(
        &self,
        position: &Position,
        seat: Seat,
        home: Terrain,
    ) -> impl Iterator<Item = (HexId, u8)> {
        let (free, _) = self.reach(position, seat);
        let player = position.player(seat);
        let ids: Vec<HexId> = free.iter().map(|hex| HexId(hex as u16)).collect();
        ids.into_iter().filter_map(move |hex| {
            let terrain = position.terrain(hex);
            let spades = if terrain == home || player.unlocked.contains(terrain) {
                Some(0)
            } else if player.sheet().home == Home::Volcano {
                terrain.on_wheel().then_some(1)
            } else {
                spades_needed(player, terrain, home, PLENTY).ok()
            };
            Some((hex, spades?))
        })
    }

    /// Conversions a seat may make one at a time, beside what is listed with a move.
    #[must_use]
    pub fn single_conversions(&self, position: &Position, seat: Seat) -> Vec<Command> {
        if position.phase != Phase::Action || position.turn != Some(seat) || self.adding(position).is_some() {
            return Vec::new();
        }
        let mut copy = position.clone();
        let table = self.table(&mut copy, seat, None);
        // anybody but Alchemists sells coins for points in old logs only
        let alchemists = table.mine().faction == Faction::Alchemists;
        let kinds = Conversion::ALL.into_iter().filter(|&k| alchemists || k != Conversion::CoinToPoint);
        kinds.map(|kind| Command::Convert(kind, 1)).filter(|command| table.works(*command)).collect()
    }

    /// Points a seat would get by passing now.
    #[must_use]
    pub fn points_for_passing(&self, position: &Position, seat: Seat) -> i16 {
        self.table(&mut position.clone(), seat, None).passing_points(seat)
    }
}
