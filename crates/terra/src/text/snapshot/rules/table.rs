//! Rules about the table as a whole: phase, order, stock, cult board, offers.

use super::super::findings::Findings;
use super::super::model::Snapshot;
use super::player::{R24, R25};
use crate::factions::{Faction, Home};
use crate::game::{Phase, RuleOption};
use crate::tiles::{BonusCard, Cult, Favor, ScoringTile, TownTile};
use hexwright_core::Span;
use hexwright_core::text::Finding;

pub(super) fn check(s: &Snapshot, findings: &mut Findings) {
    phase(s, findings);
    players(s, findings);
    orders(s, findings);
    scoring(s, findings);
    bonuses(s, findings);
    favors(s, findings);
    towns(s, findings);
    cults(s, findings);
    offers(s, findings);
    auction(s, findings);
}

fn phase(s: &Snapshot, findings: &mut Findings) {
    let round = s.round.value;
    if s.places.header_lost {
        return;
    }
    if !(0..=6).contains(&round) {
        findings.error(R25, s.round.span, format!("expected a round from 0 to 6, found {round}"));
        return;
    }
    if s.phase.value == Phase::Setup && round == 1 {
        findings
            .warning(R25, s.round.span, "expected round 0 in Setup, found 1")
            .help("some programs count setup to round 1; it is read as round 0");
        return;
    }
    let (fits, help) = match s.phase.value {
        Phase::Setup => (round == 0, "Setup is round 0"),
        Phase::Action | Phase::Income => (round >= 1, "this phase belongs to rounds 1 to 6"),
        Phase::CultIncome => ((1..=5).contains(&round), "cult income follows rounds 1 to 5"),
        Phase::End => (round == 6, "the game ends in round 6"),
    };
    if !fits {
        let phase = s.phase.value;
        findings.error(R25, s.phase.span, format!("phase {phase} does not fit round {round}")).help(help);
    }
}

fn players(s: &Snapshot, findings: &mut Findings) {
    let count = s.players.len();
    if !(2..=5).contains(&count) {
        findings.error(R19, s.places.players, format!("expected 2 to 5 players, found {count}"));
    }
    for (i, later) in s.players.iter().enumerate() {
        let faction = later.faction.value;
        let clash = s.players[..i].iter().find(|p| p.faction.value.sheet().home == faction.sheet().home);
        if let Some(earlier) = clash {
            let other = earlier.faction.value;
            findings
                .error(R17, later.faction.span, format!("{faction} and {other} share a board"))
                .help("two factions of one colour cannot meet");
        }
        if let Some(home) = later.home {
            let owner = s.players.iter().find(|p| p.faction.value.sheet().home == Home::Colour(home.value));
            if let Some(owner) = owner {
                let (colour, owner) = (home.value, owner.faction.value);
                findings
                    .error(R17, home.span, format!("{colour} is the colour of {owner}"))
                    .help("choose a colour no faction in the game has");
            } else if !home.value.on_wheel() {
                findings.error(R17, home.span, format!("{} is no colour of the wheel", home.value));
            }
        }
    }
}

fn orders(s: &Snapshot, findings: &mut Findings) {
    let mut seen: Vec<Faction> = Vec::new();
    for (list, key) in [(&s.turn_order, "TurnOrder"), (&s.pass_order, "PassOrder")] {
        seen.clear();
        for faction in list {
            if seen.contains(&faction.value) {
                findings.error(R20, faction.span, format!("{} stands twice in {key}", faction.value));
            }
            seen.push(faction.value);
        }
        if key == "TurnOrder" {
            let missing: Vec<&str> = s
                .players
                .iter()
                .map(|p| p.faction.value)
                .filter(|f| !seen.contains(f))
                .map(Faction::name)
                .collect();
            if !missing.is_empty() {
                let names = missing.join(", ");
                findings
                    .error(R20, s.places.turn_order, format!("TurnOrder lacks {names}"))
                    .help("list every faction once");
            }
        }
    }
    let Some(turn) = s.turn else { return };
    let listed = |list: &[super::super::value::At<Faction>]| list.iter().any(|f| f.value == turn.value);
    let owes = s.player(turn.value).is_some_and(|p| !p.pending.is_empty() || p.actions_left.is_some());
    if s.phase.value == Phase::Action && listed(&s.pass_order) && !owes {
        findings
            .warning(R20, turn.span, format!("{} have passed and are not to move", turn.value))
            .help("the next faction in TurnOrder that has not passed moves");
    }
    if listed(&s.dropped) {
        findings.error(R20, turn.span, format!("{} dropped out and are not to move", turn.value));
    }
}

fn scoring(s: &Snapshot, findings: &mut Findings) {
    let mut seen: Vec<ScoringTile> = Vec::new();
    for (i, tile) in s.scoring.iter().enumerate() {
        if seen.contains(&tile.value) {
            findings.error(R16, tile.span, format!("{} stands here for the second time", tile.value));
        }
        if tile.value == ScoringTile::Score1 && (i == 4 || i == 5) {
            findings
                .warning(R16, tile.span, format!("{} lies in round {}", tile.value, i + 1))
                .help("the spade tile is never dealt to rounds 5 and 6");
        }
        seen.push(tile.value);
    }
    if s.scoring.len() != 6 {
        findings.error(
            R16,
            s.places.groups[0],
            format!("expected six scoring tiles, found {}", s.scoring.len()),
        );
    }
}

fn bonuses(s: &Snapshot, findings: &mut Findings) {
    let held = s.players.iter().filter_map(|p| Some(p.bonus?.tile));
    let free = s.bonuses.iter().map(|e| super::super::value::At::new(e.value.0, e.span));
    let mut seen: Vec<BonusCard> = Vec::new();
    for card in held.chain(free) {
        if seen.contains(&card.value) {
            findings
                .error(R04, card.span, format!("the bonus card \"{}\" is there twice", card.value))
                .help("each card exists once");
        }
        seen.push(card.value);
    }
    let expected = s.players.len() + 3;
    if seen.len() != expected {
        findings
            .error(
                R04,
                s.places.groups[1],
                format!("expected {expected} bonus cards in all, found {}", seen.len()),
            )
            .help("players plus three: those in hand and those lying free");
    }
    for entry in &s.bonuses {
        if entry.value.1 < 0 {
            findings.error(R25, entry.span, format!("expected coins, found {}", entry.value.1));
        }
    }
}

/// Compares stock plus hands with the box: one finding a listed tile, one at the group for the rest.
fn tiles<T: Copy + PartialEq>(
    entries: &[super::super::value::At<(T, i32)>],
    all: &[(T, i32, i32, &'static str)],
    (finding, group): (Finding, Span),
    findings: &mut Findings,
) {
    let mut unlisted: Vec<&str> = Vec::new();
    for &(tile, held, expected, name) in all {
        let entry = entries.iter().find(|e| e.value.0 == tile);
        let stock = entry.map_or(0, |e| e.value.1);
        if stock + held == expected && stock >= 0 {
            continue;
        }
        match entry {
            Some(entry) => {
                let message = format!(
                    "expected {expected} of \"{name}\" in all, found {stock} in stock and {held} in hands"
                );
                findings
                    .error(finding, entry.span, message)
                    .help("stock and hands add up to what is in the box");
            }
            None => unlisted.push(name),
        }
    }
    if !unlisted.is_empty() {
        findings
            .error(finding, group, format!("tiles are missing from stock and hands: {}", unlisted.join(", ")))
            .help("a tile that is not listed has no stock left");
    }
}

fn favors(s: &Snapshot, findings: &mut Findings) {
    let all = Favor::ALL.map(|tile| {
        let held = s.players.iter().flat_map(|p| &p.favors).filter(|h| h.tile.value == tile).count();
        (tile, held as i32, i32::from(tile.stock()), tile.long_name())
    });
    tiles(&s.favors, &all, (R05, s.places.groups[2]), findings);
}

fn towns(s: &Snapshot, findings: &mut Findings) {
    let named =
        s.towns.iter().map(|e| e.value.0).chain(s.players.iter().flat_map(|p| &p.towns).map(|t| t.value));
    let mini = s.has_option(RuleOption::MiniExpansion) || named.into_iter().any(TownTile::mini_expansion);
    let all = TownTile::ALL.map(|tile| {
        let held = s.players.iter().flat_map(|p| &p.towns).filter(|t| t.value == tile).count();
        let stock = if tile.mini_expansion() && !mini { 0 } else { i32::from(tile.stock()) };
        (tile, held as i32, stock, tile.name())
    });
    tiles(&s.towns, &all, (R06, s.places.groups[3]), findings);
}

fn cults(s: &Snapshot, findings: &mut Findings) {
    for track in Cult::ALL {
        let tops = s.players.iter().filter(|p| p.cults.value[track.index()] == 10);
        if let Some(second) = tops.clone().nth(1) {
            findings
                .error(R08, second.cults.span, format!("a second faction stands at 10 on {track}"))
                .help("only one faction reaches the top of a track");
        }
        let priests = s.cult_board[track.index()].len();
        if priests > 4 {
            findings
                .error(
                    R18,
                    s.places.tracks[track.index()],
                    format!("expected at most 4 priests on {track}, found {priests}"),
                )
                .help("a track has one space for three steps and three for two");
        }
    }
    for player in &s.players {
        let faction = player.faction.value;
        let own = s.cult_board.iter().flatten().filter(|f| f.value == faction).count();
        if own > 7 {
            findings
                .error(R18, s.places.groups[5], format!("{faction} have {own} priests on the cult board"))
                .help("a faction has seven priests");
        }
    }
    for track in &s.three_open {
        let taken = s.cult_board[track.value.index()].len();
        if taken == 0 || taken > 3 {
            let found = format!("{} has {taken} priests: its 3-step space cannot stand out", track.value);
            findings
                .error(R24, track.span, found)
                .help("name a track with one to three priests, all on 2-step spaces");
        }
    }
}

fn auction(s: &Snapshot, findings: &mut Findings) {
    for (i, lot) in s.auction.iter().enumerate() {
        let earlier = || s.auction[..i].iter().map(|lot| lot.value);
        let wrong = if s.phase.value != Phase::Setup {
            Some("factions are sold in Setup only")
        } else if earlier().any(|other| other.faction == lot.value.faction) {
            Some("each faction is for sale once")
        } else if earlier().any(|other| other.bid.zip(lot.value.bid).is_some_and(|(a, b)| a.1 == b.1)) {
            Some("a seat has at most one bid")
        } else if lot.value.bid.is_some_and(|(points, by)| {
            points < 0 || points > s.player(by).map_or(0, |player| player.vp.value)
        }) {
            Some("a seat bids points it has")
        } else {
            None
        };
        if let Some(help) = wrong {
            let found = format!("{} cannot be for sale like this", lot.value.faction);
            findings.error(R24, lot.span, found).help(help);
        }
    }
    if let Some(first) = s.auction.first()
        && s.auction.len() != s.players.len()
    {
        let (lots, seats) = (s.auction.len(), s.players.len());
        let found = format!("expected {seats} factions for sale, one for each seat, found {lots}");
        findings.error(R24, first.span, found);
    } else if !s.auction.is_empty() && s.auction.iter().all(|lot| lot.value.bid.is_some()) {
        findings
            .error(R24, s.auction[0].span, "every faction is sold: the auction is over")
            .help("leave the line out; the seats have their factions, and fewer points");
    }
}

fn offers(s: &Snapshot, findings: &mut Findings) {
    for offer in &s.offers {
        let o = offer.value;
        let wrong = if o.to == o.from {
            Some("an offer goes to another faction")
        } else if s.dropped.iter().any(|f| f.value == o.to) {
            Some("a faction that dropped out gets no offers")
        } else if matches!(s.phase.value, Phase::Setup | Phase::End) {
            Some("offers are open in the Action phase only")
        } else {
            None
        };
        if let Some(help) = wrong {
            findings.error(R24, offer.span, format!("{} cannot be offered power here", o.to)).help(help);
        }
    }
}

pub(in super::super) const R04: Finding = Finding::error(
    "R04",
    "the bonus cards are not those of the game",
    "Each card exists once; players plus three are in the game.",
);
pub(in super::super) const R05: Finding = Finding::error(
    "R05",
    "the favor tiles in stock do not agree with those held",
    "Stock and hands together are the tiles of the box.",
);
pub(in super::super) const R06: Finding = Finding::error(
    "R06",
    "the town tiles in stock do not agree with those held",
    "Stock and hands together are the tiles of the box.",
);
const R08: Finding = Finding::error(
    "R08",
    "two factions stand at 10 on one track",
    "Only one faction reaches the top of a track.",
);
const R16: Finding = Finding::error(
    "R16",
    "the scoring tiles are not six different ones",
    "The spade tile in round 5 or 6 is a warning: it is never dealt there.",
);
const R17: Finding = Finding::error(
    "R17",
    "two factions share a colour",
    "Two factions of one colour cannot meet; a chosen colour is free and on the wheel.",
);
pub(in super::super) const R18: Finding = Finding::error(
    "R18",
    "there are too many priests on the cult board",
    "A track holds four priests, a faction has seven.",
);
const R19: Finding =
    Finding::error("R19", "the number of players is not 2 to 5", "Terra Mystica is for 2 to 5 players.");
const R20: Finding = Finding::error(
    "R20",
    "the orders of turn and passing do not fit the players",
    "TurnOrder lists every faction once; who passed or dropped out is not to move.",
);

/// What the checks of this file report.
pub(in super::super) const FINDINGS: &[Finding] = &[R04, R05, R06, R08, R16, R17, R18, R19, R20];
