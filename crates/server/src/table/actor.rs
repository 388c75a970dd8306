//! The task that owns a table.

mod followed;
mod gather;
mod intents;
mod keep;
mod leave;
mod listing;
mod seats;

use super::chat::Chat;
use super::clients::Clients;
use super::clocks::Clocks;
use super::command::Command;
use super::dice::{DiceLine, DicePhase};
use super::history::History;
use super::life::Life;
use super::motion::Votes;
use super::state::replayed;
use super::{Around, Change, Refusal, SeatInfo, ToClient};
use crate::metrics::{Counted, Metrics};
use crate::planted::planted;
use crate::secret;
use crate::store::{Store, StoredGame};
use crate::work::BotPool;
use hexwright_core::Seat;
use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::mpsc;
use tokio::time::Instant;
use tracing::Instrument as _;

/// How many of its pauses a bot's offer to people stays on the table, and how long at least and at most.
const ANSWER_PAUSES: u32 = 34;
const ANSWER_TIME: (Duration, Duration) = (Duration::from_millis(100), Duration::from_secs(12));

/// How long things take at a table.
#[derive(Clone, Copy, Debug)]
pub struct Pace {
    /// A bot waits this long before it moves.
    pub bot_pause: Duration,
    /// A person who is away this long has left.
    pub leaver_after: Duration,
    /// How long a table waits for people to commit to their part of the dice, and then to open it.
    pub dice_within: Duration,
}

impl Pace {
    /// How long people have to answer a bot's offer.
    fn answer_time(&self) -> Duration {
        (self.bot_pause * ANSWER_PAUSES).clamp(ANSWER_TIME.0, ANSWER_TIME.1)
    }
}

/// What every table needs of the server.
#[derive(Clone, Debug)]
pub struct Tools {
    /// Where it is stored.
    pub store: Store,
    /// Where its bots think.
    pub bots: BotPool,
    /// What is counted and measured.
    pub metrics: Arc<Metrics>,
    /// How long things take.
    pub pace: Pace,
}

/// The way to a table's task. The task ends when nobody holds a handle any more.
#[derive(Clone, Debug)]
pub struct TableHandle {
    queue: mpsc::Sender<Command>,
    life: Arc<Life>,
}

impl TableHandle {
    /// Starts the task of a loaded game.
    #[must_use]
    pub fn start(stored: StoredGame, history: History, chat: Chat, tools: Tools) -> Self {
        let (queue, commands) = mpsc::channel(64);
        let life = Arc::new(Life::default());
        life.note(history.game().outcome().is_some() || !stored.ended.is_empty(), false);
        let span = tracing::info_span!("table", table = stored.id);
        let counted = Counted::new(&tools.metrics, |m| &m.tables_open);
        let Tools { store, bots, metrics, pace } = tools;
        let mut table = Table {
            life: life.clone(),
            bots,
            metrics,
            stored,
            history,
            chat,
            store,
            pace,
            clients: Clients::default(),
            clocks: Clocks::default(),
            away: BTreeMap::new(),
            dice_due: None,
            dice_wait: None,
            alarm: None,
            woken: None,
            told: Vec::new(),
            votes: Votes::default(),
            rematch: None,
            queue: queue.downgrade(),
            commands,
            held: VecDeque::new(),
            trouble: None,
            lost: false,
            followers: Vec::new(),
        };
        let task = async move {
            table.begin().await;
            table.note_life();
            while !table.lost
                && let Some(command) = table.next().await
            {
                if !command.only_looks() {
                    table.life.stir();
                }
                if let Some(command) = table.answer(command) {
                    table.change(command).await;
                }
                table.note_life();
            }
            if table.lost {
                tracing::info!("another server has this table now");
            }
            drop(counted);
        };
        crate::seams::spawn(task.instrument(span));
        Self { queue, life }
    }

    /// Whether its game has ended.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.life.is_over()
    }

    /// Whether nothing can happen by itself for at least this long, and nobody but the caller holds a handle:
    /// then the task can end, and the game can be read from the store when somebody asks for it again.
    #[must_use]
    pub fn can_rest(&self, least: Duration) -> bool {
        // the task and the caller
        self.life.is_quiet(least) && Arc::strong_count(&self.life) == 2
    }

    /// Whether its task has ended: another server has the table.
    #[must_use]
    pub fn is_closed(&self) -> bool {
        self.queue.is_closed()
    }

    /// Sends a command; `false` if the table is gone.
    pub async fn send(&self, command: Command) -> bool {
        self.queue.send(command).await.is_ok()
    }
}

struct Table {
    life: Arc<Life>,
    bots: BotPool,
    metrics: Arc<Metrics>,
    stored: StoredGame,
    history: History,
    chat: Chat,
    store: Store,
    pace: Pace,
    clients: Clients,
    clocks: Clocks,
    /// Persons who are not here and since when.
    away: BTreeMap<usize, Instant>,
    /// Until when people have time to commit, or to open.
    dice_due: Option<Instant>,
    /// Since when they do that, and when the last of them came.
    dice_wait: Option<(DicePhase, Instant, Instant)>,
    /// When the next tick is due.
    alarm: Option<Instant>,
    /// The state for which bots were woken last.
    woken: Option<usize>,
    /// What everybody was told last of the seats.
    told: Vec<SeatInfo>,
    /// What people want to decide together.
    votes: Votes,
    /// The table on which the same people play again.
    rematch: Option<String>,
    queue: mpsc::WeakSender<Command>,
    commands: mpsc::Receiver<Command>,
    /// What came while something was being stored.
    held: VecDeque<Command>,
    /// Since when nothing can be stored.
    trouble: Option<Instant>,
    /// Whether the table belongs to another server now: the task ends.
    lost: bool,
    /// Who tells the game in another program's words.
    followers: Vec<mpsc::UnboundedSender<Change>>,
}

impl Table {
    async fn begin(&mut self) {
        self.note_absence();
        if let Some(proposal) = self.history.propose_chance(&self.stored.secret) {
            self.commit_own(proposal).await;
        }
        if self.history.game().outcome().is_some() && self.stored.finished == 0 {
            // its last move was stored by a server that was killed before it could note the end
            self.note_the_end().await;
        }
        self.go_on();
        self.gather().await;
    }

    async fn next(&mut self) -> Option<Command> {
        match self.held.pop_front() {
            Some(command) => Some(command),
            None => self.commands.recv().await,
        }
    }

    /// Answers what changes nothing that is stored; gives back what does.
    fn answer(&mut self, command: Command) -> Option<Command> {
        match command {
            Command::Join { token, sender, reply } => self.join(token, sender, reply),
            Command::Leave(connection) => {
                self.clients.remove(connection);
                self.note_absence();
                self.go_on();
            }
            Command::Sync(connection) => self.resend(connection, None),
            Command::Follow(reply) => self.begin_following(reply),
            Command::Info(reply) => {
                let _ = reply.send(self.info());
            }
            Command::Board(reply) => {
                let _ = reply.send(self.history.has_begun().then(|| self.history.game().fork()));
            }
            Command::Coach { token, reply } => {
                let seat = self.stored.seats.iter().position(|s| secret::matches(&token, &s.token_hash));
                let copy = |seat| (self.history.stored(), Seat(seat as u8), self.history.game().fork());
                let _ = reply.send(seat.filter(|_| self.history.has_begun()).map(copy));
            }
            Command::Keep => self.keep_listed(),
            Command::Record(reply) => {
                let over = self.can_be_looked_at();
                let _ = reply.send(over.then(|| self.history.finished(&self.stored.secret)));
            }
            Command::Explore { moves, reply } => {
                let over = self.can_be_looked_at();
                let _ = reply.send(over.then(|| self.history.decision(moves)));
            }
            Command::Replay { moves, reply } => {
                let over = self.can_be_looked_at();
                let _ = reply.send(over.then(|| replayed(&self.history, &self.around(), moves)));
            }
            Command::Bot(n) => self.think(n),
            Command::Rematch(table) => {
                self.clients.tell_all(&ToClient::Rematch { table: table.clone() });
                self.rematch = Some(table);
            }
            change => return Some(change),
        }
        None
    }

    /// Carries out what is stored.
    async fn change(&mut self, command: Command) {
        match command {
            Command::Act { connection, n, action, id } => self.act(connection, n, &action, &id).await,
            Command::Commit { connection, hash, id } => {
                self.add_to_dice(connection, |seat| DiceLine::Commit(seat, hash), &id).await;
            }
            Command::Open { connection, bytes, id } => {
                self.add_to_dice(connection, |seat| DiceLine::Open(seat, bytes), &id).await;
            }
            Command::Undo { connection, n, id } => self.undo(connection, n, &id).await,
            Command::Chat { connection, text, id } => self.say(connection, text, id).await,
            Command::Sit { seat, name, id, reply } => {
                let _ = reply.send(self.sit(seat, &name, &id).await);
            }
            Command::Depart { token, how, id, reply } => {
                let _ = reply.send(self.depart(&token, how, &id).await);
            }
            Command::Vote { token, motion, yes, reply } => {
                let _ = reply.send(self.vote(&token, motion, yes).await);
            }
            Command::ActFor { n, what, reply } => {
                let _ = reply.send(self.act_for_follower(n, what).await);
            }
            Command::Elsewhere(seats) => self.note_elsewhere(seats).await,
            Command::SayFor { seat, text, id } => self.say_for(seat, text, id).await,
            Command::Rename { seat, name } => self.rename(seat, &name).await,
            Command::Expire(reply) => {
                self.expire().await;
                let _ = reply.send(());
            }
            Command::BotActs { n, seat, action } => {
                if !self.has_ended() && n == self.history.stored() && self.bot_name(seat).is_some() {
                    self.act_for(seat, &action).await;
                } else {
                    // a person came back while the bot was thinking; another bot may be waiting
                    self.woken = self.woken.filter(|&woken| woken != n);
                    self.go_on();
                }
            }
            Command::Tick => self.tick().await,
            Command::StepDown => self.lost = !planted!("keeps-lost-table"),
            other => {
                self.answer(other);
            }
        }
        if self.trouble.is_some() {
            self.wait_for_the_store().await;
        }
    }

    /// An action of the server for a seat: a bot's, or the plainest one when time is over.
    async fn act_for(&mut self, seat: Seat, action: &str) {
        match self.history.propose(seat, action, &self.stored.secret) {
            Ok(proposal) => self.commit_own(proposal).await,
            Err(reason) => {
                let table = &self.stored.id;
                tracing::error!(table, %seat, action, %reason, "the server chose an illegal action");
            }
        }
    }

    fn is_over(&self) -> bool {
        self.has_ended() || self.history.has_begun() && self.history.game().outcome().is_some()
    }

    /// Whether everybody may see everything: the game is over, and there was one.
    fn can_be_looked_at(&self) -> bool {
        self.is_over() && self.history.has_begun()
    }

    /// Whether the game ended without a winner.
    fn has_ended(&self) -> bool {
        !self.stored.ended.is_empty()
    }

    /// The seats the table waits for.
    fn waited_for(&self) -> &[Seat] {
        if self.has_ended() || !self.history.has_begun() { &[] } else { self.history.game().waited_for() }
    }

    /// Wakes bots and sets clocks for the state as it is.
    fn go_on(&mut self) {
        let waiting = self.waited_for().to_vec();
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
            let pause = if patient { self.pace.answer_time() } else { self.pace.bot_pause };
            self.later(Instant::now() + pause, Command::Bot(n));
        }
        self.set_alarm();
    }

    /// One tick is under way at most, unless an earlier one is needed.
    fn set_alarm(&mut self) {
        // a bot plays for leavers, or those who are here may decide about them
        let leaving = (self.stored.wishes.leavers.is_some() || !self.clients.is_empty()) && !self.is_over();
        let away = self.away.values().map(|since| *since + self.pace.leaver_after);
        let due = away.filter(|due| leaving && *due > Instant::now()).chain(self.clocks.next());
        let due = due.chain(self.dice_due).min();
        let Some(due) = due else { return };
        if self.alarm.is_none_or(|alarm| due < alarm) {
            self.alarm = Some(due);
            self.later(due, Command::Tick);
        }
    }

    fn later(&self, when: Instant, command: Command) {
        let queue = self.queue.clone();
        crate::seams::spawn(async move {
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
        self.gather().await;
        self.tell_seats();
        // whoever has been away too long is not waited for any more
        if !self.votes.is_empty()
            && let Err(refusal) = self.count_votes().await
        {
            tracing::warn!(reason = refusal.reason, "a vote could not be carried out");
        }
        self.go_on();
    }

    /// A bot thinks beside the table, so that nobody waits for it but its own game.
    fn think(&self, n: usize) {
        if n != self.history.stored() || self.has_ended() {
            return; // the game moved on meanwhile; whoever moved it woke the bots again
        }
        let game = self.history.game();
        let mut bots: Vec<Seat> =
            game.waited_for().iter().copied().filter(|&s| self.bot_name(s).is_some()).collect();
        // who waits for answers lets the others go first
        bots.sort_by_key(|&s| game.patient(s));
        let Some((seat, bot)) = bots.first().and_then(|&s| Some((s, self.bot_name(s)?.to_owned()))) else {
            return;
        };
        let seed = secret::derive(&self.stored.secret, &format!("bot/{n}"));
        let (game, queue, own) =
            (self.history.game().fork(), self.queue.clone(), self.history.latest_of(seat));
        self.bots.think(queue, move || {
            let action = game.decide(&bot, seat, seed, &own)?;
            Some(Command::BotActs { n, seat, action })
        });
    }

    fn refuse(&mut self, connection: u64, id: &str, refusal: Refusal) {
        let Refusal { reason, later } = refusal;
        self.clients.tell(connection, &ToClient::Refused { reason, id: Some(id.to_owned()), later });
    }

    fn resend(&mut self, connection: u64, answers: Option<&str>) {
        let around = self.around();
        self.clients.send_full(connection, &self.history, &around, answers);
    }

    fn around(&self) -> Around {
        let (seats, clocks) = (self.seat_infos(), self.clocks.left());
        Around { seats, clocks, secret: self.stored.secret.clone(), ended: self.stored.ended.clone() }
    }
}
