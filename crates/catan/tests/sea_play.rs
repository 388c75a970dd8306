//! Random games on seafaring maps: every position right, every listed action accepted.

#![allow(clippy::print_stderr)] // what was played is part of the result

use hexwright_catan::game::{Action, Catan, Engine, Phase, RandomStreams, Ruleset, Visitor};
use hexwright_catan::text::pioneers::{Leniency, Number, PioneersMap, read};
use hexwright_core::Game as _;
use hexwright_trials::{file, nothing, trials};
use std::collections::BTreeMap;
use std::path::Path;

/// A folder with maps, and those in it that have ships.
type Sea = (&'static str, &'static [&'static str]);

const OWN: Sea = (
    concat!(env!("CARGO_MANIFEST_DIR"), "/../../maps/pioneers"),
    &["twin_shores", "gold_atoll", "mill_river"],
);
const INSTALLED: Sea =
    ("/usr/share/games/pioneers", &["seafarers", "seafarers-gold", "four-islands", "iles", "archipel_gold"]);

fn maps((folder, names): Sea) -> Vec<(String, PioneersMap)> {
    let load = |name: &&str| {
        let bytes = std::fs::read(Path::new(folder).join(format!("{name}.game"))).unwrap();
        ((*name).to_owned(), read(name, &bytes, Leniency::Lenient).value.unwrap())
    };
    names.iter().map(load).collect()
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

fn random_games_on_our_seas_keep_every_invariant() {
    keep_every_invariant(OWN, &["Ship", "Bridge", "Wall", "MoveShip", "Pirate", "Gold", "SetupShip"]);
}

fn random_games_on_installed_seas_keep_every_invariant() {
    keep_every_invariant(INSTALLED, &["Ship", "MoveShip", "Pirate", "Gold", "SetupShip"]);
}

/// Plays random games and looks at every position; each of these kinds of action is played.
fn keep_every_invariant(sea: Sea, kinds: &[&str]) {
    let games: u64 = std::env::var("HEXWRIGHT_SOAK").ok().and_then(|n| n.parse().ok()).unwrap_or(3);
    let maps = maps(sea);
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
    for kind in kinds {
        assert!(seen.contains_key(*kind), "{kind} was never played");
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
        let (mut whole, mut luck) = (engine.start(), RandomStreams::new(self.seed, 0));
        let game = engine.play_randomly(&mut whole, &mut luck, u64::MAX);
        engine.check_invariants(&whole).unwrap();
        let (mut pieced, mut luck, mut looks) = (engine.start(), RandomStreams::new(self.seed, 0), 0);
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

fn a_random_game_on_our_seas_is_the_same_in_one_go_and_in_pieces() {
    the_same_in_one_go_and_in_pieces(OWN);
}

fn a_random_game_on_installed_seas_is_the_same_in_one_go_and_in_pieces() {
    the_same_in_one_go_and_in_pieces(INSTALLED);
}

fn the_same_in_one_go_and_in_pieces(sea: Sea) {
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
    let maps = maps(sea);
    let looks: u64 = std::thread::scope(|scope| {
        let running: Vec<_> = maps.iter().map(|map| scope.spawn(move || looks(map))).collect();
        running.into_iter().map(|thread| thread.join().expect("no difference on any map")).sum()
    });
    assert!(looks > 100 * games * maps.len() as u64, "{looks} looks at {} maps", maps.len());
}

trials! {
    nothing() => random_games_on_our_seas_keep_every_invariant,
        a_random_game_on_our_seas_is_the_same_in_one_go_and_in_pieces;
    file(INSTALLED.0, "Debian package pioneers-console-data") => random_games_on_installed_seas_keep_every_invariant,
        a_random_game_on_installed_seas_is_the_same_in_one_go_and_in_pieces;
}
