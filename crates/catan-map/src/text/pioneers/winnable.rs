//! Whether the points a map asks for can be made with what it gives.

use super::keyword::Number;
use super::model::PioneersMap;
use hexwright_core::Region;

/// Can the target be reached?
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Winnable {
    /// Not even with every award, card and island.
    No {
        /// All points there are for one player.
        most: i64,
    },
    /// Settlements and cities alone suffice.
    ByBuilding,
    /// Only with awards, cards or islands.
    Perhaps,
}

/// Compares the target with the points one player could make.
#[must_use]
pub fn winnable(map: &PioneersMap) -> Winnable {
    let count = |number| i64::from(map.numbers[number]).max(0);
    let settlements = count(Number::Settlements);
    let building = settlements + if settlements > 0 { 2 * count(Number::Cities) } else { 0 };
    let sea = count(Number::Ships) + count(Number::Bridges);
    let road = if count(Number::Roads) + sea >= 5 { 2 } else { 0 };
    let army = if count(Number::Soldier) >= 3 { 2 } else { 0 };
    let cards: i64 = Number::POINT_CARDS.into_iter().map(count).sum();
    let islands = if sea > 0 { island_points(map) } else { 0 };
    let most = building + road + army + cards + islands;
    match i64::from(map.numbers[Number::VictoryPoints]) {
        target if target > most => Winnable::No { most },
        target if target <= building => Winnable::ByBuilding,
        _ => Winnable::Perhaps,
    }
}

/// The best sum of a prefix of the island list; one island is home.
fn island_points(map: &PioneersMap) -> i64 {
    let Some(&last) = map.island_bonus.last() else { return 0 };
    let land: Region =
        map.rows().filter(|&place| map.cell(place).is_land()).map(|place| place.hex()).collect();
    let foreign = land.islands().len().saturating_sub(1);
    let points = map.island_bonus.iter().copied().chain(std::iter::repeat(last)).take(foreign);
    let (mut sum, mut best) = (0, 0);
    for bonus in points {
        sum += i64::from(bonus);
        best = best.max(sum);
    }
    best
}
