//! A snapshot as plain, editable data: what the text says, nothing derived, nothing checked.
//!
//! It stands between the text and a playable position, as a FEN's setup stands before a chess
//! position: it can hold an impossible game, and says where in the text each part came from.

use super::value::{At, Resources};
use crate::factions::Faction;
use crate::game::{Followup, OptionSet, Owed, Phase, RuleOption};
use crate::map::{MapId, Terrain};
use crate::tiles::{BonusCard, Building, Cult, Favor, FinalScoring, PowerAction, ScoringTile, TownTile};
use crate::words::vocabulary;
use hexwright_core::{Hex, Span};

vocabulary! {
    /// What binds the rest of the turn, as `X-Flags` names it.
    Flag, ByFlag, 3 {
        /// Two cult steps must go on one track.
        SameTrack: "same-track",
        /// The next transform must end in the home colour.
        HomeOnly: "home-only",
        /// Spades were paid for, none may be thrown away.
        BoundSpades: "bound-spades",
    }
}

vocabulary! {
    /// State of an action space or card.
    Status, ByStatus, 3 {
        /// May be used.
        Available: "Available",
        /// Spent until the next round.
        Used: "Used",
        /// There is none.
        None: "None",
    }
}

/// What is known of the other answers to a Cultist's or Shapeshifter's build.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Answer {
    /// Nothing yet, or it does not matter.
    #[default]
    Open,
    /// Some opponent has taken power.
    Taken,
    /// Nobody took any, somebody declined.
    Declined,
}

/// An undecided chance to take power.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Offer {
    /// Who may take it.
    pub to: Faction,
    /// Printed amount.
    pub amount: i32,
    /// Amount really gainable.
    pub gainable: i32,
    /// Whose build caused it.
    pub from: Faction,
    /// Number of the build event, from 1.
    pub event: i32,
    /// The other answers to the event.
    pub answer: Answer,
}

/// A faction for sale in an auction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lot {
    /// What is for sale.
    pub faction: Faction,
    /// The highest bid, and the seat that made it: seats stand under the faction of their place until all are sold.
    pub bid: Option<(i32, Faction)>,
}

/// A line kept as it was read: an extension key unknown here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Extra {
    /// The key with its `X-`.
    pub key: String,
    /// The value.
    pub value: String,
}

/// A bonus card or favor tile in hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Held<T> {
    /// The tile.
    pub tile: At<T>,
    /// Where it is marked as used, if it is.
    pub used: Option<At<()>>,
}

/// What the text says of one faction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Player {
    /// Who.
    pub faction: At<Faction>,
    /// Victory points.
    pub vp: At<i32>,
    /// Workers, priests, coins, power.
    pub resources: At<Resources>,
    /// Unused town keys.
    pub keys: At<i32>,
    /// Shipping level.
    pub shipping: At<i32>,
    /// Digging level.
    pub digging: At<i32>,
    /// Carpet range; Fakirs only.
    pub range: Option<At<i32>>,
    /// Fire, Water, Earth, Air.
    pub cults: At<[i32; 4]>,
    /// Buildings with their hexes.
    pub buildings: Vec<At<(Hex, Building)>>,
    /// Bridges.
    pub bridges: Vec<At<[Hex; 2]>>,
    /// Town tiles.
    pub towns: Vec<At<TownTile>>,
    /// Bonus card.
    pub bonus: Option<Held<BonusCard>>,
    /// Favor tiles.
    pub favors: Vec<Held<Favor>>,
    /// The once-per-round action of the stronghold.
    pub stronghold: At<Status>,
    /// Chosen colour of an ice, volcano or variable faction.
    pub home: Option<At<Terrain>>,
    /// Terrains unlocked by the Riverwalkers; `None` if not said.
    pub unlocked: Option<Vec<At<Terrain>>>,
    /// Own hexes that belong to a town; `None` if not said.
    pub in_town: Option<Vec<At<Hex>>>,
    /// River hexes used by the Mermaids.
    pub river_town: Vec<At<Hex>>,
    /// Owed decisions.
    pub pending: Vec<At<(Owed, i32)>>,
    /// Full actions left this turn.
    pub actions_left: Option<At<i32>>,
    /// Parts of the turn still allowed.
    pub followup: Vec<At<(Followup, i32)>>,
    /// Hexes turned to home colour in this turn.
    pub build_at: Vec<At<Hex>>,
    /// Hex paid for by tunnel or carpet in this turn.
    pub reached: Option<At<Hex>>,
    /// What binds the rest of the turn.
    pub flags: Vec<At<Flag>>,
    /// Tracks held at 9 for lack of a key.
    pub cult_owed: Vec<At<Cult>>,
    /// Unknown extension keys.
    pub extra: Vec<Extra>,
}

/// What the text says of the whole game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Snapshot {
    /// Round 0 to 6.
    pub round: At<i32>,
    /// Phase.
    pub phase: At<Phase>,
    /// Map.
    pub map: At<MapId>,
    /// Whose decision it is.
    pub turn: Option<At<Faction>>,
    /// Order at the start of the round.
    pub turn_order: Vec<At<Faction>>,
    /// Who has passed, in order.
    pub pass_order: Vec<At<Faction>>,
    /// Rule options; `None` if not said, which means the league set.
    pub options: Option<Vec<At<RuleOption>>>,
    /// Extra final scoring.
    pub final_scoring: Option<At<FinalScoring>>,
    /// Seating order where it differs from the turn order.
    pub seats: Vec<At<Faction>>,
    /// Factions that dropped out.
    pub dropped: Vec<At<Faction>>,
    /// Tracks whose 3-step space is free although a 2-step space is taken.
    pub three_open: Vec<At<Cult>>,
    /// Factions that are for sale; none once every seat has its own.
    pub auction: Vec<At<Lot>>,
    /// Open offers of power in order of creation.
    pub offers: Vec<At<Offer>>,
    /// Unknown extension keys of the header.
    pub extra: Vec<Extra>,
    /// The players as they stand in the text.
    pub players: Vec<Player>,
    /// Empty hexes whose terrain is not the printed one.
    pub terrain: Vec<At<(Hex, Terrain)>>,
    /// Scoring tiles of rounds 1 to 6.
    pub scoring: Vec<At<ScoringTile>>,
    /// Free bonus cards and the coins on them.
    pub bonuses: Vec<At<(BonusCard, i32)>>,
    /// Favor tiles in stock.
    pub favors: Vec<At<(Favor, i32)>>,
    /// Town tiles in stock.
    pub towns: Vec<At<(TownTile, i32)>>,
    /// Power actions that are spent.
    pub used_actions: Vec<At<PowerAction>>,
    /// Priests on the spaces of each track, in slot order.
    pub cult_board: [Vec<At<Faction>>; 4],
    /// Where groups stand, for findings about what is missing.
    pub places: Places,
}

/// Places of the groups of the state; no part of the position.
#[derive(Clone, Copy, Debug, Default)]
pub struct Places {
    /// `Players:`.
    pub players: Span,
    /// Each group of `State:` in canonical order, or the section, or the start of the file.
    pub groups: [Span; 6],
    /// Each track of the cult board.
    pub tracks: [Span; 4],
    /// The `TurnOrder` value.
    pub turn_order: Span,
    /// Round or phase could not be read: no rule that depends on them is checked.
    pub header_lost: bool,
}

impl PartialEq for Places {
    /// Places never make two snapshots differ.
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Places {}

impl Snapshot {
    /// What the text says of a faction.
    #[must_use]
    pub fn player(&self, faction: Faction) -> Option<&Player> {
        self.players.iter().find(|p| p.faction.value == faction)
    }

    /// Whether the option is on; without a list the league set is.
    #[must_use]
    pub fn has_option(&self, option: RuleOption) -> bool {
        match &self.options {
            Some(list) => list.iter().any(|o| o.value == option),
            None => OptionSet::league().contains(option),
        }
    }
}
