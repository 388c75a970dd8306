//! Arbitrary actions against arbitrary states: one entry for the fuzzer and for the ordinary test.

use super::action::{Action, Bundle, Pile};
use super::hand::Hand;
use super::{Catan, Options};
use crate::generate::preset;
use crate::map::{Card, Resource};
use hexwright_core::{Actor, CornerId, Fast, Game as _, HexId, Key as _, Random as _, Seat, SideId, Turn};

/// Reads bytes as a game, a number of random steps and then actions thrown at it. A refused action
/// must change nothing, an accepted one must keep the invariants.
///
/// # Panics
/// If one of the two does not hold.
pub fn fuzz_one(bytes: &[u8]) {
    let Some((&[map, seats, rules, seed, walk], throws)) = bytes.split_first_chunk() else { return };
    let Some(setup) = preset(["base", "duel", "lagoon"][usize::from(map) % 3]) else { return };
    let ruleset = ["standard", "document", "pioneers"][usize::from(rules) % 3];
    let Ok(options) = Options::from_text(&format!("ruleset={ruleset}")) else { return };
    let seats = 2 + usize::from(seats) % 5;
    let Ok(game) = Catan::new(&setup, &setup.draw(seed.into()), options, seats) else { return };
    let mut position = game.start();
    let mut random = Fast::new(seed.into(), 0);
    for _ in 0..u32::from(walk) * 4 {
        let Some((actor, action)) = any_step(&game, &position, &mut random) else { break };
        game.play_unchecked(&mut position, actor, &action);
    }
    for throw in throws.chunks_exact(8).take(64) {
        let Ok(throw) = throw.try_into() else { return };
        let (actor, action) = decode(throw);
        let (before, hash) = (position.clone(), game.fingerprint(&position));
        let text = game.action_text(&position, &action);
        match game.play(&mut position, actor, &action) {
            Ok(()) => {
                let held = game.check_invariants(&position);
                assert!(held.is_ok(), "{actor:?} {text}: {held:?}");
            }
            Err(refusal) => {
                assert!(position == before, "{actor:?} {text}: refused ({refusal}) but changed");
                assert_eq!(game.fingerprint(&position), hash);
                assert!(!refusal.to_string().is_empty());
            }
        }
    }
}

/// A listed action or outcome of a position; `None` when it is over.
fn any_step(game: &Catan, position: &super::CatanPosition, random: &mut Fast) -> Option<(Actor, Action)> {
    match game.turn(position) {
        Turn::Over => None,
        Turn::Chance => game.draw(position, random).map(|outcome| (Actor::Chance, outcome)),
        Turn::Seats(seats) => {
            let seat = seats.iter().nth(random.index(seats.len()))?;
            let mut legal = Vec::new();
            game.legal(position, seat, &mut legal);
            let place = random.index(legal.len());
            legal.get(place).map(|&action| (Actor::Seat(seat), action))
        }
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
    let action = match verb % 34 {
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
        _ => Action::Pirate(HexId(wide)),
    };
    (actor, action)
}
