//! The setup of a client: pieces in any order, taken back at will, until `done` makes them actions.

use super::{GameRequest, Host, To};
use crate::game::{Action, CatanPosition, View};
use crate::wire::predict::attempt;
use hexwright_core::{Actor, CornerId, Game as _, HexId, Seat, SideId};

/// The pieces of the setup turn under way, oldest first: the action each will be, and its line without the verb.
#[derive(Clone, Debug, Default)]
pub(super) struct Placing(Vec<(Action, String)>);

impl Placing {
    /// The line of a piece that lies there already.
    pub(super) fn line_of(&self, action: Action) -> Option<String> {
        self.0.iter().find(|(placed, _)| *placed == action).map(|(_, line)| line.clone())
    }

    pub(super) fn clear(&mut self) {
        self.0.clear();
    }

    /// The lines of all pieces.
    pub(super) fn lines(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(|(_, line)| line.as_str())
    }

    /// The pieces as actions.
    pub(super) fn pieces(&self) -> impl Iterator<Item = Action> + '_ {
        self.0.iter().map(|(action, _)| *action)
    }

    fn corners(&self) -> Vec<CornerId> {
        let corner = |action| if let Action::SetupSettlement(at) = action { Some(at) } else { None };
        self.pieces().filter_map(corner).collect()
    }

    fn sides(&self) -> Vec<(SideId, Action)> {
        self.pieces().filter_map(|action| Some((side_of(action)?, action))).collect()
    }
}

/// The side a piece of the setup lies on.
pub(super) const fn side_of(action: Action) -> Option<SideId> {
    match action {
        Action::SetupRoad(at) | Action::SetupShip(at) | Action::SetupBridge(at) => Some(at),
        _ => None,
    }
}

impl Host {
    /// A command of the seat whose setup it is.
    pub(super) fn hear_setup(&mut self, seat: usize, words: &[&str]) -> Option<GameRequest> {
        let view = self.public();
        let most = if view.pass[0] == 0 && seat + 1 == self.seats() { 2 } else { 1 };
        match words {
            ["build", piece, at @ ..] => {
                let at = super::commands::numbers::<3>(at)?;
                if let Err(error) = self.place(seat, piece, at, most, &view)? {
                    self.err(seat, error);
                }
                None
            }
            ["undo"] => {
                match self.placing.0.pop() {
                    Some((_, line)) => self.say(seat, To::Own, format!("remove {line}")),
                    None => self.err(seat, "bad-pos"),
                }
                None
            }
            ["done"] => {
                let (corners, sides) = (self.placing.corners(), self.placing.sides());
                if corners.len() < most || sides.len() < most {
                    self.err(seat, "expected-build-or-remove");
                    return None;
                }
                let Some(pairs) = self.pairs(&corners, &sides) else {
                    self.err(seat, "unconnected");
                    return None;
                };
                let steps = pairs
                    .into_iter()
                    .flat_map(|(corner, action)| [(seat, Action::SetupSettlement(corner)), (seat, action)]);
                Some(GameRequest::Steps(steps.collect()))
            }
            _ => None,
        }
    }

    /// Places a piece; `None` for a word that is no piece.
    fn place(
        &mut self,
        seat: usize,
        piece: &str,
        at: [i32; 3],
        most: usize,
        view: &View,
    ) -> Option<Result<(), String>> {
        let grid = self.grid();
        let side = || self.names.side(grid, at);
        let (action, left) = match piece {
            "settlement" => {
                return Some(match self.names.corner(grid, at) {
                    _ if self.placing.corners().len() >= most => Err("too-many".to_owned()),
                    Some(corner) if self.can_settle(seat, corner, most) => {
                        self.lay(seat, Action::SetupSettlement(corner), piece, at);
                        Ok(())
                    }
                    _ => Err("bad-pos".to_owned()),
                });
            }
            "road" => (side().map(Action::SetupRoad), view.seats[seat].left[0]),
            "ship" => (side().map(Action::SetupShip), view.seats[seat].sea_left[0]),
            "bridge" => (side().map(Action::SetupBridge), view.seats[seat].sea_left[1]),
            "city" | "city_wall" => return Some(Err("expected-road-or-settlement".to_owned())),
            _ => return None,
        };
        let same = |placed: Action| {
            Some(std::mem::discriminant(&placed)) == action.as_ref().map(std::mem::discriminant)
        };
        let used = self.placing.pieces().filter(|&placed| same(placed)).count();
        Some(match action {
            _ if self.placing.sides().len() >= most => Err("too-many".to_owned()),
            _ if usize::from(left) <= used => Err(format!("too-many {piece}")),
            Some(action) if self.can_lie(action, view) && self.fits(None, Some(action), most) => {
                self.lay(seat, action, piece, at);
                Ok(())
            }
            _ => Err("bad-pos".to_owned()),
        })
    }

    fn lay(&mut self, seat: usize, action: Action, piece: &str, [x, y, pos]: [i32; 3]) {
        let line = format!("{piece} {x} {y} {pos}");
        self.say(seat, To::Own, format!("built {line}"));
        self.placing.0.push((action, line));
    }

    /// Whether the rules allow a settlement here, beside those placed already.
    fn can_settle(&self, seat: usize, corner: CornerId, most: usize) -> bool {
        let mut position = self.position.clone();
        for placed in self.placing.corners() {
            self.settle(&mut position, seat, placed);
        }
        attempt(&self.game, &position, seat, Action::SetupSettlement(corner)).is_ok()
            && self.fits(Some(corner), None, most)
    }

    /// Plays a settlement and any side piece it can have, to see what is left for the next.
    fn settle(&self, position: &mut CatanPosition, seat: usize, corner: CornerId) {
        let actor = Actor::Seat(Seat(seat as u8));
        let _ = self.game.play(position, actor, &Action::SetupSettlement(corner));
        let mut legal = Vec::new();
        self.game.legal(position, Seat(seat as u8), &mut legal);
        if let Some(side) = legal.into_iter().find(|action| side_of(*action).is_some()) {
            let _ = self.game.play(position, actor, &side);
        }
    }

    /// Whether a side is free and of the right kind for a piece.
    fn can_lie(&self, action: Action, view: &View) -> bool {
        let Some(side) = side_of(action) else { return false };
        let taken = view.seats.iter().any(|known| {
            known.roads.contains(&side.0) || known.ships.contains(&side.0) || known.bridges.contains(&side.0)
        });
        if taken || self.placing.sides().iter().any(|(placed, _)| *placed == side) {
            return false;
        }
        let hexes = self.grid().topology().side_hexes(side);
        let terrain = |hex: &HexId| self.game.board().terrain(*hex);
        let land = hexes.iter().flatten().any(|hex| terrain(hex).is_land());
        let water = hexes.iter().flatten().any(|hex| terrain(hex) == crate::map::Terrain::Water);
        match action {
            Action::SetupRoad(_) => land,
            Action::SetupShip(_) => water && !hexes.iter().flatten().any(|hex| view.pirate == Some(hex.0)),
            _ => !land,
        }
    }

    /// Whether all pieces, one more included, can still become settlements with a side piece each.
    fn fits(&self, corner: Option<CornerId>, side: Option<Action>, most: usize) -> bool {
        let (mut corners, mut sides) = (self.placing.corners(), self.placing.sides());
        corners.extend(corner);
        sides.extend(side.and_then(|action| Some((side_of(action)?, action))));
        let matched = (0..=corners.len().min(sides.len()))
            .rev()
            .find(|&count| self.matches(&corners, &sides, count))
            .unwrap_or(0);
        corners.len() - matched <= most - sides.len() && sides.len() - matched <= most - corners.len()
    }

    /// Whether so many settlements have a side piece of their own.
    fn matches(&self, corners: &[CornerId], sides: &[(SideId, Action)], count: usize) -> bool {
        let Some((&corner, rest)) = corners.split_first() else { return count == 0 };
        if count == 0 || self.matches(rest, sides, count) {
            return true;
        }
        (0..sides.len()).any(|i| {
            let mut others = sides.to_vec();
            let (side, _) = others.remove(i);
            self.touches(corner, side) && self.matches(rest, &others, count - 1)
        })
    }

    /// Every settlement with its side piece, in the order of the settlements.
    fn pairs(&self, corners: &[CornerId], sides: &[(SideId, Action)]) -> Option<Vec<(CornerId, Action)>> {
        let Some((&corner, rest)) = corners.split_first() else { return Some(Vec::new()) };
        (0..sides.len()).find_map(|i| {
            let mut others = sides.to_vec();
            let (side, action) = others.remove(i);
            let mut pairs = self.pairs(rest, &others).filter(|_| self.touches(corner, side))?;
            pairs.insert(0, (corner, action));
            Some(pairs)
        })
    }

    fn touches(&self, corner: CornerId, side: SideId) -> bool {
        self.grid().topology().side_corners(side).contains(&corner)
    }
}
