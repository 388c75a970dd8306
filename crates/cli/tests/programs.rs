//! `hexwright bot check` with the programs of examples/bots, and with one that does not exist.

#[allow(dead_code, reason = "other tests of this desk need the rest")]
mod desk;

use desk::Desk;
use hexwright_trials::{nothing, program, trials};

fn keeps_the_protocol(program: &str, file: &str) {
    let command =
        format!(concat!("{} ", env!("CARGO_MANIFEST_DIR"), "/../../examples/bots/{}"), program, file);
    let told = Desk::new().run(&["bot", "check", &command, "--games", "1", "--patience", "20000"]);
    assert!(told.code == 0 && told.out.ends_with("keeps the protocol\n"), "{}{}", told.out, told.err);
}

fn the_python_program_keeps_the_protocol() {
    keeps_the_protocol("python3", "bot.py");
}

fn the_javascript_program_keeps_the_protocol() {
    keeps_the_protocol("node", "bot.mjs");
}

fn a_program_that_cannot_be_started_is_a_fault() {
    let told = Desk::new().run(&["bot", "check", "no-such-program-here", "--games", "1"]);
    assert_eq!(told.code, 1);
    assert!(told.out.contains("fault: cannot start"), "{}", told.out);
}

trials! {
    nothing() => a_program_that_cannot_be_started_is_a_fault;
    program(&["python3", "--version"]) => the_python_program_keeps_the_protocol;
    program(&["node", "--version"]) => the_javascript_program_keeps_the_protocol;
}
