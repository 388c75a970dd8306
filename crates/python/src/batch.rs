//! Thousands of games in numpy buffers that are written in place.

use crate::convert::{Seed, refused, rules};
use crate::maps::Map;
use crate::slots::{Slots, slots};
use hexwright_catan::game::Buffers;
use hexwright_core::Game as _;
use numpy::{PyReadonlyArray1, PyReadwriteArray1, PyReadwriteArray2};
use pyo3::prelude::*;

/// Games of one board that step together. `hexwright.CatanVec` holds the buffers for it.
#[pyclass(module = "hexwright")]
pub(crate) struct CatanBatch {
    slots: Box<dyn Slots>,
    pool: Option<rayon::ThreadPool>,
    count: usize,
    seats: usize,
    picks: usize,
    words: usize,
    row: usize,
    parts: Vec<(&'static str, usize)>,
    texts: Vec<String>,
}

/// The buffers of a call, borrowed from numpy.
struct Arrays<'py> {
    masks: PyReadwriteArray2<'py, u64>,
    seats: PyReadwriteArray1<'py, u8>,
    rewards: PyReadwriteArray2<'py, f32>,
    dones: PyReadwriteArray1<'py, u8>,
    winners: PyReadwriteArray1<'py, i8>,
    rows: Option<PyReadwriteArray2<'py, u8>>,
}

impl Arrays<'_> {
    fn out(&mut self, batch: &CatanBatch) -> PyResult<Buffers<'_>> {
        let n = batch.count;
        let rows = match &mut self.rows {
            Some(rows) => Some(sized(rows.as_slice_mut().map_err(refused)?, n * batch.row, "rows")?),
            None => None,
        };
        Ok(Buffers {
            masks: sized(self.masks.as_slice_mut().map_err(refused)?, n * batch.words, "masks")?,
            seats: sized(self.seats.as_slice_mut().map_err(refused)?, n, "seats")?,
            rewards: sized(self.rewards.as_slice_mut().map_err(refused)?, n * batch.seats, "rewards")?,
            dones: sized(self.dones.as_slice_mut().map_err(refused)?, n, "dones")?,
            winners: sized(self.winners.as_slice_mut().map_err(refused)?, n, "winners")?,
            rows,
        })
    }
}

fn sized<'a, T>(slice: &'a mut [T], length: usize, name: &str) -> PyResult<&'a mut [T]> {
    if slice.len() == length {
        return Ok(slice);
    }
    Err(refused(format!("{name}: expected {length} elements, found {}", slice.len())))
}

#[pymethods]
impl CatanBatch {
    /// `count` games on a map, at most `limit` picks each; `threads` 1 works on the caller's thread.
    #[new]
    #[pyo3(signature = (map, count, *, seats = None, board_seed = None, ruleset = None, options = None, limit = 20_000, threads = 1))]
    #[expect(clippy::too_many_arguments, reason = "they are keywords in Python")]
    fn new(
        map: &Map,
        count: usize,
        seats: Option<usize>,
        board_seed: Option<Seed>,
        ruleset: Option<String>,
        options: Option<Vec<String>>,
        limit: u32,
        threads: usize,
    ) -> PyResult<Self> {
        if count == 0 || count > 1 << 20 {
            return Err(refused("expected 1 to 1,048,576 games"));
        }
        let setup = map.setup();
        let board = map.seed(board_seed.as_ref());
        let players = setup.seats(seats.unwrap_or(0));
        let table = hexwright_league::catan::game(setup, players, &rules(ruleset, options), board)
            .map_err(refused)?;
        let picks = table.picks();
        let pool = match threads {
            1 => None,
            n => Some(rayon::ThreadPoolBuilder::new().num_threads(n).build().map_err(refused)?),
        };
        Ok(Self {
            count,
            seats: table.seats(),
            picks: picks.count(),
            words: picks.words(),
            parts: table.tensor_parts(),
            row: table.tensor_parts().iter().map(|part| part.1).sum(),
            texts: (0..picks.count()).map(|n| table.pick_text(n).unwrap_or_default()).collect(),
            pool,
            slots: slots(table, count, limit.max(1)),
        })
    }

    #[getter]
    fn count(&self) -> usize {
        self.count
    }

    #[getter]
    fn seats(&self) -> usize {
        self.seats
    }

    #[getter]
    fn pick_count(&self) -> usize {
        self.picks
    }

    #[getter]
    fn mask_words(&self) -> usize {
        self.words
    }

    #[getter]
    fn row_length(&self) -> usize {
        self.row
    }

    #[getter]
    fn row_parts(&self) -> Vec<(&'static str, usize)> {
        self.parts.clone()
    }

    /// A pick in words.
    fn pick_text(&self, pick: usize) -> PyResult<String> {
        self.texts.get(pick).cloned().ok_or_else(|| refused(format!("there is no pick {pick}")))
    }

    /// Begins every game anew and fills the buffers.
    #[pyo3(signature = (seed, masks, seats, rewards, dones, winners, rows = None))]
    #[expect(clippy::too_many_arguments, reason = "one for each buffer")]
    fn reset<'py>(
        &mut self,
        py: Python<'py>,
        seed: u64,
        masks: PyReadwriteArray2<'py, u64>,
        seats: PyReadwriteArray1<'py, u8>,
        rewards: PyReadwriteArray2<'py, f32>,
        dones: PyReadwriteArray1<'py, u8>,
        winners: PyReadwriteArray1<'py, i8>,
        rows: Option<PyReadwriteArray2<'py, u8>>,
    ) -> PyResult<()> {
        let mut buffers = Arrays { masks, seats, rewards, dones, winners, rows };
        let out = buffers.out(self)?;
        py.detach(|| self.slots.reset(seed, out, self.pool.as_ref()));
        Ok(())
    }

    /// Makes one pick in each game (`NO_PICK` leaves one as it is) and fills the buffers.
    #[pyo3(signature = (picks, masks, seats, rewards, dones, winners, rows = None))]
    #[expect(clippy::too_many_arguments, reason = "one for each buffer")]
    fn step<'py>(
        &mut self,
        py: Python<'py>,
        picks: PyReadonlyArray1<'py, u32>,
        masks: PyReadwriteArray2<'py, u64>,
        seats: PyReadwriteArray1<'py, u8>,
        rewards: PyReadwriteArray2<'py, f32>,
        dones: PyReadwriteArray1<'py, u8>,
        winners: PyReadwriteArray1<'py, i8>,
        rows: Option<PyReadwriteArray2<'py, u8>>,
    ) -> PyResult<()> {
        let numbers = picks.as_slice().map_err(refused)?;
        if numbers.len() != self.count {
            return Err(refused(format!("picks: expected {} elements, found {}", self.count, numbers.len())));
        }
        let mut buffers = Arrays { masks, seats, rewards, dones, winners, rows };
        let out = buffers.out(self)?;
        match py.detach(|| self.slots.step(numbers, out, self.pool.as_ref())) {
            None => Ok(()),
            Some(slot) => Err(refused(format!("game {slot}: pick {} is not legal now", numbers[slot]))),
        }
    }
}
