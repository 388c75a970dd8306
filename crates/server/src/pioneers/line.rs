//! One connection: lines in and out, their limits, and signs of life.

use super::desk::{Guest, Message};
use super::hall::Hall;
use crate::limits::{Bucket, Source};
use hexwright_catan::wire::{Door, Greeting};
use std::time::Duration;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep, timeout, timeout_at};

/// The longest line; a longer one ends the connection.
const MOST_BYTES: u64 = 16 << 10;
/// Lines a slow reader may lag behind before it is dropped.
const LAG: usize = 4_096;
/// A client that was silent this long is asked whether it is there.
const ASK_AFTER: Duration = Duration::from_secs(30);
/// A client that was silent this long is gone.
const GONE_AFTER: Duration = Duration::from_secs(60);
/// A client that takes longer than this to accept what is sent is gone.
const SEND_WITHIN: Duration = Duration::from_secs(10);

pub(super) async fn talk(hall: &Hall, stream: TcpStream, source: Source) {
    let _ = stream.set_nodelay(true);
    let (read, write) = stream.into_split();
    let (to_client, outgoing) = mpsc::channel(LAG);
    let (from_client, mut lines) = mpsc::channel(16);
    let writer = tokio::spawn(send_all(write, outgoing));
    let reader = tokio::spawn(read_all(read, from_client));
    converse(hall, &mut lines, to_client, source).await;
    reader.abort();
    // what was said last still goes out
    let _ = timeout(SEND_WITHIN, writer).await;
}

async fn converse(
    hall: &Hall,
    lines: &mut mpsc::Receiver<String>,
    to_client: mpsc::Sender<String>,
    source: Source,
) {
    let limits = &hall.app().limits;
    let _ = to_client.try_send(Door::FIRST.to_owned());
    let (mut door, until) = (Door::default(), Instant::now() + limits.hello_within);
    let knock = loop {
        let Ok(Some(line)) = timeout_at(until, lines.recv()).await else { return };
        match door.hear(&line) {
            Greeting::Ask(answer) => drop(to_client.try_send(answer)),
            Greeting::Refuse(answer) => {
                let _ = to_client.try_send(answer);
                return;
            }
            Greeting::Wait if line == "hello" => drop(to_client.try_send("yes".to_owned())),
            Greeting::Wait => {}
            Greeting::Enter(knock) => break knock,
        }
    };
    let guest = match hall.enter(knock, to_client.clone(), source).await {
        Ok(guest) => guest,
        Err(reason) => {
            let _ = to_client.try_send(reason);
            return;
        }
    };
    // the desk holds the only way to the client from now on: when it lets go, the connection ends
    let alive = to_client.downgrade();
    drop(to_client);
    follow(hall, lines, &guest, &alive).await;
    let Guest { desk, number, serial } = guest;
    let _ = desk.send(Message::Leave { number, serial }).await;
}

/// Passes lines on until the client or the table is gone.
async fn follow(
    hall: &Hall,
    lines: &mut mpsc::Receiver<String>,
    guest: &Guest,
    alive: &mpsc::WeakSender<String>,
) {
    let app = hall.app();
    let rate = f64::from(app.limits.messages_per_second);
    let mut bucket = Bucket::new(rate, 2.0 * rate);
    let (mut heard, mut asked) = (Instant::now(), false);
    let mut stopping = std::pin::pin!(app.stopping());
    let mut looks = tokio::time::interval(Duration::from_secs(1));
    loop {
        tokio::select! {
            line = lines.recv() => {
                let Some(line) = line else { return };
                (heard, asked) = (Instant::now(), false);
                // whoever sends too fast is read more slowly; the protocol has no word for a refusal
                while !bucket.pass() {
                    app.metrics.limited.add(1);
                    sleep(Duration::from_secs_f64(bucket.wait().clamp(0.001, 1.0))).await;
                }
                app.metrics.intents.add(1);
                let message = Message::Line { number: guest.number, serial: guest.serial, line };
                if guest.desk.send(message).await.is_err() {
                    return;
                }
            }
            _ = looks.tick() => {
                let Some(sender) = alive.upgrade() else { return };
                if heard.elapsed() >= GONE_AFTER {
                    return;
                }
                if heard.elapsed() >= ASK_AFTER && !asked {
                    asked = sender.try_send("hello".to_owned()).is_ok();
                }
            }
            () = &mut stopping => return,
        }
    }
}

/// Reads lines until the client is gone, or one is too long.
async fn read_all(read: OwnedReadHalf, lines: mpsc::Sender<String>) {
    let mut reader = BufReader::new(read);
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        let read = (&mut reader).take(MOST_BYTES).read_until(b'\n', &mut bytes).await;
        if read.is_err() || bytes.pop() != Some(b'\n') {
            return;
        }
        let line = String::from_utf8_lossy(&bytes);
        let line = line.strip_suffix('\r').unwrap_or(&line);
        if !line.chars().any(char::is_control) && lines.send(line.to_owned()).await.is_err() {
            return;
        }
    }
}

/// Writes lines until nobody sends any more, or the client takes none.
async fn send_all(mut write: OwnedWriteHalf, mut lines: mpsc::Receiver<String>) {
    let mut batch = Vec::new();
    while lines.recv_many(&mut batch, 256).await > 0 {
        let mut text = batch.join("\n");
        text.push('\n');
        batch.clear();
        if !matches!(timeout(SEND_WITHIN, write.write_all(text.as_bytes())).await, Ok(Ok(()))) {
            return;
        }
    }
    let _ = write.shutdown().await;
}
