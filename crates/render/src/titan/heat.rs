//! What a script gives, as boards shaded by share: one for each ground, one for any hazard.

use super::board::{centre, corners};
use super::inks;
use crate::{Node, Scene, ViewBox, palette};
use hexwright_core::Point;
use hexwright_titan::{HexId, Stats};

/// The heat map of a script's statistics: any hazard first, then each ground but bare plains.
#[must_use]
pub fn heat_scene(stats: &Stats) -> Scene {
    let runs = stats.ok.max(1) as f64;
    let count = |hex: HexId, ground: &str| {
        stats.per_hex.get(&hex.label()).and_then(|c| c.get(ground)).copied().unwrap_or(0) as f64
    };
    let mut boards = vec![board("any hazard", |hex| 1.0 - count(hex, "Plains/0") / runs)];
    for ground in stats.terrain_elevation_total.keys().filter(|g| *g != "Plains/0") {
        boards.push(board(ground, |hex| count(hex, ground) / runs));
    }
    if !stats.hexside_by_hex_and_side.is_empty() {
        boards.push(sides_board(stats, runs));
    }
    let columns = boards.len().min(3);
    let mut scene = Scene::grid(&boards, columns);
    scene.title = format!("{}: {} maps", stats.file, stats.ok);
    scene.description =
        "Boards shaded by the share of maps in which each hex has the named ground.".to_owned();
    scene
}

/// Where strikes fall: each hex with its share of them, in the order of hexes; the hottest is darkest.
#[must_use]
pub fn strikes_scene(title: &str, shares: &[f64]) -> Scene {
    let hottest = shares.iter().copied().fold(f64::MIN_POSITIVE, f64::max);
    let share = |hex: HexId| shares.get(hex.index()).copied().unwrap_or(0.0);
    let mut scene = shaded_board(title, share, |share| 0.9 * share / hottest);
    scene.description = "The board shaded by the share of strikes that fall on each hex.".to_owned();
    scene
}

fn board(title: &str, share: impl Fn(HexId) -> f64) -> Scene {
    shaded_board(title, share, |share| share)
}

fn shaded_board(title: &str, share: impl Fn(HexId) -> f64, shade: impl Fn(f64) -> f64) -> Scene {
    let view = ViewBox::around(HexId::all().flat_map(corners)).grown(6.0);
    let mut scene = Scene::new(title, view);
    for hex in HexId::all() {
        let share = share(hex);
        scene.push(hex_node(hex, share, shade(share)));
    }
    scene
}

fn hex_node(hex: HexId, share: f64, shade: f64) -> Node {
    let middle = centre(hex);
    let percent = percent(share);
    let ink = if shade > 0.6 { palette::WHITE } else { palette::BLACK };
    Node::group([
        Node::polygon(corners(hex)).fill(inks::COLD).stroke(inks::GRID, 1.0),
        Node::polygon(corners(hex)).fill(inks::HEAT).opacity(shade.clamp(0.0, 1.0)),
        Node::centred_text(Point::new(middle.x, middle.y - 20.0), 11.0, hex.label()).fill(ink),
        Node::centred_text(Point::new(middle.x, middle.y + 4.0), 19.0, percent.clone()).fill(ink).bold(),
    ])
    .id(format!("heat-{hex}"))
    .label(format!("{hex} {percent}"))
}

/// A share in percent, with a digit more where it is small.
fn percent(share: f64) -> String {
    let percent = share * 100.0;
    match percent {
        0.0 => "–".to_owned(),
        p if p < 9.95 => format!("{p:.1}%"),
        p => format!("{p:.0}%"),
    }
}

/// A share in whole percent without its sign, for places with little room.
fn whole(share: f64) -> String {
    match share * 100.0 {
        p if p < 0.5 => "<1".to_owned(),
        p => format!("{p:.0}"),
    }
}

/// How often each side of each hex carries a hexside, as lines of matching strength, with percents.
fn sides_board(stats: &Stats, runs: f64) -> Scene {
    let view = ViewBox::around(HexId::all().flat_map(corners)).grown(6.0);
    let mut scene = Scene::new("any hexside, in percent", view);
    for hex in HexId::all() {
        scene.push(Node::polygon(corners(hex)).fill(inks::COLD).stroke(palette::LINE, 1.0));
        scene.push(Node::centred_text(centre(hex), 11.0, hex.label()).fill(palette::BLACK));
    }
    for hex in HexId::all() {
        let (corners, middle) = (corners(hex), centre(hex));
        for k in 0..6 {
            let counts = stats.hexside_by_hex_and_side.get(&format!("{hex}.{k}"));
            let share = counts.map_or(0, |c| c.values().sum::<u64>()) as f64 / runs;
            if share > 0.0 {
                let [from, to] = [corners[k], corners[(k + 1) % 6]].map(|p| p.towards(middle, 0.16));
                let line = Node::line(from, to).stroke(inks::HEAT, 9.0).opacity(0.12 + 0.88 * share.min(1.0));
                scene.push(line.tooltip(format!("{hex} side {k}: {}", percent(share))));
                // the number stands behind its line, so that light and dark ones read alike
                let at = from.towards(to, 0.5).towards(middle, 0.24);
                let number = Node::centred_text(at, 9.5, whole(share)).fill(palette::BLACK).bold();
                scene.push(number.class("share"));
            }
        }
    }
    scene
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_side_that_ever_carries_something_says_how_often() {
        let text = "AREA D4 HAZARDS Sand,0\n";
        let script = hexwright_titan::Script::parse(text, hexwright_titan::Mode::Documented);
        let mut stats = Stats::collect(&script.unwrap(), "sand.rnd", 0, 4);
        stats.hexside_by_hex_and_side.clear();
        for (side, n) in [("D4.0", 4), ("D4.3", 1)] {
            stats.hexside_by_hex_and_side.entry(side.to_owned()).or_default().insert("d".into(), n);
        }
        let svg = heat_scene(&stats).to_svg();
        assert_eq!(svg.matches("class=\"share").count(), 2, "{svg}");
        assert!(svg.contains(">100</text>") && svg.contains(">25</text>"));
    }

    #[test]
    fn small_shares_keep_a_digit_more() {
        let shown = [0.0, 0.004, 0.0996, 0.5, 1.0].map(percent);
        assert_eq!(shown, ["–", "0.4%", "10%", "50%", "100%"]);
        assert_eq!([0.004, 0.006, 0.5, 1.0].map(whole), ["<1", "1", "50", "100"]);
    }
}
