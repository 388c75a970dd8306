//! Recordings as a format: recognised, read, and held against the rules.

use super::{Transcript, Verdict};
use hexwright_core::text::{Confidence, Finding, Format, Leniency, NotFormatted, Parsed, lines};
use hexwright_core::{Diagnostic, Source, Span};

const BAD_RECORDING: Finding = Finding::error(
    "bad-recording",
    "a line of the recording cannot be read",
    "A recording is one JSON object a line, the header first.",
);
const SERVER_PARTS: Finding = Finding::error(
    "server-parts",
    "the server did something else than the rules",
    "The recording, or our rules, are wrong here.",
);

/// Recordings of a Pioneers server (`.jsonl`): every line of every seat.
#[derive(Clone, Copy, Debug)]
pub struct TranscriptFormat;

impl Format for TranscriptFormat {
    type Value = Transcript;

    const NAME: &'static str = "recording";
    const ENDINGS: &'static [&'static str] = &[];
    const TITLE: &'static str = "a recording of a Pioneers server";
    const FINDINGS: &'static [&'static [Finding]] = &[&[BAD_RECORDING, SERVER_PARTS]];

    fn sniff(bytes: &[u8]) -> Confidence {
        let head = bytes.split(|&b| b == b'\n').next().unwrap_or_default();
        let head = String::from_utf8_lossy(&head[..head.len().min(4_096)]);
        Confidence::likely_if(head.contains("\"kind\":\"header\"") && head.contains("\"map"))
    }

    /// Reads a recording. Holding it against the rules needs the map it names: see [`super::verify`] and
    /// [`Verdict::findings`].
    fn read(name: &str, bytes: &[u8], _leniency: Leniency) -> Parsed<Transcript> {
        let text = String::from_utf8_lossy(bytes);
        match Transcript::read(&text) {
            Ok(transcript) => Parsed::new(name, text, Some(transcript), Vec::new()),
            Err(error) => {
                let line = error.line.and_then(|number| lines(&text).nth(number.saturating_sub(1)));
                let at = line.map_or(Span::at(0), |line| line.span);
                let finding = BAD_RECORDING.at(at, error.to_string());
                Parsed::new(name, text, None, vec![finding])
            }
        }
    }

    fn format(_name: &str, _bytes: &[u8]) -> Result<String, NotFormatted> {
        Err(NotFormatted::Refused("a recording is what was said; it is not formatted".to_owned()))
    }
}

impl Verdict {
    /// The disagreements as findings in the recording.
    #[must_use]
    pub fn findings(&self, source: &Source) -> Vec<Diagnostic> {
        let place = |seq: u64| {
            let mark = format!("\"seq\":{seq},");
            source.text().find(&mark).map_or(Span::at(0), |at| Span::new(at, at + mark.len()))
        };
        let disagreements = self.disagreements.iter();
        disagreements.map(|(seq, what)| SERVER_PARTS.at(place(*seq), what.clone())).collect()
    }
}
