//! Which corner to take: the one after which the rest of the draft leaves the seat the best chance.
//!
//! Every candidate is followed to the end of the draft, each later seat taking what makes it strongest, and the
//! model says what the seat's share is then. To that a correction is added: how far games with this corner at
//! this point of the draft ended from what the model expects of it.

use super::model::{Model, Sample, held_by};
use super::{Draft, Pick};
use hexwright_core::{CornerId, Random, Seat};
use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex};

/// Corners looked at for a pick, the strongest at once.
pub(super) const CANDIDATES: usize = 20;
/// Games after which a correction counts half.
const HALF: f32 = 120.0;
/// What a share of the win is in strength, near equal shares.
const STRENGTH_OF_SHARE: f32 = 5.3;

/// A corner that could be taken.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scored {
    /// The corner.
    pub corner: CornerId,
    /// The share of the win that is expected.
    pub value: f32,
}

/// A pick that is to be made.
#[derive(Clone, Copy, Debug)]
pub struct NextPick<'a> {
    /// The picks before it.
    pub taken: &'a [Pick],
    /// Who picks.
    pub seat: Seat,
    /// Whether a city is placed instead of a settlement.
    pub city: bool,
    /// The corners the rules allow.
    pub legal: &'a [CornerId],
}

/// Scores kept for histories of picks that come again.
const MOST_KEPT: usize = 50_000;

/// Candidates by the corners that were taken before.
type Kept = Mutex<HashMap<Vec<u16>, Arc<[Scored]>>>;

/// How one kind of player opens on one board, or on all boards of a map that is drawn anew for each game.
#[derive(Debug)]
pub struct Policy {
    model: Model,
    /// By slot of the draft and corner; empty if the board changes.
    corrections: Vec<Vec<f32>>,
    /// What was scored before, if the board stays: then scores depend on nothing but the picks.
    kept: Option<Kept>,
}

impl Policy {
    /// Before the first game on this board: pips and variety.
    #[must_use]
    pub fn on_one_board(draft: &Draft) -> Self {
        let corners = draft.corners.len();
        let corrections = vec![vec![0.0; corners]; draft.order.len()];
        Self { model: Model::new(corners, draft.seats), corrections, kept: Some(Mutex::default()) }
    }

    /// Before the first game on boards that change: only facts about corners can be learnt.
    #[must_use]
    pub fn on_many_boards(seats: usize) -> Self {
        Self { model: Model::new(0, seats), corrections: Vec::new(), kept: None }
    }

    /// Learns from games on this board: `all` for the model, those since `recent` for the corrections, which are
    /// about how the others open now.
    pub fn learn(&mut self, draft: &Draft, all: &[Sample], recent: usize) {
        self.model.fit(all);
        if self.kept.is_none() {
            return;
        }
        self.kept = Some(Mutex::default());
        let mut sums = vec![vec![(0.0f32, 0.0f32); draft.corners.len()]; draft.order.len()];
        let mut known: BTreeMap<Vec<u16>, f32> = BTreeMap::new();
        for sample in all.iter().skip(recent).filter(|s| !s.winners.is_empty()) {
            let mut history = Vec::new();
            for (slot, pick) in sample.picks.iter().enumerate() {
                history.push(pick.corner.0);
                let expected = *known
                    .entry(history.clone())
                    .or_insert_with(|| self.foresee(draft, &sample.picks[..slot], *pick));
                if let Some(sum) = sums.get_mut(slot).and_then(|row| row.get_mut(pick.corner.index())) {
                    *sum = (sum.0 + sample.share(pick.seat) - expected, sum.1 + 1.0);
                }
            }
        }
        for (row, sums) in self.corrections.iter_mut().zip(sums) {
            for (correction, (sum, games)) in row.iter_mut().zip(sums) {
                *correction = sum / (games + HALF);
            }
        }
    }

    /// The best candidates for the next pick, best first.
    #[must_use]
    pub fn score(&self, draft: &Draft, next: &NextPick<'_>) -> Arc<[Scored]> {
        let Some(kept) = &self.kept else { return self.score_anew(draft, next).into() };
        let history: Vec<u16> = next.taken.iter().map(|p| p.corner.0).collect();
        if let Some(known) = kept.lock().ok().and_then(|kept| kept.get(&history).cloned()) {
            return known;
        }
        let scored: Arc<[Scored]> = self.score_anew(draft, next).into();
        if let Ok(mut kept) = kept.lock()
            && kept.len() < MOST_KEPT
        {
            kept.insert(history, scored.clone());
        }
        scored
    }

    fn score_anew(&self, draft: &Draft, next: &NextPick<'_>) -> Vec<Scored> {
        let &NextPick { taken: picks, seat, city, legal } = next;
        let slot = picks.len();
        let mut held = held_by(draft.seats, picks);
        let mut ranked: Vec<(f32, CornerId)> =
            legal.iter().map(|&c| (self.appeal(draft, slot, seat, city, &mut held, c), c)).collect();
        ranked.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.0.cmp(&b.1.0)));
        ranked.truncate(CANDIDATES);
        let value = |corner: CornerId| {
            self.foresee(draft, picks, Pick { seat, corner, city }) + self.correction(slot, corner)
        };
        let mut scored: Vec<Scored> =
            ranked.into_iter().map(|(_, corner)| Scored { corner, value: value(corner) }).collect();
        scored.sort_by(|a, b| b.value.total_cmp(&a.value).then(a.corner.0.cmp(&b.corner.0)));
        scored
    }

    /// One of the scored corners: the better the likelier. `spread` is the difference in shares at which a
    /// corner is taken about a third as often.
    #[must_use]
    pub fn choose(scored: &[Scored], spread: f32, random: &mut impl Random) -> Option<Scored> {
        let best = scored.first()?.value;
        let mut weights: Vec<f32> = scored.iter().map(|s| (s.value - best) / spread).collect();
        hexwright_catan::game::shares(&mut weights);
        let place = random.weighted(weights.iter().map(|w| (w * 1e6) as u64)).unwrap_or(0);
        scored.get(place).copied()
    }

    fn correction(&self, slot: usize, corner: CornerId) -> f32 {
        self.corrections.get(slot).map_or(0.0, |row| row[corner.index()])
    }

    /// How strong a corner makes a seat at once, on the scale of strengths.
    fn appeal(
        &self,
        draft: &Draft,
        slot: usize,
        seat: Seat,
        city: bool,
        held: &mut [Vec<(CornerId, bool)>],
        corner: CornerId,
    ) -> f32 {
        let own = &mut held[seat.index()];
        own.push((corner, city));
        let strength = self.model.strength(&draft.corners, seat, own);
        own.pop();
        strength + STRENGTH_OF_SHARE * self.correction(slot, corner)
    }

    /// The share of a seat after a pick and the rest of the draft, as the model sees it.
    fn foresee(&self, draft: &Draft, picks: &[Pick], pick: Pick) -> f32 {
        let mut blocked = vec![false; draft.corners.len()];
        let block = |blocked: &mut Vec<bool>, corner: CornerId| {
            blocked[corner.index()] = true;
            draft.corners.near(corner).iter().for_each(|c| blocked[c.index()] = true);
        };
        let mut held = held_by(draft.seats, picks);
        picks.iter().for_each(|p| block(&mut blocked, p.corner));
        block(&mut blocked, pick.corner);
        held[pick.seat.index()].push((pick.corner, pick.city));
        for (slot, &(seat, city)) in draft.order.iter().enumerate().skip(picks.len() + 1) {
            let mut best: Option<(f32, CornerId)> = None;
            for &corner in draft.open.iter().filter(|c| !blocked[c.index()]) {
                let appeal = self.appeal(draft, slot, seat, city, &mut held, corner);
                if best.is_none_or(|(most, _)| appeal > most) {
                    best = Some((appeal, corner));
                }
            }
            let Some((_, corner)) = best else { break };
            block(&mut blocked, corner);
            held[seat.index()].push((corner, city));
        }
        self.model.shares(&draft.corners, &held)[pick.seat.index()]
    }
}
