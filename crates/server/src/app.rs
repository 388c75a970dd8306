//! What all routes share: the store, the running tables, limits and counters.

mod ownership;
mod seats;

use crate::clock::{self, Watch};
use crate::games::{Begun, NewGame};
use crate::limits::{Addresses, Buckets, Limits, Proxies};
use crate::metrics::Metrics;
use crate::planted::planted;
use crate::secret;
use crate::store::{Claim, Owner, SaveError, Saved, Store, StoredGame, StoredSeat, Unreadable, Write};
use crate::table::{
    Chat, Command, DiceWish, History, TableDice, TableHandle, TableInfo, Tools, Wishes, lasts,
};
use crate::work::{BotPool, Work};
use crate::{Boxed, Config};
use anyhow::{Result, anyhow};
use seats::stored_seats;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, PoisonError};
use std::time::Duration;
use tokio::sync::{Mutex, Notify, OnceCell, watch};
use tokio::time::{Instant, timeout};

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
    /// Whether clients of Pioneers may come to its tables.
    pub speaks_pioneers: bool,
    /// The path all pages live under; empty for the root.
    pub base_path: String,
    /// Where requests have long work done.
    pub work: Work,
    /// Where bots think.
    pub bots: BotPool,
    /// What this server is called in all its runs; empty if it has no name.
    name: String,
    /// Where other servers reach this one.
    internal: String,
    /// Held while this server begins anew.
    entering: Mutex<()>,
    /// Told when tables may be without an owner.
    orphans: Notify,
    /// The servers that live, as far as this one knows.
    alive: watch::Sender<BTreeSet<String>>,
    stopping: watch::Sender<bool>,
    tables: Mutex<BTreeMap<String, Place>>,
    /// What the list shows of finished tables, which never changes.
    finished: std::sync::Mutex<BTreeMap<String, TableInfo>>,
}

/// Where a table is, or will be as soon as it is read from the store.
type Place = Arc<OnceCell<TableHandle>>;

/// How long making a table waits for the disk.
const CREATE_WITHIN: Duration = Duration::from_secs(3);
/// How long a table waits to be read from the store.
const OPEN_WITHIN: Duration = Duration::from_secs(4);

/// How often tables are looked through for those that can rest.
const SWEEP_EVERY: Duration = Duration::from_secs(60);
/// Finished tables of which the list is remembered.
const MOST_FINISHED: usize = 500;
/// Abandoned games that are ended in one round.
const MOST_ENDED: i64 = 200;
/// The epoch of a table that was just made.
const FIRST_EPOCH: i64 = 1;

/// A seat of a new table.
#[derive(Clone, Debug, serde::Deserialize, schemars::JsonSchema, PartialEq, Eq)]
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
        let name = config.server_name();
        let Config { limits, proxies, base_path, pioneers, internal, .. } = config;
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
            speaks_pioneers: pioneers.is_some(),
            base_path,
            limits,
            name,
            internal: internal.map(|address| address.to_string()).unwrap_or_default(),
            entering: Mutex::default(),
            orphans: Notify::new(),
            alive: watch::Sender::default(),
            stopping: watch::Sender::new(false),
            tables: Mutex::default(),
            finished: std::sync::Mutex::default(),
        }))
    }

    /// Tells everybody that the server stops.
    pub fn stop(&self) {
        self.stopping.send_replace(true);
    }

    /// Whether the server stops.
    fn is_stopping(&self) -> bool {
        *self.stopping.borrow()
    }

    /// Waits until the server stops.
    pub fn stopping(&self) -> impl Future<Output = ()> + Send + use<> {
        let mut stopping = self.stopping.subscribe();
        async move {
            let _ = stopping.wait_for(|&stopping| stopping).await;
        }
    }

    /// What goes on beside requests: games in which a bot is to move are opened after a start, tables where
    /// nothing happens leave the memory, tables where somebody is stay in the list.
    pub(crate) async fn keep_up(self: Arc<Self>) {
        let sweep = async {
            let mut pace = tokio::time::interval(SWEEP_EVERY);
            let mut machine = Watch::new(clock::now(), Instant::now());
            loop {
                pace.tick().await;
                self.let_rest(self.limits.rest_after).await;
                if !planted!("no-expiry")
                    && machine.believes(clock::now(), Instant::now())
                    && let Err(error) = self.end_abandoned().await
                {
                    tracing::warn!("abandoned games could not be looked for: {error:#}");
                }
                let tables: Vec<TableHandle> =
                    self.tables.lock().await.values().filter_map(|place| place.get().cloned()).collect();
                for table in tables {
                    table.send(Command::Keep).await;
                }
            }
        };
        tokio::join!(self.take_orphans(), self.live(), sweep);
    }

    /// Ends games that nobody came back to until their time was over.
    async fn end_abandoned(&self) -> Result<()> {
        for id in self.store.abandoned(clock::now(), MOST_ENDED).await? {
            match self.table(&id).await {
                Ok(Some(table)) => {
                    let (reply, done) = tokio::sync::oneshot::channel();
                    table.send(Command::Expire(reply)).await;
                    let _ = done.await;
                    drop(table);
                    self.let_one_rest(&id).await;
                }
                Ok(None) => {}
                Err(error) if error.is::<Owner>() => {}
                Err(error) => tracing::error!(table = id, "a game cannot be opened: {error:#}"),
            }
        }
        Ok(())
    }

    /// Lets tables where nothing has happened for this long leave the memory; gives how many are left.
    async fn let_rest(&self, least: Duration) -> usize {
        let mut tables = self.tables.lock().await;
        tables.retain(|_, place| !can_leave(place, least));
        tables.len()
    }

    /// What the list shows of a finished table, if it was asked before.
    pub(crate) fn finished_info(&self, id: &str) -> Option<TableInfo> {
        self.finished.lock().unwrap_or_else(PoisonError::into_inner).get(id).cloned()
    }

    /// Remembers what the list shows of a finished table.
    pub(crate) fn note_info(&self, info: &TableInfo) {
        if !info.over {
            return;
        }
        let mut finished = self.finished.lock().unwrap_or_else(PoisonError::into_inner);
        if finished.len() >= MOST_FINISHED {
            finished.clear();
        }
        finished.insert(info.id.clone(), info.clone());
    }

    /// Makes a table for a game and stores it before anybody hears of it; `None` if there is no room. Asked
    /// again by the same intent, it is the same table.
    pub fn create<'a>(
        &'a self,
        begun: Begun,
        asked: &'a NewGame,
        seats: &'a [NewSeat],
        wishes: Wishes,
        intent: &'a str,
    ) -> Boxed<'a, Result<Option<NewTable>>> {
        Box::pin(async move {
            let dice = secret::random_hex(32);
            let draws = asked.seed.is_none();
            let seats = stored_seats(seats, &dice, intent);
            let asked = serde_json::to_string(asked)?;
            self.store_new(begun, draws, dice, asked, seats, wishes, intent).await
        })
    }

    /// Makes a table for the people of a finished one: the same seats, whose secrets open them there too. Who
    /// asks second is led to the table that is there already. `None` if there is no room.
    ///
    /// `draws` says whether the board is to be drawn anew.
    pub fn rematch<'a>(
        &'a self,
        old: &'a StoredGame,
        begun: Begun,
        draws: bool,
    ) -> Boxed<'a, Result<Option<NewTable>>> {
        Box::pin(async move {
            // no browser can choose such an id
            let intent = format!("rematch/{}", old.id);
            let seats = seats::again(&old.seats);
            let dice = secret::random_hex(32);
            self.store_new(begun, draws, dice, old.asked.clone(), seats, old.wishes.clone(), &intent).await
        })
    }

    #[allow(clippy::too_many_arguments)] // each is a column
    async fn store_new(
        &self,
        (title, setup, game): Begun,
        draws: bool,
        dice: String,
        asked: String,
        seats: Vec<StoredSeat>,
        mut wishes: Wishes,
        intent: &str,
    ) -> Result<Option<NewTable>> {
        if !self.has_room().await {
            return Ok(None);
        }
        let now = clock::now();
        let has_people = seats.iter().any(|seat| seat.kind == "open" || !seat.token_hash.is_empty());
        let together = has_people && wishes.dice == Some(DiceWish::Together);
        wishes.dice = Some(if together { DiceWish::Together } else { DiceWish::Server });
        let stored = Arc::new(StoredGame {
            id: table_id(intent),
            kind: game.kind().to_owned(),
            // what is drawn is drawn when everybody has added to the dice
            setup: if together && draws { String::new() } else { setup },
            title,
            created: now,
            expires: now + lasts(false, wishes.turn_seconds.is_some()),
            seats,
            secret: dice,
            wishes,
            intent: secret::hash(intent),
            finished: 0,
            ended: String::new(),
            asked,
        });
        let store = self.store.owned(FIRST_EPOCH);
        match store.write_within(Write::Create(stored.clone()), CREATE_WITHIN).await {
            Ok(Saved::Now) => {
                self.metrics.tables.add(1);
                let dice = if together { TableDice::TOGETHER } else { TableDice::SERVER };
                let history = History::with_dice(game, dice);
                let start = || self.start(store, StoredGame::clone(&stored), history, Chat::default());
                self.place(&stored.id).await.get_or_init(|| async { start() }).await;
                Ok(Some(made(&stored, intent)))
            }
            Ok(Saved::Before) => {
                if planted!("new-dice") {
                    return Ok(Some(made(&stored, intent)));
                }
                let before = self.store.game(&stored.id).await?;
                // whoever asked first may have gone before it was started, and bots wait for nobody
                self.open_once(&stored.id).await;
                Ok(before.map(|before| made(&before, intent)))
            }
            Err(error) => Err(error.into()),
        }
    }

    /// Starts the task of a table which the store's handle may write to.
    fn start(&self, store: Store, stored: StoredGame, history: History, chat: Chat) -> TableHandle {
        let tools =
            Tools { store, bots: self.bots.clone(), metrics: self.metrics.clone(), pace: self.limits.pace() };
        TableHandle::start(stored, history, chat, tools)
    }

    /// Whether one more table fits. Tables where nothing happens make room: they can be read again.
    async fn has_room(&self) -> bool {
        self.tables.lock().await.len() < self.limits.tables
            || (!planted!("no-room") && self.let_rest(Duration::ZERO).await < self.limits.tables)
    }

    /// The table with this id: running, or loaded from the store. If another server has it, the error is an
    /// [`Owner`].
    pub fn table<'a>(&'a self, id: &'a str) -> Boxed<'a, Result<Option<TableHandle>>> {
        Box::pin(async move {
            if self.store.has_lapsed() {
                // this server was stopped, or could not say that it lives: what it knows of its tables may be old
                self.begin_anew().await?;
            }
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
        })
    }

    async fn place(&self, id: &str) -> Place {
        let mut tables = self.tables.lock().await;
        let place = tables.entry(id.to_owned()).or_default();
        if place.get().is_some_and(TableHandle::is_closed) {
            *place = Place::default(); // another server took it; it may be ours again
        }
        place.clone()
    }

    /// Makes sure that the table is ours, reads its game from the store and starts its task.
    async fn load(&self, id: &str) -> Result<Option<TableHandle>> {
        let store = match self.claim(id).await? {
            Claim::Mine(epoch) => self.store.owned(epoch),
            Claim::Elsewhere(owner) => return Err(owner.into()),
            Claim::Nowhere => return Ok(None),
        };
        let Some(stored) = self.store.game(id).await? else { return Ok(None) };
        let (lines, game) = (self.store.lines(id).await?, stored.clone());
        // a long game takes milliseconds to replay: not on a thread that serves moves
        let replay = crate::seams::aside(move || crate::games::load(&game, &lines));
        let history = replay.await?.map_err(|e| anyhow!("table {id}: {e}"))?;
        let chat = Chat::new(self.store.chat(id).await?);
        Ok(Some(self.start(store, stored, history, chat)))
    }

    /// Opens a table, and lets it rest again if nothing happens there by itself.
    /// `false` if the store failed: then it must be tried again.
    async fn open_once(&self, id: &str) -> bool {
        match self.table(id).await {
            Ok(Some(table)) => {
                // an answer means that the table knows whether anything can happen by itself
                let (reply, answer) = tokio::sync::oneshot::channel();
                table.send(Command::Info(reply)).await;
                let _ = answer.await;
                drop(table);
                self.let_one_rest(id).await;
            }
            Ok(None) => {}
            Err(error) if error.is::<Owner>() => {}
            Err(error) => {
                tracing::error!(table = id, "a game cannot be opened: {error:#}");
                return !error.is::<Unreadable>() && !error.is::<SaveError>();
            }
        }
        true
    }

    /// Lets one table leave the memory if nothing happens there.
    async fn let_one_rest(&self, id: &str) {
        let mut tables = self.tables.lock().await;
        if tables.get(id).is_some_and(|place| can_leave(place, Duration::ZERO)) {
            tables.remove(id);
        }
    }
}

/// Whether a place holds nothing that is needed: nothing has happened at its table for this long, another server has the
/// table, or whoever wanted to open it went away. Ask while the tables are locked: then nobody else can get a handle.
fn can_leave(place: &Place, least: Duration) -> bool {
    let idle = |table: &TableHandle| table.is_closed() || table.can_rest(least);
    Arc::strong_count(place) == 1 && place.get().is_none_or(idle)
}

/// The id of the table that an intent makes: asked again, it is the same.
fn table_id(intent: &str) -> String {
    secret::hash(&format!("table/{intent}"))[..10].to_owned()
}

/// What the maker of a table is told.
fn made(stored: &StoredGame, intent: &str) -> NewTable {
    let tokens = (0..stored.seats.len()).map(|seat| (seat, secret::seat_token(&stored.secret, intent, seat)));
    let own =
        tokens.into_iter().find(|(seat, token)| secret::matches(token, &stored.seats[*seat].token_hash));
    let (seat, token) = own.unzip();
    NewTable { id: stored.id.clone(), token, seat }
}
