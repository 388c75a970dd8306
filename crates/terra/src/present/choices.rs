//! What a seat may do or would like to do, with prices and gains.
//!
//! Beside the parts its words need, a label has `gets` (goods, cult steps and decisions it brings at once)
//! and `income` (what each coming round brings more), so that a page can show them apart.

use super::{goods, say};
use crate::game::{Action, Command, Position, Price, Terra};
use crate::map::Site;
use crate::text::command::write_command;
use hexwright_core::present::{Choice, Good, Part, Place, Sentence};
use hexwright_core::{Actor, Game as _, Seat};

pub(super) fn choices(game: &Terra, position: &Position, seat: Seat) -> Vec<Choice> {
    let mut legal = Vec::new();
    game.legal(position, seat, &mut legal);
    let digs = digs_for_hexes(game, position, seat, &legal);
    let conversions = game.single_conversions(position, seat);
    legal.extend(conversions.into_iter().map(Action::from));
    let beyond = game.beyond_means(position, seat);
    let possible = legal.iter().map(|action| choice(game, position, seat, action));
    let wanted = beyond.iter().map(|(command, price)| wanted(game, position, seat, command, *price));
    possible.chain(digs).chain(wanted).collect()
}

fn choice(game: &Terra, position: &Position, seat: Seat, action: &Action) -> Choice {
    let first: Vec<String> = action
        .before
        .iter()
        .map(|(kind, n)| write_command(game, position, &Command::Convert(kind, n)))
        .collect();
    let first = if first.is_empty() { String::new() } else { format!(" ({})", first.join(", ")) };
    let effect = Effect::of(game, position, seat, action);
    Choice {
        action: Some(game.action_text(position, action)),
        cost: effect.pays.clone(),
        missing: Vec::new(),
        ..unpriced(&action.command, effect.told(say::offer(game, position, &action.command), first))
    }
}

/// A command that cannot be paid, with what is missing.
fn wanted(game: &Terra, position: &Position, seat: Seat, command: &Command, price: Price) -> Choice {
    let player = position.player(seat);
    let list = |goods: [(u16, &'static str); 4]| {
        goods.into_iter().filter(|(n, _)| *n > 0).map(|(n, kind)| Good::new(n, kind)).collect::<Vec<_>>()
    };
    let lacks = |price: u16, has: u16| price.saturating_sub(has);
    Choice {
        cost: list([
            (price.coins, "coin"),
            (price.workers, "worker"),
            (price.priests, "priest"),
            (price.power, "power"),
        ]),
        missing: list([
            (lacks(price.coins, player.coins), "coin"),
            (lacks(price.workers, player.workers), "worker"),
            (lacks(price.priests, player.priests), "priest"),
            (lacks(price.power, player.power[2]), "power"),
        ]),
        ..unpriced(command, Effect::default().told(say::offer(game, position, command), String::new()))
    }
}

/// Digging said of the hexes it could be for, so that a click on a hex finds it.
fn digs_for_hexes(game: &Terra, position: &Position, seat: Seat, legal: &[Action]) -> Vec<Choice> {
    if !legal.iter().any(|action| matches!(action.command, Command::Dig(_))) {
        return Vec::new();
    }
    let Some(home) = position.player(seat).home() else { return Vec::new() };
    let dig = |(hex, spades)| {
        let action = legal.iter().find(|action| action.command == Command::Dig(spades))?;
        let name = Part::Text(game.board().name(hex).to_owned());
        let label = Sentence::new("do.dig-for")
            .with("n", Part::Number(spades.into()))
            .with("hex", name)
            .with("to", Part::Word(home.name()));
        let told = choice(game, position, seat, action);
        let extra = told.label.parts.iter().filter(|(name, _)| matches!(*name, "first" | "gets" | "income"));
        let label = extra.fold(label, |label, (name, part)| label.with(name, part.clone()));
        Some(Choice { label, place: Some(Place::Hex(hex.0)), ..told })
    };
    game.spades_to_home(position, seat).into_iter().filter_map(dig).collect()
}

/// A choice without action, price and what is missing.
fn unpriced(command: &Command, label: Sentence) -> Choice {
    Choice {
        action: None,
        label,
        group: say::group(command),
        place: say::place(command),
        from: match command {
            Command::Bridge(Site(from, _)) => Some(Place::Hex(from.0)),
            _ => None,
        },
        cost: Vec::new(),
        missing: Vec::new(),
    }
}

/// What an action does to its maker.
#[derive(Default)]
struct Effect {
    gets: Vec<Good>,
    pays: Vec<Good>,
    income: Vec<Good>,
}

impl Effect {
    /// Passing may end the round and bring an income: only its points and the coins of its card are told.
    fn of(game: &Terra, position: &Position, seat: Seat, action: &Action) -> Self {
        if let Command::Pass(card) = action.command {
            if position.round == 0 {
                return Self::default();
            }
            let points = game.points_for_passing(position, seat).unsigned_abs();
            let coins = card.and_then(|card| position.free_cards[card]).unwrap_or(0);
            let gets = [Good::new(points, "point"), Good::new(coins.into(), "coin")];
            return Self {
                gets: gets.into_iter().filter(|good| good.count > 0).collect(),
                ..Self::default()
            };
        }
        if matches!(action.command, Command::Done | Command::Wait | Command::Drop) {
            return Self::default();
        }
        let mut after = position.clone();
        game.play_unchecked(&mut after, Actor::Seat(seat), action);
        let (before, now) = (position.player(seat), after.player(seat));
        let (mut gets, pays) = goods::change(before, now);
        gets.extend(goods::steps_and_decisions(before, now));
        // the last settling decision can end a phase, and the income is paid then
        let income = if after.round == position.round { goods::income(before, now) } else { Vec::new() };
        Self { gets, pays, income }
    }

    fn told(&self, label: Sentence, first: String) -> Sentence {
        let label = label.with("first", Part::Text(first)).with("gets", Part::Goods(self.gets.clone()));
        if self.income.is_empty() { label } else { label.with("income", Part::Goods(self.income.clone())) }
    }
}
