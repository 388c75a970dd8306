//! Who is there: the handshake, names, styles, chat, coming and going.

use super::{Host, Line, To};
use crate::game::Phase;

/// The longest name, in bytes.
const MOST_NAME: usize = 30;
/// The longest chat line, in bytes.
const MOST_CHAT: usize = 496;
/// Lines that wait for a client that has not said `start`.
const MOST_CACHED: usize = 1_000;
/// The longest description of a client, in bytes.
const MOST_STYLE: usize = 200;

/// Words of somebody in front of a `|`: what is behind it clients take for a pattern to print, so the words may hold
/// none themselves.
fn before_bar(words: &str) -> String {
    words.replace('|', "_")
}

/// Somebody with a number: a seat that is taken, or a spectator.
#[derive(Clone, Debug)]
pub(super) struct Player {
    pub(super) name: String,
    pub(super) style: Option<String>,
    pub(super) here: bool,
}

/// A connection that follows the game.
#[derive(Clone, Debug, Default)]
pub(super) struct Guest {
    /// Has said `start`.
    playing: bool,
    /// Knows the game as it stood.
    informed: bool,
    /// What came meanwhile.
    cache: Vec<String>,
    /// More came than waits for it.
    too_slow: bool,
}

/// What somebody at the door says of itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Knock {
    /// Wants a seat, under a name if it has one.
    Seat(Option<String>),
    /// Wants to watch, under a name if it has one.
    Watch(Option<String>),
}

/// What the door answers to a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Greeting {
    /// Say this and wait for more.
    Ask(String),
    /// Nothing, wait for more.
    Wait,
    /// Say this and close the connection.
    Refuse(String),
    /// It has said what it wants.
    Enter(Knock),
}

/// The first lines of a connection, before anybody knows which table it comes to.
#[derive(Clone, Debug, Default)]
pub struct Door {
    version_known: bool,
}

impl Door {
    /// The first line a client hears.
    pub const FIRST: &'static str = "version report";
    /// What a client hears that comes to a game that is over; then its connection is closed.
    pub const OVER: &'static str = "NOTE Sorry, game is over.";

    /// A line of the client.
    pub fn hear(&mut self, line: &str) -> Greeting {
        let words: Vec<&str> = line.split(' ').collect();
        let name = |words: &[&str]| Some(words.join(" ")).filter(|name| !name.is_empty());
        match words.as_slice() {
            ["version", version @ ..] if !self.version_known => {
                let version = version.join(" ");
                if !["0.10", "0.11", "0.12", "14", "15"].contains(&version.as_str()) {
                    let version = before_bar(&version);
                    return Greeting::Refuse(format!("NOTE1 15 <-> {version}|Version mismatch: %s"));
                }
                self.version_known = true;
                Greeting::Ask("status report".to_owned())
            }
            ["status", "newplayer"] if self.version_known => Greeting::Enter(Knock::Seat(None)),
            ["status", "reconnect", rest @ ..] if self.version_known => {
                Greeting::Enter(Knock::Seat(name(rest)))
            }
            ["status", "newviewer"] if self.version_known => Greeting::Enter(Knock::Watch(None)),
            ["status", "viewer", rest @ ..] if self.version_known => {
                Greeting::Enter(Knock::Watch(name(rest)))
            }
            _ => Greeting::Wait,
        }
    }
}

impl Host {
    /// Somebody who does not follow over the protocol sits here: a browser or a bot.
    pub fn seat_other(&mut self, seat: usize, name: &str, style: &str) {
        let before = self.players.get(&seat);
        if self.guests.contains_key(&seat) || before.is_some_and(|p| p.name == name && p.here) {
            return;
        }
        let player = Player { name: name.to_owned(), style: Some(style.to_owned()), here: true };
        self.players.insert(seat, player);
        self.talk(seat, &format!("is {name}"));
        self.talk(seat, &format!("style {style}"));
        self.begin_if_full();
    }

    /// The client of this seat is not here now.
    pub fn seat_absent(&mut self, seat: usize, name: &str) {
        self.players.insert(seat, Player { name: name.to_owned(), style: None, here: false });
    }

    /// Somebody who does not follow over the protocol has left.
    pub fn unseat_other(&mut self, seat: usize) {
        if let Some(player) = self.players.get_mut(&seat).filter(|player| player.here)
            && !self.guests.contains_key(&seat)
        {
            player.here = false;
            self.talk(seat, "has quit");
        }
    }

    /// A client sits down, or comes back to its seat. A number above all seats is a spectator's.
    pub fn seat_guest(&mut self, number: usize, name: Option<&str>) {
        let back = self.players.get(&number).map(|player| player.name.clone());
        let nameless = || match (number.checked_sub(self.seats()), &back) {
            (_, Some(name)) => name.clone(),
            (Some(watcher), None) => format!("Spectator {}", watcher + 1),
            (None, None) => format!("Player {}", number + 1),
        };
        let name = self.unique(number, &name.map_or_else(nameless, str::to_owned));
        let style = self.players.get(&number).and_then(|player| player.style.clone());
        self.players.insert(number, Player { name: name.clone(), style, here: true });
        let line = format!("player {number} is {name}");
        for other in self.others(number) {
            self.give(other, line.clone(), true);
        }
        self.guests.insert(number, Guest::default());
        let seats = self.seats();
        self.out.push((number, format!("player {number} of {seats}, welcome to pioneers server 15.6")));
        self.out.push((number, line));
        if back.is_some() && number < seats {
            let note = format!("NOTE1 {}|%s has reconnected.", before_bar(&name));
            self.everybody(&note);
        }
    }

    /// A client is gone.
    pub fn leave(&mut self, number: usize) {
        if self.guests.remove(&number).is_none() {
            return;
        }
        if number >= self.seats() {
            self.players.remove(&number);
        } else if let Some(player) = self.players.get_mut(&number) {
            player.here = false;
        }
        self.talk(number, "has quit");
        if number >= self.seats() {
            return;
        }
        let active = usize::from(self.public().active) == number;
        if active {
            self.close_trade(number);
            let view = self.public();
            if self.free_roads.is_some() {
                self.end_free_roads(number, &view);
            }
        } else if self.trade.is_some() {
            self.finish_quotes(number);
        }
    }

    /// The step a seat that left in the middle has to take back: a robber move without a victim.
    #[must_use]
    pub fn left_open(&self, seat: usize) -> Option<usize> {
        let view = self.public();
        let mine = view.phase == Phase::Steal && usize::from(view.active) == seat;
        self.robbing.as_ref().filter(|_| mine).map(|robbing| robbing.step)
    }

    /// Whether the game is over.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.public().phase == Phase::Over
    }

    /// Whether a client has this number.
    #[must_use]
    pub fn has_guest(&self, number: usize) -> bool {
        self.guests.contains_key(&number)
    }

    /// The smallest number of a spectator that is free.
    #[must_use]
    pub fn free_spectator(&self) -> usize {
        (self.seats()..).find(|number| !self.players.contains_key(number)).unwrap_or(usize::MAX)
    }

    /// Names of everybody with a number.
    pub fn names(&self) -> impl Iterator<Item = (usize, &str)> + Clone {
        self.players.iter().map(|(&number, player)| (number, player.name.as_str()))
    }

    /// The name somebody goes by.
    #[must_use]
    pub fn name_of(&self, number: usize) -> Option<&str> {
        self.players.get(&number).map(|player| player.name.as_str())
    }

    pub(super) fn is_playing(&self, number: usize) -> bool {
        self.guests.get(&number).is_some_and(|guest| guest.playing)
    }

    /// Gives a line to a client, now or when it has said `start`. Of the game it only hears what happens after
    /// it was told how the game stands.
    pub(super) fn give(&mut self, number: usize, line: String, talk: bool) {
        let Some(guest) = self.guests.get_mut(&number) else { return };
        if guest.playing {
            self.out.push((number, line));
        } else if guest.cache.len() < MOST_CACHED {
            if talk || guest.informed {
                guest.cache.push(line);
            }
        } else if !std::mem::replace(&mut guest.too_slow, true) {
            self.out.push((number, "ERR connection too slow".to_owned()));
        }
    }

    /// Clients for which more waits than they will ever be given: their connections are to be closed.
    #[must_use]
    pub fn too_slow(&self) -> Vec<usize> {
        self.guests.iter().filter(|(_, guest)| guest.too_slow).map(|(&number, _)| number).collect()
    }

    fn others(&self, number: usize) -> Vec<usize> {
        self.guests.keys().copied().filter(|&other| other != number).collect()
    }

    fn everybody(&mut self, line: &str) {
        let numbers: Vec<usize> = self.guests.keys().copied().collect();
        numbers.into_iter().for_each(|number| self.give(number, line.to_owned(), true));
    }

    /// Says who somebody is, what it says or that it left, to everybody with the number in front.
    fn talk(&mut self, number: usize, text: &str) {
        self.tell_guests(number as i32, To::All, text, true);
    }

    /// Says it to everybody; to the client itself at once, even before `start`.
    fn answer_all(&mut self, number: usize, text: &str) {
        self.out.push((number, format!("player {number} {text}")));
        self.tell_guests(number as i32, To::Others, text, true);
    }

    /// A name nobody else has.
    fn unique(&self, number: usize, name: &str) -> String {
        let mut end = name.len().min(MOST_NAME);
        while !name.is_char_boundary(end) {
            end -= 1;
        }
        let mut name = name[..end].to_owned();
        while self.players.iter().any(|(&other, player)| other != number && player.name == name) {
            name.push('_');
        }
        name
    }

    /// Says what somebody said who does not follow over the protocol.
    pub fn chat_of(&mut self, seat: Option<usize>, text: &str) {
        let plain: String = text.chars().filter(|c| !c.is_control()).collect();
        match seat {
            Some(seat) => self.talk(seat, &format!("chat {plain}")),
            None => self.everybody(&format!("NOTE Somebody who watches: {plain}")),
        }
    }

    /// The handshake, names, styles and chat; whether the line was of that kind.
    pub(super) fn hear_talk(&mut self, number: usize, line: &str) -> bool {
        if !self.guests.contains_key(&number) {
            return true;
        }
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        let starting = !self.is_playing(number);
        match (word, rest) {
            ("chat", text) if text.len() > MOST_CHAT => self.err(number, "chat too long"),
            ("chat", text) => self.answer_all(number, &format!("chat {text}")),
            ("name", name) => self.rename(number, name),
            ("style", style) if style.len() > MOST_STYLE => {}
            ("style", style) => {
                if let Some(player) = self.players.get_mut(&number) {
                    player.style = Some(style.to_owned());
                }
                self.answer_all(number, &format!("style {style}"));
            }
            ("extension", _) => self.out.push((number, "NOTE ignoring unknown extension".to_owned())),
            ("players", "") if starting => self.introduce(number),
            ("game", "") if starting => {
                let text = self.map_text();
                let lines = std::iter::once("game").chain(text.lines()).chain(["end"]);
                let lines: Vec<Line> = lines.map(|line| (number, line.to_owned())).collect();
                self.out.extend(lines);
            }
            ("gameinfo", "") if starting => {
                let lines = self.game_info(number);
                self.out.extend(lines.into_iter().map(|line| (number, line)));
                if let Some(guest) = self.guests.get_mut(&number) {
                    guest.informed = true;
                }
            }
            ("start", "") if starting => self.start(number),
            ("play", _) if number >= self.seats() && line == "play" => self.err(number, "game-full"),
            ("play", _) if number >= self.seats() => self.err(number, "invalid-player"),
            _ => return false,
        }
        true
    }

    fn rename(&mut self, number: usize, name: &str) {
        let taken = self.players.iter().any(|(&other, player)| other != number && player.name == name);
        if name.is_empty() {
            self.err(number, "invalid-name");
        } else if name.len() > MOST_NAME {
            self.err(number, "name too long");
        } else if taken {
            self.out.push((number, "NOTE Name not changed: new name is already in use".to_owned()));
        } else {
            if let Some(player) = self.players.get_mut(&number) {
                name.clone_into(&mut player.name);
            }
            self.answer_all(number, &format!("is {name}"));
        }
    }

    /// A client is ready: it hears what waited for it, then what it has to answer.
    fn start(&mut self, number: usize) {
        let Some(guest) = self.guests.get_mut(&number) else { return };
        guest.playing = true;
        let cached = std::mem::take(&mut guest.cache);
        self.out.push((number, "OK".to_owned()));
        let pending = if self.begun { self.pending_lines(number) } else { Vec::new() };
        self.out.extend(pending.into_iter().chain(cached).map(|line| (number, line)));
        self.begin_if_full();
    }

    /// The game begins when every seat is taken and every client has said `start`.
    fn begin_if_full(&mut self) {
        let full = (0..self.seats()).all(|seat| {
            self.players.contains_key(&seat) && self.guests.get(&seat).is_none_or(|guest| guest.playing)
        });
        if full && !self.begun {
            self.begin();
        }
    }
}
