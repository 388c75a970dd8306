//! Choices as numbers: a fixed numbering of everything a seat may choose on a board, for learners.
//!
//! A *pick* is a number below [`Picks::count`]. Nearly every action is one pick. Cards given up after
//! a seven or taken for gold are picked one by one, and a ship is moved by two picks (from, to), so
//! that the numbering stays small; what has been picked of such an action is a [`Picked`]. Offers
//! between seats are a vast set and have no numbers; nor have answers to them.
//!
//! The numbers depend on board and number of seats alone, and stand in this order: the single words of
//! [`WORDS`], monopoly (5), year of plenty (5 single kinds, 15 pairs), bank trades (give × take ×
//! count 2 to 4), one card (5), steal from seat, settlement by corner, city by corner, road by side,
//! robber by land hex; then on seafaring boards ship, bridge by side, wall by corner, pirate by hex, ship
//! from side, ship to side. Settlements, cities, roads, ships and bridges of the setup have the numbers
//! of the built ones.

use crate::game::actions::action::Action;
use crate::game::hand::Hand;
use crate::game::position::{Phase, Position};
use crate::game::tables::Engine;
use crate::map::Resource;
use hexwright_core::{HexId, Key as _, Seat, SideId};

/// The actions that are one word, in the order of their numbers.
const WORDS: [Action; 9] = [
    Action::Roll,
    Action::EndTurn,
    Action::Pass,
    Action::Stop,
    Action::Buy,
    Action::PlayKnight,
    Action::PlayRoadBuilding,
    Action::PlayVictoryPoint,
    Action::StealNone,
];
pub(in crate::game) const MONOPOLY: usize = WORDS.len();
pub(in crate::game) const PLENTY: usize = MONOPOLY + 5;
pub(in crate::game) const TRADE: usize = PLENTY + 20;
pub(in crate::game) const CARD: usize = TRADE + 75;
pub(in crate::game) const STEAL: usize = CARD + 5;

/// The numbering of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Picks {
    pub(in crate::game) settlement: usize,
    pub(in crate::game) city: usize,
    pub(in crate::game) road: usize,
    pub(in crate::game) robber: usize,
    pub(in crate::game) ship: usize,
    pub(in crate::game) bridge: usize,
    pub(in crate::game) wall: usize,
    pub(in crate::game) pirate: usize,
    pub(in crate::game) from: usize,
    pub(in crate::game) to: usize,
    count: usize,
}

impl Picks {
    /// How many numbers there are.
    #[must_use]
    pub const fn count(self) -> usize {
        self.count
    }

    /// Words of 64 bits that hold a set of picks.
    #[must_use]
    pub const fn words(self) -> usize {
        self.count.div_ceil(64)
    }
}

/// What a seat has picked of an action that takes several picks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Picked {
    /// Nothing yet.
    #[default]
    Nothing,
    /// These cards.
    Cards(Hand),
    /// The ship on this side.
    Ship(SideId),
}

/// What a pick comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pick {
    /// A whole action.
    Action(Action),
    /// A part of one.
    Part(Picked),
}

impl<const C: usize, const S: usize, const X: usize> Engine<C, S, X> {
    /// The numbering of this board.
    #[must_use]
    pub fn picks(&self) -> Picks {
        let (corners, sides, seas) = (self.corners.len(), self.sides.len(), usize::from(X > 0));
        let settlement = STEAL + self.seats;
        let city = settlement + corners;
        let road = city + corners;
        let robber = road + sides;
        let ship = robber + self.robber_hexes.len();
        let bridge = ship + seas * sides;
        let wall = bridge + seas * sides;
        let pirate = wall + seas * corners;
        let from = pirate + seas * self.hex_corners.len();
        let to = from + seas * sides;
        let count = to + seas * sides;
        Picks { settlement, city, road, robber, ship, bridge, wall, pirate, from, to, count }
    }

    /// The seat whose pick comes next: the lowest that owes cards, else the one that decides.
    #[must_use]
    #[inline]
    pub fn decider(&self, pos: &Position<C, S, X>) -> Seat {
        let owing = pos.phase == Phase::Discard;
        Seat(if owing { pos.owes.trailing_zeros() as u8 } else { pos.actor() as u8 })
    }

    /// The first pick of an action; `None` for offers, their answers and outcomes of chance.
    #[inline]
    pub(in crate::game) fn first_pick(&self, picks: &Picks, action: Action) -> Option<usize> {
        let side = |s: SideId| usize::from(self.side_index[s.index()]);
        let corner = |c: hexwright_core::CornerId| usize::from(self.corner_index[c.index()]);
        Some(match action {
            Action::Roll => 0,
            Action::EndTurn => 1,
            Action::Pass => 2,
            Action::Stop => 3,
            Action::Buy => 4,
            Action::PlayKnight => 5,
            Action::PlayRoadBuilding => 6,
            Action::PlayVictoryPoint => 7,
            Action::StealNone => 8,
            Action::PlayMonopoly(kind) => MONOPOLY + kind.index(),
            Action::PlayYearOfPlenty(first, None) => PLENTY + first.index(),
            Action::PlayYearOfPlenty(first, Some(second)) => PLENTY + 5 + pair(first.index(), second.index()),
            Action::BankTrade { count, give, take } => {
                TRADE + 15 * give.index() + 3 * take.index() + usize::from(count.clamp(2, 4)) - 2
            }
            Action::Discard(pile) | Action::Gold(pile) => CARD + Hand::from(pile).kinds().first()?.index(),
            Action::Steal(seat) => STEAL + seat.index(),
            Action::SetupSettlement(c) | Action::Settlement(c) => picks.settlement + corner(c),
            Action::SetupCity(c) | Action::City(c) => picks.city + corner(c),
            Action::SetupRoad(s) | Action::Road(s) => picks.road + side(s),
            Action::Robber(h) => picks.robber + self.robber_hexes.binary_search(&h.0).ok()?,
            Action::SetupShip(s) | Action::Ship(s) => picks.ship + side(s),
            Action::SetupBridge(s) | Action::Bridge(s) => picks.bridge + side(s),
            Action::Wall(c) => picks.wall + corner(c),
            Action::Pirate(h) => picks.pirate + h.index(),
            Action::MoveShip { from, .. } => picks.from + side(from),
            _ => return None,
        })
    }

    /// Every pick of an action, in order.
    #[must_use]
    pub fn picks_of(&self, action: Action) -> Vec<usize> {
        let picks = self.picks();
        match action {
            Action::Discard(pile) | Action::Gold(pile) => Resource::ALL
                .iter()
                .flat_map(|&k| std::iter::repeat_n(CARD + k.index(), Hand::from(pile).get(k).into()))
                .collect(),
            Action::MoveShip { from, to } => {
                let [from, to] = [from, to].map(|s| usize::from(self.side_index[s.index()]));
                vec![picks.from + from, picks.to + to]
            }
            other => self.first_pick(&picks, other).into_iter().collect(),
        }
    }

    /// What a pick comes to; `None` if the number means nothing here. Whether it is legal is told by
    /// [`Self::mask_picks`].
    #[must_use]
    #[inline]
    pub fn pick(
        &self,
        pos: &Position<C, S, X>,
        picks: &Picks,
        picked: Picked,
        seat: Seat,
        number: usize,
    ) -> Option<Pick> {
        let setup = pos.phase == Phase::Setup;
        let corner = |start: usize| self.corners.get(number - start).copied();
        let side = |start: usize| self.sides.get(number - start).copied();
        let kind = |n: usize| Resource::ALL[n];
        Some(Pick::Action(match number {
            n if n < MONOPOLY => WORDS[n],
            n if n < PLENTY => Action::PlayMonopoly(kind(n - MONOPOLY)),
            n if n < PLENTY + 5 => Action::PlayYearOfPlenty(kind(n - PLENTY), None),
            n if n < TRADE => {
                let (first, second) = unpair(n - PLENTY - 5);
                Action::PlayYearOfPlenty(kind(first), Some(kind(second)))
            }
            n if n < CARD => {
                let n = n - TRADE;
                Action::BankTrade { count: (n % 3 + 2) as u8, give: kind(n / 15), take: kind(n / 3 % 5) }
            }
            n if n < STEAL => return self.pick_card(pos, cards(picked), seat, kind(n - CARD)),
            n if n < picks.settlement => Action::Steal(Seat((n - STEAL) as u8)),
            n if n < picks.city && setup => Action::SetupSettlement(corner(picks.settlement)?),
            n if n < picks.city => Action::Settlement(corner(picks.settlement)?),
            n if n < picks.road && setup => Action::SetupCity(corner(picks.city)?),
            n if n < picks.road => Action::City(corner(picks.city)?),
            n if n < picks.robber && setup => Action::SetupRoad(side(picks.road)?),
            n if n < picks.robber => Action::Road(side(picks.road)?),
            n if n < picks.ship => Action::Robber(HexId(*self.robber_hexes.get(n - picks.robber)?)),
            n if n < picks.bridge && setup => Action::SetupShip(side(picks.ship)?),
            n if n < picks.bridge => Action::Ship(side(picks.ship)?),
            n if n < picks.wall && setup => Action::SetupBridge(side(picks.bridge)?),
            n if n < picks.wall => Action::Bridge(side(picks.bridge)?),
            n if n < picks.pirate => Action::Wall(corner(picks.wall)?),
            n if n < picks.from => Action::Pirate(HexId((n - picks.pirate) as u16)),
            n if n < picks.to => return side(picks.from).map(|from| Pick::Part(Picked::Ship(from))),
            n if n < picks.count => match picked {
                Picked::Ship(from) => Action::MoveShip { from, to: side(picks.to)? },
                _ => return None,
            },
            _ => return None,
        }))
    }

    /// One more card; the last one completes the action.
    fn pick_card(&self, pos: &Position<C, S, X>, chosen: Hand, seat: Seat, kind: Resource) -> Option<Pick> {
        let chosen = chosen.plus(Hand::single(kind, 1));
        let player = pos.players.get(seat.index())?;
        let (wanted, action): (u16, fn(Hand) -> Action) = match pos.phase {
            Phase::Discard => (player.hand.total() / 2, |cards| Action::Discard(cards.into())),
            Phase::Gold => {
                let gold = pos.sea.first()?.gold[seat.index()];
                (gold.into(), |cards| Action::Gold(cards.into()))
            }
            _ => return None,
        };
        Some(if chosen.total() >= wanted {
            Pick::Action(action(chosen))
        } else {
            Pick::Part(Picked::Cards(chosen))
        })
    }

    /// A pick in words, the same in every position.
    #[must_use]
    pub fn pick_text(&self, number: usize) -> Option<String> {
        let picks = self.picks();
        if (CARD..STEAL).contains(&number) {
            return Some(format!("card {}", Resource::ALL[number - CARD].name()));
        }
        if (picks.from..picks.count).contains(&number) {
            let (words, start) =
                if number < picks.to { ("ship from", picks.from) } else { ("ship to", picks.to) };
            let side = self.text_of(Action::Ship(*self.sides.get(number - start)?));
            return Some(format!("{words} {}", side.trim_start_matches("ship ")));
        }
        // any position will do: apart from the setup's, texts do not depend on it
        let mut pos = self.start;
        pos.phase = Phase::Main;
        match self.pick(&pos, &picks, Picked::Nothing, Seat(0), number)? {
            Pick::Action(action) => Some(self.text_of(action)),
            Pick::Part(_) => None,
        }
    }
}

pub(in crate::game) const fn cards(picked: Picked) -> Hand {
    match picked {
        Picked::Cards(hand) => hand,
        _ => Hand::EMPTY,
    }
}

/// The place of a pair of kinds, the second not before the first, among the fifteen.
pub(in crate::game) const fn pair(first: usize, second: usize) -> usize {
    let (a, b) = if first < second { (first, second) } else { (second, first) };
    a * (11 - a) / 2 + b - a
}

/// The pair at a place.
const fn unpair(mut place: usize) -> (usize, usize) {
    let mut first = 0;
    while first < 4 && place >= 5 - first {
        place -= 5 - first;
        first += 1;
    }
    (first, first + place)
}
