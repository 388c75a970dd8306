//! The Python wheel: built, installed into a fresh virtual environment, used by its tests.
//!
//! What the tests need beside the wheel is large. It lies in an environment of its own that is kept
//! between runs as long as the list of requirements stays the same; the fresh environment sees it
//! through a path file. Tests that train with PyTorch (gigabytes) are a part of their own.

use crate::built::Built;
use crate::counts::Counts;
use crate::runner::Job;
use crate::steps::{have, say, step, step_with, target_folder};
use anyhow::{Context, Result, bail};
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash as _, Hasher as _};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Bytes a published file stays below.
const LARGEST: u64 = 20_000_000;

/// Which tests of the wheel are run.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Part {
    /// Those that need no PyTorch.
    Ordinary,
    /// Those that take minutes: a thousand games put away and taken out again.
    Long,
    /// Those that train.
    Training,
}

impl Part {
    fn requirements(self) -> &'static str {
        match self {
            Self::Ordinary | Self::Long => "crates/python/requirements-test.txt",
            Self::Training => "crates/python/requirements-train.txt",
        }
    }

    /// The tests of this part, as pytest selects marked ones.
    fn marks(self) -> &'static str {
        match self {
            Self::Ordinary => "not training and not long",
            Self::Long => "long",
            Self::Training => "training",
        }
    }
}

/// The environments that build the wheel and hold what its tests need; none if they cannot be had.
pub(crate) fn install(part: Part) -> Result<Option<(PathBuf, PathBuf)>> {
    if !have("python3", "--version") {
        return Ok(None);
    }
    let folder = target_folder()?.join("python");
    let tools = environment(&folder, "tools", &["maturin>=1.9,<2", "wheel"])?;
    let libraries = environment(&folder, "libraries", &["-r", part.requirements()])?;
    Ok(tools.zip(libraries))
}

/// Makes the wheel and installs it; its tests are then one program. What cannot run is counted as skipped.
pub(crate) fn job(part: Part, built: &Built, counts: &mut Counts) -> Result<Option<Job>> {
    let Some((tools, libraries)) = install(part)? else {
        say("== skipped: the Python wheel is not tested, python3 or its packages cannot be had");
        counts.skipped += 1;
        return Ok(None);
    };
    let folder = target_folder()?.join("python");
    let wheel = wheel(&folder, &tools, built.library()?)?;
    let fresh = folder.join("fresh");
    step("python3", &["-m", "venv", "--clear", path(&fresh)?])?;
    let python = fresh.join("bin/python");
    let quiet = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check"];
    step(path(&python)?, &[&quiet[..], &[path(&wheel)?]].concat())?;
    std::fs::write(site_packages(&fresh)?.join("libraries.pth"), path(&site_packages(&libraries)?)?)?;
    let mut command = Command::new(&python);
    command
        .args(["-m", "pytest", "-v", "-rs", "--durations=10", "--disable-warnings", "-p", "no:cacheprovider"])
        .args(["-m", part.marks(), "crates/python/tests"])
        .env("HEXWRIGHT", built.hexwright()?)
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .env("MYPY_CACHE_DIR", "/dev/null");
    Ok(Some(Job { name: "Python wheel".to_owned(), command, closing: Counts::of_pytest }))
}

/// What is published: the source package, built and installed in a clean environment, and a wheel for older Linux systems.
pub(crate) fn package() -> Result<()> {
    let folder = target_folder()?.join("python");
    let packages = ["maturin>=1.9,<2", "ziglang"];
    let tools = environment(&folder, "packaging", &packages)?.context("maturin and zig cannot be had")?;
    let out = folder.join("published");
    let _ = std::fs::remove_dir_all(&out);
    let (maturin, out_text) = (tools.join("bin/maturin"), path(&out)?);
    step(path(&maturin)?, &["sdist", "--out", out_text])?;
    let wheel =
        ["build", "--quiet", "--release", "--zig", "--compatibility", "manylinux_2_28", "--out", out_text];
    // zig is a module of that environment's Python, which maturin looks for on the path
    let paths = std::env::var_os("PATH").unwrap_or_default();
    let places = std::iter::once(tools.join("bin")).chain(std::env::split_paths(&paths));
    let places = std::env::join_paths(places)?;
    step_with(path(&maturin)?, &wheel, &[("PATH", path(Path::new(&places))?)])?;
    for entry in std::fs::read_dir(&out)?.flatten() {
        let (file, size) = (entry.path(), entry.metadata()?.len());
        say(&format!("{}: {:.1} MB", entry.file_name().to_string_lossy(), size as f64 / 1e6));
        if size >= LARGEST {
            bail!("{} has {size} bytes; expected fewer than {LARGEST}", file.display());
        }
        let clean = folder.join("clean");
        step("python3", &["-m", "venv", "--clear", path(&clean)?])?;
        let python = clean.join("bin/python");
        let install = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", path(&file)?];
        step(path(&python)?, &install)?;
        let try_out = "import hexwright as hw; game = hw.CatanGame(hw.Map.preset('base')); \
                       game.play_out(['calm', 'random', 'random', 'random']); print(hw.__version__, game)";
        step(path(&python)?, &["-c", try_out])?;
    }
    Ok(())
}

/// A virtual environment with these packages, kept until they change; none if they cannot be had.
fn environment(folder: &Path, name: &str, packages: &[&str]) -> Result<Option<PathBuf>> {
    let mut hasher = DefaultHasher::new();
    packages.hash(&mut hasher);
    if let ["-r", file] = packages {
        std::fs::read_to_string(file)?.hash(&mut hasher);
    }
    let place = folder.join(format!("{name}-{:016x}", hasher.finish()));
    let ready = place.join("ready");
    if ready.exists() {
        return Ok(Some(place));
    }
    step("python3", &["-m", "venv", "--clear", path(&place)?])?;
    let python = place.join("bin/python");
    let install = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check"];
    if step(path(&python)?, &[&install[..], packages].concat()).is_err() {
        return Ok(None);
    }
    std::fs::write(ready, "")?;
    Ok(Some(place))
}

/// A wheel around the library that was compiled with everything else: maturin would choose other features of libraries
/// and compile all of them again. What describes it comes from maturin, as in the wheel that is published.
fn wheel(folder: &Path, tools: &Path, library: &Path) -> Result<PathBuf> {
    let (unpacked, wheels) = (folder.join("unpacked"), folder.join("wheels"));
    for place in [&unpacked, &wheels] {
        let _ = std::fs::remove_dir_all(place);
        std::fs::create_dir_all(place)?;
    }
    let maturin = tools.join("bin/maturin");
    step(path(&maturin)?, &["pep517", "write-dist-info", "--metadata-directory", path(&unpacked)?])?;
    step("cp", &["-r", "crates/python/python/hexwright", path(&unpacked)?])?;
    std::fs::copy(library, unpacked.join("hexwright/_hexwright.abi3.so"))?;
    let python = tools.join("bin/python");
    step(path(&python)?, &["-m", "wheel", "pack", "--dest-dir", path(&wheels)?, path(&unpacked)?])?;
    let made = std::fs::read_dir(&wheels)?.flatten().map(|entry| entry.path());
    made.into_iter().find(|p| p.extension().is_some_and(|e| e == "whl")).context("no wheel was packed")
}

/// Where an environment keeps its packages.
fn site_packages(place: &Path) -> Result<PathBuf> {
    let versions = std::fs::read_dir(place.join("lib"))?.flatten().map(|entry| entry.path());
    let found = versions.map(|v| v.join("site-packages")).find(|p| p.exists());
    found.context("the virtual environment has no site-packages")
}

fn path(path: &Path) -> Result<&str> {
    path.to_str().context("expected a path in UTF-8")
}
