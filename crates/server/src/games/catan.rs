//! What the server adds to Catan: the view as data for the page, the board, the bots.

use crate::pictures;
use crate::table::Face;
use hexwright_catan::game::{Action, Catan, CatanPosition, Phase, View};
use hexwright_core::{Fast, Game, Seat};
use hexwright_play::ask::Ask;
use serde::Serialize;
use serde_json::value::RawValue;

impl Face for Catan {
    const KIND: &'static str = "catan";

    fn view_json(&self, view: &View) -> Box<RawValue> {
        let me = view.viewer;
        let mine = me.and_then(|s| view.seats.get(usize::from(s)));
        let trading = view.phase == Phase::Main && self.options().domestic_trade;
        let shown = TableView {
            view,
            owed: mine.map_or(0, |s| s.owes),
            gold_due: mine.map_or(0, |s| s.gold),
            may_offer: trading && me.is_some(),
            // others may only address the seat whose turn it is
            offer_to: if me == Some(view.active) { "all".to_owned() } else { view.active.to_string() },
            may_counter: trading && self.options().counter_offers,
            goal: self.goal(),
            bank_hidden: self.options().hide_bank,
        };
        serde_json::value::to_raw_value(&shown).unwrap_or_default()
    }

    fn board(&self) -> String {
        let seafaring = matches!(self, Catan::Sea(_) | Catan::Ocean(_));
        pictures::table(Catan::board(self), self.seats(), seafaring)
    }

    fn decide(&self, bot: &str, position: &CatanPosition, seat: Seat, random: &mut Fast) -> Option<Action> {
        let mut bot = hexwright_league::bot_by_name(self, bot, seat, 0).ok()?;
        Ask::new(self, position, seat).bot(&mut *bot, random)
    }
}

/// A view with what the page would otherwise have to work out.
#[derive(Serialize)]
struct TableView<'a> {
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
