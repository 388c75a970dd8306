//! JSON for pages, written quickly.
//!
//! A table tells every seat of every move, so most of what a server does is to write JSON. This writes the same bytes as
//! `serde_json` and takes less work: names of fields are known to need no escapes, and texts are looked at in one sweep.
//!
//! ```
//! use hexwright_core::json::{self, Written};
//!
//! let hand = Written::new(&[1, 2]);
//! assert_eq!(json::text(&("hand", hand)).unwrap(), r#"["hand",[1,2]]"#);
//! ```

mod writer;

use serde::Serialize;
use serde::ser::{SerializeStruct as _, Serializer};
use writer::Writer;

/// The name under which `serde_json` takes text that is JSON already.
const VERBATIM: &str = "$serde_json::private::RawValue";

/// Why a value has no JSON.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct NoJson(String);

impl serde::ser::Error for NoJson {
    fn custom<T: std::fmt::Display>(message: T) -> Self {
        Self(message.to_string())
    }
}

/// A value as JSON.
///
/// # Errors
/// If it has no JSON: a map whose keys are neither texts nor numbers, or a value that cannot be serialised at all.
pub fn text<T: Serialize + ?Sized>(value: &T) -> Result<String, NoJson> {
    text_of(value, 128)
}

/// The same, for a text that will hardly be longer than so many bytes.
///
/// # Errors
/// As [`text`].
pub fn text_of<T: Serialize + ?Sized>(value: &T, bytes: usize) -> Result<String, NoJson> {
    let mut writer = Writer::new(bytes);
    value.serialize(&mut writer)?;
    writer.text()
}

/// JSON that is written already: it stands in other JSON as it is, whoever writes that.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written(String);

impl Written {
    /// A value as JSON; `null` if it has none.
    #[must_use]
    pub fn new<T: Serialize + ?Sized>(value: &T) -> Self {
        Self::sized(value, 128)
    }

    /// The same, for a text that will hardly be longer than so many bytes.
    #[must_use]
    pub fn sized<T: Serialize + ?Sized>(value: &T, bytes: usize) -> Self {
        Self(text_of(value, bytes).unwrap_or_else(|_| "null".to_owned()))
    }

    /// The text.
    #[must_use]
    pub fn get(&self) -> &str {
        &self.0
    }
}

impl Serialize for Written {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut verbatim = serializer.serialize_struct(VERBATIM, 1)?;
        verbatim.serialize_field(VERBATIM, &self.0)?;
        verbatim.end()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::present::{Choice, Good, Part, Place, Sentence};
    use serde_json::{Value, json};
    use std::collections::BTreeMap;

    fn same<T: Serialize + ?Sized>(value: &T) -> String {
        let written = text(value).unwrap();
        assert_eq!(written, serde_json::to_string(value).unwrap());
        written
    }

    #[derive(Serialize)]
    struct Unit;
    #[derive(Serialize)]
    struct Tuple(u8, &'static str);
    #[derive(Serialize)]
    struct Empty {}
    #[derive(Serialize)]
    enum Kind {
        Plain,
        One(u8),
        Two(i8, char),
        Named { a: Option<u8>, b: () },
        Bare {},
    }
    #[derive(Serialize)]
    #[serde(tag = "type", rename_all = "kebab-case")]
    enum Message {
        OneOf(BTreeMap<u8, bool>),
        Nothing,
        Fields { kinds: Vec<Kind> },
    }
    #[derive(Serialize)]
    struct Flat<'a> {
        #[serde(flatten)]
        inner: &'a BTreeMap<String, f64>,
        last: Option<Written>,
    }

    #[test]
    fn everything_is_written_as_serde_json_writes_it() {
        for n in (0..200).chain([999, 1000, u64::from(u32::MAX), u64::MAX - 1, u64::MAX]) {
            same(&n);
            same(&(n as i64, n as i32, n as i16, n as i8, n as u32, n as u16, n as u8));
        }
        same(&(i64::MIN, i64::MAX, i8::MIN, true, false, 'é', '"', None::<u8>, Some(Some(3))));
        same(&[0.0, -0.5, 1e300, 5e-324, f64::NAN, f64::INFINITY]);
        same(&[0.1_f32, f32::NAN]);
        same(&(Unit, Tuple(1, "x"), Empty {}, [[0_u8; 0]; 2], Vec::<Empty>::new()));
        let kinds =
            || vec![Kind::Plain, Kind::One(7), Kind::Two(-1, '\u{1f}'), Kind::Named { a: None, b: () }];
        let numbered = BTreeMap::from([(3, true), (200, false)]);
        same(&[Message::OneOf(numbered), Message::Nothing, Message::Fields { kinds: kinds() }]);
        same(&[Kind::Bare {}, Kind::Named { a: Some(1), b: () }]);
        same(&BTreeMap::from([(true, -1), (false, 1)]));
        same(&BTreeMap::from([(-5, "a"), (5, "b")]));
        let inner = BTreeMap::from([("a\n".to_owned(), 0.5), (String::new(), 2.0)]);
        let last = Some(Written::new(&kinds()));
        let flat = same(&Flat { inner: &inner, last });
        assert!(
            flat.ends_with(
                r#""last":["Plain",{"One":7},{"Two":[-1,"\u001f"]},{"Named":{"a":null,"b":null}}]}"#
            )
        );
        same(&json!({ "list": [1, -2, 0.5, null, "x"], "none": {}, "deep": [[[[]]]] }));
        assert!(
            text(&BTreeMap::from([(vec![1], 1)])).is_err()
                && text(&BTreeMap::from([(None::<u8>, 1)])).is_err()
        );
    }

    #[test]
    fn texts_of_every_byte_and_length_are_escaped_alike() {
        let odd = ["\"", "\\", "\u{0}", "\n", "\u{7f}", "ä", "𝄞", "\u{2028}"];
        for length in 0..40 {
            let plain: String = ('a'..='z').cycle().take(length).collect();
            same(&plain);
            for at in 0..=length {
                odd.iter().for_each(|odd| drop(same(&format!("{}{odd}{}", &plain[..at], &plain[at..]))));
            }
        }
        (0..=0xff_u8).for_each(|byte| drop(same(&char::from(byte))));
    }

    #[test]
    fn what_is_written_already_stands_in_any_json_as_it_is() {
        let written = Written::new(&json!({ "a": [1, "\""] }));
        assert_eq!(same(&(&written, 1, "x")), r#"[{"a":[1,"\""]},1,"x"]"#);
        assert_eq!(serde_json::to_value(&written).unwrap(), json!({ "a": [1, "\""] }));
    }

    #[test]
    fn a_choice_reads_back() {
        let place = |n: u16| [Place::Hex(n), Place::Corner(n), Place::Side(n)];
        for place in [0, 9, 10, 99, 100, 65_535].into_iter().flat_map(place) {
            assert_eq!(same(&place), format!("\"{place}\""));
            assert_eq!(serde_json::from_str::<Place>(&text(&place).unwrap()).unwrap(), place);
        }
        let goods = vec![Good { count: 3, kind: "wool", from: Some(Place::Hex(7)) }, Good::new(1, "ore")];
        let label =
            Sentence::new("do-build").with("piece", Part::Goods(goods.clone())).with("n", Part::Number(-4));
        let choice = Choice {
            action: Some("road 1-2".into()),
            label,
            group: "road",
            place: Some(Place::Side(65_535)),
            from: None,
            cost: goods,
            missing: Vec::new(),
        };
        let back: Value = serde_json::from_str(&same(&[choice])).unwrap();
        assert_eq!(back[0]["label"]["parts"]["n"]["number"], json!(-4));
    }
}
