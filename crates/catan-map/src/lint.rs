//! Advice on maps that are valid: can the game be won, does everybody find a start, are numbers and
//! ports well spread. Never errors; every rule has a name and a page of docs.
//!
//! Rules about the board look at fixed cells only, or at a drawn board if one is given.
//!
//! ```
//! use hexwright_catan_map::generate::preset;
//! use hexwright_catan_map::lint::lint;
//!
//! let mut map = preset("base").unwrap();
//! map.points = 60;
//! assert!(lint(&map, None).iter().any(|advice| advice.rule.id == "unwinnable"));
//! ```

mod board;
mod rules;

pub use rules::{RULES, rule};

use crate::generate::{Cells, Tables};
use crate::map::{Board, HexType, HexValue, MAX_SEATS, Resource, SEAT_COUNTS, Setup};
use crate::text::convert::port_sites;
use crate::text::dot_catan::{Document, Section};
use crate::text::pioneers::{PioneersMap, Place, Places};
use hexwright_core::text::Finding;
use hexwright_core::{CornerId, Diagnostic, HexId, Key as _, Span};

/// One piece of advice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lint {
    /// The rule.
    pub rule: &'static Finding,
    /// What was found.
    pub message: String,
    /// The section it belongs to and the number inside it, row by row.
    pub place: (Section, usize),
    /// Hexes to mark.
    pub hexes: Vec<HexId>,
    /// Corners to mark.
    pub corners: Vec<CornerId>,
}

/// The lines of a Pioneers map for the numbers of [`Section::Cards`].
const CARD_LINES: [&str; 5] =
    ["develop-monopoly", "develop-road", "develop-plenty", "develop-soldier", "develop-chapel"];

/// Collects advice.
struct Linter<'a> {
    setup: &'a Setup,
    drawn: Option<&'a Board>,
    tables: Tables,
    cells: Cells,
    found: Vec<Lint>,
}

/// All advice on a map; with a drawn board the board rules judge that.
#[must_use]
pub fn lint(setup: &Setup, drawn: Option<&Board>) -> Vec<Lint> {
    let sites: Vec<[CornerId; 2]> = setup.ports.iter().map(|p| p.corners).collect();
    let tables = Tables::new(&setup.grid, |h| setup.types[h.index()].is_land(), &sites);
    let cells = drawn.map_or_else(|| Cells::known(setup), Cells::with_all_sites);
    let mut linter = Linter { setup, drawn, tables, cells, found: Vec::new() };
    linter.game();
    linter.starts();
    linter.land();
    linter.supplies();
    linter.numbers();
    linter.terrain();
    linter.corners();
    linter.ports();
    linter.found
}

impl Lint {
    /// The advice as a finding in a text.
    #[must_use]
    pub fn diagnostic(&self, document: &Document) -> Diagnostic {
        self.diagnostic_at(document.place(self.place.0, self.place.1))
    }

    /// The advice as a finding in a Pioneers map; at its start where no line of it is meant.
    #[must_use]
    pub(crate) fn diagnostic_in_game(&self, map: &PioneersMap, places: &Places) -> Diagnostic {
        self.diagnostic_at(self.place_in_game(map, places).unwrap_or(Span::at(0)))
    }

    fn place_in_game(&self, map: &PioneersMap, places: &Places) -> Option<Span> {
        let (section, index) = self.place;
        let word = match section {
            Section::Types | Section::Values => {
                let width = usize::from(map.width).max(1);
                return places.cell(Place { x: (index % width) as i16, y: (index / width) as i16 });
            }
            Section::PortTypes => return places.cell(port_sites(map).nth(index)?),
            Section::PortVertices => return places.cell(port_sites(map).nth(index / 2)?),
            Section::Players => "num-players",
            Section::Points => "victory-points",
            Section::Pieces => *["num-roads", "num-settlements", "num-cities"].get(index)?,
            Section::Bank => "resource-count",
            Section::Cards => *CARD_LINES.get(index)?,
            Section::PlacementCount
            | Section::Placements
            | Section::Size
            | Section::TypePool
            | Section::ValuePool
            | Section::PortPool => "map",
        };
        places.line(word)
    }

    pub(crate) fn diagnostic_at(&self, span: Span) -> Diagnostic {
        let help = format!("`hexwright lint --explain {}` says more", self.rule.id);
        self.rule.at(span, self.message.clone()).help(help)
    }
}

impl Linter<'_> {
    fn say(&mut self, rule: &'static Finding, place: (Section, usize), message: String) -> &mut Lint {
        self.found.push(Lint { rule, message, place, hexes: Vec::new(), corners: Vec::new() });
        self.found.last_mut().expect("just pushed")
    }

    fn game(&mut self) {
        let (least, most) = self.setup.players;
        if usize::from(least) > MAX_SEATS || !SEAT_COUNTS.contains(&most.into()) {
            self.say(
                &rules::PLAYERS_OUTSIDE_ENGINE,
                (Section::Players, 0),
                format!("{least} to {most} players are recommended, games have 2 to {MAX_SEATS} seats"),
            );
        }
        let pieces = self.setup.pieces;
        let [_, _, _, knights, points] = self.setup.cards;
        let cities = if pieces.settlements == 0 { 0 } else { u32::from(pieces.cities) };
        let buildings = u32::from(pieces.settlements) + 2 * cities;
        let awards = 2 * u32::from(pieces.roads >= 5) + 2 * u32::from(knights >= 3);
        let most = buildings + awards + u32::from(points);
        let target = u32::from(self.setup.points);
        let place = (Section::Points, 0);
        if target > most {
            self.say(
                &rules::UNWINNABLE,
                place,
                format!("{target} points win, a seat can hold at most {most}"),
            );
        } else if target > buildings {
            let message = format!("{target} points win, all buildings together give {buildings}");
            self.say(&rules::MAYBE_UNWINNABLE, place, message);
        }
    }

    fn starts(&mut self) {
        let each: u32 =
            self.setup.placements.iter().map(|p| u32::from(p.settlements) + u32::from(p.cities)).sum();
        let wanted = u32::from(self.setup.players.1) * each;
        let mut kept = vec![false; self.setup.grid.corners()];
        let mut spots = 0;
        for &corner in &self.tables.corner_ids {
            let free = self.setup.grid.topology().corner_neighbours(corner).iter().flatten();
            if !free.into_iter().any(|n| kept[n.index()]) {
                kept[corner.index()] = true;
                spots += 1;
            }
        }
        let corners = self.tables.corner_ids.len() as u32;
        let place = (Section::PlacementCount, 0);
        if spots < wanted {
            let message = format!("{wanted} starting buildings, {spots} corners found that are apart");
            self.say(&rules::START_SPOTS_MISSING, place, message);
        } else if wanted > 0 && corners < 4 * (wanted - 1) + 1 {
            let message = format!("{wanted} starting buildings on {corners} corners");
            self.say(&rules::START_SPOTS_TIGHT, place, message);
        }
    }

    fn land(&mut self) {
        let islands = self.tables.islands();
        if islands.len() > 1 {
            let sizes: Vec<String> = islands.iter().map(ToString::to_string).collect();
            let message = format!("{} islands of {} hexes", islands.len(), sizes.join(", "));
            self.say(&rules::ISLANDS, (Section::Types, 0), message);
        }
        for i in 0..self.setup.types.len() {
            if let (HexType::Land(r), HexValue::None) = (self.setup.types[i], self.setup.values[i]) {
                let message = format!("hex {} yields {} but has no number", self.name(i), r.name());
                self.say(&rules::UNNUMBERED_LAND, (Section::Values, i), message).hexes.push(HexId(i as u16));
            }
        }
        let deserts = match self.drawn {
            Some(board) => board.terrain.iter().filter(|&&t| t == crate::map::Terrain::Desert).count(),
            None => {
                let open = self.setup.any_cells().0;
                self.setup.fixed_deserts() + open.min(self.setup.left().types[5].into())
            }
        };
        if self.tables.land.is_empty() {
            return;
        }
        if deserts == 0 {
            self.say(
                &rules::NO_DESERT,
                (Section::TypePool, 5),
                "no desert: the robber starts off the board".to_owned(),
            );
        } else if deserts > 1 {
            let message = format!("{deserts} deserts: the robber starts on the first in reading order");
            self.say(&rules::SEVERAL_DESERTS, (Section::TypePool, 5), message);
        }
    }

    fn supplies(&mut self) {
        for (resource, &count) in self.setup.bank.clone().iter() {
            if count < 4 {
                let message = format!("the bank has {count} {}", resource.name());
                self.say(&rules::SMALL_BANK, (Section::Bank, resource.index()), message);
            }
        }
        if self.setup.cards.iter().all(|&n| n == 0) {
            self.say(&rules::EMPTY_DECK, (Section::Cards, 0), "the deck has no card".to_owned());
        }
    }

    /// A hex by row and column.
    fn name(&self, hex: usize) -> String {
        let (row, column) = self.setup.grid.place(HexId(hex as u16));
        format!("{row},{column}")
    }

    /// Whether some hex yields a resource or may come to yield it.
    fn can_yield(&self, resource: Resource) -> bool {
        let kind = resource as u8 + 1;
        let open = self.drawn.is_none() && self.setup.any_cells().0 > 0;
        self.cells.kinds.contains(&kind) || (open && self.setup.left().types[resource.index()] > 0)
    }
}
