//! The lists of a record: legal moves and legal strikes.

use super::header::{hex, hexes};
use super::{Compared, Replay, expect};
use crate::battle::legal::hexes as hexes_of;
use crate::battle::position::{side_bits, slots};
use crate::{HexId, HexSet};
use serde_json::Value;

pub(super) fn number(value: &Value) -> Result<i64, String> {
    value.as_i64().ok_or_else(|| format!("expected a number, found {value}"))
}

/// A set of hexes as records write it.
pub(super) fn labels(set: HexSet) -> String {
    hexes_of(set).map(HexId::label).collect::<Vec<_>>().join(" ")
}

pub(super) fn set(value: &Value) -> Result<HexSet, String> {
    Ok(hexes(value.as_str().unwrap_or(""))?.iter().map(|hex| hex.index()).collect())
}

impl Replay {
    /// The list of moves is what the rules say.
    pub(super) fn compare_moves(&mut self) -> Compared {
        let (battle, position) = (&self.battle, &self.position);
        let Some(record) = self.moves.as_object() else { return Ok(()) };
        let mut found = 0;
        for slot in slots(position.present & side_bits(position.active) & !position.moved) {
            let reach = battle.destinations(position, slot);
            let id = self.id(slot);
            let listed = set(record.get(id).unwrap_or(&Value::Null))?;
            if reach != listed {
                let kind = &battle.traits(position.unit(slot).kind).name;
                return expect(&format!("moves of {id} ({kind})"), labels(listed), labels(reach));
            }
            found += usize::from(!reach.is_empty());
        }
        expect("creatures with moves", record.len(), found)?;
        Ok(())
    }

    /// The list of strikes is what the rules say.
    pub(super) fn compare_strikes(&mut self) -> Compared {
        let (battle, position) = (&self.battle, &self.position);
        let Some(record) = self.strikes.as_object() else { return Ok(()) };
        let mut found = 0;
        for slot in slots(position.present & side_bits(position.active) & !position.struck) {
            let (targets, ranged) = battle.targets(position, slot);
            if targets.is_empty() {
                continue;
            }
            found += 1;
            let id = self.id(slot);
            let empty = Vec::new();
            let listed = record.get(id).and_then(Value::as_array).unwrap_or(&empty);
            expect(&format!("targets of {id}"), listed.len(), targets.len())?;
            for row in listed {
                let target = hex(row[0].as_str().unwrap_or(""))?;
                if !targets.contains(target.index()) {
                    return Err(format!("the record lets {id} strike {target}, the rules do not"));
                }
                let options = battle.strike_options(position, slot, target, ranged);
                expect(
                    &format!("strike of {id} at {target}"),
                    (number(&row[1])?, number(&row[2])?, number(&row[3])? == 1),
                    (options[0].blow.dice.into(), options[0].blow.number.into(), ranged),
                )?;
                compare_options(row, &options).map_err(|e| format!("{id} at {target}: {e}"))?;
            }
        }
        expect("creatures with strikes", record.len(), found)
    }
}

/// Carry targets and penalty options of a listed strike.
fn compare_options(row: &Value, options: &[crate::battle::StrikeOption]) -> Compared {
    expect("carry targets", labels(set(&row[4])?), labels(options[0].carry))?;
    let empty = Vec::new();
    let listed = row[5].as_array().unwrap_or(&empty);
    let mut record = Vec::new();
    for option in listed {
        record.push((number(&option[0])?, number(&option[1])?, labels(set(&option[2])?)));
    }
    let all = if options.len() == 1 { &[] } else { options };
    let mut rules: Vec<(i64, i64, String)> =
        all.iter().map(|o| (o.blow.dice.into(), o.blow.number.into(), labels(o.carry))).collect();
    record.sort();
    rules.sort();
    expect("options", record, rules)
}
