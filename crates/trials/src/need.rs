//! What a test may need besides the repository.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// What a test needs, looked for once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Need {
    missing: Option<String>,
}

impl Need {
    /// What is missing, in words.
    #[must_use]
    pub fn missing(&self) -> Option<&str> {
        self.missing.as_deref()
    }

    /// This need and another one.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self { missing: self.missing.or(other.missing) }
    }

    fn unless(met: bool, what: impl FnOnce() -> String) -> Self {
        Self { missing: (!met).then(what) }
    }
}

/// Everything is in the repository.
#[must_use]
pub fn nothing() -> Need {
    Need { missing: None }
}

/// A folder or file of the conformance data of others, which lies beside the checkout.
#[must_use]
pub fn conformance(path: &str) -> Need {
    Need::unless(others(path).exists(), || format!("../shared/conformance/{path} (data of others)"))
}

/// Where a folder or file of the conformance data of others lies, if it is there.
#[must_use]
pub fn others(path: &str) -> PathBuf {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/conformance")).join(path)
}

/// A file or folder of this machine; `from` says where it comes from.
#[must_use]
pub fn file(path: &str, from: &str) -> Need {
    Need::unless(Path::new(path).exists(), || format!("{path} ({from})"))
}

/// A command that succeeds, given as words.
#[must_use]
pub fn program(words: &[&str]) -> Need {
    let met = words.split_first().is_some_and(|(name, arguments)| {
        let mut command = Command::new(name);
        command.args(arguments).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        command.status().is_ok_and(|status| status.success())
    });
    Need::unless(met, || format!("`{}`", words.join(" ")))
}
