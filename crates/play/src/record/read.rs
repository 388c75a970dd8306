//! Record text → [`Record`], with every finding.

use super::{Check, Entry, Record, VERSION, one_line};
use hexwright_core::text::Finding;
use hexwright_core::text::{Line, lines, render::Report, tokens};
use hexwright_core::{Actor, Diagnostic, Source, step};

/// Most seats a record may name.
const MOST_SEATS: usize = 16;

impl Record {
    /// Whether a text looks like a record: its first line says so.
    #[must_use]
    pub fn looks_like(text: &str) -> bool {
        text.trim_start_matches('\u{feff}').starts_with("hexwright-record")
    }

    /// Reads a record; `name` is what findings call it.
    ///
    /// # Errors
    /// All findings, if there are any.
    pub fn parse(name: &str, text: &str) -> Result<Self, Report> {
        let mut reader = Reader { findings: Vec::new(), names: Vec::new() };
        let record = reader.read(text);
        if reader.findings.is_empty() {
            Ok(record)
        } else {
            Err(Report { source: Source::new(name, text), diagnostics: reader.findings })
        }
    }
}

struct Reader {
    findings: Vec<Diagnostic>,
    names: Vec<Option<String>>,
}

impl Reader {
    fn read(&mut self, text: &str) -> Record {
        let (game, setup) = (String::new(), String::new());
        let mut record = Record { game, names: Vec::new(), setup, dice: Vec::new(), entries: Vec::new() };
        let mut all = lines(text.trim_start_matches('\u{feff}')).peekable();
        let offset = text.len() - text.trim_start_matches('\u{feff}').len();
        let first = all.next().unwrap_or(Line { text: "", span: Default::default() });
        let first = shift(first, offset);
        self.version(first);
        let mut in_setup = false;
        for line in all.map(|l| shift(l, offset)) {
            let body = line.text.trim();
            if in_setup && let Some(kept) = line.text.strip_prefix('|') {
                record.setup.push_str(kept.strip_prefix(' ').unwrap_or(kept));
                record.setup.push('\n');
                continue;
            }
            if body.is_empty() || body.starts_with('#') {
                continue;
            }
            in_setup = body == "setup:";
            if in_setup {
                continue;
            }
            match body.split_once(':') {
                Some(("dice", line)) => record.dice.push(line.strip_prefix(' ').unwrap_or(line).to_owned()),
                Some(("game", game)) => record.game = game.trim().to_owned(),
                Some((left, name)) if left.starts_with("seat ") => self.seat_name(line, left, name),
                _ => record.entries.extend(self.entry(line, body)),
            }
        }
        if record.game.is_empty() {
            let place = first.span;
            self.findings.push(
                NO_GAME
                    .at(place, "expected a line \"game: NAME\", found none")
                    .help("name the game, as in \"game: catan\""),
            );
        }
        record.names =
            self.names.drain(..).enumerate().map(|(i, n)| n.unwrap_or_else(|| format!("seat {i}"))).collect();
        record
    }

    fn version(&mut self, line: Line<'_>) {
        let number = line.text.strip_prefix("hexwright-record").map(|v| v.trim().parse::<u32>());
        let (message, help) = match number {
            Some(Ok(1..=VERSION)) => return,
            Some(Ok(newer)) => (
                format!("expected a record of version 1 to {VERSION}, found version {newer}"),
                "a newer Hexwright wrote this record; use that one to read it",
            ),
            _ => (
                format!("expected \"hexwright-record {VERSION}\", found {:?}", shorten(line.text)),
                "a record begins with its version",
            ),
        };
        self.findings.push(RECORD_VERSION.at(line.span, message).help(help));
    }

    fn seat_name(&mut self, line: Line<'_>, left: &str, name: &str) {
        match left["seat ".len()..].trim().parse::<usize>() {
            Ok(seat) if seat < MOST_SEATS => {
                if self.names.len() <= seat {
                    self.names.resize(seat + 1, None);
                }
                self.names[seat] = Some(one_line(name));
            }
            _ => self.findings.push(
                BAD_SEAT
                    .at(
                        line.span,
                        format!(
                            "expected a seat from 0 to {}, found {:?}",
                            MOST_SEATS - 1,
                            shorten(&left[5..])
                        ),
                    )
                    .help("seats are numbered from 0 in turn order"),
            ),
        }
    }

    fn entry(&mut self, line: Line<'_>, body: &str) -> Option<Entry> {
        if body == "check" || body.starts_with("check ") {
            return self.check(line, &body["check".len()..]);
        }
        let known = |actor| !matches!(actor, Actor::Seat(seat) if seat.index() >= MOST_SEATS);
        if let Some(step) = step::Line::read(body).ok().filter(|step| known(step.actor)) {
            return Some(step.into());
        }
        self.findings.push(
            BAD_ENTRY
                .at(line.span, format!("expected an action or an outcome, found {:?}", shorten(body)))
                .help("write \"SEAT: action\", \"chance OUTCOME\" or \"check HASH scores N N …\""),
        );
        None
    }

    fn check(&mut self, line: Line<'_>, rest: &str) -> Option<Entry> {
        let mut check = Check::default();
        let mut words = tokens(rest, 0).map(|t| t.text).peekable();
        let mut good = words.peek().is_some();
        if let Some(hash) = words.next_if(|w| *w != "scores") {
            check.fingerprint = (hash.len() == 16).then(|| u64::from_str_radix(hash, 16).ok()).flatten();
            good &= check.fingerprint.is_some();
        }
        if words.next_if_eq(&"scores").is_some() {
            let scores: Option<Vec<i32>> = words.by_ref().map(|w| w.parse().ok()).collect();
            good &= scores.is_some();
            check.scores = scores;
        }
        good &= words.next().is_none();
        if !good {
            self.findings.push(
                BAD_CHECK
                    .at(
                        line.span,
                        format!("expected a fingerprint, points or both, found {:?}", shorten(rest.trim())),
                    )
                    .help("write \"check HASH\" with 16 hexadecimal digits, \"check scores N N …\" or both"),
            );
        }
        good.then_some(Entry::Check(check))
    }
}

fn shift(line: Line<'_>, by: usize) -> Line<'_> {
    let range = line.span.range();
    Line { text: line.text, span: (range.start + by..range.end + by).into() }
}

/// Enough of a text to recognise it.
fn shorten(text: &str) -> String {
    text.chars().take(40).collect()
}

const RECORD_VERSION: Finding = Finding::error(
    "record-version",
    "the first line is no version this program reads",
    "It is `hexwright-record 1`. A newer program wrote the record, or this is another file.",
);
const NO_GAME: Finding = Finding::error("no-game", "the record names no game", "Add a line `game: NAME`.");
const BAD_SEAT: Finding = Finding::error(
    "bad-seat",
    "a seat is written wrongly",
    "Write `seat 0: NAME`; seats are counted from 0.",
);
const BAD_ENTRY: Finding = Finding::error(
    "bad-entry",
    "a line is no entry",
    "Entries are `SEAT: action`, `chance outcome` and `check …`.",
);
const BAD_CHECK: Finding = Finding::error(
    "bad-check",
    "a check is written wrongly",
    "Write `check FINGERPRINT scores A B`, or one of both.",
);

/// What reading a record reports.
pub const FINDINGS: &[Finding] = &[RECORD_VERSION, NO_GAME, BAD_SEAT, BAD_ENTRY, BAD_CHECK];
