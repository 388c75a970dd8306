//! The table of the definition of done.

use super::support::data;

/// A row of the definition of done.
pub(crate) struct Row {
    pub(crate) id: String,
    /// The line of the source document; empty for rows that go beyond it.
    pub(crate) source_line: String,
    pub(crate) given: Vec<String>,
    pub(crate) when: Vec<String>,
    pub(crate) expected: Vec<String>,
}

/// Comma-separated values with quoted fields.
fn table(text: &str) -> Vec<Vec<String>> {
    let mut rows = Vec::new();
    for line in text.lines() {
        let (mut fields, mut field, mut quoted) = (Vec::new(), String::new(), false);
        let mut chars = line.chars().peekable();
        while let Some(c) = chars.next() {
            match c {
                '"' if quoted && chars.peek() == Some(&'"') => {
                    chars.next();
                    field.push('"');
                }
                '"' => quoted = !quoted,
                ',' if !quoted => fields.push(std::mem::take(&mut field)),
                c => field.push(c),
            }
        }
        fields.push(field);
        rows.push(fields);
    }
    rows
}

/// All rows.
pub(crate) fn rows() -> Vec<Row> {
    let text = String::from_utf8(data("definition-of-done.csv")).unwrap();
    let items = |cell: &str| {
        let list = cell.split("; ").map(str::trim).filter(|i| *i != "-" && !i.is_empty());
        list.map(str::to_owned).collect()
    };
    let rows = table(&text).into_iter().skip(1).map(|f| {
        assert_eq!(f.len(), 9, "{f:?}");
        let (id, source_line) = (f[0].clone(), f[2].clone());
        Row { id, source_line, given: items(&f[4]), when: items(&f[5]), expected: items(&f[6]) }
    });
    rows.collect()
}
