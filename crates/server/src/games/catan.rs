//! Catan in the table of games: it is played on maps, shipped or brought along, under named rulesets.

use super::{Begun, NewGame, NoGame};
use crate::table::Live;
use crate::{library, maps};
use hexwright_catan::game::Catan;
use hexwright_core::Recorded as _;
use hexwright_league::Rules;

/// A new game on a map, for a table.
pub(super) fn create(new: &NewGame, seats: usize, seed: u64) -> Result<Begun, NoGame> {
    let (title, game) = begin(new, seats, seed)?;
    Ok((title, game.setup_text(), Box::new(Live::new(game))))
}

/// A new game on a map: its title, and its rules.
pub(crate) fn begin(new: &NewGame, seats: usize, seed: u64) -> Result<(String, Catan), NoGame> {
    let text = match (&new.text, &new.map) {
        (Some(text), _) => text.clone(),
        (None, Some(name)) => library::text(name).ok_or_else(|| format!("there is no map {name:?}"))?,
        (None, None) => return Err("expected a map or the text of one".into()),
    };
    let setup = maps::read(&text).map_err(String::from)?;
    let title = setup.note("title").unwrap_or("Catan").to_owned();
    let single = new.options.iter().filter(|(name, _)| *name != "ruleset");
    let rules = Rules {
        ruleset: new.options.get("ruleset").cloned(),
        options: single.map(|(name, value)| format!("{name}={value}")).collect(),
    };
    let game = hexwright_league::catan::game(&setup, seats, &rules, seed).map_err(|e| e.to_string())?;
    Ok((title, game))
}
