//! Any playable game by its name: the referee's side of the table, the same for all of them.

mod any;

use crate::convert::{Seed, Whole, data, pixels, refused, seat_of, useless};
use crate::save::Saved;
use crate::wait::{Progress, listening};
use any::{AnyGame, Held};
use hexwright_core::{Actor, Game as _, Seat, Turn, Viewer};
use hexwright_league::{GAMES, NewGame, Playable, with_game};
use hexwright_play::Record;
use numpy::{PyArray1, PyArray3};
use pyo3::prelude::*;

/// Actions a seat can choose among by number; no game of the table lists more in ordinary play, and what stands
/// behind is played by its text.
const PICKS: usize = 512;
/// Numbers of a row.
const ROW: usize = 256;

/// A game of any kind by its name: ``catan``, ``terra``, ``battle`` or ``high-card``. A pick is a place in the legal list; a row holds
/// the numbers of the seat's view.
///
/// >>> import hexwright as hw
/// >>> game = hw.Game("battle", seed=5)
/// >>> game.settle()
/// >>> game.name, game.seats, game.decider is not None
/// ('battle', 2, True)
/// >>> said = game.play(game.legal()[0])
/// >>> isinstance(said, list)
/// True
#[pyclass(module = "hexwright")]
pub(crate) struct Game(Box<dyn AnyGame>);

fn no_game(name: &str) -> PyErr {
    refused(format!("name: no game is called {name:?}; known are: {}", GAMES.join(", ")))
}

fn replayed(record: &Record, seed: u64, number: u64, saved: Option<&Saved>) -> PyResult<Game> {
    let held: Box<dyn AnyGame> = with_game!(
        record.game.as_str(),
        G => {
            let mut held = Held::<G>::replayed(record, seed, number).map_err(refused)?;
            if let Some(saved) = saved {
                held.chances = saved.chances()?;
                held.thoughts = saved.thoughts(held.rules.seats())?;
            }
            Box::new(held)
        },
        return Err(no_game(&record.game))
    );
    Ok(Game(held))
}

impl Game {
    /// The named seat, or the first that may act.
    fn seat(&self, seat: Option<Whole>) -> PyResult<Seat> {
        match (seat, self.0.turn()) {
            (Some(seat), _) => seat_of(seat, self.0.seats()),
            (None, Turn::Seats(set)) => {
                set.iter().next().ok_or_else(|| refused("the game waits for no seat"))
            }
            _ => Err(refused("the game waits for no seat")),
        }
    }

    fn viewer(&self, seat: Option<Whole>) -> PyResult<Viewer> {
        seat.map_or(Ok(Viewer::Spectator), |seat| seat_of(seat, self.0.seats()).map(Viewer::Seat))
    }

    fn settle_all(&mut self) {
        while self.0.turn() == Turn::Chance && self.0.draw().is_some() {}
    }
}

#[pymethods]
impl Game {
    /// A new game by name, with options as in ``["cards=4"]``.
    #[new]
    #[pyo3(signature = (name, *, seats = None, options = Vec::new(), setup_seed = None, seed = Seed::Number(1), number = Whole(0)))]
    fn new(
        name: &str,
        seats: Option<Whole>,
        options: Vec<String>,
        setup_seed: Option<Seed>,
        seed: Seed,
        number: Whole,
    ) -> PyResult<Self> {
        let pair = |word: &String| {
            let parts = word.split_once('=').map(|(name, value)| (name.to_owned(), value.to_owned()));
            parts.ok_or_else(|| refused(format!("options: expected an option as NAME=VALUE, found {word:?}")))
        };
        let options = options.iter().map(pair).collect::<PyResult<_>>()?;
        let drawn = setup_seed.as_ref().map_or_else(|| seed.number(), Seed::number);
        if seats.is_some_and(|seats| seats.0 == 0) {
            return Err(refused("seats: expected at least 1, found 0"));
        }
        let new = NewGame { seats: seats.map(Whole::size), options, seed: drawn };
        let held: Box<dyn AnyGame> = with_game!(
            name,
            G => Box::new(Held::<G>::new(G::create(&new).map_err(refused)?, seed.number(), number.0)),
            return Err(no_game(name))
        );
        Ok(Self(held))
    }

    /// A game from its record, replayed and checked; it goes on with the chance of `seed`.
    #[staticmethod]
    #[pyo3(signature = (text, *, seed = Seed::Number(1), number = Whole(0)))]
    fn from_record(text: &str, seed: Seed, number: Whole) -> PyResult<Self> {
        let record = Record::parse("game.record", text).map_err(|report| useless(&report))?;
        replayed(&record, seed.number(), number.0, None)
    }

    /// The game as text that goes on identically, chance and thoughts of bots included. `loads` reads it back; pickle, `copy` and
    /// `deepcopy` use it too.
    fn dumps(&self) -> PyResult<String> {
        self.0.saved().text()
    }

    /// The game of such a text.
    #[staticmethod]
    fn loads(text: &str) -> PyResult<Self> {
        let saved = Saved::parse(text)?;
        replayed(&saved.record()?, 0, 0, Some(&saved))
    }

    /// Writes `dumps` into a file.
    fn save(&self, path: std::path::PathBuf) -> PyResult<()> {
        Ok(std::fs::write(path, self.dumps()?)?)
    }

    /// Reads a file that `save` wrote.
    #[staticmethod]
    fn load(path: std::path::PathBuf) -> PyResult<Self> {
        Self::loads(&std::fs::read_to_string(path)?)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        Ok((py.get_type::<Self>().getattr("loads")?, (self.dumps()?,)))
    }

    /// A copy that goes on with the same chance.
    fn clone(&self) -> Self {
        Self(self.0.copied())
    }

    fn __copy__(&self) -> Self {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        self.clone()
    }

    /// The table as SVG, as a seat sees it or a spectator.
    #[pyo3(signature = (seat = None))]
    fn svg(&self, seat: Option<Whole>) -> PyResult<String> {
        let scene = self.0.scene(self.viewer(seat)?);
        scene.map(|scene| scene.to_svg()).ok_or_else(|| refused(format!("{} has no picture", self.0.name())))
    }

    /// The table as PNG of this width.
    #[pyo3(signature = (seat = None, *, width = 1000))]
    fn png(&self, seat: Option<Whole>, width: u32) -> PyResult<Vec<u8>> {
        let scene = self.0.scene(self.viewer(seat)?);
        let scene = scene.ok_or_else(|| refused(format!("{} has no picture", self.0.name())))?;
        scene.to_png(width).map_err(refused)
    }

    /// The table as an array of height, width and red, green, blue.
    #[pyo3(signature = (seat = None, *, width = 800))]
    fn rgb<'py>(
        &self,
        py: Python<'py>,
        seat: Option<Whole>,
        width: u32,
    ) -> PyResult<Bound<'py, PyArray3<u8>>> {
        pixels(
            py,
            &self
                .0
                .scene(self.viewer(seat)?)
                .ok_or_else(|| refused(format!("{} has no picture", self.0.name())))?,
            width,
        )
    }

    fn _repr_svg_(&self) -> Option<String> {
        self.0.scene(Viewer::Spectator).map(|scene| scene.to_svg())
    }

    fn __repr__(&self) -> String {
        format!("Game({:?}, seats={}, waits_for={:?})", self.0.name(), self.0.seats(), self.waits_for())
    }

    /// What the game is called.
    #[getter]
    fn name(&self) -> &'static str {
        self.0.name()
    }

    /// How many play.
    #[getter]
    fn seats(&self) -> usize {
        self.0.seats()
    }

    /// `seats`, `chance` or `over`.
    #[getter]
    fn waits_for(&self) -> &'static str {
        match self.0.turn() {
            Turn::Seats(_) => "seats",
            Turn::Chance => "chance",
            Turn::Over => "over",
        }
    }

    /// The seats that may act.
    #[getter]
    fn to_act(&self) -> Vec<usize> {
        match self.0.turn() {
            Turn::Seats(set) => set.iter().map(Seat::index).collect(),
            _ => Vec::new(),
        }
    }

    /// The seat that decides next; None while chance is due and at the end.
    #[getter]
    fn decider(&self) -> Option<u8> {
        self.seat(None).ok().map(|seat| seat.0)
    }

    /// The winning seats, or None before the end.
    #[getter]
    fn winners(&self) -> Option<Vec<usize>> {
        self.0.winners()
    }

    /// What a seat may know, or a spectator.
    #[pyo3(signature = (seat = None))]
    fn view<'py>(&self, py: Python<'py>, seat: Option<Whole>) -> PyResult<Bound<'py, PyAny>> {
        py.import("json")?.call_method1("loads", (self.0.view_json(self.viewer(seat)?),))
    }

    /// The same as plain text.
    #[pyo3(signature = (seat = None))]
    fn picture(&self, seat: Option<Whole>) -> PyResult<String> {
        Ok(self.0.picture(self.viewer(seat)?))
    }

    /// Legal actions of a seat as text, in the order of its picks.
    #[pyo3(signature = (seat = None))]
    fn legal(&self, seat: Option<Whole>) -> PyResult<Vec<String>> {
        Ok(self.0.legal(self.seat(seat)?))
    }

    /// What a seat may do, as people are shown it: label, group, place, cost.
    #[pyo3(signature = (seat = None))]
    fn choices<'py>(&self, py: Python<'py>, seat: Option<Whole>) -> PyResult<Bound<'py, PyAny>> {
        data(py, &self.0.choices(self.seat(seat)?))
    }

    /// Plays an action by its text and says in words what happened, as its seat may know.
    #[pyo3(signature = (text, seat = None))]
    fn play(&mut self, text: &str, seat: Option<Whole>) -> PyResult<Vec<String>> {
        let seat = self.seat(seat)?;
        self.0.act(Actor::Seat(seat), text, Viewer::Seat(seat)).map_err(refused)
    }

    /// The outcomes chance may bring now, as (text, weight).
    fn outcomes(&self) -> Vec<(String, u32)> {
        self.0.outcomes()
    }

    /// Lets chance bring a chosen outcome.
    fn apply_outcome(&mut self, text: &str) -> PyResult<()> {
        self.0.act(Actor::Chance, text, Viewer::Spectator).map(drop).map_err(refused)
    }

    /// Draws the outcome the game waits for from its own stream and plays it; its text.
    fn draw(&mut self) -> PyResult<String> {
        self.0.draw().ok_or_else(|| refused("the game waits for no chance"))
    }

    /// Draws chance until a seat must act or the game is over.
    fn settle(&mut self) {
        self.settle_all();
    }

    /// What a bot by name would do on the seat that decides, as text; it is not played.
    #[pyo3(signature = (bot, seat = None))]
    fn ask(&mut self, py: Python<'_>, bot: &str, seat: Option<Whole>) -> PyResult<String> {
        let seat = self.seat(seat)?;
        let thinking = self.0.ask(bot, seat).map_err(|why| refused(format!("bot: {why}")))?;
        let (answer, thoughts) = if bot == "random" {
            py.detach(thinking)
        } else {
            listening(py, &Progress::default(), None, thinking)?
        };
        self.0.think_on(seat, thoughts);
        answer.ok_or_else(|| refused("the seat can do nothing"))
    }

    /// The game in writing.
    fn record(&self) -> String {
        self.0.record()
    }

    /// Number of picks.
    #[getter]
    fn pick_count(&self) -> usize {
        PICKS
    }

    /// One byte for each pick: 1 if the seat may make it now.
    #[pyo3(signature = (seat = None))]
    fn mask<'py>(&self, py: Python<'py>, seat: Option<Whole>) -> PyResult<Bound<'py, PyArray1<i8>>> {
        let legal = self.0.legal(self.seat(seat)?).len().min(PICKS);
        Ok(PyArray1::from_iter(py, (0..PICKS).map(|pick| i8::from(pick < legal))))
    }

    /// Plays the legal action of this place for the seat that decides, then draws all chance that follows.
    fn pick(&mut self, pick: Whole) -> PyResult<()> {
        let seat = self.seat(None)?;
        let legal = self.0.legal(seat);
        let text =
            legal.get(pick.size()).ok_or_else(|| refused(format!("pick {} is not legal now", pick.0)))?;
        self.0.act(Actor::Seat(seat), text, Viewer::Spectator).map_err(refused)?;
        self.settle_all();
        Ok(())
    }

    /// Numbers of a row.
    #[getter]
    fn row_length(&self) -> usize {
        ROW
    }

    /// The numbers of a seat's view in their order, cut to bytes; words are left out.
    fn row<'py>(&self, py: Python<'py>, seat: Whole) -> PyResult<Bound<'py, PyArray1<u8>>> {
        let seat = seat_of(seat, self.0.seats())?;
        let view = serde_json::from_str(&self.0.view_json(Viewer::Seat(seat))).map_err(refused)?;
        let mut row = Vec::with_capacity(ROW);
        numbers(&view, &mut row);
        row.resize(ROW, 0);
        Ok(PyArray1::from_vec(py, row))
    }
}

fn numbers(value: &serde_json::Value, out: &mut Vec<u8>) {
    use serde_json::Value;
    match value {
        Value::Null => out.push(0),
        Value::Bool(flag) => out.push(u8::from(*flag)),
        Value::Number(n) => out.push(n.as_i64().unwrap_or(0).clamp(0, 255) as u8),
        Value::String(_) => {}
        Value::Array(list) => list.iter().for_each(|item| numbers(item, out)),
        Value::Object(fields) => fields.values().for_each(|item| numbers(item, out)),
    }
}
