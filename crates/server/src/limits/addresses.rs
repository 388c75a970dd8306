//! How much each address holds at the moment.

use std::collections::BTreeMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};

/// Whom a limit per address counts: an IPv4 address, or the /64 network of an IPv6 address, because one
/// subscriber has a whole network of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Source(IpAddr);

impl Source {
    /// The source an address belongs to.
    #[must_use]
    pub fn of(address: IpAddr) -> Self {
        Self(match address.to_canonical() {
            IpAddr::V6(v6) => {
                let [a, b, c, d, ..] = v6.segments();
                IpAddr::from([a, b, c, d, 0, 0, 0, 0])
            }
            v4 => v4,
        })
    }

    /// An address of it.
    #[must_use]
    pub const fn address(self) -> IpAddr {
        self.0
    }
}

/// How many places each source holds.
#[derive(Clone, Debug, Default)]
pub struct Addresses(Arc<Mutex<BTreeMap<Source, usize>>>);

/// One place in the count; dropping it gives the place back.
#[derive(Debug)]
pub struct Admission {
    addresses: Addresses,
    source: Source,
}

impl Addresses {
    /// One more place, unless the source holds `most` already.
    #[must_use]
    pub fn enter(&self, source: Source, most: usize) -> Option<Admission> {
        let mut counts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let count = counts.entry(source).or_default();
        if *count >= most {
            return None;
        }
        *count += 1;
        Some(Admission { addresses: self.clone(), source })
    }
}

impl Drop for Admission {
    fn drop(&mut self) {
        let mut counts = self.addresses.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = counts.get_mut(&self.source) {
            *count -= 1;
            if *count == 0 {
                counts.remove(&self.source);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_gets_its_places_back() {
        let (addresses, here) = (Addresses::default(), Source::of(IpAddr::from([127, 0, 0, 1])));
        let first = addresses.enter(here, 2).unwrap();
        let _second = addresses.enter(here, 2).unwrap();
        assert!(addresses.enter(here, 2).is_none());
        drop(first);
        assert!(addresses.enter(here, 2).is_some());
    }

    #[test]
    fn a_subscriber_is_one_source() {
        let source = |text: &str| Source::of(text.parse().unwrap());
        assert_eq!(source("2001:db8:1:2::1"), source("2001:db8:1:2:ffff::9"));
        assert_ne!(source("2001:db8:1:2::1"), source("2001:db8:1:3::1"));
        assert_eq!(source("::ffff:10.0.0.1"), source("10.0.0.1"));
        assert_ne!(source("10.0.0.2"), source("10.0.0.1"));
    }
}
