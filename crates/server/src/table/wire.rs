//! What goes over the socket: one closed enum per direction.

use super::{LogLine, Poll};
use hexwright_core::json::Written;
use hexwright_core::present::{Choice, Good, Panel, Place, Sentence};
use serde::{Deserialize, Serialize, Serializer};
use std::collections::BTreeMap;

/// From the browser. Clients send intents only. Each has an id that the browser has chosen: an intent that is
/// sent again, because its answer was lost, is answered and not carried out twice.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq)]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
pub enum FromClient {
    /// The first message: who is there. Without a token a spectator.
    Hello {
        /// The seat's secret.
        token: Option<String>,
    },
    /// An action and the state it answers.
    Act {
        /// Number of log lines the client had seen.
        n: usize,
        /// The action in the notation of records.
        action: String,
        /// The id of this intent.
        id: Option<String>,
    },
    /// Takes the own last action back, if the policy allows it.
    Undo {
        /// Number of log lines the client had seen.
        n: usize,
        /// The id of this intent.
        id: Option<String>,
    },
    /// Says something to the table.
    Chat {
        /// At most 500 characters.
        text: String,
        /// The id of this intent.
        id: Option<String>,
    },
    /// Commits to 16 bytes for the dice, before the game begins.
    Commit {
        /// Their SHA-256 hash, in hexadecimal.
        hash: String,
        /// The id of this intent.
        id: Option<String>,
    },
    /// Opens the bytes, when everybody has committed.
    Open {
        /// In hexadecimal.
        bytes: String,
        /// The id of this intent.
        id: Option<String>,
    },
    /// Asks for the full state.
    Sync,
}

/// To the browser.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum ToClient<'a> {
    /// The state as this viewer may know it.
    State(Box<State<'a>>),
    /// Instead of a state, while the table waits for people and their dice: there is no board yet.
    Gathering(Gathering<'a>),
    /// An intent that changed nothing, and why.
    Refused {
        /// In words for the person.
        reason: String,
        /// The id of the intent.
        #[serde(skip_serializing_if = "Option::is_none")]
        id: Option<String>,
        /// Whether the same intent can be sent again later: its fate is not decided yet.
        #[serde(skip_serializing_if = "std::ops::Not::not")]
        later: bool,
    },
    /// Whether the table can store what happens. While it cannot, nobody can act; it goes on trying.
    Saving {
        /// Whether it works.
        works: bool,
    },
    /// Somebody came, went or sat down; the game itself did not move.
    Seats {
        /// Who sits where.
        seats: Vec<SeatInfo>,
    },
    /// What people want to decide together, and how the votes stand.
    Polls {
        /// Those that somebody has voted for.
        polls: Vec<Poll>,
    },
    /// The same people can play again at another table. The secret of a seat here opens the same seat there.
    Rematch {
        /// The id of that table.
        table: String,
    },
    /// Somebody said something.
    Chat(ChatLine),
    /// What was said before this browser came: the last lines, oldest first.
    Said {
        /// With their numbers, so that nobody shows a line twice.
        lines: Vec<ChatLine>,
    },
}

/// A line of the chat.
#[derive(Clone, Debug, Serialize, PartialEq, Eq)]
pub struct ChatLine {
    /// Its number at this table.
    pub n: u64,
    /// The seat, or `None` for a spectator.
    pub seat: Option<u8>,
    /// What was said.
    pub text: String,
    /// The id its speaker gave it; old lines have none.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub id: String,
}

/// All a viewer needs to show the table.
///
/// The board itself is not in it: it never changes and is fetched once from `/api/tables/ID/board`.
#[derive(Clone, Debug, Serialize)]
pub struct State<'a> {
    /// Number of log lines; an intent must name it.
    pub n: usize,
    /// The viewer's seat.
    pub you: Option<u8>,
    /// Seats that may act now.
    pub to_act: Vec<u8>,
    /// What the viewer may do, and what it could do if it had more. What is empty in a choice is left out on the way; the
    /// page puts it back.
    #[serde(serialize_with = "brief")]
    pub choices: Vec<Choice>,
    /// Whether the viewer may take its last action back.
    pub can_undo: bool,
    /// The game as the viewer may know it.
    pub view: Written,
    /// What stands beside the board, for games without a page of their own.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub panels: Vec<Panel>,
    /// The log as the viewer may know it: the lines since the last state, or all in the first.
    pub log: Vec<&'a LogLine>,
    /// Number of the first line in `log`.
    pub log_from: usize,
    /// Who sits where.
    pub seats: &'a [SeatInfo],
    /// Milliseconds each waiting person has left, by seat; empty without a turn timer.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub clocks: &'a BTreeMap<u8, u64>,
    /// The end.
    pub over: Option<Over>,
    /// The id of the viewer's intent that this state answers: it is stored.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub answers: Option<&'a str>,
}

/// Choices without what is empty in them.
fn brief<S: Serializer>(choices: &[Choice], serializer: S) -> Result<S::Ok, S::Error> {
    /// As [`Choice`].
    #[derive(Serialize)]
    struct Brief<'a> {
        #[serde(skip_serializing_if = "Option::is_none")]
        action: Option<&'a str>,
        label: &'a Sentence,
        group: &'a str,
        #[serde(skip_serializing_if = "Option::is_none")]
        place: Option<Place>,
        #[serde(skip_serializing_if = "Option::is_none")]
        from: Option<Place>,
        #[serde(skip_serializing_if = "<[_]>::is_empty")]
        cost: &'a [Good],
        #[serde(skip_serializing_if = "<[_]>::is_empty")]
        missing: &'a [Good],
    }
    serializer.collect_seq(choices.iter().map(
        |Choice { action, label, group, place, from, cost, missing }| {
            let action = action.as_deref();
            Brief { action, label, group, place: *place, from: *from, cost, missing }
        },
    ))
}

/// A table before its game begins.
#[derive(Clone, Debug, Serialize)]
pub struct Gathering<'a> {
    /// The viewer's seat.
    pub you: Option<u8>,
    /// Who sits where.
    pub seats: &'a [SeatInfo],
    /// `commit` while people commit, `open` while they open what they committed to.
    pub phase: String,
    /// SHA-256 of the server's secret.
    pub commitment: String,
    /// What each seat has committed to. It does not change any more while people open.
    pub commitments: Vec<Option<&'a str>>,
    /// Which seats have opened. What they opened is told to nobody before the game begins.
    pub opened: Vec<bool>,
    /// Why it ended before it began.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ended: Option<&'a str>,
    /// The id of the viewer's intent that this answers: it is stored.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub answers: Option<&'a str>,
}

/// A seat as everybody sees it.
#[derive(Clone, Debug, Default, Serialize, Deserialize, PartialEq, Eq)]
pub struct SeatInfo {
    /// Name of the person or bot.
    pub name: String,
    /// `person`, `open` or the name of a bot.
    pub kind: String,
    /// Whether a browser with the seat's secret is connected.
    pub here: bool,
    /// The bot that plays for a person who left.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stand_in: Option<String>,
    /// Whether the person has been away so long that the others may decide about the seat.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub gone: bool,
    /// Whether the person has given up for good.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub resigned: bool,
}

/// How it ended.
#[derive(Clone, Debug, Serialize, PartialEq, Eq)]
pub struct Over {
    /// The winners.
    pub winners: Vec<u8>,
    /// Final points.
    pub scores: Vec<i32>,
    /// The secret all dice followed from; its hash was shown from the start.
    pub secret: String,
    /// Why the game ended without a winner: `vote`, `left` or `abandoned`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ended: Option<String>,
}
