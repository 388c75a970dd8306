//! The games a table can play, by the name in the store.

mod catan;

use crate::maps;
use crate::store::StoredGame;
use crate::table::{Live, LiveGame};
use hexwright_catan::game::Catan;
use hexwright_core::present::{Present as _, Words};
use hexwright_core::step::Line;
use hexwright_core::{Recorded, random::seed_from_text};
use hexwright_league::Rules;
use std::collections::BTreeMap;

/// Bots a seat can be given to.
pub const BOTS: &[&str] = hexwright_league::bots::CATAN;

/// What to play.
#[derive(Clone, Debug, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NewGame {
    /// Which game.
    pub kind: String,
    /// The name of a shipped map.
    pub map: Option<String>,
    /// Or the text of one.
    pub text: Option<String>,
    /// Options of the rules by name.
    #[serde(default)]
    pub options: BTreeMap<String, String>,
    /// Seed of open cells; drawn by chance if absent.
    pub seed: Option<String>,
}

/// A game about to begin: its title, its setup as text, and its start.
pub type Begun = (String, String, Box<dyn LiveGame>);

/// A new game.
///
/// # Errors
/// What is wrong with the map, an option or the number of seats, in words.
pub fn create(new: &NewGame, seats: usize) -> Result<Begun, String> {
    if new.kind != "catan" {
        return Err(format!("there is no game {:?}; known are: catan", new.kind));
    }
    let text = match (&new.text, &new.map) {
        (Some(text), _) => text.clone(),
        (None, Some(name)) => {
            crate::library::text(name).ok_or_else(|| format!("there is no map {name:?}"))?
        }
        (None, None) => return Err("expected a map or the text of one".to_owned()),
    };
    let seed = match &new.seed {
        Some(seed) => seed_from_text(seed),
        None => crate::secret::derive(&crate::secret::random_hex(16), "board"),
    };
    let setup = maps::read(&text)?;
    let title = setup.note("title").unwrap_or("Catan").to_owned();
    let single = new.options.iter().filter(|(name, _)| *name != "ruleset");
    let rules = Rules {
        ruleset: new.options.get("ruleset").cloned(),
        options: single.map(|(name, value)| format!("{name}={value}")).collect(),
    };
    let game = hexwright_league::catan::game(&setup, seats, &rules, seed).map_err(|e| e.to_string())?;
    Ok((title, game.setup_text(), Box::new(Live::new(game))))
}

/// A stored game at its start.
///
/// # Errors
/// If the setup is of a kind or version this server does not know.
pub fn open(kind: &str, setup: &str) -> Result<Box<dyn LiveGame>, String> {
    match kind {
        "catan" => Ok(Box::new(Live::new(Catan::from_setup(setup)?))),
        other => Err(format!("this server does not know the game {other:?}")),
    }
}

/// What a game says in a language, by key.
#[must_use]
pub fn words(kind: &str, language: &str) -> Option<BTreeMap<String, String>> {
    let catalogues = match kind {
        "catan" => Catan::catalogues(),
        _ => return None,
    };
    let (_, text) = catalogues.iter().find(|(name, _)| *name == language)?;
    let words = Words::read(text).ok()?;
    Some(words.iter().map(|(key, entry)| (key.to_owned(), entry.to_owned())).collect())
}

/// A finished game in the form `hexwright replay` reads.
#[must_use]
pub fn record(stored: &StoredGame, lines: &[String]) -> String {
    use hexwright_play::record::Record;
    // every stored line has been played, so it can be read
    let entries = lines.iter().filter_map(|line| Line::read(line).ok()).map(Into::into).collect();
    let names = stored
        .seats
        .iter()
        .enumerate()
        .map(|(i, s)| if s.name.is_empty() { format!("seat {i}") } else { s.name.clone() });
    Record { game: stored.kind.clone(), names: names.collect(), setup: stored.setup.clone(), entries }
        .to_string()
}
