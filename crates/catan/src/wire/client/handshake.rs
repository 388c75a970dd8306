//! Coming in, at the beginning or in the middle of a game.
//!
//! All lines of the handshake are sent at once: a real server that gets them together answers them together, so
//! that nothing happens between the state it tells and the moment the seat is back.

use super::{Client, State, Trouble};
use crate::text::pioneers::{Leniency, read};
use crate::wire::mirror::{Mirror, Pass};
use crate::wire::names::Names;
use crate::wire::snapshot::Snapshot;

impl Client {
    /// A line before the game is there.
    pub(super) fn join(&mut self, line: &str, out: &mut Vec<String>) -> Result<(), Trouble> {
        if let Some(lines) = &mut self.collecting {
            if line != "end" {
                lines.push(line.to_owned());
                return Ok(());
            }
            let lines = self.collecting.take().unwrap_or_default();
            return Ok(self.collected(&lines)?);
        }
        let words: Vec<&str> = line.split(' ').collect();
        match words.as_slice() {
            ["version", "report"] => {
                let status = format!("status reconnect {}", self.name);
                let lines =
                    ["version 15", &status, "style ai hexwright", "players", "game", "gameinfo", "start"];
                out.extend(lines.map(str::to_owned));
            }
            ["game"] | ["gameinfo"] => self.collecting = Some(Vec::new()),
            ["player", seat, "of", seats, "welcome", ..] => {
                let number = |word: &str| word.trim_end_matches(',').parse::<usize>();
                let (Ok(seat), Ok(seats)) = (number(seat), number(seats)) else {
                    return Err(Trouble::Refused(line.to_owned()));
                };
                if seat >= seats {
                    return Err(Trouble::Refused("the table is full".to_owned()));
                }
                (self.seat, self.seats) = (seat, seats);
            }
            ["player", seat, "has", "quit"] => self.absent.extend(seat.parse::<usize>().ok()),
            ["OK"] => return Ok(self.enter()?),
            ["ERR", why @ ..] => return Err(Trouble::Refused(why.join(" "))),
            // before the welcome a note says why there is none
            ["NOTE", why @ ..] if self.seats == 0 => {
                let why = why.join(" ");
                let full = why == "The table is full.";
                return Err(Trouble::Refused(if full { "the table is full".to_owned() } else { why }));
            }
            ["NOTE1", why] if self.seats == 0 => return Err(Trouble::Refused((*why).to_owned())),
            _ => {}
        }
        Ok(())
    }

    /// First the map, then how the game stands.
    fn collected(&mut self, lines: &[String]) -> Result<(), String> {
        if self.names.is_none() {
            let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
            let map = read("server.game", text.as_bytes(), Leniency::Lenient).value;
            self.names = Some(Names::new(map.ok_or("the server's map cannot be read")?));
        } else {
            self.told = Snapshot::read(lines, self.seat)?;
        }
        Ok(())
    }

    /// The seat is in the game.
    fn enter(&mut self) -> Result<(), String> {
        let names = self.names.as_ref().ok_or("the server starts without a map")?;
        let told = &self.told;
        let mirror = Mirror::recalled(&names.map, self.seats, self.seat, told);
        let mut mirror = mirror.map_err(|parted| parted.to_string())?;
        self.absent.iter().filter(|&&seat| seat < self.seats).for_each(|&seat| mirror.absent[seat] = true);
        self.cards = told.cards.iter().map(|card| card.0).collect();
        let pass = match told.state.as_str() {
            "SETUP" => Some(Pass::First),
            "SETUPDOUBLE" => Some(Pass::Double),
            "RSETUP" => Some(Pass::Back),
            _ => None,
        };
        if let Some(pass) = pass {
            mirror.recall_setup(told, self.seat, pass).map_err(|parted| parted.to_string())?;
            self.leftovers = told.builds.len();
        }
        self.begun = told.round > 0 || pass.is_some();
        self.came_back = self.begun || !told.pieces.is_empty();
        (self.mirror, self.state) = (Some(mirror), State::Playing);
        Ok(())
    }

    /// It is another seat's setup: what lies on the map gets its order.
    pub(super) fn enter_setup(&mut self, seat: usize, words: &[&str]) -> Result<(), String> {
        let Some(mirror) = self.mirror.as_mut().filter(|_| !self.begun) else { return Ok(()) };
        let pass = match words {
            ["setup-double"] => Pass::Double,
            ["setup", "1"] => Pass::Back,
            _ => Pass::First,
        };
        self.begun = true;
        if self.told.pieces.is_empty() {
            return Ok(());
        }
        mirror.recall_setup(&self.told, seat, pass).map_err(|parted| parted.to_string())
    }
}
