//! Learning: the gradient of the shares, followed with Adam.

use super::{Sample, SparseRow, Target};
use hexwright_catan::game::{COUNT, MAX_SEATS, MOST_UNITS, Network, UNIT_GROUP, shares};
use hexwright_core::{Fast, Random as _};

/// Positions between two moves of the network.
const BATCH: usize = 128;
/// Where the first layer begins among a network's numbers.
const FIRST: usize = COUNT;

/// A network that learns.
pub(crate) struct Learner {
    values: Vec<f32>,
    /// Hidden units, and where their biases and the second layer begin among the values.
    units: usize,
    bias: usize,
    second: usize,
    slope: Vec<f32>,
    /// Running means of the slope and of its square.
    mean: Vec<f32>,
    square: Vec<f32>,
    /// What is left of the first values in the means: they begin at nothing.
    decays: (f32, f32),
}

impl Learner {
    /// From this network on; one that knows nothing begins with numbers that the seed decides.
    pub(crate) fn new(network: &Network, seed: u64) -> Self {
        let (mut values, units) = (network.values(), network.units());
        let bias = FIRST + COUNT * units;
        let second = bias + units;
        // hidden units that are all alike would stay alike
        if values[FIRST..].iter().all(|&v| v == 0.0) {
            let mut random = Fast::new(seed.wrapping_add(6), 0);
            let mut near = |size: f32| ((random.index(2001) as f32) / 1000.0 - 1.0) * size;
            values[FIRST..bias].iter_mut().for_each(|v| *v = near(0.2));
            values[second..].iter_mut().for_each(|v| *v = near(0.05));
        }
        let zeros = || vec![0.0; values.len()];
        let (slope, mean, square) = (zeros(), zeros(), zeros());
        Self { values, units, bias, second, slope, mean, square, decays: (1.0, 1.0) }
    }

    pub(crate) fn network(&self) -> Network {
        Network::from_values(&self.values).unwrap_or_else(|| Network::blank(self.units))
    }

    /// Learns the samples in their order; the mean squared distance from the targets before.
    pub(crate) fn learn(&mut self, samples: &[(&Sample, Target)], rate: f32) -> f32 {
        let mut error = 0.0;
        for batch in samples.chunks(BATCH) {
            self.slope.fill(0.0);
            for (rows, target) in batch {
                error += self.add_slope(rows, target);
            }
            self.step(rate, 1.0 / batch.len() as f32);
        }
        error / samples.len().max(1) as f32
    }

    /// Adds the slope of one sample's cross-entropy.
    fn add_slope(&mut self, rows: &[SparseRow], target: &Target) -> f32 {
        let &mut Self { units, bias, second, .. } = self;
        let mut hidden = [[0.0; MOST_UNITS]; MAX_SEATS];
        let mut said = [0.0; MAX_SEATS];
        for (seat, row) in rows.iter().enumerate() {
            said[seat] = self.forward(row, &mut hidden[seat][..units]);
        }
        shares(&mut said[..rows.len()]);
        let mut error = 0.0;
        for (seat, row) in rows.iter().enumerate() {
            let off = said[seat] - target[seat];
            error += off * off;
            let mut back = [0.0; MOST_UNITS];
            for h in 0..units {
                if hidden[seat][h] > 0.0 {
                    self.slope[second + h] += off * hidden[seat][h];
                    back[h] = off * self.values[second + h];
                    self.slope[bias + h] += back[h];
                }
            }
            row.0.iter().for_each(|&(place, x)| self.slope[usize::from(place)] += off * x);
            let (back, _) = back[..units].as_chunks::<UNIT_GROUP>();
            for (group, back) in back.iter().enumerate() {
                let (slopes, _) = self.slope[FIRST..bias].as_chunks_mut::<UNIT_GROUP>();
                for &(place, x) in &row.0 {
                    let slope = &mut slopes[usize::from(place) * (units / UNIT_GROUP) + group];
                    slope.iter_mut().zip(back).for_each(|(s, b)| *s += x * b);
                }
            }
        }
        error
    }

    fn forward(&self, row: &SparseRow, hidden: &mut [f32]) -> f32 {
        let groups = self.units / UNIT_GROUP;
        let (weights, _) = self.values[FIRST..self.bias].as_chunks::<UNIT_GROUP>();
        let (biases, _) = self.values[self.bias..self.second].as_chunks::<UNIT_GROUP>();
        let (hidden_groups, _) = hidden.as_chunks_mut::<UNIT_GROUP>();
        for (group, (hidden, bias)) in hidden_groups.iter_mut().zip(biases).enumerate() {
            // a group's sums stay in registers
            let mut sums = *bias;
            for &(place, x) in &row.0 {
                let weights = &weights[usize::from(place) * groups + group];
                sums.iter_mut().zip(weights).for_each(|(h, w)| *h += x * w);
            }
            *hidden = sums;
        }
        let sum = row.0.iter().fold(0.0, |sum, &(place, x)| sum + x * self.values[usize::from(place)]);
        let second = &self.values[self.second..];
        sum + hidden.iter().zip(second).map(|(h, w)| h.max(0.0) * w).sum::<f32>()
    }

    fn step(&mut self, rate: f32, scale: f32) {
        self.decays = (self.decays.0 * 0.9, self.decays.1 * 0.999);
        let (first, second) = (1.0 / (1.0 - self.decays.0), 1.0 / (1.0 - self.decays.1));
        for i in 0..self.values.len() {
            let slope = self.slope[i] * scale;
            self.mean[i] = 0.9 * self.mean[i] + 0.1 * slope;
            self.square[i] = 0.999 * self.square[i] + 0.001 * slope * slope;
            self.values[i] -= rate * self.mean[i] * first / ((self.square[i] * second).sqrt() + 1e-6);
        }
    }
}
