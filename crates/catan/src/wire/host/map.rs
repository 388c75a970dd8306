//! The Pioneers map of a game: its board as it was drawn, in the other program's words.

use super::Host;
use crate::game::{Catan, Ruleset};
use crate::map::{Board, Pieces, Terrain};
use crate::text::convert::to_game;
use crate::text::pioneers::{Number, PioneersMap, Place, Switch};
use crate::wire::names::Names;
use hexwright_core::{Game as _, HexId};
use std::sync::Arc;

hexwright_core::sentence_error! {
    /// Why a game cannot be followed over the protocol.
    pub Unfit
}

/// The map followers of a game get, and how far it has moved the board.
///
/// # Errors
/// If the game is not played by the rules of Pioneers, or its map cannot be said in `.game`.
pub fn map_of(game: &Catan) -> Result<(PioneersMap, Place), Unfit> {
    if game.options().ruleset != Ruleset::Pioneers {
        return Err(Unfit::from("the table does not play by the rules of Pioneers"));
    }
    let setup = game.setup();
    let usual = Pieces { roads: 1, settlements: 1, cities: 0 };
    if setup.placements != [usual; 2] || setup.resource_passes != 1 {
        return Err(Unfit::from("its setup is not that of Pioneers"));
    }
    let (mut map, _) =
        to_game(&setup.with_board(game.board(), None), 0).map_err(|e| Unfit::from(e.to_string()))?;
    map.switches[Switch::RandomTerrain] = false;
    map.numbers[Number::Players] = game.seats() as i32;
    map.numbers[Number::VictoryPoints] = game.goal().into();
    let again = map.setup_as_written();
    let again = again.draw(0);
    let moved = moved(game.board(), &again).ok_or_else(|| Unfit::from("its map has no land"))?;
    if !is_same(game.board(), &again, moved) {
        return Err(Unfit::from("its map cannot be said in the format of Pioneers"));
    }
    Ok((map, moved))
}

fn place_of(board: &Board, index: usize) -> Place {
    Place::of(board.grid.topology().hex(HexId(index as u16)))
}

/// How far the first land hex has moved.
fn moved(from: &Board, to: &Board) -> Option<Place> {
    let first = |board: &Board| {
        let index = board.terrain.iter().position(|terrain| terrain.is_land())?;
        Some(place_of(board, index))
    };
    let (from, to) = (first(from)?, first(to)?);
    Some(Place { x: to.x - from.x, y: to.y - from.y })
}

/// Whether both boards have the same land, numbers and harbours.
fn is_same(one: &Board, other: &Board, moved: Place) -> bool {
    let land = |board: &Board, moved: Place| {
        let cells = board.terrain.iter().zip(&board.numbers).enumerate();
        let mut land: Vec<(Place, Terrain, u8)> = cells
            .filter(|(_, (terrain, _))| terrain.is_land())
            .map(|(index, (&terrain, &number))| {
                let Place { x, y } = place_of(board, index);
                (Place { x: x + moved.x, y: y + moved.y }, terrain, number)
            })
            .collect();
        land.sort_by_key(|hex| hex.0);
        land
    };
    let still = Place { x: 0, y: 0 };
    let harbours = |board: &Board| board.harbours.iter().flatten().count();
    moved.y % 2 == 0 && land(one, moved) == land(other, still) && harbours(one) == harbours(other)
}

impl Host {
    /// A game of a table at its start.
    ///
    /// # Errors
    /// As [`map_of`].
    pub fn at_table(game: Arc<Catan>) -> Result<Self, Unfit> {
        let (map, moved) = map_of(&game)?;
        Ok(Self::with_names(game, Names::moved(map, moved)))
    }
}
