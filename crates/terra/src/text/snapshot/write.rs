//! The canonical writer: one text per snapshot, nothing else in it.

use super::model::{Answer, Extra, Held, Lot, Player, Snapshot, Status};
use super::value::At;
use crate::factions::Faction;
use crate::game::{OptionSet, RuleOption};
use crate::tiles::{Cult, PowerAction};
use hexwright_core::Hex;
use std::fmt::{Display, Write};

/// Which keys are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mode {
    /// With the extension keys: a complete position.
    #[default]
    Full,
    /// Without: the documented format and nothing more.
    Plain,
}

/// The canonical text of a snapshot.
#[must_use]
pub fn write(snapshot: &Snapshot, mode: Mode) -> String {
    let mut out = Writer { text: String::with_capacity(4096), full: mode == Mode::Full };
    out.header(snapshot);
    out.line(0, "Players:");
    let mut players: Vec<&Player> = snapshot.players.iter().collect();
    players.sort_by_key(|p| p.faction.value.name());
    for player in players {
        out.player(player);
    }
    if snapshot.players.is_empty() {
        out.text.push('\n');
    }
    out.line(0, "Map:");
    let mut terrain = snapshot.terrain.clone();
    terrain.sort_by_key(|t| by_q(t.value.0));
    for entry in terrain {
        let (hex, colour) = entry.value;
        out.field(2, &format!("{},{}", hex.q, hex.r), colour);
    }
    out.text.push('\n');
    out.state(snapshot);
    out.text
}

/// Order of hexes in lists: by q, then r.
pub(super) const fn by_q(hex: Hex) -> (i16, i16) {
    (hex.q, hex.r)
}

struct Writer {
    text: String,
    full: bool,
}

impl Writer {
    fn line(&mut self, indent: usize, text: &str) {
        let _ = writeln!(self.text, "{:indent$}{text}", "");
    }

    fn field(&mut self, indent: usize, key: &str, value: impl Display) {
        let _ = writeln!(self.text, "{:indent$}{key}: {value}", "");
    }

    /// An extension key: in full mode only.
    fn extension(&mut self, indent: usize, key: &str, value: impl Display) {
        if self.full {
            self.field(indent, key, value);
        }
    }

    fn header(&mut self, s: &Snapshot) {
        self.field(0, "Round", s.round.value);
        self.field(0, "Phase", s.phase.value);
        self.field(0, "MapType", s.map.value);
        if let Some(turn) = s.turn {
            self.field(0, "Turn", turn.value);
        }
        self.field(0, "TurnOrder", bracketed(&s.turn_order));
        self.field(0, "PassOrder", bracketed(&s.pass_order));
        self.extension(0, "X-Format", 1);
        let options: Vec<&str> = match &s.options {
            Some(list) => list.iter().map(|o| o.value).map(RuleOption::name).collect(),
            None => OptionSet::league().iter().map(|o| o.name()).collect(),
        };
        let mut options = options;
        options.sort_unstable();
        self.extension(0, "X-Options", format_args!("[{}]", options.join(", ")));
        if let Some(scoring) = s.final_scoring {
            self.extension(0, "X-FinalScoring", scoring.value);
        }
        for (key, list) in [("X-Seats", &s.seats), ("X-Dropped", &s.dropped)] {
            if !list.is_empty() {
                self.extension(0, key, bracketed(list));
            }
        }
        if !s.three_open.is_empty() {
            self.extension(0, "X-ThreeOpen", bracketed(&s.three_open));
        }
        if !s.auction.is_empty() {
            let lots: Vec<String> = s.auction.iter().map(|lot| for_sale(&lot.value)).collect();
            self.extension(0, "X-Auction", lots.join("; "));
        }
        if !s.offers.is_empty() {
            let offers: Vec<String> = s.offers.iter().map(|o| offer(&o.value)).collect();
            self.extension(0, "X-Leech", offers.join("; "));
        }
        self.extra(0, &s.extra);
        self.text.push('\n');
    }

    fn extra(&mut self, indent: usize, extra: &[Extra]) {
        for line in extra {
            self.extension(indent, &line.key, &line.value);
        }
    }

    fn player(&mut self, p: &Player) {
        self.line(2, &format!("{}:", p.faction.value));
        self.field(4, "VP", p.vp.value);
        let r = p.resources.value;
        let [a, b, c] = r.bowls;
        self.field(4, "Res", format_args!("{}w {}p {}c / {a}/{b}/{c}", r.workers, r.priests, r.coins));
        self.field(4, "Keys", p.keys.value);
        self.field(4, "Shipping", p.shipping.value);
        self.field(4, "Digging", p.digging.value);
        if let Some(range) = p.range {
            self.field(4, "Range", range.value);
        }
        let [f, w, e, a] = p.cults.value;
        self.field(4, "Cult", format_args!("{f}/{w}/{e}/{a}"));
        let mut buildings: Vec<_> = p.buildings.iter().map(|b| b.value).collect();
        buildings.sort_by_key(|&(hex, _)| by_q(hex));
        self.list("Map", buildings.iter().map(|(hex, building)| format!("{},{}:{building}", hex.q, hex.r)));
        let mut bridges: Vec<[Hex; 2]> = p.bridges.iter().map(|b| b.value).collect();
        bridges.iter_mut().for_each(|ends| ends.sort_by_key(|&hex| by_q(hex)));
        bridges.sort_by_key(|&[a, b]| (by_q(a), by_q(b)));
        self.list("Bridges", bridges.iter().map(|[a, b]| format!("{},{}-{},{}", a.q, a.r, b.q, b.r)));
        let mut towns: Vec<_> = p.towns.iter().map(|t| t.value).collect();
        towns.sort_unstable();
        self.list("Towns", towns.iter().map(|t| format!("{:?}", t.name())));
        self.list("Bonus", p.bonus.iter().map(|held| marked(&format!("{:?}", held.tile.value.name()), held)));
        let mut favors = p.favors.clone();
        favors.sort_by_key(|held| held.tile.value);
        self.list("Favor", favors.iter().map(|held| marked(held.tile.value.name(), held)));
        self.field(4, "StrongholdAction", p.stronghold.value);
        self.player_extensions(p);
        self.text.push('\n');
    }

    fn player_extensions(&mut self, p: &Player) {
        if let Some(home) = p.home {
            self.extension(4, "X-Home", home.value);
        }
        if let Some(unlocked) = &p.unlocked {
            let mut unlocked = unlocked.clone();
            unlocked.sort_by_key(|t| t.value);
            self.extension(4, "X-Unlocked", bracketed(&unlocked));
        }
        self.hexes("X-InTown", p.in_town.as_deref().unwrap_or_default());
        self.hexes("X-RiverTown", &p.river_town);
        self.counted("X-Pending", p.pending.iter().map(|k| (k.value.0.index(), k.value.0.name(), k.value.1)));
        if let Some(left) = p.actions_left.filter(|left| left.value != 1) {
            self.extension(4, "X-ActionsLeft", left.value);
        }
        self.counted(
            "X-Followup",
            p.followup.iter().map(|k| (k.value.0.index(), k.value.0.name(), k.value.1)),
        );
        self.hexes("X-BuildAt", &p.build_at);
        self.hexes("X-Reached", p.reached.as_slice());
        if !p.flags.is_empty() {
            let mut flags = p.flags.clone();
            flags.sort_by_key(|f| f.value);
            self.extension(4, "X-Flags", bracketed(&flags));
        }
        if !p.cult_owed.is_empty() {
            self.extension(4, "X-CultOwed", bracketed(&p.cult_owed));
        }
        self.extra(4, &p.extra);
    }

    /// A list of a player: `[]` when empty, else without brackets.
    fn list(&mut self, key: &str, items: impl Iterator<Item = String>) {
        let items: Vec<String> = items.collect();
        if items.is_empty() {
            self.field(4, key, "[]");
        } else {
            self.field(4, key, items.join(", "));
        }
    }

    fn hexes(&mut self, key: &str, hexes: &[At<Hex>]) {
        if hexes.is_empty() {
            return;
        }
        let mut hexes: Vec<Hex> = hexes.iter().map(|h| h.value).collect();
        hexes.sort_by_key(|&hex| by_q(hex));
        let words: Vec<String> = hexes.iter().map(|h| format!("{},{}", h.q, h.r)).collect();
        self.extension(4, key, words.join(" "));
    }

    fn counted<'k>(&mut self, key: &str, kinds: impl Iterator<Item = (usize, &'k str, i32)>) {
        let mut kinds: Vec<_> = kinds.collect();
        kinds.sort_unstable();
        if !kinds.is_empty() {
            let words: Vec<String> = kinds.iter().map(|(_, kind, n)| format!("{kind} {n}")).collect();
            self.extension(4, key, words.join(", "));
        }
    }

    fn state(&mut self, s: &Snapshot) {
        self.line(0, "State:");
        let tiles: Vec<String> = s.scoring.iter().map(|t| format!("{:?}", t.value.name())).collect();
        self.field(2, "ScoringTiles", if tiles.is_empty() { "[]".to_owned() } else { tiles.join(", ") });
        let mut cards: Vec<_> = s.bonuses.iter().map(|e| e.value).collect();
        cards.sort_unstable();
        self.stock("Bonuses", cards.iter().map(|(card, coins)| (card.name(), *coins)));
        let mut favors: Vec<_> = s.favors.iter().map(|e| e.value).filter(|(_, n)| *n != 0).collect();
        favors.sort_unstable();
        self.stock("Favors", favors.iter().map(|(tile, n)| (tile.long_name(), *n)));
        let mut towns: Vec<_> = s.towns.iter().map(|e| e.value).filter(|(_, n)| *n != 0).collect();
        towns.sort_unstable();
        self.stock("Towns", towns.iter().map(|(tile, n)| (tile.name(), *n)));
        self.line(2, "PowerActions:");
        for action in PowerAction::ALL {
            let used = s.used_actions.iter().any(|a| a.value == action);
            let status = if used { Status::Used } else { Status::Available };
            self.field(4, &format!("{:?}", action.name()), status);
        }
        self.line(2, "CultBoard:");
        for track in Cult::ALL {
            self.field(4, track.name(), bracketed(&s.cult_board[track.index()]));
        }
    }

    fn stock<'k>(&mut self, group: &str, entries: impl Iterator<Item = (&'k str, i32)>) {
        self.line(2, &format!("{group}:"));
        for (name, count) in entries {
            self.field(4, &format!("{name:?}"), count);
        }
    }
}

fn bracketed<T: Display>(list: &[At<T>]) -> String {
    let words: Vec<String> = list.iter().map(|item| item.value.to_string()).collect();
    format!("[{}]", words.join(", "))
}

fn marked<T>(name: &str, held: &Held<T>) -> String {
    if held.used.is_some() { format!("{name} (Used)") } else { name.to_owned() }
}

/// A faction for sale with its highest bid.
fn for_sale(lot: &Lot) -> String {
    match lot.bid {
        Some((points, by)) => format!("{} {points} by {by}", lot.faction),
        None => lot.faction.to_string(),
    }
}

fn offer(offer: &super::model::Offer) -> String {
    let to: Faction = offer.to;
    let mut text = format!("{to} {}", offer.amount);
    if offer.gainable != offer.amount {
        let _ = write!(text, "/{}", offer.gainable);
    }
    let _ = write!(text, " from {} #{}", offer.from, offer.event);
    text.push_str(match offer.answer {
        Answer::Open => "",
        Answer::Taken => " taken",
        Answer::Declined => " declined",
    });
    text
}
