//! What a study of fairness looks at in Catan: who starves, who holds the awards, which corners win.

use hexwright_catan::game::{Action, Catan, CatanPosition};
use hexwright_core::{Actor, Game as _, Step, Turn, Viewer};
use hexwright_play::fairness::Observed;

/// Notes what a step means for the study.
pub(super) fn observe(
    game: &Catan,
    before: &CatanPosition,
    step: &Step<Action>,
    after: &CatanPosition,
    seen: &mut Observed,
) {
    match (step.actor, step.action) {
        (Actor::Seat(seat), Action::SetupSettlement(corner) | Action::SetupCity(corner)) => {
            seen.openings.push((corner.0.into(), seat.0));
        }
        (Actor::Chance, Action::Dice(a, b)) if a + b != 7 => {
            let gained =
                game.cards(before).zip(game.cards(after)).map(|(then, now)| now.saturating_sub(then));
            harvest(gained, game.seats(), seen);
        }
        _ => {}
    }
    if game.turn(after) == Turn::Over {
        let end = game.view(after, Viewer::Spectator);
        for (name, holder) in [("longest road", end.road_holder), ("largest army", end.army_holder)] {
            let counts = counts(seen, name, end.seats.len());
            if let Some(seat) = holder {
                counts[usize::from(seat)] += 1;
            }
        }
        // the running drought was only needed to find the longest
        seen.counts.remove("drought");
    }
}

fn counts<'a>(seen: &'a mut Observed, name: &'static str, seats: usize) -> &'a mut Vec<u64> {
    let counts = seen.counts.entry(name).or_default();
    counts.resize(seats, 0);
    counts
}

/// Cards each seat got from a roll; none is a dry roll.
fn harvest(gained: impl Iterator<Item = u16>, seats: usize, seen: &mut Observed) {
    for (seat, gained) in gained.map(u64::from).enumerate() {
        counts(seen, "cards", seats)[seat] += gained;
        counts(seen, "dry rolls", seats)[seat] += u64::from(gained == 0);
        let drought = &mut counts(seen, "drought", seats)[seat];
        *drought = if gained == 0 { *drought + 1 } else { 0 };
        let drought = *drought;
        let longest = &mut counts(seen, "longest drought", seats)[seat];
        *longest = (*longest).max(drought);
    }
}
