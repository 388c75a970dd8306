//! Verdicts of battlelands on all cores: [`hexwright_titan::battle::verdict`] says what is played and counted.
//!
//! ```
//! use hexwright_league::lands::{Panel, Question, judge_lands};
//! use hexwright_titan::Battleland;
//!
//! let question = Question { battles: 4, seed: 1, margin: 0.05 };
//! let verdict = judge_lands(&[Battleland::default()], &Panel::standard(), question, Some(1), &|_| true).unwrap();
//! assert!(verdict.players[0].counts.natives.is_empty(), "plains are nobody's home");
//! ```

use crate::Fault;
use hexwright_play::simulate::in_order;
use hexwright_play::stats::wilson;
use hexwright_titan::Battleland;
use hexwright_titan::battle::SetupError;
use hexwright_titan::battle::verdict::{Prepared, native_battle, panel_battle};
use serde::Serialize;
use std::sync::Arc;

pub use hexwright_titan::battle::Panel;
pub use hexwright_titan::battle::verdict::{Contestant, Ends, Natives, Verdict};

/// The player that looks ahead fights this part of the battles: it takes longer over each.
const KEEN_PART: u64 = 4;
/// Natives of each ground fight this part of the battles.
const NATIVES_PART: u64 = 4;

/// What was asked.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Question {
    /// Battles of the panel that the player `quick` fights; `keen` fights a quarter of them. Natives of each ground
    /// get a quarter of those.
    pub battles: u64,
    /// Seed of all dice.
    pub seed: u64,
    /// An even land is this near to one half.
    pub margin: f64,
}

impl Question {
    /// Battles of the panel of a player.
    #[must_use]
    pub const fn battles_of(&self, who: Contestant) -> u64 {
        match who {
            Contestant::Quick => self.battles,
            Contestant::Keen => self.battles.div_ceil(KEEN_PART),
        }
    }

    /// All battles that are played for these lands.
    #[must_use]
    pub fn all_battles(&self, lands: &[Battleland], panel: &Panel) -> u64 {
        let has = |ground| lands.iter().any(|land| land.cells().any(|(_, cell)| cell.terrain() == ground));
        let grounds = panel.natives().iter().filter(|(ground, _)| has(*ground)).count() as u64;
        let of = |who| {
            let battles = self.battles_of(who);
            2 * battles + 2 * grounds * (battles / NATIVES_PART)
        };
        Contestant::ALL.into_iter().map(of).sum()
    }
}

/// Whom a land favours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Favour {
    /// Nobody by more than the margin.
    Even,
    /// The attacker.
    Attacker,
    /// The defender.
    Defender,
    /// More battles are needed.
    Unclear,
    /// The two players do not find the same.
    DependsOnPlayers,
}

impl Favour {
    /// In words.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::Even => "even",
            Self::Attacker => "favours the attacker",
            Self::Defender => "favours the defender",
            Self::Unclear => "unclear",
            Self::DependsOnPlayers => "depends on the players",
        }
    }

    /// What an interval of the attacker's share says.
    fn of((low, high): (f64, f64), margin: f64) -> Self {
        if low >= 0.5 - margin && high <= 0.5 + margin {
            Self::Even
        } else if low > 0.5 {
            Self::Attacker
        } else if high < 0.5 {
            Self::Defender
        } else {
            Self::Unclear
        }
    }
}

/// What the players say together: the same, or that of those who are sure, unless their intervals lie apart.
fn together(players: &[PlayerVerdict]) -> Favour {
    let apart = |one: &PlayerVerdict, other: &PlayerVerdict| one.attacker.high < other.attacker.low;
    let contradicted = players.iter().any(|one| players.iter().any(|other| apart(one, other)));
    let same = players.windows(2).all(|pair| pair[0].favour == pair[1].favour);
    let mut sure = players.iter().map(|player| player.favour).filter(|favour| *favour != Favour::Unclear);
    match sure.next() {
        Some(first) if same || !contradicted && sure.all(|other| other == first) => first,
        Some(_) => Favour::DependsOnPlayers,
        None => Favour::Unclear,
    }
}

/// A share with its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Share {
    /// The share.
    pub share: f64,
    /// Lower end.
    pub low: f64,
    /// Upper end.
    pub high: f64,
}

impl Share {
    /// So many of so many.
    #[must_use]
    pub fn of(hits: u64, tries: u64) -> Self {
        let (low, high) = wilson(hits, tries);
        Self { share: hits as f64 / tries.max(1) as f64, low, high }
    }

    /// The attacker's share; battles that nobody won count half.
    #[must_use]
    pub fn of_attacker(ends: &Ends) -> Self {
        let (low, high) = wilson(ends.attacker + ends.nobody / 2, ends.battles());
        Self { share: ends.attackers_share(), low, high }
    }
}

/// What one player found.
#[derive(Clone, Debug, Serialize)]
pub struct PlayerVerdict {
    /// Who played both sides.
    pub player: Contestant,
    /// Whom the land favours, for this player.
    pub favour: Favour,
    /// The attacker's share of the wins.
    pub attacker: Share,
    /// The same on open plains.
    pub attacker_on_plains: Share,
    /// What was counted.
    pub counts: Verdict,
}

/// Whom a land favours, and how that was found.
#[derive(Clone, Debug, Serialize)]
pub struct LandVerdict {
    /// What both players say together.
    pub favour: Favour,
    /// What was asked.
    pub question: Question,
    /// Lands that were fought on in turn.
    pub lands: usize,
    /// What each player found.
    pub players: Vec<PlayerVerdict>,
}

/// Judges lands together, with the legions of a panel: one land, or many rolls of a script. `tick` is told of every
/// battle and says whether to go on; a verdict that was stopped says what the battles until then say.
///
/// # Errors
/// There is no land.
pub fn judge_lands(
    lands: &[Battleland],
    panel: &Arc<Panel>,
    question: Question,
    threads: Option<usize>,
    tick: &(dyn Fn(u64) -> bool + Sync),
) -> Result<LandVerdict, Fault> {
    if lands.is_empty() {
        return Err(Fault::Setup("there is no land to judge".to_owned()));
    }
    let prepared: Vec<Prepared> = lands.iter().map(|land| Prepared::with(land, panel)).collect();
    let plains = [Prepared::with(&Battleland::default(), panel)];
    let study = Study { lands: &prepared, plains: &plains, panel, question, threads, tick };
    let mut players: Vec<PlayerVerdict> =
        Contestant::ALL.into_iter().map(|who| study.player(who)).collect::<Result<_, _>>()?;
    // who was stopped before the first battle has nothing to say
    players.retain(|player| player.counts.all.battles() > 0);
    let favour = together(&players);
    Ok(LandVerdict { favour, question, lands: lands.len(), players })
}

/// A part of the battles of one player: those of the panel with these numbers, on the land alone. For pages that
/// show progress; parts are added with [`Verdict::with`].
///
/// # Errors
/// The land cannot be fought on.
pub fn judge_part(
    land: &Battleland,
    who: Contestant,
    seed: u64,
    numbers: std::ops::Range<u64>,
    go_on: &dyn Fn() -> bool,
) -> Result<Verdict, Fault> {
    let lands = [Prepared::new(land)];
    let mut verdict = Verdict::default();
    for number in numbers {
        if !go_on() {
            break;
        }
        verdict = verdict.with(panel_battle(&lands, who, seed, number).map_err(setup_fault)?);
    }
    Ok(verdict)
}

fn setup_fault(error: SetupError) -> Fault {
    Fault::Setup(error.to_string())
}

struct Study<'a> {
    lands: &'a [Prepared],
    plains: &'a [Prepared],
    panel: &'a Panel,
    question: Question,
    threads: Option<usize>,
    tick: &'a (dyn Fn(u64) -> bool + Sync),
}

impl Study<'_> {
    /// What a player finds.
    fn player(&self, player: Contestant) -> Result<PlayerVerdict, Fault> {
        let battles = self.question.battles_of(player);
        let mut counts = self.fight(self.lands, player, battles)?;
        counts.plains = self.fight(self.plains, player, battles)?.all;
        counts.natives = self.natives(player, battles / NATIVES_PART)?;
        let attacker = Share::of_attacker(&counts.all);
        Ok(PlayerVerdict {
            player,
            favour: Favour::of((attacker.low, attacker.high), self.question.margin),
            attacker,
            attacker_on_plains: Share::of_attacker(&counts.plains),
            counts,
        })
    }

    fn fight(&self, lands: &[Prepared], who: Contestant, battles: u64) -> Result<Verdict, Fault> {
        let played = in_order(0..battles, self.threads, |number| {
            (self.tick)(1).then(|| panel_battle(lands, who, self.question.seed, number))
        })?;
        let mut verdict = Verdict::default();
        for one in played.into_iter().flatten() {
            verdict = verdict.with(one.map_err(setup_fault)?);
        }
        Ok(verdict)
    }

    /// Natives of each ground of the lands against strangers, here and on open plains, with the same dice.
    fn natives(&self, who: Contestant, battles: u64) -> Result<Vec<Natives>, Fault> {
        let mut found = Vec::new();
        for &(ground, ref legions) in self.panel.natives() {
            let with: Vec<Prepared> = self.lands.iter().filter(|land| land.has(ground)).cloned().collect();
            if with.is_empty() {
                continue;
            }
            let count = |lands: &[Prepared]| -> Result<[u64; 3], Fault> {
                let ends = in_order(0..battles, self.threads, |number| {
                    (self.tick)(1).then(|| native_battle(lands, who, legions, self.question.seed, number))
                })?;
                let mut sum = [0; 3];
                for end in ends.into_iter().flatten() {
                    let end = end.map_err(setup_fault)?;
                    end.iter().zip(&mut sum).for_each(|(one, all)| *all += one);
                }
                Ok(sum)
            };
            let natives = Natives { ground: ground.name(), here: count(&with)?, plains: count(self.plains)? };
            if natives.here.iter().sum::<u64>() > 0 {
                found.push(natives);
            }
        }
        Ok(found)
    }
}
