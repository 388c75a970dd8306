//! `.game → .catan → .game` and `.catan → .game → .catan`: the same seeds give the same games wherever no loss is
//! named. A few seeds a map here, a thousand in `cargo xtask soak`.

#![allow(clippy::print_stderr)] // the table of maps is part of the result

use hexwright_catan::Setup;
use hexwright_catan::game::{Options, Ruleset};
use hexwright_catan::text::convert::to_game;
use hexwright_catan::text::dot_catan;
use hexwright_catan::text::laws::{BrokenLaw, Comparison, Kept};
use hexwright_catan::text::pioneers::{Leniency, PioneersMap, read};
use hexwright_trials::{Trials, file, nothing};
use std::path::{Path, PathBuf};

/// A sample for every run.
const SAMPLE: Comparison = Comparison { seeds: 0..4, record_every: 2, most_actions: 1_500 };
/// The whole proof.
const SOAK: Comparison = Comparison { seeds: 0..1_000, record_every: 10, most_actions: 100_000 };

const OWN: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../maps/pioneers");
const INSTALLED: &str = "/usr/share/games/pioneers";

fn files(folder: &str, ending: &str) -> Vec<PathBuf> {
    let mut paths: Vec<PathBuf> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|e| e == ending))
        .collect();
    paths.sort();
    paths
}

fn name(path: &Path) -> String {
    path.file_name().unwrap().to_string_lossy().into_owned()
}

fn game_maps(folder: &str) -> Vec<(String, PioneersMap)> {
    let read = |path: PathBuf| {
        let document = read(&name(&path), &std::fs::read(&path).unwrap(), Leniency::Lenient);
        (name(&path), document.value.unwrap())
    };
    files(folder, "game").into_iter().map(read).collect()
}

fn catan_maps() -> Vec<(String, Setup)> {
    let own = concat!(env!("CARGO_MANIFEST_DIR"), "/../../maps/catan");
    let read = |path: PathBuf| {
        let reading =
            dot_catan::read("map.catan", &std::fs::read(&path).unwrap(), dot_catan::Leniency::Lenient);
        (name(&path), reading.value.unwrap())
    };
    files(own, "catan").into_iter().map(read).collect()
}

/// Checks a law on every map, prints what became of each, and counts those that kept their play.
fn table<T: Sync>(maps: &[(String, T)], law: impl Fn(&T) -> Result<Kept, BrokenLaw> + Sync) -> usize {
    let results: Vec<Result<Kept, BrokenLaw>> = std::thread::scope(|scope| {
        let running: Vec<_> = maps.iter().map(|(_, map)| scope.spawn(|| law(map))).collect();
        running.into_iter().map(|thread| thread.join().expect("no panic")).collect()
    });
    let mut failures = Vec::new();
    let mut kept = 0;
    for ((name, _), result) in maps.iter().zip(results) {
        match result {
            Ok(Kept::Play(games)) => {
                kept += 1;
                eprintln!("{name:45} same play in {games} games");
            }
            Ok(Kept::Lost(ids)) => eprintln!("{name:45} losses: {}", ids.join(" ")),
            Ok(Kept::Impossible(why)) => eprintln!("{name:45} not converted: {why}"),
            Err(problem) => failures.push(format!("{name}: {problem}")),
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    kept
}

fn game_maps_keep_play(folder: &str, comparison: &Comparison) {
    let maps = game_maps(folder);
    let kept = table(&maps, |map| comparison.game_text_keeps_play(map));
    eprintln!("{kept} of {} .game maps keep their play", maps.len());
    // all but the lobby, which has no pieces to start with
    assert!(kept >= 4 && kept + 1 >= maps.len(), "{kept} of {}", maps.len());
}

fn catan_maps_keep_play(comparison: &Comparison) {
    // open maps lose their draw; drawn once and for all they have nothing to lose
    let mut maps = catan_maps();
    let drawn = |(name, setup): &(String, Setup)| {
        (format!("{name}, drawn"), setup.with_board(&setup.draw(1), Some(1)))
    };
    maps.extend(maps.clone().iter().map(drawn));
    let kept = table(&maps, |setup| comparison.conversions_keep_play(setup));
    eprintln!("{kept} of {} .catan maps keep their play", maps.len());
    assert!(kept >= 10, "{kept} of {}", maps.len());
}

fn our_game_maps_play_the_same_as_catan_texts() {
    game_maps_keep_play(OWN, &SAMPLE);
}

fn installed_game_maps_play_the_same_as_catan_texts() {
    game_maps_keep_play(INSTALLED, &SAMPLE);
}

fn catan_maps_play_the_same_as_game_texts() {
    catan_maps_keep_play(&SAMPLE);
}

fn a_thousand_seeds_play_the_same_in_both_texts() {
    game_maps_keep_play(OWN, &SOAK);
    catan_maps_keep_play(&SOAK);
}

fn a_thousand_seeds_play_the_same_on_installed_maps() {
    game_maps_keep_play(INSTALLED, &SOAK);
}

/// Rules of a `.game` map that once got lost on the way to `.catan`.
fn rules_of_the_map_survive_both_texts() {
    let rules =
        "strict-trade\nsevens-rule 2\nuse-dice-deck\nnum-dice-decks 3\ncheck-victory-at-end-of-turn\n";
    let text = format!(
        "title R\n{rules}num-players 3\nvictory-points 5\nnum-roads 15\nnum-settlements 5\nnum-cities 4\n\
         resource-count 19\nchits 7,8,7\nmap\ns,t0,p1\nh2,s,s\n.\n"
    );
    let map = read("r.game", text.as_bytes(), Leniency::Lenient).value.unwrap();
    let text = dot_catan::write(&map.setup());
    let setup = dot_catan::read("map.catan", text.as_bytes(), dot_catan::Leniency::Lenient).value.unwrap();
    assert_eq!(setup, map.setup());
    let options = "ruleset=standard sevens-rule=reroll-all seven-produces=off dice=deck dice-decks=3 \
                   domestic-trade=off strict-trade=on check-victory=end-of-turn";
    assert_eq!(Options::on_map(&setup, Ruleset::Standard).text(), options);
    // and a map that says otherwise keeps to it
    let mut produces = setup.clone();
    produces.rules.seven_produces = true;
    let text = dot_catan::write(&produces);
    assert!(text.contains("# pioneers: seven-produces on"), "{text}");
    assert_eq!(
        dot_catan::read("map.catan", text.as_bytes(), dot_catan::Leniency::Lenient).value.unwrap(),
        produces
    );
    let losses = to_game(&produces, 1).unwrap().1;
    assert_eq!(losses.iter().map(|loss| loss.id).collect::<Vec<_>>(), ["L-sevens"]);
}

fn the_draw_of_a_setup_is_the_shuffle_of_our_game_map() {
    the_draw_is_the_shuffle(OWN);
}

fn the_draw_of_a_setup_is_the_shuffle_of_an_installed_game_map() {
    the_draw_is_the_shuffle(INSTALLED);
}

fn the_draw_is_the_shuffle(folder: &str) {
    for (name, map) in game_maps(folder) {
        let setup = map.setup();
        for seed in 0..20 {
            let (drawn, mut laid) = (setup.draw(seed), map.shuffled(seed).lay_out().board);
            assert_eq!(
                (&drawn.terrain, &drawn.numbers),
                (&laid.terrain, &laid.numbers),
                "{name}, seed {seed}"
            );
            let mut harbours: Vec<_> = drawn.harbours().map(|h| (h.corners, h.kind)).collect();
            harbours.sort_unstable_by_key(|h| h.0);
            laid.harbours.sort_unstable_by_key(|h| h.map(|h| h.corners));
            let expected: Vec<_> = laid.harbours().map(|h| (h.corners, h.kind)).collect();
            assert_eq!(harbours, expected, "{name}, seed {seed}");
        }
    }
}

fn main() -> std::process::ExitCode {
    let (always, installed) = (nothing(), file(INSTALLED, "Debian package pioneers-console-data"));
    let mut trials = Trials::default();
    trials.test(
        &always,
        "our_game_maps_play_the_same_as_catan_texts",
        our_game_maps_play_the_same_as_catan_texts,
    );
    trials.test(&always, "catan_maps_play_the_same_as_game_texts", catan_maps_play_the_same_as_game_texts);
    trials.test(&always, "rules_of_the_map_survive_both_texts", rules_of_the_map_survive_both_texts);
    trials.test(
        &always,
        "the_draw_of_a_setup_is_the_shuffle_of_our_game_map",
        the_draw_of_a_setup_is_the_shuffle_of_our_game_map,
    );
    trials.test(
        &installed,
        "installed_game_maps_play_the_same_as_catan_texts",
        installed_game_maps_play_the_same_as_catan_texts,
    );
    trials.test(
        &installed,
        "the_draw_of_a_setup_is_the_shuffle_of_an_installed_game_map",
        the_draw_of_a_setup_is_the_shuffle_of_an_installed_game_map,
    );
    // a thousand seeds a map: `cargo xtask soak conversions`
    trials.long_test(
        &always,
        "a_thousand_seeds_play_the_same_in_both_texts",
        a_thousand_seeds_play_the_same_in_both_texts,
    );
    trials.long_test(
        &installed,
        "a_thousand_seeds_play_the_same_on_installed_maps",
        a_thousand_seeds_play_the_same_on_installed_maps,
    );
    trials.run()
}
