//! What the table of formats says about a text, in the words of the protocol.

use super::Desk;
use super::protocol::{
    About, AtPosition, CodeAction, CodeActionRequest, CompletionItem, Diagnostic, FIX_ALL, Hover, KEYWORD,
    Markdown, QUICK_FIX, TextEdit, WorkspaceEdit,
};
use hexwright_core::text::{Fix, NotFormatted, apply_edits, render::Report};
use hexwright_core::{Diagnostic as Found, Severity, Span};
use hexwright_formats::{FormatEntry, Leniency, format_of, keywords};
use std::collections::BTreeMap;

/// A text is checked up to this size while somebody types.
const MOST_BYTES: usize = 4 << 20;

/// A text that is open and its format.
struct Open<'a> {
    text: &'a str,
    name: &'a str,
    format: &'static FormatEntry,
}

impl Desk {
    fn open<'a>(&'a self, uri: &'a str) -> Option<Open<'a>> {
        let text = self.texts.get(uri)?;
        let path = uri.split(['?', '#']).next().unwrap_or(uri);
        let name = path.rsplit('/').next().unwrap_or("text");
        let format = format_of(name, text.as_bytes()).filter(|_| text.len() <= MOST_BYTES)?;
        Some(Open { text, name, format })
    }
}

impl Open<'_> {
    /// Findings and advice. A reader may understand other bytes than the editor has (a byte-order mark, bytes that
    /// are no text); places are those of the editor's text.
    fn report(&self) -> Report {
        let mut report = self.format.check(self.name, self.text.as_bytes(), Leniency::Lenient);
        report.diagnostics.extend(self.format.advice(self.name, self.text.as_bytes()));
        report
    }
}

/// All findings of a text; none if no format knows it.
pub(super) fn findings(desk: &Desk, uri: &str) -> Vec<Diagnostic> {
    let Some(open) = desk.open(uri) else { return Vec::new() };
    open.report().diagnostics.iter().map(|found| diagnostic(desk, open.text, found)).collect()
}

fn diagnostic(desk: &Desk, text: &str, found: &Found) -> Diagnostic {
    let help = found.help.as_ref().map_or_else(String::new, |help| format!("\nhelp: {help}"));
    Diagnostic {
        range: desk.encoding.range(text, shown(text, found.span)),
        severity: match found.severity {
            Severity::Error => 1,
            Severity::Warning => 2,
            Severity::Hint => 4,
        },
        code: found.id,
        source: "hexwright",
        message: format!("{}{help}", found.message),
    }
}

/// An empty span is shown as the letter behind it: nobody sees a mark without width.
fn shown(text: &str, span: Span) -> Span {
    let bytes = span.range();
    let width = match text.get(bytes.end..).and_then(|rest| rest.chars().next()) {
        Some(letter) if bytes.is_empty() && !matches!(letter, '\n' | '\r') => letter.len_utf8(),
        _ => 0,
    };
    Span::new(bytes.start, bytes.end + width)
}

/// What is known about the place under the pointer: its findings, or the word.
pub(super) fn hover(desk: &Desk, asked: &AtPosition) -> Option<Hover> {
    let open = desk.open(&asked.text_document.uri)?;
    let byte = desk.encoding.byte(open.text, asked.position);
    let report = open.report();
    let here = |found: &&Found| {
        let bytes = shown(open.text, found.span).range();
        bytes.contains(&byte) || bytes.end == byte
    };
    let mut parts: Vec<String> = Vec::new();
    for found in report.diagnostics.iter().filter(here) {
        if let Some(finding) = open.format.finding(found.id) {
            let part = format!("**{}**: {}\n\n{}", finding.id, finding.title, finding.explanation);
            if !parts.contains(&part) {
                parts.push(part);
            }
        }
    }
    let word = word_at(open.text, byte);
    let known =
        keywords(open.format.name).iter().find(|known| known.word.trim_matches(['#', ' ', ':']) == word);
    parts.extend(known.map(|known| format!("`{}`: {}", known.word, known.meaning)));
    if parts.is_empty() {
        return None;
    }
    Some(Hover { contents: Markdown { value: parts.join("\n\n---\n\n") } })
}

/// The word around a byte.
fn word_at(text: &str, byte: usize) -> &str {
    let is_word = |c: char| c.is_alphanumeric() || c == '-';
    let start = text[..byte]
        .rfind(|c| !is_word(c))
        .map_or(0, |i| i + text[i..].chars().next().map_or(1, char::len_utf8));
    let end = text[byte..].find(|c| !is_word(c)).map_or(text.len(), |i| byte + i);
    &text[start..end]
}

/// Every word of the format; the editor picks those that fit.
pub(super) fn completion(desk: &Desk, asked: &AtPosition) -> Option<Vec<CompletionItem>> {
    let open = desk.open(&asked.text_document.uri)?;
    let item = |known: &hexwright_formats::Keyword| CompletionItem {
        label: known.word,
        kind: KEYWORD,
        detail: known.meaning,
    };
    Some(keywords(open.format.name).iter().map(item).collect())
}

/// The canonical layout as one edit; nothing if it is there already or the text has errors.
pub(super) fn formatting(desk: &Desk, asked: &About) -> Option<Vec<TextEdit>> {
    let open = desk.open(&asked.text_document.uri)?;
    let laid_out = match open.format.format(open.name, open.text.as_bytes()) {
        Ok(text) => text,
        Err(NotFormatted::Findings(_) | NotFormatted::Refused(_)) => return None,
    };
    if laid_out == open.text {
        return Some(Vec::new());
    }
    Some(vec![TextEdit {
        range: desk.encoding.range(open.text, Span::new(0, open.text.len())),
        new_text: laid_out,
    }])
}

/// The repairs of the findings in a range, and all repairs of the text at once.
pub(super) fn repairs(desk: &Desk, asked: &CodeActionRequest) -> Option<Vec<CodeAction>> {
    let uri = &asked.text_document.uri;
    let open = desk.open(uri)?;
    let report = open.report();
    let wanted = |kind: &str| {
        let only = asked.context.only.as_ref();
        only.is_none_or(|kinds| kinds.iter().any(|only| kind.starts_with(only.as_str())))
    };
    let from = desk.encoding.byte(open.text, asked.range.start);
    let to = desk.encoding.byte(open.text, asked.range.end);
    let mut actions = Vec::new();
    for found in &report.diagnostics {
        let bytes = shown(open.text, found.span).range();
        let Some(fix) = found.fix.as_ref().filter(|_| bytes.start <= to && from <= bytes.end) else {
            continue;
        };
        if wanted(QUICK_FIX) {
            actions.push(CodeAction {
                title: fix.title.clone(),
                kind: QUICK_FIX,
                diagnostics: vec![diagnostic(desk, open.text, found)],
                edit: change(uri, edits(desk, open.text, fix)),
                is_preferred: true,
            });
        }
    }
    let all = report.diagnostics.iter().filter_map(|found| found.fix.as_ref()).flat_map(|fix| &fix.edits);
    let repaired = apply_edits(open.text, all);
    if repaired != open.text && wanted(FIX_ALL) {
        let whole = desk.encoding.range(open.text, Span::new(0, open.text.len()));
        actions.push(CodeAction {
            title: "repair everything that can be repaired".to_owned(),
            kind: FIX_ALL,
            diagnostics: Vec::new(),
            edit: change(uri, vec![TextEdit { range: whole, new_text: repaired }]),
            is_preferred: false,
        });
    }
    Some(actions)
}

fn edits(desk: &Desk, text: &str, fix: &Fix) -> Vec<TextEdit> {
    let edit = |edit: &hexwright_core::text::Edit| TextEdit {
        range: desk.encoding.range(text, edit.span),
        new_text: edit.text.clone(),
    };
    fix.edits.iter().map(edit).collect()
}

fn change(uri: &str, edits: Vec<TextEdit>) -> WorkspaceEdit {
    WorkspaceEdit { changes: BTreeMap::from([(uri.to_owned(), edits)]) }
}
