//! This server among those that share the database: it lives, asks for tables, sees others die, and gives its tables
//! away when it stops.

use super::App;
use crate::Boxed;
use crate::clock;
use crate::planted::planted;
use crate::store::{Claim, LONGEST_PAUSE, SaveError};
use crate::table::{Command, TableHandle};
use anyhow::{Result, bail};
use std::collections::BTreeSet;
use tokio::time::{MissedTickBehavior, sleep};

/// The lease is renewed so many times in its time.
const RENEWALS: u32 = 5;
/// Free tables that are taken at once; others may take the next ones.
const ADOPTED_AT_ONCE: i64 = 50;

impl App {
    /// Begins to live among the servers that share the database.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn enter(&self) -> Result<()> {
        self.store.enter(&self.name, &self.internal).await
    }

    /// Asks for a table. If this server was taken for dead, it begins anew.
    pub(super) async fn claim(&self, id: &str) -> Result<Claim> {
        match self.store.claim(id).await {
            Err(error) if error.downcast_ref() == Some(&SaveError::Lost) => {
                self.begin_anew().await?;
                self.store.claim(id).await
            }
            known => known,
        }
    }

    /// Makes sure that this server lives. If it was taken for dead, all its tables may belong to others: whoever is
    /// here comes again, and so does the server, in a new run.
    pub(super) async fn begin_anew(&self) -> Result<()> {
        let _one = self.entering.lock().await;
        if self.is_stopping() {
            bail!(SaveError::Lost);
        }
        if self.store.renew().await? {
            return Ok(()); // nobody missed it, or it has begun anew meanwhile
        }
        tracing::warn!("this server was taken for dead, or another one runs under its name; it begins anew");
        let open: Vec<TableHandle> = {
            let mut tables = self.tables.lock().await;
            let open = tables.values().filter_map(|place| place.get().cloned()).collect();
            // a table that is being opened keeps its place, or it would be opened twice: who opens it may be waiting here
            tables.retain(|_, place| !place.initialized() && !planted!("opens-twice"));
            open
        };
        for table in open {
            // beside this: whoever asked for it may go away, and every table must hear it
            crate::seams::spawn(async move { table.send(Command::StepDown).await });
        }
        // under its name it would end the other's run in turn, unless it is the only server there can be
        let name = if self.store.has_one_server() { self.name.as_str() } else { "" };
        self.store.enter(name, &self.internal).await
    }

    /// Lives on until the server stops, and notices when another server, or an earlier run of this one, is gone.
    pub(super) async fn live(&self) {
        let mut pace = tokio::time::interval(self.store.lease() / RENEWALS);
        pace.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut alive = BTreeSet::new();
        while !self.is_stopping() {
            pace.tick().await;
            match self.look_around().await {
                Ok(now) => {
                    if !alive.is_subset(&now) {
                        self.orphans.notify_one();
                    }
                    alive = now;
                }
                Err(error) => tracing::warn!("the lease could not be renewed: {error:#}"),
            }
        }
    }

    /// Renews the own lease, removes servers whose lease is over, and gives those that live.
    async fn look_around(&self) -> Result<BTreeSet<String>> {
        if !self.store.renew().await? {
            self.begin_anew().await?;
        }
        let me = self.store.me();
        let mut alive = BTreeSet::new();
        for peer in self.store.peers().await? {
            if peer.left >= 0 || peer.server == *me {
                alive.insert(peer.server);
            } else if let Err(error) = self.store.bury(&peer.server).await {
                // in the middle of a commit; it is tried again
                tracing::debug!(server = peer.server, "a dead server cannot be removed yet: {error:#}");
                alive.insert(peer.server);
            } else {
                tracing::info!(server = peer.server, address = peer.address, "a server is dead");
            }
        }
        self.alive.send_replace(alive.clone());
        Ok(alive)
    }

    /// Waits until another server has died.
    pub(crate) fn death_of(&self, server: &str) -> impl Future<Output = ()> + Send + use<> {
        // one that came a moment ago is not known yet
        self.alive.send_if_modified(|alive| alive.insert(server.to_owned()));
        let (mut alive, server) = (self.alive.subscribe(), server.to_owned());
        async move {
            let _ = alive.wait_for(|alive| !alive.contains(&server)).await;
        }
    }

    /// Gives all tables away: others open them at once.
    pub(crate) async fn hand_over(&self) {
        if let Err(error) = self.store.leave().await {
            tracing::warn!(
                "the tables could not be given away, others wait until the lease is over: {error:#}"
            );
        }
    }

    /// Takes the games that nobody has: after a start, and whenever a server is gone. It asks again until the database
    /// answers: nobody else would wake their bots.
    pub(super) async fn take_orphans(&self) {
        loop {
            match self.resume().await {
                Ok(resumed) => tracing::info!(resumed, "looked through the games under way"),
                Err(error) => {
                    tracing::error!("the games under way could not be looked through: {error:#}");
                    if !planted!("resumes-once") {
                        sleep(LONGEST_PAUSE).await;
                        continue;
                    }
                }
            }
            self.orphans.notified().await;
        }
    }

    /// Takes every game under way that nobody has, and opens it once: where a bot is to move or a clock runs it goes
    /// on, the others rest again at once. Gives how many were looked at.
    ///
    /// # Errors
    /// If the database fails.
    pub fn resume(&self) -> Boxed<'_, Result<usize>> {
        Box::pin(async move {
            if planted!("no-resume") {
                return Ok(0);
            }
            let mut looked_at = 0;
            loop {
                let adopted = self.store.adopt(clock::now(), ADOPTED_AT_ONCE).await?;
                if adopted.is_empty() {
                    return Ok(looked_at);
                }
                let mut left = adopted.clone();
                while !left.is_empty() && !self.is_stopping() {
                    for id in std::mem::take(&mut left) {
                        if !self.open_once(&id).await && !planted!("resumes-once") {
                            left.push(id);
                        }
                    }
                    if !left.is_empty() {
                        sleep(LONGEST_PAUSE).await;
                    }
                }
                looked_at += adopted.len();
            }
        })
    }
}
