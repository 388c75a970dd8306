//! The maps of Debian's package `pioneers-console-data`, read, written and formatted.

#![allow(clippy::print_stderr)] // what was counted is part of the result

use hexwright_catan_map::text::pioneers::{Leniency, format, read, write};
use hexwright_trials::{file, trials};
use std::path::PathBuf;

const INSTALLED: &str = "/usr/share/games/pioneers";

fn installed_maps() -> Vec<PathBuf> {
    let entries = std::fs::read_dir(INSTALLED).unwrap().flatten().map(|e| e.path());
    let mut maps: Vec<PathBuf> = entries.filter(|p| p.extension().is_some_and(|e| e == "game")).collect();
    maps.sort();
    maps
}

fn every_shipped_map_is_read_without_error() {
    let maps = installed_maps();
    let mut canonical = 0;
    for path in &maps {
        let name = path.file_name().unwrap().to_str().unwrap();
        let bytes = std::fs::read(path).unwrap();
        let wanted: &[&str] = match name {
            "lobby.game" => &["G049", "G050"],
            "north_america.game" => &["G036"],
            "star.game" => &["G033"],
            _ => &[],
        };
        for leniency in [Leniency::Lenient, Leniency::Strict] {
            let document = read(name, &bytes, leniency);
            let mut ids: Vec<&str> = document.diagnostics.iter().map(|d| d.id).collect();
            ids.sort_unstable();
            ids.dedup();
            assert_eq!(ids, wanted, "{name}, {leniency:?}");
            assert!(document.value.is_some(), "{name}");
        }
        let map = read(name, &bytes, Leniency::Strict).value.unwrap();
        let written = write(&map);
        assert_eq!(read(name, written.as_bytes(), Leniency::Strict).value.as_ref(), Some(&map), "{name}");
        let deck = ["num-dice-decks 2", "num-removed-dice-cards 5"];
        let bare: String = written.lines().filter(|l| !deck.contains(l)).map(|l| format!("{l}\n")).collect();
        canonical += usize::from(bare.as_bytes() == bytes);

        let formatted = format(name, &bytes).unwrap();
        assert_eq!(format(name, formatted.as_bytes()).unwrap(), formatted, "{name}");
        assert_eq!(read(name, formatted.as_bytes(), Leniency::Strict).value.as_ref(), Some(&map), "{name}");

        let laid = map.shuffled(7).lay_out();
        assert_eq!(laid.board.terrain.len(), laid.board.grid.len(), "{name}");
        assert_eq!(laid.board, map.shuffled(7).lay_out().board, "{name}");
    }
    eprintln!("{} shipped maps read, {canonical} written back byte for byte", maps.len());
    assert_eq!((maps.len(), canonical), (28, 22));
}

trials! {
    file(&format!("{INSTALLED}/default.game"), "Debian package pioneers-console-data") => every_shipped_map_is_read_without_error;
}
