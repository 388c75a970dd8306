//! A scene as PNG.

use crate::flat::{Line, MITER_LIMIT, Outline, Paint, Picture, Shape, Tile};
use crate::{Colour, RenderError, Scene};
use hexwright_core::StopFlag;
use tiny_skia::{
    Color, FillRule, FilterQuality, LineCap, LineJoin, Pattern, Pixmap, PixmapPaint, Rect, Shader,
    SpreadMode, Stroke, StrokeDash, Transform,
};

pub(crate) fn write(scene: &Scene, width: u32, stop: &StopFlag) -> Result<Vec<u8>, RenderError> {
    let canvas = paint(scene, width, stop)?;
    canvas.encode_png().map_err(|error| RenderError::Raster(error.to_string()))
}

/// The pixels from the top left on, three bytes each: red, green, blue; and the height.
pub(crate) fn pixels(scene: &Scene, width: u32) -> Result<(u32, Vec<u8>), RenderError> {
    let canvas = paint(scene, width, &StopFlag::default())?;
    // scenes have a ground, so that nothing shines through
    let colours = canvas.pixels().iter().flat_map(|pixel| [pixel.red(), pixel.green(), pixel.blue()]);
    Ok((canvas.height(), colours.collect()))
}

fn paint(scene: &Scene, width: u32, stop: &StopFlag) -> Result<Pixmap, RenderError> {
    let view = scene.view;
    let scale = f64::from(width) / view.width;
    let height = (view.height * scale).round().max(1.0);
    let pixels = f64::from(width) * height;
    let empty = view.width <= 0.0 || view.height <= 0.0;
    let size = RenderError::Size { width, height: height as u64 };
    if empty || !(1.0..=crate::MAX_PIXELS as f64).contains(&pixels) {
        return Err(size);
    }
    let mut canvas = Pixmap::new(width, height as u32).ok_or(size)?;
    let fit = Transform::from_scale(scale as f32, (height / view.height) as f32);
    let picture = Picture::of(scene);
    let mut brush = Brush { tiles: &picture.tiles, drawn: Vec::new(), stop };
    brush.shapes(&picture.shapes, &mut canvas, fit)?;
    Ok(canvas)
}

/// Paints shapes on canvases.
struct Brush<'a> {
    tiles: &'a [Tile],
    /// Hatches that are drawn already, each with the scale it was drawn for.
    drawn: Vec<(usize, f32, Pixmap)>,
    stop: &'a StopFlag,
}

impl Brush<'_> {
    /// Paints shapes; `fit` leads from the picture to the pixels of the canvas.
    fn shapes(&mut self, shapes: &[Shape], canvas: &mut Pixmap, fit: Transform) -> Result<(), RenderError> {
        for shape in shapes {
            if self.stop.is_raised() {
                return Err(RenderError::Stopped);
            }
            match shape {
                Shape::Outline(outline) => self.outline(outline, canvas, fit),
                Shape::Layer { opacity, shapes } => self.layer(shapes, *opacity, canvas, fit)?,
            }
        }
        Ok(())
    }

    /// Paints shapes on a canvas of their own, just large enough, and lays it on the other.
    fn layer(
        &mut self,
        shapes: &[Shape],
        opacity: f32,
        canvas: &mut Pixmap,
        fit: Transform,
    ) -> Result<(), RenderError> {
        let whole = Rect::from_xywh(0.0, 0.0, canvas.width() as f32, canvas.height() as f32);
        let seen = bounds(shapes, fit).zip(whole).and_then(|(bounds, whole)| bounds.intersect(&whole));
        let Some(area) = seen.and_then(|seen| seen.round_out()) else { return Ok(()) };
        let Some(mut layer) = Pixmap::new(area.width(), area.height()) else { return Ok(()) };
        self.shapes(shapes, &mut layer, fit.post_translate(-area.x() as f32, -area.y() as f32))?;
        let paint = PixmapPaint { opacity, ..PixmapPaint::default() };
        canvas.draw_pixmap(area.x(), area.y(), layer.as_ref(), &paint, Transform::identity(), None);
        Ok(())
    }

    fn outline(&mut self, outline: &Outline, canvas: &mut Pixmap, fit: Transform) {
        let place = fit.pre_concat(outline.place);
        if outline.line_first {
            stroke(outline, canvas, place);
        }
        match outline.fill {
            None => {}
            Some(Paint::Colour(colour)) => {
                let paint = solid(colour, outline.opacity);
                canvas.fill_path(&outline.path, &paint, FillRule::Winding, place, None);
            }
            Some(Paint::Hatch(hatch)) => self.hatch(hatch, outline, canvas, place),
        }
        if !outline.line_first {
            stroke(outline, canvas, place);
        }
    }

    /// Fills an area with a hatch.
    fn hatch(&mut self, hatch: usize, outline: &Outline, canvas: &mut Pixmap, place: Transform) {
        let (scale, _) = place.get_scale();
        let tile = &self.tiles[hatch];
        let Some(index) = self.tile(hatch, scale) else { return };
        let pixels = &self.drawn[index].2;
        // upright, the pixels of the tile are those of the canvas
        let upright = tile.turn == 0.0 && !place.has_skew();
        let shader = Pattern::new(
            pixels.as_ref(),
            SpreadMode::Repeat,
            if upright { FilterQuality::Nearest } else { FilterQuality::Bicubic },
            outline.opacity,
            Transform::from_rotate(tile.turn).pre_scale(1.0 / scale, 1.0 / scale),
        );
        let paint = tiny_skia::Paint { shader, ..tiny_skia::Paint::default() };
        canvas.fill_path(&outline.path, &paint, FillRule::Winding, place, None);
    }

    /// Where a hatch drawn for a scale lies in the list of those that are drawn.
    fn tile(&mut self, hatch: usize, scale: f32) -> Option<usize> {
        let known = self.drawn.iter().position(|(h, s, _)| *h == hatch && *s == scale);
        if known.is_some() {
            return known;
        }
        let tile = &self.tiles[hatch];
        // a tile of whole pixels stays sharp when it repeats; it is up to half a pixel larger or smaller for that
        let [width, height] = [tile.width, tile.height].map(|side| (side * scale).round().max(1.0));
        let mut pixels = Pixmap::new(width as u32, height as u32)?;
        let fit = Transform::from_scale(width / tile.width, height / tile.height);
        if let Some(Shape::Outline(shape)) = &tile.shape {
            self.outline(shape, &mut pixels, fit);
        }
        self.drawn.push((hatch, scale, pixels));
        Some(self.drawn.len() - 1)
    }
}

/// Draws the line of an outline, if it has one.
fn stroke(outline: &Outline, canvas: &mut Pixmap, place: Transform) {
    let Some(line) = &outline.line else { return };
    canvas.stroke_path(&outline.path, &solid(line.colour, outline.opacity), &pen(line), place, None);
}

fn pen(line: &Line) -> Stroke {
    let (line_cap, line_join) =
        if line.round { (LineCap::Round, LineJoin::Round) } else { (LineCap::Butt, LineJoin::Miter) };
    let dash = StrokeDash::new(line.dash.clone(), 0.0);
    Stroke { width: line.width, miter_limit: MITER_LIMIT, line_cap, line_join, dash }
}

fn solid(colour: Colour, opacity: f32) -> tiny_skia::Paint<'static> {
    let mut colour = Color::from_rgba8(colour.red, colour.green, colour.blue, u8::MAX);
    colour.apply_opacity(opacity);
    tiny_skia::Paint { shader: Shader::SolidColor(colour), ..tiny_skia::Paint::default() }
}

/// The pixels that shapes may touch.
fn bounds(shapes: &[Shape], fit: Transform) -> Option<Rect> {
    let each = shapes.iter().filter_map(|shape| match shape {
        Shape::Layer { shapes, .. } => bounds(shapes, fit),
        Shape::Outline(outline) => {
            let place = fit.pre_concat(outline.place);
            let (scale, _) = place.get_scale();
            // pointed joins reach further than the line is wide
            let reach = outline.line.as_ref().map_or(0.0, |line| line.width * scale * MITER_LIMIT / 2.0);
            outline.path.clone().transform(place)?.bounds().outset(reach, reach)
        }
    });
    each.reduce(|a, b| a.join(&b).unwrap_or(a))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Node, ViewBox, palette};
    use hexwright_core::Point;

    /// Share of pixels that are not background, from the decoded file.
    fn inked(scene: &Scene, width: u32) -> (u32, u32, f64) {
        let file = scene.to_png(width).unwrap();
        let map = Pixmap::decode_png(&file).unwrap();
        let ground = map.pixels()[0];
        let count = map.pixels().iter().filter(|&&p| p != ground).count();
        (map.width(), map.height(), count as f64 / map.pixels().len() as f64)
    }

    #[test]
    fn the_file_has_the_asked_width_and_shows_letters() {
        let mut scene = Scene::new("letters", ViewBox::new(100.0, 50.0));
        assert_eq!(inked(&scene, 200), (200, 100, 0.0));
        scene.push(Node::centred_text(Point::new(50.0, 25.0), 30.0, "Hex 68"));
        let (_, _, regular) = inked(&scene, 200);
        scene.nodes = vec![Node::centred_text(Point::new(50.0, 25.0), 30.0, "Hex 68").bold()];
        let (_, _, bold) = inked(&scene, 200);
        assert!(regular > 0.03, "no letters: {regular}");
        assert!(bold > regular * 1.1, "bold {bold} is not heavier than regular {regular}");
        scene.nodes[0] = scene.nodes[0].clone().fill(palette::PAPER);
        assert_eq!(inked(&scene, 200).2, 0.0);
    }

    #[test]
    fn sizes_that_cannot_be_are_refused() {
        let scene = Scene::new("", ViewBox::new(100.0, 50.0));
        assert!(matches!(scene.to_png(0), Err(RenderError::Size { .. })));
        assert!(matches!(scene.to_png(u32::MAX), Err(RenderError::Size { .. })));
        assert!(matches!(Scene::default().to_png(10), Err(RenderError::Size { .. })));
    }
}
