//! The picture of a study of fairness in Catan: which opening corners win.

use hexwright_catan::Board;
use hexwright_core::{CornerId, Layout, Orientation};
use hexwright_league::verdict::VerdictReport;
use hexwright_play::fairness::Counts;
use hexwright_render::catan::{self, Options, SIDE};
use hexwright_render::{Ink, Node, palette};

/// The board with a disc on each opening corner: how often its chooser won.
pub(super) fn openings_picture(board: &Board, counts: &Counts) -> String {
    let title = format!("Opening corners of {}", counts.question.map);
    let mut scene = catan::board_scene(board, &Options { title, targets: false, ..Options::default() });
    let layout = Layout::new(Orientation::Pointy, SIDE);
    let topology = board.grid.topology();
    let even = 1.0 / counts.question.seats.max(1) as f64;
    for (&corner, &(taken, won)) in &counts.openings {
        let id = CornerId(corner as u16);
        if taken * 100 < counts.played || id.index() >= topology.corners() {
            continue;
        }
        let share = won as f64 / taken as f64;
        let heat = (share / even - 1.0).clamp(-0.6, 0.6);
        let ink = match heat {
            h if h > 0.12 => Ink::fixed("opening-good", 0xd55e00),
            h if h < -0.12 => Ink::fixed("opening-poor", 0x56b4e9),
            _ => palette::WHITE,
        };
        let at = layout.corner(topology.corner(id));
        scene.push(
            Node::group([
                Node::circle(at, 9.0 + 5.0 * heat).fill(ink).stroke(palette::BLACK, 0.8),
                Node::centred_text(at, 8.0, format!("{:.0}", 100.0 * share)).bold().fill(palette::BLACK),
            ])
            .tooltip(format!("corner {corner}: chosen {taken} times, won {won}")),
        );
    }
    scene.to_svg()
}

/// The board with a disc on each corner of the draft: the number of the pick that takes it most often.
pub(super) fn draft_picture(board: &Board, report: &VerdictReport) -> String {
    let (title, openings) = (format!("Draft of {}", report.map), &report.openings);
    let mut scene = catan::board_scene(board, &Options { title, targets: false, ..Options::default() });
    let layout = Layout::new(Orientation::Pointy, SIDE);
    let topology = board.grid.topology();
    let mut corners: std::collections::BTreeMap<u16, Vec<(usize, u64)>> = std::collections::BTreeMap::new();
    for pick in &openings.draft {
        for &(corner, times) in &pick.taken {
            corners.entry(corner).or_default().push((pick.pick + 1, times));
        }
    }
    for (corner, picks) in corners {
        let times: u64 = picks.iter().map(|(_, n)| n).sum();
        let Some((most, _)) = picks.iter().max_by_key(|(pick, n)| (*n, std::cmp::Reverse(*pick))) else {
            continue;
        };
        let often = times as f64 / openings.games.max(1) as f64;
        let id = CornerId(corner);
        if often < 0.02 || id.index() >= topology.corners() {
            continue;
        }
        let at = layout.corner(topology.corner(id));
        let told: Vec<String> = picks.iter().map(|(pick, n)| format!("pick {pick}: {n} times")).collect();
        scene.push(
            Node::group([
                Node::circle(at, 5.0 + 8.0 * often.min(1.0)).fill(palette::WHITE).stroke(palette::BLACK, 0.8),
                Node::centred_text(at, 8.0, most.to_string()).bold().fill(palette::BLACK),
            ])
            .tooltip(format!("corner {corner}, {}", told.join(", "))),
        );
    }
    scene.to_svg()
}
