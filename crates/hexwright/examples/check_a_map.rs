//! Says which format each file has and prints every finding with its place.
//!
//! `cargo run -p hexwright --example check_a_map -- maps/catan/base.catan`
#![allow(clippy::print_stdout, clippy::print_stderr)] // a program

use hexwright::core::text::render::concise;
use hexwright::formats::{Leniency, format_of};
use std::process::ExitCode;

fn main() -> ExitCode {
    let mut sound = true;
    for name in std::env::args().skip(1) {
        let bytes = match std::fs::read(&name) {
            Ok(bytes) => bytes,
            Err(error) => {
                eprintln!("{name}: {error}");
                sound = false;
                continue;
            }
        };
        let Some(format) = format_of(&name, &bytes) else {
            eprintln!("{name}: no format we know");
            sound = false;
            continue;
        };
        let report = format.check(&name, &bytes, Leniency::Lenient);
        println!("{name}: {}, {} findings", format.title, report.diagnostics.len());
        print!("{}", concise(&report));
    }
    ExitCode::from(u8::from(!sound))
}
