//! What the server will answer to a command: accepted, or which error.

use super::mirror::{Mirror, hand};
use super::speech::{corner, counts_of, kind_of, side, word_of};
use crate::game::{Action, Catan, CatanPosition, Phase, Piece, Refusal, SeatView};
use crate::map::Resource;
use hexwright_core::{Actor, Game as _, Seat, Turn, Viewer};

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
            Some(build(&mirror.game, &mirror.position, seat, action))
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
            Some(bank_trade(&mirror.game, &mirror.position, seat, (count, give, take)))
        }
        ["buy-develop"] => {
            if !rolled {
                return error("roll-dice");
            }
            Some(buy(&mirror.game, &mirror.position, seat))
        }
        ["undo"] => Some(if mirror.undo.is_empty() { Err("bad-undo".to_owned()) } else { Ok(()) }),
        ["roll"] => Some(if rolled { Err("already-rolled".to_owned()) } else { Ok(()) }),
        ["done"] => Some(if rolled { Ok(()) } else { Err("roll-dice".to_owned()) }),
        _ => None,
    }
}

/// The answer to a build of the active seat after its roll.
pub(super) fn build(
    game: &Catan,
    position: &CatanPosition,
    seat: usize,
    action: Action,
) -> Result<(), String> {
    attempt(game, position, seat, action).map_err(|refusal| {
        let view = game.view(position, Viewer::Seat(Seat(seat as u8)));
        build_error(&view.seats[seat], action, &refusal)
    })
}

/// The answer to `buy-develop` after the roll.
pub(super) fn buy(game: &Catan, position: &CatanPosition, seat: usize) -> Result<(), String> {
    attempt(game, position, seat, Action::Buy).map_err(|refusal| match refusal {
        Refusal::DeckEmpty => "no-cards".to_owned(),
        _ => "too-expensive".to_owned(),
    })
}

/// The answer to a trade with the bank.
pub(super) fn bank_trade(
    game: &Catan,
    position: &CatanPosition,
    seat: usize,
    (count, give, take): (u8, Resource, Resource),
) -> Result<(), String> {
    let public = game.view(position, Viewer::Spectator);
    if !public.rolled {
        return Err("wrong-time".to_owned());
    }
    if !(2..=4).contains(&count) {
        let closed = public.built && game.options().strict_trade;
        return Err(if closed { "wrong-time" } else { "trade bad-ratio" }.to_owned());
    }
    attempt(game, position, seat, Action::BankTrade { count, give, take }).map_err(|refusal| match refusal {
        Refusal::TradeClosed => "wrong-time".to_owned(),
        Refusal::BankEmpty { .. } => format!("no-cards {}", word_of(take)),
        _ => format!("maritime trade, not {count} resources"),
    })
}

/// A discard or gold choice: the wrong number, or cards that are not there. `None` for a seat that owes none: the
/// server passes over its choice in silence.
pub(crate) fn predict_choice(mirror: &Mirror, seat: usize, command: &str) -> Option<Result<(), String>> {
    let asked = match mirror.game.turn(&mirror.position) {
        Turn::Seats(seats) => seats.contains(Seat(seat as u8)),
        Turn::Chance | Turn::Over => false,
    };
    if !asked {
        return None;
    }
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
fn build_error(me: &SeatView, action: Action, refusal: &Refusal) -> String {
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

/// Whether our rules would accept an action.
pub(super) fn attempt(
    game: &Catan,
    position: &CatanPosition,
    seat: usize,
    action: Action,
) -> Result<(), Refusal> {
    game.play(&mut position.clone(), Actor::Seat(Seat(seat as u8)), &action)
}

impl Mirror {
    /// Whether our rules would accept an action.
    pub(crate) fn attempt(&self, seat: usize, action: Action) -> Result<(), Refusal> {
        attempt(&self.game, &self.position, seat, action)
    }

    /// Whether a corner exists on the map; for clients that place buildings.
    #[must_use]
    pub fn has_corner(&self, words: &[&str]) -> bool {
        corner(&self.game.board().grid, words).is_some()
    }
}
