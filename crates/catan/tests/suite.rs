//! The suite every game must pass, on our own maps with two to six seats.

use hexwright_catan::game::{Action, Catan, Options};
use hexwright_catan::generate::{PRESETS, preset};
use hexwright_play::suite::Suite;

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
            let suite: Suite<Catan> = Suite::new(1, seats as u64)
                .thorough_every(29)
                .unlisted(|_, action: &Action| action.is_offer())
                .twin(|game, position, viewer, random| game.twin(position, viewer, random));
            let report = suite.check(&game).unwrap_or_else(|e| panic!("{name} with {seats} seats: {e}"));
            assert!(report.twins > 0 && report.refused > 0);
            steps += report.steps;
        }
    }
    println!("{steps} steps");
}
