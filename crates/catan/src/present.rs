//! Catan for people: what happened in words, what a seat may do, what stands beside the board.
//!
//! ```
//! use hexwright_catan::game::{Action, Catan, Options};
//! use hexwright_catan::generate::preset;
//! use hexwright_core::present::{Present as _, Speaker, Words};
//! use hexwright_core::{Game as _, Seat, Step, Viewer};
//!
//! let setup = preset("base").unwrap();
//! let game = Catan::new(&setup, &setup.draw(1), Options::default(), 3).unwrap();
//! let start = game.start();
//! let mut legal = Vec::new();
//! game.legal(&start, Seat(0), &mut legal);
//!
//! let told = game.describe(&start, &Step::seat(Seat(0), legal[0]), Viewer::Spectator);
//! let words = Words::read(Catan::catalogues()[0].1).unwrap();
//! let names = ["Ada".to_owned()];
//! assert_eq!(Speaker { words: &words, names: &names, you: None }.say(&told[0]), "Ada places a settlement");
//! ```

mod choices;
mod describe;
mod follow;
mod summary;
#[cfg(test)]
mod tests;

use crate::game::{Action, Catan, CatanPosition, Hand, OfferView, View};
use crate::map::Resource;
use hexwright_core::present::{Choice, Good, Panel, Place, Present, Sentence};
use hexwright_core::{
    Actor, CornerId, Game as _, HexId, Key as _, Seat, SeatSet, SideId, Step, Turn, Viewer,
};

impl Present for Catan {
    fn catalogues() -> &'static [(&'static str, &'static str)] {
        &[("en", include_str!("../words/en.txt")), ("de", include_str!("../words/de.txt"))]
    }

    fn describe(&self, before: &CatanPosition, step: &Step<Action>, viewer: Viewer) -> Vec<Sentence> {
        describe::describe(self, before, step, viewer)
    }

    fn place_in_words(&self, place: Place) -> Option<String> {
        let (board, topology) = (self.board(), self.board().grid.topology());
        let (name, hexes) = match place {
            Place::Hex(id) => (format!("hex {id}"), vec![Some(HexId(id))]),
            Place::Corner(id) => (format!("corner {id}"), topology.corner_hexes(CornerId(id)).to_vec()),
            Place::Side(id) => (format!("side {id}"), topology.side_hexes(SideId(id)).to_vec()),
        };
        let hexes = board.hexes_in_words(hexes.into_iter().flatten());
        Some(if hexes.is_empty() { name } else { format!("{name} ({hexes})") })
    }

    /// With a hidden bank only those who are paid know what it lacks.
    fn is_open(&self, step: &Step<Action>) -> bool {
        !matches!(step.action, Action::Drawn(_) | Action::Stolen(_)) && !self.options().hide_bank
    }

    /// What was drawn or stolen is known to those who hold the card, before or after.
    fn line_for(&self, before: &CatanPosition, step: &Step<Action>, viewer: Viewer) -> String {
        let hidden = match step.action {
            Action::Drawn(_) => "chance draw a card",
            Action::Stolen(_) => "chance steal a card",
            _ => return step.line(self, before),
        };
        let view = self.view(before, viewer);
        let holders = match step.action {
            Action::Drawn(_) => [view.builder.or(Some(view.active)), None],
            _ => [Some(view.active), view.victim],
        };
        let knows = view.viewer.is_some() && holders.contains(&view.viewer);
        if knows { step.line(self, before) } else { hidden.to_owned() }
    }

    fn choices(&self, position: &CatanPosition, seat: Seat) -> Vec<Choice> {
        self.choices_seen(position, &self.view(position, Viewer::Seat(seat)), seat)
    }

    fn choices_seen(&self, position: &CatanPosition, view: &View, seat: Seat) -> Vec<Choice> {
        choices::choices(self, position, view, seat)
    }

    fn summary(&self, view: &View) -> Vec<Panel> {
        summary::summary(self, view)
    }

    fn waited_for(&self, position: &CatanPosition) -> SeatSet {
        self.waited_for_by_all(position)
    }

    fn patient(&self, position: &CatanPosition, seat: Seat) -> bool {
        let view = self.view(position, Viewer::Spectator);
        let unanswered = |o: &OfferView| o.accepted.is_empty() && o.rejected.len() < o.to.len();
        view.active == seat.0 && view.offers.iter().any(|o| o.maker == seat.0 && unanswered(o))
    }

    fn least(&self, position: &CatanPosition, seat: Seat) -> Option<Action> {
        let mut legal = Vec::new();
        self.legal(position, seat, &mut legal);
        let shortest = [Action::EndTurn, Action::Roll, Action::Pass, Action::Stop];
        let found = shortest.iter().find(|a| legal.contains(a)).copied();
        found.or_else(|| legal.into_iter().find(|a| matches!(a, Action::Reject(_))))
    }

    fn can_take_back(&self, position: &CatanPosition, seat: Seat, action: &Action) -> bool {
        let shows_something = matches!(
            action,
            Action::Roll
                | Action::Buy
                | Action::EndTurn
                | Action::Steal(_)
                | Action::PlayMonopoly(_)
                | Action::Discard(_)
        );
        let turn = self.turn(position);
        if shows_something || turn != Turn::Seats(SeatSet::only(seat)) {
            return false;
        }
        let mut after = position.clone();
        self.play(&mut after, Actor::Seat(seat), action).is_ok() && self.turn(&after) == turn
    }
}

/// Cards as counted goods.
fn goods(hand: Hand) -> Vec<Good> {
    Resource::ALL.iter().map(|&kind| Good::new(hand.get(kind), kind.name())).filter(|g| g.count > 0).collect()
}

fn corner(c: CornerId) -> Place {
    Place::Corner(c.0)
}

fn side(s: SideId) -> Place {
    Place::Side(s.0)
}

fn hex(h: HexId) -> Place {
    Place::Hex(h.0)
}
