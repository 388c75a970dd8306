//! The real Pioneers server in a private network namespace, with its own players.

use std::path::Path;
use std::process::Command;

pub(crate) const SERVER: &str = "/usr/games/pioneers-server-console";
pub(crate) const MAPS: &str = "/usr/share/games/pioneers";
pub(crate) const HEXWRIGHT: &str = env!("CARGO_BIN_EXE_hexwright");

/// Starts the server where nothing else listens, and all players but one; their pause in milliseconds is `$PAUSE`.
/// Replies are acknowledged at once: the server sends without `TCP_NODELAY`.
const START: &str = r#"
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
  /usr/games/pioneersai -s 127.0.0.1 -p 5560 -n bot$i -a greedy -t "$PAUSE" -c >/dev/null 2>&1 &
  others="$others $!"
  i=$((i+1))
done
"#;

/// Ends all of it.
const END: &str = r#"
kill $server $others 2>/dev/null
exit $status
"#;

/// What is played there.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RealGame<'a> {
    pub(crate) map: &'a str,
    pub(crate) players: usize,
    pub(crate) bot: &'a str,
    pub(crate) seed: u64,
    pub(crate) pause: u32,
}

/// Runs a script beside a real game, with a folder of its own; it leaves its exit code in `status`. Whether it was
/// content, and what was printed.
pub(crate) fn beside(game: RealGame<'_>, script: &str) -> (bool, String) {
    let folder = tempfile::tempdir().unwrap();
    let output = Command::new("unshare")
        .args(["-n", "sh", "-c", &format!("{START}{script}{END}")])
        .env("SERVER", SERVER)
        .env("MAP", Path::new(MAPS).join(format!("{}.game", game.map)))
        .env("PLAYERS", game.players.to_string())
        .env("PAUSE", game.pause.to_string())
        .env("BOT", game.bot)
        .env("SEED", game.seed.to_string())
        .env("FOLDER", folder.path())
        .env("HEXWRIGHT", HEXWRIGHT)
        .output()
        .expect("unshare starts");
    let said =
        String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    (output.status.success(), said)
}
