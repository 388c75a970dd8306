//! Any bytes as actions thrown at a Catan position.

use crate::{MOST_ACTIONS, play};
use hexwright_catan::game::{Action, Bundle, Hand, Pile};
use hexwright_catan::map::{Card, Resource};
use hexwright_core::{Actor, CornerId, HexId, Key as _, Seat, SideId};

/// Reads the first byte as a position and every eight bytes after it as an action.
///
/// # Panics
/// If a law is broken: an action is accepted exactly if it is listed (offers are never listed); a
/// refusal changes nothing; the invariants hold after an accepted action.
pub fn catan_actions(bytes: &[u8]) {
    let Some((&choice, throws)) = bytes.split_first() else { return };
    let stage = play::catan(choice);
    let mut position = stage.position.clone();
    let (throws, _) = throws.as_chunks();
    for &throw in throws.iter().take(MOST_ACTIONS) {
        let (actor, action) = decode(throw);
        play::attempt(&stage.game, &mut position, actor, &action, !action.is_offer());
    }
}

/// Any eight bytes as somebody's action.
fn decode([who, verb, a, b, c, d, e, f]: [u8; 8]) -> (Actor, Action) {
    let actor = if who == u8::MAX { Actor::Chance } else { Actor::Seat(Seat(who % 10)) };
    let wide = u16::from_le_bytes([a, b % 2]);
    let kind = |byte: u8| Resource::ALL[usize::from(byte) % 5];
    let cards = |bytes: [u8; 3]| {
        let [x, y, z] = bytes.map(u16::from);
        Hand::of([x % 4, y % 4, z % 4, x / 64, y / 64])
    };
    let bundle = |bytes| Bundle::new(cards(bytes)).unwrap_or(Bundle::NOTHING);
    let action = match verb % 40 {
        0 => Action::SetupSettlement(CornerId(wide)),
        1 => Action::SetupCity(CornerId(wide)),
        2 => Action::SetupRoad(SideId(wide)),
        3 => Action::Roll,
        4 => Action::Discard(Pile::from(cards([a, b, c]))),
        5 => Action::Robber(HexId(wide)),
        6 => Action::Steal(Seat(a)),
        7 => Action::StealNone,
        8 => Action::Road(SideId(wide)),
        9 => Action::Settlement(CornerId(wide)),
        10 => Action::City(CornerId(wide)),
        11 => Action::Buy,
        12 => Action::BankTrade { count: a % 6, give: kind(b), take: kind(c) },
        13 => Action::PlayKnight,
        14 => Action::PlayRoadBuilding,
        15 => Action::PlayYearOfPlenty(kind(a), (b < 200).then(|| kind(c))),
        16 => Action::PlayMonopoly(kind(a)),
        17 => Action::PlayVictoryPoint,
        18 | 19 => Action::Offer { give: bundle([a, b, c]), want: bundle([d, e, f]), to: a ^ f },
        20 => Action::Accept(a % 12),
        21 => Action::Reject(a % 12),
        22 => Action::Withdraw(a % 12),
        23 => Action::Counter { id: f % 12, give: bundle([a, b, c]), want: bundle([c, d, e]) },
        24 => Action::Confirm { id: a % 12, seat: Seat(b % 10) },
        25 => Action::Stop,
        26 => Action::Pass,
        27 => Action::EndTurn,
        28 => Action::Dice(a, b),
        29 => Action::Stolen(kind(a)),
        30 => Action::Drawn(Card::ALL[usize::from(a) % 5]),
        31 => Action::Seating(wide),
        32 => Action::Ship(SideId(wide)),
        33 => Action::Pirate(HexId(wide)),
        34 => Action::SetupShip(SideId(wide)),
        35 => Action::SetupBridge(SideId(wide)),
        36 => Action::Bridge(SideId(wide)),
        37 => Action::Wall(CornerId(wide)),
        38 => Action::MoveShip { from: SideId(wide), to: SideId(u16::from_le_bytes([c, d % 2])) },
        _ => Action::Gold(Pile::from(cards([a, b, c]))),
    };
    (actor, action)
}
