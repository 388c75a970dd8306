//! `serve`: the workbench in the browser.

use crate::{Status, output};
use anyhow::{Context, Result, bail};
use clap::Args;
use hexwright_server::limits::{Network, ProxyHeader};
use hexwright_server::log::{self, LogFormat};
use hexwright_server::{Config, Limits, Pioneers, Proxies};
use serde::Deserialize;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Every setting can be a flag, a variable of the environment or a line of the file; a flag wins over a
/// variable, a variable over the file.
#[derive(Debug, Default, Args, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) struct ServeArgs {
    /// A TOML file with any of these settings, named as the flags without their dashes
    #[arg(long, value_name = "FILE", env = "HEXWRIGHT_CONFIG")]
    #[serde(skip)]
    config: Option<PathBuf>,
    /// Where to listen; port 0 takes a free one [default: 127.0.0.1:4000]
    #[arg(long, value_name = "ADDRESS:PORT", env = "HEXWRIGHT_ADDRESS")]
    address: Option<SocketAddr>,
    /// Where games are kept: a SQLite file or a PostgreSQL address [default: sqlite://hexwright.db?mode=rwc]
    #[arg(long, value_name = "URL", env = "HEXWRIGHT_DATABASE", hide_env_values = true)]
    database: Option<String>,
    /// Where figures for Prometheus are served at /metrics; never the address players use [default: nowhere]
    #[arg(long, value_name = "ADDRESS:PORT", env = "HEXWRIGHT_ADMIN")]
    admin: Option<SocketAddr>,
    /// Where other servers on the same PostgreSQL reach this one, and nobody else [default: a free port of loopback]
    #[arg(long, value_name = "ADDRESS:PORT", env = "HEXWRIGHT_INTERNAL")]
    internal: Option<SocketAddr>,
    /// What this server is called, also after a restart: it has its tables back at once [default: its internal address, or
    /// else its address]
    #[arg(long, value_name = "NAME", env = "HEXWRIGHT_SERVER")]
    server: Option<String>,
    /// Where people with Pioneers' own programs can join the tables, usually port 5556 [default: nowhere]
    #[arg(long, value_name = "ADDRESS:PORT", env = "HEXWRIGHT_PIONEERS")]
    pioneers: Option<SocketAddr>,
    /// The map of the tables that are made for them when no table has a free seat [default: none is made]
    #[arg(long, value_name = "FILE", env = "HEXWRIGHT_PIONEERS_MAP")]
    pioneers_map: Option<PathBuf>,
    /// The path all pages live under, as in /hex [default: the root of the site]
    #[arg(long, value_name = "PATH", env = "HEXWRIGHT_BASE_PATH")]
    base_path: Option<String>,
    /// Reverse proxies whose word about a client's address is believed: addresses or networks
    #[arg(long, value_name = "ADDRESS", value_delimiter = ',', env = "HEXWRIGHT_TRUSTED_PROXIES")]
    trusted_proxies: Option<Vec<String>>,
    /// Where those proxies name the client: x-forwarded-for or forwarded [default: x-forwarded-for]
    #[arg(long, value_name = "HEADER", env = "HEXWRIGHT_PROXY_HEADER")]
    proxy_header: Option<String>,
    /// What is logged: error, warn, info, debug, trace, or by part as in info,sqlx=warn [default: info]
    #[arg(long, value_name = "LEVEL", env = "HEXWRIGHT_LOG")]
    log: Option<String>,
    /// How it is logged: lines or json [default: lines]
    #[arg(long, value_name = "FORMAT", env = "HEXWRIGHT_LOG_FORMAT")]
    log_format: Option<String>,
    /// Connections open at once [default: 8000]
    #[arg(long, value_name = "N", env = "HEXWRIGHT_CONNECTIONS", value_parser = super::at_least_one::<usize>)]
    connections: Option<usize>,
    /// Sockets one address may hold open [default: 200]
    #[arg(long, value_name = "N", env = "HEXWRIGHT_SOCKETS_PER_ADDRESS", value_parser = super::at_least_one::<usize>)]
    sockets_per_address: Option<usize>,
    /// Messages a second one socket may send; short bursts of twice as many pass [default: 20]
    #[arg(long, value_name = "N", env = "HEXWRIGHT_MESSAGES_PER_SECOND", value_parser = super::at_least_one::<u32>)]
    messages_per_second: Option<u32>,
    /// Requests a second one address may send; bursts of ten times as many pass [default: 100]
    #[arg(long, value_name = "N", env = "HEXWRIGHT_REQUESTS_PER_SECOND", value_parser = super::at_least_one::<u32>)]
    requests_per_second: Option<u32>,
    /// Tables one address may make in an hour [default: 60]
    #[arg(long, value_name = "N", env = "HEXWRIGHT_TABLES_PER_HOUR", value_parser = super::at_least_one::<u32>)]
    tables_per_hour: Option<u32>,
    /// Tables held in memory at once; tables where nothing happens make room [default: 10000]
    #[arg(long, value_name = "N", env = "HEXWRIGHT_TABLES", value_parser = super::at_least_one::<usize>)]
    tables: Option<usize>,
    /// Threads for pictures, searches, rolls, checks and analyses [default: half the cores, at least 2]
    #[arg(long, value_name = "N", env = "HEXWRIGHT_WORK_THREADS", value_parser = super::at_least_one::<usize>)]
    work_threads: Option<usize>,
    /// Threads bots think on [default: half the cores]
    #[arg(long, value_name = "N", env = "HEXWRIGHT_BOT_THREADS", value_parser = super::at_least_one::<usize>)]
    bot_threads: Option<usize>,
    /// How long a bot waits before it moves, in milliseconds [default: 350]
    #[arg(long, value_name = "MS", env = "HEXWRIGHT_BOT_PAUSE")]
    bot_pause: Option<u64>,
}

/// Connections an address may hold open beyond its sockets: pages, pictures, requests under way.
const BESIDE_SOCKETS: usize = 100;

/// Threads of a pool; no machine has use for more.
const MOST_THREADS: usize = 1_024;

pub(crate) fn run(args: &ServeArgs) -> Result<Status> {
    let file = args.config.as_deref().map_or_else(|| Ok(ServeArgs::default()), read)?;
    let level = first(&args.log, &file.log).unwrap_or_else(|| "info".to_owned());
    let format = parsed(first(&args.log_format, &file.log_format), "log-format")?;
    log::start(&level, format.unwrap_or(LogFormat::Lines))?;
    hexwright_server::run_blocking(config(args, &file)?, |server| {
        let Ok(address) = server.address() else { return };
        let path = &server.app().base_path;
        let mut text = format!("Hexwright is at http://{address}{path}/ (Ctrl+C stops it; games are kept)\n");
        if let Some(admin) = server.admin_address() {
            text += &format!("Figures for Prometheus are at http://{admin}/metrics\n");
        }
        if let Some(pioneers) = server.pioneers_address() {
            text += &format!("Clients of Pioneers join at {pioneers}\n");
        }
        let _ = output::print(&text);
    })?;
    Ok(Status::Fine)
}

fn read(path: &Path) -> Result<ServeArgs> {
    let text = std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    toml::from_str(&text).with_context(|| format!("{} cannot be understood", path.display()))
}

/// A number of at least 1 and at most `most`. Flags are judged as they are read; a file can say anything.
fn within<N: Clone + PartialOrd + From<u8> + std::fmt::Display>(
    (given, file): (&Option<N>, &Option<N>),
    name: &str,
    most: Option<N>,
    usual: N,
) -> Result<N> {
    let number = first(given, file).unwrap_or(usual);
    match most {
        _ if number < N::from(1) => bail!("{name}: expected at least 1, found {number}"),
        Some(most) if number > most => bail!("{name}: expected at most {most}, found {number}"),
        _ => Ok(number),
    }
}

/// The value of a flag or variable, or else of the file.
fn first<T: Clone>(given: &Option<T>, file: &Option<T>) -> Option<T> {
    given.clone().or_else(|| file.clone())
}

fn parsed<T: std::str::FromStr<Err: std::fmt::Display>>(
    text: Option<String>,
    name: &str,
) -> Result<Option<T>> {
    text.map(|t| t.parse().map_err(|e| anyhow::anyhow!("{name}: {e}"))).transpose()
}

fn config(args: &ServeArgs, file: &ServeArgs) -> Result<Config> {
    let usual = Config::default();
    let limits = Limits::default();
    let sockets_per_address = within(
        (&args.sockets_per_address, &file.sockets_per_address),
        "sockets-per-address",
        None,
        limits.sockets_per_address,
    )?;
    let bot_pause = first(&args.bot_pause, &file.bot_pause).map(Duration::from_millis);
    let trusted = first(&args.trusted_proxies, &file.trusted_proxies).unwrap_or_default();
    let trusted = trusted
        .iter()
        .map(|text| text.trim().parse::<Network>().map_err(|e| anyhow::anyhow!("trusted-proxies: {e}")));
    let header: Option<ProxyHeader> = parsed(first(&args.proxy_header, &file.proxy_header), "proxy-header")?;
    Ok(Config {
        address: first(&args.address, &file.address).unwrap_or(usual.address),
        admin: first(&args.admin, &file.admin),
        internal: first(&args.internal, &file.internal),
        server: first(&args.server, &file.server),
        database: first(&args.database, &file.database).unwrap_or(usual.database),
        base_path: base_path(first(&args.base_path, &file.base_path).as_deref().unwrap_or_default())?,
        proxies: Proxies { trusted: trusted.collect::<Result<_>>()?, header: header.unwrap_or_default() },
        pioneers: pioneers(args, file)?,
        limits: Limits {
            connections: within(
                (&args.connections, &file.connections),
                "connections",
                None,
                limits.connections,
            )?,
            sockets_per_address,
            connections_per_address: sockets_per_address.saturating_add(BESIDE_SOCKETS),
            messages_per_second: within(
                (&args.messages_per_second, &file.messages_per_second),
                "messages-per-second",
                None,
                limits.messages_per_second,
            )?,
            requests_per_second: within(
                (&args.requests_per_second, &file.requests_per_second),
                "requests-per-second",
                None,
                limits.requests_per_second,
            )?,
            tables_per_hour: within(
                (&args.tables_per_hour, &file.tables_per_hour),
                "tables-per-hour",
                None,
                limits.tables_per_hour,
            )?,
            tables: within((&args.tables, &file.tables), "tables", None, limits.tables)?,
            work_threads: within(
                (&args.work_threads, &file.work_threads),
                "work-threads",
                Some(MOST_THREADS),
                limits.work_threads,
            )?,
            bot_threads: within(
                (&args.bot_threads, &file.bot_threads),
                "bot-threads",
                Some(MOST_THREADS),
                limits.bot_threads,
            )?,
            bot_pause: bot_pause.unwrap_or(limits.bot_pause),
            ..limits
        },
    })
}

/// Where the protocol of Pioneers is spoken; its map must be one that can be played.
fn pioneers(args: &ServeArgs, file: &ServeArgs) -> Result<Option<Pioneers>> {
    let path = first(&args.pioneers_map, &file.pioneers_map);
    let Some(address) = first(&args.pioneers, &file.pioneers) else {
        if path.is_some() {
            bail!("pioneers-map: nobody can join without pioneers; give ADDRESS:PORT too");
        }
        return Ok(None);
    };
    let map = path
        .map(|path| {
            let text =
                std::fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
            hexwright_server::maps::read(&text)
                .map_err(|e| anyhow::anyhow!("pioneers-map: {}: {e}", path.display()))?;
            Ok::<String, anyhow::Error>(text)
        })
        .transpose()?;
    Ok(Some(Pioneers { address, map }))
}

/// `/hex` for `hex`, `/hex` and `/hex/`; empty for `/` and nothing.
fn base_path(text: &str) -> Result<String> {
    let path = text.trim_matches('/');
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_.~/".contains(c);
    if !path.chars().all(plain)
        || path.split('/').any(|part| part == "." || part == "..")
        || path.contains("//")
    {
        bail!("base-path: expected a path such as /hex, of letters, digits and -_.~, found {text:?}");
    }
    Ok(if path.is_empty() { String::new() } else { format!("/{path}") })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_flag_wins_over_the_file_and_the_file_over_the_default() {
        let file: ServeArgs = toml::from_str(
            "address = \"127.0.0.1:5000\"\nbot-pause = 7\ntrusted-proxies = [\"10.0.0.0/8\"]\n",
        )
        .unwrap();
        let args = ServeArgs { bot_pause: Some(9), ..ServeArgs::default() };
        let config = config(&args, &file).unwrap();
        assert_eq!(config.address.port(), 5000);
        assert_eq!(config.limits.bot_pause, Duration::from_millis(9));
        assert_eq!(config.limits.messages_per_second, Limits::default().messages_per_second);
        assert_eq!(config.proxies.trusted.len(), 1);
        let unknown = toml::from_str::<ServeArgs>("adress = \"x\"").unwrap_err().to_string();
        assert!(unknown.contains("adress") && unknown.contains("address"), "{unknown}");
    }

    #[test]
    fn numbers_of_a_file_are_held_to_the_limits_of_flags() {
        for (line, said) in [
            ("connections = 0", "connections: expected at least 1, found 0"),
            ("work-threads = 0", "work-threads: expected at least 1, found 0"),
            ("bot-threads = 99999999", "bot-threads: expected at most 1024, found 99999999"),
        ] {
            let file: ServeArgs = toml::from_str(line).unwrap();
            assert_eq!(config(&ServeArgs::default(), &file).unwrap_err().to_string(), said);
        }
    }

    #[test]
    fn a_base_path_has_one_spelling() {
        for (text, path) in [("", ""), ("/", ""), ("hex", "/hex"), ("/hex/", "/hex"), ("/a/b", "/a/b")] {
            assert_eq!(base_path(text).unwrap(), path);
        }
        for wrong in ["/a b", "/a//b", "/..", "/{x}", "http://x"] {
            assert!(base_path(wrong).is_err(), "{wrong}");
        }
    }
}
