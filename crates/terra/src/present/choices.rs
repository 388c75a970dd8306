//! What a seat may do, with its price in goods.

use super::{goods, say};
use crate::game::{Action, Command, Position, Terra};
use crate::map::Site;
use crate::text::command::write_command;
use hexwright_core::present::{Choice, Good, Part, Place};
use hexwright_core::{Actor, Game as _, Seat};

pub(super) fn choices(game: &Terra, position: &Position, seat: Seat) -> Vec<Choice> {
    let mut legal = Vec::new();
    game.legal(position, seat, &mut legal);
    legal.iter().map(|action| choice(game, position, seat, action)).collect()
}

fn choice(game: &Terra, position: &Position, seat: Seat, action: &Action) -> Choice {
    let first: Vec<String> = action
        .before
        .iter()
        .map(|(kind, n)| write_command(game, position, &Command::Convert(kind, n)))
        .collect();
    let first = if first.is_empty() { String::new() } else { format!(" ({})", first.join(", ")) };
    Choice {
        action: Some(game.action_text(position, action)),
        label: say::offer(game, position, &action.command).with("first", Part::Text(first)),
        group: say::group(&action.command),
        place: say::place(&action.command),
        from: match action.command {
            Command::Bridge(Site(from, _)) => Some(Place::Hex(from.0)),
            _ => None,
        },
        cost: cost(game, position, seat, action),
        missing: Vec::new(),
    }
}

/// What an action takes from its maker at once. Passing may end the round and bring an income, so it has
/// no price.
fn cost(game: &Terra, position: &Position, seat: Seat, action: &Action) -> Vec<Good> {
    if matches!(action.command, Command::Pass(_) | Command::Done | Command::Wait | Command::Drop) {
        return Vec::new();
    }
    let mut after = position.clone();
    game.play_unchecked(&mut after, Actor::Seat(seat), action);
    goods::change(position.player(seat), after.player(seat)).1
}
