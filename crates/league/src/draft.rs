//! Openings nobody can improve on much, learnt on the board itself.
//!
//! The setup of Catan is a draft: seats take corners in a fixed order. What a corner is worth depends on the
//! board, on the corners a seat has already, and on what the others will take. So openings are learnt by
//! playing: a `model` of the chance to win given the corners of every seat is fitted to the games so far, a
//! `policy` chooses by it with a little randomness, more games are played, and so on. docs/fairness.md
//! describes the method.
//!
//! ```
//! use hexwright_catan::generate::preset;
//! use hexwright_league::{Rules, catan, draft::Draft};
//!
//! let game = catan::game(&preset("base").unwrap(), 4, &Rules::default(), 1).unwrap();
//! let seats: Vec<u8> = Draft::of(&game).order.iter().map(|(seat, _)| seat.0).collect();
//! assert_eq!(seats, [0, 1, 2, 3, 3, 2, 1, 0]);
//! ```

mod corners;
mod corrections;
mod model;
mod pairs;
mod policy;

pub use corners::Corners;
pub use corrections::Telling;
pub use model::{Model, Sample};
pub use policy::{NextPick, Policy, Scored};

use hexwright_catan::game::{Action, Catan, CatanPosition};
use hexwright_core::{Actor, CornerId, Game as _, Seat, Step, Turn};

/// A corner taken in the setup.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pick {
    /// Who took it.
    pub seat: Seat,
    /// Which corner.
    pub corner: CornerId,
    /// Whether a city was placed instead of a settlement.
    pub city: bool,
}

/// The pick an action of the setup makes; roads and ships make none.
#[must_use]
pub fn pick_of(seat: Seat, action: &Action) -> Option<Pick> {
    match *action {
        Action::SetupSettlement(corner) => Some(Pick { seat, corner, city: false }),
        Action::SetupCity(corner) => Some(Pick { seat, corner, city: true }),
        _ => None,
    }
}

/// The setup of a game as a draft.
#[derive(Clone, Debug)]
pub struct Draft {
    /// The corners of the board.
    pub corners: Corners,
    /// Number of seats.
    pub seats: usize,
    /// Who picks, one after the other, and whether a city is placed.
    pub order: Vec<(Seat, bool)>,
    /// Corners that may be picked at the start, the richest first.
    pub open: Vec<CornerId>,
}

impl Draft {
    /// The draft of a game: found by playing a setup with the first choice everywhere.
    #[must_use]
    pub fn of(game: &Catan) -> Self {
        let corners = Corners::of(game.board());
        let (mut order, mut open) = (Vec::new(), Vec::new());
        let mut position = game.start();
        while game.turns(&position) == 0 {
            let Some(step) = first_choice(game, &position) else { break };
            if let Some(pick) = seat_of(&step).and_then(|seat| pick_of(seat, &step.action)) {
                if order.is_empty() {
                    open = picks(game, &position, pick.seat).iter().map(|p| p.corner).collect();
                }
                order.push((pick.seat, pick.city));
            }
            game.play_unchecked(&mut position, step.actor, &step.action);
        }
        open.sort_by(|a, b| corners.pips(*b).total_cmp(&corners.pips(*a)).then(a.0.cmp(&b.0)));
        open.truncate(MOST_OPEN);
        Self { corners, seats: game.seats(), order, open }
    }
}

/// Corners a draft looks at; poorer ones are never taken by choice.
const MOST_OPEN: usize = 60;

/// The picks a seat may make now; empty while it places roads or ships.
#[must_use]
pub fn picks(game: &Catan, position: &CatanPosition, seat: Seat) -> Vec<Pick> {
    let mut legal = Vec::new();
    game.legal(position, seat, &mut legal);
    let found: Vec<Pick> = legal.iter().filter_map(|action| pick_of(seat, action)).collect();
    // where settlement and city are both due, the first kind comes first
    let city = found.first().is_some_and(|p| p.city);
    found.into_iter().filter(|p| p.city == city).collect()
}

impl Pick {
    /// The action that makes it.
    #[must_use]
    pub const fn action(&self) -> Action {
        if self.city { Action::SetupCity(self.corner) } else { Action::SetupSettlement(self.corner) }
    }
}

fn first_choice(game: &Catan, position: &CatanPosition) -> Option<Step<Action>> {
    match game.turn(position) {
        Turn::Over => None,
        Turn::Chance => {
            let mut outcomes = Vec::new();
            game.outcomes(position, &mut outcomes);
            outcomes.first().map(|first| Step::chance(first.action))
        }
        Turn::Seats(set) => {
            let seat = set.iter().next()?;
            let mut legal = Vec::new();
            game.legal(position, seat, &mut legal);
            legal.first().map(|first| Step::seat(seat, *first))
        }
    }
}

/// The seat of a step, if a seat made it.
const fn seat_of(step: &Step<Action>) -> Option<Seat> {
    match step.actor {
        Actor::Seat(seat) => Some(seat),
        Actor::Chance => None,
    }
}
