//! The protocol of Pioneers at our tables, spoken by hand: seats, garbage, and a server that comes back.

mod pioneers_ai;
mod pioneers_hand;

use hexwright_core::{Fast, Random as _};
use pioneers_ai::serve;
use pioneers_hand::{Client, PATIENCE, database, map, place};
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;
use tokio::time::timeout;

#[tokio::test(flavor = "multi_thread")]
async fn a_game_survives_its_server_and_clients_come_back_to_their_seats() {
    let folder = tempfile::tempdir().unwrap();
    let server = serve(database(&folder), Some(map())).await.unwrap();
    let (address, app) = (server.pioneers_address().unwrap(), server.app().clone());
    let running = tokio::spawn(server.run(std::future::pending()));
    let (mut ann, _) = Client::join(address, "Ann").await;
    let (mut bob, heard) = Client::join(address, "Bob").await;
    assert_eq!((ann.number, bob.number), (0, 1));
    assert!(heard.contains(&"player 0 setup 0".to_owned()), "{heard:?}");
    let done = place(&mut ann).await;
    assert_eq!(done, ["OK", "player 1 setup-double"]);
    // chat reaches the others
    ann.ask("chat good luck").await;
    assert!(bob.ask("chat thanks").await.contains(&"player 0 chat good luck".to_owned()));
    // whoever comes now finds no seat at this table, and gets one of its own
    let (cid, _) = Client::join(address, "Cid").await;
    assert_eq!(cid.number, 0);
    // the server is gone without a word
    running.abort();
    drop((ann, bob, cid));
    app.stop();
    drop(app);
    let server = serve(database(&folder), Some(map())).await.unwrap();
    let address = server.pioneers_address().unwrap();
    tokio::spawn(server.run(std::future::pending()));
    let (mut bob, heard) = Client::join(address, "Bob").await;
    assert_eq!(bob.number, 1, "{heard:?}");
    assert!(heard.contains(&"state SETUPDOUBLE".to_owned()), "{heard:?}");
    assert!(heard.iter().any(|line| line.starts_with('S') && line.ends_with(",0")), "{heard:?}");
    let (ann, _) = Client::join(address, "Ann").await;
    assert_eq!(ann.number, 0);
    let built = bob.ask("build settlement 7 7 0").await;
    assert!(built.iter().any(|line| line.starts_with("built ") || line == "ERR bad-pos"), "{built:?}");
    assert!(built.contains(&"NOTE1 Ann|%s has reconnected.".to_owned()), "{built:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn garbage_closes_its_own_connection_at_most() {
    let folder = tempfile::tempdir().unwrap();
    let server = serve(database(&folder), Some(map())).await.unwrap();
    let address = server.pioneers_address().unwrap();
    tokio::spawn(server.run(std::future::pending()));
    let (mut ann, _) = Client::join(address, "Ann").await;
    let (mut bob, _) = Client::join(address, "Bob").await;
    let mut random = Fast::new(3, 0);
    for _ in 0..200 {
        let length = random.below(80) as usize;
        let bytes: Vec<u8> = (0..length).map(|_| random.below(256) as u8).filter(|&b| b != b'\n').collect();
        bob.writer.write_all(&bytes).await.unwrap();
        bob.writer.write_all(b"\n").await.unwrap();
    }
    assert!(ann.ask("build city 1 1 1").await.contains(&"ERR expected-road-or-settlement".to_owned()));
    // a line without an end, and a client that never says who it is
    let mut endless = TcpStream::connect(address).await.unwrap();
    let _ = endless.write_all(&vec![b'x'; 40 << 10]).await;
    let left = bob.ask("chat still here").await;
    assert!(left.contains(&"player 1 chat still here".to_owned()), "{left:?}");
    bob.writer.write_all(&vec![b'y'; 40 << 10]).await.unwrap();
    let gone = timeout(PATIENCE, async { while let Ok(Some(_)) = bob.lines.next_line().await {} }).await;
    assert!(gone.is_ok(), "a line of 40 KB ends the connection");
    let mut heard = Vec::new();
    while !heard.contains(&"player 1 has quit".to_owned()) {
        heard.extend(ann.ask("undo").await);
        assert!(heard.len() < 10_000);
    }
    place(&mut ann).await;
}
