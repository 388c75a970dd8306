//! Draws the base board until no 6 or 8 touches another and prints it as a map and as a picture of characters.
//!
//! `cargo run -p hexwright --example even_board -- 7`
#![allow(clippy::print_stdout)] // a program

use hexwright::catan_map::generate::{Constraint, Generator, preset};
use hexwright::catan_map::text::dot_catan::write;
use hexwright::render::catan::{Options, board_text};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let seed = std::env::args().nth(1).map_or(Ok(7), |text| text.parse())?;
    let setup = preset("base").ok_or("the base map is one of our own")?;
    let generator =
        Generator::new(&setup, &[Constraint::RedNeighbours(0)]).map_err(|_| "no board can be like that")?;
    let found = generator.generate(seed).map_err(|unmet| unmet.to_string())?;
    println!("{}", write(&setup.with_board(&found.board, Some(seed))));
    println!("{}", board_text(&found.board, &Options::default()));
    Ok(())
}
