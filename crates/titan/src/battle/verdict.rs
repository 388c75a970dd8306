//! Whom does a land favour? One player on both sides, legions of a stated panel, every pair in both roles, every entrance
//! in turn. Counts are whole numbers that are only added, so they are the same in any order.
//!
//! ```
//! use hexwright_titan::Battleland;
//! use hexwright_titan::battle::verdict::{Contestant, Prepared, panel_battle};
//!
//! let plains = [Prepared::new(&Battleland::default())];
//! let one = panel_battle(&plains, Contestant::Quick, 1, 0).unwrap();
//! assert_eq!(one, panel_battle(&plains, Contestant::Quick, 1, 0).unwrap());
//! ```

use super::players::{Judging, Level, LevelPlayer};
use super::playout::{Buffers, Policy};
use super::{Action, Battle, Ground, How, Kind, Legion, Pair, Panel, Setup, SetupError, Side};
use crate::{Battleland, Entrance, HexId, Terrain};
use hexwright_core::{Fast, random};
use serde::Serialize;
use std::sync::Arc;

/// Who plays both sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Contestant {
    /// Judges each action at once.
    Quick,
    /// Looks ahead a little.
    Keen,
}

impl Contestant {
    /// The players whose verdicts are compared.
    pub const ALL: [Self; 2] = [Self::Quick, Self::Keen];

    /// Name among the bots.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Quick => "quick",
            Self::Keen => "keen",
        }
    }

    fn player(self) -> Box<dyn Policy> {
        match self {
            Self::Quick => Box::new(Judging::default()),
            Self::Keen => Box::new(LevelPlayer::new(Level::Keen)),
        }
    }
}

/// How battles ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Ends {
    /// The attacker won.
    pub attacker: u64,
    /// The defender won.
    pub defender: u64,
    /// Nobody won.
    pub nobody: u64,
}

impl Ends {
    /// All battles.
    #[must_use]
    pub const fn battles(&self) -> u64 {
        self.attacker + self.defender + self.nobody
    }

    /// Share of the attacker; battles that nobody won count half.
    #[must_use]
    pub fn attackers_share(&self) -> f64 {
        (self.attacker as f64 + 0.5 * self.nobody as f64) / self.battles().max(1) as f64
    }

    fn add(&mut self, other: Self) {
        self.attacker += other.attacker;
        self.defender += other.defender;
        self.nobody += other.nobody;
    }
}

/// Battles of natives of a ground against strangers: won by natives, by strangers, by nobody.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Natives {
    /// The ground.
    pub ground: &'static str,
    /// On the land.
    pub here: [u64; 3],
    /// With the same dice on open plains.
    pub plains: [u64; 3],
}

/// What was counted of one player's battles.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Verdict {
    /// All battles of the panel.
    pub all: Ends,
    /// The same battles on open plains.
    pub plains: Ends,
    /// By entrance of the attacker.
    pub entrances: Vec<(&'static str, Ends)>,
    /// Battles decided by the time limit.
    pub by_time: u64,
    /// Value of creatures lost, by attacker and by defender.
    pub lost: [u64; 2],
    /// Strikes that fell on each hex, in the order of hexes.
    pub heat: Vec<u64>,
    /// How natives of each ground fared.
    pub natives: Vec<Natives>,
}

impl Verdict {
    /// How far the attacker's share is from one half, in percent; below zero the defender is favoured.
    #[must_use]
    pub fn favour(&self) -> f64 {
        100.0 * (self.all.attackers_share() - 0.5)
    }

    /// Adds other battles.
    #[must_use]
    pub fn with(mut self, other: Self) -> Self {
        self.all.add(other.all);
        self.plains.add(other.plains);
        for (name, ends) in other.entrances {
            match self.entrances.iter_mut().find(|(known, _)| *known == name) {
                Some((_, own)) => own.add(ends),
                None => self.entrances.push((name, ends)),
            }
        }
        self.entrances.sort_unstable_by_key(|(name, _)| *name);
        self.by_time += other.by_time;
        self.lost = [self.lost[0] + other.lost[0], self.lost[1] + other.lost[1]];
        self.heat.resize(self.heat.len().max(other.heat.len()), 0);
        other.heat.iter().enumerate().for_each(|(hex, count)| self.heat[hex] += count);
        self
    }
}

/// A land with its prepared ground, and the legions that fight on it.
#[derive(Clone, Debug)]
pub struct Prepared {
    land: Battleland,
    ground: Arc<Ground>,
    panel: Arc<Panel>,
}

impl Prepared {
    /// Prepares a land for the panel of Default.
    #[must_use]
    pub fn new(land: &Battleland) -> Self {
        Self::with(land, &Panel::standard())
    }

    /// Prepares a land for a panel.
    #[must_use]
    pub fn with(land: &Battleland, panel: &Arc<Panel>) -> Self {
        let ground = Arc::new(Ground::new(land, panel.variant()));
        Self { land: land.clone(), ground, panel: Arc::clone(panel) }
    }

    /// Whether a hex of the land has this ground.
    #[must_use]
    pub fn has(&self, ground: Terrain) -> bool {
        self.land.cells().any(|(_, cell)| cell.terrain() == ground)
    }

    fn battle(&self, legions: [&Vec<Kind>; 2], entrance: Entrance) -> Result<Battle, SetupError> {
        let [attacker, defender] = legions.map(|kinds| Legion::new(kinds.clone()));
        let variant = Arc::clone(self.panel.variant());
        let setup = Setup { variant, ..Setup::new(self.land.clone(), attacker, defender) };
        Battle::on(Arc::clone(&self.ground), Setup { entrance, ..setup })
    }
}

/// Plays one battle: who won, and what was counted on the way.
fn play(battle: &Battle, who: Contestant, seed: u64, number: u64) -> Verdict {
    let mut verdict = Verdict { heat: vec![0; 27], ..Verdict::default() };
    let (mut defender, mut attacker) = (who.player(), who.player());
    let mut random = Fast::new(random::mix(seed), number);
    let heat = &mut verdict.heat;
    let end = battle.play_out(
        [&mut *defender, &mut *attacker],
        &mut random,
        &mut Buffers::default(),
        |_, action| {
            if let Action::Strike { target, .. } = action {
                heat[target.index()] += 1;
            }
        },
    );
    let Some(result) = end.end() else { return verdict };
    match result.winner {
        Some(Side::Attacker) => verdict.all.attacker = 1,
        Some(Side::Defender) => verdict.all.defender = 1,
        None => verdict.all.nobody = 1,
    }
    verdict.by_time = u64::from(result.how == How::TimeLoss);
    let lost = |side: Side| {
        let value = battle.setup().value(side);
        u64::from(value.saturating_sub(battle.legion_value(&end, side)))
    };
    verdict.lost = [lost(Side::Attacker), lost(Side::Defender)];
    verdict.entrances = vec![(battle.setup().entrance.name(), verdict.all)];
    verdict
}

/// The land and the entrance of a round: lands take turns, and each meets every entrance in turn.
fn place(lands: &[Prepared], round: usize) -> (&Prepared, Entrance) {
    let land = &lands[round % lands.len()];
    let entrances = Setup::entrances(&land.land);
    (land, entrances[(round % lands.len() + round / lands.len()) % entrances.len()])
}

/// Plays battle `number` of the panel: roles change first, then pairs; after all pairs, land and entrance.
///
/// # Errors
/// The land cannot be fought on.
pub fn panel_battle(
    lands: &[Prepared],
    who: Contestant,
    seed: u64,
    number: u64,
) -> Result<Verdict, SetupError> {
    let n = number as usize;
    let pairs = lands.first().map_or(1, |land| land.panel.pairs().len());
    let (land, entrance) = place(lands, n / (2 * pairs));
    let [one, other] = &land.panel.pairs()[n / 2 % pairs];
    let legions = if n.is_multiple_of(2) { [one, other] } else { [other, one] };
    Ok(play(&land.battle(legions, entrance)?, who, seed, number))
}

/// Who wins a battle of natives and strangers: natives, strangers, nobody.
///
/// # Errors
/// The land cannot be fought on.
pub fn native_battle(
    lands: &[Prepared],
    who: Contestant,
    [natives, strangers]: &Pair,
    seed: u64,
    number: u64,
) -> Result<[u64; 3], SetupError> {
    let n = number as usize;
    let attacking = n.is_multiple_of(2);
    let pair = if attacking { [natives, strangers] } else { [strangers, natives] };
    let (land, entrance) = place(lands, n / 2);
    let battle = land.battle(pair, entrance)?;
    let all = play(&battle, who, seed ^ 0x6e61, number).all;
    let wins = if attacking { [all.attacker, all.defender] } else { [all.defender, all.attacker] };
    Ok([wins[0], wins[1], all.nobody])
}

impl Verdict {
    /// The share of strikes that fell on each hex, in the order of hexes.
    #[must_use]
    pub fn heat_shares(&self) -> Vec<f64> {
        let all: u64 = self.heat.iter().sum();
        self.heat.iter().map(|&count| count as f64 / all.max(1) as f64).collect()
    }

    /// Hexes by the share of strikes that fell on them, most first.
    #[must_use]
    pub fn hottest(&self) -> Vec<(String, f64)> {
        let hexes = HexId::all().map(|hex| hex.label());
        let mut shares: Vec<_> = hexes.zip(self.heat_shares()).collect();
        shares.sort_by(|a, b| b.1.total_cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
        shares
    }
}

/// Battles by which the constraint `favour` is decided.
const CONSTRAINT_BATTLES: u64 = 960;

/// How far a land is from even, in whole percent: for constraints.
#[must_use]
pub fn favour_percent(land: &Battleland) -> i64 {
    let lands = [Prepared::new(land)];
    let played =
        (0..CONSTRAINT_BATTLES).filter_map(|number| panel_battle(&lands, Contestant::Quick, 1, number).ok());
    played.fold(Verdict::default(), Verdict::with).favour().abs().round() as i64
}
