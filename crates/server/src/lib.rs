//! The workbench in the browser: tables, seats, sockets, pages, and the store behind them.
//!
//! The log of a game *is* the game: an intent is checked on a copy, its lines are committed to disk,
//! and only then does the game move and everybody hears of it ([`table`], [`store`]). What leaves the
//! server is a view; the browser computes no rule ([`routes`]).

pub mod analysis;
pub mod app;
pub mod clock;
pub mod games;
pub mod library;
pub mod limits;
pub mod maps;
pub mod metrics;
pub mod pictures;
pub mod routes;
pub mod secret;
pub mod store;
pub mod table;

pub use app::App;
pub use limits::Limits;

use anyhow::{Context, Result};
use axum::serve::ListenerExt as _;
use std::net::SocketAddr;
use std::sync::Arc;
use tokio::net::TcpListener;

/// How a server runs.
#[derive(Clone, Debug)]
pub struct Config {
    /// Where it listens; port 0 takes a free one.
    pub address: SocketAddr,
    /// `sqlite:…` or `postgres:…`.
    pub database: String,
    /// Explicit limits.
    pub limits: Limits,
}

/// A server that is listening.
#[derive(Debug)]
pub struct Server {
    listener: TcpListener,
    app: Arc<App>,
}

impl Server {
    /// Opens the store, resumes unfinished games and listens.
    pub async fn start(config: Config) -> Result<Self> {
        let store = store::Store::open(&config.database).await?;
        Self::start_over(store, config).await
    }

    /// As [`Self::start`], over a store that is open.
    pub async fn start_over(store: store::Store, config: Config) -> Result<Self> {
        let app = App::over(store, config.limits);
        let resumed = app.resume().await?;
        tracing::info!(resumed, "unfinished games resumed");
        let listener = TcpListener::bind(config.address)
            .await
            .with_context(|| format!("cannot listen on {}", config.address))?;
        Ok(Self { listener, app })
    }

    /// Where it listens.
    pub fn address(&self) -> Result<SocketAddr> {
        Ok(self.listener.local_addr()?)
    }

    /// Serves until `stop` is ready; open requests are answered first.
    pub async fn run(self, stop: impl Future<Output = ()> + Send + 'static) -> Result<()> {
        let service = routes::router(self.app).into_make_service_with_connect_info::<SocketAddr>();
        // states are small and follow each other: none may wait for the last one's receipt
        let listener = self.listener.tap_io(|socket| {
            let _ = socket.set_nodelay(true);
        });
        axum::serve(listener, service).with_graceful_shutdown(stop).await?;
        Ok(())
    }
}

/// Runs a server in this thread until Ctrl+C or a termination signal, telling `ready` its address.
pub fn run_blocking(config: Config, ready: impl FnOnce(SocketAddr)) -> Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let result = runtime.block_on(async {
        let server = Server::start(config).await?;
        ready(server.address()?);
        server.run(stop_signal()).await
    });
    // sockets are long-lived: what is committed is safe, so nothing is waited for
    runtime.shutdown_timeout(std::time::Duration::from_millis(500));
    result
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
