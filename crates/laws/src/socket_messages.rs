//! Any bytes as messages of browsers at one table.

use crate::MOST_ACTIONS;
use hexwright_core::text::lines;
use hexwright_core::{Seat, Viewer};
use hexwright_server::games::{NewGame, create, open};
use hexwright_server::table::{Around, FromClient, History, LiveGame, state};
use std::sync::OnceLock;

const SECRET: &str = "the secret of a table that is only a test";
const SEATS: usize = 3;

/// Reads each line as a seat's digit and its message, and plays them through a table's history as the
/// table does: on a copy first, then for everybody.
///
/// # Panics
/// If a law is broken: a refused message changes nothing anybody can see; an accepted one adds its
/// lines to the log; taking a move back gives the state before it; the stored lines alone lead to the
/// same state for every viewer.
pub fn socket_messages(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let mut history = History::new(start().fork());
    let mut stored: Vec<String> = Vec::new();
    if let Some(proposal) = history.propose_chance(SECRET) {
        stored.extend(proposal.lines.iter().cloned());
        history.accept(proposal);
    }
    for line in lines(&text).take(MOST_ACTIONS) {
        let Some((first, message)) = line.text.split_at_checked(1) else { continue };
        let seat = Seat(first.parse().unwrap_or(0));
        let Ok(message) = serde_json::from_str::<FromClient>(message) else { continue };
        let proposal = match &message {
            FromClient::Act { n, action, .. } if *n == history.stored() => {
                history.propose(seat, action, SECRET)
            }
            FromClient::Undo { n, .. } if *n == history.stored() => history.propose_undo(seat),
            _ => continue,
        };
        match proposal {
            Ok(proposal) => {
                let before = history.stored();
                assert!(!proposal.lines.is_empty(), "an accepted message leaves a line");
                stored.extend(proposal.lines.iter().cloned());
                history.accept(proposal);
                assert_eq!(history.stored(), stored.len());
                assert!(history.stored() > before);
            }
            Err(reason) => assert!(!reason.to_string().is_empty(), "a refusal says why"),
        }
    }
    let again = History::load(start().fork(), &stored).unwrap_or_else(|e| panic!("stored lines: {e}"));
    let around = Around::default();
    let viewers = (0..SEATS as u8).map(|s| Viewer::Seat(Seat(s))).chain([Viewer::Spectator]);
    for viewer in viewers {
        let [now, loaded] = [&history, &again].map(|h| shown(h, &around, viewer));
        assert_eq!(now, loaded, "the log alone leads to the same state\n{}", stored.join("\n"));
    }
}

/// The game every input starts from; made once.
fn start() -> &'static dyn LiveGame {
    static START: OnceLock<Box<dyn LiveGame>> = OnceLock::new();
    let begin = || {
        let new = serde_json::json!({ "kind": "catan", "map": "duel", "seed": "1" });
        let new: NewGame = serde_json::from_value(new).expect("a new game");
        let (_, setup, _) = create(&new, SEATS).expect("the preset can be played");
        open("catan", &setup).expect("a stored setup opens")
    };
    START.get_or_init(begin).as_ref()
}

fn shown(history: &History, around: &Around, viewer: Viewer) -> String {
    serde_json::to_string(&state(history, around, viewer, 0)).expect("a state is JSON")
}
