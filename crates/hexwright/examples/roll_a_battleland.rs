//! Rolls a Titan battleland script and prints the land as a text table.
//!
//! `cargo run -p hexwright --example roll_a_battleland -- maps/titan/oasis.rnd 7`
#![allow(clippy::print_stdout)] // a program

use hexwright::render::titan::land_text;
use hexwright::titan::{Mode, Script};

const SCRIPT: &str = "AREA (inside) HAZARDS Sand,50. Tree,1\nPAIR (Sand,*)(Plains,*) HEXSIDES d,60. c,50.\n";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let text = arguments.next().map_or(Ok(SCRIPT.to_owned()), std::fs::read_to_string)?;
    let seed = arguments.next().map_or(Ok(7), |text| text.parse())?;
    let script = Script::parse(&text, Mode::Documented)
        .map_err(|findings| findings.first().map_or_else(String::new, |first| first.message.clone()))?;
    let rolled = script.roll(seed)?;
    println!("{}", land_text(&rolled.land));
    Ok(())
}
