//! Errors that are one sentence for people, each with a type of its own, so that a signature says what went wrong.

/// Declares such an error. It is made from a text and shown as that text.
///
/// ```
/// hexwright_core::sentence_error! {
///     /// A lock that does not open.
///     pub LockError
/// }
///
/// fn open(key: &str) -> Result<(), LockError> {
///     if key == "brass" { Ok(()) } else { Err(format!("no lock opens with {key}").into()) }
/// }
/// assert_eq!(open("tin").unwrap_err().to_string(), "no lock opens with tin");
/// ```
#[macro_export]
macro_rules! sentence_error {
    ($(#[$about:meta])* pub $name:ident) => {
        $(#[$about])*
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub struct $name(String);

        impl ::std::fmt::Display for $name {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                f.write_str(&self.0)
            }
        }

        impl ::std::error::Error for $name {}

        impl From<String> for $name {
            fn from(sentence: String) -> Self {
                Self(sentence)
            }
        }

        impl From<&str> for $name {
            fn from(sentence: &str) -> Self {
                Self(sentence.to_owned())
            }
        }

        impl From<$name> for String {
            fn from(error: $name) -> Self {
                error.0
            }
        }
    };
}
