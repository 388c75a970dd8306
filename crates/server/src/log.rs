//! The server's log: lines for people or JSON for programs, on standard error.

use anyhow::{Context, Result, ensure};
use std::io::IsTerminal as _;
use std::str::FromStr;
use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::util::SubscriberInitExt as _;

hexwright_core::sentence_error! {
    /// A word that names no form of the log.
    pub BadLogFormat
}

/// How a line of the log looks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LogFormat {
    /// Time, level, where, message.
    #[default]
    Lines,
    /// One JSON object a line.
    Json,
}

impl FromStr for LogFormat {
    type Err = BadLogFormat;

    fn from_str(text: &str) -> Result<Self, BadLogFormat> {
        match text {
            "lines" => Ok(Self::Lines),
            "json" => Ok(Self::Json),
            _ => Err(format!("expected lines or json, found {text:?}").into()),
        }
    }
}

/// Whether a part of the level says how much is logged. A word that is no level would be the name of a part of the
/// program, of which everything is logged, and nothing else: a slip such as `inof` would silence the log.
fn is_no_bare_name(part: &str) -> bool {
    part.contains('=') || part.trim().parse::<LevelFilter>().is_ok()
}

/// Starts the log of this process. `level` is `error`, `warn`, `info`, `debug`, `trace` or a list such as
/// `info,hexwright_server::table=debug`. If the process has a log already, that one stays.
///
/// # Errors
/// If the level cannot be understood.
pub fn start(level: &str, format: LogFormat) -> Result<()> {
    let expected = || format!("expected a level of the log such as info or debug, found {level:?}");
    ensure!(level.split(',').all(is_no_bare_name), expected());
    let filter: Targets = level.parse().with_context(expected)?;
    // whatever is more verbose than every part is passed over before anybody looks at the parts
    let parts = filter.iter().map(|(_, level)| level).chain(filter.default_level());
    let most = parts.max().unwrap_or(LevelFilter::OFF);
    let lines = tracing_subscriber::fmt().with_max_level(most).with_writer(std::io::stderr);
    let _ = match format {
        LogFormat::Lines => lines.with_ansi(std::io::stderr().is_terminal()).finish().with(filter).try_init(),
        LogFormat::Json => {
            lines.json().flatten_event(true).with_span_list(false).finish().with(filter).try_init()
        }
    };
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::is_no_bare_name;

    #[test]
    fn a_word_that_is_no_level_is_refused() {
        for fine in ["info", "WARN", "off", " debug", "sqlx=warn", "hexwright_server::table=debug"] {
            assert!(is_no_bare_name(fine), "{fine}");
        }
        for slip in ["inof", "loud", "sqlx", "[table]"] {
            assert!(!is_no_bare_name(slip), "{slip}");
        }
    }
}
