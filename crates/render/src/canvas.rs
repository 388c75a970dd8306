//! A sheet of characters for pictures in a terminal.

/// Characters in rows; it grows as it is written on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Canvas {
    rows: Vec<Vec<char>>,
}

impl Canvas {
    /// An empty sheet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Writes `text` from column `x` of row `y`.
    pub fn put(&mut self, x: usize, y: usize, text: &str) {
        if self.rows.len() <= y {
            self.rows.resize(y + 1, Vec::new());
        }
        let row = &mut self.rows[y];
        for (column, c) in (x..).zip(text.chars()) {
            if row.len() <= column {
                row.resize(column + 1, ' ');
            }
            row[column] = c;
        }
    }

    /// Writes `text` around column `x`.
    pub fn put_centred(&mut self, x: usize, y: usize, text: &str) {
        self.put(x.saturating_sub(text.chars().count() / 2), y, text);
    }

    /// Without the empty columns on the left and the empty rows on top.
    #[must_use]
    pub fn trimmed(&self) -> Self {
        let first = |row: &Vec<char>| row.iter().position(|&c| c != ' ');
        let left = self.rows.iter().filter_map(first).min().unwrap_or(0);
        let top = self.rows.iter().position(|row| first(row).is_some()).unwrap_or(self.rows.len());
        let rows = self.rows[top..].iter().map(|row| row.get(left..).unwrap_or_default().to_vec());
        Self { rows: rows.collect() }
    }

    /// The character at a place; a blank where nothing was written.
    #[must_use]
    pub fn at(&self, x: usize, y: usize) -> char {
        self.rows.get(y).and_then(|row| row.get(x)).copied().unwrap_or(' ')
    }
}

impl std::fmt::Display for Canvas {
    /// Rows without trailing blanks, each with its line end; empty rows at the end are left out.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let lines: Vec<String> =
            self.rows.iter().map(|row| row.iter().collect::<String>().trim_end().to_owned()).collect();
        let used = lines.iter().rposition(|line| !line.is_empty()).map_or(0, |last| last + 1);
        lines[..used].iter().try_for_each(|line| writeln!(f, "{line}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_grows_and_trims() {
        let mut canvas = Canvas::new();
        canvas.put(2, 1, "é!");
        canvas.put_centred(1, 0, "abc");
        canvas.put(0, 3, "   ");
        assert_eq!(canvas.to_string(), "abc\n  é!\n");
        assert_eq!((canvas.at(2, 1), canvas.at(9, 9)), ('é', ' '));
    }
}
