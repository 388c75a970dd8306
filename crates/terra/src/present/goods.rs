//! Goods gained and paid: the difference between two states of a player.

use super::say::owed_word;
use crate::game::{Owed, Player};
use crate::tiles::Cult;
use hexwright_core::present::Good;

/// What a player gets and what it pays between two states. Power is counted in steps of tokens: one power
/// gained moves one token one bowl on, one power paid takes a token two bowls back.
pub(super) fn change(before: &Player, after: &Player) -> (Vec<Good>, Vec<Good>) {
    let power = |p: &Player| i32::from(p.power[1]) + 2 * i32::from(p.power[2]);
    let moved = power(after) - power(before);
    let differences = [
        ("coin", i32::from(after.coins) - i32::from(before.coins)),
        ("worker", i32::from(after.workers) - i32::from(before.workers)),
        ("priest", i32::from(after.priests) - i32::from(before.priests)),
        ("power", if moved < 0 { moved / 2 } else { moved }),
        ("point", i32::from(after.points) - i32::from(before.points)),
    ];
    let (mut gets, mut pays) = (Vec::new(), Vec::new());
    for (kind, n) in differences {
        let good = Good::new(n.unsigned_abs() as u16, kind);
        match n {
            0 => {}
            1.. => gets.push(good),
            _ => pays.push(good),
        }
    }
    (gets, pays)
}

/// Cult steps made and decisions that have become due between two states.
pub(super) fn steps_and_decisions(before: &Player, after: &Player) -> Vec<Good> {
    let more = |before: u8, after: u8, kind| {
        after.checked_sub(before).filter(|n| *n > 0).map(|n| Good::new(n.into(), kind))
    };
    let steps = Cult::ALL.into_iter().filter_map(|c| more(before.cult[c], after.cult[c], c.name()));
    let due = Owed::ALL.into_iter().filter_map(|o| more(before.owed[o], after.owed[o], owed_word(o)));
    steps.chain(due).collect()
}

/// What each coming round brings more than before.
pub(super) fn income(before: &Player, after: &Player) -> Vec<Good> {
    let (before, after) = (before.income(), after.income());
    let pairs = [
        (before.coins, after.coins, "coin"),
        (before.workers, after.workers, "worker"),
        (before.priests, after.priests, "priest"),
        (before.power, after.power, "power"),
    ];
    let more = |(before, after, kind): (u8, u8, _)| {
        after.checked_sub(before).filter(|n| *n > 0).map(|n| Good::new(n.into(), kind))
    };
    pairs.into_iter().filter_map(more).collect()
}
