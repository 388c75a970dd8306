//! How the program ends. This is the only place that decides an exit code.
//!
//! | code | meaning |
//! |---|---|
//! | 0 | fine, or warnings only |
//! | 1 | errors were found, or the answer to a question is no |
//! | 2 | the command could not run |
//! | 130 | it was interrupted with Ctrl+C |

use crate::output;
use anyhow::Result;
use hexwright_terra::text::ledger::{LogError, ReplayError};
use signal_hook::{consts::SIGINT, flag};
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

/// What a command that could run has to say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Status {
    /// Exit code 0: no errors; there may be warnings.
    Fine,
    /// Exit code 1: errors were found, or the answer to a question is no.
    Findings,
}

impl Status {
    /// Fine, if so; otherwise errors were found or the answer is no.
    pub(crate) const fn fine_if(fine: bool) -> Self {
        if fine { Self::Fine } else { Self::Findings }
    }
}

/// A file that could be read has errors, so the command could not go on: exit code 1.
#[derive(Debug)]
pub(crate) struct HasErrors(pub(crate) String);

impl std::fmt::Display for HasErrors {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for HasErrors {}

const INTERRUPTED: u8 = 130;

/// Whether the next Ctrl+C ends the program at once.
static AT_ONCE: OnceLock<Arc<AtomicBool>> = OnceLock::new();
/// Whether a part of the work was stopped by Ctrl+C.
static STOPPED: AtomicBool = AtomicBool::new(false);

/// Work that ends in good order when Ctrl+C is pressed and keeps what is done. A second Ctrl+C ends the program.
pub(crate) struct Stoppable(());

impl Stoppable {
    /// Begins such work.
    pub(crate) fn begin() -> Self {
        if let Some(at_once) = AT_ONCE.get() {
            at_once.store(false, Ordering::SeqCst);
        }
        Self(())
    }

    /// Stops, as Ctrl+C does.
    pub(crate) fn stop(&self) {
        if let Some(at_once) = AT_ONCE.get() {
            at_once.store(true, Ordering::SeqCst);
        }
        STOPPED.store(true, Ordering::SeqCst);
    }

    /// Whether to stop now.
    pub(crate) fn is_stopped(&self) -> bool {
        let stopped = AT_ONCE.get().is_some_and(|at_once| at_once.load(Ordering::SeqCst));
        if stopped {
            STOPPED.store(true, Ordering::SeqCst);
        }
        stopped
    }
}

impl Drop for Stoppable {
    fn drop(&mut self) {
        if let Some(at_once) = AT_ONCE.get() {
            at_once.store(true, Ordering::SeqCst);
        }
    }
}

/// Whether Ctrl+C stopped a part of the work.
pub(crate) fn was_stopped() -> bool {
    STOPPED.load(Ordering::SeqCst)
}

/// Ctrl+C, for as long as the command runs.
pub(crate) struct Interrupt {
    at_once: Arc<AtomicBool>,
    stops_itself: bool,
}

impl Interrupt {
    /// Makes Ctrl+C end the program with code 130. A command that stops by itself, such as a server, is ended
    /// only by the second Ctrl+C.
    pub(crate) fn watch(stops_itself: bool) -> Result<Self> {
        let at_once = Arc::new(AtomicBool::new(!stops_itself));
        flag::register_conditional_shutdown(SIGINT, INTERRUPTED.into(), at_once.clone())?;
        flag::register(SIGINT, at_once.clone())?;
        let at_once = AT_ONCE.get_or_init(|| at_once).clone();
        Ok(Self { at_once, stops_itself })
    }

    fn happened(&self) -> bool {
        STOPPED.load(Ordering::SeqCst) || self.stops_itself && self.at_once.load(Ordering::SeqCst)
    }
}

/// Tells what went wrong and gives the exit code.
pub(crate) fn exit_code(result: Result<Status>, interrupt: &Interrupt) -> ExitCode {
    match result {
        Ok(_) if interrupt.happened() => ExitCode::from(INTERRUPTED),
        Ok(Status::Fine) => ExitCode::SUCCESS,
        Ok(Status::Findings) => ExitCode::from(1),
        Err(error) if output::is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            output::error(&format!("{error:#}"));
            ExitCode::from(if is_about_a_file(&error) { 1 } else { 2 })
        }
    }
}

/// Whether a command could not go on because a file that could be read has errors.
fn is_about_a_file(error: &anyhow::Error) -> bool {
    error.chain().any(|e| e.is::<HasErrors>() || e.is::<LogError>() || e.is::<ReplayError>())
}
