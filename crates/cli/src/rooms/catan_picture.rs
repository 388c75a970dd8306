//! What the options of `render` mean for a Catan board, whichever format it came from.

use crate::commands::render::RenderArgs;
use hexwright_catan::Setup;
use hexwright_catan::text::pioneers::Laid;
pub(crate) use hexwright_league::catan::seen;
use hexwright_render::Scene;
use hexwright_render::catan::{self, Options, Position, Sea};

/// The picture of a map: drawn with this seed, or with its open cells if `--open` asks for them.
pub(crate) fn setup_scene(setup: &Setup, seed: u64, title: &str, how: &RenderArgs) -> Scene {
    if how.open {
        return catan::setup_scene(setup, &options(title, how));
    }
    catan::board_scene(&setup.draw(seed), &options(title, how))
}

/// The same in plain text.
pub(crate) fn setup_text(setup: &Setup, seed: u64, title: &str, how: &RenderArgs) -> String {
    if how.open {
        return catan::setup_text(setup, &options(title, how));
    }
    catan::board_text(&setup.draw(seed), &options(title, how))
}

/// The picture of a Pioneers map with its pirate and its forbidden corners.
pub(crate) fn laid_scene(laid: &Laid, title: &str, how: &RenderArgs) -> Scene {
    let options = Options { no_setup: laid.nosetup.clone(), sea: Sea::Whole, ..options(title, how) };
    catan::position_scene(&laid.board, &start(laid), &options)
}

/// The same in plain text.
pub(crate) fn laid_text(laid: &Laid, title: &str, how: &RenderArgs) -> String {
    catan::position_text(&laid.board, &start(laid), &options(title, how))
}

/// What the command line says of looks. Theme and greyscale are laid on by the verb itself.
pub(crate) fn options(title: &str, how: &RenderArgs) -> Options {
    Options { title: title.to_owned(), labels: how.labels, heat: how.heat, ..Options::default() }
}

/// The robber starts on a desert, where a glyph already says so; only the pirate is worth drawing.
fn start(laid: &Laid) -> Position {
    Position { pirate: laid.pirate, ..Position::default() }
}
