//! Putting pieces on the board and keeping the sets that legality is read from (section 7).

use crate::game::position::{CITY, Position};
use crate::game::tables::{ABSENT, Engine};

impl<const C: usize, const S: usize, const X: usize> Engine<C, S, X> {
    /// A settlement or a city on an empty corner, with all that follows from it.
    pub(in crate::game) fn put_building(
        &self,
        pos: &mut Position<C, S, X>,
        seat: usize,
        corner: usize,
        city: bool,
    ) {
        pos.piece[corner / 64][corner % 64] = seat as u8 + 1 + if city { CITY } else { 0 };
        pos.occupied.insert(corner);
        pos.open = pos.open.without(self.near[corner]);
        let me = &mut pos.players[seat];
        me.buildings.insert(corner);
        if X == 0 {
            me.frontier = me.frontier.or(self.around[corner]);
        }
        me.harbours |= self.harbours[corner];
        if city {
            pos.cities.insert(corner);
            me.cities_left -= 1;
            me.points += 2;
        } else {
            me.settlements_left -= 1;
            me.points += 1;
        }
        if X > 0 {
            self.land(pos, seat, corner);
            self.join_trails(pos, seat, corner);
        }
        self.cut(pos, seat, corner);
    }

    /// A settlement becomes a city (R-CITY-1, R-CITY-3).
    pub(in crate::game) fn upgrade(&self, pos: &mut Position<C, S, X>, seat: usize, corner: usize) {
        pos.piece[corner / 64][corner % 64] |= CITY;
        pos.cities.insert(corner);
        let me = &mut pos.players[seat];
        me.cities_left -= 1;
        me.settlements_left += 1;
        me.points += 1;
    }

    /// A new building at `corner` stops the roads of others there (R-SETTLE-5, R-LONG-2).
    fn cut(&self, pos: &mut Position<C, S, X>, builder: usize, corner: usize) {
        let mut shortened = false;
        for seat in 0..self.seats {
            if seat == builder || !pos.players[seat].reach.contains(corner) {
                continue;
            }
            let mut own = 0;
            for (side, far) in self.steps[corner] {
                if side == ABSENT {
                    continue;
                }
                let (side, far) = (usize::from(side), usize::from(far));
                own += u8::from(pos.players[seat].roads.contains(side));
                if !self.starts_from(pos, seat, far) {
                    pos.players[seat].frontier.remove(side);
                }
            }
            if X > 0 {
                self.refresh(pos, seat);
            }
            if own >= 2 {
                self.cut_trail(pos, seat);
                shortened = true;
            }
        }
        if shortened {
            self.award_road(pos);
        }
    }

    /// Whether a road of the seat may start at this corner (R-ROAD-2).
    #[inline]
    pub(in crate::game) fn starts_from(&self, pos: &Position<C, S, X>, seat: usize, corner: usize) -> bool {
        match pos.owner_at(corner) {
            Some(owner) => owner == seat,
            None if X > 0 => pos.sea[0].dry[seat].contains(corner),
            None => pos.players[seat].reach.contains(corner),
        }
    }

    /// A road, with all that follows from it.
    pub(in crate::game) fn put_road(&self, pos: &mut Position<C, S, X>, seat: usize, side: usize) {
        self.occupy(pos, side);
        pos.players[seat].roads.insert(side);
        pos.players[seat].roads_left -= 1;
        if X > 0 {
            self.reach_out(pos, seat, side);
            return self.lengthen(pos, seat, side);
        }
        let ends = self.ends[side].map(usize::from);
        let open = ends.map(|end| !pos.foreign_at(end, seat));
        let me = &mut pos.players[seat];
        for (end, open) in ends.into_iter().zip(open) {
            me.reach.insert(end);
            if open {
                me.frontier = me.frontier.or(self.around[end]);
            }
        }
        let length = self.lengthened(pos, seat, side);
        if length > pos.players[seat].length {
            pos.players[seat].length = length;
            self.award_road(pos);
        }
    }

    /// Sides on which the seat may build a road, money and pieces aside.
    #[inline]
    pub(in crate::game) fn road_sides(
        &self,
        pos: &Position<C, S, X>,
        seat: usize,
    ) -> hexwright_core::Bits<S> {
        pos.players[seat].frontier.and(pos.free)
    }
}
