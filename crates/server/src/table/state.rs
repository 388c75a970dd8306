//! The one place where a state message is put together: what a viewer may know, and nothing else.

use super::{Gathering, History, Over, SeatInfo, Seen, State, ToClient};
use hexwright_core::{Viewer, json};
use std::collections::BTreeMap;

/// What stands around the game at a table, the same for every viewer.
#[derive(Clone, Debug, Default)]
pub struct Around {
    /// Who sits where.
    pub seats: Vec<SeatInfo>,
    /// Milliseconds left by seat, if the table has clocks.
    pub clocks: BTreeMap<u8, u64>,
    /// The secret of the dice; leaves the server when the game is over.
    pub secret: String,
    /// Why the game ended without a winner; empty if it did not.
    pub ended: String,
}

/// The state for one viewer, with the log from line `log_from` on.
#[must_use]
pub fn state<'a>(history: &'a History, around: &'a Around, viewer: Viewer, log_from: usize) -> State<'a> {
    let game = history.game();
    let seat = match viewer {
        Viewer::Seat(seat) => Some(seat),
        Viewer::Spectator => None,
    };
    let ended = Some(around.ended.clone()).filter(|ended| !ended.is_empty());
    let over = match (game.outcome(), &ended) {
        (Some(outcome), _) => Some(Over {
            winners: outcome.winners.iter().map(|s| s.0).collect(),
            scores: outcome.scores,
            secret: around.secret.clone(),
            ended: None,
        }),
        (None, Some(_)) => {
            let secret = around.secret.clone();
            Some(Over { winners: Vec::new(), scores: Vec::new(), secret, ended: ended.clone() })
        }
        (None, None) => None,
    };
    let runs = ended.is_none();
    let Seen { view, panels, choices } = game.seen(viewer);
    State {
        n: history.stored(),
        you: seat.map(|s| s.0),
        to_act: game.waited_for().iter().filter(|_| runs).map(|s| s.0).collect(),
        choices: if runs { choices } else { Vec::new() },
        can_undo: runs && seat.is_some_and(|s| history.can_undo(s)),
        view,
        panels,
        log: history.log(log_from, viewer),
        log_from,
        seats: &around.seats,
        clocks: &around.clocks,
        over,
        answers: None,
    }
}

/// What a viewer is shown: the state, or before the game begins who is there.
#[must_use]
pub(super) fn shown<'a>(
    history: &'a History,
    around: &'a Around,
    viewer: Viewer,
    log_from: usize,
    answers: Option<&'a str>,
) -> ToClient<'a> {
    if history.has_begun() {
        return ToClient::State(Box::new(State { answers, ..state(history, around, viewer, log_from) }));
    }
    let (dice, seats) = (history.dice(), 0..around.seats.len() as u8);
    ToClient::Gathering(Gathering {
        you: if let Viewer::Seat(seat) = viewer { Some(seat.0) } else { None },
        seats: &around.seats,
        phase: dice.phase().name().to_owned(),
        commitment: crate::secret::hash(&around.secret),
        commitments: seats.clone().map(|seat| dice.shown_of(seat)).collect(),
        opened: seats.map(|seat| dice.has_opened(seat)).collect(),
        ended: Some(around.ended.as_str()).filter(|ended| !ended.is_empty()),
        answers,
    })
}

/// A moment of a finished game.
#[derive(serde::Serialize)]
struct Replayed<'a> {
    #[serde(flatten)]
    state: State<'a>,
    /// The board as SVG, for games without a page of their own.
    #[serde(skip_serializing_if = "Option::is_none")]
    picture: Option<String>,
}

/// The state after a number of moves of a finished game, as it goes to the browser.
#[must_use]
pub(super) fn replayed(history: &History, around: &Around, moves: usize) -> String {
    let mut replayed = state(history, around, Viewer::Spectator, 0);
    let then = history.at(moves);
    replayed.view = then.view(Viewer::Spectator);
    // every hand is open when the game is over
    replayed.panels = then.revealed();
    // a page made for a game draws the pieces itself
    let picture = if then.has_own_page() { None } else { then.picture() };
    json::text(&Replayed { state: replayed, picture }).unwrap_or_default()
}
