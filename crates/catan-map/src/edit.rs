//! What editors do to a map: one stroke at a time, from text to text, in either format.
//!
//! Editors compute no rule. They hand over the text and what the person did and get the new text, so that text
//! and picture always agree.
//!
//! ```
//! use hexwright_catan_map::edit::{Edit, edit};
//! use hexwright_core::StopFlag;
//!
//! let text = hexwright_catan_map::text::dot_catan::write(&hexwright_catan_map::generate::preset("base").unwrap());
//! let stroke = Edit::Setting { name: "points".to_owned(), value: "12".to_owned(), also: Vec::new() };
//! let edited = edit(&text, &stroke, &StopFlag::default()).unwrap();
//! assert_ne!(edited.text, text);
//! let stroke = Edit::Turn("inside out".to_owned());
//! let refused = edit(&text, &stroke, &StopFlag::default()).unwrap_err();
//! assert_eq!(refused.to_string(), "expected left, right, across or over, found \"inside out\"");
//! ```

mod dot_catan;
mod dot_game;
mod settings;

pub use settings::{Setting, settings};

use crate::text::{Leniency, MapText, UnreadableMap};
use hexwright_core::random::seed_from_text;
use hexwright_core::text::Loss;
use hexwright_core::{Diagnostic, StopFlag};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// An edit. Hexes, sides and corners are the numbers of the picture.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
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
        /// Its name in [`Setting`].
        name: String,
        /// The new value.
        value: String,
        /// Names and values to change with it: what is wrong alone may be right together.
        #[serde(default)]
        also: Vec<(String, String)>,
    },
    /// Draws a board.
    Generate(Draw),
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
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Draw {
    /// Seed of the draw.
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

impl Draw {
    fn seed(&self) -> u64 {
        seed_from_text(&self.seed)
    }

    fn is_locked(&self, hex: usize) -> bool {
        self.locked.iter().any(|&h| usize::from(h) == hex)
    }
}

impl From<UnreadableMap> for EditError {
    fn from(error: UnreadableMap) -> Self {
        String::from(error).into()
    }
}

hexwright_core::sentence_error! {
    /// Why a map cannot be changed in this way.
    pub EditError
}

/// The new text and what the person should know about it.
#[derive(Clone, Debug, Serialize)]
pub struct Edited {
    /// The whole map.
    pub text: String,
    /// Losses of a conversion, constraints a board does not meet.
    pub notes: Vec<String>,
}

/// Changes a text. A search for a board ends when the flag is raised.
///
/// # Errors
/// Why the text cannot be changed this way, in words.
pub fn edit(text: &str, edit: &Edit, stop: &StopFlag) -> Result<Edited, EditError> {
    let mut map = MapText::parse(text)?;
    let mut notes = Vec::new();
    match edit {
        Edit::Setting { name, value, also } => {
            settings::set(&mut map, name, value)?;
            also.iter().try_for_each(|(name, value)| settings::set(&mut map, name, value))?;
        }
        Edit::Convert => {
            let (converted, losses) =
                map.converted(map.format().other(), None).map_err(|error| error.to_string())?;
            notes.extend(losses.iter().map(Loss::sentence));
            map = converted;
        }
        edit => {
            let noted = std::cell::RefCell::new(&mut notes);
            map.change(
                |setup| dot_catan::edit(setup, edit, &mut noted.borrow_mut(), stop),
                |map| dot_game::edit(map, edit, &mut noted.borrow_mut(), stop),
            )?;
        }
    }
    let text = map.write();
    still_a_map(&text)?;
    Ok(Edited { text, notes })
}

/// An edit that leaves a text nobody can edit any more is refused: the map stays as it was.
fn still_a_map(text: &str) -> Result<(), EditError> {
    let Err(report) = MapText::read_any("map", text.as_bytes(), Leniency::Lenient).into_value() else {
        return Ok(());
    };
    let error = report.diagnostics.into_iter().find(Diagnostic::is_error);
    let reason = error.map_or_else(String::new, |error| format!(": {}", error.message));
    Err(format!("this would break the map{reason}").into())
}
