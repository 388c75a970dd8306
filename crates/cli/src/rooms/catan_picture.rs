//! What the options of `render` mean for a Catan board, whichever text it came from.

use crate::commands::render::RenderArgs;
use hexwright_catan::{Board, Setup};
use hexwright_core::random::seed_from_text;
use hexwright_render::Scene;
use hexwright_render::catan::{self, Options, Position, Sea};

/// The picture of a map: drawn with the seed, or with its open cells if `--open` asks for them.
pub(crate) fn scene(setup: &Setup, how: &RenderArgs) -> Scene {
    let options = map_options(setup, how);
    if how.open {
        return catan::setup_scene(setup, &options);
    }
    catan::position_scene(&board(setup, how), &start(setup), &options)
}

/// The same in plain text.
pub(crate) fn text(setup: &Setup, how: &RenderArgs) -> String {
    let options = map_options(setup, how);
    if how.open {
        return catan::setup_text(setup, &options);
    }
    catan::position_text(&board(setup, how), &start(setup), &options)
}

/// The board drawn with the seed that is given; else as the map says it, or drawn with its own seed.
fn board(setup: &Setup, how: &RenderArgs) -> Board {
    let given = how.seed.as_deref().map(seed_from_text);
    let written = if given.is_none() { setup.written_board() } else { None };
    written.unwrap_or_else(|| setup.draw(setup.board_seed(given)))
}

/// What the command line says of looks. Theme and greyscale are laid on by the verb itself.
fn options(title: &str, how: &RenderArgs) -> Options {
    Options { title: title.to_owned(), labels: how.labels, heat: how.heat, ..Options::default() }
}

/// The same for a map. Only a map with a layout says which hexes are sea and which are none.
fn map_options(setup: &Setup, how: &RenderArgs) -> Options {
    let options = options(setup.note("title").unwrap_or_default(), how);
    let sea = if setup.layout.is_some() { Sea::Whole } else { options.sea };
    Options { no_setup: setup.sea.closed.clone(), sea, ..options }
}

/// The robber starts on a desert, where a glyph already says so; only the pirate is worth drawing.
fn start(setup: &Setup) -> Position {
    Position { pirate: setup.sea.pirate, ..Position::default() }
}
