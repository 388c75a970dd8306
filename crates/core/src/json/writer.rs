//! The serializer behind [`super::text`].
//!
//! Every item of a list or an object is written with a comma behind it; the end of the list puts its bracket in the place
//! of the last comma.

use super::{NoJson, VERBATIM};
use serde::ser::{self, Error as _, Serialize, Serializer};

pub(super) struct Writer {
    out: Vec<u8>,
    /// Whether the next text is JSON already.
    verbatim: bool,
}

impl Writer {
    pub(super) fn new(bytes: usize) -> Self {
        Self { out: Vec::with_capacity(bytes), verbatim: false }
    }

    pub(super) fn text(self) -> Result<String, NoJson> {
        String::from_utf8(self.out).map_err(NoJson::custom)
    }

    #[inline]
    fn number(&mut self, n: u64) {
        // most numbers are small
        if n < 10 {
            self.out.push(b'0' + n as u8);
        } else if n < 100 {
            self.out.extend_from_slice(&[b'0' + (n / 10) as u8, b'0' + (n % 10) as u8]);
        } else {
            self.long_number(n);
        }
    }

    fn long_number(&mut self, mut n: u64) {
        let mut digits = [0; 20];
        let mut first = digits.len();
        while n > 0 {
            first -= 1;
            digits[first] = b'0' + (n % 10) as u8;
            n /= 10;
        }
        self.out.extend_from_slice(&digits[first..]);
    }

    #[inline]
    fn signed(&mut self, n: i64) {
        if n < 0 {
            self.out.push(b'-');
        }
        self.number(n.unsigned_abs());
    }

    /// A name from the program itself, followed by its colon.
    #[inline(always)]
    fn name(&mut self, name: &'static str) {
        debug_assert!(is_plain(name), "{name:?} would need escapes");
        self.out.push(b'"');
        self.out.extend_from_slice(name.as_bytes());
        self.out.extend_from_slice(b"\":");
    }

    fn quoted(&mut self, text: &str) {
        self.out.reserve(text.len() + 2);
        self.out.push(b'"');
        if is_plain(text) {
            self.out.extend_from_slice(text.as_bytes());
        } else {
            text.bytes().for_each(|byte| self.escaped(byte));
        }
        self.out.push(b'"');
    }

    fn escaped(&mut self, byte: u8) {
        let short = match byte {
            b'"' | b'\\' => byte,
            8 => b'b',
            9 => b't',
            10 => b'n',
            12 => b'f',
            13 => b'r',
            0..0x20 => {
                let digit = |n: u8| b"0123456789abcdef"[usize::from(n)];
                self.out.extend_from_slice(b"\\u00");
                return self.out.extend([digit(byte >> 4), digit(byte & 15)]);
            }
            _ => return self.out.push(byte),
        };
        self.out.extend([b'\\', short]);
    }

    #[inline]
    fn close(&mut self, bracket: u8) {
        match self.out.last_mut() {
            Some(last) if *last == b',' => *last = bracket,
            _ => self.out.push(bracket),
        }
    }

    #[inline(always)]
    fn open(&mut self, [open, close]: [u8; 2]) -> Items<'_> {
        self.out.push(open);
        Items { writer: self, close, tagged: false }
    }

    /// An object with one field, whose value is in brackets itself.
    fn open_variant(&mut self, variant: &'static str, brackets: [u8; 2]) -> Items<'_> {
        self.out.push(b'{');
        self.name(variant);
        Items { tagged: true, ..self.open(brackets) }
    }
}

/// Whether a text stands in JSON as it is: eight bytes are looked at at once.
#[inline]
fn is_plain(text: &str) -> bool {
    let bytes = text.as_bytes();
    if let Some(last) = bytes.last_chunk::<8>() {
        let (all, _) = bytes.as_chunks::<8>();
        // the last eight may overlap the ones before
        return are_plain(u64::from_le_bytes(*last))
            && all.iter().all(|eight| are_plain(u64::from_le_bytes(*eight)));
    }
    if let (Some(first), Some(last)) = (bytes.first_chunk::<4>(), bytes.last_chunk::<4>()) {
        let [first, last] = [u32::from_le_bytes(*first), u32::from_le_bytes(*last)];
        return are_plain(u64::from(first) | u64::from(last) << 32);
    }
    bytes.iter().all(|&byte| byte >= 0x20 && byte != b'"' && byte != b'\\')
}

/// The same for eight bytes.
#[inline]
const fn are_plain(bytes: u64) -> bool {
    const ONES: u64 = u64::MAX / 255;
    const HIGH: u64 = 128 * ONES;
    /// Not zero if and only if one of them is below `least`, at most 128: then taking `least` away sets its highest bit.
    const fn below(bytes: u64, least: u64) -> u64 {
        bytes.wrapping_sub(least * ONES) & !bytes & HIGH
    }
    let quotes = bytes ^ (b'"' as u64 * ONES);
    let slashes = bytes ^ (b'\\' as u64 * ONES);
    below(bytes, 0x20) | below(quotes, 1) | below(slashes, 1) == 0
}

/// An open list or object.
pub(super) struct Items<'a> {
    writer: &'a mut Writer,
    close: u8,
    /// Whether it is the value of an object with one field.
    tagged: bool,
}

impl Items<'_> {
    #[inline(always)]
    fn item<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), NoJson> {
        value.serialize(&mut *self.writer)?;
        self.writer.out.push(b',');
        Ok(())
    }

    #[inline(always)]
    fn field<T: Serialize + ?Sized>(&mut self, name: &'static str, value: &T) -> Result<(), NoJson> {
        self.writer.name(name);
        self.item(value)
    }

    #[inline(always)]
    fn finish(self) -> Result<(), NoJson> {
        self.writer.close(self.close);
        if self.tagged {
            self.writer.out.push(b'}');
        }
        Ok(())
    }
}

macro_rules! numbers {
    ($($method:ident $type:ty, $write:ident as $wide:ty;)*) => {$(
        #[inline]
        fn $method(self, n: $type) -> Result<(), NoJson> {
            self.$write(<$wide>::from(n));
            Ok(())
        }
    )*};
}

impl<'a> Serializer for &'a mut Writer {
    type Ok = ();
    type Error = NoJson;
    type SerializeSeq = Items<'a>;
    type SerializeTuple = Items<'a>;
    type SerializeTupleStruct = Items<'a>;
    type SerializeTupleVariant = Items<'a>;
    type SerializeMap = Items<'a>;
    type SerializeStruct = Fields<'a>;
    type SerializeStructVariant = Items<'a>;

    numbers! {
        serialize_u8 u8, number as u64;
        serialize_u16 u16, number as u64;
        serialize_u32 u32, number as u64;
        serialize_u64 u64, number as u64;
        serialize_i8 i8, signed as i64;
        serialize_i16 i16, signed as i64;
        serialize_i32 i32, signed as i64;
        serialize_i64 i64, signed as i64;
    }

    #[inline]
    fn serialize_bool(self, yes: bool) -> Result<(), NoJson> {
        self.out.extend_from_slice(if yes { b"true" } else { b"false" });
        Ok(())
    }

    fn serialize_f32(self, n: f32) -> Result<(), NoJson> {
        serde_json::to_writer(&mut self.out, &n).map_err(NoJson::custom)
    }

    fn serialize_f64(self, n: f64) -> Result<(), NoJson> {
        serde_json::to_writer(&mut self.out, &n).map_err(NoJson::custom)
    }

    fn serialize_char(self, c: char) -> Result<(), NoJson> {
        self.serialize_str(c.encode_utf8(&mut [0; 4]))
    }

    #[inline]
    fn serialize_str(self, text: &str) -> Result<(), NoJson> {
        if self.verbatim {
            self.out.extend_from_slice(text.as_bytes());
        } else {
            self.quoted(text);
        }
        Ok(())
    }

    fn serialize_bytes(self, bytes: &[u8]) -> Result<(), NoJson> {
        self.collect_seq(bytes)
    }

    #[inline]
    fn serialize_none(self) -> Result<(), NoJson> {
        self.serialize_unit()
    }

    #[inline]
    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<(), NoJson> {
        value.serialize(self)
    }

    #[inline]
    fn serialize_unit(self) -> Result<(), NoJson> {
        self.out.extend_from_slice(b"null");
        Ok(())
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result<(), NoJson> {
        self.serialize_unit()
    }

    #[inline]
    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Result<(), NoJson> {
        self.serialize_str(variant)
    }

    #[inline]
    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        value: &T,
    ) -> Result<(), NoJson> {
        value.serialize(self)
    }

    #[inline]
    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<(), NoJson> {
        self.out.push(b'{');
        self.name(variant);
        value.serialize(&mut *self)?;
        self.out.push(b'}');
        Ok(())
    }

    #[inline]
    fn serialize_seq(self, _: Option<usize>) -> Result<Items<'a>, NoJson> {
        Ok(self.open(*b"[]"))
    }

    #[inline]
    fn serialize_tuple(self, _: usize) -> Result<Items<'a>, NoJson> {
        Ok(self.open(*b"[]"))
    }

    #[inline]
    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Items<'a>, NoJson> {
        Ok(self.open(*b"[]"))
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Items<'a>, NoJson> {
        Ok(self.open_variant(variant, *b"[]"))
    }

    #[inline]
    fn serialize_map(self, _: Option<usize>) -> Result<Items<'a>, NoJson> {
        Ok(self.open(*b"{}"))
    }

    #[inline(always)]
    fn serialize_struct(self, name: &'static str, _: usize) -> Result<Fields<'a>, NoJson> {
        if name == VERBATIM {
            self.verbatim = true;
            return Ok(Fields::Verbatim(self));
        }
        Ok(Fields::Own(self.open(*b"{}")))
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Items<'a>, NoJson> {
        Ok(self.open_variant(variant, *b"{}"))
    }
}

/// An open object with fields that are known, or JSON that is written already.
pub(super) enum Fields<'a> {
    Own(Items<'a>),
    Verbatim(&'a mut Writer),
}

impl ser::SerializeStruct for Fields<'_> {
    type Ok = ();
    type Error = NoJson;

    #[inline(always)]
    fn serialize_field<T: Serialize + ?Sized>(
        &mut self,
        name: &'static str,
        value: &T,
    ) -> Result<(), NoJson> {
        match self {
            Self::Own(items) => items.field(name, value),
            Self::Verbatim(writer) => value.serialize(&mut **writer),
        }
    }

    #[inline]
    fn end(self) -> Result<(), NoJson> {
        match self {
            Self::Own(items) => items.finish(),
            Self::Verbatim(writer) => {
                writer.verbatim = false;
                Ok(())
            }
        }
    }
}

impl ser::SerializeStructVariant for Items<'_> {
    type Ok = ();
    type Error = NoJson;

    fn serialize_field<T: Serialize + ?Sized>(
        &mut self,
        name: &'static str,
        value: &T,
    ) -> Result<(), NoJson> {
        self.field(name, value)
    }

    fn end(self) -> Result<(), NoJson> {
        self.finish()
    }
}

impl ser::SerializeMap for Items<'_> {
    type Ok = ();
    type Error = NoJson;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), NoJson> {
        let first = self.writer.out.len();
        key.serialize(&mut *self.writer)?;
        match self.writer.out.get(first) {
            Some(b'"') => self.writer.out.push(b':'),
            // numbers and truths stand in quotes
            Some(b'-' | b'0'..=b'9' | b't' | b'f') => {
                self.writer.out.insert(first, b'"');
                self.writer.out.extend_from_slice(b"\":");
            }
            _ => return Err(NoJson::custom("a key must be a text")),
        }
        Ok(())
    }

    #[inline]
    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), NoJson> {
        self.item(value)
    }

    #[inline]
    fn end(self) -> Result<(), NoJson> {
        self.finish()
    }
}

macro_rules! lists {
    ($($list:ident $method:ident;)*) => {$(
        impl ser::$list for Items<'_> {
            type Ok = ();
            type Error = NoJson;

            #[inline]
            fn $method<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), NoJson> {
                self.item(value)
            }

            #[inline]
            fn end(self) -> Result<(), NoJson> {
                self.finish()
            }
        }
    )*};
}

lists! {
    SerializeSeq serialize_element;
    SerializeTuple serialize_element;
    SerializeTupleStruct serialize_field;
    SerializeTupleVariant serialize_field;
}
