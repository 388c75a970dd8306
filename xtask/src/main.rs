//! Every convention of the project is a command: `cargo xtask VERB`.

mod book;
mod browser;
mod built;
mod child;
mod commands;
mod compiler;
mod counts;
mod english;
mod findings;
mod fuzz;
mod gates;
mod install;
mod lands;
mod page_types;
mod public_items;
mod python;
mod runner;
mod steps;
mod tests;
mod tidy;
mod timing;
mod verdicts;

use anyhow::{Result, bail};
use std::process::ExitCode;

const HELP: &str = "\
cargo xtask VERB

  test     install what the tests need, then check and run all of them (what CI runs)
  check    formatting, lints, documentation, tidiness, licences; no tests
  tidy     dependency direction, file sizes, links and words of the repository
  book     write the pages of docs/ as a website into target/book (mdBook is installed if need be)
  commands write docs/commands.md, the page of every verb, from what the program says of itself
  types    write web/types, the types of the pages, from the Rust types
  install  only install what the tests need
  python   build the Python wheel and test it in a fresh virtual environment; `python long` runs the tests that take minutes,
           `python package` makes source package and manylinux wheel and installs both in clean environments (release build)
  train    the tests of the wheel that need PyTorch (a download of gigabytes)
  fuzz     [seconds] [target]: run every fuzz target, or one, and print what was executed
  bench    run the benches; `bench gates` only counts instructions under valgrind
  load     how many moves a second a server acknowledges, and what a socket costs; `load 60 10 10000 postgres 3`
           three servers on a PostgreSQL of their own (release build)
  startup  how soon a server with 10,000 stored games answers; `startup 10000 postgres://…` (release build)
  kills    kill a server again and again under load; `kills 500` (SQLite and PostgreSQL, release build)
  servers  kill and stop three servers on one PostgreSQL under load, and promote a replica; `servers 300` (release build)
  sim      --seeds N: servers, people and a store that fails in one thread on a virtual clock; --seed K --trace replays one,
           --bugs looks for planted bugs (docs/simulator.md; release build)
  faults   full disks and a PostgreSQL that goes away for a minute, under load (release build)
  pioneers [games] [seconds] [first]: Debian's Pioneers players at our tables, on every installed map (dev build)
  attack   what people feel while somebody tries to wear a server out (release build)
  lands    verdicts of the lands of Default, numbers only, from the battles recorded on them (release build)
  verdicts [board…] [-- option…]: judge twelve boards, or those named, and print a table; options go to `hexwright fairness`
           (release build)
  soak     the long release-mode checks: random games with invariants at every step; `soak random_battles` (Titan),
           `soak random_games` (Terra Mystica) or `soak conversions` only those of one test file
";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match run(&arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            steps::say(&format!("xtask: {error:#}"));
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: &[String]) -> Result<()> {
    if compiler::is_called(arguments) {
        return compiler::compile(arguments);
    }
    std::env::set_current_dir(steps::root())?;
    let rest = arguments.get(1..).unwrap_or_default();
    match arguments.first().map(String::as_str) {
        Some("test") => tests::all(),
        Some("check") => steps::check(),
        Some("tidy") => tidy::run(),
        Some("book") => book::build(),
        Some("commands") => commands::write(),
        Some("types") => page_types::write(),
        Some("python") => match rest.first().map(String::as_str) {
            None => tests::wheel(python::Part::Ordinary),
            Some("long") => tests::wheel(python::Part::Long),
            Some("package") => python::package(),
            Some(other) => bail!("expected python, python long or python package, found {other:?}"),
        },
        Some("train") => tests::wheel(python::Part::Training),
        Some("install") => install::all(),
        Some("fuzz") => fuzz::run(rest),
        Some("bench") => steps::bench(rest),
        Some("load") => steps::against_release("load", rest),
        Some("startup") => steps::against_release("startup", rest),
        Some("pioneers") => steps::pioneers(rest),
        Some("attack") => steps::against_release("attack", rest),
        Some("kills") => steps::kills(rest),
        Some("servers") => steps::servers(rest),
        Some("faults") => steps::faults(),
        Some("sim") => steps::sim(rest),
        Some("lands") => lands::judge(rest),
        Some("verdicts") => verdicts::judge(rest),
        Some("soak") => steps::soak(rest),
        None | Some("help" | "--help" | "-h") => {
            steps::say(HELP);
            Ok(())
        }
        Some(other) => bail!("unknown verb {other:?}\n\n{HELP}"),
    }
}
