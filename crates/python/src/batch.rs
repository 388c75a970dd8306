//! Thousands of games in numpy buffers that are written in place.

use crate::convert::{Seed, Whole, data, refused, rules, seat_of, seats_of};
use crate::crew::Crew;
use crate::maps::Map;
use crate::slots::{Boards, Plan, Slots, slots};
use hexwright_catan::game::{BoardGraph, Buffers, Deciders};
use hexwright_core::{Game as _, random};
use numpy::ndarray::Dimension;
use numpy::{
    Element, Ix1, PyArray, PyArrayMethods as _, PyReadwriteArray, PyReadwriteArray1, PyReadwriteArray2,
};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList};

/// Games that step together, on one board or on many. `hexwright.CatanVec` holds the buffers for it and is what you want,
/// unless you keep buffers of your own.
///
/// >>> import hexwright as hw
/// >>> batch = hw.CatanBatch([hw.Map.preset("base")], 8)
/// >>> batch.pick_count, batch.row_length
/// (317, 1316)
#[pyclass(module = "hexwright")]
pub(crate) struct CatanBatch {
    slots: Box<dyn Slots>,
    crew: Option<Crew>,
    count: usize,
    seats: usize,
    picks: usize,
    words: usize,
    row: usize,
    parts: Vec<(&'static str, usize)>,
    texts: Vec<String>,
    graph: BoardGraph,
    /// The array of rows that was written last: given again, it is only brought up to date.
    rows: Option<Py<PyAny>>,
    /// How it was made, for whoever makes it again elsewhere.
    maps: Py<PyList>,
    how: Py<PyDict>,
}

/// The buffers of a call, borrowed from numpy.
struct Arrays<'py> {
    masks: PyReadwriteArray2<'py, u64>,
    seats: PyReadwriteArray1<'py, u8>,
    rewards: PyReadwriteArray2<'py, f32>,
    dones: PyReadwriteArray1<'py, u8>,
    winners: PyReadwriteArray1<'py, i8>,
    rows: Option<PyReadwriteArray2<'py, u8>>,
    finals: Option<PyReadwriteArray2<'py, u8>>,
}

/// A buffer of numpy, or a refusal that names it.
fn buffer<'py, T: Element, D: Dimension>(
    array: &Bound<'py, PyAny>,
    name: &str,
) -> PyResult<PyReadwriteArray<'py, T, D>> {
    let wrong = |found: String| {
        let kind = numpy::dtype::<T>(array.py());
        let axes = D::NDIM.unwrap_or_default();
        PyTypeError::new_err(format!("{name}: expected an array of {kind} with {axes} axes, found {found}"))
    };
    let cast = array.cast::<PyArray<T, D>>().map_err(|_| {
        wrong(match (array.getattr("dtype"), array.getattr("ndim")) {
            (Ok(kind), Ok(axes)) => format!("{kind} with {axes}"),
            _ => array.get_type().to_string(),
        })
    })?;
    cast.try_readwrite().map_err(|error| refused(format!("{name}: {error}")))
}

impl<'py> Arrays<'py> {
    fn borrowed(
        masks: &Bound<'py, PyAny>,
        seats: &Bound<'py, PyAny>,
        rewards: &Bound<'py, PyAny>,
        dones: &Bound<'py, PyAny>,
        winners: &Bound<'py, PyAny>,
        rows: Option<&Bound<'py, PyAny>>,
        finals: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Self> {
        Ok(Self {
            masks: buffer(masks, "masks")?,
            seats: buffer(seats, "seats")?,
            rewards: buffer(rewards, "rewards")?,
            dones: buffer(dones, "dones")?,
            winners: buffer(winners, "winners")?,
            rows: rows.map(|rows| buffer(rows, "rows")).transpose()?,
            finals: finals.map(|rows| buffer(rows, "finals")).transpose()?,
        })
    }

    fn out(&mut self, batch: &CatanBatch) -> PyResult<Buffers<'_>> {
        let n = batch.count;
        let row = n * batch.row;
        Ok(Buffers {
            masks: sized(self.masks.as_slice_mut(), n * batch.words, "masks")?,
            seats: sized(self.seats.as_slice_mut(), n, "seats")?,
            rewards: sized(self.rewards.as_slice_mut(), n * batch.seats, "rewards")?,
            dones: sized(self.dones.as_slice_mut(), n, "dones")?,
            winners: sized(self.winners.as_slice_mut(), n, "winners")?,
            rows: self.rows.as_mut().map(|rows| sized(rows.as_slice_mut(), row, "rows")).transpose()?,
            rows_kept: false,
            finals: self.finals.as_mut().map(|rows| sized(rows.as_slice_mut(), row, "finals")).transpose()?,
        })
    }
}

fn sized<'a, T, E: std::fmt::Display>(
    slice: Result<&'a mut [T], E>,
    length: usize,
    name: &str,
) -> PyResult<&'a mut [T]> {
    let slice = slice.map_err(|error| refused(format!("{name}: {error}")))?;
    if slice.len() == length {
        return Ok(slice);
    }
    Err(refused(format!("{name}: expected {length} elements, found {}", slice.len())))
}

/// Whose picks are asked for: everybody's, a seat's, or each seat's in turn from game to game.
fn asked_of(seat: Option<&Bound<'_, PyAny>>, seats: usize) -> PyResult<Deciders> {
    match seat {
        None => Ok(Deciders::Everybody),
        Some(word) if word.extract::<&str>().is_ok_and(|word| word == "turn") => Ok(Deciders::InTurn),
        Some(number) => match number.extract::<Whole>() {
            Ok(number) => seat_of(number, seats).map(Deciders::One),
            Err(_) => Err(refused(format!("seat: expected None, a seat or \"turn\", found {number}"))),
        },
    }
}

#[pymethods]
impl CatanBatch {
    /// `count` games on maps of one shape, at most `limit` picks each. The games are shared out among the maps; with `redraw` each
    /// game gets a board of its own, drawn from the maps in turn. `seat` asks for the picks of one seat alone (``"turn"``: another
    /// in each game) and lets random players make the others. `threads` 1 works on the caller's thread.
    #[new]
    #[pyo3(signature = (maps, count, *, seats = None, board_seed = None, redraw = false, seat = None, ruleset = None, options = None, limit = Whole(20_000), threads = Whole(1)))]
    #[expect(clippy::too_many_arguments, reason = "they are keywords in Python")]
    fn new(
        py: Python<'_>,
        maps: Vec<Py<Map>>,
        count: Whole,
        seats: Option<Whole>,
        board_seed: Option<Seed>,
        redraw: bool,
        seat: Option<Bound<'_, PyAny>>,
        ruleset: Option<String>,
        options: Option<Vec<String>>,
        limit: Whole,
        threads: Whole,
    ) -> PyResult<Self> {
        if count.0 == 0 || count.0 > 1 << 20 {
            return Err(refused(format!("count: expected 1 to 1,048,576 games, found {}", count.0)));
        }
        if !(1..=1024).contains(&threads.0) {
            return Err(refused(format!("threads: expected 1 to 1024, found {}", threads.0)));
        }
        let Some(first) = maps.first() else { return Err(refused("maps: expected at least one map")) };
        let players = seats_of(first.get().setup(), seats)?;
        let how = PyDict::new(py);
        how.set_item("seats", players)?;
        how.set_item("board_seed", board_seed.clone())?;
        how.set_item("redraw", redraw)?;
        how.set_item("seat", &seat)?;
        how.set_item("ruleset", &ruleset)?;
        how.set_item("options", &options)?;
        how.set_item("limit", limit.0)?;
        how.set_item("threads", threads.0)?;
        let boards = Boards {
            seeds: maps.iter().map(|map| map.get().seed(board_seed.as_ref())).collect(),
            maps: maps.iter().map(|map| map.get().setup().clone()).collect(),
            seats: players,
            rules: rules(ruleset, options),
            redraw,
        };
        let table = boards.game(0, 0, 0).map_err(refused)?;
        let picks = table.picks();
        let crew = match threads.size() {
            1 => None,
            n => Some(Crew::new(n).map_err(refused)?),
        };
        let limit = u32::try_from(limit.0).unwrap_or(u32::MAX).max(1);
        let plan = Plan { count: count.size(), limit, asked: asked_of(seat.as_ref(), players)? };
        Ok(Self {
            count: count.size(),
            seats: table.seats(),
            picks: picks.count(),
            words: picks.words(),
            parts: table.tensor_parts(),
            row: table.tensor_parts().iter().map(|part| part.1).sum(),
            texts: (0..picks.count()).map(|n| table.pick_text(n).unwrap_or_default()).collect(),
            graph: table.board_graph(),
            crew,
            rows: None,
            slots: py.detach(|| slots(boards, plan)).map_err(refused)?,
            maps: PyList::new(py, maps)?.unbind(),
            how: how.unbind(),
        })
    }

    /// How many games there are.
    #[getter]
    fn count(&self) -> usize {
        self.count
    }

    /// How many play in each.
    #[getter]
    fn seats(&self) -> usize {
        self.seats
    }

    /// Number of picks there are on these boards.
    #[getter]
    fn pick_count(&self) -> usize {
        self.picks
    }

    /// Words of 64 bits in a mask.
    #[getter]
    fn mask_words(&self) -> usize {
        self.words
    }

    /// Bytes in a row.
    #[getter]
    fn row_length(&self) -> usize {
        self.row
    }

    /// The parts of a row with their lengths, in order.
    #[getter]
    fn row_parts(&self) -> Vec<(&'static str, usize)> {
        self.parts.clone()
    }

    /// A pick in words.
    fn pick_text(&self, pick: Whole) -> PyResult<String> {
        let text = self.texts.get(pick.size()).cloned();
        text.ok_or_else(|| refused(format!("pick: expected 0 to {}, found {}", self.picks - 1, pick.0)))
    }

    /// Every pick in words, in order: what the numbers mean.
    fn pick_texts(&self) -> Vec<String> {
        self.texts.clone()
    }

    /// What lies beside what, in the numbers of picks and rows: `hex_corners` lists the corners of each land hex, `side_corners`
    /// the two corners of each side. The same for all boards of the batch.
    fn board_graph<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        data(py, &self.graph)
    }

    /// Begins every game anew and fills the buffers.
    #[pyo3(signature = (seed, masks, seats, rewards, dones, winners, rows = None, finals = None))]
    #[expect(clippy::too_many_arguments, reason = "one for each buffer")]
    fn reset<'py>(
        &mut self,
        py: Python<'py>,
        seed: Seed,
        masks: Bound<'py, PyAny>,
        seats: Bound<'py, PyAny>,
        rewards: Bound<'py, PyAny>,
        dones: Bound<'py, PyAny>,
        winners: Bound<'py, PyAny>,
        rows: Option<Bound<'py, PyAny>>,
        finals: Option<Bound<'py, PyAny>>,
    ) -> PyResult<()> {
        let mut buffers =
            Arrays::borrowed(&masks, &seats, &rewards, &dones, &winners, rows.as_ref(), finals.as_ref())?;
        let out = buffers.out(self)?;
        py.detach(|| self.slots.reset(seed.number(), out, self.crew.as_ref())).map_err(refused)?;
        self.rows = rows.map(Bound::unbind);
        Ok(())
    }

    /// Makes one pick in each game (`NO_PICK` leaves one as it is) and fills the buffers. The array of rows that was given last is
    /// only brought up to date: write into a copy of it, not into it.
    #[pyo3(signature = (picks, masks, seats, rewards, dones, winners, rows = None, finals = None))]
    #[expect(clippy::too_many_arguments, reason = "one for each buffer")]
    fn step<'py>(
        &mut self,
        py: Python<'py>,
        picks: Bound<'py, PyAny>,
        masks: Bound<'py, PyAny>,
        seats: Bound<'py, PyAny>,
        rewards: Bound<'py, PyAny>,
        dones: Bound<'py, PyAny>,
        winners: Bound<'py, PyAny>,
        rows: Option<Bound<'py, PyAny>>,
        finals: Option<Bound<'py, PyAny>>,
    ) -> PyResult<()> {
        let picks = buffer::<u32, Ix1>(&picks, "picks")?;
        let numbers = picks.as_slice().map_err(|error| refused(format!("picks: {error}")))?;
        if numbers.len() != self.count {
            return Err(refused(format!("picks: expected {} elements, found {}", self.count, numbers.len())));
        }
        let mut buffers =
            Arrays::borrowed(&masks, &seats, &rewards, &dones, &winners, rows.as_ref(), finals.as_ref())?;
        let last = self.rows.take();
        let mut out = buffers.out(self)?;
        out.rows_kept = rows.as_ref().zip(last).is_some_and(|(rows, last)| last.is(rows));
        let done = py.detach(|| self.slots.step(numbers, out, self.crew.as_ref())).map_err(refused)?;
        self.rows = rows.map(Bound::unbind);
        match done {
            None => Ok(()),
            Some(slot) => Err(refused(format!("game {slot}: pick {} is not legal now", numbers[slot]))),
        }
    }

    /// Every game as it stands, its chance included, as bytes for `restore`.
    fn state<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        let (seed, games) = self.slots.state();
        let mut bytes = seed.to_le_bytes().to_vec();
        for (number, game) in games {
            bytes.extend(number.to_le_bytes());
            bytes.extend((game.len() as u32).to_le_bytes());
            bytes.extend(game);
        }
        let sum = random::fnv1a(&bytes);
        bytes.extend(sum.to_le_bytes());
        PyBytes::new(py, &bytes)
    }

    /// Goes on from a state of a batch that was made alike, and fills the buffers with what the games show.
    #[pyo3(signature = (state, masks, seats, rewards, dones, winners, rows = None, finals = None))]
    #[expect(clippy::too_many_arguments, reason = "one for each buffer")]
    fn restore<'py>(
        &mut self,
        state: &[u8],
        masks: Bound<'py, PyAny>,
        seats: Bound<'py, PyAny>,
        rewards: Bound<'py, PyAny>,
        dones: Bound<'py, PyAny>,
        winners: Bound<'py, PyAny>,
        rows: Option<Bound<'py, PyAny>>,
        finals: Option<Bound<'py, PyAny>>,
    ) -> PyResult<()> {
        self.set_state(state)?;
        let mut buffers =
            Arrays::borrowed(&masks, &seats, &rewards, &dones, &winners, rows.as_ref(), finals.as_ref())?;
        let out = buffers.out(self)?;
        self.slots.show(out);
        Ok(())
    }

    /// Goes on from a state without filling buffers.
    fn set_state(&mut self, state: &[u8]) -> PyResult<()> {
        let torn = || refused("state: it is damaged, or belongs to another batch");
        let (bytes, sum) = state.split_last_chunk::<8>().ok_or_else(torn)?;
        if random::fnv1a(bytes).to_le_bytes() != *sum {
            return Err(torn());
        }
        let (seed, mut rest) = bytes.split_first_chunk::<8>().ok_or_else(torn)?;
        let mut games = Vec::with_capacity(self.count);
        while let Some((number, later)) = rest.split_first_chunk::<8>() {
            let (length, later) = later.split_first_chunk::<4>().ok_or_else(torn)?;
            let (game, later) =
                later.split_at_checked(u32::from_le_bytes(*length) as usize).ok_or_else(torn)?;
            games.push((u64::from_le_bytes(*number), game.to_vec()));
            rest = later;
        }
        if games.len() != self.count {
            return Err(refused(format!("state: expected {} games, found {}", self.count, games.len())));
        }
        let done = self.slots.restore(u64::from_le_bytes(*seed), &games);
        done.map_err(|why| refused(format!("state: {why}")))?;
        // what may be picked is known once it has been shown
        let n = self.count;
        let (mut masks, mut seats, mut rewards) =
            (vec![0; n * self.words], vec![0; n], vec![0.0; n * self.seats]);
        let (mut dones, mut winners) = (vec![0; n], vec![0; n]);
        self.slots.show(Buffers {
            masks: &mut masks,
            seats: &mut seats,
            rewards: &mut rewards,
            dones: &mut dones,
            winners: &mut winners,
            rows: None,
            rows_kept: false,
            finals: None,
        });
        Ok(())
    }

    /// Batches travel to other processes as their maps, options and state.
    #[expect(clippy::type_complexity, reason = "what pickle asks for")]
    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, (Py<PyList>, usize, Py<PyDict>, Bound<'py, PyBytes>))> {
        let rebuild = py.import("hexwright._saved")?.getattr("batch")?;
        Ok((rebuild, (self.maps.clone_ref(py), self.count, self.how.clone_ref(py), self.state(py))))
    }

    fn __repr__(&self) -> String {
        format!("CatanBatch(count={}, seats={}, pick_count={})", self.count, self.seats, self.picks)
    }
}
