//! A scene as PDF for printing: fitted to one page, or at true size over as many pages as it takes.
//!
//! Pages are pictures of 200 dots per inch in a minimal PDF of our own: no date, no producer, so the
//! same scene gives the same bytes. What lies over the picture (cut marks, the page's place) is drawn
//! with lines and the Helvetica every reader has.

use crate::{RenderError, Scene, png};
use flate2::{Compression, write::ZlibEncoder};
use resvg::{tiny_skia, usvg};
use std::fmt::Write as _;
use std::io::Write as _;

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
const DOTS_PER_MM: f64 = 200.0 / 25.4;
const POINTS_PER_MM: f64 = 72.0 / 25.4;
/// More pages than this is a mistake rather than a wish.
const MOST_PAGES: usize = 100;

impl Scene {
    /// The picture as a PDF. The sheets are turned whichever way needs fewer of them.
    ///
    /// # Errors
    /// If the picture is empty, needs more than 100 pages, or the rasteriser cannot draw it.
    pub fn to_pdf(&self, paper: Paper, size: Size) -> Result<Vec<u8>, RenderError> {
        let tree = png::tree(self)?;
        let view = (self.view.width, self.view.height);
        let upright = Sheets::new(view, (paper.short, paper.long), size);
        let across = Sheets::new(view, (paper.long, paper.short), size);
        let sheets = if across.better_than(&upright) { across } else { upright };
        let pages = sheets.columns * sheets.rows;
        if !(1..=MOST_PAGES).contains(&pages) {
            return Err(RenderError::Pages(pages));
        }
        let mut file = File::new();
        for row in 0..sheets.rows {
            for column in 0..sheets.columns {
                sheets.page(&mut file, &tree, row, column)?;
            }
        }
        Ok(file.finish())
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

    fn page(&self, file: &mut File, tree: &usvg::Tree, row: usize, column: usize) -> Result<(), RenderError> {
        let inner = (self.page.0 - 2.0 * MARGIN, self.page.1 - 2.0 * MARGIN);
        // The picture lies in the middle of all sheets together.
        let spare =
            (inner.0 * self.columns as f64 - self.picture.0, inner.1 * self.rows as f64 - self.picture.1);
        let corner = (inner.0 * column as f64 - spare.0 / 2.0, inner.1 * row as f64 - spare.1 / 2.0);
        let dots = |mm: f64| (mm * DOTS_PER_MM).round() as u32;
        let (width, height) = (dots(inner.0), dots(inner.1));
        let mut canvas = tiny_skia::Pixmap::new(width, height)
            .ok_or(RenderError::Size { width, height: height.into() })?;
        canvas.fill(tiny_skia::Color::WHITE);
        let zoom = (self.scale * DOTS_PER_MM) as f32;
        let shift = (-corner.0 * DOTS_PER_MM, -corner.1 * DOTS_PER_MM);
        let place = tiny_skia::Transform::from_row(zoom, 0.0, 0.0, zoom, shift.0 as f32, shift.1 as f32);
        resvg::render(tree, place, &mut canvas.as_mut());

        let mut marks = String::new();
        let points = |mm: f64| mm * POINTS_PER_MM;
        let _ = writeln!(
            marks,
            "q {:.3} 0 0 {:.3} {:.3} {:.3} cm /Picture Do Q",
            points(inner.0),
            points(inner.1),
            points(MARGIN),
            points(MARGIN)
        );
        if self.columns * self.rows > 1 {
            marks.push_str("0.4 w 0 G\n");
            for (x, outward_x) in [(MARGIN, -1.0), (self.page.0 - MARGIN, 1.0)] {
                for (y, outward_y) in [(MARGIN, -1.0), (self.page.1 - MARGIN, 1.0)] {
                    for (dx, dy) in [(outward_x, 0.0), (0.0, outward_y)] {
                        let line = [x + dx, y + dy, x + 5.0 * dx, y + 5.0 * dy].map(points);
                        let _ = writeln!(
                            marks,
                            "{:.3} {:.3} m {:.3} {:.3} l S",
                            line[0], line[1], line[2], line[3]
                        );
                    }
                }
            }
            let _ = writeln!(
                marks,
                "BT /F1 7 Tf {:.3} {:.3} Td (row {} of {}, column {} of {}) Tj ET",
                points(MARGIN + 8.0),
                points(3.0),
                row + 1,
                self.rows,
                column + 1,
                self.columns
            );
        }
        let colours: Vec<u8> = canvas.pixels().iter().flat_map(|p| [p.red(), p.green(), p.blue()]).collect();
        file.page((points(self.page.0), points(self.page.1)), &marks, (width, height), &colours);
        Ok(())
    }
}

/// The objects of a PDF, written one after the other.
struct File {
    bytes: Vec<u8>,
    /// Where object `i + 1` begins.
    offsets: Vec<usize>,
    pages: Vec<usize>,
}

const CATALOG: usize = 1;
const PAGE_TREE: usize = 2;
const FONT: usize = 3;

impl File {
    fn new() -> Self {
        // The first three objects get their places at the end, when the pages are known.
        Self { bytes: b"%PDF-1.4\n%\xc2\xb5\xc2\xb6\n".to_vec(), offsets: vec![0; FONT], pages: Vec::new() }
    }

    fn object(&mut self, number: Option<usize>, dictionary: &str, stream: Option<&[u8]>) -> usize {
        let number = number.unwrap_or_else(|| {
            self.offsets.push(0);
            self.offsets.len()
        });
        self.offsets[number - 1] = self.bytes.len();
        self.bytes.extend(format!("{number} 0 obj\n").bytes());
        match stream {
            None => self.bytes.extend(format!("<< {dictionary} >>").bytes()),
            Some(stream) => {
                let mut packed = ZlibEncoder::new(Vec::new(), Compression::default());
                // Writing into memory cannot fail.
                let _ = packed.write_all(stream);
                let packed = packed.finish().unwrap_or_default();
                let head =
                    format!("<< {dictionary} /Filter /FlateDecode /Length {} >>\nstream\n", packed.len());
                self.bytes.extend(head.bytes());
                self.bytes.extend(packed);
                self.bytes.extend(b"\nendstream");
            }
        }
        self.bytes.extend(b"\nendobj\n");
        number
    }

    fn page(&mut self, paper: (f64, f64), marks: &str, (width, height): (u32, u32), colours: &[u8]) {
        let picture = self.object(
            None,
            &format!(
                "/Type /XObject /Subtype /Image /Width {width} /Height {height} \
                 /ColorSpace /DeviceRGB /BitsPerComponent 8"
            ),
            Some(colours),
        );
        let contents = self.object(None, "", Some(marks.as_bytes()));
        let page = self.object(
            None,
            &format!(
                "/Type /Page /Parent {PAGE_TREE} 0 R /MediaBox [0 0 {:.3} {:.3}] /Contents {contents} 0 R \
                 /Resources << /XObject << /Picture {picture} 0 R >> /Font << /F1 {FONT} 0 R >> >>",
                paper.0, paper.1
            ),
            None,
        );
        self.pages.push(page);
    }

    fn finish(mut self) -> Vec<u8> {
        let kids: Vec<String> = self.pages.iter().map(|p| format!("{p} 0 R")).collect();
        self.object(Some(CATALOG), &format!("/Type /Catalog /Pages {PAGE_TREE} 0 R"), None);
        let tree = format!("/Type /Pages /Kids [{}] /Count {}", kids.join(" "), kids.len());
        self.object(Some(PAGE_TREE), &tree, None);
        self.object(Some(FONT), "/Type /Font /Subtype /Type1 /BaseFont /Helvetica", None);
        let start = self.bytes.len();
        let mut end = format!("xref\n0 {}\n0000000000 65535 f \n", self.offsets.len() + 1);
        for offset in &self.offsets {
            let _ = writeln!(end, "{offset:010} 00000 n ");
        }
        let size = self.offsets.len() + 1;
        let _ = write!(end, "trailer\n<< /Size {size} /Root {CATALOG} 0 R >>\nstartxref\n{start}\n%%EOF\n");
        self.bytes.extend(end.bytes());
        self.bytes
    }
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
        assert_eq!(count(&file, "/Type /Page "), 1);
        assert_eq!(count(&file, "/MediaBox [0 0 841.890 595.276]"), 1);
        assert_eq!(file, scene().to_pdf(Paper::A4, Size::OnePage).unwrap());
    }

    #[test]
    fn true_size_takes_the_pages_it_needs() {
        // 400 x 300 mm: two by two sheets of 194 x 281 upright (3 x 2), of 281 x 194 across (2 x 2).
        let file = scene().to_pdf(Paper::A4, Size::True(1.0)).unwrap();
        assert_eq!(count(&file, "/Type /Page "), 4);
        assert!(matches!(scene().to_pdf(Paper::A4, Size::True(9.0)), Err(RenderError::Pages(_))));
        assert!(Scene::default().to_pdf(Paper::A4, Size::OnePage).is_err());
    }

    #[test]
    fn every_offset_points_at_its_object() {
        let file = scene().to_pdf(Paper::LETTER, Size::True(0.8)).unwrap();
        let text = String::from_utf8_lossy(&file);
        let tail = text.rsplit_once("startxref\n").unwrap().1;
        let start: usize = tail.lines().next().unwrap().parse().unwrap();
        let table = std::str::from_utf8(&file[start..]).unwrap();
        let offsets = table.lines().skip(3).take_while(|l| l.ends_with(" n "));
        let mut seen = 0;
        for (i, line) in offsets.enumerate() {
            let offset: usize = line[..10].parse().unwrap();
            let head = format!("{} 0 obj", i + 1);
            assert!(file[offset..].starts_with(head.as_bytes()), "object {}", i + 1);
            seen += 1;
        }
        assert!(seen > 5);
    }
}
