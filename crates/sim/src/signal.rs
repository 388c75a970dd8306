//! A value that people wait for. (The one of tokio wakes those who wait in an order drawn by chance.)

use crate::world::lock;
use std::sync::{Arc, Mutex};
use tokio::sync::Notify;

/// A value and whoever waits for it.
#[derive(Debug)]
pub(crate) struct Signal<T>(Arc<(Mutex<T>, Notify)>);

impl<T> Clone for Signal<T> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<T: Clone> Signal<T> {
    pub(crate) fn new(value: T) -> Self {
        Self(Arc::new((Mutex::new(value), Notify::new())))
    }

    pub(crate) fn get(&self) -> T {
        lock(&self.0.0).clone()
    }

    /// Changes the value; whoever waits looks at it in the order they came.
    pub(crate) fn set(&self, value: T) {
        *lock(&self.0.0) = value;
        self.0.1.notify_waiters();
    }

    /// Waits until the value is wanted; gives it.
    pub(crate) async fn wait_for(&self, wanted: impl Fn(&T) -> bool) -> T {
        loop {
            let value = self.get();
            if wanted(&value) {
                return value;
            }
            self.0.1.notified().await;
        }
    }
}
