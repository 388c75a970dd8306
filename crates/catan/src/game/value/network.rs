//! From rows to shares of the win: a small network, the same for every seat.
//!
//! A seat's *strength* is a weighted sum of its row plus what a layer of hidden units adds; the share a
//! seat may expect is its part of the sum of all `exp(strength)`. Sums run in a fixed order and use
//! only additions, multiplications and divisions, so a position is worth the same everywhere.

use super::blocks::{BLOCKS, COUNT, FeatureRow};
use std::sync::{Arc, OnceLock};

/// Hidden units.
pub const HIDDEN: usize = 32;
/// Numbers of a network, in the order of [`Network::values`].
pub const VALUES: usize = COUNT * (HIDDEN + 1) + 2 * HIDDEN;

/// What each number of a row adds.
#[derive(Clone, Debug, PartialEq)]
pub struct Network {
    /// Straight to the strength.
    pub(super) direct: [f32; COUNT],
    /// To each hidden unit.
    pub(super) first: Vec<[f32; HIDDEN]>,
    pub(super) bias: [f32; HIDDEN],
    /// From each hidden unit to the strength.
    pub(super) second: [f32; HIDDEN],
}

/// What the numbers of a row add up to, on the way through it. The order of additions is always that of the row, so
/// going on from sums that were kept gives the same bits.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sums {
    strength: f32,
    hidden: [f32; HIDDEN],
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
        for &place in &places[..count.min(ROUND_COUNT)] {
            let place = usize::from(place);
            let (x, weights) = (row[place], &network.first[place]);
            self.strength += x * network.direct[place];
            for (h, w) in self.hidden.iter_mut().zip(weights) {
                *h += x * w;
            }
        }
        self
    }
}

/// The numbers of a row, rounded up to a power of two.
const ROUND_COUNT: usize = COUNT.next_power_of_two();

impl Network {
    /// The shipped one, trained by `hexwright tune`.
    #[must_use]
    pub fn shipped() -> Arc<Self> {
        static SHIPPED: OnceLock<Arc<Network>> = OnceLock::new();
        read_once(&SHIPPED, include_str!("network.txt"))
    }

    /// The second one that is shipped: it learnt by itself, from games of players that choose one action at a time.
    #[must_use]
    pub fn second() -> Arc<Self> {
        static SECOND: OnceLock<Arc<Network>> = OnceLock::new();
        read_once(&SECOND, include_str!("second.txt"))
    }

    /// One that finds all seats equal.
    #[must_use]
    pub fn blank() -> Self {
        Self {
            direct: [0.0; COUNT],
            first: vec![[0.0; HIDDEN]; COUNT],
            bias: [0.0; HIDDEN],
            second: [0.0; HIDDEN],
        }
    }

    /// All numbers in order: direct, first layer row by row, bias, second layer.
    #[must_use]
    pub fn values(&self) -> Vec<f32> {
        let first = self.first.iter().flatten();
        self.direct.iter().chain(first).chain(&self.bias).chain(&self.second).copied().collect()
    }

    /// A network of numbers in that order; `None` if there are not exactly [`VALUES`].
    #[must_use]
    pub fn from_values(values: &[f32]) -> Option<Self> {
        if values.len() != VALUES || values.iter().any(|v| !v.is_finite()) {
            return None;
        }
        let (direct, rest) = values.split_at(COUNT);
        let (first, rest) = rest.split_at(COUNT * HIDDEN);
        let (bias, second) = rest.split_at(HIDDEN);
        Some(Self {
            direct: direct.try_into().ok()?,
            first: first.chunks_exact(HIDDEN).map(|row| row.try_into().ok()).collect::<Option<_>>()?,
            bias: bias.try_into().ok()?,
            second: second.try_into().ok()?,
        })
    }

    /// The strength of a seat with this row, in log-odds.
    #[must_use]
    #[inline]
    pub fn strength(&self, row: &FeatureRow) -> f32 {
        self.finish(self.begin().after::<0, COUNT>(self, row))
    }

    /// Sums of no number yet.
    pub(super) const fn begin(&self) -> Sums {
        Sums { strength: 0.0, hidden: self.bias }
    }

    /// The strength that follows from the sums of a whole row.
    #[inline]
    pub(super) fn finish(&self, sums: Sums) -> f32 {
        sums.hidden.iter().zip(&self.second).fold(sums.strength, |sum, (h, w)| sum + h.max(0.0) * w)
    }

    /// As text: a line for each number of a row, then the two lines of the hidden units.
    #[must_use]
    pub fn text(&self) -> String {
        let line = |name: &str, numbers: &mut dyn Iterator<Item = f32>| {
            let numbers: Vec<String> = numbers.map(|v| format!("{v:.4}")).collect();
            format!("{name} {}\n", numbers.join(" "))
        };
        let names = BLOCKS.iter().flat_map(|&(name, len, _)| (0..len).map(move |k| format!("{name}.{k}")));
        let mut out = String::new();
        for ((name, direct), first) in names.zip(&self.direct).zip(&self.first) {
            out += &line(&name.to_lowercase(), &mut std::iter::once(*direct).chain(first.iter().copied()));
        }
        out + &line("bias", &mut self.bias.iter().copied())
            + &line("second", &mut self.second.iter().copied())
    }

    /// Reads [`Self::text`].
    ///
    /// # Errors
    /// The line that is wrong and what was expected there.
    pub fn parse(text: &str) -> Result<Self, BadNetwork> {
        let mut lines = text.lines().enumerate();
        let mut next = |name: &str, count: usize| -> Result<Vec<f32>, String> {
            let (number, line) = lines.next().ok_or(format!("expected a line `{name}`, found the end"))?;
            let wrong = |what: &str| format!("line {}: expected {what}", number + 1);
            let mut words = line.split_ascii_whitespace();
            if words.next() != Some(name) {
                return Err(wrong(&format!("a line `{name}`")));
            }
            let numbers: Option<Vec<f32>> =
                words.map(|w| w.parse().ok().filter(|v: &f32| v.is_finite())).collect();
            numbers.filter(|n| n.len() == count).ok_or_else(|| wrong(&format!("{count} numbers")))
        };
        let mut network = Self::blank();
        let names = BLOCKS.iter().flat_map(|&(name, len, _)| (0..len).map(move |k| format!("{name}.{k}")));
        for (place, name) in names.enumerate() {
            let numbers = next(&name.to_lowercase(), HIDDEN + 1)?;
            network.direct[place] = numbers[0];
            network.first[place].copy_from_slice(&numbers[1..]);
        }
        network.bias.copy_from_slice(&next("bias", HIDDEN)?);
        network.second.copy_from_slice(&next("second", HIDDEN)?);
        Ok(network)
    }
}

/// A shipped text, read when it is first asked for. A test reads them all, so nobody meets the blank network.
fn read_once(known: &'static OnceLock<Arc<Network>>, text: &str) -> Arc<Network> {
    let read = || Arc::new(Network::parse(text).unwrap_or_else(|_| Network::blank()));
    Arc::clone(known.get_or_init(read))
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
        let shipped = [
            (include_str!("network.txt"), Network::shipped()),
            (include_str!("second.txt"), Network::second()),
        ];
        for (text, known) in shipped {
            let network = Network::parse(text).unwrap();
            assert_eq!(network.text(), text);
            assert_eq!(*known, network);
            assert_eq!(Network::from_values(&network.values()), Some(network));
        }
        assert_ne!(Network::shipped(), Network::second());
    }

    #[test]
    fn a_wrong_text_says_where() {
        let text = Network::blank().text();
        assert!(Network::parse(&text).is_ok());
        let error = |text: &str| Network::parse(text).unwrap_err().to_string();
        assert_eq!(error("to_go.0 1"), "line 1: expected 33 numbers");
        assert_eq!(
            error(&text.replacen("bias", "bis", 1)),
            format!("line {}: expected a line `bias`", COUNT + 1)
        );
        assert_eq!(error(&text.replacen("0.0000", "nan", 1)), "line 1: expected 33 numbers");
        assert_eq!(error(""), "expected a line `to_go.0`, found the end");
    }

    #[test]
    fn exp_is_near_enough() {
        for i in -400..400 {
            let x = i as f32 / 20.0;
            assert!((exp(x) / x.exp() - 1.0).abs() < 1e-5, "{x}");
        }
    }
}
