//! A setup that is under way when its follower comes: the pieces on the map, in an order the rules allow.

use super::super::snapshot::{Snapshot, Standing};
use super::super::speech::{corner, side};
use super::{Agreed, Mirror, parted};
use crate::game::{Action, CatanPosition, Phase};
use hexwright_core::{Actor, CornerId, Game as _, Seat, SideId, Viewer};

/// Which part of the setup it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pass {
    First,
    /// The last seat places twice.
    Double,
    Back,
}

/// A starting settlement and the side piece beside it, to be placed.
type Pair = (usize, Action, Action);

impl Mirror {
    /// The setup is under way and it is this seat's turn in it: the pieces that lie are placed in an order that
    /// gives everybody the cards the server says. Those of the active seat that are not confirmed wait for `done`.
    pub(crate) fn recall_setup(&mut self, told: &Snapshot, active: usize, pass: Pass) -> Agreed {
        let finished = |seat: usize| match pass {
            Pass::First | Pass::Double => usize::from(seat < active),
            Pass::Back => 1 + usize::from(seat > active),
        };
        let pairs = self.pairs(told);
        let mut placed = Vec::new();
        let start = self.game.start();
        let Some(position) = self.place_pairs(&start, told, &pairs, &finished, &mut placed) else {
            return parted("the pieces of the setup fit no order of play");
        };
        self.position = position;
        let words = |piece: &Standing| -> Vec<String> { piece.at.to_vec() };
        let waits = |piece: &&Standing| piece.owner == active && !self.lies(piece);
        self.placing = told
            .pieces
            .iter()
            .filter(waits)
            .map(|piece| {
                let word = match piece.kind.as_str() {
                    "S" => "settlement",
                    "SH" => "ship",
                    "B" => "bridge",
                    _ => "road",
                };
                (word.to_owned(), words(piece))
            })
            .collect();
        self.account(told);
        Ok(())
    }

    /// Whether a piece is in our position.
    fn lies(&self, piece: &Standing) -> bool {
        let (grid, at) = (&self.game.board().grid, piece.at.each_ref().map(String::as_str));
        let known = &self.view(piece.owner).seats[piece.owner];
        let at_corner = |list: &[u16]| corner(grid, &at).is_some_and(|corner| list.contains(&corner.0));
        let at_side = |list: &[u16]| side(grid, &at).is_some_and(|side| list.contains(&side.0));
        match piece.kind.as_str() {
            "S" => at_corner(&known.settlements),
            "SH" => at_side(&known.ships),
            "B" => at_side(&known.bridges),
            _ => at_side(&known.roads),
        }
    }

    /// Every settlement with every side piece of its owner that touches it.
    fn pairs(&self, told: &Snapshot) -> Vec<Pair> {
        let grid = &self.game.board().grid;
        let corners =
            told.pieces.iter().filter(|piece| piece.kind == "S").filter_map(|piece| {
                Some((piece.owner, corner(grid, &piece.at.each_ref().map(String::as_str))?))
            });
        let sides: Vec<(usize, &str, SideId)> = told
            .pieces
            .iter()
            .filter(|piece| ["R", "SH", "B"].contains(&piece.kind.as_str()))
            .filter_map(|piece| {
                let at = side(grid, &piece.at.each_ref().map(String::as_str))?;
                Some((piece.owner, piece.kind.as_str(), at))
            })
            .collect();
        let beside = |(owner, corner): (usize, CornerId)| {
            let touches = move |piece: &&(usize, &str, SideId)| {
                piece.0 == owner && grid.topology().side_corners(piece.2).contains(&corner)
            };
            let near: Vec<Action> = sides
                .iter()
                .filter(touches)
                .map(|&(_, kind, at)| match kind {
                    "SH" => Action::SetupShip(at),
                    "B" => Action::SetupBridge(at),
                    _ => Action::SetupRoad(at),
                })
                .collect();
            near.into_iter().map(move |piece| (owner, Action::SetupSettlement(corner), piece))
        };
        corners.flat_map(beside).collect()
    }

    /// Places what is finished, in the order of the rules, until everybody has what the server says.
    fn place_pairs(
        &self,
        position: &CatanPosition,
        told: &Snapshot,
        pairs: &[Pair],
        finished: &impl Fn(usize) -> usize,
        placed: &mut Vec<usize>,
    ) -> Option<CatanPosition> {
        let view = self.game.view(position, Viewer::Spectator);
        if view.phase == Phase::Gold {
            // which cards were chosen only the bank tells
            let chooser = Seat(view.gold_turn.0);
            let mut choices = Vec::new();
            self.game.legal(position, chooser, &mut choices);
            return choices.iter().find_map(|choice| {
                let mut after = position.clone();
                self.game.play(&mut after, Actor::Seat(chooser), choice).ok()?;
                self.place_pairs(&after, told, pairs, finished, placed)
            });
        }
        let seat = usize::from(view.active);
        let lie = placed.iter().filter(|&&pair| pairs[pair].0 == seat).count();
        if view.phase != Phase::Setup || lie >= finished(seat) {
            return self.fits(position, told).then(|| position.clone());
        }
        for (number, &(owner, settlement, piece)) in pairs.iter().enumerate() {
            let taken = placed.iter().any(|&other| pairs[other].1 == settlement || pairs[other].2 == piece);
            if owner != seat || taken {
                continue;
            }
            let mut after = position.clone();
            let actor = Actor::Seat(Seat(seat as u8));
            let played = [settlement, piece].iter().all(|act| self.game.play(&mut after, actor, act).is_ok());
            placed.push(number);
            if played && let Some(found) = self.place_pairs(&after, told, pairs, finished, placed) {
                return Some(found);
            }
            placed.pop();
        }
        None
    }

    /// Whether bank, own hand and numbers of cards are those the server says.
    fn fits(&self, position: &CatanPosition, told: &Snapshot) -> bool {
        let view = self.game.view(position, Viewer::Seat(Seat(self.eyes.unwrap_or(0) as u8)));
        let counts = |seat: usize| match view.seats[seat].hand {
            Some(hand) => hand.map(i32::from) == told.hand,
            None => view.seats[seat].cards == told.deeds[seat].cards,
        };
        view.bank.map(i32::from) == told.bank && (0..self.seats).all(counts)
    }
}
