//! From data lines to a draft: numbers with their places, section by section.
//!
//! A section that cannot be read is `None` in the draft and takes part in no check against others.

use super::recover::{Verdict, Want, fits, judge};
use super::{Document, Mode, Section};
use crate::map::{ByResource, Grid, HexType, HexValue, Pieces, PortSite, PortType, Setup};
use hexwright_core::{CornerId, Diagnostic, Span};

/// A number and where it stands.
#[derive(Clone, Copy, Debug)]
pub(super) struct Num {
    pub(super) value: u32,
    pub(super) span: Span,
}

/// The value pool as counts, however it was spelled.
#[derive(Clone, Copy, Debug)]
pub(super) struct ValuePool {
    /// Counts of 0 2 … 12 with the place of each; in a token list the first such token.
    pub(super) counts: [Num; 12],
    /// Where the line begins.
    pub(super) first: Span,
}

/// Everything that could be read.
#[derive(Clone, Debug, Default)]
pub(super) struct Draft {
    pub(super) players: Option<[Num; 2]>,
    pub(super) points: Option<Num>,
    pub(super) pieces: Option<[Num; 3]>,
    pub(super) counts: Option<[Num; 2]>,
    /// Readable rows with their number; complete only if `rows_sound`.
    pub(super) rows: Vec<(usize, [Num; 3])>,
    pub(super) rows_sound: bool,
    pub(super) bank: Option<[Num; 5]>,
    pub(super) cards: Option<[Num; 5]>,
    pub(super) grid: Option<Grid>,
    pub(super) types: Option<Vec<Num>>,
    pub(super) type_pool: Option<[Num; 6]>,
    pub(super) values: Option<Vec<Num>>,
    pub(super) value_pool: Option<ValuePool>,
    /// Number of ports, known even if a code is wrong.
    pub(super) port_count: Option<usize>,
    pub(super) port_types: Option<Vec<Num>>,
    pub(super) port_pool: Option<[Num; 7]>,
    /// Vertices, `None` where one cannot be read, and the end of their line.
    pub(super) vertices: Option<(Vec<Option<Num>>, Span)>,
    /// Six columns were written: judged when fixed ports are known.
    pub(super) six_columns: Option<[Num; 6]>,
}

/// Reads all sections.
pub(super) fn sections(document: &mut Document, mode: Mode, findings: &mut Vec<Diagnostic>) -> Draft {
    let mut reader = Reader { document, mode, findings, at: 0 };
    let mut draft = Draft::default();
    // `None`: the file ended or reading must stop
    let _ = reader.all(&mut draft);
    draft
}

struct Reader<'a> {
    document: &'a mut Document,
    mode: Mode,
    findings: &'a mut Vec<Diagnostic>,
    at: usize,
}

/// A one-line section after recovery.
enum Found {
    /// This data line has the right number of columns.
    Line(usize),
    /// Wrong or missing, already told.
    Spoiled,
}

impl Reader<'_> {
    fn all(&mut self, draft: &mut Draft) -> Option<()> {
        use Section as S;
        use Want::Rows;
        draft.players = self.one(S::Players, &[Rows(1, 1), Rows(3, 1), Rows(2, 1)], None)?.and_then(whole);
        draft.points =
            self.one::<1>(S::Points, &[Rows(3, 1), Rows(2, 1)], None)?.and_then(whole).map(|[n]| n);
        draft.pieces = self.one(S::Pieces, &[Rows(2, 1)], None)?.and_then(whole);
        let counts = self.one::<2>(S::PlacementCount, &[], None)?;
        draft.counts = counts.and_then(whole);
        let placements = counts.and_then(|[n, _]| n).map(|n| n.value as usize);
        self.placements(draft, placements)?;
        draft.bank = self
            .one(S::Bank, &[Rows(5, 1), Rows(2, 1)], Some((S::Placements, 3, placements)))?
            .and_then(whole);
        draft.cards = self.one(S::Cards, &[Rows(2, 1)], None)?.and_then(whole);
        let size = self.one::<2>(S::Size, &[], None)?.and_then(whole);
        draft.grid = Some(self.size(size?)?);
        self.board(draft)
    }

    /// Width and height as a grid, unless it is too large.
    fn size(&mut self, [width, height]: [Num; 2]) -> Option<Grid> {
        let hexes = width.value * height.value;
        if hexes > 4096 {
            let message = format!("{} x {} = {hexes} hexes; the limit is 4096", width.value, height.value);
            self.findings
                .push(Diagnostic::error("board-too-large", width.span, message).help("split the map"));
            return None;
        }
        Some(Grid::new(width.value as u8, height.value as u8))
    }

    fn placements(&mut self, draft: &mut Draft, count: Option<usize>) -> Option<()> {
        let section = Section::Placements;
        let behind = [Want::Rows(5, 2), Want::Rows(2, 1)];
        draft.rows_sound = true;
        let mut row = 0;
        loop {
            match count {
                Some(count) if row >= count => break,
                None if self.document.width(self.at) != Some(3) => break,
                _ => {}
            }
            let rest = count.map(|count| Want::Rows(3, count - row - 1));
            let wanted = count.unwrap_or(row + 1);
            match self.row(section, 3, row, wanted, rest, &behind) {
                RowFound::Line(line) => match self.numbers::<3>(line, section) {
                    Some(numbers) => draft.rows.push((row, numbers)),
                    None => draft.rows_sound = false,
                },
                RowFound::Wrong => draft.rows_sound = false,
                RowFound::Missing => {
                    draft.rows_sound = false;
                    break;
                }
                RowFound::End => {
                    draft.rows_sound = false;
                    return None;
                }
            }
            row += 1;
        }
        Some(())
    }

    fn board(&mut self, draft: &mut Draft) -> Option<()> {
        use Section as S;
        use Want::{Rows, Tail};
        let grid = draft.grid.clone()?;
        let (w, h) = (usize::from(grid.width()), usize::from(grid.height()));
        let unknown = Want::ValuePool(None);
        draft.types = self.cells(S::Types, w, h, 7, &[Rows(6, 1), Rows(w, h), unknown, Tail])?;
        let land = draft.types.as_ref().map(|t| t.iter().filter(|n| n.value != 0).count());
        let pool = Want::ValuePool(land);
        draft.type_pool =
            self.one(S::TypePool, &[Rows(w, h), pool, Tail], Some((S::Types, w, Some(h))))?.and_then(whole);
        draft.values = self.cells(S::Values, w, h, 12, &[pool, Tail])?;
        draft.value_pool = self.value_pool(w, h, land)?;
        self.ports(draft)
    }

    /// A map of codes. `Some(None)` if it is spoiled, `None` at the end of the file.
    fn cells(
        &mut self,
        section: Section,
        w: usize,
        h: usize,
        most: u32,
        behind: &[Want],
    ) -> Option<Option<Vec<Num>>> {
        let mut cells = Some(Vec::with_capacity(w * h));
        for row in 0..h {
            match self.row(section, w, row, h, Some(Want::Rows(w, h - row - 1)), behind) {
                RowFound::Line(line) => {
                    for place in 0..w {
                        let code = self.code(self.document.tokens_of(line)[place], section, most);
                        match (code, &mut cells) {
                            (Some(code), Some(cells)) => cells.push(code),
                            _ => cells = None,
                        }
                    }
                }
                RowFound::Wrong => cells = None,
                RowFound::Missing => return Some(None),
                RowFound::End => return None,
            }
        }
        Some(cells)
    }

    fn value_pool(&mut self, w: usize, h: usize, land: Option<usize>) -> Option<Option<ValuePool>> {
        let section = Section::ValuePool;
        let is_list = |reader: &Self, line: usize| {
            let tokens = reader.document.tokens_of(line);
            land.is_none_or(|land| tokens.len() == land)
                && tokens.iter().all(|&t| matches!(digits(reader.document.slice(t)), Some(0 | 2..=12)))
        };
        loop {
            let Some(width) = self.document.width(self.at) else {
                self.missing_at_end(section);
                return None;
            };
            let line = self.at;
            if width == 12 {
                self.take(section);
                let counts = self.numbers(line, section);
                return Some(counts.map(|counts: [Num; 12]| ValuePool { counts, first: counts[0].span }));
            }
            if is_list(self, line) {
                self.take(section);
                return Some(Some(self.token_list(line)));
            }
            // a surplus row of the value map, unless the lines behind say that this is the pool
            if width == w && !fits(self.document, line + 1, &[Want::Tail]) {
                self.extra_row(Section::Values, h);
                continue;
            }
            self.wrong_columns(section, 12);
            return Some(None);
        }
    }

    fn token_list(&mut self, line: usize) -> ValuePool {
        let tokens = self.document.tokens_of(line);
        let first = tokens[0];
        let mut counts = [Num { value: 0, span: first }; 12];
        for &token in tokens {
            let value = digits(self.document.slice(token)).unwrap_or(0);
            let count = &mut counts[if value == 0 { 0 } else { value as usize - 1 }];
            if count.value == 0 {
                count.span = token;
            }
            count.value += 1;
        }
        let line_of = super::write::join(&counts.map(|c| c.value));
        let message = format!("the value pool is a list of {} tokens, read as counts", tokens.len());
        let whole = first.to(tokens[tokens.len() - 1]);
        let finding = Diagnostic::new(self.mode.forgiven(), "value-pool-token-list", first, message)
            .help(format!("write `{line_of}`"))
            .fix("write the counts", whole, line_of);
        self.findings.push(finding);
        ValuePool { counts, first }
    }

    /// Sections 13 to 15: never recovered, judged by how many lines are left.
    fn ports(&mut self, draft: &mut Draft) -> Option<()> {
        use Section as S;
        let left = self.document.lines.len() - self.at;
        let forgiven = self.mode.forgiven();
        let omitted = |span, help: &str| {
            Diagnostic::new(forgiven, "ports-omitted", span, "no port sections; the map has no ports")
                .help(help)
        };
        if left == 0 {
            let end = self.document.end();
            let newline = if self.document.text().ends_with(['\n', '\r']) { "" } else { "\n" };
            let finding = omitted(end, "write `-`, `0 0 0 0 0 0 0` and `-`").fix(
                "write the sections",
                end,
                format!("{newline}-\n0 0 0 0 0 0 0\n-\n"),
            );
            self.findings.push(finding);
            let zero = Num { value: 0, span: end };
            draft.port_count = Some(0);
            draft.port_types = Some(Vec::new());
            draft.port_pool = Some([zero; 7]);
            draft.vertices = Some((Vec::new(), end));
            return Some(());
        }
        if left == 1 {
            let width = self.document.width(self.at);
            if !matches!(width, Some(6 | 7)) {
                self.port_types(draft)?;
                self.missing_at_end(S::PortPool);
                return None;
            }
            let tokens = self.document.tokens_of(self.at);
            let (first, last) = (tokens[0], tokens[tokens.len() - 1]);
            let mut finding = omitted(first, "write `-` on a line before the pool and on a line behind it");
            finding.fix = Some(hexwright_core::text::Fix {
                title: "write the sections".to_owned(),
                edits: vec![
                    hexwright_core::text::Edit {
                        span: Span::at(first.start as usize),
                        text: "-\n".to_owned(),
                    },
                    hexwright_core::text::Edit { span: Span::at(last.end as usize), text: "\n-".to_owned() },
                ],
            });
            self.findings.push(finding);
            draft.port_count = Some(0);
            draft.port_types = Some(Vec::new());
            draft.vertices = Some((Vec::new(), first));
            self.port_pool(draft);
            return Some(());
        }
        self.port_types(draft)?;
        self.port_pool(draft);
        if left == 2 {
            self.missing_at_end(S::PortVertices);
            return None;
        }
        self.vertices(draft);
        if left > 3 {
            let span = self.document.tokens_of(self.at)[0];
            let from = self.document.lines[self.at].span.start as usize;
            let end = self.document.end().end as usize;
            let finding = Diagnostic::error(
                "trailing-data",
                span,
                "expected the end of the file, found a sixteenth section",
            )
            .help("delete these lines")
            .fix("delete these lines", Span::new(from, end), "");
            self.findings.push(finding);
        }
        Some(())
    }

    fn port_types(&mut self, draft: &mut Draft) -> Option<()> {
        let line = self.take(Section::PortTypes);
        let tokens = self.document.tokens_of(line).to_vec();
        if tokens.len() == 1 && self.document.slice(tokens[0]) == "-" {
            draft.port_count = Some(0);
            draft.port_types = Some(Vec::new());
            return Some(());
        }
        if let Some(&span) = tokens.get(255) {
            let message = format!("{} ports; the limit is 255", tokens.len());
            self.findings.push(Diagnostic::error("too-many-ports", span, message).help("remove ports"));
            return None;
        }
        draft.port_count = Some(tokens.len());
        let codes: Vec<_> = tokens.iter().map(|&t| self.code(t, Section::PortTypes, 6)).collect();
        draft.port_types = codes.into_iter().collect();
        Some(())
    }

    fn port_pool(&mut self, draft: &mut Draft) {
        let section = Section::PortPool;
        match self.document.width(self.at) {
            Some(7) => {
                let line = self.take(section);
                draft.port_pool = self.numbers(line, section);
            }
            Some(6) => {
                let line = self.take(section);
                draft.six_columns = self.numbers(line, section);
            }
            _ => self.wrong_columns(section, 7),
        }
    }

    fn vertices(&mut self, draft: &mut Draft) {
        let line = self.take(Section::PortVertices);
        let tokens = self.document.tokens_of(line).to_vec();
        let end = Span::at(tokens[tokens.len() - 1].end as usize);
        if tokens.len() == 1 && self.document.slice(tokens[0]) == "-" {
            draft.vertices = Some((Vec::new(), tokens[0]));
            return;
        }
        let numbers = tokens
            .iter()
            .map(|&span| match digits(self.document.slice(span)) {
                Some(value) => Some(Num { value, span }),
                None => {
                    self.bad_integer(span);
                    None
                }
            })
            .collect();
        draft.vertices = Some((numbers, end));
    }

    /// A one-line section. `before` is the row section in front of it, whose surplus rows are named.
    /// `None` at the end of the file, `Some(None)` if the section is wrong or missing.
    fn one<const N: usize>(
        &mut self,
        section: Section,
        behind: &[Want],
        before: Option<(Section, usize, Option<usize>)>,
    ) -> Option<Option<[Option<Num>; N]>> {
        let line = match self.find(section, N, behind, before)? {
            Found::Line(line) => line,
            Found::Spoiled => return Some(None),
        };
        let spans: [Span; N] = std::array::from_fn(|i| self.document.tokens_of(line)[i]);
        Some(Some(spans.map(|span| self.number(span, section))))
    }

    fn find(
        &mut self,
        section: Section,
        columns: usize,
        behind: &[Want],
        before: Option<(Section, usize, Option<usize>)>,
    ) -> Option<Found> {
        loop {
            let Some(width) = self.document.width(self.at) else {
                self.missing_at_end(section);
                return None;
            };
            if width == columns {
                return Some(Found::Line(self.take(section)));
            }
            match (judge(self.document, self.at, None, behind), before) {
                (Verdict::Missing, _) => {
                    let message = format!(
                        "expected {} ({}), found the next section",
                        section.phrase(),
                        plural(columns, "column")
                    );
                    let line = self.document.lines[self.at].span.start as usize;
                    let finding =
                        Diagnostic::error("missing-section", self.document.tokens_of(self.at)[0], message)
                            .help(section.insert_help())
                            .fix(
                                "insert the standard line",
                                Span::at(line),
                                format!("{}\n", section.example()),
                            );
                    self.findings.push(finding);
                    return Some(Found::Spoiled);
                }
                (Verdict::Unclear, Some((rows, row_width, Some(count)))) if width == row_width => {
                    self.extra_row(rows, count);
                }
                _ => {
                    self.wrong_columns(section, columns);
                    return Some(Found::Spoiled);
                }
            }
        }
    }

    /// One row of a section with rows.
    fn row(
        &mut self,
        section: Section,
        columns: usize,
        row: usize,
        wanted: usize,
        rest: Option<Want>,
        behind: &[Want],
    ) -> RowFound {
        let Some(width) = self.document.width(self.at) else {
            let end = self.document.end();
            self.missing_row(section, row, wanted, end);
            return RowFound::End;
        };
        if width == columns {
            return RowFound::Line(self.take(section));
        }
        if judge(self.document, self.at, rest, behind) == Verdict::Missing {
            let place = self.document.tokens_of(self.at)[0];
            self.missing_row(section, row, wanted, place);
            return RowFound::Missing;
        }
        self.wrong_columns(section, columns);
        RowFound::Wrong
    }

    fn take(&mut self, section: Section) -> usize {
        self.document.lines[self.at].section = Some(section);
        self.at += 1;
        self.at - 1
    }

    fn numbers<const N: usize>(&mut self, line: usize, section: Section) -> Option<[Num; N]> {
        let spans: [Span; N] = std::array::from_fn(|i| self.document.tokens_of(line)[i]);
        whole(spans.map(|span| self.number(span, section)))
    }

    /// A number of a section with its range checked.
    fn number(&mut self, span: Span, section: Section) -> Option<Num> {
        let Some(value) = digits(self.document.slice(span)) else {
            self.bad_integer(span);
            return None;
        };
        let (least, most) = section.range();
        if (least..=most).contains(&value) {
            let is_pool = matches!(section, Section::TypePool | Section::ValuePool | Section::PortPool);
            if is_pool && value > 255 {
                let message = format!("expected at most 255, found {value}");
                self.findings.push(
                    Diagnostic::new(self.mode.forgiven(), "pool-above-255", span, message)
                        .help("readers of the original format may stop at 255"),
                );
            }
            return Some(Num { value, span });
        }
        let text = shorten(self.document.slice(span).trim_start_matches('0'));
        let found = if text.is_empty() { "0".to_owned() } else { text };
        let line = self.document.lines[self.at - 1];
        let column = self.document.tokens[line.first..].iter().position(|&t| t == span).unwrap_or(0);
        let verb = if value < least { "raise" } else { "lower" };
        self.findings.push(
            Diagnostic::error("out-of-range", span, format!("expected {least} to {most}, found {found}"))
                .help(format!("{verb} {}", section.noun(column))),
        );
        None
    }

    /// A code of a map.
    fn code(&mut self, span: Span, section: Section, most: u32) -> Option<Num> {
        let Some(value) = digits(self.document.slice(span)) else {
            self.bad_integer(span);
            return None;
        };
        if value <= most {
            return Some(Num { value, span });
        }
        let (what, help) = match section {
            Section::Types => {
                ("hex type", "0 water, 1 any, 2 hill, 3 forest, 4 pasture, 5 field, 6 mountain, 7 desert")
            }
            Section::Values => ("hex value", "0 no number, 1 any, 2 to 12 the roll"),
            _ => ("port type", "0 any, 1 three for one, 2 brick, 3 wood, 4 wool, 5 wheat, 6 ore"),
        };
        let found = shorten(self.document.slice(span).trim_start_matches('0'));
        self.findings.push(
            Diagnostic::error("unknown-code", span, format!("expected a {what} 0 to {most}, found {found}"))
                .help(help),
        );
        None
    }

    fn bad_integer(&mut self, span: Span) {
        let text = self.document.slice(span);
        let message = format!("expected a whole number, found `{}`", shorten(text));
        let pieces: Vec<&str> = text.split([',', ';']).filter(|p| !p.is_empty()).collect();
        let numbers = |list: &[&str]| !list.is_empty() && list.iter().all(|p| digits(p).is_some());
        let finding = Diagnostic::error("bad-integer", span, message);
        let finding = if text.contains([',', ';']) {
            let finding = finding.help("separate numbers with spaces");
            if numbers(&pieces) {
                finding.fix("separate with spaces", span, pieces.join(" "))
            } else {
                finding
            }
        } else if text.strip_prefix('+').is_some_and(|rest| digits(rest).is_some()) {
            finding.help("write the number without a sign").fix("remove the sign", span, &text[1..])
        } else if text == "-" {
            finding.help("`-` stands for an empty list of ports only")
        } else if text.starts_with('-') {
            finding.help("numbers are never negative here; write 0 or more")
        } else if text.starts_with("0x") || text.starts_with("0X") {
            let value = u32::from_str_radix(&text[2..], 16).ok();
            let finding = finding.help("write the number in decimal");
            match value {
                Some(value) => finding.fix("write it in decimal", span, value.to_string()),
                None => finding,
            }
        } else if let Some(plain) = plain_digits(text) {
            finding.help(format!("write `{plain}` with the digits 0 to 9")).fix(
                "use plain digits",
                span,
                plain,
            )
        } else {
            finding.help("write digits 0 to 9 only")
        };
        self.findings.push(finding);
    }

    fn wrong_columns(&mut self, section: Section, columns: usize) {
        let line = self.take(section);
        let tokens = self.document.tokens_of(line);
        let found = tokens.len();
        let place = match tokens.get(columns) {
            Some(&surplus) => surplus,
            None => Span::at(tokens[found - 1].end as usize),
        };
        let names = match section.columns() {
            [] => "one per hex".to_owned(),
            names => names.join(" "),
        };
        let message = format!("expected {} ({names}), found {found}", plural(columns, "column"));
        let help = if found > columns {
            let surplus = found - columns;
            format!(
                "delete {}",
                if surplus == 1 { "the surplus number".to_owned() } else { format!("{surplus} numbers") }
            )
        } else if section.columns().is_empty() {
            format!("add {}", plural(columns - found, "code"))
        } else {
            format!("add {}", section.noun(found))
        };
        self.findings.push(Diagnostic::error("column-count", place, message).help(help));
    }

    fn missing_at_end(&mut self, section: Section) {
        let columns = section.columns().len();
        let width = if columns == 0 { String::new() } else { format!(" ({})", plural(columns, "column")) };
        let message = format!("expected {}{width}, found the end of the file", section.phrase());
        let finding =
            Diagnostic::error("missing-section", self.document.end(), message).help(section.insert_help());
        self.findings.push(finding);
    }

    fn missing_row(&mut self, section: Section, found: usize, wanted: usize, place: Span) {
        let message = format!("expected {} in {}, found {found}", plural(wanted, "row"), section.phrase());
        let help = if section == Section::Placements {
            format!("each of the {} needs a row `roads settlements cities`", plural(wanted, "placement"))
        } else {
            format!("the board has {wanted} rows; add the missing {}", plural(wanted - found, "row"))
        };
        self.findings.push(Diagnostic::error("missing-row", place, message).help(help));
    }

    fn extra_row(&mut self, section: Section, wanted: usize) {
        let line = self.take(section);
        let message = format!("expected {} in {}, found another", plural(wanted, "row"), section.phrase());
        let help = if section == Section::Placements {
            "delete the row or raise free_placements"
        } else {
            "delete the row or raise the height"
        };
        let span = self.document.lines[line].span;
        let next =
            self.document.lines.get(line + 1).map_or(self.document.text().len(), |l| l.span.start as usize);
        let until = if self.document.comments_at(line + 1).iter().any(|c| !c.inline) {
            span.end as usize
        } else {
            next
        };
        let finding = Diagnostic::error("extra-row", self.document.tokens_of(line)[0], message)
            .help(help)
            .fix("delete the row", Span::new(span.start as usize, until), "");
        self.findings.push(finding);
    }
}

enum RowFound {
    Line(usize),
    Wrong,
    Missing,
    End,
}

/// ASCII digits as a number; anything above 32 bits stays as large as can be.
pub(super) fn digits(text: &str) -> Option<u32> {
    if text.is_empty() || !text.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    Some(text.bytes().fold(0u32, |n, b| n.saturating_mul(10).saturating_add(u32::from(b - b'0'))))
}

/// Digits of other scripts as ASCII.
fn plain_digits(text: &str) -> Option<String> {
    text.chars()
        .map(|c| match c {
            '0'..='9' => Some(c),
            // full-width forms
            '\u{ff10}'..='\u{ff19}' => char::from_digit(u32::from(c) - 0xff10, 10),
            _ => None,
        })
        .collect()
}

/// Long words are cut so that a message stays a line.
fn shorten(text: &str) -> String {
    if text.chars().count() <= 24 {
        text.to_owned()
    } else {
        text.chars().take(21).chain("...".chars()).collect()
    }
}

pub(super) fn plural(count: usize, noun: &str) -> String {
    if count == 1 { format!("1 {noun}") } else { format!("{count} {noun}s") }
}

fn whole<const N: usize>(numbers: [Option<Num>; N]) -> Option<[Num; N]> {
    if numbers.iter().any(Option::is_none) {
        return None;
    }
    Some(numbers.map(|n| n.unwrap_or(Num { value: 0, span: Span::at(0) })))
}

impl Draft {
    /// The map, once no error was found.
    pub(super) fn finish(&self, document: &Document) -> Option<Setup> {
        let [least, most] = self.players?;
        let small = |n: Num| n.value.min(255) as u8;
        let wide = |n: Num| n.value.min(65_535) as u16;
        let pieces =
            |[r, s, c]: [Num; 3]| Pieces { roads: small(r), settlements: small(s), cities: small(c) };
        let kinds = self.port_types.as_ref()?;
        let vertices = &self.vertices.as_ref()?.0;
        let ports = kinds
            .iter()
            .zip(vertices.chunks_exact(2))
            .map(|(kind, pair)| {
                let mut corners = [CornerId(wide(pair[0]?)), CornerId(wide(pair[1]?))];
                corners.sort_unstable();
                Some(PortSite { corners, kind: PortType::from_code(small(*kind))? })
            })
            .collect::<Option<Vec<_>>>()?;
        Some(Setup {
            notes: document.notes(),
            players: (small(least), small(most)),
            points: small(self.points?),
            pieces: pieces(self.pieces?),
            placements: self.rows.iter().map(|&(_, row)| pieces(row)).collect(),
            resource_passes: small(self.counts?[1]),
            bank: ByResource::new(self.bank?.map(wide)),
            cards: self.cards?.map(wide),
            grid: self.grid.clone()?,
            types: self
                .types
                .as_ref()?
                .iter()
                .map(|n| HexType::from_code(small(*n)))
                .collect::<Option<_>>()?,
            type_pool: self.type_pool?.map(wide),
            values: self
                .values
                .as_ref()?
                .iter()
                .map(|n| HexValue::from_code(small(*n)))
                .collect::<Option<_>>()?,
            value_pool: self.value_pool?.counts.map(wide),
            ports,
            port_pool: self.port_pool()?.map(wide),
        })
    }

    /// The port pool with seven columns, however it was spelled.
    pub(super) fn port_pool(&self) -> Option<[Num; 7]> {
        if self.port_pool.is_some() {
            return self.port_pool;
        }
        let six = self.six_columns?;
        let first = Num { value: 0, span: six[0].span };
        if six[0].value != 0 {
            let mut pool = [first; 7];
            pool[1..].copy_from_slice(&six);
            return Some(pool);
        }
        let mut pool = [first; 7];
        pool[..6].copy_from_slice(&six);
        let ore = self.port_types.as_ref()?.iter().filter(|n| n.value == 6).count();
        let sum: usize = six.iter().map(|n| n.value as usize).sum();
        pool[6].value = ore.max(self.port_count?.saturating_sub(sum)) as u32;
        Some(pool)
    }
}
