//! Colossus XML, the format of battlelands since 2003.
//!
//! Leniencies: `tower` in any case, also on/off, yes/no, 1/0; missing `tower`, `elevation` and title; the
//! old start list of `battlehex label=`; unknown elements and attributes are named and skipped; a
//! DOCTYPE is allowed but nothing is fetched. Losses when written: repeated start hexes, an empty start
//! list. The writer always gives `tower` and `elevation`, which Colossus needs.
//!
//! ```
//! use hexwright_titan::Battleland;
//! use hexwright_titan::text::xml;
//!
//! let land = Battleland::from_canonical("D4:Sand:1").unwrap();
//! assert!(xml::write(&land, "dune").contains("<battlehex"));
//! ```

use super::Builder;
use crate::check::STARTLIST_SHORT;
use crate::script::compile::EMPTY_LIST;
use crate::script::findings::TOO_DEEP;
use crate::{Battleland, HexId};
use hexwright_core::Span;
use hexwright_core::text::Finding;
use roxmltree::{Document, Node, ParsingOptions};
use std::fmt::Write;

/// How deep elements may stand in each other.
const MOST_DEPTH: usize = 64;

pub(crate) fn read(text: &str, builder: &mut Builder) {
    match open(text) {
        Ok(document) => Reader { builder }.map(document.root_element()),
        Err((finding, place, message)) => {
            builder.error(finding, Span::at(place), message);
        }
    }
}

/// A document that is safe to walk through, or what is wrong with it, where, in words.
pub(crate) fn open(text: &str) -> Result<Document<'_>, (Finding, usize, String)> {
    look_ahead(text)?;
    let options = ParsingOptions { allow_dtd: true, nodes_limit: 200_000, ..ParsingOptions::default() };
    Document::parse_with_options(text, options).map_err(|error| {
        let message = format!("expected well-formed XML: {}", plain(&error));
        (XML, byte_of(text, error.pos()), message)
    })
}

/// The parser's words without the place it repeats at the end.
fn plain(error: &roxmltree::Error) -> String {
    let text = error.to_string();
    let cut = text.rfind(" at ").filter(|&i| text[i + 4..].starts_with(|c: char| c.is_ascii_digit()));
    text[..cut.unwrap_or(text.len())].to_owned()
}

fn byte_of(text: &str, place: roxmltree::TextPos) -> usize {
    let mut start = 0;
    for _ in 1..place.row {
        match text[start..].find('\n') {
            Some(n) => start += n + 1,
            None => return text.len(),
        }
    }
    let column = (place.col as usize).saturating_sub(1);
    text[start..].char_indices().nth(column).map_or(text.len(), |(n, _)| start + n)
}

/// Finds what must not reach the parser: an internal subset of a DOCTYPE (entities can grow without
/// bound) and nesting deep enough to exhaust a stack.
fn look_ahead(text: &str) -> Result<(), (Finding, usize, String)> {
    let (mut place, mut depth) = (0, 0usize);
    while let Some(n) = text[place..].find('<') {
        let start = place + n;
        let rest = &text[start..];
        let skip = |end: &str| rest.find(end).map_or(text.len(), |n| start + n + end.len());
        place = if rest.starts_with("<!--") {
            skip("-->")
        } else if rest.starts_with("<![CDATA[") {
            skip("]]>")
        } else if rest.starts_with("<?") {
            skip("?>")
        } else if rest.starts_with("<!DOCTYPE") {
            let end = end_of_tag(text, start, true);
            if text.as_bytes().get(end) == Some(&b'[') {
                let message = "expected a DOCTYPE without declarations of its own";
                return Err((XML_ENTITY, start, message.to_owned()));
            }
            end
        } else {
            let end = end_of_tag(text, start, false);
            if rest.starts_with("</") {
                depth = depth.saturating_sub(1);
            } else if !text[..end].ends_with('/') {
                depth += 1;
                if depth > MOST_DEPTH {
                    let message =
                        format!("expected at most {MOST_DEPTH} elements in each other, found one more");
                    return Err((TOO_DEEP, start, message));
                }
            }
            end
        };
    }
    Ok(())
}

/// The `>` (or, if asked for, `[`) behind `start` that is not between quotes.
fn end_of_tag(text: &str, start: usize, bracket: bool) -> usize {
    let mut quote = None;
    for (n, &b) in text.as_bytes()[start..].iter().enumerate() {
        match (quote, b) {
            (None, b'"' | b'\'') => quote = Some(b),
            (Some(q), _) if q == b => quote = None,
            (None, b'>') => return start + n,
            (None, b'[') if bracket => return start + n,
            _ => {}
        }
    }
    text.len()
}

struct Reader<'b> {
    builder: &'b mut Builder,
}

impl Reader<'_> {
    fn map(&mut self, root: Node<'_, '_>) {
        let at = place(root);
        if root.tag_name().name() != "battlemap" {
            let message = format!("expected a battlemap, found {}", root.tag_name().name());
            self.builder.error(XML_ROOT, at, message);
            return;
        }
        self.attributes(root, &["terrain", "tower", "subtitle"]);
        match root.attribute("terrain") {
            Some(title) => self.builder.reading.land.set_title(Some(title)),
            None => self.missing(at, "terrain", "there is no title"),
        }
        self.builder.reading.land.set_subtitle(root.attribute("subtitle"));
        match root.attribute("tower").map(|t| (t, truth(t))) {
            Some((_, Some(tower))) => self.builder.reading.land.set_tower(tower),
            Some((written, None)) => {
                let message = format!("expected tower to be True or False, found {written:?}");
                self.builder.error(BAD_ATTRIBUTE, at, message);
            }
            None => self.missing(at, "tower", "taken as False"),
        }
        for child in elements(root) {
            match child.tag_name().name() {
                "battlehex" => self.hex(child),
                "startlist" => self.start_list(child),
                _ => self.unknown(child),
            }
        }
    }

    fn missing(&mut self, at: Span, name: &str, consequence: &str) {
        self.builder.warn(
            MISSING_ATTRIBUTE,
            at,
            format!("expected the attribute {name}, found none: {consequence}"),
        );
    }

    fn unknown(&mut self, node: Node<'_, '_>) {
        let message = format!("expected no element {}; it is skipped", node.tag_name().name());
        self.builder.warn(UNKNOWN_ELEMENT, place(node), message);
    }

    fn attributes(&mut self, node: Node<'_, '_>, known: &[&str]) {
        for attribute in node.attributes().filter(|a| !known.contains(&a.name())) {
            let message = format!("expected no attribute {}; it is skipped", attribute.name());
            self.builder.warn(UNKNOWN_ATTRIBUTE, place(node), message);
        }
    }

    fn needed<'a>(&mut self, node: Node<'a, '_>, name: &str) -> Option<&'a str> {
        let value = node.attribute(name);
        if value.is_none() {
            let message = format!("expected the attribute {name}, found none");
            self.builder.error(MISSING_ATTRIBUTE, place(node), message);
        }
        value
    }

    fn integer(&mut self, node: Node<'_, '_>, name: &str, written: &str) -> Option<i64> {
        let number = written.trim().parse().ok();
        if number.is_none() {
            let message = format!("expected {name} to be a number, found {written:?}");
            self.builder.error(BAD_ATTRIBUTE, place(node), message);
        }
        number
    }

    fn number(&mut self, node: Node<'_, '_>, name: &str) -> Option<i64> {
        let written = self.needed(node, name)?;
        self.integer(node, name, written)
    }

    fn hex(&mut self, node: Node<'_, '_>) {
        let at = place(node);
        self.attributes(node, &["x", "y", "terrain", "elevation"]);
        let (x, y) = (self.number(node, "x"), self.number(node, "y"));
        let hex = if let (Some(x), Some(y)) = (x, y) { self.builder.hex(x, y, at) } else { None };
        let terrain = self.needed(node, "terrain").and_then(|name| self.builder.terrain(name, at));
        let elevation = match node.attribute("elevation") {
            Some(written) => {
                self.integer(node, "elevation", written).and_then(|level| self.builder.elevation(level, at))
            }
            None => {
                self.missing(at, "elevation", "taken as 0");
                Some(0)
            }
        };
        if let (Some(hex), Some(terrain), Some(elevation)) = (hex, terrain, elevation) {
            self.builder.reading.land.set_ground(hex, terrain, elevation);
        }
        for child in elements(node) {
            if child.tag_name().name() == "border" {
                self.border(hex, child);
            } else {
                self.unknown(child);
            }
        }
    }

    fn border(&mut self, hex: Option<HexId>, node: Node<'_, '_>) {
        let at = place(node);
        self.attributes(node, &["number", "type"]);
        let (number, kind) = (self.number(node, "number"), self.needed(node, "type"));
        if let (Some(hex), Some(number), Some(kind)) = (hex, number, kind) {
            self.builder.side(hex, (number, at), (kind, at));
        }
        elements(node).for_each(|child| self.unknown(child));
    }

    fn start_list(&mut self, node: Node<'_, '_>) {
        let at = place(node);
        self.attributes(node, &[]);
        let (mut hexes, mut named, mut old) = (Vec::new(), 0, false);
        for child in elements(node) {
            match child.tag_name().name() {
                "battlehexref" => {}
                "battlehex" => old = true,
                _ => {
                    self.unknown(child);
                    continue;
                }
            }
            named += 1;
            self.attributes(child, &["label"]);
            if let Some(label) = self.needed(child, "label") {
                hexes.extend(self.builder.label(label.trim(), place(child)));
            }
        }
        if old {
            self.builder.warn(
                OLD_STARTLIST,
                at,
                "expected battlehexref elements, found the old battlehex form",
            );
        }
        if named == 0 {
            self.builder.warn(EMPTY_LIST, at, "expected start hexes, found none");
        } else if named < 7 {
            let message = format!("expected 7 start hexes or more, found {named}");
            self.builder.warn(STARTLIST_SHORT, at, message);
        }
        self.builder.reading.places.start_list = at;
        self.builder.reading.land.set_start_list(Some(hexes));
    }
}

pub(crate) fn place(node: Node<'_, '_>) -> Span {
    let start = node.range().start;
    Span::new(start, start + 1)
}

pub(crate) fn elements<'a, 'i>(node: Node<'a, 'i>) -> impl Iterator<Item = Node<'a, 'i>> {
    node.children().filter(Node::is_element)
}

/// The words for yes and no that Colossus takes.
pub(crate) fn truth(word: &str) -> Option<bool> {
    match word.trim().to_ascii_lowercase().as_str() {
        "true" | "on" | "yes" | "1" => Some(true),
        "false" | "off" | "no" | "0" => Some(false),
        _ => None,
    }
}

/// The map as XML that Colossus reads. `stem` is the title of a map without one.
#[must_use]
pub fn write(land: &Battleland, stem: &str) -> String {
    let mut out = String::with_capacity(2_048);
    let tower = if land.tower() { "True" } else { "False" };
    out.push_str("<?xml version=\"1.0\"?>\n<battlemap terrain=\"");
    escape(land.title().unwrap_or(stem), &mut out);
    let _ = write!(out, "\" tower=\"{tower}\"");
    if let Some(subtitle) = land.subtitle() {
        out.push_str(" subtitle=\"");
        escape(subtitle, &mut out);
        out.push('"');
    }
    out.push_str(">\n");
    for (hex, cell) in land.cells().filter(|(_, c)| !c.is_bare()) {
        let _ = write!(
            out,
            "  <battlehex x=\"{}\" y=\"{}\" terrain=\"{}\" elevation=\"{}\"",
            hex.x(),
            hex.y(),
            cell.terrain().name(),
            cell.elevation()
        );
        if cell.sides().next().is_none() {
            out.push_str(" />\n");
            continue;
        }
        out.push_str(">\n");
        for (k, side) in cell.sides() {
            let _ = writeln!(out, "    <border number=\"{k}\" type=\"{}\" />", side.letter());
        }
        out.push_str("  </battlehex>\n");
    }
    let start = land.start_hexes();
    if !start.is_empty() {
        out.push_str("  <startlist>\n");
        for hex in start {
            let _ = writeln!(out, "    <battlehexref label=\"{hex}\" />");
        }
        out.push_str("  </startlist>\n");
    }
    out.push_str("</battlemap>\n");
    out
}

fn escape(text: &str, out: &mut String) {
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            // without a declared encoding some readers take the file for Latin-1: references are safe
            _ if c.is_ascii() => out.push(c),
            // characters XML forbids
            '\u{fffe}' | '\u{ffff}' => out.push('\u{fffd}'),
            _ => {
                let _ = write!(out, "&#{};", u32::from(c));
            }
        }
    }
}

const XML: Finding =
    Finding::error("xml", "the file is no well-formed XML", "The message says where the reader stopped.");
const XML_ENTITY: Finding = Finding::error(
    "xml-entity",
    "the file defines entities",
    "They are refused: a small file could grow without bound.",
);
pub(crate) const XML_ROOT: Finding =
    Finding::error("xml-root", "the root element is not `battlemap`", "This is no battleland.");
pub(crate) const UNKNOWN_ELEMENT: Finding =
    Finding::warning("unknown-element", "an element is unknown", "It is passed over.");
pub(crate) const UNKNOWN_ATTRIBUTE: Finding =
    Finding::warning("unknown-attribute", "an attribute is unknown", "It is passed over.");
pub(crate) const BAD_ATTRIBUTE: Finding =
    Finding::error("bad-attribute", "an attribute has a wrong value", "The message names what was expected.");
pub(crate) const MISSING_ATTRIBUTE: Finding = Finding::error(
    "missing-attribute",
    "an attribute is missing",
    "Only some have a default, which a warning names.",
);
const OLD_STARTLIST: Finding =
    Finding::warning("old-startlist", "the start list has its old form", "Write battlehexref elements.");

/// What the checks of this file report.
pub(crate) const FINDINGS: &[Finding] = &[
    XML,
    XML_ENTITY,
    XML_ROOT,
    UNKNOWN_ELEMENT,
    UNKNOWN_ATTRIBUTE,
    BAD_ATTRIBUTE,
    MISSING_ATTRIBUTE,
    OLD_STARTLIST,
];
