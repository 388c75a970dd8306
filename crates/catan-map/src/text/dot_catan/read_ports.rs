//! Sections 13 to 15: ports may be left out, and their pool has an older spelling.

use super::Section;
use super::draft::{Draft, Num};
use super::number::digits;
use super::read::Reader;
use hexwright_core::Span;
use hexwright_core::text::Finding;
use hexwright_core::text::{Edit, Fix};

impl Reader<'_> {
    /// Sections 13 to 15: never recovered, judged by how many lines are left.
    pub(super) fn ports(&mut self, draft: &mut Draft) -> Option<()> {
        use Section as S;
        let left = self.document.lines.len() - self.at;
        let leniency = self.leniency;
        let omitted = |span, help: &str| {
            PORTS_OMITTED.judged(leniency, span, "no port sections; the map has no ports").help(help)
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
            finding.fix = Some(Fix {
                title: "write the sections".to_owned(),
                edits: vec![
                    Edit { span: Span::at(first.start as usize), text: "-\n".to_owned() },
                    Edit { span: Span::at(last.end as usize), text: "\n-".to_owned() },
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
            let finding = TRAILING_DATA
                .at(span, "expected the end of the file, found a sixteenth section")
                .help("delete these lines")
                .fix("delete these lines", Span::new(from, end), "");
            self.findings.push(finding);
        }
        Some(())
    }

    pub(super) fn port_types(&mut self, draft: &mut Draft) -> Option<()> {
        let line = self.take(Section::PortTypes);
        let tokens = self.document.tokens_of(line).to_vec();
        if tokens.len() == 1 && self.document.slice(tokens[0]) == "-" {
            draft.port_count = Some(0);
            draft.port_types = Some(Vec::new());
            return Some(());
        }
        if let Some(&span) = tokens.get(255) {
            let message = format!("{} ports; the limit is 255", tokens.len());
            self.findings.push(TOO_MANY_PORTS.at(span, message).help("remove ports"));
            return None;
        }
        draft.port_count = Some(tokens.len());
        let codes: Vec<_> = tokens.iter().map(|&t| self.code(t, Section::PortTypes, 6)).collect();
        draft.port_types = codes.into_iter().collect();
        Some(())
    }

    pub(super) fn port_pool(&mut self, draft: &mut Draft) {
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

    pub(super) fn vertices(&mut self, draft: &mut Draft) {
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
}

const PORTS_OMITTED: Finding = Finding::warning(
    "ports-omitted",
    "the port sections are missing",
    "The map has no ports. Say so with `-`, seven zeros and `-`.",
);
const TRAILING_DATA: Finding = Finding::error(
    "trailing-data",
    "lines follow the last section",
    "A map has 15 sections. Delete what follows them.",
);
pub(super) const TOO_MANY_PORTS: Finding =
    Finding::error("too-many-ports", "the map has more than 255 ports", "Remove ports.");

/// What the checks of this file report.
pub(super) const FINDINGS: &[Finding] = &[PORTS_OMITTED, TRAILING_DATA, TOO_MANY_PORTS];
