//! A PostgreSQL of our own for a test: a fresh cluster in a temporary folder, on a socket of loopback.

#![allow(dead_code)] // each test uses its part

use hexwright_trials::{Need, file, nothing, program};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A running server; dropping it stops it and removes its data.
pub(crate) struct Postgres {
    pub(crate) url: String,
    programs: PathBuf,
    folder: tempfile::TempDir,
    port: u16,
}

/// What tests with a PostgreSQL need: its programs, and for root a user to run them.
pub(crate) fn need() -> Need {
    let installed = match programs() {
        Some(_) => nothing(),
        None => file("/usr/lib/postgresql/VERSION/bin/initdb", "Debian package postgresql"),
    };
    if is_root() { installed.and(program(&["id", "postgres"])) } else { installed }
}

/// Starts one. A test asks for it only if its [`need`] is met, so a failure here is a failure of the test.
pub(crate) fn start() -> Postgres {
    let server = empty();
    assert!(server.data_from("initdb", &["-A", "trust", "-U", "tester", "-N"]), "initdb makes a cluster");
    assert!(server.start_again(), "the server starts");
    server
}

/// A cluster without data, on a free port of the moment; it listens on loopback only.
fn empty() -> Postgres {
    let programs = programs().expect("PostgreSQL is installed");
    let folder = tempfile::tempdir().expect("a folder for the cluster");
    let data = folder.path().join("data");
    std::fs::create_dir(&data).expect("a folder for its data");
    // initdb sees to it, the program that copies data does not
    assert!(run(Command::new("chmod").arg("700").arg(&data)), "chmod works");
    if is_root() {
        assert!(run(Command::new("chown").arg("-R").arg("postgres").arg(folder.path())), "chown works");
    }
    let free = std::net::TcpListener::bind("127.0.0.1:0").and_then(|socket| socket.local_addr());
    let port = free.expect("a free port").port();
    Postgres { url: format!("postgres://tester@127.0.0.1:{port}/postgres"), programs, folder, port }
}

impl Postgres {
    /// The address of a schema of its own.
    pub(crate) fn schema(&self, name: &str) -> String {
        assert!(self.psql(&self.url, &["-c", &format!("CREATE SCHEMA {name}")]), "the schema {name} is made");
        format!("{}?options[search_path]={name}", self.url)
    }

    /// Runs a statement.
    pub(crate) fn run(&self, sql: &str) {
        assert!(self.psql(&self.url, &["-c", sql]), "{sql} works");
    }

    /// Runs a file of SQL.
    pub(crate) fn load(&self, url: &str, file: &Path) {
        // psql spells the schema otherwise
        let schema = url.split_once("[search_path]=").map_or("public", |(_, name)| name);
        let set = format!("SET search_path = {schema}");
        let text = std::fs::read_to_string(file).expect("the file can be read");
        let copy = self.folder.path().join("load.sql");
        std::fs::write(&copy, format!("{set};\n{text}")).expect("the file can be copied");
        assert!(
            self.psql(&self.url, &["-f", copy.to_str().unwrap_or_default()]),
            "{} is loaded",
            file.display()
        );
    }

    /// Starts it on its old port.
    pub(crate) fn start_again(&self) -> bool {
        self.start_on(self.port)
    }

    fn start_on(&self, port: u16) -> bool {
        let folder = self.folder.path().display();
        let options = format!("-h 127.0.0.1 -p {port} -k {folder} -N 100");
        let log = format!("{folder}/log");
        self.control(&["-w", "-l", &log, "-o", &options, "start"])
    }

    /// Stops it at once; what is committed stays.
    pub(crate) fn stop(&self) -> bool {
        self.control(&["-m", "immediate", "stop"])
    }

    /// A replica without which nothing is committed from now on.
    pub(crate) fn replicate(&self) -> Self {
        let replica = empty();
        let primary = self.port.to_string();
        let from = ["-R", "-c", "fast", "-h", "127.0.0.1", "-p", &primary, "-U", "tester"];
        assert!(replica.data_from("pg_basebackup", &from), "the data is copied");
        assert!(replica.start_again(), "the replica starts");
        // not before: a replica that had this setting would wait for another one after it is promoted
        self.run("ALTER SYSTEM SET synchronous_standby_names = '*'");
        self.run("SELECT pg_reload_conf()");
        replica
    }

    /// Takes the place of the primary, which dies, on its port.
    pub(crate) fn replace(&self, primary: &Self) {
        assert!(primary.stop(), "the primary dies");
        assert!(self.control(&["-w", "promote"]), "the replica is promoted");
        assert!(self.stop() && self.start_on(primary.port), "it takes the address of the primary");
    }

    /// Fills its data folder by a program of PostgreSQL.
    fn data_from(&self, program: &str, arguments: &[&str]) -> bool {
        let data = self.folder.path().join("data");
        let mut all = vec!["-D", data.to_str().expect("a plain path")];
        all.extend(arguments);
        run(&mut as_postgres(&self.programs.join(program), &all))
    }

    /// Freezes all its processes (they answer nobody and refuse nobody), or lets them go on.
    pub(crate) fn freeze(&self, frozen: bool) {
        let file = self.folder.path().join("data/postmaster.pid");
        let text = std::fs::read_to_string(file).expect("the server runs");
        let master = text.lines().next().expect("its number is in the first line").to_owned();
        let children = Command::new("ps").args(["-o", "pid=", "--ppid", &master]).output().expect("ps runs");
        let children = String::from_utf8_lossy(&children.stdout).into_owned();
        let signal = if frozen { "-STOP" } else { "-CONT" };
        let mut all = vec![signal, master.as_str()];
        all.extend(children.split_whitespace());
        run(Command::new("kill").args(all));
    }

    fn control(&self, arguments: &[&str]) -> bool {
        let data = self.folder.path().join("data");
        let mut all = vec!["-D", data.to_str().unwrap_or_default()];
        all.extend(arguments);
        run(&mut as_postgres(&self.programs.join("pg_ctl"), &all))
    }

    fn psql(&self, url: &str, arguments: &[&str]) -> bool {
        let mut all = vec![url, "-q", "-v", "ON_ERROR_STOP=1"];
        all.extend(arguments);
        run(&mut as_postgres(&self.programs.join("psql"), &all))
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        self.stop();
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
