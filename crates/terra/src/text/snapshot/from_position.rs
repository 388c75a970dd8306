//! The way back: a position becomes a snapshot. Nothing is lost but the strict order of offers
//! inside a turn, which no text carries.

use super::model::{Answer, Flag, Held, Lot, Offer, Places, Player, Snapshot, Status};
use super::value::{At, Resources};
use crate::factions::{Faction, Home};
use crate::game::{self, Followup, Owed, Position, RuleOption, Setup, Terra};
use crate::map::{HexSet, Terrain};
use crate::tiles::{BonusCard, Building, Cult, Favor, TownTile};
use hexwright_core::{Hex, HexId, Seat};

impl Snapshot {
    /// What a position says, as data to be written.
    #[must_use]
    pub fn of(game: &Terra, position: &Position) -> Self {
        let board = game.board();
        let faction = |seat: Seat| At::from(position.player(seat).faction);
        let setup = game.setup();
        let variable = setup.options.contains(RuleOption::VariableTurnOrder);
        let seated: Vec<Seat> = position.seats().collect();
        let mut terrain: Vec<At<(Hex, Terrain)>> = Vec::new();
        for id in board.ids().filter(|&id| position.building(id).is_none()) {
            if position.terrain(id) != board.printed(id) {
                terrain.push((board.hex(id), position.terrain(id)).into());
            }
        }
        let mut three_open = Vec::new();
        let mut cult_board: [Vec<At<Faction>>; 4] = Default::default();
        for cult in Cult::ALL {
            let slots = position.priests[cult];
            cult_board[cult.index()] = slots.into_iter().flatten().map(faction).collect();
            if slots[0].is_none() && slots.iter().any(Option::is_some) {
                three_open.push(cult.into());
            }
        }
        Self {
            round: i32::from(position.round).into(),
            phase: position.phase.into(),
            map: board.id().into(),
            turn: position.turn.map(faction),
            turn_order: position.order.iter().map(|&s| faction(s)).collect(),
            pass_order: position.passed.iter().map(|&s| faction(s)).collect(),
            options: Some(written_options(setup)),
            final_scoring: setup.final_scoring.map(Into::into),
            seats: if variable || seated == position.order.as_slice() {
                Vec::new()
            } else {
                seated.iter().map(|&s| faction(s)).collect()
            },
            dropped: position
                .order
                .iter()
                .filter(|&&s| position.dropped.contains(s))
                .map(|&s| faction(s))
                .collect(),
            three_open,
            auction: written_lots(position),
            offers: written_offers(position),
            extra: Vec::new(),
            players: position.seats().map(|seat| written_player(game, position, seat)).collect(),
            terrain,
            scoring: setup.scoring.map(At::from).to_vec(),
            bonuses: BonusCard::ALL
                .into_iter()
                .filter_map(|card| Some((card, i32::from(position.free_cards[card]?)).into()))
                .collect(),
            favors: Favor::ALL.into_iter().map(|t| (t, i32::from(position.favors[t])).into()).collect(),
            towns: TownTile::ALL.into_iter().map(|t| (t, i32::from(position.towns[t])).into()).collect(),
            used_actions: position.used.iter().map(At::from).collect(),
            cult_board,
            places: Places::default(),
        }
    }
}

/// The options that change rules; a final scoring has a key of its own.
fn written_options(setup: &Setup) -> Vec<At<RuleOption>> {
    let own_key = |o: &RuleOption| *o == RuleOption::FireAndIceFinalScoring && setup.final_scoring.is_some();
    setup.options.rules().iter().filter(|option| !own_key(option)).map(At::from).collect()
}

fn written_lots(position: &Position) -> Vec<At<Lot>> {
    let bidder = |seat: Seat| position.player(seat).faction;
    let bid = |bid: game::Bid| (i32::from(bid.points), bidder(bid.seat));
    let lots = position.auction.0.iter();
    lots.map(|&(faction, highest)| At::from(Lot { faction, bid: highest.map(bid) })).collect()
}

fn written_offers(position: &Position) -> Vec<At<Offer>> {
    let mut events: Vec<u16> = Vec::new();
    let mut written = Vec::with_capacity(position.offers.len());
    for offer in &position.offers {
        let number = events.iter().position(|&e| e == offer.event).unwrap_or_else(|| {
            events.push(offer.event);
            events.len() - 1
        });
        let from = position.player(offer.from).faction;
        let answer = match from {
            Faction::Cultists | Faction::Shapeshifters if offer.taken => Answer::Taken,
            Faction::Cultists | Faction::Shapeshifters if offer.declined => Answer::Declined,
            _ => Answer::Open,
        };
        written.push(At::from(Offer {
            to: position.player(offer.to).faction,
            amount: offer.amount.into(),
            gainable: offer.gain.into(),
            from,
            event: number as i32 + 1,
            answer,
        }));
    }
    written
}

fn written_player(game: &Terra, position: &Position, seat: Seat) -> Player {
    let board = game.board();
    let player = position.player(seat);
    let hexes =
        |set: HexSet| -> Vec<At<Hex>> { set.iter().map(|i| At::from(board.hex(HexId(i as u16)))).collect() };
    let buildings = player.hexes.iter().filter_map(|i| {
        let place = position.buildings[i]?;
        Some(At::from((board.hex(HexId(i as u16)), place.building)))
    });
    let used = |spent: bool| spent.then(|| At::from(()));
    let acts = player.sheet().stronghold_action.is_some() && player.built[Building::Stronghold] > 0;
    let chooses = !matches!(player.sheet().home, Home::Colour(_));
    let mine = position.turn == Some(seat) && position.phase == game::Phase::Action;
    let fresh = game::Doing::default();
    let doing = if mine { &position.doing } else { &fresh };
    let flags = [
        (doing.same_track, Flag::SameTrack),
        (doing.home_only, Flag::HomeOnly),
        (doing.bound_spades, Flag::BoundSpades),
    ];
    Player {
        faction: player.faction.into(),
        vp: i32::from(player.points).into(),
        resources: At::from(Resources {
            workers: player.workers.into(),
            priests: player.priests.into(),
            coins: player.coins.into(),
            bowls: player.power.map(i32::from),
        }),
        keys: i32::from(player.keys).into(),
        shipping: i32::from(player.shipping).into(),
        digging: i32::from(player.digging).into(),
        range: (player.faction == Faction::Fakirs).then(|| i32::from(player.range).into()),
        cults: Cult::ALL.map(|cult| i32::from(player.cult[cult])).into(),
        buildings: buildings.collect(),
        bridges: player.bridges.iter().map(|s| At::from([board.hex(s.0), board.hex(s.1)])).collect(),
        towns: TownTile::ALL
            .into_iter()
            .flat_map(|tile| std::iter::repeat_n(At::from(tile), player.towns[tile].into()))
            .collect(),
        bonus: player.bonus.map(|card| Held { tile: card.into(), used: used(player.bonus_used) }),
        favors: player
            .favors
            .iter()
            .map(|tile| Held { tile: tile.into(), used: used(player.favor_used && tile == Favor::Water2) })
            .collect(),
        stronghold: At::from(match (acts, player.stronghold_used) {
            (false, _) => Status::None,
            (true, false) => Status::Available,
            (true, true) => Status::Used,
        }),
        home: player.chosen.filter(|_| chooses).map(Into::into),
        unlocked: (player.faction == Faction::Riverwalkers && !player.unlocked.is_empty())
            .then(|| player.unlocked.iter().map(At::from).collect()),
        in_town: Some(hexes(player.in_town)),
        river_town: hexes(player.river_town),
        pending: Owed::ALL
            .into_iter()
            .filter(|&kind| player.owed[kind] > 0)
            .map(|kind| At::from((kind, i32::from(player.owed[kind]))))
            .collect(),
        actions_left: (mine && (doing.actions != 1 || position.passed.contains(&seat)))
            .then(|| i32::from(doing.actions).into()),
        followup: Followup::ALL
            .into_iter()
            .filter(|&kind| doing.followup[kind] > 0)
            .map(|kind| At::from((kind, i32::from(doing.followup[kind]))))
            .collect(),
        build_at: hexes(doing.build_at),
        reached: doing.reached.map(|id| board.hex(id).into()),
        flags: flags.into_iter().filter(|(set, _)| *set).map(|(_, flag)| flag.into()).collect(),
        cult_owed: doing.cult_owed.iter().map(At::from).collect(),
        extra: Vec::new(),
    }
}
