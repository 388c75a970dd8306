//! Records of games: `hexwright-record`, whatever the game; and `.battle` files, which are battles about to begin.

use super::{FileKind, battles, terra};
use crate::commands::{
    analyse::AnalyseArgs,
    fairness::FairnessArgs,
    play::PlayArgs,
    puzzles::PuzzlesArgs,
    render::RenderArgs,
    replay::{LegalArgs, ReplayArgs},
    simulate::SimulateArgs,
    tournament::TournamentArgs,
};
use crate::{Status, games, input::Input, output};
use anyhow::{Result, bail};
use hexwright_core::text::render::Report;
use hexwright_play::Record;
use hexwright_render::Scene;
use serde_json::{Value, json};

pub(crate) struct Records;

/// Evaluates an expression in which `G` is the game a record names.
macro_rules! game_of {
    ($record:expr, $G:ident => $body:expr) => {
        hexwright_league::with_game!(
            $record.game.as_str(), $G => $body,
            bail!("no game is called {:?}; known are: {}", $record.game, hexwright_league::GAMES.join(", "))
        )
    };
}

/// The record of a file; a `.battle` is one in which nothing has happened yet.
fn parse(input: &Input) -> Result<Record, Report> {
    if battles::is_battle(input) {
        return battles::as_record(input);
    }
    Record::parse(&input.name, &String::from_utf8_lossy(&input.bytes))
}

/// The record, or its findings printed: as lines, or in a JSON object.
fn load(input: &Input, object: Option<Value>) -> Result<Option<Record>> {
    match parse(input) {
        Ok(record) => Ok(Some(record)),
        Err(report) => games::refused(&report, object).map(|_| None),
    }
}

impl FileKind for Records {
    fn formats(&self) -> &'static [&'static str] {
        &["record", "battle"]
    }

    fn options(&self, verb: &str, input: &Input) -> &'static [&'static str] {
        match verb {
            _ if battles::is_battle(input) => &[],
            "render" => &["--labels", "--heat", "--print", "--at", "--as"],
            "replay" => &["--at", "--as", "--verify-dice"],
            _ => &[],
        }
    }

    fn render(&self, input: &Input, how: &RenderArgs) -> Result<Result<Scene, Report>> {
        match parse(input) {
            Ok(record) => game_of!(record, G => games::scene::<G>(&record, input, how)),
            Err(report) => Ok(Err(report)),
        }
    }

    fn render_text(&self, input: &Input, how: &RenderArgs) -> Result<Result<String, Report>> {
        match parse(input) {
            Ok(record) => game_of!(record, G => games::scene_text::<G>(&record, input, how)),
            Err(report) => Ok(Err(report)),
        }
    }

    fn replay(&self, input: &Input, how: &ReplayArgs) -> Result<Status> {
        let Some(record) = load(input, games::unverified(how))? else { return Ok(Status::Findings) };
        game_of!(record, G => games::replay::<G>(&record, input, how))
    }

    fn analyse(&self, input: &Input, how: &AnalyseArgs) -> Result<Status> {
        let object = how.json.then(|| json!({}));
        let Some(record) = load(input, object)? else { return Ok(Status::Findings) };
        game_of!(record, G => games::analyse::<G>(&record, input, how))
    }

    fn play(&self, input: &Input, how: &PlayArgs) -> Result<Status> {
        let Some(record) = load(input, None)? else { return Ok(Status::Findings) };
        game_of!(record, G => games::play_on::<G>(&record, input, how))
    }

    fn simulate(&self, input: &Input, how: &SimulateArgs) -> Result<Status> {
        let Some(record) = load(input, None)? else { return Ok(Status::Findings) };
        game_of!(record, G => games::simulate_from::<G>(&record, input, how))
    }

    fn legal(&self, input: &Input, how: &LegalArgs) -> Result<Status> {
        let object = how.json.then(|| json!({}));
        let Some(record) = load(input, object)? else { return Ok(Status::Findings) };
        game_of!(record, G => games::legal::<G>(&record, input, how))
    }
}

/// Whether a file is a record of a game or a battle about to begin.
pub(crate) fn is_record(input: &Input) -> bool {
    input.format().is_some_and(|format| Records.formats().contains(&format.name))
}

/// A tournament on the starts of records and of Terra Mystica's games; `None` if a file is neither.
pub(crate) fn tournament(inputs: &[Input], how: &TournamentArgs) -> Result<Option<Status>> {
    let mut records = Vec::new();
    for input in inputs {
        let record = match terra::as_record(input)? {
            Some(Ok(record)) => record,
            Some(Err(report)) => return output::refuse(&report).map(Some),
            None if !is_record(input) => return Ok(None),
            None => match load(input, None)? {
                Some(record) => record,
                None => return Ok(Some(Status::Findings)),
            },
        };
        records.push((input.name.clone(), record));
    }
    let Some((_, first)) = records.first() else { return Ok(None) };
    game_of!(first, G => games::tournament_of::<G>(&records, how)).map(Some)
}

/// A study of the start of a record.
pub(crate) fn fairness(input: &Input, how: &FairnessArgs) -> Result<Status> {
    let Some(record) = load(input, None)? else { return Ok(Status::Findings) };
    game_of!(record, G => games::fairness_of::<G>(&record, input, how))
}

/// Refuses what only a verdict about a map has: the start of a record is always studied with one bot.
pub(crate) fn refuse_options_of_verdicts(how: &FairnessArgs) -> Result<()> {
    let given = [
        (how.epsilon.is_some(), "--epsilon"),
        (how.thorough, "--thorough"),
        (how.strong.is_some(), "--strong"),
        (how.exchange.is_some(), "--exchange"),
        (!how.setup.options.is_empty(), "--option"),
        (how.setup.ruleset.is_some(), "--ruleset"),
    ];
    match given.into_iter().find(|(given, _)| *given) {
        Some((_, option)) => bail!("{option} means nothing for a record of a game; it is for maps"),
        None => Ok(()),
    }
}

/// The puzzles of a record, or the status of one that is wrong.
pub(crate) fn puzzles(input: &Input, how: &PuzzlesArgs) -> Result<Result<games::Puzzles, Status>> {
    if !is_record(input) {
        bail!("{}: expected a record, as `simulate --record FILE` writes it", input.name);
    }
    let Some(record) = load(input, how.json.then(|| serde_json::json!({})))? else {
        return Ok(Err(Status::Findings));
    };
    game_of!(record, G => games::puzzles::<G>(&record, input, how))
}
