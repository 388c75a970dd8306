//! Writes the example games of `maps/terra`: random play with fixed seeds, so anybody can make them
//! again: `cargo run -p hexwright-terra --example write_examples -- FOLDER`.

use hexwright_core::{Actor, Fast, Game, Random, Turn};
use hexwright_terra::game::{Action, Command};
use hexwright_terra::text::ledger::{Log, LogEntry, Replay};
use hexwright_terra::text::snapshot::{Mode, Snapshot, write};
use hexwright_terra::text::{command, concise};
use hexwright_terra::{BonusCard, Faction, MapId, Setup, Terra};

/// How likely a random player takes an action: one that rather builds than passes is worth watching.
fn weight(action: &Action) -> usize {
    match action.command {
        Command::Upgrade(..) => 12,
        Command::Build(_) => 14,
        Command::Town(..) | Command::Favor(_) | Command::Accept { .. } => 8,
        Command::Pass(_) | Command::Refuse(..) | Command::Decline { .. } | Command::DeclineAll => 1,
        _ => 4,
    }
}

fn choose(moves: &[Action], random: &mut Fast) -> Option<Action> {
    let mut pick = random.index(moves.iter().map(weight).sum::<usize>().max(1));
    for action in moves {
        match pick.checked_sub(weight(action)) {
            Some(rest) => pick = rest,
            None => return Some(*action),
        }
    }
    moves.first().copied()
}

fn play(setup: &Setup, seed: u64) -> Log {
    let game = Terra::new(setup.clone()).expect("a sound setup");
    let admin = |text: String| LogEntry { faction: None, text };
    let tiles: Vec<&str> = setup.scoring.iter().map(|t| t.name()).collect();
    let mut entries = vec![admin(format!("score {}", tiles.join(",")))];
    let removed = BonusCard::ALL.into_iter().filter(|c| !setup.cards.contains(c));
    entries.extend(removed.map(|c| admin(format!("delete {}", c.code()))));
    entries.extend(setup.factions.iter().map(|f| admin(format!("setup {}", f.log_name()))));
    let (mut random, mut position) = (Fast::new(seed, 0), game.start());
    while let Turn::Seats(set) = game.turn(&position) {
        let seat = set.iter().nth(random.index(set.len())).expect("somebody decides");
        let mut moves = Vec::new();
        game.legal(&position, seat, &mut moves);
        let Some(action) = choose(&moves, &mut random) else { break };
        let faction = Some(position.player(seat).faction);
        let text = command::write_action(&game, &position, &action);
        entries.extend(text.split(". ").map(|t| LogEntry { faction, text: t.to_owned() }));
        game.play_unchecked(&mut position, Actor::Seat(seat), &action);
    }
    Log { id: String::new(), map: setup.board.id(), options: setup.options, entries }
}

fn main() {
    let folder = std::env::args().nth(1).expect("a folder");
    let save = |name: &str, text: &str| std::fs::write(format!("{folder}/{name}"), text).expect("written");
    let mut base = Setup::new(&[Faction::Witches, Faction::Nomads, Faction::Darklings, Faction::Mermaids]);
    base.draw_tiles(&mut Fast::new(3, 1));
    let mut lakes = Setup::draw(MapId::Lakes, 3, &mut Fast::new(8, 2));
    lakes.factions = vec![Faction::Yetis, Faction::Dragonlords, Faction::Halflings];
    for (name, setup, seed) in [("four-on-base", base, 5), ("three-on-lakes", lakes, 9)] {
        let log = play(&setup, seed);
        save(&format!("{name}.tmlog"), &log.write());
        let grid = concise::write_exact(&log).expect("our own log");
        save(&format!("{name}.tmgrid"), &grid.to_string());
        let mut replay = Replay::new(&log).expect("our own log");
        for share in [40, 75, 100] {
            replay.play_to(log.entries.len() * share / 100).expect("our own log");
            let text = write(&Snapshot::of(replay.game(), replay.position()), Mode::Full);
            save(&format!("{name}-{share}.tms"), &text);
        }
    }
}
