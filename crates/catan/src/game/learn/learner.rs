//! [`Catan`] for learners: picks and rows on a board of any size. See [`Picks`] and the module `tensor`.

use crate::game::actions::action::Action;
use crate::game::catan::{Catan, CatanPosition, each, every};
use crate::game::learn::graph::BoardGraph;
use crate::game::learn::picks::{Pick, Picked, Picks};
use hexwright_core::Seat;

impl Catan {
    /// The numbering of this board.
    #[must_use]
    pub fn picks(&self) -> Picks {
        every!(self, |engine| engine.picks())
    }

    /// The seat whose pick comes next.
    #[must_use]
    pub fn decider(&self, position: &CatanPosition) -> Seat {
        each!(self, position, |engine, pos| engine.decider(pos))
    }

    /// Every pick of an action, in order; none for offers and their answers.
    #[must_use]
    pub fn picks_of(&self, action: Action) -> Vec<usize> {
        every!(self, |engine| engine.picks_of(action))
    }

    /// A pick in words.
    #[must_use]
    pub fn pick_text(&self, number: usize) -> Option<String> {
        every!(self, |engine| engine.pick_text(number))
    }

    /// Sets the bit of every pick a seat may make; see [`crate::game::Engine::mask_picks`].
    pub fn mask_picks(&self, position: &CatanPosition, picked: Picked, seat: Seat, mask: &mut [u64]) {
        each!(self, position, |engine, pos| engine.mask_picks(pos, &engine.picks(), picked, seat, mask));
    }

    /// What a pick comes to; see [`crate::game::Engine::pick`].
    #[must_use]
    pub fn pick(&self, position: &CatanPosition, picked: Picked, seat: Seat, number: usize) -> Option<Pick> {
        each!(self, position, |engine, pos| engine.pick(pos, &engine.picks(), picked, seat, number))
    }

    /// The board as a graph, in the numbers of picks and rows.
    #[must_use]
    pub fn board_graph(&self) -> BoardGraph {
        every!(self, |engine| engine.board_graph())
    }

    /// The parts of a row with their lengths, in order.
    #[must_use]
    pub fn tensor_parts(&self) -> Vec<(&'static str, usize)> {
        every!(self, |engine| engine.tensor_parts())
    }

    /// What a seat may know as a row of bytes.
    #[must_use]
    pub fn tensor(&self, position: &CatanPosition, viewer: Seat, picked: Picked) -> Vec<u8> {
        each!(self, position, |engine, pos| {
            let mut row = vec![0; engine.tensor_length()];
            let fixed = engine.write_board(&mut row);
            engine.write_view(pos, viewer, picked, &mut row[fixed..]);
            row
        })
    }
}
