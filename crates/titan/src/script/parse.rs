//! Tokens to statements, by recursive descent; what is understood goes to the [`Compiler`] at once. A
//! mistake ends its line; what stood before it is kept and judged, and the next line is read afresh, so
//! every line with a mistake is reported.
//!
//! Leniencies: several statements may share a line; the three dialects are one grammar; in the modes of
//! the original a `*` may stand for a number.

use super::compile::Compiler;
use super::findings::{LABEL_NAME, STAR_MISUSE, SYNTAX, TOO_DEEP, TOO_LARGE};
use super::program::{LabelId, Piece, Run, StepKind};
use super::written::{Coordinate, PairEnd, TerrainToken, Value, ValueKind, Values};
use crate::Mode;
use crate::lex::{Kind, Lexer, MOST_BYTES, Vocabulary};
use hexwright_core::text::closest;
use hexwright_core::{Severity, Span};

/// How deep functions may stand in each other.
const MOST_DEPTH: usize = 64;

/// Marks that a mistake was reported and the rest of the line is to be skipped.
struct SkipLine;

type Parsed<T> = Result<T, SkipLine>;

/// Reads one statement after the other.
pub(crate) struct Parser<'a> {
    lexer: Lexer<'a>,
    /// What the next token is.
    kind: Kind,
    mode: Mode,
    depth: usize,
    out: Compiler<'a>,
}

impl<'a> Parser<'a> {
    pub(crate) fn new(text: &'a str, mode: Mode) -> Self {
        let mut out = Compiler::new(text, mode);
        let too_large = text.len() > MOST_BYTES;
        if too_large {
            let message = format!("expected a script of at most 1 MiB, found {} bytes", text.len());
            out.findings.push(TOO_LARGE.at(Span::at(0), message));
        }
        let lexer = Lexer::new(if too_large { "" } else { text }, mode, Vocabulary::Script);
        Self { lexer, kind: Kind::Line, mode, depth: 0, out }
    }

    /// Reads all statements; the compiler then knows all there is to know.
    pub(crate) fn run(mut self) -> Compiler<'a> {
        loop {
            match self.kind {
                Kind::End => break,
                Kind::Line => self.step(),
                _ => {
                    if self.statement().is_err() {
                        self.depth = 0;
                        while !matches!(self.kind, Kind::Line | Kind::End) {
                            self.step();
                        }
                    }
                }
            }
        }
        self.out.findings.append(&mut self.lexer.findings);
        self.out
    }

    fn step(&mut self) {
        self.kind = self.lexer.step();
    }

    /// The place of the next token.
    fn span(&self) -> Span {
        self.lexer.span()
    }

    /// The next token in words, for messages.
    fn found(&self) -> String {
        match self.kind {
            Kind::End => "the end of the file".to_owned(),
            Kind::Line => "the line end".to_owned(),
            _ => format!("`{}`", self.lexer.slice(self.span())),
        }
    }

    #[cold]
    fn syntax<T>(&mut self, expected: &str, help: Option<String>) -> Parsed<T> {
        // a bad character was reported where it stands
        if self.kind != Kind::Bad {
            let message = format!("expected {expected}, found {}", self.found());
            let mut finding = SYNTAX.at(self.span(), message);
            finding.help = help;
            self.out.findings.push(finding);
        }
        Err(SkipLine)
    }

    fn expect(&mut self, kind: Kind, name: &str) -> Parsed<()> {
        if self.kind != kind {
            return self.syntax(name, None);
        }
        self.step();
        Ok(())
    }

    fn statement(&mut self) -> Parsed<()> {
        match self.kind {
            Kind::Area => self.area(),
            Kind::Label => self.label(),
            Kind::Pair => self.pair(),
            Kind::StartList => {
                let keyword = self.span();
                self.step();
                let (list, result) = self.hexes(keyword, Ok(()));
                self.out.step(keyword, StepKind::StartList(list));
                result
            }
            Kind::Tower => {
                self.step();
                self.out.tower();
                Ok(())
            }
            Kind::Title => self.text().map(|text| self.out.title(text)),
            Kind::Subtitle => self.text().map(|text| self.out.subtitle(text)),
            _ => self.no_statement(),
        }
    }

    #[cold]
    fn no_statement(&mut self) -> Parsed<()> {
        const STARTS: [&str; 7] = ["AREA", "LABEL", "PAIR", "STARTLIST", "TOWER", "TITLE", "SUBTITLE"];
        let help = match self.kind {
            Kind::Word => closest(self.lexer.slice(self.span()), STARTS),
            _ => None,
        };
        self.syntax("a statement", help.map(|word| format!("did you mean `{word}`?")))
    }

    fn area(&mut self) -> Parsed<()> {
        let keyword = self.span();
        self.step();
        let (pool, mut result) = self.hexes(keyword, Ok(()));
        let mut hazards_keyword = keyword;
        if result.is_ok() {
            hazards_keyword = self.span();
            if self.kind == Kind::Terrains {
                self.out.oldest_spelling(hazards_keyword);
            }
            result = self.hazards_keyword();
        }
        let (start, mut none) = (self.out.hazards(), true);
        while result.is_ok() {
            let Some(terrain) = self.terrain() else { break };
            let mut values = Values::default();
            result = self.values(&mut values);
            self.out.hazard(&terrain, &values);
            none = false;
        }
        if none && result.is_ok() {
            self.out.empty_hazards(hazards_keyword);
        }
        self.out.area(keyword, pool, start);
        result
    }

    fn hazards_keyword(&mut self) -> Parsed<()> {
        let help = match self.kind {
            Kind::Hazards | Kind::Terrains => {
                self.step();
                return Ok(());
            }
            Kind::Word if closest(self.lexer.slice(self.span()), ["HAZARDS", "TERRAINS"]).is_some() => {
                Some("did you mean `HAZARDS`?")
            }
            Kind::Word => Some("hexes are `D4`, `(3,2)` or `(label)`, with blanks between hex labels"),
            Kind::Comma => Some("hexes of a list are separated by blanks"),
            Kind::Line | Kind::End => Some("a statement cannot continue on the next line"),
            _ => None,
        };
        self.syntax("a hex or `HAZARDS`", help.map(str::to_owned))
    }

    fn values(&mut self, values: &mut Values) -> Parsed<()> {
        while self.kind == Kind::Comma {
            self.step();
            let kind = match self.kind {
                Kind::Float => ValueKind::Float(self.lexer.float()),
                Kind::Number => ValueKind::Number(self.lexer.number()),
                Kind::Star => {
                    self.star();
                    ValueKind::Star
                }
                _ => {
                    values.set_broken();
                    let word = self.lexer.slice(self.span());
                    let help = word
                        .strip_prefix('.')
                        .filter(|rest| !rest.is_empty() && rest.bytes().all(|b| b.is_ascii_digit()))
                        .map(|_| format!("write `0{word}`"));
                    return self.syntax("a probability or an elevation", help);
                }
            };
            values.push(Value { span: self.span(), kind });
            self.step();
        }
        Ok(())
    }

    /// Reports a `*` where only the original takes it for a number.
    #[cold]
    fn star(&mut self) {
        let help = "only the elevation of a PAIR may be `*`";
        let finding = if self.mode.is_compat() {
            let message = "expected a number, found `*`, which the original takes for -1";
            STAR_MISUSE.rated(Severity::Warning, self.span(), message)
        } else {
            STAR_MISUSE.at(self.span(), "expected a number, found `*`")
        };
        self.out.findings.push(finding.help(help));
    }

    /// A terrain, if one comes next.
    fn terrain(&mut self) -> Option<TerrainToken> {
        let span = self.span();
        let is_letter = self.kind == Kind::Letter;
        let name = match self.kind {
            Kind::Letter | Kind::Word => span,
            Kind::Quoted => inside(span),
            _ => return None,
        };
        self.step();
        Some(TerrainToken { span, name, is_letter })
    }

    fn label(&mut self) -> Parsed<()> {
        let keyword = self.span();
        self.step();
        let name = self.span();
        match self.kind {
            Kind::Word => {}
            Kind::Letter if !self.mode.is_compat() => {}
            Kind::Letter => self.label_name("the original needs names of two or more letters"),
            Kind::HexLabel => self.label_name("this is a hex; choose a name that is none"),
            Kind::Quoted => self.label_name("write the name without quotes"),
            kind if kind.is_keyword() => {
                self.label_name("this word has a meaning of its own; choose another");
            }
            _ => return self.syntax("the name of a label", None),
        }
        self.step();
        let before = self.expect(Kind::Equals, "`=`");
        let (list, result) = self.hexes(keyword, before);
        self.out.label(keyword, name, list);
        result
    }

    #[cold]
    fn label_name(&mut self, help: &str) {
        let message = format!("expected a label's name, found {}", self.found());
        self.out.findings.push(LABEL_NAME.at(self.span(), message).help(help));
    }

    fn pair(&mut self) -> Parsed<()> {
        let keyword = self.span();
        self.step();
        let (mut ends, mut result) = ([None; 2], Ok(()));
        for end in &mut ends {
            if result.is_ok() {
                result = self.pair_end(end);
            }
        }
        let ends = self.out.pair_ends(&ends);
        let start = self.out.chances();
        result = result.and_then(|()| self.expect(Kind::Hexsides, "`HEXSIDES`"));
        // a word is no letter, but is reported as an unknown hexside and not as a misplaced token
        while result.is_ok() && matches!(self.kind, Kind::Letter | Kind::Word) {
            let letter = self.span();
            self.step();
            let mut probability = None;
            result = self.side_probability(&mut probability);
            self.out.side(letter, probability);
        }
        self.out.pair(keyword, ends, start);
        result
    }

    fn side_probability(&mut self, into: &mut Option<Value>) -> Parsed<()> {
        if self.kind != Kind::Comma {
            return Ok(());
        }
        self.step();
        let kind = match self.kind {
            Kind::Float => ValueKind::Float(self.lexer.float()),
            Kind::Star => {
                self.star();
                ValueKind::Star
            }
            Kind::Number => {
                let value = self.lexer.number();
                return self.syntax("a probability with a point", Some(format!("write `{value}.`")));
            }
            _ => return self.syntax("a probability", None),
        };
        *into = Some(Value { span: self.span(), kind });
        self.step();
        Ok(())
    }

    fn pair_end(&mut self, into: &mut Option<PairEnd>) -> Parsed<()> {
        self.expect(Kind::Open, "`(`")?;
        let Some(terrain) = self.terrain() else { return self.syntax("a terrain", None) };
        let end = into.insert(PairEnd { terrain, elevation: None, elevation_span: self.span() });
        self.expect(Kind::Comma, "`,`")?;
        end.elevation_span = self.span();
        end.elevation = match self.kind {
            Kind::Number => Some(self.lexer.number()),
            Kind::Star => None,
            _ => return self.syntax("an elevation or `*`", None),
        };
        self.step();
        self.expect(Kind::Close, "`)`")
    }

    fn text(&mut self) -> Parsed<Span> {
        self.step();
        let span = self.span();
        let text = match self.kind {
            Kind::Word => span,
            Kind::Quoted => inside(span),
            Kind::Letter | Kind::HexLabel if !self.mode.is_compat() => span,
            kind if kind.is_keyword()
                || matches!(kind, Kind::Letter | Kind::HexLabel | Kind::Number | Kind::Float) =>
            {
                return self.syntax("a text", Some("quote the text".to_owned()));
            }
            _ => return self.syntax("a text", None),
        };
        self.step();
        Ok(text)
    }

    /// A list up to the first token that cannot be of it; after a mistake it is empty. Empty lists are
    /// reported at `keyword`.
    fn hexes(&mut self, keyword: Span, before: Parsed<()>) -> (Run, Parsed<()>) {
        let (outer, mut result) = (self.out.open_list(), before);
        while result.is_ok() {
            result = match self.kind {
                Kind::HexLabel => {
                    self.out.hex(self.span());
                    self.step();
                    Ok(())
                }
                Kind::Open => self.bracket(),
                Kind::SomeOf | Kind::SurroundingsOf | Kind::Substract => self.function(),
                _ => break,
            };
        }
        // what follows from a syntax error is not told
        (self.out.close_list(outer, result.is_ok().then_some(keyword)), result)
    }

    /// `(x,y)` or `(label)`.
    fn bracket(&mut self) -> Parsed<()> {
        let open = self.span();
        self.step();
        let span = self.span();
        match self.kind {
            Kind::Number | Kind::Star => return self.coordinates(open),
            Kind::Leftover => self.out.latest_area(span, LabelId::LEFTOVER),
            Kind::Usedup => self.out.latest_area(span, LabelId::USEDUP),
            Kind::Word => self.out.reference(span),
            Kind::Letter => {
                if self.mode.is_compat() {
                    self.label_name("the original needs names of two or more letters");
                }
                self.out.reference(span);
            }
            Kind::HexLabel => {
                let help = format!("write `{}` without parentheses", self.lexer.slice(span));
                return self.syntax("a number or a label", Some(help));
            }
            _ => return self.syntax("a number or a label", None),
        }
        self.step();
        self.expect(Kind::Close, "`)`")
    }

    fn coordinates(&mut self, open: Span) -> Parsed<()> {
        // a hex that exists in every column stands in for a row that was not understood
        let unknown = Coordinate { first: (2, self.span()), last: None };
        let (mut x, mut y) = (unknown, unknown);
        let result = self
            .coordinate(&mut x)
            .and_then(|()| self.expect(Kind::Comma, "`,`"))
            .and_then(|()| self.coordinate(&mut y))
            .and_then(|()| self.expect(Kind::Close, "`)`"));
        self.out.coordinates(open, &x, &y);
        result
    }

    fn coordinate(&mut self, into: &mut Coordinate) -> Parsed<()> {
        into.first = self.number("a number from 0 to 5")?;
        if self.kind == Kind::Dash {
            self.step();
            into.last = Some(self.number("a number from 0 to 5")?);
        }
        Ok(())
    }

    fn number(&mut self, expected: &str) -> Parsed<(i64, Span)> {
        let value = match self.kind {
            Kind::Number => i64::from(self.lexer.number()),
            Kind::Star => {
                self.star();
                -1
            }
            _ => return self.syntax(expected, None),
        };
        let span = self.span();
        self.step();
        Ok((value, span))
    }

    fn function(&mut self) -> Parsed<()> {
        self.depth += 1;
        if self.depth > MOST_DEPTH {
            let message = format!("expected at most {MOST_DEPTH} functions in each other, found one more");
            self.out.findings.push(TOO_DEEP.at(self.span(), message));
            return Err(SkipLine);
        }
        let (function, start) = (self.kind, self.span().start);
        let at = Span { start, end: start + 1 };
        self.step();
        let (mut count, mut result) = (0, self.expect(Kind::Open, "`(`"));
        if function == Kind::SomeOf && result.is_ok() {
            result = self
                .number("how many hexes to take")
                .map(|(number, _)| count = u32::try_from(number).unwrap_or(0))
                .and_then(|()| self.expect(Kind::Comma, "`,`"));
        }
        let (list, mut result) = self.argument(at, result);
        let piece = match function {
            Kind::SomeOf => Piece::SomeOf(count, at, list),
            Kind::SurroundingsOf => Piece::Surroundings(list),
            _ => {
                result = result.and_then(|()| self.expect(Kind::Comma, "`,` and the hexes to leave out"));
                let without;
                (without, result) = self.argument(at, result);
                Piece::Substract(list, without)
            }
        };
        self.out.function(piece);
        self.depth -= 1;
        result.and_then(|()| self.expect(Kind::Close, "a hex or `)`"))
    }

    fn argument(&mut self, function: Span, before: Parsed<()>) -> (Run, Parsed<()>) {
        let is_name = matches!(self.kind, Kind::Word | Kind::Letter | Kind::Leftover | Kind::Usedup);
        let before = before.and_then(|()| if is_name { self.bare_label() } else { Ok(()) });
        self.hexes(function, before)
    }

    #[cold]
    fn bare_label(&mut self) -> Parsed<()> {
        let name = self.lexer.slice(self.span());
        self.syntax("a list of hexes", Some(format!("write `({name})` for a label")))
    }
}

/// A quoted text without its quotes.
const fn inside(span: Span) -> Span {
    Span { start: span.start + 1, end: span.end - 1 }
}
