//! What a side or chance can do, and its text.

use super::creatures::Kind;
use super::strikes::Blow;
use super::variant::Variant;
use crate::HexId;

/// An action. A creature on the board is named by its hex, one outside by its kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// A creature comes in from outside.
    Enter {
        /// Which.
        kind: Kind,
        /// Where to.
        to: HexId,
    },
    /// A creature moves.
    Move {
        /// From where.
        from: HexId,
        /// Where to.
        to: HexId,
    },
    /// A creature strikes.
    Strike {
        /// From where.
        from: HexId,
        /// Whom.
        target: HexId,
        /// How, if there is a choice (R-BTL-83).
        option: Option<Blow>,
    },
    /// Excess hits go to a neighbour.
    Carry(HexId),
    /// An angel joins the attacker.
    Summon(Kind),
    /// A recruit joins the defender.
    Recruit(Kind),
    /// Ends a phase, or gives up excess hits, or declines.
    Done,
    /// Gives the battle up. Never listed, always possible while anybody decides.
    Concede,
    /// Chance: how many dice of the roll are hits.
    Hits(u8),
}

impl Action {
    /// The text of the action.
    #[must_use]
    pub fn text(&self, variant: &Variant) -> String {
        let name = |kind: Kind| &variant[kind].name;
        match *self {
            Self::Enter { kind, to } => format!("enter {} {to}", name(kind)),
            Self::Move { from, to } => format!("move {from} {to}"),
            Self::Strike { from, target, option: None } => format!("strike {from} {target}"),
            Self::Strike { from, target, option: Some(blow) } => format!("strike {from} {target} {blow}"),
            Self::Carry(hex) => format!("carry {hex}"),
            Self::Summon(kind) => format!("summon {}", name(kind)),
            Self::Recruit(kind) => format!("recruit {}", name(kind)),
            Self::Done => "done".to_owned(),
            Self::Concede => "concede".to_owned(),
            Self::Hits(hits) => format!("hits {hits}"),
        }
    }

    /// The action of a text. `number` is what a die must reach, so that `dice 3461` can be read as hits.
    #[must_use]
    pub fn read(variant: &Variant, text: &str, number: Option<u8>) -> Option<Self> {
        let mut words = text.split_whitespace();
        let verb = words.next()?;
        let mut word = || words.next();
        let action = match verb {
            "enter" => Self::Enter { kind: variant.kind(word()?)?, to: HexId::from_label(word()?)? },
            "move" => Self::Move { from: HexId::from_label(word()?)?, to: HexId::from_label(word()?)? },
            "strike" => Self::Strike {
                from: HexId::from_label(word()?)?,
                target: HexId::from_label(word()?)?,
                option: match word() {
                    Some(blow) => Some(read_blow(blow)?),
                    None => None,
                },
            },
            "carry" => Self::Carry(HexId::from_label(word()?)?),
            "summon" => Self::Summon(variant.kind(word()?)?),
            "recruit" => Self::Recruit(variant.kind(word()?)?),
            "done" => Self::Done,
            "concede" => Self::Concede,
            "hits" => Self::Hits(word()?.parse().ok()?),
            "dice" => Self::Hits(count_hits(word()?, number?)?),
            _ => return None,
        };
        words.next().is_none().then_some(action)
    }
}

fn read_blow(text: &str) -> Option<Blow> {
    let (dice, number) = text.split_once('@')?;
    Some(Blow { dice: dice.parse().ok()?, number: number.parse().ok()? })
}

/// How many digits of a roll reach the number.
fn count_hits(rolls: &str, number: u8) -> Option<u8> {
    let mut hits = 0_u8;
    for roll in rolls.bytes() {
        let face = matches!(roll, b'1'..=b'6').then(|| roll - b'0')?;
        hits = hits.checked_add(u8::from(face >= number))?;
    }
    Some(hits)
}
