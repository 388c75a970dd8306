use super::*;
use crate::game::Ruleset;
use crate::map::{ByResource, Card, Terrain};
use crate::text::{dot_catan, pioneers};
use hexwright_core::present::{Part, Speaker, Words};
use hexwright_core::text::Leniency;
use hexwright_core::{Fast, Random as _};
use std::collections::BTreeSet;

const SOURCES: [&str; 4] = [
    include_str!("choices.rs"),
    include_str!("describe.rs"),
    include_str!("follow.rs"),
    include_str!("summary.rs"),
];

fn catalogue(language: &str) -> Words {
    let (_, text) = Catan::catalogues().iter().find(|(name, _)| *name == language).unwrap();
    Words::read(text).unwrap()
}

/// The key without `.you` or `.many`.
fn stem(key: &str) -> &str {
    key.strip_suffix(".you").or_else(|| key.strip_suffix(".many")).unwrap_or(key)
}

/// Every text in quotes that could be a key, names of parts aside.
fn literals() -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for source in SOURCES {
        for line in source.lines().filter(|line| !line.trim_start().starts_with("//")) {
            let pieces: Vec<&str> = line.split('"').collect();
            for i in (1..pieces.len()).step_by(2) {
                let is_part = pieces[i - 1].ends_with("with(");
                let fits = |c: char| c.is_ascii_lowercase() || c == '-';
                if !is_part && !pieces[i].is_empty() && pieces[i].chars().all(fits) {
                    found.insert(pieces[i].to_owned());
                }
            }
        }
    }
    found
}

#[test]
fn every_key_has_an_entry_and_every_entry_is_used() {
    let words = catalogue("en");
    // names of parts that helpers take as arguments
    let parts = ["from", "victim", "give", "goods", "kind", "partner"];
    let used = literals();
    for key in used.iter().filter(|key| !parts.contains(&key.as_str())) {
        let group = format!("group.{key}");
        assert!(words.get(key).is_some() || words.get(&group).is_some(), "no entry for {key:?}");
    }
    let names: Vec<&str> =
        Resource::ALL.iter().map(|r| r.name()).chain(Card::ALL.iter().map(|c| c.name())).collect();
    let speaker = ["you", "seat", "nothing", "list.and"];
    for (key, _) in words.iter() {
        let stem = stem(key);
        let name = stem.strip_prefix("group.").unwrap_or(stem);
        let is_used = used.contains(name) || names.contains(&name) || speaker.contains(&name);
        assert!(is_used, "the entry {key:?} is never used");
    }
}

#[test]
fn every_language_has_the_same_keys_and_places() {
    let english = catalogue("en");
    for (language, _) in Catan::catalogues() {
        let words = catalogue(language);
        let keys = |words: &Words| words.iter().map(|(key, _)| key.to_owned()).collect::<Vec<_>>();
        assert_eq!(keys(&words), keys(&english), "{language}");
        for (key, entry) in words.iter() {
            let places = |entry: &str| -> BTreeSet<String> {
                let inside = entry.split('{').skip(1).filter_map(|s| s.split('}').next());
                inside.map(|s| s.split(':').next().unwrap_or(s).to_owned()).collect()
            };
            assert_eq!(places(entry), places(english.get(key).unwrap()), "{language}: {key}");
        }
    }
}

/// A game on a shipped map. Beside options of the rules, `bank` is the number of cards of each kind in the
/// bank and `gold` the number of hexes that are turned into gold.
fn game(map: &str, options: &[(&str, &str)], seats: usize, seed: u64) -> Catan {
    let path = format!("{}/../../maps/{map}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read(&path).unwrap();
    let mut setup = if map.ends_with(".game") {
        pioneers::read(map, &text, Leniency::Lenient).value.unwrap().setup()
    } else {
        dot_catan::read(map, &text, Leniency::Lenient).value.unwrap()
    };
    let option = |wanted| options.iter().find(|(name, _)| *name == wanted).map(|(_, value)| *value);
    let ruleset = Ruleset::from_word(option("ruleset").unwrap_or("standard")).unwrap();
    let mut rules = crate::game::Options::on_map(&setup, ruleset);
    let single = options.iter().filter(|(name, _)| !["ruleset", "bank", "gold"].contains(name));
    single.for_each(|(name, value)| rules.set(name, value).unwrap());
    if let Some(count) = option("bank") {
        setup.bank = ByResource::new([count.parse().unwrap(); 5]);
    }
    let mut board = setup.draw(seed);
    let gold = option("gold").map_or(0, |count| count.parse().unwrap());
    let land = board.terrain.iter_mut().filter(|terrain| terrain.resource().is_some());
    land.take(gold).for_each(|terrain| *terrain = Terrain::Gold);
    Catan::new(&setup, &board, rules, seats).unwrap()
}

/// A sentence says something in every language, with nothing left open.
fn check_words(sentence: &Sentence, you: Option<u8>, catalogues: &[Words]) {
    for words in catalogues {
        assert!(words.get(sentence.key).is_some(), "no entry for {sentence:?}");
        let names: Vec<String> = (0..8).map(|n| format!("P{n}")).collect();
        let said = Speaker { words, names: &names, you }.say(sentence);
        assert!(!said.is_empty() && !said.contains('{'), "{said:?} of {sentence:?}");
        for (_, part) in &sentence.parts {
            match part {
                Part::Word(word) => assert!(words.get(word).is_some(), "no entry for {word:?}"),
                Part::Goods(goods) => {
                    goods.iter().for_each(|g| assert!(words.get(g.kind).is_some(), "no entry for {g:?}"));
                }
                _ => {}
            }
        }
    }
}

/// Choices with an action are exactly the legal actions; what has none is picked card by card or lacks
/// something.
fn check_choices(game: &Catan, position: &CatanPosition, seat: Seat, catalogues: &[Words]) {
    let choices = game.choices(position, seat);
    let mut legal = Vec::new();
    game.legal(position, seat, &mut legal);
    let texts: Vec<String> = legal.iter().map(|a| game.action_text(position, a)).collect();
    let picked: Vec<&str> =
        choices.iter().filter(|c| c.action.is_none() && c.missing.is_empty()).map(|c| c.group).collect();
    let is_picked = |text: &&String| picked.iter().any(|group| text.split(' ').next() == Some(group));
    let offered: Vec<&String> = choices.iter().filter_map(|c| c.action.as_ref()).collect();
    let listed: Vec<&String> = texts.iter().filter(|text| !is_picked(text)).collect();
    assert_eq!(offered, listed);
    assert_eq!(picked.is_empty(), listed.len() == texts.len(), "{picked:?} {texts:?}");
    let hand = Hand::of(game.view(position, Viewer::Seat(seat)).seats[seat.index()].hand.unwrap());
    for choice in &choices {
        check_words(&choice.label, Some(seat.0), catalogues);
        assert!(catalogues.iter().all(|w| w.get(&format!("group.{}", choice.group)).is_some()), "{choice:?}");
        if let Some(action) = &choice.action {
            assert_eq!(action.split(' ').next(), Some(choice.group));
            let mut after = position.clone();
            let step = game.parse_action(position, Actor::Seat(seat), action).unwrap();
            game.play(&mut after, Actor::Seat(seat), &step).unwrap();
            let spent: u16 = choice.cost.iter().map(|good| good.count).sum();
            let held = |p: &CatanPosition| game.hands(p)[seat.index()];
            if !choice.cost.is_empty() && choice.group != "bank-trade" {
                assert_eq!(held(position).total() - held(&after).total(), spent, "{choice:?}");
            }
        }
        for good in &choice.missing {
            if let Some(kind) = Resource::from_name(good.kind) {
                let cost = choice.cost.iter().find(|c| c.kind == good.kind).unwrap().count;
                assert_eq!(hand.get(kind) + good.count, cost, "{choice:?}");
            }
        }
    }
}

/// Goods that change hands in the sentences are those that do on the table.
fn check_gains(game: &Catan, before: &CatanPosition, after: &CatanPosition, told: &[Sentence]) {
    let mut counts: Vec<i32> = game.hands(before).iter().map(|h| i32::from(h.total())).collect();
    for sentence in told.iter().filter(|s| s.key == "gets") {
        let (Some(Part::Seat(seat)), Some(Part::Goods(goods))) =
            (sentence.part("seat"), sentence.part("goods"))
        else {
            panic!("{sentence:?}")
        };
        counts[usize::from(*seat)] += goods.iter().map(|g| i32::from(g.count)).sum::<i32>();
    }
    let now: Vec<i32> = game.hands(after).iter().map(|h| i32::from(h.total())).collect();
    assert_eq!(counts, now, "{told:?}");
}

/// Plays a random game; every step is described for everybody and reads the same in another world.
fn random_game(game: &Catan, seed: u64, most: usize, keys: &mut BTreeSet<&'static str>) {
    let catalogues: Vec<Words> = Catan::catalogues().iter().map(|(name, _)| catalogue(name)).collect();
    let mut random = Fast::new(seed, 7);
    let mut now = game.start();
    for _ in 0..most {
        let step = match game.turn(&now) {
            Turn::Over => return,
            Turn::Chance => Step::chance(Catan::draw(game, &now, &mut random).unwrap()),
            Turn::Seats(seats) => {
                let seat = seats.iter().nth(random.below(seats.len() as u64) as usize).unwrap();
                check_choices(game, &now, seat, &catalogues);
                let mut legal = Vec::new();
                game.legal(&now, seat, &mut legal);
                let offers = game.offers(&now, seat);
                if !offers.is_empty() && random.below(6) == 0 {
                    legal = offers;
                }
                Step::seat(seat, legal[random.below(legal.len() as u64) as usize])
            }
        };
        let mut after = now.clone();
        game.play(&mut after, step.actor, &step.action).unwrap();
        let viewers = (0..game.seats() as u8).map(|s| Viewer::Seat(Seat(s))).chain([Viewer::Spectator]);
        for viewer in viewers {
            let told = game.describe(&now, &step, viewer);
            assert!(!told.is_empty(), "{step:?}");
            let you = game.view(&now, viewer).viewer;
            told.iter().for_each(|sentence| check_words(sentence, you, &catalogues));
            keys.extend(told.iter().map(|s| s.key));
            if game.is_open(&step) {
                assert_eq!(told, game.describe(&now, &step, Viewer::Spectator), "{step:?} is not open");
                assert_eq!(game.line_for(&now, &step, viewer), step.line(game, &now));
            }
            if matches!(step.action, Action::Dice(..)) {
                check_gains(game, &now, &after, &told);
            }
            same_in_another_world(game, &now, &step, viewer, &after, &mut random);
            for panel in game.summary(&game.view(&now, viewer)) {
                let known = |about: &str| catalogues.iter().all(|words| words.get(about).is_some());
                panel.facts.iter().for_each(|fact| assert!(known(fact.about), "{fact:?}"));
            }
        }
        now = after;
    }
}

/// Where the same step, or a hidden outcome in its place, looks the same to the viewer before and after, it
/// is told in the same words.
fn same_in_another_world(
    game: &Catan,
    now: &CatanPosition,
    step: &Step<Action>,
    viewer: Viewer,
    after: &CatanPosition,
    random: &mut Fast,
) {
    let redealt = game.redealt(now, viewer, random);
    let hidden = matches!(step.action, Action::Stolen(_) | Action::Drawn(_));
    let theirs = if hidden { Step::chance(Catan::draw(game, &redealt, random).unwrap()) } else { *step };
    let mut then = redealt.clone();
    if game.play(&mut then, theirs.actor, &theirs.action).is_err() {
        return; // in that world the seat holds other cards
    }
    if game.view(&then, viewer) == game.view(after, viewer) {
        let told = game.describe(now, step, viewer);
        assert_eq!(
            told,
            game.describe(&redealt, &theirs, viewer),
            "{viewer:?} is told something hidden: {step:?}"
        );
    }
}

#[test]
fn random_games_are_told_step_by_step() {
    let mut keys = BTreeSet::new();
    let plain: &[(&str, &str)] = &[];
    let games = [
        ("catan/base.catan", plain, 4, 1200),
        ("catan/base.catan", &[("hide-bank", "on"), ("victory-points", "5")], 3, 900),
        ("catan/base.catan", &[("ruleset", "pioneers"), ("victory-points", "6")], 4, 900),
        ("catan/expansion-5-6.catan", &[("special-building", "on"), ("dice", "balanced")], 6, 500),
        ("pioneers/gold_atoll.game", plain, 4, 600),
        ("catan/base.catan", &[("bank", "3"), ("gold", "6")], 4, 900),
        ("catan/base.catan", &[("bank", "3"), ("gold", "6"), ("hide-bank", "on")], 4, 900),
        ("catan/base.catan", &[("bank", "3"), ("gold", "6"), ("ruleset", "pioneers")], 3, 600),
        ("pioneers/twin_shores.game", &[("hide-bank", "on")], 3, 600),
        ("pioneers/mill_river.game", &[("ruleset", "pioneers")], 4, 600),
    ];
    for (seed, (map, options, seats, most)) in (0..).zip(games) {
        random_game(&game(map, options, seats, seed), seed, most, &mut keys);
    }
    let happened = [
        "gets",
        "bank-lacks",
        "robber-blocks",
        "steals",
        "steals-card",
        "draws",
        "draws-card",
        "must-discard",
        "offers",
        "accepts",
        "trades",
        "gives",
        "gold-due",
        "takes-for-gold",
        "moves-ship",
        "moves-pirate",
        "takes-longest-road",
        "takes-largest-army",
        "offer-lapses",
        "wins",
    ];
    for key in happened {
        assert!(keys.contains(key), "{key:?} never happened: {keys:?}");
    }
}
