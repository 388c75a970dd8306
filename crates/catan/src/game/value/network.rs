//! From rows to shares of the win: a small network, the same for every seat.
//!
//! A seat's *strength* is a weighted sum of its row plus what a layer of hidden units adds; the share a
//! seat may expect is its part of the sum of all `exp(strength)`. Sums run in a fixed order and use
//! only additions, multiplications and divisions, so a position is worth the same everywhere.

use super::blocks::{BLOCKS, COUNT, FeatureRow};
use hexwright_core::random::fnv1a;
use std::sync::{Arc, OnceLock};

/// Hidden units that are summed together. A network has one or a few such groups.
pub const UNIT_GROUP: usize = 16;
/// Most hidden units of a network.
pub const MOST_UNITS: usize = UNIT_GROUP * MOST_GROUPS;
/// Hidden units of a network if nobody says how many.
pub const USUAL_UNITS: usize = 32;
const MOST_GROUPS: usize = 4;

/// The networks that come with the program.
const TEXTS: [&str; 13] = [
    include_str!("first.txt"),
    include_str!("second.txt"),
    include_str!("third.txt"),
    include_str!("fourth.txt"),
    include_str!("fifth.txt"),
    include_str!("sixth.txt"),
    include_str!("seventh.txt"),
    include_str!("eighth.txt"),
    include_str!("ninth.txt"),
    include_str!("tenth.txt"),
    include_str!("eleventh.txt"),
    include_str!("twelfth.txt"),
    include_str!("thirteenth.txt"),
];

/// What each number of a row adds.
#[derive(Clone, Debug, PartialEq)]
pub struct Network {
    /// Straight to the strength.
    direct: [f32; COUNT],
    groups: Vec<Group>,
}

/// Hidden units.
#[derive(Clone, Debug, PartialEq)]
struct Group {
    /// What each number of a row adds to each unit.
    first: Vec<[f32; UNIT_GROUP]>,
    bias: [f32; UNIT_GROUP],
    /// From each unit to the strength.
    second: [f32; UNIT_GROUP],
}

/// What the numbers of a row add up to, on the way through it. The order of additions is always that of the row, so
/// going on from sums that were kept gives the same bits.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Sums {
    strength: f32,
    hidden: [[f32; UNIT_GROUP]; MOST_GROUPS],
}

impl Sums {
    /// With the numbers of a row from one place up to another.
    #[inline]
    pub(super) fn after<const FROM: usize, const TO: usize>(
        mut self,
        network: &Network,
        row: &FeatureRow,
    ) -> Self {
        // first which are not 0, without a branch: processors cannot foresee it
        let (mut places, mut count) = ([0u8; ROUND_COUNT], 0);
        for (place, &x) in (FROM as u8..).zip(&row[FROM..TO]) {
            places[count & (ROUND_COUNT - 1)] = place;
            count += usize::from(x != 0.0);
        }
        let places = &places[..count.min(ROUND_COUNT)];
        for &place in places {
            self.strength += row[usize::from(place)] * network.direct[usize::from(place)];
        }
        for (sums, group) in self.hidden.iter_mut().zip(&network.groups) {
            // a group's sums stay in registers
            let mut hidden = *sums;
            for &place in places {
                let (x, weights) = (row[usize::from(place)], &group.first[usize::from(place)]);
                for (h, w) in hidden.iter_mut().zip(weights) {
                    *h += x * w;
                }
            }
            *sums = hidden;
        }
        self
    }
}

/// The numbers of a row, rounded up to a power of two.
const ROUND_COUNT: usize = COUNT.next_power_of_two();

impl Network {
    /// The one that levels judge by: the first and the third side by side. Together they play better than either.
    #[must_use]
    pub fn shipped() -> Arc<Self> {
        static SHIPPED: OnceLock<Arc<Network>> = OnceLock::new();
        let join = || Self::first().joined(&Self::third()).map_or_else(Self::first, Arc::new);
        Arc::clone(SHIPPED.get_or_init(join))
    }

    /// The first network, which learnt from games of players that plan their turns.
    #[must_use]
    pub fn first() -> Arc<Self> {
        Self::learnt(0)
    }

    /// The third, which learnt by itself from games of players that choose one action at a time.
    #[must_use]
    pub fn third() -> Arc<Self> {
        Self::learnt(2)
    }

    /// One of the networks that come with the program, counted from 0. All but the first learnt from players that choose one
    /// action at a time, each from nothing with a seed of its own; the second with half the games. docs/bots.md has the commands.
    #[must_use]
    pub fn learnt(place: usize) -> Arc<Self> {
        static KNOWN: [OnceLock<Arc<Network>>; TEXTS.len()] = [const { OnceLock::new() }; TEXTS.len()];
        let place = place.min(TEXTS.len() - 1);
        // a test reads them all, so nobody meets the blank network
        let read = || Arc::new(Self::parse(TEXTS[place]).unwrap_or_else(|_| Self::blank(USUAL_UNITS)));
        Arc::clone(KNOWN[place].get_or_init(read))
    }

    /// Another number if any of the networks that come with the program is another.
    #[must_use]
    pub fn fingerprint_of_learnt() -> u64 {
        fnv1a(TEXTS.concat().as_bytes())
    }

    /// One that finds all seats equal, with so many hidden units: whole groups of them, one at least.
    #[must_use]
    pub fn blank(units: usize) -> Self {
        let groups = units.div_ceil(UNIT_GROUP).clamp(1, MOST_GROUPS);
        let group = Group {
            first: vec![[0.0; UNIT_GROUP]; COUNT],
            bias: [0.0; UNIT_GROUP],
            second: [0.0; UNIT_GROUP],
        };
        Self { direct: [0.0; COUNT], groups: vec![group; groups] }
    }

    /// How many hidden units there are.
    #[must_use]
    pub const fn units(&self) -> usize {
        self.groups.len() * UNIT_GROUP
    }

    /// Two networks side by side, whose strengths are averaged; `None` if they have too many hidden units.
    #[must_use]
    pub fn joined(&self, other: &Self) -> Option<Self> {
        let groups = self.groups.iter().chain(&other.groups).cloned();
        let half = |group: Group| Group { second: group.second.map(|w| w * 0.5), ..group };
        let direct = std::array::from_fn(|i| (self.direct[i] + other.direct[i]) * 0.5);
        let joined = Self { direct, groups: groups.map(half).collect() };
        (joined.groups.len() <= MOST_GROUPS).then_some(joined)
    }

    /// All numbers in order: direct, first layer row by row, bias, second layer.
    #[must_use]
    pub fn values(&self) -> Vec<f32> {
        let first = (0..COUNT).flat_map(|place| self.groups.iter().flat_map(move |g| &g.first[place]));
        let bias = self.groups.iter().flat_map(|g| &g.bias);
        let second = self.groups.iter().flat_map(|g| &g.second);
        self.direct.iter().chain(first).chain(bias).chain(second).copied().collect()
    }

    /// A network of numbers in that order; `None` if a network cannot have so many.
    #[must_use]
    pub fn from_values(values: &[f32]) -> Option<Self> {
        let units = values.len().checked_sub(COUNT)? / (COUNT + 2);
        let mut network = Self::blank(units);
        if values.len() != COUNT + units * (COUNT + 2)
            || network.units() != units
            || values.iter().any(|v| !v.is_finite())
        {
            return None;
        }
        let (direct, rest) = values.split_at(COUNT);
        let (first, rest) = rest.split_at(COUNT * units);
        let (bias, second) = rest.split_at(units);
        network.direct.copy_from_slice(direct);
        for (place, group) in network.groups.iter_mut().enumerate() {
            let own = place * UNIT_GROUP..(place + 1) * UNIT_GROUP;
            for (weights, row) in group.first.iter_mut().zip(first.chunks_exact(units)) {
                weights.copy_from_slice(&row[own.clone()]);
            }
            group.bias.copy_from_slice(&bias[own.clone()]);
            group.second.copy_from_slice(&second[own]);
        }
        Some(network)
    }

    /// The strength of a seat with this row, in log-odds.
    #[must_use]
    #[inline]
    pub fn strength(&self, row: &FeatureRow) -> f32 {
        self.finish(self.begin().after::<0, COUNT>(self, row))
    }

    /// The same of a row of which only the numbers that are not 0 are given, each with its place, in order.
    #[must_use]
    pub fn strength_of(&self, row: &[(u16, f32)]) -> f32 {
        let mut sums = self.begin();
        for &(place, x) in row {
            sums.strength += x * self.direct[usize::from(place)];
        }
        for (hidden, group) in sums.hidden.iter_mut().zip(&self.groups) {
            // a group's sums stay in registers
            let mut sum = *hidden;
            for &(place, x) in row {
                let weights = &group.first[usize::from(place)];
                sum.iter_mut().zip(weights).for_each(|(h, w)| *h += x * w);
            }
            *hidden = sum;
        }
        self.finish(sums)
    }

    /// Sums of no number yet.
    pub(super) fn begin(&self) -> Sums {
        let mut hidden = [[0.0; UNIT_GROUP]; MOST_GROUPS];
        hidden.iter_mut().zip(&self.groups).for_each(|(sums, group)| *sums = group.bias);
        Sums { strength: 0.0, hidden }
    }

    /// The strength that follows from the sums of a whole row.
    #[inline]
    pub(super) fn finish(&self, sums: Sums) -> f32 {
        // side by side, then in pairs: a chain of additions would make the processor wait for each
        let mut lanes = [0.0; UNIT_GROUP];
        for (hidden, group) in sums.hidden.iter().zip(&self.groups) {
            for ((lane, h), w) in lanes.iter_mut().zip(hidden).zip(&group.second) {
                *lane += h.max(0.0) * w;
            }
        }
        let mut width = UNIT_GROUP;
        while width > 1 {
            width /= 2;
            for lane in 0..width {
                lanes[lane] += lanes[lane + width];
            }
        }
        sums.strength + lanes[0]
    }

    /// As text: a line for each number of a row, then the two lines of the hidden units.
    #[must_use]
    pub fn text(&self) -> String {
        let line = |name: &str, numbers: &[&[f32]]| {
            let numbers: Vec<String> = numbers.iter().copied().flatten().map(|v| format!("{v:.4}")).collect();
            format!("{name} {}\n", numbers.join(" "))
        };
        let (units, values) = (self.units(), self.values());
        let (direct, rest) = values.split_at(COUNT);
        let (first, rest) = rest.split_at(COUNT * units);
        let (bias, second) = rest.split_at(units);
        let rows = direct.chunks(1).zip(first.chunks(units));
        let rows = names().zip(rows).map(|(name, (direct, first))| line(&name, &[direct, first]));
        rows.collect::<String>() + &line("bias", &[bias]) + &line("second", &[second])
    }

    /// Reads [`Self::text`].
    ///
    /// # Errors
    /// The line that is wrong and what was expected there.
    pub fn parse(text: &str) -> Result<Self, BadNetwork> {
        let mut lines = text.lines().enumerate();
        let mut next = |name: &str, units: Option<usize>, more: usize| -> Result<Vec<f32>, String> {
            let (number, line) = lines.next().ok_or(format!("expected a line `{name}`, found the end"))?;
            let wrong = |what: &str| format!("line {}: expected {what}", number + 1);
            let mut words = line.split_ascii_whitespace();
            if words.next() != Some(name) {
                return Err(wrong(&format!("a line `{name}`")));
            }
            let numbers: Option<Vec<f32>> =
                words.map(|w| w.parse().ok().filter(|v: &f32| v.is_finite())).collect();
            let whole = |count: usize| match units {
                Some(units) => count == units + more,
                None => (1..=MOST_GROUPS).any(|groups| count == groups * UNIT_GROUP + more),
            };
            let expected = || match units {
                Some(units) => format!("{} numbers", units + more),
                None => {
                    format!(
                        "{more} number and one for each hidden unit, {UNIT_GROUP} to {MOST_UNITS} of them"
                    )
                }
            };
            numbers.filter(|n| whole(n.len())).ok_or_else(|| wrong(&expected()))
        };
        let (mut direct, mut rest, mut units) = (Vec::new(), Vec::new(), None);
        for name in names() {
            let numbers = next(&name, units, 1)?;
            units = Some(numbers.len() - 1);
            direct.push(numbers[0]);
            rest.extend_from_slice(&numbers[1..]);
        }
        for name in ["bias", "second"] {
            rest.extend(next(name, units, 0)?);
        }
        if let Some((number, line)) = lines.find(|(_, line)| !line.trim().is_empty()) {
            let found: String = line.chars().take(40).collect();
            let wrong = format!("line {}: expected the end of the network, found {found:?}", number + 1);
            return Err(BadNetwork::from(wrong));
        }
        direct.extend(rest);
        Self::from_values(&direct).ok_or_else(|| BadNetwork::from("expected a network".to_owned()))
    }
}

/// The names of the numbers of a row.
fn names() -> impl Iterator<Item = String> {
    BLOCKS.iter().flat_map(|&(name, len, _)| (0..len).map(move |k| format!("{}.{k}", name.to_lowercase())))
}

hexwright_core::sentence_error! {
    /// What is wrong with the text of a network.
    pub BadNetwork
}

/// Turns strengths into shares that sum to 1.
pub fn shares(strengths: &mut [f32]) {
    let most = strengths.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let mut sum = 0.0;
    for strength in strengths.iter_mut() {
        *strength = exp(*strength - most);
        sum += *strength;
    }
    strengths.iter_mut().for_each(|share| *share /= sum);
}

/// e to the power of x from basic arithmetic, so that every machine gives the same bits; to about 1e-6.
#[must_use]
pub(super) fn exp(x: f32) -> f32 {
    let x = x.clamp(-60.0, 60.0);
    // to the nearest whole number: the conversion cuts towards zero
    let scaled = x * std::f32::consts::LOG2_E;
    let whole = (scaled + if scaled < 0.0 { -0.5 } else { 0.5 }) as i32 as f32;
    let rest = x - whole * std::f32::consts::LN_2;
    let power = f32::from_bits(((whole as i32 + 127) as u32) << 23);
    let series = 1.0 + rest * (1.0 + rest * (0.5 + rest * (1.0 / 6.0 + rest * (1.0 / 24.0 + rest / 120.0))));
    power * series
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shipped_texts_are_networks_and_write_themselves_again() {
        for (place, text) in TEXTS.into_iter().enumerate() {
            let network = Network::parse(text).unwrap();
            assert_eq!(network.text(), text);
            assert_eq!(*Network::learnt(place), network);
            assert_eq!(Network::from_values(&network.values()), Some(network));
            assert!(TEXTS[..place].iter().all(|other| *other != text), "each learnt apart");
        }
        assert_eq!(Network::shipped().units(), Network::first().units() + Network::third().units());
    }

    #[test]
    fn a_wrong_text_says_where() {
        let text = Network::blank(USUAL_UNITS).text();
        assert!(Network::parse(&text).is_ok());
        let error = |text: &str| Network::parse(text).unwrap_err().to_string();
        let first = "line 1: expected 1 number and one for each hidden unit, 16 to 64 of them";
        assert_eq!(error("to_go.0 1"), first);
        assert_eq!(error(&text.replacen("lead.0 0.0000", "lead.0", 1)), "line 8: expected 33 numbers");
        assert_eq!(
            error(&text.replacen("bias", "bis", 1)),
            format!("line {}: expected a line `bias`", COUNT + 1)
        );
        assert_eq!(error(&text.replacen("0.0000", "nan", 1)), first);
        let two = format!("{text}\n{text}");
        let line = text.lines().count() + 2;
        assert!(
            error(&two)
                .starts_with(&format!("line {line}: expected the end of the network, found \"to_go.0 "))
        );
        assert!(Network::parse(&format!("{text}\n \n")).is_ok(), "empty lines are nothing");
        assert_eq!(error(""), "expected a line `to_go.0`, found the end");
    }

    #[test]
    fn joined_networks_say_what_both_say_in_the_mean() {
        let (one, other) = (Network::learnt(1), Network::third());
        let joined = one.joined(&other).unwrap();
        assert_eq!(joined.units(), one.units() + other.units());
        assert!(joined.joined(&one).is_none(), "too large");
        let mut row = [0.0; COUNT];
        for (place, x) in row.iter_mut().enumerate() {
            *x = (place % 5) as f32 * 0.25;
        }
        let mean = (one.strength(&row) + other.strength(&row)) / 2.0;
        assert!((joined.strength(&row) - mean).abs() < 1e-3);
        assert_eq!(Network::parse(&joined.text()).unwrap().text(), joined.text());
        assert_eq!(Network::from_values(&joined.values()), Some(joined.clone()));
        assert_eq!(Network::from_values(&joined.values()[1..]), None);
    }

    #[test]
    fn exp_is_near_enough() {
        for i in -400..400 {
            let x = i as f32 / 20.0;
            assert!((exp(x) / x.exp() - 1.0).abs() < 1e-5, "{x}");
        }
    }
}
