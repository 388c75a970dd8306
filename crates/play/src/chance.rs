//! Drawing outcomes: one stream per kind of chance, so that kinds do not disturb each other.
//!
//! ```
//! use hexwright_core::Random as _;
//! use hexwright_play::Chances;
//!
//! // drawing cards first does not change the dice
//! let (mut one, mut other) = (Chances::new(5, 0), Chances::new(5, 0));
//! one.stream("cards").next_u64();
//! assert_eq!(one.stream("dice").next_u64(), other.stream("dice").next_u64());
//! ```

use hexwright_core::{Fast, Game, Random, Stream, Weighted, random};

/// The chance of one game: deterministic by seed and game number.
///
/// Each kind ([`Game::chance_kind`]) has a ChaCha8 stream of its own, keyed by the seed and the kind
/// and numbered by the game: two runs that differ in one kind of chance still meet the same dice.
#[derive(Clone, Debug)]
pub struct Chances {
    seed: u64,
    number: u64,
    streams: Vec<(&'static str, Stream)>,
}

impl Chances {
    /// The chance of game `number` under `seed`.
    #[must_use]
    pub const fn new(seed: u64, number: u64) -> Self {
        Self { seed, number, streams: Vec::new() }
    }

    /// The stream of a kind of chance.
    pub fn stream(&mut self, kind: &'static str) -> &mut Stream {
        let place = self.streams.iter().position(|(k, _)| *k == kind).unwrap_or_else(|| {
            let name = format!("hexwright/run/{kind:.10}");
            self.streams.push((kind, Stream::new(self.seed, &name, self.number)));
            self.streams.len() - 1
        });
        &mut self.streams[place].1
    }

    /// Draws an outcome of the position; `None` if it lists none.
    pub fn draw<G: Game>(
        &mut self,
        game: &G,
        position: &G::Position,
        buffer: &mut Vec<Weighted<G::Action>>,
    ) -> Option<G::Action> {
        buffer.clear();
        game.outcomes(position, buffer);
        let weights = buffer.iter().map(|o| u64::from(o.weight));
        let place = self.stream(game.chance_kind(position)).weighted(weights)?;
        Some(buffer.swap_remove(place).action)
    }
}

/// The generator of a seat's own thoughts: no seat's thinking disturbs another's, nor the dice.
#[must_use]
pub fn thoughts(seed: u64, number: u64, seat: usize) -> Fast {
    Fast::new(random::mix(seed ^ 0x7468_6f75_6768_7473) ^ seat as u64, number)
}
