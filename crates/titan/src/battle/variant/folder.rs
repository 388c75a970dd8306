//! A variant put together from the files of its folder.

use super::super::creatures::Kind;
use super::super::recruit::Recruits;
use super::super::text::BadValue;
use super::Variant;
use super::xml::{VARIANT_NAME, VARIANT_RULE, VARIANT_UNSUPPORTED, VariantFormat};
use crate::text::xml::XML_ROOT;
use hexwright_core::text::render::Report;
use hexwright_core::text::{Format as _, Leniency, Parsed, closest, sort};
use hexwright_core::{Diagnostic, Span};
use std::sync::Arc;

/// What a file of a variant holds.
#[derive(Clone, Debug)]
pub enum VariantFile {
    /// The names of the others.
    Index(VariantIndex),
    /// Creatures.
    Creatures {
        /// A variant of them alone.
        variant: Variant,
        /// Those with rules that are not known, and which rules.
        unsupported: Vec<(String, String)>,
    },
    /// Terrains of the strategic map.
    Recruits {
        /// What each of them recruits.
        lines: Vec<RecruitLine>,
        /// Points by which a Titan grows.
        titan_step: Option<u16>,
    },
}

/// Which files a variant has.
#[derive(Clone, Debug, Default)]
pub struct VariantIndex {
    /// Name of the variant.
    pub name: Option<String>,
    /// The file of creatures; those of Default if there is none.
    pub creatures: Option<FileName>,
    /// The file of terrains; those of Default if there is none.
    pub recruits: Option<FileName>,
}

/// The name of a file and where it stands.
#[derive(Clone, Debug)]
pub struct FileName {
    pub(super) name: String,
    pub(super) span: Span,
}

/// A terrain as it is written, creatures still names.
#[derive(Clone, Debug)]
pub struct RecruitLine {
    pub(super) name: String,
    pub(super) span: Span,
    pub(super) regular: bool,
    pub(super) members: Vec<(String, i8, Span)>,
    /// The terrain whose line it has, if it is another name for it.
    pub(super) source: Option<(String, Span)>,
}

/// A variant as its folder has it.
#[derive(Clone, Debug)]
pub struct VariantFolder {
    /// The variant, unless a file has errors.
    pub variant: Option<Arc<Variant>>,
    /// Creatures that are left out, and why.
    pub unsupported: Vec<(String, String)>,
    /// The findings of each file.
    pub reports: Vec<Report>,
}

impl VariantFolder {
    /// A list of kinds, as [`Variant::read_kinds`] reads it; creatures that were left out are told with the reason.
    ///
    /// # Errors
    /// The first word that is no creature.
    pub fn read_kinds(&self, list: &str) -> Result<Vec<Kind>, BadValue> {
        let left_out = self.unsupported.iter().find(|(name, _)| {
            let words = list.split(|c: char| c.is_whitespace() || matches!(c, ',' | '*' | '×'));
            words.into_iter().any(|word| word.eq_ignore_ascii_case(name))
        });
        match (&self.variant, left_out) {
            (_, Some((name, why))) => Err(format!("{name} cannot fight: {why} is not supported").into()),
            (Some(variant), None) => variant.read_kinds(list),
            (None, None) => Err("the variant has errors".to_owned().into()),
        }
    }
}

/// Reads the files of a folder. `names` are all its files, and `open` gives the bytes of one.
///
/// # Errors
/// The folder holds no variant, or a file cannot be opened.
pub fn read_folder(
    folder: &str,
    names: &[String],
    open: &mut dyn FnMut(&str) -> Result<Vec<u8>, BadValue>,
) -> Result<VariantFolder, BadValue> {
    let mut reader = FolderReader { folder, names, open, reports: Vec::new() };
    let index = reader.index()?;
    let creatures = reader.part(&index.creatures, "creatures")?;
    let recruits = reader.part(&index.recruits, "terrains")?;
    let name = index.name.as_deref().unwrap_or_else(|| folder.rsplit(['/', '\\']).next().unwrap_or(folder));
    let (mut variant, unsupported) = match creatures {
        Some(VariantFile::Creatures { variant, unsupported }) => (variant, unsupported),
        _ => (Variant { terrains: Vec::new(), ..(*Variant::standard()).clone() }, Vec::new()),
    };
    // a name that cannot stand in a text is shortened to one that can
    let word: String =
        name.chars().filter(|c| c.is_alphanumeric() || matches!(c, '-' | '_')).take(32).collect();
    variant.name = if super::check_name(&word).is_ok() { word } else { "variant".to_owned() };
    match recruits {
        Some(VariantFile::Recruits { lines, titan_step }) => {
            variant.titan_step = titan_step.unwrap_or(variant.titan_step);
            reader.recruits(&mut variant, &unsupported, &lines);
        }
        _ if index.creatures.is_none() => variant.terrains.clone_from(&Variant::standard().terrains),
        _ => {}
    }
    let sound = !reader.reports.iter().flat_map(|report| &report.diagnostics).any(Diagnostic::is_error);
    Ok(VariantFolder { variant: sound.then(|| Arc::new(variant)), unsupported, reports: reader.reports })
}

struct FolderReader<'a> {
    folder: &'a str,
    names: &'a [String],
    open: &'a mut dyn FnMut(&str) -> Result<Vec<u8>, BadValue>,
    reports: Vec<Report>,
}

/// Endings of the three files.
const ENDINGS: [&str; 3] = ["Var.xml", "Cre.xml", "Ter.xml"];

impl FolderReader<'_> {
    /// The only file with an ending, if there is one.
    fn only(&self, ending: &str) -> Result<Option<&String>, BadValue> {
        let mut found = self.names.iter().filter(|name| name.ends_with(ending));
        match (found.next(), found.next()) {
            (Some(one), Some(other)) => {
                Err(format!("expected one file *{ending} in {}, found {one} and {other}", self.folder).into())
            }
            (one, _) => Ok(one),
        }
    }

    fn index(&mut self) -> Result<VariantIndex, BadValue> {
        if let Some(name) = self.only(ENDINGS[0])?.cloned() {
            let index = match self.read(&name)? {
                Some(VariantFile::Index(index)) => index,
                _ => VariantIndex::default(),
            };
            return Ok(index);
        }
        let [_, creatures, recruits] = ENDINGS;
        let named =
            |name: Option<&String>| name.map(|name| FileName { name: name.clone(), span: Span::at(0) });
        let (creatures, recruits) = (named(self.only(creatures)?), named(self.only(recruits)?));
        if creatures.is_none() && recruits.is_none() {
            let expected = ENDINGS.map(|ending| format!("*{ending}")).join(", ");
            return Err(format!("expected {expected} in {}, found none of them", self.folder).into());
        }
        Ok(VariantIndex { name: None, creatures, recruits })
    }

    /// Reads a file and keeps its findings.
    fn read(&mut self, name: &str) -> Result<Option<VariantFile>, BadValue> {
        let bytes = (self.open)(name)?;
        let path = format!("{}/{name}", self.folder.trim_end_matches('/'));
        let Parsed { source, value, diagnostics, .. } = VariantFormat::read(&path, &bytes, Leniency::Lenient);
        self.reports.push(Report { source, diagnostics });
        Ok(value)
    }

    /// The file of creatures or of terrains.
    fn part(&mut self, file: &Option<FileName>, root: &str) -> Result<Option<VariantFile>, BadValue> {
        let Some(file) = file else { return Ok(None) };
        if !self.names.contains(&file.name) {
            // Default is built in
            if !file.name.starts_with("Default") {
                let near = closest(&file.name, self.names.iter().map(String::as_str));
                let help = near.map_or_else(
                    || "files of other variants are not looked for".to_owned(),
                    |near| format!("did you mean `{near}`?"),
                );
                let message = format!("expected the file {} in the folder, found none", file.name);
                let finding = VARIANT_NAME.at(file.span, message).help(help);
                if let Some(report) = self.reports.first_mut() {
                    report.diagnostics.push(finding);
                }
            }
            return Ok(None);
        }
        let value = self.read(&file.name)?;
        let right = match &value {
            Some(VariantFile::Creatures { .. }) => root == "creatures",
            Some(VariantFile::Recruits { .. }) => root == "terrains",
            Some(VariantFile::Index(_)) => false,
            None => true,
        };
        if let Some(report) = self.reports.last_mut().filter(|_| !right) {
            let message = format!("expected {root} in {}, found something else", file.name);
            report.diagnostics.push(XML_ROOT.at(Span::at(0), message));
        }
        Ok(value)
    }

    /// Adds the terrains, names turned into kinds.
    fn recruits(&mut self, variant: &mut Variant, unsupported: &[(String, String)], lines: &[RecruitLine]) {
        let mut findings = Vec::new();
        for line in lines {
            let written = match &line.source {
                None => Some(line),
                Some((name, _)) => lines.iter().find(|other| other.source.is_none() && other.name == *name),
            };
            let Some(written) = written else { continue };
            let special = written.members.iter().find(|(name, ..)| {
                name.starts_with("Special:") || unsupported.iter().any(|(known, _)| known == name)
            });
            if let Some((name, ..)) = special {
                let message = format!("{} is left out: recruiting with {name} is not supported", line.name);
                findings.push(VARIANT_UNSUPPORTED.at(line.span, message));
                continue;
            }
            let mut members = Vec::new();
            for (name, number, at) in &written.members {
                match variant.member(name) {
                    Ok(member) => members.push((member, *number)),
                    Err(problem) => {
                        findings.push(VARIANT_NAME.at(*at, String::from(problem)));
                    }
                }
            }
            let recruits = Recruits { name: line.name.clone(), regular: written.regular, line: members };
            if let Err(problem) = variant.add_terrain(recruits) {
                findings.push(VARIANT_RULE.at(line.span, String::from(problem)));
            }
        }
        if let Some(report) = self.reports.last_mut() {
            report.diagnostics.extend(findings);
            sort(&mut report.diagnostics);
        }
    }
}
