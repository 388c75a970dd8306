//! What a choice in the opening is worth once everybody has placed.
//!
//! A judge of positions sees what a seat has, not which places are left for the others and for its own next turn. So the
//! opening is played to its end behind each choice, every seat taking what looks best for itself at once, and is judged then.

use super::Planner;
use crate::evaluate::{Evaluate, value_of};
use hexwright_core::{Game, Turn};

impl<G: Game, E: Evaluate<G> + ?Sized> Planner<'_, G, E> {
    /// Plays the opening behind as many choices as the budget lasts for, in this order, and puts what they are worth then in
    /// the place of what they look. The rest are worth no more than the worst of those.
    pub(super) fn play_openings(&mut self, order: &[usize], behind: &mut [G::Position], values: &mut [f64]) {
        let mut worst = f64::INFINITY;
        for &place in order {
            if self.nodes > 0 {
                self.play_opening(&mut behind[place]);
                values[place] = self.judged(&behind[place]);
                worst = worst.min(values[place]);
            } else {
                values[place] = values[place].min(worst);
            }
        }
    }

    /// Plays the opening to its end, or to the first chance in it: the judge says the rest.
    fn play_opening(&mut self, position: &mut G::Position) {
        let mut legal = self.spare.pop().unwrap_or_default();
        while self.evaluate.opens(self.game, position) {
            let Turn::Seats(seats) = self.game.turn(position) else { break };
            let Some(seat) = seats.iter().next() else { break };
            legal.clear();
            self.game.legal(position, seat, &mut legal);
            self.nodes = self.nodes.saturating_sub(legal.len() as u64);
            let mut best: Option<(f64, G::Position)> = None;
            for action in &legal {
                let after = self.behind(position, seat, action);
                let value = value_of(self.evaluate, self.game, &after, seat);
                if best.as_ref().is_none_or(|(most, _)| value > *most) {
                    best = Some((value, after));
                }
            }
            let Some((_, after)) = best else { break };
            *position = after;
        }
        self.spare.push(legal);
    }
}
