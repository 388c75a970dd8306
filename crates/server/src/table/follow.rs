//! Whoever tells a game in another program's words follows it line by line: every change as it was stored, who
//! sits where, what is said. A follower knows everything; what it tells others is its own care.

use super::{ChatLine, LiveGame, SeatInfo};
use hexwright_core::Seat;
use tokio::sync::mpsc;

/// Something happened at a table.
#[derive(Clone, Debug)]
pub enum Change {
    /// Of the effective lines these stay, then these follow; the number of stored lines.
    Lines {
        /// How many stay.
        keep: usize,
        /// The new ones.
        lines: Vec<String>,
        /// Number of stored lines now.
        n: usize,
    },
    /// Who sits where.
    Seats(Vec<SeatInfo>),
    /// Somebody said something.
    Chat(ChatLine),
    /// The log was read anew, or the game has ended without a winner: what the follower knows is void.
    Void,
}

/// What a follower asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Asked {
    /// These actions, all or none.
    Steps(Vec<(Seat, String)>),
    /// The effective line with this number is taken back by its maker.
    TakeBack(Seat, usize),
}

/// What a follower begins with.
pub struct Following {
    /// The game at its start.
    pub start: Box<dyn LiveGame>,
    /// The effective lines so far.
    pub lines: Vec<String>,
    /// Number of stored lines.
    pub n: usize,
    /// Who sits where.
    pub seats: Vec<SeatInfo>,
    /// Seats that belong to clients of the follower, one bit each.
    pub own: u16,
    /// Whether the game is over.
    pub over: bool,
    /// What happens from now on.
    pub changes: mpsc::UnboundedReceiver<Change>,
}

/// The intent by which a client of a follower takes a seat: no browser can choose such an id.
#[must_use]
pub fn seat_intent(seat: usize) -> String {
    format!("follower/{seat}")
}
