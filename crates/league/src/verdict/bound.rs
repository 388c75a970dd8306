//! What the games prove about all corners at once: ε, the largest gain that is not excluded.
//!
//! "No corner gains more than ε" is wrong if a single one does. So each corner is tested against ε, and all must pass
//! (Holm): the one with the largest possible gain with the whole chance of error, the second with a half, the third with a
//! third of it … Every one of these statements then holds with 95 % confidence for all corners together.
//!
//! A race may end early, at one of three looks. So the chance of error is divided: most of it for the end, the rest for the
//! looks. How many games a corner gets follows from its games so far; a test below races corners so and counts how often the
//! bound is wrong.

use super::race::Arm;
use hexwright_play::stats::normal_quantile;

/// The chance of error of bounds at the end.
pub(super) const END: f64 = 0.04;
/// The chance of error at each of the looks before.
pub(super) const EARLY: f64 = 0.01 / 3.0;

/// No arm gains more than this; each with the chance of error of its bound.
pub(super) fn epsilon<'a>(arms: impl Iterator<Item = (&'a Arm, f64)>) -> f64 {
    let known: Vec<(f64, f64, f64)> = arms.map(|(arm, error)| (arm.gain, arm.doubt, error)).collect();
    holm(&known).clamp(0.0, 1.0)
}

/// The smallest bound that Holm's procedure shows for all gains: estimates, standard errors, chances of error.
fn holm(known: &[(f64, f64, f64)]) -> f64 {
    let mut most = f64::NEG_INFINITY;
    for rank in 1..=known.len() {
        // all but `rank - 1` must be below, each with its error divided by the rank
        let end =
            |&(gain, doubt, error): &(f64, f64, f64)| gain + normal_quantile(error / rank as f64) * doubt;
        let mut ends: Vec<f64> = known.iter().map(end).collect();
        ends.sort_by(|a, b| b.total_cmp(a));
        most = most.max(ends[rank - 1]);
    }
    most
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexwright_core::{Fast, Random as _};

    #[test]
    fn one_corner_has_the_whole_error_and_equal_ones_divide_it() {
        let one = (0.01, 0.01, 0.05);
        let far = (-0.5, 0.01, 0.05);
        assert!((holm(&[one]) - 0.026_45).abs() < 1e-4);
        assert!((holm(&[one, far, far]) - holm(&[one])).abs() < 1e-9, "those far below cost nothing");
        let ten = holm(&[one; 10]);
        assert!((ten - (0.01 + 0.01 * normal_quantile(0.005))).abs() < 1e-9, "the last of ten equals");
        assert!(holm(&[]) < 0.0);
    }

    #[test]
    fn it_is_too_small_in_few_of_many_studies() {
        // gains of forty corners, the largest 2 %; a study of each with a normal error
        let gains: Vec<f64> = (0..40).map(|i| 0.02 - 0.001 * f64::from(i)).collect();
        let mut random = Fast::new(9, 0);
        let mut normal = || (0..12).map(|_| random.below(1 << 16) as f64 / 65_536.0).sum::<f64>() - 6.0;
        let mut wrong = |equal: bool| {
            let mut count = 0;
            for _ in 0..1_000 {
                let mut of = |gain: &f64| (if equal { 0.02 } else { *gain }) + 0.01 * normal();
                let known: Vec<(f64, f64, f64)> = gains.iter().map(|g| (of(g), 0.01, 0.05)).collect();
                count += u32::from(holm(&known) < 0.02);
            }
            count
        };
        assert!(wrong(false) <= 50);
        assert!(wrong(true) <= 50);
    }
}
