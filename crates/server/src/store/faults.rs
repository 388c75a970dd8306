//! Faults on demand, for tests: the writer's connection fails at the write and in the way a test asks for.
//! A server that runs for people has no plan of faults.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// How a write goes wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// Another process holds the lock: the transaction cannot begin.
    Locked,
    /// A statement fails, as when the disk cannot be read.
    Refused,
    /// The disk is full: the database rolls the transaction back by itself and says so.
    Full,
    /// The connection is lost before the commit.
    Lost,
    /// The commit itself fails, and nothing is stored.
    CommitFails,
    /// The commit is done, but the connection is lost before the answer.
    AnswerLost,
    /// The commit takes this long. If that is longer than the writer waits, it comes true afterwards.
    Slow(Duration),
}

/// The steps of a transaction at which something can go wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    Begin,
    Statement,
    Commit,
}

impl Fault {
    fn step(self) -> Step {
        match self {
            Self::Locked => Step::Begin,
            Self::Refused | Self::Full | Self::Lost => Step::Statement,
            Self::CommitFails | Self::AnswerLost | Self::Slow(_) => Step::Commit,
        }
    }
}

#[derive(Debug, Default)]
struct Plan {
    /// What happens to the transactions from number `first` on, one after the other.
    faults: Vec<Fault>,
    first: usize,
    /// Transactions begun so far.
    begun: usize,
    struck: usize,
}

/// A plan of faults that a test shares with the store it has opened.
#[derive(Clone, Debug, Default)]
pub struct Faults(Arc<Mutex<Plan>>);

impl Faults {
    /// From the transaction with this number on (the first is 0), one after the other fails in these ways.
    #[must_use]
    pub fn at(first: usize, faults: &[Fault]) -> Self {
        Self(Arc::new(Mutex::new(Plan { faults: faults.to_vec(), first, ..Plan::default() })))
    }

    /// Transactions begun so far.
    #[must_use]
    pub fn begun(&self) -> usize {
        self.plan().begun
    }

    /// How often a fault struck.
    #[must_use]
    pub fn struck(&self) -> usize {
        self.plan().struck
    }

    /// The fault of this step, if one is planned for the transaction that is under way.
    pub(super) fn now(&self, step: Step) -> Option<Fault> {
        let mut plan = self.plan();
        if step == Step::Begin {
            plan.begun += 1;
        }
        let number = plan.begun.checked_sub(1 + plan.first)?;
        let fault = plan.faults.get(number).copied().filter(|fault| fault.step() == step)?;
        plan.struck += 1;
        Some(fault)
    }

    fn plan(&self) -> std::sync::MutexGuard<'_, Plan> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
