//! Players of Terra Mystica.

use crate::{Effort, Fault, NewGame, Playable};
use hexwright_core::{Fast, Seat};
use hexwright_play::bot::{Bot, GreedyBot};
use hexwright_play::evaluate::Evaluate;
use hexwright_render::Theme;
use hexwright_render::terra::{Options, position_scene, position_text};
use hexwright_terra::game::{MAX_PLAYERS, View};
use hexwright_terra::{Board, Building, Cult, Faction, MapId, Position, Setup, Terra};
use std::sync::Arc;

/// A simple judge: points, what goods are worth, and what buildings and cults will bring in the
/// rounds that are left.
#[derive(Debug)]
struct Judge;

impl Evaluate<Terra> for Judge {
    fn strength(&self, _game: &Terra, position: &Position, seat: Seat) -> f64 {
        let p = position.player(seat);
        let rounds = f64::from(6_u8.saturating_sub(position.round));
        let goods = 0.35 * f64::from(p.coins) + 0.8 * f64::from(p.workers) + 1.4 * f64::from(p.priests);
        let power = 0.1 * f64::from(p.power[1]) + 0.35 * f64::from(p.power[2]);
        let worth = |kind| match kind {
            Building::Dwelling => 1.5 + 0.8 * rounds,
            Building::TradingHouse => 2.5 + 0.9 * rounds,
            Building::Temple => 4.0 + 1.6 * rounds,
            Building::Stronghold => 4.0 + 2.0 * rounds,
            Building::Sanctuary => 5.0 + 1.6 * rounds,
        };
        let buildings: f64 = Building::ALL.iter().map(|&kind| f64::from(p.built[kind]) * worth(kind)).sum();
        let cults: f64 = Cult::ALL.iter().map(|&cult| 0.7 * f64::from(p.cult[cult])).sum();
        let tracks = f64::from(p.shipping) + 1.2 * f64::from(p.digging);
        let favors = 1.2 * p.favors.len() as f64 * (1.0 + 0.3 * rounds);
        (f64::from(p.points) + goods + power + buildings + cults + tracks + favors).max(1.0)
    }
}

impl Playable for Terra {
    /// A league game: `board=base`, `factions=witches,giants`; what is not named is drawn with the seed.
    fn create(new: &NewGame) -> Result<Self, Fault> {
        new.knows(&["board", "factions"])?;
        let board = new.option("board").unwrap_or("base");
        let map = MapId::from_name(board).filter(|map| Board::shared(*map).is_some());
        let map = map.ok_or_else(|| Fault::Setup(format!("no printed board is called {board:?}")))?;
        let named: Vec<Faction> = match new.option("factions") {
            None => Vec::new(),
            Some(list) => list.split(',').map(faction).collect::<Result<_, _>>()?,
        };
        let seats = new.seats.unwrap_or(if named.is_empty() { 4 } else { named.len() });
        if !(2..=MAX_PLAYERS).contains(&seats) || (!named.is_empty() && named.len() != seats) {
            let found = if named.is_empty() { seats } else { named.len() };
            return Err(Fault::Setup(format!(
                "expected 2 to {MAX_PLAYERS} seats and a faction for each, found {found}"
            )));
        }
        let mut random = Fast::new(new.seed, 0);
        let mut setup = Setup::draw(map, seats, &mut random);
        if !named.is_empty() {
            setup = Setup { board: setup.board, final_scoring: setup.final_scoring, ..Setup::new(&named) };
            setup.draw_tiles(&mut random);
        }
        Self::new(setup).map_err(|e| Fault::Setup(e.to_string()))
    }

    fn table_bots() -> &'static [&'static str] {
        &["greedy", "random"]
    }

    fn page_svg(&self, view: &View) -> Option<String> {
        let options = Options { theme: Theme::Page, ..Options::default() };
        Some(position_scene(self, &view.0, &options).to_svg())
    }

    fn picture(&self, view: &View) -> String {
        position_text(self, &view.0)
    }

    fn bots() -> &'static [(&'static str, &'static str)] {
        &[("greedy", "takes the action after which its own position is worth most")]
    }

    fn bot(&self, name: &str, _: &Effort) -> Option<Box<dyn Bot<Self>>> {
        (name == "greedy").then(|| Box::new(GreedyBot::new("greedy", Arc::new(Judge))) as Box<dyn Bot<Self>>)
    }
}

fn faction(name: &str) -> Result<Faction, Fault> {
    Faction::from_name(name.trim()).ok_or_else(|| Fault::Setup(format!("no faction is called {name:?}")))
}
