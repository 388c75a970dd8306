//! Dice that browsers and the server choose together: over real sockets and through kills.

use crate::app::TestApp;
use crate::support::{Socket, hear, join, post, request, say};
use hexwright_catan::game::Catan;
use hexwright_play::Record;
use hexwright_play::dice::{DiceError, Proof, sha256, verify};
use hexwright_server::Limits;
use serde_json::{Value, json};
use std::time::Duration;

pub(crate) fn limits(dice_within: Duration) -> Limits {
    Limits { messages_per_second: 10_000, bot_pause: Duration::ZERO, dice_within, ..Limits::default() }
}

/// Long enough that nobody is left out by a busy machine.
pub(crate) const PATIENT: Duration = Duration::from_secs(600);

/// The bytes of a person, and how they are written.
pub(crate) fn bytes(n: u8) -> ([u8; 16], String) {
    ([n; 16], format!("{n:02x}").repeat(16))
}

pub(crate) fn commit(n: u8) -> Value {
    json!({ "type": "commit", "hash": sha256(&bytes(n).0) })
}

pub(crate) fn open(n: u8) -> Value {
    json!({ "type": "open", "bytes": bytes(n).1 })
}

/// A table of two people and a bot, of which the second has not come yet: its id and the first one's secret.
pub(crate) async fn table(app: &TestApp) -> (String, String) {
    let body = json!({
        "game": { "kind": "catan", "map": "base.catan", "options": { "victory-points": "3" } },
        "seats": [{ "kind": "me", "name": "Ann" }, { "kind": "open" }, { "kind": "bot", "bot": "greedy" }],
        "wishes": { "dice": "together" },
    });
    let (status, made) = post(app.address, "/api/tables", &body).await.unwrap();
    assert_eq!(status, 200, "{made}");
    (made["id"].as_str().unwrap().to_owned(), made["token"].as_str().unwrap().to_owned())
}

pub(crate) async fn sit(app: &TestApp, id: &str) -> String {
    let sit = json!({ "seat": 1, "name": "Bob" });
    let (status, seated) = post(app.address, &format!("/api/tables/{id}/sit"), &sit).await.unwrap();
    assert_eq!(status, 200, "{seated}");
    seated["token"].as_str().unwrap().to_owned()
}

async fn get(app: &TestApp, path: &str) -> (u16, String) {
    request(app.address, "GET", path, &[], b"").await.unwrap()
}

/// The next gathering in which a condition holds.
pub(crate) async fn gathering(socket: &mut Socket, holds: impl Fn(&Value) -> bool) -> Value {
    loop {
        let now = hear(socket, "gathering").await.expect("the table gathers");
        if holds(&now) {
            return now;
        }
    }
}

/// Ends a game by vote and gives its record.
pub(crate) async fn record(app: &TestApp, id: &str, tokens: &[&str]) -> String {
    for token in tokens {
        let vote = json!({ "token": token, "motion": { "kind": "end" } });
        let (status, answer) = post(app.address, &format!("/api/tables/{id}/vote"), &vote).await.unwrap();
        assert_eq!(status, 200, "{answer}");
    }
    let (status, record) = get(app, &format!("/api/tables/{id}/record")).await;
    assert_eq!(status, 200, "{record}");
    record
}

pub(crate) fn verified(text: &str) -> Result<hexwright_play::dice::VerifiedDice, DiceError> {
    let record = Record::parse("test", text).unwrap();
    verify(&record.game::<Catan>().unwrap(), &record)
}

#[tokio::test(flavor = "multi_thread")]
async fn everybody_commits_then_opens_then_the_board_is_drawn() {
    let app = TestApp::start(limits(PATIENT)).await;
    let (id, ann) = table(&app).await;
    let mut first = join(app.address, &id, Some(&ann)).await.unwrap();
    let begun = gathering(&mut first, |_| true).await;
    let hash = begun["commitment"].as_str().unwrap().to_owned();
    assert_eq!((&begun["phase"], begun["you"].as_u64()), (&json!("commit"), Some(0)));
    // there is no board, no state, no move, no advice; and nobody opens before all have committed
    assert_eq!(get(&app, &format!("/api/tables/{id}/board")).await.0, 204);
    let (_, info) = get(&app, &format!("/api/tables/{id}")).await;
    let info: Value = serde_json::from_str(&info).unwrap();
    assert_eq!((&info["gathering"], &info["commitment"]), (&json!(true), &json!(hash)));
    for early in [json!({ "type": "act", "n": 0, "action": "roll" }), open(1)] {
        say(&mut first, &early).await.unwrap();
        assert!(!hear(&mut first, "refused").await.unwrap()["reason"].is_null());
    }
    let (status, _) =
        post(app.address, &format!("/api/tables/{id}/coach"), &json!({ "token": ann })).await.unwrap();
    assert_eq!(status, 403);
    // one hash a seat, whatever is tried; the same again is no news
    for again in [commit(1), commit(1)] {
        say(&mut first, &again).await.unwrap();
        gathering(&mut first, |now| now["commitments"][0] == commit(1)["hash"]).await;
    }
    say(&mut first, &commit(9)).await.unwrap();
    hear(&mut first, "refused").await.unwrap();

    let bob = sit(&app, &id).await;
    let mut second = join(app.address, &id, Some(&bob)).await.unwrap();
    say(&mut second, &commit(2)).await.unwrap();
    let now = gathering(&mut second, |now| now["phase"] == "open").await;
    assert_eq!(now["commitments"], json!([commit(1)["hash"], commit(2)["hash"], null]));
    // a spectator, other bytes, and a commitment that comes too late are refused
    let mut watcher = join(app.address, &id, None).await.unwrap();
    for (socket, wrong) in [(&mut watcher, open(1)), (&mut second, open(1))] {
        say(socket, &wrong).await.unwrap();
        assert!(!hear(socket, "refused").await.unwrap()["reason"].is_null());
    }
    say(&mut first, &open(1)).await.unwrap();
    let now = gathering(&mut second, |now| now["opened"][0] == true).await;
    assert!(
        !now.to_string().contains(&bytes(1).1),
        "nobody hears the bytes of others before all have opened"
    );
    say(&mut second, &open(2)).await.unwrap();
    let state = hear(&mut second, "state").await.unwrap();
    assert_eq!(get(&app, &format!("/api/tables/{id}/board")).await.0, 200);
    assert_eq!(state["to_act"], json!([0]));

    let text = record(&app, &id, &[&ann, &bob]).await;
    let done = verified(&text).unwrap();
    assert_eq!((done.opened, done.left_out), (2, 0));
    let proof = Proof::read(&Record::parse("test", &text).unwrap().dice).unwrap();
    assert_eq!(proof.hash, hash, "the hash that was shown first");
    let (asked, seed) = proof.board.expect("the board is drawn at the start");
    let (_, setup, _) = hexwright_server::games::draw(&asked, 3, seed).unwrap();
    assert!(text.contains(setup.lines().nth(2).unwrap()), "and drawn with the dice");
}

#[tokio::test(flavor = "multi_thread")]
async fn who_does_not_open_is_left_out_and_the_record_says_so() {
    let app = TestApp::start(limits(Duration::from_millis(1500))).await;
    let (id, ann) = table(&app).await;
    let bob = sit(&app, &id).await;
    let mut first = join(app.address, &id, Some(&ann)).await.unwrap();
    let mut second = join(app.address, &id, Some(&bob)).await.unwrap();
    say(&mut first, &commit(1)).await.unwrap();
    say(&mut second, &commit(2)).await.unwrap();
    gathering(&mut first, |now| now["phase"] == "open").await;
    say(&mut first, &open(1)).await.unwrap();
    hear(&mut second, "state").await.unwrap();
    say(&mut second, &open(2)).await.unwrap();
    hear(&mut second, "refused").await.expect("it is too late");
    let text = record(&app, &id, &[&ann, &bob]).await;
    let done = verified(&text).unwrap();
    assert_eq!((done.opened, done.left_out), (1, 1));
    assert!(text.contains("opens nothing"));
}

#[tokio::test(flavor = "multi_thread")]
async fn who_knows_nothing_of_it_plays_all_the_same() {
    let app = TestApp::start(limits(Duration::from_millis(200))).await;
    let (id, ann) = table(&app).await;
    let bob = sit(&app, &id).await;
    let mut first = join(app.address, &id, Some(&ann)).await.unwrap();
    let state = hear(&mut first, "state").await.unwrap();
    let move_it = json!({ "type": "act", "n": state["n"], "action": state["choices"][0]["action"] });
    say(&mut first, &move_it).await.unwrap();
    assert!(hear(&mut first, "state").await.unwrap()["n"].as_u64() > state["n"].as_u64());
    assert_eq!(verified(&record(&app, &id, &[&ann, &bob]).await).unwrap().opened, 0);
    // bots alone wait for nobody, whatever they wish for
    let body = json!({
        "game": { "kind": "catan", "map": "base.catan", "options": { "victory-points": "3" } },
        "seats": vec![json!({ "kind": "bot", "bot": "greedy" }); 3],
        "wishes": { "dice": "together" },
    });
    let (_, made) = post(app.address, "/api/tables", &body).await.unwrap();
    let id = made["id"].as_str().unwrap();
    let text = loop {
        let (status, text) = get(&app, &format!("/api/tables/{id}/record")).await;
        if status == 200 {
            break text;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    };
    assert!(verified(&text).unwrap().draws > 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_restart_between_commitment_and_opening_changes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let database = format!("sqlite://{}?mode=rwc", folder.path().join("games.db").display());
    let start = || TestApp::start_with(limits(PATIENT), |config| config.database.clone_from(&database));
    let mut app = start().await;
    let (id, ann) = table(&app).await;
    let bob = sit(&app, &id).await;
    let tokens = [ann.as_str(), bob.as_str()];
    let mut hash = None;
    // the server ends after every single step
    for (seat, message) in [(0, commit(1)), (1, commit(2)), (1, open(2)), (0, open(1))] {
        let mut socket = join(app.address, &id, Some(tokens[seat])).await.unwrap();
        let before = gathering(&mut socket, |_| true).await;
        assert_eq!(*hash.get_or_insert(before["commitment"].clone()), before["commitment"]);
        let id_of_intent = json!("an id of the browser");
        let mut message = message;
        message["id"] = json!(format!("{}-{seat}", &id_of_intent.as_str().unwrap()[..16]).replace(' ', "_"));
        say(&mut socket, &message).await.unwrap();
        let key = if message["type"] == "commit" { "commitments" } else { "opened" };
        loop {
            let text = crate::support::hear_text(&mut socket).await.unwrap();
            let now: Value = serde_json::from_str(&text).unwrap();
            let done = now["type"] == "gathering" && now[key][seat] != before[key][seat];
            if done || now["type"] == "state" {
                break;
            }
        }
        drop(socket);
        app.stop().await;
        app = start().await;
    }
    let mut socket = join(app.address, &id, Some(&bob)).await.unwrap();
    hear(&mut socket, "state").await.unwrap();
    let text = record(&app, &id, &tokens).await;
    assert_eq!(verified(&text).unwrap().opened, 2);
    app.stop().await;
    let app = start().await;
    assert_eq!(get(&app, &format!("/api/tables/{id}/record")).await.1, text, "the log holds it all");
}
