//! A table: one task owns one game. It checks an intent on a copy, stores the lines, and only when
//! they are on disk makes the copy the game and tells everybody.

mod actor;
mod chat;
mod clients;
mod clocks;
mod command;
mod history;
mod intent;
mod life;
mod live;
mod state;
mod wire;
mod wishes;
#[cfg(test)]
mod worlds;

pub use actor::{Pace, TableHandle, Tools};
pub use chat::{Chat, MOST_CHAT_LINES};
pub(crate) use clients::encode;
pub use command::{Command, Refusal, TableInfo};
pub use history::History;
pub use intent::{chosen_id, new_id};
pub use life::lasts;
pub use live::{Live, LiveGame, LogLine, Played};
pub use state::{Around, state};
pub use wire::{ChatLine, FromClient, Over, SeatInfo, State, ToClient};
pub use wishes::Wishes;
