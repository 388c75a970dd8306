//! The texts of Catan: those of maps, and the logs of games.
//!
//! ```
//! use hexwright_catan::text::MapText;
//!
//! let error = MapText::parse("4 2\n").unwrap_err();
//! assert!(error.to_string().starts_with("map.catan:1:3: error[min-above-max]"));
//! ```

pub use hexwright_catan_map::text::{
    Advise, Leniency, MAP_FORMATS, MapFormat, MapPlaces, MapReading, MapText, UnreadableMap, convert,
    dot_catan, pioneers,
};

pub mod game_log;
pub mod laws;
