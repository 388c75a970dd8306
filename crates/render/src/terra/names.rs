//! Short names for small places.

use hexwright_terra::{BonusCard, Faction, FinalScoring, Phase, PowerAction, ScoringTile, Terrain, TownTile};

/// Three letters that tell twenty factions apart.
pub(super) const fn faction(faction: Faction) -> &'static str {
    match faction {
        Faction::Acolytes => "Aco",
        Faction::Alchemists => "Alc",
        Faction::Auren => "Aur",
        Faction::ChaosMagicians => "Cha",
        Faction::Cultists => "Cul",
        Faction::Darklings => "Dar",
        Faction::Dragonlords => "Dra",
        Faction::Dwarves => "Dwa",
        Faction::Engineers => "Eng",
        Faction::Fakirs => "Fak",
        Faction::Giants => "Gia",
        Faction::Halflings => "Hal",
        Faction::IceMaidens => "Ice",
        Faction::Mermaids => "Mer",
        Faction::Nomads => "Nom",
        Faction::Riverwalkers => "Riv",
        Faction::Shapeshifters => "Sha",
        Faction::Swarmlings => "Swa",
        Faction::Witches => "Wit",
        Faction::Yetis => "Yet",
    }
}

/// The letter of a terrain; none for rivers.
pub(super) const fn letter(terrain: Terrain) -> &'static str {
    match terrain {
        Terrain::Yellow => "D",
        Terrain::Brown => "P",
        Terrain::Black => "S",
        Terrain::Blue => "L",
        Terrain::Green => "F",
        Terrain::Gray => "M",
        Terrain::Red => "W",
        Terrain::Ice => "I",
        Terrain::Volcano => "V",
        Terrain::River => "",
    }
}

pub(super) const fn phase(phase: Phase) -> &'static str {
    match phase {
        Phase::Setup => "setup",
        Phase::Action => "actions",
        Phase::CultIncome => "cult income",
        Phase::Income => "income",
        Phase::End => "end",
    }
}

/// What a card gives, in two short lines: income, and the rest.
pub(super) const fn card(card: BonusCard) -> [&'static str; 2] {
    match card {
        BonusCard::Spade => ["2c", "spade"],
        BonusCard::Cult => ["4c", "cult +1"],
        BonusCard::Coins => ["6c", ""],
        BonusCard::Shipping => ["3pw", "ship +1"],
        BonusCard::WorkerPower => ["1w 3pw", ""],
        BonusCard::BigBuildings => ["2w", "SH/SA 4vp"],
        BonusCard::TradingHouses => ["1w", "TP 2vp"],
        BonusCard::Priest => ["1p", ""],
        BonusCard::Dwellings => ["2c", "D 1vp"],
        BonusCard::ShippingPoints => ["3pw", "ship 3vp"],
    }
}

/// What a town tile gives besides its points.
pub(super) const fn town(tile: TownTile) -> &'static str {
    match tile {
        TownTile::Coins => "6c",
        TownTile::Workers => "2w",
        TownTile::Priest => "1p",
        TownTile::Power => "8pw",
        TownTile::Cult => "cults 1",
        TownTile::DoubleCult => "cults 2",
        TownTile::Ship => "ship",
        TownTile::Points => "",
    }
}

/// What scores in the round, and what comes after it.
pub(super) const fn scoring(tile: ScoringTile) -> [&'static str; 2] {
    match tile {
        ScoringTile::Score1 => ["spade 2", "1 Earth: 1c"],
        ScoringTile::Score2 => ["town 5", "4 Earth: spade"],
        ScoringTile::Score3 => ["D 2", "4 Water: 1p"],
        ScoringTile::Score4 => ["SH SA 5", "2 Fire: 1w"],
        ScoringTile::Score5 => ["D 2", "4 Fire: 4pw"],
        ScoringTile::Score6 => ["TP 3", "4 Water: spade"],
        ScoringTile::Score7 => ["SH SA 5", "2 Air: 1w"],
        ScoringTile::Score8 => ["TP 3", "4 Air: spade"],
        ScoringTile::Score9 => ["TE 4", "priest: 2c"],
    }
}

pub(super) const fn action(action: PowerAction) -> &'static str {
    match action {
        PowerAction::Bridge => "bridge",
        PowerAction::Priest => "1p",
        PowerAction::Workers => "2w",
        PowerAction::Coins => "7c",
        PowerAction::Spade => "1 spade",
        PowerAction::Spades => "2 spades",
    }
}

pub(super) const fn final_scoring(scoring: FinalScoring) -> &'static str {
    match scoring {
        FinalScoring::Distance => "greatest distance",
        FinalScoring::StrongholdSanctuary => "stronghold to sanctuary",
        FinalScoring::Edge => "buildings on the edge",
        FinalScoring::Clusters => "clusters",
    }
}
