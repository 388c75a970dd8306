//! People leave a table, those who stay go on, and the same people play again.

use crate::app::TestApp;
use crate::support::{Socket, hear, join, post, request, say, state_from, table_of_two};
use hexwright_server::Limits;
use hexwright_server::store::Store;
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::time::Duration;

/// Long enough for anything that is not broken.
const PATIENCE: Duration = Duration::from_secs(60);

fn quick() -> Limits {
    Limits {
        bot_pause: Duration::ZERO,
        leaver_after: Duration::from_millis(200),
        messages_per_second: 10_000,
        ..Limits::default()
    }
}

async fn ask(address: SocketAddr, id: &str, what: &str, body: Value) -> (u16, Value) {
    post(address, &format!("/api/tables/{id}/{what}"), &body).await.unwrap()
}

async fn info(address: SocketAddr, id: &str) -> Value {
    let (_, text) = request(address, "GET", &format!("/api/tables/{id}"), &[], b"").await.unwrap();
    serde_json::from_str(&text).unwrap()
}

/// The next state that fits.
async fn state_with(socket: &mut Socket, fits: impl Fn(&Value) -> bool) -> Value {
    let looking = async {
        loop {
            let state = hear(socket, "state").await.expect("the socket stays open");
            if fits(&state) {
                return state;
            }
        }
    };
    tokio::time::timeout(PATIENCE, looking).await.expect("such a state comes")
}

/// Plays a seat by its socket until the game is over.
async fn play_to_the_end(socket: &mut Socket, seat: usize) -> Value {
    say(socket, &json!({ "type": "sync" })).await.unwrap();
    let playing = async {
        let mut n = 0;
        for pick in 0.. {
            let state = state_from(socket, n).await.expect("the socket stays open");
            if let Some(over) = state.over {
                return over;
            }
            n = state.n;
            if state.to_act.contains(&seat) {
                let action = state.choose(seat, pick);
                say(socket, &json!({ "type": "act", "n": n, "action": action })).await.unwrap();
                n += 1;
            }
        }
        unreachable!("the loop ends with the game")
    };
    tokio::time::timeout(PATIENCE, playing).await.expect("the game ends")
}

#[tokio::test(flavor = "multi_thread")]
async fn a_guest_whose_host_leaves_finishes_the_game() {
    let app = TestApp::start(quick()).await;
    let (id, [ann, bob]) = table_of_two(app.address, 3).await.unwrap();
    let host = join(app.address, &id, Some(&ann)).await.unwrap();
    let mut guest = join(app.address, &id, Some(&bob)).await.unwrap();
    // while the host is here the guest cannot decide about the host's seat
    let motion = json!({ "token": bob, "motion": { "kind": "bot", "seat": 0 } });
    let (status, answer) = ask(app.address, &id, "vote", motion.clone()).await;
    assert_eq!(status, 409, "{answer}");
    drop(host);
    let gone = async {
        loop {
            let told = hear(&mut guest, "seats").await.unwrap();
            if told["seats"][0]["gone"] == true {
                return;
            }
        }
    };
    tokio::time::timeout(PATIENCE, gone).await.expect("the guest is told that the host is gone");
    let (status, answer) = ask(app.address, &id, "vote", motion).await;
    assert_eq!(status, 200, "who is alone decides alone: {answer}");
    let over = play_to_the_end(&mut guest, 1).await;
    assert_eq!(over["winners"].as_array().unwrap().len(), 1, "{over}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_person_lets_a_bot_play_and_comes_back() {
    let app = TestApp::start(quick()).await;
    let (id, [ann, bob]) = table_of_two(app.address, 10).await.unwrap();
    let mut socket = join(app.address, &id, Some(&ann)).await.unwrap();
    let first = hear(&mut socket, "state").await.unwrap();
    assert_eq!(first["to_act"], json!([0]));
    let (status, _) =
        ask(app.address, &id, "leave", json!({ "token": ann, "how": "hand-over", "id": "0123456789abcdef" }))
            .await;
    assert_eq!(status, 200);
    // the bot places both pieces; then it is the other person's turn
    let state = state_with(&mut socket, |s| s["to_act"] == json!([1])).await;
    assert_eq!(state["seats"][0]["stand_in"], "keen");
    // asked again, it is done once
    let again = json!({ "token": ann, "how": "hand-over", "id": "0123456789abcdef" });
    assert_eq!(ask(app.address, &id, "leave", again).await.0, 200);
    let (status, answer) = ask(app.address, &id, "leave", json!({ "token": ann, "how": "return" })).await;
    assert_eq!(status, 200, "{answer}");
    let back = state_with(&mut socket, |s| s["seats"][0].get("stand_in").is_none()).await;
    assert_eq!(back["you"], 0);
    let (status, _) = ask(app.address, &id, "leave", json!({ "token": "nobody's", "how": "resign" })).await;
    assert_eq!(status, 409);
    drop(bob);
}

#[tokio::test(flavor = "multi_thread")]
async fn who_gives_up_watches_and_the_last_person_ends_the_game() {
    let app = TestApp::start(quick()).await;
    let (id, [ann, bob]) = table_of_two(app.address, 10).await.unwrap();
    let mut socket = join(app.address, &id, Some(&ann)).await.unwrap();
    hear(&mut socket, "state").await.unwrap();
    assert_eq!(ask(app.address, &id, "leave", json!({ "token": ann, "how": "resign" })).await.0, 200);
    let state = state_with(&mut socket, |s| s["you"].is_null()).await;
    assert_eq!((&state["seats"][0]["resigned"], &state["over"]), (&json!(true), &Value::Null));
    let back = json!({ "token": ann, "how": "return" });
    assert_eq!(ask(app.address, &id, "leave", back).await.0, 409, "given up is given up");
    let bye = json!({ "token": bob, "how": "resign", "id": "fedcba9876543210" });
    assert_eq!(ask(app.address, &id, "leave", bye.clone()).await.0, 200);
    let over = state_with(&mut socket, |s| !s["over"].is_null()).await;
    assert_eq!((&over["over"]["ended"], &over["over"]["winners"]), (&json!("left"), &json!([])));
    assert_eq!(ask(app.address, &id, "leave", bye).await.0, 200, "asked again");
    let (status, record) =
        request(app.address, "GET", &format!("/api/tables/{id}/record"), &[], b"").await.unwrap();
    assert_eq!(status, 200, "what has ended can be read: {record}");
    let (_, list) = request(app.address, "GET", "/api/tables", &[], b"").await.unwrap();
    assert!(!list.contains(&id), "it is in no list: {list}");
}

#[tokio::test(flavor = "multi_thread")]
async fn two_people_end_a_game_by_vote_and_a_restart_keeps_that() {
    let folder = tempfile::tempdir().unwrap();
    let database = format!("sqlite://{}?mode=rwc", folder.path().join("games.db").display());
    let mut app = TestApp::start_with(quick(), |c| c.database.clone_from(&database)).await;
    let (id, [ann, bob]) = table_of_two(app.address, 10).await.unwrap();
    let mut sockets = [
        join(app.address, &id, Some(&ann)).await.unwrap(),
        join(app.address, &id, Some(&bob)).await.unwrap(),
    ];
    let vote = |token: &str, yes: bool| json!({ "token": token, "motion": { "kind": "end" }, "yes": yes });
    assert_eq!(ask(app.address, &id, "vote", vote(&ann, true)).await.0, 200);
    let polls = async {
        loop {
            let told = hear(&mut sockets[1], "polls").await.unwrap();
            if told["polls"][0]["votes"] == json!([0]) {
                return told;
            }
        }
    };
    let told = tokio::time::timeout(PATIENCE, polls).await.unwrap();
    assert_eq!(
        (&told["polls"][0]["motion"]["kind"], &told["polls"][0]["needed"]),
        (&json!("end"), &json!(2))
    );
    assert!(!info(app.address, &id).await["over"].as_bool().unwrap());
    assert_eq!(ask(app.address, &id, "vote", vote(&ann, false)).await.0, 200, "taken back");
    assert_eq!(ask(app.address, &id, "vote", vote(&bob, true)).await.0, 200);
    assert!(!info(app.address, &id).await["over"].as_bool().unwrap());
    assert_eq!(ask(app.address, &id, "vote", vote(&ann, true)).await.0, 200);
    let over = state_with(&mut sockets[0], |s| !s["over"].is_null()).await;
    assert_eq!((&over["over"]["ended"], &over["to_act"]), (&json!("vote"), &json!([])));
    assert_eq!(ask(app.address, &id, "sit", json!({ "seat": 0, "name": "Cid" })).await.0, 409);
    app.stop().await;
    let app = TestApp::start_with(quick(), |c| c.database.clone_from(&database)).await;
    let told = info(app.address, &id).await;
    assert_eq!((&told["over"], &told["ended"]), (&json!(true), &json!("vote")));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_free_seat_is_taken_in_the_middle_of_a_game() {
    let app = TestApp::start(quick()).await;
    let (id, [ann, bob]) = table_of_two(app.address, 10).await.unwrap();
    let mut socket = join(app.address, &id, Some(&bob)).await.unwrap();
    assert_eq!(ask(app.address, &id, "leave", json!({ "token": ann, "how": "resign" })).await.0, 200);
    let free = json!({ "token": bob, "motion": { "kind": "open", "seat": 0 } });
    assert_eq!(ask(app.address, &id, "vote", free).await.0, 200);
    state_with(&mut socket, |s| s["seats"][0]["kind"] == "open").await;
    let (status, seated) = ask(app.address, &id, "sit", json!({ "seat": 0, "name": "Cid" })).await;
    assert_eq!(status, 200, "{seated}");
    let token = seated["token"].as_str().unwrap().to_owned();
    let mut cid = join(app.address, &id, Some(&token)).await.unwrap();
    assert_eq!(hear(&mut cid, "state").await.unwrap()["you"], 0);
    assert_eq!(info(app.address, &id).await["seats"][0]["name"], "Cid");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_same_people_play_again_with_the_same_secrets() {
    let app = TestApp::start(quick()).await;
    let (id, [ann, bob]) = table_of_two(app.address, 10).await.unwrap();
    let again = |token: &str, board: &str| json!({ "token": token, "board": board });
    assert_eq!(ask(app.address, &id, "rematch", again(&ann, "new")).await.0, 409, "not before the end");
    let mut socket = join(app.address, &id, Some(&bob)).await.unwrap();
    let end = |token: &str| json!({ "token": token, "motion": { "kind": "end" } });
    assert_eq!(ask(app.address, &id, "vote", end(&bob)).await.0, 200);
    // Ann never came: after a moment she is not waited for any more
    state_with(&mut socket, |s| !s["over"].is_null()).await;
    assert_eq!(ask(app.address, &id, "rematch", again("nobody's", "new")).await.0, 403);
    let (status, made) = ask(app.address, &id, "rematch", again(&ann, "same")).await;
    assert_eq!(status, 200, "{made}");
    let next = made["id"].as_str().unwrap().to_owned();
    assert_ne!(next, id);
    let told = tokio::time::timeout(PATIENCE, hear(&mut socket, "rematch")).await.unwrap().unwrap();
    assert_eq!(told["table"], next.as_str(), "everybody hears of it");
    let (_, second) = ask(app.address, &id, "rematch", again(&bob, "new")).await;
    assert_eq!(second["id"], next.as_str(), "who asks second is led to the same table");
    let board = |id: String| async move {
        request(app.address, "GET", &format!("/api/tables/{id}/board"), &[], b"").await.unwrap().1
    };
    assert_eq!(board(id.clone()).await, board(next.clone()).await, "the same board");
    for (seat, token) in [ann, bob].iter().enumerate() {
        let mut socket = join(app.address, &next, Some(token)).await.unwrap();
        let state = hear(&mut socket, "state").await.unwrap();
        assert_eq!((&state["you"], &state["n"]), (&json!(seat), &json!(0)));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_nobody_comes_back_to_ends() {
    let folder = tempfile::tempdir().unwrap();
    let database = format!("sqlite://{}?mode=rwc", folder.path().join("games.db").display());
    let mut app = TestApp::start_with(quick(), |c| c.database.clone_from(&database)).await;
    let (id, _) = table_of_two(app.address, 10).await.unwrap();
    app.stop().await;
    // its hour is over
    let mut connection = <sqlx::AnyConnection as sqlx::Connection>::connect(&database).await.unwrap();
    sqlx::raw_sql("UPDATE games SET expires = 1").execute(&mut connection).await.unwrap();
    let app = TestApp::start_with(quick(), |c| c.database.clone_from(&database)).await;
    let ended = async {
        while Store::open(&database).await.unwrap().game(&id).await.unwrap().unwrap().ended != "abandoned" {
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    };
    tokio::time::timeout(PATIENCE, ended).await.expect("it ends by itself");
    assert_eq!(info(app.address, &id).await["ended"], "abandoned");
}
