//! The longest board there may be, 255×16 hexes: read, checked, drawn, converted and played.

use hexwright_catan::game::{Catan, Ruleset};
use hexwright_catan::generate::{Generator, preset};
use hexwright_catan::lint::lint;
use hexwright_catan::map::Margins;
use hexwright_catan::text::convert::ConvertError;
use hexwright_catan::text::dot_catan::{decode, encode, write};
use hexwright_catan::text::{Leniency, MapFormat, MapText};
use hexwright_catan::{HexType, HexValue, Resource, Setup};

const WIDTH: i32 = 255;
const HEIGHT: i32 = 16;

/// The standard island at one end of the board and a second one at the other.
fn long_board() -> Setup {
    let base = preset("base").unwrap();
    let (right, bottom) = (WIDTH - i32::from(base.grid.width()), HEIGHT - i32::from(base.grid.height()));
    let mut setup = base.resized(Margins { top: 0, bottom, left: 0, right }).unwrap().setup;
    let last = setup.types.len() - 1;
    for (hex, roll) in [(last, 6), (last - 1, 8), (last - WIDTH as usize, 5)] {
        (setup.types[hex], setup.values[hex]) = (HexType::Land(Resource::Ore), HexValue::Roll(roll));
    }
    let fixed = setup.fixed();
    for (have, need) in setup.type_pool.iter_mut().zip(fixed.types) {
        *have += need;
    }
    for (have, need) in setup.value_pool.iter_mut().zip(fixed.values) {
        *have += need;
    }
    setup
}

#[test]
fn a_board_of_255_by_16_is_read_checked_drawn_converted_and_played() {
    let setup = long_board();
    assert_eq!((setup.grid.width(), setup.grid.height()), (255, 16));
    assert_eq!(setup.types.len(), 4_080);
    // read and checked
    let text = write(&setup);
    let reading = MapText::read(MapFormat::Catan, "long.catan", text.as_bytes(), Leniency::Strict);
    assert_eq!(reading.diagnostics, []);
    let map = reading.value.unwrap();
    assert_eq!(*map.setup(), setup);
    assert!(lint(&setup, None).iter().any(|advice| advice.rule.id == "islands"));
    // drawn
    let board = Generator::new(&setup, &[]).unwrap().generate(7).unwrap().board;
    assert_eq!(board, Generator::new(&setup, &[]).unwrap().generate(7).unwrap().board);
    // converted: a .game map has at most 32×32 cells, a share code holds any map
    let error = map.converted(MapFormat::Game, None).unwrap_err();
    assert!(matches!(error, ConvertError::TooLarge { .. }), "{error}");
    assert_eq!(write(&decode(&encode(&setup).unwrap()).unwrap()).lines().last(), text.lines().last());
    // played
    let game = Catan::on_map(&setup, 7, Ruleset::Standard, 4).unwrap();
    let played = game.random_game(7, 0, 200_000);
    assert_eq!(played, game.random_game(7, 0, 200_000));
}

#[test]
fn a_board_of_more_hexes_is_refused_with_its_limit() {
    let text = write(&long_board()).replacen("255 16", "255 17", 1);
    let reading = MapText::read(MapFormat::Catan, "long.catan", text.as_bytes(), Leniency::Lenient);
    let found = reading
        .diagnostics
        .iter()
        .find(|found| found.message.contains("4096") || found.message.contains("4,096"));
    assert!(found.is_some(), "{:?}", reading.diagnostics.iter().take(3).collect::<Vec<_>>());
}
