//! What clients may do without wearing the server out: half-sent requests, floods, silence, heavy work. The
//! attacks at full size, with figures, are `cargo xtask attack`.

mod app;
mod support;

use app::TestApp;
use futures_util::{SinkExt, StreamExt};
use hexwright_server::{Limits, Proxies};
use serde_json::{Value, json};
use std::time::Duration;
use support::{hear, join, play_moves, post, request, say, state_from, table_of_two};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;

/// Longer than anything here may take on a busy machine; only against hanging.
const PATIENCE: Duration = Duration::from_secs(60);

/// All a server answers to these bytes until it closes the connection.
async fn raw(app: &TestApp, bytes: &[u8]) -> String {
    let mut stream = TcpStream::connect(app.address).await.unwrap();
    stream.write_all(bytes).await.unwrap();
    let mut answer = Vec::new();
    let read = tokio::time::timeout(PATIENCE, stream.read_to_end(&mut answer)).await;
    let _ = read.expect("the connection is closed");
    String::from_utf8_lossy(&answer).into_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn heads_and_bodies_must_arrive_in_time() {
    let short = Duration::from_millis(300);
    let app = TestApp::start(Limits { head_within: short, body_within: short, ..Limits::default() }).await;
    raw(&app, b"GET / HTTP/1.1\r\nhost: x\r\n").await;
    raw(&app, b"").await;
    let half = b"POST /api/check HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 50\r\n\r\n{\"na";
    let answer = raw(&app, half).await;
    assert!(answer.starts_with("HTTP/1.1 408 ") && answer.contains("did not arrive"), "{answer}");
}

#[tokio::test(flavor = "multi_thread")]
async fn connections_have_a_number_and_give_their_places_back() {
    let limits = Limits { connections_per_address: 3, ..Limits::default() };
    let app = TestApp::start(limits).await;
    let held = [
        TcpStream::connect(app.address).await.unwrap(),
        TcpStream::connect(app.address).await.unwrap(),
        TcpStream::connect(app.address).await.unwrap(),
    ];
    let answer = raw(&app, b"GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n").await;
    assert!(answer.contains("503") && answer.contains("too many connections"), "{answer}");
    drop(held);
    for _ in 0..200 {
        if request(app.address, "GET", "/healthz", &[], b"").await.is_ok_and(|(status, _)| status == 200) {
            return;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    panic!("places were not given back");
}

#[tokio::test(flavor = "multi_thread")]
async fn requests_of_an_address_have_a_rate_and_others_do_not_feel_it() {
    let proxies = Proxies { trusted: vec!["127.0.0.1".parse().unwrap()], ..Proxies::default() };
    let refusal_pause = Duration::from_millis(20);
    let limits = Limits { requests_per_second: 2, refusal_pause, ..Limits::default() };
    let app = TestApp::start_with(limits, |config| config.proxies = proxies).await;
    let ask = async |client: &str| {
        request(app.address, "GET", "/healthz", &[("x-forwarded-for", client)], b"").await.unwrap()
    };
    let (mut refused, begun) = (0, tokio::time::Instant::now());
    for _ in 0..60 {
        refused += u32::from(ask("10.0.0.1").await.0 == 429);
    }
    assert!(refused > 0, "a burst of 20 and 2 a second");
    assert!(begun.elapsed() >= refused * refusal_pause, "each refusal comes late");
    assert_eq!(ask("10.0.0.2").await.0, 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_flooding_socket_is_cut() {
    let limits = Limits { messages_per_second: 5, messages_refused: 20, ..Limits::default() };
    let app = TestApp::start(limits).await;
    let (table, [ann, _]) = table_of_two(app.address, 10).await.unwrap();
    let mut socket = join(app.address, &table, Some(&ann)).await.unwrap();
    for _ in 0..200 {
        // unreadable ones count as well
        if socket.send(Message::Text("no message".into())).await.is_err() {
            break;
        }
    }
    let close = tokio::time::timeout(PATIENCE, async {
        loop {
            match socket.next().await {
                Some(Ok(Message::Close(frame))) => break frame,
                Some(Ok(_)) => {}
                Some(Err(_)) | None => break None,
            }
        }
    });
    let close = close.await.expect("the socket is cut");
    // a reset may overtake the farewell; if it came, it says why
    assert!(close.is_none_or(|frame| u16::from(frame.code) == 1008));
    // her seat is free to come back to
    let mut again = join(app.address, &table, Some(&ann)).await.unwrap();
    assert!(state_from(&mut again, 0).await.is_some());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_seat_whose_peer_vanished_is_away() {
    let limits = Limits {
        ping_every: Duration::from_millis(100),
        silent_for: Duration::from_millis(400),
        ..Limits::default()
    };
    let app = TestApp::start(limits).await;
    let (table, [ann, bob]) = table_of_two(app.address, 10).await.unwrap();
    let mut here = join(app.address, &table, Some(&ann)).await.unwrap();
    state_from(&mut here, 0).await.unwrap();
    // Bob's socket stays open, but nobody reads it, so no ping is answered
    let _gone = join(app.address, &table, Some(&bob)).await.unwrap();
    let seats = tokio::time::timeout(PATIENCE, async {
        let mut came = false;
        loop {
            let seats = hear(&mut here, "seats").await.expect("Ann's socket answers pings and stays");
            let bob_is_here = seats["seats"][1]["here"] == true;
            if came && !bob_is_here {
                break seats;
            }
            came |= bob_is_here;
        }
    });
    assert_eq!(seats.await.expect("Bob is away")["seats"][0]["here"], true);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_server_stops_whatever_clients_do() {
    let mut app = TestApp::start(Limits::default()).await;
    let (table, [ann, _]) = table_of_two(app.address, 10).await.unwrap();
    let mut socket = join(app.address, &table, Some(&ann)).await.unwrap();
    state_from(&mut socket, 0).await.unwrap();
    let mut half_head = TcpStream::connect(app.address).await.unwrap();
    half_head.write_all(b"GET / HTT").await.unwrap();
    let mut half_body = TcpStream::connect(app.address).await.unwrap();
    half_body.write_all(b"POST /api/check HTTP/1.1\r\nhost: x\r\ncontent-length: 9\r\n\r\n{").await.unwrap();
    let idle = TcpStream::connect(app.address).await.unwrap();
    tokio::time::sleep(Duration::from_millis(100)).await;
    let begun = tokio::time::Instant::now();
    tokio::time::timeout(PATIENCE, app.stop()).await.expect("it stops");
    assert!(begun.elapsed() < Duration::from_secs(20), "{:?}", begun.elapsed());
    drop((half_head, half_body, idle));
    let close = loop {
        match socket.next().await {
            Some(Ok(Message::Close(frame))) => break frame,
            Some(Ok(_)) => {}
            other => panic!("expected a farewell, found {other:?}"),
        }
    };
    assert_eq!(close.map(|frame| u16::from(frame.code)), Some(1001));
}

/// The text of the largest map: 64 by 64 hexes.
async fn largest_map(app: &TestApp) -> String {
    let (_, text) = request(app.address, "GET", "/api/maps/base.catan", &[], b"").await.unwrap();
    let mut text = serde_json::from_str::<Value>(&text).unwrap()["text"].as_str().unwrap().to_owned();
    // the map grows by strokes of the editor, as a person would do it
    for edges in [json!({ "bottom": 64, "right": 64 }), json!({ "bottom": 1_000 })] {
        let (status, edited) =
            post(app.address, "/api/edit", &json!({ "text": text, "edit": { "resize": edges } }))
                .await
                .unwrap();
        if status == 200 {
            text = edited["text"].as_str().unwrap().to_owned();
        }
    }
    text
}

#[tokio::test(flavor = "multi_thread")]
async fn heavy_work_is_refused_beyond_its_limits_and_moves_go_on() {
    let limits = Limits { work_threads: 1, work_queue: 3, work_per_address: 3, ..Limits::default() };
    let app = TestApp::start(limits).await;
    let body = json!({ "text": largest_map(&app).await }).to_string();
    let (table, tokens) = table_of_two(app.address, 10).await.unwrap();
    let mut sockets = Vec::new();
    for token in &tokens {
        sockets.push(join(app.address, &table, Some(token)).await.unwrap());
    }
    let address = app.address;
    let pictures: Vec<_> = (0..12)
        .map(|_| {
            let body = body.clone();
            tokio::spawn(
                async move { request(address, "POST", "/api/png", &[], body.as_bytes()).await.unwrap() },
            )
        })
        .collect();
    play_moves(&mut sockets, 20).await;
    let mut statuses = Vec::new();
    for picture in pictures {
        let (status, answer) = picture.await.unwrap();
        assert!(status == 200 || answer.contains("error"), "{status} {answer}");
        statuses.push(status);
    }
    assert!(statuses.contains(&200), "{statuses:?}");
    assert!(statuses.iter().any(|s| [429, 503].contains(s)), "{statuses:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn endless_statistics_end_with_what_was_counted() {
    let app = TestApp::start(Limits { work_within: Duration::from_millis(300), ..Limits::default() }).await;
    // each map moves lists about without end: 20,000 of them would take an hour
    let lists: String =
        (0..400).map(|i| format!("LABEL a{i} = (inside + inside + inside + inside)\n")).collect();
    let (_, known) = request(app.address, "GET", "/api/maps/caldera.rnd", &[], b"").await.unwrap();
    let known = serde_json::from_str::<Value>(&known).unwrap()["text"].as_str().unwrap().to_owned();
    for text in [format!("{lists}{known}"), known.repeat(200)] {
        let ask = json!({ "text": text, "seed": 1, "runs": 20_000 });
        let (status, counted) = tokio::time::timeout(PATIENCE, post(app.address, "/api/lab/stats", &ask))
            .await
            .expect("it ends")
            .unwrap();
        let honest = counted["maps"].as_u64().is_some_and(|maps| maps <= 20_000);
        assert!(honest || [400, 503].contains(&status), "{status} {counted}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn figures_are_on_the_admin_address_alone() {
    let app = TestApp::start_with(Limits::default(), |config| {
        config.admin = Some("127.0.0.1:0".parse().unwrap());
    })
    .await;
    let (table, [ann, _]) = table_of_two(app.address, 10).await.unwrap();
    let mut socket = join(app.address, &table, Some(&ann)).await.unwrap();
    let seen = state_from(&mut socket, 0).await.unwrap();
    say(&mut socket, &json!({ "type": "act", "n": seen.n, "action": "nonsense" })).await.unwrap();
    hear(&mut socket, "refused").await.unwrap();
    assert_eq!(request(app.address, "GET", "/metrics", &[], b"").await.unwrap().0, 404);
    let (status, text) = request(app.admin.unwrap(), "GET", "/metrics", &[], b"").await.unwrap();
    assert_eq!(status, 200);
    for line in ["hexwright_tables 1", "hexwright_sockets 1", "hexwright_tables_created_total 1"] {
        assert!(text.lines().any(|l| l == line), "{line} is missing in\n{text}");
    }
    assert!(text.contains("hexwright_move_seconds_count 1"), "{text}");
    assert_eq!(request(app.admin.unwrap(), "GET", "/readyz", &[], b"").await.unwrap().0, 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn everything_lives_below_the_base_path() {
    let app = TestApp::start_with(Limits::default(), |config| config.base_path = "/hex".to_owned()).await;
    let get = async |path: &str| request(app.address, "GET", path, &[], b"").await.unwrap();
    for page in ["/hex/", "/hex/maps", "/hex/help", "/hex/edit"] {
        let (status, html) = get(page).await;
        assert_eq!(status, 200, "{page}");
        let links = html.split("href=\"").chain(html.split("src=\"")).skip(1);
        for link in links.map(|rest| rest.split('"').next().unwrap()).filter(|link| link.starts_with('/')) {
            assert!(link.starts_with("/hex/"), "{page} links to {link}");
        }
    }
    assert_eq!(get("/hex/assets/app.css").await.0, 200);
    assert_eq!(get("/hex/healthz").await.0, 200);
    assert_eq!((get("/").await.0, get("/hex").await.0), (307, 200));
    assert_eq!((get("/maps").await.0, get("/hexagon").await.0), (404, 404));
    let body = json!({ "game": { "kind": "catan", "map": "base.catan" }, "seats": [{ "kind": "open" }, { "kind": "open" }] });
    let (_, made) = post(app.address, "/hex/api/tables", &body).await.unwrap();
    let url = format!("ws://{}/hex/api/tables/{}/socket", app.address, made["id"].as_str().unwrap());
    let (mut socket, _) = tokio_tungstenite::connect_async(url).await.unwrap();
    say(&mut socket, &json!({ "type": "hello", "token": null })).await.unwrap();
    assert!(state_from(&mut socket, 0).await.is_some());
}

#[tokio::test(flavor = "multi_thread")]
async fn nul_characters_and_imitations_are_refused_in_words() {
    let app = TestApp::start(Limits::default()).await;
    let make = async |name: &str| {
        let body = json!({ "game": { "kind": "catan", "map": "base.catan" },
            "seats": [{ "kind": "me", "name": name }, { "kind": "open" }, { "kind": "bot", "bot": "greedy" }] });
        post(app.address, "/api/tables", &body).await.unwrap()
    };
    for name in ["A\0", "\u{200b}", "\u{202e}nnA", "Greedу"] {
        let (status, refusal) = make(name).await;
        assert_eq!(status, 400, "{name:?}: {refusal}");
    }
    let id = make("Ann").await.1["id"].as_str().unwrap().to_owned();
    let sit = json!({ "seat": 1, "name": "Аnn" });
    let (status, refusal) = post(app.address, &format!("/api/tables/{id}/sit"), &sit).await.unwrap();
    assert!(status == 409 && refusal["error"].as_str().unwrap().contains("looks like Ann"), "{refusal}");
    for path in ["/api/tables/%00", "/t/a%00b", "/api/maps/%00"] {
        assert_eq!(request(app.address, "GET", path, &[], b"").await.unwrap().0, 400, "{path}");
    }
    let mut socket = join(app.address, &id, None).await.unwrap();
    state_from(&mut socket, 0).await.unwrap();
    say(&mut socket, &json!({ "type": "chat", "text": "a\0b" })).await.unwrap();
    assert!(hear(&mut socket, "refused").await.unwrap()["reason"].as_str().unwrap().contains("NUL"));
}
