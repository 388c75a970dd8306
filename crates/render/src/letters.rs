//! Words as outlines of the embedded font, so the same picture looks the same on every machine, with or without fonts of
//! its own.

use crate::node::{Anchor, Text, Weight};
use std::sync::OnceLock;
use tiny_skia::{Path, PathBuilder};
use ttf_parser::gpos::{PairAdjustment, PositioningSubtable};
use ttf_parser::{Face, GlyphId, OutlineBuilder, Tag};

/// The Latin part of Inter, under the SIL Open Font License; see `fonts/OFL.txt`.
const FILES: [&[u8]; 2] =
    [include_bytes!("../fonts/Inter-Regular.ttf"), include_bytes!("../fonts/Inter-Bold.ttf")];

fn face(weight: Weight) -> &'static Face<'static> {
    static FACES: OnceLock<[Face<'static>; 2]> = OnceLock::new();
    let faces =
        FACES.get_or_init(|| FILES.map(|file| Face::parse(file, 0).expect("the embedded font is sound")));
    &faces[usize::from(weight == Weight::Bold)]
}

/// The outline of words at their place; none if there is nothing to see. As in SVG, white space in a row is one blank, and
/// none at both ends. A letter the font does not have is its empty box.
pub(crate) fn outline(text: &Text) -> Option<Path> {
    let face = face(text.weight);
    let words: Vec<&str> = text.content.split_whitespace().collect();
    let letters = words.join(" ");
    let glyphs: Vec<GlyphId> =
        letters.chars().map(|letter| face.glyph_index(letter).unwrap_or_default()).collect();
    // where each letter begins, in units of the font
    let mut width = 0.0;
    let mut starts = Vec::with_capacity(glyphs.len());
    for (i, &glyph) in glyphs.iter().enumerate() {
        starts.push(width);
        let advance = i32::from(face.glyph_hor_advance(glyph).unwrap_or(0));
        let closer = glyphs.get(i + 1).map_or(0, |&next| kerning(face, glyph, next));
        width += f64::from(advance + i32::from(closer));
    }
    let scale = text.size / f64::from(face.units_per_em());
    let left = match text.anchor {
        Anchor::Start => 0.0,
        Anchor::Middle => width / 2.0,
        Anchor::End => width,
    };
    let mut pen = Pen { path: PathBuilder::new(), x: 0.0, y: text.at.y as f32, scale: scale as f32 };
    for (glyph, start) in glyphs.into_iter().zip(starts) {
        pen.x = (text.at.x + (start - left) * scale) as f32;
        face.outline_glyph(glyph, &mut pen);
    }
    pen.path.finish()
}

/// By how much two neighbours come closer (or, above 0, go apart): the pairs of the font's `kern` feature.
fn kerning(face: &Face<'_>, left: GlyphId, right: GlyphId) -> i16 {
    let Some(table) = face.tables().gpos else { return 0 };
    let Some(feature) = table.features.find(Tag::from_bytes(b"kern")) else { return 0 };
    let lookups = feature.lookup_indices.into_iter().filter_map(|index| table.lookups.get(index));
    let pairs = lookups.flat_map(|lookup| lookup.subtables.into_iter::<PositioningSubtable<'_>>());
    pairs.into_iter().find_map(|pair| pair_advance(pair, left, right)).unwrap_or(0)
}

/// What one table of pairs says of two letters; none if it does not know the first, or the pair.
fn pair_advance(table: PositioningSubtable<'_>, left: GlyphId, right: GlyphId) -> Option<i16> {
    match table {
        PositioningSubtable::Pair(PairAdjustment::Format1 { coverage, sets }) => {
            let (first, _) = sets.get(coverage.get(left)?)?.get(right)?;
            Some(first.x_advance)
        }
        PositioningSubtable::Pair(PairAdjustment::Format2 { coverage, classes, matrix }) => {
            coverage.get(left)?;
            let (first, _) = matrix.get((classes.0.get(left), classes.1.get(right)))?;
            Some(first.x_advance)
        }
        _ => None,
    }
}

/// Draws letters into a path. Fonts count upwards, pictures downwards.
struct Pen {
    path: PathBuilder,
    x: f32,
    y: f32,
    scale: f32,
}

impl Pen {
    fn at(&self, x: f32, y: f32) -> (f32, f32) {
        (self.x + x * self.scale, self.y - y * self.scale)
    }
}

impl OutlineBuilder for Pen {
    fn move_to(&mut self, x: f32, y: f32) {
        let (x, y) = self.at(x, y);
        self.path.move_to(x, y);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        let (x, y) = self.at(x, y);
        self.path.line_to(x, y);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        let ((x1, y1), (x, y)) = (self.at(x1, y1), self.at(x, y));
        self.path.quad_to(x1, y1, x, y);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        let ((x1, y1), (x2, y2), (x, y)) = (self.at(x1, y1), self.at(x2, y2), self.at(x, y));
        self.path.cubic_to(x1, y1, x2, y2, x, y);
    }

    fn close(&mut self) {
        self.path.close();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Node;
    use crate::node::Kind;
    use hexwright_core::Point;

    fn bounds(node: Node) -> tiny_skia::Rect {
        let Kind::Text(text) = node.kind else { panic!("not a text") };
        outline(&text).unwrap().bounds()
    }

    fn text(content: &str) -> Node {
        Node::text(Point::new(100.0, 50.0), 20.0, content)
    }

    #[test]
    fn words_lie_where_their_anchor_says() {
        let (start, end) = (bounds(text("Hex")), bounds(text("Hex").anchor(Anchor::End)));
        let middle = bounds(text("Hex").anchor(Anchor::Middle));
        assert!(start.left() > 100.0 && end.right() < 100.0);
        assert!((middle.left() - 100.0 + middle.right() - 100.0).abs() < 2.0, "{middle:?}");
        // letters stand on the base line, capitals are about 0.73 of the size
        assert!((start.bottom() - 50.0).abs() < 0.5 && (start.height() - 14.5).abs() < 0.5, "{start:?}");
        assert!(bounds(text("Hex").bold()).width() > start.width());
    }

    #[test]
    fn neighbours_come_closer_as_the_font_says() {
        let pair = bounds(text("AV")).width();
        let apart = bounds(text("A")).width() + bounds(text("V")).width();
        assert!(pair < apart, "{pair} is not less than {apart}");
        assert_eq!(bounds(text("a  b ")), bounds(text("a b")));
    }

    #[test]
    fn a_letter_the_font_does_not_have_is_a_box_and_nothing_is_nothing() {
        assert!(bounds(text("\u{4e2d}")).width() > 5.0);
        let Kind::Text(blank) = text("  ").kind else { panic!("not a text") };
        assert!(outline(&blank).is_none());
    }
}
