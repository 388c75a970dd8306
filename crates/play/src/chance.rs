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
    /// How far streams had been drawn that are yet to be opened again.
    drawn: Vec<(String, u128)>,
}

impl Chances {
    /// The chance of game `number` under `seed`.
    #[must_use]
    pub const fn new(seed: u64, number: u64) -> Self {
        Self { seed, number, streams: Vec::new(), drawn: Vec::new() }
    }

    /// The chance of game `number` under `seed`, gone on from where [`Self::drawn`] was told.
    #[must_use]
    pub const fn resumed(seed: u64, number: u64, drawn: Vec<(String, u128)>) -> Self {
        Self { seed, number, streams: Vec::new(), drawn }
    }

    /// The seed and the number of the game.
    #[must_use]
    pub const fn game(&self) -> (u64, u64) {
        (self.seed, self.number)
    }

    /// How far each stream has been drawn, by its kind.
    #[must_use]
    pub fn drawn(&self) -> Vec<(String, u128)> {
        let open = self.streams.iter().map(|(kind, stream)| ((*kind).to_owned(), stream.drawn()));
        let later = self.drawn.iter().filter(|(kind, _)| self.streams.iter().all(|(k, _)| k != kind));
        open.chain(later.cloned()).collect()
    }

    /// The stream of a kind of chance.
    pub fn stream(&mut self, kind: &'static str) -> &mut Stream {
        let place = self.streams.iter().position(|(k, _)| *k == kind).unwrap_or_else(|| {
            let name = format!("hexwright/run/{kind:.10}");
            let drawn = self.drawn.iter().find(|(k, _)| k == kind).map_or(0, |(_, drawn)| *drawn);
            self.streams.push((kind, Stream::new(self.seed, &name, self.number).after(drawn)));
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn resumed_chance_goes_on_where_it_was() {
        let mut whole = Chances::new(5, 3);
        whole.stream("dice").next_u64();
        whole.stream("cards").below(7);
        let mut again = Chances::resumed(5, 3, whole.drawn());
        // a stream that is not opened in between is not lost
        let mut third = Chances::resumed(5, 3, again.drawn());
        for kind in ["cards", "dice", "theft"] {
            let next = whole.stream(kind).next_u64();
            assert_eq!(again.stream(kind).next_u64(), next, "{kind}");
            assert_eq!(third.stream(kind).next_u64(), next, "{kind}");
        }
    }
}
