//! What people are shown of Terra Mystica. Nothing is hidden, so every viewer is told the same.
//!
//! A command is one sentence; then come the goods each seat gets and pays by it, whatever rule moves them
//! (income, power from neighbours, points of tiles). Hexes are called by their names on the board.

mod choices;
mod goods;
mod say;
mod summary;

#[cfg(test)]
mod tests;

use crate::game::{Action, Phase, Position, Terra, View};
use hexwright_core::present::{Choice, Panel, Part, Present, Sentence};
use hexwright_core::{Actor, Game as _, Seat, Step, Viewer};

impl Present for Terra {
    fn catalogues() -> &'static [(&'static str, &'static str)] {
        &[("en", include_str!("../words/en.txt")), ("de", include_str!("../words/de.txt"))]
    }

    fn describe(&self, before: &Position, step: &Step<Action>, _: Viewer) -> Vec<Sentence> {
        let Actor::Seat(seat) = step.actor else { return Vec::new() };
        let mut after = before.clone();
        self.play_unchecked(&mut after, step.actor, &step.action);
        // what was done comes first, then how it was paid for
        let mut said = vec![say::command(self, before, &step.action.command).with("seat", seat.into())];
        let conversions = step.action.before.iter();
        said.extend(conversions.map(|(kind, n)| say::conversion(kind, n).with("seat", seat.into())));
        for other in before.seats() {
            let (gets, pays) = goods::change(before.player(other), after.player(other));
            let told =
                |key, goods| Sentence::new(key).with("seat", other.into()).with("goods", Part::Goods(goods));
            if !pays.is_empty() {
                said.push(told("pays", pays));
            }
            if !gets.is_empty() {
                said.push(told("gets", gets));
            }
        }
        if after.round > before.round {
            said.push(Sentence::new("round-begins").with("round", Part::Number(after.round.into())));
        }
        if after.phase == Phase::End && before.phase != Phase::End {
            said.extend(self.winners(&after));
        }
        said
    }

    fn is_open(&self, _: &Step<Action>) -> bool {
        true
    }

    fn choices(&self, position: &Position, seat: Seat) -> Vec<Choice> {
        choices::choices(self, position, seat)
    }

    fn summary(&self, view: &View) -> Vec<Panel> {
        summary::summary(self, &view.0)
    }
}

impl Terra {
    fn winners(&self, after: &Position) -> Vec<Sentence> {
        let Some(end) = self.outcome(after) else { return Vec::new() };
        let won = |seat: Seat| {
            let points = Part::Number(end.scores[seat.index()].into());
            Sentence::new("wins").with("seat", seat.into()).with("points", points)
        };
        end.winners.iter().map(won).collect()
    }
}
