//! A scene as PNG. The font is embedded, so the same scene looks the same on every machine,
//! with or without fonts of its own.

use crate::{RenderError, Scene, svg};
use hexwright_core::StopFlag;
use resvg::{tiny_skia, usvg};
use std::sync::{Arc, OnceLock};

/// The Latin part of Inter, under the SIL Open Font License; see `fonts/OFL.txt`.
const FONTS: [&[u8]; 2] =
    [include_bytes!("../fonts/Inter-Regular.ttf"), include_bytes!("../fonts/Inter-Bold.ttf")];

fn fonts() -> Arc<usvg::fontdb::Database> {
    static DATABASE: OnceLock<Arc<usvg::fontdb::Database>> = OnceLock::new();
    let database = DATABASE.get_or_init(|| {
        let mut database = usvg::fontdb::Database::new();
        for font in FONTS {
            database.load_font_source(usvg::fontdb::Source::Binary(Arc::new(font)));
        }
        Arc::new(database)
    });
    Arc::clone(database)
}

/// The scene as the rasteriser wants it, letters turned into outlines of the embedded font.
pub(crate) fn tree(scene: &Scene) -> Result<usvg::Tree, RenderError> {
    let options =
        usvg::Options { fontdb: fonts(), font_family: "Inter".to_owned(), ..usvg::Options::default() };
    let text = svg::document(scene, svg::Purpose::Raster);
    usvg::Tree::from_str(&text, &options).map_err(|error| RenderError::Raster(error.to_string()))
}

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

fn paint(scene: &Scene, width: u32, stop: &StopFlag) -> Result<tiny_skia::Pixmap, RenderError> {
    let go_on = || if stop.is_raised() { Err(RenderError::Stopped) } else { Ok(()) };
    go_on()?;
    let view = scene.view;
    let scale = f64::from(width) / view.width;
    let height = (view.height * scale).round().max(1.0);
    let pixels = f64::from(width) * height;
    let empty = view.width <= 0.0 || view.height <= 0.0;
    if empty || !(1.0..=crate::MAX_PIXELS as f64).contains(&pixels) {
        return Err(RenderError::Size { width, height: height as u64 });
    }
    let tree = tree(scene)?;
    go_on()?;
    let mut canvas = tiny_skia::Pixmap::new(width, height as u32)
        .ok_or(RenderError::Size { width, height: height as u64 })?;
    let size = tree.size();
    let fit = tiny_skia::Transform::from_scale(width as f32 / size.width(), height as f32 / size.height());
    resvg::render(&tree, fit, &mut canvas.as_mut());
    go_on()?;
    Ok(canvas)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Node, ViewBox, palette};
    use hexwright_core::Point;

    /// Share of pixels that are not background, from the decoded file.
    fn inked(scene: &Scene, width: u32) -> (u32, u32, f64) {
        let file = scene.to_png(width).unwrap();
        let map = tiny_skia::Pixmap::decode_png(&file).unwrap();
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
