//! Numbers and codes: ASCII digits only, ranges, and what to say about anything else.

use super::Section;
use super::draft::Num;
use super::read::Reader;
use hexwright_core::Span;
use hexwright_core::text::Finding;

impl Reader<'_> {
    pub(super) fn numbers<const N: usize>(&mut self, line: usize, section: Section) -> Option<[Num; N]> {
        let spans: [Span; N] = std::array::from_fn(|i| self.document.tokens_of(line)[i]);
        whole(spans.map(|span| self.number(span, section)))
    }

    /// A number of a section with its range checked.
    pub(super) fn number(&mut self, span: Span, section: Section) -> Option<Num> {
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
                    POOL_ABOVE_255
                        .judged(self.leniency, span, message)
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
            OUT_OF_RANGE
                .at(span, format!("expected {least} to {most}, found {found}"))
                .help(format!("{verb} {}", section.noun(column))),
        );
        None
    }

    /// A code of a map.
    pub(super) fn code(&mut self, span: Span, section: Section, most: u32) -> Option<Num> {
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
        self.findings
            .push(UNKNOWN_CODE.at(span, format!("expected a {what} 0 to {most}, found {found}")).help(help));
        None
    }

    pub(super) fn bad_integer(&mut self, span: Span) {
        let text = self.document.slice(span);
        let message = format!("expected a whole number, found `{}`", shorten(text));
        let pieces: Vec<&str> = text.split([',', ';']).filter(|p| !p.is_empty()).collect();
        let numbers = |list: &[&str]| !list.is_empty() && list.iter().all(|p| digits(p).is_some());
        let finding = BAD_INTEGER.at(span, message);
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

pub(super) fn whole<const N: usize>(numbers: [Option<Num>; N]) -> Option<[Num; N]> {
    if numbers.iter().any(Option::is_none) {
        return None;
    }
    Some(numbers.map(|n| n.unwrap_or(Num { value: 0, span: Span::at(0) })))
}

const POOL_ABOVE_255: Finding = Finding::warning(
    "pool-above-255",
    "a pool number exceeds 255",
    "Hexwright reads it; readers of the original format may stop at 255.",
);
const OUT_OF_RANGE: Finding = Finding::error(
    "out-of-range",
    "a number is too small or too large",
    "Each section has its own range, which the message names.",
);
const UNKNOWN_CODE: Finding = Finding::error(
    "unknown-code",
    "a code means nothing in this section",
    "Hex types are 0 to 7, values 0 to 12, port types 0 to 6.",
);
const BAD_INTEGER: Finding = Finding::error(
    "bad-integer",
    "a word is no whole number",
    "Sections hold whole numbers, separated by spaces.",
);

/// What the checks of this file report.
pub(super) const FINDINGS: &[Finding] = &[POOL_ABOVE_255, OUT_OF_RANGE, UNKNOWN_CODE, BAD_INTEGER];
