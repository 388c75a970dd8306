//! The derived geometry and the tables against the answer sheets in `tests/data/data`.

use hexwright_core::HexId;
use hexwright_terra::{
    Board, BonusCard, Building, Cult, Faction, Favor, MapId, PowerAction, ScoringTile, TownTile,
};
use serde_json::Value;

fn read(name: &str) -> Value {
    let path = format!("{}/tests/data/data/{name}", env!("CARGO_MANIFEST_DIR"));
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).expect("the answer sheet is JSON")
}

/// Gate 10: names, coordinates, colours, edges, neighbours, bridge sites, river distances.
#[test]
fn geometry_of_all_boards() {
    let sheet = read("tm_geometry.json");
    let counts = [(77, 36, 29), (77, 36, 29), (77, 35, 33), (77, 35, 22), (80, 33, 33), (77, 36, 29)];
    for (map, (land, river, sites)) in MapId::PRINTED.into_iter().zip(counts) {
        let board = Board::printed_board(map).unwrap();
        assert_eq!(board.land().len(), land, "{map}");
        assert_eq!(board.len() - land, river, "{map}");
        assert_eq!(board.sites().len(), sites, "{map}");
        let answers = sheet[map.name()].as_object().unwrap();
        assert_eq!(answers.len(), board.len(), "{map}");
        for (name, answer) in answers {
            let at = format!("{map} {name}");
            let id = board.id_named(name).unwrap_or_else(|| panic!("{at} is missing"));
            let hex = board.hex(id);
            assert_eq!(
                (answer["q"].as_i64(), answer["r"].as_i64()),
                (Some(hex.q.into()), Some(hex.r.into()))
            );
            let colour = board.printed(id).log_name();
            let expected = answer["color"].as_str().unwrap();
            assert!(
                colour == expected || colour == "river" && expected == "white",
                "{at}: {colour} {expected}"
            );
            assert_eq!(answer["edge"].as_bool(), Some(board.edge().contains(id.index())), "{at} edge");
            let names = |ids: Vec<usize>| {
                let mut list: Vec<_> = ids.into_iter().map(|i| board.name(HexId(i as u16))).collect();
                list.sort_unstable();
                list
            };
            let listed = |key: &str| {
                let mut list: Vec<_> = answer[key]
                    .as_array()
                    .map_or(&[][..], |a| a)
                    .iter()
                    .map(|v| v.as_str().unwrap())
                    .collect();
                list.sort_unstable();
                list
            };
            assert_eq!(names(board.neighbours(id).iter().collect()), listed("adjacent"), "{at} neighbours");
            let ends = board
                .sites()
                .iter()
                .filter_map(|s| if s.0 == id { Some(s.1) } else { (s.1 == id).then_some(s.0) });
            assert_eq!(names(ends.map(HexId::index).collect()), listed("bridgable"), "{at} bridges");
            for other in board.ids().filter(|&o| o != id) {
                let expected = answer["ship"].get(board.name(other)).and_then(Value::as_u64);
                let found = board.river_distance(id, other).map(u64::from);
                assert_eq!(found, expected, "{at} to {}", board.name(other));
            }
        }
    }
}

fn number(value: &Value, key: &str) -> u64 {
    value.get(key).and_then(Value::as_u64).unwrap_or(0)
}

fn numbers(value: &Value) -> Vec<u64> {
    value.as_array().map(|a| a.iter().filter_map(Value::as_u64).collect()).unwrap_or_default()
}

fn widened(list: &[u8]) -> Vec<u64> {
    list.iter().map(|&n| n.into()).collect()
}

/// The twenty faction boards: start, prices, incomes, tracks.
#[test]
fn faction_sheets_hold_the_published_numbers() {
    let data = read("tm_data.json");
    for faction in Faction::ALL {
        let name = faction.log_name();
        let (told, sheet) = (&data["factions"][name], faction.sheet());
        assert_eq!(told["display"], faction.display());
        let goods = [sheet.goods.coins, sheet.goods.workers, sheet.goods.priests];
        assert_eq!(widened(&goods), ["C", "W", "P"].map(|k| number(told, k)), "{name} goods");
        assert_eq!(widened(&sheet.power), ["P1", "P2"].map(|k| number(told, k)), "{name} power");
        let cult = Cult::ALL.map(|c| number(told, c.log_name()));
        assert_eq!(widened(&sheet.cult), cult, "{name} cult");
        let points = number(&data["vp_setups"]["original_2017"], name);
        assert_eq!(u64::from(sheet.points_2017), points, "{name} points");
        for building in Building::ALL {
            let told = &told["buildings"][building.name()];
            let price = sheet.price[building.index()];
            assert_eq!(u64::from(price.coins), number(&told["advance_cost"], "C"), "{name} {building}");
            assert_eq!(u64::from(price.workers), number(&told["advance_cost"], "W"), "{name} {building}");
            let strength = data["building_strength"][building.name()].as_u64().unwrap();
            let own =
                data["factions"][name]["building_strength"].get(building.name()).and_then(Value::as_u64);
            assert_eq!(u64::from(sheet.strength(building)), own.unwrap_or(strength), "{name} {building}");
        }
        let income = |kind: &str, what: &str| numbers(&told["buildings"][kind]["income"][what]);
        assert_eq!(widened(&sheet.dwelling_workers), income("D", "W"), "{name} dwellings");
        assert_eq!(widened(&sheet.trading_coins), income("TP", "C"), "{name} trading houses");
        assert_eq!(widened(&sheet.trading_power), income("TP", "PW"), "{name} trading houses");
        assert_eq!(widened(&sheet.temple_priests), income("TE", "P"), "{name} temples");
        let power = income("TE", "PW");
        assert_eq!(
            widened(&sheet.temple_power),
            if power.is_empty() { vec![0; 4] } else { power },
            "{name} temples"
        );
        let last = |what| income("SH", what).last().copied().unwrap_or(0);
        let stronghold = [
            sheet.stronghold.coins,
            sheet.stronghold.workers,
            sheet.stronghold.priests,
            sheet.stronghold.power,
        ];
        assert_eq!(widened(&stronghold), ["C", "W", "P", "PW"].map(last), "{name} stronghold");
        assert_eq!(Some(&u64::from(sheet.sanctuary_priests)), income("SA", "P").last(), "{name} sanctuary");
        let ship = &told["ship"];
        assert_eq!(u64::from(sheet.shipping.start), number(ship, "level"), "{name} ship");
        assert_eq!(u64::from(sheet.shipping.max), number(ship, "max_level"), "{name} ship");
        for (level, gain) in
            ship.get("advance_gain").and_then(Value::as_array).into_iter().flatten().enumerate()
        {
            assert_eq!(
                u64::from(sheet.shipping.points[level + 1]),
                number(gain, "VP"),
                "{name} ship {level}"
            );
        }
        let dig = &told["dig"];
        assert_eq!(u64::from(sheet.digging.max), number(dig, "max_level"), "{name} digging");
        if sheet.digging.max > 0 {
            let advance = sheet.digging.advance;
            let goods = [advance.coins, advance.workers, advance.priests];
            assert_eq!(
                widened(&goods),
                ["C", "W", "P"].map(|k| number(&dig["advance_cost"], k)),
                "{name} digging"
            );
        }
        if let Some(spade) = sheet.digging.spade {
            for (level, cost) in dig["cost"].as_array().unwrap().iter().enumerate() {
                let goods = [spade[level].workers, spade[level].priests];
                assert_eq!(widened(&goods), ["W", "P"].map(|k| number(cost, k)), "{name} spade");
            }
        }
    }
}

/// Cards, favor, town and scoring tiles.
#[test]
fn tiles_hold_the_published_numbers() {
    let data = read("tm_data.json");
    let tiles = &data["tiles"];
    let income = |i: hexwright_terra::tiles::Income| widened(&[i.coins, i.workers, i.priests, i.power]);
    let told_income = |v: &Value| ["C", "W", "P", "PW"].map(|k| number(v, k)).to_vec();
    for card in BonusCard::ALL {
        let told = &tiles[card.code()];
        assert_eq!(income(card.income()), told_income(&told["income"]), "{card}");
        assert_eq!(card.has_action(), told.get("action").is_some(), "{card}");
        for building in Building::ALL {
            let most = numbers(&told["pass_vp"][building.name()]).get(1).copied().unwrap_or(0);
            assert_eq!(u64::from(card.points_per(building)), most, "{card} {building}");
        }
    }
    for favor in Favor::ALL {
        let told = &tiles[favor.code()];
        assert_eq!(income(favor.income()), told_income(&told["income"]), "{favor}");
        assert_eq!(u64::from(favor.steps()), number(&told["gain"], favor.cult().log_name()), "{favor}");
        assert_eq!(
            u64::from(favor.stock()),
            told.get("count").and_then(Value::as_u64).unwrap_or(3),
            "{favor}"
        );
    }
    for tile in TownTile::ALL {
        let told = &tiles[tile.code()];
        assert_eq!(u64::from(tile.points()), number(&told["gain"], "VP"), "{tile}");
        assert_eq!(u64::from(tile.keys()), number(&told["gain"], "KEY"), "{tile}");
        assert_eq!(u64::from(tile.stock()), told.get("count").and_then(Value::as_u64).unwrap_or(2), "{tile}");
        assert_eq!(tile.mini_expansion(), told.get("option").is_some(), "{tile}");
    }
    for tile in ScoringTile::ALL {
        let (told, reward) = (&tiles[tile.name()], tile.reward());
        assert_eq!(u64::from(reward.steps), number(told, "req"), "{tile}");
        assert_eq!(income(reward.income), told_income(&told["income"]), "{tile}");
        assert_eq!(u64::from(reward.spades), number(&told["income"], "SPADE"), "{tile}");
        assert_eq!(told["cult"], reward.cult.map_or("CULT_P", |c| c.log_name()), "{tile}");
        for building in Building::ALL {
            assert_eq!(u64::from(tile.points_for(building)), number(&told["vp"], building.name()), "{tile}");
        }
        assert_eq!(u64::from(tile.points_for_spade()), number(&told["vp"], "SPADE"), "{tile}");
        assert_eq!(u64::from(tile.points_for_town()), number(&told["vp"], "TW1"), "{tile}");
    }
    for action in PowerAction::ALL {
        assert_eq!(
            u64::from(action.power()),
            number(&data["actions"][action.code()]["cost"], "PW"),
            "{action}"
        );
    }
}
