//! Which game is played: board, options, tiles, factions.

use super::{Auction, OptionSet, Phase, Player, Position, RuleOption, position::Doing};
use crate::factions::{Faction, Home};
use crate::map::{Board, MAX_HEXES, MapId, Terrain};
use crate::tiles::{BonusCard, ByBonus, ByCult, ByFavor, ByTown, FinalScoring, PowerActionSet, ScoringTile};
use hexwright_core::{Seat, SeatSet};
use std::sync::Arc;

/// Most players of a game.
pub const MAX_PLAYERS: usize = 5;

/// Points every faction starts with, unless an auction or a variant says otherwise.
pub const START_POINTS: i16 = 20;

/// The same where factions are sold for points.
pub const AUCTION_POINTS: i16 = 40;

/// Everything fixed before the first decision. Plain and editable.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The board.
    pub board: Arc<Board>,
    /// Options.
    pub options: OptionSet,
    /// The extra final scoring.
    pub final_scoring: Option<FinalScoring>,
    /// Scoring tiles of rounds 1 to 6.
    pub scoring: [ScoringTile; 6],
    /// Bonus cards in play.
    pub cards: Vec<BonusCard>,
    /// Factions in seating order.
    pub factions: Vec<Faction>,
    /// Start points, parallel to the factions.
    pub points: Vec<i16>,
    /// Whether the factions are sold to the seats before play; otherwise each seat has the one of its place.
    pub auction: bool,
}

/// Why a setup makes no game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SetupError {
    /// Wrong number of players.
    #[error("expected 2 to {MAX_PLAYERS} players, found {0}")]
    Players(usize),
    /// A colour or board is taken twice.
    #[error("{0} and {1} have one colour or board")]
    SameBoard(Faction, Faction),
    /// Wrong number of cards.
    #[error("expected {expected} bonus cards in play, found {found}")]
    Cards {
        /// Players and three.
        expected: usize,
        /// What is there.
        found: usize,
    },
    /// A card or scoring tile stands there twice.
    #[error("{0} is in play twice")]
    Twice(&'static str),
    /// Start points do not match the factions.
    #[error("expected {expected} start points, found {found}")]
    Points {
        /// One for each player.
        expected: usize,
        /// What is there.
        found: usize,
    },
}

impl Setup {
    /// A league game on the base board with the first cards and tiles; edit what differs.
    #[must_use]
    pub fn new(factions: &[Faction]) -> Self {
        Self {
            board: Board::shared(MapId::Base).expect("the base board has rows"),
            options: OptionSet::league(),
            final_scoring: None,
            scoring: std::array::from_fn(|i| ScoringTile::ALL[i]),
            cards: BonusCard::ALL[..(factions.len() + 3).min(10)].to_vec(),
            factions: factions.to_vec(),
            points: vec![START_POINTS; factions.len()],
            auction: false,
        }
    }
}

/// A game: its immutable half.
#[derive(Clone, Debug)]
pub struct Terra {
    setup: Setup,
    /// Where play begins if not before the first decision.
    start: Option<Arc<Position>>,
}

impl Terra {
    /// The game of a setup.
    ///
    /// # Errors
    /// Why the setup makes no game.
    pub fn new(setup: Setup) -> Result<Self, SetupError> {
        let players = setup.factions.len();
        if !(2..=MAX_PLAYERS).contains(&players) {
            return Err(SetupError::Players(players));
        }
        if setup.points.len() != players {
            return Err(SetupError::Points { expected: players, found: setup.points.len() });
        }
        for (i, &a) in setup.factions.iter().enumerate() {
            if let Some(&b) = setup.factions[i + 1..].iter().find(|b| b.sheet().home == a.sheet().home) {
                return Err(SetupError::SameBoard(a, b));
            }
        }
        if setup.cards.len() != players + 3 {
            return Err(SetupError::Cards { expected: players + 3, found: setup.cards.len() });
        }
        if let Some(card) = repeated(&setup.cards) {
            return Err(SetupError::Twice(card.code()));
        }
        if let Some(tile) = repeated(&setup.scoring) {
            return Err(SetupError::Twice(tile.name()));
        }
        Ok(Self { setup, start: None })
    }

    /// The game of a setup whatever it says: for showing positions that break rules, not for play.
    #[must_use]
    pub const fn unchecked(setup: Setup) -> Self {
        Self { setup, start: None }
    }

    /// The same game begun in the middle: at a position of it, as a snapshot gives one.
    #[must_use]
    pub fn starting_at(mut self, position: Position) -> Self {
        self.start = Some(Arc::new(position));
        self
    }

    /// Where play begins.
    pub(crate) fn start_position(&self) -> Position {
        match &self.start {
            Some(position) => Position::clone(position),
            None => self.first_position(),
        }
    }

    /// What is played.
    #[must_use]
    pub const fn setup(&self) -> &Setup {
        &self.setup
    }

    /// The board.
    #[must_use]
    pub fn board(&self) -> &Board {
        &self.setup.board
    }

    /// The options.
    #[must_use]
    pub const fn options(&self) -> OptionSet {
        self.setup.options
    }

    /// A position with every player's start values and nothing on the board: what text fills in.
    #[must_use]
    pub fn empty_position(&self) -> Position {
        let setup = &self.setup;
        let mini = setup.options.contains(RuleOption::MiniExpansion);
        let mut terrain = [Terrain::River; MAX_HEXES];
        terrain[..setup.board.len()].copy_from_slice(setup.board.printed_terrain());
        Position {
            round: 0,
            phase: Phase::Setup,
            players: setup.factions.iter().zip(&setup.points).map(|(&f, &p)| Player::new(f, p)).collect(),
            turn: None,
            order: (0..setup.factions.len() as u8).map(Seat).collect(),
            passed: arrayvec::ArrayVec::new(),
            dropped: SeatSet::EMPTY,
            terrain,
            buildings: [None; MAX_HEXES],
            free_cards: ByBonus::from_fn(|c| setup.cards.contains(&c).then_some(0)),
            favors: ByFavor::from_fn(|f| f.stock()),
            towns: ByTown::from_fn(|t| if mini || !t.mini_expansion() { t.stock() } else { 0 }),
            used: PowerActionSet::EMPTY,
            priests: ByCult::default(),
            offers: Vec::new(),
            doing: Doing::default(),
            after: None,
            auction: Auction::default(),
        }
    }

    /// Whether the first printing of the variable factions is played.
    #[must_use]
    pub const fn first_printing(&self) -> bool {
        self.setup.options.contains(RuleOption::VariablePrinted)
    }

    /// Whether a terrain is the `color` of some other faction in the game: neither chosen colours of
    /// ice and volcano factions nor the Riverwalkers' count.
    #[must_use]
    pub fn is_foreign_home(&self, position: &Position, seat: Seat, terrain: Terrain) -> bool {
        position.seats().filter(|&s| s != seat).any(|s| {
            let player = position.player(s);
            player.faction != Faction::Riverwalkers
                && matches!(player.sheet().home, Home::Colour(_) | Home::Variable)
                && player.home() == Some(terrain)
        })
    }
}

fn repeated<T: PartialEq + Copy>(list: &[T]) -> Option<T> {
    list.iter().enumerate().find(|(i, item)| list[..*i].contains(item)).map(|(_, &item)| item)
}
