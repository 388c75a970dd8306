//! The desk at a table: follows the game as it is stored and speaks with its clients, one line after the other.

use super::hall::Desks;
use crate::names::{self, BadName};
use crate::table::{Asked, Change, Command, Following, SeatInfo, TableHandle, new_id, seat_intent};
use hexwright_catan::game::Catan;
use hexwright_catan::wire::{Door, GameRequest, Host};
use hexwright_core::{Game as _, Seat, Step};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{mpsc, oneshot};
use tokio::time::sleep;

/// Lines of clients that wait for the desk.
const QUEUE: usize = 256;
/// A desk without clients is closed after this.
const EMPTY_FOR: Duration = Duration::from_secs(20);
/// How often a wish is asked for again while the game moves on or cannot be stored.
const ATTEMPTS: u32 = 100;
/// The pause in between.
const PAUSE: Duration = Duration::from_millis(20);
/// The longest name of the protocol, in bytes.
const MOST_NAME: usize = 30;
/// Chat lines of clients that the table has not confirmed; it may keep none of them.
const MOST_SAID: usize = 64;

/// How somebody wants to come in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Entry {
    /// To the seat it has left.
    Back,
    /// To a free seat.
    New,
    /// To watch.
    Watch,
}

/// What a desk is told.
pub(super) enum Message {
    /// Somebody wants to come in.
    Enter {
        entry: Entry,
        name: Option<String>,
        sender: mpsc::Sender<String>,
        /// Its number and the number of its connection, or what it is told before it is sent away.
        reply: oneshot::Sender<Result<(usize, u64), String>>,
    },
    /// A line of a client.
    Line { number: usize, serial: u64, line: String },
    /// A client is gone.
    Leave { number: usize, serial: u64 },
}

/// Somebody who came in.
pub(super) struct Guest {
    pub(super) desk: mpsc::Sender<Message>,
    pub(super) number: usize,
    pub(super) serial: u64,
}

/// Opens the desk of a table; `None` if its game is over.
pub(super) async fn open(id: &str, table: TableHandle, desks: Arc<Desks>) -> Option<mpsc::Sender<Message>> {
    let (reply, following) = oneshot::channel();
    table.send(Command::Follow(reply)).await;
    let Following { start, lines, n, seats, own, over, changes } = following.await.ok()?;
    if over {
        return None;
    }
    let game = start.rules().downcast::<Catan>().ok()?;
    let host = Host::at_table(game).ok()?;
    let (sender, inbox) = mpsc::channel(QUEUE);
    let mut desk = Desk {
        table,
        host,
        n,
        seats: Vec::new(),
        own,
        sitting: None,
        guests: BTreeMap::new(),
        next_serial: 0,
        changes,
        said: Vec::new(),
    };
    desk.replay(&lines)?;
    for (seat, info) in seats.iter().enumerate().filter(|(seat, _)| own >> seat & 1 == 1) {
        desk.host.seat_absent(seat, &info.name);
    }
    desk.note_seats(seats);
    let id = id.to_owned();
    tokio::spawn(async move {
        desk.run(inbox, &id, &desks).await;
    });
    Some(sender)
}

struct Desk {
    table: TableHandle,
    host: Host,
    /// Number of stored lines the host knows.
    n: usize,
    seats: Vec<SeatInfo>,
    /// Seats that clients hold, here or not, one bit each.
    own: u16,
    /// The seat that a client is about to take.
    sitting: Option<usize>,
    /// The connection of each client: its number and the way to it.
    guests: BTreeMap<usize, (u64, mpsc::Sender<String>)>,
    next_serial: u64,
    changes: mpsc::UnboundedReceiver<Change>,
    /// Ids of chat lines that clients said: they were told already.
    said: Vec<String>,
}

impl Desk {
    async fn run(mut self, mut inbox: mpsc::Receiver<Message>, id: &str, desks: &Desks) {
        loop {
            let message = tokio::select! {
                message = inbox.recv() => message,
                change = self.changes.recv() => {
                    let known = change.is_some_and(|change| self.note(change));
                    if !known || !self.settle().await {
                        break;
                    }
                    continue;
                }
                () = sleep(EMPTY_FOR), if self.guests.is_empty() => {
                    // whoever comes now waits for this lock, and finds no desk or this one
                    let mut open = desks.lock().await;
                    match inbox.try_recv() {
                        Ok(message) => Some(message),
                        Err(_) => {
                            open.remove(id);
                            break;
                        }
                    }
                }
            };
            let Some(message) = message else { break };
            if !self.catch_up() || !self.answer(message).await || !self.settle().await {
                break;
            }
        }
        self.table.send(Command::Elsewhere(0)).await;
    }

    /// What has to follow by itself, then everything goes out. `false` if the game cannot be followed any more.
    async fn settle(&mut self) -> bool {
        loop {
            let forced = self.host.forced();
            if forced.is_empty() {
                break;
            }
            if !self.carry_out(0, GameRequest::Steps(forced)).await {
                break;
            }
        }
        self.send_lines();
        true
    }

    async fn answer(&mut self, message: Message) -> bool {
        match message {
            Message::Enter { entry, name, sender, reply } => {
                let entered = self.enter(entry, name, sender).await;
                let welcome = entered.is_ok();
                let _ = reply.send(entered);
                if welcome {
                    self.tell_presence().await;
                }
            }
            Message::Leave { number, serial } => self.leave(number, serial).await,
            Message::Line { number, serial, line } => {
                if self.guests.get(&number).is_some_and(|guest| guest.0 == serial) {
                    self.hear(number, &line).await;
                }
            }
        }
        true
    }

    async fn hear(&mut self, number: usize, line: &str) {
        match line {
            // everything before it has been answered
            "hello" => {
                self.send_lines();
                self.send(number, "yes".to_owned());
            }
            "yes" => {}
            _ => {
                if let Some(why) = line.strip_prefix("name ").and_then(|name| self.bad_name(number, name)) {
                    self.send_lines();
                    return self.send(number, format!("NOTE Name not changed: {why}"));
                }
                let name = self.host.name_of(number).map(str::to_owned);
                let wish = self.host.hear(number, line);
                if let Some(wish) = wish {
                    let shown = self.host.is_only_shown(number, &wish);
                    if !self.carry_out(number, wish).await && !shown {
                        self.host.refuse(number);
                    }
                }
                self.note_talk(number, line, name).await;
            }
        }
    }

    /// What is said or renamed here, everybody at the table learns.
    async fn note_talk(&mut self, number: usize, line: &str, name: Option<String>) {
        let seats = self.host.game().seats();
        if let Some(text) = line.strip_prefix("chat ").filter(|text| !text.is_empty() && text.len() <= 496) {
            let id = new_id();
            self.said.push(id.clone());
            self.said.drain(..self.said.len().saturating_sub(MOST_SAID));
            let seat = (number < seats).then_some(number as u8);
            self.table.send(Command::SayFor { seat, text: text.to_owned(), id }).await;
        }
        let now = self.host.name_of(number).map(str::to_owned);
        if let Some(now) = now.filter(|now| name.as_ref() != Some(now) && number < seats) {
            self.table.send(Command::Rename { seat: number, name: now }).await;
        }
    }

    /// Why a name cannot be shown to the others: it cannot be read, or could be taken for another's. What is wrong by
    /// the protocol's own rules the host says.
    fn bad_name(&self, number: usize, name: &str) -> Option<String> {
        if name.is_empty() || name.len() > MOST_NAME {
            return None;
        }
        let checked = match names::check(name, MOST_NAME) {
            Ok(checked) if checked == name => checked,
            Ok(checked) => return Some(format!("write {checked}")),
            Err(bad) => return Some(bad.to_string()),
        };
        let others = self.host.names().filter(|(other, _)| *other != number).map(|(_, name)| name);
        // the same name again is told apart by the protocol itself, with `_`
        let is_same = |other: &str| other.trim_end_matches('_') == checked;
        let mut imitated = others.filter(|other| !is_same(other) && names::alike(other, &checked));
        let imitated = imitated.next();
        imitated.map(|other| BadName::Imitation { name: checked, other: other.to_owned() }.to_string())
    }

    /// Asks the table for a wish until it is stored or refused; whether it was stored.
    async fn carry_out(&mut self, number: usize, wish: GameRequest) -> bool {
        let game = self.host.game();
        let what = match wish {
            GameRequest::Steps(steps) => Asked::Steps(
                steps
                    .into_iter()
                    .map(|(seat, action)| (Seat(seat as u8), game.action_text(self.host.position(), &action)))
                    .collect(),
            ),
            GameRequest::TakeBack(step) => Asked::TakeBack(Seat(number as u8), step),
        };
        for _ in 0..ATTEMPTS {
            let (reply, answer) = oneshot::channel();
            self.table.send(Command::ActFor { n: self.n, what: what.clone(), reply }).await;
            let answer = answer.await;
            if !self.catch_up() {
                return false;
            }
            match answer {
                Ok(Ok(())) => return true,
                Ok(Err(refusal)) if refusal.later => sleep(PAUSE).await,
                Ok(Err(refusal)) => {
                    tracing::debug!(reason = refusal.reason, "a wish of a client was refused");
                    return false;
                }
                Err(_) => return false,
            }
        }
        false
    }

    /// Tells everything that was stored meanwhile; `false` if the game cannot be followed any more.
    fn catch_up(&mut self) -> bool {
        while let Ok(change) = self.changes.try_recv() {
            if !self.note(change) {
                return false;
            }
        }
        true
    }

    fn note(&mut self, change: Change) -> bool {
        match change {
            Change::Lines { keep, lines, n } => {
                self.n = n;
                if keep < self.host.steps() {
                    return self.host.take_back(keep).is_ok();
                }
                return self.replay(&lines).is_some();
            }
            Change::Seats(seats) => self.note_seats(seats),
            Change::Chat(line) => match self.said.iter().position(|id| *id == line.id) {
                Some(at) => drop(self.said.remove(at)),
                None => self.host.chat_of(line.seat.map(usize::from), &line.text),
            },
            Change::Void => {
                let numbers: Vec<usize> = self.guests.keys().copied().collect();
                numbers
                    .into_iter()
                    .for_each(|number| self.send(number, "NOTE The table has closed.".to_owned()));
                return false;
            }
        }
        true
    }

    /// Plays stored lines.
    fn replay(&mut self, lines: &[String]) -> Option<()> {
        for line in lines {
            let read = Step::read(self.host.game(), self.host.position(), line);
            let played = read
                .map_err(|e| e.to_string())
                .and_then(|step| self.host.play(step.actor, step.action).map_err(|e| e.to_string()));
            if let Err(reason) = played {
                tracing::error!(line, reason, "a stored line cannot be told in the words of Pioneers");
                return None;
            }
        }
        Some(())
    }

    /// Who sits where beside our clients.
    fn note_seats(&mut self, seats: Vec<SeatInfo>) {
        for (seat, info) in seats.iter().enumerate() {
            match (info.kind.as_str(), self.own >> seat & 1 == 1) {
                _ if self.sitting == Some(seat) => {}
                ("open", _) => self.own &= !(1 << seat),
                (_, true) => {}
                ("person", false) => self.host.seat_other(seat, &info.name, "human hexwright"),
                (bot, false) => self.host.seat_other(seat, &info.name, &format!("ai {bot}")),
            }
        }
        self.seats = seats;
    }

    async fn enter(
        &mut self,
        entry: Entry,
        name: Option<String>,
        sender: mpsc::Sender<String>,
    ) -> Result<(usize, u64), String> {
        if self.host.is_over() {
            return Err(Door::OVER.to_owned());
        }
        let full = || "NOTE The table is full.".to_owned();
        let name =
            name.map(|name| names::check(&name, MOST_NAME).map_err(|e| format!("NOTE {e}"))).transpose()?;
        let seats = self.host.game().seats();
        let number = match entry {
            Entry::Watch => {
                let number = self.host.free_spectator();
                match name.as_deref().and_then(|name| self.bad_name(number, name)) {
                    Some(why) => return Err(format!("NOTE {why}")),
                    None => number,
                }
            }
            Entry::Back => {
                let mine = |&seat: &usize| {
                    self.own >> seat & 1 == 1
                        && !self.host.has_guest(seat)
                        && self.host.name_of(seat) == name.as_deref()
                };
                (0..seats).find(mine).ok_or_else(full)?
            }
            Entry::New => self.sit(name.as_deref()).await.ok_or_else(full)?,
        };
        let name = match entry {
            // the table may have told it apart from another
            Entry::New => self.seats.get(number).map(|info| info.name.clone()),
            _ => name,
        };
        self.next_serial += 1;
        self.guests.insert(number, (self.next_serial, sender));
        self.host.seat_guest(number, name.as_deref());
        Ok((number, self.next_serial))
    }

    /// Takes the first free seat.
    async fn sit(&mut self, name: Option<&str>) -> Option<usize> {
        for seat in 0..self.seats.len() {
            if self.seats[seat].kind != "open" {
                continue;
            }
            let name = name.map_or_else(|| format!("Player {}", seat + 1), str::to_owned);
            let (reply, answer) = oneshot::channel();
            self.sitting = Some(seat);
            self.table.send(Command::Sit { seat, name, id: seat_intent(seat), reply }).await;
            let sits = matches!(answer.await, Ok(Ok(_)));
            self.own |= u16::from(sits) << seat;
            self.catch_up();
            self.sitting = None;
            if sits {
                return Some(seat);
            }
        }
        None
    }

    async fn leave(&mut self, number: usize, serial: u64) {
        if self.guests.get(&number).is_none_or(|guest| guest.0 != serial) {
            return;
        }
        if let Some(step) = self.host.left_open(number) {
            self.carry_out(number, GameRequest::TakeBack(step)).await;
        }
        self.guests.remove(&number);
        self.host.leave(number);
        self.tell_presence().await;
    }

    /// Tells the table whose clients are here.
    async fn tell_presence(&mut self) {
        let seats = self.host.game().seats();
        let here = self.guests.keys().filter(|&&number| number < seats).map(|&number| 1u16 << number).sum();
        self.table.send(Command::Elsewhere(here)).await;
    }

    fn send_lines(&mut self) {
        for (number, line) in self.host.lines() {
            self.send(number, line);
        }
        self.host.too_slow().into_iter().for_each(|number| self.hang_up(number));
    }

    /// Sends a line; who takes none is too slow, and its connection ends.
    fn send(&mut self, number: usize, line: String) {
        let slow = |guest: &(u64, mpsc::Sender<String>)| guest.1.try_send(line).is_err();
        if self.guests.get(&number).is_some_and(slow) {
            tracing::debug!(number, "a client is too slow");
            self.hang_up(number);
        }
    }

    /// Closes the way to a client: its connection notices, and its seat is freed then.
    fn hang_up(&mut self, number: usize) {
        if let Some(guest) = self.guests.get_mut(&number) {
            guest.1 = mpsc::channel(1).0;
        }
    }
}
