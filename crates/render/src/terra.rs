//! Terra Mystica positions drawn: map, cult board, stock and player mats, and the map in plain text.
//!
//! Nothing is told by colour alone: every terrain has a hatch and a letter (D desert, P plains,
//! S swamp, L lake, F forest, M mountain, W wasteland, I ice, V volcano), every building a shape
//! and its code, every faction a three-letter name, and a spent action is crossed out.
//!
//! ```
//! use hexwright_render::terra::{Options, position_scene};
//! use hexwright_terra::{Faction, Setup, Terra};
//! let game = Terra::new(Setup::new(&[Faction::Witches, Faction::Nomads])).unwrap();
//! let svg = position_scene(&game, &game.empty_position(), &Options::default()).to_svg();
//! assert!(svg.contains(r#"data-hex="E7""#) && svg.contains("Witches"));
//! ```

mod buildings;
mod cults;
pub mod inks;
mod map;
mod mats;
mod names;
mod stock;
mod table;
mod text;

pub use table::table_scene;
pub use text::{map_text, mats_text, position_text};

use crate::{Node, Scene, Theme, ViewBox, palette};
use hexwright_core::Point;
use hexwright_terra::{Phase, Position, Terra};

/// How a position is drawn.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Options {
    /// What the picture is called.
    pub title: String,
    /// The map alone, without boards and mats.
    pub map_only: bool,
    /// Light or dark.
    pub theme: Theme,
    /// Greys instead of colours.
    pub greyscale: bool,
}

/// Space between the parts.
const GAP: f64 = 14.0;
/// Height of the headline.
const HEADLINE: f64 = 30.0;

/// A whole table.
#[must_use]
pub fn position_scene(game: &Terra, position: &Position, options: &Options) -> Scene {
    let map = map::scene(game, position);
    if options.map_only {
        return finished(map, game, position, options);
    }
    let cults = cults::scene(game, position);
    let width = map.view.width + GAP + cults.view.width;
    let stock = stock::scene(game, position, width);
    let mats = mats::scene(game, position, width);

    let map_height = map.view.height.max(cults.view.height);
    let height = HEADLINE + map_height + stock.view.height + mats.view.height + 3.0 * GAP;
    let mut scene = Scene::new("", ViewBox::new(width, height).grown(GAP));
    scene.push(Node::text(Point::new(2.0, 20.0), 20.0, headline(game, position)).bold());
    let mut top = HEADLINE;
    scene.insert(&map, Point::new(0.0, top), 1.0, None);
    scene.insert(&cults, Point::new(map.view.width + GAP, top), 1.0, None);
    top += map_height + GAP;
    scene.insert(&stock, Point::new(0.0, top), 1.0, None);
    top += stock.view.height + GAP;
    scene.insert(&mats, Point::new(0.0, top), 1.0, None);
    finished(scene, game, position, options)
}

fn finished(mut scene: Scene, game: &Terra, position: &Position, options: &Options) -> Scene {
    scene.background = Some(palette::PAPER);
    scene.title = if options.title.is_empty() { headline(game, position) } else { options.title.clone() };
    scene.description = describe(position);
    (scene.theme, scene.greyscale) = (options.theme, options.greyscale);
    scene
}

/// Round, phase and whose decision it is.
pub fn headline(game: &Terra, position: &Position) -> String {
    let map = game.board().id().name().replace('_', " ");
    let turn = match position.turn {
        Some(seat) => format!(" · {} to decide", position.player(seat).faction.display()),
        None => String::new(),
    };
    match position.phase {
        Phase::Setup => format!("Setup{turn} · map {map}"),
        Phase::End => format!("The end · map {map}"),
        phase => format!("Round {} of 6 · {}{turn} · map {map}", position.round, names::phase(phase)),
    }
}

/// What a person who cannot see the picture would want to be told.
fn describe(position: &Position) -> String {
    let players = position.seats().map(|seat| {
        let player = position.player(seat);
        format!(
            "{} {} VP, {} buildings",
            player.faction.display(),
            player.points,
            player.hexes.iter().count()
        )
    });
    players.collect::<Vec<_>>().join("; ") + "."
}

/// A panel with its title; `draw` adds what is in it.
fn panel(title: &str, at: Point, width: f64, height: f64) -> Vec<Node> {
    vec![
        Node::round_rect(at, width, height, 6.0).fill(palette::PANEL).stroke(palette::LINE, 1.0),
        Node::text(Point::new(at.x + 9.0, at.y + 17.0), 12.0, title).bold().fill(palette::QUIET),
    ]
}
