//! The protocol of Pioneers spoken by hand.

#![allow(dead_code)] // each test uses its part

use std::net::SocketAddr;
use std::time::Duration;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, Lines};
use tokio::net::TcpStream;
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::time::timeout;

/// How long an answer may take on a slow machine.
pub(crate) const PATIENCE: Duration = Duration::from_secs(60);

pub(crate) struct Client {
    pub(crate) lines: Lines<BufReader<OwnedReadHalf>>,
    pub(crate) writer: OwnedWriteHalf,
    pub(crate) number: usize,
}

impl Client {
    /// Shakes hands; everything heard on the way.
    pub(crate) async fn join(address: SocketAddr, name: &str) -> (Self, Vec<String>) {
        Self::over(TcpStream::connect(address).await.unwrap(), name).await
    }

    /// The same on a connection of one's own.
    pub(crate) async fn over(stream: TcpStream, name: &str) -> (Self, Vec<String>) {
        let (read, writer) = stream.into_split();
        let mut client = Self { lines: BufReader::new(read).lines(), writer, number: usize::MAX };
        client.say("version 15").await;
        client.say(&format!("status reconnect {name}")).await;
        let mut heard = client.ask("style ai test").await;
        let welcome = heard.iter().find(|line| line.contains("welcome to pioneers")).unwrap();
        client.number = welcome.split(' ').nth(1).unwrap().parse().unwrap();
        for line in ["players", "game", "gameinfo", "start"] {
            heard.extend(client.ask(line).await);
        }
        (client, heard)
    }

    pub(crate) async fn say(&mut self, line: &str) {
        self.writer.write_all(format!("{line}\n").as_bytes()).await.unwrap();
    }

    /// Says a line and waits until it is answered.
    pub(crate) async fn ask(&mut self, line: &str) -> Vec<String> {
        self.say(line).await;
        self.say("hello").await;
        let mut heard = Vec::new();
        loop {
            let line = timeout(PATIENCE, self.lines.next_line()).await.unwrap().unwrap().unwrap();
            match line.as_str() {
                "yes" => return heard,
                "hello" => {}
                _ => heard.push(line),
            }
        }
    }
}

/// A map for two.
pub(crate) fn map() -> String {
    include_str!("../../../../maps/pioneers/twin_shores.game").replace("num-players 4", "num-players 2")
}

pub(crate) fn database(folder: &tempfile::TempDir) -> String {
    format!("sqlite://{}?mode=rwc", folder.path().join("games.db").display())
}

/// The first building place and road that the host takes.
pub(crate) async fn place(client: &mut Client) -> Vec<String> {
    for (x, y) in (0..9).flat_map(|x| (0..9).map(move |y| (x, y))) {
        for pos in 0..6 {
            let built = client.ask(&format!("build settlement {x} {y} {pos}")).await;
            if built.iter().any(|line| line.starts_with("built settlement")) {
                for (side, at) in (0..6).map(|side| (side, (x, y))) {
                    let road = client.ask(&format!("build road {} {} {side}", at.0, at.1)).await;
                    if road.iter().any(|line| line.starts_with("built road")) {
                        return client.ask("done").await;
                    }
                }
                client.ask("undo").await;
            }
        }
    }
    panic!("nothing could be placed");
}
