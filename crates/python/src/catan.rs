//! One game of Catan: the referee's side of the table. Seats get views and rows; whoever runs the game
//! plays actions and draws chance.

use crate::convert::{Seed, data, refused, rules, seat_of, useless};
use crate::maps::Map;
use hexwright_catan::game::{Action, Catan, CatanPosition, Pick, Picked};
use hexwright_core::{Actor, Fast, Game as _, Imagine as _, Outcome, Seat, Step, Turn, Viewer};
use hexwright_league::bot_by_name;
use hexwright_play::ask::Ask;
use hexwright_play::bot::Bot;
use hexwright_play::chance::thoughts;
use hexwright_play::record::replay_with;
use hexwright_play::run::Played;
use hexwright_play::{Chances, Record};
use numpy::PyArray1;
use pyo3::prelude::*;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

/// A game of Catan.
#[pyclass(module = "hexwright")]
pub(crate) struct CatanGame {
    rules: Arc<Catan>,
    position: CatanPosition,
    picked: Picked,
    steps: Vec<Step<Action>>,
    /// Whether the steps lead here from the start; an imagined game has no record.
    recorded: bool,
    chances: Chances,
    thoughts: Vec<Fast>,
    bots: Mutex<BTreeMap<String, Box<dyn Bot<Catan>>>>,
}

impl CatanGame {
    fn begin(rules: Arc<Catan>, seed: u64, number: u64) -> Self {
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

    pub(crate) fn rules(&self) -> &Catan {
        &self.rules
    }

    fn apply(&mut self, actor: Actor, action: Action) {
        self.rules.play_unchecked(&mut self.position, actor, &action);
        self.picked = Picked::Nothing;
        if self.recorded {
            self.steps.push(Step { actor, action });
        }
    }

    /// The named seat, or the one whose pick comes next.
    fn seat(&self, seat: Option<u8>) -> PyResult<Seat> {
        match seat {
            Some(seat) => seat_of(seat, self.rules.seats()),
            None if matches!(self.rules.turn(&self.position), Turn::Seats(_)) => {
                Ok(self.rules.decider(&self.position))
            }
            None => Err(refused("the game waits for no seat")),
        }
    }

    /// What has been picked belongs to the seat whose pick comes next.
    fn picked_by(&self, seat: Seat) -> Picked {
        if self.rules.decider(&self.position) == seat { self.picked } else { Picked::Nothing }
    }

    fn mask_words(&self, seat: Seat) -> Vec<u64> {
        let mut words = vec![0; self.rules.picks().words()];
        self.rules.mask_picks(&self.position, self.picked_by(seat), seat, &mut words);
        words
    }

    fn draw_chance(&mut self) -> Option<Action> {
        let mut buffer = Vec::new();
        let action = self.chances.draw(&*self.rules, &self.position, &mut buffer)?;
        self.apply(Actor::Chance, action);
        Some(action)
    }

    fn text(&self, action: Action) -> String {
        self.rules.action_text(&self.position, &action)
    }

    fn outcome(&self) -> Option<Outcome> {
        self.rules.outcome(&self.position)
    }
}

#[pymethods]
impl CatanGame {
    /// A game on a map. The board is drawn with `board_seed`, by default the game's seed.
    #[new]
    #[pyo3(signature = (map, *, seats = None, seed = Seed::Number(1), number = 0, board_seed = None, ruleset = None, options = None))]
    fn new(
        map: &Map,
        seats: Option<usize>,
        seed: Seed,
        number: u64,
        board_seed: Option<Seed>,
        ruleset: Option<String>,
        options: Option<Vec<String>>,
    ) -> PyResult<Self> {
        let setup = map.setup();
        let players = setup.seats(seats.unwrap_or(0));
        let board = board_seed.as_ref().map_or_else(|| seed.number(), Seed::number);
        let table = hexwright_league::catan::game(setup, players, &rules(ruleset, options), board)
            .map_err(refused)?;
        Ok(Self::begin(Arc::new(table), seed.number(), number))
    }

    /// A game from its record, replayed and checked; it goes on with the chance of `seed`.
    #[staticmethod]
    #[pyo3(signature = (text, *, seed = Seed::Number(1), number = 0))]
    fn from_record(text: &str, seed: Seed, number: u64) -> PyResult<Self> {
        let record = Record::parse("game.record", text).map_err(|report| useless(&report))?;
        let rules: Catan = record.game().map_err(refused)?;
        let mut steps = Vec::new();
        let position = replay_with(&rules, &record, |replayed| {
            steps.push(*replayed.step);
            true
        });
        let position = position.map_err(refused)?;
        Ok(Self { position, steps, ..Self::begin(Arc::new(rules), seed.number(), number) })
    }

    /// The game in writing.
    #[pyo3(signature = (names = None))]
    fn record(&self, names: Option<Vec<String>>) -> PyResult<String> {
        if !self.recorded {
            return Err(refused("an imagined game has no record"));
        }
        let names = names.unwrap_or_else(|| (0..self.rules.seats()).map(|s| format!("seat {s}")).collect());
        if names.len() != self.rules.seats() {
            return Err(refused(format!("expected {} names, found {}", self.rules.seats(), names.len())));
        }
        let (position, steps) = (self.position.clone(), self.steps.clone());
        Ok(Played::<Catan> { position, steps, outcome: self.outcome(), names }
            .record(&self.rules)
            .to_string())
    }

    /// The same game anew: other chance on the same board.
    fn restart(&mut self, seed: u64, number: u64) {
        *self = Self::begin(self.rules.clone(), seed, number);
    }

    /// A copy that goes on with the same chance.
    fn clone(&self) -> Self {
        Self {
            rules: self.rules.clone(),
            position: self.position.clone(),
            picked: self.picked,
            steps: self.steps.clone(),
            recorded: self.recorded,
            chances: self.chances.clone(),
            thoughts: self.thoughts.clone(),
            bots: Mutex::default(),
        }
    }

    /// A world that looks the same to a seat and is drawn at random in everything it cannot see.
    fn imagine(&self, seat: u8, seed: u64) -> PyResult<Self> {
        let seat = seat_of(seat, self.rules.seats())?;
        let view = self.rules.view(&self.position, Viewer::Seat(seat));
        let position = self.rules.imagine(&view, &mut Fast::new(seed, 0));
        let begun = Self::begin(self.rules.clone(), seed, 0);
        Ok(Self { position, picked: self.picked, recorded: false, ..begun })
    }

    #[getter]
    fn seats(&self) -> usize {
        self.rules.seats()
    }

    /// Points to win.
    #[getter]
    fn goal(&self) -> i16 {
        self.rules.goal()
    }

    /// `seats`, `chance` or `over`.
    #[getter]
    fn waits_for(&self) -> &'static str {
        match self.rules.turn(&self.position) {
            Turn::Seats(_) => "seats",
            Turn::Chance => "chance",
            Turn::Over => "over",
        }
    }

    /// The seats that may act.
    #[getter]
    fn to_act(&self) -> Vec<usize> {
        match self.rules.turn(&self.position) {
            Turn::Seats(set) => set.iter().map(Seat::index).collect(),
            _ => Vec::new(),
        }
    }

    /// The seat whose pick comes next; None while chance is due and at the end.
    #[getter]
    fn decider(&self) -> Option<u8> {
        self.seat(None).ok().map(|seat| seat.0)
    }

    /// Turns begun.
    #[getter]
    fn turns(&self) -> u32 {
        self.rules.turns(&self.position)
    }

    /// A fingerprint of the position, the same on every machine.
    #[getter]
    fn fingerprint(&self) -> u64 {
        self.rules.fingerprint(&self.position)
    }

    /// The winning seats, or None before the end.
    #[getter]
    fn winners(&self) -> Option<Vec<usize>> {
        self.outcome().map(|end| end.winners.iter().map(Seat::index).collect())
    }

    /// Points by seat as everybody can count them; all points when the game is over.
    #[getter]
    fn scores(&self) -> Vec<i32> {
        let view = self.rules.view(&self.position, Viewer::Spectator);
        view.seats.iter().map(|seat| seat.public_points.into()).collect()
    }

    /// What a seat may know, or a spectator.
    #[pyo3(signature = (seat = None))]
    fn view<'py>(&self, py: Python<'py>, seat: Option<u8>) -> PyResult<Bound<'py, PyAny>> {
        let viewer = match seat {
            Some(seat) => Viewer::Seat(seat_of(seat, self.rules.seats())?),
            None => Viewer::Spectator,
        };
        data(py, &self.rules.view(&self.position, viewer))
    }

    /// Legal actions of a seat, each as its text and its picks (none for answers to offers).
    #[pyo3(signature = (seat = None))]
    fn legal(&self, seat: Option<u8>) -> PyResult<Vec<(String, Vec<usize>)>> {
        let mut actions = Vec::new();
        self.rules.legal(&self.position, self.seat(seat)?, &mut actions);
        Ok(actions.into_iter().map(|action| (self.text(action), self.rules.picks_of(action))).collect())
    }

    /// Plays an action by its text, offers included.
    #[pyo3(signature = (text, seat = None))]
    fn play(&mut self, text: &str, seat: Option<u8>) -> PyResult<()> {
        let actor = Actor::Seat(self.seat(seat)?);
        let action = self.rules.parse_action(&self.position, actor, text).map_err(refused)?;
        let mut after = self.position.clone();
        self.rules.play(&mut after, actor, &action).map_err(refused)?;
        self.apply(actor, action);
        Ok(())
    }

    /// Number of picks there are on this board.
    #[getter]
    fn pick_count(&self) -> usize {
        self.rules.picks().count()
    }

    /// A pick in words.
    fn pick_text(&self, pick: usize) -> PyResult<String> {
        self.rules.pick_text(pick).ok_or_else(|| refused(format!("there is no pick {pick}")))
    }

    /// One byte for each pick: 1 if the seat may make it now.
    #[pyo3(signature = (seat = None))]
    fn mask<'py>(&self, py: Python<'py>, seat: Option<u8>) -> PyResult<Bound<'py, PyArray1<i8>>> {
        let words = self.mask_words(self.seat(seat)?);
        let bits = (0..self.pick_count()).map(|p| (words[p / 64] >> (p % 64) & 1) as i8);
        Ok(PyArray1::from_iter(py, bits))
    }

    /// Makes a pick for the seat whose pick comes next; says whether an action was completed.
    fn pick(&mut self, pick: usize) -> PyResult<bool> {
        let seat = self.seat(None)?;
        let words = self.mask_words(seat);
        let open = pick < self.pick_count() && words[pick / 64] >> (pick % 64) & 1 == 1;
        match self.rules.pick(&self.position, self.picked, seat, pick).filter(|_| open) {
            Some(Pick::Part(more)) => self.picked = more,
            Some(Pick::Action(action)) => self.apply(Actor::Seat(seat), action),
            None => return Err(refused(format!("pick {pick} is not legal now"))),
        }
        Ok(self.picked == Picked::Nothing)
    }

    /// The outcomes chance may bring now, as (text, weight).
    fn outcomes(&self) -> Vec<(String, u32)> {
        let mut outcomes = Vec::new();
        self.rules.outcomes(&self.position, &mut outcomes);
        outcomes.into_iter().map(|o| (self.text(o.action), o.weight)).collect()
    }

    /// Lets chance bring a chosen outcome.
    fn apply_outcome(&mut self, text: &str) -> PyResult<()> {
        let action = self.rules.parse_action(&self.position, Actor::Chance, text).map_err(refused)?;
        let mut after = self.position.clone();
        self.rules.play(&mut after, Actor::Chance, &action).map_err(refused)?;
        self.apply(Actor::Chance, action);
        Ok(())
    }

    /// Draws the outcome the game waits for from its own stream and plays it; its text.
    fn draw(&mut self) -> PyResult<String> {
        let before = self.position.clone();
        let action = self.draw_chance().ok_or_else(|| refused("the game waits for no chance"))?;
        Ok(self.rules.action_text(&before, &action))
    }

    /// Draws chance until a seat must act or the game is over.
    fn settle(&mut self) {
        while self.rules.turn(&self.position) == Turn::Chance && self.draw_chance().is_some() {}
    }

    /// What a seat may know as a row of bytes.
    #[pyo3(signature = (seat = None))]
    fn row<'py>(&self, py: Python<'py>, seat: Option<u8>) -> PyResult<Bound<'py, PyArray1<u8>>> {
        let seat = self.seat(seat)?;
        let picked = self.picked_by(seat);
        Ok(PyArray1::from_vec(py, self.rules.tensor(&self.position, seat, picked)))
    }

    /// The parts of a row with their lengths, in order.
    #[getter]
    fn row_parts(&self) -> Vec<(&'static str, usize)> {
        self.rules.tensor_parts()
    }

    /// What a bot by name would do on the seat whose pick comes next, as text; it is not played.
    fn ask(&mut self, py: Python<'_>, bot: &str) -> PyResult<String> {
        let seat = self.seat(None)?;
        let Self { rules, position, thoughts, bots, .. } = self;
        let action = py.detach(|| {
            let bots = bots.get_mut().unwrap_or_else(PoisonError::into_inner);
            if !bots.contains_key(bot) {
                bots.insert(bot.to_owned(), bot_by_name(&**rules, bot, seat, 0)?);
            }
            let ask = Ask::new(&**rules, &*position, seat);
            let action = bots.get_mut(bot).and_then(|b| ask.bot(&mut **b, &mut thoughts[seat.index()]));
            Ok::<_, hexwright_league::Fault>(action)
        });
        let action = action.map_err(refused)?.ok_or_else(|| refused("the seat can do nothing"))?;
        Ok(self.text(action))
    }

    /// Lets bots by name play to the end, or until `steps` actions were played.
    #[pyo3(signature = (bots, *, steps = 1_000_000))]
    fn play_out(&mut self, py: Python<'_>, bots: Vec<String>, steps: u64) -> PyResult<()> {
        if bots.len() != self.rules.seats() {
            return Err(refused(format!("expected {} bots, found {}", self.rules.seats(), bots.len())));
        }
        for _ in 0..steps {
            self.settle();
            let Some(seat) = self.decider() else { break };
            let text = self.ask(py, &bots[usize::from(seat)])?;
            self.play(&text, None)?;
        }
        self.settle();
        Ok(())
    }

    fn __repr__(&self) -> String {
        format!("CatanGame(seats={}, turns={}, waits_for={:?})", self.seats(), self.turns(), self.waits_for())
    }
}
