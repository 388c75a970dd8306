//! Results as a Parquet file, for data frames: one row a game, plain columns, nothing optional.
//!
//! The columns are `game`, `block`, `map`, `actions`, `turns` and for each seat `bot_S`, `points_S`,
//! `won_S`. The plan lies in the file's notes under `hexwright_tournament`. One row group, one page a
//! column, no compression: the few structures that needs are written here by hand (`thrift`), which is
//! less than a library of several megabytes would be.

mod thrift;

use super::Results;
use thrift::{Struct, list};

const MAGIC: &[u8; 4] = b"PAR1";
/// How strings are marked.
const UTF8: i32 = 0;
/// Plain values.
const PLAIN: i32 = 0;
/// How the levels of optional values would be written.
const RLE: i32 = 3;

/// The values of a column.
enum Column {
    Bool(Vec<bool>),
    Int(Vec<i32>),
    Long(Vec<i64>),
    Text(Vec<String>),
}

impl Column {
    /// The number of the physical type.
    const fn kind(&self) -> i32 {
        match self {
            Self::Bool(_) => 0,
            Self::Int(_) => 1,
            Self::Long(_) => 2,
            Self::Text(_) => 6,
        }
    }

    /// The values in plain encoding.
    fn plain(&self) -> Vec<u8> {
        match self {
            Self::Bool(values) => {
                let byte = |eight: &[bool]| {
                    eight.iter().enumerate().fold(0, |byte, (i, &bit)| byte | u8::from(bit) << i)
                };
                values.chunks(8).map(byte).collect()
            }
            Self::Int(values) => values.iter().flat_map(|v| v.to_le_bytes()).collect(),
            Self::Long(values) => values.iter().flat_map(|v| v.to_le_bytes()).collect(),
            Self::Text(values) => {
                let mut bytes = Vec::new();
                for value in values {
                    bytes.extend((value.len() as u32).to_le_bytes());
                    bytes.extend(value.as_bytes());
                }
                bytes
            }
        }
    }
}

fn columns(results: &Results) -> Vec<(String, Column)> {
    let (plan, rows) = (&results.plan, &results.rows);
    let long =
        |value: fn(&super::ResultRow) -> u64| Column::Long(rows.iter().map(|r| value(r) as i64).collect());
    let map = |row: &super::ResultRow| plan.maps.get(row.map).cloned().unwrap_or_default();
    let mut columns = vec![
        ("game".to_owned(), long(|r| r.game)),
        ("block".to_owned(), long(|r| r.block)),
        ("map".to_owned(), Column::Text(rows.iter().map(map).collect())),
        ("actions".to_owned(), long(|r| r.actions)),
        ("turns".to_owned(), long(|r| r.turns)),
    ];
    for seat in 0..plan.bots.len() {
        let bot = |row: &super::ResultRow| {
            row.seating.get(seat).and_then(|&b| plan.bots.get(b)).cloned().unwrap_or_default()
        };
        let points = |row: &super::ResultRow| row.scores.get(seat).copied().unwrap_or(0);
        columns.push((format!("bot_{seat}"), Column::Text(rows.iter().map(bot).collect())));
        columns.push((format!("points_{seat}"), Column::Int(rows.iter().map(points).collect())));
        let won = rows.iter().map(|row| row.winners.contains(&(seat as u8))).collect();
        columns.push((format!("won_{seat}"), Column::Bool(won)));
    }
    columns
}

/// The whole file.
pub(super) fn file(results: &Results) -> Vec<u8> {
    let count = results.rows.len();
    let mut bytes = MAGIC.to_vec();
    let mut schema = vec![Struct::new().text(4, "game").int(5, columns(results).len() as i64).end()];
    let mut chunks = Vec::new();
    for (name, column) in columns(results) {
        let start = bytes.len();
        let values = column.plain();
        let page =
            Struct::new().int(1, count as i64).int(2, PLAIN.into()).int(3, RLE.into()).int(4, RLE.into());
        let head = Struct::new().int(1, 0).int(2, values.len() as i64).int(3, values.len() as i64);
        bytes.extend(head.nested(5, &page.end()).end());
        bytes.extend(values);
        let size = (bytes.len() - start) as i64;
        let kind = column.kind();
        let about = Struct::new()
            .int(1, kind.into())
            .raw_list(2, &list(thrift::INT, &[thrift::zigzag(PLAIN.into())]))
            .raw_list(3, &list(thrift::TEXT, &[thrift::text(&name)]))
            .int(4, 0)
            .long(5, count as i64)
            .long(6, size)
            .long(7, size)
            .long(9, start as i64);
        chunks.push(Struct::new().long(2, start as i64).nested(3, &about.end()).end());
        let element = Struct::new().int(1, kind.into()).int(3, 0).text(4, &name);
        schema.push(
            if matches!(column, Column::Text(_)) { element.int(6, UTF8.into()) } else { element }.end(),
        );
    }
    let group = Struct::new()
        .raw_list(1, &list(thrift::STRUCT, &chunks))
        .long(2, (bytes.len() - MAGIC.len()) as i64)
        .long(3, count as i64);
    let plan = serde_json::to_string(&results.plan).unwrap_or_default();
    let note = Struct::new().text(1, "hexwright_tournament").text(2, &plan).end();
    let footer = Struct::new()
        .int(1, 1)
        .raw_list(2, &list(thrift::STRUCT, &schema))
        .long(3, count as i64)
        .raw_list(4, &list(thrift::STRUCT, &[group.end()]))
        .raw_list(5, &list(thrift::STRUCT, &[note]))
        .text(6, "hexwright")
        .end();
    bytes.extend(&footer);
    bytes.extend((footer.len() as u32).to_le_bytes());
    bytes.extend(MAGIC);
    bytes
}
