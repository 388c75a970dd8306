//! Range and lines of sight (R-BTL-60 to R-BTL-67).
//!
//! A line depends on the land and on who stands in its hexes. All that the land decides is computed once for
//! each pair of hexes; what is left is a set of hexes that must not be occupied.
//!
//! ```
//! use hexwright_titan::battle::sight::{Sight, range};
//! use hexwright_titan::{Battleland, HexId, HexSet};
//!
//! let [a, b] = ["D4", "D2"].map(|label| HexId::from_label(label).unwrap());
//! // both ends count
//! assert_eq!(range(a, b), 3);
//! assert_eq!(Sight::new(&Battleland::default()).brambles(a, b, HexSet::EMPTY), Some(0));
//! ```

use crate::board::HEXES;
use crate::{Battleland, HexId, HexSet, Hexside, Terrain};

/// Range between two hexes, both ends counted (R-BTL-60).
#[must_use]
pub fn range(from: HexId, to: HexId) -> u8 {
    let (dx, dd) = offset(from, to);
    let (dx, dd) = (dx.unsigned_abs(), dd.unsigned_abs());
    let range = if dx >= dd {
        dx + 1
    } else if 2 * dx >= dd {
        dx + 2
    } else if dd >= 4 * dx {
        dd.div_ceil(2) + 1
    } else {
        dd / 2 + 2
    };
    range as u8
}

/// Differences of columns and of doubled rows.
fn offset(from: HexId, to: HexId) -> (i32, i32) {
    let row = |hex: HexId| 2 * i32::from(hex.y()) + i32::from(hex.x() % 2);
    (i32::from(to.x()) - i32::from(from.x()), row(to) - row(from))
}

/// The side by which the left or right line leaves `from` on its way to `to` (R-BTL-63).
#[must_use]
pub fn first_side(from: HexId, to: HexId, left: bool) -> usize {
    let (dx, d) = offset(from, to);
    let s = 3 * dx.abs();
    let pick = |on_left: usize, on_right: usize| if left { on_left } else { on_right };
    match (d, dx >= 0) {
        _ if d < -s => 0,
        _ if d > s => 3,
        (0, true) => pick(1, 2),
        (0, false) => pick(4, 5),
        (d, true) if d == -s => pick(0, 1),
        (d, true) if d == s => pick(2, 3),
        (d, false) if d == -s => pick(5, 0),
        (d, false) if d == s => pick(3, 4),
        (..0, true) => 1,
        (_, true) => 2,
        (..0, false) => 5,
        (_, false) => 4,
    }
}

/// Whether a line is drawn on the left, on the right, or on both sides of a hexspine (R-BTL-62).
fn lines(from: HexId, to: HexId) -> (bool, bool) {
    let (dx, d) = offset(from, to);
    if d == 0 || d.abs() == 3 * dx.abs() {
        return (true, true);
    }
    let r = 2.0 * f64::from(dx) / f64::from(d);
    let left = r >= 1.5 || (0.0..=0.75).contains(&r) || (-1.5..=-0.75).contains(&r);
    (left, !left)
}

/// A line that the land leaves free.
#[derive(Clone, Copy, Debug, Default)]
struct Line {
    /// A creature in one of these hexes blocks it.
    blockers: HexSet,
    /// Brambles hexes strictly between the ends.
    brambles: u8,
}

/// The lines of sight of a land, for every ordered pair of hexes.
#[derive(Clone, Debug)]
pub struct Sight(Vec<[Option<Line>; 2]>);

impl Sight {
    /// Looks at a land.
    #[must_use]
    pub fn new(land: &Battleland) -> Self {
        let pairs = HexId::all().flat_map(|from| HexId::all().map(move |to| (from, to)));
        let both = pairs.map(|(from, to)| {
            if range(from, to) < 3 {
                return [None; 2];
            }
            let (left, right) = lines(from, to);
            [
                left.then(|| line(land, from, to, true)).flatten(),
                right.then(|| line(land, from, to, false)).flatten(),
            ]
        });
        Self(both.collect())
    }

    /// How many Brambles hexes the best line crosses; none if there is no free line.
    #[must_use]
    #[inline]
    pub fn brambles(&self, from: HexId, to: HexId, occupied: HexSet) -> Option<u8> {
        let lines = &self.0[from.index() * HEXES + to.index()];
        let free = lines.iter().flatten().filter(|line| line.blockers.and(occupied).is_empty());
        free.map(|line| line.brambles).min()
    }

    /// The hexes of the line that is used, ends included, for drawings.
    #[must_use]
    pub fn path(&self, from: HexId, to: HexId, occupied: HexSet) -> Option<Vec<HexId>> {
        let best = self.brambles(from, to, occupied)?;
        let lines = &self.0[from.index() * HEXES + to.index()];
        let used = |line: &Option<Line>| {
            line.is_some_and(|line| line.blockers.and(occupied).is_empty() && line.brambles == best)
        };
        walk(from, to, used(&lines[0]))
    }
}

/// The hexes from one end of a line to the other; none if it leaves the board.
fn walk(from: HexId, to: HexId, left: bool) -> Option<Vec<HexId>> {
    let mut path = vec![from];
    let mut here = from;
    while here != to {
        here = here.neighbour(first_side(here, to, left))?;
        path.push(here);
    }
    Some(path)
}

/// Whether a hexside can hide what is behind it.
const fn is_obstacle(side: Option<Hexside>) -> bool {
    matches!(side, Some(Hexside::Dune | Hexside::Cliff | Hexside::Slope | Hexside::Wall))
}

const fn hides(side: Option<Hexside>) -> bool {
    matches!(side, Some(Hexside::Dune | Hexside::Cliff))
}

/// What the land makes of a line; none if it blocks it (R-BTL-64).
fn line(land: &Battleland, from: HexId, to: HexId, left: bool) -> Option<Line> {
    let path = walk(from, to, left)?;
    let last = path.len() - 1;
    // faces of the edge between hex i and hex i + 1, the nearer one first
    let faces = |i: usize| {
        let side = first_side(path[i], to, left);
        (land.cell(path[i]).side(side), land.cell(path[i + 1]).side((side + 3) % 6))
    };
    let (striker, beyond) = faces(0);
    let (before, target) = faces(last - 1);
    let wall = Some(Hexside::Wall);
    let cliff = Some(Hexside::Cliff);
    let inner = || (1..last - 1).map(faces);
    let between = &path[1..last];
    if beyond == wall
        || before == wall
        || between.iter().any(|&hex| matches!(land.cell(hex).terrain(), Terrain::Tree | Terrain::Stone))
    {
        return None;
    }
    let any = |test: fn(Option<Hexside>) -> bool| {
        test(beyond) || test(before) || inner().any(|(near, far)| test(near) || test(far))
    };
    if any(hides) && !(striker == cliff && target == cliff) {
        return None;
    }
    if any(is_obstacle) && !is_obstacle(striker) && !is_obstacle(target) {
        return None;
    }
    let ends = [striker, beyond, before, target].into_iter().filter(|&side| is_obstacle(side)).count();
    let obstacles = ends + inner().filter(|&(near, far)| is_obstacle(near) || is_obstacle(far)).count();
    if obstacles >= 3 && !(is_obstacle(striker) && is_obstacle(target)) && striker != cliff && target != cliff
    {
        return None;
    }
    let lower = land.cell(from).elevation().min(land.cell(to).elevation());
    let mut line = Line::default();
    for (j, &hex) in path.iter().enumerate().take(last).skip(1) {
        let cell = land.cell(hex);
        line.brambles += u8::from(cell.terrain() == Terrain::Brambles);
        let atop = (j == 1 && striker == cliff) || (j == last - 1 && target == cliff);
        if cell.elevation() >= lower && !atop {
            line.blockers.insert(hex.index());
        }
    }
    Some(line)
}
