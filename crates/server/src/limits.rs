//! Every input has a limit with a clear refusal.

mod addresses;
mod bucket;
mod network;

pub use addresses::{Addresses, Admission, Source};
pub use bucket::{Bucket, Buckets};
pub use network::{BadProxy, Network, Proxies, ProxyHeader};

use std::time::Duration;

/// The limits in force.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Bytes of one socket message.
    pub message_bytes: usize,
    /// Bytes of a request's body.
    pub body_bytes: usize,
    /// How long a request's headers may take to arrive.
    pub head_within: Duration,
    /// How long a request's body may take to arrive.
    pub body_within: Duration,
    /// How long a client may leave what was sent to it unread.
    pub unread_for: Duration,
    /// How long a socket may take to say hello.
    pub hello_within: Duration,
    /// How often a socket is pinged.
    pub ping_every: Duration,
    /// A socket that was silent this long, answers to pings included, is dead.
    pub silent_for: Duration,
    /// Characters of a chat line.
    pub chat_characters: usize,
    /// Characters of a name.
    pub name_characters: usize,
    /// Socket messages a second; short bursts of twice as many pass.
    pub messages_per_second: u32,
    /// A socket that was refused this many messages in a row for coming too fast is closed.
    pub messages_refused: u32,
    /// Connections open at once.
    pub connections: usize,
    /// Connections one address may hold open.
    pub connections_per_address: usize,
    /// Sockets one address may hold open.
    pub sockets_per_address: usize,
    /// Requests a second from one address; bursts of ten times as many pass.
    pub requests_per_second: u32,
    /// A client that asks too much is told so after this long: who asks again at once is slowed down by it.
    pub refusal_pause: Duration,
    /// Tables one address may make in an hour, all at once or one by one.
    pub tables_per_hour: u32,
    /// States a slow reader may lag behind before it is dropped.
    pub lag: usize,
    /// Tables that are held in memory at once. Tables where nothing happens make room for others.
    pub tables: usize,
    /// Tables where nothing happens leave the memory after this; they are read again when somebody comes.
    pub rest_after: Duration,
    /// A person who is away this long has left.
    pub leaver_after: Duration,
    /// How long a table waits for people to commit to their part of the dice when every seat is taken, and then to
    /// open it.
    pub dice_within: Duration,
    /// A bot waits this long before it moves, so that people can follow.
    pub bot_pause: Duration,
    /// Threads that draw, search, roll, check and analyse for requests.
    pub work_threads: usize,
    /// Pieces of such work that run or wait; more are refused.
    pub work_queue: usize,
    /// Pieces of such work one address may have under way.
    pub work_per_address: usize,
    /// How long such work may take, waiting included.
    pub work_within: Duration,
    /// How long the analysis of a game may take.
    pub analysis_within: Duration,
    /// Pixels of a picture drawn for a request.
    pub picture_pixels: u64,
    /// Threads bots think on.
    pub bot_threads: usize,
}

impl Limits {
    /// How long things take at a table.
    #[must_use]
    pub fn pace(&self) -> crate::table::Pace {
        let Self { bot_pause, leaver_after, dice_within, .. } = *self;
        crate::table::Pace { bot_pause, leaver_after, dice_within }
    }
}

impl Default for Limits {
    fn default() -> Self {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Self {
            message_bytes: 4 << 10,
            body_bytes: 256 << 10,
            head_within: Duration::from_secs(10),
            body_within: Duration::from_secs(15),
            unread_for: Duration::from_secs(15),
            hello_within: Duration::from_secs(10),
            ping_every: Duration::from_secs(5),
            silent_for: Duration::from_secs(14),
            chat_characters: 500,
            name_characters: 40,
            messages_per_second: 20,
            messages_refused: 40,
            connections: 8_000,
            connections_per_address: 300,
            sockets_per_address: 200,
            requests_per_second: 100,
            refusal_pause: Duration::from_secs(1),
            tables_per_hour: 60,
            lag: 32,
            tables: 10_000,
            rest_after: Duration::from_secs(5 * 60),
            leaver_after: Duration::from_secs(30),
            dice_within: Duration::from_secs(20),
            bot_pause: Duration::from_millis(350),
            // two at least: one long analysis must not hold up every picture
            work_threads: cores.div_ceil(2).max(2),
            work_queue: 64,
            work_per_address: 8,
            work_within: Duration::from_secs(10),
            analysis_within: Duration::from_secs(60),
            picture_pixels: 4_000_000,
            bot_threads: cores.div_ceil(2),
        }
    }
}
