//! What every picture of a Catan board must be: well-formed, complete, findable, told by more than colour.

mod boards;

use hexwright_catan::{Board, ByResource, Grid, Harbour, Resource, Terrain};
use hexwright_core::{CornerId, HexId, SideId};
use hexwright_render::catan::*;
use hexwright_render::{Scene, Theme};
use roxmltree::{Document, Node};
use std::collections::BTreeSet;

/// Parses, and checks what holds for any picture: unique ids, sound numbers, nothing missing.
fn check<T>(scene: &Scene, look: impl FnOnce(&Document<'_>) -> T) -> T {
    assert_eq!(scene.missing(), Vec::<&str>::new());
    let svg = scene.to_svg();
    let tree = Document::parse(&svg).expect("well-formed XML");
    let mut ids = BTreeSet::new();
    for node in tree.descendants().filter(Node::is_element) {
        if let Some(id) = node.attribute("id") {
            assert!(ids.insert(id.to_owned()), "id {id} twice");
        }
        for name in ["x", "y", "cx", "cy", "r", "x1", "y1", "x2", "y2", "points", "viewBox", "stroke-width"] {
            for token in node.attribute(name).unwrap_or_default().split([' ', ',']).filter(|t| !t.is_empty())
            {
                let value: f64 = token.parse().unwrap_or_else(|_| panic!("{name}={token:?}"));
                assert!(value.is_finite() && token != "-0", "{name}={token:?}");
                assert!(
                    token.split_once('.').is_none_or(|(_, places)| places.len() <= 2),
                    "{name}={token:?}"
                );
            }
        }
        for name in ["href", "fill"] {
            let value = node.attribute(name).unwrap_or_default();
            if let Some(id) = value
                .strip_prefix('#')
                .filter(|_| name == "href")
                .or_else(|| value.strip_prefix("url(#").and_then(|v| v.strip_suffix(')')))
            {
                assert!(ids.contains(id), "{value} points nowhere");
            }
        }
    }
    look(&tree)
}

/// Values of a `data-…` attribute, in order.
fn data(tree: &Document<'_>, class: &str, name: &str) -> Vec<String> {
    let group = tree.descendants().find(|n| n.attribute("class") == Some(class));
    let group = group.unwrap_or_else(|| panic!("no group {class}"));
    group.children().filter_map(|n| n.attribute(name)).map(str::to_owned).collect()
}

fn complete(board: &Board) {
    check(&board_scene(board, &Options::default()), |tree| {
        let tables = board.grid.topology();
        let strings = |ids: Vec<u16>| ids.into_iter().map(|i| i.to_string()).collect::<Vec<_>>();
        let is_land = |h: &HexId| board.terrain(*h).is_land();
        let hexes = tables.hex_ids().filter(|&h| board.terrain(h) != Terrain::Void).map(|h| h.0);
        assert_eq!(data(tree, "hexes", "data-hex"), strings(hexes.collect()));
        let corners = tables.corner_ids().filter(|&c| tables.corner_hexes(c).iter().flatten().any(is_land));
        assert_eq!(data(tree, "corners", "data-corner"), strings(corners.map(|c| c.0).collect()));
        let sides = tables.side_ids().filter(|&s| tables.side_hexes(s).iter().flatten().any(is_land));
        assert_eq!(data(tree, "sides", "data-side"), strings(sides.map(|s| s.0).collect()));
        assert_eq!(data(tree, "harbours", "data-harbour").len(), board.harbours().count());
    });
}

#[test]
fn every_hex_corner_and_side_can_be_found_on_our_maps() {
    for (name, board) in boards::own_maps() {
        eprintln!("{name}");
        complete(&board);
    }
}

#[test]
fn any_board_can_be_drawn_in_any_way() {
    for seed in 0..60 {
        let board = boards::random(seed);
        complete(&board);
        let options = Options {
            title: format!("<Board & {seed}>"),
            labels: true,
            heat: true,
            sea: [Sea::Near, Sea::Whole, Sea::Grid][seed as usize % 3],
            marks: vec![
                Mark { spot: Spot::Hex(HexId(0)), words: "a \"mark\"".into() },
                Mark { spot: Spot::Corner(CornerId(u16::MAX)), words: "nowhere".into() },
                Mark { spot: Spot::Side(SideId(1)), words: "side".into() },
            ],
            no_setup: vec![CornerId(0), CornerId(u16::MAX)],
            theme: Theme::Dark,
            greyscale: seed % 2 == 0,
            ..Options::default()
        };
        check(&board_scene(&board, &options), |_| ());
        assert!(!board_text(&board, &options).contains('\u{fffd}'));
    }
}

#[test]
fn every_map_makes_a_png_of_the_asked_width() {
    for (name, board) in boards::own_maps() {
        let file = board_scene(&board, &Options::default()).to_png(300).unwrap();
        assert_eq!(&file[1..4], b"PNG", "{name}");
        assert_eq!(u32::from_be_bytes(file[16..20].try_into().unwrap()), 300, "{name}");
    }
}

/// One hex of every kind in a row, with numbers from 2 on.
fn one_of_each() -> Board {
    let mut terrain: Vec<Terrain> =
        [Resource::Brick, Resource::Wood, Resource::Wool, Resource::Wheat, Resource::Ore]
            .map(Terrain::Land)
            .to_vec();
    terrain.extend([Terrain::Gold, Terrain::Desert]);
    let harbour = Harbour { corners: [CornerId(0), CornerId(7)], kind: Some(Resource::Wool) };
    Board {
        grid: Grid::new(7, 1),
        terrain,
        numbers: vec![5, 6, 8, 9, 12, 2, 0],
        harbours: vec![Some(harbour)],
    }
}

#[test]
fn terrains_differ_in_hatch_glyph_and_grey() {
    let scene = board_scene(&one_of_each(), &Options { greyscale: true, ..Options::default() });
    check(&scene, |tree| {
        let (mut hatches, mut glyphs, mut greys) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
        for tile in
            tree.descendants().filter(|n| n.attribute("class").is_some_and(|c| c.starts_with("tile ")))
        {
            let fills: Vec<&str> = tile.children().filter_map(|n| n.attribute("fill")).collect();
            greys.insert(i32::from_str_radix(&fills[0][1..3], 16).unwrap());
            hatches.insert(fills[1].to_owned());
            glyphs.insert(tile.children().find_map(|n| n.attribute("href")).unwrap().to_owned());
        }
        assert_eq!((hatches.len(), glyphs.len(), greys.len()), (7, 7, 7));
        // Gold is left out: few maps have it, and its hatch and glyph carry it.
        let greys: Vec<i32> = greys.into_iter().collect();
        let apart = greys.windows(2).filter(|w| w[1] - w[0] >= 12).count();
        assert!(apart >= 5, "greys {greys:?}");
        // Nothing coloured is left.
        for node in tree.descendants() {
            for colour in
                ["fill", "stroke"].iter().filter_map(|a| node.attribute(*a)).filter(|c| c.starts_with('#'))
            {
                assert!(colour[1..3] == colour[3..5] && colour[3..5] == colour[5..7], "{colour}");
            }
        }
    });
}

#[test]
fn six_and_eight_are_red_and_larger_and_dots_tell_the_odds() {
    check(&board_scene(&one_of_each(), &Options::default()), |tree| {
        let mut seen = Vec::new();
        for token in tree.descendants().filter(|n| n.attribute("class") == Some("token")) {
            let text = token.children().find(|n| n.has_tag_name("text")).unwrap();
            let number: u8 = text.text().unwrap().parse().unwrap();
            let size: f64 = text.attribute("font-size").unwrap().parse().unwrap();
            let dots = token.children().filter(|n| n.has_tag_name("circle")).count() - 1;
            assert_eq!(dots, usize::from(6 - number.abs_diff(7)), "dots of {number}");
            assert_eq!(text.attribute("font-weight"), Some("700"));
            seen.push((number, size, text.attribute("fill").unwrap().to_owned()));
        }
        assert_eq!(seen.iter().map(|s| s.0).collect::<Vec<_>>(), [5, 6, 8, 9, 12, 2]);
        for (number, size, ink) in &seen {
            let hot = matches!(number, 6 | 8);
            assert_eq!(ink == "#b5121b", hot, "ink of {number}");
            assert_eq!(*size > 18.0, hot, "size of {number}");
        }
    });
}

#[test]
fn a_harbour_has_its_ratio_its_glyph_and_a_pier_to_each_corner() {
    let board = one_of_each();
    check(&board_scene(&board, &Options::default()), |tree| {
        let harbour = tree.descendants().find(|n| n.attribute("id") == Some("harbour-0")).unwrap();
        assert_eq!(harbour.attribute("aria-label"), Some("wool harbour 2:1 at corners 0 and 7"));
        assert!(harbour.descendants().any(|n| n.attribute("href") == Some("#symbol-pasture")));
        assert!(harbour.descendants().any(|n| n.text() == Some("2:1")));
        let number = |n: &Node<'_, '_>, name: &str| n.attribute(name).unwrap().parse::<f64>().unwrap();
        let target = |corner: &str| {
            let node = tree.descendants().find(|n| n.attribute("data-corner") == Some(corner)).unwrap();
            (number(&node, "cx"), number(&node, "cy"))
        };
        let piers: Vec<Node<'_, '_>> = harbour.descendants().filter(|n| n.has_tag_name("line")).collect();
        for corner in ["0", "7"] {
            let (x, y) = target(corner);
            let near = |n: &&Node<'_, '_>| (number(n, "x1") - x).hypot(number(n, "y1") - y) < 5.0;
            assert_eq!(piers.iter().filter(near).count(), 2, "pier and planks at corner {corner}");
        }
    });
}

#[test]
fn open_cells_show_a_question_mark() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../maps/catan/base.catan");
    let bytes = std::fs::read(path).unwrap();
    let reading = hexwright_catan::text::dot_catan::read("map.catan", &bytes, Default::default());
    let setup = reading.value.unwrap();
    let marks = check(&setup_scene(&setup, &Options::default()), |tree| {
        tree.descendants().filter(|n| n.has_tag_name("text") && n.text() == Some("?")).count()
    });
    assert_eq!(marks, 19 + 19 + 9);
    assert_eq!(setup_text(&setup, &Options::default()).matches('?').count(), 19 + 19 + 9);
}

fn position() -> Position {
    let seat = |seat, hand| Seat {
        seat,
        name: format!("Player <{seat}>"),
        points: 2,
        hand,
        cards: vec![],
        hidden_cards: 1,
        knights: 0,
        road: 1,
        longest_road: false,
        largest_army: false,
        to_move: seat == 0,
    };
    Position {
        roads: vec![(SideId(0), 0), (SideId(u16::MAX), 1)],
        ships: vec![(SideId(3), 3)],
        settlements: vec![(CornerId(0), 0), (CornerId(u16::MAX), 1)],
        cities: vec![(CornerId(3), 2)],
        robber: Some(HexId(6)),
        pirate: None,
        last: Some(Spot::Corner(CornerId(3))),
        seats: vec![seat(0, Hand::Open(ByResource::new([1, 0, 2, 0, 0]))), seat(1, Hand::Hidden(7))],
        headline: "Turn 3".into(),
        ..Position::default()
    }
}

#[test]
fn pieces_carry_their_seat_and_strangers_are_left_out() {
    let board = one_of_each();
    check(&position_scene(&board, &position(), &Options::default()), |tree| {
        let labels: Vec<&str> = tree
            .descendants()
            .filter(|n| {
                n.attribute("class")
                    .is_some_and(|c| ["road", "ship", "settlement", "city", "robber"].contains(&c))
            })
            .filter_map(|n| n.attribute("aria-label"))
            .collect();
        assert_eq!(
            labels,
            [
                "road of seat A on side 0",
                "ship of seat D on side 3",
                "settlement of seat A on corner 0",
                "city of seat C on corner 3",
                "robber"
            ]
        );
        let letter = |class: &str| {
            let piece = tree.descendants().find(|n| n.attribute("class") == Some(class)).unwrap();
            piece.descendants().find(|n| n.has_tag_name("text")).and_then(|n| n.text().map(str::to_owned))
        };
        for (class, seat) in [("road", "A"), ("ship", "D"), ("settlement", "A"), ("city", "C")] {
            assert_eq!(letter(class).as_deref(), Some(seat));
        }
        let seats = tree.descendants().filter(|n| n.attribute("class") == Some("seat"));
        let words: Vec<&str> = seats.filter_map(|n| n.attribute("aria-label")).collect();
        assert!(words[0].contains("to move: 2 points, 1 brick, 0 wood, 2 wool"), "{}", words[0]);
        assert!(words[1].contains("7 cards") && !words[1].contains("brick"), "{}", words[1]);
    });
}

#[test]
fn the_text_picture_shows_terrain_numbers_harbours_and_pieces() {
    let text = position_text(&one_of_each(), &position(), &Options::default());
    let expected = r"
wool a       +       +       C       +       +       +
   a   \   /   D   /   \   /   \   /   \   /   \   /   \
 o brick + wood  + wool  + wheat +  ore  + gold  +desert +
 |   5   |   6   |   8   |   9   |  12   |   2   |       |
 + ....  + ..... + ..... + ....  +   .   +   .   +ROBBER +
   \   /   \   /   \   /   \   /   \   /   \   /   \   /
     +       +       +       +       +       +       +
> A Player <0>    2 VP  brick 1  wood 0  wool 2  wheat 0  ore 0  (road 1 · knights 0 · 1 dev card)
  B Player <1>    2 VP  7 cards  (road 1 · knights 0 · 1 dev card)
";
    assert_eq!(format!("\n{text}"), expected);
}

#[test]
fn the_same_scene_gives_the_same_bytes() {
    let board = boards::random(7);
    let scene = || board_scene(&board, &Options::default());
    assert_eq!(scene().to_svg(), scene().to_svg());
    assert_eq!(scene().to_png(200).unwrap(), scene().to_png(200).unwrap());
}
