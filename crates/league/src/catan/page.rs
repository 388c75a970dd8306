//! What the page of a Catan table gets: the board without pieces, and the view with what the page would
//! otherwise have to work out.

use hexwright_catan::Board;
use hexwright_catan::game::{Catan, Phase, View};
use hexwright_core::Game as _;
use hexwright_render::Theme;
use hexwright_render::catan::{Options, Position, Sea, position_scene};
use serde::Serialize;

/// A view with what the page would otherwise have to work out.
#[derive(Serialize)]
pub(super) struct TableView<'a> {
    #[serde(flatten)]
    view: &'a View,
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
    /// Points to win.
    goal: i16,
    /// The bank's numbers say only whether there is some of a kind.
    bank_hidden: bool,
}

impl<'a> TableView<'a> {
    pub(super) fn new(game: &Catan, view: &'a View) -> Self {
        let me = view.viewer;
        let mine = me.and_then(|s| view.seats.get(usize::from(s)));
        let trading = view.phase == Phase::Main && game.options().domestic_trade;
        Self {
            view,
            owed: mine.map_or(0, |s| s.owes),
            gold_due: mine.map_or(0, |s| s.gold),
            may_offer: trading && me.is_some(),
            // others may only address the seat whose turn it is
            offer_to: if me == Some(view.active) { "all".to_owned() } else { view.active.to_string() },
            may_counter: trading && game.options().counter_offers,
            goal: game.goal(),
            bank_hidden: game.options().hide_bank,
        }
    }
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
