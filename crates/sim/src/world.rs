//! Everything that exists in a run: the database, the servers, the network, and what people were told.

use crate::journal::Journal;
use crate::net::Network;
use crate::signal::Signal;
use hexwright_core::{Fast, Random as _};
use hexwright_server::sim::{self, Host, Memory};
use hexwright_server::store::StoredGame;
use hexwright_server::{App, Limits};
use std::collections::BTreeSet;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::time::Instant;

/// What people are to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd)]
pub(crate) enum Phase {
    /// Play.
    Play,
    /// Begin nothing new.
    Close,
    /// Leave.
    Home,
}

/// A machine with a server on it.
#[derive(Debug)]
pub(crate) struct Server {
    pub(crate) host: Host,
    /// `None` while it does not run.
    pub(crate) app: Option<Arc<App>>,
    /// Whether it listens.
    pub(crate) listens: Arc<AtomicBool>,
    runs: usize,
}

pub(crate) struct World {
    pub(crate) memory: Memory,
    pub(crate) servers: Mutex<Vec<Server>>,
    pub(crate) network: Mutex<Network>,
    pub(crate) journal: Mutex<Journal>,
    pub(crate) phase: Signal<Phase>,
    /// When the storm ended.
    pub(crate) calm: Mutex<Option<Instant>>,
    pub(crate) limits: Limits,
    /// Of a thousand things people do, so many are words.
    pub(crate) talk: u64,
    random: Mutex<Fast>,
}

pub(crate) fn lock<T>(what: &Mutex<T>) -> MutexGuard<'_, T> {
    what.lock().unwrap_or_else(PoisonError::into_inner)
}

impl World {
    pub(crate) fn new(seed: u64) -> Arc<Self> {
        let mut random = Fast::new(seed, 3);
        // SQLite has one server; others share a PostgreSQL
        let one_at_a_time = random.below(3) == 0;
        let count = if one_at_a_time { 1 } else { 1 + random.below(3) };
        let limits = Limits {
            // few, so that tables must make room for each other
            tables: 4 + random.below(8) as usize,
            rest_after: Duration::from_secs(5 + random.below(60)),
            leaver_after: Duration::from_secs(5 + random.below(30)),
            bot_pause: Duration::from_millis(random.below(800)),
            // some are left out of the dice, and nobody waits long for them
            dice_within: Duration::from_millis(800 + random.below(2_200)),
            lag: 2 + random.below(if one_at_a_time { 4 } else { 30 }) as usize,
            ..Limits::default()
        };
        let talk = if random.below(4) == 0 { 400 } else { 60 };
        let server =
            |i| Server { host: Host::new(&format!("s{i}")), app: None, listens: Arc::default(), runs: 0 };
        Arc::new(Self {
            memory: Memory::new(seed, one_at_a_time),
            servers: Mutex::new((1..=count).map(server).collect()),
            network: Mutex::default(),
            journal: Mutex::default(),
            phase: Signal::new(Phase::Play),
            calm: Mutex::new(None),
            limits,
            talk,
            random: Mutex::new(random),
        })
    }

    /// A number below `n`.
    pub(crate) fn below(&self, n: u64) -> u64 {
        lock(&self.random).below(n)
    }

    /// Whether something of this chance in a thousand happens.
    pub(crate) fn happens(&self, chance: u64) -> bool {
        self.below(1_000) < chance
    }

    /// Some milliseconds.
    pub(crate) fn millis(&self, least: u64, most: u64) -> Duration {
        Duration::from_millis(least + self.below(most - least + 1))
    }

    /// The id of an intent.
    pub(crate) fn id(&self) -> String {
        format!("{:08x}{:08x}", self.below(1 << 32), self.below(1 << 32))
    }

    pub(crate) fn note(&self, what: impl FnOnce() -> String) {
        sim::note(what);
    }

    /// Something must not happen and did.
    pub(crate) fn broken(&self, what: String) {
        self.note(|| format!("BROKEN: {what}"));
        let mut journal = lock(&self.journal);
        if journal.broken.len() < 20 {
            journal.broken.push(what);
        }
    }

    pub(crate) fn servers(&self) -> usize {
        lock(&self.servers).len()
    }

    pub(crate) async fn start_all(self: &Arc<Self>) {
        for i in 0..self.servers() {
            self.start(i);
        }
    }

    /// Starts a server on a machine where none runs.
    pub(crate) fn start(&self, i: usize) {
        let mut servers = lock(&self.servers);
        let server = &mut servers[i];
        if server.app.is_some() {
            return;
        }
        server.runs += 1;
        server.host = Host::new(&format!("s{}.{}", i + 1, server.runs));
        let host = server.host.clone();
        self.note(|| format!("{} starts", host.name()));
        match host.enter(|| sim::app(&self.memory, address(i), self.limits.clone())) {
            Ok(app) => {
                server.listens = Arc::default();
                host.spawn(live(app.clone(), server.listens.clone()));
                server.app = Some(app);
            }
            Err(error) => self.note(|| format!("{} does not start: {error:#}", host.name())),
        }
    }

    /// A server that listens, and how to start a task there.
    pub(crate) fn server(&self, i: usize) -> Option<(Host, Arc<App>)> {
        let servers = lock(&self.servers);
        let server = servers.get(i).filter(|server| server.listens.load(Ordering::Relaxed))?;
        Some((server.host.clone(), server.app.clone()?))
    }

    /// Whether a server has as many tables as it may, all of them with somebody there or with a bot or a clock: then it
    /// is right to say that there is no room.
    pub(crate) fn is_full(&self, i: usize) -> bool {
        let Some((_, app)) = self.server(i) else { return false };
        let somewhere: BTreeSet<String> =
            lock(&self.journal).people.values().filter_map(|person| person.table.clone()).collect();
        let goes_on = |game: &StoredGame| {
            let bots = game.seats.iter().any(|seat| !matches!(seat.kind.as_str(), "open" | "person"));
            game.finished == 0 && (bots || game.wishes.turn_seconds.is_some())
        };
        let mut tables = self.memory.owned_by(&app.store.me());
        tables.retain(|game| somewhere.contains(&game.id) || goes_on(game));
        tables.len() >= self.limits.tables
    }

    /// The number of the server with an address.
    pub(crate) fn at(&self, wanted: &str) -> Option<usize> {
        (0..self.servers()).find(|&i| address(i).to_string() == wanted)
    }

    /// Kills a server: what it had in memory is gone.
    pub(crate) fn kill(&self, i: usize) {
        let mut servers = lock(&self.servers);
        let server = &mut servers[i];
        if server.app.take().is_some() {
            self.note(|| format!("{} is killed", server.host.name()));
            server.host.kill();
        }
    }

    pub(crate) fn kill_all(&self) {
        (0..self.servers()).for_each(|i| self.kill(i));
    }

    /// Nobody begins anything new.
    pub(crate) fn close(&self) {
        self.phase.set(Phase::Close);
    }

    /// Everybody leaves.
    pub(crate) fn send_home(&self) {
        self.phase.set(Phase::Home);
    }
}

/// Where the others reach a server.
fn address(i: usize) -> SocketAddr {
    SocketAddr::from(([10, 0, 0, i as u8 + 1], 4_000))
}

/// What a server does from its start on: it listens when it has entered.
async fn live(app: Arc<App>, listens: Arc<AtomicBool>) {
    while let Err(error) = app.enter().await {
        sim::note(|| format!("cannot enter: {error:#}"));
        tokio::time::sleep(Duration::from_millis(500)).await;
    }
    listens.store(true, Ordering::Relaxed);
    sim::keep_up(app).await;
}
