//! What lies beside what, in the numbers of picks and rows: for learners that look at every corner with the same weights.

use crate::game::tables::Engine;

/// A board as a graph. Hexes are those of the part `hex_kind` of a row, corners those of settlements, sides those of roads.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct BoardGraph {
    /// The corners of each hex, ascending.
    pub hex_corners: Vec<Vec<usize>>,
    /// The two corners of each side.
    pub side_corners: Vec<[usize; 2]>,
}

impl<const C: usize, const S: usize, const X: usize> Engine<C, S, X> {
    /// The board as a graph.
    #[must_use]
    pub fn board_graph(&self) -> BoardGraph {
        let corners = |&hex: &u16| self.hex_corners[usize::from(hex)].iter().collect();
        BoardGraph {
            hex_corners: self.robber_hexes.iter().map(corners).collect(),
            side_corners: self.ends.iter().map(|ends| ends.map(usize::from)).collect(),
        }
    }
}
