//! Terra Mystica: snapshots, logs and games.

use crate::convert::{Seed, Whole, bytes_of, data, findings, one_of, pixels, refused, seat_of, useless};
use crate::terra_picks::{Numbers, row, row_parts};
use crate::wait::{Progress, listening};
use hexwright_core::text::render::Report;
use hexwright_core::text::{Format as _, Leniency};
use hexwright_core::{Actor, Fast, Game as _, Seat, Source, Turn, Viewer};
use hexwright_league::{Playable as _, bot_by_name};
use hexwright_play::ask::Ask;
use hexwright_render::terra::{Options, position_scene};
use hexwright_terra::game::Action;
use hexwright_terra::text::ledger::{Log, Replay, verify_ledger};
use hexwright_terra::text::snapshot::{self, Level, Mode, Snapshot, SnapshotFormat};
use hexwright_terra::{Board, Faction, MapId, Position, Setup, Terra};
use numpy::{PyArray1, PyArray3};
use pyo3::prelude::*;
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::borrow::Cow;
use std::sync::Arc;

/// A game of Terra Mystica. Nothing is hidden in it, and nothing but its setup is left to chance.
///
/// >>> import hexwright as hw
/// >>> game = hw.TerraGame(["witches", "halflings"], seed=3)
/// >>> game.decider, len(game.legal()) > 3
/// (0, True)
/// >>> game.play(game.ask("greedy"))
/// >>> hw.TerraGame.loads(game.dumps()).fingerprint == game.fingerprint
/// True
#[pyclass(module = "hexwright")]
pub(crate) struct TerraGame {
    rules: Arc<Terra>,
    position: Position,
    origin: Arc<Origin>,
    /// What was played since, as seats and texts.
    steps: Vec<(u8, String)>,
}

/// What a game was made from. A snapshot tells everything people need, but not every trace of how a position came about; a saved game
/// is therefore its origin and what was played since.
#[derive(Clone, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Origin {
    New { factions: Vec<String>, board: String, seed: String },
    Snapshot(String),
    Log { text: String, at: Option<usize> },
}

/// A game that can be gone on with.
#[derive(Serialize, Deserialize)]
struct SavedTerra<'a> {
    hexwright_saved_terra: u32,
    origin: Cow<'a, Origin>,
    steps: Cow<'a, [(u8, String)]>,
}

impl TerraGame {
    fn made(rules: Terra, position: Position, origin: Origin) -> Self {
        Self { rules: Arc::new(rules), position, origin: Arc::new(origin), steps: Vec::new() }
    }

    fn from_origin(origin: Origin) -> PyResult<Self> {
        match origin {
            Origin::New { factions, board, seed } => {
                let number =
                    seed.parse().map_err(|_| refused(format!("text: expected a seed, found {seed:?}")))?;
                Self::new(factions, &board, Seed::Number(number))
            }
            Origin::Snapshot(text) => Self::from_snapshot(&text),
            Origin::Log { text, at } => Self::of_log(text.as_bytes(), at),
        }
    }

    fn of_log(bytes: &[u8], at: Option<usize>) -> PyResult<Self> {
        let log = Log::parse("game.tmlog", bytes).map_err(|report| useless(&report))?;
        let mut replay = Replay::new(&log).map_err(refused)?;
        replay.play_to(at.unwrap_or(usize::MAX)).map_err(refused)?;
        let origin = Origin::Log { text: String::from_utf8_lossy(bytes).into_owned(), at };
        Ok(Self::made(replay.game().clone(), replay.position().clone(), origin))
    }

    fn decider_seat(&self) -> Option<Seat> {
        match self.rules.turn(&self.position) {
            Turn::Seats(set) => set.iter().next(),
            _ => None,
        }
    }

    fn listed(&self, seat: Seat) -> Vec<(Action, Option<usize>)> {
        let mut actions = Vec::new();
        self.rules.legal(&self.position, seat, &mut actions);
        let numbers = Numbers::new(&self.rules);
        actions.into_iter().map(|action| (action, numbers.of(action.command))).collect()
    }

    fn seat(&self, seat: Option<Whole>) -> PyResult<Seat> {
        match seat {
            Some(seat) => seat_of(seat, self.rules.seats()),
            None => self.decider_seat().ok_or_else(|| refused("the game waits for no seat")),
        }
    }
}

#[pymethods]
impl TerraGame {
    /// A league game of these factions; bonus cards and scoring tiles are drawn with the seed.
    #[new]
    #[pyo3(signature = (factions, *, board = "base", seed = Seed::Number(1)))]
    fn new(factions: Vec<String>, board: &str, seed: Seed) -> PyResult<Self> {
        let known = |name: &String| {
            Faction::from_name(name)
                .ok_or_else(|| refused(format!("factions: no faction is called {name:?}")))
        };
        let factions: Vec<Faction> = factions.iter().map(known).collect::<PyResult<_>>()?;
        let map =
            MapId::from_name(board).ok_or_else(|| refused(format!("board: no board is called {board:?}")))?;
        let mut setup = Setup::new(&factions);
        setup.board = Board::shared(map).ok_or_else(|| refused(format!("{board} has no printed board")))?;
        setup.draw_tiles(&mut Fast::new(seed.number(), 0));
        let rules = Terra::new(setup).map_err(refused)?;
        let names = factions.iter().map(|faction| faction.name().to_owned()).collect();
        let origin =
            Origin::New { factions: names, board: board.to_owned(), seed: seed.number().to_string() };
        Ok(Self::made(rules.clone(), rules.start(), origin))
    }

    /// The position of a snapshot, ready to be played on.
    #[staticmethod]
    fn from_snapshot(text: &str) -> PyResult<Self> {
        let parsed = SnapshotFormat::read("snapshot.tms", text.as_bytes(), Leniency::Lenient);
        let snapshot = parsed.into_value().map_err(|report| useless(&report))?;
        let (rules, position) = snapshot.position().map_err(|diagnostics| {
            useless(&Report { source: Source::new("snapshot.tms", text), diagnostics })
        })?;
        Ok(Self::made(rules, position, Origin::Snapshot(text.to_owned())))
    }

    /// The position after `at` commands of a log, or after all of them.
    #[staticmethod]
    #[pyo3(signature = (log, at = None))]
    fn from_log(log: &Bound<'_, PyAny>, at: Option<Whole>) -> PyResult<Self> {
        Self::of_log(&bytes_of(log)?, at.map(Whole::size))
    }

    /// The position as a snapshot; `plain` leaves out the extension keys.
    #[pyo3(signature = (*, plain = false))]
    fn snapshot(&self, plain: bool) -> String {
        let mode = if plain { Mode::Plain } else { Mode::Full };
        snapshot::write(&Snapshot::of(&self.rules, &self.position), mode)
    }

    /// The game as text that goes on identically: what it was made from and what was played since. `loads` reads it back; pickle uses
    /// it too.
    fn dumps(&self) -> PyResult<String> {
        let saved = SavedTerra {
            hexwright_saved_terra: 1,
            origin: Cow::Borrowed(&*self.origin),
            steps: Cow::Borrowed(&self.steps),
        };
        serde_json::to_string(&saved).map_err(refused)
    }

    /// The game of such a text.
    #[staticmethod]
    fn loads(text: &str) -> PyResult<Self> {
        let saved: SavedTerra<'_> = serde_json::from_str(text).map_err(|error| {
            refused(format!("text: expected a saved game of Terra Mystica, found {error}"))
        })?;
        let mut game = Self::from_origin(saved.origin.into_owned())?;
        for (seat, text) in saved.steps.iter() {
            game.play(text, Some(Whole(u64::from(*seat))))?;
        }
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

    fn __repr__(&self) -> String {
        format!("TerraGame({:?}, scores={:?}, decider={:?})", self.factions(), self.scores(), self.decider())
    }

    fn _repr_svg_(&self) -> String {
        self.svg()
    }

    /// A copy that goes on by itself.
    fn clone(&self) -> Self {
        let Self { rules, position, origin, steps } = self;
        Self {
            rules: rules.clone(),
            position: position.clone(),
            origin: origin.clone(),
            steps: steps.clone(),
        }
    }

    /// How many play.
    #[getter]
    fn seats(&self) -> usize {
        self.rules.seats()
    }

    /// The factions in seating order.
    #[getter]
    fn factions(&self) -> Vec<&'static str> {
        self.rules.setup().factions.iter().map(|faction| faction.name()).collect()
    }

    /// The seat that decides next; None at the end.
    #[getter]
    fn decider(&self) -> Option<u8> {
        self.decider_seat().map(|seat| seat.0)
    }

    /// Points by seat.
    #[getter]
    fn scores(&self) -> Vec<i32> {
        self.rules.scores(&self.position)
    }

    /// The winning seats, or None before the end.
    #[getter]
    fn winners(&self) -> Option<Vec<usize>> {
        self.rules.outcome(&self.position).map(|end| end.winners.iter().map(Seat::index).collect())
    }

    /// A fingerprint of the position.
    #[getter]
    fn fingerprint(&self) -> u64 {
        self.rules.fingerprint(&self.position)
    }

    /// Everything there is to know.
    fn view<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        data(py, &self.rules.view(&self.position, Viewer::Spectator))
    }

    /// Legal actions of a seat, each as its text and its pick.
    #[pyo3(signature = (seat = None))]
    fn legal(&self, seat: Option<Whole>) -> PyResult<Vec<(String, Option<usize>)>> {
        let listed = self.listed(self.seat(seat)?);
        Ok(listed.into_iter().map(|(a, n)| (self.rules.action_text(&self.position, &a), n)).collect())
    }

    /// Plays an action by its text.
    #[pyo3(signature = (text, seat = None))]
    fn play(&mut self, text: &str, seat: Option<Whole>) -> PyResult<()> {
        let seat = self.seat(seat)?;
        let action = self.rules.parse_action(&self.position, Actor::Seat(seat), text).map_err(refused)?;
        let words = self.rules.action_text(&self.position, &action);
        self.rules.play(&mut self.position, Actor::Seat(seat), &action).map_err(refused)?;
        self.steps.push((seat.0, words));
        Ok(())
    }

    /// Number of picks there are on this board.
    #[getter]
    fn pick_count(&self) -> usize {
        Numbers::new(&self.rules).count()
    }

    /// Every pick in words, in order: what the numbers mean.
    fn pick_texts(&self) -> Vec<String> {
        Numbers::new(&self.rules).names(&self.rules)
    }

    /// The parts of a row with their lengths, in order.
    #[getter]
    fn row_parts(&self) -> Vec<(&'static str, usize)> {
        row_parts(&self.rules)
    }

    /// One byte for each pick: 1 if the seat may make it now.
    #[pyo3(signature = (seat = None))]
    fn mask<'py>(&self, py: Python<'py>, seat: Option<Whole>) -> PyResult<Bound<'py, PyArray1<i8>>> {
        let mut mask = vec![0; self.pick_count()];
        self.listed(self.seat(seat)?).into_iter().filter_map(|(_, n)| n).for_each(|n| mask[n] = 1);
        Ok(PyArray1::from_vec(py, mask))
    }

    /// Plays the first listed action of this number for the seat that decides.
    fn pick(&mut self, pick: Whole) -> PyResult<()> {
        let (seat, pick) = (self.seat(None)?, pick.size());
        let found = self.listed(seat).into_iter().find(|(_, n)| *n == Some(pick));
        let (action, _) = found.ok_or_else(|| refused(format!("pick {pick} is not legal now")))?;
        let words = self.rules.action_text(&self.position, &action);
        self.rules.play_unchecked(&mut self.position, Actor::Seat(seat), &action);
        self.steps.push((seat.0, words));
        Ok(())
    }

    /// What everybody knows as a row of bytes, seats counted from this one.
    fn row<'py>(&self, py: Python<'py>, seat: Whole) -> PyResult<Bound<'py, PyArray1<u8>>> {
        let seat = seat_of(seat, self.rules.seats())?;
        Ok(PyArray1::from_vec(py, row(&self.rules, &self.position, seat.index())))
    }

    /// Bytes in a row.
    #[getter]
    fn row_length(&self) -> usize {
        self.row_parts().iter().map(|part| part.1).sum()
    }

    /// What a bot by name would do on the seat that decides, as text.
    #[pyo3(signature = (bot, seed = Whole(1)))]
    fn ask(&self, py: Python<'_>, bot: &str, seed: Whole) -> PyResult<String> {
        let (seat, seed) = (self.seat(None)?, seed.0);
        let player = bot_by_name(&*self.rules, bot, seat, seed);
        let mut player = player.map_err(|why| refused(format!("bot: {why}")))?;
        let (rules, position) = (self.rules.clone(), self.position.clone());
        let thinking = move || {
            let thoughts = &mut Fast::new(seed, rules.fingerprint(&position));
            let action = Ask::new(&*rules, &position, seat).bot(&mut *player, thoughts)?;
            Some(rules.action_text(&position, &action))
        };
        let answer = if bot == "random" {
            py.detach(thinking)
        } else {
            listening(py, &Progress::default(), None, thinking)?
        };
        answer.ok_or_else(|| refused("the seat can do nothing"))
    }

    /// The table as SVG.
    fn svg(&self) -> String {
        position_scene(&self.rules, &self.position, &Options::default()).to_svg()
    }

    /// The table as an array of height, width and red, green, blue.
    #[pyo3(signature = (*, width = 800))]
    fn rgb<'py>(&self, py: Python<'py>, width: u32) -> PyResult<Bound<'py, PyArray3<u8>>> {
        pixels(py, &position_scene(&self.rules, &self.position, &Options::default()), width)
    }

    /// The table in plain text.
    fn picture(&self) -> String {
        self.rules.picture(&self.rules.view(&self.position, Viewer::Spectator), &[]).to_string()
    }

    /// The table as PNG of this width.
    #[pyo3(signature = (*, width = 1400))]
    fn png(&self, width: u32) -> PyResult<Vec<u8>> {
        position_scene(&self.rules, &self.position, &Options::default()).to_png(width).map_err(refused)
    }
}

/// All findings of a snapshot up to a level: `syntax`, `vocabulary`, `geometry` or `rules`.
///
/// >>> import hexwright as hw
/// >>> hw.check_snapshot(hw.TerraGame(["witches", "giants"]).snapshot())
/// []
#[pyfunction]
#[pyo3(signature = (text, *, level = "rules"))]
pub(crate) fn check_snapshot<'py>(py: Python<'py>, text: &str, level: &str) -> PyResult<Bound<'py, PyAny>> {
    let level = one_of("level", level, "syntax, vocabulary, geometry or rules", Level::parse(level))?;
    let mut report = SnapshotFormat::read("snapshot.tms", text.as_bytes(), Leniency::Lenient).into_report();
    report.diagnostics.retain(|finding| Level::of(finding.id) <= level);
    findings(py, &report)
}

/// Replays a log or ledger of Terra Mystica and compares every row with its own.
///
/// >>> import hexwright as hw
/// >>> hw.verify_log("not a log")
/// Traceback (most recent call last):
/// ValueError: ...
#[pyfunction]
pub(crate) fn verify_log<'py>(py: Python<'py>, log: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let bytes = bytes_of(log)?;
    let report = py.detach(|| verify_ledger(&bytes)).map_err(refused)?;
    data(
        py,
        &json!({
            "commands": report.commands, "rows_compared": report.rows_compared,
            "rows_equal": report.rows_equal, "stopped": report.stopped, "equal": report.is_equal(),
        }),
    )
}
