//! Which table a newcomer comes to.
//!
//! The protocol knows one game a server. So a client comes back to the seat with its name, or gets the first free
//! seat at a listed table, or a new table if the server has a map for it; else it watches. A name with the id of a
//! table behind an `@` comes to that table.

use super::Pioneers;
use super::desk::{self, Entry, Guest, Message};
use crate::app::{App, NewSeat};
use crate::games::{self, NewGame};
use crate::limits::{Buckets, Source};
use crate::table::{Command, SeatInfo, TableHandle, TableInfo, Wishes, new_id};
use hexwright_catan::game::Catan;
use hexwright_catan::wire::{Door, Knock, map_of};
use std::collections::BTreeMap;
use std::sync::Arc;
use tokio::sync::{Mutex, mpsc, oneshot};

/// Tables that are looked through for a newcomer, newest first.
const MOST_TABLES: i64 = 200;

/// Tables of which it is remembered whether clients can play there.
const MOST_KNOWN: usize = 10_000;

/// New seats an address may take in an hour, for each table it may make.
const MOST_SEATS: f64 = 8.0;

/// The way to all desks.
pub(super) struct Hall {
    app: Arc<App>,
    /// The text of the map new tables are made on.
    map: Option<String>,
    desks: Arc<Desks>,
    /// Whether a table can be told in the words of the protocol, as far as it was asked.
    fit: Mutex<BTreeMap<String, bool>>,
    /// Held while a table is made: whoever comes at the same moment sits down at it.
    making: Mutex<()>,
    /// New seats by address: nobody takes every free seat of a server.
    seats_taken: Buckets,
}

/// The desks by the id of their table.
pub(super) type Desks = Mutex<BTreeMap<String, mpsc::Sender<Message>>>;

impl Hall {
    pub(super) fn new(app: Arc<App>, map: Option<String>) -> Self {
        let per_hour = MOST_SEATS * f64::from(app.limits.tables_per_hour);
        let seats_taken = Buckets::new(per_hour / 3_600.0, per_hour);
        let (desks, fit, making) = (Arc::default(), Mutex::default(), Mutex::default());
        Self { app, map, desks, fit, making, seats_taken }
    }

    pub(super) fn app(&self) -> &Arc<App> {
        &self.app
    }

    /// Leads a newcomer to a table; or what it is told before its connection is closed.
    pub(super) async fn enter(
        &self,
        knock: Knock,
        sender: mpsc::Sender<String>,
        source: Source,
    ) -> Result<Guest, String> {
        let (name, watches) = match knock {
            Knock::Seat(name) => (name, false),
            Knock::Watch(name) => (name, true),
        };
        let (name, table) = match name.as_deref().and_then(|name| name.rsplit_once('@')) {
            Some((name, table)) => (Some(name.to_owned()), Some(table.to_owned())),
            None => (name, None),
        };
        let ask = |entry| (entry, name.clone(), sender.clone());
        if let Some(id) = table {
            return self.enter_named(&id, watches, &name, &sender, source).await;
        }
        let infos = self.tables().await?;
        // who was renamed or has left, an open desk knows first
        let open: Vec<String> = self.desks.lock().await.keys().cloned().collect();
        let comes_back = |info: &&TableInfo| {
            let named = |s: &SeatInfo| s.kind == "person" && Some(&s.name) == name.as_ref();
            open.contains(&info.id) || info.seats.iter().any(named)
        };
        for info in infos.iter().filter(|info| !watches && comes_back(info)) {
            if let Ok(guest) = self.at_desk(&info.id, ask(Entry::Back)).await {
                return Ok(guest);
            }
        }
        if !watches {
            self.may_sit(source)?;
            if let Some(guest) = self.at_free_seat(&infos, &name, &sender).await {
                return Ok(guest);
            }
            let _alone = self.making.lock().await;
            if self.map.is_some()
                && let Some(guest) = self.at_free_seat(&self.tables().await?, &name, &sender).await
            {
                return Ok(guest);
            }
            if let Some(id) = self.make_table(source).await? {
                return self.at_desk(&id, ask(Entry::New)).await;
            }
        }
        for info in &infos {
            if let Ok(guest) = self.at_desk(&info.id, ask(Entry::Watch)).await {
                return Ok(guest);
            }
        }
        Err("NOTE No table is open here. Make one in the browser, under the rules of Pioneers.".to_owned())
    }

    /// Whether an address may ask for one more new seat in this hour; whoever comes back asks for none.
    fn may_sit(&self, source: Source) -> Result<(), String> {
        self.seats_taken.pass(source).map_err(|_| {
            self.app.metrics.limited.add(1);
            "NOTE Too many seats were taken from your address in this hour.".to_owned()
        })
    }

    /// Seats a newcomer at the oldest of these tables that has a free seat.
    async fn at_free_seat(
        &self,
        tables: &[TableInfo],
        name: &Option<String>,
        sender: &mpsc::Sender<String>,
    ) -> Option<Guest> {
        let has_room = |info: &&TableInfo| info.seats.iter().any(|seat| seat.kind == "open");
        for info in tables.iter().rev().filter(has_room) {
            if let Ok(guest) = self.at_desk(&info.id, (Entry::New, name.clone(), sender.clone())).await {
                return Some(guest);
            }
        }
        None
    }

    /// Leads a newcomer to the table it has named.
    async fn enter_named(
        &self,
        id: &str,
        watches: bool,
        name: &Option<String>,
        sender: &mpsc::Sender<String>,
        source: Source,
    ) -> Result<Guest, String> {
        let entries: &[Entry] =
            if watches { &[Entry::Watch] } else { &[Entry::Back, Entry::New, Entry::Watch] };
        let mut refused = "NOTE There is no such table.".to_owned();
        for &entry in entries {
            if entry == Entry::New {
                self.may_sit(source)?;
            }
            match self.at_desk(id, (entry, name.clone(), sender.clone())).await {
                Ok(guest) => return Ok(guest),
                Err(reason) => refused = reason,
            }
        }
        Err(refused)
    }

    /// Listed tables of Catan under way, newest first.
    async fn tables(&self) -> Result<Vec<TableInfo>, String> {
        let trouble = |error: anyhow::Error| {
            tracing::warn!("tables could not be listed: {error:#}");
            "NOTE The tables cannot be read at the moment.".to_owned()
        };
        let ids = self.app.store.listed(false, crate::clock::now(), MOST_TABLES).await.map_err(trouble)?;
        let mut infos = Vec::new();
        for id in ids {
            if let Some(table) = self.fitting(&id).await {
                let (reply, info) = oneshot::channel();
                table.send(Command::Info(reply)).await;
                infos.extend(info.await.ok().filter(|info| !info.over));
            }
        }
        Ok(infos)
    }

    /// A table that can be told in the words of the protocol.
    async fn fitting(&self, id: &str) -> Option<TableHandle> {
        let known = self.fit.lock().await.get(id).copied();
        if known == Some(false) {
            return None;
        }
        let table = self.app.table(id).await.ok()??;
        if known.is_none() {
            let (reply, game) = oneshot::channel();
            table.send(Command::Board(reply)).await;
            // without a board it does not fit yet
            let rules = game.await.ok()??.rules().downcast::<Catan>();
            let fits = rules.is_ok_and(|game| map_of(&game).is_ok());
            let mut fit = self.fit.lock().await;
            if fit.len() >= MOST_KNOWN {
                fit.clear();
            }
            fit.insert(id.to_owned(), fits);
            return fits.then_some(table);
        }
        Some(table)
    }

    /// Asks the desk of a table to let somebody in; opens the desk if there is none.
    async fn at_desk(
        &self,
        id: &str,
        (entry, name, sender): (Entry, Option<String>, mpsc::Sender<String>),
    ) -> Result<Guest, String> {
        let mut desks = self.desks.lock().await;
        let desk = match desks.get(id).filter(|desk| !desk.is_closed()) {
            Some(desk) => desk.clone(),
            None => {
                let table = self.fitting(id).await.ok_or("NOTE There is no such table.")?;
                let desk = desk::open(id, table, self.desks.clone()).await.ok_or(Door::OVER)?;
                desks.insert(id.to_owned(), desk.clone());
                desk
            }
        };
        let (reply, answer) = oneshot::channel();
        let _ = desk.send(Message::Enter { entry, name, sender, reply }).await;
        drop(desks);
        let (number, serial) = answer.await.map_err(|_| Door::OVER.to_owned())??;
        Ok(Guest { desk, number, serial })
    }

    /// Makes a table on the server's map, if it has one.
    async fn make_table(&self, source: Source) -> Result<Option<String>, String> {
        let Some(text) = &self.map else { return Ok(None) };
        let refused = |reason: &dyn std::fmt::Display| format!("NOTE No table can be made: {reason}");
        self.app.tables_made.pass(source).map_err(|_| refused(&"too many were made in this hour"))?;
        let seats = crate::maps::read(text).map_err(|e| refused(&e))?.seats(0);
        let options = BTreeMap::from([("ruleset".to_owned(), "pioneers".to_owned())]);
        let mut new =
            NewGame { kind: "catan".to_owned(), map: None, text: Some(text.clone()), options, seed: None };
        let open = vec![NewSeat::Open; seats];
        Pioneers::welcome(&mut new, &open);
        let begun = games::create(&new, seats).map_err(|e| refused(&e))?;
        let made = self.app.create(begun, &new, &open, Wishes::default(), &new_id()).await;
        let made = made.map_err(|error| refused(&format!("{error:#}")))?;
        Ok(made.map(|table| table.id))
    }
}
