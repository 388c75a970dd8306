//! What a map must satisfy: `entry >= 5`, `count(Sand) in 6..9`, `lint == 0`.
//!
//! ```
//! use hexwright_titan::{Battleland, Constraint};
//!
//! let constraint = Constraint::parse("count(Plains) >= 20").unwrap();
//! assert!(constraint.holds(&Battleland::default()));
//! ```

use crate::check::check_sides;
use crate::{Battleland, BoardSymmetry, Entry, HexId, Hexside, Terrain};
use hexwright_core::Key;
use hexwright_core::text::closest;
use std::fmt;

/// A number that is measured on a map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Metric {
    /// The fewest strangers on foot that can enter by an entrance that counts.
    Entry,
    /// Difference between the widest and the narrowest entrance.
    Spread,
    /// Hexes of a terrain, perhaps of one elevation.
    Count(Terrain, Option<u8>),
    /// Hexes that are not Plains at elevation 0.
    Hazards,
    /// Hexes above elevation 0.
    Elevated,
    /// Hexsides, perhaps of one kind.
    Sides(Option<Hexside>),
    /// Connected groups of hexes a stranger on foot can stand on.
    Regions,
    /// Findings of [`crate::check()`] without the entry rule.
    Lint,
    /// How many of the board's six symmetries leave every terrain and elevation in place, 1 to 6.
    Symmetry,
    /// By how many percent the attacker's share of wins differs from one half, decided by play.
    Favour,
}

/// What a metric can be before hexsides are drawn: between these two.
type Bounds = (i64, i64);

impl Metric {
    /// The value on a finished map.
    #[must_use]
    pub fn value(self, land: &Battleland) -> i64 {
        let hexes = |keep: &dyn Fn(&crate::Cell) -> bool| land.cells().filter(|(_, c)| keep(c)).count();
        let count = match self {
            Self::Entry => Entry::new(land).least(land),
            Self::Spread => {
                let counts = Entry::new(land).counts();
                counts.iter().max().unwrap_or(&0) - counts.iter().min().unwrap_or(&0)
            }
            Self::Count(terrain, level) => {
                hexes(&|c| c.terrain() == terrain && level.is_none_or(|e| c.elevation() == e))
            }
            Self::Hazards => hexes(&|c| c.terrain() != Terrain::Plains || c.elevation() > 0),
            Self::Elevated => hexes(&|c| c.elevation() > 0),
            Self::Sides(kind) => land
                .cells()
                .flat_map(|(_, c)| c.sides())
                .filter(|(_, s)| kind.is_none_or(|k| *s == k))
                .count(),
            Self::Regions => Entry::new(land).regions(),
            Self::Lint => check_sides(land).len(),
            Self::Favour => return crate::battle::verdict::favour_percent(land),
            Self::Symmetry => BoardSymmetry::ALL.iter().filter(|&&s| misplaced(land, s) == 0).count(),
        };
        count as i64
    }

    /// What the value can become once hexsides are drawn on this ground. Hexsides only hinder those who
    /// enter, so the ground alone says how many can at most.
    fn bounds(self, ground: &Battleland) -> Bounds {
        match self {
            Self::Count(..) | Self::Hazards | Self::Elevated | Self::Symmetry => {
                let value = self.value(ground);
                (value, value)
            }
            Self::Entry => (0, self.value(ground)),
            Self::Favour => (0, 50),
            Self::Spread | Self::Sides(_) | Self::Regions | Self::Lint => (0, i64::MAX),
        }
    }

    fn parse(text: &str) -> Result<Self, String> {
        const NAMES: [&str; 10] = [
            "entry", "spread", "count", "hazards", "elevated", "sides", "regions", "lint", "symmetry",
            "favour",
        ];
        let (name, argument) = match text.split_once('(') {
            Some((name, rest)) => {
                let inner =
                    rest.strip_suffix(')').ok_or_else(|| format!("expected `)` at the end of `{text}`"))?;
                (name.trim(), Some(inner.trim()))
            }
            None => (text, None),
        };
        Ok(match (name, argument) {
            ("entry", None) => Self::Entry,
            ("spread", None) => Self::Spread,
            ("hazards", None) => Self::Hazards,
            ("elevated", None) => Self::Elevated,
            ("regions", None) => Self::Regions,
            ("lint", None) => Self::Lint,
            ("symmetry", None) => Self::Symmetry,
            ("favour", None) => Self::Favour,
            ("sides", None) => Self::Sides(None),
            ("sides", Some(letter)) => {
                let mut letters = letter.chars();
                let side = letters.next().filter(|_| letters.next().is_none()).and_then(Hexside::from_letter);
                Self::Sides(Some(side.ok_or_else(|| format!("expected one of d c s w r, found `{letter}`"))?))
            }
            ("count", Some(ground)) => {
                let (terrain, level) = match ground.split_once('/') {
                    Some((terrain, level)) => (terrain.trim(), Some(level.trim())),
                    None => (ground, None),
                };
                let known = Terrain::from_name(terrain).ok_or_else(|| {
                    let guess = closest(terrain, Terrain::ALL.iter().map(|t| t.name()));
                    let help = guess.map_or(String::new(), |t| format!("; did you mean `{t}`?"));
                    format!("expected a terrain, found `{terrain}`{help}")
                })?;
                let level = level
                    .map(|l| {
                        l.parse()
                            .ok()
                            .filter(|&l: &u8| l <= 3)
                            .ok_or_else(|| format!("expected an elevation from 0 to 3, found `{l}`"))
                    })
                    .transpose()?;
                Self::Count(known, level)
            }
            ("count", None) => {
                return Err("expected a terrain in parentheses, as in `count(Sand)`".to_owned());
            }
            (name, Some(_)) if NAMES.contains(&name) => {
                return Err(format!("expected `{name}` without parentheses"));
            }
            (name, _) => {
                let help = closest(name, NAMES).map_or_else(
                    || format!("; metrics are {}", NAMES.join(", ")),
                    |n| format!("; did you mean `{n}`?"),
                );
                return Err(format!("expected a metric, found `{name}`{help}"));
            }
        })
    }
}

/// How many hexes have another terrain or elevation than their image.
pub(crate) fn misplaced(land: &Battleland, symmetry: BoardSymmetry) -> usize {
    let ground = |hex: HexId| (land.cell(hex).terrain(), land.cell(hex).elevation());
    HexId::all().filter(|&hex| ground(hex) != ground(symmetry.apply(hex))).count()
}

/// A condition on one metric.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Constraint {
    metric: Metric,
    test: Test,
    text: Box<str>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Test {
    Between(i64, i64),
    Not(i64),
}

/// Why an expression is no constraint.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("in `{expression}`: {reason}")]
pub struct ConstraintError {
    /// What was written.
    pub expression: String,
    /// What is wrong with it.
    pub reason: String,
}

impl Constraint {
    /// Reads `metric op number` or `metric in a..b`. A bare `entry`, `lint` or `symmetry` asks for what
    /// a fair board has: `entry >= 5`, `lint == 0`, `symmetry >= 2`.
    ///
    /// ```
    /// use hexwright_titan::Constraint;
    /// assert_eq!(Constraint::parse("count(Sand) in 6..9").unwrap().to_string(), "count(Sand) in 6..9");
    /// assert!(Constraint::parse("cuont(Sand) > 1").unwrap_err().to_string().contains("did you mean `count`"));
    /// ```
    ///
    /// # Errors
    /// What is wrong with the expression.
    pub fn parse(expression: &str) -> Result<Self, ConstraintError> {
        let fail = |reason: String| ConstraintError { expression: expression.to_owned(), reason };
        let text = match expression.trim() {
            "entry" => "entry >= 5",
            "lint" => "lint == 0",
            "symmetry" => "symmetry >= 2",
            other => other,
        };
        let number = |t: &str| {
            t.trim()
                .parse::<i64>()
                .map_err(|_| fail(format!("expected a whole number, found `{}`", t.trim())))
        };
        let (name, test) = if let Some((name, range)) = text.split_once(" in ") {
            let (low, high) = range
                .split_once("..")
                .ok_or_else(|| fail(format!("expected a range such as 3..5, found `{}`", range.trim())))?;
            let (low, high) = (number(low)?, number(high)?);
            if low > high {
                return Err(fail(format!("expected the smaller number first, found {low}..{high}")));
            }
            (name, Test::Between(low, high))
        } else {
            let at = text.find(['>', '<', '=', '!']).ok_or_else(|| {
                fail("expected >=, <=, >, <, ==, != or `in a..b` after the metric".to_owned())
            })?;
            let length = if text[at + 1..].starts_with('=') { 2 } else { 1 };
            let (name, operator, value) =
                (&text[..at], &text[at..at + length], number(&text[at + length..])?);
            let test = match operator {
                ">=" => Test::Between(value, i64::MAX),
                ">" => Test::Between(value.saturating_add(1), i64::MAX),
                "<=" => Test::Between(i64::MIN, value),
                "<" => Test::Between(i64::MIN, value.saturating_sub(1)),
                "==" => Test::Between(value, value),
                "!=" => Test::Not(value),
                other => return Err(fail(format!("expected >=, <=, >, <, == or !=, found `{other}`"))),
            };
            (name, test)
        };
        let metric = Metric::parse(name.trim()).map_err(fail)?;
        Ok(Self { metric, test, text: text.into() })
    }

    /// Whether battles must be played to decide it.
    #[must_use]
    pub fn is_played(&self) -> bool {
        self.metric == Metric::Favour
    }

    /// Whether a finished map satisfies it.
    #[must_use]
    pub fn holds(&self, land: &Battleland) -> bool {
        self.test.holds(self.metric.value(land))
    }

    /// Whether a map of this ground can or must satisfy it, whatever hexsides are drawn; none if that
    /// is open.
    #[must_use]
    pub fn foreseen(&self, ground: &Battleland) -> Option<bool> {
        let (low, high) = self.metric.bounds(ground);
        match self.test {
            Test::Between(a, b) if a <= low && high <= b => Some(true),
            Test::Between(a, b) if high < a || b < low => Some(false),
            Test::Not(n) if low == high => Some(low != n),
            Test::Not(n) if n < low || high < n => Some(true),
            _ => None,
        }
    }

    /// How far a map is from satisfying it; 0 if it does.
    #[must_use]
    pub fn distance(&self, land: &Battleland) -> u64 {
        if self.metric == Metric::Symmetry {
            return self.distance_to_symmetry(land);
        }
        let value = self.metric.value(land);
        match self.test {
            Test::Between(low, _) if value < low => low.abs_diff(value),
            Test::Between(_, high) if value > high => value.abs_diff(high),
            Test::Not(n) if n == value => 1,
            _ => 0,
        }
    }

    /// Hexes out of place for the nearest group of symmetries of a wanted size.
    fn distance_to_symmetry(&self, land: &Battleland) -> u64 {
        if self.holds(land) {
            return 0;
        }
        let all = BoardSymmetry::ALL;
        let groups = [&all[1..3], &all[3..4], &all[4..5], &all[5..6], &all[1..6]];
        groups
            .iter()
            .filter(|group| self.test.holds(group.len() as i64 + 1))
            .map(|group| group.iter().map(|&s| misplaced(land, s) as u64).sum::<u64>().max(1))
            .min()
            .unwrap_or(1)
    }
}

impl Test {
    fn holds(self, value: i64) -> bool {
        match self {
            Self::Between(low, high) => (low..=high).contains(&value),
            Self::Not(n) => value != n,
        }
    }
}

impl fmt::Display for Constraint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn holds(expression: &str, map: &str) -> bool {
        Constraint::parse(expression).unwrap().holds(&Battleland::from_canonical(map).unwrap())
    }

    #[test]
    fn metrics_count_what_they_say() {
        let map = "A3:Sand:0:1d2c B2:Plains:1 C3:Sand:1";
        for (expression, expected) in [
            ("count(Sand) == 2", true),
            ("count(Sand/1)==1", true),
            ("count(Plains/1) != 1", false),
            ("hazards in 3..3", true),
            ("elevated > 2", false),
            ("sides(d) < 2", true),
            ("sides >= 2", true),
            ("lint == 0", true),
            ("regions == 1", true),
            ("symmetry", false),
            ("spread <= 4", true),
        ] {
            assert_eq!(holds(expression, map), expected, "{expression}");
        }
        assert!(holds("symmetry == 6", "") && holds("entry", ""));
        assert!(holds("symmetry == 3", "A3:Sand:0 F4:Sand:0 D1:Sand:0"));
    }

    #[test]
    fn wrong_expressions_say_why() {
        for (expression, part) in [
            ("entry", ""),
            ("entry > x", "whole number"),
            ("sides(q) > 1", "d c s w r"),
            ("count > 1", "count(Sand)"),
            ("count(Sand/9) > 1", "0 to 3"),
            ("entry = 5", "found `=`"),
            ("entry in 5", "3..5"),
            ("entry in 5..3", "smaller"),
            ("hazards", "after the metric"),
            ("entry(x) > 1", "without parentheses"),
            ("", "after the metric"),
        ] {
            match Constraint::parse(expression) {
                Ok(_) => assert!(part.is_empty(), "{expression}"),
                Err(error) => assert!(error.to_string().contains(part), "{error}"),
            }
        }
    }

    #[test]
    fn what_is_foreseen_comes_true() {
        let text = "AREA (anywhere) HAZARDS Tree,50. Sand,50.,1 Bog,50. Bog,50. Bog,50. Plains,1 Plains,2\nPAIR (Plains,*)(Plains,*) HEXSIDES c,10. s,20. r,20.\n";
        let script = crate::Script::parse(text, crate::Mode::Documented).unwrap();
        let expressions = [
            "entry >= 6",
            "entry < 6",
            "entry != 7",
            "count(Bog) == 2",
            "symmetry",
            "sides > 9",
            "spread < 3",
        ];
        let constraints = expressions.map(|e| Constraint::parse(e).unwrap());
        let mut decided = 0;
        for seed in 0..500 {
            let land = script.roll(seed).unwrap().land;
            let mut ground = land.clone();
            for hex in HexId::all() {
                (0..6).for_each(|k| ground.set_side(hex, k, None));
            }
            for constraint in &constraints {
                if let Some(foreseen) = constraint.foreseen(&ground) {
                    assert_eq!(foreseen, constraint.holds(&land), "seed {seed}: {constraint}");
                    decided += 1;
                }
                assert_eq!(constraint.distance(&land) == 0, constraint.holds(&land), "{constraint}");
            }
        }
        assert!(decided > 1_000);
    }
}
