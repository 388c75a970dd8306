//! Rules about what lies where.

use super::{Linter, rules};
use crate::generate::{BoardCounts, beside_own, poor_resources};
use crate::map::Resource;
use crate::text::dot_catan::Section;
use hexwright_core::{CornerId, HexId, Key as _};
use std::collections::BTreeMap;

/// A cluster may have this many hexes.
const CLUSTER: usize = 3;
/// A corner may have this many pips.
const CORNER: u32 = 12;
/// A resource's average must reach this share of the mean, in per cent.
const SHARE: u32 = 60;
/// Free coastal edges between ports.
const SPACING: usize = 2;

const LANDS: [&str; 8] = ["", "hills", "forests", "pastures", "fields", "mountains", "deserts", "gold hexes"];

impl Linter<'_> {
    pub(super) fn numbers(&mut self) {
        for [a, b] in self.tables.pairs.clone() {
            let (i, j) = (usize::from(a), usize::from(b));
            let (m, n) = (self.cells.numbers[i], self.cells.numbers[j]);
            let red = |n| n == 6 || n == 8;
            let mut broken = Vec::new();
            if red(m) && red(n) {
                broken.push(&rules::RED_NEIGHBOURS);
            }
            if m == n && m != 0 {
                broken.push(&rules::EQUAL_NEIGHBOURS);
            }
            if (m.min(n), m.max(n)) == (2, 12) {
                broken.push(&rules::TWO_TWELVE_NEIGHBOURS);
            }
            for rule in broken {
                let message = format!("hexes {} ({m}) and {} ({n}) are adjacent", self.name(i), self.name(j));
                self.say(rule, (Section::Values, i), message).hexes = vec![HexId(a), HexId(b)];
            }
        }
    }

    pub(super) fn terrain(&mut self) {
        let mut seen = vec![false; self.setup.types.len()];
        for start in self.tables.land.clone() {
            let kind = self.cells.kinds[usize::from(start)];
            if kind == 0 || kind > 7 || seen[usize::from(start)] {
                continue;
            }
            seen[usize::from(start)] = true;
            let mut cluster = vec![start];
            let mut next = 0;
            while let Some(&hex) = cluster.get(next) {
                next += 1;
                for &n in &self.tables.neighbours[usize::from(hex)] {
                    if self.cells.kinds[usize::from(n)] == kind
                        && !std::mem::replace(&mut seen[usize::from(n)], true)
                    {
                        cluster.push(n);
                    }
                }
            }
            if cluster.len() > CLUSTER {
                let message = format!("{} {} hang together", cluster.len(), LANDS[usize::from(kind)]);
                let lint = self.say(&rules::TERRAIN_CLUSTER, (Section::Types, start.into()), message);
                lint.hexes = cluster.into_iter().map(HexId).collect();
            }
        }
        let counts = BoardCounts::of(&self.tables, &self.cells);
        for (kind, _) in poor_resources(&counts, SHARE).collect::<Vec<_>>() {
            let resource = Resource::ALL[kind];
            let message = format!(
                "{} has {} pips on {} hexes, all resources {} on {}",
                resource.name(),
                counts.resource_pips[kind],
                counts.resource_hexes[kind],
                counts.resource_pips.iter().sum::<u32>(),
                counts.resource_hexes.iter().sum::<u32>(),
            );
            self.say(&rules::POOR_RESOURCE, (Section::TypePool, kind), message);
        }
    }

    pub(super) fn corners(&mut self) {
        for i in 0..self.tables.corners.len() {
            let hexes = self.tables.corners[i];
            let pips: u32 = hexes.iter().map(|&h| u32::from(self.cells.pips[usize::from(h)])).sum();
            if pips > CORNER {
                let corner = self.tables.corner_ids[i];
                let first = hexes.iter().copied().min().unwrap_or(0);
                let message = format!("vertex {corner} has {pips} pips");
                let lint = self.say(&rules::RICH_CORNER, (Section::Values, first.into()), message);
                lint.corners.push(corner);
                lint.hexes = hexes.into_iter().map(HexId).collect();
            }
        }
    }

    pub(super) fn ports(&mut self) {
        for port in 0..self.setup.ports.len() {
            let kind = self.cells.ports[port];
            let Some(&resource) = usize::from(kind).checked_sub(1).and_then(|k| Resource::ALL.get(k)) else {
                continue;
            };
            let corners = self.setup.ports[port].corners.to_vec();
            if !self.can_yield(resource) {
                let message = format!("port {} trades {}, which no hex yields", port + 1, resource.name());
                self.say(&rules::IDLE_PORT, (Section::PortTypes, port), message).corners.clone_from(&corners);
            }
            if beside_own(&self.cells, &self.tables.sites[port], kind) {
                let message = format!("port {} trades {} beside a rich hex of it", port + 1, resource.name());
                self.say(&rules::PORT_BESIDE_OWN, (Section::PortTypes, port), message).corners = corners;
            }
        }
        self.spacing();
    }

    /// Walks every coast and measures the gaps between ports.
    fn spacing(&mut self) {
        let mut ports: BTreeMap<[CornerId; 2], usize> = BTreeMap::new();
        for (port, site) in self.setup.ports.iter().enumerate() {
            if self.drawn.is_none_or(|board| board.harbours[port].is_some()) {
                ports.entry(site.corners).or_insert(port);
            }
        }
        for coast in self.coasts() {
            let places: Vec<(usize, usize)> =
                coast.iter().enumerate().filter_map(|(i, edge)| Some((i, *ports.get(edge)?))).collect();
            if places.len() < 2 {
                continue;
            }
            for (n, &(here, port)) in places.iter().enumerate() {
                let (there, other) = places[(n + 1) % places.len()];
                let free = (there + coast.len() - here - 1) % coast.len();
                if free < SPACING {
                    let edges = if free == 1 { "edge" } else { "edges" };
                    let message =
                        format!("{free} free coastal {edges} between ports {} and {}", port + 1, other + 1);
                    let lint = self.say(&rules::PORT_SPACING, (Section::PortVertices, 2 * port), message);
                    lint.corners = [coast[here], coast[there]].concat();
                }
            }
        }
    }

    /// Coastal edges in the order one walks along them, one list per coast.
    fn coasts(&self) -> Vec<Vec<[CornerId; 2]>> {
        let grid = &self.setup.grid;
        let is_land = |h: Option<HexId>| h.is_some_and(|h| self.setup.types[h.index()].is_land());
        // each coastal corner has one way on when land is kept on the same hand
        let mut onward: BTreeMap<CornerId, CornerId> = BTreeMap::new();
        for &hex in &self.tables.land {
            let hex = HexId(hex);
            let corners = grid.topology().hex_corners(hex);
            for (direction, neighbour) in grid.topology().hex_neighbours(hex).iter().enumerate() {
                if !is_land(*neighbour) {
                    let i = (7 - direction) % 6;
                    onward.insert(corners[i], corners[(i + 1) % 6]);
                }
            }
        }
        let mut coasts = Vec::new();
        while let Some((&start, _)) = onward.first_key_value() {
            let mut coast = Vec::new();
            let mut at = start;
            while let Some(next) = onward.remove(&at) {
                coast.push([at.min(next), at.max(next)]);
                at = next;
            }
            coasts.push(coast);
        }
        coasts
    }
}
