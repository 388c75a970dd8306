//! Picks and rows for learners, held against the legal list and the view in random games.

use hexwright_catan::game::{Action, Catan, CatanPosition, Options, Pick, Picked, View};
use hexwright_catan::generate::preset;
use hexwright_catan::text::pioneers;
use hexwright_core::{
    Actor, CornerId, Fast, Game as _, HexId, Imagine as _, Random as _, Seat, SideId, Turn, Viewer,
};

fn games() -> Vec<Catan> {
    let unusual = "turn-limit=300 direct-city=allowed special-building=on steal=optional friendly-robber=4 \
                   robber-on-desert=forbidden vp-cards=when-played road-building=up-to-two strict-trade=on";
    let mut games: Vec<Catan> = [
        ("base", "ruleset=standard", 4),
        ("base", "ruleset=pioneers turn-limit=200", 3),
        ("base", "ruleset=pioneers card-slips=on strict-trade=on turn-limit=200", 3),
        ("base", unusual, 6),
    ]
    .iter()
    .map(|(map, options, seats)| {
        let setup = preset(map).unwrap();
        let options = Options::from_text(options).unwrap();
        Catan::new(&setup, &setup.draw(3), options, *seats).unwrap()
    })
    .collect();
    for name in ["lantern_bay", "gold_atoll", "mill_river"] {
        let path = format!("{}/../../maps/pioneers/{name}.game", env!("CARGO_MANIFEST_DIR"));
        let document = pioneers::read(name, &std::fs::read(path).unwrap(), pioneers::Leniency::Lenient);
        let setup = document.value.unwrap().setup();
        let mut options =
            hexwright_catan::game::Options::on_map(&setup, hexwright_catan::game::Ruleset::Standard);
        options.turn_limit = Some(120);
        games.push(Catan::new(&setup, &setup.draw(1), options, 4).unwrap());
    }
    games
}

fn mask(game: &Catan, position: &CatanPosition, picked: Picked, seat: Seat) -> Vec<usize> {
    let mut words = vec![0; game.picks().words()];
    game.mask_picks(position, picked, seat, &mut words);
    (0..game.picks().count()).filter(|p| words[p / 64] >> (p % 64) & 1 == 1).collect()
}

/// Walks random games and shows every position that waits for a seat.
fn walk(game: &Catan, seed: u64, mut see: impl FnMut(&CatanPosition, Seat, &mut Fast)) {
    let mut random = Fast::new(seed, 0);
    let mut position = game.start();
    loop {
        match game.turn(&position) {
            Turn::Over => return,
            Turn::Chance => {
                let outcome = game.draw(&position, &mut random).unwrap();
                game.play_unchecked(&mut position, Actor::Chance, &outcome);
            }
            Turn::Seats(_) => {
                let seat = game.decider(&position);
                see(&position, seat, &mut random);
                // by random picks, so that whatever the mask allows must lead on
                let mut picked = Picked::Nothing;
                loop {
                    let list = mask(game, &position, picked, seat);
                    assert!(!list.is_empty(), "{:?}", game.view(&position, Viewer::Seat(seat)));
                    match game.pick(&position, picked, seat, list[random.index(list.len())]).unwrap() {
                        Pick::Part(more) => picked = more,
                        Pick::Action(action) => {
                            game.play(&mut position, Actor::Seat(seat), &action).unwrap();
                            break;
                        }
                    }
                }
            }
        }
    }
}

#[test]
fn the_graph_of_a_board_is_the_grid_in_the_numbers_of_picks() {
    for game in games() {
        let (graph, topology, land) = (game.board_graph(), game.board().grid.topology(), |h: &HexId| {
            game.board().terrain(*h).is_land()
        });
        let number = |action: Action| game.picks_of(action)[0];
        let hexes: Vec<HexId> = topology.hex_ids().filter(land).collect();
        let sides: Vec<SideId> =
            topology.side_ids().filter(|&s| topology.side_hexes(s).iter().flatten().any(land)).collect();
        // the first corner of a board with land alone has the first number
        let first = (0..game.picks().count())
            .find(|&n| game.pick_text(n).is_some_and(|text| text.starts_with("settlement")))
            .unwrap();
        let corner = |c: CornerId| number(Action::Settlement(c)) - first;
        for (place, &hex) in hexes.iter().enumerate() {
            assert_eq!(number(Action::Robber(hex)), number(Action::Robber(hexes[0])) + place);
            let mut corners = topology.hex_corners(hex).map(corner);
            corners.sort_unstable();
            assert_eq!(graph.hex_corners[place], corners);
        }
        let road = (first..).find(|&n| game.pick_text(n).is_some_and(|t| t.starts_with("road"))).unwrap();
        for &side in &sides {
            let ends = graph.side_corners[number(Action::Road(side)) - road];
            assert_eq!(ends, topology.side_corners(side).map(corner));
        }
        assert_eq!(graph.hex_corners.len(), hexes.len());
        assert!(graph.side_corners.len() >= sides.len());
    }
}

#[test]
fn picks_are_the_legal_list_and_lead_back_to_it() {
    for game in games() {
        walk(&game, 5, |position, seat, _| {
            let mut legal = Vec::new();
            game.legal(position, seat, &mut legal);
            let mut firsts = Vec::new();
            // a long list of discards has many ways: a sample of them is enough
            let step = legal.len().div_ceil(60);
            for action in legal.iter().copied().step_by(step) {
                let picks = game.picks_of(action);
                let mut picked = Picked::Nothing;
                for (i, &number) in picks.iter().enumerate() {
                    assert!(mask(&game, position, picked, seat).contains(&number), "{action:?}");
                    match game.pick(position, picked, seat, number).unwrap() {
                        Pick::Part(more) => picked = more,
                        Pick::Action(found) => assert_eq!((found, i + 1), (action, picks.len())),
                    }
                }
                // cards may be picked in any order, a ship's side comes before its target
                let cards = matches!(action, Action::Discard(_) | Action::Gold(_));
                firsts.extend(&picks[..if cards { picks.len() } else { 1 }]);
            }
            firsts.sort_unstable();
            firsts.dedup();
            let open = mask(&game, position, Picked::Nothing, seat);
            assert!(firsts.iter().all(|p| open.contains(p)));
            assert!(step > 1 || firsts == open, "{firsts:?} {open:?}");
        });
    }
}

#[test]
fn every_pick_has_a_text_of_its_own() {
    for game in games() {
        let mut texts: Vec<String> = (0..game.picks().count()).map(|n| game.pick_text(n).unwrap()).collect();
        assert_eq!(game.pick_text(game.picks().count()), None);
        texts.sort();
        let count = texts.len();
        texts.dedup();
        assert_eq!(texts.len(), count);
    }
}

#[test]
fn a_row_says_what_the_view_says_and_nothing_else() {
    for game in games() {
        let mut steps = 0u32;
        walk(&game, 9, |position, _, random| {
            steps += 1;
            for seat in (0..game.seats() as u8).map(Seat) {
                let row = game.tensor(position, seat, Picked::Nothing);
                let view = game.view(position, Viewer::Seat(seat));
                assert_eq!(row, slow(&game, &view, row.len()), "seat {seat}");
                if steps.is_multiple_of(20) {
                    let other = game.imagine(&view, random);
                    assert_eq!(row, game.tensor(&other, seat, Picked::Nothing), "an imagined world differs");
                    let redealt = game.redealt(position, Viewer::Seat(seat), random);
                    assert_eq!(
                        row,
                        game.tensor(&redealt, seat, Picked::Nothing),
                        "a redealt position differs"
                    );
                }
            }
        });
        assert!(steps > 100);
    }
}

/// The slow truth: the changing parts of a row from the lists of a view, the board's from the map.
fn slow(game: &Catan, view: &View, length: usize) -> Vec<u8> {
    let board = game.board();
    let topology = board.grid.topology();
    let sea = game.tensor_parts().iter().any(|p| p.0 == "ships");
    let land = |h: &hexwright_core::HexId| board.terrain(*h).is_land();
    let void = |h: &hexwright_core::HexId| board.terrain(*h) == hexwright_catan::Terrain::Void;
    let used = |h: &hexwright_core::HexId| if sea { !void(h) } else { land(h) };
    let corners: Vec<u16> = topology
        .corner_ids()
        .filter(|&c| topology.corner_hexes(c).iter().flatten().any(used))
        .map(|c| c.0)
        .collect();
    let sides: Vec<u16> = topology
        .side_ids()
        .filter(|&s| topology.side_hexes(s).iter().flatten().any(used))
        .map(|s| s.0)
        .collect();
    let hexes: Vec<u16> = topology.hex_ids().filter(land).map(|h| h.0).collect();
    let own = usize::from(view.viewer.unwrap());
    let seats = view.seats.len();
    let order: Vec<usize> = (0..seats).map(|i| (own + i) % seats).collect();
    let among =
        |all: &[u16], some: &[u16]| -> Vec<u8> { all.iter().map(|c| some.contains(c).into()).collect() };
    let byte = |n: u32| n.min(255) as u8;
    let bytes = |counts: [u16; 5]| counts.map(|n| byte(n.into()));

    let mut row = game.tensor(&game.start(), Seat(0), Picked::Nothing);
    row.truncate(7 * hexes.len() + 6 * corners.len());
    row.extend(among(&hexes, &view.robber.into_iter().collect::<Vec<_>>()));
    row.extend((0..14).map(|p| u8::from(p == view.phase as u8)));
    let active = usize::from(view.builder.unwrap_or(view.active));
    row.extend(order.iter().map(|&s| u8::from(s == active)));
    row.extend([view.rolled.into(), view.card_played.into(), view.free_roads, byte(view.deck)]);
    row.extend(bytes(view.bank));
    row.extend(view.to_place);
    row.push(byte(view.turn));
    let me = &view.seats[own];
    row.extend(bytes(me.hand.unwrap()));
    row.extend(bytes(me.development_kinds.unwrap()));
    row.extend(bytes(me.bought.unwrap_or_default()));
    row.extend([0; 5]);
    row.push(byte(me.points.unwrap().max(0) as u32));
    for &s in &order {
        let seat = &view.seats[s];
        row.extend([seat.cards, seat.development, seat.knights, seat.shown].map(|n| byte(n.into())));
        row.extend([byte(seat.public_points.max(0) as u32), seat.length]);
        row.extend(seat.left);
        row.extend(bytes(seat.rates));
        row.push(byte(seat.owes.into()));
        row.push((view.road_holder == Some(s as u8)).into());
        row.push((view.army_holder == Some(s as u8)).into());
    }
    order.iter().for_each(|&s| row.extend(among(&corners, &view.seats[s].settlements)));
    order.iter().for_each(|&s| row.extend(among(&corners, &view.seats[s].cities)));
    order.iter().for_each(|&s| row.extend(among(&sides, &view.seats[s].roads)));
    if sea {
        order.iter().for_each(|&s| row.extend(among(&sides, &view.seats[s].ships)));
        order.iter().for_each(|&s| row.extend(among(&sides, &view.seats[s].bridges)));
        order.iter().for_each(|&s| row.extend(among(&corners, &view.seats[s].walls)));
        order.iter().for_each(|&s| row.extend(view.seats[s].sea_left));
        order.iter().for_each(|&s| row.push(view.seats[s].gold));
        row.extend(topology.hex_ids().map(|h| u8::from(view.pirate == Some(h.0))));
        row.extend(vec![0; sides.len()]);
        row.extend([u8::from(view.ship_moved), u8::from(view.pirate_moved)]);
    }
    assert_eq!(row.len(), length);
    row
}
