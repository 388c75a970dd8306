//! A stroke leaves the spelling readers would give the map.

use hexwright_catan_map::edit::{Edit, edit};
use hexwright_catan_map::text::MapText;
use hexwright_core::StopFlag;

fn strokes(mut text: String, strokes: &[Edit]) -> String {
    for stroke in strokes {
        text = edit(&text, stroke, &StopFlag::default()).unwrap().text;
        assert_eq!(MapText::parse(&text).unwrap().write(), text, "{stroke:?}");
    }
    text
}

#[test]
fn a_border_without_a_hex_goes() {
    let map = include_str!("../../../maps/catan/base-fixed.catan").to_owned();
    let cut = Edit::Resize { top: 0, bottom: 0, left: -5, right: 0 };
    let text = strokes(map, &[Edit::Convert, cut]);
    assert!(!text.contains("\n-,-\n.\n"), "{text}");
}
