//! Slow truths: what must hold in every position, computed the plain way (section 22).

use crate::game::position::{CITY, NONE, NOWHERE, Phase, Position};
use crate::game::sea::state::SidePiece;
use crate::game::tables::{ABSENT, Engine};
use crate::map::{Card, Resource};
use hexwright_core::{Bits, BrokenInvariant, Key as _};

fn ensure(holds: bool, what: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(what()) }
}

impl<const C: usize, const S: usize, const X: usize> Engine<C, S, X> {
    /// The first broken invariant of those that cost little: cards are conserved, pieces are counted and
    /// keep their distance. Long runs check these at every step and [`Game::check_invariants`] whenever
    /// the board changes.
    ///
    /// # Errors
    /// What is wrong.
    ///
    /// [`Game::check_invariants`]: hexwright_core::Game::check_invariants
    pub fn check_counts(&self, pos: &Position<C, S, X>) -> Result<(), BrokenInvariant> {
        self.cards_are_conserved(pos)?;
        Ok(self.pieces_are_consistent(pos)?)
    }

    /// The first broken invariant.
    pub(in crate::game) fn invariants(&self, pos: &Position<C, S, X>) -> Result<(), String> {
        self.check_counts(pos)?;
        self.frontiers_are_true(pos)?;
        self.awards_are_right(pos)?;
        if X > 0 {
            self.sea_is_right(pos)?;
        }
        self.points_are_right(pos)
    }

    fn cards_are_conserved(&self, pos: &Position<C, S, X>) -> Result<(), String> {
        for (seat, player) in pos.players[..self.seats].iter().enumerate() {
            ensure(player.hand.covers(player.unseen), || {
                format!(
                    "seat {seat}: the unseen cards {:?} are not in the hand {:?}",
                    player.unseen, player.hand
                )
            })?;
        }
        for (i, &kind) in Resource::ALL.iter().enumerate() {
            let hands: u16 = pos.players.iter().map(|p| p.hand.get(kind)).sum();
            let found = u32::from(self.bank_counts(pos)[i]) + u32::from(hands);
            let expected = u32::from(self.setup.bank[kind]);
            ensure(found == expected, || {
                format!("{}: expected {expected} cards, found {found}", kind.name())
            })?;
        }
        for &card in Card::ALL {
            let i = card.index();
            let held: u32 = pos.players.iter().map(|p| u32::from(p.cards[i])).sum();
            let open: u32 = match card {
                Card::Knight => pos.players.iter().map(|p| u32::from(p.knights)).sum(),
                Card::VictoryPoint => pos.players.iter().map(|p| u32::from(p.shown)).sum(),
                _ => 0,
            };
            let found = u32::from(pos.deck[i]) + held + open + u32::from(pos.gone[i]);
            let expected = u32::from(self.setup.cards[i]);
            ensure(found == expected, || format!("{}: expected {expected}, found {found}", card.name()))?;
            let actor = &pos.players[pos.actor()];
            ensure(pos.bought[i] <= actor.cards[i], || format!("{}: bought but not held", card.name()))?;
        }
        Ok(())
    }

    fn pieces_are_consistent(&self, pos: &Position<C, S, X>) -> Result<(), String> {
        let mut roads: Bits<S> = Bits::EMPTY;
        let mut buildings: Bits<C> = Bits::EMPTY;
        for (seat, player) in pos.players.iter().enumerate() {
            ensure(player.roads.and(roads).is_empty(), || "two roads on one side".to_owned())?;
            ensure(player.buildings.and(buildings).is_empty(), || "two buildings on one corner".to_owned())?;
            roads = roads.or(player.roads);
            buildings = buildings.or(player.buildings);
            let limits = self.setup.pieces;
            let cities = player.buildings.and(pos.cities).len();
            let counts = [
                (self.pieces_of(pos, seat, SidePiece::Road).len(), player.roads_left, limits.roads),
                (player.buildings.len() - cities, player.settlements_left, limits.settlements),
                (cities, player.cities_left, limits.cities),
            ];
            for (used, left, limit) in counts {
                ensure(used + usize::from(left) == usize::from(limit), || {
                    format!("seat {seat}: {used} placed and {left} left of {limit}")
                })?;
            }
            for corner in player.buildings.iter() {
                let code = seat as u8 + 1 + if pos.cities.contains(corner) { CITY } else { 0 };
                ensure(pos.piece_at(corner) == code, || format!("corner {corner}: wrong piece"))?;
            }
        }
        ensure(pos.occupied == buildings, || "occupied corners are not the buildings".to_owned())?;
        let sides: Bits<S> = (0..self.sides.len()).collect();
        ensure(pos.free == sides.without(roads), || "free sides are not those without roads".to_owned())?;
        for corner in 0..self.corners.len() {
            let near = self.near[corner].and(buildings);
            let land = X == 0 || self.sea.land_corners.contains(corner);
            ensure(pos.open.contains(corner) == (land && near.is_empty()), || {
                format!("corner {corner}: open is wrong")
            })?;
            ensure(!buildings.contains(corner) || near.len() == 1, || {
                format!("corner {corner}: a building has a neighbour (R-SETTLE-2)")
            })?;
        }
        Ok(())
    }

    fn frontiers_are_true(&self, pos: &Position<C, S, X>) -> Result<(), String> {
        for (seat, player) in pos.players[..self.seats].iter().enumerate() {
            let reach: Bits<C> = player.roads.iter().flat_map(|s| self.ends[s]).map(usize::from).collect();
            ensure(reach == player.reach, || format!("seat {seat}: reach is wrong"))?;
            for side in pos.free.iter() {
                let land = X == 0 || self.sea.land_sides.contains(side);
                let joined =
                    land && self.ends[side].iter().any(|&end| self.starts_from(pos, seat, end.into()));
                ensure(joined == player.frontier.contains(side), || {
                    format!("seat {seat}: the frontier is wrong at side {side}")
                })?;
            }
            let harbours = player.buildings.iter().fold(0, |mask, c| mask | self.harbours[c]);
            ensure(harbours == player.harbours, || format!("seat {seat}: harbours are wrong"))?;
            self.pieces_hang_together(pos, seat)?;
        }
        Ok(())
    }

    /// Each road and bridge leads to an own building, foreign buildings ignored. Ships do so too until a
    /// foreign building stands by the sea: a ship that ends at one has an open end and may sail away from
    /// under the ships behind it.
    fn pieces_hang_together(&self, pos: &Position<C, S, X>, seat: usize) -> Result<(), String> {
        let me = &pos.players[seat];
        let ships = pos.sea.first().map_or(Bits::EMPTY, |sea| sea.ships);
        let home: Bits<S> = me.buildings.iter().fold(Bits::EMPTY, |set, c| set.or(self.around[c]));
        let adrift = |mut own: Bits<S>| {
            let mut wave = own.and(home);
            while !wave.is_empty() {
                own = own.without(wave);
                let ends = wave.iter().flat_map(|side| self.ends[side]).map(usize::from);
                wave = ends.fold(Bits::EMPTY, |set: Bits<S>, end| set.or(self.around[end])).and(own);
            }
            own.nth(0)
        };
        if let Some(side) = adrift(me.roads.without(ships)) {
            return Err(format!("seat {seat}: the road on side {side} leads to no building"));
        }
        if X > 0
            && let Some(side) = adrift(me.roads.and(ships))
        {
            let by_the_sea = |corner: usize| !self.around[corner].and(self.sea.wet_sides).is_empty();
            let cut = pos.occupied.without(me.buildings).iter().any(by_the_sea);
            ensure(cut, || {
                format!("seat {seat}: the ship on side {side} is adrift, but nobody cut its line")
            })?;
        }
        Ok(())
    }

    fn awards_are_right(&self, pos: &Position<C, S, X>) -> Result<(), String> {
        let mut lengths = Vec::new();
        for (seat, player) in pos.players[..self.seats].iter().enumerate() {
            let slow = self.slow_length(pos, seat);
            ensure(slow == usize::from(player.length), || {
                format!("seat {seat}: expected length {slow}, found {}", player.length)
            })?;
            lengths.push(slow);
        }
        let least = usize::from(self.options.longest_road);
        let most = lengths.iter().copied().max().unwrap_or(0);
        match pos.road_holder {
            NONE => {
                let single = lengths.iter().filter(|&&l| l == most).count() == 1;
                ensure(most < least || !single, || "the longest road lies aside wrongly".to_owned())?;
            }
            holder => ensure(lengths[usize::from(holder)] == most && most >= least, || {
                format!("seat {holder} holds the longest road wrongly")
            })?,
        }
        let knights: Vec<u16> = pos.players[..self.seats].iter().map(|p| p.knights).collect();
        let most = knights.iter().copied().max().unwrap_or(0);
        let least = u16::from(self.options.largest_army);
        match pos.army_holder {
            NONE => ensure(most < least, || "the largest army lies aside wrongly".to_owned()),
            holder => ensure(knights[usize::from(holder)] == most && most >= least, || {
                format!("seat {holder} holds the largest army wrongly")
            }),
        }
    }

    /// Ships, bridges, walls, the pirate and gold.
    fn sea_is_right(&self, pos: &Position<C, S, X>) -> Result<(), String> {
        let (sea, rules) = (&pos.sea[0], &self.sea.rules);
        let all = pos.players.iter().fold(Bits::EMPTY, |set: Bits<S>, p| set.or(p.roads));
        ensure(sea.ships.or(sea.bridges).without(all).is_empty(), || {
            "a ship or bridge of nobody".to_owned()
        })?;
        ensure(sea.ships.and(sea.bridges).is_empty(), || "a ship and a bridge on one side".to_owned())?;
        ensure(sea.ships.without(self.sea.wet_sides).is_empty(), || "a ship on land".to_owned())?;
        ensure(sea.bridges.and(self.sea.land_sides).is_empty(), || "a bridge on land".to_owned())?;
        let roads = all.without(sea.ships).without(sea.bridges);
        ensure(roads.without(self.sea.land_sides).is_empty(), || "a road at sea".to_owned())?;
        ensure(sea.walls.without(pos.cities).is_empty(), || "a wall without city".to_owned())?;
        let land = self.sea.land_corners;
        ensure(pos.occupied.without(land).is_empty(), || "a building at sea".to_owned())?;
        let on_water = sea.pirate == NOWHERE || self.sea.water.contains(&sea.pirate);
        ensure(on_water, || "the pirate is ashore".to_owned())?;
        let choosing = pos.phase == Phase::Gold;
        ensure(choosing == (sea.chooser != NONE), || "gold is chosen at the wrong time".to_owned())?;
        ensure(choosing || sea.gold.iter().all(|&n| n == 0), || "gold is left over".to_owned())?;
        for seat in 0..self.seats {
            let counts = [
                (self.pieces_of(pos, seat, SidePiece::Ship).len(), sea.ships_left[seat], rules.ships),
                (self.pieces_of(pos, seat, SidePiece::Bridge).len(), sea.bridges_left[seat], rules.bridges),
                (sea.walls.and(pos.players[seat].buildings).len(), sea.walls_left[seat], rules.walls),
            ];
            for (used, left, limit) in counts {
                ensure(used + usize::from(left) == usize::from(limit), || {
                    format!("seat {seat}: {used} at sea and {left} left of {limit}")
                })?;
            }
            self.trail_is_right(pos, seat)?;
            let mut fresh = *pos;
            self.refresh(&mut fresh, seat);
            ensure(fresh == *pos, || format!("seat {seat}: what may be built at sea is out of date"))?;
        }
        Ok(())
    }

    /// The remembered trail is a trail: it can be walked along own pieces without using one twice.
    fn trail_is_right(&self, pos: &Position<C, S, X>, seat: usize) -> Result<(), String> {
        let trail = self.trail(pos, seat);
        let mut only = *pos;
        only.players[seat].roads = trail.sides;
        let walked = self.slow_length(&only, seat);
        let own = trail.sides.without(pos.players[seat].roads).is_empty();
        let sides = trail.sides.len();
        ensure(own && sides == walked && sides == usize::from(trail.length), || {
            format!("seat {seat}: of {sides} remembered sides {walked} can be walked, own: {own}")
        })
    }

    fn points_are_right(&self, pos: &Position<C, S, X>) -> Result<(), String> {
        for (seat, player) in pos.players[..self.seats].iter().enumerate() {
            let cities = player.buildings.and(pos.cities).len();
            let held = if self.options.vp_when_played { 0 } else { player.cards[Card::VictoryPoint.index()] };
            let points = player.buildings.len()
                + cities
                + usize::from(held + player.shown)
                + 2 * usize::from(usize::from(pos.road_holder) == seat)
                + 2 * usize::from(usize::from(pos.army_holder) == seat);
            let islands = pos.sea.first().map_or(0, |sea| i32::from(sea.island_points[seat]));
            ensure(points as i32 + islands == i32::from(player.points), || {
                format!("seat {seat}: expected {points} points, found {}", player.points)
            })?;
        }
        Ok(())
    }

    /// The longest trail by a second method: every trail from every end of every road, nothing pruned.
    pub(in crate::game) fn slow_length(&self, pos: &Position<C, S, X>, seat: usize) -> usize {
        fn walk<const C: usize, const S: usize, const X: usize>(
            engine: &Engine<C, S, X>,
            pos: &Position<C, S, X>,
            seat: usize,
            corner: usize,
            used: &mut Vec<usize>,
        ) -> usize {
            let mut best = used.len();
            let last = used.last().copied();
            if !used.is_empty() && pos.foreign_at(corner, seat) {
                return best;
            }
            for (side, far) in engine.steps[corner] {
                let side = usize::from(side);
                if side != usize::from(ABSENT)
                    && pos.players[seat].roads.contains(side)
                    && !used.contains(&side)
                    && last.is_none_or(|last| engine.joins(pos, seat, corner, last, side))
                {
                    used.push(side);
                    best = best.max(walk(engine, pos, seat, far.into(), used));
                    used.pop();
                }
            }
            best
        }
        let ends = pos.players[seat].roads.iter().flat_map(|side| self.ends[side]);
        ends.map(|end| walk(self, pos, seat, end.into(), &mut Vec::new())).max().unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Options, SeaEngine};
    use crate::text::pioneers::{Leniency, read};
    use hexwright_core::Game as _;

    /// Three sides in a row from an own settlement, the second of them ending where another may build.
    fn line(engine: &SeaEngine) -> Option<([usize; 4], [usize; 3])> {
        let wet = |(side, far): (u16, u16)| {
            let (side, far) = (usize::from(side), usize::from(far));
            (side != usize::from(ABSENT) && engine.sea.wet_sides.contains(side)).then_some((side, far))
        };
        let ashore = |corner: usize| engine.sea.land_corners.contains(corner);
        for a in (0..engine.corners.len()).filter(|&a| ashore(a)) {
            for (first, b) in engine.steps[a].into_iter().filter_map(wet) {
                for (second, c) in engine.steps[b].into_iter().filter_map(wet).filter(|s| s.0 != first) {
                    for (third, d) in engine.steps[c].into_iter().filter_map(wet).filter(|s| s.0 != second) {
                        if ashore(c) && d != a {
                            return Some(([a, b, c, d], [first, second, third]));
                        }
                    }
                }
            }
        }
        None
    }

    #[test]
    fn a_ship_may_sail_away_from_under_others_only_where_its_line_was_cut() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../maps/pioneers/twin_shores.game");
        let text = std::fs::read(path).unwrap();
        let setup = read("twin_shores", &text, Leniency::Lenient).value.unwrap().setup();
        let game = crate::game::Catan::new(&setup, &setup.draw(1), Options::default(), 2).unwrap();
        let crate::game::Catan::Sea(engine) = game else { panic!("expected a board with ships") };
        let ([home, _, foreign, _], ships) = line(&engine).unwrap();
        let mut pos = engine.start();
        engine.put_building(&mut pos, 0, home, false);
        for side in ships {
            engine.put_sea_piece(&mut pos, 0, side, SidePiece::Ship);
        }
        engine.rest_ships(&mut pos);
        engine.settle(&mut pos);
        engine.invariants(&pos).unwrap();
        // an uncut line gives up its last ship only
        assert!(!engine.movable_ships(&pos, 0).contains(ships[1]));
        let mut torn = pos;
        engine.lift(&mut torn, 0, ships[1]);
        let left = engine.longest_trail(&torn, 0);
        engine.set_trail(&mut torn, 0, left);
        assert!(engine.invariants(&torn).unwrap_err().contains("adrift"));
        // R-SEA-4: a foreign building opens both ends beside it
        engine.put_building(&mut pos, 1, foreign, false);
        assert!(engine.movable_ships(&pos, 0).contains(ships[1]));
        let target = engine.ship_targets(&pos, 0, ships[1]).nth(0).unwrap();
        engine.move_ship(&mut pos, 0, ships[1], target);
        engine.settle(&mut pos);
        engine.invariants(&pos).unwrap();
    }
}
