//! Colours and how well they can be told apart.

/// An opaque sRGB colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Colour {
    /// Red.
    pub red: u8,
    /// Green.
    pub green: u8,
    /// Blue.
    pub blue: u8,
}

impl Colour {
    /// Black.
    pub const BLACK: Self = Self::new(0);
    /// White.
    pub const WHITE: Self = Self::new(0xff_ffff);

    /// The colour written `0xRRGGBB`.
    #[must_use]
    pub const fn new(rgb: u32) -> Self {
        Self { red: (rgb >> 16) as u8, green: (rgb >> 8) as u8, blue: rgb as u8 }
    }

    /// As `#rrggbb`.
    #[must_use]
    pub fn hex(self) -> String {
        format!("#{:02x}{:02x}{:02x}", self.red, self.green, self.blue)
    }

    /// The grey of the same luma (Rec. 601), as a black-and-white printer would make it. Luma is
    /// linear in the stored values, so greying colours before blending equals greying the picture.
    #[must_use]
    pub fn grey(self) -> Self {
        let luma = 299 * u32::from(self.red) + 587 * u32::from(self.green) + 114 * u32::from(self.blue) + 500;
        let value = (luma / 1000) as u8;
        Self { red: value, green: value, blue: value }
    }

    /// The colour `share` of the way to `other`, from 0 to 1.
    #[must_use]
    pub fn mix(self, other: Self, share: f64) -> Self {
        let part = |a: u8, b: u8| (f64::from(a) + (f64::from(b) - f64::from(a)) * share).round() as u8;
        Self {
            red: part(self.red, other.red),
            green: part(self.green, other.green),
            blue: part(self.blue, other.blue),
        }
    }

    /// Relative luminance of WCAG: 0 black, 1 white.
    #[must_use]
    pub fn luminance(self) -> f64 {
        let linear = |v: u8| {
            let v = f64::from(v) / 255.0;
            if v <= 0.040_45 { v / 12.92 } else { ((v + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * linear(self.red) + 0.7152 * linear(self.green) + 0.0722 * linear(self.blue)
    }

    /// Contrast ratio of WCAG: 1 equal, 21 black on white; text wants 4.5, large signs 3.
    #[must_use]
    pub fn contrast(self, other: Self) -> f64 {
        let (a, b) = (self.luminance(), other.luminance());
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    /// Black or white, whichever reads better on this colour.
    #[must_use]
    pub fn readable(self) -> Self {
        if self.contrast(Self::BLACK) >= self.contrast(Self::WHITE) { Self::BLACK } else { Self::WHITE }
    }
}

/// A colour with a role: a name that a page may give its own value, and defaults for light and dark.
///
/// In an SVG the ink `sea` is the custom property `--hw-sea`; where nobody sets it the default holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Ink {
    /// Name of the role: lower case letters, digits and `-`.
    pub name: &'static str,
    /// On light pages and on paper.
    pub light: Colour,
    /// On dark pages.
    pub dark: Colour,
}

impl Ink {
    /// An ink from `0xRRGGBB` for light and dark.
    #[must_use]
    pub const fn new(name: &'static str, light: u32, dark: u32) -> Self {
        Self { name, light: Colour::new(light), dark: Colour::new(dark) }
    }

    /// An ink that is the same in light and dark, as paint on wood is.
    #[must_use]
    pub const fn fixed(name: &'static str, rgb: u32) -> Self {
        Self::new(name, rgb, rgb)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contrast_knows_its_ends() {
        assert!((Colour::BLACK.contrast(Colour::WHITE) - 21.0).abs() < 1e-9);
        assert!((Colour::new(0x336699).contrast(Colour::new(0x336699)) - 1.0).abs() < 1e-9);
        assert_eq!(Colour::new(0xffee88).readable(), Colour::BLACK);
        assert_eq!(Colour::new(0x203060).readable(), Colour::WHITE);
    }

    #[test]
    fn grey_keeps_greys_and_mixes_commute() {
        for v in [0, 1, 127, 254, 255] {
            let grey = Colour { red: v, green: v, blue: v };
            assert_eq!(grey.grey(), grey);
        }
        assert_eq!(Colour::new(0xff0000).grey().hex(), "#4c4c4c");
        assert_eq!(Colour::BLACK.mix(Colour::WHITE, 0.5).hex(), "#808080");
    }
}
