//! The games a table can play, by the name in the store.

pub(crate) mod catan;

use crate::language::Language;
use crate::store::StoredGame;
use crate::table::{DiceWish, Finished, History, Live, LiveGame, TableDice};
use hexwright_catan::game::Catan;
use hexwright_core::present::{Present as _, Words};
use hexwright_core::step::Line;
use hexwright_core::{Game as _, Recorded as _, random::seed_from_text};
use hexwright_league::{GAMES, Playable as _, english, with_game};
use hexwright_play::dice::prove;
use std::collections::BTreeMap;

/// Bots a seat of a game can be given to.
#[must_use]
pub fn bots(kind: &str) -> &'static [&'static str] {
    with_game!(kind, G => G::table_bots(), &[])
}

/// Numbers of seats a table of a game can have.
#[must_use]
pub fn seat_counts(kind: &str) -> std::ops::RangeInclusive<usize> {
    with_game!(kind, G => G::seat_counts(), 2..=2)
}

/// Bots a seat of a game may be given to: those shown, and those with a name from an earlier version.
#[must_use]
pub fn accepted_bots(kind: &str) -> Vec<&'static str> {
    with_game!(kind, G => [G::table_bots(), G::former_table_bots()].concat(), Vec::new())
}

/// Whether a page is made for this game.
#[must_use]
pub fn has_own_page(kind: &str) -> bool {
    with_game!(kind, G => G::OWN_PAGE, false)
}

/// What a game is called for people.
#[must_use]
pub fn title(kind: &str) -> String {
    with_game!(kind, G => english::<G>().get("title").unwrap_or(G::NAME).to_owned(), kind.to_owned())
}

hexwright_core::sentence_error! {
    /// Why no game can begin, in words.
    pub NoGame
}

/// What to play.
#[derive(Clone, Debug, serde::Deserialize, serde::Serialize, schemars::JsonSchema)]
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

/// A new game. Catan is played on a map, which has an entry of its own; every other game makes itself.
///
/// # Errors
/// What is wrong with the map, an option or the number of seats, in words.
pub fn create(new: &NewGame, seats: usize) -> Result<Begun, NoGame> {
    let seed = match &new.seed {
        Some(seed) => seed_from_text(seed),
        None => crate::secret::derive(&crate::secret::random_hex(16), "board"),
    };
    if new.kind == Catan::NAME {
        return catan::create(new, seats, seed);
    }
    if new.map.is_some() || new.text.is_some() {
        return Err(format!("{} is played without a map; leave map and text out", new.kind).into());
    }
    let options = new.options.iter().map(|(name, value)| (name.clone(), value.clone())).collect();
    let asked = hexwright_league::NewGame { seats: Some(seats), options, seed };
    with_game!(new.kind.as_str(), G => {
        let game = G::create(&asked).map_err(|e| e.to_string())?;
        Ok((title(G::NAME), game.setup_text(), Box::new(Live::new(game))))
    }, Err(format!("there is no game {:?}; known are: {}", new.kind, GAMES.join(", ")).into()))
}

/// The game that a stored request asks for, its board drawn with this seed.
///
/// # Errors
/// As [`create`].
pub fn draw(asked: &str, seats: usize, seed: u64) -> Result<Begun, NoGame> {
    let asked: NewGame =
        serde_json::from_str(asked).map_err(|e| format!("the request of the table cannot be read: {e}"))?;
    create(&NewGame { seed: Some(seed.to_string()), ..asked }, seats)
}

/// A stored game after these lines of its log.
///
/// # Errors
/// If the setup is of a kind or version this server does not know, or a line does not replay.
pub fn load(stored: &StoredGame, lines: &[String]) -> Result<History, NoGame> {
    let dice = match stored.wishes.dice {
        None => TableDice::OLD,
        Some(DiceWish::Server) => TableDice::SERVER,
        Some(DiceWish::Together) => TableDice::TOGETHER,
    };
    let start = if stored.setup.is_empty() {
        // no board has been drawn when the table was made; the log brings it
        draw(&stored.asked, stored.seats.len(), 0)?.2
    } else {
        open(&stored.kind, &stored.setup)?
    };
    History::with_dice(start, dice).and(lines).map_err(|e| format!("the log does not replay: {e}").into())
}

/// A stored game at its start.
///
/// # Errors
/// If the setup is of a kind or version this server does not know.
pub fn open(kind: &str, setup: &str) -> Result<Box<dyn LiveGame>, NoGame> {
    with_game!(
        kind,
        G => Ok(Box::new(Live::new(G::from_setup(setup).map_err(|e| e.to_string())?))),
        Err(format!("this server does not know the game {kind:?}").into())
    )
}

/// What a game and the pages say in a language, by key; of the game `pages`, the pages alone.
#[must_use]
pub fn words(kind: &str, language: &str) -> Option<BTreeMap<String, String>> {
    let pages = Language::from_code(language).map(|language| language.words().clone());
    let words = if kind == "pages" {
        pages?
    } else {
        let catalogues = with_game!(kind, G => G::catalogues(), return None);
        // a game that lacks the language of the page speaks English there
        let own = catalogues.iter().find(|(name, _)| *name == language).or_else(|| catalogues.first());
        Words::read(own?.1).ok()?.and(pages?)
    };
    Some(words.iter().map(|(key, entry)| (key.to_owned(), entry.to_owned())).collect())
}

/// A game in the form `hexwright replay` reads, with what its dice followed from.
#[must_use]
pub(crate) fn record(stored: &StoredGame, Finished { setup, lines, dice }: Finished) -> String {
    use hexwright_play::record::Record;
    // every stored line has been played, so it can be read
    let entries = lines.iter().filter_map(|line| Line::read(line).ok()).map(Into::into).collect();
    let names = stored
        .seats
        .iter()
        .enumerate()
        .map(|(i, s)| if s.name.is_empty() { format!("seat {i}") } else { s.name.clone() });
    let (game, names) = (stored.kind.clone(), names.collect());
    let mut record = Record { game, names, setup, dice: Vec::new(), entries };
    if let Some(dice) = dice {
        // a board that was there when the table was made was not drawn with the dice
        let asked = stored.setup.is_empty().then(|| stored.asked.clone());
        let proof = with_game!(stored.kind.as_str(), G => {
            let game = record.game::<G>().ok();
            game.and_then(|game| prove(&game, &record, dice, asked).ok())
        }, None);
        record.dice = proof.map(|proof| proof.lines()).unwrap_or_default();
    }
    record.to_string()
}
