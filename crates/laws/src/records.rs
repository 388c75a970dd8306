//! Any bytes as the record of a game.

use crate::MOST_ACTIONS;
use crate::findings::inside;
use hexwright_catan::game::Catan;
use hexwright_core::Recorded;
use hexwright_play::record::{Record, replay};
use hexwright_play::toy::HighCard;
use hexwright_terra::Terra;

/// Reads bytes as a record, writes it, and plays its first entries.
///
/// # Panics
/// If a law is broken: findings lie inside the text; a record that is read is written and read back
/// the same; its game's setup is written and read back the same; both replay alike.
pub fn records(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let mut record = match Record::parse("fuzz.record", &text) {
        Ok(record) => record,
        Err(report) => {
            assert!(!report.diagnostics.is_empty(), "a refusal has findings");
            return inside(&report.diagnostics, &text);
        }
    };
    let written = record.to_string();
    match Record::parse("again.record", &written) {
        Ok(again) => {
            assert_eq!(again, record, "read(write(r)) == r\n{written}");
            assert_eq!(again.to_string(), written, "there is one spelling");
        }
        Err(report) => panic!("a written record has findings: {:?}\n{written}", report.diagnostics),
    }
    record.entries.truncate(MOST_ACTIONS);
    replayed::<Catan>(&record);
    replayed::<Terra>(&record);
    replayed::<HighCard>(&record);
}

fn replayed<G: Recorded>(record: &Record) {
    let Ok(game) = record.game::<G>() else { return };
    let setup = game.setup_text();
    let again = G::from_setup(&setup).unwrap_or_else(|e| panic!("a written setup is refused: {e}\n{setup}"));
    assert_eq!(again.setup_text(), setup, "a setup has one spelling");
    let (first, second) = (replay(&game, record), replay(&again, record));
    let end = |result: &Result<G::Position, _>| result.as_ref().map(|p| game.fingerprint(p)).ok();
    assert_eq!(end(&first), end(&second), "the written setup plays the same game");
    if let Err(error) = first {
        assert!(!error.to_string().is_empty());
    }
}
