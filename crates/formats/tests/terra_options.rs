//! The options of a Terra Mystica game survive every conversion, or the conversion names those that do not.

use hexwright_core::Fast;
use hexwright_formats::convert::{ConversionInput, Converted, conversion, conversions_from};
use hexwright_terra::game::{OptionSet, RuleOption};
use hexwright_terra::text::ledger::Log;
use hexwright_terra::text::snapshot::{self, Level};
use hexwright_terra::{MapId, Setup, Terra};

/// The texts of a whole game, and the name of the format each is read as.
const GAMES: [(&str, &str); 4] =
    [("log", "log"), ("ledger", "log"), ("concise", "concise"), ("record", "record")];

/// None, each alone, all but each, those of the league and all.
fn sets() -> Vec<OptionSet> {
    let all: OptionSet = RuleOption::ALL.into_iter().collect();
    let alone = RuleOption::ALL.map(|option| [option].into_iter().collect());
    let but = RuleOption::ALL.map(|option| all.without([option].into_iter().collect()));
    [OptionSet::EMPTY, OptionSet::league(), all].into_iter().chain(alone).chain(but).collect()
}

/// A random game with these options, as a log; every other one with a final scoring of its own.
fn log_of(options: OptionSet, number: u64) -> String {
    let random = &mut Fast::new(18, number);
    let mut setup = Setup::draw_with(MapId::PRINTED[number as usize % 6], 2, options, random);
    setup.auction = number.is_multiple_of(5);
    Log::of_random_game(&Terra::new(setup).unwrap(), random).write()
}

fn convert(from: &str, text: &str, to: &str) -> Option<Converted> {
    let row = conversion(from, Some(to)).ok()?;
    let done = row.run(&ConversionInput::new("game", text.as_bytes(), from));
    assert!(done.text.is_some(), "{from} to {to}: {:#?}\n{text}", done.report.diagnostics);
    Some(done)
}

/// The options whose loss is named.
fn named(done: &Converted) -> OptionSet {
    let words: Vec<&str> = done.losses.iter().flat_map(|loss| loss.what.split([' ', ','])).collect();
    RuleOption::ALL.into_iter().filter(|option| words.contains(&option.name())).collect()
}

fn options_of(from: &str, text: &str) -> OptionSet {
    let log = convert(from, text, "log").unwrap().text.unwrap();
    Log::read(log.as_bytes()).unwrap().options
}

#[test]
fn every_option_survives_between_all_texts_of_a_game_or_its_loss_is_named() {
    let mut pairs = 0;
    for (number, options) in sets().into_iter().enumerate() {
        let log = log_of(options, number as u64);
        assert_eq!(options_of("log", &log), options);
        for (one, read_one) in GAMES {
            let first = convert("log", &log, one).unwrap();
            let text = first.text.clone().unwrap();
            let left = options.without(named(&first));
            assert_eq!(options_of(read_one, &text), left, "log to {one}\n{text}");
            for (other, read_other) in GAMES {
                // records are written from logs and grids, and a record is one already
                let Some(second) = convert(read_one, &text, other) else {
                    assert_eq!((one, other), ("record", "record"));
                    continue;
                };
                let (text, left) = (second.text.clone().unwrap(), left.without(named(&second)));
                assert_eq!(options_of(read_other, &text), left, "log to {one} to {other}\n{text}");
                pairs += 1;
            }
        }
    }
    assert_eq!(pairs, sets().len() * 15);
}

#[test]
fn snapshots_say_every_option_but_those_named() {
    for (number, options) in sets().into_iter().enumerate() {
        let log = log_of(options, number as u64);
        for (game, read) in GAMES {
            let text = convert("log", &log, game).unwrap().text.unwrap();
            let before = options_of(read, &text);
            let done = convert(read, &text, "snapshot").unwrap();
            let read = snapshot::read(&done.text.clone().unwrap(), Level::Rules).snapshot;
            let mut said: OptionSet = read.options.iter().flatten().map(|option| option.value).collect();
            if read.final_scoring.is_some() && before.contains(RuleOption::FireAndIceFinalScoring) {
                said.insert(RuleOption::FireAndIceFinalScoring); // the key X-FinalScoring says it
            }
            assert_eq!(said, before.without(named(&done)), "{game} {options:?}");
        }
    }
}

#[test]
fn the_bids_of_an_auction_are_kept_or_named_as_lost() {
    let log = log_of(OptionSet::league(), 0);
    assert!(log.contains("\nauction ") && log.contains("\nbid "), "{log}");
    for row in conversions_from("log").filter(|row| !["snapshot", "plain"].contains(&row.to)) {
        let done = row.run(&ConversionInput::new("game", log.as_bytes(), "log"));
        let kept = ["log", "record"].contains(&row.to);
        assert_eq!(done.losses.iter().any(|loss| loss.what.contains("bids")), !kept, "{row:?}");
        if kept {
            let read = if row.to == "record" { "record" } else { "log" };
            assert_eq!(convert(read, &done.text.unwrap(), "log").unwrap().text.unwrap(), log);
        }
    }
}
