//! What a simulation replaces: tasks, threads, the clock and randomness of the machine. Outside a simulation, and in
//! every build without the feature `sim`, each of these is the plain thing.

use tokio::task::JoinHandle;

/// Starts a task of the server.
pub(crate) fn spawn<F>(task: F) -> JoinHandle<F::Output>
where
    F: Future<Output: Send> + Send + 'static,
{
    #[cfg(feature = "sim")]
    if let Some(host) = crate::sim::Host::current() {
        return host.spawn(task);
    }
    tokio::spawn(task)
}

/// Does work of milliseconds on a thread that serves no moves.
pub(crate) async fn aside<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> anyhow::Result<T> {
    #[cfg(feature = "sim")]
    if crate::sim::Host::current().is_some() {
        return Ok(work());
    }
    Ok(tokio::task::spawn_blocking(work).await?)
}

/// Seconds since 1970, by the clock of the machine.
#[expect(clippy::disallowed_methods, reason = "the server stamps when a game was made; no rule reads it")]
pub(crate) fn seconds() -> i64 {
    #[cfg(feature = "sim")]
    if let Some(seconds) = crate::sim::seconds() {
        return seconds;
    }
    std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).map_or(0, |d| d.as_secs() as i64)
}

/// Fills a buffer with bytes nobody can guess.
///
/// # Panics
/// If the operating system has no randomness: then no secret can be made and nothing is safe.
pub(crate) fn fill_random(buffer: &mut [u8]) {
    #[cfg(feature = "sim")]
    if crate::sim::fill(buffer) {
        return;
    }
    getrandom::fill(buffer).expect("the operating system gives random bytes");
}
