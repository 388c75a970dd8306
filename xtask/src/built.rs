//! What one cargo command compiles: the test programs, the program that people use and the library of the wheel.

use crate::counts::Counts;
use crate::runner::Job;
use crate::steps::{program, say, target_folder};
use crate::{child, compiler};
use anyhow::{Context as _, Result, bail};
use serde_json::Value;
use std::fs::File;
use std::path::{Path, PathBuf};

/// The files that cargo has made.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Built {
    tests: Vec<TestProgram>,
    hexwright: Option<PathBuf>,
    library: Option<PathBuf>,
}

/// A program with tests of a package.
#[derive(Debug, PartialEq, Eq)]
struct TestProgram {
    name: String,
    /// The folder of its package, in which cargo would start it.
    folder: PathBuf,
    file: PathBuf,
}

impl Built {
    /// Compiles with cargo, lints and documents our crates in the same pass, and notes what was made.
    pub(crate) fn by_cargo(what: &[&str]) -> Result<Self> {
        let arguments = [&["build", "--quiet", "--message-format=json-render-diagnostics"], what].concat();
        say(&format!("== cargo {}", arguments.join(" ")));
        let folder = target_folder()?;
        std::fs::create_dir_all(&folder)?;
        compiler::prepare()?;
        let messages = folder.join("built.json");
        let mut cargo = program("cargo");
        cargo.args(&arguments).envs(compiler::variables()?).stdout(File::create(&messages)?);
        let ended = child::run(&mut cargo, None)?;
        if !ended.success() {
            bail!("cargo {} failed", arguments.join(" "));
        }
        Self::of(&std::fs::read_to_string(messages)?)
    }

    /// What cargo's messages, one in a line, say it has made.
    fn of(messages: &str) -> Result<Self> {
        let mut built = Self::default();
        for line in messages.lines() {
            let message: Value = serde_json::from_str(line)?;
            if message["reason"] == "compiler-artifact" {
                built.note(&message).with_context(|| format!("cargo says {line}"))?;
            }
        }
        Ok(built)
    }

    fn note(&mut self, artifact: &Value) -> Option<()> {
        let target = artifact["target"]["name"].as_str()?;
        let kind = artifact["target"]["kind"].as_array()?;
        let folder = Path::new(artifact["manifest_path"].as_str()?).parent()?;
        let executable = artifact["executable"].as_str().map(PathBuf::from);
        match executable {
            // benches are compiled for their lints only
            Some(_) if kind.iter().any(|k| k == "bench") => {}
            Some(file) if artifact["profile"]["test"] == true => {
                let package = folder.file_name()?.to_string_lossy();
                let own = kind.iter().any(|k| k == "lib");
                let name = if own { format!("{package} lib") } else { format!("{package} {target}") };
                self.tests.push(TestProgram { name, folder: folder.to_owned(), file });
            }
            Some(file) if target == "hexwright" && kind.iter().any(|k| k == "bin") => {
                self.hexwright = Some(file);
            }
            None if target == "_hexwright" => {
                self.library = Some(artifact["filenames"].get(0)?.as_str()?.into());
            }
            _ => {}
        }
        Some(())
    }

    /// The program `hexwright`.
    pub(crate) fn hexwright(&self) -> Result<&Path> {
        self.hexwright.as_deref().context("cargo has built no program hexwright")
    }

    /// The library of the wheel.
    pub(crate) fn library(&self) -> Result<&Path> {
        self.library.as_deref().context("cargo has built no library for Python")
    }

    /// The test programs, to be run.
    pub(crate) fn jobs(&self) -> Vec<Job> {
        let job = |test: &TestProgram| {
            let mut command = program(&test.file.to_string_lossy());
            command.arg("--quiet").current_dir(&test.folder).env("CARGO_MANIFEST_DIR", &test.folder);
            Job { name: test.name.clone(), command, closing: Counts::of_cargo }
        };
        self.tests.iter().map(job).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::{Built, TestProgram};

    #[test]
    fn programs_and_library_are_found_in_the_messages_of_cargo() {
        let messages = [
            r#"{"reason":"compiler-artifact","manifest_path":"/w/crates/catan/Cargo.toml","target":{"kind":["lib"],"name":"hexwright_catan"},"profile":{"test":false},"filenames":["/t/libhexwright_catan.rlib"],"executable":null}"#,
            r#"{"reason":"compiler-artifact","manifest_path":"/w/crates/catan/Cargo.toml","target":{"kind":["lib"],"name":"hexwright_catan"},"profile":{"test":true},"filenames":["/t/deps/catan-1"],"executable":"/t/deps/catan-1"}"#,
            r#"{"reason":"compiler-artifact","manifest_path":"/w/crates/catan/Cargo.toml","target":{"kind":["test"],"name":"perft"},"profile":{"test":true},"filenames":["/t/deps/perft-2"],"executable":"/t/deps/perft-2"}"#,
            r#"{"reason":"compiler-artifact","manifest_path":"/w/crates/catan/Cargo.toml","target":{"kind":["bench"],"name":"rates"},"profile":{"test":true},"filenames":["/t/deps/rates-3"],"executable":"/t/deps/rates-3"}"#,
            r#"{"reason":"compiler-artifact","manifest_path":"/w/crates/cli/Cargo.toml","target":{"kind":["bin"],"name":"hexwright"},"profile":{"test":false},"filenames":["/t/hexwright"],"executable":"/t/hexwright"}"#,
            r#"{"reason":"compiler-artifact","manifest_path":"/w/crates/python/Cargo.toml","target":{"kind":["cdylib"],"name":"_hexwright"},"profile":{"test":false},"filenames":["/t/lib_hexwright.so"],"executable":null}"#,
            r#"{"reason":"build-finished","success":true}"#,
        ];
        let test = |name: &str, file: &str| TestProgram {
            name: name.to_owned(),
            folder: "/w/crates/catan".into(),
            file: file.into(),
        };
        let expected = Built {
            tests: vec![test("catan lib", "/t/deps/catan-1"), test("catan perft", "/t/deps/perft-2")],
            hexwright: Some("/t/hexwright".into()),
            library: Some("/t/lib_hexwright.so".into()),
        };
        assert_eq!(Built::of(&messages.join("\n")).unwrap(), expected);
        assert!(Built::of("not json").is_err());
    }
}
