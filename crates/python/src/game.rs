//! Any playable game by its name: the referee's side of the table, the same for all of them.

use crate::convert::{Seed, Whole, data, pixels, refused, seat_of, useless};
use crate::save::Saved;
use crate::wait::{Progress, listening};
use hexwright_core::present::Choice;
use hexwright_core::{Actor, Fast, Game as _, Seat, Step, Turn, Viewer};
use hexwright_league::{GAMES, Look, NewGame, Playable, bot_by_name, told, with_game};
use hexwright_play::ask::Ask;
use hexwright_play::chance::thoughts;
use hexwright_play::record::replay_with;
use hexwright_play::run::Played;
use hexwright_play::{Chances, Record};
use numpy::{PyArray1, PyArray3};
use pyo3::prelude::*;
use std::sync::Arc;

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

/// What a game can do, whatever its rules.
trait AnyGame: Send + Sync {
    fn name(&self) -> &'static str;
    fn seats(&self) -> usize;
    fn turn(&self) -> Turn;
    fn winners(&self) -> Option<Vec<usize>>;
    fn view_json(&self, viewer: Viewer) -> String;
    fn picture(&self, viewer: Viewer) -> String;
    fn legal(&self, seat: Seat) -> Vec<String>;
    fn choices(&self, seat: Seat) -> Vec<Choice>;
    fn act(&mut self, actor: Actor, text: &str, viewer: Viewer) -> Result<Vec<String>, String>;
    fn draw(&mut self) -> Option<String>;
    fn outcomes(&self) -> Vec<(String, u32)>;
    /// A decision to be made elsewhere: its text, and where the thoughts of the seat stand then.
    fn ask(&self, bot: &str, seat: Seat) -> Result<Thinking, String>;
    fn think_on(&mut self, seat: Seat, thoughts: Fast);
    fn record(&self) -> String;
    fn saved(&self) -> Saved;
    fn copied(&self) -> Box<dyn AnyGame>;
    fn scene(&self, viewer: Viewer) -> Option<hexwright_render::Scene>;
}

type Thinking = Box<dyn FnOnce() -> (Option<String>, Fast) + Send>;

struct Held<G: Playable> {
    rules: Arc<G>,
    position: G::Position,
    steps: Vec<Step<G::Action>>,
    chances: Chances,
    thoughts: Vec<Fast>,
}

impl<G: Playable> Held<G> {
    fn new(rules: G, seed: u64, number: u64) -> Self {
        let thoughts = (0..rules.seats()).map(|seat| thoughts(seed, number, seat)).collect();
        Self {
            position: rules.start(),
            rules: Arc::new(rules),
            steps: Vec::new(),
            chances: Chances::new(seed, number),
            thoughts,
        }
    }

    fn replayed(record: &Record, seed: u64, number: u64) -> Result<Self, String> {
        let mut held = Self::new(record.game()?, seed, number);
        let mut steps = Vec::new();
        let end = replay_with(&*held.rules, record, |replayed| {
            steps.push(replayed.step.clone());
            true
        });
        held.position = end.map_err(|e| e.to_string())?;
        held.steps = steps;
        Ok(held)
    }

    fn apply(&mut self, step: Step<G::Action>) {
        self.rules.play_unchecked(&mut self.position, step.actor, &step.action);
        self.steps.push(step);
    }
}

impl<G: Playable> AnyGame for Held<G> {
    fn name(&self) -> &'static str {
        G::NAME
    }

    fn seats(&self) -> usize {
        self.rules.seats()
    }

    fn turn(&self) -> Turn {
        self.rules.turn(&self.position)
    }

    fn winners(&self) -> Option<Vec<usize>> {
        self.rules.outcome(&self.position).map(|end| end.winners.iter().map(Seat::index).collect())
    }

    fn view_json(&self, viewer: Viewer) -> String {
        serde_json::to_string(&self.rules.view(&self.position, viewer)).unwrap_or_default()
    }

    fn picture(&self, viewer: Viewer) -> String {
        self.rules.picture(&self.rules.view(&self.position, viewer), &[]).to_string()
    }

    fn legal(&self, seat: Seat) -> Vec<String> {
        let mut legal = Vec::new();
        self.rules.legal(&self.position, seat, &mut legal);
        legal.iter().map(|action| self.rules.action_text(&self.position, action)).collect()
    }

    fn choices(&self, seat: Seat) -> Vec<Choice> {
        self.rules.choices(&self.position, seat)
    }

    fn act(&mut self, actor: Actor, text: &str, viewer: Viewer) -> Result<Vec<String>, String> {
        let action = self.rules.parse_action(&self.position, actor, text).map_err(|e| e.to_string())?;
        self.rules.play(&mut self.position.clone(), actor, &action).map_err(|e| e.to_string())?;
        let step = Step { actor, action };
        let said = told(&*self.rules, &self.position, &step, viewer, &[]);
        self.apply(step);
        Ok(said)
    }

    fn draw(&mut self) -> Option<String> {
        let action = self.chances.draw(&*self.rules, &self.position, &mut Vec::new())?;
        let text = self.rules.action_text(&self.position, &action);
        self.apply(Step::chance(action));
        Some(text)
    }

    fn outcomes(&self) -> Vec<(String, u32)> {
        let mut outcomes = Vec::new();
        self.rules.outcomes(&self.position, &mut outcomes);
        outcomes.into_iter().map(|o| (self.rules.action_text(&self.position, &o.action), o.weight)).collect()
    }

    fn ask(&self, bot: &str, seat: Seat) -> Result<Thinking, String> {
        let mut bot = bot_by_name(&*self.rules, bot, seat, 0).map_err(|e| e.to_string())?;
        let (rules, position) = (self.rules.clone(), self.position.clone());
        let mut thoughts = self.thoughts[seat.index()].clone();
        Ok(Box::new(move || {
            let action = Ask::new(&*rules, &position, seat).bot(&mut *bot, &mut thoughts);
            (action.map(|action| rules.action_text(&position, &action)), thoughts)
        }))
    }

    fn think_on(&mut self, seat: Seat, thoughts: Fast) {
        self.thoughts[seat.index()] = thoughts;
    }

    fn record(&self) -> String {
        let names = (0..self.rules.seats()).map(|seat| format!("seat {seat}")).collect();
        let (position, steps) = (self.position.clone(), self.steps.clone());
        let outcome = self.rules.outcome(&position);
        Played::<G> { position, steps, outcome, names }.record(&self.rules).to_string()
    }

    fn saved(&self) -> Saved {
        Saved::new(self.record(), &self.chances, &self.thoughts)
    }

    fn copied(&self) -> Box<dyn AnyGame> {
        Box::new(Self {
            rules: self.rules.clone(),
            position: self.position.clone(),
            steps: self.steps.clone(),
            chances: self.chances.clone(),
            thoughts: self.thoughts.clone(),
        })
    }

    fn scene(&self, viewer: Viewer) -> Option<hexwright_render::Scene> {
        let view = self.rules.view(&self.position, viewer);
        self.rules.scene(&view, &Look { names: &[], labels: false, heat: false })
    }
}

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
