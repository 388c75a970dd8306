//! The picture as data.

use crate::{Colour, Hatch, Ink, Node, Symbol};
use hexwright_core::Point;

/// Why a picture could not be written.
#[derive(Debug, thiserror::Error)]
pub enum RenderError {
    /// The width is zero or makes too many pixels.
    #[error("cannot draw {width} x {height} pixels; expected 1 to {} in all", crate::MAX_PIXELS)]
    Size {
        /// Asked width.
        width: u32,
        /// Height that follows from it.
        height: u64,
    },
    /// A true-size print has too many pages, or none.
    #[error("the print has {0} pages; expected 1 to 100")]
    Pages(usize),
    /// The rasteriser refused.
    #[error("cannot draw the picture: {0}")]
    Raster(String),
    /// The flag of [`Scene::to_png_unless_stopped`] was raised.
    #[error("the picture was stopped before it was finished")]
    Stopped,
}

/// The part of the plane a picture shows.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ViewBox {
    /// Left.
    pub x: f64,
    /// Top.
    pub y: f64,
    /// To the right.
    pub width: f64,
    /// Downwards.
    pub height: f64,
}

impl ViewBox {
    /// From the origin.
    #[must_use]
    pub const fn new(width: f64, height: f64) -> Self {
        Self { x: 0.0, y: 0.0, width, height }
    }

    /// The smallest box around points; empty if there are none.
    #[must_use]
    pub fn around(points: impl IntoIterator<Item = Point>) -> Self {
        let mut points = points.into_iter();
        let Some(first) = points.next() else { return Self::default() };
        let (least, most) = points.fold((first, first), |(a, b), p| {
            (Point::new(a.x.min(p.x), a.y.min(p.y)), Point::new(b.x.max(p.x), b.y.max(p.y)))
        });
        Self { x: least.x, y: least.y, width: most.x - least.x, height: most.y - least.y }
    }

    /// Larger by `margin` on every side.
    #[must_use]
    pub fn grown(self, margin: f64) -> Self {
        Self {
            x: self.x - margin,
            y: self.y - margin,
            width: self.width + 2.0 * margin,
            height: self.height + 2.0 * margin,
        }
    }

    /// The smallest box around both.
    #[must_use]
    pub fn union(self, other: Self) -> Self {
        Self::around(
            [self, other]
                .into_iter()
                .flat_map(|b| [Point::new(b.x, b.y), Point::new(b.x + b.width, b.y + b.height)]),
        )
    }
}

/// Which defaults the inks of a picture have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Theme {
    /// For light pages and paper.
    #[default]
    Light,
    /// For dark pages.
    Dark,
    /// For pages that are both: follows the colour scheme of the page the picture is part of, and is
    /// light where nobody says.
    Page,
}

/// A picture before it is written as SVG or PNG.
///
/// ```
/// use hexwright_core::Point;
/// use hexwright_render::{Node, Scene, ViewBox, palette};
/// let mut scene = Scene::new("A dot", ViewBox::new(10.0, 10.0));
/// scene.nodes.push(Node::circle(Point::new(5.0, 5.0), 2.0).fill(palette::ALARM).id("dot"));
/// assert!(scene.to_svg().contains(r#"<circle id="dot" class="f-alarm" cx="5" cy="5" r="2""#));
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scene {
    /// What it is, in a few words.
    pub title: String,
    /// What a person who cannot see it would want to be told.
    pub description: String,
    /// The part of the plane that is shown.
    pub view: ViewBox,
    /// What lies behind everything; `None` lets the page shine through.
    pub background: Option<Ink>,
    /// Hatches that nodes name.
    pub hatches: Vec<Hatch>,
    /// Symbols that nodes name.
    pub symbols: Vec<Symbol>,
    /// Nodes with ids that are not drawn here: a page may use them.
    pub shapes: Vec<Node>,
    /// What is drawn, from back to front.
    pub nodes: Vec<Node>,
    /// Light or dark defaults.
    pub theme: Theme,
    /// Every colour becomes the grey of its luma.
    pub greyscale: bool,
}

impl Scene {
    /// An empty picture on paper.
    #[must_use]
    pub fn new(title: impl Into<String>, view: ViewBox) -> Self {
        Self { title: title.into(), view, background: Some(crate::palette::PAPER), ..Self::default() }
    }

    /// With words for those who cannot see it.
    #[must_use]
    pub fn describe(mut self, description: impl Into<String>) -> Self {
        self.description = description.into();
        self
    }

    /// Adds a node in front of the others.
    pub fn push(&mut self, node: Node) {
        self.nodes.push(node);
    }

    /// Makes hatches known; one that is known already is not repeated.
    pub fn add_hatches(&mut self, hatches: impl IntoIterator<Item = Hatch>) {
        for hatch in hatches {
            if !self.hatches.iter().any(|h| h.name == hatch.name) {
                self.hatches.push(hatch);
            }
        }
    }

    /// Makes symbols known; one that is known already is not repeated.
    pub fn add_symbols(&mut self, symbols: impl IntoIterator<Item = Symbol>) {
        for symbol in symbols {
            if !self.symbols.iter().any(|s| s.name == symbol.name) {
                self.symbols.push(symbol);
            }
        }
    }

    /// The colour an ink has in this picture.
    pub(crate) fn colour(&self, ink: Ink) -> Colour {
        let colour = if self.theme == Theme::Dark { ink.dark } else { ink.light };
        if self.greyscale { colour.grey() } else { colour }
    }

    /// The picture as an SVG document. The same scene gives the same bytes everywhere.
    #[must_use]
    pub fn to_svg(&self) -> String {
        crate::svg::document(self)
    }

    /// The picture as a PNG of this width in pixels, with the embedded font.
    ///
    /// # Errors
    /// If the size is zero or above [`crate::MAX_PIXELS`], or the rasteriser cannot draw it.
    #[cfg(feature = "png")]
    pub fn to_png(&self, width: u32) -> Result<Vec<u8>, RenderError> {
        self.to_png_unless_stopped(width, &hexwright_core::StopFlag::default())
    }

    /// The height of the picture and its pixels from the top left on, three bytes each: red, green, blue.
    ///
    /// # Errors
    /// As [`Scene::to_png`].
    pub fn to_pixels(&self, width: u32) -> Result<(u32, Vec<u8>), RenderError> {
        crate::png::pixels(self, width)
    }

    /// As [`Scene::to_png`], given up with [`RenderError::Stopped`] between two steps once the flag is raised.
    ///
    /// # Errors
    /// As [`Scene::to_png`], and if the flag was raised.
    #[cfg(feature = "png")]
    pub fn to_png_unless_stopped(
        &self,
        width: u32,
        stop: &hexwright_core::StopFlag,
    ) -> Result<Vec<u8>, RenderError> {
        crate::png::write(self, width, stop)
    }
}
