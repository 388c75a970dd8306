//! What the final scoring will bring, judged by how far ahead or behind a seat is.

use crate::game::{Position, Terra};
use crate::map::HexSet;
use crate::tiles::Cult;
use arrayvec::ArrayVec;
use hexwright_core::Seat;

/// What rivals have at the end as things stand. Their part does not change while one seat plans.
#[derive(Clone, Debug)]
pub(super) struct Rivals {
    cults: [ArrayVec<f64, 4>; 4],
    networks: ArrayVec<f64, 4>,
    extras: ArrayVec<f64, 4>,
}

impl Rivals {
    pub(super) fn of(game: &Terra, position: &Position, me: Seat) -> Self {
        let rivals = || position.seats().filter(move |&seat| seat != me);
        let cults =
            Cult::ALL.map(|cult| rivals().map(|s| f64::from(position.player(s).cult[cult])).collect());
        let networks = rivals().map(|s| network(&game.networks(position, s))).collect();
        let extras = match game.setup().final_scoring {
            Some(scoring) => rivals().map(|s| f64::from(game.extra_value(position, s, scoring))).collect(),
            None => ArrayVec::new(),
        };
        Self { cults, networks, extras }
    }

    /// Points expected from the cults, with this much doubt about places, in steps.
    pub(super) fn cult_points(&self, position: &Position, me: Seat, doubt: f64) -> f64 {
        let place = |cult: Cult| f64::from(position.player(me).cult[cult]);
        Cult::ALL
            .into_iter()
            .map(|cult| ranked(place(cult), &self.cults[cult.index()], doubt, [8.0, 4.0, 2.0]))
            .sum()
    }

    /// Points expected from the largest network and the extra final scoring.
    pub(super) fn network_points(&self, game: &Terra, position: &Position, me: Seat, doubt: f64) -> f64 {
        let networks = game.networks(position, me);
        let points = [18.0, 12.0, 6.0];
        let mut sum = ranked(network(&networks), &self.networks, doubt, points);
        if let Some(scoring) = game.setup().final_scoring {
            let mine = f64::from(game.extra_value(position, me, scoring));
            sum += ranked(mine, &self.extras, doubt, points);
        }
        sum
    }
}

fn network(networks: &[HexSet]) -> f64 {
    networks.iter().map(HexSet::len).max().unwrap_or(0) as f64
}

/// Points for a rank that is not certain yet. With no doubt at all equal values share their places.
fn ranked(mine: f64, rivals: &[f64], doubt: f64, points: [f64; 3]) -> f64 {
    if mine <= 0.0 {
        return 0.0;
    }
    let ahead = |rival: &f64| {
        let lead = mine - rival;
        0.5 - 0.5 * lead / (doubt + lead.abs()).max(1e-9)
    };
    let rank: f64 = rivals.iter().map(ahead).sum();
    let place = |n: usize| points.get(n).copied().unwrap_or(0.0);
    let whole = rank as usize;
    let share = rank - whole as f64;
    place(whole) * (1.0 - share) + place(whole + 1) * share
}

#[cfg(test)]
mod tests {
    use super::ranked;

    #[test]
    fn a_lead_counts_more_the_less_doubt_there_is() {
        let points = [18.0, 12.0, 6.0];
        assert!((ranked(9.0, &[5.0, 4.0], 0.0, points) - 18.0).abs() < 1e-9);
        assert!((ranked(5.0, &[5.0], 0.0, points) - 15.0).abs() < 1e-9);
        assert!(ranked(9.0, &[5.0, 4.0], 1.0, points) > ranked(9.0, &[5.0, 4.0], 6.0, points));
        assert!((ranked(0.0, &[5.0], 0.0, points)).abs() < 1e-9);
    }
}
