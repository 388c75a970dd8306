//! The log of a game and the position it leads to.
//!
//! The stored log only ever grows: taking a move back appends `undo`, and the *effective* lines are
//! those no `undo` took away.

use super::dice::{DiceLine, DicePhase, TableDice};
use super::{Finished, LiveGame, LogLine, NotPlayed, Played};
use hexwright_core::step::Line;
use hexwright_core::{Actor, Seat, Turn, Viewer};

/// The line that takes the last effective line back.
const UNDO: &str = "undo";
/// Lines of its own that a bot remembers: those of a few turns.
const REMEMBERED: usize = 40;

/// A line of the game with what the undo policy needs to know.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Effective {
    line: String,
    maker: Option<Seat>,
    can_take_back: bool,
    /// What each seat, and last a spectator, may know of it; a single one if that is the same for all.
    told: Vec<LogLine>,
    /// How many draws of chance there are up to this line, itself included.
    draws: usize,
}

/// How many draws of chance there are in these lines and then those.
fn draws(lines: &[Effective], then: &[Effective]) -> usize {
    then.last().or(lines.last()).map_or(0, |line| line.draws)
}

impl Effective {
    /// A line about to be played, after so many draws of chance.
    fn new(
        before: &dyn LiveGame,
        line: String,
        maker: Option<Seat>,
        can_take_back: bool,
        draws: usize,
    ) -> Self {
        let seats = (0..before.seats()).map(|s| Viewer::Seat(Seat(s as u8)));
        let viewers: Vec<Viewer> = seats.chain([Viewer::Spectator]).collect();
        let mut told = before.describe(&line, &viewers);
        if told.iter().all(|t| *t == told[0]) {
            told.truncate(1);
        }
        Self { line, maker, can_take_back, told, draws: draws + usize::from(maker.is_none()) }
    }

    /// What the viewer at this place may know: a seat, or behind the last one a spectator.
    fn told_to(&self, place: usize) -> Option<&LogLine> {
        self.told.get(place).or(self.told.first())
    }
}

/// The game from its first line on.
pub struct History {
    /// What chance follows from; until the game has begun, `start` and `now` stand for a board nobody has drawn.
    dice: TableDice,
    start: Box<dyn LiveGame>,
    now: Box<dyn LiveGame>,
    effective: Vec<Effective>,
    stored: usize,
}

/// What an intent would add to the log, already played on a copy.
pub struct Proposal {
    now: Box<dyn LiveGame>,
    effective: Vec<Effective>,
    /// The lines to store.
    pub lines: Vec<String>,
    /// How many effective lines stay.
    keep: usize,
    /// What becomes of the dice, and the start if it was drawn just now.
    dice: Option<(TableDice, Option<Box<dyn LiveGame>>)>,
}

impl Proposal {
    /// What it does to the effective lines: how many stay, and which follow.
    #[must_use]
    pub fn change(&self) -> (usize, Vec<String>) {
        (self.keep, self.effective.iter().map(|line| line.line.clone()).collect())
    }

    /// Whether the game is over when this is accepted.
    #[must_use]
    pub fn ends_the_game(&self) -> bool {
        self.now.outcome().is_some()
    }
}

impl History {
    /// A game at its start, with the dice of the first version.
    #[must_use]
    pub fn new(start: Box<dyn LiveGame>) -> Self {
        Self::with_dice(start, TableDice::OLD)
    }

    /// A game at its start.
    #[must_use]
    pub fn with_dice(start: Box<dyn LiveGame>, dice: TableDice) -> Self {
        let now = start.fork();
        Self { dice, start, now, effective: Vec::new(), stored: 0 }
    }

    /// The game after its stored lines.
    ///
    /// # Errors
    /// The line that does not replay, with its number and reason.
    pub fn load(start: Box<dyn LiveGame>, lines: &[String]) -> Result<Self, NotPlayed> {
        Self::new(start).and(lines)
    }

    /// This game after these lines.
    ///
    /// # Errors
    /// As [`Self::load`].
    pub fn and(self, lines: &[String]) -> Result<Self, NotPlayed> {
        let mut history = self;
        for (n, line) in lines.iter().enumerate() {
            history.restore(line).map_err(|e| format!("line {} `{line}`: {e}", n + 1))?;
        }
        Ok(history)
    }

    /// The same game after these lines.
    ///
    /// # Errors
    /// As [`Self::load`].
    pub(super) fn reloaded(&self, lines: &[String]) -> Result<Self, NotPlayed> {
        Self::with_dice(self.start.fork(), self.dice.at_first(lines)).and(lines)
    }

    /// The same log in a world where the game stands differently.
    #[cfg(test)]
    pub(super) fn in_another_world(&self, now: Box<dyn LiveGame>) -> Self {
        let (effective, dice) = (self.effective.clone(), self.dice.clone());
        Self { dice, start: self.start.fork(), now, effective, stored: self.stored }
    }

    /// Plays one more stored line.
    ///
    /// # Errors
    /// Why it does not replay.
    pub fn restore(&mut self, line: &str) -> Result<(), NotPlayed> {
        self.stored += 1;
        if let Some(about_dice) = DiceLine::read(line) {
            let about_dice = about_dice?;
            self.dice.apply(&about_dice)?;
            if let Some(start) = self.drawn_start(&about_dice)? {
                (self.now, self.start) = (start.fork(), start);
            }
            return Ok(());
        }
        if line == UNDO {
            self.effective.pop();
            self.now = self.replayed(self.effective.len())?;
            return Ok(());
        }
        let before = self.now.fork();
        let step = Line::read(line).map_err(|e| e.to_string())?;
        let (maker, can_take_back) = match step.actor {
            Actor::Seat(seat) => (Some(seat), self.now.act(seat, step.text)?.can_take_back),
            Actor::Chance => {
                self.now.replay(line)?;
                (None, false)
            }
        };
        let (line, draws) = (line.to_owned(), draws(&self.effective, &[]));
        self.effective.push(Effective::new(before.as_ref(), line, maker, can_take_back, draws));
        Ok(())
    }

    fn replayed(&self, lines: usize) -> Result<Box<dyn LiveGame>, NotPlayed> {
        let mut game = self.start.fork();
        self.effective[..lines].iter().try_for_each(|e| game.replay(&e.line))?;
        Ok(game)
    }

    /// What chance follows from.
    #[must_use]
    pub fn dice(&self) -> &TableDice {
        &self.dice
    }

    /// Whether the game has begun; before that there is no board.
    #[must_use]
    pub fn has_begun(&self) -> bool {
        self.dice.phase() == DicePhase::Begun
    }

    /// The start that a line brings with it.
    fn drawn_start(&self, line: &DiceLine) -> Result<Option<Box<dyn LiveGame>>, NotPlayed> {
        let DiceLine::Begin(Some(setup)) = line else { return Ok(None) };
        crate::games::open(self.start.kind(), setup).map(Some).map_err(|e| e.to_string().into())
    }

    /// Goes on by a line about the dice; if the game begins by it, with all chance that follows.
    ///
    /// # Errors
    /// Why that cannot be.
    pub(super) fn propose_dice(&self, line: &DiceLine, secret: &str) -> Result<Proposal, NotPlayed> {
        let mut dice = self.dice.clone();
        dice.apply(line)?;
        let start = self.drawn_start(line)?;
        let mut begun = Self::with_dice(start.as_ref().unwrap_or(&self.start).fork(), dice.clone());
        begun.stored = self.stored + 1;
        let mut proposal =
            begun.propose_chance(secret).unwrap_or_else(|| begun.proposed(begun.start.fork(), Vec::new()));
        proposal.lines.insert(0, line.to_string());
        proposal.dice = Some((dice, start));
        Ok(proposal)
    }

    /// The game as it stands.
    #[must_use]
    pub fn game(&self) -> &dyn LiveGame {
        self.now.as_ref()
    }

    /// Number of stored lines: the state number clients answer.
    #[must_use]
    pub fn stored(&self) -> usize {
        self.stored
    }

    /// Number of effective lines.
    #[must_use]
    pub fn moves(&self) -> usize {
        self.effective.len()
    }

    /// The game at the first decision of a seat after its first `moves` effective lines: chance falls as it did.
    #[must_use]
    pub fn decision(&self, moves: usize) -> Box<dyn LiveGame> {
        let mut game = self.at(moves);
        for Effective { line, .. } in self.effective.iter().skip(moves) {
            if game.turn() != Turn::Chance || game.replay(line).is_err() {
                break;
            }
        }
        game
    }

    /// The game after its first `moves` effective lines.
    #[must_use]
    pub fn at(&self, moves: usize) -> Box<dyn LiveGame> {
        self.replayed(moves.min(self.effective.len())).unwrap_or_else(|_| self.start.fork())
    }

    /// The effective lines as a viewer may know them, from number `from` on.
    #[must_use]
    pub fn log(&self, from: usize, viewer: Viewer) -> Vec<&LogLine> {
        let place = match viewer {
            Viewer::Seat(seat) => seat.index(),
            Viewer::Spectator => self.now.seats(),
        };
        self.effective.get(from..).unwrap_or_default().iter().filter_map(|e| e.told_to(place)).collect()
    }

    /// The effective lines as they are; only for finished games and for followers.
    pub fn lines(&self) -> impl Iterator<Item = &str> {
        self.effective.iter().map(|e| e.line.as_str())
    }

    /// All that the record of a finished game says.
    pub(crate) fn finished(&self, secret: &str) -> Finished {
        let lines = self.lines().map(str::to_owned).collect();
        Finished { setup: self.start.setup(), lines, dice: self.dice.dice(secret) }
    }

    /// The latest lines of a seat, oldest first: what a bot should remember.
    pub(super) fn latest_of(&self, seat: Seat) -> Vec<String> {
        let own = self.effective.iter().rev().filter(|e| e.maker == Some(seat)).take(REMEMBERED);
        let mut lines: Vec<String> = own.map(|e| e.line.clone()).collect();
        lines.reverse();
        lines
    }

    /// The seats that made the effective lines.
    pub(super) fn makers(&self) -> impl Iterator<Item = Seat> {
        self.effective.iter().filter_map(|e| e.maker)
    }

    /// Plays a seat's action and all chance it leads to on a copy.
    ///
    /// # Errors
    /// Why the action is refused.
    pub fn propose(&self, seat: Seat, text: &str, secret: &str) -> Result<Proposal, NotPlayed> {
        self.propose_all(&[(seat, text.to_owned())], secret)
    }

    /// Plays actions one after the other, each with all chance it leads to, on a copy: all or none.
    ///
    /// # Errors
    /// Why one of them is refused.
    pub fn propose_all(&self, steps: &[(Seat, String)], secret: &str) -> Result<Proposal, NotPlayed> {
        let (mut now, mut effective) = (self.now.fork(), Vec::new());
        for (seat, text) in steps {
            let before = now.fork();
            let played = now.act(*seat, text)?;
            let draws = draws(&self.effective, &effective);
            let Played { line, can_take_back } = played;
            effective.push(Effective::new(before.as_ref(), line, Some(*seat), can_take_back, draws));
            self.draw_chance(now.as_mut(), &mut effective, secret);
        }
        Ok(self.proposed(now, effective))
    }

    /// Draws chance that is pending at the very start (a random seating, say).
    #[must_use]
    pub fn propose_chance(&self, secret: &str) -> Option<Proposal> {
        if !self.has_begun() || self.now.turn() != Turn::Chance {
            return None;
        }
        let (mut now, mut effective) = (self.now.fork(), Vec::new());
        self.draw_chance(now.as_mut(), &mut effective, secret);
        Some(self.proposed(now, effective)).filter(|p| !p.lines.is_empty())
    }

    /// Draws all chance that follows.
    fn draw_chance(&self, now: &mut dyn LiveGame, effective: &mut Vec<Effective>, secret: &str) {
        while now.turn() == Turn::Chance {
            let (before, draws) = (now.fork(), draws(&self.effective, effective));
            // each draw has its own number, so a restarted server rolls the very same dice
            let numbers = (draws, self.stored + effective.len());
            let choose = |kind: &str, weights: &[u64]| self.dice.choose(secret, numbers, kind, weights);
            let Some(line) = now.draw(&choose) else { break };
            effective.push(Effective::new(before.as_ref(), line, None, false, draws));
        }
    }

    fn proposed(&self, now: Box<dyn LiveGame>, effective: Vec<Effective>) -> Proposal {
        let lines = effective.iter().map(|e| e.line.clone()).collect();
        Proposal { now, effective, lines, keep: self.effective.len(), dice: None }
    }

    /// Whether a seat may take its last action back: it made the last line, the line showed nothing
    /// hidden, drew no chance and let nobody else act.
    #[must_use]
    pub fn can_undo(&self, seat: Seat) -> bool {
        self.now.outcome().is_none()
            && self.effective.last().is_some_and(|last| last.maker == Some(seat) && last.can_take_back)
    }

    /// Takes a seat's last action back.
    ///
    /// # Errors
    /// If the policy forbids it.
    pub fn propose_undo(&self, seat: Seat) -> Result<Proposal, NotPlayed> {
        if !self.can_undo(seat) {
            return Err(
                "only your own last action can be taken back, and only if it showed nothing new".into()
            );
        }
        let keep = self.effective.len() - 1;
        let (now, lines) = (self.replayed(keep)?, vec![UNDO.to_owned()]);
        Ok(Proposal { now, effective: Vec::new(), lines, keep, dice: None })
    }

    /// Takes a line of a seat back; those after it are played again as they were.
    ///
    /// # Errors
    /// If it is not the seat's, or one of those after it cannot be played without it.
    pub fn propose_take_back(&self, seat: Seat, step: usize) -> Result<Proposal, NotPlayed> {
        let own = self.effective.get(step).is_some_and(|line| line.maker == Some(seat));
        if !own || self.now.outcome().is_some() {
            return Err("this cannot be taken back".into());
        }
        let (mut now, mut effective) = (self.replayed(step)?, Vec::new());
        let mut lines = vec![UNDO.to_owned(); self.effective.len() - step];
        for later in &self.effective[step + 1..] {
            let before = now.fork();
            now.replay(&later.line)?;
            let (line, maker) = (later.line.clone(), later.maker);
            lines.push(line.clone());
            let draws = draws(&self.effective[..step], &effective);
            effective.push(Effective::new(before.as_ref(), line, maker, later.can_take_back, draws));
        }
        Ok(Proposal { now, effective, lines, keep: step, dice: None })
    }

    /// Makes a proposal the game; call it when its lines are on disk.
    pub fn accept(&mut self, proposal: Proposal) {
        if let Some((dice, start)) = proposal.dice {
            self.dice = dice;
            self.start = start.unwrap_or_else(|| self.start.fork());
        }
        self.stored += proposal.lines.len();
        self.effective.truncate(proposal.keep);
        self.effective.extend(proposal.effective);
        self.now = proposal.now;
    }
}
