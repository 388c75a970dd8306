//! The XML files of a Colossus variant: the file that names the others, creatures, and terrains with their recruits.
//!
//! Read are names, numbers, abilities and homes of creatures (spellings of 2003 too), lines of recruits, aliases of terrains, and the
//! points by which a Titan grows. Colours, plurals, starting creatures and angels won by points have no part in a battle and are passed over.
//! A creature or terrain with rules that Hexwright does not know is named and left out.

use super::super::creatures::{MOST_POWER, MOST_SKILL, TITAN_POWER, Traits};
use super::folder::{FileName, RecruitLine, VariantFile, VariantIndex};
use super::{MOST_MEMBERS, Variant};
use crate::lex::MOST_BYTES;
use crate::script::findings::TOO_LARGE;
use crate::text::xml::{
    BAD_ATTRIBUTE, MISSING_ATTRIBUTE, UNKNOWN_ELEMENT, XML_ROOT, elements, open, place, truth,
};
use crate::{Hexside, Terrain, decode};
use hexwright_core::text::{Confidence, Finding, Format, Leniency, NotFormatted, Parsed};
use hexwright_core::{Diagnostic, Span};
use roxmltree::{Attribute, Node};

/// Files of a Colossus variant.
#[derive(Clone, Copy, Debug)]
pub struct VariantFormat;

pub(super) const VARIANT_UNSUPPORTED: Finding = Finding::warning(
    "variant-unsupported",
    "a creature or terrain has rules that are not supported",
    "It is left out; battles cannot name it. The message says which rule it is.",
);
pub(super) const VARIANT_NAME: Finding = Finding::error(
    "variant-name",
    "a name in a variant leads nowhere",
    "The message says what was expected and names the nearest known word.",
);
pub(super) const VARIANT_RULE: Finding = Finding::error(
    "variant-rule",
    "a variant is larger or other than can be read",
    "The message names the limit or what stands twice.",
);

/// What the files of a variant can have wrong, beside what XML can.
pub(crate) const FINDINGS: &[Finding] = &[VARIANT_UNSUPPORTED, VARIANT_NAME, VARIANT_RULE];

/// The roots of the three files.
const ROOTS: [&str; 3] = ["variant", "creatures", "terrains"];

impl Format for VariantFormat {
    type Value = VariantFile;

    const NAME: &'static str = "variant";
    const ENDINGS: &'static [&'static str] = &[];
    const TITLE: &'static str = "a file of a Colossus variant";
    const FINDINGS: &'static [&'static [Finding]] = crate::formats::VARIANT_FINDINGS;
    const READS_LATIN_1: bool = true;

    fn sniff(bytes: &[u8]) -> Confidence {
        Confidence::likely_if(
            root_name(bytes).is_some_and(|name| ROOTS.iter().any(|root| root.as_bytes() == name)),
        )
    }

    fn read(name: &str, bytes: &[u8], leniency: Leniency) -> Parsed<VariantFile> {
        let text = decode(bytes);
        let mut reader = Reader::default();
        let value = match open(&text) {
            _ if bytes.len() > MOST_BYTES => {
                let message = format!("expected at most 1 MiB, found {} bytes", bytes.len());
                reader.findings.push(TOO_LARGE.at(Span::at(0), message));
                None
            }
            Ok(document) => reader.file(document.root_element()),
            Err((finding, place, message)) => {
                reader.findings.push(finding.at(Span::at(place), message));
                None
            }
        };
        leniency.judge(&mut reader.findings);
        let sound = !reader.findings.iter().any(Diagnostic::is_error);
        Parsed::new(name, text, value.filter(|_| sound), reader.findings)
    }

    fn format(name: &str, bytes: &[u8]) -> Result<String, NotFormatted> {
        Self::read(name, bytes, Leniency::Lenient).into_value()?;
        Err(NotFormatted::Refused(format!("{name} belongs to Colossus and is only read")))
    }
}

/// The name of the first element.
fn root_name(bytes: &[u8]) -> Option<&[u8]> {
    let mut rest = bytes;
    loop {
        let start = rest.iter().position(|&b| b == b'<')?;
        rest = &rest[start + 1..];
        if rest.starts_with(b"!--") {
            rest = &rest[rest.windows(3).position(|end| end == b"-->")?..];
        } else if rest.first().is_some_and(u8::is_ascii_alphabetic) {
            let end =
                rest.iter().position(|b| !b.is_ascii_alphanumeric() && *b != b'_').unwrap_or(rest.len());
            return Some(&rest[..end]);
        }
    }
}

#[derive(Default)]
struct Reader {
    findings: Vec<Diagnostic>,
}

/// Where an attribute stands.
fn at(attribute: Attribute<'_, '_>) -> Span {
    let range = attribute.range();
    Span::new(range.start, range.end)
}

impl Reader {
    fn note(&mut self, finding: Finding, span: Span, message: impl Into<String>) {
        self.findings.push(finding.at(span, message));
    }

    fn file(&mut self, root: Node<'_, '_>) -> Option<VariantFile> {
        match root.tag_name().name() {
            "variant" => self.index(root).map(VariantFile::Index),
            "creatures" => Some(self.creatures(root)),
            "terrains" => Some(self.terrains(root)),
            other => {
                let message = format!("expected variant, creatures or terrains, found {other}");
                self.note(XML_ROOT, place(root), message);
                None
            }
        }
    }

    fn unknown(&mut self, node: Node<'_, '_>) {
        let message = format!("expected no element {}; it is skipped", node.tag_name().name());
        self.note(UNKNOWN_ELEMENT, place(node), message);
    }

    fn needed<'a>(&mut self, node: Node<'a, '_>, name: &str) -> Option<(&'a str, Span)> {
        let found = node.attribute_node(name).map(|attribute| (attribute.value(), at(attribute)));
        if found.is_none() {
            let message = format!("expected the attribute {name}, found none");
            self.note(MISSING_ATTRIBUTE, place(node), message);
        }
        found
    }

    fn number(&mut self, node: Node<'_, '_>, name: &str) -> Option<(i64, Span)> {
        let (written, span) = self.needed(node, name)?;
        let number = written.trim().parse().ok();
        if number.is_none() {
            let message = format!("expected {name} to be a number, found {written:?}");
            self.note(BAD_ATTRIBUTE, span, message);
        }
        number.map(|number| (number, span))
    }

    /// The file that names the others.
    fn index(&mut self, root: Node<'_, '_>) -> Option<VariantIndex> {
        let name = root.attribute("name").map(str::to_owned);
        let mut index = VariantIndex { name, ..VariantIndex::default() };
        for child in elements(root) {
            let file = match child.tag_name().name() {
                "creatures" => &mut index.creatures,
                "terrain_recruits" => &mut index.recruits,
                "strategic_map" | "hint" | "depends" => continue,
                _ => {
                    self.unknown(child);
                    continue;
                }
            };
            let Some((name, span)) = self.needed(child, "filename") else { continue };
            if name.contains(['/', '\\']) || name.starts_with('.') {
                let message = format!("expected the name of a file in the same folder, found {name:?}");
                self.note(BAD_ATTRIBUTE, span, message);
                continue;
            }
            *file = Some(FileName { name: name.to_owned(), span });
        }
        Some(index)
    }

    fn creatures(&mut self, root: Node<'_, '_>) -> VariantFile {
        let (mut variant, mut unsupported) = (Variant::empty("variant"), Vec::new());
        for child in elements(root) {
            if child.tag_name().name() != "creature" {
                self.unknown(child);
                continue;
            }
            let Some((name, span)) = self.needed(child, "name") else { continue };
            let (traits, rules) = self.creature(child, name.trim());
            if !rules.is_empty() {
                let why = rules.join(", ");
                let message = format!("{} is left out: {why} is not supported", traits.name);
                self.note(VARIANT_UNSUPPORTED, span, message);
                unsupported.push((traits.name.into_owned(), why));
            } else if let Err(problem) = variant.add(traits) {
                self.note(VARIANT_RULE, span, String::from(problem));
            }
        }
        VariantFile::Creatures { variant, unsupported }
    }

    /// A creature, and its rules that are not supported.
    fn creature(&mut self, node: Node<'_, '_>, name: &str) -> (Traits, Vec<String>) {
        let mut traits = Traits::named(name);
        let mut rules = Vec::new();
        traits.titan = name == "Titan";
        if let Some((skill, _)) = self.number(node, "skill") {
            match u8::try_from(skill) {
                Ok(skill @ 1..=MOST_SKILL) => traits.skill = skill,
                _ => rules.push(format!("skill {skill} (1 to {MOST_SKILL})")),
            }
        }
        match self.number(node, "power") {
            // Colossus computes the power of a Titan and writes -1
            Some(_) if traits.titan => traits.power = TITAN_POWER,
            Some((power, _)) => match u8::try_from(power) {
                Ok(power @ 1..=MOST_POWER) => traits.power = power,
                _ => rules.push(format!("power {power} (1 to {MOST_POWER})")),
            },
            None => {}
        }
        if let Some((count, _)) = self.number(node, "count") {
            traits.count = u8::try_from(count.clamp(1, 255)).unwrap_or(u8::MAX);
        }
        for attribute in node.attributes() {
            let (name, value) = (attribute.name(), attribute.value());
            if matches!(name, "name" | "skill" | "power" | "count" | "plural_name" | "base_color") {
                continue;
            }
            let Some(ability) = ability(name) else {
                if !matches!(value.trim(), "" | "0") && truth(value) != Some(false) {
                    rules.push(format!("{name} {value:?}"));
                }
                continue;
            };
            match truth(value) {
                Some(true) => ability(&mut traits),
                Some(false) => {}
                None => {
                    let message = format!("expected {name} to be true or false, found {value:?}");
                    self.note(BAD_ATTRIBUTE, at(attribute), message);
                }
            }
        }
        (traits, rules)
    }

    fn terrains(&mut self, root: Node<'_, '_>) -> VariantFile {
        let (mut lines, mut titan_step) = (Vec::<RecruitLine>::new(), None);
        for child in elements(root) {
            match child.tag_name().name() {
                "terrain" => lines.extend(self.terrain(child)),
                "alias" => lines.extend(self.alias(child)),
                "titan_improve" => {
                    let Some((points, span)) = self.number(child, "points") else { continue };
                    match u16::try_from(points) {
                        Ok(points @ 1..=10_000) => titan_step = Some(points),
                        _ => {
                            let message = format!("expected points from 1 to 10000, found {points}");
                            self.note(BAD_ATTRIBUTE, span, message);
                        }
                    }
                }
                // angels won and Titans that teleport have no part in a battle
                "acquirable" | "titan_teleport" => {}
                _ => self.unknown(child),
            }
        }
        for (name, at) in lines.iter().filter_map(|line| line.source.as_ref()) {
            let known = lines.iter().any(|other| other.source.is_none() && other.name == *name);
            if !known {
                let message = format!("expected the name of a terrain of this file, found `{name}`");
                self.findings.push(VARIANT_NAME.at(*at, message));
            }
        }
        VariantFile::Recruits { lines, titan_step }
    }

    fn terrain(&mut self, node: Node<'_, '_>) -> Option<RecruitLine> {
        let (name, span) = self.needed(node, "name")?;
        let (written, at) = self.needed(node, "regular_recruit")?;
        let Some(regular) = truth(written) else {
            let message = format!("expected regular_recruit to be True or False, found {written:?}");
            self.note(BAD_ATTRIBUTE, at, message);
            return None;
        };
        let mut members = Vec::new();
        for child in elements(node) {
            match child.tag_name().name() {
                "recruit" => {}
                "starting" => continue,
                _ => {
                    self.unknown(child);
                    continue;
                }
            }
            let (member, number) = (self.needed(child, "name"), self.number(child, "number"));
            let (Some((member, at)), Some((number, number_at))) = (member, number) else { continue };
            match i8::try_from(number) {
                Ok(number @ -1..=20) => members.push((member.trim().to_owned(), number, at)),
                _ => {
                    let message = format!("expected a number from -1 to 20, found {number}");
                    self.note(BAD_ATTRIBUTE, number_at, message);
                }
            }
        }
        if members.len() > MOST_MEMBERS {
            let message =
                format!("expected at most {MOST_MEMBERS} recruits of {name}, found {}", members.len());
            self.note(VARIANT_RULE, span, message);
            return None;
        }
        Some(RecruitLine { name: name.trim().to_owned(), span, regular, members, source: None })
    }

    fn alias(&mut self, node: Node<'_, '_>) -> Option<RecruitLine> {
        let (name, span) = self.needed(node, "name")?;
        let (source, at) = self.needed(node, "source")?;
        let source = Some((source.trim().to_owned(), at));
        Some(RecruitLine { name: name.trim().to_owned(), span, regular: false, members: Vec::new(), source })
    }
}

/// What an attribute of a creature says if it is true.
fn ability(name: &str) -> Option<fn(&mut Traits)> {
    Some(match name {
        "rangestrikes" => |traits| traits.rangestrikes = true,
        "flies" => |traits| traits.flies = true,
        "magic_missile" => |traits| traits.magic = true,
        "summonable" => |traits| traits.summonable = true,
        "lord" => |traits| traits.lord = true,
        "demilord" => |traits| traits.demilord = true,
        "slope" => |traits| traits.settle_on(Hexside::Slope),
        "river" => |traits| traits.settle_on(Hexside::River),
        "dune" => |traits| traits.settle_on(Hexside::Dune),
        "Plains" => |traits| traits.settle_in(Terrain::Plains),
        "Tower" => |traits| traits.settle_in(Terrain::Tower),
        "Brambles" | "bramble" => |traits| traits.settle_in(Terrain::Brambles),
        "Sand" | "sanddune" => |traits| traits.settle_in(Terrain::Sand),
        "Tree" | "tree" => |traits| traits.settle_in(Terrain::Tree),
        "Bog" | "bog" => |traits| traits.settle_in(Terrain::Bog),
        "Volcano" | "volcano" => |traits| traits.settle_in(Terrain::Volcano),
        "Drift" | "drift" => |traits| traits.settle_in(Terrain::Drift),
        "Lake" | "water" => |traits| traits.settle_in(Terrain::Lake),
        "Stone" | "stone" => |traits| traits.settle_in(Terrain::Stone),
        "Spring" => |traits| traits.settle_in(Terrain::Spring),
        "TarPit" => |traits| traits.settle_in(Terrain::TarPit),
        _ => return None,
    })
}
