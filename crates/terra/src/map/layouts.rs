//! The rows of the printed boards, one letter a hex: `Y`ellow, brow`N`, blac`K`, `B`lue, `G`reen,
//! `S` for the gray of stone, `R`ed, `~` for river.

use crate::words::vocabulary;

vocabulary! {
    /// A printed board.
    MapId, ByMap, 7 {
        /// The original board.
        Base: "base" | "base game" | "original" | "126fe960806d587c78546b30f1a90853b1ada468",
        /// The revised board: Fire & Ice, side 2.
        RevisedBase: "revised_base" | "revised base game" | "fire & ice side 2" | "be8f6ebf549404d015547152d5f2a1906ae8dd90",
        /// Fire & Ice, side 1.
        FireAndIce: "fire_and_ice" | "fire&ice" | "fire & ice" | "fire & ice side 1" | "95a66999127893f5925a5f591d54f8bcb9a670e6",
        /// Loon Lakes.
        Lakes: "lakes" | "lake" | "loon lakes" | "fdb13a13cd48b7a3c3525f27e4628ff6905aa5b1",
        /// Fjords.
        Fjords: "fjords" | "2afadc63f4d81e850b7c16fb21a1dcd29658c392",
        /// Archipelago; its layout is not cross-checked.
        Archipelago: "archipelago",
        /// A board whose rows are given from outside.
        Custom: "custom",
    }
}

impl MapId {
    /// The boards with a layout of their own.
    pub const PRINTED: [Self; 6] =
        [Self::Base, Self::RevisedBase, Self::FireAndIce, Self::Lakes, Self::Fjords, Self::Archipelago];

    /// Whether the layout was checked against a published one.
    #[must_use]
    pub const fn verified(self) -> bool {
        !matches!(self, Self::Archipelago | Self::Custom)
    }

    /// The rows from the top; none for a custom board.
    #[must_use]
    pub const fn rows(self) -> Option<[&'static str; 9]> {
        Some(match self {
            Self::Base => [
                "NSGBYRNKRGBRK",
                "Y~~NK~~YK~~Y",
                "~~K~S~G~G~S~~",
                "GBY~~RB~R~RN",
                "KNRBKNSY~~GKB",
                "SG~~YG~~~NSN",
                "~~~S~R~G~YKBY",
                "YBN~~~BK~SNS",
                "RKSBRGYNS~BGR",
            ],
            Self::RevisedBase => [
                "NSGBNRNKRBGRK",
                "Y~~YK~~YG~~Y",
                "~~K~S~G~K~R~~",
                "GBY~~RB~R~SN",
                "KNRBYNGY~~GKR",
                "SG~~KS~~~NSY",
                "~~~S~R~G~YKBN",
                "YBN~~~BK~SNR",
                "BKSBRGYNS~BGS",
            ],
            Self::FireAndIce => [
                "N~NKY~SGRBYB",
                "RY~BSR~~~YNKS",
                "GK~~~NGY~~~~",
                "YSGYK~BRN~GBG",
                "~~N~~RKGS~NK",
                "GR~~G~~~NB~SR",
                "S~YSBRG~RS~K",
                "KB~KNSB~YK~RB",
                "SG~RYKY~BN~N",
            ],
            Self::Lakes => [
                "SBRNYBYR~~GB",
                "YKG~~KN~GS~NK",
                "N~~GRS~KBR~Y",
                "BRS~YNG~~Y~KR",
                "GY~KB~~R~SGN",
                "S~NS~Y~S~NKBR",
                "R~~~RGNKY~~S",
                "YBK~BSB~~SG~B",
                "KN~G~~~GRNYK",
            ],
            Self::Fjords => [
                "GK~NYSKSYRKBY",
                "BN~BGR~~~~~N",
                "SGR~~N~KSNY~S",
                "~~~S~~GRBGR~",
                "RSY~BR~NYSN~K",
                "KN~GYG~SBG~S",
                "YB~KSKB~NK~GR",
                "G~NRNYR~~~RB",
                "K~~GBSB~GYKNY",
            ],
            Self::Archipelago => [
                "KBRGBN~RNK~BG",
                "GSKRSY~~G~KS",
                "YKYNBG~B~~~~B",
                "~SR~~~NY~RY~",
                "B~G~R~~RG~NKN",
                "R~~SK~~~~SG~",
                "SNGBYB~SK~~~B",
                "KSYRSG~N~YKR",
                "BYGNKN~YS~RNY",
            ],
            Self::Custom => return None,
        })
    }
}
