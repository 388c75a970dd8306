//! Any bytes as a map of one format, converted to the other and back.

use crate::MOST_ACTIONS;
use hexwright_catan::text::convert::{LossKind, to_catan, to_game};
use hexwright_catan::text::dot_catan;
use hexwright_catan::text::laws::Comparison;
use hexwright_catan::text::pioneers::{self, Cell, PioneersMap, Switch};
use hexwright_catan::{Resource, Setup, Terrain};
use hexwright_core::text::Leniency;

/// The seed of what the other format cannot leave open.
const SEED: u64 = 7;

/// Converts a `.catan` map to `.game`, a `.game` map to `.catan`, and each result back.
///
/// # Panics
/// If a law is broken: a converted map reads back from its text; a `.game` map of which nothing was
/// changed or dropped converts back to the same value; a `.catan` map without a named loss converts
/// back to the same numbers and pools, and from there to the same `.game` map. (Its board may have
/// grown by the sea its ports lie in, which only a `.game` map needs.) A conversion that names no loss
/// keeps play: the same seed gives the same game on both sides.
pub fn conversions(bytes: &[u8]) {
    // a seed is played under one set of rules: even ones under the standard rules, odd ones under those
    // of Pioneers
    let seed = bytes.len() as u64 % 2;
    let games = Comparison { seeds: seed..seed + 1, record_every: 1, most_actions: MOST_ACTIONS as u64 };
    if let Some(setup) = dot_catan::read("fuzz.catan", bytes, Leniency::Lenient).value {
        from_catan(&setup);
        let kept = games.conversions_keep_play(&setup);
        assert!(kept.is_ok(), "{}\n{}", kept.unwrap_err(), dot_catan::write(&setup));
    }
    if let Some(map) = pioneers::read("fuzz.game", bytes, Leniency::Lenient).value {
        from_game(&map);
        let kept = games.game_text_keeps_play(&map);
        assert!(kept.is_ok(), "{}\n{}", kept.unwrap_err(), pioneers::write(&map));
    }
}

fn from_catan(setup: &Setup) {
    let Ok((map, losses)) = to_game(setup, SEED) else { return };
    crate::pioneers::round_trip(&map);
    if losses.is_empty() {
        let (back, _) = to_catan(&map);
        let numbers = |s: &Setup| {
            let pools = (s.type_pool, s.value_pool, s.port_pool);
            (s.players, s.points, s.pieces, s.placements.clone(), s.resource_passes, s.bank, s.cards, pools)
        };
        assert_eq!(numbers(&back), numbers(setup), "no loss was named\n{}", pioneers::write(&map));
        let (again, _) = to_game(&back, SEED).expect("a map that came from .game goes back");
        assert_eq!(pioneers::write(&sorted(again)), pioneers::write(&sorted(map)), "no loss was named");
    }
}

fn from_game(map: &PioneersMap) {
    let (setup, losses) = to_catan(map);
    if losses.iter().any(|loss| loss.id == "L-refused") {
        return; // named: readers of .catan refuse this map
    }
    crate::dot_catan::round_trip(&setup);
    if losses.iter().all(|loss| loss.kind == LossKind::Carried) {
        let (back, losses) = to_game(&setup, SEED).expect("a map that came from .game goes back");
        assert!(losses.is_empty(), "the way back loses what came from .game: {losses:?}");
        assert_eq!(sorted(back), sorted(map.clone()), "nothing was lost\n{}", dot_catan::write(&setup));
    }
}

/// A map whose terrain is shuffled anyway says only how many tiles of a kind there are, not where they
/// lie: this is the same map with them in order.
fn sorted(mut map: PioneersMap) -> PioneersMap {
    if !map.has(Switch::RandomTerrain) {
        return map;
    }
    let tiles = |map: &mut PioneersMap, put: Option<&[Terrain]>| -> Vec<Terrain> {
        let open = map.cells.iter_mut().filter_map(|cell| match cell {
            Cell::Land { terrain, fixed: false, .. } => Some(terrain),
            _ => None,
        });
        let mut next = put.into_iter().flatten();
        open.map(|terrain| std::mem::replace(terrain, *next.next().unwrap_or(terrain))).collect()
    };
    let ports = |map: &mut PioneersMap, put: Option<&[Option<Resource>]>| -> Vec<Option<Resource>> {
        let open = map.cells.iter_mut().filter_map(|cell| match cell {
            Cell::Sea { port: Some(port), fixed: false, .. } => Some(&mut port.kind),
            _ => None,
        });
        let mut next = put.into_iter().flatten();
        open.map(|kind| std::mem::replace(kind, *next.next().unwrap_or(kind))).collect()
    };
    let mut all = tiles(&mut map, None);
    all.sort_unstable_by_key(|terrain| format!("{terrain:?}"));
    tiles(&mut map, Some(&all));
    let mut all = ports(&mut map, None);
    all.sort_unstable_by_key(|kind| format!("{kind:?}"));
    ports(&mut map, Some(&all));
    map
}
