//! The one layout of a script: a statement a line, one blank between words, none inside parentheses.
//!
//! Comments, spelling and order are kept; at most one blank line stands between lines. The formatted
//! text means the same and formats to itself.

use crate::Mode;
use crate::lex::{Kind, Lexer, Token, Vocabulary};
use std::fmt::Write;

/// The script in its canonical layout; lines that are no statements are laid out token by token.
#[must_use]
pub fn format(text: &str) -> String {
    let mut lexer = Lexer::new(text, Mode::Documented, Vocabulary::Script);
    let mut out = String::with_capacity(text.len());
    let (mut line, mut previous): (String, Option<Token>) = (String::new(), None);
    let mut blank_lines = 0;
    let mut flush = |line: &mut String, ended_by_newline: bool| {
        if !line.is_empty() {
            if blank_lines > 1 && !out.is_empty() {
                out.push('\n');
            }
            let _ = writeln!(out, "{}", line.trim_end());
            line.clear();
            blank_lines = 0;
        }
        blank_lines += usize::from(ended_by_newline);
    };
    loop {
        let token = lexer.next();
        let written = &text[token.span.range()];
        match token.kind {
            Kind::End => break flush(&mut line, false),
            Kind::Line if written == "\n" => {
                flush(&mut line, true);
                previous = None;
            }
            Kind::Line => {
                let start = token.span.start as usize;
                let rest = &text[start..];
                let comment = &rest[..rest.find(['\n', '\r']).unwrap_or(rest.len())];
                if !line.is_empty() {
                    line.push_str("  ");
                }
                line.push_str(comment);
                // a comment that a lone CR ends is followed by a new line, not by a gap
                let lone =
                    rest[comment.len()..].starts_with('\r') && !rest[comment.len()..].starts_with("\r\n");
                if lone {
                    flush(&mut line, true);
                }
                previous = None;
            }
            kind => {
                if previous.is_some() && starts_statement(kind) && !names_label(previous) {
                    flush(&mut line, true);
                    previous = None;
                }
                if let Some(before) = previous
                    && blank_between(before.kind, kind)
                {
                    line.push(' ');
                }
                line.push_str(written);
                previous = Some(token);
            }
        }
    }
    out
}

const fn starts_statement(kind: Kind) -> bool {
    use Kind::{Area, Label, Pair, StartList, Subtitle, Title, Tower};
    matches!(kind, Area | Label | Pair | StartList | Tower | Title | Subtitle)
}

/// A keyword behind LABEL, TITLE or SUBTITLE is a mistake that formatting must not hide.
fn names_label(previous: Option<Token>) -> bool {
    previous.is_some_and(|t| matches!(t.kind, Kind::Label | Kind::Title | Kind::Subtitle))
}

fn blank_between(before: Kind, after: Kind) -> bool {
    let function = matches!(before, Kind::SomeOf | Kind::SurroundingsOf | Kind::Substract);
    match (before, after) {
        (Kind::Open | Kind::Comma | Kind::Dash, _) | (_, Kind::Close | Kind::Comma | Kind::Dash) => false,
        (_, Kind::Open) => !(function || before == Kind::Close),
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_statement_a_line_and_comments_stay() {
        let text = "\n\n# sand\nLABEL  a=( leftover )(1 - 2,3)D4 AREA SOMEOF( 2,(a) ) HAZARDS Sand ,75. Bog#x\r\n\n\n\nTOWER";
        let expected =
            "# sand\nLABEL a = (leftover)(1-2,3) D4\nAREA SOMEOF(2,(a)) HAZARDS Sand,75. Bog  #x\n\nTOWER\n";
        assert_eq!(format(text), expected);
        assert_eq!(format(expected), expected);
    }

    #[test]
    fn mistakes_are_neither_hidden_nor_lost() {
        assert_eq!(format("LABEL AREA = D4 § \"open\n"), "LABEL AREA = D4 § \"open\n");
    }
}
