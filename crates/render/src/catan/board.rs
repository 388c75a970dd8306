//! The board as a picture: sea, beaches, terrains, tokens, harbours, and what is laid over them.

use super::drawing::{Drawing, HexFace};
use super::hands::panels;
use super::inks::{FRAME, OPEN_DARK, SAND, SEA, SEA_LINE, SHORE};
use super::{Mark, Position, SIDE, harbour, overlay, pieces, shapes, targets, terrain, token};
use crate::{Node, Scene, Theme, ViewBox};
use hexwright_catan::{Board, Setup, Terrain};
use hexwright_core::{CornerId, Hex, HexId, Layout, Orientation, Point};
use std::collections::{BTreeMap, BTreeSet};

/// How much of the sea is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Sea {
    /// A ring around the land, straits and lagoons.
    #[default]
    Near,
    /// That ring and every water hex of the grid: for ships, and for whoever edits the map.
    Whole,
    /// The water hexes of the grid alone.
    Grid,
}

/// What is shown, and how.
#[derive(Clone, Debug, PartialEq)]
pub struct Options {
    /// What the picture is called.
    pub title: String,
    /// Numbers at land corners.
    pub labels: bool,
    /// Pips at land corners.
    pub heat: bool,
    /// Invisible targets for pointers and screen readers.
    pub targets: bool,
    /// Shapes of this many seats' pieces, for a page that puts them on the targets itself.
    pub shapes: u8,
    /// How much of the sea is drawn.
    pub sea: Sea,
    /// Findings.
    pub marks: Vec<Mark>,
    /// Corners where nothing may be placed in the setup.
    pub no_setup: Vec<CornerId>,
    /// Light or dark.
    pub theme: Theme,
    /// Greys instead of colours.
    pub greyscale: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            title: String::new(),
            labels: false,
            heat: false,
            targets: true,
            shapes: 0,
            sea: Sea::Near,
            marks: Vec::new(),
            no_setup: Vec::new(),
            theme: Theme::Light,
            greyscale: false,
        }
    }
}

/// A drawn board.
#[must_use]
pub fn board_scene(board: &Board, options: &Options) -> Scene {
    scene(&Drawing::of_board(board), options, None)
}

/// A map whose open cells show a question mark.
#[must_use]
pub fn setup_scene(setup: &Setup, options: &Options) -> Scene {
    scene(&Drawing::of_setup(setup), options, None)
}

/// A board with pieces, and the seats' panels beside it if there are any.
#[must_use]
pub fn position_scene(board: &Board, position: &Position, options: &Options) -> Scene {
    let mut scene = scene(&Drawing::of_board(board), options, Some(position));
    if !position.seats.is_empty() {
        let panels = panels(&position.seats, &position.headline);
        let view = scene.view;
        let scale = (view.height / panels.view.height).clamp(0.6, 1.4);
        let top = view.y + ((view.height - panels.view.height * scale) / 2.0).max(10.0);
        scene.insert(&panels, Point::new(view.x + view.width, top), scale, Some("panel-"));
        scene.view.width += panels.view.width * scale + 12.0;
        scene.view.height = view.height.max(panels.view.height * scale + 20.0);
    }
    scene
}

fn scene(drawing: &Drawing<'_>, options: &Options, position: Option<&Position>) -> Scene {
    let layout = Layout::new(Orientation::Pointy, SIDE);
    let sea = sea_hexes(drawing, options.sea);
    let land: Vec<HexId> = drawing.grid.topology().hex_ids().filter(|&h| drawing.is_land(h)).collect();
    let everything = sea.iter().copied().chain(land.iter().map(|&h| drawing.grid.hex(h)));
    let view = ViewBox::around(everything.flat_map(|h| layout.outline(h))).grown(SIDE * 0.28);

    let title = if options.title.is_empty() { "Catan board" } else { &options.title };
    let mut scene = Scene::new(title, view).describe(describe(drawing));
    (scene.theme, scene.greyscale) = (options.theme, options.greyscale);
    scene.add_hatches(terrain::hatches());
    scene.add_symbols(terrain::symbols());

    scene.push(water(drawing, layout, &sea, &land));
    scene.push(beach(drawing, layout, &land));
    scene.push(Node::group(land.iter().map(|&h| tile(drawing, layout, h))).class("land"));
    let harbours = drawing.harbours.iter().enumerate();
    let harbours = harbours.map(|(i, &(corners, rate))| harbour::harbour(drawing, layout, i, corners, rate));
    scene.push(Node::group(harbours).class("harbours"));
    if !options.no_setup.is_empty() {
        scene.push(overlay::forbidden(drawing, layout, &options.no_setup));
    }
    if options.shapes > 0 {
        scene.shapes = shapes::shapes(options.shapes);
    }
    if let Some(position) = position {
        scene.push(pieces::pieces(drawing, layout, position));
    }
    if options.heat {
        scene.push(overlay::heat(drawing, layout));
    }
    if options.labels {
        scene.push(overlay::labels(drawing, layout));
    }
    if !options.marks.is_empty() {
        scene.push(overlay::marks(drawing, layout, &options.marks));
    }
    if options.targets {
        scene.push(targets::targets(drawing, layout, options));
    }
    scene
}

/// The hexes of sea that are drawn.
fn sea_hexes(drawing: &Drawing<'_>, sea: Sea) -> BTreeSet<Hex> {
    let board = drawing.grid.topology();
    let is = |hex: Hex, wanted: Terrain| {
        board.hex_id(hex).is_some_and(|id| drawing.face(id) == HexFace::Drawn(wanted))
    };
    let land = || board.hex_ids().filter(|&h| drawing.is_land(h)).map(|h| board.hex(h));
    let is_free = |hex: &Hex| board.hex_id(*hex).is_none() || is(*hex, Terrain::Water);
    let ring: BTreeSet<Hex> = land().flat_map(Hex::neighbours).filter(is_free).collect();
    let water = board.hex_ids().map(|h| board.hex(h)).filter(|&h| is(h, Terrain::Water));
    match sea {
        Sea::Grid => water.collect(),
        Sea::Whole => ring.into_iter().chain(water).collect(),
        Sea::Near if ring.is_empty() => water.collect(),
        Sea::Near => {
            // From the first to the last hex of each row, so that straits and lagoons are filled.
            let mut rows: BTreeMap<i16, (i16, i16)> = BTreeMap::new();
            for (row, column) in ring.iter().map(|hex| hex.to_odd_r()) {
                let (first, last) = rows.entry(row).or_insert((column, column));
                (*first, *last) = ((*first).min(column), (*last).max(column));
            }
            let hexes = rows.into_iter().flat_map(|(row, (first, last))| {
                (first..=last).map(move |column| Hex::from_odd_r(row, column))
            });
            hexes.filter(is_free).collect()
        }
    }
}

/// The frame under everything, then the sea hexes with their waves.
fn water(drawing: &Drawing<'_>, layout: Layout, sea: &BTreeSet<Hex>, land: &[HexId]) -> Node {
    let all = sea.iter().copied().chain(land.iter().map(|&h| drawing.grid.hex(h)));
    let frame = all.map(|h| Node::polygon(layout.outline(h)).stroke(FRAME, 9.0).round());
    let ground = sea.iter().map(|&h| Node::polygon(layout.outline(h)).fill(SEA).stroke(SEA_LINE, 1.2));
    let waves = sea.iter().map(|&h| Node::polygon(layout.outline(h)).hatch("sea"));
    Node::group([
        Node::group(frame).class("frame"),
        Node::group(ground).class("sea"),
        Node::group(waves).class("waves"),
    ])
    .class("water")
}

/// Sand under and around the land, so that neighbouring terrains are parted by a path for roads.
fn beach(drawing: &Drawing<'_>, layout: Layout, land: &[HexId]) -> Node {
    let outline = |h: &HexId| Node::polygon(layout.outline(drawing.grid.hex(*h)));
    let shore = land.iter().map(|h| outline(h).stroke(SHORE, 11.0).round());
    let sand = land.iter().map(|h| outline(h).fill(SAND).stroke(SAND, 8.4).round());
    Node::group([Node::group(shore), Node::group(sand)]).class("beach")
}

fn tile(drawing: &Drawing<'_>, layout: Layout, h: HexId) -> Node {
    let face = drawing.face(h);
    let hex = drawing.grid.hex(h);
    let centre = layout.centre(hex);
    let outline = layout.outline(hex).map(|p| centre.towards(p, 0.935));
    let mut nodes = vec![
        Node::polygon(outline).fill(terrain::ink(face)),
        Node::polygon(outline).hatch(terrain::name(face)),
    ];
    let token = token::token(Point::new(centre.x, centre.y + SIDE * 0.28), drawing.number(h));
    let (lift, size) = if token.is_some() { (-0.36, 0.66) } else { (0.0, 0.9) };
    let middle = Point::new(centre.x, centre.y + lift * SIDE);
    nodes.push(match face {
        HexFace::Open => Node::centred_text(middle, SIDE * 0.6, "?").bold().fill(OPEN_DARK),
        face => Node::symbol(terrain::name(face), middle, size * SIDE),
    });
    nodes.extend(token);
    Node::group(nodes).class(&format!("tile {}", terrain::name(face)))
}

/// What a person who cannot see the board would want to be told.
fn describe(drawing: &Drawing<'_>) -> String {
    let land: Vec<HexFace> = drawing.faces.iter().copied().filter(|f| f.is_land()).collect();
    let mut counts: Vec<(&str, usize)> = Vec::new();
    for face in &land {
        match counts.iter_mut().find(|(name, _)| *name == face.name()) {
            Some((_, count)) => *count += 1,
            None => counts.push((face.name(), 1)),
        }
    }
    counts.sort_unstable();
    let list: Vec<String> = counts.iter().map(|(name, count)| format!("{count} {name}")).collect();
    let harbours = drawing.harbours.len();
    format!("{} land hexes: {}; {harbours} harbours.", land.len(), list.join(", "))
}
