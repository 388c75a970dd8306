//! A picture as PDF drawing commands: outlines, colours, hatches, see-through parts. Letters are outlines of the
//! embedded font, so nothing depends on the fonts of a reader.

use flate2::{Compression, write::ZlibEncoder};
use pdf_writer::types::{ColorSpaceOperand, LineCapStyle, LineJoinStyle, PaintType, TilingType};
use pdf_writer::{Content, Filter, Finish as _, Name, Pdf, Rect, Ref};
use resvg::tiny_skia::{PathSegment, Transform};
use resvg::usvg;
use std::io::Write as _;

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

    /// Writes a picture as an object that pages place. Its units are those of the scene, downwards.
    pub(super) fn picture(&mut self, tree: &usvg::Tree) -> Ref {
        let size = tree.size();
        let area = Rect::new(0.0, 0.0, size.width(), size.height());
        let mut painter = Painter::new(self);
        painter.group(tree.root(), Transform::identity());
        painter.into_form(area, false)
    }
}

/// Drawing commands and what they name.
struct Painter<'a> {
    file: &'a mut File,
    content: Content,
    /// Objects by the name the commands use: see-through states, hatches, parts.
    states: Vec<(String, Ref)>,
    patterns: Vec<(String, Ref)>,
    parts: Vec<(String, Ref)>,
}

impl<'a> Painter<'a> {
    fn new(file: &'a mut File) -> Self {
        Self { file, content: Content::new(), states: Vec::new(), patterns: Vec::new(), parts: Vec::new() }
    }

    fn group(&mut self, group: &usvg::Group, outer: Transform) {
        let place = outer.pre_concat(group.transform());
        self.content.save_state();
        if let Some(clip) = group.clip_path() {
            self.clip(clip, place);
        }
        if group.opacity().get() < 1.0 {
            let part = self.part(group, place);
            self.see_through(group.opacity().get(), 1.0);
            self.content.x_object(Name(part.as_bytes()));
        } else {
            self.children(group, place);
        }
        self.content.restore_state();
    }

    fn children(&mut self, group: &usvg::Group, place: Transform) {
        for node in group.children() {
            match node {
                usvg::Node::Group(inner) => self.group(inner, place),
                usvg::Node::Path(path) if path.is_visible() => self.path(path, place),
                usvg::Node::Text(text) => self.group(text.flattened(), place),
                // scenes hold no pictures of dots
                usvg::Node::Path(_) | usvg::Node::Image(_) => {}
            }
        }
    }

    /// A group that is see-through as a whole: an object of its own.
    fn part(&mut self, group: &usvg::Group, place: Transform) -> String {
        let area = group.abs_layer_bounding_box();
        let mut painter = Painter::new(self.file);
        painter.children(group, place);
        let part = painter.into_form(Rect::new(area.left(), area.top(), area.right(), area.bottom()), true);
        named(&mut self.parts, "P", part)
    }

    fn clip(&mut self, clip: &usvg::ClipPath, place: Transform) {
        let place = place.pre_concat(clip.transform());
        for node in clip.root().children() {
            if let usvg::Node::Path(path) = node {
                self.outline(path, place);
            }
        }
        self.content.clip_nonzero();
        self.content.end_path();
    }

    fn path(&mut self, path: &usvg::Path, place: Transform) {
        self.content.save_state();
        let (fill, stroke) = (path.fill(), path.stroke());
        let opacity = |opacity: Option<usvg::Opacity>| opacity.map_or(1.0, |opacity| opacity.get());
        self.see_through(opacity(fill.map(usvg::Fill::opacity)), opacity(stroke.map(usvg::Stroke::opacity)));
        let fill_first = path.paint_order() == usvg::PaintOrder::FillAndStroke;
        if let Some(fill) = fill.filter(|_| fill_first) {
            self.fill(fill, path, place);
        }
        if let Some(stroke) = stroke {
            self.stroke(stroke, path, place);
        }
        if let Some(fill) = fill.filter(|_| !fill_first) {
            self.fill(fill, path, place);
        }
        self.content.restore_state();
    }

    fn fill(&mut self, fill: &usvg::Fill, path: &usvg::Path, place: Transform) {
        match fill.paint() {
            usvg::Paint::Color(colour) => {
                let [r, g, b] = shares(*colour);
                self.content.set_fill_rgb(r, g, b);
            }
            usvg::Paint::Pattern(pattern) => {
                let name = self.pattern(pattern, place);
                self.content.set_fill_color_space(ColorSpaceOperand::Pattern);
                self.content.set_fill_pattern(None, Name(name.as_bytes()));
            }
            // scenes have no gradients
            usvg::Paint::LinearGradient(_) | usvg::Paint::RadialGradient(_) => return,
        }
        self.outline(path, place);
        match fill.rule() {
            usvg::FillRule::NonZero => self.content.fill_nonzero(),
            usvg::FillRule::EvenOdd => self.content.fill_even_odd(),
        };
    }

    fn stroke(&mut self, stroke: &usvg::Stroke, path: &usvg::Path, place: Transform) {
        // scenes draw lines in plain colours
        let usvg::Paint::Color(colour) = stroke.paint() else { return };
        self.content.save_state();
        // the width of a line is scaled with the picture
        self.content.transform(matrix(place));
        let [r, g, b] = shares(*colour);
        self.content.set_stroke_rgb(r, g, b).set_line_width(stroke.width().get());
        self.content.set_line_cap(match stroke.linecap() {
            usvg::LineCap::Butt => LineCapStyle::ButtCap,
            usvg::LineCap::Round => LineCapStyle::RoundCap,
            usvg::LineCap::Square => LineCapStyle::ProjectingSquareCap,
        });
        self.content.set_line_join(match stroke.linejoin() {
            usvg::LineJoin::Miter | usvg::LineJoin::MiterClip => LineJoinStyle::MiterJoin,
            usvg::LineJoin::Round => LineJoinStyle::RoundJoin,
            usvg::LineJoin::Bevel => LineJoinStyle::BevelJoin,
        });
        self.content.set_miter_limit(stroke.miterlimit().get());
        if let Some(dashes) = stroke.dasharray() {
            self.content.set_dash_pattern(dashes.iter().copied(), stroke.dashoffset());
        }
        self.outline(path, Transform::identity());
        self.content.stroke();
        self.content.restore_state();
    }

    /// The commands of an outline; curves of PDF are all cubic.
    fn outline(&mut self, path: &usvg::Path, place: Transform) {
        let Some(path) = path.data().clone().transform(place) else { return };
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
    fn see_through(&mut self, fill: f32, stroke: f32) {
        if fill >= 1.0 && stroke >= 1.0 {
            return;
        }
        let state = self.file.next();
        self.file.pdf.ext_graphics(state).non_stroking_alpha(fill).stroking_alpha(stroke);
        let name = named(&mut self.states, "S", state);
        self.content.set_parameters(Name(name.as_bytes()));
    }

    /// A hatch as a tile that repeats.
    fn pattern(&mut self, pattern: &usvg::Pattern, place: Transform) -> String {
        let rect = pattern.rect();
        let mut painter = Painter::new(self.file);
        painter.group(pattern.root(), Transform::identity());
        let Painter { file, content, states, patterns, parts } = painter;
        let id = file.next();
        let bytes = packed(&content.finish());
        let mut tile = file.pdf.tiling_pattern(id, &bytes);
        tile.filter(Filter::FlateDecode);
        tile.paint_type(PaintType::Colored).tiling_type(TilingType::ConstantSpacing);
        // what is drawn in a tile begins at its own corner
        tile.bbox(Rect::new(0.0, 0.0, rect.width(), rect.height()));
        tile.x_step(rect.width()).y_step(rect.height());
        let corner = Transform::from_translate(rect.x(), rect.y());
        tile.matrix(matrix(place.pre_concat(pattern.transform()).pre_concat(corner)));
        name_all(&mut tile.resources(), &states, &patterns, &parts);
        tile.finish();
        named(&mut self.patterns, "T", id)
    }

    /// Writes the commands as an object that others place.
    fn into_form(self, area: Rect, see_through: bool) -> Ref {
        let Painter { file, content, states, patterns, parts } = self;
        let id = file.next();
        let bytes = packed(&content.finish());
        let mut form = file.pdf.form_xobject(id, &bytes);
        form.filter(Filter::FlateDecode);
        form.bbox(area);
        if see_through {
            form.group().transparency().isolated(true);
        }
        name_all(&mut form.resources(), &states, &patterns, &parts);
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
    parts: &[(String, Ref)],
) {
    let pairs = |list: &[(String, Ref)], mut names: pdf_writer::Dict<'_>| {
        list.iter().for_each(|(name, id)| {
            names.pair(Name(name.as_bytes()), *id);
        });
    };
    pairs(states, resources.ext_g_states());
    pairs(patterns, resources.patterns());
    pairs(parts, resources.x_objects());
}

fn matrix(t: Transform) -> [f32; 6] {
    [t.sx, t.ky, t.kx, t.sy, t.tx, t.ty]
}

fn shares(colour: usvg::Color) -> [f32; 3] {
    [colour.red, colour.green, colour.blue].map(|part| f32::from(part) / 255.0)
}

/// The bytes of a stream, compressed.
pub(super) fn packed(bytes: &[u8]) -> Vec<u8> {
    let mut packed = ZlibEncoder::new(Vec::new(), Compression::default());
    // writing into memory cannot fail
    let _ = packed.write_all(bytes);
    packed.finish().unwrap_or_default()
}
