//! The picture of a recorded game at one of its entries, for any game.

use super::{finding_of, position_at, viewer};
use crate::commands::render::RenderArgs;
use crate::input::Input;
use crate::status::HasErrors;
use anyhow::{Context as _, Result};
use hexwright_core::text::render::Report;
use hexwright_league::{Look, Playable};
use hexwright_play::Record;
use hexwright_render::Scene;

/// The picture as a scene.
pub(crate) fn scene<G: Playable>(
    record: &Record,
    input: &Input,
    how: &RenderArgs,
) -> Result<Result<Scene, Report>> {
    match seen::<G>(record, input, how)? {
        Ok((game, view)) => {
            let scene = game.scene(&view, &look(record, how));
            scene
                .map(Ok)
                .with_context(|| format!("{} is drawn as plain text only: leave out the format", G::NAME))
        }
        Err(report) => Ok(Err(report)),
    }
}

/// The picture in plain text.
pub(crate) fn scene_text<G: Playable>(
    record: &Record,
    input: &Input,
    how: &RenderArgs,
) -> Result<Result<String, Report>> {
    Ok(seen::<G>(record, input, how)?.map(|(game, view)| game.scene_text(&view, &look(record, how))))
}

/// What the wanted viewer sees at the wanted entry; the last one unless one is given.
fn seen<G: Playable>(
    record: &Record,
    input: &Input,
    how: &RenderArgs,
) -> Result<Result<(G, G::View), Report>> {
    let game: G = record.game().map_err(|e| HasErrors(format!("{}: {e}", input.name)))?;
    let viewer = viewer(&game, how.viewer)?;
    match position_at(&game, record, how.at.unwrap_or(record.steps())) {
        Ok(position) => {
            let view = game.view(&position, viewer);
            Ok(Ok((game, view)))
        }
        Err(error) => finding_of(input, error).map(Err),
    }
}

fn look<'a>(record: &'a Record, how: &RenderArgs) -> Look<'a> {
    Look { names: &record.names, labels: how.labels, heat: how.heat }
}
