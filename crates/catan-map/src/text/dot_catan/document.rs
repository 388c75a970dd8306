//! The text layer: bytes → text → data lines and comments, with findings about the spelling.

use super::{Leniency, Section};
use crate::map::Note;
use hexwright_core::text::Finding;
use hexwright_core::text::{Edit, Fix, decode_utf8, lines};
use hexwright_core::{Diagnostic, Span};

/// Larger files are not read at all.
pub const MOST_BYTES: usize = 262_144;

const NOTE_KEYS: [&str; 5] = ["title", "author", "licence", "seed", "pioneers"];

/// A `#` and what follows it on its line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Comment {
    /// From the `#` to the end of the line.
    pub(super) span: Span,
    /// Data lines before it; an inline comment comes before its own line.
    pub(super) before: usize,
    /// Whether it stands behind data.
    pub(super) inline: bool,
}

/// A line with numbers.
#[derive(Clone, Copy, Debug)]
pub(super) struct DataLine {
    /// The whole line without its end.
    pub(super) span: Span,
    /// Place of its first token among all tokens.
    pub(super) first: usize,
    /// Number of tokens, at least one.
    pub(super) count: usize,
    /// What it was read as.
    pub(super) section: Option<Section>,
}

/// A text split into data lines, tokens and comments.
#[derive(Clone, Debug, Default)]
pub struct Document {
    text: String,
    pub(super) lines: Vec<DataLine>,
    pub(super) tokens: Vec<Span>,
    pub(super) comments: Vec<Comment>,
    unreadable: bool,
}

impl Document {
    pub(super) fn new(bytes: &[u8], leniency: Leniency, findings: &mut Vec<Diagnostic>) -> Self {
        let mut unreadable = Self { unreadable: true, ..Self::default() };
        if bytes.len() > MOST_BYTES {
            let message = format!("file has {} bytes; the limit is {MOST_BYTES}", bytes.len());
            findings.push(
                FILE_TOO_LARGE
                    .at(Span::at(0), message)
                    .help("a map of 64 x 64 hexes needs about 25,000 bytes; is this the right file"),
            );
            return unreadable;
        }
        let marked = bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]);
        if marked || bytes.contains(&0) {
            findings.push(
                NOT_TEXT
                    .at(Span::at(0), "not a text file: UTF-16 mark or NUL byte")
                    .help("save the file as UTF-8"),
            );
            return unreadable;
        }
        let (text, bad) = decode_utf8(bytes);
        let mut document = Self { text: text.into_owned(), ..Self::default() };
        if let Some(place) = bad {
            findings.push(
                NOT_UTF8
                    .judged(
                        leniency,
                        Span::new(place, place + '\u{fffd}'.len_utf8()),
                        "bytes that are not UTF-8 are read as U+FFFD",
                    )
                    .help("save the file as UTF-8"),
            );
        }
        document.split(leniency, findings);
        if document.lines.is_empty() {
            findings.push(
                EMPTY_FILE
                    .at(Span::at(document.text.len()), "expected 15 sections, found no data line")
                    .help("`hexwright generate --preset base` writes a complete map"),
            );
            unreadable.text = document.text;
            unreadable.comments = document.comments;
            return unreadable;
        }
        document
    }

    /// The text, invalid bytes replaced.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Whether there is anything to read.
    pub(super) const fn readable(&self) -> bool {
        !self.unreadable
    }

    pub(super) fn slice(&self, span: Span) -> &str {
        self.text.get(span.range()).unwrap_or("")
    }

    /// The tokens of a data line.
    pub(super) fn tokens_of(&self, line: usize) -> &[Span] {
        let line = &self.lines[line];
        &self.tokens[line.first..line.first + line.count]
    }

    /// Number of columns of a data line.
    pub(super) fn width(&self, line: usize) -> Option<usize> {
        self.lines.get(line).map(|l| l.count)
    }

    /// Comments in front of a data line, then the one behind its data.
    pub(super) fn comments_at(&self, line: usize) -> &[Comment] {
        let from = self.comments.partition_point(|c| c.before < line);
        let to = self.comments.partition_point(|c| c.before <= line);
        &self.comments[from..to]
    }

    /// Where the number with this index stands in a section; the end of the file if it was left out.
    #[must_use]
    pub fn place(&self, section: Section, mut index: usize) -> Span {
        for line in self.lines.iter().filter(|l| l.section == Some(section)) {
            if index < line.count {
                return self.tokens[line.first + index];
            }
            index -= line.count;
        }
        self.end()
    }

    /// The numbers of a section, in their order.
    pub fn section(&self, section: Section) -> impl Iterator<Item = Span> {
        let lines = self.lines.iter().filter(move |line| line.section == Some(section));
        lines.flat_map(|line| self.tokens[line.first..line.first + line.count].iter().copied())
    }

    /// The end of the file as a place.
    pub(super) const fn end(&self) -> Span {
        Span::at(self.text.len())
    }

    /// The typed comments, in their order.
    #[must_use]
    pub fn notes(&self) -> Vec<Note> {
        self.comments.iter().filter_map(|c| note(self.slice(c.span))).collect()
    }

    fn split(&mut self, leniency: Leniency, findings: &mut Vec<Diagnostic>) {
        let text = std::mem::take(&mut self.text);
        let start = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
        if start > 0 && leniency == Leniency::Strict {
            findings.push(
                BYTE_ORDER_MARK
                    .at(Span::new(0, start), "file begins with a byte-order mark")
                    .help("`hexwright fmt` removes it")
                    .fix("remove the byte-order mark", Span::new(0, start), ""),
            );
        }
        if leniency == Leniency::Strict && text.contains('\r') {
            findings.push(carriage_returns(&text));
        }
        for line in lines(&text[start..]) {
            let span = Span::new(line.span.start as usize + start, line.span.end as usize + start);
            self.line(line.text, span, leniency, findings);
        }
        self.text = text;
    }

    fn line(&mut self, line: &str, span: Span, leniency: Leniency, findings: &mut Vec<Diagnostic>) {
        let offset = span.start as usize;
        let hash = line.bytes().position(|b| b == b'#');
        let data = &line[..hash.unwrap_or(line.len())];
        let first = self.tokens.len();
        let mut start = None;
        let mut odd = false;
        for (i, c) in data.char_indices() {
            if c.is_whitespace() {
                if let Some(start) = start.take() {
                    self.tokens.push(Span::new(offset + start, offset + i));
                }
                if c != ' ' && c != '\t' && !odd {
                    odd = true;
                    findings.push(odd_space(data, offset, i, c, leniency));
                }
            } else if start.is_none() {
                start = Some(i);
            }
        }
        if let Some(start) = start {
            self.tokens.push(Span::new(offset + start, offset + data.len()));
        }
        let count = self.tokens.len() - first;
        let inline = count > 0;
        if let Some(hash) = hash {
            let place = Span::new(offset + hash, span.end as usize);
            self.comments.push(Comment { span: place, before: self.lines.len(), inline });
            if inline {
                let end = self.tokens[self.tokens.len() - 1].end as usize;
                findings.push(inline_comment(&line[hash..], span, place, end, leniency));
            } else if hash > 0 && leniency == Leniency::Strict {
                findings.push(
                    INDENTED_COMMENT
                        .at(place, "comment does not start in column 1")
                        .help("move `#` to the start of the line")
                        .fix("move the comment to column 1", Span::new(offset, offset + hash), ""),
                );
            }
        }
        if inline {
            self.lines.push(DataLine { span, first, count, section: None });
        }
    }
}

/// The typed comment a `#` text spells, if its key is known.
pub(crate) fn note(comment: &str) -> Option<Note> {
    let (key, value) = comment.strip_prefix('#')?.split_once(':')?;
    let key = key.trim();
    NOTE_KEYS.contains(&key).then(|| Note { key: key.to_owned(), value: value.trim().to_owned() })
}

fn carriage_returns(text: &str) -> Diagnostic {
    let bytes = text.as_bytes();
    let edits = bytes
        .iter()
        .enumerate()
        .filter(|&(_, &b)| b == b'\r')
        .map(|(i, _)| {
            let before_lf = bytes.get(i + 1) == Some(&b'\n');
            Edit { span: Span::new(i, i + 1), text: if before_lf { "" } else { "\n" }.to_owned() }
        })
        .collect::<Vec<_>>();
    let first = edits.first().map_or(Span::at(0), |e| e.span);
    let mut finding = LINE_ENDING.at(first, "line ends with CR").help("`hexwright fmt` writes LF");
    finding.fix = Some(Fix { title: "end every line with LF".to_owned(), edits });
    finding
}

fn odd_space(data: &str, offset: usize, place: usize, found: char, leniency: Leniency) -> Diagnostic {
    let edits = data
        .char_indices()
        .filter(|&(_, c)| c.is_whitespace() && c != ' ' && c != '\t')
        .map(|(i, c)| Edit { span: Span::new(offset + i, offset + i + c.len_utf8()), text: " ".to_owned() })
        .collect();
    let span = Span::new(offset + place, offset + place + found.len_utf8());
    let message = format!("U+{:04X} is used as a separator", u32::from(found));
    let mut finding = ODD_SPACE.judged(leniency, span, message).help("separate numbers with spaces or tabs");
    finding.fix = Some(Fix { title: "use spaces".to_owned(), edits });
    finding
}

fn inline_comment(comment: &str, line: Span, place: Span, data_end: usize, leniency: Leniency) -> Diagnostic {
    let mut finding = INLINE_COMMENT
        .judged(leniency, place, "comment behind data")
        .help("put the comment on a line of its own");
    let above = Edit { span: Span::at(line.start as usize), text: format!("{}\n", comment.trim_end()) };
    let behind = Edit { span: Span::new(data_end, line.end as usize), text: String::new() };
    finding.fix = Some(Fix { title: "move the comment above".to_owned(), edits: vec![above, behind] });
    finding
}

const FILE_TOO_LARGE: Finding = Finding::error(
    "file-too-large",
    "the file is larger than any map",
    "A map of 64 x 64 hexes needs about 25,000 bytes. This is probably another file.",
);
const NOT_TEXT: Finding = Finding::error(
    "not-text",
    "the file is no text",
    "It has a UTF-16 mark or a NUL byte. Save it as UTF-8.",
);
const NOT_UTF8: Finding = Finding::warning(
    "not-utf8",
    "some bytes are not UTF-8",
    "They are read as U+FFFD, so a name in a comment may look odd. Save the file as UTF-8.",
);
const EMPTY_FILE: Finding = Finding::error(
    "empty-file",
    "the file has no data line",
    "A map has 15 sections of numbers. `hexwright generate --preset base` writes a complete one.",
);
const BYTE_ORDER_MARK: Finding = Finding::warning(
    "byte-order-mark",
    "the file begins with a byte-order mark",
    "Some readers take the mark for data. `hexwright fmt` removes it.",
);
const INDENTED_COMMENT: Finding = Finding::error(
    "indented-comment",
    "a comment does not start in column 1",
    "Readers of the original format know comments only at the start of a line. Move the `#` there.",
);
const LINE_ENDING: Finding = Finding::warning(
    "line-ending",
    "a line ends with CR",
    "Files are exchanged with LF line ends. `hexwright fmt` writes them.",
);
const ODD_SPACE: Finding = Finding::warning(
    "odd-space",
    "numbers are separated by an unusual blank",
    "A no-break space or a similar character looks like a blank but is none to other readers. Use spaces or tabs.",
);
const INLINE_COMMENT: Finding = Finding::warning(
    "inline-comment",
    "a comment stands behind data",
    "Readers of the original format know comments only on lines of their own. Move it above the line.",
);

/// What the checks of this file report.
pub(super) const FINDINGS: &[Finding] = &[
    FILE_TOO_LARGE,
    NOT_TEXT,
    NOT_UTF8,
    EMPTY_FILE,
    BYTE_ORDER_MARK,
    INDENTED_COMMENT,
    LINE_ENDING,
    ODD_SPACE,
    INLINE_COMMENT,
];
