//! `join` is killed in the middle of a game and started again under its name: at our own server and at the real one.

#![allow(clippy::print_stderr)] // what the games said is part of the result

use hexwright_trials::{file, nothing, program, trials};
use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Child, Command, Stdio};

const SERVER: &str = "/usr/games/pioneers-server-console";
const MAPS: &str = "/usr/share/games/pioneers";
const HEXWRIGHT: &str = env!("CARGO_BIN_EXE_hexwright");

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

fn join(address: &str, bot: &str, name: &str, more: &[&str]) -> Running {
    let words = ["join", address, "--bot", bot, "--name", name];
    Running::start(Command::new(HEXWRIGHT).args(words).args(more))
}

/// Three bots at our own server; one is killed again and again, and a fourth finds no seat.
fn who_is_killed_at_our_server_comes_back_and_plays_on() {
    let folder = tempfile::tempdir().unwrap();
    let map = include_str!("../../../maps/pioneers/twin_shores.game");
    let map = map.replace("num-players 4", "num-players 3").replace("victory-points 12", "victory-points 8");
    let path = folder.path().join("map.game");
    std::fs::write(&path, map).unwrap();
    let database = format!("sqlite://{}?mode=rwc", folder.path().join("games.db").display());
    let mut server = Running::start(
        Command::new(HEXWRIGHT)
            .args(["serve", "--address", "127.0.0.1:0", "--pioneers", "127.0.0.1:0"])
            .args(["--tables-per-hour", "1", "--messages-per-second", "10000", "--database", &database])
            .arg("--pioneers-map")
            .arg(&path),
    );
    let told = server.line_with("Clients of Pioneers join at");
    let address = told.rsplit(' ').next().unwrap();
    let others = [join(address, "greedy", "Ann", &[]), join(address, "trade:greedy", "Bob", &[])];
    for (turn, times) in [("< setup", 1), ("< turn 2", 1), ("< turn", 1), ("< rolled", 2), ("< turn", 3)] {
        let mut cid = join(address, "trade:greedy", "Cid", &["--trace"]);
        assert!(cid.notes_until(turn, times), "the game ended before Cid was killed at `{turn}`");
        // no farewell: the process is killed where it stands
        drop(cid);
    }
    let cid = join(address, "trade:greedy", "Cid", &[]);
    let dan = join(address, "greedy", "Dan", &[]).end();
    assert!(dan.contains("the table is full") || dan.contains("No table can be made"), "{dan}");
    let said = cid.end();
    let result = said.lines().find(|line| line.starts_with("seat "));
    eprintln!("our server: {}", result.unwrap_or_default());
    assert!(said.contains("back at seat"), "{said}");
    assert!(result.is_some_and(|line| line.contains("0 disagreements, 0 refusals")), "{said}");
    for other in others {
        let said = other.end();
        eprintln!("our server: {}", said.trim());
        assert!(said.contains("0 disagreements, 0 refusals"), "{said}");
    }
}

/// The real server and its players where nothing else listens; the bot is killed twice in the middle.
const SCRIPT: &str = r#"
ip link set lo up || exit 90
for route in 127.0.0.0/8 127.0.0.1; do
  ip route change local $route dev lo proto kernel scope host src 127.0.0.1 table local quickack 1
done
"$SERVER" --file "$MAP" -p 5560 -a 5561 -P "$PLAYERS" -k 60 >/dev/null 2>&1 &
server=$!
tries=0
until ss -ltn | grep -q ':5560 ' || [ $tries -ge 100 ]; do sleep 0.1; tries=$((tries+1)); done
others=""
i=1
while [ $i -lt "$PLAYERS" ]; do
  /usr/games/pioneersai -s 127.0.0.1 -p 5560 -n bot$i -a greedy -t 5 -c >/dev/null 2>&1 &
  others="$others $!"
  i=$((i+1))
done
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
kill $server $others 2>/dev/null
exit $status
"#;

fn game(map: &str, players: usize, bot: &str, seed: u64) -> (bool, String) {
    let folder = tempfile::tempdir().unwrap();
    let output = Command::new("unshare")
        .args(["-n", "sh", "-c", SCRIPT])
        .env("SERVER", SERVER)
        .env("MAP", Path::new(MAPS).join(format!("{map}.game")))
        .env("PLAYERS", players.to_string())
        .env("BOT", bot)
        .env("SEED", seed.to_string())
        .env("FOLDER", folder.path())
        .env("HEXWRIGHT", HEXWRIGHT)
        .output()
        .expect("unshare starts");
    let said =
        String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    (output.status.success(), said)
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
    nothing() => who_is_killed_at_our_server_comes_back_and_plays_on;
    file(SERVER, "Debian package pioneers-console")
        .and(file(MAPS, "Debian package pioneers-console-data"))
        .and(program(&["unshare", "-n", "true"]))
        .and(program(&["ip", "-V"])) => who_is_killed_at_the_real_server_comes_back_and_plays_on;
}
