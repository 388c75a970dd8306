//! A position: everything that changes during a game.

use super::{Auction, ByFollowup, OptionSet, Player, RuleOption, setup::MAX_PLAYERS};
use crate::factions::Faction;
use crate::map::{HexSet, MAX_HEXES, Site, Terrain};
use crate::tiles::{Building, ByBonus, ByCult, ByFavor, ByTown, CultSet, PowerActionSet};
use crate::words::vocabulary;
use arrayvec::ArrayVec;
use hexwright_core::{HexId, Seat, SeatSet};

vocabulary! {
    /// What part of the game is on.
    Phase, ByPhase, 5 {
        /// Choices before round 1.
        Setup: "Setup" | "FactionSelection",
        /// Turns.
        Action: "Action",
        /// Rewards of the cults are being used.
        CultIncome: "CultIncome" | "Cleanup",
        /// Choices out of the ordinary income.
        Income: "Income",
        /// Over.
        End: "End",
    }
}

/// A building on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PlacedBuilding {
    /// Whose it is.
    pub seat: Seat,
    /// What it is.
    pub building: Building,
}

/// An undecided offer of power.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Offer {
    /// Who may take it.
    pub to: Seat,
    /// Whose build made it.
    pub from: Seat,
    /// Number of the build: offers of one build share it. Only equality and order matter.
    pub event: u16,
    /// The printed amount.
    pub amount: u8,
    /// What can really be gained; 0 counts for nobody.
    pub gain: u8,
    /// Whether somebody has already taken power from this build.
    pub taken: bool,
    /// Whether somebody has already declined power from this build.
    pub declined: bool,
    /// Whether strict order leaves only declining: a later offer was taken, or goods were converted.
    /// Text does not carry this.
    pub late: bool,
}

/// What the player to move is in the middle of. Fresh at the start of a turn.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Doing {
    /// Full actions left.
    pub actions: u8,
    /// Sub-actions still allowed.
    pub followup: ByFollowup<u8>,
    /// Hexes turned to home colour in this turn.
    pub build_at: HexSet,
    /// Hex already paid for by tunnel or carpet in this turn.
    pub reached: Option<HexId>,
    /// The steps owed must go on one track.
    pub same_track: bool,
    /// The next transform must end in home colour.
    pub home_only: bool,
    /// The spades in hand were paid for: none may be thrown away.
    pub bound_spades: bool,
    /// Tracks held at 9 for lack of a key in this turn.
    pub cult_owed: CultSet,
}

impl Default for Doing {
    fn default() -> Self {
        Self {
            actions: 1,
            followup: ByFollowup::default(),
            build_at: HexSet::EMPTY,
            reached: None,
            same_track: false,
            home_only: false,
            bound_spades: false,
            cult_owed: CultSet::EMPTY,
        }
    }
}

/// A position. See the [module's first paragraphs](super) for the model.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// 1 to 6; 0 in setup.
    pub round: u8,
    /// Part of the game.
    pub phase: Phase,
    /// Players in seating order.
    pub players: ArrayVec<Player, MAX_PLAYERS>,
    /// Whose decision it is: the player to move, or the first one who owes something. `None` when
    /// nobody has one (the end; all passed while offers are open).
    pub turn: Option<Seat>,
    /// Turn order at the start of this round.
    pub order: ArrayVec<Seat, MAX_PLAYERS>,
    /// Who has passed this round, in order.
    pub passed: ArrayVec<Seat, MAX_PLAYERS>,
    /// Who has dropped out.
    pub dropped: SeatSet,
    /// Present terrain of each hex (`River` beyond the board's last hex).
    pub terrain: [Terrain; MAX_HEXES],
    /// Building on each hex.
    pub buildings: [Option<PlacedBuilding>; MAX_HEXES],
    /// Coins on each free bonus card; `None` if it is held or not in play.
    pub free_cards: ByBonus<Option<u8>>,
    /// Favor tiles in stock.
    pub favors: ByFavor<u8>,
    /// Town tiles in stock.
    pub towns: ByTown<u8>,
    /// Power actions that are spent.
    pub used: PowerActionSet,
    /// Priests on the cult board: the 3-step space, then the 2-step spaces.
    pub priests: ByCult<[Option<Seat>; 4]>,
    /// Undecided offers in order of creation.
    pub offers: Vec<Offer>,
    /// What the player to move is in the middle of.
    pub doing: Doing,
    /// Who has just finished a turn and may still add to it (a dwelling, conversions) until somebody
    /// else acts. Text does not carry this.
    pub after: Option<(Seat, Doing)>,
    /// The factions that are still for sale. Until they are sold each seat stands for itself with its start points
    /// and the faction of its place in the setup.
    pub auction: Auction,
}

impl Position {
    /// A player.
    #[must_use]
    pub fn player(&self, seat: Seat) -> &Player {
        &self.players[seat.index()]
    }

    /// The seat of a faction.
    #[must_use]
    pub fn seat_of(&self, faction: Faction) -> Option<Seat> {
        self.players.iter().position(|p| p.faction == faction).map(|i| Seat(i as u8))
    }

    /// All seats in seating order.
    pub fn seats(&self) -> impl Iterator<Item = Seat> + use<> {
        (0..self.players.len() as u8).map(Seat)
    }

    /// The running seat list: with variable turn order whoever has passed stands behind the others.
    pub fn seat_list(&self, options: OptionSet) -> ArrayVec<Seat, MAX_PLAYERS> {
        if options.contains(RuleOption::VariableTurnOrder) {
            let waiting = self.order.iter().filter(|s| !self.passed.contains(s));
            waiting.chain(&self.passed).copied().collect()
        } else {
            self.seats().collect()
        }
    }

    /// Present terrain.
    #[must_use]
    pub fn terrain(&self, hex: HexId) -> Terrain {
        self.terrain[hex.index()]
    }

    /// Building on a hex.
    #[must_use]
    pub fn building(&self, hex: HexId) -> Option<PlacedBuilding> {
        self.buildings[hex.index()]
    }

    /// Puts a building on a hex, or takes it away, keeping the players' own tables in step.
    pub fn set_building(&mut self, hex: HexId, place: Option<PlacedBuilding>) {
        if let Some(old) = self.buildings[hex.index()] {
            let owner = &mut self.players[old.seat.index()];
            owner.built[old.building] -= 1;
            owner.hexes.remove(hex.index());
        }
        if let Some(new) = place {
            let owner = &mut self.players[new.seat.index()];
            owner.built[new.building] += 1;
            owner.hexes.insert(hex.index());
        }
        self.buildings[hex.index()] = place;
    }

    /// Every bridge with its owner, in seating order.
    pub fn bridges(&self) -> impl Iterator<Item = (Seat, Site)> + '_ {
        self.seats().flat_map(|s| self.player(s).bridges.iter().map(move |&b| (s, b)))
    }

    /// Priests of a seat on the cult board.
    #[must_use]
    pub fn priests_on_board(&self, seat: Seat) -> u8 {
        self.priests.values().iter().flatten().filter(|&&p| p == Some(seat)).count() as u8
    }
}
