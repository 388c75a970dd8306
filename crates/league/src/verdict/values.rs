//! What the candidates of every pick were worth, and what was taken.

use super::games::Played;
use super::report::PickOfDraft;
use hexwright_core::CornerId;
use std::collections::BTreeMap;

/// Corners listed for each pick.
const LISTED: usize = 20;

/// A corner at a pick.
#[derive(Clone, Copy, Debug, Default)]
struct Value {
    /// How often it was among the candidates.
    seen: u64,
    /// The sum of what it was thought to be worth.
    sum: f64,
    /// How often it was taken.
    taken: u64,
}

impl Value {
    fn mean(&self) -> f64 {
        self.sum / self.seen.max(1) as f64
    }
}

/// Candidates by pick and corner.
#[derive(Clone, Debug, Default)]
pub(super) struct Values {
    corners: BTreeMap<(usize, u16), Value>,
    /// By pick, the sum of what the corners that were taken were thought to be worth.
    taken: Vec<f64>,
    games: u64,
}

impl Values {
    pub(super) fn add(&mut self, game: &Played) {
        self.games += 1;
        self.taken.resize(self.taken.len().max(game.scored.len()), 0.0);
        for (slot, (scored, pick)) in game.scored.iter().zip(&game.sample.picks).enumerate() {
            let taken = scored.iter().find(|s| s.corner == pick.corner);
            self.taken[slot] += taken.map_or(0.0, |s| f64::from(s.value));
            for s in scored.iter() {
                let value = self.corners.entry((slot, s.corner.0)).or_default();
                value.seen += 1;
                value.sum += f64::from(s.value);
            }
            self.corners.entry((slot, pick.corner.0)).or_default().taken += 1;
        }
    }

    /// What taking this corner at a pick is thought to gain over balanced play.
    pub(super) fn gain(&self, slot: usize, corner: u16) -> f64 {
        let taken = self.taken.get(slot).map_or(0.0, |sum| sum / self.games.max(1) as f64);
        self.corners.get(&(slot, corner)).map_or(0.0, |value| value.mean() - taken)
    }

    /// The corners at a pick.
    fn at(&self, slot: usize) -> impl Iterator<Item = (u16, &Value)> {
        self.corners.range((slot, 0)..=(slot, u16::MAX)).map(|(&(_, corner), value)| (corner, value))
    }

    /// The best candidates of a pick: how often it was one and how much it was worth then count together. A corner
    /// that is taken in `sure` percent of the games is left out.
    pub(super) fn best(&self, slot: usize, sure: u64) -> Vec<CornerId> {
        let weight = |v: &Value| v.sum / self.games.max(1) as f64;
        let mut found: Vec<(f64, u16)> = self
            .at(slot)
            .filter(|(_, v)| v.taken * 100 < sure * self.games)
            .map(|(corner, v)| (weight(v), corner))
            .collect();
        found.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        found.into_iter().map(|(_, corner)| CornerId(corner)).collect()
    }

    /// The draft, pick by pick.
    pub(super) fn draft(&self) -> Vec<PickOfDraft> {
        let slots = self.corners.keys().map(|(slot, _)| slot + 1).max().unwrap_or(0);
        let one = |pick: usize| {
            let mut taken: Vec<(u16, u64)> =
                self.at(pick).filter(|(_, v)| v.taken > 0).map(|(c, v)| (c, v.taken)).collect();
            taken.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(&b.0)));
            let mut values: Vec<(u16, f64)> = self.at(pick).map(|(c, v)| (c, v.mean())).collect();
            values.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
            values.truncate(LISTED);
            PickOfDraft { pick, taken, values }
        };
        (0..slots).map(one).collect()
    }
}
