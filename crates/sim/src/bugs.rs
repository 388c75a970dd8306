//! The hunt for planted bugs: each must break what the simulator checks, in some seed.
#![expect(clippy::print_stdout, reason = "a program for the terminal")]

use hexwright_server::planted;
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Every planted bug: its name, and what is wrong with it.
pub const BUGS: &[(&str, &str)] = &[
    ("keeps-connection", "a transaction that rolled itself back is taken as open; later commits are none"),
    ("bots-stop", "a failed commit of a bot's move stops the bots of the table"),
    ("no-room", "tables at which nothing happens make no room for others"),
    ("slow-reader", "who is too slow misses a state and is not told"),
    ("forgets-secret", "a server that lost a table tells people that their seat is none"),
    ("no-fence", "a server that lost a table goes on storing"),
    ("keeps-lost-table", "the task of a table that another server has does not end"),
    ("plays-twice", "an intent that comes again is played again"),
    ("unknown-is-failure", "a commit of unknown fate is told as a failure"),
    ("unknown-is-success", "a commit of unknown fate is told as a success"),
    ("any-row-is-mine", "another write in the same place is taken for this one"),
    ("tells-before-commit", "a move is acknowledged before it is stored"),
    ("lost-wakeup", "bots are not woken after a person's move"),
    ("relief-forgotten", "nobody is told that saving works again"),
    ("sits-unsaved", "a seat is given though that could not be stored"),
    ("says-twice", "a line of the chat that comes again is said again"),
    ("no-resume", "games of bots do not go on after a restart"),
    ("opens-twice", "a server that begins anew opens a table twice"),
    ("resumes-once", "games of bots that could not be read once do not go on"),
    ("new-dice", "who asks for a table again gets a secret that opens nothing"),
    ("leaks-hand", "everybody is shown the hand of the first seat"),
    ("undo-log", "who saw a move that was taken back keeps it in the log"),
    ("no-expiry", "tables that nobody comes back to never end"),
    ("begins-early", "a game begins before everybody has opened the dice"),
    ("tells-bytes", "what a seat opens is told before everybody has opened"),
    ("late-commitment", "somebody can commit when others open"),
    ("dice-of-server", "what people add to the dice is stored and not used"),
    ("own-board", "the board is drawn with a seed of the server's own"),
];

/// Plants a bug in this thread; `false` if there is none of this name.
#[must_use]
pub fn plant(name: &str) -> bool {
    let known = BUGS.iter().any(|(known, _)| *known == name);
    planted::plant(if known { name } else { "" });
    known
}

/// The first seed that finds a bug, and what it says.
#[must_use]
pub fn found(name: &str, seeds: u64) -> Option<(u64, String)> {
    planted::plant(name);
    let found = (0..seeds).find_map(|seed| {
        let broken = crate::run(seed, false).broken;
        broken.into_iter().next().map(|what| (seed, what))
    });
    planted::plant("");
    found
}

/// Looks for all of them; prints which seed found which.
#[must_use]
pub fn hunt(seeds: u64, threads: u64) -> ExitCode {
    let (next, results) = (AtomicUsize::new(0), Mutex::new(vec![None; BUGS.len()]));
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let bug = next.fetch_add(1, Ordering::Relaxed);
                    let Some((name, _)) = BUGS.get(bug) else { return };
                    let found = found(name, seeds);
                    crate::world::lock(&results)[bug] = found;
                }
            });
        }
    });
    let results = crate::world::lock(&results);
    for ((name, what), found) in BUGS.iter().zip(results.iter()) {
        match found {
            Some((seed, broken)) => println!("{name}: {what}\n    seed {seed}: {broken}"),
            None => println!("{name}: {what}\n    not found in {seeds} seeds"),
        }
    }
    let found = results.iter().flatten().count();
    println!("{found} of {} found", BUGS.len());
    ExitCode::SUCCESS
}
