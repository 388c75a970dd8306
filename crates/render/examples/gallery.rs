//! Draws a base board in every way there is: `cargo run -p hexwright-render --example gallery -- FOLDER`.

use hexwright_catan::{Board, ByResource, Card, Grid, Harbour, Resource, Terrain};
use hexwright_core::{CornerId, HexId};
use hexwright_render::catan::*;
use hexwright_render::{Scene, Theme};

fn board() -> Board {
    use Resource::{Brick as B, Ore as O, Wheat as H, Wood as W, Wool as S};
    let (l, d, w) = (Terrain::Land, Terrain::Desert, Terrain::Water);
    let terrain = vec![
        w,
        l(O),
        l(S),
        l(W),
        w, //
        l(H),
        l(B),
        l(S),
        l(B),
        w, //
        l(H),
        l(W),
        d,
        l(W),
        l(O), //
        l(W),
        l(O),
        l(H),
        l(S),
        w, //
        w,
        l(B),
        l(H),
        l(S),
        w,
    ];
    let numbers = vec![0, 10, 2, 9, 0, 12, 6, 4, 10, 0, 9, 11, 0, 3, 8, 8, 3, 4, 5, 0, 0, 5, 6, 11, 0];
    let ports = [
        (1, 6, None),
        (2, 8, Some(S)),
        (15, 21, None),
        (34, 40, None),
        (51, 57, Some(B)),
        (62, 67, Some(W)),
        (60, 66, None),
        (41, 47, Some(H)),
        (17, 23, Some(O)),
    ];
    let harbours =
        ports.map(|(a, b, kind)| Some(Harbour { corners: [CornerId(a), CornerId(b)], kind })).to_vec();
    Board { grid: Grid::new(5, 5), terrain, numbers, harbours }
}

fn main() {
    let folder = std::env::args().nth(1).expect("a folder");
    let save = |name: &str, scene: &Scene, width| {
        std::fs::write(format!("{folder}/{name}.svg"), scene.to_svg()).unwrap();
        std::fs::write(format!("{folder}/{name}.png"), scene.to_png(width).unwrap()).unwrap();
    };
    let board = board();
    let plain = Options { title: "Base".into(), ..Options::default() };
    save("base", &board_scene(&board, &plain), 1200);
    save("small", &board_scene(&board, &plain), 300);
    save("grey", &board_scene(&board, &Options { greyscale: true, ..plain.clone() }), 1200);
    save("dark", &board_scene(&board, &Options { theme: Theme::Dark, ..plain.clone() }), 1200);
    save("labels", &board_scene(&board, &Options { labels: true, ..plain.clone() }), 1200);
    let marks = vec![
        Mark { spot: Spot::Hex(HexId(6)), words: "two red numbers touch".into() },
        Mark { spot: Spot::Corner(CornerId(37)), words: "13 pips".into() },
    ];
    save("heat", &board_scene(&board, &Options { heat: true, marks, ..plain.clone() }), 1200);
    let side = |a, b| board.grid.topology().side_between(CornerId(a), CornerId(b)).unwrap();
    let seat = |seat, name: &str, hand| Seat {
        seat,
        name: name.into(),
        points: 3 + seat,
        hand,
        cards: if seat == 0 { vec![(Card::Knight, 2), (Card::Monopoly, 1)] } else { vec![] },
        hidden_cards: seat,
        knights: seat,
        road: 2 + seat,
        longest_road: seat == 3,
        largest_army: seat == 2,
        to_move: seat == 0,
    };
    let position = Position {
        roads: vec![
            (side(30, 36), 0),
            (side(36, 42), 0),
            (side(18, 24), 1),
            (side(44, 50), 2),
            (side(32, 38), 3),
            (side(32, 26), 3),
            (side(50, 56), 2),
        ],
        bridges: vec![(side(8, 14), 1)],
        walls: vec![(CornerId(50), 2)],
        ships: vec![(side(7, 2), 4), (side(62, 67), 5)],
        settlements: vec![
            (CornerId(36), 0),
            (CornerId(24), 1),
            (CornerId(44), 2),
            (CornerId(21), 4),
            (CornerId(59), 5),
            (CornerId(10), 6),
            (CornerId(52), 7),
        ],
        cities: vec![(CornerId(32), 3), (CornerId(50), 2), (CornerId(8), 1)],
        robber: Some(HexId(7)),
        pirate: Some(HexId(4)),
        last: Some(Spot::Corner(CornerId(32))),
        seats: vec![
            seat(0, "You", Hand::Open(ByResource::new([2, 1, 0, 3, 1]))),
            seat(1, "Greedy bot", Hand::Hidden(4)),
            seat(2, "Search", Hand::Hidden(9)),
            seat(3, "A very long name indeed", Hand::Hidden(1)),
        ],
        headline: "Turn 12 · You rolled 8".into(),
    };
    save("position", &position_scene(&board, &position, &plain), 1500);
    let text = |name: &str, words: String| std::fs::write(format!("{folder}/{name}.txt"), words).unwrap();
    text("board", board_text(&board, &plain));
    text("position", position_text(&board, &position, &plain));
    text("labels", board_text(&board, &Options { labels: true, ..plain }));
}
