//! What a referee may do (`referee`), for a game of any size.

use super::referee::Undo;
use crate::game::catan::{Catan, CatanPosition, each};
use crate::game::hidden::view::View;
use crate::game::sea::state::SidePiece;
use crate::map::Card;
use hexwright_core::{Fast, SideId};

impl Catan {
    pub(crate) fn force_hand(&self, position: &mut CatanPosition, seat: usize, counts: [u16; 5]) {
        each!(self, position, |engine, pos| engine.force_hand(pos, seat, counts));
    }

    pub(crate) fn force_bank(&self, position: &mut CatanPosition, counts: [u16; 5]) {
        each!(self, position, |engine, pos| engine.force_bank(pos, counts));
    }

    pub(crate) fn force_skip(&self, position: &mut CatanPosition) {
        each!(self, position, |engine, pos| engine.force_skip(pos));
    }

    pub(crate) fn force_undo(&self, position: &mut CatanPosition, seat: usize, undo: &Undo) {
        each!(self, position, |engine, pos| engine.force_undo(pos, seat, undo));
    }

    /// Who holds the longest road while a ship of the seat is lifted.
    pub(crate) fn holder_without(&self, position: &CatanPosition, seat: usize, ship: SideId) -> Option<u8> {
        each!(self, position, |engine, pos| engine.holder_without(pos, seat, ship))
    }

    pub(crate) fn force_old(&self, position: &mut CatanPosition) {
        each!(self, position, |engine, pos| engine.force_old(pos));
    }

    pub(crate) fn force_built(&self, position: &mut CatanPosition, built: bool) {
        each!(self, position, |engine, pos| engine.force_built(pos, built));
    }

    pub(crate) fn force_side(
        &self,
        position: &mut CatanPosition,
        seat: usize,
        side: SideId,
        piece: SidePiece,
    ) -> bool {
        each!(self, position, |engine, pos| engine.force_side(pos, seat, side, piece))
    }

    pub(crate) fn force_card(&self, position: &mut CatanPosition, card: Card) {
        each!(self, position, |engine, pos| engine.force_card(pos, card));
    }

    pub(crate) fn force_card_kind(&self, position: &mut CatanPosition, seat: usize, card: Card, eyes: usize) {
        each!(self, position, |engine, pos| engine.force_card_kind(pos, seat, card, eyes));
    }

    pub(crate) fn force_in_deck(&self, position: &mut CatanPosition, card: Card, eyes: usize) {
        each!(self, position, |engine, pos| engine.force_in_deck(pos, card, eyes));
    }

    pub(crate) fn force_end_of_roads(&self, position: &mut CatanPosition) {
        each!(self, position, |engine, pos| engine.force_end_of_roads(pos));
    }

    pub(crate) fn recalled(&self, view: &View, random: &mut Fast) -> CatanPosition {
        match self {
            Self::Base(engine) => CatanPosition::Base(engine.recalled(view, random)),
            Self::Wide(engine) => CatanPosition::Wide(Box::new(engine.recalled(view, random))),
            Self::Vast(engine) => CatanPosition::Vast(Box::new(engine.recalled(view, random))),
            Self::Sea(engine) => CatanPosition::Sea(Box::new(engine.recalled(view, random))),
            Self::Ocean(engine) => CatanPosition::Ocean(Box::new(engine.recalled(view, random))),
        }
    }

    pub(crate) fn force_owe(&self, position: &mut CatanPosition, seat: usize) {
        each!(self, position, |engine, pos| engine.force_owe(pos, seat));
    }

    pub(crate) fn force_robber(&self, position: &mut CatanPosition) {
        each!(self, position, |engine, pos| engine.force_robber(pos));
    }

    pub(crate) fn force_dice(&self, position: &mut CatanPosition) {
        each!(self, position, |engine, pos| engine.force_dice(pos));
    }

    pub(crate) fn force_island_points(&self, position: &mut CatanPosition, seat: usize, more: i16) {
        each!(self, position, |engine, pos| engine.force_island_points(pos, seat, more));
    }
}
