//! The text tables: a hex a line, `x y terrain elevation {side letter}`, then SUBTITLE, TOWER, STARTLIST.
//!
//! Leniencies: names, quoted names and letters are told apart token by token; `#` comments; a blank may
//! be missing between a side's number and its letter; labels in either case. Losses when written: the
//! title; repeated start hexes; quotes in a subtitle become apostrophes; the letter form refuses Spring
//! and TarPit.
//!
//! ```
//! use hexwright_titan::Battleland;
//! use hexwright_titan::text::table;
//!
//! let land = Battleland::from_canonical("D4:Sand:1").unwrap();
//! assert!(table::write(&land).contains("3 2 Sand 1"));
//! ```

use super::{Builder, NotExpressible};
use crate::check::STARTLIST_SHORT;
use crate::lex::{Kind, Lexer, Token, Vocabulary};
use crate::script::findings::SYNTAX;
use crate::text::{MIXED_DIALECT, UNKNOWN_TERRAIN};
use crate::{Battleland, Terrain};
use hexwright_core::Span;
use std::fmt::Write;

/// The rest of the line is to be skipped: its mistake was reported.
struct SkipLine;

struct Reader<'a, 'b> {
    lexer: Lexer<'a>,
    token: Token,
    builder: &'b mut Builder,
    letters: Option<bool>,
}

pub(crate) fn read(text: &str, builder: &mut Builder) {
    let mut lexer = Lexer::new(text, builder.mode, Vocabulary::Table);
    let token = lexer.next();
    let mut reader = Reader { lexer, token, builder, letters: None };
    while reader.token.kind != Kind::End {
        if reader.line().is_err() {
            while !matches!(reader.token.kind, Kind::Line | Kind::End) {
                reader.step();
            }
        }
    }
    let findings = std::mem::take(&mut reader.lexer.findings);
    builder.reading.diagnostics.extend(findings);
}

impl<'a> Reader<'a, '_> {
    fn step(&mut self) {
        self.token = self.lexer.next();
    }

    fn slice(&self) -> &'a str {
        self.lexer.slice(self.token.span)
    }

    fn syntax<T>(&mut self, expected: &str) -> Result<T, SkipLine> {
        if self.token.kind != Kind::Bad {
            let found = match self.token.kind {
                Kind::End => "the end of the file".to_owned(),
                Kind::Line => "the line end".to_owned(),
                _ => format!("`{}`", self.slice()),
            };
            self.builder.error(SYNTAX, self.token.span, format!("expected {expected}, found {found}"));
        }
        Err(SkipLine)
    }

    fn number(&mut self, expected: &str) -> Result<(i64, Span), SkipLine> {
        if self.token.kind != Kind::Number {
            return self.syntax(expected);
        }
        let value = self.lexer.number();
        let span = self.token.span;
        self.step();
        Ok((i64::from(value), span))
    }

    fn line(&mut self) -> Result<(), SkipLine> {
        let start = self.token.span;
        match self.token.kind {
            Kind::Line => {}
            Kind::Number => self.hex()?,
            Kind::Tower => {
                self.step();
                self.builder.reading.land.set_tower(true);
            }
            Kind::Subtitle => {
                self.step();
                let compat = self.builder.mode.is_compat();
                let text = match self.token.kind {
                    Kind::Quoted => &self.slice()[1..self.slice().len() - 1],
                    Kind::Word => self.slice(),
                    Kind::Letter | Kind::HexLabel if !compat => self.slice(),
                    _ => return self.syntax("a text"),
                };
                self.step();
                self.builder.reading.land.set_subtitle(Some(text));
            }
            Kind::StartList => self.start_list(start)?,
            _ => return self.syntax("a hex, TOWER, SUBTITLE or STARTLIST"),
        }
        match self.token.kind {
            Kind::Line => self.step(),
            Kind::End => {}
            _ => return self.syntax("the line end"),
        }
        Ok(())
    }

    fn start_list(&mut self, keyword: Span) -> Result<(), SkipLine> {
        self.step();
        let (mut hexes, mut named) = (Vec::new(), 0);
        while self.token.kind == Kind::HexLabel {
            hexes.extend(self.builder.label(self.slice(), self.token.span));
            named += 1;
            self.step();
        }
        self.builder.reading.places.start_list = keyword;
        if named < 7 {
            let message = format!("expected 7 start hexes or more, found {named}");
            self.builder.warn(STARTLIST_SHORT, keyword, message);
            if self.builder.mode.is_compat() {
                self.builder.reading.land.set_start_list(None);
                return Ok(());
            }
        }
        self.builder.reading.land.set_start_list(Some(hexes));
        Ok(())
    }

    fn hex(&mut self) -> Result<(), SkipLine> {
        let (x, at) = self.number("a column")?;
        let (y, _) = self.number("a row")?;
        let hex = self.builder.hex(x, y, at);
        let terrain = self.terrain()?;
        let (elevation, level_at) = self.number("an elevation")?;
        let elevation = self.builder.elevation(elevation, level_at);
        if let (Some(hex), Some(terrain), Some(elevation)) = (hex, terrain, elevation) {
            self.builder.reading.land.set_ground(hex, terrain, elevation);
        }
        while self.token.kind == Kind::Number {
            let side = self.number("a side")?;
            if !matches!(self.token.kind, Kind::Letter | Kind::Word) {
                return self.syntax("a hexside letter");
            }
            if let Some(hex) = hex {
                self.builder.side(hex, side, (self.slice(), self.token.span));
            }
            self.step();
        }
        Ok(())
    }

    fn terrain(&mut self) -> Result<Option<Terrain>, SkipLine> {
        let (written, span) = (self.slice(), self.token.span);
        let (is_letter, name) = match self.token.kind {
            Kind::Letter => (true, written),
            Kind::Word => (false, written),
            Kind::Quoted => (false, &written[1..written.len() - 1]),
            _ => return self.syntax("a terrain"),
        };
        self.step();
        if *self.letters.get_or_insert(is_letter) != is_letter {
            let found = if is_letter { "a letter among names" } else { "a name among letters" };
            self.builder.warn(MIXED_DIALECT, span, format!("expected one kind of terrain, found {found}"));
        }
        if !is_letter {
            return Ok(self.builder.terrain(name, span));
        }
        let terrain = name.chars().next().and_then(Terrain::from_letter);
        if terrain.is_none() {
            let help = "the letters are p w r s t o v d l n";
            let message = format!("expected a terrain letter, found `{name}`");
            self.builder.error(UNKNOWN_TERRAIN, span, message).help = Some(help.to_owned());
        }
        Ok(terrain)
    }
}

/// The map as a table with names.
#[must_use]
pub fn write(land: &Battleland) -> String {
    table(land, |terrain| terrain.name().to_owned())
}

/// The map as a table with letters.
///
/// # Errors
/// If a terrain of the map has no letter.
pub fn write_letters(land: &Battleland) -> Result<String, NotExpressible> {
    for (hex, cell) in land.cells() {
        let terrain = cell.terrain();
        if terrain.letter().is_none() {
            return Err(NotExpressible { hex, terrain });
        }
    }
    Ok(table(land, |terrain| terrain.letter().map(String::from).unwrap_or_default()))
}

fn table(land: &Battleland, name: impl Fn(Terrain) -> String) -> String {
    let mut out = String::new();
    for (hex, cell) in land.cells().filter(|(_, c)| !c.is_bare()) {
        let _ = write!(out, "{} {} {} {}", hex.x(), hex.y(), name(cell.terrain()), cell.elevation());
        for (k, side) in cell.sides() {
            let _ = write!(out, " {k} {}", side.letter());
        }
        out.push('\n');
    }
    if let Some(subtitle) = land.subtitle() {
        let _ = writeln!(out, "SUBTITLE \"{}\"", subtitle.replace('"', "'"));
    }
    if land.tower() {
        out.push_str("TOWER\n");
    }
    let start: Vec<String> = land.start_hexes().iter().map(|h| h.label()).collect();
    if !start.is_empty() {
        let _ = writeln!(out, "STARTLIST {}", start.join(" "));
    }
    out
}
