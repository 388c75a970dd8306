//! Goods gained and paid: the difference between two states of a player.

use crate::game::Player;
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
