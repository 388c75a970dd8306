//! The printed boards, each built once for the whole program: they are read-only tables.

use super::{Board, MapId};
use std::sync::{Arc, OnceLock};

static BOARDS: [OnceLock<Option<Arc<Board>>>; MapId::ALL.len()] =
    [const { OnceLock::new() }; MapId::ALL.len()];

impl Board {
    /// The printed board of a map, shared; `None` for [`MapId::Custom`].
    #[must_use]
    pub fn shared(id: MapId) -> Option<Arc<Self>> {
        BOARDS[id.index()].get_or_init(|| Self::printed_board(id).map(Arc::new)).clone()
    }
}
