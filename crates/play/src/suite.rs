//! The suite every game must pass: it plays random games and checks every position.
//!
//! At each position: the invariants hold; every listed action and outcome is accepted, gives the same
//! position through both doors and survives the way through text; everything else is refused and
//! leaves position and fingerprint alone; nobody but the seats whose turn it is may act; views do not
//! depend on what the viewer cannot know. At the end: the outcome agrees with the points, and the
//! record, read back from its text, replays to the same fingerprint after every step. What people are shown
//! has laws of its own: [`Suite::check_present`].
//!
//! ```
//! use hexwright_play::{suite::Suite, toy::HighCard};
//! let report = Suite::new(50, 1).check(&HighCard::new(3, 4).unwrap()).unwrap();
//! assert_eq!(report.games, 50);
//! ```

mod present;
mod probe;

pub use present::PresentTally;

use crate::chance::Chances;
use hexwright_core::{Actor, Fast, Game, Random, Seat, Turn, Viewer, random};
use probe::Pool;

/// Builds a second world that a viewer cannot tell from the first.
type Redealt<G> = fn(&G, &<G as Game>::Position, Viewer, &mut Fast) -> <G as Game>::Position;

/// What to check and how hard.
#[derive(Debug)]
pub struct Suite<G: Game> {
    games: u64,
    seed: u64,
    steps: u64,
    thorough_every: u64,
    unlisted: fn(&G, &G::Action) -> bool,
    redealt: Option<Redealt<G>>,
    open: fn(&G, &G::Action) -> bool,
}

/// What a suite saw.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SuiteReport {
    /// Games played to their end.
    pub games: u64,
    /// Actions and outcomes played.
    pub steps: u64,
    /// Listed actions and outcomes tried.
    pub accepted: u64,
    /// Actions that were refused, as they must be.
    pub refused: u64,
    /// Pairs of worlds compared.
    pub twins: u64,
}

/// The first thing that was wrong.
#[derive(Clone, Debug, thiserror::Error)]
#[error("game {game}, step {step}: {problem}\nthe game so far:\n{history}")]
pub struct Failure {
    /// Number of the game.
    pub game: u64,
    /// Steps played before.
    pub step: u64,
    /// In words.
    pub problem: String,
    /// Entries as in a record.
    pub history: String,
}

impl Failure {
    /// Something that is wrong before any game begins.
    fn before(problem: String) -> Box<Self> {
        Box::new(Self { game: 0, step: 0, problem, history: String::new() })
    }
}

impl<G: Game> Suite<G> {
    /// Plays `games` random games, everything checked at every step.
    #[must_use]
    pub fn new(games: u64, seed: u64) -> Self {
        Self {
            games,
            seed,
            steps: 100_000,
            thorough_every: 1,
            unlisted: |_, _| false,
            redealt: None,
            open: |_, _| false,
        }
    }

    /// A game longer than this is a failure (100,000 steps unless set).
    #[must_use]
    pub fn steps(mut self, most: u64) -> Self {
        self.steps = most;
        self
    }

    /// Tries all actions, texts and twins only at every n-th position: for long runs. Invariants are
    /// checked at every position all the same.
    #[must_use]
    pub fn thorough_every(mut self, n: u64) -> Self {
        self.thorough_every = n.max(1);
        self
    }

    /// Which actions may be legal without being listed, for games whose full list would have no end.
    #[must_use]
    pub fn unlisted(mut self, unlisted: fn(&G, &G::Action) -> bool) -> Self {
        self.unlisted = unlisted;
        self
    }

    /// How to change everything a viewer may not know; views must not notice.
    #[must_use]
    pub fn redealt(mut self, redealt: Redealt<G>) -> Self {
        self.redealt = Some(redealt);
        self
    }

    /// Which steps happen before everybody's eyes although no view keeps all of them, as the single dice
    /// of a roll. They may be described differently where the views are the same.
    #[must_use]
    pub fn open(mut self, open: fn(&G, &G::Action) -> bool) -> Self {
        self.open = open;
        self
    }

    /// Plays and checks.
    ///
    /// # Errors
    /// The first thing that is wrong, with the game so far.
    pub fn check(&self, game: &G) -> Result<SuiteReport, Box<Failure>> {
        let mut report = SuiteReport::default();
        for number in 0..self.games {
            self.check_game(game, number, &mut report)?;
        }
        Ok(report)
    }

    /// Plays and checks one game; games are independent of each other, so they can run in parallel.
    ///
    /// # Errors
    /// The first thing that is wrong, with the game so far.
    pub fn check_game(&self, game: &G, number: u64, report: &mut SuiteReport) -> Result<(), Box<Failure>> {
        let mut walk = Walk {
            suite: self,
            game,
            random: Fast::new(random::mix(self.seed), number),
            chances: Chances::new(self.seed, number),
            pool: Pool::default(),
            history: Vec::new(),
            fingerprints: Vec::new(),
            report,
        };
        walk.run().map_err(|problem| {
            let lines: Vec<String> = walk.history.iter().map(ToString::to_string).collect();
            let history = lines.join("\n");
            Box::new(Failure { game: number, step: walk.history.len() as u64, problem, history })
        })
    }
}

/// One game being walked through.
struct Walk<'a, G: Game> {
    suite: &'a Suite<G>,
    game: &'a G,
    random: Fast,
    chances: Chances,
    pool: Pool<G::Action>,
    history: Vec<crate::record::Entry>,
    fingerprints: Vec<u64>,
    report: &'a mut SuiteReport,
}

impl<G: Game> Walk<'_, G> {
    fn run(&mut self) -> Result<(), String> {
        let game = self.game;
        let mut position = game.start();
        if position != game.start() {
            return Err("two starts differ".to_owned());
        }
        loop {
            game.check_invariants(&position).map_err(|e| format!("invariant broken: {e}"))?;
            self.fingerprints.push(game.fingerprint(&position));
            let options = self.options(&position)?;
            let thorough = (self.history.len() as u64).is_multiple_of(self.suite.thorough_every);
            if thorough || game.turn(&position) == Turn::Over {
                self.try_listed(&position, &options)?;
                self.try_others(&position, &options)?;
                self.try_redealt(&position)?;
            }
            if game.turn(&position) == Turn::Over {
                self.report.games += 1;
                self.end(&position)?;
                return self.replay(&position);
            }
            if game.outcome(&position).is_some() {
                return Err("an outcome is given before the game is over".to_owned());
            }
            if self.history.len() as u64 >= self.suite.steps {
                return Err(format!("not over after {} steps", self.suite.steps));
            }
            let (actor, action) = self.choose(&position, options)?;
            let text = game.action_text(&position, &action);
            self.history.push(crate::record::Entry::Step { actor, text });
            game.play_unchecked(&mut position, actor, &action);
            self.report.steps += 1;
        }
    }

    /// Everything that is listed, with whether the turn and the lists agree.
    fn options(&mut self, position: &G::Position) -> Result<Vec<(Actor, G::Action)>, String> {
        let (game, turn) = (self.game, self.game.turn(position));
        let mut options = Vec::new();
        let mut outcomes = Vec::new();
        game.outcomes(position, &mut outcomes);
        if (turn == Turn::Chance) == outcomes.is_empty() {
            return Err(format!("{} outcomes are listed while the turn is {turn:?}", outcomes.len()));
        }
        if outcomes.iter().any(|o| o.weight == 0) {
            return Err("an outcome weighs nothing".to_owned());
        }
        options.extend(outcomes.into_iter().map(|o| (Actor::Chance, o.action)));
        let mut due = 0;
        for seat in (0..game.seats() as u8).map(Seat) {
            let mut legal = Vec::new();
            game.legal(position, seat, &mut legal);
            let may_act = matches!(turn, Turn::Seats(set) if set.contains(seat));
            if may_act == legal.is_empty() {
                return Err(format!(
                    "seat {seat} has {} legal actions while the turn is {turn:?}",
                    legal.len()
                ));
            }
            due += usize::from(may_act);
            options.extend(legal.into_iter().map(|a| (Actor::Seat(seat), a)));
        }
        if let Turn::Seats(set) = turn
            && (set.len() != due || due == 0)
        {
            return Err(format!("the turn is {set:?} among {} seats", game.seats()));
        }
        for (i, option) in options.iter().enumerate() {
            if options[..i].contains(option) {
                return Err(format!("{option:?} is listed twice"));
            }
        }
        Ok(options)
    }

    fn choose(
        &mut self,
        position: &G::Position,
        mut options: Vec<(Actor, G::Action)>,
    ) -> Result<(Actor, G::Action), String> {
        if self.game.turn(position) == Turn::Chance {
            let drawn = self.chances.draw(self.game, position, &mut Vec::new());
            return drawn.map(|a| (Actor::Chance, a)).ok_or_else(|| "no outcome to draw".to_owned());
        }
        let place = self.random.index(options.len());
        Ok(options.swap_remove(place))
    }

    fn end(&self, position: &G::Position) -> Result<(), String> {
        let outcome = self.game.outcome(position).ok_or("the game is over without an outcome")?;
        if outcome.scores != self.game.scores(position) {
            return Err(format!("outcome {outcome:?} but points {:?}", self.game.scores(position)));
        }
        if outcome.scores.len() != self.game.seats() {
            return Err(format!("{} points for {} seats", outcome.scores.len(), self.game.seats()));
        }
        match outcome.winners.iter().find(|s| s.index() >= self.game.seats()) {
            Some(seat) => Err(format!("seat {seat} won but does not play")),
            None => Ok(()),
        }
    }

    /// The game again from text, fingerprints compared at every step.
    fn replay(&self, last: &G::Position) -> Result<(), String> {
        let record = crate::Record {
            game: G::NAME.to_owned(),
            names: (0..self.game.seats()).map(|s| format!("seat {s}")).collect(),
            setup: String::new(),
            dice: Vec::new(),
            entries: self.history.clone(),
        };
        let again = crate::Record::parse("suite", &record.to_string())
            .map_err(|r| format!("its record cannot be read back: {:?}", r.diagnostics))?;
        let mut differs = None;
        let end = crate::record::replay_with(self.game, &again, |step| {
            let same = self.game.fingerprint(step.after) == self.fingerprints[step.number];
            differs = differs.or((!same).then_some(step.number));
            same
        });
        match (end, differs) {
            (_, Some(number)) => Err(format!("replay differs after entry {number}")),
            (Err(error), None) => Err(format!("replay fails: {error}")),
            (Ok(position), None) if position != *last => Err("replay ends elsewhere".to_owned()),
            (Ok(_), None) => Ok(()),
        }
    }
}
