//! The task that owns a table.

mod keep;

use super::chat::Chat;
use super::clients::Clients;
use super::clocks::Clocks;
use super::command::{Command, TableInfo};
use super::history::History;
use super::state::replayed;
use super::{Around, SeatInfo, ToClient, Wishes};
use crate::secret;
use crate::store::{Store, StoredGame, StoredSeat, Writer};
use axum::extract::ws::Utf8Bytes;
use hexwright_core::Seat;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tokio::sync::{mpsc, oneshot};
use tokio::time::Instant;

/// How long a bot's offer to people stays on the table.
const ANSWER_TIME: Duration = Duration::from_secs(12);

/// How long things take at a table.
#[derive(Clone, Copy, Debug)]
pub struct Pace {
    /// A bot waits this long before it moves.
    pub bot_pause: Duration,
    /// A person who is away this long has left.
    pub leaver_after: Duration,
}

/// The way to a table's task.
#[derive(Clone, Debug)]
pub struct TableHandle {
    queue: mpsc::Sender<Command>,
    over: Arc<AtomicBool>,
}

impl TableHandle {
    /// Starts the task of a loaded game.
    #[must_use]
    pub fn start(
        stored: StoredGame,
        history: History,
        chat: Chat,
        store: Store,
        writer: Writer,
        pace: Pace,
    ) -> Self {
        let (queue, mut commands) = mpsc::channel(64);
        let over = Arc::new(AtomicBool::new(history.game().outcome().is_some()));
        let mut table = Table {
            over: over.clone(),
            stored,
            history,
            chat,
            store,
            writer,
            pace,
            clients: Clients::default(),
            clocks: Clocks::default(),
            away: BTreeMap::new(),
            alarm: None,
            woken: None,
            told: Vec::new(),
            queue: queue.downgrade(),
        };
        tokio::spawn(async move {
            table.begin().await;
            while let Some(command) = commands.recv().await {
                table.handle(command).await;
            }
        });
        Self { queue, over }
    }

    /// Whether its game has ended.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.over.load(Ordering::Relaxed)
    }

    /// Sends a command; `false` if the table is gone.
    pub async fn send(&self, command: Command) -> bool {
        self.queue.send(command).await.is_ok()
    }
}

struct Table {
    over: Arc<AtomicBool>,
    stored: StoredGame,
    history: History,
    chat: Chat,
    store: Store,
    writer: Writer,
    pace: Pace,
    clients: Clients,
    clocks: Clocks,
    /// Persons who are not here and since when.
    away: BTreeMap<usize, Instant>,
    /// When the next tick is due.
    alarm: Option<Instant>,
    /// The state for which bots were woken last.
    woken: Option<usize>,
    /// What everybody was told last of the seats.
    told: Vec<SeatInfo>,
    queue: mpsc::WeakSender<Command>,
}

impl Table {
    async fn begin(&mut self) {
        self.note_absence();
        if let Some(proposal) = self.history.propose_chance(&self.stored.secret) {
            let _ = self.commit(proposal).await;
        }
        self.go_on();
    }

    async fn handle(&mut self, command: Command) {
        match command {
            Command::Join { token, sender, reply } => self.join(token, sender, reply),
            Command::Leave(connection) => {
                self.clients.remove(connection);
                self.note_absence();
                self.go_on();
            }
            Command::Act { connection, n, action } => self.act(connection, n, &action).await,
            Command::Undo { connection, n } => self.undo(connection, n).await,
            Command::Chat { connection, text } => self.say(connection, text).await,
            Command::Sync(connection) => self.resend(connection),
            Command::Sit { seat, name, reply } => {
                let _ = reply.send(self.sit(seat, &name).await);
            }
            Command::Info(reply) => {
                let _ = reply.send(self.info());
            }
            Command::Board(reply) => {
                let _ = reply.send(self.history.game().board());
            }
            Command::Record(reply) => {
                let over = self.is_over();
                let _ = reply.send(over.then(|| self.history.lines().map(str::to_owned).collect()));
            }
            Command::Replay { moves, reply } => {
                let over = self.is_over();
                let _ = reply.send(over.then(|| replayed(&self.history, &self.around(), moves)));
            }
            Command::Bot(n) => self.think(n),
            Command::BotActs { n, seat, action } => {
                if n == self.history.stored() && self.bot_name(seat).is_some() {
                    self.act_for(seat, &action).await;
                } else {
                    // a person came back while the bot was thinking; another bot may be waiting
                    self.woken = self.woken.filter(|&woken| woken != n);
                    self.go_on();
                }
            }
            Command::Tick => self.tick().await,
        }
    }

    fn join(
        &mut self,
        token: Option<String>,
        sender: mpsc::Sender<Utf8Bytes>,
        reply: oneshot::Sender<Option<u64>>,
    ) {
        let mut seat = None;
        if let Some(token) = token {
            seat = self.stored.seats.iter().position(|s| secret::matches(&token, &s.token_hash));
            if seat.is_none() {
                let _ = reply.send(None);
                return;
            }
        }
        let connection = self.clients.add(seat.map(|s| Seat(s as u8)), sender);
        let _ = reply.send(Some(connection));
        self.note_absence();
        self.resend(connection);
        self.clients.tell(connection, &self.chat.so_far());
    }

    async fn act(&mut self, connection: u64, n: usize, action: &str) {
        let Some(seat) = self.may_act(connection, n) else { return };
        match self.history.propose(seat, action, &self.stored.secret) {
            Err(reason) => self.refuse(connection, &reason),
            Ok(proposal) => {
                if let Err(reason) = self.commit(proposal).await {
                    self.refuse(connection, &reason);
                }
            }
        }
    }

    async fn undo(&mut self, connection: u64, n: usize) {
        let Some(seat) = self.may_act(connection, n) else { return };
        match self.history.propose_undo(seat) {
            Err(reason) => self.refuse(connection, &reason),
            Ok(proposal) => {
                self.clients.forget_logs();
                if let Err(reason) = self.commit(proposal).await {
                    self.refuse(connection, &reason);
                }
            }
        }
    }

    /// The seat of a connection, if it answers the state as it is. Otherwise it is told why not.
    fn may_act(&mut self, connection: u64, n: usize) -> Option<Seat> {
        let seat = self.clients.seat_of(connection);
        if seat.is_none() {
            self.refuse(connection, "spectators cannot act");
        } else if n != self.history.stored() {
            // stale or repeated: nothing changes, the client gets the truth
            self.refuse(connection, "the game has moved on; here is how it stands");
            self.resend(connection);
            return None;
        }
        seat
    }

    /// An action of the server for a seat: a bot's, or the plainest one when time is over.
    async fn act_for(&mut self, seat: Seat, action: &str) {
        match self.history.propose(seat, action, &self.stored.secret) {
            Ok(proposal) => {
                let _ = self.commit(proposal).await;
            }
            Err(reason) => {
                let table = &self.stored.id;
                tracing::error!(table, %seat, action, reason, "the server chose an illegal action");
            }
        }
    }

    fn is_over(&self) -> bool {
        self.history.game().outcome().is_some()
    }

    /// The bot that plays a seat now: its own, or the one that stands in for a leaver.
    fn bot_name(&self, seat: Seat) -> Option<&str> {
        match self.stored.seats.get(seat.index())?.kind.as_str() {
            "open" => None,
            "person" => self.stand_in(seat.index()),
            bot => Some(bot),
        }
    }

    /// Whether somebody's time runs here: no bot's, and not that of a seat nobody has taken yet.
    fn is_played_by_a_person(&self, seat: Seat) -> bool {
        let taken = self.stored.seats.get(seat.index()).is_some_and(|s| s.kind != "open");
        taken && self.bot_name(seat).is_none()
    }

    /// The bot that plays for a person who has been away too long.
    fn stand_in(&self, seat: usize) -> Option<&str> {
        let since = self.away.get(&seat)?;
        let bot = self.stored.wishes.leavers.as_deref()?;
        (since.elapsed() >= self.pace.leaver_after).then_some(bot)
    }

    /// Wakes bots and sets clocks for the state as it is.
    fn go_on(&mut self) {
        let waiting = self.history.game().waited_for();
        if let Some(seconds) = self.stored.wishes.turn_seconds {
            let allowance = Duration::from_secs(seconds.into());
            let people: Vec<Seat> =
                waiting.iter().copied().filter(|&s| self.is_played_by_a_person(s)).collect();
            let (turn, n) = (self.history.game().turns(), self.history.stored());
            self.clocks.run(people.into_iter(), turn, n, allowance);
        }
        let n = self.history.stored();
        let mut bots = waiting.iter().filter(|&&s| self.bot_name(s).is_some()).peekable();
        if self.woken != Some(n) && bots.peek().is_some() {
            let patient = bots.all(|&s| self.history.game().patient(s));
            self.woken = Some(n);
            let pause = if patient { ANSWER_TIME } else { self.pace.bot_pause };
            self.later(Instant::now() + pause, Command::Bot(n));
        }
        self.set_alarm();
    }

    /// One tick is under way at most, unless an earlier one is needed.
    fn set_alarm(&mut self) {
        let leaving = self.stored.wishes.leavers.is_some() && !self.is_over();
        let away = self.away.values().map(|since| *since + self.pace.leaver_after);
        let due = away.filter(|due| leaving && *due > Instant::now()).chain(self.clocks.next()).min();
        let Some(due) = due else { return };
        if self.alarm.is_none_or(|alarm| due < alarm) {
            self.alarm = Some(due);
            self.later(due, Command::Tick);
        }
    }

    fn later(&self, when: Instant, command: Command) {
        let queue = self.queue.clone();
        tokio::spawn(async move {
            tokio::time::sleep_until(when).await;
            if let Some(queue) = queue.upgrade() {
                let _ = queue.send(command).await;
            }
        });
    }

    async fn tick(&mut self) {
        self.alarm = None;
        for seat in self.clocks.expired(self.history.stored()) {
            if let Some(action) = self.history.game().plainest(seat) {
                self.act_for(seat, &action).await;
            }
        }
        self.tell_seats();
        self.go_on();
    }

    /// A bot thinks beside the table, so that nobody waits for it but its own game.
    fn think(&self, n: usize) {
        if n != self.history.stored() {
            return; // the game moved on meanwhile; whoever moved it woke the bots again
        }
        let game = self.history.game();
        let mut bots: Vec<Seat> =
            game.waited_for().into_iter().filter(|&s| self.bot_name(s).is_some()).collect();
        // who waits for answers lets the others go first
        bots.sort_by_key(|&s| game.patient(s));
        let Some((seat, bot)) = bots.first().and_then(|&s| Some((s, self.bot_name(s)?.to_owned()))) else {
            return;
        };
        let seed = secret::derive(&self.stored.secret, &format!("bot/{n}"));
        let (game, queue) = (self.history.game().fork(), self.queue.clone());
        tokio::task::spawn_blocking(move || {
            if let (Some(action), Some(queue)) = (game.decide(&bot, seat, seed), queue.upgrade()) {
                let _ = queue.blocking_send(Command::BotActs { n, seat, action });
            }
        });
    }

    async fn sit(&mut self, seat: usize, name: &str) -> Result<String, String> {
        let stored: &StoredSeat = self.stored.seats.get(seat).ok_or("there is no such seat")?;
        if stored.kind != "open" {
            return Err("this seat is taken".to_owned());
        }
        let token = secret::new_token();
        let hash = secret::hash(&token);
        let taken = self.store.take_seat(&self.stored.id, seat, name, &hash).await;
        if !taken.map_err(|e| format!("the seat could not be stored: {e}"))? {
            return Err("this seat is taken".to_owned());
        }
        self.stored.seats[seat] =
            StoredSeat { name: name.to_owned(), kind: "person".to_owned(), token_hash: hash };
        self.note_absence();
        self.go_on();
        if self.stored.wishes.turn_seconds.is_some() {
            // now there is somebody whose time may run: everybody sees it
            self.clients.broadcast(&self.history, &self.around());
        }
        Ok(token)
    }

    /// Keeps since when each person is away, and tells everybody if somebody came or went.
    fn note_absence(&mut self) {
        for (i, seat) in self.stored.seats.iter().enumerate() {
            if seat.kind != "person" || self.clients.is_here(i) {
                self.away.remove(&i);
            } else {
                self.away.entry(i).or_insert_with(Instant::now);
            }
        }
        self.tell_seats();
    }

    /// Tells everybody who sits where, if it is news.
    fn tell_seats(&mut self) {
        let seats = self.seat_infos();
        if seats != self.told {
            self.told.clone_from(&seats);
            self.clients.tell_all(&ToClient::Seats { seats });
        }
    }

    fn refuse(&mut self, connection: u64, reason: &str) {
        self.clients.tell(connection, &ToClient::Refused { reason: reason.to_owned() });
    }

    fn resend(&mut self, connection: u64) {
        let around = self.around();
        self.clients.send_full(connection, &self.history, &around);
    }

    fn around(&self) -> Around {
        let (seats, clocks) = (self.seat_infos(), self.clocks.left());
        Around { seats, clocks, secret: self.stored.secret.clone() }
    }

    fn seat_infos(&self) -> Vec<SeatInfo> {
        let of = |(i, s): (usize, &StoredSeat)| SeatInfo {
            name: s.name.clone(),
            kind: s.kind.clone(),
            here: self.clients.is_here(i),
            stand_in: self.stand_in(i).map(str::to_owned),
        };
        self.stored.seats.iter().enumerate().map(of).collect()
    }

    fn info(&self) -> TableInfo {
        TableInfo {
            id: self.stored.id.clone(),
            title: self.stored.title.clone(),
            kind: self.stored.kind.clone(),
            seats: self.seat_infos(),
            moves: self.history.moves(),
            over: self.is_over(),
            commitment: secret::hash(&self.stored.secret),
            wishes: Wishes::clone(&self.stored.wishes),
        }
    }
}
