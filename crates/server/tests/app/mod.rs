//! A server inside the test, with limits of its own and a database of its own.

#![allow(dead_code)] // each test uses its part

use hexwright_server::{Config, Limits, Server};
use std::net::SocketAddr;

/// A running server; dropping it stops it.
pub(crate) struct TestApp {
    pub(crate) address: SocketAddr,
    pub(crate) admin: Option<SocketAddr>,
    stop: tokio::sync::watch::Sender<bool>,
    task: tokio::task::JoinHandle<()>,
    _folder: tempfile::TempDir,
}

impl TestApp {
    pub(crate) async fn start(limits: Limits) -> Self {
        Self::start_with(limits, |_| ()).await
    }

    /// With settings of its own.
    pub(crate) async fn start_with(limits: Limits, change: impl FnOnce(&mut Config)) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let database = format!("sqlite://{}?mode=rwc", folder.path().join("games.db").display());
        let mut config =
            Config { address: "127.0.0.1:0".parse().unwrap(), database, limits, ..Config::default() };
        change(&mut config);
        let server = Server::start(config).await.unwrap();
        let (address, admin) = (server.address().unwrap(), server.admin_address());
        let (stop, mut stopped) = tokio::sync::watch::channel(false);
        let stopped = async move { drop(stopped.wait_for(|&stop| stop).await) };
        let task = tokio::spawn(async move { server.run(stopped).await.unwrap() });
        Self { address, admin, stop, task, _folder: folder }
    }
}

impl TestApp {
    /// Asks the server to stop and waits until it has.
    pub(crate) async fn stop(&mut self) {
        self.stop.send_replace(true);
        (&mut self.task).await.unwrap();
    }
}

impl Drop for TestApp {
    fn drop(&mut self) {
        self.task.abort();
    }
}
