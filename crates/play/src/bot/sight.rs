//! What a bot may know of a position: its view, and worlds that agree with it. The position itself
//! stays behind this door.

use hexwright_core::{Fast, Game, Imagine, Seat, Viewer};
use std::cell::OnceCell;
use std::ops::Deref;

/// What a seat knows. It can be used like a view, which is only made when somebody looks at it: bots
/// that think ahead want imagined worlds alone, and those are dealt faster from the position, with the
/// same result ([`Imagine::redeal`]).
pub struct SeatKnowledge<'a, G: Game> {
    game: &'a G,
    position: &'a G::Position,
    seat: Seat,
    view: OnceCell<G::View>,
}

impl<'a, G: Game> SeatKnowledge<'a, G> {
    /// What `seat` knows of a position.
    pub const fn new(game: &'a G, position: &'a G::Position, seat: Seat) -> Self {
        Self { game, position, seat, view: OnceCell::new() }
    }

    /// The view.
    #[must_use]
    pub fn view(&self) -> &G::View {
        self.view.get_or_init(|| self.game.view(self.position, Viewer::Seat(self.seat)))
    }

    /// An action in the notation of records, which everybody can read.
    #[must_use]
    pub fn action_text(&self, action: &G::Action) -> String {
        self.game.action_text(self.position, action)
    }

    /// Turns begun so far, which everybody can count.
    #[must_use]
    pub fn turns(&self) -> u32 {
        self.game.turns(self.position)
    }
}

impl<G: Imagine> SeatKnowledge<'_, G> {
    /// A world that agrees with what the seat knows and is drawn at random in everything else.
    #[must_use]
    pub fn imagine(&self, random: &mut Fast) -> G::Position {
        let mut world = self.position.clone();
        self.game.redeal(&mut world, self.seat, random);
        world
    }
}

impl<G: Game> Deref for SeatKnowledge<'_, G> {
    type Target = G::View;

    fn deref(&self) -> &G::View {
        self.view()
    }
}

impl<G: Game> std::fmt::Debug for SeatKnowledge<'_, G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SeatKnowledge").field("seat", &self.seat).finish_non_exhaustive()
    }
}
