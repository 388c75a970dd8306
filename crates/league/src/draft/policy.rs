//! Which corner to take: the one after which the rest of the draft leaves the seat the best chance.
//!
//! Every candidate is followed to the end of the draft, each later seat taking what makes it strongest, and the
//! model says what the seat's share is then. To that a correction is added: how far games with this corner at
//! this point of the draft ended from what the model expects of it.

use super::corrections::{Corrections, Telling};
use super::model::{Model, Sample, held_by};
use super::pairs::Pairs;
use super::{Draft, Pick};
use hexwright_core::{CornerId, Random, Seat};
use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex};

/// Corners looked at for a pick, the strongest at once.
pub(super) const CANDIDATES: usize = 20;
/// How far off a share may be where nothing is known of a corner.
const UNKNOWN: f32 = 0.05;
/// How often any candidate is tried, whatever was thought of it.
const ANY: (u64, u64) = (1, 5);
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
    /// What corners are worth by the model; None if the board changes.
    pairs: Option<Pairs>,
    /// None if the board changes.
    corrections: Option<Corrections>,
    /// What was scored before, if the board stays: then scores depend on nothing but the picks.
    kept: Option<Kept>,
}

impl Policy {
    /// Before the first game on this board: pips and variety.
    #[must_use]
    pub fn on_one_board(draft: &Draft) -> Self {
        let corners = draft.corners.len();
        let model = Model::new(corners, draft.seats);
        Self {
            pairs: Some(Pairs::new(draft, &model)),
            model,
            corrections: Some(Corrections::new(draft.order.len(), corners)),
            kept: Some(Mutex::default()),
        }
    }

    /// Before the first game on boards that change: only facts about corners can be learnt.
    #[must_use]
    pub fn on_many_boards(seats: usize) -> Self {
        Self { model: Model::new(0, seats), pairs: None, corrections: None, kept: None }
    }

    /// Fits the model to all games so far, and takes the corrections anew from those since `recent`: they are about
    /// how the others open now.
    pub fn fit(&mut self, draft: &Draft, all: &[Sample], recent: usize) {
        self.model.fit(all);
        self.pairs = self.pairs.is_some().then(|| Pairs::new(draft, &self.model));
        if let Some(corrections) = &mut self.corrections {
            corrections.forget(0.0);
        }
        self.correct(draft, all.get(recent..).unwrap_or_default(), 1.0);
    }

    /// Learns corrections from new games and leaves the model as it is. What older games said counts `keep` times as much
    /// as before.
    pub fn correct(&mut self, draft: &Draft, new: &[Sample], keep: f32) {
        let (Some(mut corrections), Some(pairs)) = (self.corrections.take(), &self.pairs) else { return };
        corrections.forget(keep);
        let mut known: BTreeMap<Vec<u16>, f32> = BTreeMap::new();
        for sample in new.iter().filter(|s| !s.shares.is_empty()) {
            let mut history = Vec::new();
            for (slot, pick) in sample.picks.iter().enumerate() {
                history.push(pick.corner.0);
                if slot < sample.since {
                    continue;
                }
                let expected = match known.get(&history) {
                    Some(expected) => *expected,
                    None => {
                        let expected = self.foresee(draft, pairs, &sample.picks[..slot], *pick);
                        known.insert(history.clone(), expected);
                        expected
                    }
                };
                corrections.add(slot, pick.corner, sample.share(pick.seat) - expected);
            }
        }
        corrections.settle();
        self.corrections = Some(corrections);
        self.kept = self.kept.is_some().then(Mutex::default);
    }

    /// From now on games that tell so much are learnt from: what the games before said is what is expected of them.
    pub fn take_for_granted(&mut self, telling: Telling) {
        if let Some(corrections) = &mut self.corrections {
            corrections.take_for_granted(telling);
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
        let own;
        let pairs = match &self.pairs {
            Some(pairs) => pairs,
            None => {
                own = Pairs::new(draft, &self.model);
                &own
            }
        };
        let mut held = held_by(draft.seats, picks).swap_remove(seat.index());
        let mut appeal = |corner: CornerId| {
            let correction = STRENGTH_OF_SHARE * self.correction(slot, corner);
            pairs.with(draft, &self.model, &mut held, (corner, city)) + correction
        };
        let mut ranked: Vec<(f32, CornerId)> = legal.iter().map(|&c| (appeal(c), c)).collect();
        ranked.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.0.cmp(&b.1.0)));
        ranked.truncate(CANDIDATES);
        let value = |corner: CornerId| {
            self.foresee(draft, pairs, picks, Pick { seat, corner, city }) + self.correction(slot, corner)
        };
        let mut scored: Vec<Scored> =
            ranked.into_iter().map(|(_, corner)| Scored { corner, value: value(corner) }).collect();
        scored.sort_by(|a, b| b.value.total_cmp(&a.value).then(a.corner.0.cmp(&b.corner.0)));
        scored
    }

    /// How often each of the scored corners is taken, in parts of their sum: the better the likelier. `spread` is the
    /// difference in shares at which a corner is taken about a third as often.
    #[must_use]
    pub fn chances(scored: &[Scored], spread: f32) -> Vec<u64> {
        let best = scored.first().map_or(0.0, |s| s.value);
        let mut weights: Vec<f32> = scored.iter().map(|s| (s.value - best) / spread).collect();
        hexwright_catan::game::shares(&mut weights);
        weights.iter().map(|w| (w * 1e6) as u64).collect()
    }

    /// One of the scored corners, by these chances.
    #[must_use]
    pub fn choose(scored: &[Scored], chances: &[u64], random: &mut impl Random) -> Option<Scored> {
        let place = random.weighted(chances.iter().copied()).unwrap_or(0);
        scored.get(place).copied()
    }

    /// A corner to try: most often one worth trying, where what each is worth is drawn at random from what it may be worth,
    /// and the best is taken. So corners that are surely worse are hardly tried, and little known ones are. Sometimes it is
    /// any of them: what was thought of a corner may be wrong by more than anybody expects.
    #[must_use]
    pub fn explore(&self, slot: usize, scored: &[Scored], random: &mut impl Random) -> Option<CornerId> {
        if random.below(ANY.1) < ANY.0 && !scored.is_empty() {
            return Some(scored[random.index(scored.len())].corner);
        }
        let mut best: Option<(f32, CornerId)> = None;
        for s in scored {
            let doubt = self.corrections.as_ref().map_or(UNKNOWN, |c| c.doubt(slot, s.corner));
            // the sum of twelve even draws is near enough to a normal one
            let draw = (0..12).map(|_| random.below(1 << 16) as f32 / 65_536.0).sum::<f32>() - 6.0;
            let value = s.value + doubt * draw;
            if best.is_none_or(|(most, _)| value > most) {
                best = Some((value, s.corner));
            }
        }
        best.map(|(_, corner)| corner)
    }

    fn correction(&self, slot: usize, corner: CornerId) -> f32 {
        self.corrections.as_ref().map_or(0.0, |c| c.of(slot, corner))
    }

    /// The share of a seat after a pick and the rest of the draft, as the model sees it.
    fn foresee(&self, draft: &Draft, pairs: &Pairs, picks: &[Pick], pick: Pick) -> f32 {
        let mut held = held_by(draft.seats, picks);
        held[pick.seat.index()].push((pick.corner, pick.city));
        let mut free = pairs.free_after(picks.iter().copied().chain([pick]));
        // corrections change with the openings; what is corrected must not
        for &(seat, city) in draft.order.iter().skip(picks.len() + 1) {
            let held = &mut held[seat.index()];
            let Some(corner) = pairs.best(draft, &self.model, held, city, free) else { break };
            free &= !pairs.blocked_by(corner);
            held.push((corner, city));
        }
        self.model.shares(&draft.corners, &held)[pick.seat.index()]
    }
}
