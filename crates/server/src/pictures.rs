//! Pictures for the pages, all by `render`.

use hexwright_catan::lint::Lint;
use hexwright_catan::{Board, Setup};
use hexwright_render::catan::{Mark, Options, Position, Sea, Spot, position_scene, setup_scene};

/// A map with its open cells.
#[must_use]
pub fn setup(setup: &Setup) -> String {
    let options = Options {
        title: setup.note("title").unwrap_or("Map").to_owned(),
        targets: false,
        ..Options::default()
    };
    setup_scene(setup, &options).to_svg()
}

/// A map to paint on, with the places of advice marked.
#[must_use]
pub fn editable(setup: &Setup, advice: &[Lint]) -> String {
    let hexes = |a: &Lint| a.hexes.iter().map(|&h| Spot::Hex(h)).collect::<Vec<_>>();
    let corners = |a: &Lint| a.corners.iter().map(|&c| Spot::Corner(c)).collect::<Vec<_>>();
    let marks = advice.iter().flat_map(|a| {
        let spots = hexes(a).into_iter().chain(corners(a));
        spots.map(|spot| Mark { spot, words: a.message.clone() }).collect::<Vec<_>>()
    });
    setup_scene(setup, &Options { title: "Map".to_owned(), marks: marks.collect(), ..Options::default() })
        .to_svg()
}

/// A board to play on: without pieces, but with the shapes of all seats' pieces and their places.
#[must_use]
pub fn table(board: &Board, seats: usize, seafaring: bool) -> String {
    let sea = if seafaring { Sea::Whole } else { Sea::Near };
    let shapes = u8::try_from(seats).unwrap_or(u8::MAX);
    let options = Options { title: "Board".to_owned(), shapes, sea, ..Options::default() };
    position_scene(board, &Position::default(), &options).to_svg()
}
