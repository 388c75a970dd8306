//! The board itself: hexes, labels, entrances, title.

use super::sides::{Strip, draw};
use super::{SIDE, inks, legend, terrain};
use crate::{Node, Scene, ViewBox, palette};
use hexwright_core::{Key, Layout, Orientation, Point};
use hexwright_titan::{Battleland, Entrance, Entry, HexId, Terrain, entry::ENOUGH};

/// What is shown beside the hexes.
#[derive(Clone, Copy, Debug)]
pub struct Options<'a> {
    /// Title and subtitle above the board.
    pub title: bool,
    /// What the signs mean.
    pub legend: bool,
    /// The six sides and how many strangers on foot can enter.
    pub entrances: bool,
    /// The name of the terrain in each hex that is not open plains.
    pub names: bool,
    /// What grounds are coloured like.
    pub colours: Colours,
    /// A small line below, such as the seed.
    pub caption: &'a str,
}

/// What grounds are coloured like.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Colours {
    /// Light grounds of our own, on which signs stand out.
    #[default]
    Own,
    /// The hues players of Colossus know: green brambles, orange sand, blue drift, red volcanoes.
    Colossus,
}

impl Default for Options<'_> {
    fn default() -> Self {
        Self { title: true, legend: true, entrances: true, ..Self::plain() }
    }
}

impl Options<'_> {
    /// The board alone, for contact sheets.
    #[must_use]
    pub const fn plain() -> Self {
        Self {
            title: false,
            legend: false,
            entrances: false,
            names: false,
            colours: Colours::Own,
            caption: "",
        }
    }
}

/// Where hexes lie on the picture.
pub(crate) const LAYOUT: Layout = Layout::new(Orientation::Flat, SIDE);

/// The names of the sides, clockwise from the top.
const COMPASS: [&str; 6] = ["north", "north-east", "south-east", "south", "south-west", "north-west"];

/// The picture of a battleland.
#[must_use]
pub fn land_scene(land: &Battleland, options: &Options<'_>) -> Scene {
    let board = ViewBox::around(HexId::all().flat_map(corners));
    let mut view = board.grown(if options.entrances { 44.0 } else { 8.0 });
    let title = land.title().unwrap_or("Battleland");
    let mut nodes: Vec<Node> = land.cells().map(|(hex, _)| hex_node(land, hex, options)).collect();
    // hexsides reach to the very edge, so they lie above all grounds
    nodes.extend(HexId::all().flat_map(|hex| side_nodes(land, hex)));
    if options.entrances {
        let entry = Entry::new(land);
        nodes.extend(Entrance::ALL.iter().map(|&e| entrance(land, &entry, e)));
    }
    if options.legend {
        let at = Point::new(view.x + view.width + 6.0, view.y + 18.0);
        let (node, height) = legend::legend(&[land], options.colours, at);
        nodes.push(node);
        view.width += 6.0 + legend::WIDTH;
        view.height = view.height.max(height + 36.0);
    }
    if !options.caption.is_empty() {
        view.height += 14.0;
        let at = Point::new(view.x + 14.0, view.y + view.height - 12.0);
        nodes.push(Node::text(at, 11.5, options.caption).fill(palette::QUIET).class("caption"));
    }
    if options.title {
        view.y -= 44.0;
        view.height += 44.0;
        nodes.extend(heading(land, title, view));
    }
    let mut scene = Scene::new(title, view).describe(describe(land));
    scene.add_symbols(terrain::symbols(land.cells().map(|(_, c)| c.terrain())));
    scene.nodes = nodes;
    scene
}

/// Small boards in rows, each under its name, with one legend for all.
#[must_use]
pub fn contact_sheet(lands: &[(String, Battleland)], title: &str, colours: Colours) -> Scene {
    let options = Options { colours, ..Options::plain() };
    let scene = |(name, land): &(String, Battleland)| {
        let mut scene = land_scene(land, &options);
        scene.title.clone_from(name);
        scene
    };
    let scenes: Vec<Scene> = lands.iter().map(scene).collect();
    let columns = (1..=8).find(|c| c * c >= scenes.len()).unwrap_or(8);
    let mut sheet = Scene::grid(&scenes, columns);
    let all: Vec<&Battleland> = lands.iter().map(|(_, land)| land).collect();
    // as large as the legend beside one board, and larger on a sheet of many
    let scale = (columns as f64 * 0.6).max(1.0);
    let (node, height) = legend::legend(&all, colours, Point::new(0.0, 0.0));
    let corner = Point::new(sheet.view.x + sheet.view.width, sheet.view.y + 12.0 * scale);
    sheet.push(node.place(corner, scale));
    sheet.view.width += scale * (legend::WIDTH + 6.0);
    sheet.view.height = sheet.view.height.max(scale * (height + 24.0));
    sheet.add_symbols(terrain::symbols(all.iter().flat_map(|land| land.cells().map(|(_, c)| c.terrain()))));
    sheet.title = format!("{title}: {} maps", lands.len());
    sheet
}

/// Title and subtitle in the upper left corner.
pub(super) fn heading(land: &Battleland, title: &str, view: ViewBox) -> Vec<Node> {
    let at = Point::new(view.x + 18.0, view.y + 36.0);
    let mut nodes = vec![Node::text(at, 25.0, title).fill(palette::TEXT).bold()];
    let mut subtitle = land.subtitle().unwrap_or("").to_owned();
    if land.tower() {
        subtitle = if subtitle.is_empty() { "Tower".to_owned() } else { format!("{subtitle} · Tower") };
    }
    if !subtitle.is_empty() {
        nodes.push(Node::text(Point::new(at.x, at.y + 19.0), 13.5, subtitle).fill(palette::QUIET));
    }
    nodes
}

/// The map in words.
fn describe(land: &Battleland) -> String {
    let hexes: Vec<String> =
        land.cells().filter(|(_, c)| !c.is_bare()).map(|(hex, _)| in_words(land, hex)).collect();
    if hexes.is_empty() { "Open plains everywhere.".to_owned() } else { hexes.join(". ") + "." }
}

fn in_words(land: &Battleland, hex: HexId) -> String {
    let cell = land.cell(hex);
    let mut words = format!("{hex}: {}", cell.terrain().name());
    if cell.elevation() > 0 {
        words.push_str(&format!(", elevation {}", cell.elevation()));
    }
    for (k, side) in cell.sides() {
        words.push_str(&format!(", {} to the {}", side.name(), COMPASS[k]));
    }
    words
}

pub(crate) fn centre(hex: HexId) -> Point {
    LAYOUT.centre(hex.to_hex())
}

/// The six corners; side `k` runs from corner `k` to corner `k + 1`.
pub(crate) fn corners(hex: HexId) -> [Point; 6] {
    let middle = centre(hex);
    std::array::from_fn(|k| {
        // side 0 is the upper one, between 240 and 300 degrees
        let turn = std::f64::consts::FRAC_PI_3 * (k as f64 + 4.0);
        Point::new(middle.x + SIDE * turn.cos(), middle.y + SIDE * turn.sin())
    })
}

fn hex_node(land: &Battleland, hex: HexId, options: &Options<'_>) -> Node {
    let (cell, middle) = (land.cell(hex), centre(hex));
    let mut nodes = vec![
        Node::polygon(corners(hex))
            .fill(terrain::ink(cell.terrain(), options.colours))
            .stroke(inks::GRID, 1.2),
    ];
    if cell.elevation() > 0 {
        let shade = 0.1 * f64::from(cell.elevation());
        nodes.push(Node::polygon(corners(hex)).fill(inks::DARK).opacity(shade));
    }
    if let Some(glyph) = terrain::glyph(cell.terrain()) {
        nodes.push(Node::symbol(glyph, Point::new(middle.x, middle.y + 1.0), 31.0).fill(inks::DARK));
    }
    let label = Point::new(middle.x, middle.y - 22.0);
    nodes.push(Node::centred_text(label, 11.5, hex.label()).fill(inks::DARK));
    let named = options.names && cell.terrain() != Terrain::Plains;
    if named {
        let at = Point::new(middle.x, middle.y + 24.0);
        let name = Node::centred_text(at, 10.0, cell.terrain().name()).fill(inks::DARK).bold();
        nodes.push(name.class("terrain-name"));
    }
    if cell.elevation() > 0 {
        // the name has the place below; the number goes beside the label
        let at = if named {
            Point::new(middle.x + 22.0, middle.y - 22.0)
        } else {
            Point::new(middle.x, middle.y + 22.0)
        };
        nodes.push(Node::circle(at, 7.6).fill(palette::WHITE).stroke(inks::DARK, 1.0));
        nodes.push(Node::centred_text(at, 11.0, cell.elevation().to_string()).fill(inks::DARK).bold());
    }
    if land.start_list().is_some_and(|list| list.contains(&hex)) {
        // between the hexsides at the edge and the label and glyph inside
        let ring = corners(hex).map(|corner| middle.towards(corner, 0.71));
        nodes.push(Node::polygon(ring).stroke(inks::START, 2.4).dash([6.0, 4.0]).class("start"));
    }
    let words = in_words(land, hex);
    Node::group(nodes)
        .id(format!("hex-{hex}"))
        .class("hex")
        .data("hex", hex.label())
        .data("terrain", cell.terrain().name())
        .data("elevation", cell.elevation())
        .label(words.clone())
        .tooltip(format!("{words}. {}", cell.terrain().effect()))
}

fn side_nodes(land: &Battleland, hex: HexId) -> Vec<Node> {
    let corners = corners(hex);
    let node = |(k, side): (usize, hexwright_titan::Hexside)| {
        draw(side, Strip::new(corners[k], corners[(k + 1) % 6], centre(hex)))
            .id(format!("side-{hex}-{k}"))
            .data("hex", hex.label())
            .data("side", k)
            .tooltip(format!("{} of {hex} to the {}: {}", side.name(), COMPASS[k], side.effect()))
    };
    land.cell(hex).sides().map(node).collect()
}

/// A line outside the board: whole for the attacker, dashed for the defender.
fn entrance(land: &Battleland, entry: &Entry, which: Entrance) -> Node {
    // outward directions of X0 to X5, clockwise from the upper right
    let turn = (-60.0 + 60.0 * which.index() as f64).to_radians();
    let out = Point::new(turn.cos(), turn.sin());
    let hexes = which.hexes();
    let ends = [hexes[0], hexes[hexes.len() - 1]].map(|hex| {
        let middle = centre(hex);
        Point::new(middle.x + out.x * 54.0, middle.y + out.y * 54.0)
    });
    let middle = ends[0].towards(ends[1], 0.5);
    let count = entry.count(which);
    let counts = land.entrances().contains(&which);
    let narrow = counts && count < ENOUGH;
    let ink = match (counts, narrow) {
        (false, _) => palette::LINE,
        (true, true) => palette::ALARM,
        (true, false) => palette::QUIET,
    };
    let line = Node::line(ends[0], ends[1]).stroke(ink, 3.0).round();
    let line = if which.is_attacker() { line } else { line.dash([9.0, 6.0]) };
    let words = match (counts, narrow) {
        (false, _) => which.name().to_owned(),
        (true, false) => format!("{} · {count}", which.name()),
        (true, true) => format!("{} · only {count}", which.name()),
    };
    let at = Point::new(middle.x + out.x * 13.0, middle.y + out.y * 13.0);
    // letters stand upright: the turn of the side, but never upside down
    let upright = [30.0, 90.0, -30.0, 30.0, -90.0, -30.0][which.index()];
    let text = Node::centred_text(Point::default(), 12.0, words)
        .fill(if counts { ink } else { palette::QUIET })
        .place_turned(at, upright, 1.0);
    let label = format!("{} {}: {count} strangers on foot can enter", which.id(), which.name());
    Node::group([line, text]).id(which.id()).class("entrance").label(label)
}
