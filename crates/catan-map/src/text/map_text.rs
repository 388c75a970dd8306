//! A map as one of its two texts, `.catan` or `.game`. What differs between them is decided here: programs that
//! check, draw, change and convert maps know [`MapText`] and its [`Setup`].
//!
//! ```
//! use hexwright_catan_map::text::{Leniency, MapFormat, MapText};
//!
//! let text = b"title Rock\nnum-roads 15\nnum-settlements 5\nnum-cities 4\nchits 6,8\nmap\ns,t0,s\nd1,p2,s\n.\n";
//! let map = MapText::read(MapFormat::Game, "rock.game", text, Leniency::Lenient).into_value().unwrap();
//! assert_eq!(map.setup().note("title"), Some("Rock"));
//! let (converted, losses) = map.converted(MapFormat::Catan, None).unwrap();
//! assert!(converted.write().starts_with("# title: Rock\n"));
//! // the map says no number of players, which a .catan file needs
//! assert_eq!(losses[0].id, "L-range");
//! ```

use super::convert::findings::L_REFUSED;
use super::convert::{ConvertError, Loss, Origin, to_catan, to_game};
use super::dot_catan::{self, Document, DotCatan, Section};
use super::pioneers::{self, DotGame, PioneersMap, Places, Switch};
use crate::lint::{Lint, lint};
use crate::map::{Board, Setup};
use hexwright_core::text::{Confidence, Format as _, FormatEntry, Leniency, Parsed, sort, surest};
use hexwright_core::{Diagnostic, Span};

/// The two texts of a map in the table of formats; `.catan` first.
pub const MAP_FORMATS: &[FormatEntry] = &[FormatEntry::of::<DotCatan>(), FormatEntry::of::<DotGame>()];

/// Which text a map is written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MapFormat {
    /// `.catan`.
    Catan,
    /// The `.game` files of Pioneers.
    Game,
}

impl MapFormat {
    /// The name in the table of formats.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Catan => DotCatan::NAME,
            Self::Game => DotGame::NAME,
        }
    }

    /// The format with this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        [Self::Catan, Self::Game].into_iter().find(|format| format.name() == name)
    }

    /// The format that a text meant to be a map shows. A text that shows none is `.catan`.
    ///
    /// ```
    /// use hexwright_catan_map::text::MapFormat;
    /// assert_eq!(MapFormat::of(b"title Rock\n"), MapFormat::Game);
    /// assert_eq!(MapFormat::of(b""), MapFormat::Catan);
    /// ```
    #[must_use]
    pub fn of(bytes: &[u8]) -> Self {
        let entry = surest(MAP_FORMATS, bytes, Confidence::Possible);
        entry.and_then(|entry| Self::from_name(entry.name)).unwrap_or(Self::Catan)
    }

    /// The other text of a map.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Catan => Self::Game,
            Self::Game => Self::Catan,
        }
    }
}

/// A map and the text it is written in.
#[derive(Clone, Debug)]
pub struct MapText {
    setup: Setup,
    /// The `.game` file as it stands, if it is one: it says things that writers and people read only.
    game: Option<Box<PioneersMap>>,
}

hexwright_core::sentence_error! {
    /// The first error of a text that is no map, with its line.
    pub UnreadableMap
}

/// A map as read.
pub type MapReading = Parsed<MapText, MapPlaces>;

/// Where the parts of a map stand in its text.
#[derive(Clone, Debug)]
pub struct MapPlaces(Inner);

#[derive(Clone, Debug)]
enum Inner {
    Catan(Document),
    Game(Places),
}

impl MapText {
    /// Reads a map; `name` is shown to people.
    #[must_use]
    pub fn read(format: MapFormat, name: &str, bytes: &[u8], leniency: Leniency) -> MapReading {
        match format {
            MapFormat::Catan => of_catan(dot_catan::read(name, bytes, leniency)),
            MapFormat::Game => {
                let read = pioneers::read(name, bytes, leniency);
                let value = read.value.map(Self::from);
                let places = MapPlaces(Inner::Game(read.places));
                Parsed { source: read.source, value, diagnostics: read.diagnostics, places }
            }
        }
    }

    /// Reads a map in the format its content shows.
    #[must_use]
    pub fn read_any(name: &str, bytes: &[u8], leniency: Leniency) -> MapReading {
        Self::read(MapFormat::of(bytes), name, bytes, leniency)
    }

    /// Reads a text of either format for those who need a map or one sentence about why there is none.
    ///
    /// # Errors
    /// The first error, with its line.
    pub fn parse(text: &str) -> Result<Self, UnreadableMap> {
        let name = format!("map.{}", MapFormat::of(text.as_bytes()).name());
        Self::read_any(&name, text.as_bytes(), Leniency::Lenient).into_value().map_err(|report| {
            let error = report.diagnostics.iter().find(|found| found.is_error());
            let first = error.map(|error| error.headline(&report.source));
            first.unwrap_or_else(|| "the map cannot be read".to_owned()).into()
        })
    }

    /// Reads a `.catan` map of the old kind, which had no pools; every cell of it is open.
    #[must_use]
    pub fn read_old(name: &str, bytes: &[u8]) -> MapReading {
        of_catan(dot_catan::read_old(name, bytes))
    }

    /// Which text it is written in.
    #[must_use]
    pub const fn format(&self) -> MapFormat {
        if self.game.is_some() { MapFormat::Game } else { MapFormat::Catan }
    }

    /// The map as a value.
    #[must_use]
    pub const fn setup(&self) -> &Setup {
        &self.setup
    }

    /// The map as a value.
    #[must_use]
    pub fn into_setup(self) -> Setup {
        self.setup
    }

    /// The canonical text.
    #[must_use]
    pub fn write(&self) -> String {
        self.game.as_ref().map_or_else(|| dot_catan::write(&self.setup), |map| pioneers::write(map))
    }

    /// The map in this text, and what it cannot say. Without a seed, what a `.game` file cannot leave open is
    /// drawn with the seed the map notes, or with 1.
    ///
    /// # Errors
    /// Why the text cannot say the map at all.
    pub fn converted(&self, to: MapFormat, seed: Option<u64>) -> Result<(Self, Vec<Loss>), ConvertError> {
        Ok(match (to, &self.game) {
            (MapFormat::Game, None) => {
                let (map, losses) = to_game(&self.setup, self.setup.board_seed(seed))?;
                (map.into(), losses)
            }
            (MapFormat::Catan, Some(map)) => {
                let (setup, losses) = to_catan(map);
                if let Some(refused) = losses.iter().find(|loss| loss.id == L_REFUSED.id) {
                    return Err(ConvertError::Refused(refused.what.clone()));
                }
                (setup.into(), losses)
            }
            _ => (self.clone(), Vec::new()),
        })
    }

    /// The map with this board in the place of everything it leaves to chance, in its own text.
    ///
    /// # Errors
    /// Why its text cannot say the board.
    pub fn with_board(&self, board: &Board, seed: u64) -> Result<Self, ConvertError> {
        let setup = self.setup.with_board(board, Some(seed));
        if self.game.is_none() {
            return Ok(setup.into());
        }
        let mut map = to_game(&setup, seed)?.0;
        map.switches[Switch::RandomTerrain] = false;
        Ok(map.into())
    }

    /// The `.game` file as it stands, if it is one.
    #[must_use]
    pub fn game(&self) -> Option<&PioneersMap> {
        self.game.as_deref()
    }

    /// A stroke of an editor: changes the text it is written in.
    ///
    /// # Errors
    /// As the stroke.
    pub fn change<E>(
        &mut self,
        catan: impl FnOnce(&mut Setup) -> Result<(), E>,
        game: impl FnOnce(&mut PioneersMap) -> Result<(), E>,
    ) -> Result<(), E> {
        match &mut self.game {
            None => catan(&mut self.setup),
            Some(map) => {
                game(map)?;
                self.setup = map.setup();
                Ok(())
            }
        }
    }
}

impl From<Setup> for MapText {
    fn from(setup: Setup) -> Self {
        Self { setup, game: None }
    }
}

impl From<PioneersMap> for MapText {
    fn from(map: PioneersMap) -> Self {
        Self { setup: map.setup(), game: Some(Box::new(map)) }
    }
}

fn of_catan(read: dot_catan::Reading) -> MapReading {
    let value = read.value.map(MapText::from);
    Parsed {
        source: read.source,
        value,
        diagnostics: read.diagnostics,
        places: MapPlaces(Inner::Catan(read.places)),
    }
}

impl MapPlaces {
    /// Where the hexes stand, row by row: one list for each section that speaks of every hex.
    #[must_use]
    pub fn hexes(&self) -> Vec<Vec<Span>> {
        match &self.0 {
            Inner::Catan(document) => {
                [Section::Types, Section::Values].map(|section| document.section(section).collect()).to_vec()
            }
            Inner::Game(places) => vec![places.cells().concat()],
        }
    }

    /// Where the text says what a conversion loses.
    #[must_use]
    pub fn origin(&self, origin: Origin) -> Option<Span> {
        match (&self.0, origin) {
            (Inner::Catan(document), Origin::Number(section, index)) => Some(document.place(section, index)),
            (Inner::Catan(_), _) => None,
            (Inner::Game(places), origin) => origin.in_game(places),
        }
    }

    fn advice(&self, advice: &Lint, map: &MapText) -> Diagnostic {
        match (&self.0, &map.game) {
            (Inner::Game(places), Some(map)) => advice.diagnostic_in_game(map, places),
            (Inner::Catan(document), _) => advice.diagnostic(document),
            _ => advice.diagnostic_at(Span::at(0)),
        }
    }
}

/// Advice on a map as it was read.
pub trait Advise {
    /// All advice with its place; with a drawn board the rules about boards judge that.
    fn advice(&self, board: Option<&Board>) -> Vec<(Lint, Diagnostic)>;

    /// Adds the advice to the findings.
    fn advise(&mut self, board: Option<&Board>);
}

impl Advise for MapReading {
    fn advice(&self, board: Option<&Board>) -> Vec<(Lint, Diagnostic)> {
        let Some(map) = &self.value else { return Vec::new() };
        let located = |advice: Lint| {
            let diagnostic = self.places.advice(&advice, map);
            (advice, diagnostic)
        };
        lint(map.setup(), board).into_iter().map(located).collect()
    }

    fn advise(&mut self, board: Option<&Board>) {
        let advice = self.advice(board).into_iter().map(|(_, diagnostic)| diagnostic);
        self.diagnostics.extend(advice);
        sort(&mut self.diagnostics);
    }
}
