//! What cargo calls instead of rustc in a test run: one pass lints, compiles and documents.
//!
//! `cargo clippy` and `cargo doc` would each read all libraries and all our crates once more. Clippy is a compiler that knows
//! more lints, and rustdoc takes the same arguments as the compiler beside it.

use crate::steps::target_folder;
use anyhow::{Context as _, Result, bail};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Where the pages are written: nobody reads them, but a broken link in them is an error.
const PAGES: &str = "HEXWRIGHT_PAGES";

/// A copy of this program that cargo calls: the program itself is replaced while cargo compiles.
fn copy() -> Result<PathBuf> {
    Ok(target_folder()?.join("xtask-compiler"))
}

/// The variables that make cargo call the copy for our crates. Every command of a run must have them, or cargo compiles our
/// crates anew.
pub(crate) fn variables() -> Result<[(&'static str, PathBuf); 3]> {
    let pages = target_folder()?.join("pages");
    Ok([("RUSTC_WORKSPACE_WRAPPER", copy()?), ("CLIPPY_ARGS", "-Dwarnings".into()), (PAGES, pages)])
}

/// Makes the copy; called before cargo compiles, because afterwards this program may have no file any more.
pub(crate) fn prepare() -> Result<()> {
    let copy = copy()?;
    let program = std::env::current_exe()?;
    if std::fs::read(&copy).ok() != Some(std::fs::read(&program)?) {
        // a copy that is running cannot be written to, but replaced
        let fresh = copy.with_extension("new");
        std::fs::copy(program, &fresh)?;
        std::fs::rename(fresh, copy)?;
    }
    Ok(())
}

/// Whether cargo calls: it names the compiler first.
pub(crate) fn is_called(arguments: &[String]) -> bool {
    arguments.first().is_some_and(|first| Path::new(first).file_stem().is_some_and(|name| name == "rustc"))
}

/// Compiles a crate as cargo asks, with clippy's lints, then documents it if it is one that people read.
pub(crate) fn compile(arguments: &[String]) -> Result<()> {
    run(Command::new("clippy-driver").args(arguments))?;
    match (documented(arguments), std::env::var_os(PAGES)) {
        (Some((name, pages)), Some(folder)) => run(Command::new("rustdoc")
            .args(pages)
            .args(["--deny", "warnings", "--out-dir"])
            .arg(Path::new(&folder).join(name))),
        _ => Ok(()),
    }
}

fn run(command: &mut Command) -> Result<()> {
    let name = command.get_program().to_string_lossy().into_owned();
    let status = command.status().with_context(|| format!("cannot start {name}"))?;
    if !status.success() {
        bail!("{name} failed, {status}");
    }
    Ok(())
}

/// The folder for the pages of a crate and what rustdoc is told about it: what to read and where its libraries are. Tests, examples and benches
/// have no pages.
fn documented(arguments: &[String]) -> Option<(String, Vec<&str>)> {
    let after = |flag: &str| arguments.iter().skip_while(|a| *a != flag).nth(1).map(String::as_str);
    let name = after("--crate-name")?;
    let source = arguments.iter().find(|a| a.ends_with(".rs"))?;
    let own = Path::new(source).parent()?.file_name()? == "src";
    if !own || arguments.iter().any(|a| a == "--test") {
        return None;
    }
    let kind = after("--crate-type")?;
    let mut kept = vec![source.as_str()];
    let mut rest = arguments.iter().map(String::as_str);
    while let Some(argument) = rest.next() {
        match argument {
            "--crate-name" | "--crate-type" | "--cfg" | "--check-cfg" | "--extern" | "-L" => {
                kept.extend([argument, rest.next()?]);
            }
            _ if argument.starts_with("--edition=") => kept.push(argument),
            _ => {}
        }
    }
    if kind == "bin" {
        kept.push("--document-private-items");
    }
    // a library and a program may have the same name
    Some((format!("{name}-{kind}"), kept))
}

#[cfg(test)]
mod tests {
    use super::{documented, is_called};

    fn words(text: &str) -> Vec<String> {
        text.split(' ').map(str::to_owned).collect()
    }

    #[test]
    fn cargo_names_the_compiler_first() {
        assert!(is_called(&words("/toolchain/bin/rustc -vV")));
        assert!(!is_called(&words("test")));
        assert!(!is_called(&[]));
    }

    #[test]
    fn rustdoc_reads_what_the_compiler_reads_and_nothing_else() {
        let library = words(
            "rustc --crate-name a --edition=2024 crates/a/src/lib.rs --error-format=json --crate-type lib --emit=link \
             -C opt-level=1 --warn=clippy::all --cfg feature --out-dir /t -L dependency=/t --extern b=/t/b.rmeta",
        );
        let (name, kept) = documented(&library).unwrap();
        let expected = "crates/a/src/lib.rs --crate-name a --edition=2024 --crate-type lib --cfg feature -L dependency=/t \
                        --extern b=/t/b.rmeta";
        assert_eq!((name.as_str(), kept.join(" ").as_str()), ("a-lib", expected));
        let program = words("rustc --crate-name a crates/a/src/main.rs --crate-type bin");
        assert!(documented(&program).unwrap().1.contains(&"--document-private-items"));
        for other in ["crates/a/src/lib.rs --test", "crates/a/examples/b.rs", "crates/a/build.rs"] {
            assert_eq!(documented(&words(&format!("rustc --crate-name b {other} --crate-type bin"))), None);
        }
        assert_eq!(documented(&words("rustc -vV")), None);
    }
}
