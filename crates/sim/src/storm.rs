//! What goes wrong: for half a minute the database, the network and the machines fail again and again; then
//! everything works.

use crate::net::Network;
use crate::world::{World, lock};
use hexwright_server::sim::Weather;
use std::sync::Arc;
use tokio::time::{Instant, sleep};

/// Fails until the storm is over.
pub(crate) async fn rage(world: &Arc<World>) {
    let end = Instant::now() + world.millis(8_000, 30_000);
    // some runs have no storm of one kind, so that another is seen alone
    let kinds: Vec<u64> = (0..4).filter(|_| world.below(4) > 0).collect();
    while Instant::now() < end {
        sleep(world.millis(100, 3_000)).await;
        let kind = if kinds.is_empty() { 3 } else { kinds[world.below(kinds.len() as u64) as usize] };
        match kind {
            0 => database(world),
            1 => network(world),
            2 => kill(world),
            _ => stop(world),
        }
    }
    world.memory.set_weather(Weather::default());
    *lock(&world.network) = Network::default();
    for i in 0..world.servers() {
        lock(&world.servers)[i].host.go_on();
        world.start(i);
    }
    *lock(&world.calm) = Some(Instant::now());
}

fn database(world: &Arc<World>) {
    let mut weather = Weather::default();
    match world.below(6) {
        0 => {}
        1 => weather.full = true,
        2 => weather.down = true,
        3 => weather.slow = 50 + world.below(7_000),
        _ => {
            weather.writes = 50 + world.below(500);
            weather.reads = world.below(500);
        }
    }
    world.note(|| format!("the database: {weather:?}"));
    world.memory.set_weather(weather);
}

fn network(world: &Arc<World>) {
    let (a, b) = (world.below(5), world.below(5));
    let some = |which: u64, most: u64| if a == which || b == which { world.below(most) } else { 0 };
    let network = Network {
        delay: some(0, 800),
        tears: some(1, 100),
        holes: some(2, 40),
        repeats: some(3, 400),
        losses: some(2, 200),
        stalls: some(4, 250),
        leavers: some(3, 300),
    };
    world.note(|| format!("the network: {network:?}"));
    *lock(&world.network) = network;
}

fn kill(world: &Arc<World>) {
    let i = world.below(world.servers() as u64) as usize;
    world.kill(i);
    let (world, pause) = (world.clone(), world.millis(20, 4_000));
    tokio::spawn(async move {
        sleep(pause).await;
        world.start(i);
    });
}

fn stop(world: &Arc<World>) {
    let i = world.below(world.servers() as u64) as usize;
    let host = lock(&world.servers)[i].host.clone();
    world.note(|| format!("{} is stopped", host.name()));
    host.stop();
    let (world, pause) = (world.clone(), world.millis(50, 9_000));
    tokio::spawn(async move {
        sleep(pause).await;
        world.note(|| format!("{} goes on", host.name()));
        host.go_on();
        if world.happens(500) {
            // and is stopped again while it finds out what it has missed
            sleep(world.millis(0, 20)).await;
            if lock(&world.calm).is_none() {
                world.note(|| format!("{} is stopped again", host.name()));
                host.stop();
                sleep(world.millis(5_000, 9_000)).await;
                host.go_on();
            }
        }
    });
}
