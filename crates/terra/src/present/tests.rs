//! Random games keep the laws of presentation, and the catalogue says everything a command can be.

use super::*;
use crate::game::Setup;
use crate::map::MapId;
use hexwright_core::Fast;
use hexwright_core::present::{Speaker, Words};
use hexwright_play::suite::Suite;

#[test]
fn random_games_keep_the_laws_of_presentation() {
    let (mut choices, mut alike) = (0, 0);
    for (number, map) in [MapId::Base, MapId::FireAndIce].into_iter().enumerate() {
        for players in [2, 4] {
            let random = &mut Fast::new(7, (10 * number + players) as u64);
            let game = Terra::new(Setup::draw(map, players, random)).unwrap();
            // nothing is hidden: every command is given before everybody's eyes
            // conversions for their own sake are accepted and not listed
            let suite = Suite::new(2, number as u64)
                .thorough_every(4)
                .steps(5_000)
                .open(|_, _| true)
                .unlisted(|_, _| true);
            let shown = suite.check_present(&game).unwrap_or_else(|failure| panic!("{failure}"));
            choices += shown.choices;
            alike += shown.alike;
        }
    }
    assert!(choices > 1_500 && alike > 500, "{choices} choices, {alike} descriptions");
}

#[test]
fn a_build_names_its_price_and_its_place() {
    let random = &mut Fast::new(1, 1);
    let game = Terra::new(Setup::draw(MapId::Base, 3, random)).unwrap();
    let mut position = game.start();
    let words = Words::read(Terra::catalogues()[0].1).unwrap();
    let speaker = Speaker { words: &words, names: &[], you: None };
    let mut builds = 0;
    for _ in 0..400 {
        let hexwright_core::Turn::Seats(set) = game.turn(&position) else { break };
        let seat = set.iter().next().unwrap();
        let choices = game.choices(&position, seat);
        for choice in choices.iter().filter(|c| c.group == "upgrade") {
            assert!(choice.place.is_some() && !choice.cost.is_empty(), "{choice:?}");
            let label = speaker.say(&choice.label);
            assert!(label.starts_with("Upgrade ") && label.contains(" to a "), "{label}");
            builds += 1;
        }
        let last =
            choices.iter().rposition(|c| c.action.is_some() && (c.group == "build" || c.group == "upgrade"));
        let text = choices[last.unwrap_or(0)].action.as_deref().unwrap();
        let step = Step::read(&game, &position, &format!("{seat}: {text}")).unwrap();
        let told = game.describe(&position, &step, Viewer::Spectator);
        assert!(speaker.say(told.last().unwrap()).chars().count() > 4, "{told:?}");
        game.play(&mut position, step.actor, &step.action).unwrap();
    }
    assert!(builds > 20, "{builds}");
}

#[test]
fn german_says_all_that_english_says() {
    let [english, german] = [0, 1].map(|i| Words::read(Terra::catalogues()[i].1).unwrap());
    // German has one form for one and many of some words
    let needed = english.iter().filter(|(key, _)| !key.ends_with(".many"));
    for (key, entry) in needed {
        let said = german.get(key).unwrap_or_else(|| panic!("German lacks {key}"));
        let places = |text: &str| {
            let names = text.split('{').skip(1).filter_map(|part| part.split(['}', ':']).next());
            names.map(str::to_owned).collect::<std::collections::BTreeSet<_>>()
        };
        assert_eq!(places(said), places(entry), "{key}");
    }
    assert!(german.iter().all(|(key, _)| english.get(key).is_some()));
}

#[test]
fn choices_tell_what_they_cost_bring_and_lack() {
    let random = &mut Fast::new(3, 1);
    let game = Terra::new(Setup::draw(MapId::Base, 4, random)).unwrap();
    let mut position = game.start();
    let (mut lacking, mut conversions, mut digs, mut income) = (0, 0, 0, 0);
    for n in 0..300 {
        let hexwright_core::Turn::Seats(set) = game.turn(&position) else { break };
        let seat = set.iter().next().unwrap();
        let choices = game.choices(&position, seat);
        for choice in &choices {
            assert_eq!(choice.action.is_none(), !choice.missing.is_empty(), "{choice:?}");
            lacking += usize::from(!choice.missing.is_empty());
            conversions += usize::from(choice.group == "convert" && choice.action.is_some());
            digs += usize::from(choice.label.key == "do.dig-for" && choice.place.is_some());
            income += usize::from(choice.label.part("income").is_some());
        }
        let mut legal = Vec::new();
        game.legal(&position, seat, &mut legal);
        game.play(&mut position, hexwright_core::Actor::Seat(seat), &legal[n % legal.len()]).unwrap();
    }
    assert!(lacking > 100 && conversions > 20 && digs > 20 && income > 100);
}
