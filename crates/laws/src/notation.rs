//! Any text as the action notation of records.

use crate::{MOST_ACTIONS, play};
use hexwright_core::step::Line;
use hexwright_core::text::lines;
use hexwright_core::{Actor, Game};

/// Reads the first byte as a Catan position and each line after it as `SEAT: action` or `chance OUTCOME`.
///
/// # Panics
/// If a law is broken: an action that is read is written and read back the same; an action is accepted
/// exactly if it is listed (offers are never listed); a refusal changes nothing.
pub fn catan_notation(bytes: &[u8]) {
    let Some((&choice, text)) = bytes.split_first() else { return };
    let stage = play::catan(choice);
    let mut position = stage.position.clone();
    each_line(text, |actor, text| {
        if let Some(action) = parsed(&stage.game, &position, actor, text) {
            play::attempt(&stage.game, &mut position, actor, &action, !action.is_offer());
        }
    });
}

/// Reads the first byte as a Terra Mystica position and each line after it as `SEAT: command`.
///
/// # Panics
/// If a law is broken: a command that is read is written and read back the same; a listed command is
/// accepted (a log may order its small steps freely, so others are too); a refusal changes nothing.
pub fn terra_notation(bytes: &[u8]) {
    let Some((&choice, text)) = bytes.split_first() else { return };
    let stage = play::terra(choice);
    let mut position = stage.position.clone();
    each_line(text, |actor, text| {
        if let Some(action) = parsed(&stage.game, &position, actor, text) {
            play::attempt(&stage.game, &mut position, actor, &action, false);
        }
    });
}

fn each_line(bytes: &[u8], mut act: impl FnMut(Actor, &str)) {
    let text = String::from_utf8_lossy(bytes);
    for line in lines(&text).take(MOST_ACTIONS) {
        match Line::read(line.text) {
            Ok(line) => act(line.actor, line.text),
            Err(_) => act(Actor::Chance, line.text),
        }
    }
}

/// The action of a text, if it is one.
///
/// # Panics
/// If the action cannot be written or reads back differently.
fn parsed<G: Game>(game: &G, position: &G::Position, actor: Actor, text: &str) -> Option<G::Action> {
    let action = match game.parse_action(position, actor, text) {
        Ok(action) => action,
        Err(refusal) => {
            assert!(!refusal.to_string().is_empty(), "a refusal says why");
            return None;
        }
    };
    let written = game.action_text(position, &action);
    let fits = !written.is_empty() && written.trim() == written && !written.contains(['\n', '\r']);
    assert!(fits, "{written:?} does not fit on a line of a record");
    match game.parse_action(position, actor, &written) {
        Ok(again) => assert_eq!(again, action, "{text:?} is written as {written:?}"),
        Err(refusal) => panic!("{text:?} is written as {written:?}, which is refused: {refusal}"),
    }
    Some(action)
}
