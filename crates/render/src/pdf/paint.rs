//! A picture as PDF drawing commands: outlines, colours, hatches, see-through parts. Letters are outlines of the
//! embedded font, so nothing depends on the fonts of a reader.

use crate::Colour;
use crate::flat::{Line, MITER_LIMIT, Outline, Paint, Picture, Shape, Tile};
use flate2::{Compression, write::ZlibEncoder};
use pdf_writer::types::{ColorSpaceOperand, LineCapStyle, LineJoinStyle, PaintType, TilingType};
use pdf_writer::{Content, Filter, Finish as _, Name, Pdf, Rect, Ref};
use std::io::Write as _;
use tiny_skia::{Path, PathSegment, Transform};

/// A PDF under way: its objects and the next free number.
pub(super) struct File {
    pub(super) pdf: Pdf,
    last: i32,
}

impl File {
    pub(super) fn new() -> Self {
        Self { pdf: Pdf::new(), last: 0 }
    }

    /// A number for one more object.
    pub(super) fn next(&mut self) -> Ref {
        self.last += 1;
        Ref::new(self.last)
    }

    /// Writes a picture of this width and height as an object that pages place. Its units are those of the scene, downwards.
    pub(super) fn picture(&mut self, picture: &Picture, (width, height): (f64, f64)) -> Ref {
        let area = Rect::new(0.0, 0.0, width as f32, height as f32);
        let mut painter = Painter::new(self, &picture.tiles, area);
        painter.shapes(&picture.shapes);
        painter.into_form(false)
    }
}

/// Drawing commands and what they name.
struct Painter<'a> {
    file: &'a mut File,
    tiles: &'a [Tile],
    /// The picture as a whole.
    area: Rect,
    content: Content,
    /// Objects by the name the commands use: see-through states, hatches, layers.
    states: Vec<(String, Ref)>,
    patterns: Vec<(String, Ref)>,
    layers: Vec<(String, Ref)>,
}

impl<'a> Painter<'a> {
    fn new(file: &'a mut File, tiles: &'a [Tile], area: Rect) -> Self {
        let content = Content::new();
        Self { file, tiles, area, content, states: Vec::new(), patterns: Vec::new(), layers: Vec::new() }
    }

    fn shapes(&mut self, shapes: &[Shape]) {
        for shape in shapes {
            self.content.save_state();
            match shape {
                Shape::Outline(outline) => self.outline(outline),
                Shape::Layer { opacity, shapes } => {
                    let layer = self.layer(shapes);
                    self.see_through(*opacity);
                    self.content.x_object(Name(layer.as_bytes()));
                }
            }
            self.content.restore_state();
        }
    }

    /// Shapes that are seen through as a whole: an object of its own.
    fn layer(&mut self, shapes: &[Shape]) -> String {
        let mut painter = Painter::new(self.file, self.tiles, self.area);
        painter.shapes(shapes);
        let layer = painter.into_form(true);
        named(&mut self.layers, "P", layer)
    }

    fn outline(&mut self, outline: &Outline) {
        self.see_through(outline.opacity);
        let line = outline.line.as_ref();
        if let Some(line) = line.filter(|_| outline.line_first) {
            self.stroke(line, outline);
        }
        if let Some(fill) = outline.fill {
            self.fill(fill, outline);
        }
        if let Some(line) = line.filter(|_| !outline.line_first) {
            self.stroke(line, outline);
        }
    }

    fn fill(&mut self, fill: Paint, outline: &Outline) {
        match fill {
            Paint::Colour(colour) => {
                let [r, g, b] = shares(colour);
                self.content.set_fill_rgb(r, g, b);
            }
            Paint::Hatch(hatch) => {
                let name = self.pattern(&self.tiles[hatch], outline.place);
                self.content.set_fill_color_space(ColorSpaceOperand::Pattern);
                self.content.set_fill_pattern(None, Name(name.as_bytes()));
            }
        }
        self.path(&outline.path, outline.place);
        self.content.fill_nonzero();
    }

    fn stroke(&mut self, line: &Line, outline: &Outline) {
        self.content.save_state();
        // the width of a line is scaled with the picture
        self.content.transform(matrix(outline.place));
        let [r, g, b] = shares(line.colour);
        self.content.set_stroke_rgb(r, g, b).set_line_width(line.width);
        if line.round {
            self.content.set_line_cap(LineCapStyle::RoundCap).set_line_join(LineJoinStyle::RoundJoin);
        }
        self.content.set_miter_limit(MITER_LIMIT);
        if !line.dash.is_empty() {
            self.content.set_dash_pattern(line.dash.iter().copied(), 0.0);
        }
        self.path(&outline.path, Transform::identity());
        self.content.stroke();
        self.content.restore_state();
    }

    /// The commands of an outline; curves of PDF are all cubic.
    fn path(&mut self, path: &Path, place: Transform) {
        let Some(path) = path.clone().transform(place) else { return };
        let (mut start, mut here) = ((0.0, 0.0), (0.0, 0.0));
        for segment in path.segments() {
            match segment {
                PathSegment::MoveTo(p) => {
                    self.content.move_to(p.x, p.y);
                    (start, here) = ((p.x, p.y), (p.x, p.y));
                }
                PathSegment::LineTo(p) => {
                    self.content.line_to(p.x, p.y);
                    here = (p.x, p.y);
                }
                PathSegment::QuadTo(c, p) => {
                    let toward = |from: f32, to: f32| from + (to - from) * 2.0 / 3.0;
                    let (x1, y1) = (toward(here.0, c.x), toward(here.1, c.y));
                    let (x2, y2) = (toward(p.x, c.x), toward(p.y, c.y));
                    self.content.cubic_to(x1, y1, x2, y2, p.x, p.y);
                    here = (p.x, p.y);
                }
                PathSegment::CubicTo(a, b, p) => {
                    self.content.cubic_to(a.x, a.y, b.x, b.y, p.x, p.y);
                    here = (p.x, p.y);
                }
                PathSegment::Close => {
                    self.content.close_path();
                    here = start;
                }
            }
        }
    }

    /// Sets how solid areas and lines are.
    fn see_through(&mut self, opacity: f32) {
        if opacity >= 1.0 {
            return;
        }
        let state = self.file.next();
        self.file.pdf.ext_graphics(state).non_stroking_alpha(opacity).stroking_alpha(opacity);
        let name = named(&mut self.states, "S", state);
        self.content.set_parameters(Name(name.as_bytes()));
    }

    /// A hatch as a tile that repeats.
    fn pattern(&mut self, tile: &Tile, place: Transform) -> String {
        let area = Rect::new(0.0, 0.0, tile.width, tile.height);
        let mut painter = Painter::new(self.file, self.tiles, area);
        painter.shapes(tile.shape.as_slice());
        let Painter { file, content, states, patterns, layers, .. } = painter;
        let id = file.next();
        let bytes = packed(&content.finish());
        let mut pattern = file.pdf.tiling_pattern(id, &bytes);
        pattern.filter(Filter::FlateDecode);
        pattern.paint_type(PaintType::Colored).tiling_type(TilingType::ConstantSpacing);
        pattern.bbox(area).x_step(tile.width).y_step(tile.height);
        pattern.matrix(matrix(place.pre_concat(Transform::from_rotate(tile.turn))));
        name_all(&mut pattern.resources(), &states, &patterns, &layers);
        pattern.finish();
        named(&mut self.patterns, "T", id)
    }

    /// Writes the commands as an object that others place.
    fn into_form(self, see_through: bool) -> Ref {
        let Painter { file, area, content, states, patterns, layers, .. } = self;
        let id = file.next();
        let bytes = packed(&content.finish());
        let mut form = file.pdf.form_xobject(id, &bytes);
        form.filter(Filter::FlateDecode);
        form.bbox(area);
        if see_through {
            form.group().transparency().isolated(true);
        }
        name_all(&mut form.resources(), &states, &patterns, &layers);
        form.finish();
        id
    }
}

/// Adds an object to a list; commands call it by the name.
fn named(list: &mut Vec<(String, Ref)>, kind: &str, id: Ref) -> String {
    let name = format!("{kind}{}", list.len());
    list.push((name.clone(), id));
    name
}

fn name_all(
    resources: &mut pdf_writer::writers::Resources<'_>,
    states: &[(String, Ref)],
    patterns: &[(String, Ref)],
    layers: &[(String, Ref)],
) {
    let pairs = |list: &[(String, Ref)], mut names: pdf_writer::Dict<'_>| {
        list.iter().for_each(|(name, id)| {
            names.pair(Name(name.as_bytes()), *id);
        });
    };
    pairs(states, resources.ext_g_states());
    pairs(patterns, resources.patterns());
    pairs(layers, resources.x_objects());
}

fn matrix(t: Transform) -> [f32; 6] {
    [t.sx, t.ky, t.kx, t.sy, t.tx, t.ty]
}

fn shares(colour: Colour) -> [f32; 3] {
    [colour.red, colour.green, colour.blue].map(|part| f32::from(part) / 255.0)
}

/// The bytes of a stream, compressed.
pub(super) fn packed(bytes: &[u8]) -> Vec<u8> {
    let mut packed = ZlibEncoder::new(Vec::new(), Compression::default());
    // writing into memory cannot fail
    let _ = packed.write_all(bytes);
    packed.finish().unwrap_or_default()
}
