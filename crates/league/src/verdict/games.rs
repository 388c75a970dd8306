//! The games of a verdict: an opening by a policy, the rest by a quick player.

use crate::catan::Study;
use crate::draft::{Draft, NextPick, Pick, Policy, Sample, Scored, picks};
use crate::{Fault, bot_by_name};
use hexwright_catan::game::{Catan, CatanPosition};
use hexwright_core::{CornerId, Fast, Game as _, Seat, Step, Turn, random};
use hexwright_play::Players;
use hexwright_play::fairness::Observed;
use hexwright_play::run::{Limits, Run};
use hexwright_play::simulate::{Finished, finish_run, in_order};
use serde::Serialize;
use std::sync::Arc;

/// Games played by one task with the same bots.
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

/// A game to play.
#[derive(Clone, Copy, Debug)]
pub(super) struct Task {
    /// Number of the dice and, if boards change, of the board.
    pub chance: u64,
    /// Its own number: of the thoughts and the choice among openings.
    pub number: u64,
    /// At which pick of the draft something is forced, and what.
    pub force: Option<(usize, ForcedPick)>,
    /// How much openings vary: see [`Policy::choose`].
    pub spread: f32,
}

/// A game that was played.
#[derive(Debug)]
pub(super) struct Played {
    pub sample: Sample,
    /// The candidates of every pick.
    pub scored: Vec<Arc<[Scored]>>,
    pub end: Finished,
    pub seen: Observed,
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
    threads: Option<usize>,
}

impl<'a> JudgedMap<'a> {
    pub(super) fn new(study: &'a Study, threads: Option<usize>) -> Result<Self, Fault> {
        let first = Arc::new(DraftedBoard::new(study.board(0)?));
        let redrawn = study.one_board().is_none();
        Ok(Self { study, first, redrawn, seed: study.question.seed, threads })
    }

    /// The openings before the first game.
    pub(super) fn policy(&self) -> Policy {
        let draft = &self.first.draft;
        if self.redrawn { Policy::on_many_boards(draft.seats) } else { Policy::on_one_board(draft) }
    }

    fn ground(&self, chance: u64) -> Result<Arc<DraftedBoard>, Fault> {
        Ok(if self.redrawn {
            Arc::new(DraftedBoard::new(self.study.board(chance)?))
        } else {
            self.first.clone()
        })
    }

    fn players(&self, bot: &str, ground: &DraftedBoard) -> Result<Players<Catan>, Fault> {
        let seats = (0..ground.game.seats() as u8).map(Seat);
        let bots = seats.map(|seat| bot_by_name(&ground.game, bot, seat, self.seed));
        Ok(Players(bots.collect::<Result<_, _>>()?))
    }

    /// Plays games, in the order of the tasks whatever the number of threads.
    pub(super) fn play(
        &self,
        bot: &str,
        policy: &Policy,
        tasks: &[Task],
        observe: bool,
        played: &(dyn Fn(u64) + Sync),
    ) -> Result<Vec<Played>, Fault> {
        let pieces: Vec<&[Task]> = tasks.chunks(if self.redrawn { 1 } else { CHUNK }).collect();
        let found = in_order(0..pieces.len() as u64, self.threads, |piece| {
            let piece = pieces[piece as usize];
            let ground = self.ground(piece[0].chance)?;
            let mut players = self.players(bot, &ground)?;
            let one = |task| self.one(&ground, policy, &mut players, task, observe);
            let games = piece.iter().map(one).collect();
            played(piece.len() as u64);
            Ok::<Vec<Played>, Fault>(games)
        })?;
        Ok(found.into_iter().collect::<Result<Vec<_>, _>>()?.into_iter().flatten().collect())
    }

    fn one(
        &self,
        ground: &DraftedBoard,
        policy: &Policy,
        players: &mut Players<Catan>,
        task: &Task,
        observe: bool,
    ) -> Played {
        let DraftedBoard { game, draft } = ground;
        let mut run = Run::paired(game, game.start(), self.seed, task.chance, task.number);
        let mut random = Fast::new(random::mix(self.seed ^ 0x6f70_656e_696e_6773), task.number);
        let (mut taken, mut scored, mut seen) = (Vec::new(), Vec::new(), Observed::default());
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
            let next = NextPick { taken: &taken, seat: first.seat, city: first.city, legal: &legal };
            let candidates = policy.score(draft, &next);
            let force = task.force.filter(|(slot, _)| *slot == taken.len()).map(|(_, force)| force);
            let corner = forced(force, &candidates, &legal)
                .or_else(|| Policy::choose(&candidates, task.spread, &mut random).map(|s| s.corner))
                .unwrap_or(first.corner);
            let pick = Pick { corner, ..*first };
            taken.push(pick);
            scored.push(candidates);
            if observe {
                seen.openings.push((corner.0.into(), pick.seat.0));
            }
            run.apply(&Step::seat(pick.seat, pick.action()));
        }
        let watch = |before: &CatanPosition, step: &Step<_>, after: &CatanPosition| {
            if observe {
                crate::study::observe(game, before, step, after, &mut seen);
            }
        };
        let end = finish_run(game, run, players, &Limits::default(), watch);
        let sample = Sample::new(&draft.corners, draft.seats, taken, end.winners);
        Played { sample, scored, end, seen }
    }
}

/// The corner that is forced, if it is free.
fn forced(force: Option<ForcedPick>, candidates: &[Scored], legal: &[CornerId]) -> Option<CornerId> {
    match force? {
        ForcedPick::Rank(rank) => {
            candidates.get(rank.min(candidates.len().saturating_sub(1))).map(|s| s.corner)
        }
        ForcedPick::Corner(corner) => legal.iter().copied().find(|c| c.0 == corner),
    }
}
