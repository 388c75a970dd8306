//! Texts for the findings that small changes of the corpora do not reach, and findings that need more than a
//! text: advice, the older layout, a recording held against the rules.

use hexwright_catan::Setup;
use hexwright_catan::generate::PRESETS;
use hexwright_catan::lint::lint;
use hexwright_catan::text::dot_catan::{self, read_old};
use hexwright_core::text::Leniency;
use hexwright_core::text::render::Report;
use hexwright_titan::Mode;
use hexwright_titan::formats::{advise, read_battleland, read_script};

const CORPUS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fuzz/corpus");

fn corpus(name: &str) -> Vec<u8> {
    std::fs::read(format!("{CORPUS}/{name}")).unwrap()
}

/// Format and text.
pub(crate) fn texts() -> Vec<(&'static str, Vec<u8>)> {
    let mut texts: Vec<(&'static str, Vec<u8>)> = Vec::new();
    let mut add = |format: &'static str, text: &str| texts.push((format, text.as_bytes().to_vec()));
    add("record", "hexwright-record 1\ngame: bridge\nseat 0: a\nseat 1: b\nsetup:\n| x\n\n");
    add("log", "trolls: build A1\nscor S1\n");
    add("log", "score SCORE1\n");
    add("recording", "{\"kind\":\"header\",\"map\":\"x\"}\nno json\n");
    add("catan-game", "{\"schema\":\"catan-game/1\"}\n");
    add("snapshot", "Round: 1\nPhase: Action\nMapType: custom\nPlayers:\n");
    texts.push(("catan", vec![b'1'; 300_000]));
    texts.push(("game", b"title a\0b\n".to_vec()));
    texts.push(("snapshot", b"Round: 1 # \xff\n".to_vec()));
    texts.push(("concise", b"Game: base # \xff\n".to_vec()));
    texts
}

/// Format and findings of what is not reached by reading a text alone.
pub(crate) fn reports() -> Vec<(&'static str, Report)> {
    let mut reports = Vec::new();
    for text in [&b"2 2\n1 1\n1 1\n4\n"[..], b"1 2\n", b"2 4\n10\n"] {
        reports.push(("catan", read_old("old.catan", text).into_report()));
    }
    let mut advise_on = |setup: &Setup| {
        let text = dot_catan::write(setup);
        let mut reading = dot_catan::read("map.catan", text.as_bytes(), Leniency::Lenient);
        for seed in 0..20 {
            let board = setup.draw(seed);
            let advice = lint(setup, Some(&board));
            reading.diagnostics.extend(advice.iter().map(|l| l.diagnostic(&reading.places)));
        }
        reading.diagnostics.extend(lint(setup, None).iter().map(|l| l.diagnostic(&reading.places)));
        reports.push(("catan", reading.into_report()));
    };
    for (name, ..) in PRESETS {
        let setup = hexwright_catan::generate::preset(name).unwrap();
        advise_on(&setup);
    }
    for (name, mode) in [("titan_script", Mode::Documented), ("titan_script", Mode::Colossus)] {
        let mut entries: Vec<_> =
            std::fs::read_dir(format!("{CORPUS}/{name}")).unwrap().map(|e| e.unwrap().path()).collect();
        entries.sort();
        for path in entries {
            let mut parsed = read_script("test.rnd", &std::fs::read(path).unwrap(), mode);
            if let Some(script) = &parsed.value {
                parsed.diagnostics.extend(script.lint());
            }
            reports.push(("script", parsed.into_report()));
        }
    }
    let mut parsed = read_battleland("test.xml", &corpus("titan_xml/twin.xml"), None, Mode::Documented);
    advise(&mut parsed);
    reports.push(("battleland", parsed.into_report()));
    reports
}
