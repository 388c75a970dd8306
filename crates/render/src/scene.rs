//! The picture as data.

/// Why a picture could not be written.
#[derive(Debug, thiserror::Error)]
pub enum RenderError {
    /// The rasteriser refused.
    #[error("cannot draw the picture: {0}")]
    Raster(String),
}

/// A picture before it is written as SVG or PNG.
#[derive(Clone, Debug, Default)]
pub struct Scene {}

impl Scene {
    /// The picture as an SVG document.
    #[must_use]
    pub fn to_svg(&self) -> String {
        String::new()
    }

    /// The picture as a PNG of this width in pixels.
    ///
    /// # Errors
    /// If the rasteriser cannot draw it.
    pub fn to_png(&self, width: u32) -> Result<Vec<u8>, RenderError> {
        Err(RenderError::Raster(format!("no {width} pixels")))
    }
}
