//! Signs of life: whatever takes longer than a second shows on a terminal that it is at work.

use indicatif::{ProgressBar, ProgressStyle};
use std::io::IsTerminal as _;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Whether a verb shows its own progress, has begun to print, or is done.
static QUIET: AtomicBool = AtomicBool::new(true);
static SIGN: Mutex<Option<ProgressBar>> = Mutex::new(None);

/// After so long a sign appears.
const PATIENCE: Duration = Duration::from_secs(1);

/// Whether a bar can be drawn on standard error.
pub(crate) fn can_draw() -> bool {
    std::io::stderr().is_terminal() && std::env::var_os("TERM").is_none_or(|term| term != "dumb")
}

/// Shows a sign of life in a second, unless something else is shown by then.
pub(crate) fn begin(what: &str) {
    if !can_draw() {
        return;
    }
    QUIET.store(false, Ordering::SeqCst);
    let what = format!("hexwright {what}");
    std::thread::spawn(move || {
        std::thread::sleep(PATIENCE);
        let Ok(mut sign) = SIGN.lock() else { return };
        if QUIET.load(Ordering::SeqCst) {
            return;
        }
        let style = ProgressStyle::with_template("{spinner} {msg} {elapsed}").expect("the template is fixed");
        let bar = ProgressBar::new_spinner().with_style(style).with_message(what);
        bar.enable_steady_tick(Duration::from_millis(120));
        *sign = Some(bar);
    });
}

/// Takes the sign away: something else is shown from now on.
pub(crate) fn end() {
    QUIET.store(true, Ordering::SeqCst);
    if let Some(bar) = SIGN.lock().ok().and_then(|mut sign| sign.take()) {
        bar.finish_and_clear();
    }
}
