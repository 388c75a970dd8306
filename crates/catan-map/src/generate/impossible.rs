//! Reasons why no board can satisfy a constraint, seen without searching. Each is a proof: a bound
//! that no arrangement of the tokens can beat.

use super::constraint::{Constraint, DesertPlace};
use super::tables::{Tables, is_red};
use crate::map::{HexType, HexValue, Setup, pips};

/// A constraint that cannot be met, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Impossible {
    /// The constraint.
    pub constraint: Constraint,
    /// Why, in a sentence.
    pub reason: String,
}

impl std::fmt::Display for Impossible {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} cannot be met: {}", self.constraint, self.reason)
    }
}

/// All reasons.
pub(crate) fn impossible(setup: &Setup, tables: &Tables, constraints: &[Constraint]) -> Vec<Impossible> {
    let shape = Shape { setup, tables };
    constraints
        .iter()
        .filter_map(|&constraint| shape.reason(constraint).map(|reason| Impossible { constraint, reason }))
        .collect()
}

struct Shape<'a> {
    setup: &'a Setup,
    tables: &'a Tables,
}

impl Shape<'_> {
    fn reason(&self, constraint: Constraint) -> Option<String> {
        match constraint {
            Constraint::RedNeighbours(most) => self
                .locked_pairs("adjacent 6 or 8", most, |m, n| is_red(m) && is_red(n))
                .or_else(|| self.too_many_reds(most)),
            Constraint::EqualNeighbours(most) => {
                self.locked_pairs("adjacent equal numbers", most, |m, n| m == n)
            }
            Constraint::TwoTwelveNeighbours(most) => {
                self.locked_pairs("a 2 beside a 12", most, |m, n| m.abs_diff(n) == 10)
            }
            Constraint::TerrainCluster(most) => self.cluster(most),
            Constraint::RichCorner(most) => self.rich(most),
            Constraint::MinCorner(least) => {
                (least > 15).then(|| "three hexes have at most 15 pips together".to_owned())
            }
            Constraint::PoorResource(percent) => {
                (percent > 100).then(|| "not every resource can be above the mean".to_owned())
            }
            Constraint::PortBesideOwn(_) => None,
            Constraint::Desert(place) => self.deserts(place),
            Constraint::MaxRedPerResource(most) => {
                let reds = self.least_reds();
                (reds > 5 * most as usize).then(|| format!("{reds} red hexes on 5 resources"))
            }
            Constraint::MinIslands(least) => {
                let islands = self.tables.islands().len();
                (islands < least as usize)
                    .then(|| format!("the map has {islands}, and a draw never moves land"))
            }
            Constraint::Score(least) => (least > 100).then(|| "scores end at 100".to_owned()),
        }
    }

    fn roll(&self, hex: u16) -> Option<u8> {
        match self.setup.values[usize::from(hex)] {
            HexValue::Roll(n) => Some(n),
            _ => None,
        }
    }

    fn locked_pairs(&self, what: &str, most: u32, bad: impl Fn(u8, u8) -> bool) -> Option<String> {
        let count = self
            .tables
            .pairs
            .iter()
            .filter(|&&[a, b]| self.roll(a).zip(self.roll(b)).is_some_and(|(m, n)| bad(m, n)))
            .count();
        (count > most as usize).then(|| format!("fixed cells already have {count} of {what}"))
    }

    /// Fewest red numbers a draw can put on the board: surplus tokens may stay in the bag.
    fn least_reds(&self) -> usize {
        let (fixed, left) = (self.setup.fixed(), self.setup.left());
        let reds = |counts: &[u16; 12]| usize::from(counts[5]) + usize::from(counts[7]);
        let open = self.setup.any_cells().1;
        // every desert may fall on an open value and save a token
        let productive = open.saturating_sub(usize::from(left.types[5]));
        let others: usize =
            left.values[1..].iter().map(|&n| usize::from(n)).sum::<usize>() - reds(&left.values);
        reds(&fixed.values) + productive.saturating_sub(others).min(reds(&left.values))
    }

    fn too_many_reds(&self, most: u32) -> Option<String> {
        let reds = self.least_reds();
        let room = self.apart_at_most();
        (most == 0 && reds > room)
            .then(|| format!("{reds} red hexes cannot be kept apart on {}", self.tables.land.len()))
    }

    /// No more hexes than this can lie apart: the land is cut into triangles, pairs and single hexes,
    /// each of which can hold one.
    fn apart_at_most(&self) -> usize {
        let mut free: Vec<bool> = vec![false; self.setup.types.len()];
        for &hex in &self.tables.land {
            free[usize::from(hex)] = true;
        }
        let neighbours = |hex: u16| &self.tables.neighbours[usize::from(hex)];
        let mut groups = 0;
        for &hex in &self.tables.land {
            if !std::mem::replace(&mut free[usize::from(hex)], false) {
                continue;
            }
            groups += 1;
            let open: Vec<u16> = neighbours(hex).iter().copied().filter(|&n| free[usize::from(n)]).collect();
            let triangle = open
                .iter()
                .find_map(|&a| open.iter().find(|&&b| neighbours(a).contains(&b)).map(|&b| [a, b]));
            match (triangle, open.first()) {
                (Some(pair), _) => pair.iter().for_each(|&h| free[usize::from(h)] = false),
                (None, Some(&other)) => free[usize::from(other)] = false,
                (None, None) => {}
            }
        }
        groups
    }

    /// How many terrains are left over when every open cell has one.
    fn surplus(&self) -> usize {
        let left: usize = self.setup.left().types.iter().map(|&n| usize::from(n)).sum();
        left.saturating_sub(self.setup.any_cells().0)
    }

    fn cluster(&self, most: u32) -> Option<String> {
        const NAMES: [&str; 5] = ["hills", "forests", "pastures", "fields", "mountains"];
        if most == 0 {
            return Some("a single hex is a cluster of 1".to_owned());
        }
        if most > 1 {
            return None;
        }
        let (fixed, left, surplus) = (self.setup.fixed(), self.setup.left(), self.surplus());
        let room = self.apart_at_most();
        (0..5).find_map(|k| {
            let least = usize::from(fixed.types[k]) + usize::from(left.types[k]).saturating_sub(surplus);
            (least > room)
                .then(|| format!("{least} {} cannot be kept apart on {}", NAMES[k], self.tables.land.len()))
        })
    }

    fn rich(&self, most: u32) -> Option<String> {
        let locked = self.tables.land.iter().filter_map(|&h| {
            matches!(self.setup.types[usize::from(h)], HexType::Land(_)).then(|| self.roll(h)).flatten()
        });
        locked
            .max_by_key(|&n| pips(n))
            .filter(|&n| u32::from(pips(n)) > most)
            .map(|n| format!("a fixed {n} alone has {} pips", pips(n)))
            .or_else(|| {
                (most == 0 && !self.tables.land.is_empty()).then(|| "every number has pips".to_owned())
            })
            .filter(|_| !self.tables.corners.is_empty())
    }

    fn deserts(&self, place: DesertPlace) -> Option<String> {
        let inland = |h: &u16| self.tables.neighbours[usize::from(*h)].len() == 6;
        let locked = |h: &u16| self.setup.types[usize::from(*h)] == HexType::Desert;
        let land = || self.tables.land.iter();
        let fixed = land().filter(|h| locked(h));
        let (wrong, places, word) = match place {
            DesertPlace::Inland => {
                (fixed.filter(|h| !inland(h)).count(), land().filter(|h| inland(h)).count(), "inland")
            }
            DesertPlace::Coast => {
                (fixed.filter(|h| inland(h)).count(), land().filter(|h| !inland(h)).count(), "coast")
            }
            DesertPlace::Centre | DesertPlace::Any => return None,
        };
        if wrong > 0 {
            return Some(format!("{wrong} fixed desert hexes lie elsewhere"));
        }
        let (left, surplus) = (self.setup.left(), self.surplus());
        let deserts = self.setup.fixed_deserts() + usize::from(left.types[5]).saturating_sub(surplus);
        (deserts > places).then(|| format!("{deserts} deserts, {places} {word} hexes"))
    }
}
