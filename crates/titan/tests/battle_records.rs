//! Battles recorded from Colossus, its truth tables and its lines of sight.

#![allow(clippy::print_stderr)] // what was counted is part of the result

use flate2::read::GzDecoder;
use hexwright_core::Key;
use hexwright_titan::battle::creatures::titan_power;
use hexwright_titan::battle::ground::{
    Cost, dice_change, entry_cost, flies_over, hex_effect, protects, skill_change,
};
use hexwright_titan::battle::recorded::{Counts, lands, verify};
use hexwright_titan::battle::sight::{first_side, range};
use hexwright_titan::battle::verdict::{Contestant, Prepared, Verdict, panel_battle};
use hexwright_titan::battle::{Kind, Traits, Variant};
use hexwright_titan::{Battleland, HexId, Hexside, Terrain};
use hexwright_trials::{conformance, others, trials};
use serde_json::Value;
use std::io::{BufRead as _, BufReader};
use std::path::PathBuf;

fn folder() -> PathBuf {
    others("titan/battles")
}

fn lines(name: &str) -> impl Iterator<Item = String> {
    let file = std::fs::File::open(folder().join(name)).unwrap();
    BufReader::new(GzDecoder::new(file)).lines().map(Result::unwrap)
}

/// Every n-th battle of a file.
fn replay(name: &str, every: usize) -> Counts {
    let mut counts = Counts::default();
    let mut wrong = Vec::new();
    for line in lines(name).step_by(every) {
        match verify(&line) {
            Ok(one) => counts.add(&one),
            Err(difference) => wrong.push(difference.to_string()),
        }
    }
    eprintln!("{name}: {counts:?}");
    assert!(wrong.is_empty(), "{name}: {} differ\n{}", wrong.len(), wrong[..wrong.len().min(5)].join("\n"));
    counts
}

const FILES: [&str; 6] = ["default", "published", "scripts", "wild", "focus", "ai"];

fn a_sample_of_the_recorded_battles_replays() {
    for file in FILES {
        assert!(replay(&format!("{file}.jsonl.gz"), 25).battles > 5);
    }
}

fn every_recorded_battle_replays() {
    let mut all = Counts::default();
    for file in FILES {
        let counts = replay(&format!("{file}.jsonl.gz"), 1);
        // only games of computer players, on a strategic map of their own, use stacks up
        assert!(file == "ai" || counts.out_of_stock == 0, "{file}");
        all.add(&counts);
    }
    let found = (all.battles, all.moves, all.strikes, all.carries, all.move_sets, all.strikes_listed);
    assert_eq!(found, (4_819, 95_269, 77_249, 1_746, 296_610, 187_005));
    assert_eq!(all.out_of_stock, 8);
}

fn tables() -> Value {
    serde_json::from_str(&std::fs::read_to_string(folder().join("tables.json")).unwrap()).unwrap()
}

fn side(index: usize) -> Option<Hexside> {
    Hexside::from_letter(" dcswr".chars().nth(index).unwrap())
}

fn kinds(tables: &Value) -> Vec<Kind> {
    let names = tables["creatures"].as_array().unwrap();
    names.iter().map(|row| Variant::standard().kind(row["name"].as_str().unwrap()).unwrap()).collect()
}

/// Two neighbours: D4 below D5, which lies across side 0.
fn pair() -> (HexId, HexId) {
    (HexId::from_label("D4").unwrap(), HexId::from_label("D5").unwrap())
}

fn creatures_and_costs_are_those_of_the_program() {
    let tables = tables();
    let standard = Variant::standard();
    let mut compared = 0;
    for (row, kind) in tables["creatures"].as_array().unwrap().iter().zip(kinds(&tables)) {
        let traits = &standard[kind];
        let kind = &traits.name;
        if !traits.titan {
            assert_eq!(row["power"], traits.power, "{kind}");
        }
        assert_eq!(row["skill"], traits.skill, "{kind}");
        let flags = ["flies", "rangestrikes", "magic", "lord", "demilord", "summonable"];
        let ours = [
            traits.flies,
            traits.rangestrikes,
            traits.magic,
            traits.lord,
            traits.demilord,
            traits.summonable,
        ];
        for (name, own) in flags.into_iter().zip(ours) {
            assert_eq!(row[name], own, "{kind} {name}");
        }
        for (name, hexside) in [("slope", Hexside::Slope), ("river", Hexside::River), ("dune", Hexside::Dune)]
        {
            assert_eq!(row[name], traits.native_to_side(hexside), "{kind} {name}");
        }
        assert_eq!(row["count"], traits.count, "{kind}");
        let natives: Vec<&str> =
            row["native"].as_array().unwrap().iter().map(|t| t.as_str().unwrap()).collect();
        for (place, &terrain) in Terrain::ALL.iter().enumerate() {
            assert_eq!(natives.contains(&terrain.name()), traits.native_to(terrain), "{kind} {terrain:?}");
            let over = tables["fly_over"][&**kind].as_str().unwrap().as_bytes()[place] == b'1';
            assert_eq!(over, flies_over(traits, terrain), "{kind} over {terrain:?}");
            let effect = &tables["hex_effect"][&**kind][place];
            let (hits, slowing) = hex_effect(traits, terrain);
            assert_eq!((effect[0].as_i64(), effect[1].as_i64()), (Some(hits.into()), Some(slowing.into())));
            compared += costs_and_strikes(&tables, traits, terrain);
        }
    }
    eprintln!("{compared} costs, dice and skills");
    assert_eq!(compared, 24 * 12 * (108 + 36 + 108));
    for row in tables["titan_power"].as_array().unwrap() {
        assert_eq!(row[1], titan_power(row[0].as_u64().unwrap() as u16, standard.titan_step));
    }
}

/// Entry costs, dice and skill of a kind with one terrain, over all hexsides and elevations.
fn costs_and_strikes(tables: &Value, traits: &Traits, terrain: Terrain) -> usize {
    let kind = &*traits.name;
    let costs = tables["entry_cost"]["plain"][kind][terrain.name()].as_str().unwrap().as_bytes();
    let dice = &tables["strike_dice"]["delta"][kind][terrain.name()];
    let skill = &tables["strike_skill"]["delta"][kind][terrain.name()];
    let (from, to) = pair();
    let mut compared = 0;
    for own in 0..6 {
        for other in 0..6 {
            let change = dice_change(traits, terrain, side(own), side(other));
            assert_eq!(dice[6 * own + other], change, "{kind} {terrain:?} {own} {other}");
            compared += 1;
            for rel in 0..3_usize {
                let place = 36 * rel + 6 * own + other;
                let mut land = Battleland::default();
                land.set_ground(to, terrain, rel as u8);
                land.set_ground(from, Terrain::Plains, 1);
                land.set_side(to, 3, side(own));
                land.set_side(from, 0, side(other));
                let cost = match entry_cost(traits, &land, Some((from, 0)), to) {
                    Cost::One => b'1',
                    Cost::Two => b'2',
                    Cost::Never => b'x',
                };
                assert_eq!(char::from(costs[place]), char::from(cost), "{kind} {terrain:?} {place}");
                let change = skill_change(traits, terrain, side(own), side(other), rel as i8 - 1);
                assert_eq!(skill[place], change, "{kind} {terrain:?} {place}");
                compared += 2;
            }
        }
    }
    compared
}

fn protection_ranges_and_recruits_are_those_of_the_program() {
    let tables = tables();
    let kinds = kinds(&tables);
    let standard = Variant::standard();
    for &terrain in Terrain::ALL {
        let rows = tables["struck_in"][terrain.name()].as_array();
        for (i, &striker) in kinds.iter().enumerate() {
            for (j, &target) in kinds.iter().enumerate() {
                let listed = rows.is_some_and(|rows| rows[i].as_str().unwrap().as_bytes()[j] == b'1');
                let (target, striker) = (&standard[target], &standard[striker]);
                let found = protects(terrain, target, striker, false);
                assert_eq!(found, listed, "{} {} {terrain:?}", striker.name, target.name);
            }
        }
    }
    for (i, from) in HexId::all().enumerate() {
        for (j, to) in HexId::all().enumerate() {
            let digit = |name: &str| tables[name][i].as_str().unwrap().as_bytes()[j];
            assert_eq!(digit("range") - b'0', range(from, to), "{from} {to}");
            if from != to {
                assert_eq!(usize::from(digit("direction_left") - b'0'), first_side(from, to, true));
                assert_eq!(usize::from(digit("direction_right") - b'0'), first_side(from, to, false));
            }
        }
    }
    assert_eq!(standard.terrains().len(), 11);
    for terrain in standard.terrains() {
        let listed = &tables["recruit"][&*standard[terrain].name];
        for &kind in &kinds {
            for &recruiter in &kinds {
                let names = [&*standard[kind].name, &*standard[recruiter].name];
                let needed = listed[names[0]][names[1]].as_u64();
                let own = standard.needed(terrain, kind, recruiter).map(u64::from);
                assert_eq!(own, needed, "{} {names:?}", standard[terrain].name);
            }
        }
    }
}

fn every_line_of_sight_is_that_of_the_program() {
    let counts = replay("los.jsonl.gz", 1);
    assert_eq!((counts.lands_seen, counts.lines_of_sight), (702, 404_352));
}

/// Whom the lands of Default favour, roughly; `cargo xtask lands` has the whole numbers.
fn the_lands_of_default_get_verdicts() {
    let text: String = lines("default.jsonl.gz").map(|line| line + "\n").collect();
    let lands = lands(&text);
    assert_eq!(lands.len(), 11);
    let attackers = |name: &str| {
        let (_, land) = lands.iter().find(|(known, _)| known == name).unwrap();
        let prepared = [Prepared::new(land)];
        let played = (0..240).map(|number| panel_battle(&prepared, Contestant::Quick, 1, number).unwrap());
        let verdict = played.fold(Verdict::default(), Verdict::with);
        assert_eq!(
            (verdict.all.battles(), verdict.entrances.len()),
            (240, if name.ends_with("Tower") { 1 } else { 3 })
        );
        verdict.all.attackers_share()
    };
    // walls around those who defend, and open ground: six times the spread of 240 battles lies between
    let (tower, woods) = (attackers("Default/Tower"), attackers("Default/Woods"));
    assert!(tower + 0.2 < woods, "{tower} {woods}");
}

trials! {
    conformance("titan/battles/default.jsonl.gz") => the_lands_of_default_get_verdicts;
    conformance("titan/battles/default.jsonl.gz") => a_sample_of_the_recorded_battles_replays;
    conformance("titan/battles/default.jsonl.gz") => every_recorded_battle_replays;
    conformance("titan/battles/tables.json") => creatures_and_costs_are_those_of_the_program;
    conformance("titan/battles/tables.json") => protection_ranges_and_recruits_are_those_of_the_program;
    conformance("titan/battles/los.jsonl.gz") => every_line_of_sight_is_that_of_the_program;
}
