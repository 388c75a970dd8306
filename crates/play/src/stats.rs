//! Shares and how sure we are of them.
//!
//! ```
//! use hexwright_play::stats::wilson;
//!
//! let (low, high) = wilson(30, 100);
//! assert!(low < 0.3 && 0.3 < high);
//! ```

/// The normal quantile of a two-sided 95 % interval.
const Z: f64 = 1.959_963_984_540_054;

/// Wilson's 95 % interval for `hits` among `tries`: honest for small counts and near 0 and 1.
///
/// ```
/// let (low, high) = hexwright_play::stats::wilson(25, 100);
/// assert!((low - 0.1755).abs() < 1e-4 && (high - 0.3430).abs() < 1e-4);
/// assert_eq!(hexwright_play::stats::wilson(0, 0), (0.0, 1.0));
/// ```
#[must_use]
pub fn wilson(hits: u64, tries: u64) -> (f64, f64) {
    interval(hits, tries, Z)
}

/// Wilson's 99 % interval.
#[must_use]
pub fn wilson_99(hits: u64, tries: u64) -> (f64, f64) {
    interval(hits, tries, 2.575_829_303_548_901)
}

fn interval(hits: u64, tries: u64, z: f64) -> (f64, f64) {
    if tries == 0 {
        return (0.0, 1.0);
    }
    let (n, p) = (tries as f64, hits as f64 / tries as f64);
    let centre = p + z * z / (2.0 * n);
    let spread = z * (p * (1.0 - p) / n + z * z / (4.0 * n * n)).sqrt();
    let scale = 1.0 + z * z / n;
    // rounding must not put the share itself outside
    (((centre - spread) / scale).clamp(0.0, p), ((centre + spread) / scale).clamp(p, 1.0))
}

/// Games needed so that a share near `share` is known to ± `margin`, with 95 % confidence.
///
/// ```
/// assert_eq!(hexwright_play::stats::games_for_margin(0.25, 0.01), 7203);
/// ```
#[must_use]
pub fn games_for_margin(share: f64, margin: f64) -> u64 {
    (Z * Z * share * (1.0 - share) / (margin * margin)).ceil() as u64
}

/// The chi-square statistic of counts against equal expectation; see [`chi_square_limit`].
///
/// ```
/// assert_eq!(hexwright_play::stats::chi_square(&[10, 20, 30]), 10.0);
/// ```
#[must_use]
pub fn chi_square(counts: &[u64]) -> f64 {
    let total: u64 = counts.iter().sum();
    if total == 0 || counts.is_empty() {
        return 0.0;
    }
    let expected = total as f64 / counts.len() as f64;
    counts.iter().map(|&c| (c as f64 - expected) * (c as f64 - expected) / expected).sum()
}

/// The 5 % limit of chi-square for 1 to 15 degrees of freedom: counts above it are not even.
#[must_use]
pub fn chi_square_limit(degrees: usize) -> f64 {
    const LIMITS: [f64; 15] = [
        3.841, 5.991, 7.815, 9.488, 11.070, 12.592, 14.067, 15.507, 16.919, 18.307, 19.675, 21.026, 22.362,
        23.685, 24.996,
    ];
    LIMITS[degrees.clamp(1, LIMITS.len()) - 1]
}

/// The normal quantile of a one-sided test with this chance of error, below one half: by how many standard
/// errors an estimate must be off to be that rare. Basic arithmetic only, so every machine gives the same bits;
/// right to three decimals (Abramowitz and Stegun, 26.2.23).
///
/// ```
/// use hexwright_play::stats::normal_quantile;
/// assert!((normal_quantile(0.025) - 1.960).abs() < 2e-3);
/// assert!((normal_quantile(0.05 / 1_000.0) - 3.891).abs() < 2e-3);
/// ```
#[must_use]
pub fn normal_quantile(error: f64) -> f64 {
    let t = (-2.0 * ln(error.clamp(1e-12, 0.5))).sqrt();
    let above = 2.515_517 + t * (0.802_853 + t * 0.010_328);
    let below = 1.0 + t * (1.432_788 + t * (0.189_269 + t * 0.001_308));
    t - above / below
}

/// The natural logarithm of a positive number from basic arithmetic.
fn ln(x: f64) -> f64 {
    let bits = x.to_bits();
    let exponent = ((bits >> 52) & 0x7ff) as f64 - 1_023.0;
    let mantissa = f64::from_bits((bits & ((1 << 52) - 1)) | (1_023 << 52));
    let t = (mantissa - 1.0) / (mantissa + 1.0);
    let square = t * t;
    let series = (0..16).rev().fold(0.0, |sum, i| sum * square + 1.0 / f64::from(2 * i + 1));
    exponent * std::f64::consts::LN_2 + 2.0 * t * series
}

/// The interval of a share that is wrong with at most this chance, both sides together (Wilson).
#[must_use]
pub fn share_interval(hits: u64, tries: u64, error: f64) -> (f64, f64) {
    share_interval_of_groups(hits, tries, error, 1.0)
}

/// The same for tries that come in groups of like ones: `factor` is how many times as much the hits vary as those of tries that
/// have nothing to do with each other.
#[must_use]
pub fn share_interval_of_groups(hits: u64, tries: u64, error: f64, factor: f64) -> (f64, f64) {
    // Wilson's interval depends on the number of tries only through z²/n
    interval(hits, tries, normal_quantile(error / 2.0) * factor.sqrt())
}
