//! The verbs, one file each.

pub(crate) mod analyse;
pub(crate) mod bot;
pub(crate) mod check;
pub(crate) mod completions;
pub(crate) mod convert;
mod db;
pub(crate) mod deny;
mod examples;
pub(crate) mod fairness;
pub(crate) mod fmt;
pub(crate) mod generate;
pub(crate) mod join;
pub(crate) mod maps;
mod new;
pub(crate) mod play;
pub(crate) mod puzzles;
pub(crate) mod render;
pub(crate) mod replay;
pub(crate) mod serve;
pub(crate) mod simulate;
pub(crate) mod stats;
pub(crate) mod tournament;
pub(crate) mod tune;

use crate::Status;
use anyhow::Result;
use clap::{CommandFactory as _, FromArgMatches as _, Parser, Subcommand};
use std::ffi::OsString;

const EXIT_CODES: &str = "\
Exit codes: 0 fine, or warnings only; 1 errors were found, or the answer to a question is no; \
2 the command could not run; 130 interrupted with Ctrl+C.";

/// One workbench for hex board games: write or draw a map, check it, roll it, draw it, play it.
#[derive(Debug, Parser)]
#[command(name = "hexwright", version, max_term_width = 100, after_help = EXIT_CODES)]
pub(crate) struct CommandLine {
    #[command(subcommand)]
    verb: Verb,
    /// When to use colours; NO_COLOR and TERM=dumb switch them off
    #[arg(long, global = true, value_enum, default_value_t, value_name = "WHEN", help_heading = EVERYWHERE)]
    color: Color,
    /// Overwrite files that exist; play on with the rest of a Terra Mystica snapshot that has errors
    #[arg(long, global = true, help_heading = EVERYWHERE)]
    force: bool,
}

const EVERYWHERE: &str = "For every verb";

/// When to use colours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
enum Color {
    /// On a terminal
    #[default]
    Auto,
    Always,
    Never,
}

impl Color {
    /// As far as it can be told before the command line is understood: its own help has colours too.
    fn early() -> Self {
        let words: Vec<OsString> = std::env::args_os().collect();
        let value = words.iter().enumerate().find_map(|(i, word)| match word.to_str()? {
            "--color" => words.get(i + 1)?.to_str(),
            word => word.strip_prefix("--color="),
        });
        match value {
            Some("always") => Self::Always,
            Some("never") => Self::Never,
            _ => Self::Auto,
        }
    }

    fn choice(self) -> anstream::ColorChoice {
        match self {
            // the library shows colours to builds on a dumb terminal
            Self::Auto if std::env::var_os("TERM").is_some_and(|term| term == "dumb") => {
                anstream::ColorChoice::Never
            }
            Self::Auto => anstream::ColorChoice::Auto,
            Self::Always => anstream::ColorChoice::Always,
            Self::Never => anstream::ColorChoice::Never,
        }
    }
}

#[derive(Debug, Subcommand)]
enum Verb {
    /// Name everything that is wrong with files, with line and column
    Check(check::CheckArgs),
    /// Rewrite files in their canonical layout, keeping comments
    Fmt(fmt::FmtArgs),
    /// Turn a file into another format, naming every loss
    Convert(convert::ConvertArgs),
    /// Draw boards from a map, a preset or a script
    Generate(generate::GenerateArgs),
    /// Draw a picture: SVG, PNG or plain text
    Render(render::RenderArgs),
    /// Count what a script gives: grounds per hex, hexsides per pair
    Stats(stats::StatsArgs),
    /// Tell how balanced maps are, 0 to 100, with the terms
    Score(maps::ScoreArgs),
    /// Give advice on maps: can it be won, are numbers and ports well spread
    Lint(maps::LintArgs),
    /// Say what differs between two maps; a turned or mirrored map is the same
    Diff(maps::DiffArgs),
    /// Turn a map into a short code, and a code into a map
    Share(maps::ShareArgs),
    /// Rotate, mirror or resize a map, renumbering its ports
    Transform(maps::TransformArgs),
    /// Play games between bots and count
    Simulate(simulate::SimulateArgs),
    /// Find out which bot is better, with neither seat nor board nor dice deciding
    Tournament(tournament::TournamentArgs),
    /// Find out whether a map favours a seat
    Fairness(fairness::FairnessArgs),
    /// Put the parts of a tournament or a fairness run together
    Merge(tournament::MergeArgs),
    /// List bots, or check a program that plays
    Bot(bot::BotArgs),
    /// Improve the weights of the Catan bots by play against themselves
    Tune(tune::TuneArgs),
    /// Begin a game and print it as a record without moves, to be played, simulated or studied
    New(new::NewArgs),
    /// Play in the terminal against bots
    Play(play::PlayArgs),
    /// Show a recorded game turn by turn, verify it, or open it at an entry
    Replay(replay::ReplayArgs),
    /// Look at a recorded game again: chances to win over time, costly decisions
    Analyse(analyse::AnalyseArgs),
    /// Find positions of recorded games in which one action is clearly the best
    Puzzles(puzzles::PuzzlesArgs),
    /// List the legal actions at a point of a recorded game
    Legal(replay::LegalArgs),
    /// Sit a bot down at a real Pioneers server
    Join(join::JoinArgs),
    /// Open the workbench in the browser: play, edit maps, watch replays
    Serve(serve::ServeArgs),
    /// Back up, restore, check or migrate the games of a server
    Db(db::DbArgs),
    /// Serve editors: findings, repairs, explanations, layout and completion over standard input and output
    Lsp,
    /// Print shell completions
    Completions(completions::CompletionsArgs),
    /// Print the manual page, or write those of all verbs into a folder
    Man(completions::ManArgs),
}

impl CommandLine {
    /// Reads the command line; ends the program if it makes no sense or asks for help.
    pub(crate) fn read() -> Self {
        let color = Color::early();
        color.choice().write_global();
        let choice = match color {
            Color::Auto => clap::ColorChoice::Auto,
            Color::Always => clap::ColorChoice::Always,
            Color::Never => clap::ColorChoice::Never,
        };
        let matches = described().color(choice).get_matches();
        Self::from_arg_matches(&matches).unwrap_or_else(|error| error.exit())
    }

    /// Whether the verb has a conversation, so that nothing may be shown beside it.
    const fn converses(&self) -> bool {
        matches!(self.verb, Verb::Serve(_) | Verb::Play(_) | Verb::Join(_) | Verb::Bot(_) | Verb::Lsp)
    }

    /// Whether the verb ends in good order by itself when Ctrl+C is pressed.
    pub(crate) const fn stops_itself(&self) -> bool {
        matches!(self.verb, Verb::Serve(_))
    }

    /// Carries the verb out.
    pub(crate) fn run(&self) -> Result<Status> {
        self.color.choice().write_global();
        crate::overwrite::set_forced(self.force);
        if !self.converses() {
            crate::waiting::begin("is at work");
        }
        match &self.verb {
            Verb::Check(args) => check::run(args),
            Verb::Fmt(args) => fmt::run(args),
            Verb::Convert(args) => convert::run(args),
            Verb::Generate(args) => generate::run(args),
            Verb::Render(args) => render::run(args),
            Verb::Stats(args) => stats::run(args),
            Verb::Score(args) => maps::score(args),
            Verb::Lint(args) => maps::lint(args),
            Verb::Diff(args) => maps::diff(args),
            Verb::Share(args) => maps::share(args),
            Verb::Transform(args) => maps::transform(args),
            Verb::Simulate(args) => simulate::run(args),
            Verb::Tournament(args) => tournament::run(args),
            Verb::Fairness(args) => fairness::run(args),
            Verb::Merge(args) => tournament::merge(args),
            Verb::Bot(args) => bot::run(args),
            Verb::Tune(args) => tune::run(args),
            Verb::New(args) => new::run(args),
            Verb::Play(args) => play::run(args),
            Verb::Replay(args) => replay::run(args),
            Verb::Analyse(args) => analyse::run(args),
            Verb::Puzzles(args) => puzzles::run(args),
            Verb::Legal(args) => replay::legal(args),
            Verb::Join(args) => join::run(args),
            Verb::Serve(args) => serve::run(args),
            Verb::Db(args) => db::run(args),
            Verb::Lsp => crate::lsp::serve().map(|()| Status::Fine),
            Verb::Completions(args) => completions::run(args),
            Verb::Man(args) => completions::man(args),
        }
    }
}

/// The command line with an example for each verb.
pub(crate) fn described() -> clap::Command {
    let mut command = CommandLine::command();
    for (verb, examples) in examples::EXAMPLES {
        let lines: String = examples.iter().map(|line| format!("\n  hexwright {line}")).collect();
        command = command.mut_subcommand(verb, |verb| verb.after_help(format!("Examples:{lines}")));
    }
    command
}

/// The most threads anybody may ask for.
const MOST_THREADS: usize = 256;

/// A number of threads.
fn threads(text: &str) -> Result<usize, String> {
    match text.parse::<usize>() {
        Ok(number) if (1..=MOST_THREADS).contains(&number) => Ok(number),
        _ => Err(format!("expected a whole number from 1 to {MOST_THREADS}, at least 1")),
    }
}

/// A count of which nothing would come if it were 0.
fn at_least_one<N: std::str::FromStr + From<u8> + PartialOrd>(text: &str) -> Result<N, String> {
    match text.parse::<N>() {
        Ok(number) if number >= N::from(1) => Ok(number),
        Ok(_) => Err("expected at least 1".to_owned()),
        Err(_) => Err("expected a whole number of at least 1".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    /// Rooms share the options of a verb: two with one name would stop the program at start.
    #[test]
    fn the_command_line_is_consistent() {
        super::described().debug_assert();
    }

    #[test]
    fn every_verb_has_an_example() {
        for verb in super::CommandLine::command().get_subcommands() {
            let found = super::examples::EXAMPLES.iter().find(|(name, _)| *name == verb.get_name());
            let examples = found.map_or(&[][..], |(_, examples)| examples);
            assert!(!examples.is_empty(), "{}", verb.get_name());
            assert!(examples.iter().all(|line| line.starts_with(verb.get_name())), "{examples:?}");
        }
    }
}
