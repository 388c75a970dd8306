//! Ports against the board: vertices that exist, edges that exist, coasts, doubles.

use super::Leniency;
use super::draft::{Draft, Num};
use super::tell::plural;
use crate::map::Grid;
use hexwright_core::text::Finding;
use hexwright_core::{CornerId, Diagnostic, HexId, Span};

pub(super) fn all(draft: &Draft, leniency: Leniency, findings: &mut Vec<Diagnostic>) {
    let (Some(grid), Some(count), Some((vertices, end))) = (&draft.grid, draft.port_count, &draft.vertices)
    else {
        return;
    };
    count_matches(count, vertices, *end, findings);
    let vertices = &vertices[..vertices.len().min(2 * count)];
    let exists = |n: &Option<Num>| n.filter(|n| (n.value as usize) < grid.corners());
    for number in vertices.iter().flatten().filter(|n| n.value as usize >= grid.corners()) {
        let message = format!("expected a vertex below {}, found {}", grid.corners(), number.value);
        let help = format!(
            "a {} x {} board has the vertices 0 to {}",
            grid.width(),
            grid.height(),
            grid.corners() - 1
        );
        findings.push(VERTEX_OUT_OF_RANGE.at(number.span, message).help(help));
    }
    let mut earlier: Vec<Site> = Vec::with_capacity(count);
    for (port, pair) in vertices.chunks_exact(2).enumerate() {
        if let (Some(a), Some(b)) = (exists(&pair[0]), exists(&pair[1]))
            && let Some(site) = edge(grid, port, a, b, findings)
        {
            coast(draft, grid, &site, leniency, findings);
            doubles(&earlier, &site, leniency, findings);
            earlier.push(site);
        }
    }
}

/// A port on an edge that exists.
struct Site {
    port: usize,
    ends: [Num; 2],
    edge: [u32; 2],
}

fn count_matches(count: usize, vertices: &[Option<Num>], end: Span, findings: &mut Vec<Diagnostic>) {
    let (wanted, found) = (2 * count, vertices.len());
    if wanted == found {
        return;
    }
    let message = format!(
        "expected {} for {}, found {found}",
        if wanted == 1 { "1 vertex".to_owned() } else { format!("{wanted} vertices") },
        plural(count, "port")
    );
    let (place, help) = if found > wanted {
        let surplus = vertices[wanted].map_or(end, |n| n.span);
        (surplus, "delete the surplus vertices or add ports to the port type map".to_owned())
    } else if found % 2 == 1 {
        (end, format!("add the second vertex of port {}", found / 2 + 1))
    } else {
        (end, format!("add the two vertices of port {}", found / 2 + 1))
    };
    findings.push(PORT_COUNT_MISMATCH.at(place, message).help(help));
}

fn corner(n: Num) -> CornerId {
    CornerId(n.value as u16)
}

fn edge(grid: &Grid, port: usize, a: Num, b: Num, findings: &mut Vec<Diagnostic>) -> Option<Site> {
    let neighbours = || {
        let list: Vec<String> = grid.corners_beside(corner(a)).iter().map(ToString::to_string).collect();
        match list.split_last() {
            Some((last, rest)) if !rest.is_empty() => {
                format!("neighbours of {} are {} and {last}", a.value, rest.join(", "))
            }
            _ => format!("vertex {} has no neighbours", a.value),
        }
    };
    if a.value == b.value {
        let message = format!("port {} names vertex {} twice", port + 1, a.value);
        findings.push(PORT_SAME_VERTEX.at(b.span, message).help(neighbours()));
        return None;
    }
    if grid.hexes_beside(corner(a), corner(b)).next().is_none() {
        let message = format!("no edge joins the vertices {} and {}", a.value, b.value);
        findings.push(PORT_NOT_AN_EDGE.at(b.span, message).help(neighbours()));
        return None;
    }
    Some(Site { port, ends: [a, b], edge: [a.value.min(b.value), a.value.max(b.value)] })
}

fn coast(draft: &Draft, grid: &Grid, site: &Site, leniency: Leniency, findings: &mut Vec<Diagnostic>) {
    let Some(types) = &draft.types else { return };
    let is_land = |hex: HexId| types[hex.index()].value != 0;
    let [a, b] = site.ends;
    let [low, high] = site.edge;
    let land = grid.hexes_beside(corner(a), corner(b)).filter(|&(hex, _)| is_land(hex)).count();
    match land {
        0 => {
            let message = format!("the edge {low}-{high} touches no land");
            let finding = PORT_OFF_COAST.at(a.span, message);
            findings.push(match nearest_coast(grid, &is_land, corner(a), corner(b)) {
                Some([p, q]) => finding.help(format!("nearest coastal edge: {p}-{q}")).fix(
                    format!("move the port to {p}-{q}"),
                    a.span.to(b.span),
                    format!("{p} {q}"),
                ),
                None => finding.help("the board has no coast"),
            });
        }
        2 => {
            let message = format!("the edge {low}-{high} lies between two land hexes");
            findings.push(PORT_INLAND.judged(leniency, a.span, message).help("move the port to the coast"));
        }
        _ => {}
    }
}

/// The coastal edge with the fewest steps between its ends and the given ones; the first in reading
/// order among equals. A walk over corners, outwards from the edge.
fn nearest_coast(
    grid: &Grid,
    is_land: &impl Fn(HexId) -> bool,
    a: CornerId,
    b: CornerId,
) -> Option<[CornerId; 2]> {
    let is_coast =
        |p: CornerId, q: CornerId| grid.hexes_beside(p, q).filter(|&(hex, _)| is_land(hex)).count() == 1;
    let mut seen = vec![false; grid.corners()];
    let mut ring = vec![a, b];
    seen[a.index()] = true;
    seen[b.index()] = true;
    while !ring.is_empty() {
        let mut best: Option<[CornerId; 2]> = None;
        let mut next = Vec::new();
        for &corner in &ring {
            for beside in grid.corners_beside(corner) {
                if is_coast(corner, beside) {
                    let pair = [corner.min(beside), corner.max(beside)];
                    best = Some(best.map_or(pair, |b| b.min(pair)));
                }
                if !std::mem::replace(&mut seen[beside.index()], true) {
                    next.push(beside);
                }
            }
        }
        if best.is_some() {
            return best;
        }
        ring = next;
    }
    None
}

fn doubles(earlier: &[Site], site: &Site, leniency: Leniency, findings: &mut Vec<Diagnostic>) {
    if let Some(first) = earlier.iter().find(|e| e.edge == site.edge) {
        let [low, high] = site.edge;
        let message =
            format!("ports {} and {} lie on the same edge {low}-{high}", first.port + 1, site.port + 1);
        findings.push(
            PORT_DUPLICATE_SITE
                .judged(leniency, site.ends[0].span, message)
                .help("move or delete one of them"),
        );
    }
    for end in site.ends {
        let shares = |e: &&Site| e.edge != site.edge && e.edge.contains(&end.value);
        if let Some(other) = earlier.iter().find(shares) {
            let message =
                format!("vertex {} belongs to ports {} and {}", end.value, other.port + 1, site.port + 1);
            findings.push(PORT_SHARED_VERTEX.at(end.span, message).help("one settlement would serve both"));
        }
    }
}

pub(super) const VERTEX_OUT_OF_RANGE: Finding = Finding::error(
    "vertex-out-of-range",
    "a port names a vertex the board has not",
    "Vertices are numbered row by row from 0.",
);
const PORT_COUNT_MISMATCH: Finding = Finding::error(
    "port-count-mismatch",
    "port types and port vertices do not match",
    "Each port type needs two vertices.",
);
const PORT_SAME_VERTEX: Finding = Finding::error(
    "port-same-vertex",
    "both vertices of a port are the same",
    "A port lies on an edge and has two different ends.",
);
const PORT_NOT_AN_EDGE: Finding = Finding::error(
    "port-not-an-edge",
    "no edge joins the vertices of a port",
    "The message names the neighbours of the first vertex.",
);
const PORT_OFF_COAST: Finding = Finding::error(
    "port-off-coast",
    "a port lies far from land",
    "A port lies on an edge between land and water.",
);
const PORT_INLAND: Finding =
    Finding::warning("port-inland", "a port lies between two land hexes", "Move it to the coast.");
const PORT_DUPLICATE_SITE: Finding =
    Finding::warning("port-duplicate-site", "two ports lie on one edge", "Move or delete one of them.");
const PORT_SHARED_VERTEX: Finding =
    Finding::warning("port-shared-vertex", "two ports share a vertex", "One settlement would serve both.");

/// What the checks of this file report.
pub(super) const FINDINGS: &[Finding] = &[
    VERTEX_OUT_OF_RANGE,
    PORT_COUNT_MISMATCH,
    PORT_SAME_VERTEX,
    PORT_NOT_AN_EDGE,
    PORT_OFF_COAST,
    PORT_INLAND,
    PORT_DUPLICATE_SITE,
    PORT_SHARED_VERTEX,
];
