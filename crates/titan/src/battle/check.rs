//! Why an action is not legal: one specific reason each, with the number of the rule.

use super::legal::portion;
use super::position::{Pending, Phase, Position, Slot};
use super::strikes::Blow;
use super::{Action, Battle, Kind, Side};
use crate::HexId;
use hexwright_core::{Actor, Seat};

/// Why an action was refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "the messages say all")]
pub enum Refusal {
    #[error(
        "expected enter KIND HEX, move HEX HEX, strike HEX HEX [DICE@NUMBER], carry HEX, summon KIND, recruit KIND, done, concede, hits N or dice 3461…, found {0:?}"
    )]
    Text(String),
    #[error("the battle is over")]
    Over,
    #[error("a battle has two seats: 0 is the defender, 1 the attacker")]
    NoSeat,
    #[error("dice are to be rolled first (R-BTL-84)")]
    DiceFirst,
    #[error("no dice are to be rolled now")]
    NoRoll,
    #[error("{dice} dice that hit from {number} on cannot give {hits} hits (R-BTL-54)")]
    Hits { hits: u8, dice: u8, number: u8 },
    #[error("only dice give hits")]
    NotChance,
    #[error("it is the {} phase of the {} (R-BTL-20)", phase.name(), active.name())]
    NotYourPhase { phase: Phase, active: Side },
    #[error("this is not possible in the {} phase (R-BTL-20)", .0.name())]
    WrongPhase(Phase),
    #[error("excess hits are to be carried or given up first (R-BTL-84)")]
    CarryFirst,
    #[error("there are no excess hits to carry (R-BTL-84)")]
    NothingToCarry,
    #[error("excess hits cannot be carried to {0} (R-BTL-81 to R-BTL-83)")]
    NoCarryTarget(HexId),
    #[error("no own creature stands in {0} (R-BTL-2)")]
    Nobody(HexId),
    #[error("no own {0} waits outside (R-BTL-15)")]
    NotOutside(String),
    #[error("the creature in {0} has moved already (R-BTL-31)")]
    Moved(HexId),
    #[error("the creature in {0} touches an enemy and cannot move (R-BTL-31)")]
    Engaged(HexId),
    #[error("{0} is occupied (R-BTL-32)")]
    Occupied(HexId),
    #[error("{0} is not on the start list (R-BTL-18)")]
    NotOnStartList(HexId),
    #[error("{kind} cannot reach {to} with {points} movement points (R-BTL-32 to R-BTL-40)")]
    OutOfReach { kind: String, to: HexId, points: usize },
    #[error("the creature in {0} has struck already (R-BTL-50)")]
    Struck(HexId),
    #[error("no living enemy stands in {0} (R-BTL-50)")]
    NoEnemy(HexId),
    #[error("the {kind} in {from} cannot strike {target} (R-BTL-50, R-BTL-61)")]
    NoTarget { kind: String, from: HexId, target: HexId },
    #[error("choose how to strike: {} (R-BTL-83)", list(.0))]
    ChooseOption(Vec<Blow>),
    #[error("{found} is not a way to strike {target}; expected {} (R-BTL-83)", if options.len() == 1 { "no choice".to_owned() } else { list(options) })]
    NoOption { found: Blow, target: HexId, options: Vec<Blow> },
    #[error("a creature that has not struck touches an enemy: it must strike first (R-BTL-22)")]
    ForcedStrike,
    #[error("nothing can be summoned now (R-BTL-95)")]
    NoSummons,
    #[error("the attacker has no {0} to summon (R-BTL-95)")]
    NoAngel(String),
    #[error("nobody can be recruited now (R-BTL-100)")]
    NoRecruits,
    #[error("the legion cannot recruit {0} here (R-BTL-101)")]
    NotRecruited(String),
}

fn list(blows: &[Blow]) -> String {
    blows.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

/// The side of a seat.
pub(super) const fn side_of(seat: Seat) -> Option<Side> {
    match seat.0 {
        0 => Some(Side::Defender),
        1 => Some(Side::Attacker),
        _ => None,
    }
}

impl Battle {
    fn name(&self, kind: Kind) -> String {
        self.traits(kind).name.to_string()
    }

    /// The side that acts, if the action is legal; chance acts for the active side.
    pub(super) fn check(&self, position: &Position, actor: Actor, action: &Action) -> Result<Side, Refusal> {
        if position.end.is_some() {
            return Err(Refusal::Over);
        }
        let side = match (actor, portion(position)) {
            (Actor::Chance, Some((dice, number))) => {
                let Action::Hits(hits) = *action else { return Err(Refusal::DiceFirst) };
                let possible = hits <= dice && (number > 1 || hits == dice);
                let found = Refusal::Hits { hits, dice, number };
                return if possible { Ok(position.active) } else { Err(found) };
            }
            (Actor::Chance, None) => return Err(Refusal::NoRoll),
            (Actor::Seat(_), Some(_)) => return Err(Refusal::DiceFirst),
            (Actor::Seat(seat), None) => side_of(seat).ok_or(Refusal::NoSeat)?,
        };
        if *action == Action::Concede {
            return Ok(side);
        }
        if side != position.active {
            return Err(Refusal::NotYourPhase { phase: position.phase, active: position.active });
        }
        self.check_decision(position, side, action).map(|()| side)
    }

    fn check_decision(&self, position: &Position, side: Side, action: &Action) -> Result<(), Refusal> {
        if let Pending::Carry { targets, .. } = position.pending {
            return match *action {
                Action::Carry(hex) if targets.contains(hex.index()) => Ok(()),
                Action::Carry(hex) => Err(Refusal::NoCarryTarget(hex)),
                Action::Done => Ok(()),
                _ => Err(Refusal::CarryFirst),
            };
        }
        let phase = |right: bool| if right { Ok(()) } else { Err(Refusal::WrongPhase(position.phase)) };
        match *action {
            Action::Enter { kind, to } => {
                phase(position.phase == Phase::Move)?;
                let slot =
                    self.outside(position, side, kind).ok_or_else(|| Refusal::NotOutside(self.name(kind)))?;
                self.check_destination(position, slot, to)
            }
            Action::Move { from, to } => {
                phase(position.phase == Phase::Move)?;
                let slot = own(position, side, from)?;
                if position.has_moved(slot) {
                    return Err(Refusal::Moved(from));
                }
                if self.is_engaged(position, slot) {
                    return Err(Refusal::Engaged(from));
                }
                self.check_destination(position, slot, to)
            }
            Action::Strike { from, target, .. } => {
                phase(matches!(position.phase, Phase::Fight | Phase::Strikeback))?;
                let slot = own(position, side, from)?;
                if position.has_struck(slot) {
                    return Err(Refusal::Struck(from));
                }
                self.check_strike(position, slot, from, target, action)
            }
            Action::Carry(_) => Err(Refusal::NothingToCarry),
            Action::Summon(kind) => {
                phase(position.phase == Phase::Summon)?;
                let place = self.angel(kind);
                match place {
                    _ if !Self::may_summon_now(position) => Err(Refusal::NoSummons),
                    Some(place) if position.angels[place] > 0 => Ok(()),
                    _ => Err(Refusal::NoAngel(self.name(kind))),
                }
            }
            Action::Recruit(kind) => {
                phase(position.phase == Phase::Recruit)?;
                if !self.may_recruit(position) {
                    return Err(Refusal::NoRecruits);
                }
                if self.can_recruit(position, kind) {
                    Ok(())
                } else {
                    Err(Refusal::NotRecruited(self.name(kind)))
                }
            }
            Action::Done if self.may_finish(position) => Ok(()),
            Action::Done => Err(Refusal::ForcedStrike),
            Action::Concede => Ok(()),
            Action::Hits(_) => Err(Refusal::NotChance),
        }
    }

    fn check_destination(&self, position: &Position, slot: Slot, to: HexId) -> Result<(), Refusal> {
        if self.destinations(position, slot).contains(to.index()) {
            return Ok(());
        }
        if position.occupant(to).is_some() {
            return Err(Refusal::Occupied(to));
        }
        let placed = position.turn == 1 && slot.side() == Side::Defender && self.ground.start.is_some();
        if placed {
            return Err(Refusal::NotOnStartList(to));
        }
        let points = self.points(position, slot);
        Err(Refusal::OutOfReach { kind: self.name(position.unit(slot).kind), to, points })
    }

    fn check_strike(
        &self,
        position: &Position,
        slot: Slot,
        from: HexId,
        target: HexId,
        action: &Action,
    ) -> Result<(), Refusal> {
        if !position.living(slot.side().other()).contains(target.index()) {
            return Err(Refusal::NoEnemy(target));
        }
        let (targets, ranged) = self.targets(position, slot);
        if !targets.contains(target.index()) {
            return Err(Refusal::NoTarget { kind: self.name(position.unit(slot).kind), from, target });
        }
        if self.chosen(position, action).is_some() {
            return Ok(());
        }
        let options = self.strike_options(position, slot, target, ranged);
        let options: Vec<Blow> = options.iter().map(|option| option.blow).collect();
        Err(match *action {
            Action::Strike { option: Some(found), .. } => Refusal::NoOption { found, target, options },
            _ => Refusal::ChooseOption(options),
        })
    }
}

/// The own creature in a hex.
fn own(position: &Position, side: Side, hex: HexId) -> Result<Slot, Refusal> {
    position.occupant(hex).filter(|slot| slot.side() == side).ok_or(Refusal::Nobody(hex))
}
