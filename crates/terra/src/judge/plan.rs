//! The best way through the rest of the own round.
//!
//! A beam of positions is followed, one own turn at a time; a turn is played to its end (spades used, tiles chosen)
//! before it is compared with others. When the turn goes to somebody else it comes back at once, as if the others
//! did nothing: what they will do is unknown, and most of it happens elsewhere. A way ends when the seat passes.
//! What others may take meanwhile (power actions, land) loses value the later it is planned.
//!
//! ```
//! use hexwright_terra::judge::Plan;
//!
//! // a wider beam finds better ways and takes longer
//! let plan = Plan { width: 2 * Plan::default().width, ..Plan::default() };
//! assert!(plan.width > Plan::default().width);
//! ```

use super::{Judge, Weights};
use crate::game::{Action, Command, Conversion, Doing, Owed, Phase, Position, Terra};
use hexwright_core::{Actor, Game as _, Seat};
use std::hash::{Hash as _, Hasher as _};

/// How broadly and far to plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    /// Positions followed further after each turn.
    pub width: usize,
    /// Positions followed further inside a turn, for each action it can begin with.
    pub inner: usize,
    /// Own turns in a row.
    pub turns: u32,
    /// No new turn is planned once this many positions are judged.
    pub positions: u64,
    /// Whether choices of setup are judged by the first round that could follow.
    pub opening: bool,
}

impl Default for Plan {
    fn default() -> Self {
        Self { width: 16, inner: 3, turns: 12, positions: 12_000, opening: true }
    }
}

/// Most actions of one turn that are planned.
const LONGEST_TURN: u32 = 8;

/// A position on the way, and what is known of the way.
struct Way {
    value: f64,
    /// The place of its first action in the list the plan was asked about.
    first: usize,
    /// What was lost by putting things off.
    lost: f64,
    /// Own turns before this one.
    turns: f64,
    key: u64,
    at: Position,
}

/// The value of each of these actions of a seat: points it can expect to end with.
#[must_use]
pub fn values(
    game: &Terra,
    position: &Position,
    me: Seat,
    legal: &[Action],
    weights: &Weights,
    plan: Plan,
) -> Vec<f64> {
    if position.auction.is_open() {
        return super::bids::values(position, legal);
    }
    if plan.opening && super::opening::is_choice(position, legal) {
        return super::opening::values(game, position, me, legal, weights);
    }
    let judge = Judge::new(game, position, me, weights);
    let mut search = Search { game, judge, me, plan, judged: 0, best: vec![f64::NEG_INFINITY; legal.len()] };
    let mut beam = Vec::new();
    for (first, action) in legal.iter().enumerate() {
        search.turn(position, action, first, (0.0, 0.0), &mut beam);
    }
    // an action that leaves the beam is worth what its turn brings
    let mut values = search.best.clone();
    for way in &beam {
        values[way.first] = values[way.first].max(way.value);
    }
    narrow(&mut beam, plan.width);
    let mut moves = Vec::new();
    for _ in 1..plan.turns {
        if beam.is_empty() || search.judged > plan.positions {
            break;
        }
        let mut next = Vec::new();
        for way in &beam {
            moves.clear();
            game.legal(&way.at, me, &mut moves);
            for action in moves.iter().filter(|action| worthwhile(action)) {
                search.turn(&way.at, action, way.first, (way.lost, way.turns), &mut next);
            }
        }
        narrow(&mut next, plan.width);
        beam = next;
    }
    // ways that have not come to their end are judged as if they stopped here
    for way in beam {
        let value = search.judge.worth_of_stopping(&way.at) - way.lost;
        search.best[way.first] = search.best[way.first].max(value);
    }
    // a way that was followed to its end says more than one that was left
    let ended = search.best;
    values.iter().zip(ended).map(|(&first, end)| if end.is_finite() { end } else { first - 2.0 }).collect()
}

struct Search<'a> {
    game: &'a Terra,
    judge: Judge<'a>,
    me: Seat,
    plan: Plan,
    judged: u64,
    /// The best end of a way, by first action.
    best: Vec<f64>,
}

impl Search<'_> {
    /// Plays an action and every good way to finish the turn it begins.
    fn turn(
        &mut self,
        from: &Position,
        action: &Action,
        first: usize,
        gone: (f64, f64),
        ways: &mut Vec<Way>,
    ) {
        let (mut open, mut more, mut moves) = (Vec::new(), Vec::new(), Vec::new());
        self.step(from, action, first, gone, &mut open, ways);
        for _ in 1..LONGEST_TURN {
            if open.is_empty() {
                return;
            }
            narrow(&mut open, self.plan.inner);
            for way in open.drain(..) {
                moves.clear();
                self.game.legal(&way.at, self.me, &mut moves);
                for action in moves.iter().filter(|action| worthwhile(action)) {
                    self.step(&way.at, action, first, (way.lost, way.turns), &mut more, ways);
                }
            }
            std::mem::swap(&mut open, &mut more);
        }
        ways.append(&mut open);
    }

    /// Plays an action. The position after it is an end, or inside the turn, or the beginning of the next turn.
    fn step(
        &mut self,
        from: &Position,
        action: &Action,
        first: usize,
        (lost, turns): (f64, f64),
        open: &mut Vec<Way>,
        ways: &mut Vec<Way>,
    ) {
        let mut at = from.clone();
        self.game.play_unchecked(&mut at, Actor::Seat(self.me), action);
        let lost = lost + turns * self.put_off(&action.command);
        self.judged += 1;
        let planning = from.phase == Phase::Action && from.turn == Some(self.me) || from.after.is_some();
        let goes_on = planning
            && at.phase == Phase::Action
            && at.round == from.round
            && !at.passed.contains(&self.me)
            && !at.dropped.contains(self.me);
        if !goes_on {
            let value = self.judge.worth(&at) - lost;
            self.best[first] = self.best[first].max(value);
            return;
        }
        let adds = self.game.adding(&at) == Some(self.me);
        let inside = adds || at.turn == Some(self.me) && (at.doing.actions == 0 || owes(&at, self.me));
        let mut turns = turns;
        if !inside {
            come_back(&mut at, self.me);
            turns += 1.0;
        }
        let value = self.judge.worth(&at) - lost;
        let mut hasher = std::hash::DefaultHasher::new();
        at.player(self.me).hash(&mut hasher);
        let way = Way { value, first, lost, turns, key: hasher.finish(), at };
        if inside { open.push(way) } else { ways.push(way) }
    }

    /// What an action loses for each turn it is put off.
    const fn put_off(&self, command: &Command) -> f64 {
        let weights = self.judge.weights();
        match command {
            Command::Power(_) => weights.put_off_power,
            Command::Build(_) | Command::Transform(..) | Command::Send(..) => weights.put_off_land,
            Command::Pass(_) => 0.0,
            _ => weights.put_off,
        }
    }
}

/// Keeps the best ways; of those that lead to the same the best one.
fn narrow(ways: &mut Vec<Way>, width: usize) {
    ways.sort_by(|a, b| b.value.total_cmp(&a.value).then(a.first.cmp(&b.first)));
    let mut kept: Vec<Way> = Vec::with_capacity(width);
    for way in ways.drain(..) {
        if kept.len() == width {
            break;
        }
        if kept.iter().all(|other| other.key != way.key) {
            kept.push(way);
        }
    }
    *ways = kept;
}

fn owes(at: &Position, me: Seat) -> bool {
    Owed::ALL.into_iter().any(|owed| at.player(me).owed[owed] > 0)
}

/// Gives the turn back to a seat as if the others had done nothing.
pub(super) fn come_back(at: &mut Position, me: Seat) {
    at.offers.retain(|offer| offer.to == me);
    at.turn = Some(me);
    at.doing = Doing::default();
    at.after = None;
}

/// Whether an action is looked at inside a plan: those that sell workers, priests or points are not.
fn worthwhile(action: &Action) -> bool {
    let sold = [
        Conversion::PriestToWorker,
        Conversion::PriestToCoin,
        Conversion::WorkerToCoin,
        Conversion::PointToCoin,
    ];
    let drops = matches!(action.command, Command::Drop | Command::Wait);
    !drops && sold.iter().all(|kind| action.before.0[kind.index()] == 0)
}
