//! What can be taken back, and what followers hear of it.

use super::tell::{cards_text, price};
use super::{Host, To};
use crate::game::{Action, CatanPosition, Hand, Refusal};
use hexwright_core::{Actor, Game as _, Viewer};

/// The first words of actions that followers can be told to be taken back, in the notation of records.
pub const UNDONE: [&str; 15] = [
    "setup-settlement",
    "setup-road",
    "setup-ship",
    "setup-bridge",
    "setup-city",
    "road",
    "ship",
    "bridge",
    "settlement",
    "city",
    "wall",
    "move-ship",
    "robber",
    "pirate",
    "bank-trade",
];

/// A step of this turn.
#[derive(Clone, Debug)]
pub(super) struct Played {
    /// Its number.
    pub(super) step: usize,
    pub(super) before: CatanPosition,
    pub(super) actor: Actor,
    pub(super) action: Action,
}

/// A build, a ship move or a robber move that may be taken back.
#[derive(Clone, Debug)]
pub(super) struct Build {
    pub(super) step: usize,
    pub(super) action: Action,
    /// The line that was said of it, without its verb; of a robber move the line that takes it back.
    pub(super) text: String,
    /// A city where nothing stood.
    pub(super) direct: bool,
    /// A free piece of a card.
    pub(super) free: bool,
    /// The number of the points it brought.
    pub(super) point: Option<u32>,
}

impl Build {
    pub(super) fn new(step: usize, action: Action, text: String) -> Self {
        Self { step, action, text, direct: false, free: false, point: None }
    }
}

impl Host {
    /// Whether followers can be told that a step is taken back.
    #[must_use]
    pub fn can_take_back(&self, step: usize) -> bool {
        self.recent.iter().any(|played| {
            played.step == step
                && match played.action {
                    Action::Robber(_) | Action::Pirate(_) => self.robbing.is_some(),
                    Action::BankTrade { .. } => true,
                    _ => self.builds.iter().flatten().any(|build| build.step == step),
                }
        })
    }

    /// Takes a step of this turn back; those after it are played again.
    ///
    /// # Errors
    /// If one of them cannot be played without it; then nothing has changed.
    pub fn take_back(&mut self, step: usize) -> Result<(), Refusal> {
        let gone = || Refusal::BadAction { reason: "this cannot be taken back any more".to_owned() };
        let Some(at) = self.recent.iter().position(|played| played.step == step) else {
            return Err(gone());
        };
        let mut position = self.recent[at].before.clone();
        let mut befores = Vec::new();
        for later in &self.recent[at + 1..] {
            befores.push(position.clone());
            self.game.play(&mut position, later.actor, &later.action)?;
        }
        let taken = self.recent.remove(at);
        for (later, before) in self.recent[at..].iter_mut().zip(befores) {
            (later.step, later.before) = (later.step - 1, before);
        }
        let old = self.game.view(&self.position, Viewer::Spectator);
        self.position = position;
        self.steps -= 1;
        let Actor::Seat(seat) = taken.actor else { return Ok(()) };
        self.tell_take_back(seat.index(), step, taken.action, old.road_holder);
        for build in self.builds.iter_mut().flatten() {
            build.step -= usize::from(build.step > step);
        }
        Ok(())
    }

    fn tell_take_back(&mut self, seat: usize, step: usize, action: Action, road_holder: Option<u8>) {
        if let Some(robbing) = self.robbing.take_if(|robbing| robbing.step == step) {
            self.say(seat, To::All, robbing.text);
            return self.say(seat, To::Only, "undo-robber");
        }
        if let Action::BankTrade { count, give, take } = action {
            let given = Hand::single(give, count.into());
            self.say(seat, To::All, format!("refund {}", cards_text(given)));
            return self.say(seat, To::All, format!("spent {}", cards_text(Hand::single(take, 1))));
        }
        let Some(at) = self.builds[seat].iter().rposition(|build| build.step == step) else { return };
        let build = self.builds[seat].remove(at);
        match (build.action, price(build.action, build.direct)) {
            (Action::MoveShip { .. }, _) => self.say(seat, To::Own, format!("move-back {}", build.text)),
            (_, cost) => {
                self.say(seat, To::Own, format!("remove {}", build.text));
                if build.direct {
                    let place = build.text.trim_start_matches("city ");
                    self.say(seat, To::Own, format!("remove settlement {place}"));
                }
                if let Some((_, cost)) = cost.filter(|_| !build.free) {
                    self.say(seat, To::All, format!("refund {}", cards_text(cost)));
                }
            }
        }
        if let Some((count, won)) = self.free_roads.as_mut().filter(|_| build.free) {
            (*count, *won) = (count.saturating_sub(1), false);
        }
        let new = self.public();
        self.award(road_holder, new.road_holder, "longest-road");
        if let Some(id) = build.point {
            self.points[seat].retain(|point| point.0 != id);
            self.say(seat, To::All, format!("lose-point {id}"));
        }
    }
}
