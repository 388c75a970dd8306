//! Conversions that make a price payable: the smallest ones, each in canonical order.
//!
//! Power is never turned into priests and these into anything else: that is dominated. A vector is
//! minimal if no conversion of it could be left out; all minimal vectors are given.

use super::{Conversion, Conversions, Player, refusal::Price};
use crate::factions::Faction;

/// Calls `found` with every minimal vector of conversions after which the price can be paid.
/// `priest_room` says how many more priests the hand can take.
pub(super) fn ways_to_pay(
    player: &Player,
    priest_room: u16,
    price: Price,
    mut found: impl FnMut(Conversions),
) {
    let missing = |has: u16, needs: u16| needs.saturating_sub(has);
    let priests = missing(player.priests, price.priests);
    if priests > 0 && (player.faction == Faction::Riverwalkers || priests > priest_room) {
        return;
    }
    let spare_priests = player.priests.saturating_sub(price.priests);
    let workers = missing(player.workers, price.workers);
    let spare_workers = player.workers.saturating_sub(price.workers);
    let coins = missing(player.coins, price.coins);
    let points = if player.faction == Faction::Alchemists { player.points.max(0) as u16 } else { 0 };
    for to_workers in 0..=workers.min(spare_priests) {
        for to_coins in 0..=coins.min(spare_priests - to_workers) {
            for sold in 0..=(coins - to_coins).min(spare_workers) {
                for points in 0..=(coins - to_coins - sold).min(points) {
                    let power_coins = coins - to_coins - sold - points;
                    let power_workers = workers - to_workers;
                    let power = price.power + 5 * priests + 3 * power_workers + power_coins;
                    let burn = power.saturating_sub(player.power[2]);
                    if player.power[1] < 2 * burn {
                        continue;
                    }
                    let mut way = Conversions::NONE;
                    for (kind, n) in [
                        (Conversion::Burn, burn),
                        (Conversion::PriestToWorker, to_workers),
                        (Conversion::PriestToCoin, to_coins),
                        (Conversion::PowerToPriest, priests),
                        (Conversion::PowerToWorker, power_workers),
                        (Conversion::PowerToCoin, power_coins),
                        (Conversion::WorkerToCoin, sold),
                        (Conversion::PointToCoin, points),
                    ] {
                        way.0[kind.index()] = n as u8;
                    }
                    found(way);
                }
            }
        }
    }
}

/// Whether some conversions make a price payable.
pub(super) fn payable(player: &Player, priest_room: u16, price: Price) -> bool {
    let mut any = false;
    ways_to_pay(player, priest_room, price, |_| any = true);
    any
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_way_is_minimal_and_pays() {
        let mut player = Player::new(Faction::Witches, 20);
        (player.coins, player.workers, player.priests, player.power) = (1, 2, 1, [0, 4, 3]);
        let price = Price { coins: 3, workers: 2, ..Price::default() };
        let mut ways = Vec::new();
        ways_to_pay(&player, 6, price, |w| ways.push(w));
        // two coins from: power twice, priest and power
        let text: Vec<String> = ways
            .iter()
            .map(|w| w.iter().map(|(k, n)| format!("{n} {k}")).collect::<Vec<_>>().join(", "))
            .collect();
        assert_eq!(text, ["2 pw to c", "1 p to c, 1 pw to c"]);
        assert!(!payable(&player, 6, Price { coins: 20, ..Price::default() }));
    }
}
