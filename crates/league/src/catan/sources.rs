//! Where the points of a seat come from, and how many cards a roll gives on average.

use crate::story::PointSource;
use hexwright_catan::game::{Catan, SeatView, View};
use hexwright_catan::map::Card;
use hexwright_core::{HexId, Key as _};

/// Points of the longest road and of the largest army.
const AWARD: i64 = 2;

/// Points by source from the views of all seats, each of which knows its own cards.
pub(super) fn sources(views: &[View]) -> Vec<PointSource> {
    let own = |seat: usize| &views[seat].seats[seat];
    let by = |about, points: &dyn Fn(usize) -> i64| PointSource {
        about,
        points: (0..views.len()).map(points).collect(),
    };
    let held = |holder: Option<u8>, seat: usize| if holder == Some(seat as u8) { AWARD } else { 0 };
    let cards = |seat: &SeatView| {
        let hidden = seat.development_kinds.as_ref().map_or(0, |kinds| kinds[Card::VictoryPoint.index()]);
        i64::from(hidden) + i64::from(seat.shown)
    };
    let mut sources = vec![
        by("settlement", &|i| own(i).settlements.len() as i64),
        by("city", &|i| 2 * own(i).cities.len() as i64),
        by("longest-road-award", &|i| held(views[i].road_holder, i)),
        by("largest-army-award", &|i| held(views[i].army_holder, i)),
        by("victory-point", &|i| cards(own(i))),
        by("islands", &|i| i64::from(own(i).islands.1)),
    ];
    let told = |i: usize| sources.iter().map(|s| s.points[i]).sum::<i64>();
    let rest: Vec<i64> = (0..views.len()).map(|i| own(i).points.map_or(0, i64::from) - told(i)).collect();
    sources.push(PointSource { about: "other-points", points: rest });
    sources.retain(|source| source.points.iter().any(|&n| n != 0));
    sources
}

/// Cards each seat gets from one roll of two dice on average.
pub(super) fn expected(game: &Catan, view: &View) -> Vec<f64> {
    let board = game.board();
    let topology = board.grid.topology();
    let ways = |number: u8| match number {
        2..=12 if number != 7 => 6.0 - (f64::from(number) - 7.0).abs(),
        _ => 0.0,
    };
    let gives = |id: &HexId| board.terrain(*id).resource().is_some() && view.robber.map(HexId) != Some(*id);
    let of = |seat: &SeatView| -> f64 {
        let hexes = topology.hex_ids().filter(gives);
        hexes
            .map(|id| {
                let corners = topology.hex_corners(id);
                let here = |list: &[u16]| corners.iter().filter(|c| list.contains(&c.0)).count();
                ways(board.number(id)) / 36.0 * (here(&seat.settlements) + 2 * here(&seat.cities)) as f64
            })
            .sum()
    };
    view.seats.iter().map(of).collect()
}
