//! What factions are worth in an auction.

use crate::factions::Faction;
use crate::game::{Action, Command, Position, least_bid};

/// Points a faction ends with more or less than others, as `keen` plays it: means of 120 games on the base
/// board (`hexwright fairness base.tmlog --redraw --games 120`), drawn a little towards the mean of all.
const fn strength(faction: Faction) -> f64 {
    match faction {
        Faction::Darklings => 9.5,
        Faction::Mermaids => 6.6,
        Faction::IceMaidens => 4.9,
        Faction::Dwarves => 4.2,
        Faction::Halflings => 3.9,
        Faction::Acolytes => 3.4,
        Faction::Riverwalkers => 2.5,
        Faction::Swarmlings => 2.5,
        Faction::Auren => 1.9,
        Faction::Witches => 1.1,
        Faction::Cultists => 0.4,
        Faction::Alchemists => -0.8,
        Faction::ChaosMagicians => -2.7,
        Faction::Nomads => -3.1,
        Faction::Dragonlords => -3.2,
        Faction::Yetis => -3.6,
        Faction::Fakirs => -4.9,
        Faction::Shapeshifters => -5.0,
        Faction::Engineers => -10.7,
        Faction::Giants => -13.5,
    }
}

/// The value of each of these bids: points more than the others that the seat can expect. Nothing but a bid counts.
///
/// Who expects the same of every faction pays for the better ones what they bring more than the worst one, for which
/// nobody pays. A bid goes half of the way to that price: it ends the haggling soon and is seldom too high.
pub(super) fn values(position: &Position, legal: &[Action]) -> Vec<f64> {
    let lots = &position.auction.0;
    let worst = lots.iter().map(|lot| strength(lot.0)).fold(f64::INFINITY, f64::min);
    let of = |action: &Action| {
        let Command::Bid(faction, points) = action.command else { return f64::NEG_INFINITY };
        let least = f64::from(least_bid(position.auction.lot(faction).flatten()));
        let price = strength(faction) - worst;
        let wanted = least + ((price - least) / 2.0).max(0.0);
        // the surplus of the least bid decides between factions, the distance from the wanted bid between points
        price - least - 0.01 * (f64::from(points) - wanted).abs()
    };
    legal.iter().map(of).collect()
}
