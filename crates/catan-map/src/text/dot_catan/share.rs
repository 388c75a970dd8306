//! Share codes: a whole map in a few characters, `hxc1.` and base64url of a bit string.
//!
//! Notes other than the seed are not carried. A checksum guards against typing slips, and a decoded
//! map passes the same checks as a file.

use super::{Leniency, read, write};
use crate::map::{ByResource, Grid, HexType, HexValue, Layout, Note, Pieces, PortSite, PortType, Setup};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hexwright_core::{CornerId, Diagnostic, SideId};

const PREFIX: &str = "hxc1.";

/// Whether a text is meant to be a share code.
///
/// ```
/// use hexwright_catan_map::text::dot_catan::is_share_code;
/// assert!(is_share_code(b" hxc1.AAAA\n") && !is_share_code(b"title Rock\n"));
/// ```
#[must_use]
pub fn is_share_code(bytes: &[u8]) -> bool {
    bytes.trim_ascii_start().starts_with(PREFIX.as_bytes())
}
/// A full board with the largest numbers stays far below this.
const MOST_CHARACTERS: usize = 16_384;

/// Why a code cannot be read or a map cannot be coded.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ShareError {
    /// It does not begin like a code.
    #[error("expected a share code that begins with `hxc1.`")]
    Prefix,
    /// Longer than any map.
    #[error("share code has more than {MOST_CHARACTERS} characters")]
    TooLong,
    /// Characters outside base64url.
    #[error("share code has a character that is not a letter, digit, `-` or `_`")]
    Base64,
    /// A length no code has.
    #[error("share code is cut off or has a character too many; copy the whole code again")]
    CutOff,
    /// A slip of typing or copying.
    #[error(
        "share code is damaged: a character is wrong, missing or too much (its checksum is {found:04x}, \
         expected {expected:04x}); copy the whole code again"
    )]
    Checksum {
        /// Computed over what was read.
        expected: u16,
        /// Written in the code.
        found: u16,
    },
    /// A later kind of code.
    #[error("share code version {0} is unknown; this program reads version 1")]
    Version(u8),
    /// Fewer bits than the map needs.
    #[error("share code ends too early")]
    TooShort,
    /// More bits than the map needs.
    #[error("share code has surplus bytes")]
    Surplus,
    /// A number no map can have.
    #[error("share code holds a number out of range")]
    Range,
    /// The decoded map breaks rules of the format.
    #[error("the decoded map is not valid: {}", .0.iter().map(|d| d.message.as_str()).collect::<Vec<_>>().join("; "))]
    Map(Vec<Diagnostic>),
    /// Something a code has no word for.
    #[error("a share code cannot say {0}; share the text of the map instead")]
    Unspeakable(String),
}

/// The code of a map. The seed of its note `seed`, if it is a number, travels along.
///
/// # Errors
/// If the map has hexes or ports the format cannot say.
pub fn encode(setup: &Setup) -> Result<String, ShareError> {
    if let Some(what) = unspeakable(setup) {
        return Err(ShareError::Unspeakable(what));
    }
    let mut bits = BitWriter::default();
    bits.push(1, 4);
    let parameters = parameters(setup);
    let differ = parameters != STANDARD;
    bits.push(differ.into(), 1);
    if differ {
        parameters.iter().for_each(|&n| bits.var(n.into()));
    }
    bits.push(u64::from(setup.grid.width()) - 1, 8);
    bits.push(u64::from(setup.grid.height()) - 1, 8);
    for (hex_type, value) in setup.types.iter().zip(&setup.values) {
        let code = hex_type.code().ok_or(ShareError::Range)?;
        bits.push(code.into(), 3);
        if has_value(*hex_type) {
            bits.push(value.code().into(), 4);
        }
    }
    let exact = setup.fixed();
    let plain = setup.any_cells() == (0, 0, 0)
        && (exact.types, exact.values, exact.ports) == (setup.type_pool, setup.value_pool, setup.port_pool);
    bits.push((!plain).into(), 1);
    if !plain {
        let pools = setup.type_pool.iter().chain(&setup.value_pool).chain(&setup.port_pool);
        pools.for_each(|&n| bits.var(n.into()));
    }
    bits.var(setup.ports.len() as u64);
    let width = side_bits(&setup.grid);
    for port in &setup.ports {
        bits.push(port.kind.code().into(), 3);
        let side = setup.grid.side_between(port.corners[0], port.corners[1]).ok_or(ShareError::Range)?;
        bits.push(side.0.into(), width);
    }
    let seed: Option<u64> = setup.note("seed").and_then(|s| s.parse().ok());
    bits.push(seed.is_some().into(), 1);
    if let Some(seed) = seed {
        bits.push(seed, 64);
    }
    let mut bytes = bits.bytes;
    bytes.extend(crc16(&bytes).to_be_bytes());
    Ok(format!("{PREFIX}{}", URL_SAFE_NO_PAD.encode(bytes)))
}

/// The first thing of a map that would be lost and would change how it plays.
fn unspeakable(setup: &Setup) -> Option<String> {
    let sea = &setup.sea;
    let rule = setup.rule_lines().into_iter().next().map(|line| format!("`{line}`"));
    let robber = |layout: &Layout| {
        let board = setup.written_board()?;
        Some(layout.first_desert(&board) != board.robber_start())
    };
    let others = [
        (setup.types.contains(&HexType::Gold), "gold hexes"),
        (setup.types.contains(&HexType::Void), "void hexes"),
        (sea.pirate.is_some(), "where the pirate starts"),
        (!sea.closed.is_empty(), "closed corners"),
        (!sea.ports.is_empty(), "ports at sea"),
        (!setup.rules.seven_produces && setup.has_sevens(), "that a 7 does not produce"),
        (setup.shuffle().is_some(), "how a Pioneers map is shuffled"),
        (setup.layout.as_ref().and_then(robber) == Some(true), "where the robber starts"),
    ];
    rule.or_else(|| others.iter().find(|(is, _)| *is).map(|(_, what)| (*what).to_owned()))
}

/// The map of a code, checked like a file.
///
/// # Errors
/// If the code is damaged or the map it holds is not valid.
pub fn decode(code: &str) -> Result<Setup, ShareError> {
    let body = code.trim().strip_prefix(PREFIX).ok_or(ShareError::Prefix)?;
    if body.len() > MOST_CHARACTERS {
        return Err(ShareError::TooLong);
    }
    let bytes = URL_SAFE_NO_PAD.decode(body).map_err(|error| match error {
        base64::DecodeError::InvalidByte(..) => ShareError::Base64,
        _ => ShareError::CutOff,
    })?;
    let (bytes, sum) = bytes.split_last_chunk::<2>().ok_or(ShareError::TooShort)?;
    let (expected, found) = (crc16(bytes), u16::from_be_bytes(*sum));
    if expected != found {
        return Err(ShareError::Checksum { expected, found });
    }
    let setup = Bits { bytes, at: 0 }.setup()?;
    let reading = read("shared", write(&setup).as_bytes(), Leniency::Lenient);
    match reading.value {
        Some(setup) => Ok(setup),
        None => Err(ShareError::Map(reading.diagnostics.into_iter().filter(Diagnostic::is_error).collect())),
    }
}

const STANDARD: &[u16] = &[2, 4, 10, 15, 5, 4, 2, 1, 1, 1, 0, 1, 1, 0, 19, 19, 19, 19, 19, 2, 2, 2, 14, 5];

/// Every number of sections 1 to 7.
fn parameters(setup: &Setup) -> Vec<u16> {
    let pieces = |p: &Pieces| [p.roads, p.settlements, p.cities].map(u16::from);
    let mut list = vec![setup.players.0.into(), setup.players.1.into(), setup.points.into()];
    list.extend(pieces(&setup.pieces));
    list.extend([setup.placements.len() as u16, setup.resource_passes.into()]);
    list.extend(setup.placements.iter().flat_map(pieces));
    list.extend(setup.bank.values());
    list.extend(setup.cards);
    list
}

fn has_value(hex_type: HexType) -> bool {
    !matches!(hex_type, HexType::Water | HexType::Desert)
}

fn side_bits(grid: &Grid) -> u32 {
    (grid.sides().max(1) - 1).checked_ilog2().map_or(0, |n| n + 1)
}

/// CRC-16/CCITT-FALSE.
fn crc16(bytes: &[u8]) -> u16 {
    bytes.iter().fold(0xffff, |crc, &byte| {
        (0..8).fold(
            crc ^ u16::from(byte) << 8,
            |crc: u16, _| {
                if crc & 0x8000 == 0 { crc << 1 } else { crc << 1 ^ 0x1021 }
            },
        )
    })
}

/// Bits, most significant first.
#[derive(Default)]
struct BitWriter {
    bytes: Vec<u8>,
    used: u32,
}

impl BitWriter {
    fn push(&mut self, value: u64, width: u32) {
        for i in (0..width).rev() {
            if self.used.is_multiple_of(8) {
                self.bytes.push(0);
            }
            if let Some(last) = self.bytes.last_mut() {
                *last |= ((value >> i & 1) as u8) << (7 - self.used % 8);
            }
            self.used += 1;
        }
    }

    /// Groups of five bits, lowest first: one bit "more", four bits value.
    fn var(&mut self, mut value: u64) {
        loop {
            let more = value > 15;
            self.push(u64::from(more) << 4 | value & 15, 5);
            value >>= 4;
            if !more {
                return;
            }
        }
    }
}

struct Bits<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Bits<'_> {
    fn take(&mut self, width: u32) -> Result<u64, ShareError> {
        let mut value = 0;
        for _ in 0..width {
            let byte = self.bytes.get(self.at / 8).ok_or(ShareError::TooShort)?;
            value = value << 1 | u64::from(byte >> (7 - self.at % 8) & 1);
            self.at += 1;
        }
        Ok(value)
    }

    fn flag(&mut self) -> Result<bool, ShareError> {
        Ok(self.take(1)? == 1)
    }

    fn var(&mut self) -> Result<u16, ShareError> {
        let mut value = 0u64;
        for shift in (0..20).step_by(4) {
            let group = self.take(5)?;
            value |= (group & 15) << shift;
            if group < 16 {
                return u16::try_from(value).map_err(|_| ShareError::Range);
            }
        }
        Err(ShareError::Range)
    }

    fn small(&mut self) -> Result<u8, ShareError> {
        u8::try_from(self.var()?).map_err(|_| ShareError::Range)
    }

    fn vars<const N: usize>(&mut self) -> Result<[u16; N], ShareError> {
        let mut list = [0; N];
        for n in &mut list {
            *n = self.var()?;
        }
        Ok(list)
    }

    fn pieces(&mut self) -> Result<Pieces, ShareError> {
        Ok(Pieces { roads: self.small()?, settlements: self.small()?, cities: self.small()? })
    }

    fn setup(mut self) -> Result<Setup, ShareError> {
        let version = self.take(4)? as u8;
        if version != 1 {
            return Err(ShareError::Version(version));
        }
        let mut setup = Setup::standard();
        if self.flag()? {
            setup.players = (self.small()?, self.small()?);
            setup.points = self.small()?;
            setup.pieces = self.pieces()?;
            let placements = self.small()?;
            setup.resource_passes = self.small()?;
            setup.placements = (0..placements).map(|_| self.pieces()).collect::<Result<_, _>>()?;
            setup.bank = ByResource::new(self.vars()?);
            setup.cards = self.vars()?;
        }
        self.board(&mut setup)?;
        self.ports(&mut setup)?;
        if self.flag()? {
            let seed = self.take(64)?;
            setup.notes.push(Note { key: "seed".to_owned(), value: seed.to_string() });
        }
        let left = self.bytes.len() * 8 - self.at;
        if left >= 8 || self.take(left as u32)? != 0 {
            return Err(ShareError::Surplus);
        }
        Ok(setup)
    }

    fn board(&mut self, setup: &mut Setup) -> Result<(), ShareError> {
        let (w, h) = (self.take(8)? as usize + 1, self.take(8)? as usize + 1);
        if w > 255 || h > 255 || w * h > 4096 {
            return Err(ShareError::Range);
        }
        setup.grid = Grid::new(w as u8, h as u8);
        for _ in 0..w * h {
            let hex_type = HexType::from_code(self.take(3)? as u8).ok_or(ShareError::Range)?;
            let code = if has_value(hex_type) { self.take(4)? as u8 } else { 0 };
            setup.types.push(hex_type);
            setup.values.push(HexValue::from_code(code).ok_or(ShareError::Range)?);
        }
        Ok(())
    }

    fn ports(&mut self, setup: &mut Setup) -> Result<(), ShareError> {
        let pools = self.flag()?;
        if pools {
            setup.type_pool = self.vars()?;
            setup.value_pool = self.vars()?;
            setup.port_pool = self.vars()?;
        }
        let width = side_bits(&setup.grid);
        for _ in 0..self.small()? {
            let kind = PortType::from_code(self.take(3)? as u8).ok_or(ShareError::Range)?;
            let side = self.take(width)? as usize;
            if side >= setup.grid.sides() {
                return Err(ShareError::Range);
            }
            let corners: [CornerId; 2] = setup.grid.topology().side_corners(SideId(side as u16));
            setup.ports.push(PortSite { corners, kind });
        }
        if !pools {
            let exact = setup.fixed();
            setup.type_pool = exact.types;
            setup.value_pool = exact.values;
            setup.port_pool = exact.ports;
        }
        Ok(())
    }
}
