//! What a viewer gets to see of Catan.

use crate::pictures;
use crate::table::{Face, Offered};
use hexwright_catan::game::{Action, Catan, CatanPosition, View};
use hexwright_core::{Actor, CornerId, Fast, Game, HexId, Seat, SideId, Viewer};
use hexwright_play::bot::Choice;
use serde_json::{Value, json};

impl Face for Catan {
    const KIND: &'static str = "catan";

    fn view_json(&self, view: &View) -> Value {
        let mut value = serde_json::to_value(view).unwrap_or_default();
        let me = view.viewer;
        let main = value["phase"] == "main";
        let trading = main && self.options().domestic_trade;
        value["owed"] = json!(me.map_or(0, |s| view.seats[usize::from(s)].owes));
        value["gold_due"] = json!(me.map_or(0, |s| view.seats[usize::from(s)].gold));
        value["may_offer"] = json!(trading && me.is_some());
        // others may only address the seat whose turn it is
        value["offer_to"] =
            json!(if me == Some(view.active) { "all".to_owned() } else { view.active.to_string() });
        value["may_counter"] = json!(trading && self.options().counter_offers);
        value["goal"] = json!(self.goal());
        value
    }

    fn picture(&self, view: &View) -> String {
        pictures::position(self.board(), &pieces(view))
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

    fn log_line(&self, before: &CatanPosition, line: &str, viewer: Viewer) -> String {
        // what was drawn or stolen is known to those who hold the card, before or after
        let view = self.view(before, viewer);
        let knows = |seat: Option<u8>| seat.is_some() && seat == view.viewer;
        if line.starts_with("chance draw ") && !knows(Some(view.builder.unwrap_or(view.active))) {
            return "chance draw a card".to_owned();
        }
        if line.starts_with("chance steal ") && !knows(Some(view.active)) && !knows(view.victim) {
            return "chance steal a card".to_owned();
        }
        line.to_owned()
    }

    fn decide(&self, bot: &str, position: &CatanPosition, seat: Seat, random: &mut Fast) -> Option<Action> {
        let view = self.view(position, Viewer::Seat(seat));
        let mut legal = Vec::new();
        self.legal(position, seat, &mut legal);
        if legal.is_empty() {
            return None;
        }
        let choice = Choice {
            game: self,
            seat,
            view: &view,
            legal: &legal,
            may_wait: false,
            text: &|action| self.action_text(position, action),
        };
        let mut bot = hexwright_league::bots::catan(self, bot)?;
        let chosen = bot.decide(&choice, random)?.min(legal.len() - 1);
        legal.get(chosen).copied()
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

/// What stands on the board.
fn pieces(view: &View) -> hexwright_render::catan::Position {
    let mut pieces =
        hexwright_render::catan::Position { robber: view.robber.map(HexId), ..Default::default() };
    for (seat, of) in (0u8..).zip(&view.seats) {
        pieces.roads.extend(of.roads.iter().map(|&s| (SideId(s), seat)));
        pieces.roads.extend(of.bridges.iter().map(|&s| (SideId(s), seat)));
        pieces.ships.extend(of.ships.iter().map(|&s| (SideId(s), seat)));
        pieces.settlements.extend(of.settlements.iter().map(|&c| (CornerId(c), seat)));
        pieces.cities.extend(of.cities.iter().map(|&c| (CornerId(c), seat)));
    }
    pieces
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
