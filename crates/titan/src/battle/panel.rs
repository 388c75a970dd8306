//! The legions that verdicts of lands are fought with: a written panel for Default, and one made the same way for any other
//! variant.
//!
//! ```
//! use hexwright_titan::battle::{Panel, Variant};
//!
//! let panel = Panel::of(&Variant::standard()).unwrap();
//! assert_eq!(panel.pairs().len(), 4);
//! assert!(panel.written_pairs()[2][0].starts_with("Titan Lion"));
//! ```

use super::{Kind, LEGION, Variant};
use crate::Terrain;
use hexwright_core::Key as _;
use std::sync::{Arc, LazyLock};

/// Two legions of about equal value, natives of many grounds among both.
const PANEL: [[&str; 2]; 4] = [
    ["Ogre Ogre Centaur Centaur Gargoyle Gargoyle", "Ogre Ogre Centaur Centaur Gargoyle Gargoyle"],
    ["Lion Lion Troll Warbear Centaur", "Gargoyle Cyclops Gorgon Ogre Ogre"],
    ["Titan Lion Ranger Ogre Troll", "Titan Minotaur Warbear Gargoyle Gorgon"],
    ["Griffon Unicorn Hydra Behemoth", "Wyvern Giant Dragon Colossus"],
];

/// Natives of a ground and a legion of about equal value that is native to no terrain.
const NATIVES: [(Terrain, [&str; 2]); 5] = [
    (
        Terrain::Brambles,
        ["Gargoyle Gargoyle Cyclops Cyclops Gorgon", "Centaur Centaur Minotaur Minotaur Unicorn"],
    ),
    (Terrain::Sand, ["Lion Lion Griffon Griffon", "Centaur Minotaur Unicorn Minotaur"]),
    (Terrain::Bog, ["Ogre Ogre Troll Troll Ranger", "Centaur Centaur Minotaur Minotaur Minotaur"]),
    (Terrain::Drift, ["Troll Troll Warbear Giant", "Minotaur Unicorn Minotaur Unicorn"]),
    (Terrain::Volcano, ["Dragon Dragon", "Unicorn Unicorn"]),
];

/// Two legions that meet.
pub type Pair = [Vec<Kind>; 2];

/// The legions of a verdict.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Panel {
    variant: Arc<Variant>,
    pairs: Vec<Pair>,
    natives: Vec<(Terrain, Pair)>,
}

/// A variant in which nobody can fight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the variant has no creature beside its Titan, so there are no legions to judge a land with")]
pub struct NobodyFights;

static STANDARD: LazyLock<Arc<Panel>> = LazyLock::new(|| {
    let variant = Variant::standard();
    // names of the panel are known to be right: a test reads them
    let pair = |lists: [&str; 2]| lists.map(|list| variant.read_kinds(list).unwrap_or_default());
    let pairs = PANEL.map(pair).into();
    let natives = NATIVES.map(|(ground, lists)| (ground, pair(lists))).into();
    Arc::new(Panel { variant, pairs, natives })
});

impl Panel {
    /// The panel of Default.
    #[must_use]
    pub fn standard() -> Arc<Self> {
        Arc::clone(&STANDARD)
    }

    /// The panel of a variant: that of Default, or one of the same shape made of the variant's creatures. Six weak
    /// creatures against the same six, five of middling value against five, a Titan with four against another, four
    /// strong ones against four; and natives of each ground against creatures native to none.
    ///
    /// # Errors
    /// The variant has no creature that could fight.
    pub fn of(variant: &Arc<Variant>) -> Result<Arc<Self>, NobodyFights> {
        if **variant == *Variant::standard() {
            return Ok(Self::standard());
        }
        let mut fighters: Vec<Kind> = variant.kinds().filter(|&kind| !variant[kind].titan).collect();
        fighters.sort_by_key(|&kind| (value(variant, kind), kind));
        if fighters.is_empty() {
            return Err(NobodyFights);
        }
        let third = |number: usize| {
            let at = |number: usize| number * fighters.len() / 3;
            // of one or two kinds a third may have none
            &fighters
                [at(number).min(fighters.len() - 1)..at(number + 1).max(at(number) + 1).min(fighters.len())]
        };
        let six: Vec<Kind> = third(0).iter().copied().cycle().take(6).collect();
        let mut pairs = vec![[six.clone(), six], deal(variant, third(1), 5), deal(variant, third(2), 4)];
        if let Some(titan) = variant.kinds().find(|&kind| variant[kind].titan) {
            let [one, other] = deal(variant, &fighters[..fighters.len() - fighters.len() / 3], 4);
            pairs.insert(2, [[vec![titan], one].concat(), [vec![titan], other].concat()]);
        }
        let strangers: Vec<Kind> =
            fighters.iter().copied().filter(|&kind| is_stranger(variant, kind)).collect();
        let natives = Terrain::ALL.iter().filter_map(|&ground| {
            let at_home = fighters.iter().copied().filter(|&kind| variant[kind].native_to(ground));
            let natives: Vec<Kind> = at_home.collect::<Vec<_>>().into_iter().cycle().take(4).collect();
            let pair = [natives.clone(), as_strong(variant, &strangers, &natives)];
            pair.iter().all(|legion| !legion.is_empty()).then_some((ground, pair))
        });
        Ok(Arc::new(Self { variant: Arc::clone(variant), natives: natives.collect(), pairs }))
    }

    /// The creatures there are.
    #[must_use]
    pub const fn variant(&self) -> &Arc<Variant> {
        &self.variant
    }

    /// Legions of about equal value.
    #[must_use]
    pub fn pairs(&self) -> &[Pair] {
        &self.pairs
    }

    /// Natives of a ground, and strangers of about equal value.
    #[must_use]
    pub fn natives(&self) -> &[(Terrain, Pair)] {
        &self.natives
    }

    /// The pairs in words.
    #[must_use]
    pub fn written_pairs(&self) -> Vec<[String; 2]> {
        self.pairs.iter().map(|pair| self.written(pair)).collect()
    }

    /// Natives and strangers in words.
    #[must_use]
    pub fn written_natives(&self) -> Vec<(&'static str, [String; 2])> {
        self.natives.iter().map(|(ground, pair)| (ground.name(), self.written(pair))).collect()
    }

    fn written(&self, pair: &Pair) -> [String; 2] {
        pair.each_ref().map(|legion| self.variant.names(legion))
    }
}

fn value(variant: &Variant, kind: Kind) -> u16 {
    u16::from(variant[kind].power) * u16::from(variant[kind].skill)
}

fn is_stranger(variant: &Variant, kind: Kind) -> bool {
    !Terrain::ALL.iter().any(|&ground| variant[kind].native_to(ground))
}

/// Two legions of so many creatures: of these kinds in turn, the strongest first, each to the legion that has less.
fn deal(variant: &Variant, kinds: &[Kind], each: usize) -> Pair {
    let mut all: Vec<Kind> = kinds.iter().rev().copied().cycle().take(2 * each).collect();
    all.sort_by_key(|&kind| std::cmp::Reverse(value(variant, kind)));
    let (mut pair, mut sums) = ([Vec::new(), Vec::new()], [0, 0]);
    for kind in all {
        let less = usize::from(sums[1] < sums[0]);
        let to = if pair[less].len() < each { less } else { 1 - less };
        sums[to] += value(variant, kind);
        pair[to].push(kind);
    }
    pair
}

/// A legion of these kinds whose value comes as near to that of another legion as adding one after the other can.
fn as_strong(variant: &Variant, kinds: &[Kind], than: &[Kind]) -> Vec<Kind> {
    let sum = |legion: &[Kind]| legion.iter().map(|&kind| value(variant, kind)).sum::<u16>();
    let (wanted, mut legion) = (sum(than), Vec::new());
    while legion.len() < LEGION {
        let with = |kind: Kind| (sum(&legion) + value(variant, kind)).abs_diff(wanted);
        // the strongest that still fits, so that a legion of seven is enough; at last whatever comes nearest
        let fitting = kinds.iter().rev().copied().find(|&kind| sum(&legion) + value(variant, kind) <= wanted);
        let next = fitting.or_else(|| kinds.iter().copied().min_by_key(|&kind| with(kind)));
        match next {
            Some(kind) if legion.is_empty() || with(kind) < sum(&legion).abs_diff(wanted) => {
                legion.push(kind);
            }
            _ => break,
        }
    }
    legion
}

#[cfg(test)]
mod tests {
    use super::super::{BattleFormat, Legion, Setup};
    use super::*;
    use crate::Battleland;
    use hexwright_core::text::{Format as _, Leniency};

    fn standard_value(list: &str) -> u16 {
        let variant = Variant::standard();
        variant.read_kinds(list).unwrap().into_iter().map(|kind| value(&variant, kind)).sum()
    }

    #[test]
    fn the_written_panel_names_creatures_and_its_legions_are_of_about_equal_value() {
        for [one, other] in PANEL.into_iter().chain(NATIVES.map(|(_, pair)| pair)) {
            let (one, other) = (standard_value(one), standard_value(other));
            assert!(one.abs_diff(other) * 5 <= one.max(other), "{one} and {other}");
        }
    }

    #[test]
    fn a_panel_is_made_of_any_creatures() {
        let kinds =
            ["CREATURE Ent 12 3 8 Brambles Tree", "CREATURE Fox 4 4 9", "CREATURE Owl 5 4 9 flies Tree"];
        for count in 1..=kinds.len() {
            let text = format!(
                "BATTLE\nVARIANT Small\n{}\nATTACKER Ent\nDEFENDER Ent\nLAND\n",
                kinds[..count].join("\n")
            );
            let parsed = BattleFormat::read("small.battle", text.as_bytes(), Leniency::Strict).value.unwrap();
            let panel = Panel::of(&parsed.variant).unwrap();
            assert_eq!(panel.pairs().len(), 3, "no Titan, so no pair with one");
            for [attacker, defender] in
                panel.pairs().iter().chain(panel.natives().iter().map(|(_, pair)| pair))
            {
                let [attacker, defender] = [attacker, defender].map(|legion| Legion::new(legion.clone()));
                let setup = Setup::new(Battleland::default(), attacker, defender);
                assert!(Setup { variant: Arc::clone(&parsed.variant), ..setup }.problems().is_empty());
            }
            let grounds: Vec<&str> = panel.natives().iter().map(|(ground, _)| ground.name()).collect();
            // only the Fox is a stranger everywhere
            assert_eq!(grounds, if count == 1 { vec![] } else { vec!["Brambles", "Tree"] });
        }
    }
}
