//! What one corner and two corners together make a seat worth, computed once: drafts are followed to their end again and
//! again, and nearly all that is asked on the way is this.

use super::model::Model;
use super::{Draft, Pick};
use hexwright_core::CornerId;
use std::sync::OnceLock;

/// The worth of settlements on the open corners of a draft, alone and in pairs.
#[derive(Debug)]
pub(super) struct Pairs {
    /// For each corner its place among the open ones.
    places: Vec<Option<u8>>,
    /// For each corner the open ones that a building on it blocks, one bit each.
    blocks: Vec<u64>,
    /// All open corners.
    all: u64,
    alone: Vec<f32>,
    /// For each open corner, once it is asked for: its worth together with each other.
    together: Vec<OnceLock<Box<[f32]>>>,
}

impl Pairs {
    pub(super) fn new(draft: &Draft, model: &Model) -> Self {
        let mut places = vec![None; draft.corners.len()];
        for (place, corner) in (0u8..).zip(&draft.open) {
            places[usize::from(corner.0)] = Some(place);
        }
        let bit = |corner: &CornerId| places[usize::from(corner.0)].map_or(0, |place| 1u64 << place);
        let blocks = (0..draft.corners.len()).map(|id| CornerId(id as u16));
        let blocks = blocks.map(|c| draft.corners.near(c).iter().fold(bit(&c), |mask, c| mask | bit(c)));
        Self {
            blocks: blocks.collect(),
            all: draft.open.iter().fold(0, |mask, corner| mask | bit(corner)),
            alone: draft.open.iter().map(|&c| model.worth(&draft.corners, &[(c, false)])).collect(),
            together: draft.open.iter().map(|_| OnceLock::new()).collect(),
            places,
        }
    }

    /// The open corners that these picks leave free, one bit each.
    pub(super) fn free_after(&self, picks: impl Iterator<Item = Pick>) -> u64 {
        picks.fold(self.all, |free, pick| free & !self.blocks[usize::from(pick.corner.0)])
    }

    /// The open corners that a building on one blocks.
    pub(super) fn blocked_by(&self, corner: CornerId) -> u64 {
        self.blocks[usize::from(corner.0)]
    }

    /// What a seat is worth with these corners and one more.
    pub(super) fn with(
        &self,
        draft: &Draft,
        model: &Model,
        held: &mut Vec<(CornerId, bool)>,
        (corner, city): (CornerId, bool),
    ) -> f32 {
        let place = self.places[usize::from(corner.0)].map(usize::from);
        match (held.as_slice(), place) {
            ([], Some(place)) if !city => self.alone[place],
            (&[(first, false)], Some(place)) if !city => match self.row(draft, model, first) {
                Some(row) => row[place],
                None => model.worth(&draft.corners, &[(first, false), (corner, false)]),
            },
            _ => {
                held.push((corner, city));
                let worth = model.worth(&draft.corners, held);
                held.pop();
                worth
            }
        }
    }

    /// The best of the free corners for a seat with these corners.
    pub(super) fn best(
        &self,
        draft: &Draft,
        model: &Model,
        held: &mut Vec<(CornerId, bool)>,
        city: bool,
        free: u64,
    ) -> Option<CornerId> {
        let row = match held.as_slice() {
            _ if city => None,
            [] => Some(self.alone.as_slice()),
            &[(first, false)] => self.row(draft, model, first),
            _ => None,
        };
        let (mut best, mut left): (Option<(f32, usize)>, u64) = (None, free);
        while left != 0 {
            let place = left.trailing_zeros() as usize;
            left &= left - 1;
            let worth = match row {
                Some(row) => row[place],
                None => self.with(draft, model, held, (draft.open[place], city)),
            };
            if best.is_none_or(|(most, _)| worth > most) {
                best = Some((worth, place));
            }
        }
        best.map(|(_, place)| draft.open[place])
    }

    fn row(&self, draft: &Draft, model: &Model, first: CornerId) -> Option<&[f32]> {
        let place = usize::from(self.places[usize::from(first.0)]?);
        let pair = |&second: &CornerId| model.worth(&draft.corners, &[(first, false), (second, false)]);
        Some(self.together[place].get_or_init(|| draft.open.iter().map(pair).collect()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Rules, catan};
    use hexwright_catan::generate::preset;
    use hexwright_core::Seat;

    #[test]
    fn what_is_kept_is_what_the_model_says() {
        let game = catan::game(&preset("base").unwrap(), 4, &Rules::default(), 7).unwrap();
        let draft = Draft::of(&game);
        let model = Model::new(draft.corners.len(), 4);
        let pairs = Pairs::new(&draft, &model);
        let [a, b] = [draft.open[3], draft.open[30]];
        let worth = |held: &[(CornerId, bool)]| model.worth(&draft.corners, held);
        for held in [vec![], vec![(a, false)], vec![(a, true)], vec![(a, false), (b, false)]] {
            for city in [false, true] {
                let taken = held.iter().map(|&(corner, city)| Pick { seat: Seat(0), corner, city });
                let free = pairs.free_after(taken);
                let mut best: Option<(f32, CornerId)> = None;
                for (place, &corner) in draft.open.iter().enumerate() {
                    let near = |c: &CornerId| *c == corner || draft.corners.near(*c).contains(&corner);
                    assert_eq!(free >> place & 1 == 0, held.iter().any(|(c, _)| near(c)), "{corner:?}");
                    let all: Vec<_> = held.iter().copied().chain([(corner, city)]).collect();
                    let with = pairs.with(&draft, &model, &mut held.clone(), (corner, city));
                    assert_eq!(with, worth(&all), "{all:?}");
                    if free >> place & 1 == 1 && best.is_none_or(|(most, _)| with > most) {
                        best = Some((with, corner));
                    }
                }
                let found = pairs.best(&draft, &model, &mut held.clone(), city, free);
                assert_eq!(found, best.map(|(_, corner)| corner));
            }
        }
    }
}
