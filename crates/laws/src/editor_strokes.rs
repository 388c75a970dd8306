//! Any bytes as strokes of the map editor.

use hexwright_catan::edit::{Edit, edit};
use hexwright_catan::text::MapText;
use hexwright_core::StopFlag;
use hexwright_core::text::lines;

/// Strokes that are made on one input.
const MOST_STROKES: usize = 8;

/// Maps that are edited; the first byte of an input chooses one.
const MAPS: [&str; 4] = [
    include_str!("../../../maps/catan/duel.catan"),
    include_str!("../../../maps/catan/base-fixed.catan"),
    include_str!("../../../maps/pioneers/lantern_bay.game"),
    include_str!("../../../maps/pioneers/gold_atoll.game"),
];

/// Reads the first byte as a map and each line after it as a stroke in JSON.
///
/// # Panics
/// If a law is broken: an edited text is a map in its canonical spelling; a refused stroke says why.
pub fn editor_strokes(bytes: &[u8]) {
    let Some((&choice, strokes)) = bytes.split_first() else { return };
    let mut text = MAPS[usize::from(choice) % MAPS.len()].to_owned();
    let strokes = String::from_utf8_lossy(strokes);
    for line in lines(&strokes).take(MOST_STROKES) {
        let Ok(stroke) = serde_json::from_str::<Edit>(line.text) else { continue };
        match edit(&text, &stroke, &StopFlag::default()) {
            Ok(edited) => {
                let map = MapText::parse(&edited.text)
                    .unwrap_or_else(|e| panic!("no map after {stroke:?}: {e}\n{text}"));
                assert_eq!(map.write(), edited.text, "{stroke:?} leaves another spelling of\n{text}");
                text = edited.text;
            }
            Err(reason) => assert!(!reason.to_string().is_empty(), "a refusal says why"),
        }
    }
}
