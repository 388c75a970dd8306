//! Terra Mystica: snapshots, logs and games.

use crate::convert::{Seed, bytes_of, data, findings, refused, seat_of, useless};
use crate::terra_picks::{Numbers, row, row_length};
use hexwright_core::text::render::Report;
use hexwright_core::text::{Format as _, Leniency};
use hexwright_core::{Actor, Fast, Game as _, Seat, Source, Turn, Viewer};
use hexwright_league::bot_by_name;
use hexwright_play::ask::Ask;
use hexwright_render::terra::{Options, position_scene};
use hexwright_terra::game::Action;
use hexwright_terra::text::ledger::{Log, Replay, verify_ledger};
use hexwright_terra::text::snapshot::{self, Level, Mode, Snapshot, SnapshotFormat};
use hexwright_terra::{Board, Faction, MapId, Position, Setup, Terra};
use numpy::PyArray1;
use pyo3::prelude::*;
use serde_json::json;

/// A game of Terra Mystica. Nothing is hidden in it, and nothing but its setup is left to chance.
#[pyclass(module = "hexwright")]
pub(crate) struct TerraGame {
    rules: Terra,
    position: Position,
}

impl TerraGame {
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

    fn seat(&self, seat: Option<u8>) -> PyResult<Seat> {
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
            Faction::from_name(name).ok_or_else(|| refused(format!("no faction is called {name:?}")))
        };
        let factions: Vec<Faction> = factions.iter().map(known).collect::<PyResult<_>>()?;
        let map = MapId::from_name(board).ok_or_else(|| refused(format!("no board is called {board:?}")))?;
        let mut setup = Setup::new(&factions);
        setup.board = Board::shared(map).ok_or_else(|| refused(format!("{board} has no printed board")))?;
        setup.draw_tiles(&mut Fast::new(seed.number(), 0));
        let rules = Terra::new(setup).map_err(refused)?;
        Ok(Self { position: rules.start(), rules })
    }

    /// The position of a snapshot, ready to be played on.
    #[staticmethod]
    fn from_snapshot(text: &str) -> PyResult<Self> {
        let parsed = SnapshotFormat::read("snapshot.tms", text.as_bytes(), Leniency::Lenient);
        let snapshot = parsed.into_value().map_err(|report| useless(&report))?;
        let (rules, position) = snapshot.position().map_err(|diagnostics| {
            useless(&Report { source: Source::new("snapshot.tms", text), diagnostics })
        })?;
        Ok(Self { rules, position })
    }

    /// The position after `at` commands of a log, or after all of them.
    #[staticmethod]
    #[pyo3(signature = (log, at = None))]
    fn from_log(log: &Bound<'_, PyAny>, at: Option<usize>) -> PyResult<Self> {
        let log = Log::parse("game.tmlog", &bytes_of(log)?).map_err(|report| useless(&report))?;
        let mut replay = Replay::new(&log).map_err(refused)?;
        replay.play_to(at.unwrap_or(usize::MAX)).map_err(refused)?;
        Ok(Self { rules: replay.game().clone(), position: replay.position().clone() })
    }

    /// The position as a snapshot; `plain` leaves out the extension keys.
    #[pyo3(signature = (*, plain = false))]
    fn snapshot(&self, plain: bool) -> String {
        let mode = if plain { Mode::Plain } else { Mode::Full };
        snapshot::write(&Snapshot::of(&self.rules, &self.position), mode)
    }

    fn clone(&self) -> Self {
        Self { rules: self.rules.clone(), position: self.position.clone() }
    }

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
    fn legal(&self, seat: Option<u8>) -> PyResult<Vec<(String, Option<usize>)>> {
        let listed = self.listed(self.seat(seat)?);
        Ok(listed.into_iter().map(|(a, n)| (self.rules.action_text(&self.position, &a), n)).collect())
    }

    /// Plays an action by its text.
    #[pyo3(signature = (text, seat = None))]
    fn play(&mut self, text: &str, seat: Option<u8>) -> PyResult<()> {
        let actor = Actor::Seat(self.seat(seat)?);
        let action = self.rules.parse_action(&self.position, actor, text).map_err(refused)?;
        self.rules.play(&mut self.position, actor, &action).map_err(refused)
    }

    /// Number of picks there are on this board.
    #[getter]
    fn pick_count(&self) -> usize {
        Numbers::new(&self.rules).count()
    }

    /// One byte for each pick: 1 if the seat may make it now.
    #[pyo3(signature = (seat = None))]
    fn mask<'py>(&self, py: Python<'py>, seat: Option<u8>) -> PyResult<Bound<'py, PyArray1<i8>>> {
        let mut mask = vec![0; self.pick_count()];
        self.listed(self.seat(seat)?).into_iter().filter_map(|(_, n)| n).for_each(|n| mask[n] = 1);
        Ok(PyArray1::from_vec(py, mask))
    }

    /// Plays the first listed action of this number for the seat that decides.
    fn pick(&mut self, pick: usize) -> PyResult<()> {
        let seat = self.seat(None)?;
        let found = self.listed(seat).into_iter().find(|(_, n)| *n == Some(pick));
        let (action, _) = found.ok_or_else(|| refused(format!("pick {pick} is not legal now")))?;
        self.rules.play_unchecked(&mut self.position, Actor::Seat(seat), &action);
        Ok(())
    }

    /// What everybody knows as a row of bytes, seats counted from this one.
    fn row<'py>(&self, py: Python<'py>, seat: u8) -> PyResult<Bound<'py, PyArray1<u8>>> {
        let seat = seat_of(seat, self.rules.seats())?;
        Ok(PyArray1::from_vec(py, row(&self.rules, &self.position, seat.index())))
    }

    #[getter]
    fn row_length(&self) -> usize {
        row_length(&self.rules)
    }

    /// What a bot by name would do on the seat that decides, as text.
    #[pyo3(signature = (bot, seed = 1))]
    fn ask(&self, py: Python<'_>, bot: &str, seed: u64) -> PyResult<String> {
        let seat = self.seat(None)?;
        let mut player = bot_by_name(&self.rules, bot, seat, seed).map_err(refused)?;
        py.detach(|| {
            let thoughts = &mut Fast::new(seed, self.rules.fingerprint(&self.position));
            let action = Ask::new(&self.rules, &self.position, seat).bot(&mut *player, thoughts)?;
            Some(self.rules.action_text(&self.position, &action))
        })
        .ok_or_else(|| refused("the seat can do nothing"))
    }

    /// The table as SVG.
    fn svg(&self) -> String {
        position_scene(&self.rules, &self.position, &Options::default()).to_svg()
    }

    /// The table as PNG of this width.
    #[pyo3(signature = (*, width = 1400))]
    fn png(&self, width: u32) -> PyResult<Vec<u8>> {
        position_scene(&self.rules, &self.position, &Options::default()).to_png(width).map_err(refused)
    }
}

/// All findings of a snapshot up to a level: `syntax`, `vocabulary`, `geometry` or `rules`.
#[pyfunction]
#[pyo3(signature = (text, *, level = "rules"))]
pub(crate) fn check_snapshot<'py>(py: Python<'py>, text: &str, level: &str) -> PyResult<Bound<'py, PyAny>> {
    let level =
        Level::parse(level).ok_or_else(|| refused("expected syntax, vocabulary, geometry or rules"))?;
    let mut report = SnapshotFormat::read("snapshot.tms", text.as_bytes(), Leniency::Lenient).into_report();
    report.diagnostics.retain(|finding| Level::of(finding.id) <= level);
    findings(py, &report)
}

/// Replays a log or ledger and compares every row with its own.
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
