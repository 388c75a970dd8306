//! A table: one task owns one game. It checks an intent on a copy, stores the lines, and only when
//! they are on disk makes the copy the game and tells everybody.

mod actor;
mod chat;
mod clients;
mod clocks;
mod command;
mod dice;
mod follow;
mod history;
mod intent;
mod life;
mod live;
mod motion;
mod state;
mod wire;
mod wishes;
#[cfg(test)]
mod worlds;

pub use actor::{Pace, TableHandle, Tools};
pub use chat::{Chat, MOST_CHAT_LINES};
pub(crate) use clients::encode;
pub use command::{Command, Finished, Refusal, TableInfo};
pub use dice::{DicePhase, TableDice};
pub use follow::{Asked, Change, Following, seat_intent};
pub use history::History;
pub use intent::{BadId, chosen_id, new_id};
pub use life::lasts;
pub use live::{Choose, Live, LiveGame, LogLine, NotPlayed, Played, Seen};
pub use motion::{Departure, Ended, Motion, Poll};
pub use state::{Around, state};
pub use wire::{ChatLine, FromClient, Gathering, Over, SeatInfo, State, ToClient};
pub use wishes::{BadWish, DiceWish, Wishes};
