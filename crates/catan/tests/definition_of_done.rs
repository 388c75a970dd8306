//! The definition of done: every row of the table is a test with the row's id as its name. A row that
//! the interpreter does not understand fails, and so does a property row without a test of its own.

#[path = "support/rows.rs"]
mod rows;
mod support;

use hexwright_catan::game::{Catan, CatanPosition, Options, Phase, Refusal, Sketch};
use hexwright_catan::{Card, Resource};
use hexwright_core::{Actor, CornerId, Game, HexId, Key, Seat, SideId, Viewer};
use hexwright_trials::{Trials, nothing};
use rows::{Row, rows};
use std::collections::{BTreeMap, BTreeSet};
use std::panic::catch_unwind;
use std::process::ExitCode;
use support::map;

type Outcome<T> = Result<T, String>;

fn words(item: &str) -> Vec<&str> {
    item.split_whitespace().collect()
}

fn num<T: std::str::FromStr>(word: &str) -> Outcome<T> {
    word.parse().map_err(|_| format!("expected a number, found `{word}`"))
}

fn counts<K: Key>(list: &[&str], name: fn(K) -> &'static str) -> Outcome<[u16; 5]> {
    let mut out = [0; 5];
    for word in list.iter().filter(|w| **w != "-") {
        let (key, count) = word.split_once('=').ok_or_else(|| format!("no count in `{word}`"))?;
        let kind = K::ALL.iter().find(|k| name(**k) == key).ok_or_else(|| format!("unknown `{key}`"))?;
        out[kind.index()] = num(count)?;
    }
    Ok(out)
}

fn resources(list: &[&str]) -> Outcome<[u16; 5]> {
    counts::<Resource>(list, Resource::name)
}

fn cards(list: &[&str]) -> Outcome<[u16; 5]> {
    counts::<Card>(list, Card::name)
}

/// What a row has set up: the game, or why it could not start, and where it stands.
struct Table {
    game: Catan,
    position: CatanPosition,
    victims: Vec<u8>,
}

struct Given {
    map: String,
    seats: usize,
    setup: bool,
    options: Vec<(String, String)>,
    items: Vec<String>,
}

fn read_given(items: &[String]) -> Outcome<Given> {
    let mut given = Given {
        map: "base-fixed".to_owned(),
        seats: 3,
        setup: false,
        options: Vec::new(),
        items: Vec::new(),
    };
    for item in items {
        match words(item)[..] {
            ["map", name] => given.map = name.to_owned(),
            ["seats", n] => given.seats = num(n)?,
            ["phase", "setup"] => given.setup = true,
            ["opt", option] => {
                let (name, value) = option.split_once('=').ok_or("an option without a value")?;
                given.options.push((name.to_owned(), value.to_owned()));
            }
            _ => given.items.push(item.clone()),
        }
    }
    Ok(given)
}

fn hex(game: &Catan, word: &str) -> Outcome<HexId> {
    let (r, c) = word.split_once(',').ok_or("a hex is R,C")?;
    game.board().grid.at(num(r)?, num(c)?).ok_or_else(|| format!("no hex {word}"))
}

fn seat_of(word: &str, prefix: &str) -> Option<usize> {
    word.strip_prefix(prefix)?.parse().ok()
}

fn holder(word: &str) -> Outcome<Option<Seat>> {
    if word == "none" { Ok(None) } else { Ok(Some(Seat(num(word)?))) }
}

fn sketch(game: &Catan, given: &Given) -> Outcome<Sketch> {
    let mut sketch = Sketch::new(given.seats);
    let mut bought: BTreeMap<usize, [u16; 5]> = BTreeMap::new();
    for item in &given.items {
        let list = words(item);
        let (head, rest) = list.split_first().ok_or("an empty item")?;
        match *head {
            "active" => sketch.active = Seat(num(rest[0])?),
            "phase" => {
                (sketch.phase, sketch.rolled) = match rest[0] {
                    "main" => (Phase::Main, true),
                    "pre-roll" => (Phase::PreRoll, false),
                    "move-robber" => (Phase::MoveRobber, true),
                    other => return Err(format!("phase {other}")),
                };
            }
            "card-played" => sketch.card_played = true,
            "built" => sketch.built = true,
            "robber" if rest == ["none"] => sketch.robber = Some(None),
            "robber" => sketch.robber = Some(Some(hex(game, rest[0])?)),
            "road-award" => sketch.road_holder = Some(holder(rest[0])?),
            "army-award" => sketch.army_holder = Some(holder(rest[0])?),
            "bank" => {
                for word in rest {
                    let (name, count) = word.split_once('=').ok_or("bank")?;
                    let kind = Resource::from_name(name).ok_or("bank kind")?;
                    sketch.bank[kind.index()] = Some(num(count)?);
                }
            }
            "deck" => sketch.deck = Some(cards(rest)?),
            head => {
                let seat = |prefix| seat_of(head, prefix).filter(|&s| s < given.seats);
                if let Some(s) = seat("hand") {
                    sketch.seats[s].hand = resources(rest)?;
                } else if let Some(s) = seat("dev") {
                    sketch.seats[s].cards = cards(rest)?;
                } else if let Some(s) = seat("new") {
                    bought.insert(s, cards(rest)?);
                } else if let Some(s) = seat("played") {
                    sketch.seats[s].knights = cards(rest)?[Card::Knight.index()];
                } else if let Some(s) = seat("S") {
                    sketch.seats[s].settlements =
                        rest.iter().map(|w| num(w).map(CornerId)).collect::<Outcome<_>>()?;
                } else if let Some(s) = seat("C") {
                    sketch.seats[s].cities =
                        rest.iter().map(|w| num(w).map(CornerId)).collect::<Outcome<_>>()?;
                } else if let Some(s) = seat("R") {
                    sketch.seats[s].roads = paths(game, rest)?;
                } else {
                    return Err(format!("given `{item}`"));
                }
            }
        }
    }
    for (seat, new) in bought {
        if seat != sketch.active.index() {
            return Err("only the active seat has new cards".to_owned());
        }
        sketch.bought = new;
        for (held, new) in sketch.seats[seat].cards.iter_mut().zip(new) {
            *held += new;
        }
    }
    Ok(sketch)
}

fn paths(game: &Catan, rest: &[&str]) -> Outcome<Vec<SideId>> {
    let mut sides = Vec::new();
    for path in rest {
        let corners = path.split('-').map(|w| num(w).map(CornerId)).collect::<Outcome<Vec<_>>>()?;
        for pair in corners.windows(2) {
            let side = game.board().grid.topology().side_between(pair[0], pair[1]);
            sides.push(side.ok_or_else(|| format!("no side in {path}"))?);
        }
    }
    Ok(sides)
}

/// Sets the table, or says which refusal kept it from starting.
fn start(given: &Given) -> Outcome<Result<Table, Refusal>> {
    let setup = map(&given.map);
    let mut options = Options::default();
    for (name, value) in &given.options {
        if let Err(refusal) = options.set(name, value) {
            return Ok(Err(refusal));
        }
    }
    let game = match Catan::new(&setup, &setup.draw(1), options, given.seats) {
        Ok(game) => game,
        Err(refusal) => return Ok(Err(refusal)),
    };
    let position = if given.setup { game.start() } else { game.position(&sketch(&game, given)?)? };
    Ok(Ok(Table { game, position, victims: Vec::new() }))
}

/// Plays one step of `when`.
fn step(table: &mut Table, text: &str) -> Result<(), Refusal> {
    let Table { game, position, victims } = table;
    let (actor, words) = match text.split_once(':') {
        Some((seat, words)) => match seat.trim().parse() {
            Ok(seat) => (Actor::Seat(Seat(seat)), words.trim()),
            Err(_) => return Err(Refusal::BadAction { reason: format!("no seat `{seat}`") }),
        },
        None => (Actor::Chance, text),
    };
    let action = game.parse_action(position, actor, words)?;
    // what is written reads the same when it is written again
    let again = game.action_text(position, &action);
    assert_eq!(game.parse_action(position, actor, &again), Ok(action), "{again}");
    let before = position.clone();
    let result = game.play(position, actor, &action);
    match &result {
        Err(_) => {
            assert_eq!(*position, before, "a refused action changed the position");
            assert_eq!(game.fingerprint(position), game.fingerprint(&before));
        }
        Ok(()) => {
            if let hexwright_catan::game::Action::Robber(hex) = action {
                *victims = game.victims(&before, hex).iter().map(|s| s.0).collect();
            }
        }
    }
    result
}

fn check(table: &Table, facts: &[String]) -> Outcome<()> {
    let (game, position) = (&table.game, &table.position);
    let all = game.view(position, Viewer::Spectator);
    let own = |seat: usize| game.view(position, Viewer::Seat(Seat(seat as u8))).seats[seat].clone();
    for fact in facts {
        let list = words(fact);
        let (head, rest) = list.split_first().ok_or("an empty fact")?;
        let seats = |list: &[&str]| -> Outcome<Vec<u8>> {
            if list == ["-"] { Ok(Vec::new()) } else { list[0].split(',').map(num).collect() }
        };
        let expect = |found: String, expected: String| {
            if found == expected { Ok(()) } else { Err(format!("`{fact}`: found {found}")) }
        };
        let some = |seat: Option<u8>| seat.map_or("none".to_owned(), |s| s.to_string());
        let seat = |prefix: &str| seat_of(head, prefix).filter(|&s| s < game.seats());
        let deck = || game.sketch(position).deck.unwrap_or_default();
        match *head {
            "active" => expect(all.active.to_string(), rest[0].to_owned())?,
            "phase" => expect(all.phase.to_string(), rest[0].to_owned())?,
            "winner" => expect(some(all.winner), rest[0].to_owned())?,
            "road-award" => expect(some(all.road_holder), rest[0].to_owned())?,
            "army-award" => expect(some(all.army_holder), rest[0].to_owned())?,
            "robber" => {
                let place = all.robber.map(|h| game.board().grid.place(HexId(h)));
                expect(place.map_or("none".to_owned(), |(r, c)| format!("{r},{c}")), rest[0].to_owned())?;
            }
            "bank" => {
                for word in rest {
                    let (name, count) = word.split_once('=').ok_or("bank")?;
                    let kind = Resource::from_name(name).ok_or("bank kind")?;
                    expect(all.bank[kind.index()].to_string(), count.to_owned())?;
                }
            }
            "deck" => {
                for word in rest {
                    let (name, count) = word.split_once('=').ok_or("deck")?;
                    let card = Card::from_name(name).ok_or("deck kind")?;
                    expect(deck()[card.index()].to_string(), count.to_owned())?;
                }
            }
            "deck.size" => expect(all.deck.to_string(), rest[0].to_owned())?,
            "offers" => expect(all.offers.len().to_string(), rest[0].to_owned())?,
            "pending" => {
                let owing: Vec<u8> =
                    (0..).zip(&all.seats).filter(|(_, s)| s.owes > 0).map(|(i, _)| i).collect();
                expect(format!("{owing:?}"), format!("{:?}", seats(rest)?))?;
            }
            "victims" => expect(format!("{:?}", table.victims), format!("{:?}", seats(rest)?))?,
            "chance" => expect(listed(game, position), rest.join(" "))?,
            head => {
                if let Some(s) = head.strip_suffix(".size").and_then(|h| seat_of(h, "hand")) {
                    expect(all.seats[s].cards.to_string(), rest[0].to_owned())?;
                } else if let Some(s) = seat("hand") {
                    expect(format!("{:?}", own(s).hand), format!("{:?}", Some(resources(rest)?)))?;
                } else if let Some(s) = seat("vp") {
                    expect(game.scores(position)[s].to_string(), rest[0].to_owned())?;
                } else if let Some(s) = seat("public") {
                    expect(all.seats[s].public_points.to_string(), rest[0].to_owned())?;
                } else if let Some(s) = seat("dev") {
                    let view = own(s);
                    let (held, new) = (view.development_kinds.ok_or("dev")?, view.bought.unwrap_or_default());
                    let old: Vec<u16> = held.iter().zip(new).map(|(h, n)| h - n).collect();
                    expect(format!("{old:?}"), format!("{:?}", cards(rest)?))?;
                } else if let Some(s) = seat("new") {
                    expect(
                        format!("{:?}", own(s).bought.unwrap_or_default()),
                        format!("{:?}", cards(rest)?),
                    )?;
                } else if let Some(s) = seat("played") {
                    let knights = cards(rest)?[Card::Knight.index()];
                    expect(all.seats[s].knights.to_string(), knights.to_string())?;
                } else if let Some(s) = seat("length") {
                    expect(all.seats[s].length.to_string(), rest[0].to_owned())?;
                } else if let Some(s) = seat("roads-left") {
                    expect(all.seats[s].left[0].to_string(), rest[0].to_owned())?;
                } else if let Some(s) = seat("settlements-left") {
                    expect(all.seats[s].left[1].to_string(), rest[0].to_owned())?;
                } else if let Some(s) = seat("cities-left") {
                    expect(all.seats[s].left[2].to_string(), rest[0].to_owned())?;
                } else if let Some(s) = seat("ratio") {
                    let kind = Resource::from_name(rest[0]).ok_or("ratio kind")?;
                    expect(all.seats[s].rates[kind.index()].to_string(), rest[1].to_owned())?;
                } else {
                    return Err(format!("fact `{fact}`"));
                }
            }
        }
    }
    Ok(())
}

/// Listed outcomes as `wool:1/4 ore:3/4`.
fn listed(game: &Catan, position: &CatanPosition) -> String {
    let mut outcomes = Vec::new();
    game.outcomes(position, &mut outcomes);
    let total: u32 = outcomes.iter().map(|o| o.weight).sum();
    let text = |o: &hexwright_core::Weighted<_>| {
        let text = game.action_text(position, &o.action);
        format!("{}:{}/{total}", text.split_whitespace().last().unwrap_or(""), o.weight)
    };
    outcomes.iter().map(text).collect::<Vec<_>>().join(" ")
}

fn run(row: &Row) -> Outcome<()> {
    let given = read_given(&row.given)?;
    let (verdict, facts) = row.expected.split_first().ok_or("nothing is expected")?;
    let wanted = verdict.strip_prefix("err ");
    let fails = |result: Result<(), Refusal>| match (result, wanted) {
        (Ok(()), None) => Ok(()),
        (Err(refusal), Some(kind)) if refusal.name() == kind => Ok(()),
        (Ok(()), Some(kind)) => Err(format!("expected {kind}, it was accepted")),
        (Err(refusal), _) => Err(format!("expected {verdict}, found {}: {refusal}", refusal.name())),
    };
    let mut table = match start(&given)? {
        Ok(table) => table,
        Err(refusal) => return fails(Err(refusal)),
    };
    let Some((last, before)) = row.when.split_last() else {
        fails(Ok(()))?;
        return check(&table, facts);
    };
    for text in before {
        step(&mut table, text).map_err(|e| format!("`{text}`: {e}"))?;
    }
    let result = step(&mut table, last);
    fails(result)?;
    check(&table, facts)
}

/// The properties that rows ask for, each with the test that shows it.
const PROPERTIES: &[(&str, fn())] = &[
    ("every-row-has-a-test", every_row_has_a_test),
    ("distance-range", properties::distance_range),
    ("invariants", properties::invariants),
    ("legal-is-accepted", properties::legal_is_accepted),
    ("views-do-not-leak", properties::views_do_not_leak),
    ("record-replays", properties::record_replays),
    ("chance-weights", properties::chance_weights),
];

/// The test of a property, if the row asks for one.
fn property(row: &Row) -> Option<Outcome<fn()>> {
    let name = row.when.first()?.strip_prefix("property ")?;
    let found = PROPERTIES.iter().find(|(known, _)| *known == name).map(|(_, test)| *test);
    Some(found.ok_or_else(|| format!("property {name} has no test")))
}

/// Asserts that a row holds.
fn holds(row: &Row) {
    match property(row) {
        Some(test) => test.unwrap_or_else(|problem| panic!("{}: {problem}", row.id))(),
        None => run(row).unwrap_or_else(|problem| panic!("{}: {problem}", row.id)),
    }
}

/// The project is done when all listed test cases pass: every leaf of the source document's list has one row,
/// every row asserts something, and all of them hold.
fn every_row_has_a_test() {
    let rows = rows();
    assert!(rows.len() >= 313, "the table has shrunk: {} rows", rows.len());
    let ids: BTreeSet<&str> = rows.iter().map(|row| row.id.as_str()).collect();
    assert_eq!(ids.len(), rows.len(), "an id stands twice");
    let is_leaf = |row: &&Row| {
        let number = row.id.rsplit('-').next().unwrap_or_default();
        row.id.starts_with("bva-") && number.len() == 2 && number.bytes().all(|b| b.is_ascii_digit())
    };
    let leaves: BTreeSet<&str> = rows.iter().filter(is_leaf).map(|row| row.source_line.as_str()).collect();
    assert_eq!((leaves.len(), rows.iter().filter(is_leaf).count()), (103, 103), "one row for every leaf");
    let failing = rows.iter().filter(|row| match property(row) {
        // each property is shown by the test of its own row
        Some(test) => test.is_err(),
        None => !catch_unwind(|| run(row)).is_ok_and(|outcome| outcome.is_ok()),
    });
    let failing: Vec<&str> = failing.map(|row| row.id.as_str()).collect();
    assert!(failing.is_empty(), "{} of {} rows fail: {}", failing.len(), rows.len(), failing.join(" "));
}

fn a_row_nobody_understands_fails() {
    let row = |given: &str, when: &str, expected: &str| {
        let items = |cell: &str| cell.split("; ").filter(|i| *i != "-").map(str::to_owned).collect();
        let (id, source_line) = ("x".to_owned(), String::new());
        run(&Row { id, source_line, given: items(given), when: items(when), expected: items(expected) })
    };
    assert!(row("S0 1", "-", "ok; vp0 1").is_ok());
    assert!(row("S0 1", "-", "ok; vp0 2").is_err());
    assert!(row("moon 1", "-", "ok").is_err());
    assert!(row("S0 1", "-", "ok; moon 1").is_err());
    assert!(row("S0 1", "0: dance", "ok").is_err());
    assert!(row("S0 1", "0: end-turn", "err GameOver").is_err());
}

fn main() -> ExitCode {
    let mut trials = Trials::default();
    trials.test(&nothing(), "a_row_nobody_understands_fails", a_row_nobody_understands_fails);
    for row in rows() {
        trials.test(&nothing(), row.id.clone(), move || holds(&row));
    }
    trials.run()
}

#[path = "support/properties.rs"]
mod properties;
