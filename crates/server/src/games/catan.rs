//! What a viewer gets to see of Catan.

use crate::pictures;
use crate::table::{Face, Offered};
use hexwright_catan::game::{Action, Catan, CatanPosition, OfferView, Phase, View};
use hexwright_core::{Actor, Fast, Game, Seat, Viewer};
use hexwright_play::ask::Ask;
use serde::Serialize;
use serde_json::value::RawValue;

impl Face for Catan {
    const KIND: &'static str = "catan";

    fn view_json(&self, view: &View) -> Box<RawValue> {
        let me = view.viewer;
        let mine = me.and_then(|s| view.seats.get(usize::from(s)));
        let trading = view.phase == Phase::Main && self.options().domestic_trade;
        let shown = Shown {
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

    fn waited_for(&self, position: &CatanPosition) -> Vec<Seat> {
        self.view(position, Viewer::Spectator).waiting.into_iter().map(Seat).collect()
    }

    fn board(&self) -> String {
        let seafaring = matches!(self, Catan::Sea(_) | Catan::Ocean(_));
        pictures::table(Catan::board(self), self.seats(), seafaring)
    }

    fn offered(&self, position: &CatanPosition, seat: Seat) -> Vec<Offered> {
        let mut actions = Vec::new();
        self.legal(position, seat, &mut actions);
        // the ways to discard or to spend gold are many and the page chooses card by card
        actions.retain(|a| !matches!(a, Action::Discard(_) | Action::Gold(_)));
        let of = |action: &Action| {
            let text = self.action_text(position, action);
            Offered { label: label(&text), place: place(action), text }
        };
        actions.iter().map(of).collect()
    }

    fn is_open(&self, line: &str) -> bool {
        // what was drawn or stolen is known to those who hold the card, before or after
        !line.starts_with("chance draw ") && !line.starts_with("chance steal ")
    }

    fn log_line(&self, before: &CatanPosition, line: &str, viewer: Viewer) -> String {
        if self.is_open(line) {
            return line.to_owned();
        }
        let draw = line.starts_with("chance draw ");
        let view = self.view(before, viewer);
        let knows = |seat: Option<u8>| seat.is_some() && seat == view.viewer;
        if draw && !knows(Some(view.builder.unwrap_or(view.active))) {
            return "chance draw a card".to_owned();
        }
        if !draw && !knows(Some(view.active)) && !knows(view.victim) {
            return "chance steal a card".to_owned();
        }
        line.to_owned()
    }

    fn decide(&self, bot: &str, position: &CatanPosition, seat: Seat, random: &mut Fast) -> Option<Action> {
        let mut bot = hexwright_league::bot_by_name(self, bot, seat, 0).ok()?;
        Ask::new(self, position, seat).bot(&mut *bot, random)
    }

    fn patient(&self, position: &CatanPosition, seat: Seat) -> bool {
        let view = self.view(position, Viewer::Spectator);
        let unanswered = |o: &OfferView| o.accepted.is_empty() && o.rejected.len() < o.to.len();
        view.active == seat.0 && view.offers.iter().any(|o| o.maker == seat.0 && unanswered(o))
    }

    fn plainest(&self, position: &CatanPosition, seat: Seat) -> Option<Action> {
        let mut legal = Vec::new();
        self.legal(position, seat, &mut legal);
        let plain = [Action::EndTurn, Action::Roll, Action::Pass, Action::Stop];
        let found = plain.iter().find(|a| legal.contains(a)).copied();
        let refusal = || legal.iter().find(|a| matches!(a, Action::Reject(_))).copied();
        found.or_else(refusal).or_else(|| {
            // a placement, a discard, a robber: a bot chooses as it would for itself
            self.decide(super::BOTS[0], position, seat, &mut Fast::new(0, u64::from(seat.0)))
        })
    }

    fn can_take_back(&self, position: &CatanPosition, action: &Action) -> bool {
        let reveals = matches!(
            action,
            Action::Roll
                | Action::Buy
                | Action::EndTurn
                | Action::Steal(_)
                | Action::PlayMonopoly(_)
                | Action::Discard(_)
        );
        if reveals || action.is_chance() {
            return false;
        }
        // an action that passes the turn on, or waits for chance, is no longer alone its maker's
        let mut after = position.clone();
        let turn = self.turn(position);
        let hexwright_core::Turn::Seats(before) = turn else { return false };
        let Some(seat) = before.iter().next() else { return false };
        if before.len() != 1 || self.play(&mut after, Actor::Seat(seat), action).is_err() {
            return false;
        }
        self.turn(&after) == turn
    }
}

/// A view with what the page would otherwise have to work out.
#[derive(Serialize)]
struct Shown<'a> {
    #[serde(flatten)]
    view: &'a View,
    owed: u16,
    gold_due: u8,
    may_offer: bool,
    offer_to: String,
    may_counter: bool,
    goal: i16,
    /// The bank's numbers say only whether there is some of a kind.
    bank_hidden: bool,
}

fn label(text: &str) -> String {
    text.replace('-', " ")
}

/// Where on the board an action happens.
fn place(action: &Action) -> Option<String> {
    Some(match action {
        Action::SetupSettlement(c) | Action::SetupCity(c) | Action::Settlement(c) | Action::City(c) => {
            format!("corner-{c}")
        }
        Action::Wall(c) => format!("corner-{c}"),
        Action::SetupRoad(s) | Action::Road(s) | Action::SetupShip(s) | Action::Ship(s) => {
            format!("side-{s}")
        }
        Action::SetupBridge(s) | Action::Bridge(s) | Action::MoveShip { to: s, .. } => format!("side-{s}"),
        Action::Robber(h) | Action::Pirate(h) => format!("hex-{h}"),
        _ => return None,
    })
}
