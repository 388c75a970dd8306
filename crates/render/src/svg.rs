//! A scene as SVG: numbers rounded to two places, never `-0`, attributes in a fixed order, so the same
//! scene gives the same bytes everywhere.
//!
//! Paint is written twice: as an attribute with the plain colour, which any viewer understands, and
//! as a class (`f-NAME` fills, `s-NAME` strokes) with a rule that reads the custom property `--hw-NAME`.
//! So a page can give the same picture its own colours, and a page that forbids inline styles loses
//! nothing but that.
//!
//! ```
//! use hexwright_render::svg::{escape, number};
//!
//! assert_eq!((number(2.0), number(-0.001), number(1.235)), ("2".to_owned(), "0".to_owned(), "1.24".to_owned()));
//! assert_eq!(escape("<hex> & co"), "&lt;hex&gt; &amp; co");
//! ```

use crate::node::{Anchor, Fill, Kind, Node, Stroke, Weight};
use crate::{Hatch, Ink, Scene, Symbol, Theme};
use hexwright_core::Point;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt::Write;

/// A number with at most two places behind the point; what is not finite becomes 0.
#[must_use]
pub fn number(value: f64) -> String {
    let hundredths = if value.is_finite() { (value * 100.0).round() } else { 0.0 };
    let whole = hundredths as i64;
    let (sign, whole) = (if whole < 0 { "-" } else { "" }, whole.unsigned_abs());
    match (whole / 100, whole % 100) {
        (units, 0) => format!("{sign}{units}"),
        (units, part) if part % 10 == 0 => format!("{sign}{units}.{}", part / 10),
        (units, part) => format!("{sign}{units}.{part:02}"),
    }
}

/// Text made safe for XML; characters XML cannot hold become U+FFFD.
#[must_use]
pub fn escape(text: &str) -> Cow<'_, str> {
    let plain = |c: char| !matches!(c, '&' | '<' | '>' | '"' | '\0'..='\x1f' | '\u{fffe}' | '\u{ffff}');
    if text.chars().all(plain) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\t' | '\n' | '\r' => out.push(' '),
            c if !plain(c) => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    Cow::Owned(out)
}

/// The rules that tie the classes of inks to custom properties, for a page's own style sheet.
#[must_use]
pub fn style_rules(inks: impl IntoIterator<Item = Ink>, theme: Theme) -> String {
    let sorted: BTreeMap<&str, Ink> = inks.into_iter().map(|ink| (ink.name, ink)).collect();
    let mut out = String::new();
    for (name, ink) in sorted {
        let colour = match theme {
            Theme::Dark => ink.dark.hex(),
            Theme::Page if ink.dark != ink.light => {
                format!("light-dark({},{})", ink.light.hex(), ink.dark.hex())
            }
            Theme::Light | Theme::Page => ink.light.hex(),
        };
        let _ = writeln!(
            out,
            ".f-{name}{{fill:var(--hw-{name},{colour})}}.s-{name}{{stroke:var(--hw-{name},{colour})}}"
        );
    }
    out
}

/// The fonts pages are asked for.
const FONTS: &str = "system-ui, Inter, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif";

pub(crate) fn document(scene: &Scene) -> String {
    let mut writer = Writer { out: String::new(), scene, inks: BTreeMap::new() };
    let view = scene.view;
    if !(scene.hatches.is_empty() && scene.symbols.is_empty() && scene.shapes.is_empty()) {
        writer.out.push_str("<defs>\n");
        scene.hatches.iter().for_each(|h| writer.hatch(h));
        scene.symbols.iter().for_each(|s| writer.symbol(s));
        scene.shapes.iter().for_each(|s| writer.node(s, 1));
        writer.out.push_str("</defs>\n");
    }
    if let Some(ink) = scene.background {
        let paper = Node::rect(Point::new(view.x, view.y), view.width, view.height);
        writer.node(&paper.fill(ink).class("background"), 0);
    }
    scene.nodes.iter().for_each(|n| writer.node(n, 0));

    let (body, inks) = (writer.out, writer.inks);
    let box_numbers = [view.x, view.y, view.width, view.height].map(number);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{}\" width=\"{}\" height=\"{}\" \
         role=\"graphics-document document\" aria-label=\"{}\" font-family=\"{FONTS}\">\n",
        box_numbers.join(" "),
        box_numbers[2],
        box_numbers[3],
        escape(&scene.title),
    );
    if !scene.title.is_empty() {
        let _ = writeln!(out, "<title>{}</title>", escape(&scene.title));
    }
    if !scene.description.is_empty() {
        let _ = writeln!(out, "<desc>{}</desc>", escape(&scene.description));
    }
    if !inks.is_empty() && !scene.greyscale {
        let _ = writeln!(out, "<style>\n{}</style>", style_rules(inks.into_values(), scene.theme));
    }
    out + &body + "</svg>\n"
}

struct Writer<'a> {
    out: String,
    scene: &'a Scene,
    inks: BTreeMap<&'static str, Ink>,
}

impl Writer<'_> {
    fn attribute(&mut self, name: &str, value: &str) {
        let _ = write!(self.out, " {name}=\"{value}\"");
    }

    fn figure(&mut self, name: &str, value: f64) {
        let value = number(value);
        self.attribute(name, &value);
    }

    fn hatch(&mut self, hatch: &Hatch) {
        let _ = write!(
            self.out,
            "<pattern id=\"hatch-{}\" width=\"{}\" height=\"{}\" patternUnits=\"userSpaceOnUse\"",
            hatch.name,
            number(hatch.width),
            number(hatch.height)
        );
        if hatch.turn != 0.0 {
            let _ = write!(self.out, " patternTransform=\"rotate({})\"", number(hatch.turn));
        }
        self.out.push_str(">\n");
        let mut node = Node::path(hatch.path.clone());
        node = if hatch.line > 0.0 { node.stroke(hatch.ink, hatch.line) } else { node.fill(hatch.ink) };
        if hatch.opacity < 1.0 {
            node = node.opacity(hatch.opacity);
        }
        self.node(&node, 1);
        self.out.push_str("</pattern>\n");
    }

    fn symbol(&mut self, symbol: &Symbol) {
        let _ = writeln!(self.out, "<symbol id=\"symbol-{}\" viewBox=\"0 0 100 100\">", symbol.name);
        symbol.nodes.iter().for_each(|n| self.node(n, 1));
        self.out.push_str("</symbol>\n");
    }

    fn node(&mut self, node: &Node, depth: usize) {
        self.out.extend(std::iter::repeat_n(' ', depth));
        let name = match &node.kind {
            Kind::Group(_) => "g",
            Kind::Polygon(_) => "polygon",
            Kind::Polyline(_) => "polyline",
            Kind::Path(_) => "path",
            Kind::Circle { .. } => "circle",
            Kind::Rect { .. } => "rect",
            Kind::Line(..) => "line",
            Kind::Text(_) => "text",
            Kind::Use { .. } => "use",
        };
        let _ = write!(self.out, "<{name}");
        self.identity(node);
        self.geometry(node);
        self.paint(node);
        let tooltip = node.tooltip.as_deref().map(escape);
        match &node.kind {
            Kind::Group(children) => {
                self.out.push_str(">\n");
                if let Some(words) = tooltip {
                    let _ = writeln!(self.out, "<title>{words}</title>");
                }
                children.iter().for_each(|c| self.node(c, depth + 1));
                self.out.extend(std::iter::repeat_n(' ', depth));
                self.out.push_str("</g>\n");
            }
            kind => {
                let words = if let Kind::Text(text) = kind { escape(&text.content) } else { "".into() };
                let tooltip = tooltip.map(|t| format!("<title>{t}</title>")).unwrap_or_default();
                if words.is_empty() && tooltip.is_empty() {
                    self.out.push_str("/>\n");
                } else {
                    let _ = writeln!(self.out, ">{tooltip}{words}</{name}>");
                }
            }
        }
    }

    fn identity(&mut self, node: &Node) {
        if let Some(id) = &node.id {
            self.attribute("id", &escape(id));
        }
        let mut classes: Vec<String> = Vec::new();
        if !node.class.is_empty() {
            classes.push(escape(&node.class).into_owned());
        }
        if let Fill::Ink(ink) = node.style.fill {
            self.inks.insert(ink.name, ink);
            classes.push(format!("f-{}", ink.name));
        }
        if let Some(stroke) = &node.style.stroke {
            self.inks.insert(stroke.ink.name, stroke.ink);
            classes.push(format!("s-{}", stroke.ink.name));
        }
        if !classes.is_empty() {
            self.attribute("class", &classes.join(" "));
        }
        for (name, value) in &node.data {
            let _ = write!(self.out, " data-{name}=\"{}\"", escape(value));
        }
        if let Some(label) = &node.label {
            self.attribute("role", "img");
            self.attribute("aria-label", &escape(label));
        }
    }

    fn geometry(&mut self, node: &Node) {
        match &node.kind {
            Kind::Group(_) => {}
            Kind::Polygon(points) | Kind::Polyline(points) => {
                let list: Vec<String> =
                    points.iter().map(|p| format!("{},{}", number(p.x), number(p.y))).collect();
                self.attribute("points", &list.join(" "));
            }
            Kind::Path(path) => self.attribute("d", path.data()),
            Kind::Circle { centre, radius } => {
                self.figure("cx", centre.x);
                self.figure("cy", centre.y);
                self.figure("r", *radius);
            }
            Kind::Rect { at, width, height, radius } => {
                self.figure("x", at.x);
                self.figure("y", at.y);
                self.figure("width", *width);
                self.figure("height", *height);
                if *radius > 0.0 {
                    self.figure("rx", *radius);
                }
            }
            Kind::Line(from, to) => {
                self.figure("x1", from.x);
                self.figure("y1", from.y);
                self.figure("x2", to.x);
                self.figure("y2", to.y);
            }
            Kind::Text(text) => {
                self.figure("x", text.at.x);
                self.figure("y", text.at.y);
                self.figure("font-size", text.size);
                match text.anchor {
                    Anchor::Start => {}
                    Anchor::Middle => self.attribute("text-anchor", "middle"),
                    Anchor::End => self.attribute("text-anchor", "end"),
                }
                if text.weight == Weight::Bold {
                    self.attribute("font-weight", "700");
                }
            }
            Kind::Use { symbol, centre, size } => {
                self.attribute("href", &format!("#symbol-{symbol}"));
                self.figure("x", centre.x - size / 2.0);
                self.figure("y", centre.y - size / 2.0);
                self.figure("width", *size);
                self.figure("height", *size);
            }
        }
        if let Some(place) = node.place {
            let mut parts = vec![format!("translate({} {})", number(place.at.x), number(place.at.y))];
            if place.turn != 0.0 {
                parts.push(format!("rotate({})", number(place.turn)));
            }
            if place.scale != 1.0 {
                // Two places are too coarse for a factor: a contact sheet would drift by pixels.
                parts.push(format!("scale({:.5})", place.scale));
            }
            self.attribute("transform", &parts.join(" "));
        }
    }

    fn paint(&mut self, node: &Node) {
        match node.style.fill {
            Fill::Inherit => {}
            Fill::None => self.attribute("fill", "none"),
            Fill::Ink(ink) => {
                let colour = self.scene.colour(ink).hex();
                self.attribute("fill", &colour);
            }
            Fill::Hatch(name) => self.attribute("fill", &format!("url(#hatch-{name})")),
        }
        if let Some(stroke) = &node.style.stroke {
            self.stroke(stroke);
            if matches!(node.kind, Kind::Text(_)) {
                self.attribute("paint-order", "stroke");
            }
        }
        if let Some(opacity) = node.style.opacity {
            self.figure("opacity", opacity);
        }
        if node.style.target {
            self.attribute("pointer-events", "all");
        }
    }

    fn stroke(&mut self, stroke: &Stroke) {
        let colour = self.scene.colour(stroke.ink).hex();
        self.attribute("stroke", &colour);
        self.figure("stroke-width", stroke.width);
        if !stroke.dash.is_empty() {
            let lengths: Vec<String> = stroke.dash.iter().copied().map(number).collect();
            self.attribute("stroke-dasharray", &lengths.join(" "));
        }
        if stroke.round {
            self.attribute("stroke-linecap", "round");
            self.attribute("stroke-linejoin", "round");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_two_places_and_no_negative_zero() {
        for (value, text) in [
            (0.0, "0"),
            (-0.0, "0"),
            (-0.004, "0"),
            (-0.005, "-0.01"),
            (1.5, "1.5"),
            (1.05, "1.05"),
            (-12.346, "-12.35"),
            (100.0, "100"),
            (f64::NAN, "0"),
            (f64::INFINITY, "0"),
        ] {
            assert_eq!(number(value), text, "{value}");
        }
    }

    #[test]
    fn anything_a_map_calls_itself_is_safe() {
        let scene = Scene::new("<script>\"&\u{0}\u{7}\n", Default::default());
        let svg = scene.to_svg();
        let tree = roxmltree::Document::parse(&svg).unwrap();
        let title = tree.descendants().find(|n| n.has_tag_name("title")).unwrap();
        assert_eq!(title.text(), Some("<script>\"&\u{fffd}\u{fffd} "));
    }
}
