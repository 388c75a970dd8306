//! Placing, building and taking back pieces as the server tells it.

use super::super::speech::{corner, side};
use super::{Agreed, Mirror, parted};
use crate::game::{Action, Phase, SidePiece, Undo};

impl Mirror {
    /// `done` was accepted: the setup of a seat, the free roads of a card, or a turn.
    pub(super) fn done(&mut self, seat: usize) -> Agreed {
        self.undo.clear();
        if self.phase() == Phase::Setup {
            return self.place(seat);
        }
        if self.free_roads {
            self.free_roads = false;
            if self.phase() == Phase::RoadBuilding {
                self.game.force_end_of_roads(&mut self.position);
                self.holes += 1;
            }
            return Ok(());
        }
        self.before_robber = None;
        self.play(seat, Action::EndTurn)
    }

    /// Plays the collected setup pieces: every settlement with the side piece that touches it.
    pub(super) fn place(&mut self, seat: usize) -> Agreed {
        let placing = std::mem::take(&mut self.placing);
        let grid = self.game.board().grid.clone();
        let words = |list: &[String]| -> Vec<String> { list.to_vec() };
        let mut sides = Vec::new();
        let mut corners = Vec::new();
        for (piece, at) in &placing {
            let at = words(at);
            let at: Vec<&str> = at.iter().map(String::as_str).collect();
            if piece == "settlement" {
                corners.extend(corner(&grid, &at));
            } else {
                sides.extend(side(&grid, &at).map(|side| (piece.clone(), side)));
            }
        }
        for corner in corners {
            self.play(seat, Action::SetupSettlement(corner))?;
            let touches = |entry: &(String, hexwright_core::SideId)| {
                grid.topology().side_corners(entry.1).contains(&corner)
            };
            let Some(index) = sides.iter().position(touches) else {
                return parted("a starting settlement without a road");
            };
            let (piece, side) = sides.remove(index);
            let action = match piece.as_str() {
                "ship" => Action::SetupShip(side),
                "bridge" => Action::SetupBridge(side),
                _ => Action::SetupRoad(side),
            };
            self.play(seat, action)?;
        }
        Ok(())
    }

    pub(super) fn built(&mut self, seat: usize, piece: &str, place: &[&str]) -> Agreed {
        if self.phase() == Phase::Setup {
            self.placing.push((piece.to_owned(), place.iter().map(|w| (*w).to_owned()).collect()));
            return Ok(());
        }
        let Some(action) = self.build_action(piece, place) else {
            return parted(format!("a {piece} is built off the map"));
        };
        self.taken_back = false;
        let before = self.view(seat);
        let direct = match action {
            Action::City(at) => !before.seats[seat].settlements.contains(&at.0),
            _ => false,
        };
        if !self.free_roads {
            self.play(seat, action)?;
            let (old, new) = (before.seats[seat].islands, self.view(seat).seats[seat].islands);
            let island = (new.0 > old.0).then_some(new.1 - old.1);
            self.undo.push(Undo { action, direct, free: false, island, road_holder: before.road_holder });
            return Ok(());
        }
        self.undo.push(Undo { action, direct, free: true, island: None, road_holder: before.road_holder });
        // the server grants two of each kind and forgets the supply
        if self.phase() == Phase::RoadBuilding && self.play(seat, action).is_ok() {
            return Ok(());
        }
        let (side, piece) = match action {
            Action::Ship(side) => (side, SidePiece::Ship),
            Action::Bridge(side) => (side, SidePiece::Bridge),
            Action::Road(side) => (side, SidePiece::Road),
            _ => return parted("a building with a road building card"),
        };
        self.holes += 1;
        if self.game.force_side(&mut self.position, seat, side, piece) {
            return Ok(());
        }
        parted(format!("a free {piece:?} is built on a side that is taken"))
    }

    /// The action of building a piece.
    pub(crate) fn build_action(&self, piece: &str, place: &[&str]) -> Option<Action> {
        let grid = &self.game.board().grid;
        Some(match piece {
            "road" => Action::Road(side(grid, place)?),
            "ship" => Action::Ship(side(grid, place)?),
            "bridge" => Action::Bridge(side(grid, place)?),
            "settlement" => Action::Settlement(corner(grid, place)?),
            "city" => Action::City(corner(grid, place)?),
            "city_wall" => Action::Wall(corner(grid, place)?),
            _ => return None,
        })
    }

    pub(super) fn removed(&mut self, seat: usize, piece: &str) -> Agreed {
        if self.phase() == Phase::Setup {
            let last = self.placing.iter().rposition(|(placed, _)| placed == piece);
            last.map(|index| self.placing.remove(index));
            return Ok(());
        }
        // a city on an empty corner is taken back as a city and a settlement
        if std::mem::take(&mut self.taken_back) && piece == "settlement" {
            return Ok(());
        }
        self.take_back(seat)?;
        self.taken_back = piece == "city";
        Ok(())
    }

    pub(super) fn take_back(&mut self, seat: usize) -> Agreed {
        let Some(undo) = self.undo.pop() else { return parted("something is taken back that cannot be") };
        self.game.force_undo(&mut self.position, seat, &undo);
        let built = self.undo.iter().any(|undo| !undo.free);
        self.game.force_built(&mut self.position, built);
        Ok(())
    }
}
