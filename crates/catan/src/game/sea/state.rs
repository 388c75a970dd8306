//! What seafaring boards add to a position: ships, bridges, walls, gold, the pirate, islands.
//!
//! The state lies in an array of length `X`: boards without any of it carry nothing. On boards with
//! it a seat's `roads` hold all its pieces on sides; which of them are ships and bridges stands here.

use crate::game::hand::Hand;
use crate::game::position::{MAX_SEATS, NONE, NOWHERE};
use crate::game::rules::lengths::Remembered;
use hexwright_core::Bits;

/// Price of a ship: wood wool.
pub(crate) const SHIP: Hand = Hand::of([0, 1, 1, 0, 0]);
/// Price of a bridge: brick wood wool.
pub(crate) const BRIDGE: Hand = Hand::of([1, 1, 1, 0, 0]);
/// Price of a city wall: 2 brick.
pub(crate) const WALL: Hand = Hand::of([2, 0, 0, 0, 0]);

/// Seafaring state of a whole table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeaState<const C: usize, const S: usize> {
    /// Cities with a wall.
    pub(in crate::game) walls: Bits<C>,
    /// Sides that carry a ship, of any seat.
    pub(in crate::game) ships: Bits<S>,
    /// Sides that carry a bridge, of any seat.
    pub(in crate::game) bridges: Bits<S>,
    /// Sides on which each seat may build a ship or a bridge, the pirate aside.
    pub(in crate::game) ship_sides: [Bits<S>; MAX_SEATS],
    pub(in crate::game) bridge_sides: [Bits<S>; MAX_SEATS],
    /// Corners at which an own road or bridge ends.
    pub(in crate::game) dry: [Bits<C>; MAX_SEATS],
    /// Corners from which an own ship may start.
    pub(in crate::game) moorings: [Bits<C>; MAX_SEATS],
    /// Corners without a building at which one own ship ends and no other.
    pub(in crate::game) tips: [Bits<C>; MAX_SEATS],
    /// Own ships with an open end, and how many they are.
    pub(in crate::game) loose: [Bits<S>; MAX_SEATS],
    pub(in crate::game) loose_ships: [u8; MAX_SEATS],
    /// How many of each seat's `ship_sides` are free.
    pub(in crate::game) berths: [u16; MAX_SEATS],
    pub(in crate::game) trails: Remembered<S>,
    pub(in crate::game) ships_left: [u8; MAX_SEATS],
    pub(in crate::game) bridges_left: [u8; MAX_SEATS],
    pub(in crate::game) walls_left: [u8; MAX_SEATS],
    /// Islands discovered, and what they brought.
    pub(in crate::game) islands: [u8; MAX_SEATS],
    pub(in crate::game) island_points: [i16; MAX_SEATS],
    pub(in crate::game) pirate: u16,
    /// The last robber move was the pirate's.
    pub(in crate::game) pirate_moved: bool,
    /// A ship was moved in this turn.
    pub(in crate::game) ship_moved: bool,
    /// Ships built in this turn.
    pub(in crate::game) new_ships: Bits<S>,
    /// Cards a roll still owes, and gold.
    pub(in crate::game) due: [Hand; MAX_SEATS],
    pub(in crate::game) gold: [u8; MAX_SEATS],
    /// Who is paid or chooses gold, and how many seats from there on are still to be paid.
    pub(in crate::game) chooser: u8,
    pub(in crate::game) unpaid: u8,
}

impl<const C: usize, const S: usize> SeaState<C, S> {
    /// Before the first ship.
    pub(in crate::game) const EMPTY: Self = Self {
        walls: Bits::EMPTY,
        ships: Bits::EMPTY,
        bridges: Bits::EMPTY,
        ship_sides: [Bits::EMPTY; MAX_SEATS],
        bridge_sides: [Bits::EMPTY; MAX_SEATS],
        dry: [Bits::EMPTY; MAX_SEATS],
        moorings: [Bits::EMPTY; MAX_SEATS],
        tips: [Bits::EMPTY; MAX_SEATS],
        loose: [Bits::EMPTY; MAX_SEATS],
        loose_ships: [0; MAX_SEATS],
        berths: [0; MAX_SEATS],
        trails: Remembered::NOTHING,
        ships_left: [0; MAX_SEATS],
        bridges_left: [0; MAX_SEATS],
        walls_left: [0; MAX_SEATS],
        islands: [0; MAX_SEATS],
        island_points: [0; MAX_SEATS],
        pirate: NOWHERE,
        pirate_moved: false,
        ship_moved: false,
        new_ships: Bits::EMPTY,
        due: [Hand::EMPTY; MAX_SEATS],
        gold: [0; MAX_SEATS],
        chooser: NONE,
        unpaid: 0,
    };

    /// Everything of it that is not derived, for the fingerprint.
    pub(in crate::game) fn words(&self, add: &mut impl FnMut(u64)) {
        let sets = self.ships.0.iter().chain(&self.bridges.0).chain(&self.new_ships.0);
        self.walls.0.iter().chain(sets).for_each(|&word| add(word));
        self.due.iter().for_each(|hand| add(hand.word()));
        add(u64::from_le_bytes(self.gold));
        add(u64::from_le_bytes(self.islands));
        self.island_points.iter().for_each(|&n| add(n as u64));
        let [low, high] = self.pirate.to_le_bytes();
        add(u64::from_le_bytes([
            low,
            high,
            self.pirate_moved.into(),
            self.ship_moved.into(),
            self.chooser,
            self.unpaid,
            0,
            0,
        ]));
    }
}

/// What stands on a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SidePiece {
    Road,
    Ship,
    Bridge,
}
