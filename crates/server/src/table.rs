//! A table: one task owns one game. It checks an intent on a copy, stores the lines, and only when
//! they are on disk makes the copy the game and tells everybody.

mod actor;
mod history;
mod live;
mod wire;

pub use actor::{Command, TableHandle, TableInfo};
pub use history::History;
pub use live::{Face, Live, LiveGame, Offered, Played};
pub use wire::{FromClient, Over, SeatInfo, State, ToClient};
