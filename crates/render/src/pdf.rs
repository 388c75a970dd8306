//! A scene as PDF for printing: fitted to one page, or at true size over as many pages as it takes.
//!
//! The picture is drawn once, as outlines, and every page shows its part of it. There is no date and no producer,
//! so the same scene gives the same bytes. Cut marks and the page's place are lines and the Helvetica every
//! reader has.
//!
//! ```
//! use hexwright_core::Point;
//! use hexwright_render::{Node, Paper, Scene, Size, ViewBox, palette};
//!
//! let mut scene = Scene::new("dot", ViewBox::new(40.0, 30.0));
//! scene.push(Node::circle(Point::new(20.0, 15.0), 10.0).fill(palette::ALARM));
//! assert!(scene.to_pdf(Paper::A4, Size::OnePage).unwrap().starts_with(b"%PDF-"));
//! ```

mod paint;

use crate::flat::Picture;
use crate::{RenderError, Scene};
use paint::{File, packed};
use pdf_writer::{Content, Filter, Finish as _, Name, Rect, Ref, Str};

/// A sheet of paper.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Paper {
    /// The shorter side in millimetres.
    pub short: f64,
    /// The longer side in millimetres.
    pub long: f64,
}

impl Paper {
    /// 210 × 297 mm.
    pub const A4: Self = Self { short: 210.0, long: 297.0 };
    /// 297 × 420 mm.
    pub const A3: Self = Self { short: 297.0, long: 420.0 };
    /// 8.5 × 11 inches.
    pub const LETTER: Self = Self { short: 215.9, long: 279.4 };

    /// The paper of this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        match name {
            "a4" => Some(Self::A4),
            "a3" => Some(Self::A3),
            "letter" => Some(Self::LETTER),
            _ => None,
        }
    }
}

/// How large the picture becomes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Size {
    /// As large as one page allows.
    OnePage,
    /// This many millimetres for a unit of the picture, over as many pages as it takes.
    True(f64),
}

/// Most printers cannot print closer to the edge.
const MARGIN: f64 = 8.0;
const POINTS_PER_MM: f64 = 72.0 / 25.4;
/// More pages than this is a mistake rather than a wish.
const MOST_PAGES: usize = 100;

impl Scene {
    /// The picture as a PDF. The sheets are turned whichever way needs fewer of them.
    ///
    /// # Errors
    /// If the picture is empty or needs more than 100 pages.
    pub fn to_pdf(&self, paper: Paper, size: Size) -> Result<Vec<u8>, RenderError> {
        let view = (self.view.width, self.view.height);
        if view.0 <= 0.0 || view.1 <= 0.0 {
            return Err(RenderError::Pages(0));
        }
        let upright = Sheets::new(view, (paper.short, paper.long), size);
        let across = Sheets::new(view, (paper.long, paper.short), size);
        let sheets = if across.better_than(&upright) { across } else { upright };
        let pages = sheets.columns * sheets.rows;
        if !(1..=MOST_PAGES).contains(&pages) {
            return Err(RenderError::Pages(pages));
        }
        let mut file = File::new();
        let (catalog, page_tree, font) = (file.next(), file.next(), file.next());
        let picture = file.picture(&Picture::of(self), view);
        let cells = (0..sheets.rows).flat_map(|row| (0..sheets.columns).map(move |column| (row, column)));
        let pages: Vec<Ref> = cells
            .map(|(row, column)| {
                let content = sheets.page(row, column);
                let (page, stream) = (file.next(), file.next());
                let paper = [sheets.page.0, sheets.page.1].map(points);
                let mut dictionary = file.pdf.page(page);
                dictionary.media_box(Rect::new(0.0, 0.0, paper[0], paper[1]));
                dictionary.parent(page_tree).contents(stream);
                let mut resources = dictionary.resources();
                resources.x_objects().pair(PICTURE, picture);
                resources.fonts().pair(FONT, font);
                resources.finish();
                dictionary.finish();
                file.pdf.stream(stream, &packed(&content)).filter(Filter::FlateDecode);
                page
            })
            .collect();
        file.pdf.catalog(catalog).pages(page_tree);
        file.pdf.pages(page_tree).count(pages.len() as i32).kids(pages);
        file.pdf.type1_font(font).base_font(Name(b"Helvetica"));
        Ok(file.pdf.finish())
    }
}

/// How a picture lies on sheets; lengths are in millimetres.
struct Sheets {
    page: (f64, f64),
    /// Of a unit of the picture.
    scale: f64,
    picture: (f64, f64),
    columns: usize,
    rows: usize,
}

impl Sheets {
    fn new(view: (f64, f64), page: (f64, f64), size: Size) -> Self {
        let inner = (page.0 - 2.0 * MARGIN, page.1 - 2.0 * MARGIN);
        let scale = match size {
            Size::OnePage => (inner.0 / view.0).min(inner.1 / view.1),
            Size::True(scale) => scale,
        };
        let picture = (view.0 * scale, view.1 * scale);
        // A hair more than a page is no reason for another page.
        let count = |length: f64, page: f64| ((length / page) - 1e-6).ceil().max(1.0) as usize;
        Self { page, scale, picture, columns: count(picture.0, inner.0), rows: count(picture.1, inner.1) }
    }

    fn better_than(&self, other: &Self) -> bool {
        let (pages, others) = (self.columns * self.rows, other.columns * other.rows);
        pages < others || (pages == others && self.scale > other.scale)
    }

    /// The drawing commands of one page.
    fn page(&self, row: usize, column: usize) -> Vec<u8> {
        let inner = (self.page.0 - 2.0 * MARGIN, self.page.1 - 2.0 * MARGIN);
        // The picture lies in the middle of all sheets together.
        let spare =
            (inner.0 * self.columns as f64 - self.picture.0, inner.1 * self.rows as f64 - self.picture.1);
        let corner = (inner.0 * column as f64 - spare.0 / 2.0, inner.1 * row as f64 - spare.1 / 2.0);
        let mut page = Content::new();
        page.save_state();
        page.rect(points(MARGIN), points(MARGIN), points(inner.0), points(inner.1));
        page.clip_nonzero().end_path();
        // pages count from below, pictures from above
        let (left, top) = (points(MARGIN - corner.0), points(self.page.1 - MARGIN + corner.1));
        page.transform([points(self.scale), 0.0, 0.0, -points(self.scale), left, top]);
        page.x_object(PICTURE);
        page.restore_state();
        if self.columns * self.rows > 1 {
            page.set_line_width(0.4).set_stroke_gray(0.0);
            for (x, outward_x) in [(MARGIN, -1.0), (self.page.0 - MARGIN, 1.0)] {
                for (y, outward_y) in [(MARGIN, -1.0), (self.page.1 - MARGIN, 1.0)] {
                    for (dx, dy) in [(outward_x, 0.0), (0.0, outward_y)] {
                        let [x1, y1, x2, y2] = [x + dx, y + dy, x + 5.0 * dx, y + 5.0 * dy].map(points);
                        page.move_to(x1, y1).line_to(x2, y2).stroke();
                    }
                }
            }
            let (rows, columns) = (self.rows, self.columns);
            let place = format!("row {} of {rows}, column {} of {columns}", row + 1, column + 1);
            page.begin_text().set_font(FONT, 7.0).next_line(points(MARGIN + 8.0), points(3.0));
            page.show(Str(place.as_bytes())).end_text();
        }
        page.finish().into_vec()
    }
}

/// Names in the commands of a page.
const PICTURE: Name<'_> = Name(b"Picture");
const FONT: Name<'_> = Name(b"F1");

fn points(mm: f64) -> f32 {
    (mm * POINTS_PER_MM) as f32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Node, ViewBox, palette};
    use hexwright_core::Point;

    fn scene() -> Scene {
        let mut scene = Scene::new("dot", ViewBox::new(400.0, 300.0));
        scene.push(Node::circle(Point::new(200.0, 150.0), 100.0).fill(palette::ALARM));
        scene
    }

    fn count(file: &[u8], word: &str) -> usize {
        file.windows(word.len()).filter(|w| w == &word.as_bytes()).count()
    }

    #[test]
    fn one_page_lies_across_when_the_picture_does() {
        let file = scene().to_pdf(Paper::A4, Size::OnePage).unwrap();
        assert_eq!(count(&file, "/Type /Page\n"), 1);
        assert_eq!(count(&file, "/MediaBox [0 0 841.88"), 1);
        assert_eq!(file, scene().to_pdf(Paper::A4, Size::OnePage).unwrap());
    }

    #[test]
    fn true_size_takes_the_pages_it_needs() {
        // 400 x 300 mm: two by two sheets of 194 x 281 upright (3 x 2), of 281 x 194 across (2 x 2).
        let file = scene().to_pdf(Paper::A4, Size::True(1.0)).unwrap();
        assert_eq!(count(&file, "/Type /Page\n"), 4);
        // one picture, shown in parts, and no dots
        assert_eq!((count(&file, "/Subtype /Form"), count(&file, "/Subtype /Image")), (1, 0));
        assert!(matches!(scene().to_pdf(Paper::A4, Size::True(9.0)), Err(RenderError::Pages(_))));
        assert!(Scene::default().to_pdf(Paper::A4, Size::OnePage).is_err());
    }

    #[test]
    fn hatches_and_see_through_parts_are_drawn_as_such() {
        let mut scene = scene();
        scene.add_hatches([crate::Hatch::lines("slanted", palette::LINE, 4.0, 0.8, 45.0)]);
        let square = |at: f64| Node::rect(Point::new(at, at), 50.0, 50.0);
        scene.push(square(10.0).hatch("slanted").stroke(palette::TEXT, 2.0).dash([3.0, 1.0]));
        scene.push(
            Node::group([square(20.0).fill(palette::TEXT), square(40.0).fill(palette::LINE)]).opacity(0.5),
        );
        let file = scene.to_pdf(Paper::A4, Size::OnePage).unwrap();
        assert_eq!((count(&file, "/PatternType 1"), count(&file, "/S /Transparency")), (1, 1));
        assert_eq!(count(&file, "/ca 0.5"), 1);
    }
}
