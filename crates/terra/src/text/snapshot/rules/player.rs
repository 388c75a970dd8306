//! Rules about one faction: buildings, resources, tracks, tiles, what it owes.

use super::super::findings::Findings;
use super::super::model::{Player, Snapshot, Status};
use crate::factions::{Faction, Home};
use crate::game::{Owed, Phase};
use crate::tiles::{Building, Cult, Favor, TownTile};
use hexwright_core::text::Finding;

pub(super) fn check(s: &Snapshot, p: &Player, findings: &mut Findings) {
    buildings(p, findings);
    resources(s, p, findings);
    tracks(p, findings);
    cults(p, findings);
    tiles(s, p, findings);
    towns(p, findings);
    pending(s, p, findings);
}

impl Player {
    /// How many buildings of a kind stand on the map.
    #[must_use]
    pub fn count(&self, building: Building) -> i32 {
        self.buildings.iter().filter(|b| b.value.1 == building).count() as i32
    }

    /// How many decisions of a kind are owed.
    #[must_use]
    pub fn owed(&self, kind: Owed) -> i32 {
        self.pending.iter().filter(|p| p.value.0 == kind).map(|p| p.value.1).sum()
    }

    /// The carpet range that stronghold and town tiles give.
    #[must_use]
    pub fn derived_range(&self) -> i32 {
        let ships = self.towns.iter().filter(|t| t.value == TownTile::Ship).count() as i32;
        1 + self.count(Building::Stronghold).min(1) + ships
    }

    /// What `StrongholdAction` says when nobody wrote it.
    #[must_use]
    pub fn derived_stronghold(&self) -> Status {
        let acts = self.faction.value.sheet().stronghold_action.is_some();
        if acts && self.count(Building::Stronghold) > 0 { Status::Available } else { Status::None }
    }
}

fn buildings(p: &Player, findings: &mut Findings) {
    for kind in Building::ALL {
        let most = usize::from(kind.stock());
        let mut own = p.buildings.iter().filter(|b| b.value.1 == kind);
        if let Some(excess) = own.nth(most) {
            findings
                .error(
                    R01,
                    excess.span,
                    format!("expected at most {most} of {kind}, found {}", p.count(kind)),
                )
                .help("a faction has 8 D, 4 TP, 3 TE, 1 SH and 1 SA");
        }
    }
    if let Some(excess) = p.bridges.get(3) {
        findings.error(R10, excess.span, format!("expected at most 3 bridges, found {}", p.bridges.len()));
    }
}

fn resources(s: &Snapshot, p: &Player, findings: &mut Findings) {
    let faction = p.faction.value;
    let r = p.resources.value;
    if p.vp.value < 0 {
        findings.error(R25, p.vp.span, format!("expected VP of at least 0, found {}", p.vp.value));
    }
    let least = [r.workers, r.priests, r.coins].into_iter().chain(r.bowls).min().unwrap_or(0);
    if least < 0 {
        findings.error(R25, p.resources.span, format!("expected no negative amount, found {least}"));
    }
    let tokens: i32 = r.bowls.iter().sum();
    if tokens > 12 && !matches!(faction, Faction::Dragonlords | Faction::Shapeshifters) {
        findings
            .error(R02, p.resources.span, format!("expected at most 12 power tokens, found {tokens}"))
            .help("the three bowls together hold twelve tokens, fewer after burning");
    }
    let on_board = s.cult_board.iter().flatten().filter(|f| f.value == faction).count() as i32;
    let limit = match (faction, &p.unlocked) {
        (Faction::Riverwalkers, Some(unlocked)) => unlocked.len() as i32,
        (Faction::Riverwalkers, None) if p.home.is_some() => 1,
        _ => 7,
    };
    if r.priests > (limit - on_board).max(0) {
        let most = (limit - on_board).max(0);
        findings
            .error(R03, p.resources.span, format!("expected at most {most} priests, found {}", r.priests))
            .help("the limit is seven (Riverwalkers: their unlocked terrains), less the priests on the cult board");
    }
}

fn tracks(p: &Player, findings: &mut Findings) {
    let sheet = p.faction.value.sheet();
    let (least, most) = (i32::from(sheet.shipping.start), i32::from(sheet.shipping.max));
    let mut limit = |name: &str, level: super::super::value::At<i32>, least: i32, most: i32| {
        if !(least..=most).contains(&level.value) {
            let faction = p.faction.value;
            let found = level.value;
            findings.error(
                R11,
                level.span,
                format!("expected {name} from {least} to {most} for {faction}, found {found}"),
            );
        }
    };
    limit("Shipping", p.shipping, least, most);
    limit("Digging", p.digging, 0, i32::from(sheet.digging.max));
    if let Some(range) = p.range {
        if p.faction.value == Faction::Fakirs {
            limit("Range", range, 1, 4);
        } else {
            limit("Range", range, 0, 0);
        }
    }
}

fn cults(p: &Player, findings: &mut Findings) {
    let levels = p.cults.value;
    if let Some(wrong) = levels.into_iter().find(|v| !(0..=10).contains(v)) {
        findings.error(R09, p.cults.span, format!("expected cult values from 0 to 10, found {wrong}"));
    }
    let tops = levels.iter().filter(|&&v| v == 10).count() as i32;
    let keys: i32 = p.towns.iter().map(|t| i32::from(t.value.keys())).sum();
    if p.keys.value + tops != keys {
        let found = p.keys.value;
        findings
            .error(R07, p.keys.span, format!("expected {} unused keys, found {found}", keys - tops))
            .help("town tiles give keys, each track at 10 has used one");
    }
    if p.faction.value == Faction::Acolytes {
        return;
    }
    for track in Cult::ALL {
        let start = i32::from(p.faction.value.sheet().cult[track.index()]);
        let own = p.favors.iter().map(|h| h.tile.value).filter(|t| t.cult() == track);
        let least = (start + own.map(|t| i32::from(t.steps())).sum::<i32>()).min(7);
        let value = levels[track.index()];
        if value < least {
            findings
                .warning(R22, p.cults.span, format!("expected at least {least} on {track}, found {value}"))
                .help("start value and favor tiles alone give more");
        }
    }
}

fn tiles(s: &Snapshot, p: &Player, findings: &mut Findings) {
    let faction = p.faction.value;
    let acts = faction.sheet().stronghold_action.is_some() && p.count(Building::Stronghold) > 0;
    if acts == (p.stronghold.value == Status::None) {
        let expected = if acts { "Available or Used" } else { "None" };
        let found = p.stronghold.value;
        findings
            .error(R12, p.stronghold.span, format!("expected {expected} for {faction}, found {found}"))
            .help("Auren, Chaos Magicians, Giants, Nomads, Swarmlings and Witches have such an action, with a stronghold");
    }
    if let Some(held) = p.bonus
        && let Some(mark) = held.used.filter(|_| !held.tile.value.has_action())
    {
        findings.error(R13, mark.span, format!("\"{}\" has no action to use", held.tile.value));
    }
    for (i, held) in p.favors.iter().enumerate() {
        if let Some(mark) = held.used.filter(|_| held.tile.value != Favor::Water2) {
            findings.error(R13, mark.span, format!("{} has no action to use", held.tile.value));
        }
        if p.favors[..i].iter().any(|other| other.tile == held.tile) {
            findings
                .error(R23, held.tile.span, format!("{} is held twice", held.tile.value))
                .help("a faction takes each favor tile once");
        }
    }
    favor_count(p, findings);
    card_count(s, p, findings);
}

fn favor_count(p: &Player, findings: &mut Findings) {
    let faction = p.faction.value;
    let extra = match faction {
        Faction::IceMaidens => 1,
        Faction::Auren => p.count(Building::Stronghold).min(1),
        _ => 0,
    };
    let earned = i32::from(faction.sheet().favors)
        * (p.count(Building::Temple) + 2 * p.count(Building::Sanctuary))
        + extra;
    let found = p.favors.len() as i32 + p.owed(Owed::Favor);
    if found > earned {
        let at = p.favors.get(earned as usize).map_or(p.faction.span, |held| held.tile.span);
        findings
            .error(R14, at, format!("expected at most {earned} favor tiles, found {found}"))
            .help("temples and sanctuaries bring favor tiles");
    } else if found < earned {
        let at = p.favors.first().map_or(p.faction.span, |held| held.tile.span);
        findings.warning(R14, at, format!("expected {earned} favor tiles, found {found}"));
    }
}

fn card_count(s: &Snapshot, p: &Player, findings: &mut Findings) {
    if s.places.header_lost || !(0..=6).contains(&s.round.value) {
        return;
    }
    let faction = p.faction.value;
    let dropped = s.dropped.iter().any(|f| f.value == faction);
    let passed = s.pass_order.iter().any(|f| f.value == faction);
    let returned = s.round.value == 6 && (passed || s.phase.value == Phase::End);
    let expected = !dropped && !returned;
    let at = p.bonus.map_or(p.faction.span, |held| held.tile.span);
    match (expected, p.bonus.is_some()) {
        (false, true) if dropped => {
            findings
                .error(R21, at, format!("expected no bonus card with {faction}"))
                .help("the card is returned on dropping out");
        }
        (false, true) => {
            findings
                .warning(R21, at, format!("expected no bonus card with {faction}"))
                .help("cards are returned on the last pass; this one is read as returned");
        }
        // Without extension keys a text cannot say that a faction dropped out, so this may be one.
        (true, false) if s.round.value > 0 && s.options.is_none() => {
            findings
                .warning(R21, at, format!("expected a bonus card with {faction}"))
                .help("if the faction dropped out, say so with X-Dropped");
        }
        (true, false) if s.round.value > 0 => {
            findings
                .error(R21, at, format!("expected a bonus card with {faction}"))
                .help("from round 1 on every faction holds one card");
        }
        _ => {}
    }
}

fn towns(p: &Player, findings: &mut Findings) {
    let tiles = p.towns.len() as i32 + p.owed(Owed::Town);
    let counted = |hex: hexwright_core::Hex| match &p.in_town {
        Some(list) => list.iter().any(|h| h.value == hex),
        None => true,
    };
    let weight: i32 = p
        .buildings
        .iter()
        .filter(|b| counted(b.value.0))
        .map(|b| if b.value.1 == Building::Sanctuary { 2 } else { 1 })
        .sum();
    if 4 * tiles > weight {
        let at = p.towns.first().map_or(p.faction.span, |t| t.span);
        findings
            .error(R15, at, format!("{tiles} town tiles, but buildings for {} towns at most", weight / 4))
            .help("a town has four buildings, three with the sanctuary");
    }
    if let (Some(first), None) = (p.towns.first(), &p.in_town) {
        findings
            .warning(R26, first.span, "which buildings belong to towns is not said and will be inferred")
            .help("add X-InTown with the hexes");
    }
}

fn pending(s: &Snapshot, p: &Player, findings: &mut Findings) {
    let faction = p.faction.value;
    let sheet = faction.sheet();
    for owed in &p.pending {
        let (kind, count) = owed.value;
        let who = |factions: &[Faction]| factions.contains(&faction);
        let possible = match kind {
            Owed::Spade => !who(&[Faction::Acolytes, Faction::Dragonlords, Faction::Riverwalkers]),
            Owed::FreeTransform => who(&[Faction::Nomads]),
            Owed::Volcano => sheet.home == Home::Volcano,
            Owed::FreeDwelling => who(&[Faction::Witches]),
            Owed::FreeTradingHouse => who(&[Faction::Swarmlings]),
            Owed::LoseCult => who(&[Faction::Acolytes]),
            Owed::Unlock => who(&[Faction::Riverwalkers]),
            Owed::Ordain => who(&[Faction::Darklings]),
            Owed::Token => who(&[Faction::Shapeshifters]),
            Owed::Colour => !matches!(sheet.home, Home::Colour(_)),
            Owed::Favor => s.favors.iter().any(|e| e.value.1 > 0),
            Owed::Town => s.towns.iter().map(|e| e.value.1).sum::<i32>() >= count,
            Owed::Cult | Owed::Bridge => true,
        };
        let late = s.phase.value == Phase::End || s.dropped.iter().any(|f| f.value == faction);
        if !possible || late {
            findings
                .error(R24, owed.span, format!("{faction} cannot owe `{} {count}` here", kind.name()))
                .help("remove it, or repair what it depends on");
        }
    }
    let mine = s.phase.value == Phase::Action && s.turn.is_some_and(|t| t.value == faction);
    let turn_only = [
        p.actions_left.map(|a| a.span),
        p.followup.first().map(|f| f.span),
        p.build_at.first().map(|h| h.span),
        p.reached.map(|h| h.span),
        p.flags.first().map(|f| f.span),
        p.cult_owed.first().map(|t| t.span),
    ];
    for span in turn_only.into_iter().flatten().filter(|_| !mine) {
        findings
            .error(R24, span, format!("{faction} are not to move: nothing of a turn can be left"))
            .help("these keys belong to the faction named by Turn, in the Action phase");
    }
}

const R01: Finding = Finding::error(
    "R01",
    "a faction has too many buildings of a kind",
    "A faction has 8 dwellings, 4 trading houses, 3 temples, 1 stronghold and 1 sanctuary.",
);
const R02: Finding = Finding::error(
    "R02",
    "a faction has more than 12 power tokens",
    "The three bowls together hold twelve tokens, fewer after burning.",
);
const R03: Finding = Finding::error(
    "R03",
    "a faction has too many priests",
    "The limit is seven, less the priests on the cult board.",
);
pub(in super::super) const R07: Finding = Finding::error(
    "R07",
    "keys, towns and cult tracks do not agree",
    "Town tiles give keys; each track at 10 has used one.",
);
const R09: Finding = Finding::error("R09", "a cult value is not from 0 to 10", "Tracks have eleven spaces.");
const R10: Finding =
    Finding::error("R10", "a faction has more than 3 bridges", "A faction has three bridges.");
const R11: Finding = Finding::error(
    "R11",
    "shipping, digging or range is out of its limits",
    "The limits are the faction's own; the message names them.",
);
pub(in super::super) const R12: Finding = Finding::error(
    "R12",
    "the stronghold action does not fit the faction",
    "Auren, Chaos Magicians, Giants, Nomads, Swarmlings and Witches have such an action, with a stronghold.",
);
const R13: Finding =
    Finding::error("R13", "a card or tile without action is marked as used", "Remove the mark.");
const R14: Finding = Finding::error(
    "R14",
    "the number of favor tiles does not fit the buildings",
    "Temples and sanctuaries bring favor tiles. Too few is a warning.",
);
const R15: Finding = Finding::error(
    "R15",
    "there are more town tiles than towns",
    "A town has four buildings, three with the sanctuary.",
);
const R21: Finding = Finding::error(
    "R21",
    "a faction has no bonus card, or one it should not have",
    "From round 1 on every faction holds one card, until it returns it on the last pass.",
);
const R22: Finding = Finding::warning(
    "R22",
    "a cult value is lower than start value and favor tiles give",
    "One of them is probably wrong.",
);
const R23: Finding =
    Finding::error("R23", "a faction holds a favor tile twice", "A faction takes each favor tile once.");
pub(in super::super) const R24: Finding = Finding::error(
    "R24",
    "something owed or left of a turn does not fit",
    "Such keys belong to the faction that is to move.",
);
pub(in super::super) const R25: Finding = Finding::error(
    "R25",
    "a number is out of its range",
    "Points and resources are not negative; rounds are 0 to 6 and fit the phase.",
);
const R26: Finding = Finding::warning(
    "R26",
    "which buildings belong to towns is not said",
    "It is inferred. Add X-InTown with the hexes.",
);

/// What the checks of this file report.
pub(in super::super) const FINDINGS: &[Finding] =
    &[R01, R02, R03, R07, R09, R10, R11, R12, R13, R14, R15, R21, R22, R23, R24, R25, R26];
