//! What the user named: files, or `-` for standard input; packed ones are unpacked.

use anyhow::{Context, Result, bail};
use hexwright_formats::FormatEntry;
use std::ffi::OsStr;
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
    /// Whether the file is packed: then it is not rewritten.
    pub(crate) is_packed: bool,
}

impl Input {
    /// Reads a file or standard input.
    pub(crate) fn read(name: impl AsRef<OsStr>) -> Result<Self> {
        let path = Path::new(name.as_ref());
        // a name that is no text is shown as far as it is
        let name = path.display().to_string();
        let (mut bytes, path) = if name == "-" {
            (limited(std::io::stdin().lock(), "standard input")?, None)
        } else {
            if path.is_dir() {
                bail!("{name} is a folder; expected a file");
            }
            let file = std::fs::File::open(path).with_context(|| format!("cannot open {name}"))?;
            (limited(file, &name)?, Some(path.to_owned()))
        };
        let is_packed = bytes.starts_with(&[0x1f, 0x8b]);
        if is_packed {
            bytes = limited(flate2::read::MultiGzDecoder::new(&bytes[..]), &name)?;
        }
        let name = if name == "-" { "<stdin>".to_owned() } else { name };
        Ok(Self { name, path, bytes, is_packed })
    }

    /// A text that is no file.
    pub(crate) const fn of(name: String, bytes: Vec<u8>) -> Self {
        Self { name, path: None, bytes, is_packed: false }
    }

    /// The file, if it can be rewritten in place.
    pub(crate) fn rewritable(&self) -> Result<Option<&Path>> {
        if self.is_packed {
            bail!("{} is packed and is not rewritten; unpack it first", self.name);
        }
        Ok(self.path.as_deref())
    }

    /// Its format, by name or content.
    pub(crate) fn format(&self) -> Option<&'static FormatEntry> {
        hexwright_formats::format_of(&self.name, &self.bytes)
    }
}

/// The text of a file that is no input of a verb, such as a setting or stored counts.
pub(crate) fn text_of(path: &Path) -> Result<String> {
    let name = path.display().to_string();
    let file = std::fs::File::open(path).with_context(|| format!("cannot read {name}"))?;
    String::from_utf8(limited(file, &name)?).map_err(|_| anyhow::anyhow!("cannot read {name}: it is no text"))
}

fn limited(reader: impl Read, name: &str) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    reader.take(MOST_BYTES + 1).read_to_end(&mut bytes).with_context(|| format!("cannot read {name}"))?;
    if bytes.len() as u64 > MOST_BYTES {
        bail!("{name} has more than {} MiB; no file Hexwright reads is that large", MOST_BYTES >> 20);
    }
    Ok(bytes)
}
