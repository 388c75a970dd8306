//! Debian's own Pioneers players at our tables, against each other and against our bots.

#![allow(clippy::print_stderr)] // what was counted is part of the result

mod pioneers_ai;

use hexwright_trials::{file, trials};
use pioneers_ai::{AI, MAPS, play, serve};
use std::path::Path;
use std::time::Duration;

/// A few games on installed maps, within a time that a slow machine keeps.
fn real_players_finish_games_at_our_tables() {
    let games: [(&str, &[&'static str], &[&str]); 4] = [
        ("default.game", &["greedy", "greedy", "greedy", "greedy"], &[]),
        ("square.game", &["greedy", "genetic"], &[]),
        ("small.game", &["greedy"], &["greedy"]),
        ("four-islands.game", &["greedy", "greedy"], &["greedy"]),
    ];
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let folder = tempfile::tempdir().unwrap();
        let database = format!("sqlite://{}?mode=rwc", folder.path().join("games.db").display());
        let server = serve(database, None).await.unwrap();
        let (app, address) = (server.app().clone(), server.pioneers_address().unwrap());
        tokio::spawn(server.run(std::future::pending()));
        for (map, kinds, bots) in games {
            let text = std::fs::read_to_string(Path::new(MAPS).join(map)).unwrap();
            let limit = Duration::from_secs(180);
            let game = play(&app, address, &text, kinds, bots, limit).await.unwrap();
            let lines: usize = game.heard.iter().map(|heard| heard.lines).sum();
            let errors: Vec<&String> = game.heard.iter().flat_map(|heard| heard.errors.keys()).collect();
            eprintln!("{map}: {} players, {} bots: {lines} lines, {:?}", kinds.len(), bots.len(), game.time);
            assert!(errors.is_empty(), "{map}: {errors:?}");
            assert_eq!(game.closed, 0, "{map}: our server closed a connection: {:?}", game.heard);
            assert!(game.lost.is_empty(), "{map}: a player went away: {:?} {:?}", game.lost, game.heard);
            assert!(game.over, "{map}: not over in time: {:?}", game.heard);
            assert!(game.heard.iter().all(|heard| heard.won), "{map}: somebody did not hear who won");
        }
    });
}

trials! {
    file(AI, "Debian package pioneers-console").and(file(MAPS, "Debian package pioneers-console-data")) =>
        real_players_finish_games_at_our_tables;
}
