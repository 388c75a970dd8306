//! `replay --verify-dice`: whether every outcome of a record follows from its dice.

use super::listing::refused;
use crate::commands::replay::ReplayArgs;
use crate::{Status, input::Input, output};
use anyhow::Result;
use hexwright_core::Source;
use hexwright_core::text::render::Report;
use hexwright_league::Playable;
use hexwright_play::Record;
use hexwright_play::dice::{DiceError, Proof, VerifiedDice, verify as verify_draws};
use serde_json::json;

/// Checks secret, hash, bytes, board and every outcome.
pub(super) fn verify<G: Playable>(
    game: &G,
    record: &Record,
    input: &Input,
    how: &ReplayArgs,
) -> Result<Status> {
    let verified = verify_draws(game, record).and_then(|verified| Ok((verified, drawn_board(record)?)));
    let (VerifiedDice { draws, opened, left_out }, board) = match verified {
        Ok(verified) => verified,
        Err(error) => {
            let source = Source::new(&*input.name, String::from_utf8_lossy(&input.bytes));
            let diagnostics = vec![hexwright_formats::records::dice_finding(source.text(), &error)];
            let object = how.as_json().then(|| json!({ "dice_verified": false }));
            return refused(&Report { source, diagnostics }, object);
        }
    };
    if how.as_json() {
        let fields = json!({
            "dice_verified": true, "draws": draws, "opened": opened, "left_out": left_out, "board": board,
        });
        output::print(&format!("{fields}\n"))?;
        return Ok(Status::Fine);
    }
    let from = match opened {
        0 => "of the server alone".to_owned(),
        1 => "of the server and 1 seat".to_owned(),
        n => format!("of the server and {n} seats"),
    };
    let board = if board { ", and so does the board" } else { "" };
    let silent =
        if left_out == 0 { String::new() } else { format!("; {left_out} committed and did not open") };
    output::print(&format!("dice verified: {draws} outcomes follow from the dice {from}{board}{silent}\n"))?;
    Ok(Status::Fine)
}

/// Whether the board was drawn with the dice; it is drawn again and compared.
fn drawn_board(record: &Record) -> Result<bool, DiceError> {
    let Some((asked, seed)) = Proof::read(&record.dice)?.board else { return Ok(false) };
    match hexwright_server::games::draw(&asked, record.names.len(), seed) {
        Ok((_, setup, _)) if setup.lines().eq(record.setup.lines()) => Ok(true),
        _ => Err(DiceError::OtherBoard(seed)),
    }
}
