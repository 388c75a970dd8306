//! Amounts: what a thing costs, what an income gives.

/// A price in the three goods of a hand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cost {
    /// Coins.
    pub coins: u8,
    /// Workers.
    pub workers: u8,
    /// Priests.
    pub priests: u8,
}

impl Cost {
    /// Nothing.
    pub const FREE: Self = Self { coins: 0, workers: 0, priests: 0 };

    /// Workers and coins: the price of every building.
    #[must_use]
    pub const fn build(workers: u8, coins: u8) -> Self {
        Self { coins, workers, priests: 0 }
    }
}

/// What an income gives.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Income {
    /// Coins.
    pub coins: u8,
    /// Workers.
    pub workers: u8,
    /// Priests.
    pub priests: u8,
    /// Power.
    pub power: u8,
}

impl Income {
    /// Nothing.
    pub const NONE: Self = Self { coins: 0, workers: 0, priests: 0, power: 0 };
    /// Coins alone.
    #[must_use]
    pub const fn coins(coins: u8) -> Self {
        Self { coins, ..Self::NONE }
    }
    /// Workers alone.
    #[must_use]
    pub const fn workers(workers: u8) -> Self {
        Self { workers, ..Self::NONE }
    }
    /// Priests alone.
    #[must_use]
    pub const fn priests(priests: u8) -> Self {
        Self { priests, ..Self::NONE }
    }
    /// Power alone.
    #[must_use]
    pub const fn power(power: u8) -> Self {
        Self { power, ..Self::NONE }
    }
}
