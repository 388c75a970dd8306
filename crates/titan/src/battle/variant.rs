//! A variant: the creatures of a game and what they recruit where. Default is built in; others are read from their folder
//! (`folder`) or stand in the text of a battle (`lines`).
//!
//! ```
//! use hexwright_titan::battle::Variant;
//!
//! let standard = Variant::standard();
//! assert_eq!(standard.kinds().count(), 24);
//! let troll = standard.kind("troll").unwrap();
//! assert_eq!(standard[troll].power, 8);
//! ```

mod folder;
mod lines;
mod xml;

pub use folder::{FileName, RecruitLine, VariantFile, VariantFolder, VariantIndex, read_folder};
pub(super) use lines::{KEYWORDS as LINE_KEYWORDS, LineReader, write as write_lines};
pub(crate) use xml::FINDINGS;
pub use xml::VariantFormat;

use super::creatures::{self, Kind, Traits};
use super::recruit::{MasterTerrain, Member, Recruits};
use super::text::BadValue;
use hexwright_core::text::closest;
use std::ops::Index;
use std::sync::{Arc, LazyLock};

/// Most kinds of a variant.
pub const MOST_KINDS: usize = 128;

/// Most terrains of the strategic map of a variant.
pub const MOST_TERRAINS: usize = 64;

/// Most members of the line of a terrain.
pub const MOST_MEMBERS: usize = 32;

/// Most kinds of a variant that can be summoned.
pub const MOST_SUMMONABLE: usize = 4;

/// Longest name of a creature or terrain, in characters.
pub const MOST_LETTERS: usize = 32;

/// Points for which a Titan of the variant Default gets one more power.
pub(super) const TITAN_STEP: u16 = 100;

/// The creatures of a game and what they recruit where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variant {
    /// Its name.
    pub name: String,
    creatures: Vec<Traits>,
    summonable: Vec<Kind>,
    terrains: Vec<Recruits>,
    /// Points for which a Titan gets one more power.
    pub titan_step: u16,
}

impl Index<Kind> for Variant {
    type Output = Traits;

    #[inline]
    fn index(&self, kind: Kind) -> &Traits {
        &self.creatures[kind.index()]
    }
}

impl Index<MasterTerrain> for Variant {
    type Output = Recruits;

    fn index(&self, terrain: MasterTerrain) -> &Recruits {
        &self.terrains[terrain.index()]
    }
}

static STANDARD: LazyLock<Arc<Variant>> = LazyLock::new(|| {
    let mut standard = Variant::empty("Default");
    standard.creatures = creatures::DEFAULT.to_vec();
    standard.summonable = standard.kinds().filter(|&kind| standard[kind].summonable).collect();
    standard.terrains = DEFAULT_LINES.iter().map(|line| standard.default_line(line)).collect();
    Arc::new(standard)
});

/// The lines of the variant Default (R-BTL-101), written as in texts.
const DEFAULT_LINES: [&str; 11] = [
    "Brush Gargoyle 2*Cyclops 2*Gorgon",
    "Desert Lion 3*Griffon 2*Hydra",
    "Hills Ogre 3*Minotaur 2*Unicorn",
    "Jungle Gargoyle 2*Cyclops 3*Behemoth 2*Serpent",
    "Marsh Ogre 2*Troll 2*Ranger",
    "Mountains Lion 2*Minotaur 2*Dragon 2*Colossus",
    "Plains Centaur 2*Lion 2*Ranger",
    "Swamp Troll 3*Wyvern 2*Hydra",
    "Tower Anything 0*Centaur Anything 0*Gargoyle Anything 0*Ogre AnyNonLord 3*Guardian -1*Titan Warlock",
    "Tundra Troll 2*Warbear 2*Giant 2*Colossus",
    "Woods Centaur 3*Warbear 2*Unicorn",
];

impl Variant {
    /// The variant Default.
    #[must_use]
    pub fn standard() -> Arc<Self> {
        Arc::clone(&STANDARD)
    }

    /// A variant without creatures.
    fn empty(name: &str) -> Self {
        Self {
            name: name.to_owned(),
            creatures: Vec::new(),
            summonable: Vec::new(),
            terrains: Vec::new(),
            titan_step: TITAN_STEP,
        }
    }

    fn default_line(&self, line: &str) -> Recruits {
        let (name, members) = line.split_once(' ').unwrap_or((line, ""));
        let line = lines::read_members(self, members).unwrap_or_default();
        Recruits { name: name.to_owned(), regular: name != "Tower", line }
    }

    /// All kinds.
    pub fn kinds(&self) -> impl ExactSizeIterator<Item = Kind> + use<> {
        (0..self.creatures.len() as u8).map(Kind)
    }

    /// All terrains of the strategic map.
    pub fn terrains(&self) -> impl ExactSizeIterator<Item = MasterTerrain> + use<> {
        (0..self.terrains.len() as u8).map(MasterTerrain)
    }

    /// The kinds that can be summoned.
    #[must_use]
    pub fn summonable(&self) -> &[Kind] {
        &self.summonable
    }

    /// The kind of this name; upper and lower case count alike.
    #[must_use]
    pub fn kind(&self, name: &str) -> Option<Kind> {
        self.kinds().find(|&kind| self[kind].name.eq_ignore_ascii_case(name))
    }

    /// The terrain of this name; upper and lower case count alike.
    #[must_use]
    pub fn terrain(&self, name: &str) -> Option<MasterTerrain> {
        self.terrains().find(|&terrain| self[terrain].name.eq_ignore_ascii_case(name))
    }

    /// Adds a kind.
    fn add(&mut self, traits: Traits) -> Result<(), BadValue> {
        let name = &traits.name;
        check_name(name)?;
        if Member::GROUPS.iter().any(|(_, group)| group == name) {
            return Err(format!(
                "expected another name: {name} stands for many creatures in lines of recruits"
            )
            .into());
        }
        if self.kind(name).is_some() {
            return Err(format!("expected each creature once, found {name} again").into());
        }
        if self.creatures.len() == MOST_KINDS {
            return Err(format!("expected at most {MOST_KINDS} creatures, found {name} too").into());
        }
        if traits.summonable {
            if self.summonable.len() == MOST_SUMMONABLE {
                let message = format!(
                    "expected at most {MOST_SUMMONABLE} creatures that can be summoned, found {name} too"
                );
                return Err(message.into());
            }
            self.summonable.push(Kind(self.creatures.len() as u8));
        }
        self.creatures.push(traits);
        Ok(())
    }

    /// Adds a terrain.
    fn add_terrain(&mut self, recruits: Recruits) -> Result<(), BadValue> {
        let name = &recruits.name;
        check_name(name)?;
        if self.terrain(name).is_some() {
            return Err(format!("expected each terrain once, found {name} again").into());
        }
        if self.terrains.len() == MOST_TERRAINS {
            return Err(format!("expected at most {MOST_TERRAINS} terrains, found {name} too").into());
        }
        if recruits.line.len() > MOST_MEMBERS {
            let message =
                format!("expected at most {MOST_MEMBERS} recruits of {name}, found {}", recruits.line.len());
            return Err(message.into());
        }
        self.terrains.push(recruits);
        Ok(())
    }

    /// How many of `recruiter` recruit one `kind` on a terrain; none if they never do, 0 if nobody is needed.
    #[must_use]
    pub fn needed(&self, terrain: MasterTerrain, kind: Kind, recruiter: Kind) -> Option<u8> {
        let possible = !self[kind].titan;
        self[terrain].needed(kind, recruiter, &self[recruiter]).filter(|_| possible)
    }

    /// A list of kinds as in `Titan Angel 2*Ogre`, or what is wrong with it.
    ///
    /// # Errors
    /// The first word that is no creature.
    pub fn read_kinds(&self, list: &str) -> Result<Vec<Kind>, BadValue> {
        let mut kinds = Vec::new();
        for word in list.split(|c: char| c.is_whitespace() || c == ',').filter(|word| !word.is_empty()) {
            kinds.extend(self.read_kind(word)?);
        }
        Ok(kinds)
    }

    fn read_kind(&self, word: &str) -> Result<Vec<Kind>, BadValue> {
        let (count, name) = word.split_once(['*', '×']).unwrap_or(("1", word));
        let count = count.parse().ok().filter(|count| (1..=MOST_ALIKE).contains(count));
        let count =
            count.ok_or_else(|| format!("expected a count from 1 to {MOST_ALIKE}, found `{word}`"))?;
        Ok(vec![self.known(name)?; count])
    }

    /// The kind of this name, or that there is none.
    fn known(&self, name: &str) -> Result<Kind, BadValue> {
        self.kind(name).ok_or_else(|| {
            let near = closest(name, self.creatures.iter().map(|traits| &*traits.name));
            let help = near.map_or_else(String::new, |near| format!("; did you mean `{near}`?"));
            format!("expected a creature, found `{name}`{help}").into()
        })
    }

    /// The terrain of this name, or that there is none.
    ///
    /// # Errors
    /// The names there are.
    pub fn read_terrain(&self, name: &str) -> Result<MasterTerrain, BadValue> {
        self.terrain(name).ok_or_else(|| {
            let known: Vec<&str> = self.terrains.iter().map(|terrain| &*terrain.name).collect();
            match known.as_slice() {
                [] => {
                    format!("expected no terrain, because the variant {} has none, found `{name}`", self.name)
                }
                _ => format!("expected one of {}, found `{name}`", known.join(", ")),
            }
            .into()
        })
    }

    /// Names of kinds, with blanks between.
    #[must_use]
    pub fn names(&self, kinds: &[Kind]) -> String {
        kinds.iter().map(|&kind| &*self[kind].name).collect::<Vec<_>>().join(" ")
    }

    /// Name of a member of a line.
    fn member_name(&self, member: Member) -> &str {
        match member {
            Member::Kind(kind) => &self[kind].name,
            group => Member::GROUPS.iter().find(|(known, _)| *known == group).map_or("", |(_, name)| name),
        }
    }
}

/// Most creatures a count may ask for: more than a legion, so that the rule about its size can speak.
const MOST_ALIKE: usize = 20;

/// Names are words of letters, digits, `-`, `_` and `'` that begin with a letter.
fn check_name(name: &str) -> Result<(), BadValue> {
    let right = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '\'');
    let short = name.chars().count() <= MOST_LETTERS;
    if short && name.starts_with(char::is_alphabetic) && name.chars().all(right) {
        return Ok(());
    }
    let shown: String = name.chars().take(MOST_LETTERS).collect();
    Err(format!("expected a name of at most {MOST_LETTERS} letters, digits, `-` or `_`, found `{shown}`")
        .into())
}

/// A list of kinds of the variant Default as in `Titan Angel 2*Ogre`, or what is wrong with it.
///
/// ```
/// use hexwright_titan::battle::{Variant, read_kinds};
/// let kinds = read_kinds("titan, 2*Ogre").unwrap();
/// assert_eq!(Variant::standard().names(&kinds), "Titan Ogre Ogre");
/// let error = read_kinds("Oger").unwrap_err();
/// assert_eq!(error.to_string(), "expected a creature, found `Oger`; did you mean `Ogre`?");
/// ```
///
/// # Errors
/// The first word that is no creature.
pub fn read_kinds(list: &str) -> Result<Vec<Kind>, BadValue> {
    STANDARD.read_kinds(list)
}
