//! The words each format knows, with a line about each: what editors offer while somebody types.

/// A word of a format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Keyword {
    /// As it is written.
    pub word: &'static str,
    /// What it means, in one line.
    pub meaning: &'static str,
}

macro_rules! keywords {
    ($($word:literal: $meaning:literal,)*) => { &[$(Keyword { word: $word, meaning: $meaning }),*] };
}

/// The words of a format of this name; none if it has no words.
///
/// ```
/// let words = hexwright_formats::keywords("script");
/// assert!(words.iter().any(|word| word.word == "HAZARDS"));
/// ```
#[must_use]
pub fn keywords(format: &str) -> &'static [Keyword] {
    match format {
        "catan" => CATAN,
        "game" => GAME,
        "script" => SCRIPT,
        "battleland" => BATTLELAND,
        "battle" => BATTLE,
        "snapshot" => SNAPSHOT,
        "log" => LOG,
        "concise" => CONCISE,
        "record" => RECORD,
        _ => &[],
    }
}

const CATAN: &[Keyword] = keywords! {
    "# title:": "the title of the map",
    "# author:": "who made the map",
    "# licence:": "under which licence it may be passed on",
    "# seed:": "the seed that draws the open cells",
    "# pioneers:": "what the sections cannot say: a line of a Pioneers map",
};

const GAME: &[Keyword] = keywords! {
    "title": "the title of the map",
    "desc": "a line of the description",
    "random-terrain": "terrain and ports are drawn when a game starts",
    "strict-trade": "no trade after building",
    "domestic-trade": "players may trade with each other",
    "use-dice-deck": "dice come from a deck of cards",
    "check-victory-at-end-of-turn": "victory is only checked when a turn ends",
    "use-pirate": "the pirate may be moved",
    "num-players": "number of seats, 2 to 8",
    "sevens-rule": "which sevens are rolled again: 0 none, 1 in the first two rounds, 2 all",
    "num-dice-decks": "copies of the 36 pairs in the dice deck",
    "num-removed-dice-cards": "cards left when the dice deck is rebuilt",
    "victory-points": "points to win",
    "num-roads": "roads per player",
    "num-bridges": "bridges per player",
    "num-ships": "ships per player",
    "num-settlements": "settlements per player",
    "num-cities": "cities per player",
    "num-city-walls": "city walls per player",
    "resource-count": "cards of each resource in the bank",
    "develop-road": "road building cards",
    "develop-monopoly": "monopoly cards",
    "develop-plenty": "year of plenty cards",
    "develop-chapel": "chapel cards, one point each",
    "develop-university": "university cards, one point each",
    "develop-governor": "governor cards, one point each",
    "develop-library": "library cards, one point each",
    "develop-market": "market cards, one point each",
    "develop-soldier": "soldier cards",
    "island-discovery-bonus": "points for the first settlements on further islands",
    "chits": "the numbers of the hexes, in the order of their sequence",
    "map": "the rows of the board follow, up to a line with a single `.`",
    "nosetup": "a corner that is closed during setup: column, row, corner",
};

const SCRIPT: &[Keyword] = keywords! {
    "AREA": "try each hazard once, on a hex of the list",
    "HAZARDS": "the hazards of an AREA: terrain, probability with its point, elevation",
    "PAIR": "hexsides between two terrains, on the first-named hex",
    "HEXSIDES": "the hexsides of a PAIR: letter and probability",
    "LABEL": "a name for a list of hexes, in lower case",
    "TITLE": "the title of the map",
    "SUBTITLE": "a second line of the title",
    "STARTLIST": "where the defender starts",
    "TOWER": "the map is a tower",
    "SOMEOF": "some hexes of a list, drawn at random: SOMEOF(n,list)",
    "SURROUNDINGSOF": "the neighbours of a list, without its members",
    "SUBSTRACT": "the first list without the members of the second",
    "inside": "every hex that is not on the border",
    "anywhere": "the whole board",
    "leftdefenseentry": "the left entry line of the defender",
    "upperdefenseentry": "the upper right entry line of the defender",
    "lowerdefenseentry": "the lower right entry line of the defender",
    "leftover": "hexes of the latest AREA that received no hazard",
    "usedup": "hexes of the latest AREA that received a hazard",
    "Plains": "open ground",
    "Tower": "a tower; its hexsides are walls",
    "Brambles": "hinders all but natives",
    "Sand": "its hexsides are dunes and cliffs",
    "Tree": "blocks everybody on foot",
    "Bog": "slows all but natives",
    "Volcano": "the home of dragons",
    "Drift": "snow that hurts strangers",
    "Lake": "water nobody walks on",
    "Stone": "blocks everybody",
    "Spring": "water that heals",
    "TarPit": "tar that holds fast",
};

const BATTLE: &[Keyword] = keywords! {
    "BATTLE": "the first line",
    "VARIANT": "the name of a variant whose creatures follow",
    "TITAN-STEP": "points for which a Titan gets one more power",
    "CREATURE": "a kind: name, power, skill, size of the stack, what it can do, where it is at home",
    "LINE": "a terrain and its recruits, weakest first; each also recruits weaker ones",
    "STEPS": "a terrain and its recruits, each by the one before alone",
    "ENTRANCE": "where the attacker enters: Left, Right or Bottom",
    "TERRAIN": "the hex of the strategic map, for reinforcements",
    "ATTACKER": "the legion that has seven turns",
    "ATTACKER-SCORE": "the score of its player",
    "ANGELS": "creatures the attacker may summon",
    "SUMMONED": "he has already summoned in this game turn",
    "DEFENDER": "the legion that moves first",
    "DEFENDER-SCORE": "the score of its player",
    "EXHAUSTED": "kinds whose stack is used up",
    "LAND": "the title of the land; then its text table",
};

const BATTLELAND: &[Keyword] = keywords! {
    "TITLE": "the title of the map",
    "SUBTITLE": "a second line of the title",
    "TOWER": "the map is a tower",
    "STARTLIST": "where the defender starts",
    "battlemap": "the root of a battleland in XML",
    "battlehex": "a hex: x, y, terrain, elevation",
    "hexborder": "a hexside: its number from 0 to 5 and its type",
    "startlist": "where the defender starts",
};

const SNAPSHOT: &[Keyword] = keywords! {
    "Round:": "0 for the setup, 1 to 6",
    "Phase:": "Setup, Income, Action, Cleanup or End",
    "MapType:": "the board",
    "Turn:": "the faction to move",
    "TurnOrder:": "factions in the order of their turns",
    "PassOrder:": "factions that passed, in their order",
    "Players:": "the factions, each with its keys",
    "Map:": "hexes whose terrain differs from the printed one",
    "State:": "tiles and actions on the table",
    "VP:": "victory points",
    "Res:": "workers, priests, coins / power in the three bowls",
    "Keys:": "unused keys to the tops of cult tracks",
    "Shipping:": "level of shipping",
    "Digging:": "level of digging",
    "Range:": "range of flight or tunnels",
    "Cult:": "steps on Fire, Water, Earth and Air",
    "Bridges:": "bridges by their two ends",
    "Towns:": "town tiles",
    "Bonus:": "the bonus card",
    "Favor:": "favour tiles",
    "StrongholdAction:": "Available, Used or None",
    "ScoringTiles:": "scoring tiles of the six rounds",
    "PowerActions:": "power actions, Available or Used",
    "CultBoard:": "priests on the cult tracks",
};

const LOG: &[Keyword] = keywords! {
    "map": "the board",
    "option": "a rule option",
    "score": "the scoring tiles of the six rounds",
    "delete": "bonus cards that are left out",
    "setup": "a faction takes its seat",
    "final-scoring": "a scoring at the end",
    "drop-faction": "a player leaves the game",
    "build": "a dwelling: build E6",
    "upgrade": "a building: upgrade E6 to TP",
    "dig": "spades: dig 1",
    "transform": "terrain: transform E6 to green",
    "action": "an action space: action ACT4",
    "bridge": "a bridge: bridge C1:B1",
    "connect": "a town over a river: connect r20",
    "send": "a priest: send p to FIRE for 2",
    "convert": "goods: convert 3PW to 1W",
    "burn": "power: burn 2",
    "leech": "power offered: leech 2 from cultists",
    "decline": "power offered: decline 2 from cultists",
    "advance": "a track: advance ship",
    "pass": "the end of the round: pass BON3",
    "wait": "nothing, until others have decided",
    "done": "the end of a turn",
    "resign": "leaves the game",
};

const CONCISE: &[Keyword] = keywords! {
    "Game:": "the board",
    "ScoringTiles:": "scoring tiles of the six rounds",
    "BonusCards:": "the bonus cards of the game",
    "StartingVPs:": "points at the start, by faction",
    "Options:": "rule options",
    "TurnOrder:": "factions in the order of their turns",
};

const RECORD: &[Keyword] = keywords! {
    "hexwright-record": "the first line of a record",
    "game:": "the game that was played",
    "seat": "the name of a seat: seat 0: name",
    "setup:": "the start of the game, in lines that begin with `| `",
    "chance": "an outcome of chance",
    "check": "a fingerprint of the position",
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{FORMATS, Leniency};

    #[test]
    fn keywords_are_of_known_formats_and_stand_once() {
        for format in FORMATS {
            let words = keywords(format.name);
            for (i, one) in words.iter().enumerate() {
                assert!(!one.meaning.ends_with('.') && !one.meaning.is_empty(), "{one:?}");
                assert!(!words[..i].iter().any(|other| other.word == one.word), "{one:?}");
            }
        }
    }

    #[test]
    fn readers_know_the_keywords() {
        let unknown = |format: &str, text: &str, id: &str| {
            let entry = FORMATS.iter().find(|entry| entry.name == format).unwrap();
            let report = entry.check("test", text.as_bytes(), Leniency::Lenient);
            report.diagnostics.iter().any(|found| found.id == id)
        };
        for word in keywords("game") {
            assert!(!unknown("game", &format!("{} 1\n", word.word), "G006"), "{word:?}");
        }
        assert!(unknown("game", "num-rodes 1\n", "G006"));
        for word in keywords("script").iter().filter(|word| word.word.starts_with(char::is_uppercase)) {
            let text = format!("AREA D4 HAZARDS {}\n", word.word);
            assert!(!unknown("script", &text, "unknown-terrain"), "{word:?}");
        }
        for word in keywords("script").iter().filter(|word| word.word.starts_with(char::is_lowercase)) {
            let text = format!("AREA ({}) HAZARDS Sand\n", word.word);
            assert!(!unknown("script", &text, "unknown-label"), "{word:?}");
        }
    }
}
