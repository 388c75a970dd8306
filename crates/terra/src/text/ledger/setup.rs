//! What is played, gathered from the administrative commands of a log.

use super::{Log, LogError};
use crate::factions::Faction;
use crate::game::{AUCTION_POINTS, MAX_PLAYERS, RuleOption, START_POINTS, Setup};
use crate::map::Board;
use crate::tiles::{BonusCard, FinalScoring, ScoringTile};
use hexwright_core::text::Finding;

pub(super) const BAD_SETUP: Finding = Finding::error(
    "bad-setup",
    "the administrative lines make no game",
    "A log names its six scoring tiles (`score`), the bonus cards left out (`delete`) and its factions in their order (`setup`).",
);

/// What the setup of a log can lack.
pub(super) const FINDINGS: &[Finding] = &[BAD_SETUP];
/// Most points a faction can start with: auctions give or take a few tens.
const MOST_START_POINTS: i16 = 200;

/// Something wrong with the setup: the place of the command in the list, if it is one, and why.
pub(super) type Problem = (Option<usize>, String);

impl Log {
    /// What is played, gathered from the administrative commands.
    ///
    /// # Errors
    /// What is missing or wrong first.
    pub fn setup(&self) -> Result<Setup, LogError> {
        self.setup_or_problems().map_err(|problems| {
            let (entry, message) = problems.into_iter().next().unwrap_or_default();
            LogError::new(entry.map_or(1, |entry| entry + 1), message)
        })
    }

    /// What is played, or everything that is missing or wrong.
    pub(super) fn setup_or_problems(&self) -> Result<Setup, Vec<Problem>> {
        let mut problems: Vec<Problem> = Vec::new();
        let Some(board) = Board::shared(self.map) else {
            return Err(vec![(None, "a custom board needs a layout of its own".to_owned())]);
        };
        let mut setup = Setup { board, options: self.options, ..Setup::new(&[]) };
        let (mut removed, mut points, mut scored) = (Vec::new(), Vec::new(), false);
        for (i, entry) in self.entries.iter().enumerate().filter(|(_, entry)| entry.faction.is_none()) {
            let mut wrong = |message: String| problems.push((Some(i), message));
            let words: Vec<&str> = entry.text.split_whitespace().collect();
            match words.as_slice() {
                ["setup", name, ..] => match Faction::from_name(name) {
                    Some(faction) => setup.factions.push(faction),
                    None => wrong(format!("unknown faction `{name}`")),
                },
                // the factions for sale, and what was bid for them, which is played
                ["auction", name] => match Faction::from_name(name) {
                    Some(faction) => {
                        setup.auction = true;
                        setup.factions.push(faction);
                    }
                    None => wrong(format!("unknown faction `{name}`")),
                },
                ["bid", _, _, "by", "seat", _] => {}
                ["score", list @ ..] => {
                    scored = true;
                    let list = list.concat();
                    let tiles: Option<Vec<_>> = list.split(',').map(ScoringTile::from_name).collect();
                    match tiles.map(TryInto::try_into) {
                        Some(Ok(tiles)) => setup.scoring = tiles,
                        Some(Err(_)) => wrong("expected six scoring tiles".to_owned()),
                        None => wrong(format!("unknown scoring tile in `{list}`")),
                    }
                }
                ["delete", card] => match BonusCard::from_name(card) {
                    Some(card) => removed.push(card),
                    None => wrong(format!("unknown card `{card}`")),
                },
                ["final-scoring", name] => match FinalScoring::from_name(name) {
                    Some(scoring) => setup.final_scoring = Some(scoring),
                    None => wrong(format!("unknown scoring `{name}`")),
                },
                ["starting-vp", name, n] => {
                    let n = n.parse::<i16>().ok().filter(|n| (0..=MOST_START_POINTS).contains(n));
                    match (Faction::from_name(name), n) {
                        (Some(faction), Some(n)) => points.push((faction, n)),
                        (None, _) => wrong(format!("unknown faction `{name}`")),
                        (_, None) => wrong(format!("expected 0 to {MOST_START_POINTS} points for {name}")),
                    }
                }
                ["drop-faction", _] => {}
                ["randomize", ..] => {
                    wrong(
                        "`randomize` is not supported; name the tiles with `score` and `delete`, and the factions in their order with `setup`"
                            .to_owned(),
                    );
                }
                ["bid", ..] => wrong("expected a line as `bid witches 5 by seat 0`".to_owned()),
                [word, ..] => wrong(format!("expected one name behind `{word}`")),
                [] => {}
            }
        }
        if !scored {
            problems.push((None, "expected a line `score S1,…,S6`".to_owned()));
        }
        if setup.factions.len() > MAX_PLAYERS {
            problems.push((None, format!("expected at most {MAX_PLAYERS} `setup` lines")));
        }
        let named = |word: &str| self.entries.iter().any(|e| e.faction.is_none() && e.text.starts_with(word));
        if named("auction ") && named("setup ") {
            problems.push((
                None,
                "factions are either chosen (`setup`) or sold (`auction`), not both".to_owned(),
            ));
        }
        if !problems.is_empty() {
            return Err(problems);
        }
        let tenth = self.options.contains(RuleOption::ShippingBonus);
        setup.cards = BonusCard::ALL
            .into_iter()
            .filter(|c| !removed.contains(c) && (tenth || *c != BonusCard::ShippingPoints))
            .collect();
        let usual = if setup.auction { AUCTION_POINTS } else { START_POINTS };
        let own = |faction| points.iter().rev().find(|(f, _)| *f == faction).map(|(_, n)| *n);
        setup.points = setup.factions.iter().map(|&f| own(f).unwrap_or(usual)).collect();
        Ok(setup)
    }
}
