//! The formatter: canonical layout, every comment kept.
//!
//! A comment line stays in front of the data line it preceded, an inline comment moves above its
//! line, a comment that names a section is replaced by the canonical heading.

use super::write::section_rows;
use super::{Document, Leniency, Reading, Section, read};

/// The formatted text, or the reading whose errors forbid it.
///
/// # Errors
/// The reading, if it has errors.
pub fn format(name: &str, bytes: &[u8]) -> Result<String, Box<Reading>> {
    let reading = read(name, bytes, Leniency::Lenient);
    let Some(setup) = &reading.value else { return Err(Box::new(reading)) };
    let document = &reading.places;
    let mut out = Output { text: String::with_capacity(document.text().len()), document };
    let mut line = 0;
    // headings of sections without data lines wait for the next data line
    let mut headings: Vec<Section> = Vec::new();
    for section in Section::ALL {
        headings.push(section);
        for row in section_rows(setup, section) {
            let own = document.lines.get(line).filter(|l| l.section == Some(section));
            if own.is_some() {
                out.comments_before(line, &mut headings);
                out.headings(&mut headings);
                out.inline_comment(line);
                line += 1;
            } else {
                // a port section that was left out
                out.headings(&mut headings);
            }
            out.line(&row);
        }
    }
    out.headings(&mut headings);
    out.comments_before(line, &mut headings);
    Ok(out.text)
}

struct Output<'a> {
    text: String,
    document: &'a Document,
}

impl Output<'_> {
    fn line(&mut self, line: &str) {
        self.text.push_str(line);
        self.text.push('\n');
    }

    fn headings(&mut self, headings: &mut Vec<Section>) {
        for section in headings.drain(..) {
            self.line(&format!("# {}", section.title()));
        }
    }

    /// Comment lines in front of a data line; a heading among them takes its place, after those of
    /// earlier sections.
    fn comments_before(&mut self, line: usize, headings: &mut Vec<Section>) {
        let document = self.document;
        for comment in document.comments_at(line).iter().filter(|c| !c.inline) {
            let text = document.slice(comment.span).trim_end_matches([' ', '\t']);
            match Section::from_title(text[1..].trim()) {
                Some(named) => match headings.iter().position(|&h| h == named) {
                    Some(place) => {
                        let mut due: Vec<Section> = headings.drain(..=place).collect();
                        self.headings(&mut due);
                    }
                    None => self.line(&format!("# {}", named.title())),
                },
                None => self.line(text),
            }
        }
    }

    fn inline_comment(&mut self, line: usize) {
        let document = self.document;
        for comment in document.comments_at(line).iter().filter(|c| c.inline) {
            let text = document.slice(comment.span).trim_end_matches([' ', '\t']);
            match Section::from_title(text[1..].trim()) {
                Some(named) => self.line(&format!("# {}", named.title())),
                None => self.line(text),
            }
        }
    }
}
