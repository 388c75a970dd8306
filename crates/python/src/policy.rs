//! Players written in Python at tables of the native half. A policy is a function `(view, legal) -> text or place`; one marked with
//! `policy.takes_rows = True` is `(row, mask) -> pick` instead.

use crate::convert::data;
use crate::wait::Progress;
use hexwright_catan::game::{Action, Catan, Pick, Picked};
use hexwright_core::Fast;
use hexwright_play::ask::Asked;
use hexwright_play::bot::Bot;
use numpy::PyArray1;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use std::sync::{Arc, Mutex, PoisonError};

/// What a policy raised first; the run that asked it raises it again.
pub(crate) type Raised = Arc<Mutex<Option<PyErr>>>;

/// A bot by name, or a function of Python.
pub(crate) enum Player {
    Named(String),
    Policy(Arc<Policy>),
}

/// A function of Python that decides.
pub(crate) struct Policy {
    decide: Py<PyAny>,
    name: String,
    takes_rows: bool,
}

impl<'py> FromPyObject<'_, 'py> for Player {
    type Error = PyErr;

    fn extract(value: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(name) = value.extract::<String>() {
            return Ok(Self::Named(name));
        }
        if !value.is_callable() {
            let kind = value.get_type().name()?;
            return Err(PyTypeError::new_err(format!("expected names of bots or policies, found {kind}")));
        }
        let attribute = |name: &str| value.getattr_opt(name).ok().flatten();
        let name = attribute("name").or_else(|| attribute("__name__")).and_then(|name| name.extract().ok());
        let takes_rows = attribute("takes_rows").is_some_and(|flag| flag.is_truthy().unwrap_or(false));
        Ok(Self::Policy(Arc::new(Policy {
            decide: value.to_owned().unbind(),
            name: format!("python:{}", name.unwrap_or_else(|| "policy".to_owned())),
            takes_rows,
        })))
    }
}

impl Player {
    /// What results call it.
    pub(crate) fn name(&self) -> String {
        match self {
            Self::Named(name) => name.clone(),
            Self::Policy(policy) => policy.name.clone(),
        }
    }
}

/// A policy at a seat.
pub(crate) struct PolicyBot {
    pub(crate) policy: Arc<Policy>,
    pub(crate) raised: Raised,
    pub(crate) progress: Progress,
}

impl PolicyBot {
    fn ask(&self, asked: &Asked<'_, Catan>, random: &mut Fast) -> PyResult<usize> {
        Python::attach(|py| {
            if self.policy.takes_rows { self.ask_picks(py, asked, random) } else { self.ask_texts(py, asked) }
        })
    }

    fn ask_texts(&self, py: Python<'_>, asked: &Asked<'_, Catan>) -> PyResult<usize> {
        let legal: Vec<String> = asked.legal.iter().map(|action| asked.text(action)).collect();
        let answer = self.policy.decide.bind(py).call1((data(py, asked.view.view())?, legal.clone()))?;
        if let Ok(text) = answer.extract::<String>() {
            let place = legal.iter().position(|one| *one == text);
            return place.ok_or_else(|| self.wrong(&format!("the text of a legal action, found {text:?}")));
        }
        match answer.extract::<usize>() {
            Ok(place) if place < legal.len() => Ok(place),
            _ => Err(self.wrong(&format!("a legal text or a place below {}, found {answer}", legal.len()))),
        }
    }

    /// Rows and masks tell a seat only what it knows, so those of an imagined world are the real ones.
    fn ask_picks(&self, py: Python<'_>, asked: &Asked<'_, Catan>, random: &mut Fast) -> PyResult<usize> {
        let (game, seat) = (asked.game, asked.seat);
        let world = asked.view.imagine(&mut random.clone());
        let mut picked = Picked::Nothing;
        loop {
            let picks = game.picks();
            let mut words = vec![0; picks.words()];
            game.mask_picks(&world, picked, seat, &mut words);
            let mask = (0..picks.count()).map(|p| (words[p / 64] >> (p % 64) & 1) as i8);
            let mask = PyArray1::from_iter(py, mask);
            let row = PyArray1::from_vec(py, game.tensor(&world, seat, picked));
            let answer = self.policy.decide.bind(py).call1((row, mask))?;
            let pick = answer
                .extract::<usize>()
                .ok()
                .filter(|&p| words.get(p / 64).is_some_and(|word| word >> (p % 64) & 1 == 1));
            let Some(pick) = pick else {
                return Err(self.wrong(&format!("a pick of the mask, found {answer}")));
            };
            match game.pick(&world, picked, seat, pick) {
                Some(Pick::Part(more)) => picked = more,
                Some(Pick::Action(action)) => return self.place(asked, action),
                None => return Err(self.wrong(&format!("a pick of the mask, found {pick}"))),
            }
        }
    }

    fn place(&self, asked: &Asked<'_, Catan>, action: Action) -> PyResult<usize> {
        let place = asked.legal.iter().position(|legal| *legal == action);
        place.ok_or_else(|| self.wrong("a pick that leads to a legal action"))
    }

    fn wrong(&self, expected: &str) -> PyErr {
        PyValueError::new_err(format!("{}: expected {expected}", self.policy.name))
    }
}

impl Bot<Catan> for PolicyBot {
    fn name(&self) -> String {
        self.policy.name.clone()
    }

    fn decide(&mut self, asked: &Asked<'_, Catan>, random: &mut Fast) -> Option<usize> {
        self.progress.pause();
        match self.ask(asked, random) {
            Ok(place) => Some(place),
            Err(error) => {
                self.raised.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
                self.progress.stop();
                self.progress.pause();
                None
            }
        }
    }
}
