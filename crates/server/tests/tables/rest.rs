//! Tables that nobody uses: they leave the memory and the list, and come back when somebody asks for them.

use crate::app::TestApp;
use crate::support::{join, post, request, say, state_from, table_of_two};
use hexwright_server::Limits;
use serde_json::{Value, json};
use std::time::Duration;

async fn lobby(app: &TestApp) -> Value {
    let (_, text) = request(app.address, "GET", "/api/tables", &[], b"").await.unwrap();
    serde_json::from_str(&text).unwrap()
}

async fn make(app: &TestApp, wishes: Value) -> (u16, Value) {
    let body = json!({ "game": { "kind": "catan", "map": "base.catan" }, "wishes": wishes,
                       "seats": [{ "kind": "me", "name": "Ann" }, { "kind": "open" }] });
    post(app.address, "/api/tables", &body).await.unwrap()
}

/// Makes a table as soon as there is room: a table that was just made rests only when its task has begun.
async fn make_when_there_is_room(app: &TestApp) {
    for _ in 0..500 {
        match make(app, json!({})).await {
            (200, _) => return,
            (503, _) => tokio::time::sleep(Duration::from_millis(20)).await,
            (status, answer) => panic!("{status}: {answer}"),
        }
    }
    panic!("no table makes room");
}

#[tokio::test(flavor = "multi_thread")]
async fn tables_where_nothing_happens_make_room_and_come_back() {
    let app = TestApp::start(Limits { tables: 2, tables_per_hour: 10_000, ..Limits::default() }).await;
    let (table, [ann, _]) = table_of_two(app.address, 10).await.unwrap();
    let mut socket = join(app.address, &table, Some(&ann)).await.unwrap();
    let seen = state_from(&mut socket, 0).await.unwrap();
    // Ann is there, so her table stays; the others are held by nobody and go when room is needed
    for _ in 0..5 {
        make_when_there_is_room(&app).await;
    }
    let seat = seen.to_act[0];
    if seat == 0 {
        let act = json!({ "type": "act", "n": seen.n, "action": seen.action(0) });
        say(&mut socket, &act).await.unwrap();
        assert!(state_from(&mut socket, seen.n + 1).await.is_some());
    }
    assert_eq!(lobby(&app).await["running"].as_array().unwrap().len(), 6, "all of them are still there");
    drop(socket);
    // and hers comes back as it was
    make_when_there_is_room(&app).await;
    let mut again = join(app.address, &table, Some(&ann)).await.unwrap();
    assert!(state_from(&mut again, seen.n).await.is_some());
}

/// Bob was away when the game ended; nobody waits any longer until he counts as a leaver.
#[tokio::test(flavor = "multi_thread")]
async fn a_finished_game_makes_room_at_once() {
    let leaver_after = Duration::from_secs(600);
    let limits = Limits { tables: 1, tables_per_hour: 10_000, leaver_after, ..Limits::default() };
    let app = TestApp::start(limits).await;
    let (table, tokens) = table_of_two(app.address, 10).await.unwrap();
    let mut socket = join(app.address, &table, Some(&tokens[0])).await.unwrap();
    state_from(&mut socket, 0).await.unwrap();
    for token in &tokens {
        let vote = json!({ "token": token, "motion": { "kind": "end" } });
        let (status, answer) = post(app.address, &format!("/api/tables/{table}/vote"), &vote).await.unwrap();
        assert_eq!(status, 200, "{answer}");
    }
    drop(socket);
    make_when_there_is_room(&app).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_full_server_in_use_refuses_in_words() {
    let app = TestApp::start(Limits { tables: 1, ..Limits::default() }).await;
    let (table, [ann, _]) = table_of_two(app.address, 10).await.unwrap();
    let mut socket = join(app.address, &table, Some(&ann)).await.unwrap();
    state_from(&mut socket, 0).await.unwrap();
    let (status, refusal) = make(&app, json!({})).await;
    assert_eq!(status, 503, "{refusal}");
    assert!(refusal["error"].as_str().unwrap().contains("tables"), "{refusal}");
}

#[tokio::test(flavor = "multi_thread")]
async fn private_tables_are_found_by_their_address_alone() {
    let app = TestApp::start(Limits::default()).await;
    let (_, made) = make(&app, json!({ "private": true })).await;
    let id = made["id"].as_str().unwrap();
    let open = make(&app, json!({})).await.1;
    let listed = lobby(&app).await.to_string();
    assert!(!listed.contains(id) && listed.contains(open["id"].as_str().unwrap()), "{listed}");
    let (status, info) = request(app.address, "GET", &format!("/api/tables/{id}"), &[], b"").await.unwrap();
    assert!(status == 200 && info.contains("\"private\":true"), "{info}");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_address_makes_so_many_tables_and_others_still_can() {
    let limits = Limits { tables_per_hour: 3, ..Limits::default() };
    let proxies = hexwright_server::Proxies {
        trusted: vec!["127.0.0.1".parse().unwrap()],
        ..hexwright_server::Proxies::default()
    };
    let app = TestApp::start_with(limits, |config| config.proxies = proxies).await;
    let body = json!({ "game": { "kind": "catan", "map": "base.catan" },
                       "seats": [{ "kind": "open" }, { "kind": "open" }] })
    .to_string();
    let from = |client: &'static str| {
        let body = body.clone();
        async move {
            let headers = [("x-forwarded-for", client)];
            request(app.address, "POST", "/api/tables", &headers, body.as_bytes()).await.unwrap()
        }
    };
    for _ in 0..3 {
        assert_eq!(from("10.1.1.1").await.0, 200);
    }
    let (status, refusal) = from("10.1.1.1").await;
    assert!(status == 429 && refusal.contains("in an hour"), "{status} {refusal}");
    assert_eq!(from("10.1.1.2").await.0, 200, "another address");
    assert_eq!(from("10.1.1.1, 10.1.1.3").await.0, 200, "what stands before the client is nobody's word");
}
