//! What happens by itself: hex effects, removals, summoning and recruiting, the end (R-BTL-20 to R-BTL-23,
//! R-BTL-42 to R-BTL-48, R-BTL-90 to R-BTL-117).

use super::creatures::Kind;
use super::ground::hex_effect;
use super::position::{Blood, End, How, Pending, Phase, Position, Slot, side_bits, slots};
use super::setup::LEGION;
use super::variant::MOST_KINDS;
use super::{Battle, Side};
use hexwright_core::Key;

/// Turns of a battle (R-BTL-21).
pub(super) const TURNS: u8 = 7;

/// The recruit phase of this turn is the one that counts (R-BTL-100).
const REINFORCEMENT: u8 = 4;

impl Battle {
    /// Ends the present phase and begins the next one.
    pub(super) fn advance(&self, position: &mut Position) {
        let side = position.active;
        match position.phase {
            Phase::Recruit | Phase::Summon => {
                if position.blood == Blood::Offered {
                    position.blood = Blood::Used;
                }
                position.phase = Phase::Move;
            }
            Phase::Move => {
                self.remove_outside(position, side);
                position.moved = 0;
                self.apply_hex_effects(position);
                position.phase = Phase::Fight;
            }
            Phase::Fight => {
                position.struck = 0;
                position.phase = Phase::Strikeback;
                position.active = side.other();
            }
            Phase::Strikeback => {
                position.struck = 0;
                self.remove_dead(position);
                if self.check_end(position) {
                    return;
                }
                match side {
                    Side::Attacker => {
                        position.phase = Phase::Summon;
                        if position.blood == Blood::Drawn {
                            let may = self.may_summon(position);
                            position.blood = if may { Blood::Offered } else { Blood::Used };
                        }
                    }
                    Side::Defender if position.turn == TURNS => self.time_loss(position),
                    Side::Defender => {
                        position.turn += 1;
                        position.phase = Phase::Recruit;
                    }
                }
            }
        }
    }

    /// Passes phases in which nothing can be decided.
    pub(super) fn settle(&self, position: &mut Position) {
        while position.end.is_none() && position.pending == Pending::None && !self.has_decision(position) {
            self.advance(position);
        }
    }

    fn has_decision(&self, position: &Position) -> bool {
        match position.phase {
            Phase::Move => true,
            Phase::Summon => position.blood == Blood::Offered,
            Phase::Recruit => self.may_recruit(position),
            Phase::Fight | Phase::Strikeback => {
                let ready = position.present & side_bits(position.active) & !position.struck;
                slots(ready).any(|slot| !self.targets(position, slot).0.is_empty())
            }
        }
    }

    /// Creatures still outside at the end of their move phase, or when their side concedes, leave the battle: killed in
    /// turn 1, sent back later (R-BTL-43).
    fn remove_outside(&self, position: &mut Position, side: Side) {
        for slot in slots(position.present & side_bits(side)) {
            if position.unit(slot).hex().is_some() {
                continue;
            }
            let kind = position.unit(slot).kind;
            if position.turn == 1 {
                self.count_removal(position, slot);
            } else if side == Side::Attacker {
                if let Some(place) = self.angel(kind) {
                    position.angels[place] += 1;
                }
                position.summoned = false;
            } else {
                position.recruited = false;
            }
            position.take_out(slot);
        }
    }

    /// R-BTL-46 and R-BTL-48.
    fn apply_hex_effects(&self, position: &mut Position) {
        for hex in self.ground.active.and(position.occupied()).iter() {
            let slot = Slot(position.at[hex]);
            let unit = &mut position.units[slot.index()];
            let (hits, slowing) = hex_effect(self.traits(unit.kind), self.ground.terrain[hex]);
            unit.hits = unit.hits.saturating_add_signed(hits);
            unit.slowing += slowing;
            if unit.hits >= self.power(slot.side(), unit.kind) {
                position.kill(slot);
            }
        }
    }

    /// Books the value of a creature that leaves the battle as killed (R-BTL-91).
    fn count_removal(&self, position: &mut Position, slot: Slot) {
        let side = slot.side();
        let kind = position.unit(slot).kind;
        position.tally[side.other().index()] += self.value(side, kind);
        position.titans_lost[side.index()] |= self.traits(kind).titan;
    }

    /// R-BTL-90.
    fn remove_dead(&self, position: &mut Position) {
        for slot in slots(position.dead) {
            self.count_removal(position, slot);
            let on_board = position.unit(slot).hex().is_some();
            if slot.side() == Side::Defender && on_board && position.blood == Blood::None {
                position.blood = Blood::Drawn;
            }
            position.take_out(slot);
        }
    }

    /// Ends the battle if one of the situations of R-BTL-104 is there.
    fn check_end(&self, position: &mut Position) -> bool {
        let empty = |side: Side| position.present & side_bits(side) == 0;
        let (no_defender, no_attacker) = (empty(Side::Defender), empty(Side::Attacker));
        let survivors = |side: Side| if empty(side) { None } else { Some(side) };
        let (how, winner) = match position.titans_lost {
            [true, true] => (How::Titans, None),
            [true, false] => (How::Titan, survivors(Side::Attacker)),
            [false, true] => (How::Titan, survivors(Side::Defender)),
            _ if no_defender && no_attacker => (How::Mutual, None),
            _ if no_defender => (How::Elimination, Some(Side::Attacker)),
            _ if no_attacker => (How::Elimination, Some(Side::Defender)),
            _ => return false,
        };
        let tally = winner.map_or(0, |side| position.tally[side.index()]);
        let mut gains = [0; 2];
        if let Some(side) = winner {
            gains[side.index()] = tally;
        }
        // the player of a fallen Titan is out; what is left of the legion gives half its value. If both fall,
        // the defender is taken out first and nobody is left to profit from the attacker's rest.
        let out = Side::ALL.iter().copied().find(|side| position.titans_lost[side.index()]);
        if let Some(side) = out {
            gains[side.other().index()] += self.legion_value(position, side) / 2;
        }
        for &side in Side::ALL {
            if position.titans_lost[side.index()] {
                self.disband(position, side);
            }
        }
        position.end = Some(End { how, winner, tally, gains });
        true
    }

    /// A legion leaves the game; nobody gets points for it.
    fn disband(&self, position: &mut Position, side: Side) {
        for slot in slots(position.present & side_bits(side)) {
            position.take_out(slot);
        }
    }

    /// R-BTL-108.
    fn time_loss(&self, position: &mut Position) {
        self.disband(position, Side::Attacker);
        let winner = Some(Side::Defender);
        position.end = Some(End { how: How::TimeLoss, winner, tally: 0, gains: [0; 2] });
    }

    /// R-BTL-117.
    pub(super) fn concede(&self, position: &mut Position, side: Side) {
        position.pending = Pending::None;
        self.remove_outside(position, side);
        for slot in slots(position.present & side_bits(side)) {
            position.kill(slot);
        }
        self.remove_dead(position);
        self.check_end(position);
    }

    /// Value of the creatures a side still has.
    #[must_use]
    pub fn legion_value(&self, position: &Position, side: Side) -> u16 {
        position.creatures(side).map(|slot| self.value(side, position.unit(slot).kind)).sum()
    }

    /// The place of a kind that can be summoned in [`Position::angels`].
    pub(super) fn angel(&self, kind: Kind) -> Option<usize> {
        self.setup.variant.summonable().iter().position(|&angel| angel == kind)
    }

    /// R-BTL-95, but for the moment.
    fn may_summon(&self, position: &Position) -> bool {
        position.creatures(Side::Attacker).count() < LEGION
            && !position.summoned
            && position.angels.iter().any(|&count| count > 0)
    }

    /// Whether the defender may recruit now (R-BTL-100).
    pub(super) fn may_recruit(&self, position: &Position) -> bool {
        position.phase == Phase::Recruit
            && position.turn == REINFORCEMENT
            && !position.recruited
            && position.creatures(Side::Defender).count() < LEGION
            && self.setup.variant.kinds().any(|kind| self.can_recruit(position, kind))
    }

    /// Whether the defender's creatures can recruit a kind and it is in stock (R-BTL-100, R-BTL-101).
    #[must_use]
    pub fn can_recruit(&self, position: &Position, kind: Kind) -> bool {
        let Some(terrain) = self.setup.terrain else { return false };
        if self.setup.exhausted.contains(&kind) {
            return false;
        }
        let mut legion = [0_u8; MOST_KINDS];
        position.creatures(Side::Defender).for_each(|slot| legion[position.unit(slot).kind.index()] += 1);
        let needed = |recruiter| self.setup.variant.needed(terrain, kind, recruiter);
        position.creatures(Side::Defender).any(|slot| {
            let recruiter = position.unit(slot).kind;
            needed(recruiter).is_some_and(|needed| legion[recruiter.index()] >= needed)
        })
    }

    /// Where the newcomer of a side goes in the list of its creatures.
    pub(super) fn newcomer(&self, side: Side) -> Slot {
        Slot::new(side, self.setup.legion(side).creatures.len()).unwrap_or(Slot(0))
    }
}
