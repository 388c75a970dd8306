//! A server that cheats: whoever runs it holds its database, the bot and the last seat, and stops, changes and starts it as
//! he likes. It is the real server that goes on from what he has written. What he wants is a board of his choice, and every
//! time he gets one, Ann's browser finds out by what it remembers.

use crate::app::TestApp;
use crate::dice::{PATIENT, bytes, commit, gathering, limits, open, record, sit, table, verified};
use crate::support::{hear, join, say};
use hexwright_play::Record;
use hexwright_play::dice::{Dice, Pledge, Proof, sha256};
use serde_json::{Value, json};
use sqlx::{AnyConnection, Connection as _, Row as _};
use std::time::Duration;

const ANN: u8 = 1;
const BOB: u8 = 2;

/// One board in 16.
fn pleases(dice: &Dice) -> bool {
    dice.board_seed().is_multiple_of(16)
}

/// What `web/assets/pledge.js` keeps, and what it does with it.
struct Browser {
    /// The hash of the server, as it was when its person sat down.
    hash: Value,
    /// What everybody had committed to when it opened.
    commitments: Option<Value>,
}

impl Browser {
    /// Whether it would open its bytes now.
    fn opens(&mut self, now: &Value) -> bool {
        let same = now["commitment"] == self.hash && now["commitments"][0] == commit(ANN)["hash"];
        let kept = self.commitments.get_or_insert_with(|| now["commitments"].clone());
        same && *kept == now["commitments"]
    }

    /// What is wrong with a record, as `compare` of `web/assets/proof.js` finds it.
    fn finds(&self, record: &str) -> Vec<&'static str> {
        let proof = Proof::read(&Record::parse("record", record).unwrap().dice).unwrap();
        let pledge = |seat: u8| proof.dice.pledges.iter().find(|pledge| pledge.seat == seat);
        let told: Vec<_> = (0..3).map(|seat| pledge(seat).map(|pledge| &pledge.commitment)).collect();
        let mut found = Vec::new();
        if json!(proof.hash) != self.hash {
            found.push("another hash");
        }
        if pledge(0).and_then(|pledge| pledge.opened.clone()) != Some(bytes(ANN).1) {
            found.push("my bytes");
        }
        if self.commitments.as_ref().is_some_and(|kept| *kept != json!(told)) {
            found.push("other commitments");
        }
        found
    }
}

/// The server and whoever runs it.
struct Cheat {
    app: TestApp,
    database: String,
    id: String,
    tokens: [String; 2],
    _folder: tempfile::TempDir,
}

impl Cheat {
    /// A table at which Ann and the last seat, which is the cheat's, have committed. Ann's browser has opened if `opened`.
    async fn start(opened: bool) -> (Self, Browser) {
        let folder = tempfile::tempdir().unwrap();
        let database = format!("sqlite://{}?mode=rwc", folder.path().join("games.db").display());
        let app = serve(&database, PATIENT).await;
        let (id, ann) = table(&app).await;
        let mut first = join(app.address, &id, Some(&ann)).await.unwrap();
        let hash = gathering(&mut first, |_| true).await["commitment"].clone();
        let mut browser = Browser { hash, commitments: None };
        say(&mut first, &commit(ANN)).await.unwrap();
        let bob = sit(&app, &id).await;
        let mut second = join(app.address, &id, Some(&bob)).await.unwrap();
        say(&mut second, &commit(BOB)).await.unwrap();
        let now = gathering(&mut first, |now| now["phase"] == "open").await;
        if opened {
            assert!(browser.opens(&now));
            say(&mut first, &open(ANN)).await.unwrap();
            gathering(&mut first, |now| now["opened"][0] == true).await;
        }
        (Self { app, database, id, tokens: [ann, bob], _folder: folder }, browser)
    }

    /// All he knows: the secret, and the lines of the log.
    async fn looks(&self) -> (String, Vec<String>) {
        let mut connection = AnyConnection::connect(&self.database).await.unwrap();
        let row = sqlx::query("SELECT secret FROM games").fetch_one(&mut connection).await.unwrap();
        let lines =
            sqlx::query("SELECT line FROM events ORDER BY n").fetch_all(&mut connection).await.unwrap();
        (row.get(0), lines.iter().map(|row| row.get(0)).collect())
    }

    /// Stops the server, writes another secret and another log, and starts it again.
    async fn changes(&mut self, secret: &str, lines: &[String], dice_within: Duration) {
        self.app.stop().await;
        let mut connection = AnyConnection::connect(&self.database).await.unwrap();
        sqlx::query("UPDATE games SET secret = $1").bind(secret).execute(&mut connection).await.unwrap();
        sqlx::query("DELETE FROM events").execute(&mut connection).await.unwrap();
        for (n, line) in lines.iter().enumerate() {
            let sql = "INSERT INTO events (game, n, line, intent, epoch) VALUES ($1, $2, $3, '', 0)";
            let query = sqlx::query(sql).bind(&self.id).bind(n as i64).bind(line);
            query.execute(&mut connection).await.unwrap();
        }
        connection.close().await.unwrap();
        self.app = serve(&self.database, dice_within).await;
    }

    /// The last seat opens these bytes; then the game begins and is ended. Gives the record.
    async fn goes_on(&self, last: u8) -> String {
        let mut second = join(self.app.address, &self.id, Some(&self.tokens[1])).await.unwrap();
        gathering(&mut second, |_| true).await;
        say(&mut second, &open(last)).await.unwrap();
        hear(&mut second, "state").await.expect("the game begins");
        record(&self.app, &self.id, &[&self.tokens[0], &self.tokens[1]]).await
    }
}

async fn serve(database: &str, dice_within: Duration) -> TestApp {
    TestApp::start_with(limits(dice_within), |config| config.database = database.to_owned()).await
}

fn dice(secret: &str, ann: u8, bob: u8) -> Dice {
    let pledge = |(seat, n)| Pledge { seat, commitment: sha256(&bytes(n).0), opened: Some(bytes(n).1) };
    Dice { secret: secret.to_owned(), pledges: [(0, ann), (1, bob)].map(pledge).to_vec() }
}

/// The dice that a record says, and whether a stranger who has it alone believes it.
fn told(record: &str) -> Dice {
    assert!(verified(record).is_ok(), "a stranger finds nothing");
    Proof::read(&Record::parse("record", record).unwrap().dice).unwrap().dice
}

#[tokio::test(flavor = "multi_thread")]
async fn honest_dice_are_what_the_browser_remembers() {
    let (server, browser) = Cheat::start(true).await;
    let record = server.goes_on(BOB).await;
    assert_eq!(told(&record), dice(&server.looks().await.0, ANN, BOB));
    assert_eq!(browser.finds(&record), Vec::<&str>::new());
}

#[tokio::test(flavor = "multi_thread")]
async fn another_secret_after_a_person_committed_is_found() {
    let secrets = || (0_u32..).map(|n| sha256(&n.to_le_bytes()));
    // before Ann opens he can only guess her bytes: a secret that pleases with a guess is worth nothing with the truth
    let guessed = secrets().filter(|secret| pleases(&dice(secret, 77, BOB)));
    let luck = guessed.take(160).filter(|secret| pleases(&dice(secret, ANN, BOB))).count();
    assert!(luck < 25, "10 of 160 are expected by chance, {luck} came");
    // and her browser does not open to a server with another hash
    let (mut server, mut browser) = Cheat::start(false).await;
    let (_, lines) = server.looks().await;
    server.changes(&"5".repeat(64), &lines, PATIENT).await;
    let mut first = join(server.app.address, &server.id, Some(&server.tokens[0])).await.unwrap();
    assert!(!browser.opens(&gathering(&mut first, |_| true).await));

    // when she has opened, he finds one that pleases, and the real server draws his board with it
    let (mut server, browser) = Cheat::start(true).await;
    let (_, lines) = server.looks().await;
    assert!(lines.iter().any(|line| line.contains(&bytes(ANN).1)), "he knows her bytes");
    let secret = secrets().find(|secret| pleases(&dice(secret, ANN, BOB))).unwrap();
    server.changes(&secret, &lines, PATIENT).await;
    let record = server.goes_on(BOB).await;
    assert!(pleases(&told(&record)), "he has his board");
    assert_eq!(browser.finds(&record), ["another hash"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn other_bytes_of_the_last_seat_are_found() {
    let (mut server, browser) = Cheat::start(true).await;
    let (secret, mut lines) = server.looks().await;
    let last = (3..=255).find(|&n| pleases(&dice(&secret, ANN, n))).expect("one of sixteen pleases");
    // the server takes no other commitment when people open, and no other bytes
    let mut second = join(server.app.address, &server.id, Some(&server.tokens[1])).await.unwrap();
    for refused in [commit(last), open(last)] {
        say(&mut second, &refused).await.unwrap();
        assert!(!hear(&mut second, "refused").await.unwrap()["reason"].is_null());
    }
    // so he writes the log anew
    let of_bob = lines.iter_mut().find(|line| line.starts_with("dice: commit 1 ")).unwrap();
    *of_bob = format!("dice: commit 1 {}", sha256(&bytes(last).0));
    server.changes(&secret, &lines, PATIENT).await;
    let record = server.goes_on(last).await;
    assert!(pleases(&told(&record)), "he has his board");
    assert_eq!(browser.finds(&record), ["other commitments"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn bytes_of_a_bot_are_found() {
    let (mut server, browser) = Cheat::start(true).await;
    let (secret, mut lines) = server.looks().await;
    let with_bot = |n: u8| {
        let mut dice = dice(&secret, ANN, BOB);
        dice.pledges.push(Pledge { seat: 2, commitment: sha256(&bytes(n).0), opened: Some(bytes(n).1) });
        dice
    };
    let n = (3..=255).find(|&n| pleases(&with_bot(n))).expect("one of sixteen pleases");
    let close = lines.iter().position(|line| line == "dice: close").unwrap();
    lines.insert(close, format!("dice: commit 2 {}", sha256(&bytes(n).0)));
    lines.push(format!("dice: open 2 {}", bytes(n).1));
    server.changes(&secret, &lines, PATIENT).await;
    let record = server.goes_on(BOB).await;
    assert_eq!(told(&record), with_bot(n));
    assert_eq!(browser.finds(&record), ["other commitments"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_person_who_is_left_out_finds_it() {
    let (mut server, browser) = Cheat::start(true).await;
    let (secret, mut lines) = server.looks().await;
    lines.retain(|line| !line.starts_with("dice: open 0"));
    // he lets the time pass in which she could open again
    server.changes(&secret, &lines, Duration::from_millis(300)).await;
    let record = server.goes_on(BOB).await;
    assert!(told(&record).pledges[0].opened.is_none());
    assert_eq!(browser.finds(&record), ["my bytes"]);
}

/// What remains, as docs/dice.md says: the last seat sees what the others opened, and chooses between two games by opening or
/// not. Nobody's browser finds anything wrong, and the record shows it to everybody.
#[tokio::test(flavor = "multi_thread")]
async fn a_seat_that_stays_silent_chooses_between_two_games() {
    let (mut server, browser) = Cheat::start(true).await;
    let (secret, lines) = server.looks().await;
    server.changes(&secret, &lines, Duration::from_millis(300)).await;
    let mut second = join(server.app.address, &server.id, Some(&server.tokens[1])).await.unwrap();
    hear(&mut second, "state").await.expect("the game begins without it");
    let record = record(&server.app, &server.id, &[&server.tokens[0], &server.tokens[1]]).await;
    assert_ne!(told(&record).board_seed(), dice(&secret, ANN, BOB).board_seed());
    assert_eq!(browser.finds(&record), Vec::<&str>::new());
    assert!(record.contains("dice: seat 1 commits") && record.contains("opens nothing"));
}
