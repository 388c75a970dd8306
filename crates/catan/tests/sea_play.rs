//! Random games on seafaring maps: every position right, every listed action accepted.

#![allow(clippy::print_stderr)] // a skipped test says why

use hexwright_catan::game::{Action, Catan, Engine, Luck, Phase, Ruleset, Visitor};
use hexwright_catan::text::pioneers::{Leniency, Number, PioneersMap, read};
use hexwright_core::Game as _;
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
        Some((name.to_owned(), read(name, &bytes, Leniency::Lenient).value.unwrap()))
    };
    names.into_iter().filter_map(load).collect()
}

/// Plays and checks so many games on a map; counts the kinds of actions played.
fn soak(name: &str, map: &PioneersMap, games: u64) -> BTreeMap<String, usize> {
    // play builds towards something: prefer building over trading cards back and forth
    let builds = |action: &Action| {
        matches!(
            action,
            Action::Ship(_) | Action::Bridge(_) | Action::Wall(_) | Action::Settlement(_) | Action::City(_)
        )
    };
    let seats = usize::try_from(map.numbers[Number::Players]).unwrap();
    let (mut steps, mut finished, mut seen) = (0, 0, BTreeMap::new());
    for seed in 0..games {
        let ruleset = if seed % 2 == 0 { Ruleset::Standard } else { Ruleset::Pioneers };
        let game = Catan::on_map(&map.setup(), seed, ruleset, seats).unwrap();
        let played = game.checked_game((seed, 0), 6_000, &mut { builds });
        let played = played.unwrap_or_else(|problem| panic!("{name}, seed {seed}, {problem}"));
        steps += played.record.len();
        finished += usize::from(played.ended);
        for (_, action) in played.record {
            let kind = format!("{action:?}");
            *seen.entry(kind.split(['(', ' ']).next().unwrap().to_owned()).or_insert(0) += 1;
        }
    }
    eprintln!("{name}: {games} games, {steps} steps, {finished} won, 0 failures");
    seen
}

#[test]
fn random_games_at_sea_keep_every_invariant() {
    let games: u64 = std::env::var("HEXWRIGHT_SOAK").ok().and_then(|n| n.parse().ok()).unwrap_or(3);
    let maps = maps();
    let parts: Vec<_> = std::thread::scope(|scope| {
        let running: Vec<_> =
            maps.iter().map(|(name, map)| scope.spawn(move || soak(name, map, games))).collect();
        running.into_iter().map(|thread| thread.join().expect("no failure on any map")).collect()
    });
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    for (kind, count) in parts.into_iter().flatten() {
        *seen.entry(kind).or_insert(0) += count;
    }
    eprintln!("{seen:?}");
    for kind in ["Ship", "Bridge", "Wall", "MoveShip", "Pirate", "Gold", "SetupShip"] {
        assert!(seen.contains_key(kind), "{kind} was never played");
    }
    assert_eq!(Phase::Gold.name(), "gold");
}

/// Plays a random game in one go and again in pieces, looking at every position in between: roads that
/// random play has not measured are as long as the slow truth says.
struct InPieces {
    seed: u64,
}

impl Visitor for InPieces {
    type Output = u64;

    fn visit<const C: usize, const S: usize, const X: usize>(self, engine: &Engine<C, S, X>) -> u64 {
        let (mut whole, mut luck) = (engine.start(), Luck::new(self.seed, 0));
        let game = engine.play_randomly(&mut whole, &mut luck, u64::MAX);
        engine.check_invariants(&whole).unwrap();
        let (mut pieced, mut luck, mut looks) = (engine.start(), Luck::new(self.seed, 0), 0);
        while pieced.phase() != Phase::Over {
            engine.play_randomly(&mut pieced, &mut luck, 1 + (looks % 8) * (looks % 5));
            let problem = |e| format!("seed {}, look {looks}: {e}", self.seed);
            engine.check_invariants(&pieced).map_err(problem).unwrap();
            looks += 1;
        }
        assert_eq!((game.winner, game.turns), (pieced.winner(), pieced.turns()));
        assert_eq!(whole, pieced);
        looks
    }
}

#[test]
fn a_random_game_at_sea_is_the_same_in_one_go_and_in_pieces() {
    let games: u64 = std::env::var("HEXWRIGHT_SOAK").ok().and_then(|n| n.parse().ok()).unwrap_or(2);
    let looks = |(name, map): &(String, PioneersMap)| {
        let seats = usize::try_from(map.numbers[Number::Players]).unwrap();
        let mut looks = 0;
        for seed in 0..games {
            let ruleset = if seed % 2 == 0 { Ruleset::Standard } else { Ruleset::Pioneers };
            let game = Catan::on_map(&map.setup(), seed, ruleset, seats).unwrap();
            looks += game.visit(InPieces { seed });
        }
        eprintln!("{name}: {games} games, {looks} looks");
        looks
    };
    let maps = maps();
    let looks: u64 = std::thread::scope(|scope| {
        let running: Vec<_> = maps.iter().map(|map| scope.spawn(move || looks(map))).collect();
        running.into_iter().map(|thread| thread.join().expect("no difference on any map")).sum()
    });
    assert!(looks > 1000 * games, "{looks}");
}
