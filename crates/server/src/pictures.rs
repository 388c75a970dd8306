//! Pictures for the pages, all by `render`.

use hexwright_catan::text::pioneers::Laid;
use hexwright_catan::{Board, Setup};
use hexwright_core::{CornerId, HexId};
use hexwright_league::Ground;
use hexwright_render::catan::{Mark, Options, Position, Sea, Spot, position_scene, setup_scene};
use hexwright_render::{Scene, Theme};

/// A map as it is printed or saved: nothing to click, nothing marked.
#[must_use]
pub fn map(map: &Ground) -> Scene {
    match map {
        Ground::Catan(setup) => {
            let title = setup.note("title").unwrap_or("Map").to_owned();
            setup_scene(setup, &Options { title, targets: false, ..Options::default() })
        }
        Ground::Pioneers(map) => {
            let laid = map.lay_out();
            let (title, no_setup) = (map.title.clone(), laid.nosetup.clone());
            let options = Options { title, no_setup, sea: Sea::Whole, targets: false, ..Options::default() };
            let start = Position { pirate: laid.pirate, ..Position::default() };
            position_scene(&laid.board, &start, &options)
        }
    }
}

/// A map as a game on it could look: open cells are drawn with a seed everybody gets.
#[must_use]
pub fn sample(map: &Ground) -> String {
    let drawn = match map {
        Ground::Catan(setup) => setup.with_board(&setup.draw(1), None).into(),
        Ground::Pioneers(map) => map.shuffled(1).into(),
    };
    let mut scene = self::map(&drawn);
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

/// A map to paint on, with findings marked.
#[must_use]
pub fn editable(setup: &Setup, marks: Vec<Mark>) -> String {
    let options =
        Options { title: "Map".to_owned(), marks, sea: Sea::Whole, theme: Theme::Page, ..Options::default() };
    setup_scene(setup, &options).to_svg()
}

/// A Pioneers map to paint on, with its pirate, its closed corners and findings marked.
#[must_use]
pub fn laid(laid: &Laid, marks: Vec<Mark>) -> String {
    let (title, no_setup) = ("Map".to_owned(), laid.nosetup.clone());
    let options =
        Options { title, marks, sea: Sea::Whole, no_setup, theme: Theme::Page, ..Options::default() };
    let start = Position { pirate: laid.pirate, ..Position::default() };
    position_scene(&laid.board, &start, &options).to_svg()
}

/// A board to play on: without pieces, but with the shapes of all seats' pieces and their places.
#[must_use]
pub fn table(board: &Board, seats: usize, seafaring: bool) -> String {
    let sea = if seafaring { Sea::Whole } else { Sea::Near };
    let shapes = u8::try_from(seats).unwrap_or(u8::MAX);
    let options =
        Options { title: "Board".to_owned(), shapes, sea, theme: Theme::Page, ..Options::default() };
    position_scene(board, &Position::default(), &options).to_svg()
}
