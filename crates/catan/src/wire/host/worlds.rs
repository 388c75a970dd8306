//! Nobody learns over the protocol what it may not know: in another world that a listener cannot tell from this
//! one, the listener hears the same lines.

use super::Host;
use crate::game::{Action, Catan, Options, Ruleset};
use crate::map::{Card, Setup};
use crate::text::pioneers::{Leniency, read};
use hexwright_core::{Actor, Fast, Game as _, Key as _, Random as _, Seat, Turn, Viewer};
use std::sync::Arc;

pub(super) const SEATS: usize = 3;

/// Everybody sits and one watches; all have said `start`.
pub(super) fn full(setup: &Setup) -> Host {
    let options = Options { card_slips: true, ..Options::on_map(setup, Ruleset::Pioneers) };
    let game = Catan::new(setup, &setup.draw(1), options, SEATS).unwrap();
    let mut host = Host::at_table(Arc::new(game)).unwrap();
    for number in 0..=SEATS {
        host.seat_guest(number, Some(&format!("n{number}")));
        for line in ["players", "game", "gameinfo", "start"] {
            assert_eq!(host.hear(number, line), None);
        }
    }
    let lines = host.lines();
    assert!(lines.contains(&(0, "setup 0".to_owned())), "{lines:?}");
    host
}

/// The host of another world with the same past for the listener.
fn in_another_world(host: &Host, listener: usize, random: &mut Fast) -> Host {
    let viewer = if listener < SEATS { Viewer::Seat(Seat(listener as u8)) } else { Viewer::Spectator };
    let mut other = host.clone();
    other.position = host.game.redealt(&host.position, viewer, random);
    for seat in (0..SEATS).filter(|&seat| seat != listener) {
        let view = other.view(seat);
        let counts = view.seats[seat].development_kinds.unwrap();
        let cards = Card::ALL.iter().flat_map(|&card| std::iter::repeat_n(card, counts[card.index()].into()));
        other.hands.redeal(seat, &cards.collect::<Vec<_>>());
    }
    other
}

/// The card an action plays.
const fn card_of(action: Action) -> Option<Card> {
    Some(match action {
        Action::PlayKnight => Card::Knight,
        Action::PlayRoadBuilding => Card::RoadBuilding,
        Action::PlayYearOfPlenty(..) => Card::YearOfPlenty,
        Action::PlayMonopoly(_) => Card::Monopoly,
        Action::PlayVictoryPoint => Card::VictoryPoint,
        _ => return None,
    })
}

fn heard(host: &mut Host, listener: usize) -> Vec<String> {
    host.lines().into_iter().filter(|line| line.0 == listener).map(|line| line.1).collect()
}

/// Plays a random game and compares every line of every listener with that of another world. Gives the number of
/// comparisons, and of those in a world that differs.
fn compare(setup: &Setup, seed: u64, most: usize) -> (usize, usize) {
    let (mut host, mut random) = (full(setup), Fast::new(seed, 0));
    let (mut compared, mut different) = (0, 0);
    for _ in 0..most {
        let (actor, action) = match host.game.turn(&host.position) {
            Turn::Over => break,
            Turn::Chance => {
                let mut outcomes = Vec::new();
                host.game.outcomes(&host.position, &mut outcomes);
                let place = random.below(outcomes.len() as u64) as usize;
                (Actor::Chance, outcomes[place].action)
            }
            Turn::Seats(seats) => {
                let seat = seats.iter().next().unwrap();
                let mut legal = Vec::new();
                host.game.legal(&host.position, seat, &mut legal);
                (Actor::Seat(seat), legal[random.below(legal.len() as u64) as usize])
            }
        };
        for listener in 0..=SEATS {
            let mut other = in_another_world(&host, listener, &mut random);
            assert_eq!(host.game_info(listener), other.game_info(listener));
            let view = host.public();
            let party = [view.active, view.victim.unwrap_or(u8::MAX)].contains(&(listener as u8));
            let hidden = match action {
                Action::Drawn(_) => usize::from(view.active) != listener,
                Action::Stolen(_) => !party,
                _ => false,
            };
            let mut there = action;
            if hidden {
                let mut outcomes = Vec::new();
                other.game.outcomes(&other.position, &mut outcomes);
                there = outcomes[random.below(outcomes.len() as u64) as usize].action;
            }
            // a card that is played shows which it was and where it was held
            if let Some(card) = card_of(action) {
                let seat = usize::from(view.active);
                if host.hands.place_of(seat, card) != other.hands.place_of(seat, card) {
                    continue;
                }
            }
            let mut here = host.clone();
            here.play(actor, action).unwrap();
            if other.play(actor, there).is_err() {
                continue; // it shows that this world is not that one
            }
            compared += 1;
            different += usize::from(other.position != here.position);
            assert_eq!(heard(&mut here, listener), heard(&mut other, listener), "{action:?} for {listener}");
        }
        host.play(actor, action).unwrap();
        host.lines();
    }
    (compared, different)
}

#[test]
fn no_listener_can_tell_hidden_cards_apart() {
    let coast = include_bytes!("../../../../../maps/pioneers/twin_shores.game");
    let coast = read("coast.game", coast, Leniency::Lenient).value.unwrap().setup();
    let base = crate::generate::preset("base").unwrap();
    for (setup, seed) in [(base, 1), (coast, 2)] {
        let (compared, different) = compare(&setup, seed, 900);
        assert!(compared > 1_000 && different > 200, "{compared} compared, {different} in another world");
    }
}
