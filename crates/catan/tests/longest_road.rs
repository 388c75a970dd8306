//! The longest road: every case of the table, and the fast search against a slow one.

mod support;

use hexwright_catan::game::{Catan, Options, Sketch};
use hexwright_core::{CornerId, Game, Seat, Viewer};
use serde_json::Value;

#[test]
fn every_case_holds() {
    let cases: Value = serde_json::from_slice(&support::data("longest-road.json")).unwrap();
    let setup = support::map(cases["map"].as_str().unwrap());
    let cases = cases["cases"].as_array().unwrap();
    assert!(cases.len() >= 72);
    for case in cases {
        let id = case["id"].as_str().unwrap();
        let seats = case["seats"].as_u64().unwrap() as usize;
        let game = Catan::new(&setup, &setup.draw(1), Options::default(), seats).unwrap();
        let number = |v: &Value| CornerId(v.as_u64().unwrap() as u16);
        let mut sketch = Sketch::new(seats);
        for (seat, roads) in case["roads"].as_object().unwrap() {
            let side = |pair: &Value| {
                let topology = game.board().grid.topology();
                topology.side_between(number(&pair[0]), number(&pair[1])).unwrap()
            };
            sketch.seats[seat.parse::<usize>().unwrap()].roads =
                roads.as_array().unwrap().iter().map(side).collect();
        }
        for building in case["buildings"].as_array().unwrap() {
            let seat = &mut sketch.seats[building["owner"].as_u64().unwrap() as usize];
            let list = if building["kind"] == "city" { &mut seat.cities } else { &mut seat.settlements };
            list.push(number(&building["vertex"]));
        }
        sketch.road_holder = Some(case["holder_before"].as_u64().map(|s| Seat(s as u8)));
        let position = game.settle_awards(&sketch).unwrap();
        let view = game.view(&position, Viewer::Spectator);
        let lengths: Vec<u64> = view.seats.iter().map(|s| s.length.into()).collect();
        let expected: Vec<u64> =
            case["lengths"].as_array().unwrap().iter().map(|l| l.as_u64().unwrap()).collect();
        assert_eq!(lengths, expected, "{id}");
        assert_eq!(view.road_holder.map(u64::from), case["holder_after"].as_u64(), "{id}");
        // one road after another or all at once: the way to a position does not matter
        let mut reversed = sketch.clone();
        reversed.seats.iter_mut().for_each(|s| s.roads.reverse());
        assert_eq!(game.settle_awards(&reversed).unwrap(), position, "{id}");
    }
}
