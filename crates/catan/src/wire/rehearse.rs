//! A recording of the real server played to our host: the same client lines, the same dice, and every line we
//! say held against what the real server said.

use super::host::{Door, GameRequest, Greeting, Host, Knock};
use super::speech::{Speech, card_of, counts_of, kind_of};
use super::verify::{BadTranscript, Traffic, Transcript};
use crate::game::{Action, Catan, Options, Phase, Ruleset};
use crate::map::Card;
use crate::text::pioneers::Number;
use hexwright_core::{Actor, Game as _, Seat, Turn, Viewer};
use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

/// What came of a rehearsal.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rehearsal {
    /// Client lines played to our host.
    pub commands: usize,
    /// Lines of the server that ours equal.
    pub equal: usize,
    /// The first client line after which ours differ, and how; the rest of the recording is not played.
    pub parted: Option<(u64, String)>,
    /// Client lines left because of that.
    pub left: usize,
}

/// Plays a recording to our host. `installed` is the text of the map it names, if it names one.
///
/// # Errors
/// If it cannot be played at all.
pub fn rehearse(transcript: &Transcript, installed: Option<&[u8]>) -> Result<Rehearsal, BadTranscript> {
    let mut map = transcript.map(installed)?;
    map.numbers[Number::Players] = transcript.players() as i32;
    let setup = map.setup_as_written();
    let options = Options { card_slips: true, ..Options::on_map(&setup, Ruleset::Pioneers) };
    let game = Catan::at_sea(&setup, &setup.draw(0), options, transcript.players());
    let host = Host::new(Arc::new(game.map_err(|e| e.to_string())?), map);
    let mut stage =
        Stage { host, doors: BTreeMap::new(), loaded: false, seats: transcript.players(), ours: Vec::new() };
    Ok(stage.play(&transcript.traffic))
}

struct Stage {
    host: Host,
    /// Connections that have not entered yet.
    doors: BTreeMap<usize, Door>,
    /// The administrator has fixed the dice.
    loaded: bool,
    seats: usize,
    /// What was said at a door.
    ours: Vec<(usize, String)>,
}

/// How a recording says that a connection was closed.
const CLOSED: &str = "@closed";

/// Whether a line comes from the administrator's port, which our host does not have.
fn is_of_admin(line: &str) -> bool {
    line == "NOTE The dice roll has been determined by the administrator."
        || line == "NOTE1 The administrator has manipulated this game.|%s"
}

impl Stage {
    fn play(&mut self, traffic: &[Traffic]) -> Rehearsal {
        let mut rehearsal = Rehearsal::default();
        let is_command = |row: &Traffic| row.dir == "c2s";
        let mut at = 0;
        while at < traffic.len() {
            let next = traffic[at + 1..].iter().position(is_command).map_or(traffic.len(), |n| at + 1 + n);
            let (first, answers) = (&traffic[at], &traffic[at..next]);
            let answers: Vec<&Traffic> = answers.iter().filter(|row| !is_command(row)).collect();
            if let Err(what) = self.group(first, &answers) {
                let what = format!("seat {} `{}`: {what}", first.seat, first.line);
                rehearsal.parted = Some((first.seq, what));
                rehearsal.left = traffic[at..].iter().filter(|row| is_command(row)).count();
                return rehearsal;
            }
            rehearsal.commands += usize::from(is_command(first));
            rehearsal.equal += answers.iter().filter(|row| row.seat >= 0 && !is_of_admin(&row.line)).count();
            at = next;
        }
        rehearsal
    }

    /// A client line with all its consequences.
    fn group(&mut self, first: &Traffic, answers: &[&Traffic]) -> Result<(), String> {
        if first.dir == "c2s" && first.seat < 0 {
            self.admin(&first.line)?;
        } else if first.dir == "c2s" {
            self.command(first.seat as usize, &first.line, answers)?;
        }
        let mut ours = std::mem::take(&mut self.ours);
        ours.extend(self.host.lines());
        let mut said: BTreeMap<usize, VecDeque<String>> = BTreeMap::new();
        ours.into_iter().for_each(|(number, line)| said.entry(number).or_default().push_back(line));
        for row in answers.iter().filter(|row| row.seat >= 0 && !is_of_admin(&row.line)) {
            let number = row.seat as usize;
            let comes = !self.host.has_guest(number) && !self.doors.contains_key(&number);
            if comes && self.host.is_over() {
                let lines = [Door::OVER, CLOSED].map(str::to_owned);
                said.entry(number).or_insert_with(|| lines.into());
            }
            if row.line == Door::FIRST {
                self.doors.insert(number, Door::default());
                continue;
            }
            if let Some(omitted) = row.line.strip_prefix("@omitted ") {
                let lines = said.entry(number).or_default();
                let count = lines.iter().position(|line| line == "end").unwrap_or(0);
                lines.drain(..count);
                if count.to_string() != omitted {
                    return Err(format!("the map has {omitted} lines there, {count} here"));
                }
                continue;
            }
            let ours = said.entry(number).or_default().pop_front();
            if ours.as_deref() != Some(row.line.as_str()) {
                let ours = ours.map_or_else(|| "nothing".to_owned(), |line| format!("`{line}`"));
                return Err(format!("seat {number} hears `{}` there, {ours} here", row.line));
            }
        }
        if let Some((number, lines)) = said.into_iter().find(|(_, lines)| !lines.is_empty()) {
            return Err(format!("seat {number} hears `{}` here, nothing there", lines[0]));
        }
        Ok(())
    }

    fn command(&mut self, number: usize, line: &str, answers: &[&Traffic]) -> Result<(), String> {
        if line == CLOSED {
            if let Some(step) = self.host.left_open(number) {
                self.host.take_back(step).map_err(|e| e.to_string())?;
            }
            self.host.leave(number);
            return Ok(());
        }
        if let Some(door) = self.doors.get_mut(&number) {
            match door.hear(line) {
                Greeting::Ask(line) => self.ours.push((number, line)),
                Greeting::Refuse(line) => self.ours.extend([(number, line), (number, CLOSED.to_owned())]),
                Greeting::Wait => {}
                Greeting::Enter(Knock::Seat(name) | Knock::Watch(name)) => {
                    self.doors.remove(&number);
                    self.host.seat_guest(number, name.as_deref());
                }
            }
            return Ok(());
        }
        let Some(wish) = self.host.hear(number, line) else { return Ok(()) };
        match wish {
            GameRequest::TakeBack(step) => self.host.take_back(step).map_err(|e| e.to_string())?,
            GameRequest::Steps(steps) => {
                for (seat, action) in steps {
                    self.step(seat, action, answers)?;
                }
            }
        }
        for (seat, action) in self.host.forced() {
            self.step(seat, action, answers)?;
        }
        Ok(())
    }

    /// Plays a step and the chance that follows, as it fell in the recording.
    fn step(&mut self, seat: usize, action: Action, answers: &[&Traffic]) -> Result<(), String> {
        let actor = Actor::Seat(Seat(seat as u8));
        self.host.play(actor, action).map_err(|e| format!("{action:?} is refused here: {e}"))?;
        while self.host.game().turn(self.host.position()) == Turn::Chance {
            let outcome = self.outcome(answers)?;
            if self.loaded {
                self.host.play_unchecked(outcome);
            } else {
                let played = self.host.play(Actor::Chance, outcome);
                played.map_err(|e| format!("{outcome:?} is impossible here: {e}"))?;
            }
        }
        Ok(())
    }

    fn outcome(&mut self, answers: &[&Traffic]) -> Result<Action, String> {
        let phase = self.host.game().view(self.host.position(), Viewer::Spectator).phase;
        let found = answers.iter().find_map(|row| {
            let speech = Speech::of(&row.line, None);
            match (phase, speech.words.as_slice()) {
                (Phase::Dice, ["rolled", a, b]) => Some(Action::Dice(a.parse().ok()?, b.parse().ok()?)),
                (Phase::Theft, ["stole", kind, "from", _]) => Some(Action::Stolen(kind_of(kind)?)),
                (Phase::Draw, ["bought-develop", kind]) => {
                    let kind = kind.parse().ok()?;
                    let card = card_of(kind)?;
                    if card == Card::VictoryPoint {
                        self.host.deal_point_card(kind);
                    }
                    Some(Action::Drawn(card))
                }
                _ => None,
            }
        });
        found.ok_or_else(|| "our rules ask for chance, the recording has none".to_owned())
    }

    /// Settings of the administrator are part of a scenario.
    fn admin(&mut self, line: &str) -> Result<(), String> {
        let words: Vec<&str> = line.split(' ').collect();
        let unsigned = |counts: [i32; 5]| counts.map(|n| n.max(0) as u16);
        match words.as_slice() {
            ["admin", "set-assets", seat, cards @ ..] => {
                let seat: usize = seat.parse().map_err(|_| "no such seat")?;
                let counts = unsigned(counts_of(cards).ok_or("no numbers")?);
                self.host.force(|game, position| game.force_hand(position, seat.min(self.seats - 1), counts));
            }
            ["admin", "set-bank", cards @ ..] => {
                let counts = unsigned(counts_of(cards).ok_or("no numbers")?);
                self.host.force(|game, position| game.force_bank(position, counts));
            }
            ["admin", "fix-dice", number] => self.loaded = !matches!(*number, "0" | "1"),
            _ => return Ok(()),
        }
        Ok(())
    }
}

impl Host {
    /// Changes the position by hand, as the administrator of a real server may.
    fn force(&mut self, change: impl FnOnce(&Catan, &mut crate::game::CatanPosition)) {
        let (game, position) = self.parts();
        change(game, position);
    }

    /// Plays an outcome of loaded dice.
    fn play_unchecked(&mut self, outcome: Action) {
        let mut after = self.position().clone();
        self.game().play_unchecked(&mut after, Actor::Chance, &outcome);
        self.put(Actor::Chance, outcome, after);
    }
}
