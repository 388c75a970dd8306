//! What tests need beyond a Rust toolchain. A test whose program is missing prints that it skips;
//! this makes sure that on a machine where packages can be had nothing is skipped.

use crate::steps::{have, say, step_with, target_folder};
use crate::{browser, python};
use anyhow::Result;
use std::path::PathBuf;
use std::process::Command;

/// A program and the Debian package that brings it.
struct Need {
    program: &'static str,
    probe: &'static str,
    packages: &'static [&'static str],
    why: &'static str,
}

const NEEDS: &[Need] = &[
    Need {
        program: "/usr/games/pioneers-server-console",
        probe: "--version",
        packages: &["pioneers-console", "pioneers-console-data"],
        why: "the real Pioneers server and its maps",
    },
    Need {
        program: "/usr/games/pioneers",
        probe: "--help",
        packages: &["pioneers"],
        why: "the GTK client of Pioneers beside a browser",
    },
    Need {
        program: "xdotool",
        probe: "--version",
        packages: &["xdotool", "xvfb", "imagemagick"],
        why: "a screen and a hand for that client",
    },
    Need {
        program: "chromium",
        probe: "--version",
        packages: &["chromium", "fonts-dejavu-core"],
        why: "the pages in a real browser",
    },
    Need {
        program: "pg_lsclusters",
        probe: "--help",
        packages: &["postgresql"],
        why: "the store on PostgreSQL",
    },
    Need { program: "valgrind", probe: "--version", packages: &["valgrind"], why: "instruction counts" },
];

/// Everything: Debian's packages, those of the browser tests, those of the wheel's tests, and the judge of licences.
pub(crate) fn all() -> Result<()> {
    debian()?;
    browser::install();
    python::install(python::Part::Ordinary)?;
    deny()?;
    Ok(())
}

/// The program that judges licences and sources of dependencies.
pub(crate) fn deny() -> Result<PathBuf> {
    tool("cargo-deny", "0.20.2")
}

/// A program of the Rust world, compiled from its sources in this version unless one is installed.
pub(crate) fn tool(name: &str, version: &str) -> Result<PathBuf> {
    if have(name, "--version") {
        return Ok(name.into());
    }
    let folder = target_folder()?.join("tools");
    let program = folder.join("bin").join(name);
    if !have(&program.to_string_lossy(), "--version") {
        let root = folder.to_string_lossy();
        let install = ["install", "--quiet", "--locked", "--debug", "--root", &root, "--version", version];
        let build = folder.join("build");
        // quick to compile: it runs for a second
        let variables = [("CARGO_PROFILE_DEV_DEBUG", "0"), ("CARGO_TARGET_DIR", &build.to_string_lossy())];
        step_with("cargo", &[&install[..], &[name]].concat(), &variables)?;
        std::fs::remove_dir_all(build)?;
    }
    Ok(program)
}

/// Installs Debian's packages that are missing, if this machine lets us; says what stays missing.
fn debian() -> Result<()> {
    let missing: Vec<&Need> = NEEDS.iter().filter(|n| !have(n.program, n.probe)).collect();
    if missing.is_empty() {
        return Ok(());
    }
    let packages: Vec<&str> = missing.iter().flat_map(|n| n.packages.iter().copied()).collect();
    say(&format!("== installing {}", packages.join(" ")));
    let apt = |arguments: &[&str]| {
        Command::new("apt-get")
            // another installation may be under way
            .args(["-o", "DPkg::Lock::Timeout=120"])
            .args(arguments)
            .env("DEBIAN_FRONTEND", "noninteractive")
            .output()
            .is_ok_and(|o| o.status.success())
    };
    let mut install = vec!["install", "-y", "--no-install-recommends"];
    install.extend(&packages);
    // the package list of a fresh machine is empty: refresh it once, then try again
    if !apt(&install) {
        apt(&["update"]);
        apt(&install);
    }
    for need in missing.iter().filter(|n| !have(n.program, n.probe)) {
        say(&format!("== {} cannot be installed here: tests of {} will skip", need.program, need.why));
    }
    Ok(())
}
