//! Many games of Debian's Pioneers players at our tables, on every installed map: how many reach their end, what our
//! server had to refuse, and how each program ended that did not stay. `cargo xtask pioneers [GAMES] [SECONDS] [FIRST]`

#![allow(clippy::print_stdout)] // the figures are the result

#[path = "../tests/pioneers_ai/mod.rs"]
mod pioneers_ai;

use hexwright_server::maps as map_texts;
use pioneers_ai::{Game, MAPS, is_of_real_server, play, serve};
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::time::Duration;

/// Who sits at the tables, game by game: clients, then bots.
const TABLES: [(&[&str], &[&str]); 6] = [
    (&["greedy", "greedy"], &[]),
    (&["genetic"], &["greedy"]),
    (&["greedy", "genetic"], &["greedy"]),
    (&["greedy", "genetic", "greedy"], &[]),
    (&["greedy"], &["greedy", "greedy"]),
    (&["greedy", "greedy", "genetic", "greedy"], &[]),
];

/// What was counted.
#[derive(Default)]
struct Counts {
    over: usize,
    open: Vec<String>,
    errors: BTreeMap<String, usize>,
    lost: Vec<String>,
    closed: usize,
    lines: usize,
    maps: BTreeSet<String>,
}

impl Counts {
    fn add(&mut self, number: usize, name: &str, game: &Game) {
        for (error, count) in game.heard.iter().flat_map(|heard| &heard.errors) {
            *self.errors.entry(format!("{error} in {number} {name}")).or_default() += count;
        }
        self.lost.extend(game.lost.iter().map(|how| format!("{number} {name}: {how}")));
        self.closed += game.closed;
        self.lines += game.heard.iter().map(|heard| heard.lines).sum::<usize>();
        if game.over {
            self.over += 1;
            self.maps.insert(name.to_owned());
        } else {
            self.open.push(format!("{number} {name}"));
        }
    }

    fn print(&self, seconds: u64) {
        println!("{} games over on {} maps, {} lines", self.over, self.maps.len(), self.lines);
        let open = if self.open.is_empty() { "none".to_owned() } else { self.open.join(", ") };
        println!("not over in {seconds} s: {open}");
        let (theirs, ours): (Vec<_>, Vec<_>) =
            self.errors.iter().partition(|(error, _)| is_of_real_server(error));
        println!("connections closed by our server before the end: {}", self.closed);
        println!("ERR that the real server does not give: {}", ours.len());
        ours.iter().for_each(|(error, count)| println!("    {count} times {error}"));
        println!("ERR that it gives too: {}", theirs.len());
        theirs.iter().for_each(|(error, count)| println!("    {count} times {error}"));
        println!("programs that ended before their game: {}", self.lost.len());
        self.lost.iter().for_each(|how| println!("    {how}"));
    }
}

fn main() -> anyhow::Result<()> {
    let mut numbers = std::env::args().skip(1).filter_map(|word| word.parse::<u64>().ok());
    let (games, seconds) = (numbers.next().unwrap_or(100), numbers.next().unwrap_or(60));
    let first = numbers.next().unwrap_or(0) as usize;
    let mut maps: Vec<PathBuf> = std::fs::read_dir(MAPS)?.flatten().map(|entry| entry.path()).collect();
    maps.retain(|path| path.extension().is_some_and(|e| e == "game"));
    maps.sort();
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let folder = tempfile::tempdir()?;
    runtime.block_on(async {
        let database = format!("sqlite://{}?mode=rwc", folder.path().join("games.db").display());
        let server = serve(database, None).await?;
        let (app, address) = (server.app().clone(), server.pioneers_address().unwrap_or(server.address()?));
        tokio::spawn(server.run(std::future::pending()));
        let mut counts = Counts::default();
        for number in first..first + games as usize {
            let map = &maps[number % maps.len()];
            let name = map.file_stem().map_or_else(String::new, |n| n.to_string_lossy().into_owned());
            let text = String::from_utf8_lossy(&std::fs::read(map)?).into_owned();
            // a map for two has not cards enough for three
            let most = map_texts::read(&text).map_or(4, |setup| setup.seats(0).max(2));
            let fit: Vec<_> =
                TABLES.iter().filter(|(kinds, bots)| kinds.len() + bots.len() <= most).collect();
            let (kinds, bots) = *fit[(number / maps.len() + number) % fit.len()];
            let game = match play(&app, address, &text, kinds, bots, Duration::from_secs(seconds)).await {
                Ok(game) => game,
                Err(reason) => {
                    println!("{number} {name}: cannot be played: {reason}");
                    continue;
                }
            };
            let heard: usize = game.heard.iter().map(|heard| heard.lines).sum();
            let end = if game.over { "over" } else { "not over" };
            println!("{number} {name}: {kinds:?} {bots:?}: {end} after {:.1?}, {heard} lines", game.time);
            for how in &game.lost {
                println!("    {how}");
            }
            if !game.over {
                let last: Vec<_> = game.heard.iter().filter_map(|heard| heard.last.last()).collect();
                println!("    last heard: {last:?}");
            }
            counts.add(number, &name, &game);
        }
        counts.print(seconds);
        let ours = counts.errors.keys().find(|error| !is_of_real_server(error));
        anyhow::ensure!(ours.is_none(), "our server refused what the real one takes");
        anyhow::ensure!(counts.closed == 0, "our server closed a connection in the middle of a game");
        Ok(())
    })
}
