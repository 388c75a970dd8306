//! Finding the conformance data that may lie beside the checkout.
#![allow(dead_code, unreachable_pub, clippy::print_stderr, reason = "each test file uses its part")]

use serde_json::Value;
use std::path::PathBuf;

/// The folder with the conformance data; says so if it is absent.
pub fn folder() -> Option<PathBuf> {
    let folder = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/conformance/titan"));
    if folder.is_dir() {
        return Some(folder);
    }
    eprintln!("skipped: no conformance data in {}", folder.display());
    None
}

/// A JSON file of the conformance data.
pub fn data(file: &str) -> Option<Value> {
    let path = folder()?.join(file);
    Some(serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap())
}

/// A text of the conformance data, decoded as users' files are.
pub fn text_of(file: &str) -> String {
    hexwright_titan::decode(&std::fs::read(folder().unwrap().join(file)).unwrap())
}
