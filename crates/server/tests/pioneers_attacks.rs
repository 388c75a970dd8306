//! Clients of Pioneers that mean no good, spoken by hand: whatever they send, the table plays on, nobody is
//! impersonated and nobody acts for others.

mod pioneers_ai;
mod pioneers_hand;

use hexwright_server::Limits;
use pioneers_ai::serve;
use pioneers_hand::{Client, PATIENCE, database, map, place};
use std::net::SocketAddr;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;
use tokio::time::timeout;

/// A server for two on a map, until the test ends.
async fn open(folder: &tempfile::TempDir) -> SocketAddr {
    let server = serve(database(folder), Some(map())).await.unwrap();
    let address = server.pioneers_address().unwrap();
    tokio::spawn(server.run(std::future::pending()));
    address
}

/// A place of the table that another client is at: its id behind the name.
async fn table_of(client: &mut Client, app: &hexwright_server::App) -> String {
    client.ask("chat here").await;
    app.store.listed(false, 0, 1).await.unwrap().remove(0)
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_takes_a_name_that_cannot_be_read_or_is_another_s() {
    let folder = tempfile::tempdir().unwrap();
    let address = open(&folder).await;
    let (mut ann, _) = Client::join(address, "Ann").await;
    let (mut bob, _) = Client::join(address, "Bob").await;
    for (name, answer) in [
        ("Ann", "NOTE Name not changed: new name is already in use"),
        ("\u{410}nn", "NOTE Name not changed: "),
        ("ANN", "NOTE Name not changed: "),
        ("\u{200b}", "NOTE Name not changed: "),
        ("\u{202e}bob", "NOTE Name not changed: "),
        (" Bob", "NOTE Name not changed: "),
        ("a name that is longer than thirty bytes", "ERR name too long"),
        ("", "ERR invalid-name"),
    ] {
        let heard = bob.ask(&format!("name {name}")).await;
        assert!(heard.iter().any(|line| line.starts_with(answer)), "{name:?}: {heard:?}");
        assert!(!heard.iter().any(|line| line.starts_with("player 1 is ")), "{name:?}: {heard:?}");
    }
    // a name with a bar is one, but what clients print of it is no pattern of its owner
    assert_eq!(bob.ask("name b|%n%n").await, ["player 1 is b|%n%n"]);
    drop(bob);
    let mut heard = Vec::new();
    while !heard.contains(&"player 1 has quit".to_owned()) {
        heard.extend(ann.ask("chat where is he").await);
    }
    let (bob, _) = Client::join(address, "b|%n%n").await;
    assert_eq!(bob.number, 1);
    let heard = ann.ask("chat hello").await;
    assert!(heard.contains(&"NOTE1 b_%n%n|%s has reconnected.".to_owned()), "{heard:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_name_brings_one_seat_and_whoever_watches_only_watches() {
    let folder = tempfile::tempdir().unwrap();
    let server = serve(database(&folder), Some(map())).await.unwrap();
    let (address, app) = (server.pioneers_address().unwrap(), server.app().clone());
    tokio::spawn(server.run(std::future::pending()));
    let (mut ann, _) = Client::join(address, "Ann").await;
    let (bob, _) = Client::join(address, "Bob").await;
    let table = table_of(&mut ann, &app).await;
    // while Bob sits, his name at this table is a spectator's
    let named = format!("Bob@{table}");
    let (mut watcher, _) = Client::join(address, &named).await;
    assert!(watcher.number >= 2, "{}", watcher.number);
    for line in [
        "build settlement 3 3 0",
        "done",
        "undo",
        "roll",
        "buy-develop",
        "play-develop 0",
        "discard 1 0 0 0 0",
        "move-robber 1 1",
        "rob 0",
        "domestic-quote finish",
        "domestic-trade finish",
        "chose-gold 1 0 0 0 0",
    ] {
        assert_eq!(watcher.ask(line).await, Vec::<String>::new(), "{line}");
    }
    assert_eq!(watcher.ask("play").await, ["ERR game-full"]);
    assert_eq!(watcher.ask("play 1").await, ["ERR invalid-player"]);
    // Bob leaves, and two come back under his name at once: one sits, the other watches
    drop(bob);
    let mut heard = Vec::new();
    while !heard.contains(&"player 1 has quit".to_owned()) {
        heard.extend(ann.ask("chat where is he").await);
    }
    let (one, two) = tokio::join!(Client::join(address, &named), Client::join(address, &named));
    let mut numbers = [one.0.number, two.0.number];
    numbers.sort_unstable();
    assert!(numbers[0] == 1 && numbers[1] >= 2, "{numbers:?}");
    // what is stored is not taken back by the seat that has nothing to take back, nor by another
    place(&mut ann).await;
    let mut bob = if one.0.number == 1 { one.0 } else { two.0 };
    assert_eq!(ann.ask("undo").await.iter().filter(|line| line.starts_with("remove")).count(), 0);
    assert_eq!(bob.ask("undo").await.iter().filter(|line| line.contains("remove")).count(), 0);
    place(&mut bob).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_reads_nothing_or_says_half_a_line_holds_nobody_up() {
    let folder = tempfile::tempdir().unwrap();
    let address = open(&folder).await;
    let mut half = TcpStream::connect(address).await.unwrap();
    half.write_all(b"version 15\nstatus reconn").await.unwrap();
    let (mut ann, _) = Client::join(address, "Ann").await;
    let (mut deaf, _) = Client::join(address, "Deaf").await;
    deaf.say("build sett").await;
    deaf.writer.write_all(b"build settle").await.unwrap();
    place(&mut ann).await;
    // the other reads no more: it is sent away when too much waits for it, and the table hears so
    let chat = format!("chat {}", "x".repeat(490));
    let quit = timeout(PATIENCE, async {
        loop {
            let heard = ann.ask(&chat).await;
            if heard.contains(&"player 1 has quit".to_owned()) {
                return;
            }
        }
    });
    quit.await.expect("whoever reads nothing is sent away");
    let (mut deaf, heard) = Client::join(address, "Deaf").await;
    assert_eq!(deaf.number, 1, "{heard:?}");
    place(&mut deaf).await;
    // half a handshake ends by itself, with nothing but questions heard
    let mut heard = String::new();
    let ended = timeout(Duration::from_secs(60), half.read_to_string(&mut heard)).await;
    assert!(ended.is_ok(), "a handshake has its time");
    assert_eq!(heard, "version report\nstatus report\n");
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_takes_every_free_seat_of_a_server() {
    let folder = tempfile::tempdir().unwrap();
    // one table an hour makes eight seats an hour; whoever has a seat can always come back to it
    let limits = Limits { tables_per_hour: 1, ..pioneers_ai::limits() };
    let server = pioneers_ai::serve_within(database(&folder), None, limits).await.unwrap();
    let (address, app) = (server.pioneers_address().unwrap(), server.app().clone());
    tokio::spawn(server.run(std::future::pending()));
    for _ in 0..6 {
        pioneers_ai::table(&app, &map(), 2, &[]).await.unwrap();
    }
    for number in 0..8 {
        // each is gone at once, and its seat stays taken
        let (client, heard) = Client::join(address, &format!("n{number}")).await;
        assert!(client.number < 2, "{number}: {heard:?}");
    }
    let (read, mut writer) = TcpStream::connect(address).await.unwrap().into_split();
    writer.write_all(b"version 15\nstatus reconnect n8\nstyle ai test\n").await.unwrap();
    let mut heard = String::new();
    let ended = timeout(PATIENCE, BufReader::new(read).read_to_string(&mut heard)).await;
    assert!(ended.is_ok() && heard.contains("NOTE Too many seats were taken from your address"), "{heard}");
    let (back, heard) = Client::join(address, "n3").await;
    assert_eq!(back.number, 1, "{heard:?}");
    // four seats are left for others, and another address finds one
    let socket = tokio::net::TcpSocket::new_v4().unwrap();
    socket.bind(SocketAddr::from(([127, 0, 0, 2], 0))).unwrap();
    let (other, _) = Client::over(socket.connect(address).await.unwrap(), "Ann").await;
    assert_eq!(other.number, 0);
}
