//! What a table does for a move, without network and database: the move is made and both seats are told.
//!
//! `told [moves]`; `cargo xtask bench gates` counts its instructions.

#![allow(clippy::print_stdout)]

use hexwright_core::{Seat, Viewer, json};
use hexwright_server::games::{NewGame, create};
use hexwright_server::table::{Around, History, ToClient, state};

const SECRET: &str = "the secret of a table that is only measured";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let moves = std::env::args().nth(1).map_or(Ok(2_000), |text| text.parse::<usize>())?;
    let (mut done, mut bytes, around) = (0, 0, Around::default());
    while done < moves {
        let mut history = table()?;
        while let Some(&seat) = history.game().waited_for().first().filter(|_| done < moves) {
            // every kind of action has its turn; cards after a seven are given back by a bot
            let choices = history.game().choices(seat);
            let legal: Vec<&String> = choices.iter().filter_map(|choice| choice.action.as_ref()).collect();
            let action = match legal.len() {
                0 => history.game().plainest(seat).ok_or("somebody who is waited for can act")?,
                count => legal[7 * done % count].clone(),
            };
            let from = history.moves();
            let proposal = history.propose(seat, &action, SECRET)?;
            history.accept(proposal);
            for seat in 0..2 {
                let shown = state(&history, &around, Viewer::Seat(Seat(seat)), from);
                bytes += json::text_of(&ToClient::State(Box::new(shown)), 4 << 10)?.len();
            }
            done += 1;
        }
    }
    println!("{done} moves, {} bytes for each seat", bytes / done / 2);
    Ok(())
}

/// A game of two on the standard board, waiting for the first of them.
fn table() -> Result<History, Box<dyn std::error::Error>> {
    let new: NewGame =
        serde_json::from_value(serde_json::json!({ "kind": "catan", "map": "base.catan", "seed": "1" }))?;
    let mut history = History::new(create(&new, 2)?.2);
    if let Some(chance) = history.propose_chance(SECRET) {
        history.accept(chance);
    }
    Ok(history)
}
