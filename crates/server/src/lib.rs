//! The workbench in the browser: tables, seats, sockets, pages, and the store behind them.
//!
//! The log of a game *is* the game: an intent is checked on a copy, its lines are committed to disk,
//! and only then does the game move and everybody hears of it ([`table`], [`store`]). What leaves the
//! server is a view; the browser computes no rule ([`routes`]).

mod admin;
pub mod analysis;
pub mod app;
pub mod clock;
pub mod db;
pub mod games;
pub mod language;
pub mod library;
pub mod limits;
pub mod log;
pub mod maps;
pub mod metrics;
pub mod names;
pub mod pictures;
mod pioneers;
#[cfg_attr(not(feature = "planted-bugs"), doc(hidden))]
pub mod planted;
pub mod positions;
pub mod routes;
mod seams;
pub mod secret;
mod serve;
pub mod showcase;
#[cfg(feature = "sim")]
pub mod sim;
pub mod store;
pub mod table;
pub mod work;

pub use app::App;
pub use limits::{Limits, Proxies};
pub use pioneers::Pioneers;

use anyhow::{Context, Result};
use std::net::{Ipv4Addr, SocketAddr, SocketAddrV4};
use std::pin::Pin;
use std::sync::Arc;
use tokio::net::TcpListener;
use tokio::task::JoinSet;

/// What a long `async` function of this crate gives: a future whose code is compiled here. That of a plain `async fn` is compiled
/// anew in every crate that awaits it, and each test program awaits a whole server.
pub type Boxed<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// The same for what opens a database, which stays in its thread.
pub type BoxedHere<'a, T> = Pin<Box<dyn Future<Output = T> + 'a>>;

/// How a server runs.
#[derive(Clone, Debug)]
pub struct Config {
    /// Where it listens; port 0 takes a free one.
    pub address: SocketAddr,
    /// Where `/metrics` is served, if anywhere.
    pub admin: Option<SocketAddr>,
    /// `sqlite:…` or `postgres:…`.
    pub database: String,
    /// Where other servers on the same database reach this one, and nobody else; a free port of loopback if it is not
    /// said.
    pub internal: Option<SocketAddr>,
    /// What this server is called in all its runs: a new run takes the tables of the one before at once. If it is not
    /// said, the internal address is its name, or else the address.
    pub server: Option<String>,
    /// The path all pages live under, as in `/hex`; empty for the root of the site.
    pub base_path: String,
    /// The reverse proxies in front.
    pub proxies: Proxies,
    /// Where the protocol of Pioneers is spoken, if anywhere.
    pub pioneers: Option<Pioneers>,
    /// Explicit limits.
    pub limits: Limits,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            address: SocketAddr::from(([127, 0, 0, 1], 4000)),
            admin: None,
            database: "sqlite://hexwright.db?mode=rwc".to_owned(),
            internal: None,
            server: None,
            base_path: String::new(),
            proxies: Proxies::default(),
            pioneers: None,
            limits: Limits::default(),
        }
    }
}

/// Where servers on one machine reach each other if nothing else is said.
const LOOPBACK: SocketAddr = SocketAddr::V4(SocketAddrV4::new(Ipv4Addr::LOCALHOST, 0));

impl Config {
    /// What the server is called in all its runs; empty if nothing tells its runs from those of others.
    fn server_name(&self) -> String {
        let address = self.internal.unwrap_or(self.address);
        match &self.server {
            Some(name) => name.clone(),
            // a file has one server
            None if self.database.starts_with("sqlite:") => "sqlite".to_owned(),
            None if address.port() == 0 => String::new(),
            None => address.to_string(),
        }
    }
}

/// A server that is listening.
#[derive(Debug)]
pub struct Server {
    listener: TcpListener,
    /// Where other servers on the same database come.
    internal: TcpListener,
    admin: Option<TcpListener>,
    /// Where clients of Pioneers come, and the map of their tables.
    pioneers: Option<(TcpListener, Option<String>)>,
    app: Arc<App>,
}

impl Server {
    /// Opens the store and listens. Games are opened when somebody asks for them; those in which a bot is to
    /// move follow in the background.
    pub fn start(config: Config) -> BoxedHere<'static, Result<Self>> {
        Box::pin(async move {
            let store = store::Store::open(&config.database).await?;
            Self::start_over(store, config).await
        })
    }

    /// As [`Self::start`], over a store that is open.
    pub fn start_over(store: store::Store, mut config: Config) -> Boxed<'static, Result<Self>> {
        Box::pin(async move {
            config.server = Some(config.server_name());
            let internal = listen(config.internal.unwrap_or(LOOPBACK)).await?;
            config.internal = Some(internal.local_addr()?);
            let (address, admin, pioneers) = (config.address, config.admin, config.pioneers.clone());
            let app = App::over(store, config)?;
            let listener = listen(address).await?;
            let admin = match admin {
                Some(address) => Some(listen(address).await?),
                None => None,
            };
            let pioneers = match pioneers {
                Some(Pioneers { address, map }) => Some((listen(address).await?, map)),
                None => None,
            };
            app.enter().await?;
            Ok(Self { listener, internal, admin, pioneers, app })
        })
    }

    /// Where it listens.
    pub fn address(&self) -> Result<SocketAddr> {
        Ok(self.listener.local_addr()?)
    }

    /// Where `/metrics` is served.
    pub fn admin_address(&self) -> Option<SocketAddr> {
        self.admin.as_ref()?.local_addr().ok()
    }

    /// Where clients of Pioneers come.
    pub fn pioneers_address(&self) -> Option<SocketAddr> {
        self.pioneers.as_ref()?.0.local_addr().ok()
    }

    /// What its routes share.
    #[must_use]
    pub fn app(&self) -> &Arc<App> {
        &self.app
    }

    /// Serves until `stop` is ready; requests under way are answered first, within a few seconds.
    pub fn run(self, stop: impl Future<Output = ()> + Send + 'static) -> Boxed<'static, Result<()>> {
        self.run_until(Box::pin(stop))
    }

    fn run_until(self, stop: Boxed<'static, ()>) -> Boxed<'static, Result<()>> {
        Box::pin(async move {
            let Self { listener, internal, admin, pioneers, app } = self;
            tracing::info!(address = %listener.local_addr()?, "listening");
            // if this future is dropped, its connections and background tasks end too and let go of the store
            let _stop = StopOnDrop(app.clone());
            let mut background = JoinSet::new();
            background.spawn(app.clone().keep_up());
            let router = routes::internal_router(app.clone());
            background.spawn(serve::serve_internal(internal, router, app.clone()));
            if let Some(listener) = admin {
                let stop = app.stopping();
                let router = admin::router(app.clone());
                background.spawn(async move {
                    if let Err(error) = axum::serve(listener, router).with_graceful_shutdown(stop).await {
                        tracing::error!(%error, "the admin address is served no longer");
                    }
                });
            }
            if let Some((listener, map)) = pioneers {
                background.spawn(pioneers::serve(listener, app.clone(), map));
            }
            serve::serve(listener, routes::router(app.clone()), app, stop).await;
            tracing::info!("stopped");
            Ok(())
        })
    }
}

/// Tells every connection to end when it is dropped.
struct StopOnDrop(Arc<App>);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.stop();
    }
}

async fn listen(address: SocketAddr) -> Result<TcpListener> {
    TcpListener::bind(address).await.with_context(|| format!("cannot listen on {address}"))
}

/// Runs a server in this thread until Ctrl+C or a termination signal, telling `ready` its address.
pub fn run_blocking(mut config: Config, ready: impl FnOnce(&Server)) -> Result<()> {
    allow_files(&mut config.limits);
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let result = runtime.block_on(async {
        let server = Server::start(config).await?;
        ready(&server);
        server.run(stop_signal()).await
    });
    // what is committed is safe, so whatever is left is not waited for
    runtime.shutdown_timeout(std::time::Duration::from_millis(500));
    result
}

/// A connection is a file: asks the system for as many as it gives, and accepts no more than that.
fn allow_files(limits: &mut Limits) {
    #[cfg(target_os = "linux")]
    {
        use rustix::process::{Resource, getrlimit, setrlimit};
        /// Files the server needs for itself: the database, the log, its own sockets.
        const OWN: u64 = 100;
        let mut files = getrlimit(Resource::Nofile);
        files.current = files.maximum;
        let _ = setrlimit(Resource::Nofile, files);
        if let Some(most) = getrlimit(Resource::Nofile).current {
            let most = usize::try_from(most.saturating_sub(OWN).max(1)).unwrap_or(usize::MAX);
            if most < limits.connections {
                tracing::warn!(most, "the system allows fewer open files than connections were asked for");
                limits.connections = most;
            }
        }
    }
    let _ = limits;
}

async fn stop_signal() {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut terminate) = signal(SignalKind::terminate()) {
            tokio::select! {
                _ = terminate.recv() => {}
                _ = tokio::signal::ctrl_c() => {}
            }
            return;
        }
    }
    let _ = tokio::signal::ctrl_c().await;
}
