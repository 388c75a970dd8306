//! Four bots play Catan; the record is replayed and leads to the same position.
//!
//! `cargo run --release -p hexwright --example play_a_game -- greedy 42`
#![allow(clippy::print_stdout)] // a program

use hexwright::catan_map::generate::preset;
use hexwright::core::text::render::concise;
use hexwright::core::{Game as _, Seat};
use hexwright::league::{Rules, bot_by_name, catan};
use hexwright::play::{Players, Record, record, run};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let bot = arguments.next().unwrap_or_else(|| "random".to_owned());
    let seed = arguments.next().map_or(Ok(42), |text| text.parse())?;

    let setup = preset("base").ok_or("the base map is one of our own")?;
    let game = catan::game(&setup, 4, &Rules::default(), seed)?;
    let bots =
        (0..4).map(|seat| bot_by_name(&game, &bot, Seat(seat), seed)).collect::<Result<Vec<_>, _>>()?;
    let mut bots = bots.into_iter();
    let mut players = Players::new(&game, |_| bots.next().expect("one for each seat"));
    let played = run::play_game(&game, &mut players, seed, 0, &run::Limits::default());

    let read =
        Record::parse("game.record", &played.record(&game).to_string()).map_err(|report| concise(&report))?;
    assert_eq!(record::replay(&game, &read)?, played.position, "a record is the whole game");
    println!("{} actions, {:?}", played.actions(), game.outcome(&played.position));
    Ok(())
}
