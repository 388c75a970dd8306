//! Terra Mystica at the table of the command line: how it looks, what is told.

use crate::games::Table;
use hexwright_core::{Actor, Game, Viewer};
use hexwright_render::terra::position_text;
use hexwright_terra::game::{Action, View};
use hexwright_terra::{Position, Terra};

impl Table for Terra {
    fn picture(&self, view: &View) -> String {
        position_text(self, &view.0)
    }

    fn told(&self, before: &Position, actor: Actor, action: &Action, _viewer: Viewer) -> Option<String> {
        match actor {
            Actor::Seat(seat) => {
                let faction = before.player(seat).faction.display();
                Some(format!("{faction}: {}", self.action_text(before, action)))
            }
            Actor::Chance => None,
        }
    }
}
