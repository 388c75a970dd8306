//! A scene as shapes in the order they are painted: paint that is inherited is resolved, letters are outlines, symbols are in
//! their places. PNG and PDF are both drawn from this.

use crate::node::{Fill, Kind, Node, Stroke};
use crate::{Colour, Hatch, Scene, Transform as Place, letters, outline};
use hexwright_core::Point;
use tiny_skia::{Path, Transform};

/// What is painted, from back to front, and the hatches it names.
pub(crate) struct Picture {
    pub(crate) shapes: Vec<Shape>,
    pub(crate) tiles: Vec<Tile>,
}

/// One thing that is painted.
pub(crate) enum Shape {
    /// An area, a line, or an area with its line.
    Outline(Outline),
    /// Shapes that are seen through as a whole.
    Layer { opacity: f32, shapes: Vec<Shape> },
}

/// An outline and its paint.
pub(crate) struct Outline {
    pub(crate) path: Path,
    /// From the path's own coordinates to those of the picture, whose upper left corner is the origin.
    pub(crate) place: Transform,
    pub(crate) fill: Option<Paint>,
    pub(crate) line: Option<Line>,
    /// The line lies behind the area, as it does around letters.
    pub(crate) line_first: bool,
    pub(crate) opacity: f32,
}

/// How an area is painted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Paint {
    Colour(Colour),
    /// The place of a tile in [`Picture::tiles`].
    Hatch(usize),
}

/// How a line is painted.
pub(crate) struct Line {
    pub(crate) colour: Colour,
    pub(crate) width: f32,
    /// Lengths of dashes and gaps, as many of one as of the other; empty is a whole line.
    pub(crate) dash: Vec<f32>,
    pub(crate) round: bool,
}

/// The longest a pointed join may be, in widths of the line; as in SVG.
pub(crate) const MITER_LIMIT: f32 = 4.0;

/// A tile that repeats over an area.
pub(crate) struct Tile {
    pub(crate) width: f32,
    pub(crate) height: f32,
    /// Turn of the tiling around the origin of the area it fills, degrees clockwise.
    pub(crate) turn: f32,
    /// What is drawn in it; none if its path is empty.
    pub(crate) shape: Option<Shape>,
}

impl Picture {
    pub(crate) fn of(scene: &Scene) -> Self {
        let root = Transform::from_translate(-scene.view.x as f32, -scene.view.y as f32);
        let paint = Inherited { fill: Fill::Ink(BLACK), stroke: None };
        let mut shapes = Vec::new();
        if let Some(ink) = scene.background {
            let view = scene.view;
            let paper = Node::rect(Point::new(view.x, view.y), view.width, view.height).fill(ink);
            add(scene, &paper, paint, root, &mut shapes);
        }
        for node in &scene.nodes {
            add(scene, node, paint, root, &mut shapes);
        }
        Self { shapes, tiles: scene.hatches.iter().map(|hatch| tile(scene, hatch)).collect() }
    }
}

/// What SVG paints with where nobody says anything.
const BLACK: crate::Ink = crate::Ink::fixed("black", 0);

/// The paint of the groups around a node.
#[derive(Clone, Copy)]
struct Inherited<'a> {
    fill: Fill,
    stroke: Option<&'a Stroke>,
}

/// Adds the shapes of a node.
fn add<'a>(
    scene: &'a Scene,
    node: &'a Node,
    outer: Inherited<'a>,
    place: Transform,
    shapes: &mut Vec<Shape>,
) {
    let place = node.place.map_or(place, |own| place.pre_concat(transform(own)));
    let paint = Inherited {
        fill: if node.style.fill == Fill::Inherit { outer.fill } else { node.style.fill },
        stroke: node.style.stroke.as_ref().or(outer.stroke),
    };
    let mut own = Vec::new();
    match &node.kind {
        Kind::Group(children) => {
            children.iter().for_each(|child| add(scene, child, paint, place, &mut own));
        }
        Kind::Use { symbol, centre, size } => {
            let half = size / 2.0;
            let corner = place.pre_translate((centre.x - half) as f32, (centre.y - half) as f32);
            let square = corner.pre_scale((size / 100.0) as f32, (size / 100.0) as f32);
            let symbol = scene.symbols.iter().find(|known| known.name == *symbol);
            for child in symbol.map_or(&[][..], |symbol| &symbol.nodes) {
                add(scene, child, paint, square, &mut own);
            }
        }
        kind => own.extend(painted(scene, kind, paint, place).map(Shape::Outline)),
    }
    match node.style.opacity.filter(|&opacity| opacity < 1.0) {
        None => shapes.append(&mut own),
        Some(opacity) => shapes.extend(see_through(own, opacity as f32)),
    }
}

/// An outline with its paint; none if nothing would be seen of it.
fn painted(scene: &Scene, kind: &Kind, paint: Inherited<'_>, place: Transform) -> Option<Outline> {
    let path = match kind {
        Kind::Polygon(points) => outline::through(points, true),
        Kind::Polyline(points) => outline::through(points, false),
        Kind::Path(path) => outline::from_data(path.data()),
        Kind::Circle { centre, radius } => outline::circle(*centre, *radius),
        Kind::Rect { at, width, height, radius } => outline::rect(*at, *width, *height, *radius),
        Kind::Line(from, to) => outline::through(&[*from, *to], false),
        Kind::Text(text) => letters::outline(text),
        Kind::Group(_) | Kind::Use { .. } => None,
    };
    let fill = match paint.fill {
        Fill::Ink(ink) => Some(Paint::Colour(scene.colour(ink))),
        Fill::Hatch(name) => scene.hatches.iter().position(|hatch| hatch.name == name).map(Paint::Hatch),
        Fill::None | Fill::Inherit => None,
    };
    let line = paint.stroke.filter(|stroke| stroke.width > 0.0).map(|stroke| line(scene, stroke));
    if fill.is_none() && line.is_none() {
        return None;
    }
    let line_first = matches!(kind, Kind::Text(_));
    Some(Outline { path: path?, place, fill, line, line_first, opacity: 1.0 })
}

fn line(scene: &Scene, stroke: &Stroke) -> Line {
    let mut dash: Vec<f32> = stroke.dash.iter().map(|&length| length as f32).collect();
    if dash.len() % 2 == 1 {
        // as in SVG: dashes become gaps the second time
        dash.extend_from_within(..);
    }
    Line { colour: scene.colour(stroke.ink), width: stroke.width as f32, dash, round: stroke.round }
}

/// Shapes as one that is seen through. An area without a line, or a line alone, needs no layer.
fn see_through(mut shapes: Vec<Shape>, opacity: f32) -> Option<Shape> {
    if let [Shape::Outline(only)] = shapes.as_mut_slice()
        && (only.fill.is_none() || only.line.is_none())
    {
        only.opacity *= opacity;
        return shapes.pop();
    }
    (!shapes.is_empty()).then_some(Shape::Layer { opacity, shapes })
}

fn tile(scene: &Scene, hatch: &Hatch) -> Tile {
    let node = Node::path(hatch.path.clone());
    let node = if hatch.line > 0.0 { node.stroke(hatch.ink, hatch.line) } else { node.fill(hatch.ink) };
    let paint = Inherited { fill: Fill::None, stroke: None };
    let mut shapes = Vec::new();
    add(scene, &node.opacity(hatch.opacity), paint, Transform::identity(), &mut shapes);
    Tile {
        width: hatch.width as f32,
        height: hatch.height as f32,
        turn: hatch.turn as f32,
        shape: shapes.pop(),
    }
}

fn transform(place: Place) -> Transform {
    let scale = place.scale as f32;
    Transform::from_translate(place.at.x as f32, place.at.y as f32)
        .pre_rotate(place.turn as f32)
        .pre_scale(scale, scale)
}
