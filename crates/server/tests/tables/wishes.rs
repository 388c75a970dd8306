//! What a table can wish for: a turn timer, a bot for a leaver; and maps with a sea.

use crate::app::TestApp;
use crate::support::{hear, join, post, say, state_from};
use hexwright_server::Limits;
use serde_json::{Value, json};
use std::time::Duration;

async fn table(app: &TestApp, map: &str, wishes: Value, seats: Value) -> (String, String) {
    let body =
        json!({ "game": { "kind": "catan", "map": map, "seed": "3" }, "seats": seats, "wishes": wishes });
    let (status, made) = post(app.address, "/api/tables", &body).await.unwrap();
    assert_eq!(status, 200, "{made}");
    (made["id"].as_str().unwrap().to_owned(), made["token"].as_str().unwrap_or_default().to_owned())
}

fn me_and_a_bot() -> Value {
    json!([{ "kind": "me", "name": "Ann" }, { "kind": "bot", "bot": "random" }])
}

#[tokio::test(flavor = "multi_thread")]
async fn when_time_is_over_the_server_moves_and_the_person_may_go_on() {
    let limits = Limits { bot_pause: Duration::ZERO, ..Limits::default() };
    let app = TestApp::start(limits).await;
    let (id, ann) = table(&app, "base.catan", json!({ "turn-seconds": 5 }), me_and_a_bot()).await;
    let mut socket = join(app.address, &id, Some(&ann)).await.unwrap();
    let begun = hear(&mut socket, "state").await.unwrap();
    let left = begun["clocks"]["0"].as_u64().unwrap();
    assert!((1..=5_000).contains(&left), "{left}");
    // nobody moves: the clock places a settlement, and as the turn goes on, a road
    let wait = Duration::from_secs(20);
    let moved =
        tokio::time::timeout(wait, state_from(&mut socket, 1)).await.expect("the clock moves").unwrap();
    assert_eq!(moved.to_act, [0], "the road is still to be placed");
    let action = moved.choose(0, 0);
    say(&mut socket, &json!({ "type": "act", "n": moved.n, "action": action })).await.unwrap();
    let after = tokio::time::timeout(wait, state_from(&mut socket, moved.n + 1)).await.unwrap().unwrap();
    assert!(after.n > moved.n);
}

#[tokio::test(flavor = "multi_thread")]
async fn no_time_runs_for_a_seat_nobody_has_taken() {
    let app = TestApp::start(Limits::default()).await;
    let seats = json!([{ "kind": "open" }, { "kind": "me", "name": "Ann" }]);
    let (id, ann) = table(&app, "base.catan", json!({ "turn-seconds": 5 }), seats).await;
    let mut socket = join(app.address, &id, Some(&ann)).await.unwrap();
    let begun = hear(&mut socket, "state").await.unwrap();
    assert_eq!(
        (&begun["to_act"], &begun["clocks"]),
        (&json!([0]), &Value::Null),
        "the game waits for a free seat"
    );
    // longer than the time of a turn: nobody moves for it
    let moved = tokio::time::timeout(Duration::from_secs(7), state_from(&mut socket, 1)).await;
    assert!(moved.is_err(), "the clock played for nobody");
    // whoever sits down gets the whole time
    let sit = json!({ "seat": 0, "name": "Bob" });
    let (_, seated) = post(app.address, &format!("/api/tables/{id}/sit"), &sit).await.unwrap();
    let bob = seated["token"].as_str().unwrap().to_owned();
    let mut socket = join(app.address, &id, Some(&bob)).await.unwrap();
    let begun = hear(&mut socket, "state").await.unwrap();
    let left = begun["clocks"]["0"].as_u64().expect("now it is somebody's time");
    assert!((2_500..=5_000).contains(&left), "{left}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bot_plays_for_a_leaver_until_the_person_is_back() {
    let limits =
        Limits { bot_pause: Duration::ZERO, leaver_after: Duration::from_millis(300), ..Limits::default() };
    let app = TestApp::start(limits).await;
    let (id, ann) = table(&app, "base.catan", json!({ "leavers": "greedy" }), me_and_a_bot()).await;
    let mut socket = join(app.address, &id, Some(&ann)).await.unwrap();
    let begun = hear(&mut socket, "state").await.unwrap();
    assert_eq!((&begun["to_act"], &begun["seats"][0]["here"]), (&json!([0]), &json!(true)));
    let mut watcher = join(app.address, &id, None).await.unwrap();
    hear(&mut watcher, "state").await.unwrap();
    drop(socket);
    let moved = tokio::time::timeout(Duration::from_secs(20), state_from(&mut watcher, 5)).await;
    assert!(moved.expect("the bot plays on").is_some());
    // back again: the seat is Ann's at once
    let mut socket = join(app.address, &id, Some(&ann)).await.unwrap();
    let back = hear(&mut socket, "state").await.unwrap();
    assert_eq!((&back["you"], &back["seats"][0]["stand_in"]), (&json!(0), &Value::Null), "{}", back["seats"]);
    let mut n = back["n"].as_u64().unwrap() as usize;
    // whatever was under way, the game soon waits for her and for nobody else
    let waiting = async {
        loop {
            say(&mut socket, &json!({ "type": "sync" })).await.unwrap();
            let state = state_from(&mut socket, n).await.unwrap();
            if state.n == n && state.to_act == [0] {
                return;
            }
            n = state.n;
            tokio::time::sleep(Duration::from_millis(200)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(20), waiting).await.expect("the seat is Ann's again");
}

#[tokio::test(flavor = "multi_thread")]
async fn seafaring_maps_are_played_at_tables() {
    let limits = Limits { messages_per_second: 10_000, ..Limits::default() };
    let app = TestApp::start(limits).await;
    for map in ["twin_shores.game", "gold_atoll.game", "lantern_bay.game", "mill_river.game"] {
        let seats = json!([{ "kind": "me", "name": "Ann" }, { "kind": "open" }]);
        let (id, ann) = table(&app, map, json!({}), seats).await;
        let sit = json!({ "seat": 1, "name": "Bob" });
        let (_, seated) = post(app.address, &format!("/api/tables/{id}/sit"), &sit).await.unwrap();
        let bob = seated["token"].as_str().unwrap().to_owned();
        let path = format!("/api/tables/{id}/board");
        let (_, board) = crate::support::request(app.address, "GET", &path, &[], b"").await.unwrap();
        let mut sockets = [
            join(app.address, &id, Some(&ann)).await.unwrap(),
            join(app.address, &id, Some(&bob)).await.unwrap(),
        ];
        let (mut next, mut placed) = (0, 0);
        for pick in 0..250 {
            let mut states = Vec::new();
            for socket in &mut sockets {
                let text = loop {
                    let text = crate::support::hear_text(socket).await.unwrap();
                    let value: Value = serde_json::from_str(&text).unwrap();
                    assert_ne!(value["type"], "refused", "{map}: {value}");
                    if value["type"] == "state" && value["n"].as_u64() >= Some(next) {
                        break value;
                    }
                };
                states.push(text);
            }
            let seat = states[0]["to_act"][0].as_u64();
            let Some(seat) = seat.map(|s| s as usize) else { break };
            // every place that lights up is a place of the board
            for offered in states[seat]["choices"].as_array().unwrap() {
                if let Some((kind, number)) = offered["place"].as_str().and_then(|p| p.split_once('-')) {
                    assert!(board.contains(&format!("data-{kind}=\"{number}\"")), "{map}: {offered}");
                    placed += 1;
                }
            }
            let seen: crate::support::Seen = serde_json::from_value(states[seat].clone()).unwrap();
            let act = json!({ "type": "act", "n": seen.n, "action": seen.choose(seat, pick * 7) });
            next = seen.n as u64 + 1;
            say(&mut sockets[seat], &act).await.unwrap();
        }
        // the dice are the table's own secret, so how much there is to place differs from run to run
        assert!(placed > 50, "{map}: {placed}");
    }
}
