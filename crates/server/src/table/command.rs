//! What a table is asked.

use super::{Asked, Departure, Following, LiveGame, Motion, SeatInfo};
use axum::extract::ws::Utf8Bytes;
use hexwright_core::Seat;
use hexwright_play::dice::Dice;
use tokio::sync::{mpsc, oneshot};

/// The number of log lines, the seat that wants advice, and a copy of the game.
pub(crate) type CoachedGame = (usize, Seat, Box<dyn LiveGame>);

/// A request to the task that owns a table.
pub enum Command {
    /// A browser opens a socket. With a token it holds a seat, without it watches.
    Join {
        /// The seat's secret.
        token: Option<String>,
        /// Where its messages go, as JSON; a full queue drops the reader.
        sender: mpsc::Sender<Utf8Bytes>,
        /// The number of the connection, or `None` if the token fits no seat.
        reply: oneshot::Sender<Option<u64>>,
    },
    /// A socket closed.
    Leave(u64),
    /// An intent of a connection.
    Act {
        /// The connection.
        connection: u64,
        /// The state it answers.
        n: usize,
        /// The action.
        action: String,
        /// Its id.
        id: String,
    },
    /// A connection takes its last action back.
    Undo {
        /// The connection.
        connection: u64,
        /// The state it answers.
        n: usize,
        /// Its id.
        id: String,
    },
    /// A connection commits to bytes for the dice.
    Commit {
        /// The connection.
        connection: u64,
        /// Their hash.
        hash: String,
        /// Its id.
        id: String,
    },
    /// A connection opens the bytes it has committed to.
    Open {
        /// The connection.
        connection: u64,
        /// The bytes in hexadecimal.
        bytes: String,
        /// Its id.
        id: String,
    },
    /// A connection says something.
    Chat {
        /// The connection.
        connection: u64,
        /// What it says.
        text: String,
        /// Its id.
        id: String,
    },
    /// A connection wants the full state.
    Sync(u64),
    /// Somebody wants a free seat.
    Sit {
        /// The seat.
        seat: usize,
        /// The name to show.
        name: String,
        /// The id of the intent.
        id: String,
        /// The seat's secret, or why not.
        reply: oneshot::Sender<Result<String, Refusal>>,
    },
    /// A person leaves or comes back.
    Depart {
        /// The secret of the person's seat.
        token: String,
        /// What the person does.
        how: Departure,
        /// The id of the intent.
        id: String,
        /// Done, or why not.
        reply: oneshot::Sender<Result<(), Refusal>>,
    },
    /// A person votes.
    Vote {
        /// The secret of the person's seat.
        token: String,
        /// On what.
        motion: Motion,
        /// For it, or no longer for it.
        yes: bool,
        /// Done, or why not.
        reply: oneshot::Sender<Result<(), Refusal>>,
    },
    /// The game ends if nobody came until its time was over.
    Expire(oneshot::Sender<()>),
    /// The same people can play again at this table.
    Rematch(String),
    /// Somebody tells this game in another program's words: it hears every change.
    Follow(oneshot::Sender<Following>),
    /// The follower acts for seats it holds.
    ActFor {
        /// The state it answers.
        n: usize,
        /// What is asked.
        what: Asked,
        /// Stored, or why not.
        reply: oneshot::Sender<Result<(), Refusal>>,
    },
    /// Seats whose holders are connected to the follower, one bit each.
    Elsewhere(u16),
    /// Somebody who is connected to the follower says something.
    SayFor {
        /// The seat, or `None` for a spectator.
        seat: Option<u8>,
        /// What is said.
        text: String,
        /// The id of the intent.
        id: String,
    },
    /// The holder of a seat wants another name.
    Rename {
        /// The seat.
        seat: usize,
        /// The new name.
        name: String,
    },
    /// What the lobby shows.
    Info(oneshot::Sender<TableInfo>),
    /// A copy of the game, to draw its board: everybody may see that, and it never changes. `None` before the game
    /// has begun.
    Board(oneshot::Sender<Option<Box<dyn LiveGame>>>),
    /// A copy of the game for the holder of a seat, who wants advice.
    Coach {
        /// The seat's secret.
        token: String,
        /// `None` if the token fits no seat.
        reply: oneshot::Sender<Option<CoachedGame>>,
    },
    /// Some time has passed: if a person is here, the table stays in the list.
    Keep,
    /// The whole game, if it is over.
    Record(oneshot::Sender<Option<Finished>>),
    /// A copy of the game at the first decision after a number of moves, if the game is over.
    Explore {
        /// How many effective lines.
        moves: usize,
        /// `None` while the game runs.
        reply: oneshot::Sender<Option<Box<dyn LiveGame>>>,
    },
    /// The state after a number of moves, if the game is over.
    Replay {
        /// How many effective lines.
        moves: usize,
        /// The state as JSON, or `None` while the game runs.
        reply: oneshot::Sender<Option<String>>,
    },
    /// A bot's pause is over.
    Bot(usize),
    /// A bot has thought.
    BotActs {
        /// The state it answers.
        n: usize,
        /// Its seat.
        seat: Seat,
        /// Its action.
        action: String,
    },
    /// Another server has the table, or may have it: the task ends, and whoever is here comes again.
    StepDown,
    /// Time has passed: clocks may have run out, leavers may have been away too long.
    Tick,
}

/// A finished game: all that its record says.
#[derive(Clone, Debug)]
pub struct Finished {
    /// What it started from.
    pub setup: String,
    /// Its effective lines.
    pub lines: Vec<String>,
    /// What its dice followed from; `None` for a table of the first version.
    pub dice: Option<Dice>,
}

/// Why something was not done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// In words for the person.
    pub reason: String,
    /// Whether to ask again later with the same id: nothing is decided yet.
    pub later: bool,
}

impl Refusal {
    /// It will not be done.
    pub fn never(reason: impl Into<String>) -> Self {
        Self { reason: reason.into(), later: false }
    }

    /// It cannot be stored at the moment.
    #[must_use]
    pub fn not_now() -> Self {
        Self { reason: "cannot save at the moment; the table keeps trying".to_owned(), later: true }
    }
}

impl Command {
    /// Whether it leaves the table as quiet as it was.
    pub(super) fn only_looks(&self) -> bool {
        matches!(
            self,
            Self::Info(_)
                | Self::Board(_)
                | Self::Coach { .. }
                | Self::Explore { .. }
                | Self::Record(_)
                | Self::Replay { .. }
                | Self::Keep
        )
    }
}

/// A table as the lobby shows it.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
pub struct TableInfo {
    /// Part of links.
    pub id: String,
    /// Name of the map.
    pub title: String,
    /// Which game.
    pub kind: String,
    /// Who sits where.
    pub seats: Vec<SeatInfo>,
    /// Moves made.
    pub moves: usize,
    /// Whether it waits for people and their dice: there is no board yet.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub gathering: bool,
    /// Whether its board is drawn when the game begins.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub drawn: bool,
    /// Whether it has ended.
    pub over: bool,
    /// Why it ended without a winner: `vote`, `left` or `abandoned`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ended: Option<String>,
    /// Unix time in seconds at which it was made.
    pub created: i64,
    /// Seats the game waits for.
    pub to_act: Vec<u8>,
    /// Hash of the secret all dice follow from.
    pub commitment: String,
    /// What the table wished for.
    pub wishes: super::Wishes,
}
