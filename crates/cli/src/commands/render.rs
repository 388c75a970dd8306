//! `render`: SVG, PNG, PDF or plain text.

use super::at_least_one;
use crate::rooms::{self, FileKind};
use crate::{Status, input::Input, output};
use anyhow::{Result, bail};
use clap::Args;
use hexwright_render::{Paper, Scene, Size, Theme, catan, titan};
use std::ffi::OsString;
use std::path::PathBuf;

/// Width of a PNG in pixels.
const WIDTH: u32 = 1200;

#[derive(Clone, Debug, Args)]
pub(crate) struct RenderArgs {
    /// File to draw; `-` is standard input
    pub(crate) file: OsString,
    /// Where to write; the ending .svg, .png, .pdf or .txt chooses the format
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Format to write: svg, png, pdf or text
    #[arg(long, value_name = "FORMAT")]
    pub(crate) format: Option<String>,
    /// Seed for cells that are drawn
    #[arg(long, value_name = "SEED")]
    pub(crate) seed: Option<String>,
    /// Width of a PNG in pixels; 1200 unless given
    #[arg(long, value_name = "PIXELS", value_parser = at_least_one::<u32>)]
    pub(crate) width: Option<u32>,
    /// Numbers at the corners of a Catan board
    #[arg(long)]
    pub(crate) labels: bool,
    /// Pips at the corners of a Catan board
    #[arg(long)]
    pub(crate) heat: bool,
    /// Question marks where a map is still open, instead of a draw
    #[arg(long, conflicts_with = "seed")]
    pub(crate) open: bool,
    /// A contact sheet of this many boards of a script, with consecutive seeds
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = at_least_one::<u64>)]
    pub(crate) count: u64,
    /// Read a Titan file as the original program does: colossus or colossus-2002
    #[arg(long, value_name = "MODE")]
    pub(crate) compat: Option<String>,
    /// For dark pages
    #[arg(long)]
    pub(crate) dark: bool,
    /// Position of a record to draw: the one after this entry (0 is the start); the last unless given
    #[arg(long, value_name = "N")]
    pub(crate) at: Option<usize>,
    /// Whose eyes to draw a record's position with: a seat number; what everybody sees unless given
    #[arg(long = "as", value_name = "SEAT")]
    pub(crate) viewer: Option<u8>,
    /// A PDF at true size over several sheets of this paper: a4, a3 or letter
    #[arg(long, value_name = "PAPER")]
    pub(crate) print: Option<String>,
    /// Width of a hex in millimetres when printing at true size; 79 for Catan, 38 for battlelands unless given
    #[arg(long, requires = "print", value_name = "MM")]
    pub(crate) hex: Option<f64>,
    /// Names of terrains in the hexes of a battleland
    #[arg(long)]
    pub(crate) names: bool,
    /// What a battleland is coloured like: own or colossus
    #[arg(long, value_name = "COLOURS")]
    pub(crate) colours: Option<String>,
    /// Greys only
    #[arg(long)]
    pub(crate) greyscale: bool,
}

/// How wide a hex is in a picture and on the table.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TrueSize {
    /// Units of the picture.
    pub(crate) units: f64,
    /// Millimetres unless somebody asks for others.
    pub(crate) millimetres: f64,
}

impl TrueSize {
    /// Tiles of Catan.
    pub(crate) const CATAN: Self = Self { units: catan::HEX_WIDTH, millimetres: 79.0 };
    /// Battlelands: counters of 20 mm fit, and a board fills a sheet of A4.
    pub(crate) const TITAN: Self = Self { units: titan::HEX_WIDTH, millimetres: 38.0 };
}

impl RenderArgs {
    /// Refuses what means nothing for the file or for the format.
    fn refuse_idle(&self, room: &dyn FileKind, input: &Input, format: &str) -> Result<()> {
        let given = [
            (self.seed.is_some(), "--seed", "maps and scripts"),
            (self.labels, "--labels", "Catan boards"),
            (self.heat, "--heat", "Catan boards"),
            (self.open, "--open", "Catan maps"),
            (self.print.is_some(), "--print", "boards"),
            (self.names, "--names", "battlelands"),
            (self.colours.is_some(), "--colours", "battlelands"),
            (self.count > 1, "--count", "battleland scripts"),
            (self.compat.is_some(), "--compat", "Titan files"),
            (self.at.is_some(), "--at", "records and logs"),
            (self.viewer.is_some(), "--as", "records"),
        ];
        rooms::refuse_idle(room, "render", input, &given)?;
        let is_text = matches!(format, "text" | "txt");
        let idle = [
            (is_text && self.dark, "--dark"),
            (is_text && self.greyscale, "--greyscale"),
            (is_text && self.count > 1, "--count"),
            (is_text && self.names, "--names"),
            (is_text && self.colours.is_some(), "--colours"),
            (format != "png" && self.width.is_some(), "--width"),
        ];
        if let Some((_, option)) = idle.iter().find(|(given, _)| *given) {
            let found = if is_text { "plain text" } else { format };
            let wanted = if *option == "--width" { "a PNG" } else { "a picture" };
            bail!("{option} means nothing for {found}; it is for {wanted}, as in --output board.png");
        }
        Ok(())
    }

    /// What the picture is dressed in, the same for every kind of file.
    fn dress(&self, mut scene: Scene) -> Scene {
        if self.dark {
            scene.theme = Theme::Dark;
        }
        scene.greyscale |= self.greyscale;
        scene
    }

    /// One A4 page, or true size if `--print` asks for it.
    fn pdf(&self, scene: &Scene, usual: TrueSize) -> Result<Vec<u8>> {
        let Some(name) = &self.print else { return Ok(scene.to_pdf(Paper::A4, Size::OnePage)?) };
        let Some(paper) = Paper::from_name(&name.to_lowercase()) else {
            bail!("no paper is called {name:?}; expected a4, a3 or letter");
        };
        let hex = self.hex.unwrap_or(usual.millimetres);
        if !(1.0..=1000.0).contains(&hex) {
            bail!("hexes cannot be {hex} mm wide; expected 1 to 1000");
        }
        Ok(scene.to_pdf(paper, Size::True(hex / usual.units))?)
    }
}

pub(crate) fn run(args: &RenderArgs) -> Result<Status> {
    let input = Input::read(&args.file)?;
    let room = rooms::room_of(&input)?;
    let ending = || args.output.as_ref().and_then(|p| Some(p.extension()?.to_str()?.to_lowercase()));
    let format = args.format.clone().or_else(ending);
    let format = format.unwrap_or_else(|| if args.print.is_some() { "pdf" } else { "text" }.to_owned());
    args.refuse_idle(room, &input, &format)?;
    if args.print.is_some() && format != "pdf" {
        bail!("--print makes a PDF; expected an output that ends in .pdf, found {format:?}");
    }
    let bytes = match format.as_str() {
        "svg" => room.render(&input, args)?.map(|scene| args.dress(scene).to_svg().into_bytes()),
        "png" => match room.render(&input, args)? {
            Ok(scene) => Ok(args.dress(scene).to_png(args.width.unwrap_or(WIDTH))?),
            Err(report) => Err(report),
        },
        "pdf" => match room.render(&input, args)? {
            Ok(scene) => Ok(args.pdf(&args.dress(scene), room.true_size())?),
            Err(report) => Err(report),
        },
        "text" | "txt" => room.render_text(&input, args)?.map(String::into_bytes),
        other => bail!("cannot write pictures as {other:?}; expected svg, png, pdf or text"),
    };
    match bytes {
        Ok(bytes) => output::deliver(args.output.as_deref(), &bytes).map(|()| Status::Fine),
        Err(report) => output::refuse(&report),
    }
}
