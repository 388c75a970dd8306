//! What a verb means for a kind of file. Each room is one file here and knows one family of formats;
//! the verbs in `commands` know none.

pub(crate) mod battles;
pub(crate) mod catan;
pub(crate) mod catan_fair;
mod catan_generate;
pub(crate) mod catan_picture;
mod catan_study;
pub(crate) mod catan_table;
pub(crate) mod catan_tools;
pub(crate) mod catan_verdict;
mod game_logs;
pub(crate) mod lands;
pub(crate) mod records;
pub(crate) mod terra;
pub(crate) mod titan;
mod titan_generate;
mod titan_stats;
mod transcripts;
mod variants;

use crate::commands::{
    analyse::AnalyseArgs,
    check::CheckArgs,
    generate::GenerateArgs,
    maps::TransformArgs,
    play::PlayArgs,
    render::{RenderArgs, TrueSize},
    replay::{LegalArgs, ReplayArgs},
    simulate::SimulateArgs,
    stats::StatsArgs,
};
use crate::status::HasErrors;
use crate::{Status, input::Input};
use anyhow::{Context as _, Result, bail};
use hexwright_core::Source;
use hexwright_core::text::{Leniency, plain, render::Report};
use hexwright_formats::FormatEntry;

/// A family of formats. A verb it does not offer answers with a plain sentence.
pub(crate) trait FileKind: Sync {
    /// Names of the formats it reads, as [`hexwright_formats::FORMATS`] has them.
    fn formats(&self) -> &'static [&'static str];

    /// As in "a Titan battleland script".
    fn describe(&self, input: &Input) -> &'static str {
        let own = input.format().filter(|format| self.formats().contains(&format.name));
        let last = || hexwright_formats::FORMATS.iter().rfind(|format| self.formats().contains(&format.name));
        own.or_else(last).map_or("a file", |format| format.title)
    }

    /// All findings of the file.
    fn check(&self, input: &Input, how: &CheckArgs) -> Result<Report> {
        Ok(findings(input, Leniency::strict_if(how.strict)))
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

    /// How large its pictures are when printed at true size.
    fn true_size(&self) -> TrueSize {
        TrueSize::CATAN
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
    room: &dyn FileKind,
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

/// All rooms.
const ROOMS: &[&dyn FileKind] = &[
    &battles::RecordedBattles,
    &catan::Catan,
    &game_logs::GameLogs,
    &records::Records,
    &terra::TerraMystica,
    &titan::Titan,
    &transcripts::Transcripts,
    &variants::Variants,
];

/// All findings of a file that its format alone gives.
pub(crate) fn findings(input: &Input, leniency: Leniency) -> Report {
    match input.format() {
        Some(format) => format.check(&input.name, &input.bytes, leniency),
        None => Report { source: Source::new(&*input.name, ""), diagnostics: Vec::new() },
    }
}

/// The format of a file.
pub(crate) fn format_of(input: &Input) -> Result<&'static FormatEntry> {
    match input.format() {
        Some(format) => Ok(format),
        None if is_blank(&plain(&input.bytes)) => bail!(
            "{} has no line but blanks and comments, which tells no kind; if it is the text table of a battleland of bare plains, `hexwright convert --from text` reads it",
            input.name
        ),
        None => bail!(
            "{} is of no kind Hexwright reads; known are: .catan maps, Pioneers .game maps, Terra Mystica snapshots and logs, Titan scripts (.rnd) and battlelands",
            input.name
        ),
    }
}

/// The room that reads a file.
pub(crate) fn room_of(input: &Input) -> Result<&'static dyn FileKind> {
    let format = format_of(input)?;
    if let Some(what) = hexwright_formats::mistaken(format, &input.bytes) {
        return Err(
            HasErrors(format!("{} is named like {}, but it is {what}", input.name, format.title)).into()
        );
    }
    let room = ROOMS.iter().copied().find(|room| room.formats().contains(&format.name));
    room.with_context(|| format!("nothing can be done with {}", format.title))
}

fn is_blank(bytes: &[u8]) -> bool {
    let mut lines = bytes.split(|&b| b == b'\n').map(<[u8]>::trim_ascii);
    lines.all(|line| line.is_empty() || line.starts_with(b"#"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_format_has_one_room() {
        for format in hexwright_formats::FORMATS {
            let rooms = ROOMS.iter().filter(|room| room.formats().contains(&format.name));
            assert_eq!(rooms.count(), 1, "{format:?}");
        }
    }
}
