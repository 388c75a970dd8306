//! `serve`: the workbench in the browser.

use crate::{Status, output};
use anyhow::Result;
use clap::Args;
use hexwright_server::{Config, Limits};
use std::net::SocketAddr;
use std::time::Duration;

#[derive(Debug, Args)]
pub(crate) struct ServeArgs {
    /// Where to listen; port 0 takes a free one
    #[arg(long, default_value = "127.0.0.1:4000", value_name = "ADDRESS:PORT")]
    address: SocketAddr,
    /// Where games are kept: a SQLite file or a PostgreSQL address
    #[arg(long, default_value = "sqlite://hexwright.db?mode=rwc", value_name = "URL")]
    database: String,
    /// Sockets one address may hold open
    #[arg(long, default_value_t = Limits::default().sockets_per_address, value_name = "N", value_parser = super::at_least_one::<usize>)]
    sockets_per_address: usize,
    /// Messages a second one socket may send; short bursts of twice as many pass
    #[arg(long, default_value_t = Limits::default().messages_per_second, value_name = "N", value_parser = super::at_least_one::<u32>)]
    messages_per_second: u32,
    /// How long a bot waits before it moves, in milliseconds
    #[arg(long, default_value_t = 350, value_name = "MS")]
    bot_pause: u64,
}

pub(crate) fn run(args: &ServeArgs) -> Result<Status> {
    let limits = Limits {
        sockets_per_address: args.sockets_per_address,
        messages_per_second: args.messages_per_second,
        bot_pause: Duration::from_millis(args.bot_pause),
        ..Limits::default()
    };
    let config = Config { address: args.address, database: args.database.clone(), limits };
    hexwright_server::run_blocking(config, |address| {
        let _ =
            output::print(&format!("Hexwright is at http://{address}/ (Ctrl+C stops it; games are kept)\n"));
    })?;
    Ok(Status::Fine)
}
