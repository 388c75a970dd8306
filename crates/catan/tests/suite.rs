//! The suite every game must pass, on our own maps with two to six seats.

use hexwright_catan::game::{Action, Catan, Options, Ruleset};
use hexwright_catan::generate::{PRESETS, preset};
use hexwright_catan::text::pioneers::{Leniency, read};
use hexwright_play::suite::Suite;

/// The suite with all that Catan adds to it: offers, and worlds a viewer cannot tell apart.
fn suite(seats: usize) -> Suite<Catan> {
    Suite::new(1, seats as u64)
        .thorough_every(29)
        .unlisted(|_, action: &Action| action.is_offer())
        .redealt(|game: &Catan, position, viewer, random| game.redealt(position, viewer, random))
}

#[test]
fn every_map_with_two_to_six_seats_passes_the_suite() {
    assert!(PRESETS.len() >= 6);
    let mut steps = 0;
    for (number, (name, ..)) in PRESETS.iter().enumerate() {
        let setup = preset(name).unwrap();
        for seats in 2..=6 {
            let ruleset = ["standard", "document", "pioneers"][(number + seats) % 3];
            let extra =
                ["", "dice=balanced", "special-building=on hide-bank=on", "seating=random"][seats % 4];
            let options = Options::from_text(&format!("ruleset={ruleset} {extra} turn-limit=300")).unwrap();
            let game = Catan::new(&setup, &setup.draw(number as u64), options, seats).unwrap();
            let report =
                suite(seats).check(&game).unwrap_or_else(|e| panic!("{name} with {seats} seats: {e}"));
            assert!(report.twins > 0 && report.refused > 0);
            steps += report.steps;
        }
    }
    println!("{steps} steps");
}

#[test]
fn our_seafaring_maps_pass_the_suite() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../maps/pioneers");
    let mut maps: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    maps.sort();
    assert!(maps.len() >= 4, "{maps:?}");
    for (number, path) in maps.iter().enumerate() {
        let setup = read("map.game", &std::fs::read(path).unwrap(), Leniency::Strict).value.unwrap().setup();
        for (seats, ruleset) in [(2, Ruleset::Pioneers), (3, Ruleset::Document), (4, Ruleset::Standard)] {
            let mut options = Options::on_map(&setup, ruleset);
            options.set("turn-limit", "300").unwrap();
            options.card_slips = ruleset == Ruleset::Pioneers;
            let game = Catan::new(&setup, &setup.draw(number as u64), options, seats).unwrap();
            let report =
                suite(seats).check(&game).unwrap_or_else(|e| panic!("{path:?} with {seats} seats: {e}"));
            assert!(report.twins > 0 && report.refused > 0);
        }
    }
}

#[test]
fn what_people_are_shown_keeps_the_laws() {
    let mut hidden = 0;
    for (number, (map, seats, words)) in
        [("base", 3, ""), ("base", 4, "dice=balanced"), ("expansion-5-6", 5, "special-building=on")]
            .into_iter()
            .enumerate()
    {
        let setup = preset(map).unwrap();
        let options = Options::from_text(&format!("{words} turn-limit=120")).unwrap();
        let game = Catan::new(&setup, &setup.draw(number as u64), options, seats).unwrap();
        // the single dice are seen by all and kept by no view
        let suite = suite(seats).thorough_every(7).open(|_, action| matches!(action, Action::Dice(..)));
        let shown = suite.check_present(&game).unwrap_or_else(|e| panic!("{map} with {seats} seats: {e}"));
        assert!(shown.choices > 150 && shown.alike > 200, "{shown:?}");
        hidden += shown.hidden;
    }
    assert!(hidden > 0, "nothing was hidden");
}
