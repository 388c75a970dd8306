//! The numbers of the judgement. They were set by hand and bettered by self-play.

/// A struct of numbers that can also be walked as a list of names and values.
macro_rules! weights {
    ($($(#[$doc:meta])* $name:ident: $value:expr,)*) => {
        /// What things are worth, in points at the end.
        #[derive(Clone, Debug, PartialEq)]
        pub struct Weights { $($(#[$doc])* pub $name: f64,)* }

        impl Default for Weights {
            fn default() -> Self {
                Self { $($name: $value,)* }
            }
        }

        impl Weights {
            /// The names, in order.
            pub const NAMES: &'static [&'static str] = &[$(stringify!($name),)*];

            /// The values, in order.
            #[must_use]
            pub fn list(&self) -> Vec<f64> {
                vec![$(self.$name,)*]
            }

            /// The weights of a list of values; those it does not have keep their defaults.
            #[must_use]
            pub fn from_list(values: &[f64]) -> Self {
                let mut values = values.iter().copied();
                let usual = Self::default();
                Self { $($name: values.next().unwrap_or(usual.$name),)* }
            }
        }
    };
}

weights! {
    /// A coin in the fourth round.
    coin: 0.5,
    /// A worker in the fourth round.
    worker: 1.3,
    /// A priest in the fourth round.
    priest: 2.2,
    /// A power token in the third bowl in the fourth round.
    power: 0.45,
    /// A token in the second bowl, as a share of one in the third.
    second_bowl: 0.45,
    /// A token in the first bowl, as a share of one in the third.
    first_bowl: 0.12,
    /// Goods in round 1, as a multiple of the fourth round; the rounds between lie on a line.
    early: 1.45,
    /// Goods in round 6 before passing, as a multiple of the fourth round.
    late: 0.65,
    /// Coins above ten and workers above seven, as a share of the first ones.
    surplus: 0.55,
    /// Coins that go with a worker.
    coins_per_worker: 2.0,
    /// How much coins and workers need each other, from 0 (not at all) to 1.
    balance: 0.6,
    /// How fast certainty about the final ranking grows: buildings of difference that count half.
    network_doubt: 1.5,
    /// More doubt for each round that is left.
    network_doubt_round: 0.8,
    /// The same for the cults, in steps.
    cult_doubt: 1.0,
    /// More doubt for each round that is left.
    cult_doubt_round: 0.5,
    /// Rewards of the cults in coming rounds, as a share of what the present place would bring.
    cult_reward: 0.8,
    /// A town that is nearly founded.
    town_progress: 6.0,
    /// A free hex of the home terrain within reach.
    home_near: 0.9,
    /// A hex one spade away.
    one_spade_near: 0.5,
    /// A hex two spades away.
    two_spades_near: 0.2,
    /// A power token more each time a rival builds next to us: each building of a rival next to ours.
    neighbour: 0.25,
    /// Cheaper spades, for each round that is left and each worker saved.
    digging: 0.9,
    /// A level of shipping, for each round that is left.
    shipping: 0.25,
    /// The stronghold's own power, for each round that is left, as a share of the faction's table.
    stronghold: 1.0,
    /// A terrain the Riverwalkers have unlocked, for each round that is left.
    terrain: 0.9,
    /// Favor tile for dwellings: dwellings expected in a round.
    dwellings_ahead: 1.1,
    /// Favor tile for trading houses: trading houses expected in a round.
    houses_ahead: 0.6,
    /// Favor tile that makes towns easier.
    easy_towns: 3.0,
    /// A cult step that can be placed freely.
    free_step: 1.1,
    /// A spade in hand.
    spade: 2.2,
    /// A favor tile about to be chosen.
    favor: 4.5,
    /// A town tile about to be chosen.
    town: 9.0,
    /// A bridge about to be placed.
    bridge: 1.0,
    /// A dwelling or trading house about to be placed for free.
    free_building: 4.0,
    /// A bonus card that may be held in each later round.
    later_card: 3.0,
    /// Power actions put off for a turn: somebody else may take them.
    put_off_power: 0.35,
    /// Land and priests' spaces put off for a turn.
    put_off_land: 0.2,
    /// Anything else put off for a turn.
    put_off: 0.05,
}
