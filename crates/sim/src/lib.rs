//! The whole server in a simulator: real tables, writer, sockets and app over a store in memory, with people who play
//! over a network, in one thread on a virtual clock. Store, network and machines fail; what people were told must be
//! true all the same. The same seed gives the same run. See docs/simulator.md.

#[cfg(feature = "bugs")]
pub mod bugs;
mod check;
mod group;
mod journal;
mod net;
mod person;
mod pledge;
mod seen;
mod signal;
mod storm;
mod world;

use std::time::Duration;
use tokio::time::sleep;
use world::World;

/// How long everybody plays on after the storm; who still waits for something then is stuck.
const CALM: Duration = Duration::from_secs(26);
/// How long it may take until the last news are everywhere.
const SETTLE: Duration = Duration::from_secs(6);
/// Until tables at which nobody moved have ended.
const EXPIRY: Duration = Duration::from_secs(2 * 3_600 + 300);

/// What a run was like.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SeedReport {
    /// What must not happen and did, in words.
    pub broken: Vec<String>,
    /// Intents that were acknowledged.
    pub acknowledged: usize,
    /// Lines stored.
    pub lines: usize,
    /// Tables made.
    pub tables: usize,
    /// What happened, if it was asked for.
    pub account: Vec<String>,
    /// A number that follows from everything stored and told.
    pub fingerprint: u64,
}

/// Runs one seed.
///
/// # Panics
/// If the system gives no runtime.
#[must_use]
pub fn run(seed: u64, account: bool) -> SeedReport {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().start_paused(true).build();
    let runtime = runtime.expect("a runtime of one thread");
    let mut report = runtime.block_on(async {
        hexwright_server::sim::begin(seed, account);
        simulate(seed).await
    });
    report.account = hexwright_server::sim::end();
    report
}

async fn simulate(seed: u64) -> SeedReport {
    let world = World::new(seed);
    world.start_all().await;
    group::start_all(&world);
    storm::rage(&world).await;
    world.note(|| "the storm is over".to_owned());
    sleep(CALM).await;
    check::nobody_waits(&world);
    world.close();
    sleep(SETTLE).await;
    let before = check::lengths(&world);
    sleep(SETTLE).await;
    check::everybody_knows(&world, &before);
    check::bots_play(&world);
    check::dice::games_begin(&world);
    check::log_is_true(&world);
    if seed.is_multiple_of(8) {
        world.send_home();
        sleep(EXPIRY).await;
        check::forgotten_tables_end(&world);
    }
    world.kill_all();
    check::report(&world)
}
