//! Tables indexed by meaning: `ByResource<u8>` instead of `[u8; 5]` and a remembered order.
//!
//! ```
//! use hexwright_core::{By, Key};
//!
//! #[derive(Clone, Copy, Debug, PartialEq)]
//! enum Side { Left, Right }
//! impl Key for Side {
//!     const ALL: &'static [Self] = &[Self::Left, Self::Right];
//!     fn index(self) -> usize { self as usize }
//! }
//! let widths: By<Side, u8, 2> = By::from_fn(|side| if side == Side::Left { 3 } else { 5 });
//! assert_eq!(widths[Side::Right], 5);
//! ```

use std::marker::PhantomData;
use std::ops::{Index, IndexMut};

/// A small closed set of things that can index a table.
pub trait Key: Copy + 'static {
    /// All of them, in index order.
    const ALL: &'static [Self];
    /// Place in [`Self::ALL`].
    fn index(self) -> usize;
}

/// One `T` for each `K`; `N` is the number of keys.
///
/// ```
/// use hexwright_core::{By, Key};
/// #[derive(Clone, Copy, PartialEq, Debug)]
/// enum Coin { Copper, Gold }
/// impl Key for Coin {
///     const ALL: &'static [Self] = &[Coin::Copper, Coin::Gold];
///     fn index(self) -> usize { self as usize }
/// }
/// type ByCoin<T> = By<Coin, T, 2>;
/// let mut purse = ByCoin::<u8>::default();
/// purse[Coin::Gold] += 3;
/// assert_eq!(purse.iter().collect::<Vec<_>>(), [(Coin::Copper, &0), (Coin::Gold, &3)]);
/// ```
pub struct By<K, T, const N: usize> {
    values: [T; N],
    key: PhantomData<K>,
}

impl<K: Key, T, const N: usize> By<K, T, N> {
    /// A table from values in index order.
    #[must_use]
    pub const fn new(values: [T; N]) -> Self {
        Self { values, key: PhantomData }
    }

    /// A table from a function of the key.
    #[must_use]
    pub fn from_fn(mut value: impl FnMut(K) -> T) -> Self {
        Self::new(std::array::from_fn(|i| value(K::ALL[i])))
    }

    /// Values in index order.
    #[must_use]
    pub const fn values(&self) -> &[T; N] {
        &self.values
    }

    /// Keys with their values.
    pub fn iter(&self) -> impl Iterator<Item = (K, &T)> {
        K::ALL.iter().copied().zip(&self.values)
    }

    /// A table of results.
    #[must_use]
    pub fn map<U>(&self, mut f: impl FnMut(K, &T) -> U) -> By<K, U, N> {
        By::from_fn(|k| f(k, &self.values[k.index()]))
    }

    /// A table of pairs combined by `f`.
    #[must_use]
    pub fn zip<U, V>(&self, other: &By<K, U, N>, mut f: impl FnMut(&T, &U) -> V) -> By<K, V, N> {
        By::from_fn(|k| f(&self[k], &other[k]))
    }
}

impl<K: Key, T, const N: usize> Index<K> for By<K, T, N> {
    type Output = T;
    fn index(&self, key: K) -> &T {
        &self.values[key.index()]
    }
}

impl<K: Key, T, const N: usize> IndexMut<K> for By<K, T, N> {
    fn index_mut(&mut self, key: K) -> &mut T {
        &mut self.values[key.index()]
    }
}

impl<K, T: Copy, const N: usize> Copy for By<K, T, N> {}
impl<K, T: Clone, const N: usize> Clone for By<K, T, N> {
    fn clone(&self) -> Self {
        Self { values: self.values.clone(), key: PhantomData }
    }
}
impl<K, T: PartialEq, const N: usize> PartialEq for By<K, T, N> {
    fn eq(&self, other: &Self) -> bool {
        self.values == other.values
    }
}
impl<K, T: Eq, const N: usize> Eq for By<K, T, N> {}
impl<K, T: std::hash::Hash, const N: usize> std::hash::Hash for By<K, T, N> {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.values.hash(state);
    }
}
impl<K: Key, T: Default, const N: usize> Default for By<K, T, N> {
    fn default() -> Self {
        Self::from_fn(|_| T::default())
    }
}
impl<K, T: std::fmt::Debug, const N: usize> std::fmt::Debug for By<K, T, N> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.values.fmt(f)
    }
}
