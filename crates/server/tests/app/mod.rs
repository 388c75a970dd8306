//! A server inside the test, with limits of its own and a database of its own.

#![allow(dead_code)] // each test uses its part

use hexwright_server::{Config, Limits, Server};
use std::net::SocketAddr;

/// A running server; dropping it stops it.
pub(crate) struct TestApp {
    pub(crate) address: SocketAddr,
    task: tokio::task::JoinHandle<()>,
    _folder: tempfile::TempDir,
}

impl TestApp {
    pub(crate) async fn start(limits: Limits) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let database = format!("sqlite://{}?mode=rwc", folder.path().join("games.db").display());
        let config =
            Config { address: "127.0.0.1:0".parse().unwrap(), database, limits, ..Config::default() };
        let server = Server::start(config).await.unwrap();
        let address = server.address().unwrap();
        let task = tokio::spawn(async move { server.run(std::future::pending()).await.unwrap() });
        Self { address, task, _folder: folder }
    }
}

impl Drop for TestApp {
    fn drop(&mut self) {
        self.task.abort();
    }
}
