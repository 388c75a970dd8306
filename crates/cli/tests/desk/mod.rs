//! The real binary in a folder of its own.

use std::path::Path;
use std::process::{Command, Output, Stdio};

pub(crate) struct Desk(tempfile::TempDir, tempfile::TempDir);

impl Desk {
    pub(crate) fn new() -> Self {
        Self(tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap())
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

    /// The program, which remembers in this folder alone what it wrote.
    fn program(&self) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_hexwright"));
        command.current_dir(self.path()).env("XDG_STATE_HOME", self.1.path());
        command
    }

    pub(crate) fn run(&self, arguments: &[&str]) -> Said {
        Said::of(self.program().args(arguments).output().unwrap())
    }

    /// The same for output that need not be text; standard input is empty.
    #[allow(dead_code, reason = "not every test of this desk needs it")]
    pub(crate) fn run_lossy(&self, arguments: &[&str]) -> Said {
        let output = self.program().args(arguments).stdin(Stdio::null()).output().unwrap();
        Said {
            code: output.status.code().expect("no signal, no crash"),
            out: String::from_utf8_lossy(&output.stdout).into_owned(),
            err: String::from_utf8_lossy(&output.stderr).into_owned(),
        }
    }

    pub(crate) fn run_with(&self, arguments: &[&str], input: &[u8]) -> Said {
        use std::io::Write;
        let mut child = self
            .program()
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
