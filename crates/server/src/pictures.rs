//! Pictures for the pages, all by `render`.

use hexwright_catan::Setup;
use hexwright_core::{CornerId, HexId};
use hexwright_render::catan::{Mark, Options, Position, Sea, Spot, position_scene, setup_scene};
use hexwright_render::{Scene, Theme};

/// A map as it is printed or saved: nothing to click, nothing marked.
#[must_use]
pub fn map(setup: &Setup) -> Scene {
    let title = setup.note("title").unwrap_or("Map").to_owned();
    scene(setup, Options { title, targets: false, ..Options::default() })
}

/// The picture of a map: as it is written, or with its open cells if they are drawn from pools. Only a map
/// with a layout says which hexes are sea and which are none.
fn scene(setup: &Setup, options: Options) -> Scene {
    match setup.written_board().filter(|_| setup.layout.is_some()) {
        Some(board) => {
            let options = Options { no_setup: setup.sea.closed.clone(), sea: Sea::Whole, ..options };
            let start = Position { pirate: setup.sea.pirate, ..Position::default() };
            position_scene(&board, &start, &options)
        }
        None => setup_scene(setup, &options),
    }
}

/// The width in pixels of a picture: the one wished for, or less if the picture would have more than `most`.
#[must_use]
pub fn width(scene: &Scene, wished: u32, most: u64) -> u32 {
    let shape = scene.view.height / scene.view.width.max(1.0);
    let widest = (most as f64 / shape.max(f64::MIN_POSITIVE)).sqrt();
    wished.min(widest as u32).max(1)
}

/// A map as a game on it could look: open cells are drawn with a seed everybody gets.
#[must_use]
pub fn sample(setup: &Setup) -> String {
    let mut scene = map(&setup.with_board(&setup.draw(1), None));
    scene.theme = Theme::Page;
    scene.to_svg()
}

/// The mark of a finding: on its first place.
#[must_use]
pub fn mark(hexes: &[HexId], corners: &[u16], words: &str) -> Option<Mark> {
    let corner = corners.first().map(|&c| Spot::Corner(CornerId(c)));
    let spot = hexes.first().map(|&h| Spot::Hex(h)).or(corner)?;
    Some(Mark { spot, words: words.to_owned() })
}

/// A map to paint on, with its pirate, its closed corners and findings marked.
#[must_use]
pub fn editable(setup: &Setup, marks: Vec<Mark>) -> String {
    let title = "Map".to_owned();
    scene(setup, Options { title, marks, sea: Sea::Whole, theme: Theme::Page, ..Options::default() }).to_svg()
}
