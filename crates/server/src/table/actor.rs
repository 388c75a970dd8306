//! The task that owns a table.

use super::history::{History, Proposal};
use super::{Over, SeatInfo, State, ToClient};
use crate::secret;
use crate::store::{Store, StoredGame, StoredSeat, Writer};
use hexwright_core::{Seat, Turn, Viewer};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{mpsc, oneshot};

/// What a table is asked.
pub enum Command {
    /// A browser opens a socket. With a token it holds a seat, without it watches.
    Join {
        /// The seat's secret.
        token: Option<String>,
        /// Where its messages go; a full queue drops the reader.
        sender: mpsc::Sender<Arc<ToClient>>,
        /// The number of the connection, or `None` if the token fits no seat.
        reply: oneshot::Sender<Option<u64>>,
    },
    /// A socket closed.
    Leave(u64),
    /// An intent of a connection.
    Act {
        /// The connection.
        connection: u64,
        /// The state it answers.
        n: usize,
        /// The action.
        action: String,
    },
    /// A connection takes its last action back.
    Undo {
        /// The connection.
        connection: u64,
        /// The state it answers.
        n: usize,
    },
    /// A connection says something.
    Chat {
        /// The connection.
        connection: u64,
        /// What it says.
        text: String,
    },
    /// A connection wants the full state.
    Sync(u64),
    /// Somebody wants a free seat.
    Sit {
        /// The seat.
        seat: usize,
        /// The name to show.
        name: String,
        /// The seat's secret, or why not.
        reply: oneshot::Sender<Result<String, String>>,
    },
    /// What the lobby shows.
    Info(oneshot::Sender<TableInfo>),
    /// The lines of the game, if it is over.
    Record(oneshot::Sender<Option<Vec<String>>>),
    /// The board and log after a number of moves, if the game is over.
    Replay {
        /// How many effective lines.
        moves: usize,
        /// The state, or `None` while the game runs.
        reply: oneshot::Sender<Option<State>>,
    },
    /// A bot's pause is over.
    Bot(usize),
}

/// A table as the lobby shows it.
#[derive(Clone, Debug, serde::Serialize)]
pub struct TableInfo {
    /// Part of links.
    pub id: String,
    /// Name of the map.
    pub title: String,
    /// Which game.
    pub kind: String,
    /// Who sits where.
    pub seats: Vec<SeatInfo>,
    /// Moves made.
    pub moves: usize,
    /// Whether it has ended.
    pub over: bool,
    /// Hash of the secret all dice follow from.
    pub commitment: String,
}

/// The way to a table's task.
#[derive(Clone, Debug)]
pub struct TableHandle {
    queue: mpsc::Sender<Command>,
}

impl TableHandle {
    /// Starts the task of a loaded game.
    #[must_use]
    pub fn start(
        stored: StoredGame,
        history: History,
        store: Store,
        writer: Writer,
        bot_pause: Duration,
    ) -> Self {
        let (queue, mut commands) = mpsc::channel(256);
        let mut table = Table {
            stored,
            history,
            store,
            writer,
            clients: Vec::new(),
            next: 1,
            queue: queue.downgrade(),
            bot_pause,
            picture: (usize::MAX, String::new()),
        };
        tokio::spawn(async move {
            table.begin().await;
            while let Some(command) = commands.recv().await {
                table.handle(command).await;
            }
        });
        Self { queue }
    }

    /// Sends a command; `false` if the table is gone.
    pub async fn send(&self, command: Command) -> bool {
        self.queue.send(command).await.is_ok()
    }
}

struct Client {
    connection: u64,
    seat: Option<Seat>,
    sender: mpsc::Sender<Arc<ToClient>>,
    log_sent: usize,
}

impl Client {
    fn viewer(&self) -> Viewer {
        self.seat.map_or(Viewer::Spectator, Viewer::Seat)
    }
}

struct Table {
    stored: StoredGame,
    history: History,
    store: Store,
    writer: Writer,
    clients: Vec<Client>,
    next: u64,
    queue: mpsc::WeakSender<Command>,
    bot_pause: Duration,
    /// The board shows nothing hidden, so one picture of a state serves every viewer.
    picture: (usize, String),
}

impl Table {
    async fn begin(&mut self) {
        if let Some(proposal) = self.history.propose_chance(&self.stored.secret) {
            let _ = self.commit(proposal).await;
        }
        self.wake_bots();
    }

    async fn handle(&mut self, command: Command) {
        match command {
            Command::Join { token, sender, reply } => self.join(token, sender, reply),
            Command::Leave(connection) => {
                self.clients.retain(|c| c.connection != connection);
                self.broadcast();
            }
            Command::Act { connection, n, action } => self.act(connection, n, &action).await,
            Command::Undo { connection, n } => self.undo(connection, n).await,
            Command::Chat { connection, text } => self.chat(connection, text),
            Command::Sync(connection) => {
                if let Some(i) = self.clients.iter().position(|c| c.connection == connection) {
                    self.clients[i].log_sent = 0;
                    self.send_state(i);
                }
            }
            Command::Sit { seat, name, reply } => {
                let _ = reply.send(self.sit(seat, &name).await);
            }
            Command::Info(reply) => {
                let _ = reply.send(self.info());
            }
            Command::Record(reply) => {
                let over = self.history.game().outcome().is_some();
                let _ = reply.send(over.then(|| self.history.lines().map(str::to_owned).collect()));
            }
            Command::Replay { moves, reply } => {
                let over = self.history.game().outcome().is_some();
                let _ = reply.send(over.then(|| self.replay_state(moves)));
            }
            Command::Bot(n) => self.bot(n).await,
        }
    }

    fn join(
        &mut self,
        token: Option<String>,
        sender: mpsc::Sender<Arc<ToClient>>,
        reply: oneshot::Sender<Option<u64>>,
    ) {
        let seat = match token {
            None => None,
            Some(token) => {
                let found = self.stored.seats.iter().position(|s| secret::matches(&token, &s.token_hash));
                let Some(seat) = found else {
                    let _ = reply.send(None);
                    return;
                };
                Some(Seat(seat as u8))
            }
        };
        let connection = self.next;
        self.next += 1;
        self.clients.push(Client { connection, seat, sender, log_sent: 0 });
        let _ = reply.send(Some(connection));
        self.broadcast();
    }

    async fn act(&mut self, connection: u64, n: usize, action: &str) {
        let Some(seat) = self.seat_of(connection) else {
            return self.refuse(connection, "spectators cannot act");
        };
        if n != self.history.stored() {
            // stale or repeated: nothing changes, the client gets the truth
            self.refuse(connection, "the game has moved on; here is how it stands");
            return self.resend(connection);
        }
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
        let Some(seat) = self.seat_of(connection) else {
            return self.refuse(connection, "spectators cannot act");
        };
        if n != self.history.stored() {
            self.refuse(connection, "the game has moved on; here is how it stands");
            return self.resend(connection);
        }
        match self.history.propose_undo(seat) {
            Err(reason) => self.refuse(connection, &reason),
            Ok(proposal) => {
                if let Err(reason) = self.commit(proposal).await {
                    self.refuse(connection, &reason);
                }
                for client in &mut self.clients {
                    client.log_sent = 0;
                }
                self.broadcast();
            }
        }
    }

    /// Stores, then makes it so, then tells everybody: in this order.
    async fn commit(&mut self, proposal: Proposal) -> Result<(), String> {
        let (first, lines) = (self.history.stored(), proposal.lines.clone());
        self.writer.append(&self.stored.id, first, lines).await.map_err(|e| e.to_string())?;
        self.history.accept(proposal);
        if self.history.game().outcome().is_some() {
            let _ = self.store.finish(&self.stored.id, crate::clock::now()).await;
        }
        self.broadcast();
        self.wake_bots();
        Ok(())
    }

    fn to_act(&self) -> Vec<Seat> {
        match self.history.game().turn() {
            Turn::Seats(seats) => seats.iter().collect(),
            Turn::Chance | Turn::Over => Vec::new(),
        }
    }

    fn bot_name(&self, seat: Seat) -> Option<&str> {
        let kind = self.stored.seats.get(seat.index())?.kind.as_str();
        (kind != "person" && kind != "open").then_some(kind)
    }

    fn wake_bots(&self) {
        if !self.to_act().iter().any(|&s| self.bot_name(s).is_some()) {
            return;
        }
        let (queue, n, pause) = (self.queue.clone(), self.history.stored(), self.bot_pause);
        tokio::spawn(async move {
            tokio::time::sleep(pause).await;
            if let Some(queue) = queue.upgrade() {
                let _ = queue.send(Command::Bot(n)).await;
            }
        });
    }

    async fn bot(&mut self, n: usize) {
        if n != self.history.stored() {
            return; // the game moved on meanwhile; whoever moved it woke the bots again
        }
        let waiting = self.to_act().into_iter().find_map(|s| Some((s, self.bot_name(s)?.to_owned())));
        let Some((seat, bot)) = waiting else { return };
        let seed = secret::derive(&self.stored.secret, &format!("bot/{n}"));
        let Some(action) = self.history.game().decide(&bot, seat, seed) else { return };
        match self.history.propose(seat, &action, &self.stored.secret) {
            Ok(proposal) => {
                let _ = self.commit(proposal).await;
            }
            Err(reason) => {
                tracing::error!(table = self.stored.id, %seat, action, reason, "a bot chose an illegal action");
            }
        }
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
        self.broadcast();
        Ok(token)
    }

    fn chat(&mut self, connection: u64, text: String) {
        let seat = self.seat_of(connection).map(|s| s.0);
        let message = Arc::new(ToClient::Chat { seat, text });
        self.clients.retain(|c| c.sender.try_send(message.clone()).is_ok());
    }

    fn seat_of(&self, connection: u64) -> Option<Seat> {
        self.clients.iter().find(|c| c.connection == connection)?.seat
    }

    fn refuse(&mut self, connection: u64, reason: &str) {
        if let Some(client) = self.clients.iter().find(|c| c.connection == connection) {
            let _ = client.sender.try_send(Arc::new(ToClient::Refused { reason: reason.to_owned() }));
        }
    }

    fn resend(&mut self, connection: u64) {
        if let Some(i) = self.clients.iter().position(|c| c.connection == connection) {
            self.clients[i].log_sent = 0;
            self.send_state(i);
        }
    }

    fn broadcast(&mut self) {
        let kept: Vec<bool> = (0..self.clients.len()).map(|i| self.send_state(i)).collect();
        let mut kept = kept.into_iter();
        self.clients.retain(|_| kept.next() == Some(true));
    }

    /// Sends the state; `false` if the reader is too slow for its queue. It is dropped then, reconnects
    /// and gets the full state.
    fn send_state(&mut self, i: usize) -> bool {
        if self.picture.0 != self.history.stored() {
            self.picture = (self.history.stored(), self.history.game().picture(Viewer::Spectator));
        }
        let client = &self.clients[i];
        let state = self.state(client.viewer(), client.seat, client.log_sent);
        let moves = self.history.moves();
        let client = &mut self.clients[i];
        client.log_sent = moves;
        client.sender.try_send(Arc::new(ToClient::State(Box::new(state)))).is_ok()
    }

    fn seat_infos(&self) -> Vec<SeatInfo> {
        let here = |i: usize| self.clients.iter().any(|c| c.seat == Some(Seat(i as u8)));
        let of = |(i, s): (usize, &StoredSeat)| SeatInfo {
            name: s.name.clone(),
            kind: s.kind.clone(),
            here: here(i),
        };
        self.stored.seats.iter().enumerate().map(of).collect()
    }

    fn state(&self, viewer: Viewer, seat: Option<Seat>, log_from: usize) -> State {
        let game = self.history.game();
        let over = game.outcome().map(|outcome| Over {
            winners: outcome.winners.iter().map(|s| s.0).collect(),
            scores: outcome.scores,
            secret: self.stored.secret.clone(),
        });
        State {
            n: self.history.stored(),
            you: seat.map(|s| s.0),
            to_act: self.to_act().iter().map(|s| s.0).collect(),
            legal: seat.map(|s| game.legal(s)).unwrap_or_default(),
            can_undo: seat.is_some_and(|s| self.history.can_undo(s)),
            view: game.view(viewer),
            board: self.picture.1.clone(),
            log: self.history.log(log_from, viewer),
            log_from,
            seats: self.seat_infos(),
            over,
        }
    }

    fn replay_state(&self, moves: usize) -> State {
        let game = self.history.at(moves);
        let mut state = self.state(Viewer::Spectator, None, moves);
        state.view = game.view(Viewer::Spectator);
        state.board = game.picture(Viewer::Spectator);
        state.log = self.history.log(0, Viewer::Spectator);
        state.log_from = 0;
        state.to_act = Vec::new();
        state
    }

    fn info(&self) -> TableInfo {
        TableInfo {
            id: self.stored.id.clone(),
            title: self.stored.title.clone(),
            kind: self.stored.kind.clone(),
            seats: self.seat_infos(),
            moves: self.history.moves(),
            over: self.history.game().outcome().is_some(),
            commitment: secret::hash(&self.stored.secret),
        }
    }
}
