//! The one place that reads the clock.

/// Seconds since 1970.
#[must_use]
#[expect(clippy::disallowed_methods, reason = "the server stamps when a game was made; no rule reads it")]
pub fn now() -> i64 {
    std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).map_or(0, |d| d.as_secs() as i64)
}
