//! The network between people and servers: it delays, loses, repeats and tears.

use crate::signal::Signal;
use crate::world::{World, lock};
use axum::extract::ws::Message;
use hexwright_server::App;
use hexwright_server::sim::{self, Host, Peer};
use hexwright_server::store::Owner;
use hexwright_server::table::TableHandle;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{mpsc, oneshot};
use tokio::time::{Instant, sleep, sleep_until, timeout};

/// How long somebody waits for the answer to a request.
pub(crate) const ANSWER: Duration = Duration::from_secs(6);

/// How the network fails at a time. The default is one that works.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Network {
    /// A message takes up to this many milliseconds more.
    pub(crate) delay: u64,
    /// Messages of a thousand at which a connection is torn.
    pub(crate) tears: u64,
    /// Messages of a thousand after which one direction of a connection loses everything.
    pub(crate) holes: u64,
    /// Messages and requests of a thousand that arrive twice.
    pub(crate) repeats: u64,
    /// Requests or answers of a thousand that are lost.
    pub(crate) losses: u64,
    /// Messages of a thousand after which whoever reads them takes no more for some seconds.
    pub(crate) stalls: u64,
    /// Requests of a thousand whose asker goes away before the answer: the server drops what it does for them.
    pub(crate) leavers: u64,
}

/// One end of a connection. What is sent arrives in order or not at all.
pub(crate) struct End {
    world: Arc<World>,
    out: mpsc::UnboundedSender<(Instant, Message)>,
    into: mpsc::UnboundedReceiver<(Instant, Message)>,
    /// What is under way to this end.
    under_way: Option<(Instant, Message)>,
    last: Instant,
    hole: bool,
    torn: Signal<bool>,
}

impl End {
    /// Both ends of a new connection.
    fn pair(world: &Arc<World>) -> (Self, Self) {
        let ((a, from_a), (b, from_b)) = (mpsc::unbounded_channel(), mpsc::unbounded_channel());
        let (torn, last) = (Signal::new(false), Instant::now());
        let end = |out, into| {
            let (world, torn) = (world.clone(), torn.clone());
            Self { world, out, into, under_way: None, last, hole: false, torn }
        };
        (end(a, from_b), end(b, from_a))
    }

    /// Sends a message; `false` if the connection is known to be torn.
    pub(crate) fn send(&mut self, message: &Message, may_repeat: bool) -> bool {
        let network = *lock(&self.world.network);
        if self.torn.get() {
            return false;
        }
        if self.world.happens(network.tears) {
            self.world.note(|| "network: a connection is torn".to_owned());
            self.torn.set(true);
            return false;
        }
        self.hole |= self.world.happens(network.holes);
        if self.hole {
            return true; // nobody knows
        }
        let times = if may_repeat && self.world.happens(network.repeats) { 2 } else { 1 };
        for _ in 0..times {
            let at =
                Instant::now() + Duration::from_micros(200 + self.world.below(1_000 * (network.delay + 5)));
            self.last = self.last.max(at);
            if self.out.send((self.last, message.clone())).is_err() {
                return false;
            }
        }
        true
    }

    /// The next message; `None` if the connection is torn or closed. Nothing is lost if this is not waited for.
    pub(crate) async fn receive(&mut self) -> Option<Message> {
        if self.under_way.is_none() {
            tokio::select! {
                biased;
                _ = self.torn.wait_for(|torn| *torn) => return None,
                message = self.into.recv() => self.under_way = Some(message?),
            }
        }
        let at = self.under_way.as_ref().map_or_else(Instant::now, |(at, _)| *at);
        tokio::select! {
            biased;
            _ = self.torn.wait_for(|torn| *torn) => return None,
            () = sleep_until(at) => {}
        }
        self.under_way.take().map(|(_, message)| message)
    }
}

impl Peer for End {
    async fn hear(&mut self) -> Option<Message> {
        self.receive().await
    }

    async fn tell(&mut self, message: Message) -> bool {
        // a slow line takes one message after the other
        let network = *lock(&self.world.network);
        if network.delay > 0 {
            sleep(self.world.millis(0, network.delay)).await;
        }
        if self.world.happens(network.stalls) {
            sleep(self.world.millis(1_000, 9_000)).await;
        }
        self.send(&message, false)
    }
}

impl World {
    /// The task of a table, on the server that has it: the one that is asked, or the one it names.
    pub(crate) async fn table(&self, app: Arc<App>, id: &str) -> Option<(Host, Arc<App>, TableHandle)> {
        let here = Host::current()?;
        let error = match app.table(id).await {
            Ok(table) => return table.map(|table| (here, app, table)),
            Err(error) => error,
        };
        let (host, app) = self.server(self.at(&error.downcast_ref::<Owner>()?.address)?)?;
        let (there, id) = (app.clone(), id.to_owned());
        let found = host.spawn(async move { there.table(&id).await.ok().flatten() });
        timeout(ANSWER, found).await.ok()?.ok()?.map(|table| (host, app, table))
    }

    /// Asks a server; `None` if no answer comes. It may be asked twice by one request, or answer nobody.
    pub(crate) async fn request<T, F>(
        &self,
        server: usize,
        ask: impl Fn(Arc<App>) -> F + Clone + Send + 'static,
    ) -> Option<T>
    where
        T: Send + 'static,
        F: Future<Output = T> + Send,
    {
        let network = *lock(&self.network);
        let delay = self.millis(0, network.delay + 5);
        sleep(delay).await;
        if self.happens(network.losses) {
            sleep(ANSWER).await;
            return None;
        }
        let Some((host, app)) = self.server(server) else {
            sleep(Duration::from_millis(20)).await;
            return None; // refused
        };
        let once = |app: Arc<App>| {
            let (done, answer) = oneshot::channel();
            let ask = ask.clone();
            (host.spawn(async move { done.send(ask(app).await).map_err(|_| ()) }), answer)
        };
        if self.happens(network.leavers) {
            let (work, answer) = once(app);
            let _ = timeout(self.millis(0, 40), answer).await;
            work.abort();
            return None;
        }
        let repeated = self.happens(network.repeats).then(|| once(app.clone()));
        let answer = timeout(ANSWER, once(app).1).await.ok()?.ok();
        if let Some((_, repeated)) = repeated {
            let _ = timeout(ANSWER, repeated).await;
        }
        sleep(delay).await;
        answer.filter(|_| !self.happens(network.losses))
    }

    /// Opens a connection to a table; `None` if it is refused or nobody answers.
    pub(crate) async fn connect(self: &Arc<Self>, server: usize, table: &str) -> Option<End> {
        let delay = self.millis(0, lock(&self.network).delay + 5);
        sleep(delay).await;
        let (host, app) = self.server(server)?;
        let (mine, theirs) = End::pair(self);
        let id = table.to_owned();
        let world = self.clone();
        host.spawn(async move {
            if let Some((host, app, table)) = world.table(app, &id).await {
                host.spawn(async move { sim::talk(&app, &id, &table, theirs).await });
            }
        });
        Some(mine)
    }
}
