//! What a table wishes beyond the rules of its game: time to move, what happens with leavers, who finds it.

use serde::{Deserialize, Serialize};

/// A wish that cannot be fulfilled.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadWish {
    /// A turn too short or too long.
    #[error("expected {least} to {most} seconds for a turn, found {0}", least = Wishes::TURN_SECONDS.start(), most = Wishes::TURN_SECONDS.end())]
    TurnSeconds(u32),
    /// A bot that is none.
    #[error("there is no bot {bot:?}; known are {known}")]
    Bot {
        /// As it was called.
        bot: String,
        /// Those there are.
        known: String,
    },
}

/// Wishes of a table; without them people take all the time they want.
#[derive(Clone, Debug, Default, Serialize, Deserialize, PartialEq, Eq, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Wishes {
    /// Seconds a person has for a turn; then the server makes the plainest legal move for it.
    #[serde(default)]
    pub turn_seconds: Option<u32>,
    /// The bot that plays on for a person who left, until the person is back.
    #[serde(default)]
    pub leavers: Option<String>,
    /// Whether the table is left out of the list: only those who know its address find it.
    #[serde(default)]
    pub private: bool,
    /// Who chooses the dice: `together` waits until every seat is taken and every browser has added its part;
    /// `server` begins at once. A table that says nothing is `server`.
    #[serde(default)]
    pub dice: Option<DiceWish>,
}

/// Who chooses the dice of a table.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, PartialEq, Eq, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum DiceWish {
    /// The browsers of all people and the server.
    Together,
    /// The server alone.
    Server,
}

impl Wishes {
    /// The shortest and the longest turn a table can ask for.
    pub const TURN_SECONDS: std::ops::RangeInclusive<u32> = 5..=86_400;

    /// Whether every wish can be fulfilled.
    ///
    /// # Errors
    /// The first that cannot.
    pub fn check(&self, bots: &[&str]) -> Result<(), BadWish> {
        if let Some(seconds) = self.turn_seconds
            && !Self::TURN_SECONDS.contains(&seconds)
        {
            return Err(BadWish::TurnSeconds(seconds));
        }
        match &self.leavers {
            Some(bot) if !bots.contains(&bot.as_str()) => {
                Err(BadWish::Bot { bot: bot.clone(), known: bots.join(", ") })
            }
            _ => Ok(()),
        }
    }
}
