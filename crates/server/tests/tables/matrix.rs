//! Who may do what: every route and every intent with every kind of token, and from hostile origins.
//!
//! The list of routes comes from the router itself: a route without a row here fails the test.

use crate::app::TestApp;
use crate::support::{hear, join, post, raw_request, request, say, table_of_two};
use hexwright_play::bot::RandomBot;
use hexwright_play::toy::HighCard;
use hexwright_play::{Players, run};
use hexwright_server::Limits;
use hexwright_server::routes::ROUTES;
use hexwright_server::table::FromClient;
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::time::Duration;

/// What a request with any token gets while the game runs: a status, and whether two answers are equal.
const ROWS: &[(&str, &str, u16, bool)] = &[
    ("get", "/", 200, true),
    ("get", "/t/{id}", 200, true),
    ("get", "/replay/{id}", 404, true),
    ("get", "/maps", 200, true),
    ("get", "/games", 200, true),
    ("get", "/edit", 200, true),
    ("get", "/lab", 200, true),
    ("get", "/terra", 200, true),
    ("get", "/terra/new", 200, true),
    ("get", "/help", 200, true),
    ("get", "/analysis", 200, true),
    ("get", "/puzzles", 200, true),
    ("get", "/learn", 200, true),
    ("get", "/dice", 200, true),
    ("get", "/assets/{*path}", 200, true),
    ("get", "/words/{game}/{file}", 200, true),
    ("get", "/favicon.ico", 200, true),
    ("get", "/sw.js", 200, true),
    ("get", "/manifest.webmanifest", 200, true),
    ("get", "/offline", 200, true),
    ("get", "/api/tables", 200, false),
    // anybody may open a table: it gives a new secret each time
    ("post", "/api/tables", 200, false),
    ("get", "/api/tables/{id}", 200, true),
    // every seat is taken, so nobody gets one, not even with its secret
    ("post", "/api/tables/{id}/sit", 409, true),
    // the example's secret is nobody's
    ("post", "/api/tables/{id}/leave", 409, true),
    ("post", "/api/tables/{id}/vote", 409, true),
    ("post", "/api/tables/{id}/rematch", 409, true),
    ("get", "/api/tables/{id}/board", 200, true),
    // what shows every hand opens when the game is over
    ("get", "/api/tables/{id}/record", 403, true),
    ("get", "/api/tables/{id}/analysis", 403, true),
    ("get", "/api/analysis", 200, true),
    ("post", "/api/analysis", 200, true),
    ("post", "/api/explore", 200, true),
    // the example's secret is nobody's
    ("post", "/api/tables/{id}/coach", 403, true),
    ("post", "/api/tables/{id}/explore", 403, true),
    ("get", "/api/tables/{id}/story", 403, true),
    ("get", "/api/tables/{id}/replay/{moves}", 403, true),
    // no upgrade, no socket
    ("get", "/api/tables/{id}/socket", 400, true),
    ("get", "/api/maps", 200, true),
    ("get", "/api/maps/{name}", 200, true),
    ("get", "/api/maps/{name}/picture", 200, true),
    ("get", "/api/showcase", 200, true),
    ("post", "/api/check", 200, true),
    ("post", "/api/edit", 200, true),
    ("post", "/api/share", 200, true),
    ("post", "/api/svg", 200, true),
    ("post", "/api/png", 200, true),
    ("post", "/api/pdf", 200, true),
    ("post", "/api/fairness", 200, true),
    ("post", "/api/format", 200, true),
    ("post", "/api/lab", 200, true),
    ("post", "/api/lab/stats", 200, true),
    ("post", "/api/lab/land", 200, true),
    ("post", "/api/lab/pdf", 200, true),
    ("post", "/api/lab/verdict", 200, true),
    ("post", "/api/terra", 200, true),
    ("get", "/api/openapi.json", 200, true),
    ("get", "/healthz", 200, true),
    ("get", "/readyz", 200, true),
];

const HOSTILE: &[&str] = &["http://evil.example", "null", "http://127.0.0.1:1", "https://evil.example:443"];

async fn text_of(address: SocketAddr, name: &str) -> String {
    let (_, text) = request(address, "GET", &format!("/api/maps/{name}"), &[], b"").await.unwrap();
    serde_json::from_str::<Value>(&text).unwrap()["text"].as_str().unwrap().to_owned()
}

/// A route's example with real texts in it.
async fn body_of(address: SocketAddr, example: Option<&str>) -> String {
    let Some(example) = example else { return String::new() };
    let mut body: Value = serde_json::from_str(example).unwrap();
    if body["record"] == "<the text of a record>" {
        body["record"] = json!(record());
    }
    let file = match body["text"].as_str() {
        Some("<the text of a map>") => "base.catan",
        Some("<the text of a script>") => "caldera.rnd",
        Some("<the text of a snapshot>") => "four-on-base-40.tms",
        Some("<the text of a battleland>") => {
            let script = json!({ "text": text_of(address, "caldera.rnd").await, "seed": 1, "count": 1 });
            let (_, rolled) = post(address, "/api/lab", &script).await.unwrap();
            body["text"] = rolled["boards"][0]["text"].clone();
            return body.to_string();
        }
        _ => return body.to_string(),
    };
    body["text"] = json!(text_of(address, file).await);
    body.to_string()
}

/// A short game of bots.
fn record() -> String {
    let game = HighCard::new(2, 2).unwrap();
    let mut players = Players::new(&game, |_| Box::new(RandomBot) as _);
    run::play_game(&game, &mut players, 1, 0, &run::Limits::default()).record(&game).to_string()
}

fn fill(path: &str, table: &str) -> String {
    let names = [
        ("{id}", table),
        ("{moves}", "3"),
        ("{name}", "base.catan"),
        ("{*path}", "app.css"),
        ("{game}", "catan"),
        ("{file}", "en.json"),
    ];
    names.iter().fold(path.to_owned(), |path, (name, value)| path.replace(name, value))
}

/// The usual limits, but work may take long: who may ask for it is tested here, on machines that may be busy.
fn patient() -> Limits {
    Limits { work_within: Duration::from_secs(120), ..Limits::default() }
}

#[tokio::test(flavor = "multi_thread")]
async fn no_token_opens_a_route_and_every_route_has_its_row() {
    let app = TestApp::start(patient()).await;
    let (table, [ann, bob]) = table_of_two(app.address, 10).await.unwrap();
    let (_, [stranger, _]) = table_of_two(app.address, 10).await.unwrap();
    let tokens = ["", "malformed", &"0".repeat(32), &ann, &bob, &stranger];
    for route in ROUTES {
        let row = ROWS.iter().find(|(method, path, ..)| (*method, *path) == (route.method, route.path));
        let (_, _, expected, stable) = row.unwrap_or_else(|| panic!("{} has no row", route.path));
        let (method, path) = (route.method.to_uppercase(), fill(route.path, &table));
        let body = body_of(app.address, route.example).await;
        let plain = request(app.address, &method, &path, &[], body.as_bytes()).await.unwrap();
        assert_eq!(plain.0, *expected, "{method} {path}: {}", plain.1);
        for token in tokens {
            let (bearer, cookie) = (format!("Bearer {token}"), format!("token={token}"));
            let headers = [("authorization", bearer.as_str()), ("cookie", cookie.as_str())];
            let path = format!("{path}?token={token}");
            let (status, answer) =
                request(app.address, &method, &path, &headers, body.as_bytes()).await.unwrap();
            assert_eq!(status, *expected, "{method} {path}");
            assert!(!stable || answer == plain.1, "{method} {path}: a token changes the answer");
        }
        if route.method == "post" {
            for origin in HOSTILE {
                let headers = [("origin", *origin)];
                let (status, _) =
                    request(app.address, &method, &path, &headers, body.as_bytes()).await.unwrap();
                assert_eq!(status, 403, "{method} {path} from {origin}");
            }
        }
    }
    for (method, path, ..) in ROWS {
        assert!(ROUTES.iter().any(|r| (r.method, r.path) == (*method, *path)), "{path} is gone");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn sockets_open_for_our_own_pages_only() {
    let app = TestApp::start(patient()).await;
    let (table, _) = table_of_two(app.address, 10).await.unwrap();
    let path = format!("/api/tables/{table}/socket");
    let own = format!("http://{}", app.address);
    for (origin, expected) in HOSTILE.iter().map(|o| (*o, 403)).chain([(own.as_str(), 101)]) {
        let headers = [
            ("connection", "upgrade"),
            ("upgrade", "websocket"),
            ("sec-websocket-version", "13"),
            ("sec-websocket-key", "AAAAAAAAAAAAAAAAAAAAAA=="),
            ("origin", origin),
        ];
        let asked = request(app.address, "GET", &path, &headers, b"");
        let status = match tokio::time::timeout(std::time::Duration::from_millis(1500), asked).await {
            Ok(answer) => answer.unwrap().0,
            Err(_) => 101, // it stays open and waits for our hello
        };
        assert_eq!(status, expected, "{origin}");
    }
}

/// Every intent there is: a new one does not compile until it stands here.
fn intents(n: usize) -> Vec<Value> {
    let name = |message: &FromClient| match message {
        FromClient::Hello { .. } => "hello",
        FromClient::Act { .. } => "act",
        FromClient::Undo { .. } => "undo",
        FromClient::Chat { .. } => "chat",
        FromClient::Commit { .. } => "commit",
        FromClient::Open { .. } => "open",
        FromClient::Sync => "sync",
    };
    let all = [
        FromClient::Hello { token: None },
        FromClient::Act { n, action: "setup-settlement 7".into(), id: None },
        FromClient::Undo { n, id: None },
        FromClient::Chat { text: "hi".into(), id: None },
        FromClient::Commit { hash: "0".repeat(64), id: None },
        FromClient::Open { bytes: "0".repeat(32), id: None },
        FromClient::Sync,
    ];
    all.iter()
        .map(|message| match message {
            FromClient::Act { action, .. } => json!({ "type": name(message), "n": n, "action": action }),
            FromClient::Undo { .. } => json!({ "type": name(message), "n": n }),
            FromClient::Chat { text, .. } => json!({ "type": name(message), "text": text }),
            FromClient::Commit { hash, .. } => json!({ "type": name(message), "hash": hash }),
            FromClient::Open { bytes, .. } => json!({ "type": name(message), "bytes": bytes }),
            FromClient::Hello { .. } | FromClient::Sync => json!({ "type": name(message) }),
        })
        .collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn no_intent_moves_a_game_without_its_seats_secret() {
    let app = TestApp::start(patient()).await;
    let (table, [ann, bob]) = table_of_two(app.address, 10).await.unwrap();
    let (_, [stranger, _]) = table_of_two(app.address, 10).await.unwrap();
    let mut own = join(app.address, &table, Some(&ann)).await.unwrap();
    let begun = hear(&mut own, "state").await.unwrap();
    let n = begun["n"].as_u64().unwrap() as usize;

    // no seat: the hello is refused and the socket closed, whatever comes then
    for token in ["", "malformed", &"0".repeat(32), &stranger, &ann.to_uppercase(), &format!("{ann} ")] {
        for intent in intents(n) {
            let mut socket = join(app.address, &table, Some(token)).await.unwrap();
            let _ = say(&mut socket, &intent).await;
            let refused = hear(&mut socket, "refused").await.unwrap();
            assert_eq!(refused["reason"], "this token holds no seat at this table", "{token:?}");
            assert!(hear(&mut socket, "state").await.is_none(), "{token:?} sees a state");
        }
    }
    // before the hello nothing is heard
    for intent in intents(n).iter().skip(1) {
        let url = format!("ws://{}/api/tables/{table}/socket", app.address);
        let (mut socket, _) = tokio_tungstenite::connect_async(url).await.unwrap();
        say(&mut socket, intent).await.unwrap();
        assert_eq!(hear(&mut socket, "refused").await.unwrap()["reason"], "expected a hello first");
    }
    // a spectator and the other seat may talk and look, and nothing else
    for token in [None, Some(bob.as_str())] {
        let mut socket = join(app.address, &table, token).await.unwrap();
        hear(&mut socket, "state").await.unwrap();
        for intent in intents(n) {
            say(&mut socket, &intent).await.unwrap();
            match intent["type"].as_str().unwrap() {
                "sync" => assert_eq!(hear(&mut socket, "state").await.unwrap()["n"], n),
                "chat" => assert_eq!(hear(&mut socket, "chat").await.unwrap()["text"], "hi"),
                _ => assert!(!hear(&mut socket, "refused").await.unwrap()["reason"].is_null()),
            }
        }
    }
    // and the game stands where it stood
    let (_, info) = {
        let (status, text) =
            request(app.address, "GET", &format!("/api/tables/{table}"), &[], b"").await.unwrap();
        (status, serde_json::from_str::<Value>(&text).unwrap())
    };
    assert_eq!(info["moves"], n);
    // its own seat moves it
    say(&mut own, &json!({ "type": "act", "n": n, "action": begun["choices"][0]["action"] })).await.unwrap();
    assert!(hear(&mut own, "state").await.unwrap()["n"].as_u64() > Some(n as u64));
}

#[tokio::test(flavor = "multi_thread")]
async fn every_route_is_described_and_every_example_works() {
    let app = TestApp::start(patient()).await;
    let (_, text) = request(app.address, "GET", "/api/openapi.json", &[], b"").await.unwrap();
    let description: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(description["openapi"], "3.1.0");
    for route in ROUTES {
        let operation = &description["paths"][route.path.replace("{*", "{")][route.method];
        assert!(operation["summary"].is_string(), "{} is not described", route.path);
        let braces = route.path.matches('{').count();
        assert_eq!(operation["parameters"].as_array().unwrap().len(), braces, "{}", route.path);
        assert_eq!(operation["requestBody"].is_object(), route.method == "post", "{}", route.path);
        if route.method == "post" {
            let content = &operation["requestBody"]["content"]["application/json"];
            let name = content["schema"]["$ref"].as_str().unwrap().rsplit('/').next().unwrap();
            let known = &description["components"]["schemas"][name]["properties"];
            for field in content["example"].as_object().unwrap().keys() {
                assert!(known[field].is_object(), "{}: {field} is not in the schema {name}", route.path);
            }
        }
        if route.method == "post" && !route.path.contains('{') {
            let body: Value = serde_json::from_str(&body_of(app.address, route.example).await).unwrap();
            let (status, answer) = post(app.address, route.path, &body).await.unwrap();
            assert_eq!(status, 200, "the example of {}: {answer}", route.path);
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn texts_are_compressed_for_those_who_ask_for_it() {
    let app = TestApp::start(patient()).await;
    let answer = |path: &'static str, accepted: &'static str| {
        let address = app.address;
        async move { raw_request(address, "GET", path, &[("accept-encoding", accepted)], b"").await.unwrap() }
    };
    let holds = |answer: &[u8], words: &[u8]| answer.windows(words.len()).any(|part| part == words);
    let picture = "/api/maps/base.catan/picture";
    let (packed, plain) = (answer(picture, "br, gzip").await, answer(picture, "br, gzip;q=0").await);
    assert!(holds(&packed, b"content-encoding: gzip") && holds(&packed, b"\x1f\x8b"));
    assert!(!holds(&plain, b"content-encoding") && holds(&plain, b"<svg"));
    assert!(packed.len() * 4 < plain.len(), "{} and {} bytes", packed.len(), plain.len());
    assert!(!holds(&answer("/healthz", "gzip").await, b"content-encoding"), "a few bytes gain nothing");
}
