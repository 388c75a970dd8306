//! Lines no client should send: the host refuses or ignores them, and the game goes on.

use super::worlds::{SEATS, full};
use super::{GameRequest, Host};
use crate::text::pioneers::{Leniency, read};
use hexwright_core::{Actor, Fast, Game as _, Random as _, Seat, Turn};

/// Lines of clients, with `#` for a small number.
const LINES: &[&str] = &[
    "chat hello",
    "name n#",
    "style human #",
    "build road # # #",
    "build ship # # #",
    "build bridge # # #",
    "build settlement # # #",
    "build city # # #",
    "build city_wall # # #",
    "undo",
    "done",
    "roll",
    "move # # # # # #",
    "buy-develop",
    "play-develop #",
    "monopoly brick",
    "plenty # # # # #",
    "maritime-trade # supply brick receive ore",
    "domestic-trade call supply # # # # # receive # # # # #",
    "domestic-trade accept player # quote # supply # # # # # receive # # # # #",
    "domestic-trade finish",
    "domestic-quote quote # supply # # # # # receive # # # # #",
    "domestic-quote delete #",
    "domestic-quote finish",
    "discard # # # # #",
    "chose-gold # # # # #",
    "move-robber # #",
    "rob #",
    "start",
    "gameinfo",
    "play #",
    "hello",
];

/// A line, as it should be or not.
fn mutated(random: &mut Fast) -> String {
    let mut pick = |n: usize| random.below(n as u64) as usize;
    let line = LINES[pick(LINES.len())];
    let number = |n: usize| match n {
        0 => "-1".to_owned(),
        1 => "99999999999999999999".to_owned(),
        2 => "2147483647".to_owned(),
        n => (n % 9).to_string(),
    };
    let mut line: String =
        line.chars().map(|c| if c == '#' { number(pick(40)) } else { c.to_string() }).collect();
    match pick(6) {
        0 => line.truncate(pick(line.len() + 1)),
        1 => line.insert(pick(line.len() + 1), ' '),
        2 => line = line.to_uppercase(),
        3 => line.push_str(" 1"),
        4 => line.insert_str(pick(line.len() + 1), "é\u{202e}"),
        _ => {}
    }
    line
}

/// Carries a wish out as a table does: all steps or none, with the chance that follows.
fn carry_out(host: &mut Host, wish: GameRequest, random: &mut Fast) {
    let before = host.clone();
    let done = match wish {
        GameRequest::TakeBack(step) => host.take_back(step).is_ok(),
        GameRequest::Steps(steps) => steps.into_iter().all(|(seat, action)| {
            let played = host.play(Actor::Seat(Seat(seat as u8)), action).is_ok();
            while let Turn::Chance = host.game.turn(&host.position) {
                let outcome = host.game.draw(&host.position, random).unwrap();
                host.play(Actor::Chance, outcome).unwrap();
            }
            played
        }),
    };
    if !done {
        *host = before;
    }
    let forced = host.forced();
    if !forced.is_empty() {
        carry_out(host, GameRequest::Steps(forced), random);
    }
}

#[test]
fn ten_thousand_mutated_lines_break_nothing_and_block_nothing() {
    let coast = include_bytes!("../../../../../maps/pioneers/twin_shores.game");
    let coast = read("coast.game", coast, Leniency::Lenient).value.unwrap().setup();
    let (mut host, mut random) = (full(&coast), Fast::new(7, 0));
    let (mut wishes, mut moves) = (0, 0);
    for number in 0..10_000 {
        let (seat, line) = (random.below(SEATS as u64 + 1) as usize, mutated(&mut random));
        if let Some(wish) = host.hear(seat, &line) {
            wishes += 1;
            carry_out(&mut host, wish, &mut random);
        }
        // now and then somebody plays on
        if number % 10 == 0
            && let Turn::Seats(seats) = host.game.turn(&host.position)
        {
            let seat = seats.iter().next().unwrap();
            let mut legal = Vec::new();
            host.game.legal(&host.position, seat, &mut legal);
            let action = legal[random.below(legal.len() as u64) as usize];
            carry_out(&mut host, GameRequest::Steps(vec![(seat.index(), action)]), &mut random);
            moves += 1;
        }
        host.game.check_invariants(&host.position).unwrap();
        assert!(host.lines().len() < 400);
    }
    assert!(wishes > 10 && moves > 300, "{wishes} wishes, {moves} moves");
}
