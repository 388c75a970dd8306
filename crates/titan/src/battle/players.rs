//! Players of battles that judge: at once, or by playing on in their heads.
//!
//! ```
//! use hexwright_core::{Fast, Game as _, Seat};
//! use hexwright_titan::battle::Battle;
//! use hexwright_titan::battle::players::{Level, LevelPlayer};
//! use hexwright_titan::battle::playout::{Policy as _, random_setup};
//!
//! let battle = Battle::new(random_setup(&mut Fast::new(3, 0))).unwrap();
//! let position = battle.start();
//! let mut legal = Vec::new();
//! battle.legal(&position, Seat(0), &mut legal);
//! // the same numbers give the same choice
//! let choose = || LevelPlayer::new(Level::Calm).choose(&battle, &position, &legal, &mut Fast::new(1, 0));
//! assert_eq!(choose(), choose());
//! ```

use super::phases::TURNS;
use super::playout::{Buffers, Policy};
use super::position::{Phase, Position};
use super::{Action, Battle, Side, Weights};
use hexwright_core::{Actor, Fast, Game as _, Random as _, Turn, Weighted};

/// Takes the action after which its side's position is judged best; dice are averaged.
#[derive(Clone, Debug)]
pub struct Judging {
    /// What counts how much; none counts creatures and wounds alone.
    weights: Option<Weights>,
    outcomes: Vec<Weighted<Action>>,
}

impl Default for Judging {
    fn default() -> Self {
        Self::with(Weights::SHIPPED)
    }
}

impl Judging {
    /// Counts creatures and wounds alone: the one-step greedy player.
    #[must_use]
    pub fn by_material() -> Self {
        Self { weights: None, outcomes: Vec::new() }
    }

    /// Judges with these weights.
    #[must_use]
    pub const fn with(weights: Weights) -> Self {
        Self { weights: Some(weights), outcomes: Vec::new() }
    }

    fn judged(&self, battle: &Battle, position: &Position, side: Side) -> f64 {
        match &self.weights {
            Some(weights) => battle.judged_by(weights, position, side),
            None => battle.material(position, side) - battle.material(position, side.other()),
        }
    }

    /// The judged value of an action of the active side. Strikes are compared by what they take from the enemy, other
    /// actions by the position they lead to.
    pub(super) fn value_of(&mut self, battle: &Battle, position: &Position, action: &Action) -> f64 {
        if let (Some(weights), Phase::Fight | Phase::Strikeback) = (&self.weights, position.phase()) {
            match *action {
                Action::Carry(hex) => {
                    return position.occupant(hex).map_or(0.0, |slot| battle.worth(weights, position, slot));
                }
                Action::Strike { .. } => {
                    let chosen = battle.chosen(position, action);
                    return chosen.map_or(0.0, |(_, target, option)| {
                        let carried = 0.05 * option.carry.len() as f64;
                        carried + battle.strike_gain(weights, position, option.blow, target)
                    });
                }
                Action::Done => return 0.0,
                _ => {}
            }
        }
        let side = position.active();
        let mut after = *position;
        battle.play_unchecked(&mut after, Actor::Seat(super::contract::seat_of(side)), action);
        self.value(battle, &after, side)
    }

    /// The judged value of a position, averaged over a roll that is due.
    fn value(&mut self, battle: &Battle, position: &Position, side: Side) -> f64 {
        if let Some(end) = position.end() {
            return match end.winner {
                Some(winner) if winner == side => WIN,
                Some(_) => -WIN,
                None => 0.0,
            };
        }
        let start = self.outcomes.len();
        battle.list_outcomes(position, &mut self.outcomes);
        if self.outcomes.len() == start {
            return self.judged(battle, position, side);
        }
        let (mut sum, mut weights) = (0.0, 0.0);
        for place in start..self.outcomes.len() {
            let Weighted { action, weight } = self.outcomes[place];
            let mut after = *position;
            battle.play_unchecked(&mut after, Actor::Chance, &action);
            // of very many dice only the first portion is averaged
            let value = match battle.turn(&after) {
                Turn::Chance => self.judged(battle, &after, side),
                _ => self.value(battle, &after, side),
            };
            sum += f64::from(weight) * value;
            weights += f64::from(weight);
        }
        self.outcomes.truncate(start);
        sum / weights
    }
}

/// Value of a won battle: more than any position.
const WIN: f64 = 10_000.0;

impl Policy for Judging {
    fn choose(&mut self, battle: &Battle, position: &Position, legal: &[Action], _: &mut Fast) -> usize {
        if legal.len() == 1 {
            return 0;
        }
        let mut best = (0, f64::NEG_INFINITY);
        for (place, action) in legal.iter().enumerate() {
            let value = self.value_of(battle, position, action);
            if value > best.1 {
                best = (place, value);
            }
        }
        best.0
    }
}

/// The levels people choose an opponent by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// Judges each action at once, and wrongly now and then.
    Calm,
    /// Looks ahead a little.
    Keen,
    /// Looks ahead farther and much more often.
    Fierce,
}

impl Level {
    /// How far it looks ahead; `calm` does not, so it has the depth of `keen` when it is asked for values.
    #[must_use]
    pub const fn depth(self) -> Depth {
        match self {
            Self::Calm | Self::Keen => Depth { candidates: 4, battles: 24, turns: 1, ..Depth::CHANCES },
            Self::Fierce => {
                Depth { candidates: 8, battles: 400, turns: 2, trust: 8.0, left: 1.0, slips: 0.3 }
            }
        }
    }
}

/// A player of a level.
#[derive(Clone, Debug)]
pub enum LevelPlayer {
    /// Judges at once; this share of its decisions is drawn from the better half of the actions.
    Hasty(Judging, f64),
    /// Looks ahead.
    Ahead(Lookahead),
}

/// One decision of so many is a mistake of `calm`.
const MISTAKES: f64 = 0.2;

impl LevelPlayer {
    /// The player of a level.
    #[must_use]
    pub fn new(level: Level) -> Self {
        match level {
            Level::Calm => Self::Hasty(Judging::default(), MISTAKES),
            Level::Keen | Level::Fierce => Self::Ahead(Lookahead::new(level.depth())),
        }
    }
}

/// How much a player looks ahead. Everything is counted in battles, never in time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Depth {
    /// Actions that are tried: those that are judged best.
    pub candidates: usize,
    /// Battles that are played on for one decision.
    pub battles: usize,
    /// Turns that are played on before the position is judged.
    pub turns: u8,
    /// Battles that the first judgement of an action counts for: a few battles played on are mostly luck.
    pub trust: f64,
    /// What all creatures are worth beside a won battle. What is left shows sooner than the winner who plays well.
    pub left: f64,
    /// Share of the enemy's decisions that are drawn by lot: a plan that only works against the best reply, or only
    /// fears it, is worth less against anybody else.
    pub slips: f64,
}

impl Depth {
    /// Battles to their end between players that do not slip: what is found is the chance to win.
    pub const CHANCES: Self =
        Self { candidates: 16, battles: 160, turns: TURNS, trust: 0.0, left: 0.1, slips: 0.0 };
}

/// Judges at once, but draws this share of its decisions by lot.
struct Slipping<'a>(&'a mut Judging, f64);

impl Policy for Slipping<'_> {
    fn choose(&mut self, battle: &Battle, position: &Position, legal: &[Action], random: &mut Fast) -> usize {
        if self.1 > 0.0 && random.index(1_000) < (1_000.0 * self.1) as usize {
            return random.index(legal.len());
        }
        self.0.choose(battle, position, legal, random)
    }
}

/// Plays the battle on after each of the actions it judges best, drops the worse half, plays on after the others, and
/// so forth; takes the one that does best.
#[derive(Clone, Debug)]
pub struct Lookahead {
    judge: Judging,
    depth: Depth,
}

/// A judged difference, as a share of both legions' values, at which the side ahead wins three battles of four.
const CLEAR_LEAD: f64 = 0.15;

/// What a round more is worth among the values: more than anything found in a round, so that no action dropped
/// earlier comes before one tried longer.
const ROUND: f64 = 8.0;

impl Lookahead {
    /// Looks ahead so far.
    #[must_use]
    pub fn new(depth: Depth) -> Self {
        Self { judge: Judging::default(), depth }
    }

    /// The value of each listed action: what was found for the actions tried longest, with [`Depth::CHANCES`] the chance to
    /// win; less for those dropped earlier.
    pub fn values(
        &mut self,
        battle: &Battle,
        position: &Position,
        legal: &[Action],
        random: &mut Fast,
    ) -> Vec<f64> {
        let judged = legal.iter().map(|action| self.judge.value_of(battle, position, action));
        let mut order: Vec<(f64, usize)> = judged.zip(0..).collect();
        let best_first = |a: &(f64, usize), b: &(f64, usize)| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1));
        order.sort_by(best_first);
        let mut values = vec![0.0; legal.len()];
        for (rank, &(_, place)) in order.iter().enumerate() {
            values[place] = -(rank as f64) - 1.0;
        }
        // how much worse each action is judged than the best, as a share of a win
        let most = order.first().map_or(0.0, |(value, _)| *value);
        let mut first = vec![0.0; legal.len()];
        for &(value, place) in &order {
            first[place] = 0.5 * (value - most) / (CLEAR_LEAD * whole(battle));
        }
        let seed = random.next_u64();
        let mut tried: Vec<(f64, usize)> = order.iter().take(self.depth.candidates).copied().collect();
        let mut sums = vec![0.0; legal.len()];
        let rounds = tried.len().next_power_of_two().trailing_zeros().max(1) as usize;
        let mut played = 0;
        for round in 0..rounds {
            let more = (self.depth.battles / (rounds * tried.len())).max(1);
            for (value, place) in &mut tried {
                // every action meets the same dice
                for number in played..played + more {
                    let mut dice = Fast::new(seed, number as u64);
                    sums[*place] += self.play_on(battle, position, &legal[*place], &mut dice);
                }
                let judged = self.depth.trust * first[*place];
                *value = (sums[*place] + judged) / (played + more) as f64;
                values[*place] = ROUND * round as f64 + *value;
            }
            played += more;
            tried.sort_by(best_first);
            tried.truncate(tried.len().div_ceil(2).max(1));
        }
        // of those tried to the end, nothing else than the chance to win is told
        let last = ROUND * (rounds - 1) as f64;
        values.iter_mut().for_each(|value| *value -= last);
        values
    }

    /// The share of a win that an action brought its side.
    fn play_on(&mut self, battle: &Battle, position: &Position, action: &Action, dice: &mut Fast) -> f64 {
        let side = position.active();
        let mut after = *position;
        battle.play_unchecked(&mut after, Actor::Seat(super::contract::seat_of(side)), action);
        let mut other = self.judge.clone();
        let mut enemy = Slipping(&mut other, self.depth.slips);
        let sides: [&mut dyn Policy; 2] = match side {
            Side::Defender => [&mut self.judge, &mut enemy],
            Side::Attacker => [&mut enemy, &mut self.judge],
        };
        let last_turn = position.turn().saturating_add(self.depth.turns);
        let end = battle.play_on(after, sides, dice, &mut Buffers::default(), last_turn, &mut |_, _| {});
        let whole = whole(battle);
        let Some(result) = end.end() else {
            let lead = battle.judged(&end, side) / (CLEAR_LEAD * whole);
            return 0.5 + 0.5 * lead / (1.0 + lead.abs());
        };
        // among wins, and among defeats, what is left decides
        let left = battle.material(&end, side) - battle.material(&end, side.other());
        let won = match result.winner {
            Some(winner) if winner == side => 1.0,
            Some(_) => 0.0,
            None => 0.5,
        };
        won + self.depth.left * left / whole
    }
}

/// The value of both legions.
fn whole(battle: &Battle) -> f64 {
    f64::from(battle.setup().value(Side::Attacker) + battle.setup().value(Side::Defender)).max(1.0)
}

impl Policy for Lookahead {
    fn choose(&mut self, battle: &Battle, position: &Position, legal: &[Action], random: &mut Fast) -> usize {
        if legal.len() == 1 {
            return 0;
        }
        let values = self.values(battle, position, legal, random);
        let best = (0..legal.len()).max_by(|&a, &b| values[a].total_cmp(&values[b]).then(b.cmp(&a)));
        best.unwrap_or(0)
    }
}

impl Policy for LevelPlayer {
    fn choose(&mut self, battle: &Battle, position: &Position, legal: &[Action], random: &mut Fast) -> usize {
        match self {
            Self::Hasty(judge, mistakes) if legal.len() > 2 => {
                let judged = legal.iter().map(|action| judge.value_of(battle, position, action));
                let mut order: Vec<(f64, usize)> = judged.zip(0..).collect();
                order.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
                let wrong = random.index(1_000) < (1_000.0 * *mistakes) as usize;
                order[if wrong { random.index(order.len().div_ceil(2)) } else { 0 }].1
            }
            Self::Hasty(judge, _) => judge.choose(battle, position, legal, random),
            Self::Ahead(ahead) => ahead.choose(battle, position, legal, random),
        }
    }
}
