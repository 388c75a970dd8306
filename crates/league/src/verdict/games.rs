//! The games of a verdict: an opening by a policy, the rest by a quick player.

use super::STRONG;
use super::exchange::Exchange;
use crate::bots::{catan_with, chances_by, judged_by, networks_of};
use crate::catan::Study;
use crate::choices::Choices;
use crate::draft::{Draft, NextPick, Pick, Policy, Sample, Scored, picks};
use crate::{ChancesOf, Fault, bot_by_name};
use hexwright_catan::game::{Catan, CatanPosition, Network};
use hexwright_core::{CornerId, Fast, Game as _, Random as _, Seat, Step, Turn, random};
use hexwright_play::Players;
use hexwright_play::fairness::Observed;
use hexwright_play::run::{Limits, Run};
use hexwright_play::simulate::{Finished, finish_run, in_order};
use serde::Serialize;
use std::sync::Arc;

/// Games played by one task with the same bots: a player that has several networks draws those of its seats once for all.
const CHUNK: usize = 16;

/// A pick that is decided from outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum ForcedPick {
    /// The corner of this number, if it is free.
    Corner(u16),
    /// The best candidate but so many.
    Rank(usize),
}

impl std::fmt::Display for ForcedPick {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Corner(corner) => write!(f, "corner {corner}"),
            Self::Rank(rank) => write!(f, "choice {}", rank + 1),
        }
    }
}

/// What is decided from outside at a pick.
#[derive(Clone, Copy, Debug)]
pub(super) enum TriedPick {
    /// This.
    Forced(ForcedPick),
    /// Whatever is worth trying: see [`Policy::explore`].
    Explored,
}

/// A game to play.
#[derive(Clone, Copy, Debug)]
pub(super) struct Task {
    /// Number of the dice and, if boards change, of the board.
    pub chance: u64,
    /// Its own number: of the thoughts and the choice among openings.
    pub number: u64,
    /// At which pick of the draft something is forced, and what.
    pub force: Option<(usize, TriedPick)>,
    /// How much openings vary: see [`Policy::chances`].
    pub spread: f32,
    /// Openings tried until what is forced is free and a rare pick of balanced play; with none the game is not played. If 0,
    /// it is played anyway.
    pub tries: u64,
    /// After so many rounds of turns the game is cut off and judged; `None` plays it to its end.
    pub rounds: Option<u32>,
}

/// A game that was played.
#[derive(Debug)]
pub(super) struct Played {
    pub sample: Sample,
    /// The candidates of every pick.
    pub scored: Vec<Arc<[Scored]>>,
    /// How often each is taken: see [`Policy::chances`].
    pub chances: Vec<Vec<u64>>,
    /// At every pick, which of the open corners of the draft could be taken, one bit each.
    pub free: Vec<u64>,
    pub end: Finished,
    pub seen: Observed,
}

/// A player of a verdict, on all seats.
#[derive(Clone, Debug)]
pub(super) struct VerdictPlayer {
    /// The name of its bot.
    pub name: String,
    /// The networks it judges by, which practice changes: every seat has one of them. None if it plays as it does everywhere.
    pub networks: Vec<Arc<Network>>,
}

impl VerdictPlayer {
    /// The player of this name, as it is before it has seen the board.
    pub(super) fn new(name: &str) -> Self {
        Self { name: name.to_owned(), networks: networks_of(name) }
    }

    /// The strong player: it plans its turns, and judges by what the quick players have learnt: a seat has one network of each
    /// of the two, averaged.
    pub(super) fn strong(quick: &[VerdictPlayer]) -> Self {
        let [first, second] = quick else { return Self::new(STRONG) };
        let pairs = first.networks.iter().zip(&second.networks);
        let networks = pairs.filter_map(|(one, other)| one.joined(other).map(Arc::new)).collect();
        Self { name: STRONG.to_owned(), networks }
    }

    /// The bots of all seats, which networks they have drawn by the number of a game; and the judgement of one of them, for
    /// games that are cut off.
    fn sit<'a>(&self, game: &'a Catan, seed: u64, number: u64) -> Result<Seated<'a>, Fault> {
        let by_name = |seat| bot_by_name(game, &self.name, seat, seed);
        let seats = (0..game.seats() as u8).map(Seat);
        if self.networks.is_empty() {
            let bots = seats.map(by_name).collect::<Result<_, _>>()?;
            return Ok((Players(bots), chances_by(game, &self.name)));
        }
        let drawn = draw_networks(&self.networks, game.seats(), seed, number);
        let bot = |(seat, network): (Seat, &Arc<Network>)| {
            catan_with(game, &self.name, Arc::clone(network)).map_or_else(|| by_name(seat), Ok)
        };
        let bots = seats.zip(&drawn).map(bot).collect::<Result<_, _>>()?;
        Ok((Players(bots), judged_by(game, Arc::clone(&drawn[0]))))
    }
}

/// Bots, and what seats may expect.
type Seated<'a> = (Players<Catan>, ChancesOf<'a, Catan>);

/// One of the networks for each seat, by the number of a game.
pub(super) fn draw_networks(
    networks: &[Arc<Network>],
    seats: usize,
    seed: u64,
    number: u64,
) -> Vec<Arc<Network>> {
    let mut random = Fast::new(random::mix(seed ^ 0x6e65_7477_6f72_6b73), number);
    (0..seats).map(|_| Arc::clone(&networks[random.index(networks.len())])).collect()
}

/// A board with its draft.
#[derive(Debug)]
pub(super) struct DraftedBoard {
    pub game: Catan,
    pub draft: Draft,
}

impl DraftedBoard {
    fn new(game: Catan) -> Self {
        Self { draft: Draft::of(&game), game }
    }
}

/// What all games of a verdict share.
#[derive(Debug)]
pub(super) struct JudgedMap<'a> {
    study: &'a Study,
    /// The board of every game; the first of many if boards change.
    pub first: Arc<DraftedBoard>,
    /// Whether each number has a board of its own.
    pub redrawn: bool,
    pub seed: u64,
    pub threads: Option<usize>,
    /// Where shards meet, if there are others.
    pub exchange: Option<Exchange>,
}

impl<'a> JudgedMap<'a> {
    pub(super) fn new(study: &'a Study, threads: Option<usize>) -> Result<Self, Fault> {
        let first = Arc::new(DraftedBoard::new(study.board(0)?));
        let redrawn = study.one_board().is_none();
        Ok(Self { study, first, redrawn, seed: study.question.seed, threads, exchange: None })
    }

    /// The openings before the first game.
    pub(super) fn policy(&self) -> Policy {
        let draft = &self.first.draft;
        if self.redrawn { Policy::on_many_boards(draft.seats) } else { Policy::on_one_board(draft) }
    }

    /// The board of this number.
    pub(super) fn ground(&self, chance: u64) -> Result<Arc<DraftedBoard>, Fault> {
        Ok(if self.redrawn {
            Arc::new(DraftedBoard::new(self.study.board(chance)?))
        } else {
            self.first.clone()
        })
    }

    /// How many games in a row are played with the same networks on the same seats. Where boards change nobody has practised,
    /// and every game has a board of its own.
    pub(super) const fn group(&self) -> usize {
        if self.redrawn { 1 } else { CHUNK }
    }

    /// Plays games, in the order of the tasks whatever the number of threads; `None` for those in which nothing would
    /// have been different.
    pub(super) fn play(
        &self,
        player: &VerdictPlayer,
        policy: &Policy,
        tasks: &[Task],
        observe: bool,
        played: &(dyn Fn(u64) + Sync),
    ) -> Result<Vec<Option<Played>>, Fault> {
        let pieces: Vec<&[Task]> = tasks.chunks(self.group()).collect();
        let found = self.share(pieces.len() as u64, |piece, choices| {
            let piece = pieces[piece as usize];
            let ground = self.ground(piece[0].chance)?;
            let (players, judged) = player.sit(&ground.game, self.seed, piece[0].number)?;
            let opener = Opener { ground: &ground, policy, seed: self.seed };
            let mut table = Table { opener, players: choices.of(players), judged };
            let one = |task| table.play(task, observe);
            let games: Vec<Option<Played>> = piece.iter().map(one).collect();
            played(piece.len() as u64);
            Ok(games)
        })?;
        Ok(found.into_iter().flatten().collect())
    }

    /// Does so many pieces of work and gives what they give, in order: here, or together with the other shards.
    pub(super) fn share<T: Send>(
        &self,
        pieces: u64,
        work: impl Fn(u64, &Choices) -> Result<T, Fault> + Sync + Send,
    ) -> Result<Vec<T>, Fault> {
        match &self.exchange {
            Some(exchange) => exchange.share(pieces, self.threads, &work),
            None => in_order(0..pieces, self.threads, |piece| work(piece, &Choices::free()))?
                .into_iter()
                .collect(),
        }
    }
}

/// Where games are played one after the other.
struct Table<'a> {
    opener: Opener<'a>,
    players: Players<Catan>,
    judged: ChancesOf<'a, Catan>,
}

/// What opens games.
#[derive(Clone, Copy)]
pub(super) struct Opener<'a> {
    pub ground: &'a DraftedBoard,
    pub policy: &'a Policy,
    pub seed: u64,
}

impl Table<'_> {
    /// Plays a game; `None` if something was to be forced that is not free or no rare pick.
    fn play(&mut self, task: &Task, observe: bool) -> Option<Played> {
        let Self { opener, players, .. } = self;
        let (opening, mut run) =
            (0..task.tries.max(1)).find_map(|attempt| opener.open(players, task, attempt))?;
        let game = &opener.ground.game;
        let mut seen = Observed::default();
        let (end, shares) = if let Some(rounds) = task.rounds {
            let last = rounds * game.seats() as u32;
            while game.turns(run.position()) <= last && run.step(&mut self.players).is_some() {}
            (Finished::default(), (self.judged)(run.position()).iter().map(|&share| share as f32).collect())
        } else {
            if observe {
                seen.openings.extend(opening.taken.iter().map(|pick| (pick.corner.0.into(), pick.seat.0)));
            }
            let watch = |before: &CatanPosition, step: &Step<_>, after: &CatanPosition| {
                if observe {
                    crate::study::observe(game, before, step, after, &mut seen);
                }
            };
            let end = finish_run(game, run, &mut self.players, &Limits::default(), watch);
            let shares = end.shares(game.seats());
            (end, shares)
        };
        let Opening { taken, scored, chances, free } = opening;
        let sample = opener.sample(taken, task, shares);
        Some(Played { sample, scored, chances, free, end, seen })
    }
}

impl<'a> Opener<'a> {
    /// What a game says: its picks and the shares of the win.
    pub(super) fn sample(&self, taken: Vec<Pick>, task: &Task, shares: Vec<f32>) -> Sample {
        let draft = &self.ground.draft;
        let mut sample = Sample::new(&draft.corners, draft.seats, taken, shares);
        sample.since = task.force.map_or(0, |(slot, _)| slot);
        sample
    }

    /// Plays the opening of a game; `None` if something was to be forced that is not free or no rare pick.
    pub(super) fn open(
        &self,
        players: &mut Players<Catan>,
        task: &Task,
        attempt: u64,
    ) -> Option<(Opening, Run<'a, Catan>)> {
        let (DraftedBoard { game, draft }, policy) = (self.ground, self.policy);
        let mut run = Run::paired(game, game.start(), self.seed, task.chance, task.number);
        let openings = random::mix(self.seed ^ 0x6f70_656e_696e_6773 ^ attempt << 32);
        let mut random = Fast::new(openings, task.number);
        let mut opening = Opening::default();
        while game.turns(run.position()) == 0 && game.turn(run.position()) != Turn::Over {
            let due = run.due().first().copied();
            let free = due.map_or_else(Vec::new, |seat| picks(game, run.position(), seat));
            let Some(first) = free.first() else {
                if run.step(players).is_none() {
                    break;
                }
                continue;
            };
            let legal: Vec<CornerId> = free.iter().map(|p| p.corner).collect();
            let taken = &opening.taken;
            let next = NextPick { taken, seat: first.seat, city: first.city, legal: &legal };
            let candidates = policy.score(draft, &next);
            let chances = Policy::chances(&candidates, task.spread);
            let usual = Policy::choose(&candidates, &chances, &mut random).map_or(first.corner, |s| s.corner);
            let wanted = match task.force.filter(|(slot, _)| *slot == taken.len()) {
                Some((slot, TriedPick::Explored)) => policy.explore(slot, &candidates, &mut random),
                Some((_, TriedPick::Forced(force))) => {
                    let wanted = forced(force, &candidates, &legal);
                    let rare = |corner: &CornerId| is_rare(*corner, &candidates, &chances);
                    if task.tries > 0 && !wanted.as_ref().is_some_and(rare) {
                        return None;
                    }
                    wanted
                }
                None => None,
            };
            let pick = Pick { corner: wanted.unwrap_or(usual), ..*first };
            opening.add(draft, pick, candidates, chances, &legal);
            run.apply(&Step::seat(pick.seat, pick.action()));
        }
        Some((opening, run))
    }
}

/// The picks of a game and what could have been picked.
#[derive(Default)]
pub(super) struct Opening {
    pub taken: Vec<Pick>,
    scored: Vec<Arc<[Scored]>>,
    chances: Vec<Vec<u64>>,
    free: Vec<u64>,
}

impl Opening {
    fn add(
        &mut self,
        draft: &Draft,
        pick: Pick,
        candidates: Arc<[Scored]>,
        chances: Vec<u64>,
        legal: &[CornerId],
    ) {
        let bit = |(place, corner): (usize, &CornerId)| u64::from(legal.contains(corner)) << place;
        self.free.push(draft.open.iter().enumerate().map(bit).sum());
        self.scored.push(candidates);
        self.chances.push(chances);
        self.taken.push(pick);
    }
}

/// The corner that is forced, if it is free.
fn forced(force: ForcedPick, candidates: &[Scored], legal: &[CornerId]) -> Option<CornerId> {
    match force {
        ForcedPick::Rank(rank) => {
            candidates.get(rank.min(candidates.len().saturating_sub(1))).map(|s| s.corner)
        }
        ForcedPick::Corner(corner) => legal.iter().copied().find(|c| c.0 == corner),
    }
}

/// A corner that balanced play takes less often than this, at a pick, is a rare one.
pub(super) const RARE: f64 = 0.04;

/// How often balanced play takes a corner at a pick.
pub(super) fn chance_of(corner: CornerId, candidates: &[Scored], chances: &[u64]) -> f64 {
    let place = candidates.iter().position(|s| s.corner == corner);
    let weight = place.and_then(|place| chances.get(place)).copied().unwrap_or(0);
    weight as f64 / chances.iter().sum::<u64>().max(1) as f64
}

fn is_rare(corner: CornerId, candidates: &[Scored], chances: &[u64]) -> bool {
    chance_of(corner, candidates, chances) < RARE
}
