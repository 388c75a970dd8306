//! Comparing a replay with the ledger it should give.

use super::{Log, Replay, ReplayError, replay::LedgerRow};
use serde_json::Value;

/// A row that differs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RowDifference {
    /// Place in the ledger from 0.
    pub row: usize,
    /// The row that was expected, columns joined by blanks; empty if there is none.
    pub expected: String,
    /// The row that was found; empty if there is none.
    pub found: String,
}

/// What a comparison found.
#[derive(Clone, Debug, Default)]
pub struct LedgerReport {
    /// Commands played.
    pub commands: usize,
    /// Rows of the longer of both ledgers.
    pub rows_compared: usize,
    /// Rows whose faction, points, goods, bowls and cults agree.
    pub rows_equal: usize,
    /// Rows that agree in every column, the commands included.
    pub rows_identical: usize,
    /// Whether the final points agree, if the file names them.
    pub finals_equal: Option<bool>,
    /// The first rows that differ.
    pub differences: Vec<RowDifference>,
    /// The command that stopped the replay.
    pub stopped: Option<String>,
}

impl LedgerReport {
    /// Whether everything agrees.
    #[must_use]
    pub fn is_equal(&self) -> bool {
        self.stopped.is_none() && self.rows_compared == self.rows_equal && self.finals_equal != Some(false)
    }
}

/// Most differences a report keeps.
const KEPT: usize = 5;
/// Columns that hold a state after the row.
const STATE: [usize; 7] = [0, 2, 4, 6, 8, 10, 12];

/// Replays a log and compares every row with the file's own ledger.
///
/// # Errors
/// Why the bytes make no game. An illegal command is part of the report.
pub fn verify_ledger(bytes: &[u8]) -> Result<LedgerReport, ReplayError> {
    let value = serde_json::from_slice::<Value>(bytes).ok();
    let log = Log::read(bytes)?;
    let mut replay = Replay::new(&log)?;
    let mut report = LedgerReport::default();
    if let Err(error) = replay.play_to(usize::MAX) {
        report.stopped = Some(error.to_string());
    }
    report.commands = replay.played();
    let (expected, finals) = expectation(value.as_ref(), bytes);
    // a bare log has no ledger of its own: its commands are legal or not, and that is all there is to say
    if value.is_some() || !expected.is_empty() {
        compare(&mut report, &expected, replay.rows());
    }
    report.finals_equal = finals.map(|list| {
        list.iter().all(|(name, points)| {
            let player = replay.position().players.iter().find(|p| p.faction.log_name() == name);
            player.is_some_and(|p| i64::from(p.points) == *points)
        })
    });
    Ok(report)
}

pub(super) fn compare(report: &mut LedgerReport, expected: &[Vec<String>], found: &[LedgerRow]) {
    report.rows_compared = expected.len().max(found.len());
    for row in 0..report.rows_compared {
        let columns = found.get(row).map(LedgerRow::columns);
        let wanted = expected.get(row);
        let (state, all) = match (&columns, wanted) {
            (Some(c), Some(w)) if w.len() == 15 => {
                let sorted = |s: &str| {
                    let mut list: Vec<String> = s.split_whitespace().map(str::to_owned).collect();
                    list.sort_unstable();
                    list
                };
                let same =
                    |i: &usize| if *i == 13 { sorted(&c[13]) == sorted(&w[13]) } else { c[*i] == w[*i] };
                (STATE.iter().all(same), (0..15).all(|i| same(&i)))
            }
            _ => (false, false),
        };
        report.rows_equal += usize::from(state);
        report.rows_identical += usize::from(all);
        if !state && report.differences.len() < KEPT {
            report.differences.push(RowDifference {
                row,
                expected: wanted.map(|w| w.join(" ")).unwrap_or_default(),
                found: columns.map(|c| c.join(" ")).unwrap_or_default(),
            });
        }
    }
}

type Finals = Option<Vec<(String, i64)>>;

/// The ledger of the file itself: `expect` of JSON, the lines of a table.
fn expectation(value: Option<&Value>, bytes: &[u8]) -> (Vec<Vec<String>>, Finals) {
    if let Some(value) = value {
        let cell = |v: &Value| v.as_str().unwrap_or_default().to_owned();
        let row = |v: &Value| v.as_array().map(|c| c.iter().map(cell).collect()).unwrap_or_default();
        let rows = value.get("expect").and_then(Value::as_array).map(|r| r.iter().map(row).collect());
        let finals = value.get("final").and_then(Value::as_object);
        let finals = finals.map(|f| f.iter().map(|(k, v)| (k.clone(), v.as_i64().unwrap_or(-1))).collect());
        return (rows.unwrap_or_default(), finals);
    }
    let text = String::from_utf8_lossy(bytes);
    let rows = hexwright_core::text::lines(&text).map(|l| l.text).filter(|l| l.contains('\t'));
    (rows.map(|l| l.split('\t').map(str::to_owned).collect()).collect(), None)
}
