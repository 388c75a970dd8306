//! As much of Thrift's compact protocol as the head and foot of a Parquet file need.

/// The numbers of types.
pub(super) const INT: u8 = 5;
const LONG: u8 = 6;
/// A string.
pub(super) const TEXT: u8 = 8;
const LIST: u8 = 9;
/// A structure.
pub(super) const STRUCT: u8 = 12;

/// A whole number in as few bytes as it needs.
fn varint(mut number: u64) -> Vec<u8> {
    let mut bytes = Vec::new();
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
    bytes
}

/// A signed number: small ones of either sign stay short.
pub(super) fn zigzag(number: i64) -> Vec<u8> {
    varint((number << 1 ^ number >> 63) as u64)
}

/// A string with its length.
pub(super) fn text(text: &str) -> Vec<u8> {
    let mut bytes = varint(text.len() as u64);
    bytes.extend(text.as_bytes());
    bytes
}

/// A list of encoded elements of one type.
pub(super) fn list(kind: u8, elements: &[Vec<u8>]) -> Vec<u8> {
    let mut bytes = match elements.len() {
        few @ 0..15 => vec![(few as u8) << 4 | kind],
        many => [vec![0xf0 | kind], varint(many as u64)].concat(),
    };
    elements.iter().for_each(|element| bytes.extend(element));
    bytes
}

/// A structure under construction; fields in ascending order.
pub(super) struct Struct {
    bytes: Vec<u8>,
    last: u8,
}

impl Struct {
    pub(super) const fn new() -> Self {
        Self { bytes: Vec::new(), last: 0 }
    }

    fn field(mut self, number: u8, kind: u8, value: &[u8]) -> Self {
        // the step from the last field fits four bits: no structure here has as many fields
        self.bytes.push((number - self.last) << 4 | kind);
        self.bytes.extend(value);
        self.last = number;
        self
    }

    pub(super) fn int(self, number: u8, value: i64) -> Self {
        self.field(number, INT, &zigzag(value))
    }

    pub(super) fn long(self, number: u8, value: i64) -> Self {
        self.field(number, LONG, &zigzag(value))
    }

    pub(super) fn text(self, number: u8, value: &str) -> Self {
        self.field(number, TEXT, &text(value))
    }

    pub(super) fn raw_list(self, number: u8, value: &[u8]) -> Self {
        self.field(number, LIST, value)
    }

    pub(super) fn nested(self, number: u8, value: &[u8]) -> Self {
        self.field(number, STRUCT, value)
    }

    /// The finished structure.
    pub(super) fn end(mut self) -> Vec<u8> {
        self.bytes.push(0);
        self.bytes
    }
}
