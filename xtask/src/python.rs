//! The Python wheel: built, installed into a fresh virtual environment, used by its tests.
//!
//! What the tests need beside the wheel is large. It lies in an environment of its own that is kept
//! between runs as long as the list of requirements stays the same; the fresh environment sees it
//! through a path file. Tests that train with PyTorch (gigabytes) are a part of their own.

use crate::steps::{have, say, step, target_folder};
use crate::tests::Counts;
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
    let tools = environment(&folder, "tools", &["maturin>=1.9,<2"])?;
    let libraries = environment(&folder, "libraries", &["-r", part.requirements()])?;
    Ok(tools.zip(libraries))
}

/// Builds and tests the wheel; what cannot run is counted as skipped.
pub(crate) fn test(part: Part, counts: &mut Counts) -> Result<()> {
    let Some((tools, libraries)) = install(part)? else {
        say("== skipped: the Python wheel is not tested, python3 or its packages cannot be had");
        counts.skipped += 1;
        return Ok(());
    };
    let folder = target_folder()?.join("python");
    let wheel = build(&folder, &tools)?;
    let fresh = folder.join("fresh");
    step("python3", &["-m", "venv", "--clear", path(&fresh)?])?;
    let python = fresh.join("bin/python");
    let quiet = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check"];
    step(path(&python)?, &[&quiet[..], &[path(&wheel)?]].concat())?;
    std::fs::write(site_packages(&fresh)?.join("libraries.pth"), path(&site_packages(&libraries)?)?)?;
    say("== pytest crates/python/tests");
    let output = Command::new(&python)
        .args([
            "-m",
            "pytest",
            "-v",
            "-rs",
            "--disable-warnings",
            "-p",
            "no:cacheprovider",
            "-m",
            part.marks(),
            "crates/python/tests",
        ])
        .env("HEXWRIGHT", target_folder()?.join("debug/hexwright"))
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .env("MYPY_CACHE_DIR", "/dev/null")
        .output()
        .context("cannot start pytest")?;
    let text = String::from_utf8_lossy(&output.stdout);
    say(&text);
    let last = text.lines().rev().find(|line| line.contains(" in ")).unwrap_or_default();
    counts.passed += number_before(last, "passed");
    counts.failed += number_before(last, "failed") + number_before(last, "error");
    counts.skipped += number_before(last, "skipped");
    if !output.status.success() {
        bail!("the tests of the wheel failed:\n{}", String::from_utf8_lossy(&output.stderr));
    }
    Ok(())
}

/// What is published: the source package, built and installed in a clean environment, and a wheel for older Linux systems.
pub(crate) fn package() -> Result<()> {
    let folder = target_folder()?.join("python");
    let packages = ["maturin>=1.9,<2", "ziglang"];
    let tools = environment(&folder, "packaging", &packages)?.context("maturin and zig cannot be had")?;
    let out = folder.join("published");
    let _ = std::fs::remove_dir_all(&out);
    let (maturin, out_text) = (tools.join("bin/maturin"), path(&out)?);
    step(path(&maturin)?, &["sdist", "--quiet", "--out", out_text])?;
    let wheel =
        ["build", "--quiet", "--release", "--zig", "--compatibility", "manylinux_2_28", "--out", out_text];
    step(path(&maturin)?, &wheel)?;
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

/// The wheel, in the profile of the other tests.
fn build(folder: &Path, tools: &Path) -> Result<PathBuf> {
    let wheels = folder.join("wheels");
    let _ = std::fs::remove_dir_all(&wheels);
    let maturin = tools.join("bin/maturin");
    step(path(&maturin)?, &["build", "--quiet", "--out", path(&wheels)?])?;
    let made = std::fs::read_dir(&wheels)?.flatten().map(|entry| entry.path());
    made.into_iter().find(|p| p.extension().is_some_and(|e| e == "whl")).context("maturin wrote no wheel")
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

/// The number before a word, as in `7 passed`.
fn number_before(line: &str, word: &str) -> u64 {
    let words: Vec<&str> = line.split_whitespace().collect();
    let place = words.iter().position(|w| w.trim_matches([',', '=']).starts_with(word));
    place.and_then(|p| words.get(p.checked_sub(1)?)?.parse().ok()).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::number_before;

    #[test]
    fn the_closing_line_of_pytest_is_understood() {
        let line = "1 failed, 22 passed, 3 skipped, 2 warnings in 31.20s";
        assert_eq!(["passed", "failed", "skipped", "error"].map(|w| number_before(line, w)), [22, 1, 3, 0]);
        assert_eq!(number_before("", "passed"), 0);
    }
}
