//! What an analysis finds.

use crate::stats::wilson;
use serde::Serialize;

/// What was found.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Analysis {
    /// Games played out for each of the chances; 0 if they were judged instead.
    pub playouts: u64,
    /// Chances to win, at the start of each turn.
    pub odds: Vec<Odds>,
    /// Every decision between several actions.
    pub decisions: Vec<Decision>,
    /// What chance brought each seat, in chances to win; empty unless positions can be judged.
    pub luck: Vec<Luck>,
    /// The steps after which the chances of a seat changed most, in the order of the game.
    pub turning_points: Vec<TurningPoint>,
}

impl Analysis {
    /// How far a chance may be off, with 95 % confidence: half the widest interval; 0 if chances were judged.
    #[must_use]
    pub fn margin(&self) -> f64 {
        let (low, high) = wilson(self.playouts / 2, self.playouts);
        if self.playouts == 0 { 0.0 } else { (high - low) / 2.0 }
    }

    /// What a seat's decisions cost it, in chances to win.
    #[must_use]
    pub fn cost(&self, seat: u8) -> f64 {
        self.decisions.iter().filter(|d| d.seat == seat).map(|d| d.loss).sum()
    }
}

/// Chances to win at a point of the game.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Odds {
    /// After this many entries.
    pub entry: usize,
    /// In this turn.
    pub turn: u32,
    /// Chance to win, by seat.
    pub shares: Vec<f64>,
}

/// A decision.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Decision {
    /// Number of the entry.
    pub entry: usize,
    /// Who decided.
    pub seat: u8,
    /// What was played, in the notation of records.
    pub played: String,
    /// What was judged best.
    pub best: String,
    /// What was played, in words.
    pub played_words: String,
    /// What was judged best, in words.
    pub best_words: String,
    /// How much better the best was judged than what was played; 0 if it was played.
    pub loss: f64,
    /// How much better the best was judged than the second.
    pub margin: f64,
    /// How many actions were legal.
    pub legal: usize,
}

/// What one kind of chance brought a seat.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Luck {
    /// The kind, as `dice` or `theft`.
    pub kind: String,
    /// By seat: chances to win gained over what could be expected.
    pub gained: Vec<f64>,
}

/// A step that changed the game.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TurningPoint {
    /// Number of the entry.
    pub entry: usize,
    /// In this turn.
    pub turn: u32,
    /// What happened, in words.
    pub words: String,
    /// Whose chances changed most.
    pub seat: u8,
    /// From here.
    pub before: f64,
    /// To there.
    pub after: f64,
}

/// The value of an action at a position.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Valued {
    /// The action, in the notation of records.
    pub action: String,
    /// In words.
    pub words: String,
    /// The chance to win it leaves, or what the game's judge counts in.
    pub value: f64,
}
