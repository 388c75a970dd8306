//! The battlelands in the docs are what Hexwright draws today, and our own scripts are sound.
//!
//! `UPDATE_PICTURES=1 cargo test -p hexwright-render --test titan_pictures` draws them anew.

use hexwright_render::titan::{Options, heat_scene, land_scene, land_text};
use hexwright_titan::{Constraint, Mode, Roller, Script, Stats, Tally, script};
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Our own scripts: name and text.
fn scripts() -> Vec<(String, String)> {
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(root().join("maps/titan")).unwrap().map(|f| f.unwrap().path()).collect();
    files.sort();
    let read = |p: &PathBuf| {
        (p.file_stem().unwrap().to_str().unwrap().to_owned(), std::fs::read_to_string(p).unwrap())
    };
    files.iter().filter(|p| p.extension().is_some_and(|e| e == "rnd")).map(read).collect()
}

/// Compares with the picture in the docs, or replaces it when asked to.
fn is_current(name: &str, svg: &str) {
    let path = root().join("docs/img").join(name);
    if std::env::var_os("UPDATE_PICTURES").is_some() {
        std::fs::write(&path, svg).unwrap();
    }
    let stored = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(stored == svg, "docs/img/{name} is not current; draw it anew with UPDATE_PICTURES=1");
}

#[test]
fn our_scripts_are_sound_formatted_and_shown_in_the_docs() {
    let scripts = scripts();
    assert!(scripts.len() >= 6);
    let page = std::fs::read_to_string(root().join("docs/formats/battlelands.md")).unwrap();
    for (name, text) in &scripts {
        let reading = script::read(text, Mode::Documented);
        assert!(reading.diagnostics.is_empty(), "{name}: {:?}", reading.diagnostics);
        assert_eq!(&script::format(text), text, "{name} is not formatted");
        let script = reading.script.unwrap();
        let advice = script.lint();
        assert!(advice.is_empty(), "{name}: {advice:?}");
        // the first fair board of seed 1
        let fair = [Constraint::parse("entry").unwrap(), Constraint::parse("lint").unwrap()];
        let found = Roller::new(&script).search(1, &fair, 1_000, &mut Tally::new(2)).unwrap().unwrap();
        let caption = format!("{name}, seed {}", found.attempt_seed);
        let scene = land_scene(&found.rolled.land, &Options { caption: &caption, ..Options::default() });
        assert!(scene.missing().is_empty(), "{name} lacks {:?}", scene.missing());
        is_current(&format!("titan-{name}.svg"), &scene.to_svg());
        assert!(page.contains(&format!("titan-{name}.svg")), "{name} is not in the docs");
    }
}

#[test]
fn the_heat_map_in_the_docs_is_current() {
    let (_, text) = scripts().into_iter().find(|(name, _)| name == "oasis").unwrap();
    let script = Script::parse(&text, Mode::Documented).unwrap();
    let stats = Stats::collect(&script, "oasis.rnd", 0, 10_000);
    is_current("titan-oasis-heat.svg", &heat_scene(&stats).to_svg());
}

#[test]
fn every_hex_and_hexside_is_drawn_once_and_in_words() {
    let map = "A3:Sand:0:1d2c B2:Plains:1 D4:Lake:0:0r D5:TarPit:2:3w";
    let land = hexwright_titan::Battleland::from_canonical(map).unwrap();
    let svg = land_scene(&land, &Options::default()).to_svg();
    assert_eq!(svg.matches(" id=\"hex-").count(), 27);
    assert_eq!(svg.matches(" id=\"side-").count(), 4);
    assert!(svg.contains("A3: Sand, dune to the north-east, cliff to the south-east"));
    assert!(svg.contains("id=\"X5\""));
    let text = land_text(&land);
    assert!(text.contains("A3 Sand") && text.contains(".dc...") && text.contains("D5 TarPit2"), "{text}");
}
