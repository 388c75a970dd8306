//! The laws of writing, over random maps.

use hexwright_catan_map::generate::{BoardCounts, Cells, TERMS, Tables};
use hexwright_catan_map::map::{DiceDeck, Layout, MapRules, Note, Sea, SeaPort, SevensRule, pips};
use hexwright_catan_map::text::dot_catan::{Leniency, decode, encode, format, read, write};
use hexwright_catan_map::{
    Board, ByResource, Grid, HexType, HexValue, Pieces, PortSite, PortType, Resource, Setup, Terrain,
};
use hexwright_core::{CornerId, Fast, HexId, Key, Random, SideId, Symmetry};
use proptest::prelude::*;

/// A valid map made from a seed: any size, any share of open cells, pools that suffice.
fn random_setup(seed: u64) -> Setup {
    let mut chance = Fast::new(seed, 77);
    let grid = Grid::new(1 + chance.below(9) as u8, 1 + chance.below(9) as u8);
    let openness = chance.below(101);
    let watery = chance.below(60);
    let mut types = Vec::new();
    let mut values = Vec::new();
    for _ in 0..grid.len() {
        let hex_type = match chance.below(100) {
            n if n < watery => HexType::Water,
            n if n > 95 => HexType::Desert,
            _ if chance.below(100) < openness => HexType::Any,
            _ => HexType::Land(Resource::ALL[chance.index(5)]),
        };
        types.push(hex_type);
        values.push(match hex_type {
            HexType::Water | HexType::Desert => HexValue::None,
            _ => match chance.below(20) {
                0 => HexValue::None,
                _ if chance.below(100) < openness => HexValue::Any,
                _ => HexValue::Roll(2 + chance.below(11) as u8),
            },
        });
    }
    let on_land = |side: SideId| {
        let hexes = grid.topology().side_hexes(side);
        hexes.iter().flatten().any(|h| types[h.index()].is_land())
    };
    let mut ports = Vec::new();
    for _ in 0..chance.below(8) {
        let side = SideId(chance.below(grid.sides() as u64) as u16);
        let kind = PortType::from_code(chance.below(7) as u8).unwrap();
        if on_land(side) {
            ports.push(PortSite { corners: grid.topology().side_corners(side), kind });
        }
    }
    let small = |chance: &mut Fast, most: u64| chance.below(most + 1) as u8;
    let placement = Pieces { roads: small(&mut chance, 1), settlements: 1, cities: small(&mut chance, 1) };
    let placements = vec![placement; chance.index(4)];
    let mut setup = Setup {
        notes: vec![],
        players: (1 + small(&mut chance, 3), 4 + small(&mut chance, 4)),
        points: 1 + small(&mut chance, 20),
        pieces: Pieces { roads: 15, settlements: 5, cities: 4 },
        resource_passes: small(&mut chance, placements.len() as u64),
        placements,
        bank: ByResource::new(std::array::from_fn(|_| chance.below(65_536) as u16)),
        cards: std::array::from_fn(|_| chance.below(30) as u16),
        grid,
        types,
        values,
        type_pool: [0; 6],
        value_pool: [0; 12],
        ports,
        port_pool: [0; 7],
        seats: None,
        rules: MapRules::default(),
        sea: Sea::default(),
        layout: None,
    };
    if chance.below(2) == 0 {
        setup.notes.push(Note { key: "title".into(), value: "Übungs: #1".into() });
        setup.set_seed(chance.next_u64());
    }
    // pools: what is fixed, and enough of everything for what is open
    let (fixed, (types, values, ports)) = (setup.fixed(), setup.any_cells());
    setup.type_pool = std::array::from_fn(|i| fixed.types[i] + if i < 5 { types as u16 } else { 0 });
    setup.value_pool =
        std::array::from_fn(|i| fixed.values[i] + if i == 0 || i == 6 { 0 } else { values as u16 });
    setup.port_pool = std::array::from_fn(|i| fixed.ports[i] + ports as u16);
    setup
}

/// A random setup with seafaring, gold, void hexes, rules of its own and, at times, a shuffle.
fn random_sea_setup(seed: u64) -> Setup {
    let (mut setup, mut chance) = (random_setup(seed), Fast::new(seed, 9));
    for hex in 0..setup.types.len() {
        let (row, column) = setup.grid.place(HexId(hex as u16));
        let corners = setup.grid.hex_corners(row, column);
        let port =
            setup.ports.iter().any(|p| corners.contains(&p.corners[0]) && corners.contains(&p.corners[1]));
        match setup.types[hex] {
            HexType::Water if !port && chance.below(3) == 0 => setup.types[hex] = HexType::Void,
            HexType::Desert if chance.below(2) == 0 => {
                setup.types[hex] = HexType::Gold;
                setup.values[hex] = if chance.below(3) == 0 { HexValue::None } else { HexValue::Roll(9) };
            }
            _ => {}
        }
    }
    let water: Vec<u16> =
        (0..setup.types.len() as u16).filter(|&h| setup.types[usize::from(h)] == HexType::Water).collect();
    let pick = |chance: &mut Fast| water.get(chance.index(water.len().max(1))).map(|&h| HexId(h));
    let mut closed: Vec<CornerId> =
        (0..chance.index(4)).map(|_| CornerId(chance.index(setup.grid.corners()) as u16)).collect();
    let has_hex = |c| setup.grid.hexes_around(c).any(|h| setup.types[h.index()] != HexType::Void);
    closed.retain(|&corner| has_hex(corner));
    closed.sort_unstable();
    closed.dedup();
    setup.sea = Sea {
        ships: chance.below(20) as u16,
        bridges: chance.below(3) as u16,
        walls: chance.below(3) as u16,
        pirate: pick(&mut chance),
        pirate_moves: chance.below(2) == 0,
        island_bonus: (0..chance.index(3)).map(|n| n as i32 - 1).collect(),
        closed,
        ports: pick(&mut chance)
            .map(|hex| SeaPort { hex, facing: chance.below(6) as u8, kind: PortType::Three })
            .into_iter()
            .collect(),
    };
    setup.rules = MapRules {
        domestic_trade: chance.below(2) == 0,
        strict_trade: chance.below(2) == 0,
        sevens: [SevensRule::Normal, SevensRule::RerollFirstTwoRounds, SevensRule::RerollAll]
            [chance.index(3)],
        seven_produces: chance.below(2) == 0,
        dice_deck: DiceDeck {
            used: chance.below(2) == 0,
            copies: 1 + chance.below(5) as u8,
            removed: chance.below(31) as u8,
        },
        victory_at_turn_end: chance.below(2) == 0,
    };
    setup.seats = (chance.below(2) == 0).then(|| 2 + chance.below(7) as u8);
    if chance.below(2) == 0 {
        let mut order: Vec<u16> = (0..setup.types.len() as u16).collect();
        chance.shuffle(&mut order);
        let land = |hex: usize| setup.types[hex].is_land();
        let sequence = (0..order.len()).map(|hex| land(hex).then(|| order[hex])).collect();
        setup.layout = Some(Layout { sequence, chits: vec![5, 9, 7], shuffle: None });
    }
    setup
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn seafaring_and_rules_of_the_map_read_back_from_their_notes(seed in any::<u64>()) {
        let setup = random_sea_setup(seed);
        let text = write(&setup);
        let reading = read("map.catan", text.as_bytes(), Leniency::Lenient);
        prop_assert_eq!(reading.value.as_ref(), Some(&setup), "{:?}\n{}", reading.diagnostics, text);
        for finding in &reading.diagnostics {
            prop_assert!(!finding.id.ends_with("-note"), "{:?}\n{}", finding, text);
        }
        // places travel with their hexes; where nothing sails the sea around the land is not kept
        let fitted = setup.transformed(Symmetry::IDENTITY).unwrap();
        let back = (0..6).fold(fitted.clone(), |map, _| map.transformed(Symmetry::rotation(1)).unwrap());
        if setup.sea.sails() {
            prop_assert_eq!(&back.types, &fitted.types);
            prop_assert_eq!(&back.sea, &fitted.sea);
        }
        prop_assert_eq!(&back.layout, &fitted.layout);
    }

    #[test]
    fn what_is_written_reads_back_without_spelling_findings(seed in any::<u64>()) {
        let setup = random_setup(seed);
        let text = write(&setup);
        let lenient = read("map.catan", text.as_bytes(), Leniency::Lenient);
        prop_assert_eq!(lenient.value.as_ref(), Some(&setup), "{:?}\n{}", lenient.diagnostics, text);
        // law 1: nothing about spelling; only findings about the map itself may remain
        let about_the_map = ["pool-above-255", "port-inland", "port-duplicate-site", "port-shared-vertex",
            "no-land", "no-starting-building", "seven-is-rollable"];
        for leniency in [Leniency::Lenient, Leniency::Strict] {
            for finding in read("map.catan", text.as_bytes(), leniency).diagnostics {
                prop_assert!(about_the_map.contains(&finding.id), "{:?}", finding);
            }
        }
        // law 2 and 3
        prop_assert_eq!(&write(&setup), &text);
        prop_assert_eq!(&format("map.catan", text.as_bytes()).unwrap(), &text, "canonical text is formatted");
    }

    #[test]
    fn a_drawn_board_stays_and_keeps_to_the_map(seed in any::<u64>(), draw in any::<u64>()) {
        let setup = random_setup(seed);
        let board = setup.draw(draw);
        prop_assert_eq!(&setup.draw(draw), &board, "same seed, same board");
        let text = write(&setup.with_board(&board, Some(draw)));
        let again = read("map.catan", text.as_bytes(), Leniency::Lenient).value.expect("a drawn board is valid");
        prop_assert_eq!(again.draw(draw ^ 1), board.clone());
        for i in 0..setup.types.len() {
            if let HexType::Land(r) = setup.types[i] {
                prop_assert_eq!(board.terrain[i], Terrain::Land(r));
            }
            if let HexValue::Roll(n) = setup.values[i] {
                prop_assert_eq!(board.numbers[i], n);
                prop_assert_ne!(board.terrain[i], Terrain::Desert);
            }
            prop_assert!(board.numbers[i] == 0 || matches!(board.terrain[i], Terrain::Land(_)));
        }
        let drawn = setup.with_board(&board, None).fixed();
        for (used, pool) in drawn.types.iter().zip(setup.type_pool).chain(drawn.values[1..].iter().zip(setup.value_pool[1..].iter().copied())) {
            prop_assert!(*used <= pool, "no more tokens than the pool has");
        }
    }

    #[test]
    fn share_codes_read_back_and_slips_are_noticed(seed in any::<u64>(), slip in any::<(usize, u8)>()) {
        let setup = random_setup(seed);
        let code = encode(&setup).unwrap();
        let mut decoded = decode(&code).unwrap();
        prop_assert_eq!(decoded.note("seed"), setup.note("seed"));
        decoded.notes.clone_from(&setup.notes);
        prop_assert_eq!(decoded, setup);
        let mut bytes = code.clone().into_bytes();
        let place = 5 + slip.0 % (bytes.len() - 5);
        let letters = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
        let letter = letters[usize::from(slip.1) % 64];
        if bytes[place] != letter {
            bytes[place] = letter;
            prop_assert!(decode(std::str::from_utf8(&bytes).unwrap()).is_err(), "one wrong letter is noticed");
        }
    }

    #[test]
    fn turning_changes_no_shape_no_value_and_no_score(seed in any::<u64>(), which in 0usize..12) {
        let setup = random_setup(seed);
        let board = setup.draw(1);
        let fixed = setup.with_board(&board, None);
        prop_assume!(fixed.types.iter().any(|t| t.is_land()));
        let symmetry = Symmetry::ALL[which];
        let turned = fixed.transformed(symmetry).unwrap();
        let back = turned.transformed(symmetry.inverse()).unwrap();
        prop_assert_eq!(back, fixed.transformed(Symmetry::IDENTITY).unwrap());
        prop_assert_eq!(turned.fixed(), fixed.fixed());
        prop_assert_eq!(turned.draw(0).balance(), fixed.draw(0).balance());
        prop_assert!(hexwright_catan_map::map::diff(&fixed, &turned).is_empty());
    }

    #[test]
    fn the_fast_score_equals_the_slow_truth(seed in any::<u64>(), draw in any::<u64>()) {
        let board = random_setup(seed).draw(draw);
        let counts = BoardCounts::of(&Tables::of(&board), &Cells::of(&board));
        let slow = slow_terms(&board);
        let mut sum = 0.5;
        for (i, (name, weight)) in TERMS.iter().enumerate() {
            let term = counts.terms()[i];
            let fast = term.above as f64 / term.below as f64;
            prop_assert!((fast - slow[i]).abs() < 1e-9, "{}: {} against {}", name, fast, slow[i]);
            sum += f64::from(*weight) * slow[i];
        }
        prop_assert!((f64::from(counts.score()) - sum.floor()).abs() < 1.0 || (sum - sum.round()).abs() < 1e-6);
    }
}

/// The terms straight from their definition, in floating point, asking the board hex by hex.
fn slow_terms(board: &Board) -> [f64; 7] {
    let topology = board.grid.topology();
    let land: Vec<HexId> = topology.hex_ids().filter(|&h| board.terrain(h).is_land()).collect();
    let yields = |h: HexId| if board.terrain(h).resource().is_some() { pips(board.number(h)) } else { 0 };
    let red = |h: HexId| matches!(board.number(h), 6 | 8);
    let pairs: Vec<(HexId, HexId)> = land
        .iter()
        .flat_map(|&a| topology.hex_neighbours(a).iter().flatten().map(move |&b| (a, b)))
        .filter(|&(a, b)| a < b && board.terrain(b).is_land())
        .collect();
    let count = |f: &dyn Fn(&(HexId, HexId)) -> bool| pairs.iter().filter(|p| f(p)).count() as f64;
    let both = |p: &(HexId, HexId)| yields(p.0) > 0 && yields(p.1) > 0;
    let productive: Vec<HexId> = land.iter().copied().filter(|&h| yields(h) > 0).collect();
    let total: f64 = productive.iter().map(|&h| f64::from(yields(h))).sum();
    let mean = total / productive.len() as f64;
    let averages: Vec<f64> = Resource::ALL
        .iter()
        .filter_map(|&r| {
            let own: Vec<f64> = productive
                .iter()
                .filter(|&&h| board.terrain(h) == Terrain::Land(r))
                .map(|&h| f64::from(yields(h)))
                .collect();
            (!own.is_empty()).then(|| own.iter().sum::<f64>() / own.len() as f64)
        })
        .collect();
    let spread =
        averages.iter().copied().fold(f64::MIN, f64::max) - averages.iter().copied().fold(f64::MAX, f64::min);
    let corner = |c| topology.corner_hexes(c).iter().flatten().map(|&h| f64::from(yields(h))).sum::<f64>();
    let best = topology.corner_ids().map(corner).fold(0.0, f64::max);
    let two_to_one: Vec<_> = board.harbours().filter(|h| h.kind.is_some()).collect();
    let hit = |corners: &[hexwright_core::CornerId; 2], kind: Option<Resource>| {
        corners.iter().any(|&c| {
            topology
                .corner_hexes(c)
                .iter()
                .flatten()
                .any(|&h| board.terrain(h).resource() == kind && yields(h) >= 4)
        })
    };
    let hits = two_to_one.iter().filter(|h| hit(&h.corners, h.kind)).count() as f64;
    let at = |h: HexId| {
        let (r, c) = board.grid.place(h);
        (f64::from(c) + f64::from(r & 1) / 2.0, f64::from(r) * 3f64.sqrt() / 2.0)
    };
    let middle = |list: &[HexId], weight: &dyn Fn(HexId) -> f64| {
        let sum: f64 = list.iter().map(|&h| weight(h)).sum();
        let x = list.iter().map(|&h| weight(h) * at(h).0).sum::<f64>() / sum;
        let y = list.iter().map(|&h| weight(h) * at(h).1).sum::<f64>() / sum;
        (x, y)
    };
    let rest = |loss: f64| 1.0 - loss.min(1.0);
    let reds = land.iter().filter(|&&h| red(h)).count() as f64;
    let centred = if productive.is_empty() {
        0.0
    } else {
        let (a, b) = (middle(&land, &|_| 1.0), middle(&productive, &|h| f64::from(yields(h))));
        rest((a.0 - b.0).powi(2) + (a.1 - b.1).powi(2))
    };
    [
        rest(count(&|p| red(p.0) && red(p.1)) / reds.max(1.0)),
        rest(
            6.0 * count(&|p| both(p) && board.number(p.0) == board.number(p.1))
                / (productive.len() as f64).max(6.0),
        ),
        rest(3.0 * count(&|p| both(p) && board.terrain(p.0) == board.terrain(p.1)) / count(&both).max(1.0)),
        if productive.is_empty() { 1.0 } else { rest(spread / mean) },
        rest((best - 10.0).max(0.0) / 5.0),
        if two_to_one.is_empty() { 1.0 } else { rest(hits / two_to_one.len() as f64) },
        centred,
    ]
}
