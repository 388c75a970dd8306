//! The levels people choose an opponent by. Every game names its own players with these words, weakest
//! first; what a level thinks is counted in positions, never in time, so that a seed repeats a game.
//!
//! ```
//! use hexwright_league::levels::{CALM, LEVELS};
//!
//! assert_eq!(LEVELS[0], CALM, "the weakest comes first");
//! ```

/// Plays quickly and makes the mistakes people make.
pub const CALM: &str = "calm";
/// A good player: the default at tables, in `play` and in simulations.
pub const KEEN: &str = "keen";
/// The strongest player of a game: for analysis and coaching, and for those who want to lose.
pub const FIERCE: &str = "fierce";

/// Every level, weakest first.
pub const LEVELS: [&str; 3] = [CALM, KEEN, FIERCE];

/// How strong a bot is, measured by `hexwright tournament`: Weng-Lin, where everybody starts at 25.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
pub struct Rating {
    /// The rating.
    pub rating: f64,
    /// How unsure it is, as one standard deviation.
    pub uncertainty: f64,
}
