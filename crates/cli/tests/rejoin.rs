//! `join` is killed in the middle of a game and started again under its name: at our own server and at the real one.

#![allow(clippy::print_stderr)] // what the games said is part of the result

mod real_server;

use hexwright_trials::{file, nothing, program, trials};
use real_server::{HEXWRIGHT, MAPS, RealGame, SERVER, beside};
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

/// A program that ends with the test.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl Running {
    fn start(command: &mut Command) -> Self {
        Self(command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap())
    }

    /// Reads what it prints until a line has these words; the line.
    fn line_with(&mut self, words: &str) -> String {
        let lines = BufReader::new(self.0.stdout.as_mut().unwrap()).lines();
        lines.map_while(Result::ok).find(|line| line.contains(words)).unwrap_or_default()
    }

    /// Reads its notes until one begins so often with these words.
    fn notes_until(&mut self, words: &str, times: usize) -> bool {
        let lines = BufReader::new(self.0.stderr.as_mut().unwrap()).lines();
        lines.map_while(Result::ok).filter(|line| line.starts_with(words)).nth(times - 1).is_some()
    }

    /// What it printed, at its end.
    fn end(mut self) -> String {
        let mut text = String::new();
        let (out, err) = (self.0.stdout.take(), self.0.stderr.take());
        let _ = out.map(|mut out| out.read_to_string(&mut text));
        let _ = err.map(|mut err| err.read_to_string(&mut text));
        text
    }
}

/// A bot at a server; without a name of one it is the bot `join` plays with by itself.
fn join(address: &str, bot: Option<&str>, name: &str, more: &[&str]) -> Running {
    let bot = bot.map_or_else(Vec::new, |bot| vec!["--bot", bot]);
    Running::start(Command::new(HEXWRIGHT).args(["join", address, "--name", name]).args(bot).args(more))
}

/// A short game for three.
fn map_for_three(folder: &Path) -> PathBuf {
    let map = include_str!("../../../maps/pioneers/twin_shores.game");
    let map = map.replace("num-players 4", "num-players 3").replace("victory-points 12", "victory-points 8");
    let path = folder.join("map.game");
    std::fs::write(&path, map).unwrap();
    path
}

/// Our own server on the database of a folder, and where clients join.
fn our_server(folder: &Path) -> (Running, String) {
    let database = format!("sqlite://{}?mode=rwc", folder.join("games.db").display());
    let mut server = Running::start(
        Command::new(HEXWRIGHT)
            .args(["serve", "--address", "127.0.0.1:0", "--pioneers", "127.0.0.1:0"])
            .args(["--tables-per-hour", "1", "--messages-per-second", "10000", "--database", &database])
            .arg("--pioneers-map")
            .arg(map_for_three(folder)),
    );
    let told = server.line_with("Clients of Pioneers join at");
    let address = told.rsplit(' ').next().unwrap().to_owned();
    (server, address)
}

/// The result of a client that played to the end without any disagreement; `back` if it must have come back.
fn result(said: &str, back: bool) -> &str {
    let result = said.lines().find(|line| line.starts_with("seat ")).unwrap_or_default();
    assert!(!back || said.contains("back at seat"), "{said}");
    assert!(result.contains("0 disagreements, 0 refusals"), "{said}");
    result
}

/// The server is killed in the middle, without a farewell, and started again on its database: everybody comes back
/// by name and plays on to the end.
fn a_killed_server_comes_back_with_its_game() {
    let folder = tempfile::tempdir().unwrap();
    let (server, address) = our_server(folder.path());
    let sit = |address: &str, trace: &[&str]| {
        [
            join(address, Some("greedy"), "Ann", &[]),
            join(address, None, "Bob", &[]),
            join(address, Some("trade:greedy"), "Cid", trace),
        ]
    };
    let mut clients = sit(&address, &["--trace"]);
    assert!(clients[2].notes_until("< turn 3", 1), "the game ended before the server was killed");
    drop(server);
    clients.into_iter().for_each(|client| drop(client.end()));
    let (_server, address) = our_server(folder.path());
    for client in sit(&address, &[]) {
        eprintln!("a killed server: {}", result(&client.end(), true));
    }
}

/// Three bots at our own server; one is killed again and again, and a fourth finds no seat.
fn who_is_killed_at_our_server_comes_back_and_plays_on() {
    let folder = tempfile::tempdir().unwrap();
    let (_server, address) = our_server(folder.path());
    let address = address.as_str();
    let others = [join(address, Some("greedy"), "Ann", &[]), join(address, Some("trade:greedy"), "Bob", &[])];
    for (turn, times) in [("< setup", 1), ("< turn 2", 1), ("< turn", 1), ("< rolled", 2), ("< turn", 3)] {
        let mut cid = join(address, Some("trade:greedy"), "Cid", &["--trace"]);
        assert!(cid.notes_until(turn, times), "the game ended before Cid was killed at `{turn}`");
        // no farewell: the process is killed where it stands
        drop(cid);
    }
    let cid = join(address, Some("trade:greedy"), "Cid", &[]);
    let dan = join(address, Some("greedy"), "Dan", &[]).end();
    assert!(dan.contains("the table is full") || dan.contains("No table can be made"), "{dan}");
    eprintln!("our server: {}", result(&cid.end(), true));
    for other in others {
        eprintln!("our server: {}", result(&other.end(), false));
    }
}

/// The bot is killed twice in the middle.
const SCRIPT: &str = r#"
for turns in 3 2; do
  "$HEXWRIGHT" join 127.0.0.1:5560 --bot "$BOT" --name hexwright --seed "$SEED" --trace >"$FOLDER/first" 2>&1 &
  victim=$!
  tries=0
  until [ "$(grep -c '^< turn ' "$FOLDER/first")" -ge $turns ] || [ $tries -ge 600 ]; do
    sleep 0.02
    tries=$((tries+1))
  done
  kill -9 $victim
done
timeout 120 "$HEXWRIGHT" join 127.0.0.1:5560 --bot "$BOT" --name hexwright --seed "$SEED" >"$FOLDER/last" 2>&1 &
last=$!
tries=0
until grep -q 'back at seat' "$FOLDER/last" || [ $tries -ge 600 ]; do sleep 0.02; tries=$((tries+1)); done
"$HEXWRIGHT" join 127.0.0.1:5560 --bot greedy --name late 2>&1 | sed 's/^/late: /'
wait $last
status=$?
cat "$FOLDER/last"
"#;

fn game(map: &str, players: usize, bot: &str, seed: u64) -> (bool, String) {
    beside(RealGame { map, players, bot, seed, pause: 5 }, SCRIPT)
}

fn who_is_killed_at_the_real_server_comes_back_and_plays_on() {
    let games = [
        ("default", 4, "greedy"),
        ("seafarers", 4, "greedy"),
        ("seafarers-gold", 3, "trade:greedy"),
        ("four-islands", 3, "greedy"),
    ];
    for (seed, (map, players, bot)) in games.into_iter().enumerate() {
        let (mut fine, mut said) = game(map, players, bot, seed as u64);
        // the server leaves a game now and then when one of its own players dies, and some games are over before
        // anybody was killed twice: that says nothing of ours
        for again in 1..4 {
            if fine || said.contains("our rules and the server part") {
                break;
            }
            (fine, said) = game(map, players, bot, again * 100 + seed as u64);
        }
        eprintln!("{map} ({bot}): {}", said.trim());
        assert!(fine && said.contains("0 disagreements, 0 refusals"), "{map}: {said}");
        assert!(said.contains("hexwright: back at seat"), "{map}: {said}");
    }
}

trials! {
    nothing() => a_killed_server_comes_back_with_its_game;
    nothing() => who_is_killed_at_our_server_comes_back_and_plays_on;
    file(SERVER, "Debian package pioneers-console")
        .and(file(MAPS, "Debian package pioneers-console-data"))
        .and(program(&["unshare", "-n", "true"]))
        .and(program(&["ip", "-V"])) => who_is_killed_at_the_real_server_comes_back_and_plays_on;
}
