//! How a finished game went, for its end screen: points by source and over time, dice, production and luck.
//!
//! Everything is taken from what the game shows people ([`hexwright_core::present`]); only where points come from and
//! what a roll can be expected to give is asked of the game itself.
//!
//! ```
//! use hexwright_league::story::story;
//! use hexwright_play::bot::RandomBot;
//! use hexwright_play::{Players, run, toy::HighCard};
//!
//! let game = HighCard::new(3, 4).unwrap();
//! let mut players = Players::new(&game, |_| Box::new(RandomBot));
//! let record = run::play_game(&game, &mut players, 7, 0, &run::Limits::default()).record(&game);
//! assert_eq!(story(&game, &record).unwrap().production.len(), 3);
//! ```

use crate::Playable;
use hexwright_core::present::{Part, Sentence};
use hexwright_core::{Seat, Viewer};
use hexwright_play::Record;
use hexwright_play::analyse::PAUSE;
use hexwright_play::record::{ReplayError, replay_with};
use serde::Serialize;
use std::collections::BTreeMap;

/// How a game went.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Story {
    /// Where the points at the end come from; empty if the game does not say.
    pub sources: Vec<PointSource>,
    /// Points over the game: a row for each turn, and the last one for the end.
    pub points: Vec<Moment>,
    /// How often each total was rolled, by total.
    pub dice: Vec<u32>,
    /// What the rolls gave each seat.
    pub production: Vec<Production>,
    /// Cards each seat got from rolls beyond what could be expected, after each roll.
    pub luck: Vec<Moment>,
}

/// Points of one source.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PointSource {
    /// A word of the game's catalogue.
    pub about: &'static str,
    /// By seat.
    pub points: Vec<i64>,
}

/// Numbers of all seats at one moment.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Moment {
    /// After how many moves.
    pub entry: usize,
    /// By seat.
    pub values: Vec<f64>,
}

/// What the rolls gave one seat.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Production {
    /// Cards by kind, a word of the game's catalogue.
    pub received: BTreeMap<&'static str, u32>,
    /// Cards the robber kept back.
    pub blocked: u32,
    /// Expected number of cards for the same buildings, if every roll came as often as its probability says.
    pub expected: f64,
}

/// Tells how a record went.
///
/// # Errors
/// The first entry that cannot be replayed.
pub fn story<G: Playable>(game: &G, record: &Record) -> Result<Story, ReplayError> {
    let seats = game.seats();
    let mut story = Story { production: vec![Production::default(); seats], ..Story::default() };
    let (mut entries, mut pauses) = (0, Vec::new());
    let last = replay_with(game, record, |replayed| {
        entries = replayed.number;
        let said = game.describe(replayed.before, replayed.step, Viewer::Spectator);
        if let Some(total) = said.iter().find(|s| s.key == "rolls").and_then(|s| number(s, "total")) {
            let expected = game.expected(&game.view(replayed.before, Viewer::Spectator));
            story.note_roll(replayed.number, total, &said, expected.as_deref());
        }
        let moment = || Moment { entry: replayed.number, values: points(game, replayed.after) };
        if game.turns(replayed.before) != game.turns(replayed.after) {
            story.points.push(moment());
        }
        if replayed.number % PAUSE == 0 {
            pauses.push(moment());
        }
        true
    })?;
    if game.turns(&last) == 0 {
        story.points = pauses; // nobody counts turns
    }
    story.points.push(Moment { entry: entries, values: points(game, &last) });
    let views: Vec<G::View> =
        (0..seats).map(|seat| game.view(&last, Viewer::Seat(Seat(seat as u8)))).collect();
    story.sources = game.sources(&views);
    Ok(story)
}

impl Story {
    fn note_roll(&mut self, entry: usize, total: i64, said: &[Sentence], expected: Option<&[f64]>) {
        let total = usize::try_from(total).unwrap_or_default();
        self.dice.resize(self.dice.len().max(total + 1), 0);
        self.dice[total] += 1;
        for sentence in said {
            let (Some(Part::Seat(seat)), Some(Part::Goods(goods))) =
                (sentence.part("seat"), sentence.part("goods"))
            else {
                continue;
            };
            let Some(production) = self.production.get_mut(usize::from(*seat)) else { continue };
            for good in goods {
                match sentence.key {
                    "gets" => *production.received.entry(good.kind).or_default() += u32::from(good.count),
                    "robber-blocks" => production.blocked += u32::from(good.count),
                    _ => {}
                }
            }
        }
        let Some(expected) = expected else { return };
        for (production, expected) in self.production.iter_mut().zip(expected) {
            production.expected += expected;
        }
        let luck = |p: &Production| f64::from(p.received.values().sum::<u32>()) - p.expected;
        self.luck.push(Moment { entry, values: self.production.iter().map(luck).collect() });
    }
}

fn number(sentence: &Sentence, name: &str) -> Option<i64> {
    match sentence.part(name) {
        Some(Part::Number(n)) => Some(*n),
        _ => None,
    }
}

/// The points of each seat as the seat itself counts them.
fn points<G: Playable>(game: &G, position: &G::Position) -> Vec<f64> {
    let of = |seat: u8| {
        let panels = game.summary(&game.view(position, Viewer::Seat(Seat(seat))));
        let facts = panels.into_iter().filter(|p| p.seat == Some(seat)).flat_map(|p| p.facts);
        let points = facts.filter(|f| f.about == "points").find_map(|f| match f.value {
            Part::Number(n) => Some(n as f64),
            _ => None,
        });
        points.unwrap_or_default()
    };
    (0..game.seats() as u8).map(of).collect()
}
