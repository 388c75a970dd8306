//! A table over real sockets: play, watch, reconnect, restart.

use crate::app::TestApp;
use crate::support::{Socket, join, request};
use futures_util::StreamExt as _;
use hexwright_server::Limits;
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::Message;

/// A server on a database of the test's own, which outlives it.
async fn start(database: &str) -> TestApp {
    let limits = Limits { messages_per_second: 10_000, ..Limits::default() };
    TestApp::start_with(limits, |config| config.database = database.to_owned()).await
}

/// A plain request, perhaps of a page of another site; the status and the body.
async fn ask(app: &TestApp, method: &str, path: &str, origin: Option<&str>, body: &Value) -> (u16, Value) {
    let body = if body.is_null() { String::new() } else { body.to_string() };
    let origin: Vec<(&str, &str)> = origin.map(|origin| ("origin", origin)).into_iter().collect();
    let (status, text) = request(app.address, method, path, &origin, body.as_bytes()).await.unwrap();
    (status, serde_json::from_str(&text).unwrap_or(Value::String(text)))
}

async fn open(app: &TestApp, table: &str, token: Option<&str>) -> Socket {
    join(app.address, table, token).await.unwrap()
}

async fn say(socket: &mut Socket, message: &Value) {
    crate::support::say(socket, message).await.unwrap();
}

/// The next message of a kind.
async fn hear(socket: &mut Socket, kind: &str) -> Value {
    crate::support::hear(socket, kind).await.expect("the socket stays open")
}

fn new_table(seats: &Value) -> Value {
    json!({ "game": { "kind": "catan", "map": "base.catan", "options": { "victory-points": "3" }, "seed": "5" }, "seats": seats })
}

fn sqlite(folder: &tempfile::TempDir) -> String {
    format!("sqlite://{}?mode=rwc", folder.path().join("games.db").display())
}

/// Plays every seat until the game is over; returns the last state.
async fn play_to_the_end(sockets: &mut [Socket]) -> Value {
    let mut last = hear(&mut sockets[0], "state").await;
    for _ in 0..5_000 {
        if !last["over"].is_null() {
            return last;
        }
        let seat = last["to_act"][0].as_u64().expect("somebody is to act") as usize;
        say(&mut sockets[seat], &json!({ "type": "sync" })).await;
        let n = last["n"].as_u64().unwrap();
        let mine = loop {
            let state = hear(&mut sockets[seat], "state").await;
            if state["n"].as_u64() == Some(n) {
                break state;
            }
        };
        let choices = mine["choices"].as_array().unwrap();
        let legal: Vec<&str> = choices.iter().filter_map(|choice| choice["action"].as_str()).collect();
        // points first, then whatever the stride meets: every kind of action comes up in time
        let wanted = ["settlement", "city"];
        let found = wanted.iter().find_map(|w| legal.iter().find(|t| t.starts_with(w)));
        let any = || legal.get(n as usize * 7 % legal.len().max(1));
        let found = found.or_else(any).map(|&text| text.to_owned());
        let action = found.unwrap_or_else(|| discard(&mine["view"], seat));
        say(&mut sockets[seat], &json!({ "type": "act", "n": n, "action": action })).await;
        last = loop {
            let state = hear(&mut sockets[0], "state").await;
            if state["n"].as_u64() > Some(n) {
                break state;
            }
        };
    }
    panic!("the game never ended");
}

fn discard(view: &Value, seat: usize) -> String {
    let hand = view["seats"][seat]["hand"].as_array().unwrap();
    let mut owed = view["owed"].as_u64().unwrap();
    let names = ["brick", "wood", "wool", "wheat", "ore"];
    let cards = names.iter().zip(hand).map(|(name, n)| {
        let n = n.as_u64().unwrap().min(owed);
        owed -= n;
        format!("{name}={n}")
    });
    format!("discard {}", cards.filter(|c| !c.ends_with("=0")).collect::<Vec<_>>().join(" "))
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_is_played_to_its_end_survives_a_restart_and_opens_its_record() {
    let folder = tempfile::tempdir().unwrap();
    let mut app = start(&sqlite(&folder)).await;
    let seats = json!([{ "kind": "me", "name": "Ann" }, { "kind": "open" }]);
    let (status, made) = ask(&app, "POST", "/api/tables", None, &new_table(&seats)).await;
    assert_eq!(status, 200, "{made}");
    let id = made["id"].as_str().unwrap().to_owned();
    let ann = made["token"].as_str().unwrap().to_owned();
    let (_, seated) =
        ask(&app, "POST", &format!("/api/tables/{id}/sit"), None, &json!({ "seat": 1, "name": "Bob" })).await;
    let bob = seated["token"].as_str().unwrap().to_owned();
    let (status, _) =
        ask(&app, "POST", &format!("/api/tables/{id}/sit"), None, &json!({ "seat": 1, "name": "Eve" })).await;
    assert_eq!(status, 409, "a seat is given once");
    let (status, _) = ask(&app, "GET", &format!("/api/tables/{id}/record"), None, &Value::Null).await;
    assert_eq!(status, 403, "a running game keeps its record closed");

    // a few moves, then the server is gone and comes back
    let mut first = open(&app, &id, Some(&ann)).await;
    let state = hear(&mut first, "state").await;
    let action = state["choices"][0]["action"].clone();
    say(&mut first, &json!({ "type": "act", "n": state["n"], "action": action })).await;
    let moved = hear(&mut first, "state").await;
    drop(first);
    app.stop().await;
    let mut app = start(&sqlite(&folder)).await;
    let mut sockets = vec![open(&app, &id, Some(&ann)).await, open(&app, &id, Some(&bob)).await];
    let again = hear(&mut sockets[0], "state").await;
    assert_eq!((&again["n"], &again["view"]), (&moved["n"], &moved["view"]), "a restart changes nothing");

    // an action of a state that has passed changes nothing and brings the truth
    say(&mut sockets[0], &json!({ "type": "act", "n": 0, "action": "roll" })).await;
    hear(&mut sockets[0], "refused").await;
    assert_eq!(hear(&mut sockets[0], "state").await["n"], moved["n"]);
    say(&mut sockets[0], &json!({ "type": "sync" })).await;

    let end = play_to_the_end(&mut sockets).await;
    assert!(
        end["over"]["scores"].as_array().unwrap().iter().any(|s| s.as_i64() >= Some(3)),
        "{}",
        end["over"]
    );
    let (status, record) = ask(&app, "GET", &format!("/api/tables/{id}/record"), None, &Value::Null).await;
    assert_eq!(status, 200);
    let record = hexwright_play::Record::parse("game.record", record.as_str().unwrap()).unwrap();
    let game = <hexwright_catan::game::Catan as hexwright_core::Recorded>::from_setup(&record.setup).unwrap();
    hexwright_play::record::replay(&game, &record).unwrap();
    let (status, half) = ask(&app, "GET", &format!("/api/tables/{id}/replay/5"), None, &Value::Null).await;
    assert_eq!((status, half["view"]["seats"].as_array().unwrap().len()), (200, 2));
    let (status, board) = ask(&app, "GET", &format!("/api/tables/{id}/board"), None, &Value::Null).await;
    let board = board.as_str().unwrap();
    assert!(status == 200 && board.starts_with("<svg") && board.contains("piece-road-1-2"), "{status}");
    app.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_acts_without_the_seats_secret() {
    let folder = tempfile::tempdir().unwrap();
    let mut app = start(&sqlite(&folder)).await;
    let seats = json!([{ "kind": "me", "name": "Ann" }, { "kind": "bot", "bot": "random" }]);
    let (_, made) = ask(&app, "POST", "/api/tables", None, &new_table(&seats)).await;
    let id = made["id"].as_str().unwrap();

    let mut watcher = open(&app, id, None).await;
    let state = hear(&mut watcher, "state").await;
    assert_eq!(state["choices"], json!([]));
    assert!(state["view"]["seats"][0]["hand"].is_null(), "a spectator sees no hand");
    say(&mut watcher, &json!({ "type": "act", "n": state["n"], "action": "setup-settlement 7" })).await;
    assert_eq!(hear(&mut watcher, "refused").await["reason"], "spectators cannot act");

    for token in ["", "0123", &"0".repeat(32)] {
        let mut stranger = open(&app, id, Some(token)).await;
        assert_eq!(hear(&mut stranger, "refused").await["reason"], "this token holds no seat at this table");
        let Some(Ok(Message::Close(Some(close)))) = stranger.next().await else { panic!("no close frame") };
        assert_eq!(u16::from(close.code), 4001, "a browser can tell this from a server that is down");
    }
    for hostile in ["http://evil.example", "null"] {
        let (status, _) = ask(&app, "POST", "/api/tables", Some(hostile), &new_table(&seats)).await;
        assert_eq!(status, 403, "{hostile}");
    }
    let (status, _) = ask(&app, "GET", "/api/tables/nowhere", None, &Value::Null).await;
    assert_eq!(status, 404);
    app.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_wrong_with_a_request_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let mut app = start(&sqlite(&folder)).await;
    let me = json!([{ "kind": "me", "name": "Ann" }]);
    let cases = [
        (new_table(&me), "seats"),
        (new_table(&json!([{ "kind": "me", "name": "" }, { "kind": "open" }])), "name"),
        (new_table(&json!([{ "kind": "bot", "bot": "clever" }, { "kind": "open" }])), "no bot"),
        (
            json!({ "game": { "kind": "chess" }, "seats": [{ "kind": "open" }, { "kind": "open" }] }),
            "no game",
        ),
        (
            json!({ "game": { "kind": "catan", "text": "4 2\n" }, "seats": [{ "kind": "open" }, { "kind": "open" }] }),
            "min-above-max",
        ),
    ];
    for (body, expected) in cases {
        let (status, answer) = ask(&app, "POST", "/api/tables", None, &body).await;
        let error = answer["error"].as_str().unwrap_or_default();
        assert!(status == 400 && error.contains(expected), "{status} {answer}");
    }
    let (status, answer) =
        ask(&app, "POST", "/api/lab", None, &json!({ "text": "", "seed": -3, "count": 1 })).await;
    let error = answer["error"].as_str().unwrap_or_default();
    assert!(status == 400 && error.starts_with("cannot read this request: seed: "), "{status} {answer}");
    let nowhere =
        tokio_tungstenite::connect_async(format!("ws://{}/api/tables/nowhere/socket", app.address)).await;
    assert!(nowhere.is_err(), "a table that does not exist has no socket");
    app.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_said_is_told_to_whoever_comes_later_also_after_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let mut app = start(&sqlite(&folder)).await;
    let seats = json!([{ "kind": "me", "name": "Ann" }, { "kind": "open" }]);
    let (_, made) = ask(&app, "POST", "/api/tables", None, &new_table(&seats)).await;
    let (id, token) = (made["id"].as_str().unwrap().to_owned(), made["token"].as_str().unwrap().to_owned());
    let mut ann = open(&app, &id, Some(&token)).await;
    let mut watcher = open(&app, &id, None).await;
    let line_id = |n: usize| format!("the id of line {n:03}").replace(' ', "-");
    let luck = json!({ "type": "chat", "text": "good luck", "id": line_id(0) });
    let heard = json!({ "type": "chat", "n": 0, "seat": null, "text": "good luck", "id": line_id(0) });
    say(&mut watcher, &luck).await;
    assert_eq!(hear(&mut ann, "chat").await, heard);
    // said again because its answer was lost: answered, and nobody else hears it twice
    say(&mut watcher, &luck).await;
    for _ in 0..2 {
        assert_eq!(hear(&mut watcher, "chat").await, heard);
    }
    for n in 1..=105 {
        say(&mut ann, &json!({ "type": "chat", "text": format!("line {n}"), "id": line_id(n) })).await;
        assert_eq!(hear(&mut ann, "chat").await["n"], n);
    }
    let check = |said: &Value| {
        let lines = said["lines"].as_array().unwrap();
        assert_eq!(lines.len(), 100, "the oldest go");
        assert_eq!(lines[0], json!({ "n": 6, "seat": 0, "text": "line 6", "id": line_id(6) }));
        assert_eq!(lines[99], json!({ "n": 105, "seat": 0, "text": "line 105", "id": line_id(105) }));
    };
    check(&hear(&mut open(&app, &id, None).await, "said").await);
    drop((ann, watcher));
    app.stop().await;
    let mut app = start(&sqlite(&folder)).await;
    let mut ann = open(&app, &id, Some(&token)).await;
    check(&hear(&mut ann, "said").await);
    say(&mut ann, &json!({ "type": "chat", "text": "still here" })).await;
    assert_eq!(hear(&mut ann, "chat").await["n"], 106, "numbers go on");
    app.stop().await;
}
