//! The database in memory is worth nothing if it does not do what SQLite does: both are asked for the same things, by two
//! servers, and must answer the same.

use hexwright_core::{Fast, Random as _};
use hexwright_server::sim::{Memory, store};
use hexwright_server::store::{Claim, SaveError, Saved, Store, StoredGame, StoredSeat, Write};
use hexwright_server::table::{ChatLine, Wishes};
use std::collections::BTreeMap;
use std::fmt::Debug;
use std::sync::Arc;

/// One database with two servers.
struct Side {
    servers: Vec<Store>,
    /// The runs of the servers, in the order they entered.
    runs: Vec<String>,
    /// The epoch in which a server believes to own a game.
    epochs: BTreeMap<(usize, String), i64>,
}

/// Something to ask for.
#[derive(Clone, Debug)]
enum Ask {
    Write(Write),
    Claim(String),
    Adopt(i64, i64),
    /// The server leaves, and enters again.
    Again,
    Renew,
}

impl Side {
    async fn over(servers: Vec<Store>) -> Self {
        let mut side = Self { servers, runs: Vec::new(), epochs: BTreeMap::new() };
        for i in 0..side.servers.len() {
            side.enter(i).await;
        }
        side
    }

    async fn enter(&mut self, i: usize) {
        self.servers[i].enter("", &format!("10.0.0.{i}:1")).await.unwrap();
        self.runs.push(self.servers[i].me().to_string());
    }

    /// Runs have random names: which it is in order says the same on both sides.
    fn run(&self, name: &str) -> Option<usize> {
        self.runs.iter().position(|run| run == name)
    }

    async fn ask(&mut self, i: usize, ask: &Ask) -> String {
        let server = self.servers[i].clone();
        match ask {
            Ask::Write(write) => {
                let game = match write {
                    Write::Create(game) => &game.id,
                    Write::Moves { game, .. } | Write::Said { game, .. } | Write::Seat { game, .. } => game,
                    Write::Reseat { game, .. } | Write::Finished { game, .. } | Write::Keep { game, .. } => {
                        game
                    }
                    Write::Probe => "",
                };
                let epoch = self.epochs.get(&(i, game.to_owned())).copied().unwrap_or(1);
                let told: Result<Saved, SaveError> = server.owned(epoch).write(Arc::new(write.clone())).await;
                format!("{told:?}")
            }
            Ask::Claim(game) => match server.claim(game).await {
                Ok(Claim::Mine(epoch)) => {
                    self.epochs.insert((i, game.clone()), epoch);
                    format!("mine in {epoch}")
                }
                Ok(Claim::Elsewhere(owner)) => format!("{:?} at {}", self.run(&owner.server), owner.address),
                other => format!("{other:?}"),
            },
            Ask::Adopt(now, most) => {
                let mut adopted = server.adopt(*now, *most).await.unwrap();
                adopted.sort();
                format!("{adopted:?}")
            }
            Ask::Again => {
                server.leave().await.unwrap();
                let gone = server.renew().await.unwrap();
                self.enter(i).await;
                format!("lives: {gone}")
            }
            Ask::Renew => format!("{:?}", server.renew().await.unwrap()),
        }
    }

    /// All that can be read.
    async fn all(&self, now: i64) -> Vec<String> {
        fn told<T: Debug>(what: &str, read: &anyhow::Result<T>) -> String {
            format!("{what}: {read:?}")
        }
        let one = &self.servers[0];
        let mut all = Vec::new();
        for game in GAMES {
            all.push(told("game", &one.game(game).await));
            all.push(told("lines", &one.lines(game).await));
            all.push(told("chat", &one.chat(game).await));
            for n in 0..4 {
                all.push(told("intent", &one.intent(game, n).await));
            }
        }
        for finished in [false, true] {
            all.push(told("listed", &one.listed(finished, now, 3).await));
        }
        all.push(told("abandoned", &one.abandoned(now, 2).await));
        let mut peers: Vec<_> =
            one.peers().await.unwrap().iter().map(|peer| self.run(&peer.server)).collect();
        peers.sort();
        all.push(format!("peers: {peers:?}"));
        all
    }
}

const GAMES: [&str; 4] = ["a", "b", "c", "nobody made this"];

fn some<'a>(random: &mut Fast, of: &[&'a str]) -> &'a str {
    of[random.below(of.len() as u64) as usize]
}

/// Few names, so that the same place is asked for again and again.
fn ask(random: &mut Fast, lines: &BTreeMap<String, usize>) -> Ask {
    let game = some(random, &GAMES).to_owned();
    let intent = some(random, &["i", "j", "k", "l"]).to_owned();
    let seat = random.below(3) as usize;
    let (expires, when) = (random.below(60) as i64, 1 + random.below(60) as i64);
    Ask::Write(match random.below(16) {
        0 | 1 if game.len() == 1 => Write::Create(Arc::new(StoredGame {
            id: game,
            kind: "catan".into(),
            setup: "setup".into(),
            title: "title".into(),
            secret: "secret".into(),
            created: when,
            seats: vec![StoredSeat { kind: "open".into(), ..StoredSeat::default() }; 2],
            wishes: Wishes { private: random.below(4) == 0, ..Wishes::default() },
            intent,
            finished: 0,
            expires,
            ended: String::new(),
            asked: "asked".into(),
        })),
        0..=4 => {
            let first = lines.get(&game).copied().unwrap_or(0).saturating_sub(random.below(3) as usize / 2);
            let count = 1 + random.below(3) as usize;
            let finished = (random.below(20) == 0).then_some(when);
            let expires = (random.below(3) == 0).then_some(expires);
            let lines = (0..count).map(|i| format!("{intent} {i}")).collect();
            Write::Moves { game, first, lines, intent, finished, expires }
        }
        5 | 6 => {
            let n = if random.below(10) == 0 { 300 } else { random.below(5) };
            let seat = (random.below(2) == 0).then_some(1);
            Write::Said { game, line: ChatLine { n, seat, text: "text".into(), id: intent } }
        }
        7 | 8 => Write::Seat { game, seat, name: "Ann".into(), token_hash: "hash".into(), intent },
        9 => {
            let kind = some(random, &["open", "person"]).to_owned();
            let after = StoredSeat { kind, intent, bot: "greedy".into(), ..StoredSeat::default() };
            Write::Reseat { game, seat, before: some(random, &["", "i", "j"]).into(), after }
        }
        10 if random.below(4) == 0 => Write::Finished { game, when, ended: some(random, &["", "vote"]) },
        11 => Write::Keep { game, expires },
        12 => Write::Probe,
        13 => return Ask::Adopt(expires, 1 + random.below(3) as i64),
        14 if random.below(8) == 0 => return Ask::Again,
        14 => return Ask::Renew,
        _ => return Ask::Claim(game),
    })
}

#[tokio::test]
async fn the_store_in_memory_answers_as_sqlite_does() {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for seed in 0..4 {
        let folder = tempfile::tempdir().unwrap();
        let url = format!("sqlite://{}?mode=rwc", folder.path().join("games.db").display());
        let file = [Store::open(&url).await.unwrap(), Store::open(&url).await.unwrap()];
        let memory = Memory::new(seed, true);
        let (mut real, mut simulated) =
            (Side::over(file.to_vec()).await, Side::over(vec![store(&memory), store(&memory)]).await);
        let (mut random, mut lines) = (Fast::new(seed, 9), BTreeMap::new());
        for step in 0..300 {
            let (server, ask) = (random.below(2) as usize, ask(&mut random, &lines));
            let (one, other) = (real.ask(server, &ask).await, simulated.ask(server, &ask).await);
            assert_eq!(one, other, "seed {seed}, step {step}: server {server} asks for {ask:?}");
            *counts.entry(one).or_default() += 1;
            if step % 10 == 0 {
                let now = random.below(70) as i64;
                assert_eq!(real.all(now).await, simulated.all(now).await, "seed {seed}, after step {step}");
            }
            for game in GAMES {
                lines.insert(game.to_owned(), memory.length(game));
            }
        }
    }
    // every kind of answer came
    for answer in
        ["Ok(Now)", "Ok(Before)", "Err(Taken)", "Err(Lost)", "mine in 1", "mine in 2", "Ok(Nowhere)"]
    {
        assert!(counts.get(answer).is_some_and(|&count| count > 2), "{answer}: {counts:?}");
    }
}
