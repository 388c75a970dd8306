//! The maps that come with Hexwright, carried inside the binary.

use crate::maps;
use crate::pictures;
use hexwright_catan::map::SEAT_COUNTS;
use std::sync::LazyLock;

#[derive(rust_embed::RustEmbed)]
#[folder = "../../maps"]
struct Files;

/// A map of the gallery.
#[derive(Clone, Debug, serde::Serialize)]
pub struct LibraryMap {
    /// What `/api/maps/NAME` answers to.
    pub name: String,
    /// For people.
    pub title: String,
    /// Size, players, points.
    pub facts: String,
    /// How many usually play.
    pub seats: u8,
    /// The fewest and the most who can play.
    pub players: (u8, u8),
    /// Points to win.
    pub points: u16,
    /// As SVG.
    #[serde(skip)]
    pub picture: String,
}

/// Names of the files of one folder, without it.
#[must_use]
pub fn names(folder: &str) -> Vec<String> {
    let prefix = format!("{folder}/");
    let mut names: Vec<String> =
        Files::iter().filter_map(|f| f.strip_prefix(&prefix).map(str::to_owned)).collect();
    names.sort();
    names
}

/// The text of a shipped file; `name` with or without its ending.
#[must_use]
pub fn text(name: &str) -> Option<String> {
    let found = Files::iter().find(|path| {
        let file = path.rsplit('/').next().unwrap_or(path);
        file == name || file.rsplit_once('.').is_some_and(|(stem, _)| stem == name)
    })?;
    String::from_utf8(Files::get(&found)?.data.into_owned()).ok()
}

/// Every shipped map, with its picture; drawn once.
#[must_use]
pub fn playable() -> &'static [LibraryMap] {
    static ENTRIES: LazyLock<Vec<LibraryMap>> = LazyLock::new(|| {
        let files = names("catan").into_iter().chain(names("pioneers"));
        let mut entries: Vec<LibraryMap> = files.filter_map(|name| entry(&name)).collect();
        // the base map first: it is what most people want; sea maps behind the others
        entries.sort_by_key(|e| (e.name != "base.catan", e.name.ends_with(".game"), e.title.clone()));
        entries
    });
    &ENTRIES
}

fn entry(name: &str) -> Option<LibraryMap> {
    let map = maps::read(&text(name)?).ok()?;
    let land = map.types.iter().filter(|t| t.is_land()).count();
    let (least, most) = map.players;
    let possible = |seats: u8| seats.clamp(*SEAT_COUNTS.start() as u8, *SEAT_COUNTS.end() as u8);
    let title = map.note("title").unwrap_or(name).to_owned();
    // a .game map is made for one number of players
    let exact = least == most || map.layout.is_some();
    let players = if exact { format!("{most} players") } else { format!("{least} to {most} players") };
    let points = map.points;
    let facts = format!("{land} hexes · {players} · {points} points");
    Some(LibraryMap {
        name: name.to_owned(),
        title,
        facts,
        seats: possible(most),
        players: (possible(if exact { most } else { least }), possible(most)),
        points: points.into(),
        picture: pictures::sample(&map),
    })
}
