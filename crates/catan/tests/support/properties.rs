//! The property rows of the definition of done, each a test of its own.

use super::support::{map, random_game};
use hexwright_catan::game::{Action, Catan, CatanPosition, Options, vocabulary};
use hexwright_core::{Actor, Fast, Game, Random, Recorded, Seat, Turn, Viewer};
use std::collections::VecDeque;

fn games() -> Vec<Catan> {
    let boards = [
        ("base-random", 4, ""),
        ("base-fixed", 3, "ruleset=document"),
        ("duel", 2, "dice=balanced special-building=on"),
    ];
    let game = |(name, seats, options): (&str, usize, &str)| {
        let setup = map(name);
        let mut options = Options::from_text(options).unwrap();
        options.turn_limit = Some(600);
        Catan::new(&setup, &setup.draw(1), options, seats).unwrap()
    };
    boards.into_iter().map(game).collect()
}

/// R-SETTLE-2: distances between land corners of the standard island are 0 to 11.
pub(crate) fn distance_range() {
    let setup = map("base-fixed");
    let board = setup.draw(1);
    let topology = board.grid.topology();
    let land = |c| topology.corner_hexes(c).iter().flatten().any(|&h| board.terrain(h).is_land());
    let corners: Vec<_> = topology.corner_ids().filter(|&c| land(c)).collect();
    assert_eq!(corners.len(), 54);
    let mut farthest = 0;
    for &from in &corners {
        let mut distance = vec![usize::MAX; topology.corners()];
        distance[from.index()] = 0;
        let mut queue = VecDeque::from([from]);
        while let Some(corner) = queue.pop_front() {
            for next in topology.corner_neighbours(corner).iter().flatten() {
                if distance[next.index()] == usize::MAX {
                    distance[next.index()] = distance[corner.index()] + 1;
                    queue.push_back(*next);
                }
            }
        }
        if from.0 == 1 {
            assert_eq!((distance[66], distance[61]), (11, 10));
        }
        farthest = farthest.max(corners.iter().map(|c| distance[c.index()]).max().unwrap());
    }
    assert_eq!(farthest, 11);
}

/// Section 22: cards, pieces, awards, lengths and points at every step.
pub(crate) fn invariants() {
    for game in games() {
        for seed in 0..4 {
            random_game(&game, seed, |position, _| game.check_invariants(position).unwrap());
        }
    }
}

/// Every action a seat could name on this board, for trying all of them.
fn nameable(game: &Catan, position: &CatanPosition, seat: Seat) -> Vec<Action> {
    let mut list = vocabulary(game.board());
    // discards: all hands of up to five kinds with at most four cards of each
    if game.view(position, Viewer::Seat(seat)).seats[seat.index()].owes > 0 {
        for code in 0..5u32.pow(5) {
            let counts = std::array::from_fn(|i| (code / 5u32.pow(i as u32) % 5) as u16);
            list.push(Action::Discard(hexwright_catan::game::Hand::of(counts).into()));
        }
    }
    list
}

/// R-TURN-7: what is listed is accepted, everything else that can be named is refused and changes
/// nothing.
pub(crate) fn legal_is_accepted() {
    for game in games() {
        let mut step = 0u32;
        random_game(&game, 7, |position, _| {
            step += 1;
            if step > 60 && !step.is_multiple_of(17) {
                return;
            }
            let fingerprint = game.fingerprint(position);
            for seat in (0..game.seats() as u8).map(Seat) {
                let mut legal = Vec::new();
                game.legal(position, seat, &mut legal);
                let waited = matches!(game.turn(position), Turn::Seats(set) if set.contains(seat));
                assert_eq!(waited, !legal.is_empty());
                let mut copy = position.clone();
                for &action in &legal {
                    game.play(&mut copy, Actor::Seat(seat), &action).unwrap();
                    copy.clone_from(position);
                }
                for action in nameable(&game, position, seat) {
                    let result = game.play(&mut copy, Actor::Seat(seat), &action);
                    assert_eq!(result.is_ok(), legal.contains(&action), "seat {seat} {action:?}: {result:?}");
                    if result.is_err() {
                        assert_eq!(game.fingerprint(&copy), fingerprint);
                    }
                    copy.clone_from(position);
                }
            }
        });
    }
}

/// R-VIEW-1: worlds that differ only in hidden things look the same.
pub(crate) fn views_do_not_leak() {
    let mut compared = 0;
    for game in games() {
        let mut random = Fast::new(3, 3);
        for seed in 0..3 {
            random_game(&game, seed, |position, _| {
                let seats = (0..game.seats() as u8).map(|s| Viewer::Seat(Seat(s)));
                for viewer in seats.chain([Viewer::Spectator]) {
                    let redealt = game.redealt(position, viewer, &mut random);
                    compared += u32::from(redealt != *position);
                    let (here, there) = (game.view(position, viewer), game.view(&redealt, viewer));
                    assert_eq!(
                        serde_json::to_string(&here).unwrap(),
                        serde_json::to_string(&there).unwrap(),
                        "{viewer:?}"
                    );
                    if let Viewer::Seat(seat) = viewer {
                        let [mut mine, mut theirs] = [Vec::new(), Vec::new()];
                        game.legal(position, seat, &mut mine);
                        game.legal(&redealt, seat, &mut theirs);
                        assert_eq!(mine, theirs);
                    }
                }
            });
        }
    }
    assert!(compared > 1_000, "only {compared} worlds differed");
}

/// R-RECORD-1: setup, actions and outcomes as text replay to the same fingerprint after every step.
pub(crate) fn record_replays() {
    for game in games() {
        let mut lines = Vec::new();
        random_game(&game, 11, |position, step| {
            let text = step.map(|(actor, action)| (actor, game.action_text(position, &action)));
            lines.push((game.fingerprint(position), text));
        });
        let again = Catan::from_setup(&game.setup_text()).unwrap();
        let mut position = again.start();
        for (fingerprint, step) in lines {
            assert_eq!(again.fingerprint(&position), fingerprint);
            let Some((actor, text)) = step else { break };
            let action = again.parse_action(&position, actor, &text).unwrap();
            again.play(&mut position, actor, &action).unwrap();
        }
        assert!(again.outcome(&position).is_some());
    }
}

/// R-CHANCE-2 to R-CHANCE-4: frequencies of the fast path follow the listed weights.
pub(crate) fn chance_weights() {
    let setup = map("base-fixed");
    for options in ["", "dice=deck", "dice=balanced", "sevens-rule=reroll-all"] {
        let game = Catan::new(&setup, &setup.draw(1), Options::from_text(options).unwrap(), 4).unwrap();
        let mut random = Fast::new(5, 5);
        // one position of each kind of chance, met in random play
        for kind in ["dice", "theft", "cards"] {
            let mut sample = None;
            random_game(&game, 2, |position, _| {
                let mut outcomes = Vec::new();
                game.outcomes(position, &mut outcomes);
                if outcomes.len() > 2 && game.chance_kind(position) == kind && sample.is_none() {
                    sample = Some(position.clone());
                }
            });
            let position = sample.unwrap();
            let mut outcomes = Vec::new();
            game.outcomes(&position, &mut outcomes);
            let total: f64 = outcomes.iter().map(|o| f64::from(o.weight)).sum();
            let mut seen = vec![0u32; outcomes.len()];
            let draws = 20_000;
            for _ in 0..draws {
                let drawn = game.draw(&position, &mut random).unwrap();
                let place = outcomes.iter().position(|o| o.action == drawn).expect("a listed outcome");
                seen[place] += 1;
            }
            let expected =
                |o: &hexwright_core::Weighted<Action>| f64::from(draws) * f64::from(o.weight) / total;
            let chi: f64 = outcomes
                .iter()
                .zip(&seen)
                .map(|(o, &n)| (f64::from(n) - expected(o)).powi(2) / expected(o))
                .sum();
            let freedom = outcomes.len() as f64 - 1.0;
            // far above the 99.99 % point of the distribution, far below any wrong weight
            assert!(
                chi < freedom + 4.5 * (2.0 * freedom).sqrt() + 6.0,
                "{kind} {options}: {chi} for {freedom}"
            );
            let _ = random.next_u64();
        }
    }
}
