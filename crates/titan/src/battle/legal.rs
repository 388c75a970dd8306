//! Listing and playing actions: the one place where a position changes.

use super::creatures::Kind;
use super::position::{Blood, Pending, Phase, Position, Slot, side_bits, slots};
use super::strikes::StrikeOption;
use super::{Action, Battle, Side};
use crate::{HexId, HexSet};
use hexwright_core::{Fast, Random, Weighted};

/// Most dice of one outcome of chance: 6 to this power still fits a weight. More dice are rolled in portions.
pub(super) const PORTION: u8 = 12;

impl Battle {
    /// Appends the legal actions of the active side, concession aside.
    pub(super) fn list(&self, position: &Position, out: &mut Vec<Action>) {
        if position.end.is_some() {
            return;
        }
        match position.pending {
            Pending::Roll { .. } => return,
            Pending::Carry { targets, .. } => {
                out.extend(hexes(targets).map(Action::Carry));
                out.push(Action::Done);
                return;
            }
            Pending::None => {}
        }
        match position.phase {
            Phase::Move => self.list_moves(position, out),
            Phase::Fight | Phase::Strikeback => self.list_strikes(position, out),
            Phase::Summon => {
                let all = self.setup.variant.summonable().iter();
                let open = all.zip(position.angels).filter(|(_, count)| *count > 0);
                out.extend(open.map(|(&kind, _)| Action::Summon(kind)));
            }
            Phase::Recruit => {
                let open = self.setup.variant.kinds().filter(|&kind| self.can_recruit(position, kind));
                out.extend(open.map(Action::Recruit));
            }
        }
        if self.may_finish(position) {
            out.push(Action::Done);
        }
    }

    fn list_moves(&self, position: &Position, out: &mut Vec<Action>) {
        let mut kinds_outside = 0_u128;
        for slot in slots(position.present & side_bits(position.active) & !position.moved) {
            let unit = position.unit(slot);
            match unit.hex() {
                Some(from) => {
                    let to = hexes(self.destinations(position, slot));
                    out.extend(to.map(|to| Action::Move { from, to }));
                }
                // equal kinds are the same outside
                None if kinds_outside >> unit.kind.index() & 1 == 1 => {}
                None => {
                    kinds_outside |= 1 << unit.kind.index();
                    let to = hexes(self.destinations(position, slot));
                    out.extend(to.map(|to| Action::Enter { kind: unit.kind, to }));
                }
            }
        }
    }

    fn list_strikes(&self, position: &Position, out: &mut Vec<Action>) {
        for slot in slots(position.present & side_bits(position.active) & !position.struck) {
            let Some(from) = position.unit(slot).hex() else { continue };
            let (targets, ranged) = self.targets(position, slot);
            for target in hexes(targets) {
                let options = self.strike_options(position, slot, target, ranged);
                if options.len() == 1 {
                    out.push(Action::Strike { from, target, option: None });
                } else {
                    let each = options.iter();
                    out.extend(each.map(|o| Action::Strike { from, target, option: Some(o.blow) }));
                }
            }
        }
    }

    /// Whether the phase can be ended: no forced strike is left (R-BTL-22).
    pub(super) fn may_finish(&self, position: &Position) -> bool {
        let ready = position.present & side_bits(position.active) & !position.struck;
        !matches!(position.phase, Phase::Fight | Phase::Strikeback)
            || !slots(ready).any(|slot| self.is_engaged(position, slot))
    }

    /// The way of a strike, if it is one of the ways there are.
    pub(super) fn chosen(&self, position: &Position, action: &Action) -> Option<(Slot, Slot, StrikeOption)> {
        let Action::Strike { from, target, option } = *action else { return None };
        let (striker, victim) = (position.occupant(from)?, position.occupant(target)?);
        let (targets, ranged) = self.targets(position, striker);
        let options = self.strike_options(position, striker, target, ranged);
        let found = match option {
            None if options.len() == 1 => options[0],
            None => return None,
            Some(_) if options.len() == 1 => return None,
            Some(blow) => *options.iter().find(|o| o.blow == blow)?,
        };
        targets.contains(target.index()).then_some((striker, victim, found))
    }

    /// Plays a legal action; phases without a decision are not passed yet.
    pub(super) fn apply(&self, position: &mut Position, side: Side, action: &Action) {
        match *action {
            Action::Enter { kind, to } => {
                if let Some(slot) = self.outside(position, side, kind) {
                    position.put(slot, to);
                    position.moved |= slot.bit();
                }
            }
            Action::Move { from, to } => {
                if let Some(slot) = position.occupant(from) {
                    position.put(slot, to);
                    position.moved |= slot.bit();
                }
            }
            Action::Strike { .. } => {
                if let Some((striker, target, option)) = self.chosen(position, action) {
                    position.struck |= striker.bit();
                    position.pending = Pending::Roll {
                        target,
                        dice: option.blow.dice,
                        number: option.blow.number,
                        hits: 0,
                        carry: option.carry,
                    };
                }
            }
            Action::Hits(hits) => self.roll(position, hits),
            Action::Carry(hex) => self.carry(position, hex),
            Action::Summon(kind) => {
                if let Some(place) = self.angel(kind) {
                    position.angels[place] = position.angels[place].saturating_sub(1);
                }
                position.summoned = true;
                position.join(self.newcomer(Side::Attacker), kind);
                self.advance(position);
            }
            Action::Recruit(kind) => {
                position.recruited = true;
                position.join(self.newcomer(Side::Defender), kind);
                self.advance(position);
            }
            Action::Done if position.pending != Pending::None => position.pending = Pending::None,
            Action::Done => self.advance(position),
            Action::Concede => self.concede(position, side),
        }
    }

    /// The first creature of a kind outside that has not moved.
    pub(super) fn outside(&self, position: &Position, side: Side, kind: Kind) -> Option<Slot> {
        position.creatures(side).find(|&slot| {
            let unit = position.unit(slot);
            unit.kind == kind && unit.hex().is_none()
        })
    }

    /// Dice have fallen.
    fn roll(&self, position: &mut Position, new: u8) {
        let Pending::Roll { target, dice, number, hits, carry } = position.pending else { return };
        let hits = hits + new;
        if dice > PORTION {
            let dice = dice - PORTION;
            position.pending = Pending::Roll { target, dice, number, hits, carry };
            return;
        }
        let left = self.hurt(position, target, hits);
        position.pending = match carry {
            targets if left > 0 && !targets.is_empty() => Pending::Carry { hits: left, targets },
            _ => Pending::None,
        };
    }

    fn carry(&self, position: &mut Position, hex: HexId) {
        let Pending::Carry { hits, mut targets } = position.pending else { return };
        let Some(target) = position.occupant(hex) else { return };
        let left = self.hurt(position, target, hits);
        targets.remove(hex.index());
        position.pending = match left {
            hits if hits > 0 && !targets.is_empty() => Pending::Carry { hits, targets },
            _ => Pending::None,
        };
    }

    /// Gives a creature hits, as many as it needs to die; returns the rest.
    fn hurt(&self, position: &mut Position, target: Slot, hits: u8) -> u8 {
        let unit = &mut position.units[target.index()];
        let power = self.power(target.side(), unit.kind);
        let taken = hits.min(power - unit.hits);
        unit.hits += taken;
        if unit.hits == power {
            position.kill(target);
        }
        hits - taken
    }

    /// Appends the outcomes of a roll: binomial weights (R-BTL-54).
    pub(super) fn list_outcomes(&self, position: &Position, out: &mut Vec<Weighted<Action>>) {
        let Some((dice, number)) = portion(position) else { return };
        let (hit, miss) = (u64::from(7 - number), u64::from(number - 1));
        let mut ways = 1_u64;
        for hits in 0..=dice {
            let weight = ways * hit.pow(hits.into()) * miss.pow((dice - hits).into());
            if weight > 0 {
                out.push(Weighted { action: Action::Hits(hits), weight: weight as u32 });
            }
            ways = ways * u64::from(dice - hits) / u64::from(hits + 1);
        }
    }

    /// Rolls the dice of a portion.
    pub(super) fn draw_hits(&self, position: &Position, random: &mut Fast) -> Option<Action> {
        let (dice, number) = portion(position)?;
        // twelve digits to base six are less than 2^32: two bits of 64 decide nothing
        let mut word = random.below(6_u64.pow(dice.into()));
        let mut hits = 0;
        for _ in 0..dice {
            hits += u8::from(word % 6 + 1 >= number.into());
            word /= 6;
        }
        Some(Action::Hits(hits))
    }
}

/// Dice and number of the next outcome.
pub(super) fn portion(position: &Position) -> Option<(u8, u8)> {
    match position.pending {
        Pending::Roll { dice, number, .. } => Some((dice.min(PORTION), number.clamp(1, 6))),
        _ => None,
    }
}

/// The hexes of a set.
pub(super) fn hexes(set: HexSet) -> impl Iterator<Item = HexId> {
    set.iter().filter_map(HexId::from_index)
}

impl Battle {
    /// Whether the attacker may summon now.
    pub(super) fn may_summon_now(position: &Position) -> bool {
        position.phase == Phase::Summon && position.blood == Blood::Offered
    }
}
