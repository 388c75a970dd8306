//! The extra final scorings of Fire & Ice.

use crate::words::vocabulary;

vocabulary! {
    /// An extra final scoring; network and cults always count.
    FinalScoring, ByFinalScoring, 4 {
        /// Largest distance between two buildings of one network.
        Distance: "connected-distance",
        /// Distance between stronghold and sanctuary of one network.
        StrongholdSanctuary: "connected-sa-sh-distance",
        /// Most buildings on the rim in one network.
        Edge: "building-on-edge",
        /// Most groups in one network.
        Clusters: "connected-clusters",
    }
}

impl FinalScoring {
    /// The word in ledger rows.
    #[must_use]
    pub const fn label(self) -> &'static str {
        ["distance", "sa-sh-distance", "edge", "clusters"][self as usize]
    }
}
