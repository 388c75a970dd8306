//! Random games on seafaring maps: every position right, every listed action accepted.

#![allow(clippy::print_stderr)] // a skipped test says why

use hexwright_catan::game::{Action, Catan, Phase, Ruleset};
use hexwright_catan::text::pioneers::{Mode, PioneersMap, read};
use hexwright_core::{Actor, Fast, Game, Random, Turn};
use std::collections::BTreeMap;
use std::path::Path;

/// Maps with ships: our own, and those of the installed program.
fn maps() -> Vec<(String, PioneersMap)> {
    let own = concat!(env!("CARGO_MANIFEST_DIR"), "/../../maps/pioneers");
    let installed = "/usr/share/games/pioneers";
    let names = [
        (own, "twin_shores"),
        (own, "gold_atoll"),
        (own, "mill_river"),
        (installed, "seafarers"),
        (installed, "seafarers-gold"),
        (installed, "four-islands"),
        (installed, "iles"),
        (installed, "archipel_gold"),
    ];
    let load = |(folder, name): (&str, &str)| {
        let path = Path::new(folder).join(format!("{name}.game"));
        let Ok(bytes) = std::fs::read(&path) else {
            eprintln!("skipped: {} is absent (Debian package pioneers-console-data)", path.display());
            return None;
        };
        Some((name.to_owned(), read(name, &bytes, Mode::Lenient).map.unwrap()))
    };
    names.into_iter().filter_map(load).collect()
}

/// Plays a random game to its end or its limit; returns how often each kind of action was played.
fn random_game(
    game: &Catan,
    seed: u64,
    limit: usize,
    check_every: usize,
) -> (usize, bool, BTreeMap<String, usize>) {
    let mut chance = Fast::new(seed, 1);
    let mut position = game.start();
    let mut kinds = BTreeMap::new();
    let (mut legal, mut outcomes) = (Vec::new(), Vec::new());
    for step in 0..limit {
        if step % check_every == 0 {
            game.check_invariants(&position).unwrap_or_else(|e| panic!("seed {seed}, step {step}: {e}"));
        }
        let (actor, action) = match game.turn(&position) {
            Turn::Over => return (step, true, kinds),
            Turn::Chance => {
                outcomes.clear();
                game.outcomes(&position, &mut outcomes);
                let pick = chance.weighted(outcomes.iter().map(|o| u64::from(o.weight))).unwrap();
                (Actor::Chance, outcomes[pick].action)
            }
            Turn::Seats(seats) => {
                let list: Vec<_> = seats.iter().collect();
                let seat = list[chance.index(list.len())];
                legal.clear();
                game.legal(&position, seat, &mut legal);
                assert!(!legal.is_empty(), "seed {seed}, step {step}: seat {seat} can do nothing");
                // play builds towards something: prefer building over trading cards back and forth
                let builds = |a: &Action| {
                    matches!(
                        a,
                        Action::Ship(_)
                            | Action::Bridge(_)
                            | Action::Wall(_)
                            | Action::Settlement(_)
                            | Action::City(_)
                    )
                };
                let wanted: Vec<_> = legal.iter().copied().filter(builds).collect();
                let pool = if wanted.is_empty() || chance.below(4) == 0 { &legal } else { &wanted };
                (Actor::Seat(seat), pool[chance.index(pool.len())])
            }
        };
        let name = format!("{action:?}");
        *kinds.entry(name.split(['(', ' ']).next().unwrap().to_owned()).or_insert(0) += 1;
        game.play(&mut position, actor, &action)
            .unwrap_or_else(|e| panic!("seed {seed}, step {step}: {action:?} was listed but refused: {e}"));
    }
    (limit, false, kinds)
}

#[test]
fn random_games_at_sea_keep_every_invariant() {
    let games: u64 = std::env::var("HEXWRIGHT_SOAK").ok().and_then(|n| n.parse().ok()).unwrap_or(3);
    let every = if games > 3 { 13 } else { 5 };
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    for (name, map) in maps() {
        let seats = usize::try_from(map.numbers[hexwright_catan::text::pioneers::Number::Players]).unwrap();
        let (mut steps, mut finished) = (0, 0);
        for seed in 0..games {
            let ruleset = if seed % 2 == 0 { Ruleset::Standard } else { Ruleset::Pioneers };
            let drawn = map.shuffled(seed);
            let game = Catan::on_pioneers_map(&drawn, drawn.options(ruleset), seats).unwrap();
            let (length, ended, kinds) = random_game(&game, seed, 6_000, every);
            steps += length;
            finished += usize::from(ended);
            for (kind, count) in kinds {
                *seen.entry(kind).or_insert(0) += count;
            }
        }
        eprintln!("{name}: {games} games, {steps} actions, {finished} won, 0 failures");
    }
    eprintln!("{seen:?}");
    for kind in ["Ship", "Bridge", "Wall", "MoveShip", "Pirate", "Gold", "SetupShip"] {
        assert!(seen.contains_key(kind), "{kind} was never played");
    }
    assert_eq!(Phase::Gold.name(), "gold");
}
