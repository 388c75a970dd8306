//! The texts maps are written in; each format is one folder with a reader, a checker, a writer and
//! a formatter. [`MapText`] is a map in either of them.
//!
//! ```
//! use hexwright_catan_map::generate::preset;
//! use hexwright_catan_map::text::{MapFormat, MapText};
//!
//! let map = MapText::from(preset("duel").unwrap());
//! let again = MapText::parse(&map.write()).unwrap();
//! assert_eq!((again.format(), again.setup()), (MapFormat::Catan, map.setup()));
//! ```

pub mod convert;
pub mod dot_catan;
pub mod map_text;
pub mod pioneers;

pub use hexwright_core::text::Leniency;
pub use map_text::{Advise, MAP_FORMATS, MapFormat, MapPlaces, MapReading, MapText, UnreadableMap};
