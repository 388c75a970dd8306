//! A simulated machine: its tasks can be stopped for a while, as by SIGSTOP, and killed, as by SIGKILL.

use std::cell::RefCell;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};
use tokio::task::{AbortHandle, JoinHandle};

/// Tasks that have ended are forgotten when there are so many more than after the last time.
const FORGET_AFTER: usize = 64;

#[derive(Debug, Default)]
struct Tasks {
    stopped: bool,
    /// Those that wanted to go on while everything was stopped, in order.
    waiting: Vec<Waker>,
    all: Vec<AbortHandle>,
    forget_at: usize,
}

/// A machine with a name.
#[derive(Clone, Debug)]
pub struct Host(Arc<(String, Mutex<Tasks>)>);

thread_local! {
    static CURRENT: RefCell<Option<Host>> = const { RefCell::new(None) };
}

impl Host {
    /// A machine on which nothing runs yet.
    #[must_use]
    pub fn new(name: &str) -> Self {
        Self(Arc::new((name.to_owned(), Mutex::default())))
    }

    /// The machine whose task runs now.
    #[must_use]
    pub fn current() -> Option<Self> {
        CURRENT.with(|c| c.borrow().clone())
    }

    /// Its name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.0.0
    }

    /// Does something as if a task of this machine did it.
    pub fn enter<T>(&self, work: impl FnOnce() -> T) -> T {
        let before = CURRENT.with(|c| c.replace(Some(self.clone())));
        let done = work();
        CURRENT.with(|c| c.replace(before));
        done
    }

    /// Starts a task on this machine.
    pub fn spawn<F>(&self, task: F) -> JoinHandle<F::Output>
    where
        F: Future<Output: Send> + Send + 'static,
    {
        let handle = tokio::spawn(OnHost { host: self.clone(), task: Box::pin(task) });
        let mut tasks = self.tasks();
        tasks.all.push(handle.abort_handle());
        if tasks.all.len() >= tasks.forget_at {
            tasks.all.retain(|task| !task.is_finished());
            tasks.forget_at = tasks.all.len() + FORGET_AFTER;
        }
        handle
    }

    /// Nothing runs here until [`Self::go_on`]; time passes.
    pub fn stop(&self) {
        self.tasks().stopped = true;
    }

    /// Everything runs again.
    pub fn go_on(&self) {
        let waiting = {
            let mut tasks = self.tasks();
            tasks.stopped = false;
            std::mem::take(&mut tasks.waiting)
        };
        waiting.into_iter().for_each(Waker::wake);
    }

    /// Ends every task where it stands.
    pub fn kill(&self) {
        let all = std::mem::take(&mut self.tasks().all);
        all.iter().for_each(AbortHandle::abort);
    }

    fn tasks(&self) -> MutexGuard<'_, Tasks> {
        self.0.1.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A task that runs only while its machine does.
struct OnHost<F: Future> {
    host: Host,
    task: Pin<Box<F>>,
}

impl<F: Future> Future for OnHost<F> {
    type Output = F::Output;

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<F::Output> {
        let Self { host, task } = self.get_mut();
        {
            let mut tasks = host.tasks();
            if tasks.stopped {
                tasks.waiting.push(context.waker().clone());
                return Poll::Pending;
            }
        }
        host.enter(|| task.as_mut().poll(context))
    }
}
