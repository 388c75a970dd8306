//! Players in any language: a program that reads JSON lines and answers with JSON lines.
//!
//! ```text
//! → {"type":"hello","protocol":1,"game":"catan","seat":0,"seats":4,"seed":7,"setup":"…"}
//! ← {"type":"ready","name":"my bot"}
//! → {"type":"decide","id":1,"view":{…},"legal":["roll","play-knight"],"may_wait":false}
//! ← {"id":1,"action":0}                       the place in the list, the text itself, or "wait":true
//! → {"type":"end","scores":[10,4,5,6],"winners":[0]}
//! ```
//!
//! After `end` the same program may get another `hello`. Its standard input closes when it is no
//! longer needed. A late, wrong or missing answer loses the move: an action is drawn for the seat. A
//! program that dies or is late too often is not asked again in this game. Nothing it does can stop
//! the match.

pub mod lines;

use super::Bot;
use crate::ask::Asked;
use hexwright_core::{Fast, Game, Random, SeatSet};
use lines::{Answered, BadLine, SentQuestion};
use serde::Serialize;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// The version of the protocol.
pub const PROTOCOL: u32 = 1;

/// How patient the table is.
#[derive(Clone, Copy, Debug)]
pub struct Patience {
    /// Until the first answer after the start.
    pub start: Duration,
    /// For each decision.
    pub decision: Duration,
    /// Lost moves after which a program is not asked again in a game.
    pub lost_moves: u32,
}

impl Default for Patience {
    fn default() -> Self {
        Self { start: Duration::from_secs(30), decision: Duration::from_secs(2), lost_moves: 3 }
    }
}

/// A program that plays; running copies are kept and used again.
#[derive(Debug)]
pub struct Program {
    command: Vec<String>,
    patience: Patience,
    idle: Mutex<Vec<Process>>,
    faults: Mutex<Vec<String>>,
}

impl Program {
    /// A program by command line, split at blanks.
    #[must_use]
    pub fn new(command: &str, patience: Patience) -> Arc<Self> {
        let command = command.split_whitespace().map(str::to_owned).collect();
        Arc::new(Self { command, patience, idle: Mutex::default(), faults: Mutex::default() })
    }

    /// What went wrong so far, in words.
    #[must_use]
    pub fn faults(&self) -> Vec<String> {
        self.faults.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn fault(&self, words: String) {
        let mut faults = self.faults.lock().unwrap_or_else(PoisonError::into_inner);
        // one broken program must not fill the memory with its complaints
        if faults.len() < 1_000 {
            faults.push(words);
        }
    }

    /// A copy for one seat of one game.
    #[must_use]
    pub fn seat(self: &Arc<Self>, hello: Hello) -> ExternalBot {
        let mut bot = ExternalBot {
            program: self.clone(),
            process: None,
            name: self.command.join(" "),
            id: 0,
            lost: 0,
        };
        let kept = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        match kept.map_or_else(|| Process::start(&self.command), Ok) {
            Ok(process) => bot.greet(process, &hello),
            Err(error) => self.fault(format!("cannot start: {error}")),
        }
        bot
    }
}

/// The first message of a game.
#[derive(Clone, Debug, Serialize)]
pub struct Hello {
    /// Always `hello`.
    #[serde(rename = "type")]
    kind: &'static str,
    protocol: u32,
    game: &'static str,
    seat: u8,
    seats: usize,
    seed: u64,
    setup: String,
}

impl Hello {
    /// The greeting of a seat. The seed is the bot's own, not that of the dice.
    pub fn new<G: hexwright_core::Recorded>(game: &G, seat: hexwright_core::Seat, seed: u64) -> Self {
        Self {
            kind: "hello",
            protocol: PROTOCOL,
            game: G::NAME,
            seat: seat.0,
            seats: game.seats(),
            seed: hexwright_core::random::mix(seed ^ u64::from(seat.0)),
            setup: game.setup_text(),
        }
    }
}

#[derive(Serialize)]
struct Decide<'a, V> {
    #[serde(rename = "type")]
    kind: &'static str,
    id: u64,
    view: &'a V,
    legal: Vec<String>,
    may_wait: bool,
}

/// A seat played by a program.
#[derive(Debug)]
pub struct ExternalBot {
    program: Arc<Program>,
    process: Option<Process>,
    name: String,
    id: u64,
    lost: u32,
}

impl ExternalBot {
    fn greet(&mut self, mut process: Process, hello: &Hello) {
        let answer = process
            .send(hello)
            .and_then(|()| process.receive(self.program.patience.start))
            .and_then(|line| Ok(lines::greeting(&line)?));
        match answer {
            Ok(name) => {
                self.name = name.unwrap_or_else(|| self.name.clone());
                self.process = Some(process);
            }
            Err(words) => self.program.fault(format!("after hello: {words}")),
        }
    }

    fn ask<G: Game>(&mut self, asked: &Asked<'_, G>) -> Option<Result<Option<usize>, String>>
    where
        G::View: Serialize,
    {
        let process = self.process.as_mut()?;
        self.id += 1;
        let legal: Vec<String> = asked.legal.iter().map(|a| asked.text(a)).collect();
        let question =
            Decide { kind: "decide", id: self.id, view: asked.view.view(), legal, may_wait: asked.may_wait };
        if let Err(words) = process.send(&question) {
            return Some(Err(words));
        }
        let sent = SentQuestion { id: self.id, legal: &question.legal, may_wait: asked.may_wait };
        loop {
            match process.receive(self.program.patience.decision).and_then(|line| Ok(sent.answer(&line)?)) {
                Ok(Answered::Late) => {}
                Ok(Answered::Wait) => return Some(Ok(None)),
                Ok(Answered::Place(place)) => return Some(Ok(Some(place))),
                Err(words) => return Some(Err(words)),
            }
        }
    }

    /// Tells the program how the game ended and keeps it for the next one.
    fn end(&mut self, winners: &[u8], scores: &[i32]) {
        if let Some(mut process) = self.process.take() {
            let message = serde_json::json!({ "type": "end", "winners": winners, "scores": scores });
            if process.send(&message).is_ok() && self.lost == 0 {
                self.program.idle.lock().unwrap_or_else(PoisonError::into_inner).push(process);
            }
        }
    }
}

impl<G: Game> Bot<G> for ExternalBot
where
    G::View: Serialize,
{
    fn name(&self) -> String {
        self.name.clone()
    }

    fn decide(&mut self, asked: &Asked<'_, G>, random: &mut Fast) -> Option<usize> {
        match self.ask(asked) {
            Some(Ok(answer)) => return answer,
            Some(Err(words)) => {
                self.program.fault(format!("decision {}: {words}", self.id));
                self.lost += 1;
                let dead = self.process.as_mut().is_none_or(|p| !p.is_alive());
                if dead || self.lost >= self.program.patience.lost_moves {
                    self.process = None;
                }
            }
            None => {}
        }
        Some(random.index(asked.legal.len()))
    }

    fn over(&mut self, winners: SeatSet, scores: &[i32]) {
        let winners: Vec<u8> = winners.iter().map(|s| s.0).collect();
        self.end(&winners, scores);
    }
}

impl Drop for ExternalBot {
    fn drop(&mut self) {
        self.end(&[], &[]);
    }
}

/// A running program: its input, and its lines as they come.
#[derive(Debug)]
struct Process {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<Result<String, BadLine>>,
}

impl Process {
    fn start(command: &[String]) -> Result<Self, String> {
        let (program, arguments) = command.split_first().ok_or("the command is empty")?;
        let mut child = Command::new(program)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|e| format!("{program}: {e}"))?;
        let (input, output) = (child.stdin.take(), child.stdout.take());
        let (sender, lines) = sync_channel(16);
        if let Some(output) = output {
            // reading blocks; a thread of its own lets the table look at the clock meanwhile
            std::thread::spawn(move || forward(BufReader::new(output), &sender));
        }
        Ok(Self { child, input, lines })
    }

    fn send(&mut self, message: &impl Serialize) -> Result<(), String> {
        let mut line = serde_json::to_string(message).map_err(|e| e.to_string())?;
        line.push('\n');
        let input = self.input.as_mut().ok_or("the program takes no input")?;
        input
            .write_all(line.as_bytes())
            .and_then(|()| input.flush())
            .map_err(|_| "the program has gone".to_owned())
    }

    fn receive(&self, patience: Duration) -> Result<String, String> {
        match self.lines.recv_timeout(patience) {
            Ok(line) => Ok(line?),
            Err(RecvTimeoutError::Timeout) => Err(format!("no answer within {} ms", patience.as_millis())),
            Err(RecvTimeoutError::Disconnected) => Err("the program has gone".to_owned()),
        }
    }

    fn is_alive(&mut self) -> bool {
        matches!(self.child.try_wait(), Ok(None))
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        drop(self.input.take());
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Hands lines on until the program closes its output or says too much at once.
fn forward(mut output: impl BufRead, sender: &SyncSender<Result<String, BadLine>>) {
    while let Some(message) = lines::next(&mut output) {
        let too_much = message.is_err();
        if sender.send(message).is_err() || too_much {
            return;
        }
    }
}
