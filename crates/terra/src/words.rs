//! Closed vocabularies: one macro gives each enum its spellings, so no word is known twice.
//!
//! ```
//! use hexwright_terra::Building;
//!
//! assert_eq!(Building::from_name("stronghold"), Building::from_name("SH"));
//! ```

/// Whether two names are the same word: case does not matter, and blank, `_` and `-` are alike.
///
/// ```
/// assert!(hexwright_terra::words::same("fire-and-ice", "Fire_and Ice"));
/// ```
#[must_use]
pub fn same(a: &str, b: &str) -> bool {
    let fold = |byte: u8| match byte {
        b'_' | b'-' | b' ' => b' ',
        other => other.to_ascii_lowercase(),
    };
    a.len() == b.len() && a.bytes().zip(b.bytes()).all(|(x, y)| fold(x) == fold(y))
}

/// An enum with a table type, a written name (the first spelling) and the spellings it is read from.
macro_rules! vocabulary {
    (
        $(#[$about:meta])* $name:ident, $by:ident, $count:literal {
            $( $(#[$doc:meta])* $variant:ident: $first:literal $(| $alias:literal)*, )*
        }
    ) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u8)]
        pub enum $name { $( $(#[$doc])* $variant, )* }

        #[doc = concat!("One `T` per [`", stringify!($name), "`].")]
        pub type $by<T> = hexwright_core::By<$name, T, $count>;

        impl hexwright_core::Key for $name {
            const ALL: &'static [Self] = &[$( Self::$variant, )*];
            #[inline]
            fn index(self) -> usize {
                self as usize
            }
        }

        impl $name {
            /// All of them, in index order.
            pub const ALL: [Self; $count] = [$( Self::$variant, )*];

            /// Every accepted spelling; the first one is written.
            #[must_use]
            pub const fn spellings(self) -> &'static [&'static str] {
                match self { $( Self::$variant => &[$first $(, $alias)*], )* }
            }

            /// The spelling that is written.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $( Self::$variant => $first, )* }
            }

            /// The one with this spelling; case does not matter, blank, `_` and `-` are alike.
            #[must_use]
            pub fn from_name(name: &str) -> Option<Self> {
                Self::ALL.into_iter().find(|v| v.spellings().iter().any(|s| $crate::words::same(s, name)))
            }

            /// Place in [`Self::ALL`].
            #[must_use]
            pub const fn index(self) -> usize {
                self as usize
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(self.name())
            }
        }
    };
}

/// A set of the values of a small vocabulary (at most 16), iterated in index order.
macro_rules! word_set {
    ($(#[$about:meta])* $name:ident of $item:ident) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
        pub struct $name(u16);

        impl $name {
            /// Nothing.
            pub const EMPTY: Self = Self(0);

            /// Whether the value belongs to the set.
            #[must_use]
            #[inline]
            pub const fn contains(self, item: $item) -> bool {
                self.0 >> item as u8 & 1 == 1
            }

            /// Adds a value.
            #[inline]
            pub const fn insert(&mut self, item: $item) {
                self.0 |= 1 << item as u8;
            }

            /// Takes a value out.
            #[inline]
            pub const fn remove(&mut self, item: $item) {
                self.0 &= !(1 << item as u8);
            }

            /// How many.
            #[must_use]
            pub const fn len(self) -> usize {
                self.0.count_ones() as usize
            }

            /// Whether there is none.
            #[must_use]
            pub const fn is_empty(self) -> bool {
                self.0 == 0
            }

            /// The values in index order.
            pub fn iter(self) -> impl Iterator<Item = $item> {
                $item::ALL.into_iter().filter(move |&i| self.contains(i))
            }
        }

        impl FromIterator<$item> for $name {
            fn from_iter<I: IntoIterator<Item = $item>>(items: I) -> Self {
                let mut set = Self::EMPTY;
                items.into_iter().for_each(|i| set.insert(i));
                set
            }
        }
    };
}

pub(crate) use {vocabulary, word_set};
