//! A database in memory that fails as real ones do, for simulations. It stands behind the connection (`link.rs`) and
//! behind the reads (`read.rs`); everything above it is what runs for people.
//!
//! It keeps the promises that the rest of the store builds on, and no others: a transaction holds the tables it writes
//! until it ends, readers see what is committed, and a commit that was asked for goes on when nobody waits for it.

mod connection;
mod owners;
mod reads;
mod rows;
mod weather;

pub use rows::Durable;
pub use weather::Weather;

pub(super) use connection::Connection;

use super::StoredGame;
use hexwright_core::Fast;
use rows::Rows;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::Notify;

/// A database that several servers can share.
#[derive(Clone, Debug)]
pub struct Memory(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    inner: Mutex<Inner>,
    /// Told whenever a transaction lets go of what it holds.
    released: Notify,
}

#[derive(Debug)]
struct Inner {
    /// What is committed, by game.
    games: BTreeMap<String, Rows>,
    /// Servers that share it.
    servers: BTreeMap<String, owners::Server>,
    /// Which connection holds what.
    held: BTreeMap<String, u64>,
    connections: u64,
    /// Lines stored by a server that did not own the table.
    strangers: usize,
    /// Connections with a smaller number were lost in an outage.
    lost_below: u64,
    weather: Weather,
    random: Fast,
    /// Whether one transaction at a time may write, as in SQLite.
    one_at_a_time: bool,
}

impl Memory {
    /// An empty database. `one_at_a_time` if it has one lock for everything, as SQLite; otherwise one for each game.
    #[must_use]
    pub fn new(seed: u64, one_at_a_time: bool) -> Self {
        let inner = Inner {
            games: BTreeMap::new(),
            servers: BTreeMap::new(),
            held: BTreeMap::new(),
            connections: 0,
            strangers: 0,
            lost_below: 0,
            weather: Weather::default(),
            random: Fast::new(seed, 2),
            one_at_a_time,
        };
        Self(Arc::new(Shared { inner: Mutex::new(inner), released: Notify::new() }))
    }

    /// What the address of a database of this kind begins with.
    pub(crate) fn address(&self) -> &'static str {
        if self.inner().one_at_a_time { "sqlite:" } else { "postgres:" }
    }

    /// How it fails from now on.
    pub fn set_weather(&self, weather: Weather) {
        let mut inner = self.inner();
        if weather.down {
            inner.lost_below = inner.connections + 1;
        }
        inner.weather = weather;
    }

    /// Ids of all games.
    #[must_use]
    pub fn ids(&self) -> Vec<String> {
        self.inner().games.keys().cloned().collect()
    }

    /// What is stored of a game at this moment.
    #[must_use]
    pub fn durable(&self, game: &str) -> Option<Durable> {
        self.inner().games.get(game).and_then(Rows::durable)
    }

    /// Lines stored of a game at this moment.
    #[must_use]
    pub fn length(&self, game: &str) -> usize {
        self.inner().games.get(game).map_or(0, Rows::length)
    }

    /// The games whose last owner is this run of a server.
    #[must_use]
    pub fn owned_by(&self, server: &str) -> Vec<StoredGame> {
        let inner = self.inner();
        let owned =
            inner.games.values().filter(|rows| rows.owners.last().is_some_and(|owner| owner == server));
        owned.filter_map(|rows| rows.game.clone()).collect()
    }

    /// Lines stored by a server that did not own the table at that moment.
    #[must_use]
    pub fn strangers(&self) -> usize {
        self.inner().strangers
    }

    fn inner(&self) -> MutexGuard<'_, Inner> {
        self.0.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn broken(why: &str) -> sqlx::Error {
    sqlx::Error::Io(std::io::Error::other(why.to_owned()))
}
