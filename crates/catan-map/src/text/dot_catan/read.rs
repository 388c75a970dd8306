//! From data lines to a draft: numbers with their places, section by section.
//!
//! A section that cannot be read is `None` in the draft and takes part in no check against others.

use super::draft::{Draft, Num, ValuePool};
use super::number::{digits, whole};
use super::recover::{Verdict, Want, fits, judge};
use super::tell::{MISSING_SECTION, plural};
use super::{Document, Leniency, Section};
use crate::map::Grid;
use hexwright_core::text::Finding;
use hexwright_core::{Diagnostic, Span};

/// Reads all sections.
pub(super) fn sections(document: &mut Document, leniency: Leniency, findings: &mut Vec<Diagnostic>) -> Draft {
    let mut reader = Reader { document, leniency, findings, at: 0 };
    let mut draft = Draft::default();
    // `None`: the file ended or reading must stop
    let _ = reader.all(&mut draft);
    draft
}

pub(super) struct Reader<'a> {
    pub(super) document: &'a mut Document,
    pub(super) leniency: Leniency,
    pub(super) findings: &'a mut Vec<Diagnostic>,
    pub(super) at: usize,
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
            self.findings.push(BOARD_TOO_LARGE.at(width.span, message).help("split the map"));
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
        let finding = VALUE_POOL_TOKEN_LIST
            .judged(self.leniency, first, message)
            .help(format!("write `{line_of}`"))
            .fix("write the counts", whole, line_of);
        self.findings.push(finding);
        ValuePool { counts, first }
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
                    let finding = MISSING_SECTION
                        .at(self.document.tokens_of(self.at)[0], message)
                        .help(section.insert_help());
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

    pub(super) fn take(&mut self, section: Section) -> usize {
        self.document.lines[self.at].section = Some(section);
        self.at += 1;
        self.at - 1
    }
}

enum RowFound {
    Line(usize),
    Wrong,
    Missing,
    End,
}

const BOARD_TOO_LARGE: Finding =
    Finding::error("board-too-large", "the board has more than 4096 hexes", "Split the map.");
const VALUE_POOL_TOKEN_LIST: Finding = Finding::warning(
    "value-pool-token-list",
    "the value pool is a list of tokens",
    "The pool counts how many tokens of each number there are, in twelve columns. The list is counted.",
);

/// What the checks of this file report.
pub(super) const FINDINGS: &[Finding] = &[BOARD_TOO_LARGE, VALUE_POOL_TOKEN_LIST];
