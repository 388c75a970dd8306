//! The map as a value → `.game`.

use super::super::dot_catan::Section;
use super::super::pioneers::{self, Cell, Node, Number, PioneersMap, Place, Switch};
use super::findings::{L_BANK, L_DRAW, L_PLACEMENTS, L_PLAYERS, L_RANGE, L_SEQUENCE, L_SEVENS, L_VALUES};
use super::from_game::dealt;
use super::tiles::{self, Tiled};
use super::{ConvertError, Loss, LossKind, Losses, Origin};
use crate::map::{HexType, MAX_SEATS, Pieces, PortType, Setup, SevensRule, Terrain};

/// The Pioneers map of a setup, and what could not be said. Values left open, surplus of pools and
/// `empty` ports are drawn with the seed.
///
/// # Errors
/// If two ports need one sea hex, nothing takes a number, or the map is too large.
pub fn to_game(setup: &Setup, seed: u64) -> Result<(PioneersMap, Vec<Loss>), ConvertError> {
    let mut losses = Losses::default();
    let mut map = head(setup, &mut losses);
    rules(setup, &mut map, &mut losses);
    let (types, _, ports) = setup.any_cells();
    if setup.shuffle().is_none() && types + ports > 0 {
        let section = if types > 0 { Section::Types } else { Section::PortTypes };
        let what = "open cells are shuffled as Pioneers does; a seed gives another board";
        losses.of(Origin::Number(section, 0), LossKind::Changed, L_DRAW, what);
    }
    let (mut tiled, moved) = tiles::cells(setup, map, seed, &mut losses)?;
    number(&mut tiled, setup, moved, &mut losses)?;
    let mut map = tiled.map;
    map.shrink();
    let shift = |place: Place| Place { x: place.x + moved.x, y: place.y + moved.y };
    let nodes = setup.sea.closed.iter().map(|&corner| Node::of(setup.grid.topology().corner(corner)));
    map.nosetup = nodes.filter_map(|node| map.canonical(Node { hex: shift(node.hex), ..node })).collect();
    map.nosetup.sort_unstable();
    map.nosetup.dedup();
    let pirate = setup.sea.pirate.map(|hex| shift(tiles::place_of(setup, hex.index())));
    map.pirate = pirate.filter(|&place| map.cell(place).is_sea());
    Ok((map, losses.0))
}

/// Title, texts and everything with a number.
fn head(setup: &Setup, losses: &mut Losses) -> PioneersMap {
    let title = setup.note("title").filter(|title| !title.is_empty()).unwrap_or("Untitled");
    let kept = Kept::of(setup);
    let mut map = PioneersMap {
        title: title.to_owned(),
        island_bonus: setup.sea.island_bonus.clone(),
        comments: kept.comments,
        description: kept.description,
        ..PioneersMap::default()
    };
    for note in setup.notes.iter().filter(|n| !matches!(n.key.as_str(), "title" | "pioneers")) {
        map.comments.push(format!("{}: {}", note.key, note.value));
    }
    let bank = setup.bank.values().iter().copied().min().unwrap_or(0);
    if setup.bank.values().iter().any(|&n| n != bank) {
        let what = format!("unequal bank; every kind gets the smallest number, {bank}");
        losses.of(Origin::Number(Section::Bank, 0), LossKind::Changed, L_BANK, what);
    }
    let usual = Pieces { roads: 1, settlements: 1, cities: 0 };
    if setup.placements != [usual; 2] || setup.resource_passes != 1 {
        let what = "setup becomes one settlement and one road, twice";
        losses.of(Origin::Number(Section::PlacementCount, 0), LossKind::Changed, L_PLACEMENTS, what);
    }
    let [monopoly, roads, plenty, soldiers, points] = setup.cards.map(i32::from);
    let numbers = [
        (Number::Players, players(setup, losses), Section::Players, 1),
        (Number::VictoryPoints, i32::from(setup.points), Section::Points, 0),
        (Number::Roads, i32::from(setup.pieces.roads), Section::Pieces, 0),
        (Number::Settlements, i32::from(setup.pieces.settlements), Section::Pieces, 1),
        (Number::Cities, i32::from(setup.pieces.cities), Section::Pieces, 2),
        (Number::Resources, i32::from(bank), Section::Bank, 0),
        (Number::Monopoly, monopoly, Section::Cards, 0),
        (Number::RoadBuilding, roads, Section::Cards, 1),
        (Number::Plenty, plenty, Section::Cards, 2),
        (Number::Soldier, soldiers, Section::Cards, 3),
    ];
    let fits = kept.point_cards.iter().map(|&n| i64::from(n)).sum::<i64>() == i64::from(points);
    let cards = if fits { kept.point_cards } else { dealt(points) };
    let cards = Number::POINT_CARDS.into_iter().zip(cards);
    let cards = cards.map(|(number, value)| (number, value, Section::Cards, 4));
    for (number, value, section, index) in numbers.into_iter().chain(cards) {
        let range = number.range();
        // a map with a layout said its numbers in a .game text: they go back as they were
        let kept = setup.layout.is_some() || range.contains(&value);
        map.numbers[number] = if kept { value } else { value.clamp(*range.start(), *range.end()) };
        if !kept {
            let (word, least, most) = (number.word(), range.start(), range.end());
            let what = format!("`{word} {value}` is cut to {least}-{most}");
            losses.of(Origin::Number(section, index), LossKind::Changed, L_RANGE, what);
        }
    }
    map
}

/// The one number of players a `.game` file can say.
fn players(setup: &Setup, losses: &mut Losses) -> i32 {
    let (least, most) = setup.players;
    let said = setup.seats.unwrap_or_else(|| most.clamp(2, MAX_SEATS as u8));
    let usual = setup.seats(0);
    if (least, most) != (2, said) || usual != usize::from(said) {
        let what = format!("{least} to {most} players, usually {usual}, become {said}");
        losses.of(Origin::Number(Section::Players, 0), LossKind::Changed, L_PLAYERS, what);
    }
    said.into()
}

/// Switches and numbers of the rules and of seafaring.
fn rules(setup: &Setup, map: &mut PioneersMap, losses: &mut Losses) {
    let (rules, sea) = (&setup.rules, &setup.sea);
    for (switch, on) in [
        (Switch::StrictTrade, rules.strict_trade),
        (Switch::DomesticTrade, rules.domestic_trade),
        (Switch::DiceDeck, rules.dice_deck.used),
        (Switch::VictoryAtEndOfTurn, rules.victory_at_turn_end),
        (Switch::Pirate, sea.pirate_moves),
    ] {
        map.switches[switch] = on;
    }
    map.numbers[Number::SevensRule] = match rules.sevens {
        SevensRule::Normal => 0,
        SevensRule::RerollFirstTwoRounds => 1,
        SevensRule::RerollAll => 2,
    };
    map.numbers[Number::DiceDecks] = rules.dice_deck.copies.into();
    map.numbers[Number::RemovedDiceCards] = rules.dice_deck.removed.into();
    map.numbers[Number::Ships] = sea.ships.into();
    map.numbers[Number::Bridges] = sea.bridges.into();
    map.numbers[Number::CityWalls] = sea.walls.into();
    if rules.seven_produces && setup.has_sevens() {
        let what = "hexes with the number 7 no longer produce";
        losses.of(Origin::Number(Section::Values, 0), LossKind::Changed, L_SEVENS, what);
    }
    let is_random = |kind| kind == PortType::Any;
    map.switches[Switch::RandomTerrain] = setup.shuffle().is_some()
        || setup.types.contains(&HexType::Any)
        || setup.ports.iter().any(|port| is_random(port.kind));
}

/// What notes keep of the text of a Pioneers map.
#[derive(Default)]
pub(super) struct Kept {
    comments: Vec<String>,
    description: Vec<String>,
    point_cards: [i32; 5],
    /// Cells with a `+` that changes nothing.
    pub(super) fixed: Vec<Place>,
}

impl Kept {
    pub(super) fn of(setup: &Setup) -> Self {
        // no such split: the cards are dealt
        let mut kept = Self { point_cards: [-1; 5], ..Self::default() };
        for note in setup.notes.iter().filter(|note| note.key == "pioneers") {
            let (word, value) = note.value.split_once(' ').unwrap_or((&note.value, ""));
            let card = Number::POINT_CARDS.iter().position(|n| n.word() == word);
            match (word, card) {
                ("#", _) => kept.comments.push(value.to_owned()),
                ("desc", _) => kept.description.push(value.to_owned()),
                ("fixed", _) => {
                    let numbers: Vec<i16> = value.split_whitespace().map_while(|w| w.parse().ok()).collect();
                    kept.fixed.extend(numbers.chunks_exact(2).map(|c| Place { x: c[0], y: c[1] }));
                }
                (_, Some(card)) => {
                    kept.point_cards[card] = value.parse().ok().filter(|n| *n >= 0).unwrap_or(-1);
                }
                _ => kept.comments.push(note.value.clone()),
            }
        }
        if kept.point_cards.iter().any(|&n| n < 0) {
            kept.point_cards = [-1; 5];
        }
        kept
    }
}

/// Gives tiles their sequence numbers: those of the layout if they yield the numbers of the map, else
/// row by row. A border has moved the cells of the setup by `moved`.
fn number(tiled: &mut Tiled, setup: &Setup, moved: Place, losses: &mut Losses) -> Result<(), ConvertError> {
    if let Some(layout) = &setup.layout {
        if let Some(map) = with_sequence(tiled, &layout.chits) {
            tiled.map = map;
            return Ok(());
        }
        losses.add(
            LossKind::Changed,
            L_SEQUENCE,
            "the sequence does not give these numbers; tiles are numbered row by row",
        );
    }
    let mut next = 0;
    let mut chits = Vec::new();
    let places = tiled.map.rows();
    for ((cell, &roll), place) in tiled.map.cells.iter_mut().zip(&tiled.rolls).zip(places) {
        let Cell::Land { terrain, sequence, .. } = cell else { continue };
        *sequence = next;
        next += 1;
        if *terrain == Terrain::Desert {
            continue;
        }
        chits.push(roll);
        if roll == 0 {
            let place = Place { x: place.x - moved.x, y: place.y - moved.y };
            let index = place.y as usize * usize::from(setup.grid.width()) + place.x as usize;
            let what = "a tile without number gets the chit 0, which strict readers refuse";
            let origin = Origin::Number(Section::Values, index);
            losses.at(place, origin, LossKind::Changed, L_VALUES, what);
        }
    }
    if chits.is_empty() {
        return Err(ConvertError::NoChits);
    }
    tiled.map.chits = chits;
    Ok(())
}

/// The map under the sequence of its layout, if that gives every tile its number.
fn with_sequence(tiled: &Tiled, chits: &[i32]) -> Option<PioneersMap> {
    let mut map = tiled.map.clone();
    let unique = {
        let mut used: Vec<u16> = tiled.sequence.iter().flatten().copied().collect();
        used.sort_unstable();
        used.windows(2).all(|pair| pair[0] != pair[1])
            && used.last().is_none_or(|&n| n <= pioneers::MOST_SEQUENCE)
    };
    if !unique || chits.is_empty() {
        return None;
    }
    for (cell, &place) in map.cells.iter_mut().zip(&tiled.sequence) {
        match (cell, place) {
            (Cell::Land { sequence, .. }, Some(place)) => *sequence = place,
            (Cell::Sea { sequence, .. }, place) => *sequence = place,
            (Cell::Void, None) => {}
            _ => return None,
        }
    }
    map.chits = chits.to_vec();
    let rolls = pioneers::rolls(&map);
    let agree = map.cells.iter().enumerate().all(|(i, cell)| {
        // a chit no dice show has become "no number" on the way
        let roll = if (2..=12).contains(&rolls[i]) { rolls[i] } else { 0 };
        !cell.is_land() || roll == tiled.rolls[i]
    });
    agree.then_some(map)
}
