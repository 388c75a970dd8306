//! Whole battles between players that are functions: the fast path of measurements and studies.
//!
//! ```
//! use hexwright_core::Fast;
//! use hexwright_titan::battle::Battle;
//! use hexwright_titan::battle::playout::random_setup;
//!
//! // the same numbers give the same battle
//! let setup = |seed| random_setup(&mut Fast::new(seed, 0));
//! assert_eq!(setup(3), setup(3));
//! assert!(Battle::new(setup(3)).is_ok());
//! ```

use super::position::Position;
use super::{Action, Battle, Kind, LEGION, Legion, Setup, Side, Variant};
use hexwright_core::{Actor, Fast, Game as _, Key, Random as _, Turn};
use std::sync::Arc;

/// Most actions of a battle: seven turns of at most eight moves and strikes for each side end long before.
const MOST_STEPS: usize = 4_000;

/// Lists that are used again for every position.
#[derive(Clone, Debug, Default)]
pub struct Buffers {
    legal: Vec<Action>,
}

/// Chooses one of the listed actions.
pub trait Policy {
    /// The place of the chosen action.
    fn choose(&mut self, battle: &Battle, position: &Position, legal: &[Action], random: &mut Fast) -> usize;
}

/// Any action, each equally likely.
#[derive(Clone, Copy, Debug, Default)]
pub struct Anything;

impl Policy for Anything {
    #[inline]
    fn choose(&mut self, _: &Battle, _: &Position, legal: &[Action], random: &mut Fast) -> usize {
        random.index(legal.len())
    }
}

impl Battle {
    /// Plays a battle to its end and shows every position before an action to `watch`.
    pub fn play_out(
        &self,
        policies: [&mut dyn Policy; 2],
        random: &mut Fast,
        buffers: &mut Buffers,
        mut watch: impl FnMut(&Position, &Action),
    ) -> Position {
        self.play_on(self.start(), policies, random, buffers, u8::MAX, &mut watch)
    }

    /// As [`Self::play_out`], from a position; ends early, between two actions, after the turn of this number.
    pub fn play_on(
        &self,
        mut position: Position,
        policies: [&mut dyn Policy; 2],
        random: &mut Fast,
        buffers: &mut Buffers,
        last_turn: u8,
        watch: &mut dyn FnMut(&Position, &Action),
    ) -> Position {
        let [defender, attacker] = policies;
        for _ in 0..MOST_STEPS {
            if position.turn() > last_turn {
                break;
            }
            let (actor, action) = match self.turn(&position) {
                Turn::Over => break,
                Turn::Chance => match self.draw(&position, random) {
                    Some(action) => (Actor::Chance, action),
                    None => break,
                },
                Turn::Seats(_) => {
                    buffers.legal.clear();
                    self.list(&position, &mut buffers.legal);
                    let side = position.active();
                    let policy = if side == Side::Defender { &mut *defender } else { &mut *attacker };
                    let place = policy.choose(self, &position, &buffers.legal, random);
                    (Actor::Seat(super::contract::seat_of(side)), buffers.legal[place])
                }
            };
            watch(&position, &action);
            self.play_unchecked(&mut position, actor, &action);
        }
        position
    }
}

/// A random legion of one to seven creatures; every fourth has a Titan, if the variant has one.
#[must_use]
pub fn random_legion(variant: &Variant, random: &mut Fast) -> Legion {
    let count = 1 + random.index(LEGION);
    let kinds: Vec<Kind> = variant.kinds().collect();
    let mut creatures: Vec<Kind> = (0..count)
        .map(|_| {
            loop {
                let kind = kinds[random.index(kinds.len())];
                if !variant[kind].titan {
                    break kind;
                }
            }
        })
        .collect();
    let titan = kinds.into_iter().find(|&kind| variant[kind].titan);
    if let (0, Some(titan)) = (random.index(4), titan) {
        creatures[0] = titan;
    }
    Legion { creatures, score: random.below(1_500) as u16 }
}

/// A random land with every terrain, hexside and elevation, senseless ones too.
#[must_use]
pub fn random_land(random: &mut Fast) -> crate::Battleland {
    use crate::{HexId, Hexside, Terrain};
    let mut land = crate::Battleland::default();
    for hex in HexId::all() {
        if random.index(3) == 0 {
            let terrain = Terrain::ALL[random.index(Terrain::ALL.len())];
            land.set_ground(hex, terrain, random.below(4) as u8);
        }
        for side in 0..6 {
            if hex.neighbour(side).is_some() && random.index(12) == 0 {
                land.set_side(hex, side, Some(Hexside::ALL[random.index(Hexside::ALL.len())]));
            }
        }
    }
    if random.index(8) == 0 {
        let start = HexId::all().filter(|_| random.index(3) == 0).collect();
        land.set_start_list(Some(start));
    }
    land
}

/// A random battle of the variant Default on a random land.
#[must_use]
pub fn random_setup(random: &mut Fast) -> Setup {
    random_setup_of(Variant::standard(), random)
}

/// A random battle of a variant on a random land.
#[must_use]
pub fn random_setup_of(variant: Arc<Variant>, random: &mut Fast) -> Setup {
    let land = random_land(random);
    let entrances = Setup::entrances(&land);
    let entrance = entrances[random.index(entrances.len())];
    let (attacker, defender) = (random_legion(&variant, random), random_legion(&variant, random));
    let terrain = random.index(variant.terrains().len() + 1);
    let terrain = variant.terrains().nth(terrain);
    let angels = random.index(3);
    let angels = variant.summonable().first().map(|&angel| vec![angel; angels]).unwrap_or_default();
    let summoned = random.index(8) == 0;
    Setup { variant, entrance, terrain, angels, summoned, ..Setup::new(land, attacker, defender) }
}
