//! A variant in the head of a `.battle` text, so that the text holds all a battle needs.
//!
//! ```text
//! VARIANT Woodland
//! TITAN-STEP 75
//! CREATURE Ent 12 3 8 Brambles Tree
//! CREATURE Titan 6 4 6 titan lord
//! LINE Grove Sprite 2*Ent
//! STEPS Keep Anything 0*Sprite -1*Titan Ent
//! ```
//!
//! The numbers of a creature are power, skill and the size of its stack; then come what it can do and where it is at home.
//! `LINE` is a terrain whose kinds also recruit all weaker ones, `STEPS` one whose kinds do not.

use super::super::creatures::{DEFAULT, MOST_POWER, MOST_SKILL, TITAN_POWER, Traits};
use super::super::recruit::{Member, Recruits};
use super::super::text::BadValue;
use super::{TITAN_STEP, Variant};
use crate::{Hexside, Terrain};
use hexwright_core::Key;
use std::borrow::Cow;
use std::fmt::Write as _;

/// The keywords of these lines.
pub(in crate::battle) const KEYWORDS: [&str; 5] = ["VARIANT", "TITAN-STEP", "CREATURE", "LINE", "STEPS"];

/// Hexsides that creatures can be at home on.
const SIDES: [Hexside; 3] = [Hexside::Slope, Hexside::Dune, Hexside::River];

impl Traits {
    /// What it can do, as words.
    fn abilities(&mut self) -> [(&'static str, &mut bool); 7] {
        [
            ("titan", &mut self.titan),
            ("flies", &mut self.flies),
            ("rangestrikes", &mut self.rangestrikes),
            ("magic", &mut self.magic),
            ("lord", &mut self.lord),
            ("demilord", &mut self.demilord),
            ("summonable", &mut self.summonable),
        ]
    }
}

/// Writes the lines of a variant; Default needs none.
pub(in crate::battle) fn write(variant: &Variant, out: &mut String) {
    if *variant == *Variant::standard() {
        return;
    }
    let _ = writeln!(out, "VARIANT {}", variant.name);
    if variant.titan_step != TITAN_STEP {
        let _ = writeln!(out, "TITAN-STEP {}", variant.titan_step);
    }
    for traits in &variant.creatures {
        let _ = write!(out, "CREATURE {} {} {} {}", traits.name, traits.power, traits.skill, traits.count);
        let mut copy = traits.clone();
        for (word, _) in copy.abilities().into_iter().filter(|(_, has)| **has) {
            let _ = write!(out, " {word}");
        }
        for terrain in Terrain::ALL.iter().filter(|&&terrain| traits.native_to(terrain)) {
            let _ = write!(out, " {}", terrain.name());
        }
        // who is at home in sand is so on dunes without saying it
        let dunes = traits.native_to(Terrain::Sand);
        let said = |side: &&Hexside| traits.native_to_side(**side) && !(dunes && **side == Hexside::Dune);
        for side in SIDES.iter().filter(said) {
            let _ = write!(out, " {}", side.name());
        }
        out.push('\n');
    }
    for recruits in &variant.terrains {
        let _ = write!(out, "{} {}", if recruits.regular { "LINE" } else { "STEPS" }, recruits.name);
        for &(member, number) in &recruits.line {
            let name = variant.member_name(member);
            let _ = if number == 1 { write!(out, " {name}") } else { write!(out, " {number}*{name}") };
        }
        out.push('\n');
    }
}

/// Gathers the lines of a variant.
#[derive(Debug, Default)]
pub(in crate::battle) struct LineReader {
    variant: Option<Variant>,
}

impl LineReader {
    /// Reads a line; creatures stand before the lines that name them.
    pub(in crate::battle) fn line(&mut self, keyword: &str, value: &str) -> Result<(), BadValue> {
        if keyword == "VARIANT" {
            super::check_name(value)?;
            self.variant = Some(Variant::empty(value));
            return Ok(());
        }
        let first = || format!("expected a line VARIANT with a name before {keyword}");
        let variant = self.variant.as_mut().ok_or_else(first)?;
        let words: Vec<&str> = value.split_whitespace().collect();
        match keyword {
            "TITAN-STEP" => {
                let step = value.parse().ok().filter(|step| (1..=10_000).contains(step));
                let expected = || format!("expected points from 1 to 10000, found `{value}`");
                variant.titan_step = step.ok_or_else(expected)?;
                Ok(())
            }
            "CREATURE" => variant.add(read_creature(&words)?),
            _ => {
                let Some((name, _)) = words.split_first() else {
                    return Err("expected the name of a terrain, found none".to_owned().into());
                };
                let members = value.trim_start().strip_prefix(name).unwrap_or("");
                let line = read_members(variant, members)?;
                variant.add_terrain(Recruits { name: (*name).to_owned(), regular: keyword == "LINE", line })
            }
        }
    }

    /// The variant, if there was a line of one.
    pub(in crate::battle) fn finish(self) -> Result<Option<Variant>, BadValue> {
        match self.variant {
            Some(variant) if variant.creatures.is_empty() => {
                Err(format!("expected lines CREATURE of the variant {}, found none", variant.name).into())
            }
            variant => Ok(variant),
        }
    }
}

fn read_creature(words: &[&str]) -> Result<Traits, BadValue> {
    let [name, power, skill, count, rest @ ..] = words else {
        return Err("expected a name, power, skill and size of the stack".to_owned().into());
    };
    let number = |what: &str, word: &str, most: u8| -> Result<u8, BadValue> {
        let number = word.parse().ok().filter(|number| (1..=most).contains(number));
        number.ok_or_else(|| format!("expected a {what} from 1 to {most}, found `{word}`").into())
    };
    let mut traits = Traits {
        power: number("power", power, MOST_POWER)?,
        skill: number("skill", skill, MOST_SKILL)?,
        count: number("size of the stack", count, u8::MAX)?,
        ..Traits::named(name)
    };
    for word in rest {
        let ability = traits.abilities().into_iter().find(|(name, _)| name == word);
        if let Some((_, has)) = ability {
            *has = true;
        } else if let Some(terrain) = Terrain::from_name(word) {
            traits.settle_in(terrain);
        } else if let Some(&side) = SIDES.iter().find(|side| side.name() == *word) {
            traits.settle_on(side);
        } else {
            let message = format!("expected an ability, a terrain, slope, dune or river, found `{word}`");
            return Err(message.into());
        }
    }
    if traits.titan && traits.power != TITAN_POWER {
        let message =
            format!("expected power {TITAN_POWER} of a Titan without points, found {}", traits.power);
        return Err(message.into());
    }
    Ok(traits)
}

impl Traits {
    /// A creature of which only the name is known.
    pub(in crate::battle) fn named(name: &str) -> Self {
        // names of Default are words of the catalogues
        let known = DEFAULT.iter().find_map(|traits| match traits.name {
            Cow::Borrowed(known) if known == name => Some(known),
            _ => None,
        });
        Self {
            name: known.map_or_else(|| Cow::Owned(name.to_owned()), Cow::Borrowed),
            power: 1,
            skill: 1,
            titan: false,
            flies: false,
            rangestrikes: false,
            magic: false,
            lord: false,
            demilord: false,
            summonable: false,
            natives: 0,
            sides: 0,
            count: 1,
        }
    }
}

/// The members of a line as in `Ogre 2*Troll`, weakest first, each with how many of the one before recruit it.
pub(super) fn read_members(variant: &Variant, list: &str) -> Result<Vec<(Member, i8)>, BadValue> {
    let read = |word: &str| -> Result<(Member, i8), BadValue> {
        let (number, name) = word.split_once('*').unwrap_or(("1", word));
        let number = number.parse().ok().filter(|number| (-1..=20).contains(number));
        let expected = || format!("expected a number from -1 to 20 before the star, found `{word}`");
        Ok((variant.member(name)?, number.ok_or_else(expected)?))
    };
    list.split_whitespace().map(read).collect()
}

impl Variant {
    /// The member of a line of this name.
    pub(super) fn member(&self, name: &str) -> Result<Member, BadValue> {
        match Member::GROUPS.iter().find(|(_, known)| *known == name) {
            Some(&(group, _)) => Ok(group),
            None => self.known(name).map(Member::Kind),
        }
    }
}
