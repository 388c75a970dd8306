//! What the server will answer to a command: accepted, or which error.

use super::mirror::{Mirror, hand};
use super::speech::{corner, counts_of, kind_of, side, word_of};
use crate::game::{Action, Phase, Piece, Refusal};
use hexwright_core::{Actor, Game as _, Seat, Viewer};

/// A prediction for a command of the active seat in its turn; `None` for commands and moments that
/// are not predicted (setup, open trades, free roads, connection talk).
pub(crate) fn predict(mirror: &Mirror, seat: usize, command: &str) -> Option<Result<(), String>> {
    let public = mirror.game.view(&mirror.position, Viewer::Spectator);
    let in_turn = matches!(public.phase, Phase::PreRoll | Phase::Main);
    if !in_turn || usize::from(public.active) != seat || mirror.trading || mirror.free_roads {
        return None;
    }
    let rolled = public.rolled;
    let error = |text: &str| Some(Err(text.to_owned()));
    let words: Vec<&str> = command.split(' ').collect();
    match words.as_slice() {
        ["build", piece, place @ ..] if place.len() == 3 => {
            if !rolled {
                return error("roll-dice");
            }
            let Some(action) = mirror.build_action(piece, place) else { return error("bad-pos") };
            Some(mirror.attempt(seat, action).map_err(|refusal| build_error(mirror, seat, action, &refusal)))
        }
        ["move", places @ ..] if places.len() == 6 => {
            let grid = &mirror.game.board().grid;
            if public.ship_moved {
                return error("already-moved");
            }
            let (Some(from), Some(to)) = (side(grid, &places[..3]), side(grid, &places[3..])) else {
                return error("bad-pos");
            };
            Some(mirror.attempt(seat, Action::MoveShip { from, to }).map_err(|_| "bad-pos".to_owned()))
        }
        ["maritime-trade", count, "supply", give, "receive", take] => {
            let (count, give, take) = (count.parse().ok()?, kind_of(give)?, kind_of(take)?);
            if !rolled {
                return error("wrong-time");
            }
            if !(2..=4).contains(&count) {
                return error(if public.built && closed(mirror) { "wrong-time" } else { "trade bad-ratio" });
            }
            let tried = mirror.attempt(seat, Action::BankTrade { count, give, take });
            Some(tried.map_err(|refusal| match refusal {
                Refusal::TradeClosed => "wrong-time".to_owned(),
                Refusal::BankEmpty { .. } => format!("no-cards {}", word_of(take)),
                _ => format!("maritime trade, not {count} resources"),
            }))
        }
        ["buy-develop"] => {
            if !rolled {
                return error("roll-dice");
            }
            Some(mirror.attempt(seat, Action::Buy).map_err(|refusal| match refusal {
                Refusal::DeckEmpty => "no-cards".to_owned(),
                _ => "too-expensive".to_owned(),
            }))
        }
        ["undo"] => Some(if mirror.undo.is_empty() { Err("bad-undo".to_owned()) } else { Ok(()) }),
        ["roll"] => Some(if rolled { Err("already-rolled".to_owned()) } else { Ok(()) }),
        ["done"] => Some(if rolled { Ok(()) } else { Err("roll-dice".to_owned()) }),
        _ => None,
    }
}

/// Whether building closes the shop.
fn closed(mirror: &Mirror) -> bool {
    mirror.game.options().strict_trade
}

/// A discard or gold choice: the wrong number, or cards that are not there.
pub(crate) fn predict_choice(mirror: &Mirror, seat: usize, command: &str) -> Option<Result<(), String>> {
    let words: Vec<&str> = command.split(' ').collect();
    let phase = mirror.game.view(&mirror.position, Viewer::Spectator).phase;
    let (action, text) = match (words.as_slice(), phase) {
        (["discard", cards @ ..], Phase::Discard) => {
            (Action::Discard(hand(counts_of(cards)?).into()), "wrong-discard")
        }
        (["chose-gold", cards @ ..], Phase::Gold) => {
            (Action::Gold(hand(counts_of(cards)?).into()), "wrong-gold")
        }
        _ => return None,
    };
    Some(mirror.attempt(seat, action).map_err(|_| text.to_owned()))
}

/// The server's text for a build our rules refuse; it checks in its own order: edges cost, then
/// supply; walls supply, then cost; upgrades city supply, then cost; new buildings connection,
/// settlement supply, city supply, cost.
fn build_error(mirror: &Mirror, seat: usize, action: Action, refusal: &Refusal) -> String {
    let view = mirror.view(seat);
    let me = &view.seats[seat];
    let cards = me.hand.unwrap_or([0; 5]);
    let affords = |price: [u16; 5]| cards.iter().zip(price).all(|(have, need)| *have >= need);
    let supply = |piece: Piece| {
        let word = match piece {
            Piece::Road => "road",
            Piece::Ship => "ship",
            Piece::Bridge => "bridge",
            Piece::Settlement => "settlement",
            Piece::City => "city",
            Piece::Wall => "city wall",
        };
        format!("too-many {word}")
    };
    match (refusal, action) {
        (Refusal::OutOfPieces { piece }, Action::Road(_) | Action::Ship(_) | Action::Bridge(_)) => {
            let price = match action {
                Action::Road(_) => [1, 1, 0, 0, 0],
                Action::Ship(_) => [0, 1, 1, 0, 0],
                _ => [1, 1, 1, 0, 0],
            };
            if affords(price) { supply(*piece) } else { "too-expensive".to_owned() }
        }
        (Refusal::OutOfPieces { piece }, _) => supply(*piece),
        (Refusal::CannotAfford { .. }, _) => "too-expensive".to_owned(),
        _ => "bad-pos".to_owned(),
    }
}

impl Mirror {
    /// Whether our rules would accept an action.
    pub(crate) fn attempt(&self, seat: usize, action: Action) -> Result<(), Refusal> {
        let mut copy = self.position.clone();
        self.game.play(&mut copy, Actor::Seat(Seat(seat as u8)), &action)
    }

    /// Whether a corner exists on the map; for clients that place buildings.
    #[must_use]
    pub fn has_corner(&self, words: &[&str]) -> bool {
        corner(&self.game.board().grid, words).is_some()
    }
}
