//! One game of Catan: the referee's side of the table. Seats get views and rows; whoever runs the game
//! plays actions and draws chance.

mod inside;

use crate::convert::{Seed, Whole, data, pixels, refused, rules, seat_of, seats_of, useless};
use crate::maps::Map;
use crate::save::{self, Saved};
use hexwright_catan::game::{Action, Catan, CatanPosition, Pick, Picked};
use hexwright_core::{Actor, Fast, Game as _, Imagine as _, Seat, Step, Turn, Viewer};
use hexwright_league::{Playable as _, bot_by_name};
use hexwright_play::bot::Bot;
use hexwright_play::{Chances, Record};
use numpy::{PyArray1, PyArray3};
use pyo3::prelude::*;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

/// A game of Catan: the referee's side of the table. Seats get views and rows; whoever runs the game plays actions and draws chance.
///
/// >>> import hexwright as hw
/// >>> game = hw.CatanGame(hw.Map.preset("base"), seed=1)
/// >>> game.waits_for, game.decider, len(game.legal())
/// ('seats', 0, 54)
/// >>> game.play(game.legal()[0][0])
/// >>> game.play_out(["greedy", "random", "random", "random"])
/// >>> game.winners == [max(range(4), key=game.scores.__getitem__)]
/// True
/// >>> hw.CatanGame.from_record(game.record()).fingerprint == game.fingerprint
/// True
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

#[pymethods]
impl CatanGame {
    /// A game on a map. The board is drawn with `board_seed`, by default the game's seed.
    #[new]
    #[pyo3(signature = (map, *, seats = None, seed = Seed::Number(1), number = Whole(0), board_seed = None, ruleset = None, options = None))]
    fn new(
        map: &Map,
        seats: Option<Whole>,
        seed: Seed,
        number: Whole,
        board_seed: Option<Seed>,
        ruleset: Option<String>,
        options: Option<Vec<String>>,
    ) -> PyResult<Self> {
        let setup = map.setup();
        let players = seats_of(setup, seats)?;
        let board = board_seed.as_ref().map_or_else(|| seed.number(), Seed::number);
        let table = hexwright_league::catan::game(setup, players, &rules(ruleset, options), board)
            .map_err(refused)?;
        Ok(Self::begin(Arc::new(table), seed.number(), number.0))
    }

    /// A game from its record, replayed and checked; it goes on with the chance of `seed`.
    #[staticmethod]
    #[pyo3(signature = (text, *, seed = Seed::Number(1), number = Whole(0)))]
    fn from_record(text: &str, seed: Seed, number: Whole) -> PyResult<Self> {
        let record = Record::parse("game.record", text).map_err(|report| useless(&report))?;
        Self::replayed(&record, seed.number(), number.0)
    }

    /// The game as text that goes on identically: chance, thoughts of bots and half-made picks included. `loads` reads it back;
    /// pickle, `copy` and `deepcopy` use it too.
    fn dumps(&self) -> PyResult<String> {
        let mut saved = Saved::new(self.played(self.recorded).to_string(), &self.chances, &self.thoughts);
        saved.position = Some(save::digits(&self.rules.position_bytes(&self.position, self.picked)));
        saved.imagined = !self.recorded;
        saved.text()
    }

    /// The game of such a text.
    #[staticmethod]
    fn loads(text: &str) -> PyResult<Self> {
        let saved = Saved::parse(text)?;
        let mut game = Self::replayed(&saved.record()?, 0, 0)?;
        if let Some(digits) = &saved.position {
            let read = game.rules.position_from_bytes(&save::bytes(digits)?).map_err(refused)?;
            if !saved.imagined && read.0 != game.position {
                return Err(refused("text: the saved position is not the one its record leads to"));
            }
            (game.position, game.picked) = read;
        }
        game.recorded = !saved.imagined;
        game.chances = saved.chances()?;
        game.thoughts = saved.thoughts(game.rules.seats())?;
        Ok(game)
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

    fn __copy__(&self) -> Self {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        self.clone()
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
        Ok(Record { names, ..self.played(true) }.to_string())
    }

    /// The same game anew: other chance on the same board.
    fn restart(&mut self, seed: Seed, number: Whole) {
        *self = Self::begin(self.rules.clone(), seed.number(), number.0);
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
    fn imagine(&self, seat: Whole, seed: Seed) -> PyResult<Self> {
        let seed = seed.number();
        let seat = seat_of(seat, self.rules.seats())?;
        let view = self.rules.view(&self.position, Viewer::Seat(seat));
        let position = self.rules.imagine(&view, &mut Fast::new(seed, 0));
        let begun = Self::begin(self.rules.clone(), seed, 0);
        Ok(Self { position, picked: self.picked, recorded: false, ..begun })
    }

    /// How many play.
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
    fn view<'py>(&self, py: Python<'py>, seat: Option<Whole>) -> PyResult<Bound<'py, PyAny>> {
        data(py, &self.rules.view(&self.position, self.viewer(seat)?))
    }

    /// Legal actions of a seat, each as its text and its picks (none for answers to offers).
    #[pyo3(signature = (seat = None))]
    fn legal(&self, seat: Option<Whole>) -> PyResult<Vec<(String, Vec<usize>)>> {
        let mut actions = Vec::new();
        self.rules.legal(&self.position, self.seat(seat)?, &mut actions);
        Ok(actions.into_iter().map(|action| (self.text(action), self.rules.picks_of(action))).collect())
    }

    /// Plays an action by its text, offers included.
    #[pyo3(signature = (text, seat = None))]
    fn play(&mut self, text: &str, seat: Option<Whole>) -> PyResult<()> {
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
    fn pick_text(&self, pick: Whole) -> PyResult<String> {
        let text = self.rules.pick_text(pick.size());
        text.ok_or_else(|| {
            refused(format!("pick: expected 0 to {}, found {}", self.pick_count() - 1, pick.0))
        })
    }

    /// Every pick in words, in order: what the numbers mean.
    fn pick_texts(&self) -> Vec<String> {
        (0..self.pick_count()).map(|n| self.rules.pick_text(n).unwrap_or_default()).collect()
    }

    /// What lies beside what, in the numbers of picks and rows: `hex_corners` lists the corners of each land hex, `side_corners`
    /// the two corners of each side.
    fn board_graph<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        data(py, &self.rules.board_graph())
    }

    /// One byte for each pick: 1 if the seat may make it now.
    #[pyo3(signature = (seat = None))]
    fn mask<'py>(&self, py: Python<'py>, seat: Option<Whole>) -> PyResult<Bound<'py, PyArray1<i8>>> {
        let words = self.mask_words(self.seat(seat)?);
        let bits = (0..self.pick_count()).map(|p| (words[p / 64] >> (p % 64) & 1) as i8);
        Ok(PyArray1::from_iter(py, bits))
    }

    /// Makes a pick for the seat whose pick comes next; says whether an action was completed.
    fn pick(&mut self, pick: Whole) -> PyResult<bool> {
        let (seat, pick) = (self.seat(None)?, pick.size());
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
    fn row<'py>(&self, py: Python<'py>, seat: Option<Whole>) -> PyResult<Bound<'py, PyArray1<u8>>> {
        let seat = self.seat(seat)?;
        let picked = self.picked_by(seat);
        Ok(PyArray1::from_vec(py, self.rules.tensor(&self.position, seat, picked)))
    }

    /// The parts of a row with their lengths, in order.
    #[getter]
    fn row_parts(&self) -> Vec<(&'static str, usize)> {
        self.rules.tensor_parts()
    }

    /// Bytes in a row.
    #[getter]
    fn row_length(&self) -> usize {
        self.rules.tensor_parts().iter().map(|part| part.1).sum()
    }

    /// What a bot by name would do on the seat whose pick comes next, as text; it is not played.
    fn ask(&mut self, py: Python<'_>, bot: &str) -> PyResult<String> {
        let action = self.asked(py, bot)?;
        Ok(self.text(action))
    }

    /// Lets bots by name play to the end, or until `steps` actions were played.
    #[pyo3(signature = (bots, *, steps = Whole(1_000_000)))]
    fn play_out(&mut self, py: Python<'_>, bots: Vec<String>, steps: Whole) -> PyResult<()> {
        if bots.len() != self.rules.seats() {
            return Err(refused(format!("bots: expected {} bots, found {}", self.rules.seats(), bots.len())));
        }
        for (seat, name) in (0u8..).zip(&bots) {
            bot_by_name(&*self.rules, name, Seat(seat), 0).map_err(|e| refused(format!("bots: {e}")))?;
        }
        for _ in 0..steps.0 {
            self.settle();
            let Some(seat) = self.decider() else { break };
            let action = self.asked(py, &bots[usize::from(seat)])?;
            self.rules.play(&mut self.position.clone(), Actor::Seat(Seat(seat)), &action).map_err(refused)?;
            self.apply(Actor::Seat(Seat(seat)), action);
            py.check_signals()?;
        }
        self.settle();
        Ok(())
    }

    /// The table as SVG, as a seat sees it or a spectator.
    #[pyo3(signature = (seat = None, *, labels = false))]
    fn svg(&self, seat: Option<Whole>, labels: bool) -> PyResult<String> {
        Ok(self.scene(seat, labels)?.to_svg())
    }

    /// The table as PNG of this width.
    #[pyo3(signature = (seat = None, *, width = 1000, labels = false))]
    fn png(&self, py: Python<'_>, seat: Option<Whole>, width: u32, labels: bool) -> PyResult<Vec<u8>> {
        let scene = self.scene(seat, labels)?;
        py.detach(|| scene.to_png(width)).map_err(refused)
    }

    /// The table as an array of height, width and red, green, blue.
    #[pyo3(signature = (seat = None, *, width = 800))]
    fn rgb<'py>(
        &self,
        py: Python<'py>,
        seat: Option<Whole>,
        width: u32,
    ) -> PyResult<Bound<'py, PyArray3<u8>>> {
        pixels(py, &self.scene(seat, false)?, width)
    }

    /// The table in plain text.
    #[pyo3(signature = (seat = None))]
    fn picture(&self, seat: Option<Whole>) -> PyResult<String> {
        let view = self.rules.view(&self.position, self.viewer(seat)?);
        Ok(self.rules.picture(&view, &[]).to_string())
    }

    fn _repr_svg_(&self) -> PyResult<String> {
        self.svg(None, false)
    }

    fn __repr__(&self) -> String {
        format!("CatanGame(seats={}, turns={}, waits_for={:?})", self.seats(), self.turns(), self.waits_for())
    }
}
