//! From open maps to boards: the draw of `any` cells by seed, boards under constraints, the balance
//! score, and maps ready by name.
//!
//! ```
//! use hexwright_catan_map::generate::{Generator, preset};
//!
//! let base = preset("base").unwrap();
//! let generator = Generator::new(&base, &["red-neighbours=0".parse().unwrap()]).unwrap();
//! let found = generator.generate(5).unwrap();
//! assert_eq!(found.board.balance().score, found.score);
//! ```

mod climb;
mod constraint;
mod draw;
mod impossible;
mod presets;
mod score;
mod tables;
mod violations;

pub use climb::{Generated, Generator, Unmet};
pub use constraint::{CONSTRAINTS, Constraint, ConstraintError, DesertPlace};
pub(crate) use draw::SHUFFLE_KEY;
pub use draw::{Drawer, MAP_KEY};
pub use impossible::Impossible;
pub use presets::{PRESETS, preset};
pub(crate) use score::beside_own;
pub use score::{Balance, BoardCounts, Fraction, TERMS};
pub use tables::{Cells, Tables};
pub(crate) use violations::poor_resources;
