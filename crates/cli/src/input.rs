//! What the user named: files, or `-` for standard input; packed ones are unpacked.

use anyhow::{Context, Result, bail};
use hexwright_core::{Span, text::decode_utf8};
use hexwright_formats::FormatEntry;
use std::io::Read;
use std::path::{Path, PathBuf};

/// No file Hexwright reads is larger; a packed one may not unpack beyond it either.
const MOST_BYTES: u64 = 64 << 20;

/// A file as bytes, under the name shown to people.
#[derive(Clone, Debug)]
pub(crate) struct Input {
    /// As given on the command line; `<stdin>` for `-`.
    pub(crate) name: String,
    /// The file, unless it came from standard input.
    pub(crate) path: Option<PathBuf>,
    /// Its content, unpacked.
    pub(crate) bytes: Vec<u8>,
}

impl Input {
    /// Reads a file or standard input.
    pub(crate) fn read(name: &str) -> Result<Self> {
        let (mut bytes, path) = if name == "-" {
            (limited(std::io::stdin().lock(), "standard input")?, None)
        } else {
            let path = Path::new(name);
            if path.is_dir() {
                bail!("{name} is a folder; expected a file");
            }
            let file = std::fs::File::open(path).with_context(|| format!("cannot open {name}"))?;
            (limited(file, name)?, Some(path.to_owned()))
        };
        if bytes.starts_with(&[0x1f, 0x8b]) {
            bytes = limited(flate2::read::MultiGzDecoder::new(&bytes[..]), name)?;
        }
        let name = if name == "-" { "<stdin>".to_owned() } else { name.to_owned() };
        Ok(Self { name, path, bytes })
    }

    /// Its format, by name or content.
    pub(crate) fn format(&self) -> Option<&'static FormatEntry> {
        hexwright_formats::format_of(&self.name, &self.bytes)
    }

    /// The first bytes that are no text, at their place in the text with replacement characters.
    pub(crate) fn bad_bytes(&self) -> Option<Span> {
        decode_utf8(&self.bytes).1.map(|at| Span::new(at, at + '\u{fffd}'.len_utf8()))
    }
}

fn limited(reader: impl Read, name: &str) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    reader.take(MOST_BYTES + 1).read_to_end(&mut bytes).with_context(|| format!("cannot read {name}"))?;
    if bytes.len() as u64 > MOST_BYTES {
        bail!("{name} has more than {} MiB; no file Hexwright reads is that large", MOST_BYTES >> 20);
    }
    Ok(bytes)
}
