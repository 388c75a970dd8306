//! A PostgreSQL of our own for a test: a fresh cluster in a temporary folder, on a socket of loopback.

#![allow(clippy::print_stderr)] // a test that skips says why

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A running server; dropping it stops it and removes its data.
pub(crate) struct Postgres {
    pub(crate) url: String,
    programs: PathBuf,
    folder: tempfile::TempDir,
}

/// Starts one, or says why it cannot.
pub(crate) fn start() -> Option<Postgres> {
    let skip = |why: &str| {
        eprintln!("skipped: no PostgreSQL for this test: {why}");
        None
    };
    let Some(programs) = programs() else { return skip("the package postgresql is not installed") };
    let folder = tempfile::tempdir().ok()?;
    let data = folder.path().join("data");
    std::fs::create_dir(&data).ok()?;
    if is_root() && !run(Command::new("chown").arg("-R").arg("postgres").arg(folder.path())) {
        return skip("the user postgres does not exist");
    }
    let initdb =
        as_postgres(&programs.join("initdb"), &["-D", data.to_str()?, "-A", "trust", "-U", "tester", "-N"]);
    if !run(&mut { initdb }) {
        return skip("initdb failed");
    }
    // a free port of the moment; the cluster listens on loopback only
    let port = std::net::TcpListener::bind("127.0.0.1:0").ok()?.local_addr().ok()?.port();
    let options = format!("-h 127.0.0.1 -p {port} -k {}", folder.path().display());
    let log = folder.path().join("log");
    let arguments = ["-D", data.to_str()?, "-w", "-l", log.to_str()?, "-o", &options, "start"];
    if !run(&mut as_postgres(&programs.join("pg_ctl"), &arguments)) {
        return skip("the server did not start");
    }
    Some(Postgres { url: format!("postgres://tester@127.0.0.1:{port}/postgres"), programs, folder })
}

impl Drop for Postgres {
    fn drop(&mut self) {
        let data = self.folder.path().join("data");
        let arguments = ["-D", data.to_str().unwrap_or_default(), "-m", "immediate", "stop"];
        run(&mut as_postgres(&self.programs.join("pg_ctl"), &arguments));
    }
}

/// Debian keeps the programs in a folder per version.
fn programs() -> Option<PathBuf> {
    let mut versions: Vec<PathBuf> =
        std::fs::read_dir("/usr/lib/postgresql").ok()?.flatten().map(|e| e.path().join("bin")).collect();
    versions.sort();
    versions.into_iter().rev().find(|p| p.join("initdb").exists())
}

fn is_root() -> bool {
    Command::new("id").arg("-u").output().is_ok_and(|o| o.stdout.starts_with(b"0\n"))
}

/// The server refuses to run as root.
fn as_postgres(program: &Path, arguments: &[&str]) -> Command {
    let mut command = if is_root() {
        let mut command = Command::new("runuser");
        command.args(["-u", "postgres", "--"]).arg(program);
        command
    } else {
        Command::new(program)
    };
    command.args(arguments);
    command
}

fn run(command: &mut Command) -> bool {
    command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|s| s.success())
}
