//! How good a position is for a seat: what experienced players look at, weighed by how often it won.
//!
//! `pieces` and `standing` turn a position into a row of plain numbers for each seat: points, production, harbours,
//! room to expand, the races for road and army, cards in hand and how exposed they are. `network` turns
//! the rows into shares of the win. It learnt from games of bots against themselves (`hexwright tune`),
//! so a share is an honest guess of a probability and can be averaged over chance. `memo` keeps what the next
//! position has in common with the last.
//!
//! `quick` takes a shorter look where a search needs very many of them.
//!
//! Nothing here plays: a searching player shows imagined positions to a [`NetworkEval`] and compares.

mod blocks;
mod memo;
mod network;
mod pieces;
mod quick;
mod standing;

pub use blocks::{BLOCKS, COUNT, FeatureRow};
pub use network::{MOST_UNITS, Network, UNIT_GROUP, USUAL_UNITS, shares};
pub use quick::QuickEval;

use memo::Memo;

use super::catan::{Catan, CatanPosition, Visitor, each};
use super::position::MAX_SEATS;
use super::tables::Engine;
use hexwright_core::{Key as _, Seat};
use std::sync::{Arc, Mutex};

/// Judges the positions of one board.
#[derive(Debug)]
pub struct NetworkEval {
    network: Arc<Network>,
    /// Pips by corner and kind; the last three lanes are empty and make it a round eight.
    worth: Vec<[f32; 8]>,
    /// Numbers at a corner, one bit each from 2 up.
    numbers: Vec<u16>,
    /// The chance to roll one of a set of such numbers.
    cover: Vec<f32>,
    /// What settling a corner is worth, by the kinds that do not come in yet, one bit each.
    spots: Vec<[f32; 32]>,
    /// For each hex of the grid: its kind and pips.
    hexes: Vec<Option<(usize, f32)>>,
    memo: Mutex<Memo>,
}

/// The ways to roll a number.
fn pips(number: u8) -> f32 {
    match number {
        2..=6 => f32::from(number) - 1.0,
        8..=12 => 13.0 - f32::from(number),
        _ => 0.0,
    }
}

struct Tables(Arc<Network>);

impl Visitor for Tables {
    type Output = NetworkEval;

    fn visit<const C: usize, const S: usize, const X: usize>(self, engine: &Engine<C, S, X>) -> NetworkEval {
        let mut worth = vec![[0.0; 8]; engine.corners.len()];
        let mut numbers = vec![0u16; engine.corners.len()];
        let mut hexes = vec![None; engine.hex_corners.len()];
        for (number, sources) in (0u8..).zip(&engine.sources) {
            for source in sources {
                let (kind, value) = (source.kind.index(), pips(number));
                hexes[usize::from(source.hex)] = Some((kind, value));
                for corner in source.corners.iter() {
                    worth[corner][kind] += value;
                    numbers[corner] |= 1u16.checked_shl(u32::from(number).wrapping_sub(2)).unwrap_or(0);
                }
            }
        }
        // a corner is its pips, a little more for each kind and for a harbour, more for kinds that are new
        let of = |(corner, kinds): (usize, &[f32; 8])| {
            let variety = kinds.iter().filter(|&&p| p > 0.0).count() as f32;
            let harbour = if engine.harbours[corner] == 0 { 0.0 } else { 1.0 };
            let plain = kinds.iter().sum::<f32>() + 0.5 * variety + harbour;
            std::array::from_fn(|missing| {
                let new = (0..5).filter(|k| missing >> k & 1 == 1).map(|k| kinds[k].min(2.0));
                (plain + new.sum::<f32>()) * 0.08
            })
        };
        let spots = worth.iter().enumerate().map(of).collect();
        let chance =
            |set: u16| (0..11).filter(|b| set >> b & 1 == 1).map(|b| pips(b + 2)).sum::<f32>() / 36.0;
        let cover = (0..2048).map(chance).collect();
        NetworkEval { network: self.0, worth, numbers, cover, spots, hexes, memo: Mutex::default() }
    }
}

impl NetworkEval {
    /// A judge for this game's board.
    #[must_use]
    pub fn new(game: &Catan, network: Arc<Network>) -> Self {
        game.visit(Tables(network))
    }

    /// What is judged of each seat; rows behind the last seat are empty.
    #[must_use]
    pub fn rows(&self, game: &Catan, position: &CatanPosition) -> [FeatureRow; MAX_SEATS] {
        let mut memo = Memo::default();
        each!(game, position, |engine, pos| self.write_rows(engine, pos, &mut memo));
        memo.seats.map(|seat| seat.row)
    }

    /// The share of the win each seat may expect; 0 behind the last seat.
    #[must_use]
    pub fn shares(&self, game: &Catan, position: &CatanPosition) -> [f32; MAX_SEATS] {
        let seats = hexwright_core::Game::seats(game).min(MAX_SEATS);
        let mut out = [0.0; MAX_SEATS];
        // if another thread holds the cache, compute without it
        let mut own = None;
        let mut shared = self.memo.try_lock().ok();
        let memo = shared.as_deref_mut().unwrap_or_else(|| own.insert(Memo::default()));
        each!(game, position, |engine, pos| self.write_rows(engine, pos, memo));
        for (out, seat) in out.iter_mut().zip(&mut memo.seats).take(seats) {
            *out = seat.strength(&self.network);
        }
        shares(&mut out[..seats]);
        out
    }

    /// The share of the win a seat may expect.
    #[must_use]
    pub fn share(&self, game: &Catan, position: &CatanPosition, seat: Seat) -> f64 {
        f64::from(self.shares(game, position)[seat.index()])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Options;
    use crate::generate::preset;
    use hexwright_core::{Actor, Fast, Game as _, Random as _, Turn};

    #[test]
    fn what_is_remembered_changes_nothing() {
        let setup = preset("base").unwrap();
        let game = Catan::new(&setup, &setup.draw(5), Options::default(), 3).unwrap();
        let (judge, mut position) = (NetworkEval::new(&game, Network::shipped()), game.start());
        let mut random = Fast::new(3, 0);
        let (mut legal, mut looks) = (Vec::new(), 0);
        while game.turn(&position) != Turn::Over && looks < 1_500 {
            let fresh = NetworkEval::new(&game, Network::shipped()).shares(&game, &position);
            assert_eq!(judge.shares(&game, &position), fresh);
            looks += 1;
            let (actor, action) = match game.turn(&position) {
                Turn::Seats(set) => {
                    let seat = set.iter().next().unwrap();
                    legal.clear();
                    game.legal(&position, seat, &mut legal);
                    (Actor::Seat(seat), legal[random.index(legal.len())])
                }
                _ => (Actor::Chance, hexwright_core::Game::draw(&game, &position, &mut random).unwrap()),
            };
            game.play_unchecked(&mut position, actor, &action);
        }
        assert!(looks > 100);
    }

    #[test]
    fn shares_add_up_and_follow_what_happens() {
        let setup = preset("base").unwrap();
        let game = Catan::new(&setup, &setup.draw(3), Options::default(), 4).unwrap();
        let judge = NetworkEval::new(&game, Network::shipped());
        let position = game.start();
        let sum = |p: &CatanPosition| judge.shares(&game, p).iter().sum::<f32>();
        assert!((sum(&position) - 1.0).abs() < 1e-4);
        // the best corner is worth more to who takes it than the worst, and less to a rival
        let mut legal = Vec::new();
        game.legal(&position, Seat(0), &mut legal);
        let after = |action: &_| {
            let mut after = position.clone();
            game.play_unchecked(&mut after, Actor::Seat(Seat(0)), action);
            assert!((sum(&after) - 1.0).abs() < 1e-4);
            (judge.share(&game, &after, Seat(0)), judge.share(&game, &after, Seat(2)))
        };
        let mut found: Vec<(f64, f64)> = legal.iter().map(after).collect();
        found.sort_by(|a, b| a.0.total_cmp(&b.0));
        let (worst, best) = (found[0], found[found.len() - 1]);
        assert!(best.0 > worst.0 + 0.02 && best.1 < worst.1, "{worst:?} {best:?}");
    }
}
