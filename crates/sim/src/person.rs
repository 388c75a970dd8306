//! A person with a browser: comes to a table, acts when it is its turn, and asks again with the same id until it is
//! answered.

use crate::journal::Asked;
use crate::net::{ANSWER, End};
use crate::pledge::{Gathered, Pledge};
use crate::seen::{Seen, Told};
use crate::world::{Phase, World, lock};
use axum::extract::ws::Message;
use serde_json::{Value, json, value::RawValue};
use std::sync::Arc;
use std::time::Duration;
use tokio::time::{Instant, sleep, sleep_until};

/// How long a person stays at a table.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Way {
    /// Until the game is over.
    UntilOver,
    /// For so long.
    For(Duration),
}

/// An intent that is not answered yet.
#[derive(Clone, Debug)]
struct Pending {
    id: String,
    text: String,
    sent: Option<Instant>,
    /// When to send it again at the earliest.
    again: Instant,
}

pub(crate) struct Person {
    pub(crate) world: Arc<World>,
    pub(crate) name: String,
    table: String,
    /// What the table is like on this connection: before the game begins who gathers, then the state.
    gathered: Option<Gathered>,
    seen: Option<Seen>,
    /// What this person adds to the dice of the table.
    pledge: Pledge,
    log: Vec<Box<RawValue>>,
    pending: Option<Pending>,
    /// When this person does something next.
    acts: Instant,
}

impl Person {
    pub(crate) fn new(world: &Arc<World>, name: &str) -> Self {
        Self {
            world: world.clone(),
            name: name.to_owned(),
            table: String::new(),
            gathered: None,
            seen: None,
            pledge: Pledge::new(world),
            log: Vec::new(),
            pending: None,
            acts: Instant::now(),
        }
    }

    /// The server a browser reaches now.
    pub(crate) fn server(&self) -> usize {
        self.world.below(self.world.servers() as u64) as usize
    }

    /// Notes what is wanted, if nothing is yet.
    pub(crate) fn want(&self, what: &str) {
        let mut journal = lock(&self.world.journal);
        let person = journal.person(&self.name);
        person.wants.get_or_insert_with(|| (what.to_owned(), Instant::now()));
    }

    /// Nothing is wanted.
    pub(crate) fn content(&self) {
        lock(&self.world.journal).person(&self.name).wants = None;
    }

    /// Plays at a table, over as many connections as it takes; `false` if it is time to go home.
    pub(crate) async fn play(&mut self, table: &str, token: Option<String>, way: Way) -> bool {
        self.table = table.to_owned();
        (self.seen, self.pending) = (None, None);
        self.pledge = Pledge::new(&self.world);
        let until = if let Way::For(time) = way { Some(Instant::now() + time) } else { None };
        {
            let mut journal = lock(&self.world.journal);
            let person = journal.person(&self.name);
            (person.table, person.n, person.over) = (Some(table.to_owned()), None, false);
            (person.wants, person.cannot_save) = (None, false);
        }
        let phase = self.world.phase.clone();
        loop {
            let stays = tokio::select! {
                biased;
                _ = phase.wait_for(|phase| *phase == Phase::Home) => false,
                stays = self.one_connection(token.as_deref(), until) => stays,
            };
            if phase.get() == Phase::Home {
                lock(&self.world.journal).people.remove(&self.name);
                return false;
            }
            if !stays {
                lock(&self.world.journal).person(&self.name).table = None;
                self.content();
                return true;
            }
            self.want("a connection");
            sleep(self.world.millis(50, 1_000)).await;
        }
    }

    /// Talks over one connection; `false` if this person is done with the table.
    async fn one_connection(&mut self, token: Option<&str>, mut until: Option<Instant>) -> bool {
        let server = self.server();
        let Some(mut end) = self.world.connect(server, &self.table).await else { return true };
        let hello = json!({ "type": "hello", "token": token }).to_string();
        if !end.send(&Message::Text(hello.into()), false) {
            return true;
        }
        self.log.clear();
        (self.seen, self.gathered) = (None, None);
        lock(&self.world.journal).person(&self.name).cannot_save = false;
        let deadline = Instant::now() + ANSWER;
        loop {
            let next = self.wakes(deadline, until);
            tokio::select! {
                biased;
                message = end.receive() => match message {
                    None => return true,
                    Some(Message::Text(text)) => {
                        if !self.hear(&text) {
                            return true;
                        }
                        if self.seen.as_ref().is_some_and(|seen| seen.over.is_some()) && until.is_none() {
                            sleep(self.world.millis(0, 1_500)).await;
                            // who made the table goes on with another one; when nothing new begins, everybody stays
                            if self.world.phase.get() == Phase::Play {
                                return false;
                            }
                        }
                    }
                    Some(Message::Ping(_)) => {
                        end.send(&Message::Pong(Default::default()), false);
                    }
                    Some(Message::Close(frame)) => {
                        if frame.as_ref().is_some_and(|f| f.code == 4001) {
                            self.world.broken(format!("{} lost its seat at {}", self.name, self.table));
                            return false;
                        }
                        return true;
                    }
                    Some(_) => {}
                },
                () = sleep_until(next) => {
                    let now = Instant::now();
                    if until.is_some_and(|until| now >= until) {
                        if self.world.phase.get() == Phase::Play {
                            return false;
                        }
                        until = None; // stays to the end
                    }
                    if !self.is_shown_something() && now >= deadline {
                        return true; // nobody answers here
                    }
                    if self.silent(now) {
                        self.world.note(|| format!("{} has no answer and comes again", self.name));
                        return true;
                    }
                    self.do_something(&mut end);
                }
            }
        }
    }

    /// When to look up next.
    fn wakes(&self, deadline: Instant, until: Option<Instant>) -> Instant {
        let mut next = if self.is_shown_something() { self.acts } else { deadline };
        if let Some(pending) = self.pending.as_ref().filter(|_| self.is_shown_something()) {
            next = pending.sent.map_or(pending.again, |sent| sent + ANSWER);
        }
        until.map_or(next, |until| next.min(until))
    }

    /// Whether this connection has told anything of the table.
    fn is_shown_something(&self) -> bool {
        self.seen.is_some() || self.gathered.is_some()
    }

    /// Whether an intent was sent on this connection and nobody answered.
    fn silent(&self, now: Instant) -> bool {
        let sent = self.pending.as_ref().and_then(|pending| pending.sent);
        self.is_shown_something() && sent.is_some_and(|sent| now >= sent + ANSWER)
    }

    /// Sends the intent that waits, or begins a new one.
    fn do_something(&mut self, end: &mut End) {
        let now = Instant::now();
        if !self.is_shown_something() {
            return;
        }
        if self.pending.is_none() {
            self.acts = now + self.world.millis(100, 1_500);
            let Some((id, message, said)) = self.wish() else { return };
            self.note_wish(&id, said);
            self.pending = Some(Pending { id, text: message.to_string(), sent: None, again: now });
        }
        if let Some(pending) = self.pending.as_mut().filter(|p| p.sent.is_none() && p.again <= now) {
            pending.sent = Some(now);
            let text = pending.text.clone();
            self.world.note(|| format!("{} sends {text}", self.name));
            end.send(&Message::Text(text.into()), true);
        }
    }

    /// Something to ask for: its id, the message, and whether it is something said.
    fn wish(&self) -> Option<(String, Value, bool)> {
        let world = &self.world;
        let Some(seen) = &self.seen else {
            // also when nothing new begins: the others wait for it
            return self.pledge.answer(self.gathered.as_ref()?).map(|(id, message)| (id, message, false));
        };
        if world.phase.get() != Phase::Play || seen.over.is_some() {
            return None;
        }
        let id = world.id();
        let legal: Vec<&String> = seen.choices.iter().filter_map(|c| c.action.as_ref()).collect();
        let said = world.happens(world.talk);
        let message = if said {
            json!({ "type": "chat", "text": format!("{} says {id}", self.name), "id": id })
        } else if seen.can_undo && world.happens(300) {
            json!({ "type": "undo", "n": seen.n, "id": id })
        } else if seen.you.is_some() && !legal.is_empty() {
            let action = legal[world.below(legal.len() as u64) as usize];
            json!({ "type": "act", "n": seen.n, "action": action, "id": id })
        } else {
            return None;
        };
        Some((id, message, said))
    }

    /// Puts down what is asked for, and that an answer is waited for.
    fn note_wish(&self, id: &str, said: bool) {
        let mut journal = lock(&self.world.journal);
        if journal.asked(id).is_none() {
            journal.asked.push(Asked {
                table: self.table.clone(),
                who: self.name.clone(),
                id: id.to_owned(),
                said,
                first_sent: Instant::now(),
                acknowledged: None,
                refused: None,
            });
        }
        drop(journal);
        self.want(&format!("an answer to {id}"));
    }

    /// Reads a message; `false` if the connection is of no use.
    fn hear(&mut self, text: &str) -> bool {
        if text.starts_with("{\"type\":\"state\"") {
            match serde_json::from_str::<Seen>(text) {
                Ok(seen) => self.see(seen),
                Err(error) => self.world.broken(format!("{} cannot read a state: {error}", self.name)),
            }
            return true;
        }
        if text.starts_with("{\"type\":\"gathering\"") {
            match serde_json::from_str::<Gathered>(text) {
                Ok(now) => self.gather(now, text),
                Err(error) => self.world.broken(format!("{} cannot read a gathering: {error}", self.name)),
            }
            return true;
        }
        let Ok(told) = serde_json::from_str::<Told>(text) else {
            self.world.broken(format!("{} cannot read {text:.200}", self.name));
            return false;
        };
        match told {
            Told::Refused { id: Some(id), reason, later } => self.refused(&id, reason, later),
            Told::Refused { id: None, reason, .. } => {
                self.world.note(|| format!("{} hears: {reason}", self.name));
            }
            Told::Saving { works } => {
                self.world.note(|| format!("{} hears that saving works: {works}", self.name));
                lock(&self.world.journal).person(&self.name).cannot_save = !works;
            }
            Told::Chat { n, text, id } => self.heard(n, text, id),
            Told::Said { lines } => lines.into_iter().for_each(|line| self.heard(line.n, line.text, line.id)),
            Told::Other => {}
        }
        true
    }

    /// The game has not begun.
    fn gather(&mut self, now: Gathered, text: &str) {
        let first = !self.is_shown_something();
        let world = self.world.clone();
        world.note(|| format!("{} at {}: {now:?}", self.name, self.table));
        if self.seen.is_some() {
            world.broken(format!("the game of {} had begun and {} is told to wait", self.table, self.name));
        }
        self.pledge.judge(&world, &self.table, &self.name, &now, text);
        if let Some(id) = &now.answers {
            self.acknowledged(&id.clone());
        }
        {
            let mut journal = lock(&world.journal);
            let person = journal.person(&self.name);
            (person.n, person.over) = (Some(now.lines()), now.ended.is_some());
        }
        self.arrive(first);
        self.gathered = Some(now);
    }

    /// After every news of a table; what waits is sent again on a new connection.
    fn arrive(&mut self, first: bool) {
        if first {
            if let Some(pending) = &mut self.pending {
                (pending.sent, pending.again) = (None, Instant::now());
            } else {
                self.content();
            }
        }
        self.acts = Instant::now() + self.world.millis(50, 1_500);
    }

    fn see(&mut self, seen: Seen) {
        let first = !self.is_shown_something();
        let world = self.world.clone();
        world.note(|| {
            let answers = seen.answers.as_deref().map_or(String::new(), |id| format!(", the answer to {id}"));
            format!("{} sees {} at {}{answers}", self.name, seen.n, self.table)
        });
        let stored = world.memory.length(&self.table);
        if seen.n > stored {
            world.broken(format!(
                "{} sees {} lines at {}, {stored} are stored",
                self.name, seen.n, self.table
            ));
        }
        if seen.log_from > self.log.len() {
            world.broken(format!("{} lacks lines of the log of {}", self.name, self.table));
        }
        self.log.truncate(seen.log_from);
        self.log.extend(seen.log.iter().cloned());
        if seen.over.as_ref().is_none_or(|over| over.ended.is_none()) {
            self.compare(&seen);
        }
        if let Some(id) = &seen.answers {
            self.acknowledged(&id.clone());
        }
        {
            let mut journal = lock(&world.journal);
            let person = journal.person(&self.name);
            (person.n, person.over) = (Some(seen.n), seen.over.is_some());
        }
        self.arrive(first);
        self.seen = Some(seen);
    }

    /// Whoever sits in the same seat sees the same after the same number of lines.
    fn compare(&self, seen: &Seen) {
        let (digest, key) = (seen.digest(&self.log), (self.table.clone(), seen.n, seen.you));
        let mut journal = lock(&self.world.journal);
        let own = journal.seated.iter().find(|s| s.0 == self.table && s.3 == self.name).map(|s| s.1 as u8);
        let (before, who) = journal.shown.entry(key).or_insert_with(|| (digest, self.name.clone())).clone();
        drop(journal);
        if own != seen.you {
            let what = format!("{} of seat {own:?} is shown what {:?} sees", self.name, seen.you);
            self.world.broken(what);
        }
        if before != digest {
            let what = format!("{} and {who} see {} of {} differently", self.name, seen.n, self.table);
            self.world.broken(what);
        }
    }

    fn heard(&mut self, n: u64, text: String, id: String) {
        let key = (self.table.clone(), n);
        let before = lock(&self.world.journal).heard.entry(key).or_insert((text.clone(), id.clone())).clone();
        if before != (text.clone(), id.clone()) {
            self.world.broken(format!("line {n} of the chat of {} changed to {text:?}", self.table));
        }
        self.acknowledged(&id);
    }

    fn acknowledged(&mut self, id: &str) {
        if self.pending.as_ref().is_some_and(|pending| pending.id == id) {
            self.pending = None;
            self.content();
            if let Some(asked) = lock(&self.world.journal).asked(id) {
                asked.acknowledged.get_or_insert_with(Instant::now);
            }
        }
    }

    fn refused(&mut self, id: &str, reason: String, later: bool) {
        self.world.note(|| format!("{} is refused {id}: {reason}", self.name));
        let Some(pending) = self.pending.as_mut().filter(|pending| pending.id == id) else { return };
        if later {
            (pending.sent, pending.again) = (None, Instant::now() + self.world.millis(50, 600));
            return;
        }
        self.pending = None;
        self.content();
        if let Some(asked) = lock(&self.world.journal).asked(id) {
            asked.refused = Some(reason);
        }
    }
}
