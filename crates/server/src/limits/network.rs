//! Reverse proxies: whose word about a client's address is believed.

use axum::http::{HeaderMap, header};
use std::net::IpAddr;
use std::str::FromStr;

hexwright_core::sentence_error! {
    /// What is wrong with a network or the header of a proxy.
    pub BadProxy
}

/// An address, or a network such as `10.0.0.0/8`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Network {
    address: IpAddr,
    bits: u8,
}

impl Network {
    fn holds(&self, address: IpAddr) -> bool {
        let shared = |ours: u128, theirs: u128, width: u32| {
            let rest = width - u32::from(self.bits);
            rest >= width || (ours ^ theirs) >> rest == 0
        };
        match (self.address, address.to_canonical()) {
            (IpAddr::V4(a), IpAddr::V4(b)) => shared(a.to_bits().into(), b.to_bits().into(), 32),
            (IpAddr::V6(a), IpAddr::V6(b)) => shared(a.to_bits(), b.to_bits(), 128),
            _ => false,
        }
    }
}

impl FromStr for Network {
    type Err = BadProxy;

    fn from_str(text: &str) -> Result<Self, BadProxy> {
        let expected = || format!("expected an address or a network such as 10.0.0.0/8, found {text:?}");
        let (address, bits) = text.split_once('/').map_or((text, None), |(a, b)| (a, Some(b)));
        let address: IpAddr = address.trim().parse().map_err(|_| expected())?;
        let address = address.to_canonical();
        let most = if address.is_ipv4() { 32 } else { 128 };
        let bits = bits.map_or(Ok(most), |b| b.trim().parse().map_err(|_| expected()))?;
        if bits > most {
            return Err(expected().into());
        }
        Ok(Self { address, bits })
    }
}

/// The header in which proxies name the client.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ProxyHeader {
    /// `X-Forwarded-For: client, proxy`.
    #[default]
    XForwardedFor,
    /// `Forwarded: for=client, for=proxy` (RFC 7239).
    Forwarded,
}

impl FromStr for ProxyHeader {
    type Err = BadProxy;

    fn from_str(text: &str) -> Result<Self, BadProxy> {
        match text.to_ascii_lowercase().as_str() {
            "x-forwarded-for" => Ok(Self::XForwardedFor),
            "forwarded" => Ok(Self::Forwarded),
            _ => Err(format!("expected x-forwarded-for or forwarded, found {text:?}").into()),
        }
    }
}

/// The proxies in front of the server. Only one header is read: a proxy that writes one of them usually
/// passes the other on as the client sent it.
#[derive(Clone, Debug, Default)]
pub struct Proxies {
    /// Whose word is believed.
    pub trusted: Vec<Network>,
    /// Where they say it.
    pub header: ProxyHeader,
}

impl Proxies {
    /// Whether an address is one of the proxies.
    #[must_use]
    pub fn trust(&self, address: IpAddr) -> bool {
        self.trusted.iter().any(|network| network.holds(address))
    }

    /// Who sent a request that came from `peer`. Each proxy appends whom it heard, so the client is the last
    /// one in the list that is no proxy itself; what stands before it anybody could have written.
    #[must_use]
    pub fn client(&self, peer: IpAddr, headers: &HeaderMap) -> IpAddr {
        let mut client = peer.to_canonical();
        if !self.trust(client) {
            return client;
        }
        let name = match self.header {
            ProxyHeader::XForwardedFor => header::HeaderName::from_static("x-forwarded-for"),
            ProxyHeader::Forwarded => header::FORWARDED,
        };
        let values: Vec<&str> = headers.get_all(name).iter().filter_map(|v| v.to_str().ok()).collect();
        for entry in values.iter().rev().flat_map(|value| value.rsplit(',')) {
            let address = match self.header {
                ProxyHeader::XForwardedFor => parse_node(entry),
                ProxyHeader::Forwarded => entry.split(';').find_map(|pair| {
                    let (key, value) = pair.split_once('=')?;
                    key.trim().eq_ignore_ascii_case("for").then(|| parse_node(value))?
                }),
            };
            let Some(address) = address else { return client };
            client = address;
            if !self.trust(client) {
                return client;
            }
        }
        client
    }
}

/// `1.2.3.4`, `1.2.3.4:5`, `[::1]`, `"[::1]:5"`.
fn parse_node(text: &str) -> Option<IpAddr> {
    let text = text.trim().trim_matches('"');
    let inner = match text.strip_prefix('[') {
        Some(rest) => rest.split(']').next()?,
        None => text.split_once(':').filter(|(_, port)| !port.contains(':')).map_or(text, |(a, _)| a),
    };
    inner.parse().map(|address: IpAddr| address.to_canonical()).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ip(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    #[test]
    fn networks_hold_their_addresses() {
        let holds = |network: &str, address: &str| network.parse::<Network>().unwrap().holds(ip(address));
        assert!(holds("10.0.0.0/8", "10.9.8.7") && !holds("10.0.0.0/8", "11.0.0.1"));
        assert!(holds("127.0.0.1", "127.0.0.1") && !holds("127.0.0.1", "127.0.0.2"));
        assert!(holds("0.0.0.0/0", "8.8.8.8") && !holds("0.0.0.0/0", "::1"));
        assert!(holds("fd00::/8", "fd12::1") && !holds("fd00::/8", "fe80::1"));
        assert!(holds("10.0.0.1", "::ffff:10.0.0.1"));
        for wrong in ["10.0.0.0/33", "proxy", "10.0.0.0/x", ""] {
            let error = wrong.parse::<Network>().unwrap_err().to_string();
            assert!(error.contains("such as 10.0.0.0/8"), "{wrong}");
        }
    }

    #[test]
    fn only_a_trusted_proxy_names_the_client() {
        let trusted = || vec!["10.0.0.0/8".parse().unwrap(), "::1".parse().unwrap()];
        let client = |header, peer: &str, name: &'static str, value: &str| {
            let proxies = Proxies { trusted: trusted(), header };
            let mut headers = HeaderMap::new();
            headers.insert(name, value.parse().unwrap());
            proxies.client(ip(peer), &headers)
        };
        let x = |peer, value| client(ProxyHeader::XForwardedFor, peer, "x-forwarded-for", value);
        assert_eq!(x("10.0.0.1", "7.7.7.7"), ip("7.7.7.7"));
        assert_eq!(x("9.9.9.9", "7.7.7.7"), ip("9.9.9.9"), "a stranger is not believed");
        assert_eq!(
            x("10.0.0.1", "1.1.1.1, 7.7.7.7, 10.0.0.2"),
            ip("7.7.7.7"),
            "what was there before is not"
        );
        assert_eq!(x("10.0.0.1", "7.7.7.7, nonsense"), ip("10.0.0.1"));
        assert_eq!(x("10.0.0.1", "7.7.7.7:1234"), ip("7.7.7.7"));
        assert_eq!(x("::1", "2001:db8::5"), ip("2001:db8::5"));
        let f = |value| client(ProxyHeader::Forwarded, "10.0.0.1", "forwarded", value);
        assert_eq!(f("for=1.1.1.1, For=\"[2001:db8::5]:80\";proto=https"), ip("2001:db8::5"));
        assert_eq!(f("for=_hidden"), ip("10.0.0.1"));
        // the header that is not configured says nothing
        assert_eq!(
            client(ProxyHeader::XForwardedFor, "10.0.0.1", "forwarded", "for=7.7.7.7"),
            ip("10.0.0.1")
        );
    }
}
