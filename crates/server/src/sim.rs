//! For simulations only (feature `sim`, never in a build for people): servers that can be stopped and killed, and the
//! clock, randomness and account of the simulation they run in. One simulation runs in one thread.

mod host;

pub use crate::routes::Peer;
pub use crate::store::memory::{Durable, Memory, Weather};
pub use host::Host;

use crate::app::App;
use crate::limits::Limits;
use crate::store::{Store, StoredGame};
use crate::table::{History, TableHandle};
use crate::{Config, routes};
use anyhow::Result;
use hexwright_core::{Fast, Random as _};
use std::cell::RefCell;
use std::net::SocketAddr;
use std::sync::Arc;
use tokio::time::Instant;

/// Simulated time begins at this many seconds after 1970.
const EPOCH: i64 = 1_700_000_000;

struct Simulation {
    random: Fast,
    begun: Instant,
    account: Option<Vec<String>>,
}

thread_local! {
    static SIMULATION: RefCell<Option<Simulation>> = const { RefCell::new(None) };
}

/// Begins a simulation in this thread: everything drawn follows from the seed. With an account, what happens is noted
/// line by line.
pub fn begin(seed: u64, account: bool) {
    let simulation =
        Simulation { random: Fast::new(seed, 1), begun: Instant::now(), account: account.then(Vec::new) };
    SIMULATION.with(|s| *s.borrow_mut() = Some(simulation));
}

/// Ends the simulation of this thread; gives its account.
pub fn end() -> Vec<String> {
    SIMULATION.with(|s| s.borrow_mut().take()).and_then(|s| s.account).unwrap_or_default()
}

/// Notes what happens, if somebody wants to read it.
pub fn note(what: impl FnOnce() -> String) {
    SIMULATION.with(|s| {
        let mut s = s.borrow_mut();
        let Some(simulation) = s.as_mut() else { return };
        let time = simulation.begun.elapsed().as_micros();
        if let Some(account) = &mut simulation.account {
            let host = Host::current().map_or(String::new(), |host| format!("[{}] ", host.name()));
            account.push(format!("{:>9.3} {host}{}", time as f64 / 1e3, what()));
        }
    });
}

/// Simulated seconds since 1970; `None` outside a simulation.
pub(crate) fn seconds() -> Option<i64> {
    SIMULATION.with(|s| s.borrow().as_ref().map(|s| EPOCH + s.begun.elapsed().as_secs() as i64))
}

/// Simulated milliseconds since 1970, as the database counts them.
pub(crate) fn milliseconds() -> i64 {
    let elapsed = |s: &Simulation| s.begun.elapsed().as_millis() as i64;
    SIMULATION.with(|s| s.borrow().as_ref().map_or(0, |s| EPOCH * 1_000 + elapsed(s)))
}

/// Fills a buffer with bytes that follow from the seed; `false` outside a simulation.
pub(crate) fn fill(buffer: &mut [u8]) -> bool {
    SIMULATION.with(|s| {
        let mut s = s.borrow_mut();
        let Some(simulation) = s.as_mut() else { return false };
        for chunk in buffer.chunks_mut(8) {
            let word = simulation.random.next_u64().to_le_bytes();
            chunk.copy_from_slice(&word[..chunk.len()]);
        }
        true
    })
}

/// A number below `n` that follows from the seed; 0 outside a simulation.
pub(crate) fn below(n: u64) -> u64 {
    SIMULATION.with(|s| s.borrow_mut().as_mut().map_or(0, |s| s.random.below(n)))
}

/// The shared half of a simulated server with a name, which others reach at an address; call it inside its [`Host`].
///
/// # Errors
/// If the store cannot be opened.
pub fn app(memory: &Memory, address: SocketAddr, limits: Limits) -> Result<Arc<App>> {
    let database = memory.address().to_owned();
    let config = Config { limits, database, internal: Some(address), ..Config::default() };
    App::over(store(memory), config)
}

/// A store over a database in memory.
#[must_use]
pub fn store(memory: &Memory) -> Store {
    Store::over(memory.clone())
}

/// What a server does beside requests.
pub async fn keep_up(app: Arc<App>) {
    app.keep_up().await;
}

/// Talks with one client over a simulated connection, as over a socket.
pub async fn talk(app: &App, id: &str, table: &TableHandle, peer: impl Peer) {
    routes::talk(app, id, table, peer).await;
}

/// What the record of a game says, as it stands; people get one when it is over.
#[must_use]
pub fn record(stored: &StoredGame, history: &History) -> String {
    crate::games::record(stored, history.finished(&stored.secret))
}
