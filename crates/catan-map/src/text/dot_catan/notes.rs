//! What the fifteen sections cannot say, as `# pioneers:` comments: seafaring, rules of the map, gold,
//! cells without hex, and how a Pioneers map is laid out. Most lines are those of a `.game` file.
//!
//! Only this module knows them: [`lines()`] spells what a [`crate::Setup`] holds, [`read()`] takes such lines
//! up into it. Lines that no rule needs (`# …`, `desc …`, `develop-… N`, `fixed …`) stay notes.
//!
//! | line | field |
//! |---|---|
//! | `strict-trade`, `domestic-trade off`, `sevens-rule N`, `check-victory-at-end-of-turn` | `rules` |
//! | `use-dice-deck`, `num-dice-decks N`, `num-removed-dice-cards N` | `rules.dice_deck` |
//! | `seven-produces on`, `off` | `rules.seven_produces`; without a line: on, unless there are other lines |
//! | `num-players N` | `seats` |
//! | `num-ships N`, `num-bridges N`, `num-city-walls N`, `use-pirate`, `island-discovery-bonus LIST` | `sea` |
//! | `pirate X Y`, `nosetup X Y CORNER`, `port X Y KIND FACING` | `sea` |
//! | `void X Y …`, `gold X Y N` | types of hexes which the sections show as water and as desert |
//! | `chits LIST`, `sequence N …` | `layout` |
//! | `random-terrain TERRAIN …`, `random-ports KIND …` | `layout.shuffle` |

mod read;
mod write;

pub(super) use read::{FINDINGS, read};
pub(crate) use write::lines;

use crate::map::{Resource, Terrain};
use hexwright_core::Key as _;

/// The key of the comments.
pub(crate) const KEY: &str = "pioneers";

/// Words of lines that stay notes.
pub(crate) const KEPT: [&str; 8] = [
    "#",
    "desc",
    "fixed",
    "develop-chapel",
    "develop-university",
    "develop-governor",
    "develop-library",
    "develop-market",
];

const TERRAINS: [(&str, Terrain); 7] = [
    ("hill", Terrain::Land(Resource::Brick)),
    ("forest", Terrain::Land(Resource::Wood)),
    ("pasture", Terrain::Land(Resource::Wool)),
    ("field", Terrain::Land(Resource::Wheat)),
    ("mountain", Terrain::Land(Resource::Ore)),
    ("desert", Terrain::Desert),
    ("gold", Terrain::Gold),
];

fn harbour_name(kind: Option<Resource>) -> &'static str {
    kind.map_or("three", Resource::name)
}

fn harbour_of(name: &str) -> Option<Option<Resource>> {
    if name == "three" { Some(None) } else { Resource::from_name(name).map(Some) }
}

/// Names of harbours, for help.
fn harbour_names() -> String {
    let names: Vec<&str> = Resource::ALL.iter().map(|r| r.name()).collect();
    format!("three, {}", names.join(", "))
}
