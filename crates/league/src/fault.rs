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
    /// The rules refuse the map, an option or the number of seats.
    #[error(transparent)]
    Refused(#[from] hexwright_catan::game::Refusal),
    /// The threads could not be started.
    #[error(transparent)]
    Threads(#[from] rayon::ThreadPoolBuildError),
    /// Parts that do not belong together.
    #[error("{0}")]
    Mixed(String),
}
