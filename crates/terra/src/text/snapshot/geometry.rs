//! The third level: hexes, rivers and bridge sites of the named map.

use super::findings::Findings;
use super::model::{Player, Snapshot};
use super::value::At;
use crate::factions::Home;
use crate::map::{Board, MapId, Terrain};
use hexwright_core::text::Finding;
use hexwright_core::{Hex, HexId, Span};

/// Checks every hex a snapshot names.
pub(super) fn check(snapshot: &Snapshot, findings: &mut Findings) {
    let Some(board) = Board::shared(snapshot.map.value) else {
        let printed = MapId::PRINTED.map(MapId::name);
        findings
            .error(G10, snapshot.map.span, "expected a printed map, found `custom`, whose rows are not given")
            .help(format!("name one of {}; a snapshot cannot hold the rows of a board", printed.join(", ")));
        return;
    };
    let mut check = Check { snapshot, board: &board, built: Vec::new(), bridged: Vec::new(), findings };
    for player in &snapshot.players {
        check.buildings(player);
    }
    for player in &snapshot.players {
        check.bridges(player);
    }
    check.terrain();
    for player in &snapshot.players {
        check.extensions(player);
    }
}

struct Check<'a, 'f> {
    snapshot: &'a Snapshot,
    board: &'a Board,
    built: Vec<HexId>,
    bridged: Vec<[HexId; 2]>,
    findings: &'f mut Findings,
}

impl Check<'_, '_> {
    /// The hex on the board, or G01.
    fn hex(&mut self, hex: Hex, span: Span) -> Option<HexId> {
        let id = self.board.id_at(hex);
        if id.is_none() {
            let map = self.snapshot.map.value;
            self.findings
                .error(G01, span, format!("{},{} is not on the map {map}", hex.q, hex.r))
                .help("hexes are q,r: r is the row from 0 at the top, q starts at minus half of it");
        }
        id
    }

    fn buildings(&mut self, player: &Player) {
        for item in &player.buildings {
            let (hex, building) = item.value;
            let Some(id) = self.hex(hex, item.span) else { continue };
            if !self.board.is_land(id) {
                self.findings
                    .error(
                        G02,
                        item.span,
                        format!("{},{} is river; expected land under {building}", hex.q, hex.r),
                    )
                    .help("nothing is built on a river");
            } else if self.built.contains(&id) {
                self.findings
                    .error(G03, item.span, format!("{},{} already has a building", hex.q, hex.r))
                    .help("one building a hex");
            } else {
                self.built.push(id);
            }
        }
    }

    fn bridges(&mut self, player: &Player) {
        for bridge in &player.bridges {
            let [a, b] = bridge.value;
            let (Some(from), Some(to)) = (self.hex(a, bridge.span), self.hex(b, bridge.span)) else {
                continue;
            };
            let site = self.board.site(from, to);
            let name = format!("{},{}-{},{}", a.q, a.r, b.q, b.r);
            if !self.board.is_site(site) {
                let why = if a.distance(b) == 1 {
                    "its ends are neighbours, no river lies between"
                } else {
                    "a bridge joins two land hexes with river between them"
                };
                self.findings.error(G04, bridge.span, format!("{name} is no place for a bridge")).help(why);
                continue;
            }
            let ends = [site.0, site.1];
            if self.bridged.contains(&ends) {
                self.findings
                    .error(G05, bridge.span, format!("a bridge already stands at {name}"))
                    .help("one bridge a place, whoever owns it");
                continue;
            }
            self.bridged.push(ends);
            if !player.buildings.iter().any(|item| item.value.0 == a || item.value.0 == b) {
                let owner = player.faction.value;
                self.findings
                    .error(G06, bridge.span, format!("{owner} have no building at either end of {name}"))
                    .help("a bridge starts at a building of its owner");
            }
        }
    }

    fn terrain(&mut self) {
        for entry in &self.snapshot.terrain {
            let (hex, terrain) = entry.value;
            let Some(id) = self.hex(hex, entry.span) else { continue };
            let place = format!("{},{}", hex.q, hex.r);
            if !self.board.is_land(id) {
                self.findings
                    .error(G02, entry.span, format!("{place} is river; expected land"))
                    .help("rivers are never transformed");
            } else if terrain == Terrain::River {
                self.findings
                    .error(G02, entry.span, format!("{place} is land and cannot become river"))
                    .help("name one of the seven colours, Ice or Volcano");
            } else if self.built.contains(&id) {
                self.findings
                    .warning(G08, entry.span, format!("{place} has a building: its terrain is its owner's"))
                    .help("remove the entry");
            } else if self.board.printed(id) == terrain {
                self.findings
                    .warning(G07, entry.span, format!("{place} is printed {terrain} anyway"))
                    .help("remove the entry");
            }
        }
    }

    fn extensions(&mut self, player: &Player) {
        let own = |hex: Hex| player.buildings.iter().any(|item| item.value.0 == hex);
        for hex in player.in_town.iter().flatten() {
            if self.hex(hex.value, hex.span).is_some() && !own(hex.value) {
                self.wrong_hex(hex, "has no building of this faction", "a town is made of own buildings");
            }
        }
        for hex in &player.river_town {
            if self.hex(hex.value, hex.span).is_some_and(|id| self.board.is_land(id)) {
                self.wrong_hex(hex, "is land", "Mermaids link towns over river hexes");
            }
        }
        for hex in &player.build_at {
            let Some(id) = self.hex(hex.value, hex.span) else { continue };
            let home = player.home_terrain();
            if home.is_some_and(|home| self.current(id) != home) && !own(hex.value) {
                self.wrong_hex(hex, "is not in the home colour", "list the hexes turned in this turn");
            }
        }
        if let Some(hex) = &player.reached {
            self.hex(hex.value, hex.span);
        }
    }

    fn wrong_hex(&mut self, hex: &At<Hex>, what: &str, help: &str) {
        let Hex { q, r } = hex.value;
        self.findings.error(G09, hex.span, format!("{q},{r} {what}")).help(help);
    }

    /// Terrain of a hex without building.
    fn current(&self, id: HexId) -> Terrain {
        let hex = self.board.hex(id);
        let listed = self.snapshot.terrain.iter().find(|t| t.value.0 == hex);
        listed.map_or(self.board.printed(id), |t| t.value.1)
    }
}

impl Player {
    /// The terrain this faction builds on; `None` while its colour is not known.
    #[must_use]
    pub fn home_terrain(&self) -> Option<Terrain> {
        match self.faction.value.sheet().home {
            Home::Colour(colour) => Some(colour),
            Home::Ice => Some(Terrain::Ice),
            Home::Volcano => Some(Terrain::Volcano),
            Home::Variable => self.home.map(|home| home.value),
        }
    }
}

const G01: Finding = Finding::error(
    "G01",
    "a hex is not on the map",
    "Hexes are q,r: r is the row from 0 at the top, q starts at minus half of it.",
);
const G02: Finding = Finding::error(
    "G02",
    "land and river are confused",
    "Rivers carry no building and are never transformed; land never becomes river.",
);
const G03: Finding = Finding::error("G03", "a hex has two buildings", "One building a hex.");
const G04: Finding = Finding::error(
    "G04",
    "a bridge stands where none can",
    "Bridges span one river hex between two land hexes.",
);
const G05: Finding =
    Finding::error("G05", "two bridges stand at one place", "One bridge a place, whoever owns it.");
const G06: Finding = Finding::error(
    "G06",
    "a bridge has no building of its owner",
    "A bridge starts at a building of its owner.",
);
const G07: Finding =
    Finding::warning("G07", "a terrain entry repeats the printed terrain", "Remove the entry.");
const G08: Finding = Finding::warning(
    "G08",
    "a terrain entry lies under a building",
    "The terrain is the owner's. Remove the entry.",
);
const G09: Finding = Finding::error(
    "G09",
    "an `X-` key names a hex that does not fit",
    "Hexes in towns carry buildings of their owner; river towns lie on rivers.",
);
const G10: Finding = Finding::error(
    "G10",
    "the map is custom and its rows are not known",
    "A snapshot cannot hold the rows of a board. Name one of the printed maps.",
);

/// What the checks of this file report.
pub(super) const FINDINGS: &[Finding] = &[G01, G02, G03, G04, G05, G06, G07, G08, G09, G10];
