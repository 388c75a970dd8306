//! Hatches: repeating strokes that tell areas apart where colour cannot.

use crate::{Ink, Path};

/// A tile of strokes that repeats over an area.
#[derive(Clone, Debug, PartialEq)]
pub struct Hatch {
    /// Name, unique among the hatches of a picture; the id in the SVG is `hatch-NAME`.
    pub name: &'static str,
    /// Width of the tile.
    pub width: f64,
    /// Height of the tile.
    pub height: f64,
    /// Turn of the tiling, degrees clockwise.
    pub turn: f64,
    /// What is drawn in each tile.
    pub path: Path,
    /// Its colour.
    pub ink: Ink,
    /// Its line width; 0 fills the path instead.
    pub line: f64,
    /// 1 is solid.
    pub opacity: f64,
}

impl Hatch {
    /// Parallel lines, `gap` apart, turned clockwise from the vertical.
    #[must_use]
    pub fn lines(name: &'static str, ink: Ink, gap: f64, line: f64, turn: f64) -> Self {
        let middle = crate::svg::number(gap / 2.0);
        let path = Path::from_data(&format!("M{middle} 0V{}", crate::svg::number(gap)));
        Self { name, width: gap, height: gap, turn, path, ink, line, opacity: 1.0 }
    }

    /// Two sets of lines that cross at right angles.
    #[must_use]
    pub fn cross(name: &'static str, ink: Ink, gap: f64, line: f64, turn: f64) -> Self {
        let (m, g) = (crate::svg::number(gap / 2.0), crate::svg::number(gap));
        let path = Path::from_data(&format!("M{m} 0V{g}M0 {m}H{g}"));
        Self { name, width: gap, height: gap, turn, path, ink, line, opacity: 1.0 }
    }

    /// Dots in a diamond grid.
    #[must_use]
    pub fn dots(name: &'static str, ink: Ink, gap: f64, radius: f64) -> Self {
        let dot = |x: f64, y: f64| {
            let n = crate::svg::number;
            let (left, r, d) = (n(x - radius), n(radius), n(2.0 * radius));
            format!("M{left} {}a{r} {r} 0 1 0 {d} 0a{r} {r} 0 1 0 -{d} 0Z", n(y))
        };
        let path = dot(gap / 4.0, gap / 4.0) + &dot(3.0 * gap / 4.0, 3.0 * gap / 4.0);
        Self {
            name,
            width: gap,
            height: gap,
            turn: 0.0,
            path: Path::from_data(&path),
            ink,
            line: 0.0,
            opacity: 1.0,
        }
    }

    /// Any path in a tile of this size.
    #[must_use]
    pub fn tile(name: &'static str, ink: Ink, (width, height): (f64, f64), path: &str, line: f64) -> Self {
        Self { name, width, height, turn: 0.0, path: Path::from_data(path), ink, line, opacity: 1.0 }
    }

    /// Fainter.
    #[must_use]
    pub fn opacity(mut self, opacity: f64) -> Self {
        self.opacity = opacity;
        self
    }
}
