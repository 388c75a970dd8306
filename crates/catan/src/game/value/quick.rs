//! A quick evaluation of a position, for searches that look at very many: points, pips, cards and races, weighed by
//! hand. It takes a tenth of the time of a [`NetworkEval`](super::NetworkEval) and knows much less.

use super::network::shares;
use super::pips;
use crate::game::catan::{Catan, CatanPosition, Visitor, each};
use crate::game::hand::Hand;
use crate::game::position::{CITY, MAX_SEATS, Position};
use crate::game::tables::Engine;
use hexwright_core::{Bits, Game as _, Key as _};
use std::sync::Mutex;

/// Evaluates the positions of one board quickly.
#[derive(Debug)]
pub struct QuickEval {
    /// What a settlement on each corner brings: pips, ore and wheat a little more, variety too.
    worth: Vec<f32>,
    /// What the robber takes from each building on each hex of the grid.
    robbed: Vec<f32>,
    memo: Mutex<[Known; MAX_SEATS]>,
}

/// The production of a seat, for the pieces it was added up for. Boards of more than a word add anew.
#[derive(Clone, Copy, Debug, Default)]
struct Known {
    pieces: [u64; 2],
    robber: u16,
    income: f32,
}

/// Log-odds of a point, a pip, a corner to settle, a road of the trail, a knight, a card.
const POINT: f32 = 0.8;
const PIP: f32 = 0.12;
const SPOT: f32 = 0.15;
const ROAD: f32 = 0.05;
const KNIGHT: f32 = 0.15;
const BOUGHT: f32 = 0.3;
const CARD: f32 = 0.06;
/// What each card above the discard limit costs again.
const EXPOSED: f32 = 0.1;
/// Weight of progress toward the next city or settlement; progress is (fraction of cost in hand) squared.
const NEAR: f32 = 0.3;

struct Tables;

impl Visitor for Tables {
    type Output = QuickEval;

    fn visit<const C: usize, const S: usize, const X: usize>(self, engine: &Engine<C, S, X>) -> QuickEval {
        // in the order of the kinds: brick, wood, wool, wheat, ore
        const LIKED: [f32; 5] = [1.0, 1.0, 0.9, 1.1, 1.1];
        let mut worth = vec![0.0; engine.corners.len()];
        let mut robbed = vec![0.0; engine.hex_corners.len()];
        for (number, sources) in (0u8..).zip(&engine.sources) {
            for source in sources {
                let value = pips(number) * LIKED[source.kind.index()];
                robbed[usize::from(source.hex)] = value;
                source.corners.iter().for_each(|corner| worth[corner] += value + 0.3);
            }
        }
        QuickEval { worth, robbed, memo: Mutex::default() }
    }
}

impl QuickEval {
    /// For this game's board.
    #[must_use]
    pub fn new(game: &Catan) -> Self {
        game.visit(Tables)
    }

    /// The share of the win each seat may expect; 0 behind the last seat.
    #[must_use]
    pub fn shares(&self, game: &Catan, position: &CatanPosition) -> [f32; MAX_SEATS] {
        let mut out = [0.0; MAX_SEATS];
        let mut own = None;
        let mut shared = self.memo.try_lock().ok();
        let memo = shared.as_deref_mut().unwrap_or_else(|| own.insert(<[Known; MAX_SEATS]>::default()));
        let seats = game.seats().min(MAX_SEATS);
        each!(game, position, |engine, pos| {
            for (seat, (out, known)) in out.iter_mut().zip(memo).enumerate().take(seats) {
                *out = self.strength(engine, pos, seat, known);
            }
        });
        shares(&mut out[..seats]);
        out
    }

    #[inline]
    fn strength<const C: usize, const S: usize, const X: usize>(
        &self,
        engine: &Engine<C, S, X>,
        pos: &Position<C, S, X>,
        seat: usize,
        known: &mut Known,
    ) -> f32 {
        let me = &pos.players[seat];
        let cards = me.hand.total();
        let limit = engine.options.discard_limit.map_or(u16::MAX, u16::from);
        let spots = if me.settlements_left > 0 { pos.open.and(me.reach).len().min(2) } else { 0 };
        let near = |price: Hand, parts: f32| {
            let paid = f32::from(me.hand.min(price).total()) * parts;
            paid * paid
        };
        let mut hopes = near(Hand::CITY, 1.0 / 5.0);
        if spots > 0 {
            hopes += near(Hand::SETTLEMENT, 1.0 / 4.0);
        }
        POINT * f32::from(me.points)
            + PIP * self.income(engine, pos, seat, known)
            + SPOT * spots as f32
            + ROAD * f32::from(me.length)
            + KNIGHT * f32::from(me.knights)
            + BOUGHT * f32::from(me.cards.iter().sum::<u16>())
            + CARD * f32::from(cards.min(10))
            - EXPOSED * f32::from(cards.saturating_sub(limit).min(10))
            + NEAR * hopes
    }

    #[inline]
    fn income<const C: usize, const S: usize, const X: usize>(
        &self,
        engine: &Engine<C, S, X>,
        pos: &Position<C, S, X>,
        seat: usize,
        known: &mut Known,
    ) -> f32 {
        let buildings = pos.players[seat].buildings;
        let cities = buildings.and(pos.cities);
        let pieces = [buildings.0[0], cities.0[0]];
        if C == 1 && known.pieces == pieces && known.robber == pos.robber {
            return known.income;
        }
        let times = |corner: usize| if pos.piece_at(corner) & CITY == 0 { 1.0 } else { 2.0 };
        let mut income: f32 = buildings.iter().map(|corner| times(corner) * self.worth[corner]).sum();
        if let Some(robber) = pos.robber() {
            let here: Bits<C> = engine.hex_corners[robber.index()].and(buildings);
            let pieces = here.len() + here.and(cities).len();
            income -= pieces as f32 * self.robbed[robber.index()];
        }
        *known = Known { pieces, robber: pos.robber, income };
        income
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Options;
    use crate::generate::preset;
    use hexwright_core::{Actor, Fast, Random as _, Turn};

    #[test]
    fn what_is_remembered_changes_nothing() {
        let setup = preset("base").unwrap();
        let game = Catan::new(&setup, &setup.draw(5), Options::default(), 4).unwrap();
        let (glance, mut position) = (QuickEval::new(&game), game.start());
        let mut random = Fast::new(3, 0);
        let (mut legal, mut looks) = (Vec::new(), 0);
        while game.turn(&position) != Turn::Over && looks < 600 {
            let shares = glance.shares(&game, &position);
            assert_eq!(shares, QuickEval::new(&game).shares(&game, &position));
            assert!((shares.iter().sum::<f32>() - 1.0).abs() < 1e-4);
            looks += 1;
            match game.turn(&position) {
                Turn::Seats(set) => {
                    let seat = set.iter().next().unwrap();
                    legal.clear();
                    game.legal(&position, seat, &mut legal);
                    let action = legal[random.index(legal.len())];
                    game.play_unchecked(&mut position, Actor::Seat(seat), &action);
                }
                _ => {
                    let action = hexwright_core::Game::draw(&game, &position, &mut random).unwrap();
                    game.play_unchecked(&mut position, Actor::Chance, &action);
                }
            }
        }
        assert!(looks > 100);
    }
}
