//! What the numbers of a row are, in their order. The shipped network knows them by these names.

macro_rules! blocks {
    (@at $at:expr;) => {
        /// Numbers in a row.
        pub const COUNT: usize = $at;
    };
    (@at $at:expr; $name:ident $len:literal; $($rest:tt)*) => {
        pub(super) const $name: usize = $at;
        blocks!(@at $at + $len; $($rest)*);
    };
    ($($(#[doc = $doc:literal])+ $name:ident $len:literal;)*) => {
        blocks!(@at 0; $($name $len;)*);
        /// The blocks of a row in order: name, how many numbers, what they say.
        pub const BLOCKS: &[(&str, usize, &str)] = &[$((stringify!($name), $len, concat!($($doc),+))),*];
    };
}

blocks! {
    /// Points still missing to win, in tenths.
    TO_GO 1;
    /// At most 1, 2, … 6 points missing.
    NEAR_GOAL 6;
    /// Points ahead of the best rival, in fifths.
    LEAD 1;
    /// The best rival misses at most 1, 2, 3 points.
    RIVAL_NEAR 3;
    /// Pips of each kind (chances in 36 of a card a roll), in tenths; what the robber blocks included.
    INCOME 5;
    /// Pips of each kind under the robber, in tenths.
    BLOCKED 5;
    /// Whether each kind comes in at all.
    HAS_KIND 5;
    /// The chance that a roll brings anything.
    COVER 1;
    /// How fast the dice pay a settlement, a city, a card, a road, harbours helping.
    SPEED 4;
    /// A 3:1 harbour.
    HARBOUR 1;
    /// A 2:1 harbour, worth its kind's pips.
    HARBOUR_OF 5;
    /// Settlements and cities on the board, roads left.
    PIECES 3;
    /// No settlement left to build.
    NO_SETTLEMENT 1;
    /// The best corner to settle at once, and how many there are.
    SPOT_NOW 2;
    /// The best corner one road away, and how many there are.
    SPOT_NEAR 2;
    /// The best corner one road away that no rival reaches as soon.
    SAFE_NEAR 1;
    /// The best corner two roads away, and how many there are.
    SPOT_FAR 2;
    /// The best corner two roads away that no rival reaches as soon.
    SAFE_FAR 1;
    /// Holds the longest road.
    ROAD_HOLD 1;
    /// Length of the longest trail, in tenths.
    TRAIL 1;
    /// One, two, three roads short of taking the longest road.
    ROAD_LACK 3;
    /// Holds it, and a rival is one or two roads short.
    ROAD_PRESS 2;
    /// Holds the largest army.
    ARMY_HOLD 1;
    /// Knights played, in fifths.
    KNIGHTS 1;
    /// One, two, three knights short of taking the largest army.
    ARMY_LACK 3;
    /// Holds it, and a rival is one or two knights short.
    ARMY_PRESS 2;
    /// At least one, two knights in hand.
    KNIGHT_CARDS 2;
    /// Road building, monopoly, year of plenty in hand.
    PROGRESS 3;
    /// Development cards in hand, in fifths.
    CARDS 1;
    /// Resource cards of each kind, in quarters.
    HAND 5;
    /// All resource cards, in tenths.
    TOTAL 1;
    /// More cards than a seven spares; how many more.
    EXPOSED 2;
    /// None, one, two cards short of a settlement that could be built, trades with the bank counted.
    LACK_SETTLEMENT 3;
    /// None, one, two cards short of a city that could be built.
    LACK_CITY 3;
    /// None, one, two cards short of a development card.
    LACK_CARD 3;
    /// None, one card short of a road.
    LACK_ROAD 2;
    /// Who moves next: this seat, or one, two, three or more before it.
    WAIT 4;
    /// At least one, two settlements still to place in the setup.
    TO_PLACE 2;
    /// Turns played, in eighties.
    AGE 1;
    /// Development cards left to buy, in twenty-fifths.
    DECK 1;
    /// Islands discovered; a ship could be built.
    SEA 2;
    /// Two at the table; three.
    TABLE 2;
}

/// The row of one seat.
pub type FeatureRow = [f32; COUNT];
