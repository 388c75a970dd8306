//! What a picture is made of. Every node is plain data; the methods only save typing.
//!
//! ```
//! use hexwright_core::Point;
//! use hexwright_render::{Node, palette};
//! let house = Node::polygon([Point::new(0.0, 0.0), Point::new(4.0, 0.0), Point::new(2.0, -3.0)])
//!     .fill(palette::PAPER)
//!     .stroke(palette::TEXT, 0.5)
//!     .id("house-1")
//!     .data("corner", 17)
//!     .label("a house on corner 17");
//! assert_eq!(house.data, [("corner".to_owned(), "17".to_owned())]);
//! ```

use crate::{Ink, Path};
use hexwright_core::Point;

/// One element and what hangs on it.
#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    /// Stable name, unique in the picture.
    pub id: Option<String>,
    /// CSS classes, separated by blanks.
    pub class: String,
    /// `data-…` attributes without their prefix, in this order.
    pub data: Vec<(String, String)>,
    /// What a screen reader says; also makes the element an image of its own.
    pub label: Option<String>,
    /// What a mouse pointer shows.
    pub tooltip: Option<String>,
    /// Paint.
    pub style: Style,
    /// Where its own coordinates lie.
    pub place: Option<Transform>,
    /// The element itself.
    pub kind: Kind,
}

/// The elements there are.
#[derive(Clone, Debug, PartialEq)]
pub enum Kind {
    /// Nodes that belong together; unset paint is inherited.
    Group(Vec<Node>),
    /// A closed shape.
    Polygon(Vec<Point>),
    /// An open line.
    Polyline(Vec<Point>),
    /// Any outline.
    Path(Path),
    /// A circle.
    Circle {
        /// Its middle.
        centre: Point,
        /// Its radius.
        radius: f64,
    },
    /// A rectangle.
    Rect {
        /// Upper left corner.
        at: Point,
        /// To the right.
        width: f64,
        /// Downwards.
        height: f64,
        /// Rounding of the corners.
        radius: f64,
    },
    /// A straight line.
    Line(Point, Point),
    /// Words.
    Text(Text),
    /// A symbol of [`crate::Scene::symbols`], drawn in a square around a point.
    Use {
        /// Name of the symbol.
        symbol: &'static str,
        /// Middle of the square.
        centre: Point,
        /// Side of the square.
        size: f64,
    },
}

/// Words at a place.
#[derive(Clone, Debug, PartialEq)]
pub struct Text {
    /// Where: on the base line, at the anchor.
    pub at: Point,
    /// What it says.
    pub content: String,
    /// Height of the letters' square.
    pub size: f64,
    /// Which part of the text lies at the point.
    pub anchor: Anchor,
    /// How heavy the letters are.
    pub weight: Weight,
}

/// Which part of a text lies at its point.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Anchor {
    /// Its beginning.
    Start,
    /// Its middle.
    #[default]
    Middle,
    /// Its end.
    End,
}

/// How heavy letters are. The embedded font has exactly these two.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Weight {
    /// 400.
    #[default]
    Regular,
    /// 700.
    Bold,
}

/// How an area is filled.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Fill {
    /// As the group around it says.
    #[default]
    Inherit,
    /// Not at all.
    None,
    /// With an ink.
    Ink(Ink),
    /// With the hatch of this name, see [`crate::Scene::hatches`].
    Hatch(&'static str),
}

/// How a line is drawn.
#[derive(Clone, Debug, PartialEq)]
pub struct Stroke {
    /// Its colour.
    pub ink: Ink,
    /// Its width.
    pub width: f64,
    /// Lengths of dashes and gaps; empty is a whole line.
    pub dash: Vec<f64>,
    /// Round ends and joins.
    pub round: bool,
}

/// The paint of a node.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Style {
    /// Its area.
    pub fill: Fill,
    /// Its line.
    pub stroke: Option<Stroke>,
    /// 1 is solid; `None` says nothing.
    pub opacity: Option<f64>,
    /// Invisible but still there for pointers: a hit target.
    pub target: bool,
}

/// Where a node's own coordinates lie: first scaled, then turned clockwise, then moved.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Transform {
    /// Where its origin lands.
    pub at: Point,
    /// Turn in degrees.
    pub turn: f64,
    /// Size.
    pub scale: f64,
}

impl Node {
    fn new(kind: Kind, fill: Fill) -> Self {
        Self {
            id: None,
            class: String::new(),
            data: Vec::new(),
            label: None,
            tooltip: None,
            style: Style { fill, ..Style::default() },
            place: None,
            kind,
        }
    }

    /// A group.
    #[must_use]
    pub fn group(children: impl IntoIterator<Item = Self>) -> Self {
        Self::new(Kind::Group(children.into_iter().collect()), Fill::Inherit)
    }

    /// A closed shape, not filled yet.
    #[must_use]
    pub fn polygon(points: impl IntoIterator<Item = Point>) -> Self {
        Self::new(Kind::Polygon(points.into_iter().collect()), Fill::None)
    }

    /// An open line.
    #[must_use]
    pub fn polyline(points: impl IntoIterator<Item = Point>) -> Self {
        Self::new(Kind::Polyline(points.into_iter().collect()), Fill::None)
    }

    /// Any outline, not filled yet.
    #[must_use]
    pub fn path(path: Path) -> Self {
        Self::new(Kind::Path(path), Fill::None)
    }

    /// A circle, not filled yet.
    #[must_use]
    pub fn circle(centre: Point, radius: f64) -> Self {
        Self::new(Kind::Circle { centre, radius }, Fill::None)
    }

    /// A rectangle from its upper left corner, not filled yet.
    #[must_use]
    pub fn rect(at: Point, width: f64, height: f64) -> Self {
        Self::new(Kind::Rect { at, width, height, radius: 0.0 }, Fill::None)
    }

    /// A rectangle with rounded corners, not filled yet.
    #[must_use]
    pub fn round_rect(at: Point, width: f64, height: f64, radius: f64) -> Self {
        Self::new(Kind::Rect { at, width, height, radius }, Fill::None)
    }

    /// A straight line.
    #[must_use]
    pub fn line(from: Point, to: Point) -> Self {
        Self::new(Kind::Line(from, to), Fill::None)
    }

    /// Words on a base line that starts at `at`.
    #[must_use]
    pub fn text(at: Point, size: f64, content: impl Into<String>) -> Self {
        let text = Text { at, content: content.into(), size, anchor: Anchor::Start, weight: Weight::Regular };
        Self::new(Kind::Text(text), Fill::Ink(crate::palette::TEXT))
    }

    /// Words whose middle is `centre`, both ways. The base line is computed rather than left to the
    /// viewer, because viewers disagree on where the middle of a letter is.
    #[must_use]
    pub fn centred_text(centre: Point, size: f64, content: impl Into<String>) -> Self {
        /// Half the height of a capital or digit, in sizes.
        const HALF_CAPITAL: f64 = 0.364;
        Self::text(Point::new(centre.x, centre.y + HALF_CAPITAL * size), size, content).anchor(Anchor::Middle)
    }

    /// A symbol in a square around a point.
    #[must_use]
    pub fn symbol(symbol: &'static str, centre: Point, size: f64) -> Self {
        Self::new(Kind::Use { symbol, centre, size }, Fill::Inherit)
    }

    /// With a stable name.
    #[must_use]
    pub fn id(mut self, id: impl Into<String>) -> Self {
        self.id = Some(id.into());
        self
    }

    /// With one more CSS class.
    #[must_use]
    pub fn class(mut self, class: &str) -> Self {
        if !self.class.is_empty() {
            self.class.push(' ');
        }
        self.class.push_str(class);
        self
    }

    /// With `data-NAME="VALUE"`.
    #[must_use]
    pub fn data(mut self, name: &str, value: impl ToString) -> Self {
        self.data.push((name.to_owned(), value.to_string()));
        self
    }

    /// With words for screen readers.
    #[must_use]
    pub fn label(mut self, label: impl Into<String>) -> Self {
        self.label = Some(label.into());
        self
    }

    /// With words for the mouse pointer.
    #[must_use]
    pub fn tooltip(mut self, words: impl Into<String>) -> Self {
        self.tooltip = Some(words.into());
        self
    }

    /// Filled with an ink.
    #[must_use]
    pub fn fill(mut self, ink: Ink) -> Self {
        self.style.fill = Fill::Ink(ink);
        self
    }

    /// Filled with a hatch of the scene.
    #[must_use]
    pub fn hatch(mut self, name: &'static str) -> Self {
        self.style.fill = Fill::Hatch(name);
        self
    }

    /// With a line around it.
    #[must_use]
    pub fn stroke(mut self, ink: Ink, width: f64) -> Self {
        self.style.stroke = Some(Stroke { ink, width, dash: Vec::new(), round: false });
        self
    }

    /// With round ends and joins; only lines that exist have them.
    #[must_use]
    pub fn round(mut self) -> Self {
        if let Some(stroke) = &mut self.style.stroke {
            stroke.round = true;
        }
        self
    }

    /// With a dashed line; only lines that exist can be dashed.
    #[must_use]
    pub fn dash(mut self, lengths: impl IntoIterator<Item = f64>) -> Self {
        if let Some(stroke) = &mut self.style.stroke {
            stroke.dash = lengths.into_iter().collect();
        }
        self
    }

    /// Seen through: 0 is invisible, 1 solid.
    #[must_use]
    pub fn opacity(mut self, opacity: f64) -> Self {
        self.style.opacity = Some(opacity);
        self
    }

    /// Invisible, but pointers and screen readers find it.
    #[must_use]
    pub fn target(mut self) -> Self {
        self.style.target = true;
        self
    }

    /// Moved and scaled.
    #[must_use]
    pub fn place(mut self, at: Point, scale: f64) -> Self {
        self.place = Some(Transform { at, turn: 0.0, scale });
        self
    }

    /// Moved, turned clockwise by degrees, and scaled.
    #[must_use]
    pub fn place_turned(mut self, at: Point, turn: f64, scale: f64) -> Self {
        self.place = Some(Transform { at, turn, scale });
        self
    }

    /// With another anchor; means something for text only.
    #[must_use]
    pub fn anchor(mut self, anchor: Anchor) -> Self {
        if let Kind::Text(text) = &mut self.kind {
            text.anchor = anchor;
        }
        self
    }

    /// In heavy letters; means something for text only.
    #[must_use]
    pub fn bold(mut self) -> Self {
        if let Kind::Text(text) = &mut self.kind {
            text.weight = Weight::Bold;
        }
        self
    }

    /// The nodes inside a group, none otherwise.
    #[must_use]
    pub fn children(&self) -> &[Self] {
        match &self.kind {
            Kind::Group(children) => children,
            _ => &[],
        }
    }

    /// This node and all inside it, from outside in.
    pub fn walk<'a>(&'a self, visit: &mut impl FnMut(&'a Self)) {
        visit(self);
        for child in self.children() {
            child.walk(visit);
        }
    }

    /// Changes this node and all inside it.
    pub fn walk_mut(&mut self, visit: &mut impl FnMut(&mut Self)) {
        visit(self);
        if let Kind::Group(children) = &mut self.kind {
            for child in children {
                child.walk_mut(visit);
            }
        }
    }
}
