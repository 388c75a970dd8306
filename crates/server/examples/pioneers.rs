//! Many games of Debian's Pioneers players at our tables, on every installed map: how many reach their end, and what
//! our server had to refuse. `cargo xtask pioneers [GAMES] [SECONDS]`

#![allow(clippy::print_stdout)] // the figures are the result

#[path = "../tests/pioneers_ai/mod.rs"]
mod pioneers_ai;

use pioneers_ai::{MAPS, play, serve};
use std::path::PathBuf;
use std::time::Duration;

/// Who sits at the tables, game by game: clients, then bots.
const TABLES: [(&[&str], &[&str]); 5] = [
    (&["greedy", "greedy"], &[]),
    (&["greedy", "genetic"], &["greedy"]),
    (&["greedy", "genetic", "greedy"], &[]),
    (&["greedy"], &["greedy", "greedy"]),
    (&["greedy", "greedy", "genetic", "greedy"], &[]),
];

fn main() -> anyhow::Result<()> {
    let mut numbers = std::env::args().skip(1).filter_map(|word| word.parse::<u64>().ok());
    let (games, seconds) = (numbers.next().unwrap_or(100), numbers.next().unwrap_or(60));
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
        let (mut over, mut open, mut errors, mut lost, mut lines) = (0, Vec::new(), Vec::new(), 0, 0);
        let mut played_maps = std::collections::BTreeSet::new();
        for number in 0..games as usize {
            let map = &maps[number % maps.len()];
            let name = map.file_stem().map_or_else(String::new, |n| n.to_string_lossy().into_owned());
            let (kinds, bots) = TABLES[(number / maps.len() + number) % TABLES.len()];
            let text = String::from_utf8_lossy(&std::fs::read(map)?).into_owned();
            let limit = Duration::from_secs(seconds);
            let game = match play(&app, address, &text, kinds, bots, limit).await {
                Ok(game) => game,
                Err(reason) => {
                    println!("{number} {name}: cannot be played: {reason}");
                    continue;
                }
            };
            let heard: usize = game.heard.iter().map(|heard| heard.lines).sum();
            let told = game.heard.iter().flat_map(|heard| &heard.errors);
            errors.extend(told.map(|error| format!("{number} {name}: {error}")));
            (lines, lost) = (lines + heard, lost + game.lost);
            let end = if game.over { "over" } else { "not over" };
            println!("{number} {name}: {kinds:?} {bots:?}: {end} after {:.1?}, {heard} lines", game.time);
            if game.over {
                over += 1;
                played_maps.insert(name);
            } else {
                open.push(format!("{number} {name}"));
                if game.lost > 0 {
                    println!("    {:?}", game.heard);
                }
            }
        }
        println!("{over} games over on {} maps, {lines} lines", played_maps.len());
        println!(
            "not over in {seconds} s: {}",
            if open.is_empty() { "none".to_owned() } else { open.join(", ") }
        );
        println!("clients lost: {lost}; ERR: {}", errors.len());
        errors.iter().for_each(|error| println!("    {error}"));
        anyhow::ensure!(errors.is_empty(), "our server refused what the real one takes");
        Ok(())
    })
}
