//! The half of a game that never changes: the map as dense tables, options and seats.
//!
//! Corners and sides that can carry a piece are numbered densely, so that a base board's 54 land
//! corners fit one word and its 72 land sides two. Actions carry the numbers of the map format.

use super::actions::refusal::Refusal;
use super::hand::Hand;
use super::map_rules::Seafaring;
use super::options::Options;
use super::position::{DiceDeck, MAX_SEATS, NONE, NOWHERE, Phase, Player, Position};
use super::sea::state::SeaState;
use super::sea::tables::{Dense, SeaTables};
use crate::map::{Board, Resource, SEAT_COUNTS, Setup, Terrain};
use hexwright_core::{Bits, CornerId, HexId, Key as _, SideId};

/// "Not a place for pieces" in the dense tables.
pub(super) const ABSENT: u16 = u16::MAX;

/// A hex that yields cards.
#[derive(Clone, Copy, Debug)]
pub(super) struct Source<const C: usize> {
    pub(super) hex: u16,
    pub(super) kind: Resource,
    pub(super) corners: Bits<C>,
    /// The same, one by one.
    pub(super) around: [u16; 6],
}

/// The rules on one map: everything that stays the same during play.
///
/// `C`, `S`, `X` as in [`Position`]. Most callers use [`super::Catan`], which picks the sizes.
#[derive(Debug)]
pub struct Engine<const C: usize, const S: usize, const X: usize> {
    pub(super) setup: Setup,
    pub(super) board: Board,
    pub(super) options: Options,
    pub(super) seats: usize,
    /// Points to win.
    pub(super) goal: i16,
    /// Cards of the map's bank that never circulate.
    pub(super) vault: [u16; 5],
    /// Map number → dense number, or [`ABSENT`].
    pub(super) corner_index: Vec<u16>,
    pub(super) side_index: Vec<u16>,
    /// Dense number → map number.
    pub(super) corners: Vec<CornerId>,
    pub(super) sides: Vec<SideId>,
    /// A corner and its neighbours: what a building there closes.
    pub(super) near: Vec<Bits<C>>,
    /// Sides at a corner.
    pub(super) around: Vec<Bits<S>>,
    /// Sides at a corner with the corner at their other end; [`ABSENT`] fills up.
    pub(super) steps: Vec<[(u16, u16); 3]>,
    /// Both ends of a side.
    pub(super) ends: Vec<[u16; 2]>,
    /// The other sides at both ends of a side; itself fills up.
    pub(super) beside: Vec<[[u16; 2]; 2]>,
    /// Harbours at a corner: bit k for 2:1 of kind k, bit 5 for 3:1.
    pub(super) harbours: Vec<u8>,
    /// Corners of each hex of the grid.
    pub(super) hex_corners: Vec<Bits<C>>,
    /// Sources by their number; those without a number at 0.
    pub(super) sources: [Vec<Source<C>>; 13],
    /// More than a roll of each number can cost the bank: six cards of each source.
    pub(super) most: [Hand; 13],
    /// Kinds of the productive hexes at a corner, numbered or not.
    pub(super) yields: Vec<Hand>,
    /// Hexes the robber may stand on by R-ROBBER-1, ascending.
    pub(super) robber_hexes: Vec<u16>,
    /// Hex of the grid → its place among `robber_hexes`, or [`ABSENT`].
    pub(super) robber_index: Vec<u16>,
    /// R-ROBBER-2 plays no part: the robber goes to any other land hex.
    pub(super) robber_anywhere: bool,
    pub(super) sea: SeaTables<C, S>,
    pub(super) start: Position<C, S, X>,
}

impl<const C: usize, const S: usize, const X: usize> Engine<C, S, X> {
    /// The rules on a drawn map.
    ///
    /// # Errors
    /// [`Refusal::BadSeatCount`], [`Refusal::UnstartableMap`] (R-SETUP-9).
    pub fn new(setup: &Setup, board: &Board, options: Options, seats: usize) -> Result<Self, Refusal> {
        if !SEAT_COUNTS.contains(&seats) {
            return Err(Refusal::BadSeatCount { seats });
        }
        let topology = board.grid.topology();
        let land = |h: HexId| board.terrain(h).is_land();
        // on seafaring boards pieces stand wherever there is a hex at all
        let used = |h: HexId| if X == 0 { land(h) } else { board.terrain(h) != Terrain::Void };
        let corners: Vec<CornerId> = topology
            .corner_ids()
            .filter(|&c| topology.corner_hexes(c).iter().flatten().any(|&h| used(h)))
            .collect();
        let sides: Vec<SideId> = topology
            .side_ids()
            .filter(|&s| topology.side_hexes(s).iter().flatten().any(|&h| used(h)))
            .collect();
        if corners.len() > 64 * C || sides.len() > 64 * S {
            return Err(Refusal::UnstartableMap { reason: "it is too large for these tables" });
        }
        let corner_index = index(topology.corners(), corners.iter().map(|c| c.index()));
        let side_index = index(topology.sides(), sides.iter().map(|s| s.index()));
        let dense = |c: CornerId| corner_index[c.index()];

        let rules = Seafaring::of(setup, board);
        let side_touches = |s: SideId, wanted: &dyn Fn(HexId) -> bool| {
            topology.side_hexes(s).iter().flatten().any(|&h| wanted(h))
        };
        // a side between two voids is none; where there are bridges, water keeps buildings apart
        let keeps_distance = |s: SideId| {
            side_touches(s, &|h| board.terrain(h) != Terrain::Void)
                && (rules.bridges == 0 || side_touches(s, &land))
        };
        let near = corners
            .iter()
            .map(|&c| {
                let known = topology.corner_sides(c).iter().zip(topology.corner_neighbours(c));
                let around = known.filter_map(|(s, n)| n.filter(|_| s.is_some_and(keeps_distance)));
                around.chain([c]).map(dense).filter(|&i| i != ABSENT).map(usize::from).collect()
            })
            .collect();
        let steps: Vec<[(u16, u16); 3]> = corners
            .iter()
            .map(|&c| {
                let mut list = [(ABSENT, ABSENT); 3];
                let known = topology.corner_sides(c).iter().zip(topology.corner_neighbours(c));
                let usable = known.filter_map(|(s, n)| {
                    let side = side_index[s.as_ref()?.index()];
                    (side != ABSENT).then_some((side, dense((*n)?)))
                });
                for (slot, step) in list.iter_mut().zip(usable) {
                    *slot = step;
                }
                list
            })
            .collect();
        let around = steps
            .iter()
            .map(|list| list.iter().filter(|s| s.0 != ABSENT).map(|s| usize::from(s.0)).collect())
            .collect();
        let ends: Vec<[u16; 2]> = sides.iter().map(|&s| topology.side_corners(s).map(dense)).collect();
        let beside =
            (0u16..).zip(&ends).map(|(side, ends)| ends.map(|end| others(&steps, end, side))).collect();

        let mut harbours = vec![0; corners.len()];
        for harbour in board.harbours() {
            let bit = harbour.kind.map_or(5, Resource::index);
            for corner in harbour.corners {
                if let Some(mask) = harbours.get_mut(usize::from(dense(corner))) {
                    *mask |= 1 << bit;
                }
            }
        }
        let hex_corners: Vec<Bits<C>> = topology
            .hex_ids()
            .map(|h| {
                let list = topology.hex_corners(h).iter().map(|&c| dense(c));
                list.filter(|&i| i != ABSENT).map(usize::from).collect()
            })
            .collect();
        let mut sources: [Vec<Source<C>>; 13] = Default::default();
        let mut yields = vec![Hand::EMPTY; corners.len()];
        for hex in topology.hex_ids() {
            let Some(kind) = board.terrain(hex).resource() else { continue };
            let around = topology.hex_corners(hex).map(dense);
            let source = Source { hex: hex.0, kind, corners: hex_corners[hex.index()], around };
            sources[usize::from(board.number(hex).min(12))].push(source);
            // ruleset pioneers: only hexes with a number pay the second settlement (R-SETUP-7)
            if options.ruleset != super::Ruleset::Pioneers || board.number(hex) > 0 {
                for corner in source.corners.iter() {
                    yields[corner] = yields[corner].plus(Hand::single(kind, 1));
                }
            }
        }
        // three buildings stand at a hex, each at most a city; no bank covers what does not fit a hand
        let most = std::array::from_fn(|number: usize| {
            let mut counts = [0u16; 5];
            sources[number].iter().for_each(|s| counts[s.kind.index()] += 6);
            Hand::of(counts.map(|n| n.min(Hand::CIRCULATING + 1)))
        });
        let robber_hexes: Vec<u16> = topology.hex_ids().filter(|&h| land(h)).map(|h| h.0).collect();
        if robber_hexes.is_empty() {
            return Err(Refusal::UnstartableMap { reason: "it has no land" });
        }
        if !setup.placements.iter().any(|p| p.settlements > 0 || p.cities > 0) {
            return Err(Refusal::UnstartableMap { reason: "no free placement grants a building" });
        }
        let goal = i16::from(options.victory_points.unwrap_or(setup.points));
        let dense =
            Dense { corners: &corners, sides: &sides, corner_index: &corner_index, side_index: &side_index };
        let sea = SeaTables::new(board, rules, options.ruleset, &dense);
        let mut start = first_position(setup, board, &options, corners.len(), sides.len());
        if let Some(robber) = sea.rules.robber {
            start.robber = robber.0;
        }
        if X > 0 {
            start.open = start.open.and(sea.land_corners);
            start.sea[0].ships_left = [sea.rules.ships; MAX_SEATS];
            start.sea[0].bridges_left = [sea.rules.bridges; MAX_SEATS];
            start.sea[0].walls_left = [sea.rules.walls; MAX_SEATS];
            // by the published rules a pirate that nobody may move is none
            let sails = sea.rules.pirate_moves || options.ruleset == super::Ruleset::Pioneers;
            start.sea[0].pirate = sea.rules.pirate.filter(|_| sails).map_or(NOWHERE, |h| h.0);
        }
        let mut engine = Self {
            setup: setup.clone(),
            board: board.clone(),
            seats,
            goal,
            vault: std::array::from_fn(|i| setup.bank.values()[i].saturating_sub(Hand::CIRCULATING)),
            robber_anywhere: options.friendly_robber == 0 && options.robber_on_desert,
            options,
            corner_index,
            side_index,
            corners,
            sides,
            near,
            around,
            steps,
            ends,
            beside,
            harbours,
            hex_corners,
            sources,
            most,
            yields,
            robber_index: index(topology.hexes(), robber_hexes.iter().map(|&h| usize::from(h))),
            robber_hexes,
            sea,
            start,
        };
        engine.number_islands();
        let mut start = engine.start;
        if start.phase == Phase::Setup {
            engine.begin_setup(&mut start);
        }
        engine.start = start;
        Ok(engine)
    }

    /// The map as its author wrote it.
    #[must_use]
    pub const fn setup(&self) -> &Setup {
        &self.setup
    }

    /// The drawn map.
    #[must_use]
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// The options.
    #[must_use]
    pub const fn options(&self) -> &Options {
        &self.options
    }

    /// Points to win.
    #[must_use]
    pub const fn goal(&self) -> i16 {
        self.goal
    }
}

fn index(length: usize, present: impl Iterator<Item = usize>) -> Vec<u16> {
    let mut table = vec![ABSENT; length];
    for (dense, place) in present.enumerate() {
        table[place] = dense as u16;
    }
    table
}

/// The other sides at one end of a side, which itself fills up.
fn others(steps: &[[(u16, u16); 3]], end: u16, side: u16) -> [u16; 2] {
    let mut list = [side; 2];
    let here = steps.get(usize::from(end)).into_iter().flatten().map(|step| step.0);
    let others = here.filter(|&other| other != ABSENT && other != side);
    list.iter_mut().zip(others).for_each(|(slot, other)| *slot = other);
    list
}

/// Everything in the supply, nobody placed anything.
fn first_position<const C: usize, const S: usize, const X: usize>(
    setup: &Setup,
    board: &Board,
    options: &Options,
    corners: usize,
    sides: usize,
) -> Position<C, S, X> {
    let player = Player {
        hand: Hand::EMPTY,
        unseen: Hand::EMPTY,
        buildings: Bits::EMPTY,
        reach: Bits::EMPTY,
        roads: Bits::EMPTY,
        frontier: Bits::EMPTY,
        cards: [0; 5],
        knights: 0,
        shown: 0,
        points: 0,
        length: 0,
        roads_left: setup.pieces.roads,
        settlements_left: setup.pieces.settlements,
        cities_left: setup.pieces.cities,
        harbours: 0,
    };
    Position {
        players: [player; MAX_SEATS],
        piece: [[0; 64]; C],
        occupied: Bits::EMPTY,
        cities: Bits::EMPTY,
        open: (0..corners).collect(),
        free: (0..sides).collect(),
        placed: Bits::EMPTY,
        anchors: Bits::EMPTY,
        bank: Hand::of(setup.bank.values().map(|n| n.min(Hand::CIRCULATING))),
        offers: Default::default(),
        dice: DiceDeck { left: [0; 36], recent: [0; 5] },
        deck: setup.cards,
        bought: [0; 5],
        gone: [0; 5],
        robber: board.robber_start().map_or(NOWHERE, |h| h.0),
        turn: 0,
        seating: 0,
        phase: if options.seating_random { Phase::Seating } else { Phase::Setup },
        active: 0,
        builder: NONE,
        rolled: false,
        card_played: false,
        point_shown: false,
        built: false,
        free_roads: 0,
        owes: 0,
        victim: NONE,
        road_holder: NONE,
        army_holder: NONE,
        winner: NONE,
        offers_made: 0,
        offering: 0,
        pass: 0,
        place: 0,
        left_settlements: 0,
        left_cities: 0,
        left_roads: 0,
        sea: [SeaState::EMPTY; X],
    }
}
