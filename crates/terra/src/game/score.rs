//! The end: the extra scoring, the cults, the networks, the goods.

use super::{
    Player, Position, Terra, land,
    setup::MAX_PLAYERS,
    table::{Happening, Table},
};
use crate::factions::Faction;
use crate::map::HexSet;
use crate::tiles::{Building, Cult, FinalScoring};
use arrayvec::ArrayVec;
use hexwright_core::{HexId, Seat};

impl Terra {
    /// The networks of a seat: own buildings linked by adjacency, ships, tunnels or river towns.
    #[must_use]
    pub fn networks(&self, position: &Position, seat: Seat) -> Vec<HexSet> {
        let (board, player) = (self.board(), position.player(seat));
        let mut left = player.hexes;
        let mut networks = Vec::new();
        while let Some(first) = left.nth(0) {
            let mut network = land::group(board, position, player, HexSet::from_iter([first]));
            loop {
                let mut linked = HexSet::EMPTY;
                for hex in network.iter() {
                    let id = HexId(hex as u16);
                    linked = linked.or(match player.sheet().tunnel {
                        Some(_) => board.within(id, player.range + 1),
                        None => board.over_river(id, player.shipping),
                    });
                }
                let grown = land::group(board, position, player, network.or(linked));
                if grown == network {
                    break;
                }
                network = grown;
            }
            left = left.without(network);
            networks.push(network);
        }
        networks
    }

    /// What a seat counts for an extra final scoring.
    #[must_use]
    pub fn extra_value(&self, position: &Position, seat: Seat, scoring: FinalScoring) -> u16 {
        let (board, player) = (self.board(), position.player(seat));
        let distance = |a: usize, b: usize| board.hex(HexId(a as u16)).distance(board.hex(HexId(b as u16)));
        let value = |network: HexSet| match scoring {
            FinalScoring::Distance => {
                let pairs = network.iter().flat_map(|a| network.iter().map(move |b| distance(a, b)));
                pairs.max().unwrap_or(0)
            }
            FinalScoring::StrongholdSanctuary => {
                let place = |kind| {
                    network.iter().find(|&h| position.buildings[h].is_some_and(|p| p.building == kind))
                };
                match (place(Building::Stronghold), place(Building::Sanctuary)) {
                    (Some(a), Some(b)) => distance(a, b),
                    _ => 0,
                }
            }
            FinalScoring::Edge => network.and(board.edge()).len() as u16,
            FinalScoring::Clusters => clusters(self, position, player, network),
        };
        self.networks(position, seat).into_iter().map(value).max().unwrap_or(0)
    }
}

fn clusters(game: &Terra, position: &Position, player: &Player, network: HexSet) -> u16 {
    let (mut left, mut count) = (network, 0);
    while let Some(hex) = left.nth(0) {
        left = left.without(land::group(game.board(), position, player, HexSet::from_iter([hex])));
        count += 1;
    }
    count
}

/// Points by rank: equal values share the sum of their places, rounded down; 0 scores nothing.
pub(super) fn ranked(values: &[u16], points: [u16; 3]) -> ArrayVec<u16, MAX_PLAYERS> {
    values
        .iter()
        .map(|&value| {
            if value == 0 {
                return 0;
            }
            let above = values.iter().filter(|&&v| v > value).count();
            let equal = values.iter().filter(|&&v| v == value).count();
            let sum: u16 = (above..above + equal).filter_map(|place| points.get(place)).sum();
            sum / equal as u16
        })
        .collect()
}

impl Table<'_> {
    /// All of it.
    pub(super) fn final_scoring(&mut self) {
        let game = self.game;
        let list = super::flow::row_order(self.at, self.at.seat_list(game.options()));
        if let Some(scoring) = game.setup().final_scoring {
            let value = |t: &Self, s| game.extra_value(t.at, s, scoring);
            self.award(&list, value, [18, 12, 6], Happening::ExtraPoints);
        }
        for cult in Cult::ALL {
            let value = |t: &Self, s: Seat| u16::from(t.at.player(s).cult[cult]);
            self.award(&list, value, [8, 4, 2], |n| Happening::CultPoints(cult, n));
        }
        let value = |t: &Self, s| game.networks(t.at, s).iter().map(HexSet::len).max().unwrap_or(0) as u16;
        self.award(&list, value, [18, 12, 6], Happening::NetworkPoints);
        for &seat in &list {
            let before = self.figures(seat);
            let player = self.player_mut(seat);
            let burnt = player.power[1] / 2;
            player.power[1] -= 2 * burnt;
            let power = player.power[2] + burnt;
            player.power[2] = 0;
            player.power[0] += power;
            player.coins += power + player.priests + player.workers;
            (player.priests, player.workers) = (0, 0);
            let rate = if player.faction == Faction::Alchemists { 2 } else { 3 };
            player.points += (player.coins / rate) as i16;
            player.coins %= rate;
            self.note(seat, Happening::Resources, before);
        }
    }

    fn award(
        &mut self,
        list: &[Seat],
        value: impl Fn(&Self, Seat) -> u16,
        points: [u16; 3],
        what: impl Fn(u8) -> Happening,
    ) {
        let values: ArrayVec<u16, MAX_PLAYERS> = list.iter().map(|&s| value(self, s)).collect();
        for (&seat, n) in list.iter().zip(ranked(&values, points)) {
            if n > 0 {
                let before = self.figures(seat);
                self.player_mut(seat).points += n as i16;
                self.note(seat, what(n as u8), before);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::ranked;

    #[test]
    fn ties_share_their_places() {
        assert_eq!(ranked(&[5, 7, 5, 0], [18, 12, 6])[..], [9, 18, 9, 0]);
        assert_eq!(ranked(&[3, 3, 3, 3], [8, 4, 2])[..], [3, 3, 3, 3]);
        assert_eq!(ranked(&[9, 8, 2, 2], [8, 4, 2])[..], [8, 4, 1, 1]);
    }
}
