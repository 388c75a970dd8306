//! What the page of a Terra Mystica table gets: the view with what the page would otherwise have to work out.

use hexwright_core::Seat;
use hexwright_terra::factions::Home;
use hexwright_terra::game::{Bid, View};
use hexwright_terra::map::HexSet;
use hexwright_terra::{Building, Faction, Position, ScoringTile, Terra, Terrain};
use serde::Serialize;

/// A view with what the page would otherwise have to work out.
#[derive(Serialize)]
pub(super) struct TableView<'a> {
    #[serde(flatten)]
    view: &'a View,
    /// The board.
    map: &'static str,
    /// Scoring tiles of rounds 1 to 6.
    scoring: [&'static str; 6],
    /// The extra final scoring.
    final_scoring: Option<&'static str>,
    /// The factions for sale; none once every seat has its own.
    auction: Vec<LotView>,
    /// What is derived for each seat.
    seats: Vec<SeatView>,
}

/// A faction for sale.
#[derive(Serialize)]
struct LotView {
    /// The faction in words.
    faction: &'static str,
    /// Its terrain, if it does not choose one.
    home: Option<&'static str>,
    /// The seat with the highest bid, and the bid.
    bid: Option<(u8, u8)>,
}

#[derive(Serialize)]
struct SeatView {
    /// The faction in words.
    faction: &'static str,
    /// The terrain its pieces have the colour of.
    home: Option<&'static str>,
    /// Coins, workers, priests and power of the next income.
    income: [u8; 4],
    /// Buildings in the largest network.
    network: usize,
    /// Hexes that belong to towns.
    towns: Vec<usize>,
    /// Buildings of each kind that are not built yet, with their prices in workers and coins.
    left: Vec<(&'static str, u8, u8, u8)>,
    /// Workers a spade costs, if the faction digs.
    spade: Option<u8>,
}

impl<'a> TableView<'a> {
    pub(super) fn new(game: &Terra, view: &'a View) -> Self {
        let setup = game.setup();
        Self {
            view,
            map: setup.board.id().name(),
            scoring: setup.scoring.map(ScoringTile::name),
            final_scoring: setup.final_scoring.map(|scoring| scoring.name()),
            auction: view.0.auction.0.iter().map(|&(faction, bid)| lot_view(faction, bid)).collect(),
            seats: view.0.seats().map(|seat| seat_view(game, &view.0, seat)).collect(),
        }
    }
}

fn lot_view(faction: Faction, bid: Option<Bid>) -> LotView {
    let home = home_name(faction);
    LotView { faction: faction.display(), home, bid: bid.map(|bid| (bid.seat.0, bid.points)) }
}

/// The terrain of a faction that does not choose one.
const fn home_name(faction: Faction) -> Option<&'static str> {
    match faction.sheet().home {
        Home::Colour(colour) => Some(colour.name()),
        Home::Ice => Some(Terrain::Ice.name()),
        Home::Volcano => Some(Terrain::Volcano.name()),
        Home::Variable => None,
    }
}

fn seat_view(game: &Terra, position: &Position, seat: Seat) -> SeatView {
    let player = position.player(seat);
    let (sheet, income) = (player.sheet(), player.income());
    let left = Building::ALL.map(|kind| {
        let price = sheet.price[kind as usize];
        (kind.name(), kind.stock() - player.built[kind], price.workers, price.coins)
    });
    // until all are sold a seat has what it holds
    let (faction, home) = match position.auction.held(seat) {
        Some((faction, _)) => (faction.display(), home_name(faction)),
        None if position.auction.is_open() => ("", None),
        None => (player.faction.display(), player.home().map(|terrain| terrain.name())),
    };
    SeatView {
        faction,
        home,
        income: [income.coins, income.workers, income.priests, income.power],
        network: game.networks(position, seat).iter().map(HexSet::len).max().unwrap_or(0),
        towns: player.in_town.iter().collect(),
        left: left.to_vec(),
        spade: sheet.digging.spade.map(|prices| prices[usize::from(player.digging).min(2)].workers),
    }
}
