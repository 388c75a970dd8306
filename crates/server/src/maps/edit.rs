//! One thing a person did to a map.

use super::{catan, game, settings};
use hexwright_catan::Setup;
use hexwright_catan::text::convert::{to_catan, to_game};
use hexwright_catan::text::dot_catan;
use hexwright_catan::text::pioneers::{self, PioneersMap};
use hexwright_core::StopFlag;
use hexwright_core::random::seed_from_text;
use serde::{Deserialize, Serialize};

/// A map as its text says it, so that an edit changes nothing else of the text.
#[derive(Clone, Debug)]
pub(super) enum Editable {
    /// A `.catan` text.
    Catan(Box<Setup>),
    /// A `.game` text.
    Pioneers(Box<PioneersMap>),
}

impl Editable {
    /// The map as a value.
    pub(super) fn setup(&self) -> Setup {
        match self {
            Self::Catan(setup) => (**setup).clone(),
            Self::Pioneers(map) => map.setup(),
        }
    }

    /// The canonical text.
    pub(super) fn text(&self) -> String {
        match self {
            Self::Catan(setup) => dot_catan::write(setup),
            Self::Pioneers(map) => pioneers::write(map),
        }
    }
}

/// An edit. Hexes, sides and corners are the numbers of the picture.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Edit {
    /// Paints hexes.
    Terrain {
        /// Which.
        hexes: Vec<u16>,
        /// `water`, `any`, `hill`, `forest`, `pasture`, `field`, `mountain`, `desert`, `gold`, `void`.
        terrain: String,
    },
    /// Puts a number on hexes: 0 none, 1 left to the draw.
    Number {
        /// Which.
        hexes: Vec<u16>,
        /// The number.
        value: u8,
    },
    /// A harbour on a side.
    Port {
        /// Which side.
        side: u16,
        /// `none`, `any`, `three`, a resource, or `next` to cycle.
        kind: String,
    },
    /// A corner that is closed during setup, or open again.
    NoSetup(u16),
    /// Where the pirate starts.
    Pirate(u16),
    /// A number, a switch or a text of the map.
    Setting {
        /// Its name in [`super::Setting`].
        name: String,
        /// The new value.
        value: String,
        /// Names and values to change with it: what is wrong alone may be right together.
        #[serde(default)]
        also: Vec<(String, String)>,
    },
    /// Draws a board.
    Generate(Wishes),
    /// Turns (`left`, `right`) or mirrors (`across`, `over`) the whole map.
    Turn(String),
    /// Adds or removes rows and columns.
    Resize {
        /// Rows above.
        #[serde(default)]
        top: i32,
        /// Rows below.
        #[serde(default)]
        bottom: i32,
        /// Columns on the left.
        #[serde(default)]
        left: i32,
        /// Columns on the right.
        #[serde(default)]
        right: i32,
    },
    /// Writes the map in the other format.
    Convert,
}

/// What a drawn board should be like.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Wishes {
    /// Of the draw.
    pub seed: String,
    /// Constraints as the command line writes them: `red-neighbours=0`.
    #[serde(default)]
    pub require: Vec<String>,
    /// Whether hexes that are already decided are drawn anew.
    #[serde(default)]
    pub redraw: bool,
    /// Hexes that stay as they are.
    #[serde(default)]
    pub locked: Vec<u16>,
}

impl Wishes {
    pub(super) fn seed(&self) -> u64 {
        seed_from_text(&self.seed)
    }

    pub(super) fn is_locked(&self, hex: usize) -> bool {
        self.locked.iter().any(|&h| usize::from(h) == hex)
    }
}

/// The new text and what the person should know about it.
#[derive(Clone, Debug, Serialize)]
pub struct Edited {
    /// The whole map.
    pub text: String,
    /// Losses of a conversion, wishes a board does not meet.
    pub notes: Vec<String>,
}

/// Changes a text. A search for a board ends when the flag is raised.
///
/// # Errors
/// Why the text cannot be changed this way, in words.
pub fn edit(text: &str, edit: &Edit, stop: &StopFlag) -> Result<Edited, String> {
    let mut map = super::editable(text)?;
    let mut notes = Vec::new();
    match (edit, &mut map) {
        (Edit::Setting { name, value, also }, map) => {
            settings::set(map, name, value)?;
            also.iter().try_for_each(|(name, value)| settings::set(map, name, value))?;
        }
        (Edit::Convert, map) => (*map, notes) = converted(map)?,
        (edit, Editable::Catan(setup)) => catan::edit(setup, edit, &mut notes, stop)?,
        (edit, Editable::Pioneers(map)) => game::edit(map, edit, &mut notes, stop)?,
    }
    let text = map.text();
    still_a_map(&text)?;
    Ok(Edited { text, notes })
}

/// An edit that leaves a text nobody can edit any more is refused: the map stays as it was.
fn still_a_map(text: &str) -> Result<(), String> {
    let Err(unreadable) = super::parse(text) else { return Ok(()) };
    let reason = unreadable.1.map_or_else(String::new, |error| format!(": {}", error.message));
    Err(format!("this would break the map{reason}"))
}

fn converted(map: &Editable) -> Result<(Editable, Vec<String>), String> {
    let (map, losses) = match map {
        Editable::Catan(setup) => {
            let seed = setup.note("seed").map_or(0, seed_from_text);
            let (map, losses) = to_game(setup, seed).map_err(|e| e.to_string())?;
            (Editable::Pioneers(Box::new(map)), losses)
        }
        Editable::Pioneers(map) => {
            let (setup, losses) = to_catan(map);
            (Editable::Catan(Box::new(setup)), losses)
        }
    };
    Ok((map, losses.iter().map(|loss| format!("{}: {}", loss.kind.name(), loss.what)).collect()))
}
