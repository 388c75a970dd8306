//! The board every battleland lies on: 27 flat-topped hexes in six columns, their labels,
//! neighbours and entrances.
//!
//! A hex is a [`HexId`], counted column by column from the left and from the top of each column, so
//! comparing ids sorts hexes the way the script language does (A3 A2 A1 B4 …).
//!
//! ```
//! use hexwright_titan::HexId;
//!
//! assert_eq!(HexId::all().count(), 27);
//! let d4 = HexId::from_label("D4").unwrap();
//! assert_eq!(d4.around().len(), 6);
//! ```

use hexwright_core::{Bits, Hex, Key};
use std::fmt;

/// How many hexes a battleland has.
pub const HEXES: usize = 27;

/// First and last row of each column, A to F.
const ROWS: [(u8, u8); 6] = [(2, 4), (1, 4), (1, 5), (0, 5), (1, 5), (1, 4)];

const OFF: u8 = u8::MAX;

/// Column and row of each hex.
const PLACES: [(u8, u8); HEXES] = {
    let (mut places, mut count, mut x) = ([(0, 0); HEXES], 0, 0);
    while x < 6 {
        let mut y = ROWS[x].0;
        while y <= ROWS[x].1 {
            places[count] = (x as u8, y);
            count += 1;
            y += 1;
        }
        x += 1;
    }
    places
};

const IDS: [[u8; 6]; 6] = {
    let (mut ids, mut i) = ([[OFF; 6]; 6], 0);
    while i < HEXES {
        ids[PLACES[i].0 as usize][PLACES[i].1 as usize] = i as u8;
        i += 1;
    }
    ids
};

const NEIGHBOURS: [[u8; 6]; HEXES] = {
    let (mut all, mut i) = ([[OFF; 6]; HEXES], 0);
    while i < HEXES {
        let (x, y) = (PLACES[i].0 as i32, PLACES[i].1 as i32);
        let low = x % 2; // odd columns sit half a hex lower
        let steps = [
            (x, y - 1),
            (x + 1, y - 1 + low),
            (x + 1, y + low),
            (x, y + 1),
            (x - 1, y + low),
            (x - 1, y - 1 + low),
        ];
        let mut k = 0;
        while k < 6 {
            let (nx, ny) = steps[k];
            if nx >= 0 && nx < 6 && ny >= 0 && ny < 6 {
                all[i][k] = IDS[nx as usize][ny as usize];
            }
            k += 1;
        }
        i += 1;
    }
    all
};

const AROUND: [HexSet; HEXES] = {
    let (mut all, mut i) = ([HexSet::EMPTY; HEXES], 0);
    while i < HEXES {
        let mut k = 0;
        while k < 6 {
            if NEIGHBOURS[i][k] != OFF {
                all[i].insert(NEIGHBOURS[i][k] as usize);
            }
            k += 1;
        }
        i += 1;
    }
    all
};

/// A set of hexes, as numbers of [`HexId::index`].
pub type HexSet = Bits<1>;

/// One of the 27 hexes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct HexId(u8);

impl HexId {
    /// The hex at column `x` and row `y`, if there is one.
    #[must_use]
    pub const fn at(x: i64, y: i64) -> Option<Self> {
        if x < 0 || x > 5 || y < 0 || y > 5 || IDS[x as usize][y as usize] == OFF {
            return None;
        }
        Some(Self(IDS[x as usize][y as usize]))
    }

    /// The hex with this number.
    #[must_use]
    pub const fn from_index(index: usize) -> Option<Self> {
        if index < HEXES { Some(Self(index as u8)) } else { None }
    }

    /// All hexes, sorted.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator {
        (0..HEXES as u8).map(Self)
    }

    /// The hex with a label such as `D4`, in either case.
    ///
    /// ```
    /// # use hexwright_titan::HexId;
    /// assert_eq!(HexId::from_label("d4").map(|h| (h.x(), h.y())), Some((3, 2)));
    /// assert_eq!(HexId::from_label("A6"), None);
    /// ```
    #[must_use]
    pub const fn from_label(label: &str) -> Option<Self> {
        let [letter, digit @ b'1'..=b'6'] = label.as_bytes() else { return None };
        let x = letter.to_ascii_uppercase().wrapping_sub(b'A');
        Self::at(x as i64, bottom(x) as i64 - (*digit - b'0') as i64)
    }

    /// Number from 0, in sorted order.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Column, from the left.
    #[must_use]
    pub const fn x(self) -> u8 {
        PLACES[self.0 as usize].0
    }

    /// Row, from the top.
    #[must_use]
    pub const fn y(self) -> u8 {
        PLACES[self.0 as usize].1
    }

    /// The label, such as `D4`.
    #[must_use]
    pub fn label(self) -> String {
        self.to_string()
    }

    /// The hex across side `side` (0 to 5, clockwise from the top); none off the board.
    #[must_use]
    #[inline]
    pub const fn neighbour(self, side: usize) -> Option<Self> {
        match NEIGHBOURS[self.0 as usize][side] {
            OFF => None,
            id => Some(Self(id)),
        }
    }

    /// All neighbours.
    #[must_use]
    #[inline]
    pub const fn around(self) -> HexSet {
        AROUND[self.0 as usize]
    }

    /// The hex in the plane that the drawing uses.
    #[must_use]
    pub const fn to_hex(self) -> Hex {
        let (x, y) = (self.x() as i16, self.y() as i16);
        Hex::new(x, y - x / 2)
    }
}

/// The row that would carry number 0 of a column.
const fn bottom(x: u8) -> u8 {
    if matches!(x, 0 | 1 | 5) { 5 } else { 6 }
}

impl fmt::Display for HexId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'A' + self.x()), bottom(self.x()) - self.y())
    }
}

impl fmt::Debug for HexId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A side of the board by which an army enters, clockwise from the top right.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Entrance(u8);

impl Key for Entrance {
    const ALL: &'static [Self] = &[Self(0), Self(1), Self(2), Self(3), Self(4), Self(5)];
    fn index(self) -> usize {
        self.0.into()
    }
}

impl Entrance {
    /// Where the attacker of a defended start list comes from.
    pub const BOTTOM: Self = Self(3);

    /// `X0` to `X5`.
    #[must_use]
    pub const fn id(self) -> &'static str {
        ["X0", "X1", "X2", "X3", "X4", "X5"][self.0 as usize]
    }

    /// The name players use.
    #[must_use]
    pub const fn name(self) -> &'static str {
        ["Top defense", "Right", "Right defense", "Bottom", "Left defense", "Left"][self.0 as usize]
    }

    /// Whether the attacker enters here; the defender comes from the opposite side.
    #[must_use]
    pub const fn is_attacker(self) -> bool {
        self.0 % 2 == 1
    }

    /// The hexes that can be entered first.
    #[must_use]
    pub const fn hexes(self) -> &'static [HexId] {
        const LINES: [&[HexId]; 6] = [
            &[HexId(12), HexId(18), HexId(23)],
            &[HexId(23), HexId(24), HexId(25), HexId(26)],
            &[HexId(26), HexId(22), HexId(17)],
            &[HexId(17), HexId(11), HexId(6), HexId(2)],
            &[HexId(2), HexId(1), HexId(0)],
            &[HexId(0), HexId(3), HexId(7), HexId(12)],
        ];
        LINES[self.0 as usize]
    }
}

/// The six symmetries of the board: turns by thirds of a circle, perhaps after a mirror.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BoardSymmetry {
    mirrored: bool,
    thirds: u8,
}

impl BoardSymmetry {
    /// All six; the first is the identity.
    pub const ALL: [Self; 6] = [
        Self { mirrored: false, thirds: 0 },
        Self { mirrored: false, thirds: 1 },
        Self { mirrored: false, thirds: 2 },
        Self { mirrored: true, thirds: 0 },
        Self { mirrored: true, thirds: 1 },
        Self { mirrored: true, thirds: 2 },
    ];

    /// Where the hex goes.
    #[must_use]
    pub fn apply(self, hex: HexId) -> HexId {
        HexId(IMAGES[usize::from(self.mirrored) * 3 + usize::from(self.thirds)][hex.index()])
    }

    /// Which side a side becomes.
    #[must_use]
    pub const fn side(self, side: usize) -> usize {
        // the mirror exchanges 0 with 5, 1 with 4, 2 with 3
        let side = if self.mirrored { 5 - side } else { side };
        (side + 2 * self.thirds as usize) % 6
    }
}

/// Three times the cube coordinates of a hex, counted from the middle of the board: the corner of C3, D3 and D4.
const fn from_middle(id: usize) -> [i32; 3] {
    const fn cube(id: usize) -> [i32; 3] {
        let (x, y) = (PLACES[id].0 as i32, PLACES[id].1 as i32);
        let r = y - x / 2;
        [x, r, -x - r]
    }
    let (own, c3, d3, d4) = (cube(id), cube(9), cube(15), cube(14));
    let mut out = [0; 3];
    let mut i = 0;
    while i < 3 {
        out[i] = 3 * own[i] - c3[i] - d3[i] - d4[i];
        i += 1;
    }
    out
}

const IMAGES: [[u8; HEXES]; 6] = {
    let mut images = [[OFF; HEXES]; 6];
    let mut s = 0;
    while s < 6 {
        let mut i = 0;
        while i < HEXES {
            let [mut q, mut r, mut t] = from_middle(i);
            if s >= 3 {
                (q, r, t) = (r, q, t);
            }
            let mut turn = 0;
            while turn < s % 3 {
                (q, r, t) = (t, q, r);
                turn += 1;
            }
            let mut j = 0;
            while j < HEXES {
                let [a, b, c] = from_middle(j);
                if a == q && b == r && c == t {
                    images[s][i] = j as u8;
                }
                j += 1;
            }
            i += 1;
        }
        s += 1;
    }
    images
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_count_from_the_bottom() {
        let labels: Vec<String> = HexId::all().map(HexId::label).collect();
        assert_eq!(labels[..4], ["A3", "A2", "A1", "B4"]);
        assert_eq!(labels[12..18], ["D6", "D5", "D4", "D3", "D2", "D1"]);
        for hex in HexId::all() {
            assert_eq!(HexId::from_label(&hex.label()), Some(hex));
            assert_eq!(HexId::at(hex.x().into(), hex.y().into()), Some(hex));
        }
        for wrong in ["A4", "A6", "B5", "G1", "D7", "D0", "", "D", "D44"] {
            assert_eq!(HexId::from_label(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn a_side_and_its_opposite_are_one_edge() {
        let mut pairs = 0;
        for hex in HexId::all() {
            for side in 0..6 {
                if let Some(other) = hex.neighbour(side) {
                    assert_eq!(other.neighbour((side + 3) % 6), Some(hex));
                    pairs += 1;
                }
            }
        }
        assert_eq!(pairs, 126);
    }

    #[test]
    fn entrances_are_where_the_rules_put_them() {
        let names = |e: Entrance| e.hexes().iter().map(|h| h.label()).collect::<Vec<_>>().join(" ");
        let lines: Vec<String> = Entrance::ALL.iter().map(|&e| names(e)).collect();
        assert_eq!(lines, ["D6 E5 F4", "F4 F3 F2 F1", "F1 E1 D1", "D1 C1 B1 A1", "A1 A2 A3", "A3 B4 C5 D6"]);
        assert!(Entrance::BOTTOM.is_attacker() && Entrance::BOTTOM.name() == "Bottom");
    }

    #[test]
    fn symmetries_keep_neighbours_and_sides() {
        for symmetry in BoardSymmetry::ALL {
            for hex in HexId::all() {
                for side in 0..6 {
                    let image = symmetry.apply(hex).neighbour(symmetry.side(side));
                    assert_eq!(
                        image,
                        hex.neighbour(side).map(|n| symmetry.apply(n)),
                        "{symmetry:?} {hex} {side}"
                    );
                }
            }
        }
        assert_eq!(BoardSymmetry::ALL[1].apply(HexId(0)).label(), "F4");
    }
}
