//! What a batch writes for its caller.

/// Buffers that are written, each beginning with the first game of the part.
#[derive(Debug)]
pub struct Buffers<'a> {
    /// [`Picks::words`](crate::game::Picks::words) words a game: what the seat may pick.
    pub masks: &'a mut [u64],
    /// Whose pick comes next.
    pub seats: &'a mut [u8],
    /// One a seat: 1 for the winner and -1 for the others when a game has ended.
    pub rewards: &'a mut [f32],
    /// 1 if the game has just ended, 2 if it was cut off.
    pub dones: &'a mut [u8],
    /// Who won the last game that ended here, -1 if nobody did.
    pub winners: &'a mut [i8],
    /// What the seat knows, if that is asked for.
    pub rows: Option<&'a mut [u8]>,
    /// Whether `rows` still hold what was written there last: then only what has changed is written.
    pub rows_kept: bool,
    /// What the seat that picked last knew of the game that has just ended, if that is asked for.
    pub finals: Option<&'a mut [u8]>,
}

impl<'a> Buffers<'a> {
    /// What the first `place` of so many games show, and what the others show.
    #[must_use]
    pub fn split_at(self, games: usize, place: usize) -> (Self, Self) {
        let (masks, later_masks) = cut(self.masks, games, place);
        let (seats, later_seats) = cut(self.seats, games, place);
        let (rewards, later_rewards) = cut(self.rewards, games, place);
        let (dones, later_dones) = cut(self.dones, games, place);
        let (winners, later_winners) = cut(self.winners, games, place);
        let (rows, later_rows) = self.rows.map(|rows| cut(rows, games, place)).unzip();
        let (finals, later_finals) = self.finals.map(|rows| cut(rows, games, place)).unzip();
        let later = Self {
            masks: later_masks,
            seats: later_seats,
            rewards: later_rewards,
            dones: later_dones,
            winners: later_winners,
            rows: later_rows,
            rows_kept: self.rows_kept,
            finals: later_finals,
        };
        (Self { masks, seats, rewards, dones, winners, rows, rows_kept: self.rows_kept, finals }, later)
    }

    /// The same buffers, to be lent for a while.
    pub fn again(&mut self) -> Buffers<'_> {
        Buffers {
            masks: self.masks,
            seats: self.seats,
            rewards: self.rewards,
            dones: self.dones,
            winners: self.winners,
            rows: self.rows.as_deref_mut(),
            rows_kept: self.rows_kept,
            finals: self.finals.as_deref_mut(),
        }
    }
}

/// The share of `place` games in a buffer of `games`, and the rest.
pub(super) fn cut<T>(buffer: &mut [T], games: usize, place: usize) -> (&mut [T], &mut [T]) {
    buffer.split_at_mut(buffer.len() / games.max(1) * place)
}
