//! Why games cannot be arranged.

/// Why games cannot be arranged; each says how to do better.
#[derive(Debug, thiserror::Error)]
pub enum Fault {
    /// Nobody has that name.
    #[error("no bot is called {name:?}; known are: {known}")]
    NoSuchBot {
        /// The name asked for.
        name: String,
        /// The names there are.
        known: String,
    },
    /// A bot that does not search was told how much to.
    #[error("{name} does not search: it takes no depth, nodes, worlds, sims or time")]
    NoEffort {
        /// The bot.
        name: String,
    },
    /// A word that says how much to think is wrong.
    #[error(
        "{name:?}: expected depth=N, nodes=N, worlds=N, sims=N or time=MILLISECONDS, each a whole number from 1, found {word:?}"
    )]
    BadEffort {
        /// The whole name.
        name: String,
        /// The word.
        word: String,
    },
    /// The rules refuse the map, an option or the number of seats.
    #[error(transparent)]
    Refused(#[from] hexwright_catan::game::Refusal),
    /// A new game cannot be made as asked for.
    #[error("{0}")]
    Setup(String),
    /// The threads could not be started.
    #[error(transparent)]
    Threads(#[from] rayon::ThreadPoolBuildError),
    /// Parts that do not belong together.
    #[error("{0}")]
    Mixed(String),
    /// The shards of a verdict cannot exchange what they played.
    #[error("{0}")]
    Exchange(String),
}
