//! A recorded real game or scenario held against our rules, line by line.

use super::mirror::Mirror;
use super::predict::{predict, predict_choice};
use super::speech::{Speech, counts_of};
use crate::game::MAX_SEATS;
use crate::text::pioneers::{Cell, Leniency, Number, PioneersMap, Port, Switch, letters, read};
use serde::Deserialize;
use serde_json::Value;

/// A line of traffic.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct Traffic {
    pub(super) seq: u64,
    pub(super) seat: i32,
    pub(super) dir: String,
    pub(super) line: String,
}

/// A recording taken apart.
#[derive(Clone, Debug)]
pub struct Transcript {
    header: Value,
    pub(super) traffic: Vec<Traffic>,
    result: Option<Value>,
}

/// What came of holding a recording against our rules.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Verdict {
    /// Lines of traffic played.
    pub rows: usize,
    /// Client commands whose answer was predicted, text included.
    pub predicted: usize,
    /// Comparisons of all hands, the bank, awards and the winner.
    pub comparisons: usize,
    /// Facts of a scenario that hold.
    pub facts: usize,
    /// Free pieces the server granted beyond the rules.
    pub holes: usize,
    /// A scenario about a server mistake ends where our rules refuse it: there.
    pub refused_hole: Option<String>,
    /// Where our rules and the server part, with the line number; empty if the recording verifies.
    pub disagreements: Vec<(u64, String)>,
}

/// Why a recording cannot be read, or not be played at all.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}{what}", line.map_or_else(String::new, |line| format!("line {line}: ")))]
pub struct BadTranscript {
    /// The number of the line, from 1; `None` if the whole recording is meant.
    pub line: Option<usize>,
    /// What is wrong.
    pub what: String,
}

impl BadTranscript {
    fn at(line: usize, what: impl ToString) -> Self {
        Self { line: Some(line), what: what.to_string() }
    }
}

impl From<String> for BadTranscript {
    fn from(what: String) -> Self {
        Self { line: None, what }
    }
}

impl Transcript {
    /// Reads a recording: one JSON object a line.
    ///
    /// # Errors
    /// The line that is none.
    pub fn read(text: &str) -> Result<Self, BadTranscript> {
        let mut lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
        let parse = |(number, line): (usize, &str)| -> Result<Value, BadTranscript> {
            serde_json::from_str(line).map_err(|e| BadTranscript::at(number + 1, e))
        };
        let header = parse(lines.next().ok_or_else(|| "the file is empty".to_owned())?)?;
        if header["kind"] != "header" {
            return Err(BadTranscript::at(1, "expected a header, found another object"));
        }
        let (mut traffic, mut result) = (Vec::new(), None);
        for line in lines {
            let number = line.0 + 1;
            let value = parse(line)?;
            if value["kind"] == "result" {
                result = Some(value);
            } else {
                traffic.push(serde_json::from_value(value).map_err(|e| BadTranscript::at(number, e))?);
            }
        }
        Ok(Self { header, traffic, result })
    }

    /// Name of the installed map it was played on; `None` if it carries its own.
    #[must_use]
    pub fn map_name(&self) -> Option<&str> {
        self.header["map"].as_str()
    }

    /// The map as played: its own or the installed one, options of the server and the shuffle applied.
    pub(super) fn map(&self, installed: Option<&[u8]>) -> Result<PioneersMap, String> {
        let own: Option<String> = self.header["map"]
            .as_array()
            .map(|lines| lines.iter().filter_map(Value::as_str).map(|l| format!("{l}\n")).collect());
        let bytes = match (&own, installed) {
            (Some(text), _) => text.as_bytes(),
            (None, Some(bytes)) => bytes,
            (None, None) => return Err("the map is not at hand".to_owned()),
        };
        let mut map = read("map.game", bytes, Leniency::Lenient).value.ok_or("the map has errors")?;
        let options: Vec<&str> = self.header["server_options"]
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(Value::as_str)
            .collect();
        for pair in options.windows(2) {
            let Ok(value) = pair[1].parse::<i32>() else { continue };
            match pair[0] {
                "-v" => map.numbers[Number::VictoryPoints] = value,
                "-R" => map.numbers[Number::SevensRule] = value,
                "-D" => map.numbers[Number::DiceDecks] = value,
                "-C" => map.numbers[Number::RemovedDiceCards] = value,
                "-d" => map.switches[Switch::DiceDeck] = value != 0,
                _ => {}
            }
        }
        let drawn = |key: &str| self.header["shuffle"][key].as_str().unwrap_or("").bytes();
        let (mut land, mut ports) = (drawn("land"), drawn("ports"));
        let places: Vec<usize> = map.places().filter_map(|place| map.index(place)).collect();
        for index in places {
            match &mut map.cells[index] {
                Cell::Land { terrain, .. } => {
                    if let Some(new) = land.next().and_then(letters::terrain) {
                        *terrain = new;
                    }
                }
                Cell::Sea { port: Some(Port { kind, .. }), .. } => {
                    if let Some(new) = ports.next().and_then(letters::port) {
                        *kind = new;
                    }
                }
                _ => {}
            }
        }
        Ok(map)
    }

    /// How many sit at the table.
    #[must_use]
    pub fn players(&self) -> usize {
        self.header["players"].as_u64().unwrap_or(0) as usize
    }
}

/// Plays a recording in our engine and compares everything. `installed` is the text of the map it
/// names, if it names one.
///
/// # Errors
/// If it cannot be played at all.
pub fn verify(transcript: &Transcript, installed: Option<&[u8]>) -> Result<Verdict, BadTranscript> {
    let map = transcript.map(installed)?;
    let mirror = Mirror::new(&map, transcript.players()).map_err(|e| e.to_string())?;
    let mut run = Run { transcript, mirror, verdict: Verdict::default(), group: 0 };
    run.play();
    run.verdict.holes = run.mirror.holes;
    Ok(run.verdict)
}

struct Run<'a> {
    transcript: &'a Transcript,
    mirror: Mirror,
    verdict: Verdict,
    /// First line of the group in hand.
    group: usize,
}

impl Run<'_> {
    fn play(&mut self) {
        let traffic = &self.transcript.traffic;
        let is_command = |t: &Traffic| t.dir == "c2s";
        while self.group < traffic.len() {
            let start = self.group;
            let next =
                traffic[start + 1..].iter().position(is_command).map_or(traffic.len(), |n| start + 1 + n);
            self.verdict.rows += next - start;
            let (first, answers) = (&traffic[start], &traffic[start + 1..next]);
            if is_command(first)
                && let Err(what) = self.command(first, answers)
            {
                if self.transcript.header["area"] == "hole" {
                    self.verdict.refused_hole = Some(format!("line {}: {what}", first.seq));
                    self.verdict.rows += traffic.len() - next;
                } else {
                    self.verdict.disagreements.push((first.seq, what));
                }
                return;
            }
            self.group = next;
        }
        self.result();
    }

    fn command(&mut self, command: &Traffic, answers: &[Traffic]) -> Result<(), String> {
        let players = self.transcript.players();
        let line = command.line.as_str();
        if command.seat < 0 {
            return self.admin(line);
        }
        let seat = command.seat as usize;
        let prediction = (seat < players)
            .then(|| predict(&self.mirror, seat, line).or_else(|| predict_choice(&self.mirror, seat, line)))
            .flatten();
        if let Some(prediction) = prediction {
            let error = answers
                .iter()
                .filter(|a| a.seat == command.seat)
                .find_map(|a| a.line.strip_prefix("ERR ").map(str::to_owned));
            let there = error.map_or(Ok(()), Err);
            if there != prediction {
                return Err(format!("`{line}`: {} there, {} here", answer(&there), answer(&prediction)));
            }
            self.verdict.predicted += 1;
        }
        // everything public reaches the acting seat in exact order; of a seat that left, any other
        let heard_by = |witness: i32| answers.iter().filter(move |a| a.seat == witness);
        let witness = if seat < players && heard_by(command.seat).next().is_some() {
            command.seat
        } else {
            answers.iter().map(|a| a.seat).find(|&s| s >= 0 && (s as usize) < players).unwrap_or(command.seat)
        };
        // during the handshake the seat is told what happened before it came
        if matches!(
            line.split(' ').next(),
            Some("version" | "status" | "style" | "players" | "game" | "gameinfo")
        ) {
            for answer in answers.iter().filter(|a| a.seat != command.seat) {
                self.presence(&answer.line);
            }
            return Ok(());
        }
        if line == "start" && heard_by(command.seat).count() > 1 && self.mirror.ledger.won.is_some() {
            return Ok(());
        }
        for answer in heard_by(witness) {
            let speech = Speech::of(&answer.line, Some(witness as usize).filter(|&w| w < players));
            let cause = if witness == command.seat { line } else { "" };
            self.mirror.hear(&speech, cause).map_err(|d| format!("`{}`: {d}", answer.line))?;
        }
        self.mirror.compare().map_err(|d| format!("after `{line}`: {d}"))?;
        self.verdict.comparisons += 1;
        self.facts(command, answers)
    }

    /// Seats come and go outside the game.
    fn presence(&mut self, line: &str) {
        let speech = Speech::of(line, None);
        if let (Some(seat), ["has", "quit"]) =
            (speech.seat.filter(|&s| s < MAX_SEATS), speech.words.as_slice())
        {
            self.mirror.absent[seat] = true;
        }
        if let (Some(seat), ["is", ..]) = (speech.seat.filter(|&s| s < MAX_SEATS), speech.words.as_slice()) {
            self.mirror.absent[seat] = false;
        }
    }

    /// Settings of the administrator are part of a scenario.
    fn admin(&mut self, line: &str) -> Result<(), String> {
        let words: Vec<&str> = line.split(' ').collect();
        let unsigned = |counts: [i32; 5]| counts.map(|n| n.max(0) as u16);
        match words.as_slice() {
            ["admin", "set-assets", seat, cards @ ..] => {
                let seat: usize = seat.parse().map_err(|_| "no such seat")?;
                let counts = counts_of(cards).ok_or("no numbers")?;
                let held = self.mirror.ledger.hands[seat];
                let change = std::array::from_fn(|i| counts[i] - held[i]);
                self.mirror.ledger.draw(seat, change, 1);
                let Mirror { game, position, .. } = &mut self.mirror;
                game.force_hand(position, seat, unsigned(counts));
            }
            ["admin", "set-bank", cards @ ..] => {
                let counts = counts_of(cards).ok_or("no numbers")?;
                self.mirror.ledger.bank = counts;
                let Mirror { game, position, .. } = &mut self.mirror;
                game.force_bank(position, unsigned(counts));
            }
            ["admin", "fix-dice", number] => self.mirror.loaded_dice = !matches!(*number, "0" | "1"),
            _ => {}
        }
        Ok(())
    }

    /// Facts a scenario states about this command, or about the state after it.
    fn facts(&mut self, command: &Traffic, answers: &[Traffic]) -> Result<(), String> {
        let last = answers.last().map_or(command.seq, |a| a.seq);
        for fact in self.transcript.header["facts"].as_array().into_iter().flatten() {
            if fact["seq"].as_u64() == Some(command.seq) {
                let heard = |line: &str| answers.iter().any(|a| a.seat == command.seat && a.line == line);
                let replies: Vec<&str> =
                    fact["reply"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
                if let Some(missing) = replies.iter().find(|line| !heard(line)) {
                    return Err(format!("fact: `{missing}` was not answered"));
                }
                self.verdict.facts += 1;
            }
            let after = fact["after"].as_u64().is_some_and(|seq| (command.seq..=last).contains(&seq));
            if after && fact["hands"].is_array() {
                self.same_state(&fact["hands"], &fact["bank"])?;
            }
        }
        Ok(())
    }

    fn same_state(&mut self, hands: &Value, bank: &Value) -> Result<(), String> {
        let counts = |value: &Value| -> Option<[i32; 5]> {
            let words: Vec<String> = value.as_array()?.iter().map(ToString::to_string).collect();
            counts_of(&words.iter().map(String::as_str).collect::<Vec<_>>())
        };
        for (seat, told) in hands.as_array().into_iter().flatten().enumerate() {
            if counts(told) != Some(self.mirror.ledger.hands[seat]) {
                return Err(format!("hand of seat {seat} is {told} by the administrator's account"));
            }
        }
        if counts(bank) != Some(self.mirror.ledger.bank) {
            return Err(format!("the bank is {bank} by the administrator's account"));
        }
        self.verdict.facts += 1;
        Ok(())
    }

    /// The recording's last line: winner, points, true hands and bank.
    fn result(&mut self) {
        let Some(result) = self.transcript.result.clone() else { return };
        let told = result["winner"].as_u64().map(|w| w as usize);
        let ours = self.mirror.ledger.won.map(|w| w.0);
        let mut check = || {
            if result["finished"] == true && told != ours {
                return Err(format!("winner: {told:?} there, {ours:?} here"));
            }
            self.same_state(&result["hands"], &result["bank"])
        };
        if let Err(what) = check() {
            self.verdict.disagreements.push((0, what));
        }
    }
}

fn answer(answer: &Result<(), String>) -> String {
    match answer {
        Ok(()) => "accepted".to_owned(),
        Err(text) => format!("`{text}`"),
    }
}
