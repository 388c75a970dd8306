//! Where games live: an append-only log of lines per game. The log *is* the game; positions are
//! caches rebuilt by replay.
//!
//! One SQL text serves SQLite (a file, the default) and PostgreSQL (`--database postgres://…`):
//! columns are TEXT and BIGINT only, placeholders are `$1`. Reads use a pool of connections; everything
//! that is written goes through one `writer`, which never says "stored" of what is not.

mod address;
mod dump;
mod faults;
mod fence;
mod files;
mod link;
#[cfg(feature = "sim")]
pub(crate) mod memory;
mod migrate;
mod moves;
mod owners;
mod read;
mod write;
mod writer;

pub use faults::{Fault, Faults};
pub use migrate::NEWEST_VERSION;
pub use owners::{Claim, Owner, Peer};
pub use read::Unreadable;
pub use write::Write;
pub use writer::{SaveError, Saved, WriterOptions};

use crate::BoxedHere;
use crate::table::Wishes;
use anyhow::{Context, Result};
use fence::Fence;
use files::Files;
use link::Dialect;
use sqlx::AnyPool;
use sqlx::any::AnyPoolOptions;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::time::{Instant, sleep, timeout};
use writer::Writer;

/// How long a read may take, the wait for a free connection included.
const READ_WITHIN: Duration = Duration::from_secs(2);
/// The first pause after a write that failed. Each further one is twice as long, up to the longest.
pub const FIRST_PAUSE: Duration = Duration::from_millis(50);
/// The longest pause between two attempts.
pub const LONGEST_PAUSE: Duration = Duration::from_secs(1);
/// For how long it is remembered whether the database could store.
const PROBE_FOR: Duration = Duration::from_secs(1);

/// A game as stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredGame {
    /// Short public name, part of links.
    pub id: String,
    /// What the setup means, as in `catan`.
    pub kind: String,
    /// All the start follows from.
    pub setup: String,
    /// Title shown in the lobby.
    pub title: String,
    /// Secret the dice follow from; shown when the game is over.
    pub secret: String,
    /// Unix time of creation in seconds.
    pub created: i64,
    /// Who may sit where.
    pub seats: Vec<StoredSeat>,
    /// What the table wishes beyond the rules.
    pub wishes: Wishes,
    /// Hash of the id of the intent it was made by.
    pub intent: String,
    /// Unix time of its end in seconds; 0 while it runs.
    pub finished: i64,
    /// Unix time in seconds at which it leaves the list unless somebody comes; 0 if that was never noted.
    pub expires: i64,
    /// Why it ended without a winner, as [`crate::table::Ended`] spells it; empty if it did not.
    pub ended: String,
    /// The request it was made from, as JSON; empty for tables older than this column.
    pub asked: String,
}

/// A seat as stored.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StoredSeat {
    /// Name of the person or bot; empty while free.
    pub name: String,
    /// `person`, `open` or the name of a bot.
    pub kind: String,
    /// Hash of the seat's secret; empty if nobody holds it. A person without a secret has given up.
    pub token_hash: String,
    /// Hash of the id of the intent that changed it last; empty if nobody took it.
    pub intent: String,
    /// The bot that plays for a person until the person is back; empty if the person plays.
    pub bot: String,
}

/// The database.
#[derive(Clone, Debug)]
pub struct Store {
    pool: AnyPool,
    /// Where a simulation reads instead.
    #[cfg(feature = "sim")]
    memory: Option<memory::Memory>,
    writer: Writer,
    /// How this database is talked to.
    dialect: &'static Dialect,
    /// This run of the server among those that share the database; empty before it has entered.
    me: Arc<Mutex<Arc<str>>>,
    /// When the last renewal that came through was asked for.
    renewed: Arc<Mutex<Option<Instant>>>,
    /// In whose name this handle writes; without one nobody asks who owns a table.
    fence: Option<Fence>,
    /// When it was last tried whether the database stores, and how that went.
    probed: Arc<Mutex<Option<(Instant, bool)>>>,
}

impl Store {
    /// Opens (and if need be creates) the database at a URL, `sqlite:…` or `postgres:…`, and brings it to
    /// the newest version.
    pub fn open(url: &str) -> BoxedHere<'_, Result<Self>> {
        Self::open_with(url, WriterOptions::default())
    }

    /// As [`Self::open`], with a writer that works otherwise.
    pub fn open_with(url: &str, options: WriterOptions) -> BoxedHere<'_, Result<Self>> {
        Box::pin(async move {
            Self::migrate(url).await?;
            let name = url.to_owned();
            let pool = AnyPoolOptions::new()
                .max_connections(if link::is_sqlite(url) { 4 } else { 8 })
                .acquire_timeout(READ_WITHIN)
                .after_connect(move |connection, _| {
                    let name = name.clone();
                    Box::pin(async move { link::prepare(&name, connection).await })
                })
                .connect(url)
                .await
                .with_context(|| cannot_open(url))?;
            let files = if link::is_sqlite(url) {
                let mut connection = pool.acquire().await.with_context(|| cannot_open(url))?;
                Some(Files::of(&mut connection).await.with_context(|| cannot_open(url))?)
            } else {
                None
            };
            Ok(Self {
                pool,
                #[cfg(feature = "sim")]
                memory: None,
                writer: Writer::start(url.to_owned(), files, options),
                dialect: link::dialect(url),
                me: Arc::new(Mutex::new(Arc::from(""))),
                renewed: Arc::default(),
                fence: None,
                probed: Arc::default(),
            })
        })
    }

    /// Opens a database in memory.
    #[cfg(feature = "sim")]
    pub(crate) fn over(memory: memory::Memory) -> Self {
        sqlx::any::install_default_drivers();
        // nobody ever asks this pool for a connection, and it has no task of its own
        let pool = AnyPoolOptions::new().idle_timeout(None).max_lifetime(None);
        let pool = pool.connect_lazy("sqlite::memory:").expect("an address of SQLite");
        let (writer, dialect) = (Writer::start_over(memory.clone()), link::dialect(memory.address()));
        let (memory, me) = (Some(memory), Arc::new(Mutex::new(Arc::from(""))));
        Self {
            pool,
            memory,
            writer,
            dialect,
            me,
            renewed: Arc::default(),
            fence: None,
            probed: Arc::default(),
        }
    }

    /// Brings the database at a URL to the newest version, and creates it if need be. Gives the version
    /// it had before: `None` if it had none, which means version 1 or an empty database.
    pub fn migrate(url: &str) -> BoxedHere<'_, Result<Option<i64>>> {
        Box::pin(async move {
            let mut connection = connect(url).await?;
            let before = migrate::version(&mut connection).await.with_context(|| cannot_open(url))?;
            migrate::run(&mut connection).await.with_context(|| cannot_open(url))?;
            Ok(before)
        })
    }

    /// The version of the database at a URL, without changing it: `None` if it has none.
    pub fn version(url: &str) -> BoxedHere<'_, Result<Option<i64>>> {
        Box::pin(
            async move { migrate::version(&mut connect(url).await?).await.with_context(|| cannot_open(url)) },
        )
    }

    /// Asks once for a write and returns when its fate is known.
    ///
    /// # Errors
    /// Why it is not known to be stored; see [`SaveError`].
    pub async fn write(&self, write: Arc<Write>) -> Result<Saved, SaveError> {
        self.writer.write(write, self.fence.clone()).await
    }

    /// Asks for a write again and again, with growing pauses, but no longer than `patience`.
    ///
    /// # Errors
    /// As [`Self::write`].
    pub async fn write_within(&self, write: Write, patience: Duration) -> Result<Saved, SaveError> {
        let (write, mut pause) = (Arc::new(write), FIRST_PAUSE);
        let work = async {
            loop {
                match self.write(write.clone()).await {
                    Err(SaveError::Unavailable) => sleep(pause).await,
                    known => return known,
                }
                pause = (2 * pause).min(LONGEST_PAUSE);
            }
        };
        timeout(patience, work).await.unwrap_or(Err(SaveError::Unavailable))
    }

    /// Whether the database stores: tried by storing something, at most once a second.
    pub async fn can_store(&self) -> bool {
        let probed = |s: &Self| *s.probed.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((when, stores)) = probed(self)
            && when.elapsed() < PROBE_FOR
        {
            return stores;
        }
        let stores = self.write_within(Write::Probe, READ_WITHIN).await.is_ok();
        *self.probed.lock().unwrap_or_else(PoisonError::into_inner) = Some((Instant::now(), stores));
        stores
    }
}

async fn connect(url: &str) -> Result<sqlx::AnyConnection> {
    address::check(url).with_context(|| cannot_open(url))?;
    sqlx::any::install_default_drivers();
    link::connect(url).await.with_context(|| cannot_open(url))
}

fn cannot_open(url: &str) -> String {
    format!("cannot open the database {}", without_password(url))
}

/// A database URL fit for an error message.
fn without_password(url: &str) -> String {
    match (url.find("://"), url.rfind('@')) {
        (Some(scheme), Some(at)) if at > scheme => format!("{}://…{}", &url[..scheme], &url[at..]),
        _ => url.to_owned(),
    }
}
