//! What all routes share: the store, the running tables, limits and counters.

use crate::Config;
use crate::limits::{Addresses, Buckets, Limits, Proxies};
use crate::metrics::Metrics;
use crate::secret;
use crate::store::{Saved, Store, StoredGame, StoredSeat, Unreadable, Write};
use crate::table::{Chat, History, LiveGame, TableHandle, Wishes};
use crate::work::{BotPool, Work};
use anyhow::{Result, anyhow};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{Mutex, OnceCell, watch};
use tokio::time::timeout;

/// The server's shared half.
#[derive(Debug)]
pub struct App {
    /// The database.
    pub store: Store,
    /// Explicit limits.
    pub limits: Limits,
    /// Counters for `/metrics`.
    pub metrics: Arc<Metrics>,
    /// Sockets open per address.
    pub addresses: Addresses,
    /// Requests per address.
    pub requests: Buckets,
    /// Tables made per address.
    pub tables_made: Buckets,
    /// The reverse proxies in front.
    pub proxies: Proxies,
    /// The path all pages live under; empty for the root.
    pub base_path: String,
    /// Where requests have long work done.
    pub work: Work,
    /// Where bots think.
    pub bots: BotPool,
    stopping: watch::Sender<bool>,
    tables: Mutex<BTreeMap<String, Place>>,
}

/// Where a table is, or will be as soon as it is read from the store.
type Place = Arc<OnceCell<TableHandle>>;

/// How long making a table waits for the disk.
const CREATE_WITHIN: Duration = Duration::from_secs(3);
/// How long a table waits to be read from the store.
const OPEN_WITHIN: Duration = Duration::from_secs(4);

/// A seat of a new table.
#[derive(Clone, Debug, serde::Deserialize, PartialEq, Eq)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum NewSeat {
    /// The person who makes the table.
    Me {
        /// The name to show.
        name: String,
    },
    /// Whoever follows the link first.
    Open,
    /// A bot.
    Bot {
        /// Which.
        bot: String,
    },
}

/// A table that was just made.
#[derive(Clone, Debug, serde::Serialize)]
pub struct NewTable {
    /// Part of its link.
    pub id: String,
    /// Secret of the maker's seat, if it has one.
    pub token: Option<String>,
    /// The maker's seat.
    pub seat: Option<usize>,
}

impl App {
    /// Runs over a database that is open.
    ///
    /// # Errors
    /// If the system has no threads left.
    pub fn over(store: Store, config: Config) -> Result<Arc<Self>> {
        let Config { limits, proxies, base_path, .. } = config;
        let metrics: Arc<Metrics> = Arc::default();
        let (per_second, per_hour) =
            (f64::from(limits.requests_per_second), f64::from(limits.tables_per_hour));
        Ok(Arc::new(Self {
            store,
            requests: Buckets::new(per_second, 10.0 * per_second),
            tables_made: Buckets::new(per_hour / 3_600.0, per_hour),
            work: Work::start(&limits, metrics.clone())?,
            bots: BotPool::start(&limits, metrics.clone())?,
            metrics,
            addresses: Addresses::default(),
            proxies,
            base_path,
            limits,
            stopping: watch::Sender::new(false),
            tables: Mutex::default(),
        }))
    }

    /// Tells everybody that the server stops.
    pub fn stop(&self) {
        self.stopping.send_replace(true);
    }

    /// Waits until the server stops.
    pub fn stopping(&self) -> impl Future<Output = ()> + Send + use<> {
        let mut stopping = self.stopping.subscribe();
        async move {
            let _ = stopping.wait_for(|&stopping| stopping).await;
        }
    }

    /// What goes on beside requests: games in which a bot is to move are opened after a start.
    pub(crate) async fn keep_up(self: Arc<Self>) {
        match self.resume().await {
            Ok(resumed) => tracing::info!(resumed, "unfinished games are open"),
            Err(error) => tracing::error!("unfinished games could not be opened: {error:#}"),
        }
    }

    /// Makes a table for a game and stores it before anybody hears of it; `None` if there is no room. Asked
    /// again by the same intent, it is the same table.
    pub async fn create(
        &self,
        title: &str,
        setup: String,
        game: Box<dyn LiveGame>,
        seats: &[NewSeat],
        wishes: Wishes,
        intent: &str,
    ) -> Result<Option<NewTable>> {
        if !self.has_room().await {
            return Ok(None);
        }
        let dice = secret::random_hex(32);
        let stored = Arc::new(StoredGame {
            id: table_id(intent),
            kind: game.kind().to_owned(),
            setup,
            title: title.to_owned(),
            created: crate::clock::now(),
            seats: stored_seats(seats, &dice, intent),
            secret: dice,
            wishes,
            intent: secret::hash(intent),
            finished: 0,
        });
        match self.store.write_within(Write::Create(stored.clone()), CREATE_WITHIN).await {
            Ok(Saved::Now) => {
                self.metrics.tables.add(1);
                let start = || self.start(StoredGame::clone(&stored), History::new(game), Chat::default());
                self.place(&stored.id).await.get_or_init(|| async { start() }).await;
                Ok(Some(made(&stored, intent)))
            }
            Ok(Saved::Before) => {
                let before = self.store.game(&stored.id).await?;
                Ok(before.map(|before| made(&before, intent)))
            }
            Err(error) => Err(error.into()),
        }
    }

    fn start(&self, stored: StoredGame, history: History, chat: Chat) -> TableHandle {
        TableHandle::start(stored, history, chat, self.store.clone(), self.limits.pace())
    }

    /// Whether one more table fits; finished ones make room, they can be loaded again.
    async fn has_room(&self) -> bool {
        let mut tables = self.tables.lock().await;
        if tables.len() >= self.limits.tables {
            tables.retain(|_, place| place.get().is_none_or(|table| !table.is_over()));
        }
        tables.len() < self.limits.tables
    }

    /// The table with this id: running, or loaded from the store.
    pub async fn table(&self, id: &str) -> Result<Option<TableHandle>> {
        // who comes second waits for the first to load it, so that one game never has two tasks
        let place = self.place(id).await;
        let loading = place.get_or_try_init(|| async { self.load(id).await.map_err(Some)?.ok_or(None) });
        let loaded = match timeout(OPEN_WITHIN, loading).await {
            Ok(loaded) => loaded.cloned(),
            Err(_) => Err(Some(anyhow!("no answer within {OPEN_WITHIN:?}").context(Unreadable))),
        };
        if loaded.is_err() {
            let mut tables = self.tables.lock().await;
            // nobody else is about to fill this place: it is held by the map and here
            if !place.initialized() && Arc::strong_count(&place) == 2 {
                tables.remove(id);
            }
        }
        match loaded {
            Ok(table) => Ok(Some(table)),
            Err(None) => Ok(None),
            Err(Some(error)) => Err(error),
        }
    }

    async fn place(&self, id: &str) -> Place {
        self.tables.lock().await.entry(id.to_owned()).or_default().clone()
    }

    /// Reads a game from the store and starts its task.
    async fn load(&self, id: &str) -> Result<Option<TableHandle>> {
        let Some(stored) = self.store.game(id).await? else { return Ok(None) };
        let start =
            crate::games::open(&stored.kind, &stored.setup).map_err(|e| anyhow!("table {id}: {e}"))?;
        let lines = self.store.lines(id).await?;
        let history = History::load(start, &lines).map_err(|e| anyhow!("table {id} does not replay: {e}"))?;
        let chat = Chat::new(self.store.chat(id).await?);
        Ok(Some(self.start(stored, history, chat)))
    }

    /// Loads every unfinished game, so that bots play on after a restart.
    pub async fn resume(&self) -> Result<usize> {
        let unfinished = self.store.newest(false, 10_000).await?;
        for (id, _) in &unfinished {
            if let Err(error) = self.table(id).await {
                tracing::error!(%error, "a stored game could not be resumed");
            }
        }
        Ok(unfinished.len())
    }
}

/// The id of the table that an intent makes: asked again, it is the same.
fn table_id(intent: &str) -> String {
    secret::hash(&format!("table/{intent}"))[..10].to_owned()
}

/// What whoever made a table is told.
fn made(stored: &StoredGame, intent: &str) -> NewTable {
    let tokens = (0..stored.seats.len()).map(|seat| (seat, secret::seat_token(&stored.secret, intent, seat)));
    let own =
        tokens.into_iter().find(|(seat, token)| secret::matches(token, &stored.seats[*seat].token_hash));
    let (seat, token) = own.unzip();
    NewTable { id: stored.id.clone(), token, seat }
}

fn stored_seats(seats: &[NewSeat], game_secret: &str, intent: &str) -> Vec<StoredSeat> {
    let seat = |(i, seat): (usize, &NewSeat)| {
        let nobody = String::new;
        match seat {
            NewSeat::Open => {
                StoredSeat { name: nobody(), kind: "open".into(), token_hash: nobody(), intent: nobody() }
            }
            NewSeat::Bot { bot } => {
                // the second of a kind is told apart by its number
                let same = |other: &&NewSeat| matches!(other, NewSeat::Bot { bot: b } if b == bot);
                let before = seats[..i].iter().filter(same).count();
                let name = if before == 0 { bot.clone() } else { format!("{bot} {}", before + 1) };
                StoredSeat { name, kind: bot.clone(), token_hash: nobody(), intent: nobody() }
            }
            NewSeat::Me { name } => {
                let token_hash = secret::hash(&secret::seat_token(game_secret, intent, i));
                let intent = secret::hash(intent);
                StoredSeat { name: name.clone(), kind: "person".into(), token_hash, intent }
            }
        }
    };
    seats.iter().enumerate().map(seat).collect()
}
