//! Playing a log again, gathering its rows.

use super::{Log, LogEntry, LogError, engine_row};
use crate::factions::Faction;
use crate::game::{
    Command, Conversion, Figures, Happening, MAX_PLAYERS, Note, Owed, Position, Refusal, SetupError, Terra,
};
use crate::text::command::parse_command;
use hexwright_core::Seat;

/// A row of a ledger.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LedgerRow {
    /// Whose row it is.
    pub faction: Faction,
    /// Figures before the row.
    pub before: Figures,
    /// Figures after it.
    pub after: Figures,
    /// Power offered to each seat.
    pub offers: [u8; MAX_PLAYERS],
    /// The commands, joined by `. `.
    pub text: String,
}

/// Why a log cannot be played to its end.
#[derive(Clone, Debug, thiserror::Error)]
pub enum ReplayError {
    /// The log says too little, or nonsense.
    #[error(transparent)]
    Log(#[from] LogError),
    /// Its setup makes no game.
    #[error("the setup makes no game: {0}")]
    Setup(#[from] SetupError),
    /// A command is illegal.
    #[error("command {number}: `{text}`: {refusal}")]
    Illegal {
        /// Place in the list from 1.
        number: usize,
        /// The command.
        text: String,
        /// Why it is refused.
        refusal: Refusal,
    },
}

/// A log being played.
#[derive(Clone, Debug)]
pub struct Replay {
    game: Terra,
    position: Position,
    entries: Vec<LogEntry>,
    next: usize,
    rows: Vec<LedgerRow>,
    /// The row commands of its seat still go into.
    open: Option<usize>,
    /// Last figures of each seat.
    last: Vec<Figures>,
    /// Who dropped out, and before which row.
    drops: Vec<(usize, Faction)>,
}

impl Replay {
    /// A replay before the first command.
    ///
    /// # Errors
    /// Why the log makes no game.
    pub fn new(log: &Log) -> Result<Self, ReplayError> {
        let game = Terra::new(log.setup()?)?;
        let position = game.first_position();
        Ok(Self::from_position(game, position, log.entries.clone(), 0))
    }

    /// Goes on from a position with the entries from `next` on.
    #[must_use]
    pub fn from_position(game: Terra, position: Position, entries: Vec<LogEntry>, next: usize) -> Self {
        let last = position.players.iter().map(Figures::of).collect();
        Self { game, position, entries, next, rows: Vec::new(), open: None, last, drops: Vec::new() }
    }

    /// The game.
    #[must_use]
    pub const fn game(&self) -> &Terra {
        &self.game
    }

    /// The position after the commands played so far.
    #[must_use]
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// How many commands are played.
    #[must_use]
    pub const fn played(&self) -> usize {
        self.next
    }

    /// How many commands there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there is no command at all.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Who dropped out before the row with this number.
    pub(super) fn dropped_before(&self, row: usize) -> impl Iterator<Item = Faction> + '_ {
        self.drops.iter().filter(move |(at, _)| *at == row).map(|(_, faction)| *faction)
    }

    /// The rows so far.
    #[must_use]
    pub fn rows(&self) -> &[LedgerRow] {
        &self.rows
    }

    /// The command to be played next, read in the present position; `None` for administrative ones
    /// and at the end.
    ///
    /// # Errors
    /// Why its text is no command.
    pub fn upcoming(&self) -> Result<Option<(Seat, Command)>, Refusal> {
        let Some(entry) = self.entries.get(self.next) else { return Ok(None) };
        let Some(faction) = entry.faction else { return Ok(None) };
        let seat = self.seat(faction)?;
        if engine_row(&entry.text) {
            return Ok(None);
        }
        parse_command(&self.game, &self.position, seat, &entry.text).map(|c| Some((seat, c)))
    }

    /// The conversions that come next without anything between them, all of one seat.
    #[must_use]
    pub fn conversions_ahead(&self) -> Vec<(Conversion, u8)> {
        let faction = self.entries.get(self.next).and_then(|e| e.faction);
        let Some(seat) = faction.and_then(|f| self.position.seat_of(f)) else { return Vec::new() };
        self.entries[self.next..]
            .iter()
            .take_while(|e| e.faction == faction)
            .map_while(|e| match parse_command(&self.game, &self.position, seat, &e.text) {
                Ok(Command::Convert(kind, n)) => Some((kind, n)),
                _ => None,
            })
            .collect()
    }

    fn seat(&self, faction: Faction) -> Result<Seat, Refusal> {
        let name = || Refusal::Unknown { what: "faction", name: faction.log_name().to_owned() };
        self.position.seat_of(faction).ok_or_else(name)
    }

    /// Plays one command; `false` at the end.
    ///
    /// # Errors
    /// Why the command is illegal; the replay stays before it.
    pub fn step(&mut self) -> Result<bool, ReplayError> {
        let Some(entry) = self.entries.get(self.next).cloned() else { return Ok(false) };
        let number = self.next + 1;
        self.play(&entry).map_err(|refusal| ReplayError::Illegal {
            number,
            text: entry.text.clone(),
            refusal,
        })?;
        self.next += 1;
        Ok(true)
    }

    /// Plays up to `count` commands in all, or to the end.
    ///
    /// # Errors
    /// The first illegal command.
    pub fn play_to(&mut self, count: usize) -> Result<(), ReplayError> {
        while self.next < count && self.step()? {}
        Ok(())
    }

    fn play(&mut self, entry: &LogEntry) -> Result<(), Refusal> {
        let words: Vec<&str> = entry.text.split_whitespace().collect();
        match (entry.faction, words.as_slice()) {
            (None, ["setup", name, ..]) => self.setup_row(self.named(name)?),
            (None, ["bid", ..]) => self.bid(&words),
            (None, ["drop-faction", name]) => self.command(self.named(name)?, &Command::Drop, None),
            (None, _) => Ok(()),
            (Some(_), _) if engine_row(&entry.text) => Ok(()),
            (Some(faction), _) => {
                let seat = self.seat(faction)?;
                let mut command = parse_command(&self.game, &self.position, seat, &entry.text)?;
                // other programs still ask once every terrain is unlocked; the priest has come by itself
                let player = self.position.player(seat);
                if command == Command::TakePriest
                    && player.owed[Owed::Unlock] == 0
                    && player.unlocked.len() == 7
                {
                    command = Command::Wait;
                }
                let text = (command != Command::Drop).then_some(entry.text.as_str());
                self.command(seat, &command, text)
            }
        }
    }

    /// Plays a command and files it; without a text it makes no row of its own.
    fn command(&mut self, seat: Seat, command: &Command, text: Option<&str>) -> Result<(), Refusal> {
        let mut notes = Vec::new();
        let turn_over = self.position.after.as_ref().is_some_and(|(s, _)| *s == seat);
        let starting = self.position.round == 0;
        let mut after = self.position.clone();
        let effect = self.game.run(&mut after, seat, command, Some(&mut notes))?;
        let faction = after.player(seat).faction;
        if *command == Command::Drop {
            self.drops.push((self.rows.len(), faction));
        }
        if let Some(text) = text {
            let further = effect.acted && (turn_over || effect.new_turn);
            let same = self.open.filter(|&i| self.rows[i].faction == faction && !further);
            let index = same.unwrap_or_else(|| {
                let before = self.last[seat.index()];
                self.rows.push(LedgerRow {
                    faction,
                    before,
                    after: before,
                    offers: [0; MAX_PLAYERS],
                    text: String::new(),
                });
                self.rows.len() - 1
            });
            let row = &mut self.rows[index];
            if !row.text.is_empty() {
                row.text.push_str(". ");
            }
            row.text.push_str(text);
            row.offers.iter_mut().zip(effect.offered).for_each(|(sum, n)| *sum += n);
            self.open = Some(index);
            // income that follows at once belongs to rows of its own: take its effect out again
            let figures = notes.iter().find(|n| n.seat == seat && !is_effect(n)).map(|n| n.before);
            self.set_figures(index, seat, figures.unwrap_or_else(|| Figures::of(after.player(seat))));
            let closes = matches!(
                command,
                Command::Accept { .. }
                    | Command::Decline { .. }
                    | Command::DeclineAll
                    | Command::Pass(_)
                    | Command::Colour(_)
            ) || starting && matches!(command, Command::Build(_));
            if closes {
                self.open = None;
            }
            self.effects(&notes, index);
        } else {
            self.effects(&notes, self.rows.len());
        }
        if self.position.phase != after.phase {
            // a new phase begins a new row, except that income still joins the one before it
            let joins = notes.iter().any(|n| !is_effect(n));
            self.open = self.open.filter(|_| joins);
        }
        self.position = after;
        for note in notes.iter().filter(|n| !is_effect(n)) {
            self.file(note);
        }
        Ok(())
    }

    /// A bid of the auction. The one that ends it gives every seat its faction: from there on the game is one whose
    /// factions were chosen.
    fn bid(&mut self, words: &[&str]) -> Result<(), Refusal> {
        let (seat, command) = self.bid_of(words)?;
        self.game.play_command(&mut self.position, seat, &command)?;
        if self.position.auction.is_open() {
            return Ok(());
        }
        self.game = self.game.sold(&self.position);
        self.last = self.position.players.iter().map(Figures::of).collect();
        self.position.seats().try_for_each(|seat| self.setup_row(seat))
    }

    /// `bid witches 5 by seat 0`: whose bid it is.
    pub(super) fn bid_of(&self, words: &[&str]) -> Result<(Seat, Command), Refusal> {
        let &["bid", faction, points, "by", "seat", seat] = words else {
            return Err(Refusal::NoCommand(words.join(" ")));
        };
        let seat = seat.parse().map(Seat).map_err(|_| Refusal::NoSeat)?;
        let command = parse_command(&self.game, &self.position, seat, &format!("bid {faction} {points}"))?;
        Ok((seat, command))
    }

    /// The seat of a faction named in an administrative line.
    pub(super) fn named(&self, name: &str) -> Result<Seat, Refusal> {
        let unknown = || Refusal::Unknown { what: "faction", name: name.to_owned() };
        self.seat(Faction::from_name(name).ok_or_else(unknown)?)
    }

    /// The row of a seat before its first decision.
    fn setup_row(&mut self, seat: Seat) -> Result<(), Refusal> {
        let (faction, now) = (self.position.player(seat).faction, Figures::of(self.position.player(seat)));
        let (offers, text) = ([0; MAX_PLAYERS], "setup".into());
        self.rows.push(LedgerRow { faction, before: now, after: now, offers, text });
        self.open = None;
        Ok(())
    }

    fn set_figures(&mut self, index: usize, seat: Seat, figures: Figures) {
        self.rows[index].after = figures;
        self.last[seat.index()] = figures;
    }

    /// Effects of decisions stand before the row that caused them.
    fn effects(&mut self, notes: &[Note], index: usize) {
        for (at, note) in (index..).zip(notes.iter().filter(|n| is_effect(n))) {
            let faction = self.position.player(note.seat).faction;
            let before = self.last[note.seat.index()];
            let (offers, text) = ([0; MAX_PLAYERS], label(note.what));
            self.rows.insert(at, LedgerRow { faction, before, after: note.figures, offers, text });
            self.last[note.seat.index()] = note.figures;
            self.open = self.open.map(|i| if i >= at { i + 1 } else { i });
        }
    }

    fn file(&mut self, note: &Note) {
        let faction = self.position.player(note.seat).faction;
        let dropped = self.position.dropped.contains(note.seat);
        let text = match note.what {
            Happening::ExtraPoints(n) => {
                let name = self.game.setup().final_scoring.map_or("?", |f| f.name());
                format!("+{n}vp for {name}")
            }
            what => label(what),
        };
        let text = if dropped { String::new() } else { text };
        let joins = matches!(note.what, Happening::CultIncome | Happening::Income);
        match self.open.filter(|&i| joins && self.rows[i].faction == faction) {
            Some(i) => {
                self.rows[i].text.push_str(". ");
                self.rows[i].text.push_str(&text);
                self.rows[i].after = note.figures;
            }
            None => {
                let before = self.last[note.seat.index()];
                self.rows.push(LedgerRow {
                    faction,
                    before,
                    after: note.figures,
                    offers: [0; MAX_PLAYERS],
                    text,
                });
            }
        }
        self.open = None;
        self.last[note.seat.index()] = note.figures;
    }
}

const fn is_effect(note: &Note) -> bool {
    matches!(note.what, Happening::Accepted | Happening::Declined)
}

fn label(what: Happening) -> String {
    match what {
        Happening::CultIncome => "cult_income_for_faction".into(),
        Happening::Income => "other_income_for_faction".into(),
        Happening::Accepted => "[opponent accepted power]".into(),
        Happening::Declined => "[all opponents declined power]".into(),
        Happening::CultPoints(cult, n) => format!("+{n}vp for {}", cult.log_name()),
        Happening::NetworkPoints(n) => format!("+{n}vp for network"),
        Happening::ExtraPoints(n) => format!("+{n}vp"),
        Happening::Resources => "score_resources".into(),
    }
}

impl LedgerRow {
    /// The fifteen columns of a ledger.
    #[must_use]
    pub fn columns(&self) -> [String; 15] {
        let change = |before: i32, after: i32| match after - before {
            0 => String::new(),
            n => format!("{n:+}"),
        };
        let (b, a) = (&self.before, &self.after);
        let power = |f: &Figures| i32::from(f.power[1]) + 2 * i32::from(f.power[2]);
        let cult = |f: &Figures| f.cult.iter().map(|&c| i32::from(c)).sum::<i32>() + i32::from(f.open_steps);
        let offers: Vec<_> = self.offers.iter().filter(|n| **n > 0).map(u8::to_string).collect();
        [
            self.faction.log_name().to_owned(),
            change(b.points.into(), a.points.into()),
            format!("{} VP", a.points),
            change(b.coins.into(), a.coins.into()),
            format!("{} C", a.coins),
            change(b.workers.into(), a.workers.into()),
            format!("{} W", a.workers),
            change(b.priests.into(), a.priests.into()),
            format!("{} P", a.priests),
            change(power(b), power(a)),
            format!("{}/{}/{} PW", a.power[0], a.power[1], a.power[2]),
            change(cult(b), cult(a)),
            format!("{}/{}/{}/{}", a.cult[0], a.cult[1], a.cult[2], a.cult[3]),
            offers.join(" "),
            self.text.clone(),
        ]
    }

    /// The row as a line of a ledger, tabs between the columns.
    #[must_use]
    pub fn line(&self) -> String {
        self.columns().join("\t")
    }
}
