//! Recorded lines of sight: who sees whom on a land with some hexes occupied.

use super::{Counts, header};
use crate::battle::sight::{Sight, range};
use crate::{Battleland, HexId, HexSet};
use serde_json::Value;

/// Compares every line of a land between hexes that are at least 3 apart.
pub(super) fn compare(record: &Value) -> Result<Counts, String> {
    let map = record["map"].as_str().ok_or("expected the map as a string")?;
    let land = Battleland::from_canonical(map).ok_or_else(|| format!("the map {map:?} cannot be read"))?;
    let occupied = record["occupied"].as_str().ok_or("expected the occupied hexes as a string")?;
    let occupied: Vec<HexId> = occupied.split_whitespace().map(header::hex).collect::<Result<_, _>>()?;
    let occupied: HexSet = occupied.into_iter().map(HexId::index).collect();
    let (blocked, brambles) = (rows(record, "blocked")?, rows(record, "brambles")?);
    let sight = Sight::new(&land);
    let mut counts = Counts { lands_seen: 1, ..Counts::default() };
    for (i, from) in HexId::all().enumerate() {
        for (j, to) in HexId::all().enumerate().filter(|&(_, to)| range(from, to) >= 3) {
            let (own_blocked, own_brambles) = match sight.brambles(from, to, occupied) {
                Some(count) => ('0', char::from(b'0' + count)),
                None => ('1', '-'),
            };
            let line = |what: &str| format!("{what} from {from} to {to}");
            super::expect(&line("blocked"), blocked[i][j], own_blocked)?;
            super::expect(&line("brambles"), brambles[i][j], own_brambles)?;
            counts.lines_of_sight += 1;
        }
    }
    Ok(counts)
}

/// A table of one character for each pair of hexes, a word for each hex the lines begin at.
fn rows(record: &Value, name: &str) -> Result<Vec<Vec<char>>, String> {
    let text = record[name].as_str().ok_or_else(|| format!("expected {name} as a string"))?;
    let rows: Vec<Vec<char>> = text.split(' ').map(|word| word.chars().collect()).collect();
    let hexes = HexId::all().count();
    if rows.len() != hexes || rows.iter().any(|row| row.len() != hexes) {
        return Err(format!("expected {hexes} words of {hexes} characters in {name}"));
    }
    Ok(rows)
}
