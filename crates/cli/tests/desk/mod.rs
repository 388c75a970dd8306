//! The real binary in a folder of its own.

use std::path::Path;
use std::process::{Command, Output, Stdio};

pub(crate) struct Desk(tempfile::TempDir);

impl Desk {
    pub(crate) fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    pub(crate) fn path(&self) -> &Path {
        self.0.path()
    }

    pub(crate) fn write(&self, name: &str, bytes: impl AsRef<[u8]>) {
        std::fs::write(self.path().join(name), bytes).unwrap();
    }

    pub(crate) fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.path().join(name)).unwrap()
    }

    pub(crate) fn run(&self, arguments: &[&str]) -> Said {
        let mut command = Command::new(env!("CARGO_BIN_EXE_hexwright"));
        Said::of(command.current_dir(self.path()).args(arguments).output().unwrap())
    }

    pub(crate) fn run_with(&self, arguments: &[&str], input: &[u8]) -> Said {
        use std::io::Write;
        let mut child = Command::new(env!("CARGO_BIN_EXE_hexwright"))
            .current_dir(self.path())
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        // a program that stops early closes its end, which is no failure of the test
        let _ = child.stdin.take().unwrap().write_all(input);
        Said::of(child.wait_with_output().unwrap())
    }
}

#[derive(Debug)]
pub(crate) struct Said {
    pub(crate) code: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Said {
    fn of(output: Output) -> Self {
        Self {
            code: output.status.code().expect("no signal, no crash"),
            out: String::from_utf8(output.stdout).unwrap(),
            err: String::from_utf8(output.stderr).unwrap(),
        }
    }
}
