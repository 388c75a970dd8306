//! What the page of a Catan table gets: the board without pieces, and of a view what the page shows.

use hexwright_catan::Board;
use hexwright_catan::game::{Catan, OfferView, Phase, SeatView, View};
use hexwright_core::Game as _;
use hexwright_core::json::Written;
use hexwright_render::Theme;
use hexwright_render::catan::{Options, Position, Sea, position_scene};
use serde::Serialize;

/// What the page shows of a view, and what it would otherwise have to work out. It is sent after every move, so it holds
/// nothing that no page reads.
#[derive(Serialize)]
pub(super) struct TableView<'a> {
    /// Who looks; `None` is a spectator.
    viewer: Option<u8>,
    /// The phase.
    phase: Phase,
    /// Whose turn it is; in setup the placing seat.
    active: u8,
    /// Turns begun.
    turn: u32,
    /// Hex under the robber.
    robber: Option<u16>,
    /// Hex of the pirate (seafaring maps).
    pirate: Option<u16>,
    /// Cards in the bank by kind; with `hide-bank=on` 1 for some and 0 for none.
    bank: [u16; 5],
    /// The bank's numbers say only whether there is some of a kind.
    bank_hidden: bool,
    /// Development cards left.
    deck: u32,
    /// Holder of the longest road.
    road_holder: Option<u8>,
    /// Holder of the largest army.
    army_holder: Option<u8>,
    /// Points to win.
    goal: i16,
    /// One entry for each seat.
    seats: Vec<TableSeat<'a>>,
    /// Open offers by number.
    offers: &'a [OfferView],
    /// Cards the viewer has to discard.
    owed: u16,
    /// Cards the viewer may choose for gold.
    gold_due: u8,
    /// Whether the viewer may offer a trade now.
    may_offer: bool,
    /// To whom: `all`, or the number of a seat.
    offer_to: String,
    /// Whether offers may be answered with others.
    may_counter: bool,
}

/// What the page shows of a seat.
#[derive(Serialize)]
struct TableSeat<'a> {
    /// Number of resource cards.
    cards: u16,
    /// Kinds of the resource cards: of the viewer's own hand only.
    hand: Option<[u16; 5]>,
    /// Cards by kind that everybody knows the seat holds: they were seen to come and not to go.
    known: [u16; 5],
    /// Number of development cards.
    development: u16,
    /// Kinds of development cards: the viewer's own, and everybody's when the game is over.
    development_kinds: Option<[u16; 5]>,
    /// Knights played.
    knights: u16,
    /// Points everybody can count.
    public_points: i16,
    /// All points: the viewer's own, and everybody's when the game is over.
    points: Option<i16>,
    /// Longest trail.
    length: u8,
    /// Roads, settlements, cities left in the supply.
    left: [u8; 3],
    /// Ships, bridges, walls left in the supply.
    sea_left: [u8; 3],
    /// Best rate with the bank, by kind.
    rates: [u16; 5],
    /// Settlements by corner.
    settlements: &'a [u16],
    /// Cities by corner.
    cities: &'a [u16],
    /// Roads by side.
    roads: &'a [u16],
    /// Ships by side; left out if there are none.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    ships: &'a [u16],
    /// Bridges by side; left out if there are none.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    bridges: &'a [u16],
    /// Walled cities by corner; left out if there are none.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    walls: &'a [u16],
}

impl<'a> TableView<'a> {
    fn new(game: &Catan, view: &'a View) -> Self {
        let me = view.viewer;
        let mine = me.and_then(|s| view.seats.get(usize::from(s)));
        let trading = view.phase == Phase::Main && game.options().domestic_trade;
        Self {
            viewer: me,
            phase: view.phase,
            active: view.active,
            turn: view.turn,
            robber: view.robber,
            pirate: view.pirate,
            bank: view.bank,
            bank_hidden: game.options().hide_bank,
            deck: view.deck,
            road_holder: view.road_holder,
            army_holder: view.army_holder,
            goal: game.goal(),
            seats: view.seats.iter().map(TableSeat::new).collect(),
            offers: &view.offers,
            owed: mine.map_or(0, |s| s.owes),
            gold_due: mine.map_or(0, |s| s.gold),
            may_offer: trading && me.is_some(),
            // others may only address the seat whose turn it is
            offer_to: if me == Some(view.active) { "all".to_owned() } else { view.active.to_string() },
            may_counter: trading && game.options().counter_offers,
        }
    }
}

impl<'a> TableSeat<'a> {
    fn new(seat: &'a SeatView) -> Self {
        Self {
            cards: seat.cards,
            hand: seat.hand,
            known: seat.known,
            development: seat.development,
            development_kinds: seat.development_kinds,
            knights: seat.knights,
            public_points: seat.public_points,
            points: seat.points,
            length: seat.length,
            left: seat.left,
            sea_left: seat.sea_left,
            rates: seat.rates,
            settlements: &seat.settlements,
            cities: &seat.cities,
            roads: &seat.roads,
            ships: &seat.ships,
            bridges: &seat.bridges,
            walls: &seat.walls,
        }
    }
}

/// A view as JSON for the page.
pub(super) fn view(game: &Catan, view: &View) -> Written {
    Written::sized(&TableView::new(game, view), 1 << 10)
}

/// A board to play on: without pieces, but with the shapes of all seats' pieces and their places.
pub(super) fn board(game: &Catan) -> String {
    let board: &Board = game.board();
    let sea = if matches!(game, Catan::Sea(_) | Catan::Ocean(_)) { Sea::Whole } else { Sea::Near };
    let shapes = u8::try_from(game.seats()).unwrap_or(u8::MAX);
    let options =
        Options { title: "Board".to_owned(), shapes, sea, theme: Theme::Page, ..Options::default() };
    position_scene(board, &Position::default(), &options).to_svg()
}
