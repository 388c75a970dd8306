//! Results in writing, as JSONL or CSV: the plan in the first line, then one game a line, by number.
//!
//! The text of a set of games is the same however it came about. A last line without its line end is
//! what a killed run left behind: it is dropped, and the game is played again.

use super::{Plan, ResultRow};
use std::fmt::Write as _;

/// How results are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResultsFormat {
    /// A JSON object a line.
    Jsonl,
    /// Commas, with a `#` line before the heading.
    Csv,
}

/// The columns of the CSV form; lists are separated by blanks.
const HEADING: &str = "game,block,map,seating,winners,scores,actions,turns";

/// A plan with the games played so far, sorted by number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Results {
    /// What is to be played.
    pub plan: Plan,
    /// What was played.
    pub rows: Vec<ResultRow>,
}

/// Why results cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ResultsError {
    /// A line cannot be read.
    #[error("line {line}: expected {expected}, found {found:?}")]
    BadLine {
        /// From 1.
        line: usize,
        /// What should stand there.
        expected: &'static str,
        /// The beginning of what does.
        found: String,
    },
    /// Two results of different tournaments.
    #[error("these are results of different tournaments: {0}")]
    OtherPlan(String),
    /// Two different ends of the same game.
    #[error("game {0} ended in two ways")]
    Contradiction(u64),
}

impl Results {
    /// Nothing played yet.
    #[must_use]
    pub const fn new(plan: Plan) -> Self {
        Self { plan, rows: Vec::new() }
    }

    /// The head of the text: the plan.
    #[must_use]
    pub fn head(plan: &Plan, format: ResultsFormat) -> String {
        let json = serde_json::to_string(plan).unwrap_or_default();
        match format {
            ResultsFormat::Jsonl => format!("{json}\n"),
            ResultsFormat::Csv => format!("# {json}\n{HEADING}\n"),
        }
    }

    /// The line of a game.
    #[must_use]
    pub fn line(row: &ResultRow, format: ResultsFormat) -> String {
        match format {
            ResultsFormat::Jsonl => serde_json::to_string(row).unwrap_or_default() + "\n",
            ResultsFormat::Csv => {
                let mut line = format!("{},{},{},", row.game, row.block, row.map);
                list(&mut line, &row.seating);
                list(&mut line, &row.winners);
                list(&mut line, &row.scores);
                let _ = writeln!(line, "{},{}", row.actions, row.turns);
                line
            }
        }
    }

    /// The whole text.
    #[must_use]
    pub fn to_text(&self, format: ResultsFormat) -> String {
        let mut text = Self::head(&self.plan, format);
        self.rows.iter().for_each(|row| text += &Self::line(row, format));
        text
    }

    /// Reads results in either form.
    ///
    /// # Errors
    /// A line that cannot be read, or two ends of one game.
    pub fn parse(text: &str) -> Result<Self, ResultsError> {
        let whole = text.rfind('\n').map_or("", |end| &text[..end]);
        let mut lines = whole.lines().enumerate();
        let (_, first) = lines.next().unwrap_or((0, ""));
        let bad = |line: usize, expected, found: &str| ResultsError::BadLine {
            line: line + 1,
            expected,
            found: found.chars().take(60).collect(),
        };
        let csv = first.starts_with('#');
        let plan: Plan = serde_json::from_str(first.trim_start_matches(['#', ' ']))
            .map_err(|_| bad(0, "the plan of a tournament", first))?;
        if plan.hexwright_tournament != 1 {
            return Err(bad(0, "results of version 1", first));
        }
        let mut rows = Vec::new();
        for (number, line) in lines.filter(|(_, l)| *l != HEADING && !l.is_empty()) {
            let row = if csv { from_csv(line) } else { serde_json::from_str(line).ok() };
            rows.push(row.ok_or_else(|| bad(number, "the end of a game", line))?);
        }
        Self { plan, rows: Vec::new() }.with(rows)
    }

    /// All of them as a Parquet file.
    #[must_use]
    pub fn to_parquet(&self) -> Vec<u8> {
        super::parquet::file(self)
    }

    /// Adds games, keeps all sorted; the same game twice is one.
    ///
    /// # Errors
    /// A game that ended in two ways.
    pub fn with(mut self, rows: Vec<ResultRow>) -> Result<Self, ResultsError> {
        self.rows.extend(rows);
        self.rows.sort_by_key(|r| r.game);
        for pair in self.rows.windows(2) {
            if pair[0].game == pair[1].game && pair[0] != pair[1] {
                return Err(ResultsError::Contradiction(pair[0].game));
            }
        }
        self.rows.dedup();
        Ok(self)
    }

    /// Both together.
    ///
    /// # Errors
    /// They belong to different plans, or contradict each other.
    pub fn merge(self, other: Self) -> Result<Self, ResultsError> {
        if self.plan != other.plan {
            return Err(ResultsError::OtherPlan(difference(&self.plan, &other.plan)));
        }
        self.with(other.rows)
    }
}

/// In what two plans differ.
fn difference(a: &Plan, b: &Plan) -> String {
    if a.bots != b.bots {
        format!("bots {} and {}", a.bots.join(","), b.bots.join(","))
    } else if a.maps != b.maps {
        format!("maps {} and {}", a.maps.join(" "), b.maps.join(" "))
    } else if a.seed != b.seed {
        format!("seeds {} and {}", a.seed, b.seed)
    } else if a.games != b.games {
        format!("{} and {} games", a.games, b.games)
    } else {
        "maps or options have changed".to_owned()
    }
}

fn list<T: std::fmt::Display>(line: &mut String, items: &[T]) {
    let texts: Vec<String> = items.iter().map(ToString::to_string).collect();
    *line += &texts.join(" ");
    line.push(',');
}

fn from_csv(line: &str) -> Option<ResultRow> {
    let cells: Vec<&str> = line.split(',').collect();
    let [game, block, map, seating, winners, scores, actions, turns] = cells[..] else { return None };
    fn all<T: std::str::FromStr>(cell: &str) -> Option<Vec<T>> {
        cell.split_whitespace().map(|w| w.parse().ok()).collect()
    }
    Some(ResultRow {
        game: game.parse().ok()?,
        block: block.parse().ok()?,
        map: map.parse().ok()?,
        seating: all(seating)?,
        winners: all(winners)?,
        scores: all(scores)?,
        actions: actions.parse().ok()?,
        turns: turns.parse().ok()?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::simulate::Finished;
    use hexwright_core::{Seat, SeatSet};

    fn sample(games: std::ops::Range<u64>) -> Results {
        let plan = Plan::new(["a", "b"].map(str::to_owned).to_vec(), vec!["x.catan".into()], 7, 20, 3);
        let end = |game: u64| Finished {
            winners: SeatSet::only(Seat((game % 2) as u8)),
            scores: vec![10, -3],
            actions: 100 + game,
            turns: 7,
        };
        let rows = games.map(|g| plan.pairing(g).row(end(g))).collect();
        Results::new(plan).with(rows).unwrap()
    }

    #[test]
    fn both_forms_read_back() {
        let results = sample(0..20);
        for format in [ResultsFormat::Jsonl, ResultsFormat::Csv] {
            let text = results.to_text(format);
            assert_eq!(Results::parse(&text).unwrap(), results, "{text}");
        }
    }

    #[test]
    fn shards_merge_to_the_same_bytes_in_any_order() {
        let whole = sample(0..20);
        let parts = [sample(13..20), sample(0..5), sample(5..13), sample(3..9)];
        let merged = parts.into_iter().reduce(|a, b| a.merge(b).unwrap()).unwrap();
        assert_eq!(merged.to_text(ResultsFormat::Csv), whole.to_text(ResultsFormat::Csv));
    }

    #[test]
    fn a_parquet_file_frames_its_columns() {
        let results = sample(0..20);
        let bytes = results.to_parquet();
        assert_eq!((&bytes[..4], &bytes[bytes.len() - 4..]), (&b"PAR1"[..], &b"PAR1"[..]));
        let at = bytes.len() - 8;
        let length = u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap()) as usize;
        let footer = &bytes[at - length..at];
        let holds = |bytes: &[u8], words: &[u8]| bytes.windows(words.len()).any(|w| w == words);
        for name in ["game", "map", "turns", "bot_1", "points_1", "won_1", "hexwright_tournament"] {
            assert!(holds(footer, name.as_bytes()), "{name}");
        }
        // plain numbers lie in the file as they are
        let games: Vec<u8> = (0..20i64).flat_map(i64::to_le_bytes).collect();
        assert!(holds(&bytes[..at - length], &games));
    }

    #[test]
    fn a_torn_last_line_is_dropped() {
        let text = sample(0..4).to_text(ResultsFormat::Jsonl);
        let torn = &text[..text.len() - 9];
        assert_eq!(Results::parse(torn).unwrap(), sample(0..3));
    }

    #[test]
    fn what_does_not_belong_together_is_refused() {
        let mut other = sample(0..3);
        other.plan.seed = 4;
        let error = sample(0..3).merge(other).unwrap_err();
        assert_eq!(error.to_string(), "these are results of different tournaments: seeds 3 and 4");
        let mut other = sample(0..3);
        other.rows[1].turns = 99;
        assert_eq!(sample(0..3).merge(other), Err(ResultsError::Contradiction(1)));
        assert!(Results::parse("nonsense\n").is_err());
    }
}
