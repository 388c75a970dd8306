//! What a verb means for a kind of file. Each room is one file here and knows one family of formats;
//! the verbs in `commands` know none.

pub(crate) mod catan;
pub(crate) mod catan_fair;
mod catan_generate;
pub(crate) mod catan_picture;
mod catan_study;
pub(crate) mod catan_table;
pub(crate) mod catan_tools;
mod game_logs;
pub(crate) mod ids;
mod pioneers;
pub(crate) mod records;
mod terra;
mod titan;
mod titan_generate;
mod titan_stats;
mod transcripts;

use crate::commands::{
    analyse::AnalyseArgs,
    check::CheckArgs,
    convert::ConvertArgs,
    generate::GenerateArgs,
    maps::TransformArgs,
    play::PlayArgs,
    render::RenderArgs,
    replay::{LegalArgs, ReplayArgs},
    simulate::SimulateArgs,
    stats::StatsArgs,
};
use crate::{Status, input::Input};
use anyhow::{Result, bail};
use hexwright_core::text::render::Report;

/// A family of formats. A verb a room does not offer answers with a plain sentence.
pub(crate) trait Room: Sync {
    /// As in "a Titan battleland script".
    fn describe(&self, input: &Input) -> &'static str;

    /// Whether this room reads the file: judged by name first, by content when the name says nothing.
    fn reads(&self, input: &Input) -> Claim;

    /// All findings of the file.
    fn check(&self, input: &Input, how: &CheckArgs) -> Result<Report>;

    /// The formatted text, or the findings that forbid formatting.
    fn format(&self, input: &Input) -> Result<Result<Vec<u8>, Report>>;

    /// The names its findings can have.
    fn finding_ids(&self) -> Vec<&'static str> {
        Vec::new()
    }

    /// The formats it reads when `--from` names them; none if it judges by name and content alone.
    fn formats(&self) -> &'static [&'static str] {
        &[]
    }

    /// Whether it reads what is not UTF-8 as Latin-1, so that no byte is lost when the text is rewritten.
    fn reads_latin_1(&self) -> bool {
        false
    }

    /// The options of a verb that mean something for this file, of those that are not for every file.
    fn options(&self, verb: &str, input: &Input) -> &'static [&'static str] {
        let _ = (verb, input);
        &[]
    }

    /// A picture.
    fn render(&self, input: &Input, how: &RenderArgs) -> Result<Result<hexwright_render::Scene, Report>> {
        let _ = how;
        bail!("{} cannot be drawn", self.describe(input))
    }

    /// A picture in plain text for the terminal.
    fn render_text(&self, input: &Input, how: &RenderArgs) -> Result<Result<String, Report>> {
        let _ = how;
        bail!("{} has no plain-text picture", self.describe(input))
    }

    /// Boards drawn from the file; the room prints or writes them itself.
    fn generate(&self, input: &Input, how: &GenerateArgs) -> Result<Status> {
        let _ = how;
        bail!("nothing can be generated from {}", self.describe(input))
    }

    /// The file in another format, with the losses as findings.
    fn convert(&self, input: &Input, how: &ConvertArgs) -> Result<(Option<Vec<u8>>, Report)> {
        let _ = how;
        bail!("{} cannot be converted", self.describe(input))
    }

    /// What a script gives on average; the room prints it itself.
    fn stats(&self, input: &Input, how: &StatsArgs) -> Result<Status> {
        let _ = how;
        bail!("{} has no statistics", self.describe(input))
    }

    /// The file as a Catan map, for the tools that work on maps.
    fn setup(&self, input: &Input) -> Result<Result<hexwright_catan::Setup, Report>> {
        bail!("{} is no Catan map", self.describe(input))
    }

    /// The map turned, mirrored or resized, as text.
    fn transform(&self, input: &Input, how: &TransformArgs) -> Result<Result<String, Report>> {
        let _ = how;
        bail!(
            "{} cannot be turned: only .catan maps can, and `convert` makes one of a Pioneers map",
            input.name
        )
    }

    /// Games between bots on the map; the room prints the result itself.
    fn simulate(&self, input: &Input, how: &SimulateArgs) -> Result<Status> {
        let _ = how;
        bail!("no games can be played on {}", self.describe(input))
    }

    /// The map that Catan is played on, or its first error: for tournaments and studies.
    fn playable(&self, input: &Input) -> Result<hexwright_catan::Setup> {
        match self.setup(input) {
            Ok(read) => read.map_err(|report| crate::output::first_error(&report)),
            Err(_) => {
                bail!("expected a Catan map (.catan or .game); {} is {}", input.name, self.describe(input))
            }
        }
    }

    /// A game at the terminal.
    fn play(&self, input: &Input, how: &PlayArgs) -> Result<Status> {
        let _ = how;
        bail!("{} cannot be played", self.describe(input))
    }

    /// A recorded game shown or verified; the room prints it itself.
    fn replay(&self, input: &Input, how: &ReplayArgs) -> Result<Status> {
        let _ = how;
        bail!("{} is no record of a game", self.describe(input))
    }

    /// A recorded game looked at again.
    fn analyse(&self, input: &Input, how: &AnalyseArgs) -> Result<Status> {
        let _ = how;
        bail!("{} is no record of a game", self.describe(input))
    }

    /// The legal actions at a point of a recorded game or of a position.
    fn legal(&self, input: &Input, how: &LegalArgs) -> Result<Status> {
        let _ = how;
        bail!("{} has no legal actions", self.describe(input))
    }
}

/// Refuses the first option that was given and means nothing for the file. `given` has each option that
/// is not for every file: whether it was given, its name, and what it is for.
pub(crate) fn refuse_idle(
    room: &dyn Room,
    verb: &str,
    input: &Input,
    given: &[(bool, &'static str, &'static str)],
) -> Result<()> {
    let meant = room.options(verb, input);
    match given.iter().find(|(given, option, _)| *given && !meant.contains(option)) {
        Some((_, option, whom)) => {
            bail!("{option} means nothing for {}; it is for {whom}", room.describe(input))
        }
        None => Ok(()),
    }
}

/// How sure a room is that a file is its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Claim {
    /// Not ours.
    No,
    /// The content looks like ours.
    Content,
    /// The name says so.
    Name,
}

/// All rooms. The first of the surest wins.
const ROOMS: &[&dyn Room] = &[
    &catan::Catan,
    &game_logs::GameLogs,
    &pioneers::Pioneers,
    &records::Records,
    &terra::TerraMystica,
    &titan::Titan,
    &transcripts::Transcripts,
];

/// The room that reads a file.
pub(crate) fn room_of(input: &Input) -> Result<&'static dyn Room> {
    let best = ROOMS
        .iter()
        .copied()
        .map(|room| (room.reads(input), room))
        .reduce(|a, b| if b.0 > a.0 { b } else { a });
    match best {
        Some((claim, room)) if claim > Claim::No => Ok(room),
        _ if is_blank(&input.plain()) => bail!(
            "{} has no line but blanks and comments, which tells no kind; if it is the text table of a battleland of bare plains, `hexwright convert --from text` reads it",
            input.name
        ),
        _ => {
            bail!(
                "{} is of no kind Hexwright reads; known are: .catan maps, Pioneers .game maps, Terra Mystica snapshots and logs, Titan scripts (.rnd) and battlelands",
                input.name
            )
        }
    }
}

/// The room that reads a file as a format the user names, whatever the file itself tells.
pub(crate) fn room_for(input: &Input, format: Option<&str>) -> Result<&'static dyn Room> {
    let judged = room_of(input);
    let Some(format) = format else { return judged };
    match judged {
        Ok(room) if room.formats().is_empty() || room.formats().contains(&format) => Ok(room),
        other => ROOMS.iter().copied().find(|room| room.formats().contains(&format)).map_or(other, Ok),
    }
}

fn is_blank(bytes: &[u8]) -> bool {
    let mut lines = bytes.split(|&b| b == b'\n').map(<[u8]>::trim_ascii);
    lines.all(|line| line.is_empty() || line.starts_with(b"#"))
}
