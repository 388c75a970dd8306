//! How good a position is for a side, in points.
//!
//! [`Battle::material`] counts creatures and their wounds. [`Battle::prospects_of`] adds what is about to happen: the
//! strikes of creatures in contact, the enemies that can come into contact with the next move, ground that
//! protects natives, and the time that is left.

use super::ground::{hex_effect, protects_natives};
use super::legal::hexes;
use super::position::{Phase, Position, SLOTS, Slot, side_bits, slots};
use super::sight::range;
use super::{Battle, Blow, Kind, Side};

/// What counts how much. The values are those `examples/battle_players.rs` found by play.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Weights {
    /// Share of a creature's value that wounds do not touch: a wounded creature strikes with full power.
    pub unhurt: f64,
    /// Worth of a Titan beyond its point value: its death ends the battle.
    pub titan: f64,
    /// Damage that the next strikes will do.
    pub strikes: f64,
    /// Damage that strikes of the half-turn after will do.
    pub later_strikes: f64,
    /// Damage that enemies could do after their next move, to defenders and to attackers.
    pub threat: [f64; 2],
    /// Standing on ground that protects a native, as a share of its value.
    pub home: f64,
    /// Points per hex and creature that an attacker loses by being far from the nearest enemy, in turn 7.
    pub distance: f64,
    /// The same in turn 1, as a share.
    pub early: f64,
    /// Share of its worth that a creature outside loses.
    pub outside: f64,
    /// Fight phases for which the hex a creature stands in will hurt or heal it.
    pub hex_hits: f64,
    /// Points lost by being slowed in each fight phase.
    pub slowing: f64,
}

impl Weights {
    /// The weights of the shipped judge.
    pub const SHIPPED: Self = Self {
        unhurt: 0.45,
        titan: 150.0,
        strikes: 0.9,
        later_strikes: 1.375,
        threat: [0.064, 0.1],
        home: 0.04,
        distance: 4.0,
        early: 0.4,
        outside: 0.625,
        hex_hits: 1.5,
        slowing: 0.5,
    };

    /// Every weight, to be changed.
    pub fn each(&mut self) -> [&mut f64; 12] {
        let [defender, attacker] = &mut self.threat;
        [
            &mut self.unhurt,
            &mut self.titan,
            &mut self.strikes,
            &mut self.later_strikes,
            defender,
            attacker,
            &mut self.home,
            &mut self.distance,
            &mut self.early,
            &mut self.outside,
            &mut self.hex_hits,
            &mut self.slowing,
        ]
    }
}

/// Expected hits by creature.
type Damage = [f64; 2 * SLOTS];

impl Battle {
    /// Worth of a creature: its value, less for wounds.
    pub(super) fn worth(&self, weights: &Weights, position: &Position, slot: Slot) -> f64 {
        if position.is_dead(slot) {
            return 0.0;
        }
        let unit = position.unit(slot);
        let power = f64::from(self.power(slot.side(), unit.kind));
        let health = 1.0 - f64::from(unit.hits) / power;
        self.full_worth(weights, slot.side(), unit.kind) * (weights.unhurt + (1.0 - weights.unhurt) * health)
    }

    fn full_worth(&self, weights: &Weights, side: Side, kind: Kind) -> f64 {
        f64::from(self.value(side, kind)) + if self.traits(kind).titan { weights.titan } else { 0.0 }
    }

    /// Creatures of a side and their wounds.
    #[must_use]
    pub fn material(&self, position: &Position, side: Side) -> f64 {
        position.creatures(side).map(|slot| self.worth(&Weights::SHIPPED, position, slot)).sum()
    }

    /// Material and prospects of a side, less those of its enemy.
    #[must_use]
    pub fn judged(&self, position: &Position, side: Side) -> f64 {
        self.judged_by(&Weights::SHIPPED, position, side)
    }

    /// As [`Self::judged`], with other weights.
    #[must_use]
    pub fn judged_by(&self, weights: &Weights, position: &Position, side: Side) -> f64 {
        let mut damage = [0.0; 2 * SLOTS];
        for striker in slots(position.present) {
            self.expect_strike(weights, position, striker, &mut damage);
        }
        self.expect_threats(weights, position, &mut damage);
        let of = |side| self.prospects_of(weights, position, side, &damage);
        of(side) - of(side.other())
    }

    /// Worth of a side's creatures after the expected damage, and where they stand.
    fn prospects_of(&self, weights: &Weights, position: &Position, side: Side, damage: &Damage) -> f64 {
        let mut sum = 0.0;
        let enemies = position.living(side.other());
        let late = weights.early + (1.0 - weights.early) * f64::from(position.turn - 1) / 6.0;
        for slot in position.creatures(side).filter(|&slot| !position.is_dead(slot)) {
            let unit = position.unit(slot);
            let worth = self.worth(weights, position, slot);
            let left = f64::from(self.power(side, unit.kind) - unit.hits);
            let (hits, slowing) = unit
                .hex()
                .map_or((0, 0), |hex| hex_effect(self.traits(unit.kind), self.ground.terrain[hex.index()]));
            let suffered = damage[slot.index()] + weights.hex_hits * f64::from(hits);
            sum -= weights.slowing * f64::from(slowing);
            // certain death would cost everything; a part of the hits needed costs less than its share
            let part = (suffered / left).clamp(0.0, 1.0);
            sum += worth * (1.0 - part * (0.4 + 0.6 * part));
            let Some(hex) = unit.hex() else {
                // whoever is outside when the move ends is lost
                sum -= weights.outside * worth;
                continue;
            };
            let terrain = self.ground.terrain[hex.index()];
            if protects_natives(terrain) && self.traits(unit.kind).native_to(terrain) {
                sum += weights.home * worth;
            }
            if side == Side::Attacker && !enemies.is_empty() {
                let nearest = hexes(enemies).map(|enemy| range(hex, enemy)).min().unwrap_or(2);
                sum -= weights.distance * late * f64::from(nearest.saturating_sub(2));
            }
        }
        sum
    }

    /// Adds what a creature's next strike does to the enemy it hurts most.
    fn expect_strike(&self, weights: &Weights, position: &Position, striker: Slot, damage: &mut Damage) {
        let side = striker.side();
        let Some(hex) = position.unit(striker).hex() else { return };
        let due = match position.phase {
            Phase::Fight | Phase::Strikeback if side == position.active => !position.has_struck(striker),
            Phase::Strikeback => false,
            _ => true,
        };
        let weight = if due { weights.strikes } else { weights.later_strikes };
        if position.is_dead(striker) && !due {
            return;
        }
        let near = self.ground.contact[hex.index()].and(position.living(side.other()));
        let mut best: Option<(Slot, f64, f64)> = None;
        for target in hexes(near).filter_map(|hex| position.occupant(hex)) {
            let blow = self.melee(position, striker, target);
            let unit = position.unit(target);
            let left = f64::from(self.power(target.side(), unit.kind) - unit.hits);
            let hits = (f64::from(blow.dice) * f64::from(7 - blow.number) / 6.0).min(left);
            let gain = hits / left * self.full_worth(weights, target.side(), unit.kind);
            if best.is_none_or(|(_, _, most)| gain > most) {
                best = Some((target, hits, gain));
            }
        }
        if let Some((target, hits, _)) = best {
            damage[target.index()] += weight * hits;
        } else if due
            && self.traits(position.unit(striker).kind).rangestrikes
            && position.phase == Phase::Move
        {
            self.expect_shot(weights, position, striker, damage);
        }
    }

    /// A rangestriker with nobody beside it will shoot somebody in reach.
    fn expect_shot(&self, weights: &Weights, position: &Position, striker: Slot, damage: &mut Damage) {
        if striker.side() != position.active {
            return;
        }
        let mut fight = *position;
        fight.phase = Phase::Fight;
        let (targets, ranged) = self.targets(&fight, striker);
        let mut best: Option<(Slot, f64, f64)> = None;
        for hex in hexes(targets).filter(|_| ranged) {
            let Some(target) = position.occupant(hex) else { continue };
            let options = self.strike_options(&fight, striker, hex, true);
            let Some(option) = options.first() else { continue };
            let hits = f64::from(option.blow.dice) * f64::from(7 - option.blow.number) / 6.0;
            let unit = position.unit(target);
            let power = f64::from(self.power(target.side(), unit.kind));
            let gain = hits / power * self.full_worth(weights, target.side(), unit.kind);
            if best.is_none_or(|(_, _, most)| gain > most) {
                best = Some((target, hits, gain));
            }
        }
        if let Some((target, hits, _)) = best {
            damage[target.index()] += weights.strikes * hits;
        }
    }

    /// What a strike takes from the enemy on average, in points.
    pub(super) fn strike_gain(
        &self,
        weights: &Weights,
        position: &Position,
        blow: Blow,
        target: Slot,
    ) -> f64 {
        let unit = position.unit(target);
        let power = self.power(target.side(), unit.kind);
        let left = power - unit.hits;
        let full = self.full_worth(weights, target.side(), unit.kind);
        let each = (1.0 - weights.unhurt) * full / f64::from(power);
        let whole = self.worth(weights, position, target);
        let (hit, miss) =
            (f64::from(7 - blow.number.clamp(1, 6)) / 6.0, f64::from(blow.number.clamp(1, 6) - 1) / 6.0);
        // chances of fewer hits than needed, one after the other; the rest of the chance kills
        let (mut gain, mut open) = (0.0, 1.0);
        if miss > 0.0 {
            let mut chance = (0..blow.dice).fold(1.0, |chance, _| chance * miss);
            for hits in 0..left.min(blow.dice + 1) {
                gain += chance * each * f64::from(hits);
                open -= chance;
                chance *= hit / miss * f64::from(blow.dice - hits) / f64::from(hits + 1);
            }
        } else if blow.dice < left {
            return each * f64::from(blow.dice);
        }
        gain + open.max(0.0) * whole
    }

    /// Adds what creatures could do that can come into contact with the next move of their side.
    fn expect_threats(&self, weights: &Weights, position: &Position, damage: &mut Damage) {
        // the side that has moved already waits for the other
        let moves_next = match position.phase {
            Phase::Move | Phase::Summon | Phase::Recruit => position.active.other(),
            Phase::Fight => position.active.other(),
            Phase::Strikeback => position.active,
        };
        let victims = position.living(moves_next.other());
        for slot in slots(position.present & side_bits(moves_next) & !position.dead) {
            if self.is_engaged(position, slot) {
                continue;
            }
            let reach = self.destinations(position, slot);
            if reach.is_empty() {
                continue;
            }
            let kind = position.unit(slot).kind;
            let power = f64::from(self.power(slot.side(), kind));
            for hex in hexes(victims) {
                if reach.and(self.ground.contact[hex.index()]).is_empty() {
                    continue;
                }
                let Some(target) = position.occupant(hex) else { continue };
                let skill = |kind| self.traits(kind).skill as i8;
                let number = (4 + skill(position.unit(target).kind) - skill(kind)).clamp(1, 6);
                damage[target.index()] +=
                    weights.threat[target.side() as usize] * power * f64::from(7 - number) / 6.0;
            }
        }
    }
}
