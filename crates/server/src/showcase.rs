//! The game on the home page: bots play the base map, and the page shows it move by move.

use crate::library;
use hexwright_catan::game::{Action, Catan, View};
use hexwright_core::{Game as _, Viewer};
use hexwright_league::{Playable as _, Rules, bot_by_name};
use hexwright_play::Players;
use hexwright_play::bot::{Bot, RandomBot};
use hexwright_play::run::{Limits, play_game};
use serde::Serialize;
use std::sync::LazyLock;

/// The board and the game on it; the same on every server.
const SEED: u64 = 11;
const SEATS: usize = 4;
/// A game of our bots has a few hundred steps; this only bounds the work.
const MOST_STEPS: u64 = 5_000;

/// One thing the page shows.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Frame {
    /// Whose turn it is.
    pub seat: u8,
    /// The dice, if they fall.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dice: Option<(u8, u8)>,
    /// Pieces that come: the list of the seat's view they belong to, and the place.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub pieces: Vec<(&'static str, u16)>,
    /// Where the robber stands now, if it moved.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub robber: Option<u16>,
    /// Points everybody can count, by seat.
    pub points: Vec<i16>,
}

fn game() -> Option<Catan> {
    let setup = crate::maps::read(&library::text("base")?).ok()?;
    hexwright_league::catan::game(&setup, SEATS, &Rules::default(), SEED).ok()
}

/// The board without pieces, with places and shapes for them.
#[must_use]
pub fn board() -> &'static str {
    static BOARD: LazyLock<String> = LazyLock::new(|| {
        let draw = |game: Catan| game.page_svg(&game.view(&game.start(), Viewer::Spectator));
        game().and_then(draw).unwrap_or_default()
    });
    &BOARD
}

/// The whole game, frame by frame. Played once; call it where long work is done.
#[must_use]
pub fn frames() -> &'static [Frame] {
    static FRAMES: LazyLock<Vec<Frame>> =
        LazyLock::new(|| game().map(|game| play(&game)).unwrap_or_default());
    &FRAMES
}

fn play(game: &Catan) -> Vec<Frame> {
    let bot = |seat| -> Box<dyn Bot<Catan>> {
        bot_by_name(game, Catan::table_bots()[0], seat, 1).unwrap_or_else(|_| Box::new(RandomBot))
    };
    let limits = Limits { steps: MOST_STEPS };
    let played = play_game(game, &mut Players::new(game, bot), SEED, 0, &limits);
    let mut position = game.start();
    let mut before = game.view(&position, Viewer::Spectator);
    let mut frames = Vec::new();
    for step in &played.steps {
        game.play_unchecked(&mut position, step.actor, &step.action);
        let after = game.view(&position, Viewer::Spectator);
        let frame = frame(&before, &after, &step.action);
        if frame.dice.is_some() || !frame.pieces.is_empty() || frame.robber.is_some() {
            frames.push(frame);
        }
        before = after;
    }
    frames
}

fn frame(before: &View, after: &View, action: &Action) -> Frame {
    let dice = match action {
        Action::Dice(one, other) => Some((*one, *other)),
        _ => None,
    };
    let mut frame = Frame {
        seat: before.active,
        dice,
        robber: after.robber.filter(|_| before.robber != after.robber),
        points: after.seats.iter().map(|seat| seat.public_points).collect(),
        ..Frame::default()
    };
    for (seat, (old, new)) in before.seats.iter().zip(&after.seats).enumerate() {
        let lists = [
            ("roads", &old.roads, &new.roads),
            ("settlements", &old.settlements, &new.settlements),
            ("cities", &old.cities, &new.cities),
        ];
        for (kind, old, new) in lists {
            for &place in new.iter().filter(|place| !old.contains(place)) {
                frame.seat = seat as u8;
                frame.pieces.push((kind, place));
            }
        }
    }
    frame
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_game_of_the_home_page_is_won() {
        let frames = frames();
        assert!(frames.len() > 60, "{} frames", frames.len());
        assert!(frames.last().is_some_and(|frame| frame.points.iter().any(|&points| points >= 8)));
        assert!(board().contains("data-corner") && board().contains("piece-settlement-0"));
    }
}
