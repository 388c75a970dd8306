//! Tokens to statements, by recursive descent. A mistake ends its line; what stood before it is kept and
//! judged, and the next line is read afresh, so every line with a mistake is reported.
//!
//! Leniencies: several statements may share a line; the three dialects are one grammar; in the modes of
//! the original a `*` may stand for a number.

use super::ast::{
    Coordinate, Hazard, Item, ItemKind, PairEnd, SideChance, Statement, StatementKind, TerrainToken, Value,
    ValueKind, Values,
};
use crate::lex::{Keyword, Kind, Lexer, MOST_BYTES, Token, Vocabulary};
use crate::{Mode, guess::closest};
use hexwright_core::{Diagnostic, Span};

/// How deep functions may stand in each other.
const MOST_DEPTH: usize = 64;

/// Marks that a mistake was reported and the rest of the line is to be skipped.
struct SkipLine;

type Parsed<T> = Result<T, SkipLine>;

/// Reads one statement after the other.
pub(crate) struct Parser<'a> {
    lexer: Lexer<'a>,
    token: Token,
    mode: Mode,
    depth: usize,
    findings: Vec<Diagnostic>,
    /// Lists of statements that are done with, to be filled again.
    items: Vec<Vec<Item>>,
    hazards: Vec<Hazard>,
    sides: Vec<SideChance>,
}

impl<'a> Parser<'a> {
    pub(crate) fn new(text: &'a str, mode: Mode) -> Self {
        let mut findings = Vec::new();
        let too_large = text.len() > MOST_BYTES;
        if too_large {
            let message = format!("expected a script of at most 1 MiB, found {} bytes", text.len());
            findings.push(Diagnostic::error("too-large", Span::at(0), message));
        }
        let mut lexer = Lexer::new(if too_large { "" } else { text }, mode, Vocabulary::Script);
        let token = lexer.next();
        let (items, hazards, sides) = Default::default();
        Self { lexer, token, mode, depth: 0, findings, items, hazards, sides }
    }

    /// The next statement that could be understood.
    pub(crate) fn next(&mut self) -> Option<Statement> {
        loop {
            match self.token.kind {
                Kind::End => return None,
                Kind::Line => self.step(),
                _ => {
                    let mut statement = None;
                    if self.statement(&mut statement).is_err() {
                        self.depth = 0;
                        while !matches!(self.token.kind, Kind::Line | Kind::End) {
                            self.step();
                        }
                    }
                    if statement.is_some() {
                        return statement;
                    }
                }
            }
        }
    }

    /// What was wrong, in the order it was met.
    pub(crate) fn finish(mut self) -> Vec<Diagnostic> {
        self.findings.append(&mut self.lexer.findings);
        self.findings
    }

    /// Takes the lists of a statement that is done with, so that the next one need not allocate.
    pub(crate) fn recycle(&mut self, statement: Statement) {
        match statement.kind {
            StatementKind::Area { hexes, mut hazards, .. } => {
                self.recycle_items(hexes);
                hazards.clear();
                self.hazards = hazards;
            }
            StatementKind::Label { hexes, .. } | StatementKind::StartList(hexes) => self.recycle_items(hexes),
            StatementKind::Pair { mut sides, .. } => {
                sides.clear();
                self.sides = sides;
            }
            StatementKind::Tower | StatementKind::Title(_) | StatementKind::Subtitle(_) => {}
        }
    }

    fn recycle_items(&mut self, mut items: Vec<Item>) {
        for item in items.drain(..) {
            match item.kind {
                ItemKind::SomeOf(_, list) | ItemKind::SurroundingsOf(list) => self.recycle_items(list),
                ItemKind::Substract(from, without) => {
                    self.recycle_items(from);
                    self.recycle_items(without);
                }
                _ => {}
            }
        }
        self.items.push(items);
    }

    fn list(&mut self) -> Vec<Item> {
        self.items.pop().unwrap_or_default()
    }

    fn step(&mut self) {
        self.token = self.lexer.next();
    }

    /// The token in words, for messages.
    fn found(&self) -> String {
        match self.token.kind {
            Kind::End => "the end of the file".to_owned(),
            Kind::Line => "the line end".to_owned(),
            _ => format!("`{}`", self.lexer.slice(self.token.span)),
        }
    }

    fn syntax<T>(&mut self, expected: &str, help: Option<String>) -> Parsed<T> {
        // a bad character was reported where it stands
        if self.token.kind != Kind::Bad {
            let message = format!("expected {expected}, found {}", self.found());
            let mut finding = Diagnostic::error("syntax", self.token.span, message);
            finding.help = help;
            self.findings.push(finding);
        }
        Err(SkipLine)
    }

    fn expect(&mut self, kind: Kind, name: &str) -> Parsed<Span> {
        if self.token.kind != kind {
            return self.syntax(name, None);
        }
        let span = self.token.span;
        self.step();
        Ok(span)
    }

    /// Reads one statement; what was read before a mistake is kept.
    fn statement(&mut self, into: &mut Option<Statement>) -> Parsed<()> {
        let keyword = self.token.span;
        let Kind::Keyword(word) = self.token.kind else { return self.no_statement() };
        let (kind, result) = match word {
            Keyword::Area => self.area(),
            Keyword::Label => self.label()?,
            Keyword::Pair => self.pair(),
            Keyword::StartList => {
                self.step();
                let mut hexes = self.list();
                let result = self.hexes(&mut hexes);
                (StatementKind::StartList(hexes), result)
            }
            Keyword::Tower => {
                self.step();
                (StatementKind::Tower, Ok(()))
            }
            Keyword::Title => (StatementKind::Title(self.text()?), Ok(())),
            Keyword::Subtitle => (StatementKind::Subtitle(self.text()?), Ok(())),
            _ => return self.no_statement(),
        };
        *into = Some(Statement { keyword, kind });
        result
    }

    fn no_statement(&mut self) -> Parsed<()> {
        const STARTS: [&str; 7] = ["AREA", "LABEL", "PAIR", "STARTLIST", "TOWER", "TITLE", "SUBTITLE"];
        let help = match self.token.kind {
            Kind::Word => closest(self.lexer.slice(self.token.span), STARTS),
            _ => None,
        };
        self.syntax("a statement", help.map(|word| format!("did you mean `{word}`?")))
    }

    fn area(&mut self) -> (StatementKind, Parsed<()>) {
        let mut hazards_keyword = self.token.span;
        self.step();
        let (mut hexes, mut hazards) = (self.list(), std::mem::take(&mut self.hazards));
        let mut oldest_spelling = false;
        let mut result = self.hexes(&mut hexes);
        if result.is_ok() {
            oldest_spelling = self.token.kind == Kind::Keyword(Keyword::Terrains);
            hazards_keyword = self.token.span;
            result = self.hazards_keyword();
        }
        while result.is_ok() {
            let Some(terrain) = self.terrain() else { break };
            let mut values = Values::default();
            result = self.values(&mut values);
            hazards.push(Hazard { terrain, values });
        }
        (StatementKind::Area { hexes, hazards_keyword, oldest_spelling, hazards }, result)
    }

    fn hazards_keyword(&mut self) -> Parsed<()> {
        let help = match self.token.kind {
            Kind::Keyword(Keyword::Hazards | Keyword::Terrains) => {
                self.step();
                return Ok(());
            }
            Kind::Word if closest(self.lexer.slice(self.token.span), ["HAZARDS", "TERRAINS"]).is_some() => {
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
        while self.token.kind == Kind::Comma {
            self.step();
            let kind = match self.token.kind {
                Kind::Float => ValueKind::Float(self.lexer.float()),
                Kind::Number => ValueKind::Number(self.lexer.number()),
                Kind::Star => ValueKind::Star,
                _ => {
                    values.set_broken();
                    let word = self.lexer.slice(self.token.span);
                    let help = word
                        .strip_prefix('.')
                        .filter(|rest| !rest.is_empty() && rest.bytes().all(|b| b.is_ascii_digit()))
                        .map(|_| format!("write `0{word}`"));
                    return self.syntax("a probability or an elevation", help);
                }
            };
            values.push(Value { span: self.token.span, kind });
            self.star();
            self.step();
        }
        Ok(())
    }

    /// Reports a `*` where only the original takes it for a number.
    fn star(&mut self) {
        if self.token.kind != Kind::Star {
            return;
        }
        let help = "only the elevation of a PAIR may be `*`";
        let finding = if self.mode.is_compat() {
            let message = "expected a number, found `*`, which the original takes for -1";
            Diagnostic::warning("star-misuse", self.token.span, message)
        } else {
            Diagnostic::error("star-misuse", self.token.span, "expected a number, found `*`")
        };
        self.findings.push(finding.help(help));
    }

    /// A terrain, if one comes next.
    fn terrain(&mut self) -> Option<TerrainToken> {
        let span = self.token.span;
        let is_letter = self.token.kind == Kind::Letter;
        let name = match self.token.kind {
            Kind::Letter | Kind::Word => span,
            Kind::Quoted => Span { start: span.start + 1, end: span.end - 1 },
            _ => return None,
        };
        self.step();
        Some(TerrainToken { span, name, is_letter })
    }

    fn label(&mut self) -> Parsed<(StatementKind, Parsed<()>)> {
        self.step();
        let name = self.token.span;
        match self.token.kind {
            Kind::Word => {}
            Kind::Letter if !self.mode.is_compat() => {}
            Kind::Letter => self.label_name("the original needs names of two or more letters"),
            Kind::HexLabel => self.label_name("this is a hex; choose a name that is none"),
            Kind::Keyword(_) => self.label_name("this word has a meaning of its own; choose another"),
            Kind::Quoted => self.label_name("write the name without quotes"),
            _ => return self.syntax("the name of a label", None),
        }
        self.step();
        let mut hexes = self.list();
        let result = match self.expect(Kind::Equals, "`=`") {
            Ok(_) => self.hexes(&mut hexes),
            Err(skip) => Err(skip),
        };
        Ok((StatementKind::Label { name, hexes }, result))
    }

    fn label_name(&mut self, help: &str) {
        let message = format!("expected a label's name, found {}", self.found());
        self.findings.push(Diagnostic::error("label-name", self.token.span, message).help(help));
    }

    fn pair(&mut self) -> (StatementKind, Parsed<()>) {
        self.step();
        let (mut ends, mut sides) = ([None; 2], std::mem::take(&mut self.sides));
        let mut result = Ok(());
        for end in &mut ends {
            if result.is_ok() {
                result = self.pair_end(end);
            }
        }
        if result.is_ok() {
            result = self.expect(Kind::Keyword(Keyword::Hexsides), "`HEXSIDES`").map(|_| ());
        }
        // a word is no letter, but is reported as an unknown hexside and not as a misplaced token
        while result.is_ok() && matches!(self.token.kind, Kind::Letter | Kind::Word) {
            let letter = self.token.span;
            self.step();
            let mut probability = None;
            result = self.side_probability(&mut probability);
            sides.push(SideChance { letter, probability });
        }
        (StatementKind::Pair { ends, sides }, result)
    }

    fn side_probability(&mut self, into: &mut Option<Value>) -> Parsed<()> {
        if self.token.kind != Kind::Comma {
            return Ok(());
        }
        self.step();
        let kind = match self.token.kind {
            Kind::Float => ValueKind::Float(self.lexer.float()),
            Kind::Star => ValueKind::Star,
            Kind::Number => {
                let value = self.lexer.number();
                return self.syntax("a probability with a point", Some(format!("write `{value}.`")));
            }
            _ => return self.syntax("a probability", None),
        };
        *into = Some(Value { span: self.token.span, kind });
        self.star();
        self.step();
        Ok(())
    }

    fn pair_end(&mut self, into: &mut Option<PairEnd>) -> Parsed<()> {
        self.expect(Kind::Open, "`(`")?;
        let Some(terrain) = self.terrain() else { return self.syntax("a terrain", None) };
        let end = into.insert(PairEnd { terrain, elevation: None, elevation_span: self.token.span });
        self.expect(Kind::Comma, "`,`")?;
        end.elevation_span = self.token.span;
        end.elevation = match self.token.kind {
            Kind::Number => Some(self.lexer.number()),
            Kind::Star => None,
            _ => return self.syntax("an elevation or `*`", None),
        };
        self.step();
        self.expect(Kind::Close, "`)`").map(|_| ())
    }

    fn text(&mut self) -> Parsed<Span> {
        self.step();
        let span = self.token.span;
        let text = match self.token.kind {
            Kind::Word => span,
            Kind::Quoted => Span { start: span.start + 1, end: span.end - 1 },
            Kind::Letter | Kind::HexLabel if !self.mode.is_compat() => span,
            Kind::Letter | Kind::HexLabel | Kind::Keyword(_) | Kind::Number | Kind::Float => {
                return self.syntax("a text", Some("quote the text".to_owned()));
            }
            _ => return self.syntax("a text", None),
        };
        self.step();
        Ok(text)
    }

    fn hexes(&mut self, items: &mut Vec<Item>) -> Parsed<()> {
        loop {
            let start = self.token.span;
            let (kind, end) = match self.token.kind {
                Kind::HexLabel => {
                    self.step();
                    (Some(ItemKind::Hex), Ok(start))
                }
                Kind::Open => self.bracket(),
                Kind::Keyword(word @ (Keyword::SomeOf | Keyword::SurroundingsOf | Keyword::Substract)) => {
                    self.function(word)
                }
                _ => return Ok(()),
            };
            if let Some(kind) = kind {
                items.push(Item { span: start.to(*end.as_ref().unwrap_or(&start)), kind });
            }
            end?;
        }
    }

    /// `(x,y)` or `(label)`: what was understood, and its end.
    fn bracket(&mut self) -> (Option<ItemKind>, Parsed<Span>) {
        self.step();
        let span = self.token.span;
        let kind = match self.token.kind {
            Kind::Number | Kind::Star => {
                let (x, result) = self.coordinate();
                // a hex that exists in every column stands in for a row that was not understood
                let mut y = Coordinate { first: (2, span), last: None };
                let result = result.and_then(|()| self.expect(Kind::Comma, "`,`")).and_then(|_| {
                    let (found, result) = self.coordinate();
                    y = found;
                    result
                });
                let kind = Some(ItemKind::Coordinates { x, y });
                return (kind, result.and_then(|()| self.expect(Kind::Close, "`)`")));
            }
            Kind::Keyword(Keyword::Leftover) => ItemKind::Leftover(span),
            Kind::Keyword(Keyword::Usedup) => ItemKind::Usedup(span),
            Kind::Word | Kind::Letter => {
                if self.token.kind == Kind::Letter && self.mode.is_compat() {
                    self.label_name("the original needs names of two or more letters");
                }
                ItemKind::Label(span)
            }
            Kind::HexLabel => {
                let help = format!("write `{}` without parentheses", self.lexer.slice(span));
                return (None, self.syntax("a number or a label", Some(help)));
            }
            _ => return (None, self.syntax("a number or a label", None)),
        };
        self.step();
        (Some(kind), self.expect(Kind::Close, "`)`"))
    }

    fn coordinate(&mut self) -> (Coordinate, Parsed<()>) {
        let mut coordinate = Coordinate { first: (2, self.token.span), last: None };
        let result = self.number("a number from 0 to 5").and_then(|first| {
            coordinate.first = first;
            if self.token.kind == Kind::Dash {
                self.step();
                coordinate.last = Some(self.number("a number from 0 to 5")?);
            }
            Ok(())
        });
        (coordinate, result)
    }

    fn number(&mut self, expected: &str) -> Parsed<(i64, Span)> {
        let value = match self.token.kind {
            Kind::Number => i64::from(self.lexer.number()),
            Kind::Star => -1,
            _ => return self.syntax(expected, None),
        };
        let span = self.token.span;
        self.star();
        self.step();
        Ok((value, span))
    }

    /// A function: what was understood, and its end.
    fn function(&mut self, word: Keyword) -> (Option<ItemKind>, Parsed<Span>) {
        self.depth += 1;
        if self.depth > MOST_DEPTH {
            let message = format!("expected at most {MOST_DEPTH} functions in each other, found one more");
            self.findings.push(Diagnostic::error("too-deep", self.token.span, message));
            return (None, Err(SkipLine));
        }
        self.step();
        let (mut count, mut first, mut second) = (0, self.list(), Vec::new());
        let result = self.arguments(word, &mut count, &mut first, &mut second);
        self.depth -= 1;
        let kind = match word {
            Keyword::SomeOf => ItemKind::SomeOf(count, first),
            Keyword::SurroundingsOf => ItemKind::SurroundingsOf(first),
            _ => ItemKind::Substract(first, second),
        };
        (Some(kind), result)
    }

    fn arguments(
        &mut self,
        word: Keyword,
        count: &mut i64,
        first: &mut Vec<Item>,
        second: &mut Vec<Item>,
    ) -> Parsed<Span> {
        self.expect(Kind::Open, "`(`")?;
        if word == Keyword::SomeOf {
            (*count, _) = self.number("how many hexes to take")?;
            self.expect(Kind::Comma, "`,`")?;
        }
        self.argument(first)?;
        if word == Keyword::Substract {
            self.expect(Kind::Comma, "`,` and the hexes to leave out")?;
            *second = self.list();
            self.argument(second)?;
        }
        self.expect(Kind::Close, "a hex or `)`")
    }

    fn argument(&mut self, into: &mut Vec<Item>) -> Parsed<()> {
        use Keyword::{Leftover, Usedup};
        if matches!(self.token.kind, Kind::Word | Kind::Letter | Kind::Keyword(Leftover | Usedup)) {
            let name = self.lexer.slice(self.token.span);
            return self.syntax("a list of hexes", Some(format!("write `({name})` for a label")));
        }
        self.hexes(into)
    }
}
