//! What all routes share: the store, the running tables, limits and counters.

use crate::limits::Limits;
use crate::metrics::Metrics;
use crate::secret;
use crate::store::{Store, StoredGame, StoredSeat, Writer};
use crate::table::{Chat, History, LiveGame, TableHandle, Wishes};
use anyhow::{Result, anyhow};
use std::collections::BTreeMap;
use std::sync::Arc;
use tokio::sync::Mutex;

/// The server's shared half.
#[derive(Debug)]
pub struct App {
    /// The database.
    pub store: Store,
    /// The one writer of game logs.
    pub writer: Writer,
    /// Explicit limits.
    pub limits: Limits,
    /// Counters for `/metrics`.
    pub metrics: Metrics,
    /// Sockets open per address.
    pub addresses: crate::limits::Addresses,
    tables: Mutex<BTreeMap<String, TableHandle>>,
}

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
    /// Opens the database and starts the writer.
    pub async fn open(database: &str, limits: Limits) -> Result<Arc<Self>> {
        let store = Store::open(database).await?;
        let writer = Writer::start(store.clone());
        Ok(Arc::new(Self {
            store,
            writer,
            limits,
            metrics: Metrics::default(),
            addresses: crate::limits::Addresses::default(),
            tables: Mutex::default(),
        }))
    }

    /// Makes a table for a game and stores it before anybody hears of it; `None` if there is no room.
    pub async fn create(
        &self,
        title: &str,
        setup: String,
        game: Box<dyn LiveGame>,
        seats: &[NewSeat],
        wishes: Wishes,
    ) -> Result<Option<NewTable>> {
        if !self.has_room().await {
            return Ok(None);
        }
        let mut made = NewTable { id: secret::random_hex(5), token: None, seat: None };
        let mut stored_seats = Vec::new();
        for (i, seat) in seats.iter().enumerate() {
            stored_seats.push(match seat {
                NewSeat::Open => {
                    StoredSeat { name: String::new(), kind: "open".into(), token_hash: String::new() }
                }
                NewSeat::Bot { bot } => {
                    // the second of a kind is told apart by its number
                    let same = |other: &&NewSeat| matches!(other, NewSeat::Bot { bot: b } if b == bot);
                    let before = seats[..i].iter().filter(same).count();
                    let name = if before == 0 { bot.clone() } else { format!("{bot} {}", before + 1) };
                    StoredSeat { name, kind: bot.clone(), token_hash: String::new() }
                }
                NewSeat::Me { name } => {
                    let token = secret::new_token();
                    let token_hash = secret::hash(&token);
                    (made.token, made.seat) = (Some(token), Some(i));
                    StoredSeat { name: name.clone(), kind: "person".into(), token_hash }
                }
            });
        }
        let stored = StoredGame {
            id: made.id.clone(),
            kind: game.kind().to_owned(),
            setup,
            title: title.to_owned(),
            secret: secret::random_hex(32),
            created: crate::clock::now(),
            seats: stored_seats,
            wishes,
        };
        self.store.create(&stored).await?;
        self.metrics.tables.add(1);
        let handle = TableHandle::start(
            stored,
            History::new(game),
            Chat::default(),
            self.store.clone(),
            self.writer.clone(),
            self.limits.pace(),
        );
        self.tables.lock().await.insert(made.id.clone(), handle);
        Ok(Some(made))
    }

    /// Whether one more table fits; finished ones make room, they can be loaded again.
    async fn has_room(&self) -> bool {
        let mut tables = self.tables.lock().await;
        if tables.len() >= self.limits.tables {
            tables.retain(|_, table| !table.is_over());
        }
        tables.len() < self.limits.tables
    }

    /// The table with this id: running, or loaded from the store.
    pub async fn table(&self, id: &str) -> Result<Option<TableHandle>> {
        // the lock is held while loading, so that one game never has two writers
        let mut tables = self.tables.lock().await;
        if let Some(handle) = tables.get(id) {
            return Ok(Some(handle.clone()));
        }
        let Some(stored) = self.store.game(id).await? else { return Ok(None) };
        let start =
            crate::games::open(&stored.kind, &stored.setup).map_err(|e| anyhow!("table {id}: {e}"))?;
        let lines = self.store.lines(id).await?;
        let history = History::load(start, &lines).map_err(|e| anyhow!("table {id} does not replay: {e}"))?;
        let chat = Chat::new(self.store.chat(id).await?);
        let (store, writer) = (self.store.clone(), self.writer.clone());
        let handle = TableHandle::start(stored, history, chat, store, writer, self.limits.pace());
        tables.insert(id.to_owned(), handle.clone());
        Ok(Some(handle))
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
