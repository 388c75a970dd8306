//! What the methods of a game share.

use super::CatanGame;
use crate::convert::{Whole, refused, seat_of};
use crate::wait::{Progress, listening};
use hexwright_catan::game::{Action, Catan, Picked};
use hexwright_core::{Actor, Game as _, Outcome, Seat, Step, Turn, Viewer};
use hexwright_league::{Look, Playable as _, bot_by_name};
use hexwright_play::ask::Ask;
use hexwright_play::chance::thoughts;
use hexwright_play::record::replay_with;
use hexwright_play::run::Played;
use hexwright_play::{Chances, Record};
use pyo3::prelude::*;
use std::sync::{Arc, Mutex, PoisonError};

impl CatanGame {
    pub(super) fn begin(rules: Arc<Catan>, seed: u64, number: u64) -> Self {
        let thoughts = (0..rules.seats()).map(|seat| thoughts(seed, number, seat)).collect();
        Self {
            position: rules.start(),
            rules,
            picked: Picked::Nothing,
            steps: Vec::new(),
            recorded: true,
            chances: Chances::new(seed, number),
            thoughts,
            bots: Mutex::default(),
        }
    }

    pub(super) fn replayed(record: &Record, seed: u64, number: u64) -> PyResult<Self> {
        let rules: Catan = record.game().map_err(refused)?;
        let mut steps = Vec::new();
        let position = replay_with(&rules, record, |replayed| {
            steps.push(*replayed.step);
            true
        });
        let position = position.map_err(refused)?;
        Ok(Self { position, steps, ..Self::begin(Arc::new(rules), seed, number) })
    }

    /// The game in writing; without its steps only what it started from.
    pub(super) fn played(&self, steps: bool) -> Record {
        let names = (0..self.rules.seats()).map(|seat| format!("seat {seat}")).collect();
        let played = if steps {
            let (position, steps) = (self.position.clone(), self.steps.clone());
            Played::<Catan> { position, steps, outcome: self.outcome(), names }
        } else {
            Played { position: self.rules.start(), steps: Vec::new(), outcome: None, names }
        };
        played.record(&self.rules)
    }

    pub(crate) fn rules(&self) -> &Catan {
        &self.rules
    }

    pub(super) fn apply(&mut self, actor: Actor, action: Action) {
        self.rules.play_unchecked(&mut self.position, actor, &action);
        self.picked = Picked::Nothing;
        if self.recorded {
            self.steps.push(Step { actor, action });
        }
    }

    /// The named seat, or the one whose pick comes next.
    pub(super) fn seat(&self, seat: Option<Whole>) -> PyResult<Seat> {
        match seat {
            Some(seat) => seat_of(seat, self.rules.seats()),
            None if matches!(self.rules.turn(&self.position), Turn::Seats(_)) => {
                Ok(self.rules.decider(&self.position))
            }
            None => Err(refused("the game waits for no seat")),
        }
    }

    /// What has been picked belongs to the seat whose pick comes next.
    pub(super) fn picked_by(&self, seat: Seat) -> Picked {
        if self.rules.decider(&self.position) == seat { self.picked } else { Picked::Nothing }
    }

    pub(super) fn mask_words(&self, seat: Seat) -> Vec<u64> {
        let mut words = vec![0; self.rules.picks().words()];
        self.rules.mask_picks(&self.position, self.picked_by(seat), seat, &mut words);
        words
    }

    pub(super) fn draw_chance(&mut self) -> Option<Action> {
        let mut buffer = Vec::new();
        let action = self.chances.draw(&*self.rules, &self.position, &mut buffer)?;
        self.apply(Actor::Chance, action);
        Some(action)
    }

    /// Lets a bot by name decide for the seat whose pick comes next. Those that search do so in a thread of their own, so that
    /// signals are heard meanwhile.
    pub(super) fn asked(&mut self, py: Python<'_>, name: &str) -> PyResult<Action> {
        let seat = self.seat(None)?;
        let kept = self.bots.get_mut().unwrap_or_else(PoisonError::into_inner).remove(name);
        let mut bot = match kept {
            Some(bot) => bot,
            None => bot_by_name(&*self.rules, name, seat, 0).map_err(|e| refused(format!("bot: {e}")))?,
        };
        let mut thoughts = self.thoughts[seat.index()].clone();
        let action;
        if searches(name) {
            let (rules, position) = (self.rules.clone(), self.position.clone());
            (bot, thoughts, action) = listening(py, &Progress::default(), None, move || {
                let action = Ask::new(&*rules, &position, seat).bot(&mut *bot, &mut thoughts);
                (bot, thoughts, action)
            })?;
        } else {
            action = py.detach(|| Ask::new(&*self.rules, &self.position, seat).bot(&mut *bot, &mut thoughts));
        }
        self.thoughts[seat.index()] = thoughts;
        self.bots.get_mut().unwrap_or_else(PoisonError::into_inner).insert(name.to_owned(), bot);
        action.ok_or_else(|| refused("the seat can do nothing"))
    }

    pub(super) fn scene(&self, seat: Option<Whole>, labels: bool) -> PyResult<hexwright_render::Scene> {
        let view = self.rules.view(&self.position, self.viewer(seat)?);
        let scene = self.rules.scene(&view, &Look { names: &[], labels, heat: false });
        scene.ok_or_else(|| refused("this board has no picture"))
    }

    pub(super) fn viewer(&self, seat: Option<Whole>) -> PyResult<Viewer> {
        seat.map_or(Ok(Viewer::Spectator), |seat| seat_of(seat, self.rules.seats()).map(Viewer::Seat))
    }

    pub(super) fn text(&self, action: Action) -> String {
        self.rules.action_text(&self.position, &action)
    }

    pub(super) fn outcome(&self) -> Option<Outcome> {
        self.rules.outcome(&self.position)
    }
}

/// Whether a bot may think for long: those that search, and those that are told how much to.
fn searches(name: &str) -> bool {
    name.contains(':') || Catan::searches(name)
}
