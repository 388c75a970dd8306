//! How good a position is for a seat: what searching bots plug in.
//!
//! ```
//! use hexwright_core::{Game as _, Seat};
//! use hexwright_play::evaluate::{Evaluate as _, Points};
//! use hexwright_play::toy::HighCard;
//!
//! let game = HighCard::new(2, 3).unwrap();
//! assert_eq!(Points.value(&game, &game.start(), Seat(0)), 0.0, "nobody is ahead at the start");
//! ```

use hexwright_core::{Game, Seat, Turn};

/// The value of a won game unless a judge says otherwise; no evaluation may come near it.
pub const WIN: f64 = 1e9;

/// Judges positions. Bots only show it positions imagined from their own view.
///
/// Only additions, multiplications and divisions belong here: they give the same bits on every machine.
pub trait Evaluate<G: Game>: Send + Sync {
    /// How strong a seat stands by itself: positive, higher is better.
    fn strength(&self, game: &G, position: &G::Position, seat: Seat) -> f64;

    /// How good the position is for a seat. Unless overridden: its strength less that of its best rival.
    fn value(&self, game: &G, position: &G::Position, seat: Seat) -> f64 {
        let of = |s: usize| self.strength(game, position, Seat(s as u8));
        let rivals = (0..game.seats()).filter(|&s| s != seat.index());
        of(seat.index()) - rivals.map(of).fold(f64::NEG_INFINITY, f64::max).max(-WIN)
    }

    /// What a won and a lost game are worth on the scale of [`Self::value`]. A judge that estimates the
    /// chance to win says 1 and 0, so that values can be averaged over chance.
    fn ends(&self) -> (f64, f64) {
        (WIN, -WIN)
    }

    /// Whether an action deserves a look inside a search. At the root every action gets one.
    fn promising(&self, game: &G, position: &G::Position, seat: Seat, action: &G::Action) -> bool {
        let _ = (game, position, seat, action);
        true
    }

    /// Whether an action only prepares others, so that a search need not try it where it looks no
    /// further. At the root every action gets a look.
    fn prepares(&self, game: &G, action: &G::Action) -> bool {
        let _ = (game, action);
        false
    }

    /// Whether a position that waits for chance is better judged as it is than averaged over what may
    /// come: true for a judge that knows what a roll is worth before it falls.
    fn foresees(&self, game: &G, position: &G::Position) -> bool {
        let _ = (game, position);
        false
    }

    /// Whether a position belongs to the opening, in which seats place their first pieces by turns: a planner can play it to
    /// its end before it judges.
    fn opens(&self, game: &G, position: &G::Position) -> bool {
        let _ = (game, position);
        false
    }

    /// Estimated shares of the win, by seat, summing to 1. Unless overridden: the fourth powers of the
    /// strengths, scaled.
    fn shares(&self, game: &G, position: &G::Position, out: &mut Vec<f64>) {
        out.clear();
        out.extend((0..game.seats()).map(|s| {
            let strength = self.strength(game, position, Seat(s as u8)).max(1e-9);
            (strength * strength) * (strength * strength)
        }));
        let total: f64 = out.iter().sum();
        out.iter_mut().for_each(|share| *share /= total);
    }
}

/// Judges by points alone: right for every game, good for few.
#[derive(Clone, Copy, Debug, Default)]
pub struct Points;

impl<G: Game> Evaluate<G> for Points {
    fn strength(&self, game: &G, position: &G::Position, seat: Seat) -> f64 {
        f64::from(game.scores(position).get(seat.index()).copied().unwrap_or(0).max(0)) + 1.0
    }
}

/// The value of a position, with the end of the game above every judgement.
pub(crate) fn value_of<G: Game, E: Evaluate<G> + ?Sized>(
    evaluate: &E,
    game: &G,
    position: &G::Position,
    seat: Seat,
) -> f64 {
    if game.turn(position) != Turn::Over {
        return evaluate.value(game, position, seat);
    }
    match game.outcome(position) {
        Some(end) if end.winners.contains(seat) => evaluate.ends().0 / end.winners.len() as f64,
        Some(end) if !end.winners.is_empty() => evaluate.ends().1,
        _ => evaluate.value(game, position, seat),
    }
}

/// The shares of the win, with the end of the game known.
pub(crate) fn shares_of<G: Game, E: Evaluate<G> + ?Sized>(
    evaluate: &E,
    game: &G,
    position: &G::Position,
    out: &mut Vec<f64>,
) {
    if game.turn(position) != Turn::Over {
        return evaluate.shares(game, position, out);
    }
    match game.outcome(position) {
        Some(end) if !end.winners.is_empty() => {
            let share = 1.0 / end.winners.len() as f64;
            out.clear();
            out.extend(
                (0..game.seats()).map(|s| if end.winners.contains(Seat(s as u8)) { share } else { 0.0 }),
            );
        }
        _ => evaluate.shares(game, position, out),
    }
}
