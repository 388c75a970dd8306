//! Strikes, rangestrikes, carries and penalties (R-BTL-50 to R-BTL-84).

use super::Battle;
use super::ground::protects;
use super::position::{Phase, Position, Slot};
use crate::board::HEXES;
use crate::{HexId, HexSet, Terrain};
use arrayvec::ArrayVec;
use hexwright_core::Key;

/// Dice and the number each of them must reach.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Blow {
    /// Dice rolled.
    pub dice: u8,
    /// A die that shows this or more is a hit.
    pub number: u8,
}

impl std::fmt::Display for Blow {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}@{}", self.dice, self.number)
    }
}

/// One way to strike a target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StrikeOption {
    /// What is rolled.
    pub blow: Blow,
    /// Hexes that excess hits may be carried to.
    pub carry: HexSet,
}

/// All ways to strike a target: the first is the one without a penalty.
pub type StrikeOptions = ArrayVec<StrikeOption, 6>;

/// The side of each hex on which a neighbour lies; 6 if it is none.
const SIDES: [[u8; HEXES]; HEXES] = {
    let mut sides = [[6; HEXES]; HEXES];
    let mut i = 0;
    while i < HEXES {
        let mut side = 0;
        while side < 6 {
            if let Some(hex) = HexId::from_index(i)
                && let Some(other) = hex.neighbour(side)
            {
                sides[i][other.index()] = side as u8;
            }
            side += 1;
        }
        i += 1;
    }
    sides
};

impl Battle {
    /// Hexes a creature can strike, and whether from afar.
    #[must_use]
    #[inline]
    pub fn targets(&self, position: &Position, slot: Slot) -> (HexSet, bool) {
        let unit = position.unit(slot);
        let Some(hex) = unit.hex() else { return (HexSet::EMPTY, false) };
        let enemy = slot.side().other();
        let contact = self.ground.contact[hex.index()];
        let near = contact.and(position.living(enemy));
        if !near.is_empty() {
            return (near, false);
        }
        let traits = self.traits(unit.kind);
        if position.phase != Phase::Fight
            || !traits.rangestrikes
            || !contact.and(position.held[enemy.index()]).is_empty()
        {
            return (HexSet::EMPTY, false);
        }
        let [two, farther @ ..] = &self.ground.within[hex.index()];
        let ranges = farther.iter().take(usize::from(traits.skill).saturating_sub(2));
        let mut reach = ranges.fold(HexSet::EMPTY, |reach, &hexes| reach.or(hexes));
        if traits.magic {
            reach = if traits.skill >= 2 { reach.or(*two) } else { reach };
            return (reach.and(position.living(enemy)), true);
        }
        reach = reach.and(position.living(enemy));
        let occupied = position.occupied();
        for target in reach.iter() {
            let Some(to) = HexId::from_index(target) else { continue };
            let lord = position.occupant(to).is_some_and(|slot| self.traits(position.unit(slot).kind).lord);
            if lord || self.ground.sight.brambles(hex, to, occupied).is_none() {
                reach.remove(target);
            }
        }
        (reach, true)
    }

    /// Dice and number of a strike at a neighbour (R-BTL-51 to R-BTL-53).
    #[inline]
    pub(super) fn melee(&self, position: &Position, striker: Slot, target: Slot) -> Blow {
        let (from, to) = (position.unit(striker), position.unit(target));
        let side = SIDES[usize::from(from.hex)][usize::from(to.hex)];
        let (dice, skill) = self.ground.strike_changes(from.kind, from.hex.into(), side.into());
        let (striking, struck) = (self.traits(from.kind), self.traits(to.kind));
        let skill = striking.skill as i8 + skill;
        let terrain = self.ground.terrain[usize::from(to.hex)];
        let bonus = i8::from(protects(terrain, struck, striking, false));
        let number = (4 - skill + struck.skill as i8 + bonus).clamp(1, 6);
        Blow {
            dice: (self.power(striker.side(), from.kind) as i16 + i16::from(dice)) as u8,
            number: number as u8,
        }
    }

    /// Dice and number of a rangestrike (R-BTL-65 to R-BTL-69).
    fn ranged(&self, position: &Position, striker: Slot, target: Slot) -> Blow {
        let (from, to) = (position.unit(striker), position.unit(target));
        let ground = &*self.ground;
        let (own, hit) = (usize::from(from.hex), usize::from(to.hex));
        let (striking, struck) = (self.traits(from.kind), self.traits(to.kind));
        let home = ground.terrain[own] == Terrain::Volcano && striking.native_to(Terrain::Volcano);
        let dice = self.power(striker.side(), from.kind) / 2 + if home { 2 } else { 0 };
        let mut skill = striking.skill as i8;
        let mut bonus = 0;
        if !striking.magic {
            // the sets begin with range 2; from range 4 on each hex more costs one
            let range = ground.within[own].iter().position(|hexes| hexes.contains(hit)).unwrap_or(0) + 2;
            skill -= range.saturating_sub(3) as i8;
            if !striking.native_to(Terrain::Brambles)
                && let (Some(here), Some(there)) = (from.hex(), to.hex())
            {
                skill -= ground.sight.brambles(here, there, position.occupied()).unwrap_or(0) as i8;
            }
            if ground.walled.contains(hit) {
                skill -= ground.elevation[hit].saturating_sub(ground.elevation[own]) as i8;
            }
            if ground.terrain[hit] == Terrain::Volcano {
                skill -= 1;
            }
            bonus = i8::from(protects(ground.terrain[hit], struck, striking, true));
        }
        let number = (4 - skill + struck.skill as i8 + bonus).clamp(1, 6);
        Blow { dice, number: number as u8 }
    }

    /// All ways to strike a target that [`Self::targets`] lists (R-BTL-80 to R-BTL-83).
    #[must_use]
    pub fn strike_options(
        &self,
        position: &Position,
        striker: Slot,
        target: HexId,
        ranged: bool,
    ) -> StrikeOptions {
        let mut options = StrikeOptions::new();
        let Some(victim) = position.occupant(target) else { return options };
        if ranged {
            let blow = self.ranged(position, striker, victim);
            options.push(StrikeOption { blow, carry: HexSet::EMPTY });
            return options;
        }
        let blow = self.melee(position, striker, victim);
        options.push(StrikeOption { blow, carry: HexSet::EMPTY });
        let hex = usize::from(position.unit(striker).hex);
        let mut others = self.ground.contact[hex].and(position.living(victim.side()));
        others.remove(target.index());
        let left = self.power(victim.side(), position.unit(victim).kind) - position.unit(victim).hits;
        if others.is_empty() || blow.dice <= left {
            return options;
        }
        let dunes = self.ground.behind_dune[hex];
        if !dunes.contains(target.index()) {
            others = others.without(dunes);
        }
        let mut plain = HexSet::EMPTY;
        for other in others.iter() {
            let Some(slot) = HexId::from_index(other).and_then(|hex| position.occupant(hex)) else {
                continue;
            };
            let theirs = self.melee(position, striker, slot);
            let both = Blow { dice: blow.dice.min(theirs.dice), number: blow.number.max(theirs.number) };
            if both.dice <= left {
                continue;
            }
            if both == blow {
                plain.insert(other);
                continue;
            }
            let known = options[1..].iter().position(|option| option.blow == both);
            let place = known.map_or(options.len(), |place| place + 1);
            if known.is_none() {
                options.push(StrikeOption { blow: both, carry: HexSet::EMPTY });
            }
            options[place].carry.insert(other);
        }
        options.iter_mut().for_each(|option| option.carry = option.carry.or(plain));
        options
    }
}
