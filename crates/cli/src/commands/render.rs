//! `render`: SVG, PNG or plain text.

use crate::output::{self, FindingsFormat};
use crate::{Status, input::Input, rooms};
use anyhow::{Result, bail};
use clap::Args;
use std::path::PathBuf;

#[derive(Clone, Debug, Args)]
pub(crate) struct RenderArgs {
    /// File to draw; `-` is standard input
    pub(crate) file: String,
    /// Where to write; the ending .svg, .png or .txt chooses the format
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Format to write: svg, png or text
    #[arg(long, value_name = "FORMAT")]
    pub(crate) format: Option<String>,
    /// Seed for cells that are drawn
    #[arg(long, value_name = "SEED")]
    pub(crate) seed: Option<String>,
    /// Width of a PNG in pixels
    #[arg(long, default_value_t = 1200, value_name = "PIXELS")]
    pub(crate) width: u32,
}

pub(crate) fn run(args: &RenderArgs) -> Result<Status> {
    let input = Input::read(&args.file)?;
    let room = rooms::room_of(&input)?;
    let ending = || args.output.as_ref().and_then(|p| Some(p.extension()?.to_str()?.to_lowercase()));
    let format = args.format.clone().or_else(ending).unwrap_or_else(|| "text".to_owned());
    let bytes = match format.as_str() {
        "svg" => room.render(&input, args)?.map(|scene| scene.to_svg().into_bytes()),
        "png" => match room.render(&input, args)? {
            Ok(scene) => Ok(scene.to_png(args.width)?),
            Err(report) => Err(report),
        },
        "text" | "txt" => room.render_text(&input, args)?.map(String::into_bytes),
        other => bail!("cannot write pictures as {other:?}; expected svg, png or text"),
    };
    match bytes {
        Ok(bytes) => output::deliver(args.output.as_deref(), &bytes).map(|()| Status::Fine),
        Err(report) => output::findings(&[report], FindingsFormat::Concise).map(|()| Status::Findings),
    }
}
