//! Our bots at the real Pioneers server, in a private network namespace, against its own players.

#![allow(clippy::print_stderr)] // what the games said is part of the result

mod real_server;

use hexwright_trials::{file, program, trials};
use real_server::{MAPS, RealGame, SERVER, beside};

/// Joins and prints what `join` says.
const SCRIPT: &str = r#"
timeout 120 "$HEXWRIGHT" join 127.0.0.1:5560 --bot "$BOT" --name hexwright --seed "$SEED"
status=$?
"#;

fn game(map: &str, players: usize, bot: &str, seed: u64) -> (bool, String) {
    beside(RealGame { map, players, bot, seed, pause: 0 }, SCRIPT)
}

fn bots_finish_games_on_the_real_server_and_agree_with_it() {
    let games = [
        ("default", 4, "random"),
        ("seafarers", 4, "random"),
        ("seafarers-gold", 4, "random"),
        ("four-islands", 3, "random"),
        ("iles", 3, "greedy"),
        ("coeur", 3, "greedy"),
        ("small", 2, "random"),
        ("star", 2, "random"),
    ];
    for (seed, (map, players, bot)) in games.into_iter().enumerate() {
        let (mut fine, mut said) = game(map, players, bot, seed as u64);
        // the server leaves a game now and then when one of its own players dies, and a few games never end
        // (its players do not sail, and a random bot wins nothing): that says nothing of ours
        if !fine && !said.contains("our rules and the server part") {
            (fine, said) = game(map, players, bot, seed as u64);
        }
        eprintln!("{map} ({bot}): {}", said.trim());
        assert!(fine && said.contains("0 disagreements, 0 refusals"), "{map}: {said}");
    }
}

trials! {
    file(SERVER, "Debian package pioneers-console")
        .and(file(MAPS, "Debian package pioneers-console-data"))
        .and(program(&["unshare", "-n", "true"]))
        .and(program(&["ip", "-V"])) => bots_finish_games_on_the_real_server_and_agree_with_it;
}
