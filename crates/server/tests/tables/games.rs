//! Tables of games other than Catan: the toy game on the plain page, Terra Mystica on its own.

use crate::app::TestApp;
use crate::support::{hear, join, post, request, say};
use hexwright_server::Limits;
use serde_json::{Value, json};

/// The state after the person has played the first choice as long as the game asks for it.
async fn play(
    address: std::net::SocketAddr,
    kind: &str,
    seats: usize,
    most: usize,
) -> (String, Value, Vec<Value>) {
    let bots = std::iter::repeat_n(json!({ "kind": "bot", "bot": "random" }), seats - 1);
    let all: Vec<Value> = std::iter::once(json!({ "kind": "me", "name": "Ada" })).chain(bots).collect();
    let (status, made) =
        post(address, "/api/tables", &json!({ "game": { "kind": kind, "seed": "4" }, "seats": all }))
            .await
            .unwrap();
    assert_eq!(status, 200, "{made}");
    let id = made["id"].as_str().unwrap().to_owned();
    let mut socket = join(address, &id, made["token"].as_str()).await.unwrap();
    let (mut acted, mut log) = (0, Vec::new());
    loop {
        let state = hear(&mut socket, "state").await.unwrap();
        log.extend(state["log"].as_array().unwrap().iter().cloned());
        if !state["over"].is_null() || acted >= most {
            return (id, state, log);
        }
        if state["to_act"].as_array().unwrap().contains(&json!(0)) {
            let action = state["choices"][0]["action"].as_str().expect("a choice");
            say(&mut socket, &json!({ "type": "act", "n": state["n"], "action": action })).await.unwrap();
            acted += 1;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_toy_game_is_played_to_its_end_and_hides_the_cards() {
    let app = TestApp::start(Limits::default()).await;
    let (id, state, log) = play(app.address, "high-card", 3, 100).await;
    assert!(!state["over"].is_null(), "{state}");
    assert_eq!(state["panels"].as_array().unwrap().len(), 4, "{state}");
    let lines: Vec<&str> = log.iter().filter_map(|line| line["line"].as_str()).collect();
    assert!(lines.contains(&"1: lay a card") && lines.contains(&"chance deal a card"), "{lines:?}");
    assert!(!lines.iter().any(|line| line.starts_with("1: lay ") && *line != "1: lay a card"), "{lines:?}");
    let (status, record) =
        request(app.address, "GET", &format!("/api/tables/{id}/record"), &[], b"").await.unwrap();
    assert_eq!(status, 200);
    let record = hexwright_play::Record::parse("table.record", &record).unwrap();
    let game: hexwright_play::toy::HighCard = record.game().unwrap();
    hexwright_play::record::replay(&game, &record).unwrap();
    let (status, page) = request(app.address, "GET", &format!("/t/{id}"), &[], b"").await.unwrap();
    assert!(status == 200 && page.contains("plain.js"), "{page}");
    let (status, words) = request(app.address, "GET", "/words/high-card/en.json", &[], b"").await.unwrap();
    assert!(status == 200 && words.contains("lays a card"), "{words}");
    let (status, _) =
        request(app.address, "GET", &format!("/api/tables/{id}/board"), &[], b"").await.unwrap();
    assert_eq!(status, 204, "the toy game has no board");
}

#[tokio::test(flavor = "multi_thread")]
async fn terra_mystica_has_choices_and_a_page_of_its_own() {
    let app = TestApp::start(Limits::default()).await;
    let (id, state, log) = play(app.address, "terra", 2, 12).await;
    assert!(log.iter().any(|line| !line["said"].as_array().unwrap().is_empty()));
    let seats = state["view"]["seats"].as_array().unwrap();
    assert!(seats.len() == 2 && seats[0]["income"].as_array().unwrap().len() == 4, "{state}");
    assert_eq!(state["view"]["scoring"].as_array().unwrap().len(), 6);
    let (status, picture) =
        request(app.address, "GET", &format!("/api/tables/{id}/board"), &[], b"").await.unwrap();
    assert!(status == 200 && picture.contains("ground-Volcano"), "{status}");
    let (status, page) = request(app.address, "GET", &format!("/t/{id}"), &[], b"").await.unwrap();
    assert!(status == 200 && page.contains("terra-table.js"), "{page}");
    let (status, words) = request(app.address, "GET", "/words/terra/de.json", &[], b"").await.unwrap();
    assert!(status == 200 && words.contains("Handelshaus"), "{words}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_log_of_terra_mystica_goes_on_with_what_is_played() {
    let app = TestApp::start(Limits::default()).await;
    let log = "map base\nscore SCORE1,SCORE2,SCORE3,SCORE4,SCORE5,SCORE6\n\
               delete BON6\ndelete BON7\ndelete BON8\ndelete BON9\ndelete BON10\n\
               setup witches\nsetup nomads\n";
    let act = json!({ "faction": "witches", "command": "build F4" });
    let asked = json!({ "text": log, "at": null, "act": act });
    let (status, shown) = post(app.address, "/api/terra", &asked).await.unwrap();
    assert_eq!(status, 200, "{shown}");
    assert!(shown["text"].as_str().unwrap().ends_with("witches: build F4\n"), "{shown}");
    let wrong = json!({ "text": log, "at": null, "act": { "faction": "witches", "command": "build A1" } });
    let (status, _) = post(app.address, "/api/terra", &wrong).await.unwrap();
    assert_eq!(status, 400);
}

#[tokio::test(flavor = "multi_thread")]
async fn unknown_games_and_options_are_refused_with_the_known_ones() {
    let app = TestApp::start(Limits::default()).await;
    let ask = |game: Value| {
        let body = json!({ "game": game, "seats": [{ "kind": "me", "name": "Ada" }, { "kind": "open" }] });
        let address = app.address;
        async move { post(address, "/api/tables", &body).await.unwrap() }
    };
    let (status, told) = ask(json!({ "kind": "go" })).await;
    assert!(
        status == 400 && told.to_string().contains("known are: catan, terra, battle, high-card"),
        "{told}"
    );
    let (status, told) = ask(json!({ "kind": "high-card", "options": { "colour": "red" } })).await;
    assert!(status == 400 && told.to_string().contains("known are: cards"), "{told}");
    let (status, told) = ask(json!({ "kind": "high-card", "map": "base" })).await;
    assert!(status == 400 && told.to_string().contains("without a map"), "{told}");
}
