//! Every input has a limit with a clear refusal.

use std::collections::BTreeMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// The limits in force.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Bytes of one socket message.
    pub message_bytes: usize,
    /// Bytes of a request's body.
    pub body_bytes: usize,
    /// How long a socket may take to say hello.
    pub hello_within: Duration,
    /// Characters of a chat line.
    pub chat_characters: usize,
    /// Characters of a name.
    pub name_characters: usize,
    /// Socket messages a second; short bursts of twice as many pass.
    pub messages_per_second: u32,
    /// Sockets one address may hold open.
    pub sockets_per_address: usize,
    /// States a slow reader may lag behind before it is dropped.
    pub lag: usize,
    /// Tables that are held in memory at once; more cannot be made until some are over.
    pub tables: usize,
    /// A person who is away this long has left.
    pub leaver_after: Duration,
    /// A bot waits this long before it moves, so that people can follow.
    pub bot_pause: Duration,
}

impl Limits {
    /// How long things take at a table.
    #[must_use]
    pub fn pace(&self) -> crate::table::Pace {
        crate::table::Pace { bot_pause: self.bot_pause, leaver_after: self.leaver_after }
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            message_bytes: 4 << 10,
            body_bytes: 256 << 10,
            hello_within: Duration::from_secs(10),
            chat_characters: 500,
            name_characters: 40,
            messages_per_second: 20,
            sockets_per_address: 200,
            lag: 32,
            tables: 10_000,
            leaver_after: Duration::from_secs(30),
            bot_pause: Duration::from_millis(350),
        }
    }
}

/// How many sockets each address holds.
#[derive(Clone, Debug, Default)]
pub struct Addresses(Arc<Mutex<BTreeMap<IpAddr, usize>>>);

/// A socket's place in the count; dropping it gives the place back.
#[derive(Debug)]
pub struct Place {
    addresses: Addresses,
    address: IpAddr,
}

impl Addresses {
    /// A place for one more socket, unless the address holds `most` already.
    #[must_use]
    pub fn enter(&self, address: IpAddr, most: usize) -> Option<Place> {
        let mut counts = self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let count = counts.entry(address).or_default();
        if *count >= most {
            return None;
        }
        *count += 1;
        Some(Place { addresses: self.clone(), address })
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut counts = self.addresses.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if let Some(count) = counts.get_mut(&self.address) {
            *count -= 1;
            if *count == 0 {
                counts.remove(&self.address);
            }
        }
    }
}

/// Lets `rate` messages a second pass, and a burst of twice as many.
#[derive(Debug)]
pub struct Bucket {
    rate: f64,
    left: f64,
    last: tokio::time::Instant,
}

impl Bucket {
    /// A full bucket.
    #[must_use]
    pub fn new(rate: u32) -> Self {
        let rate = f64::from(rate);
        Self { rate, left: 2.0 * rate, last: tokio::time::Instant::now() }
    }

    /// Whether one more message passes.
    pub fn pass(&mut self) -> bool {
        let now = tokio::time::Instant::now();
        let gained = now.duration_since(self.last).as_secs_f64() * self.rate;
        self.left = (self.left + gained).min(2.0 * self.rate);
        self.last = now;
        let pass = self.left >= 1.0;
        if pass {
            self.left -= 1.0;
        }
        pass
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_gets_its_places_back() {
        let (addresses, here) = (Addresses::default(), IpAddr::from([127, 0, 0, 1]));
        let first = addresses.enter(here, 2).unwrap();
        let _second = addresses.enter(here, 2).unwrap();
        assert!(addresses.enter(here, 2).is_none());
        drop(first);
        assert!(addresses.enter(here, 2).is_some());
    }

    #[tokio::test(start_paused = true)]
    async fn a_bucket_passes_a_burst_and_then_the_rate() {
        let mut bucket = Bucket::new(10);
        assert_eq!((0..50).filter(|_| bucket.pass()).count(), 20);
        tokio::time::advance(Duration::from_secs(1)).await;
        assert_eq!((0..50).filter(|_| bucket.pass()).count(), 10);
    }
}
