//! Each limit just under and just over.

use crate::app::TestApp;
use crate::support::{hear, join, post, request, say, table_of_two};
use hexwright_server::Limits;
use serde_json::{Value, json};
use std::time::Duration;

/// Whatever comes next: `Ok` for a state or a chat line, `Err` with the reason of a refusal.
async fn answer(socket: &mut crate::support::Socket) -> Result<Value, String> {
    loop {
        let text = crate::support::hear_text(socket).await.ok_or("closed")?;
        let value: Value = serde_json::from_str(&text).unwrap();
        match value["type"].as_str().unwrap() {
            "refused" => return Err(value["reason"].as_str().unwrap().to_owned()),
            "seats" | "said" => {}
            _ => return Ok(value),
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn messages_and_chat_have_a_length() {
    let limits = Limits { messages_per_second: 1_000, ..Limits::default() };
    let app = TestApp::start(limits).await;
    let (table, [ann, _]) = table_of_two(app.address, 10).await.unwrap();
    let mut socket = join(app.address, &table, Some(&ann)).await.unwrap();
    hear(&mut socket, "state").await.unwrap();
    hear(&mut socket, "polls").await.unwrap();
    let chat = |length: usize| json!({ "type": "chat", "text": "ö".repeat(length) });
    say(&mut socket, &chat(500)).await.unwrap();
    assert_eq!(answer(&mut socket).await.unwrap()["type"], "chat");
    say(&mut socket, &chat(501)).await.unwrap();
    assert_eq!(answer(&mut socket).await, Err("expected 1 to 500 characters, found 501".to_owned()));
    say(&mut socket, &chat(0)).await.unwrap();
    assert!(answer(&mut socket).await.is_err());

    // blanks are part of a message and mean nothing
    let padded = |length: usize| {
        let message = json!({ "type": "sync" }).to_string();
        format!("{message}{}", " ".repeat(length - message.len()))
    };
    use futures_util::SinkExt;
    use tokio_tungstenite::tungstenite::Message;
    socket.send(Message::Text(padded(4_096).into())).await.unwrap();
    assert_eq!(answer(&mut socket).await.unwrap()["type"], "state");
    socket.send(Message::Text(padded(4_097).into())).await.unwrap();
    assert_eq!(answer(&mut socket).await, Err("expected at most 4096 bytes, found 4097".to_owned()));
    // four times that is no mistake any more
    socket.send(Message::Text(padded(16_385).into())).await.unwrap();
    assert_eq!(answer(&mut socket).await, Err("closed".to_owned()));
}

#[tokio::test(flavor = "multi_thread")]
async fn names_bodies_and_heads_have_a_length() {
    let app = TestApp::start(Limits::default()).await;
    let table = |name: String| {
        json!({ "game": { "kind": "catan", "map": "base.catan" },
                "seats": [{ "kind": "me", "name": name }, { "kind": "open" }] })
    };
    for (length, expected) in [(1, 200), (40, 200), (41, 400), (0, 400)] {
        let (status, _) = post(app.address, "/api/tables", &table("é".repeat(length))).await.unwrap();
        assert_eq!(status, expected, "a name of {length}");
    }
    let limit = 256 << 10;
    let check = |size: usize| {
        let empty = json!({ "name": "map.catan", "text": "" }).to_string();
        json!({ "name": "map.catan", "text": "#".repeat(size - empty.len()) }).to_string()
    };
    for (size, expected) in [(limit, 200), (limit + 1, 413)] {
        let body = check(size);
        assert_eq!(body.len(), size);
        let (status, said) = request(app.address, "POST", "/api/check", &[], body.as_bytes()).await.unwrap();
        assert_eq!(status, expected, "a body of {size}");
        let problem: Value = serde_json::from_str(&said).expect("a refusal is data too");
        let reason = problem["error"].as_str();
        assert_eq!(reason.is_some_and(|r| r.contains("at most 256 KB")), expected == 413, "{reason:?}");
    }
    // host, content-type, content-length and connection take part
    for (size, expected) in [(8_000, 200), (8_192, 431)] {
        let filler = "x".repeat(size);
        let (status, _) =
            request(app.address, "GET", "/healthz", &[("x-filler", &filler)], b"").await.unwrap();
        assert_eq!(status, expected, "a head of about {size}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn messages_have_a_rate_and_sockets_a_number() {
    let limits = Limits { messages_per_second: 1, sockets_per_address: 2, ..Limits::default() };
    let app = TestApp::start(limits).await;
    let (table, _) = table_of_two(app.address, 10).await.unwrap();
    let mut first = join(app.address, &table, None).await.unwrap();
    hear(&mut first, "state").await.unwrap();
    let sync = json!({ "type": "sync" });
    // a burst of twice the rate passes
    for _ in 0..2 {
        say(&mut first, &sync).await.unwrap();
        assert!(answer(&mut first).await.is_ok());
    }
    let mut refused = 0;
    for _ in 0..8 {
        say(&mut first, &sync).await.unwrap();
        refused += usize::from(answer(&mut first).await == Err("too many messages; slow down".to_owned()));
    }
    assert!(refused >= 5, "only {refused} of 8 were refused");

    let second = join(app.address, &table, None).await.unwrap();
    assert!(join(app.address, &table, None).await.is_err(), "a third socket of this address");
    drop(second);
    let mut again = join(app.address, &table, None).await;
    for _ in 0..50 {
        if again.is_ok() {
            break;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
        again = join(app.address, &table, None).await;
    }
    assert!(again.is_ok(), "a place that was given back");
}

#[tokio::test(flavor = "multi_thread")]
async fn hellos_have_a_time() {
    let limits = Limits { hello_within: Duration::from_millis(300), ..Limits::default() };
    let app = TestApp::start(limits).await;
    let (table, _) = table_of_two(app.address, 10).await.unwrap();
    let mut quick = join(app.address, &table, None).await.unwrap();
    assert!(hear(&mut quick, "state").await.is_some());
    let url = format!("ws://{}/api/tables/{table}/socket", app.address);
    let (mut silent, _) = tokio_tungstenite::connect_async(url).await.unwrap();
    assert_eq!(answer(&mut silent).await, Err("expected a hello first".to_owned()));
    assert_eq!(answer(&mut silent).await, Err("closed".to_owned()));
}

#[tokio::test(flavor = "multi_thread")]
async fn wishes_and_uploads_are_checked() {
    let app = TestApp::start(Limits::default()).await;
    let table = |game: Value, wishes: Value| json!({ "game": game, "wishes": wishes, "seats": [{ "kind": "me", "name": "Ann" }, { "kind": "open" }] });
    let base = || json!({ "kind": "catan", "map": "base.catan" });
    for (seconds, expected) in [(4, 400), (5, 200), (86_400, 200), (86_401, 400)] {
        let body = table(base(), json!({ "turn-seconds": seconds }));
        assert_eq!(post(app.address, "/api/tables", &body).await.unwrap().0, expected, "{seconds}");
    }
    let body = table(base(), json!({ "leavers": "nobody" }));
    assert_eq!(post(app.address, "/api/tables", &body).await.unwrap().0, 400);

    // uploads of both formats, good and bad; bad ones come back with every finding and its place
    for (name, broken) in [("base.catan", "0 0\n"), ("twin_shores.game", "map\nq9\n.\n")] {
        let (_, text) = request(app.address, "GET", &format!("/api/maps/{name}"), &[], b"").await.unwrap();
        let text = serde_json::from_str::<Value>(&text).unwrap()["text"].clone();
        let good = table(json!({ "kind": "catan", "text": text }), json!({}));
        let (status, answer) = post(app.address, "/api/tables", &good).await.unwrap();
        assert_eq!(status, 200, "{name}: {answer}");
        let bad = table(json!({ "kind": "catan", "text": broken }), json!({}));
        let (status, answer) = post(app.address, "/api/tables", &bad).await.unwrap();
        assert_eq!(status, 400, "{answer}");
        assert!(answer["findings"][0]["line"].as_u64() >= Some(1), "{answer}");
        assert!(answer["error"].as_str().unwrap().contains(':'), "{answer}");
    }
    // 64 by 64 hexes is the largest map: one more row is refused
    let grid = |rows: usize| format!("2 4\n10\n64 {rows}\n");
    let (_, answer) =
        post(app.address, "/api/tables", &table(json!({ "kind": "catan", "text": grid(65) }), json!({})))
            .await
            .unwrap();
    assert!(answer["findings"].as_array().is_some_and(|f| !f.is_empty()), "{answer}");
}
