//! Several pictures on one sheet.

use crate::{Fill, Kind, Node, Scene, ViewBox, palette};
use hexwright_core::Point;

/// Space between pictures, in shares of a cell's width.
const GAP: f64 = 0.05;

impl Scene {
    /// A contact sheet: the pictures in rows of `columns`, each in a cell of the same size with its
    /// title below. Ids get the prefix `NUMBER-`, so they stay unique.
    #[must_use]
    pub fn grid(scenes: &[Self], columns: usize) -> Self {
        let columns = columns.clamp(1, scenes.len().max(1));
        let rows = scenes.len().div_ceil(columns);
        let width = scenes.iter().map(|s| s.view.width).fold(1.0, f64::max);
        let gap = width * GAP;
        let caption = if scenes.iter().any(|s| !s.title.is_empty()) { width * 0.09 } else { 0.0 };
        let scale = |s: &Self| if s.view.width > 0.0 { width / s.view.width } else { 1.0 };
        let height = scenes.iter().map(|s| s.view.height * scale(s)).fold(1.0, f64::max);
        let (step_x, step_y) = (width + gap, height + caption + gap);
        let mut sheet = Self::new(
            format!("{} pictures", scenes.len()),
            ViewBox::new(gap + step_x * columns as f64, gap + step_y * rows as f64),
        );
        for (i, scene) in scenes.iter().enumerate() {
            let corner = Point::new(gap + step_x * (i % columns) as f64, gap + step_y * (i / columns) as f64);
            if let Some(ink) = scene.background {
                sheet.push(Node::rect(corner, width, scene.view.height * scale(scene)).fill(ink));
            }
            sheet.insert(scene, corner, scale(scene), Some(&format!("{}-", i + 1)));
            if caption > 0.0 {
                let middle = Point::new(corner.x + width / 2.0, corner.y + height + caption / 2.0);
                sheet.push(
                    Node::centred_text(middle, caption * 0.5, scene.title.clone()).fill(palette::TEXT).bold(),
                );
            }
        }
        if let Some(first) = scenes.first() {
            (sheet.theme, sheet.greyscale) = (first.theme, first.greyscale);
        }
        sheet
    }

    /// Puts another picture into this one with its upper left corner at `at`; its hatches and symbols
    /// come along. `prefix` goes before its ids.
    pub fn insert(&mut self, other: &Self, at: Point, scale: f64, prefix: Option<&str>) {
        self.add_hatches(other.hatches.iter().cloned());
        self.add_symbols(other.symbols.iter().cloned());
        let mut nodes = other.nodes.clone();
        if let Some(prefix) = prefix {
            for node in &mut nodes {
                node.walk_mut(&mut |n| {
                    if let Some(id) = &mut n.id {
                        id.insert_str(0, prefix);
                    }
                });
            }
        }
        let origin = Point::new(at.x - other.view.x * scale, at.y - other.view.y * scale);
        self.push(Node::group(nodes).place(origin, scale).class("inset").label(other.title.clone()));
    }

    /// Names of hatches and symbols that nodes ask for and the scene does not have; empty in a sound scene.
    #[must_use]
    pub fn missing(&self) -> Vec<&'static str> {
        let mut missing = Vec::new();
        for node in self.nodes.iter().chain(self.symbols.iter().flat_map(|s| &s.nodes)) {
            node.walk(&mut |n| {
                if let Fill::Hatch(name) = n.style.fill
                    && !self.hatches.iter().any(|h| h.name == name)
                {
                    missing.push(name);
                }
                if let Kind::Use { symbol, .. } = n.kind
                    && !self.symbols.iter().any(|s| s.name == symbol)
                {
                    missing.push(symbol);
                }
            });
        }
        missing
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sheet_keeps_ids_apart_and_aspect() {
        let mut one = Scene::new("one", ViewBox { x: -5.0, y: -5.0, width: 10.0, height: 20.0 });
        one.push(Node::circle(Point::default(), 1.0).id("dot"));
        let two = Scene { title: "two".to_owned(), ..one.clone() };
        let sheet = Scene::grid(&[one.clone(), two, one], 2);
        let svg = sheet.to_svg();
        for id in ["id=\"1-dot\"", "id=\"2-dot\"", "id=\"3-dot\""] {
            assert_eq!(svg.matches(id).count(), 1, "{id}");
        }
        assert!(sheet.view.height > sheet.view.width);
        assert!(Scene::grid(&[], 3).to_svg().contains("0 pictures"));
    }
}
