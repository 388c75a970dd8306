//! Any bytes as a battleland script, and as a battleland in each format.

use crate::findings::{any_error, inside};
use hexwright_core::text::{Format as _, Leniency, WriteFormat as _};
use hexwright_core::{Actor, Fast, Game as _, Random as _, Turn};
use hexwright_titan::battle::{Battle, BattleFormat, VariantFormat};
use hexwright_titan::text::{self, Format};
use hexwright_titan::{Battleland, Mode, RollError, decode, script};

const MODES: [Mode; 3] = [Mode::Documented, Mode::Colossus, Mode::Colossus2002];

/// Reads bytes as a script, judges, formats and rolls it.
///
/// # Panics
/// If a law is broken: findings lie inside the text; a script is given exactly if there is no error;
/// formatting is stable and the formatted script rolls the same map; rolling fails only with a reason;
/// a rolled map survives every format.
pub fn titan_script(bytes: &[u8]) {
    let text = decode(bytes);
    let formatted = script::format(&text);
    let mut is_script = false;
    for mode in MODES {
        let reading = script::read(&text, mode);
        inside(&reading.diagnostics, &text);
        let Some(script) = reading.script else {
            assert!(any_error(&reading.diagnostics), "a script exactly without error");
            continue;
        };
        is_script = true;
        let _ = script.lint();
        let rolled = script.roll(7);
        match &rolled {
            Err(RollError::Script(findings)) => assert!(!findings.is_empty()),
            Err(RollError::Exhausted(_) | RollError::Stopped) => {
                unreachable!("a seed has no end and nobody stops it")
            }
            // the modes differ in what they roll, not in how a map is written
            Ok(rolled) if mode == Mode::Documented => round_trip(&rolled.land),
            Ok(_) => {}
        }
        let again = script::read(&formatted, mode).script.expect("a formatted script is a script");
        assert_eq!(again.roll(7).ok(), rolled.ok(), "formatting changed the map");
    }
    if is_script {
        assert_eq!(script::format(&formatted), formatted, "formatting is not stable");
    }
}

/// Reads bytes as a map in each format and mode, writes what was read, and reads it again.
///
/// # Panics
/// If a law is broken: findings lie inside the text; what was written reads back equal; a file of a variant is given exactly if there is no error.
pub fn titan_xml(bytes: &[u8]) {
    let text = decode(bytes);
    let mut written = Vec::new();
    for mode in MODES {
        let reading = text::read(&text, mode);
        inside(&reading.diagnostics, &text);
        for finding in hexwright_titan::check(&reading.land) {
            assert!(!reading.places.diagnostic(&finding).message.is_empty());
        }
        if !written.contains(&reading.land) {
            round_trip(&reading.land);
            written.push(reading.land);
        }
    }
    for format in [Format::Xml, Format::Text, Format::Json] {
        inside(&text::read_as(&text, format, Mode::Documented).diagnostics, &text);
    }
    let variant = VariantFormat::read("fuzz.xml", bytes, Leniency::Lenient);
    inside(&variant.diagnostics, variant.source.text());
    assert_eq!(
        variant.value.is_none(),
        any_error(&variant.diagnostics),
        "a file of a variant exactly without error"
    );
}

/// A map written and read is the same map, but for what the format cannot hold.
fn round_trip(land: &Battleland) {
    for format in [Format::Xml, Format::Text, Format::TextLetter, Format::Json] {
        let Ok(written) = text::write(land, format, "stem") else { continue };
        let reading = text::read_as(&written, format, Mode::Documented);
        let back = reading.usable().unwrap_or_else(|| panic!("{written}\n{:?}", reading.diagnostics));
        assert_eq!(back.canonical(), land.canonical(), "{written}");
        assert_eq!(back.tower(), land.tower());
        assert_eq!(back.start_hexes(), land.start_hexes());
    }
}

/// Reads bytes as a battle, writes it, and plays its first actions.
///
/// # Panics
/// If a law is broken: findings lie inside the text; a battle is given exactly if there is no error; what was
/// written reads back equal; every listed action is accepted and the invariants hold.
pub fn titan_battle(bytes: &[u8]) {
    let parsed = BattleFormat::read("fuzz.battle", bytes, Leniency::Lenient);
    inside(&parsed.diagnostics, parsed.source.text());
    let Some(setup) = parsed.value else {
        assert!(any_error(&parsed.diagnostics), "a battle exactly without error");
        return;
    };
    let written = BattleFormat::write(&setup);
    let again = BattleFormat::read("fuzz.battle", written.as_bytes(), Leniency::Lenient);
    assert_eq!(again.value.as_ref(), Some(&setup), "what was written reads back equal:\n{written}");
    let battle = Battle::new(setup).expect("a battle without findings can be fought");
    let mut position = battle.start();
    let (mut random, mut legal) = (Fast::new(bytes.len() as u64, 1), Vec::new());
    for _ in 0..crate::MOST_ACTIONS {
        let (actor, action) = match battle.turn(&position) {
            Turn::Over => return,
            Turn::Chance => (Actor::Chance, battle.draw(&position, &mut random).expect("dice fall")),
            Turn::Seats(seats) => {
                let seat = seats.iter().next().expect("somebody acts");
                legal.clear();
                battle.legal(&position, seat, &mut legal);
                (Actor::Seat(seat), legal[random.index(legal.len())])
            }
        };
        battle.play(&mut position, actor, &action).expect("a listed action is accepted");
        battle.check_invariants(&position).expect("the invariants hold");
    }
}
