//! Games of networks against each other. The positions between turns are what is learnt from.

use super::MOST_STEPS;
use crate::bots::CatanJudge;
use crate::choices::Choices;
use hexwright_catan::game::{Action, Catan, FeatureRow, MAX_SEATS, Network, shares};
use hexwright_core::{Fast, Game as _, Random as _, Seat, Step, Turn};
use hexwright_play::bot::{Plan, Planner};
use hexwright_play::run::Run;
use std::sync::Arc;

/// One decision in so many is made at random, so that nothing stays unknown.
const STRAY: usize = 50;

/// A position between turns: the row of each seat.
pub(crate) type Sample = Vec<SparseRow>;

/// The numbers of a row that are not 0, each with its place: less than half of them.
#[derive(Clone, Debug)]
pub(crate) struct SparseRow(pub Vec<(u16, f32)>);

impl SparseRow {
    fn new(row: &FeatureRow) -> Self {
        Self((0..).zip(row).filter(|(_, x)| **x != 0.0).map(|(place, x)| (place, *x)).collect())
    }

    #[cfg(test)]
    fn whole(&self) -> FeatureRow {
        let mut row: FeatureRow = [0.0; hexwright_catan::game::COUNT];
        self.0.iter().for_each(|&(place, x)| row[usize::from(place)] = x);
        row
    }
}

/// What a network should have said of a position: the share of the win of each seat.
pub(crate) type Target = [f32; MAX_SEATS];

/// A game to learn from.
#[derive(Clone, Debug)]
pub(crate) struct FinishedGame {
    /// The positions between turns, in order.
    pub positions: Vec<Sample>,
    /// Who won.
    pub winner: Seat,
}

impl FinishedGame {
    /// The share of the win of each of so many seats: everything to the winner.
    pub(crate) fn won(&self, seats: usize) -> Vec<f32> {
        (0..seats).map(|seat| f32::from(u8::from(seat == self.winner.index()))).collect()
    }

    /// What a network says of the positions behind the first: the shares of the seats, the later the position the less it
    /// counts. `trace` is how much comes from behind the next one. Varies less than who won.
    pub(crate) fn foretold(&self, network: &Network, trace: f32) -> Vec<f32> {
        let seats = self.positions.first().map_or(0, Vec::len);
        self.targets(network, trace).first().map_or_else(Vec::new, |target| target[..seats].to_vec())
    }

    /// What a network should have said of each position. A target lies between what the network says of the next position
    /// and what it says of those behind it, the winner at the end; `trace` is how much comes from behind.
    pub(crate) fn targets(&self, network: &Network, trace: f32) -> Vec<Target> {
        let mut target = [0.0; MAX_SEATS];
        target[self.winner.index()] = 1.0;
        let mut targets = vec![target; self.positions.len()];
        for (rows, aim) in self.positions.iter().zip(&mut targets).rev() {
            *aim = target;
            let mut said = [0.0; MAX_SEATS];
            let said = &mut said[..rows.len()];
            said.iter_mut().zip(rows).for_each(|(said, row)| *said = network.strength_of(&row.0));
            shares(said);
            for (t, s) in target.iter_mut().zip(said) {
                *t = trace * *t + (1.0 - trace) * *s;
            }
        }
        targets
    }
}

/// Plays a game on to its end, each seat planning so many own actions ahead with its own judge; `None` if nobody wins.
pub(crate) fn play_out(
    game: &Catan,
    judges: &[Arc<CatanJudge>],
    mut run: Run<'_, Catan>,
    random: &mut Fast,
    depth: u32,
    choices: &Choices,
) -> Option<FinishedGame> {
    let mut positions = Vec::new();
    let mut legal = Vec::new();
    let plan = Plan { depth, width: 4, worlds: 1, nodes: 4_000, time: None, opening: false };
    for _ in 0..MOST_STEPS {
        let step = match game.turn(run.position()) {
            Turn::Over => break,
            Turn::Chance => Step::chance(run.draw()?),
            Turn::Seats(set) => {
                let seat = set.iter().next()?;
                legal.clear();
                game.legal(run.position(), seat, &mut legal);
                let think = || {
                    if random.index(STRAY) == 0 {
                        return random.index(legal.len()) as u16;
                    }
                    let judge = &*judges[seat.index()];
                    let values = Planner::new(game, judge, seat, plan).values(run.position(), &legal);
                    (0..values.len())
                        .max_by(|&a, &b| values[a].total_cmp(&values[b]).then(b.cmp(&a)))
                        .unwrap_or(0) as u16
                };
                let place = if legal.len() < 2 { 0 } else { choices.next(think) };
                Step::seat(seat, *legal.get(usize::from(place))?)
            }
        };
        run.apply(&step);
        let between = matches!(step.action, Action::EndTurn | Action::SetupRoad(_) | Action::SetupShip(_));
        if between && game.turn(run.position()) != Turn::Over {
            let rows = judges[0].rows(game, run.position());
            positions.push(rows[..game.seats()].iter().map(SparseRow::new).collect());
        }
    }
    let winner = game.outcome(run.position())?.winners.iter().next()?;
    Some(FinishedGame { positions, winner })
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexwright_catan::game::COUNT;
    use hexwright_catan::generate::preset;

    #[test]
    fn targets_lie_between_the_winner_and_what_is_said_of_the_next_position() {
        let setup = preset("base").unwrap();
        let game = Catan::new(&setup, &setup.draw(1), hexwright_catan::game::Options::default(), 3).unwrap();
        let network = Network::third();
        let judges = vec![CatanJudge::with(&game, Network::third()); 3];
        let played =
            play_out(&game, &judges, Run::new(&game, 4, 0), &mut Fast::new(4, 0), 1, &Choices::free())
                .expect("somebody wins");
        assert!(played.positions.len() > 20, "{}", played.positions.len());
        let won = |target: &Target| target[played.winner.index()] == 1.0;
        assert!(played.targets(&network, 1.0).iter().all(won), "only the end counts");
        let near = played.targets(&network, 0.0);
        assert!(near.last().is_some_and(won), "behind the last position there is only the end");
        for (target, next) in near.iter().zip(&played.positions[1..]) {
            let mut said: Vec<f32> = next.iter().map(|row| network.strength(&row.whole())).collect();
            shares(&mut said);
            assert_eq!(&target[..3], said, "only the next position counts");
            assert!(target[3..].iter().all(|&share| share == 0.0), "nobody sits there");
        }
        for target in played.targets(&network, 0.9) {
            assert!((target.iter().sum::<f32>() - 1.0).abs() < 1e-3, "{target:?}");
        }
    }

    #[test]
    fn a_sparse_row_is_the_whole_row() {
        let mut row = [0.0; COUNT];
        (row[0], row[7], row[COUNT - 1]) = (1.5, -2.0, 0.25);
        assert_eq!(SparseRow::new(&row).0, [(0, 1.5), (7, -2.0), (COUNT as u16 - 1, 0.25)]);
        assert_eq!(SparseRow::new(&row).whole(), row);
    }
}
