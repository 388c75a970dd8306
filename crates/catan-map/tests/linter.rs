//! Advice: silent on a good map, and every rule can speak.

use hexwright_catan_map::generate::preset;
use hexwright_catan_map::lint::{RULES, lint, rule};
use hexwright_catan_map::text::dot_catan::{Leniency, read, write};
use hexwright_catan_map::{ByResource, HexType, HexValue, Pieces, PortType, Resource, Setup};
use std::collections::BTreeSet;

fn ids(setup: &Setup) -> BTreeSet<&'static str> {
    lint(setup, None).iter().map(|l| l.rule.id).collect()
}

fn base() -> Setup {
    preset("base").unwrap()
}

#[test]
fn the_open_base_map_raises_nothing() {
    assert_eq!(ids(&base()), BTreeSet::new());
}

/// A base map with one thing changed, and the rule that must notice.
fn cases() -> Vec<(&'static str, Setup)> {
    let mut list = Vec::new();
    let mut case = |id, change: &dyn Fn(&mut Setup)| {
        let mut setup = base();
        change(&mut setup);
        list.push((id, setup));
    };
    let land = |r| HexType::Land(r);
    case("players-outside-engine", &|s| s.players = (2, 9));
    case("players-outside-engine", &|s| s.players = (1, 1));
    case("unwinnable", &|s| s.points = 23);
    case("maybe-unwinnable", &|s| s.points = 14);
    case("start-spots-missing", &|s| {
        s.placements = vec![Pieces { roads: 0, settlements: 5, cities: 4 }];
        s.players = (2, 4);
    });
    case("start-spots-tight", &|s| s.players = (2, 8));
    case("islands", &|s| (10..15).for_each(|i| s.types[i] = HexType::Water));
    case("unnumbered-land", &|s| (s.types[6], s.values[6]) = (land(Resource::Ore), HexValue::None));
    case("idle-port", &|s| {
        s.ports[0].kind = PortType::Two(Resource::Ore);
        s.type_pool = [3, 4, 4, 7, 0, 1];
    });
    case("no-desert", &|s| s.type_pool = [4, 4, 4, 4, 3, 0]);
    case("several-deserts", &|s| s.type_pool = [3, 4, 4, 3, 3, 2]);
    case("small-bank", &|s| s.bank = ByResource::new([19, 19, 3, 19, 19]));
    case("empty-deck", &|s| s.cards = [0; 5]);
    case("red-neighbours", &|s| (s.values[1], s.values[2]) = (HexValue::Roll(6), HexValue::Roll(8)));
    case("equal-neighbours", &|s| (s.values[1], s.values[2]) = (HexValue::Roll(4), HexValue::Roll(4)));
    case("two-twelve-neighbours", &|s| (s.values[1], s.values[2]) = (HexValue::Roll(12), HexValue::Roll(2)));
    case("terrain-cluster", &|s| [1, 2, 3, 6].iter().for_each(|&i| s.types[i] = land(Resource::Wood)));
    case("rich-corner", &|s| {
        for (i, n) in [(1, 6), (2, 9), (6, 5)] {
            (s.types[i], s.values[i]) = (land(Resource::ALL_FIVE[i % 5]), HexValue::Roll(n));
        }
    });
    case("poor-resource", &|s| {
        for (i, n, r) in [(1, 6, Resource::Brick), (3, 5, Resource::Wood), (12, 2, Resource::Ore)] {
            (s.types[i], s.values[i]) = (land(r), HexValue::Roll(n));
        }
    });
    case("port-beside-own", &|s| {
        let hex = s.berth(&s.ports[0]).unwrap().0.index();
        (s.types[hex], s.values[hex]) = (land(Resource::Wool), HexValue::Roll(9));
        s.ports[0].kind = PortType::Two(Resource::Wool);
    });
    case("port-spacing", &|s| {
        s.ports[1].corners = s.ports[0].corners.map(|c| hexwright_core::CornerId(c.0 + 1));
    });
    list
}

trait AllFive {
    const ALL_FIVE: [Resource; 5];
}

impl AllFive for Resource {
    const ALL_FIVE: [Resource; 5] =
        [Resource::Brick, Resource::Wood, Resource::Wool, Resource::Wheat, Resource::Ore];
}

#[test]
fn every_rule_notices_its_case_and_points_into_the_text() {
    let mut heard = BTreeSet::new();
    for (id, setup) in cases() {
        let found = lint(&setup, None);
        let lints: Vec<_> = found.iter().filter(|l| l.rule.id == id).collect();
        assert!(!lints.is_empty(), "{id} is silent; found {:?}", ids(&setup));
        let reading = read("map.catan", write(&setup).as_bytes(), Leniency::Lenient);
        for lint in lints {
            let finding = lint.diagnostic(&reading.places);
            let text = &reading.places.text()[finding.span.range()];
            assert!(text.parse::<u32>().is_ok(), "{id} points at {text:?}");
            assert!(!finding.is_error());
        }
        heard.insert(id);
    }
    let all: BTreeSet<&str> = RULES.iter().map(|r| r.id).collect();
    assert_eq!(heard, all, "every rule has a case");
}

#[test]
fn every_rule_is_documented() {
    for r in RULES {
        assert_eq!(rule(r.id), Some(r));
        assert!(r.explanation.len() > 60 && r.explanation.ends_with('.'), "{}", r.id);
        assert!(!r.title.ends_with('.'), "{}", r.id);
    }
    assert_eq!(rule("nonsense"), None);
}

#[test]
fn the_page_says_what_the_program_says() {
    let page = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/lints.md")).unwrap();
    for r in RULES {
        assert!(page.contains(&format!("## `{}` ({})", r.id, r.severity.name())), "{} is missing", r.id);
        assert!(page.contains(r.explanation), "{} differs from docs/lints.md", r.id);
    }
}
