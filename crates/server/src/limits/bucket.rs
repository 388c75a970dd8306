//! Rates: so many at once, then so many a second.

use super::Source;
use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};
use tokio::time::Instant;

/// Lets a burst pass, and after it a steady rate.
#[derive(Debug)]
pub struct Bucket {
    per_second: f64,
    burst: f64,
    left: f64,
    last: Instant,
}

impl Bucket {
    /// A full bucket.
    #[must_use]
    pub fn new(per_second: f64, burst: f64) -> Self {
        Self { per_second, burst, left: burst, last: Instant::now() }
    }

    /// Whether one more passes.
    pub fn pass(&mut self) -> bool {
        self.refill();
        let pass = self.left >= 1.0;
        if pass {
            self.left -= 1.0;
        }
        pass
    }

    /// Seconds until the next one passes.
    #[must_use]
    pub fn wait(&self) -> f64 {
        (1.0 - self.left).max(0.0) / self.per_second
    }

    fn refill(&mut self) {
        let now = Instant::now();
        let gained = now.duration_since(self.last).as_secs_f64() * self.per_second;
        self.left = (self.left + gained).min(self.burst);
        self.last = now;
    }
}

/// Addresses that are remembered before those whose buckets are full again are forgotten.
const MANY: usize = 10_000;

/// A bucket for each address.
#[derive(Debug)]
pub struct Buckets {
    per_second: f64,
    burst: f64,
    of: Mutex<BTreeMap<Source, Bucket>>,
}

impl Buckets {
    /// One full bucket for everybody.
    #[must_use]
    pub fn new(per_second: f64, burst: f64) -> Self {
        Self { per_second, burst, of: Mutex::default() }
    }

    /// Lets one more of an address pass.
    ///
    /// # Errors
    /// Seconds until the next one passes.
    pub fn pass(&self, source: Source) -> Result<(), f64> {
        let mut of = self.of.lock().unwrap_or_else(PoisonError::into_inner);
        if of.len() >= MANY {
            of.retain(|_, bucket| {
                bucket.refill();
                bucket.left < bucket.burst
            });
        }
        let bucket = of.entry(source).or_insert_with(|| Bucket::new(self.per_second, self.burst));
        if bucket.pass() { Ok(()) } else { Err(bucket.wait()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::IpAddr;
    use std::time::Duration;

    #[tokio::test(start_paused = true)]
    async fn a_bucket_passes_a_burst_and_then_the_rate() {
        let mut bucket = Bucket::new(10.0, 20.0);
        assert_eq!((0..50).filter(|_| bucket.pass()).count(), 20);
        tokio::time::advance(Duration::from_secs(1)).await;
        assert_eq!((0..50).filter(|_| bucket.pass()).count(), 10);
    }

    #[tokio::test(start_paused = true)]
    async fn each_address_has_its_own_bucket_and_quiet_ones_are_forgotten() {
        let buckets = Buckets::new(1.0, 2.0);
        let source = |n: usize| Source::of(IpAddr::from([10, (n >> 16) as u8, (n >> 8) as u8, n as u8]));
        assert!(buckets.pass(source(0)).is_ok() && buckets.pass(source(0)).is_ok());
        assert_eq!(buckets.pass(source(0)), Err(1.0));
        assert!(buckets.pass(source(1)).is_ok());
        (2..MANY).for_each(|n| buckets.pass(source(n)).unwrap());
        tokio::time::advance(Duration::from_secs(5)).await;
        buckets.pass(source(MANY)).unwrap();
        assert_eq!(buckets.of.lock().unwrap().len(), 1);
    }
}
