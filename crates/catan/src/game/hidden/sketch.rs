//! A position described from outside: the plain, editable rung below a [`Position`].
//!
//! Scenarios, editors and imagined worlds write a sketch; [`Engine::position`] checks that the pieces
//! fit the board and derives everything else (reach, lengths, awards, points).

use crate::game::hand::Hand;
use crate::game::position::{NONE, NOWHERE, Phase, Position};
use crate::game::tables::{ABSENT, Engine};
use crate::map::{Card, Resource};
use hexwright_core::{Bits, CornerId, HexId, Key as _, Seat, SideId};

/// What a seat has.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SeatSketch {
    /// Resource cards by kind.
    pub hand: [u16; 5],
    /// Development cards held, by card, those of `bought` included.
    pub cards: [u16; 5],
    /// Knights played.
    pub knights: u16,
    /// Victory point cards lying open.
    pub shown: u16,
    /// Settlements.
    pub settlements: Vec<CornerId>,
    /// Cities.
    pub cities: Vec<CornerId>,
    /// Roads.
    pub roads: Vec<SideId>,
}

/// A whole position. `None` means: as it follows from the rest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sketch {
    /// One entry for each seat.
    pub seats: Vec<SeatSketch>,
    /// The phase.
    pub phase: Phase,
    /// Whose turn it is.
    pub active: Seat,
    /// Turns begun.
    pub turn: u32,
    /// Whether the dice of this turn have fallen.
    pub rolled: bool,
    /// Whether a development card was played in this turn.
    pub card_played: bool,
    /// Whether something was built or bought in this turn.
    pub built: bool,
    /// Of the active seat's cards, those bought in this turn.
    pub bought: [u16; 5],
    /// Where the robber stands; otherwise where the map puts it.
    pub robber: Option<Option<HexId>>,
    /// Bank counts by kind; otherwise the map's bank without the hands.
    pub bank: [Option<u16>; 5],
    /// The deck; otherwise the map's cards without those held and played.
    pub deck: Option<[u16; 5]>,
    /// Progress cards that left the game.
    pub gone: [u16; 5],
    /// Holder of the longest road; otherwise computed with no holder before.
    pub road_holder: Option<Option<Seat>>,
    /// Holder of the largest army; otherwise computed with no holder before.
    pub army_holder: Option<Option<Seat>>,
}

impl Sketch {
    /// An empty board in the middle of seat 0's first turn.
    #[must_use]
    pub fn new(seats: usize) -> Self {
        Self {
            seats: vec![SeatSketch::default(); seats],
            phase: Phase::Main,
            active: Seat(0),
            turn: 1,
            rolled: true,
            card_played: false,
            built: false,
            bought: [0; 5],
            robber: None,
            bank: [None; 5],
            deck: None,
            gone: [0; 5],
            road_holder: None,
            army_holder: None,
        }
    }
}

hexwright_core::sentence_error! {
    /// Which piece or card of a sketch does not fit the game.
    pub BadSketch
}

impl<const C: usize, const S: usize, const X: usize> Engine<C, S, X> {
    /// The position a sketch describes.
    ///
    /// # Errors
    /// Which piece or card does not fit. Connections and distances are not checked.
    pub fn position(&self, sketch: &Sketch) -> Result<Position<C, S, X>, BadSketch> {
        if sketch.seats.len() != self.seats || sketch.active.index() >= self.seats {
            return Err(format!("expected {} seats, found {}", self.seats, sketch.seats.len()).into());
        }
        let mut pos = self.start;
        (pos.left_settlements, pos.left_cities, pos.left_roads) = (0, 0, 0);
        (pos.pass, pos.place, pos.phase) = (self.setup.placements.len() as u8, 0, Phase::Setup);
        for (seat, wanted) in sketch.seats.iter().enumerate() {
            self.put_sketched(&mut pos, seat, wanted)?;
        }
        self.settle(&mut pos);
        let holder = |seat: Option<Seat>| match seat {
            None => Ok(NONE),
            Some(seat) if seat.index() < self.seats => Ok(seat.0),
            Some(seat) => Err(format!("there is no seat {seat}")),
        };
        // awards: first as if nobody had held them, then as the sketch says
        self.set_road_holder(&mut pos, NONE);
        self.award_road(&mut pos);
        if let Some(wanted) = sketch.road_holder {
            self.set_road_holder(&mut pos, holder(wanted)?);
        }
        for seat in 0..self.seats as u8 {
            self.award_army(&mut pos, seat);
        }
        if let Some(wanted) = sketch.army_holder {
            let wanted = holder(wanted)?;
            if pos.army_holder != NONE {
                pos.players[usize::from(pos.army_holder)].points -= 2;
            }
            if wanted != NONE {
                pos.players[usize::from(wanted)].points += 2;
            }
            pos.army_holder = wanted;
        }
        let held = pos.players.iter().fold(Hand::EMPTY, |sum, p| sum.plus(p.hand));
        let full = Hand::of(self.setup.bank.values().map(|n| n.min(Hand::CIRCULATING)));
        if !full.covers(held) {
            return Err(format!("the hands hold more than the bank has: {held:?}").into());
        }
        let mut bank = *full.minus(held).counts().values();
        for (count, wanted) in bank.iter_mut().zip(sketch.bank) {
            *count = wanted.unwrap_or(*count).min(Hand::CIRCULATING);
        }
        pos.bank = Hand::of(bank);
        pos.deck = sketch.deck.unwrap_or_else(|| self.rest_of_deck(&pos, sketch.gone));
        pos.gone = sketch.gone;
        pos.bought = sketch.bought;
        if let Some(robber) = sketch.robber {
            pos.robber = robber.map_or(NOWHERE, |h| h.0);
        }
        pos.active = sketch.active.0;
        (pos.phase, pos.turn) = (sketch.phase, sketch.turn);
        (pos.rolled, pos.card_played, pos.built) = (sketch.rolled, sketch.card_played, sketch.built);
        Ok(pos)
    }

    /// As [`Self::position`], but the longest road goes from the sketch's holder to whom R-LONG-4 to
    /// R-LONG-7 name.
    ///
    /// # Errors
    /// As [`Self::position`].
    pub fn settle_awards(&self, sketch: &Sketch) -> Result<Position<C, S, X>, BadSketch> {
        let mut pos = self.position(sketch)?;
        self.award_road(&mut pos);
        Ok(pos)
    }

    /// The way back: everything a sketch can say of a position. Lost are the state of the setup, open
    /// offers, dice cards, special building, and whether a point card was laid open in this turn.
    #[must_use]
    pub fn sketch(&self, pos: &Position<C, S, X>) -> Sketch {
        let seat = |player: &crate::game::position::Player<C, S>| {
            let corners = |set: Bits<C>| set.iter().map(|c| self.corners[c]).collect();
            SeatSketch {
                hand: *player.hand.counts().values(),
                cards: player.cards,
                knights: player.knights,
                shown: player.shown,
                settlements: corners(player.buildings.without(pos.cities)),
                cities: corners(player.buildings.and(pos.cities)),
                roads: player.roads.iter().map(|s| self.sides[s]).collect(),
            }
        };
        Sketch {
            seats: pos.players[..self.seats].iter().map(seat).collect(),
            phase: pos.phase,
            active: pos.active(),
            turn: pos.turn,
            rolled: pos.rolled,
            card_played: pos.card_played,
            built: pos.built,
            bought: pos.bought,
            robber: Some(pos.robber()),
            bank: std::array::from_fn(|i| Some(pos.bank.get(Resource::ALL[i]))),
            deck: Some(pos.deck),
            gone: pos.gone,
            road_holder: Some(pos.road_holder()),
            army_holder: Some(pos.army_holder()),
        }
    }

    fn rest_of_deck(&self, pos: &Position<C, S, X>, gone: [u16; 5]) -> [u16; 5] {
        std::array::from_fn(|i| {
            let held: u16 = pos.players.iter().map(|p| p.cards[i]).sum();
            let open: u16 = match Card::ALL[i] {
                Card::Knight => pos.players.iter().map(|p| p.knights).sum(),
                Card::VictoryPoint => pos.players.iter().map(|p| p.shown).sum(),
                _ => 0,
            };
            self.setup.cards[i].saturating_sub(held + open + gone[i])
        })
    }

    pub(in crate::game) fn set_road_holder(&self, pos: &mut Position<C, S, X>, holder: u8) {
        if pos.road_holder != NONE {
            pos.players[usize::from(pos.road_holder)].points -= 2;
        }
        if holder != NONE {
            pos.players[usize::from(holder)].points += 2;
        }
        pos.road_holder = holder;
    }

    fn put_sketched(
        &self,
        pos: &mut Position<C, S, X>,
        seat: usize,
        wanted: &SeatSketch,
    ) -> Result<(), String> {
        let kinds = [(&wanted.settlements, false), (&wanted.cities, true)];
        for (corner, city) in kinds.iter().flat_map(|(list, city)| list.iter().map(|c| (c, *city))) {
            let dense = self.corner_index.get(corner.index()).copied().filter(|&d| d != ABSENT);
            let dense = usize::from(dense.ok_or_else(|| format!("corner {corner} is not on land"))?);
            let player = &pos.players[seat];
            let left = if city { player.cities_left } else { player.settlements_left };
            if pos.owner_at(dense).is_some() || left == 0 {
                return Err(format!("seat {seat} cannot have a building on corner {corner}"));
            }
            self.put_building(pos, seat, dense, city);
        }
        for side in &wanted.roads {
            let dense = self.side_index.get(side.index()).copied().filter(|&d| d != ABSENT);
            let dense = usize::from(dense.ok_or_else(|| format!("side #{side} is not on land"))?);
            if !pos.free.contains(dense) || pos.players[seat].roads_left == 0 {
                return Err(format!("seat {seat} cannot have a road on side #{side}"));
            }
            self.put_road(pos, seat, dense);
        }
        let hidden = if self.options.vp_when_played { 0 } else { wanted.cards[Card::VictoryPoint.index()] };
        let player = &mut pos.players[seat];
        player.hand = Hand::of(wanted.hand.map(|n| n.min(Hand::CIRCULATING)));
        // nobody saw where these cards came from
        player.unseen = player.hand;
        player.cards = wanted.cards;
        (player.knights, player.shown) = (wanted.knights, wanted.shown);
        player.points += (hidden + wanted.shown) as i16;
        Ok(())
    }
}
