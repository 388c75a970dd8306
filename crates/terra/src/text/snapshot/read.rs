//! The second rung: raw values become numbers, lists and words of the game.
//!
//! Here the findings of syntax inside values (S03 to S10, S12) and of vocabulary (V01 to V16) arise.
//! What cannot be read is left at its default, so that the higher levels see as much as possible.

use super::extensions::{counted, hexes, lots, offers};
use super::findings::{
    Findings, S02, S06, S07, S09, S10, S12, V01, V02, V03, V04, V05, V06, V07, V08, V09, V10, V11, V12, V13,
    V14, V16,
};
use super::model::{Extra, Held, Places, Player, Snapshot, Status};
use super::tree::{Block, Entry, GROUPS, Tree, X_HEADER, X_PLAYER, is_extension, known};
use super::value::{self, At, Name, Resources, shown, unquoted};
use crate::factions::Faction;
use crate::game::{Phase, RuleOption};
use crate::map::{MapId, Terrain};
use crate::tiles::{BonusCard, Building, Cult, Favor, FinalScoring, PowerAction, ScoringTile, TownTile};
use hexwright_core::Span;
use hexwright_core::text::Finding;

/// Turns a tree into a snapshot; `None` if it has not even a header or a player.
pub(super) fn snapshot(tree: &Tree<'_>, findings: &mut Findings) -> Snapshot {
    let mut reader = Reader { findings, factions: Vec::new() };
    reader.snapshot(tree)
}

/// Finds words and names what is wrong with them.
pub(super) struct Reader<'f> {
    pub(super) findings: &'f mut Findings,
    /// Who has a player block.
    factions: Vec<Faction>,
}

/// A word of a vocabulary: its finding and how to read it.
pub(super) trait Word: Sized + Copy {
    const UNKNOWN: Finding;
    const WHAT: &'static str;
    fn find(name: &str) -> Option<Self>;
    fn known() -> String;
}

macro_rules! words {
    ($($type:ident $unknown:ident $what:literal),* $(,)?) => { $(
        impl Word for $type {
            const UNKNOWN: hexwright_core::text::Finding = $unknown;
            const WHAT: &'static str = $what;
            fn find(name: &str) -> Option<Self> {
                Self::from_name(name)
            }
            fn known() -> String {
                Self::ALL.map(|word| word.name()).join(", ")
            }
        }
    )* };
}

pub(super) use words;

words! {
    Phase V01 "phase", MapId V02 "map", Faction V03 "faction", Building V04 "building",
    BonusCard V05 "bonus card", Favor V06 "favor tile", TownTile V07 "town tile",
    ScoringTile V08 "scoring tile", PowerAction V09 "power action", Status V10 "status word",
    Terrain V11 "terrain", Cult V12 "cult track", RuleOption V14 "option",
    FinalScoring V14 "final scoring",
}

impl Reader<'_> {
    /// The word with this name, or its finding.
    pub(super) fn word<W: Word>(&mut self, name: &str, span: Span) -> Option<At<W>> {
        let found = W::find(name.trim());
        if found.is_none() {
            self.findings
                .error(W::UNKNOWN, span, format!("unknown {} {}", W::WHAT, shown(name)))
                .help(format!("known are {}", W::known()));
        }
        found.map(|word| At::new(word, span))
    }

    /// A faction that has a player block, or V03 or V13.
    pub(super) fn member(&mut self, name: &str, span: Span) -> Option<At<Faction>> {
        let faction = self.word::<Faction>(name, span)?;
        if !self.factions.contains(&faction.value) {
            self.findings
                .error(V13, span, format!("{} has no player block", faction.value))
                .help("add the block under `Players:`, or remove the name here");
            return None;
        }
        Some(faction)
    }

    pub(super) fn list<'a>(&mut self, entry: Entry<'a>) -> Vec<Name<'a>> {
        value::names(entry.value, entry.value_at, false, self.findings)
    }

    pub(super) fn words<W: Word>(&mut self, entry: Entry<'_>) -> Vec<At<W>> {
        let names = self.list(entry);
        names.into_iter().filter_map(|name| self.word(name.text, name.span)).collect()
    }

    fn members(&mut self, entry: Entry<'_>) -> Vec<At<Faction>> {
        let names = self.list(entry);
        names.into_iter().filter_map(|name| self.member(name.text, name.span)).collect()
    }

    pub(super) fn int(&mut self, entry: Entry<'_>) -> Option<At<i32>> {
        Some(At::new(value::int(entry.value, entry.value_at, self.findings)?, entry.value_at))
    }

    fn missing(&mut self, key: &str, at: Span) {
        self.findings.error(S10, at, format!("expected the key {key}")).help(match key {
            "Res" => "add a line such as `Res: 4w 1p 6c / 3/1/0`",
            "Cult" => "add a line such as `Cult: 0/2/8/1`",
            _ => "add the line",
        });
    }

    fn snapshot(&mut self, tree: &Tree<'_>) -> Snapshot {
        let blocks: Vec<Option<At<Faction>>> = tree.players.iter().map(|block| self.owner(block)).collect();
        let header = |key: &str| find(&tree.header, key);
        let top = Span::at(0);
        let round = match header("Round") {
            Some(entry) => self.int(entry),
            None => {
                self.missing("Round", top);
                None
            }
        };
        let phase = match header("Phase") {
            Some(entry) => self.word(unquoted(entry.value), entry.value_at),
            None => {
                self.missing("Phase", top);
                None
            }
        };
        if tree.players_at.is_none() {
            self.missing("Players", top);
        }
        let map = header("MapType").and_then(|e| self.word(unquoted(e.value), e.value_at));
        let turn = header("Turn").and_then(|e| self.member(unquoted(e.value), e.value_at));
        let mut turn_order = header("TurnOrder").map(|e| self.members(e)).unwrap_or_default();
        let order_named = header("TurnOrder").is_some_and(|e| e.value.trim() != "[]");
        if turn_order.is_empty() && !order_named {
            turn_order = self.factions.iter().map(|&f| At::new(f, top)).collect();
        }
        let mut snapshot = Snapshot {
            round: round.unwrap_or(At::new(1, top)),
            phase: phase.unwrap_or(At::new(Phase::Action, top)),
            map: map.unwrap_or(At::new(MapId::Base, top)),
            turn,
            turn_order,
            pass_order: header("PassOrder").map(|e| self.members(e)).unwrap_or_default(),
            options: None,
            final_scoring: None,
            seats: Vec::new(),
            dropped: Vec::new(),
            three_open: Vec::new(),
            auction: Vec::new(),
            offers: Vec::new(),
            extra: Vec::new(),
            players: Vec::new(),
            terrain: Vec::new(),
            scoring: Vec::new(),
            bonuses: Vec::new(),
            favors: Vec::new(),
            towns: Vec::new(),
            used_actions: Vec::new(),
            cult_board: Default::default(),
            places: Places { header_lost: round.is_none() || phase.is_none(), ..places(tree) },
        };
        for &entry in tree.header.iter().filter(|e| is_extension(e.key)) {
            self.header_extension(entry, &mut snapshot);
        }
        for (block, faction) in tree.players.iter().zip(blocks) {
            if let Some(faction) = faction {
                let player = self.player(block, faction);
                snapshot.players.push(player);
            }
        }
        self.terrain(tree, &mut snapshot);
        for group in &tree.state {
            self.group(group, &mut snapshot);
        }
        snapshot
    }

    /// The faction of a block; a second block of one faction is passed over.
    fn owner(&mut self, block: &Block<'_>) -> Option<At<Faction>> {
        let faction = self.word::<Faction>(unquoted(block.head.key), block.head.at)?;
        if self.factions.contains(&faction.value) {
            self.findings
                .error(S09, block.head.at, format!("{} stands here for the second time", faction.value))
                .help("one block a faction; the first one counts");
            return None;
        }
        self.factions.push(faction.value);
        Some(faction)
    }

    fn header_extension(&mut self, entry: Entry<'_>, s: &mut Snapshot) {
        if !self.has_value(entry) {
            return;
        }
        match known_extension(&X_HEADER, entry.key) {
            Some("X-Format") if entry.value != "1" => {
                self.findings
                    .error(S12, entry.value_at, format!("expected format 1, found {}", shown(entry.value)))
                    .help("this text may need a newer reader");
            }
            Some("X-Format") => {}
            Some("X-Options") => s.options = Some(self.words(entry)),
            Some("X-FinalScoring") => s.final_scoring = self.word(unquoted(entry.value), entry.value_at),
            Some("X-Seats") => s.seats = self.members(entry),
            Some("X-Dropped") => s.dropped = self.members(entry),
            Some("X-ThreeOpen") => s.three_open = self.words(entry),
            Some("X-Auction") => s.auction = lots(self, entry),
            Some("X-Leech") => s.offers = offers(self, entry),
            _ => s.extra.push(Extra { key: entry.key.to_owned(), value: entry.value.to_owned() }),
        }
    }

    fn has_value(&mut self, entry: Entry<'_>) -> bool {
        if entry.value.is_empty() {
            self.findings
                .error(S12, entry.value_at, format!("expected a value behind {}", entry.key))
                .help("leave the line out to say nothing");
        }
        !entry.value.is_empty()
    }

    fn player(&mut self, block: &Block<'_>, faction: At<Faction>) -> Player {
        let field = |key: &str| find(&block.entries, key);
        let head = block.head.at;
        for key in ["VP", "Res", "Cult"] {
            if field(key).is_none() {
                self.missing(key, head);
            }
        }
        let resources = field("Res").map_or(At::new(Resources::default(), head), |e| {
            let read = value::resources(e.value, e.value_at, self.findings);
            At::new(read.unwrap_or_default(), e.value_at)
        });
        let cults = field("Cult").map_or(At::new([0; 4], head), |e| {
            let read = value::cults(e.value, e.value_at, self.findings);
            At::new(read.unwrap_or_default(), e.value_at)
        });
        let number = |reader: &mut Self, key: &str, default: i32| match field(key) {
            Some(e) => reader.int(e).unwrap_or(At::new(default, e.value_at)),
            None => At::new(default, head),
        };
        let vp = number(self, "VP", 0);
        let keys = number(self, "Keys", 0);
        let shipping = number(self, "Shipping", i32::from(faction.value.sheet().shipping.start));
        let digging = number(self, "Digging", 0);
        let buildings = field("Map").map(|e| self.buildings(e)).unwrap_or_default();
        let towns = field("Towns").map(|e| self.words(e)).unwrap_or_default();
        let range = field("Range").and_then(|e| self.int(e));
        let mut player = Player {
            faction,
            vp,
            resources,
            keys,
            shipping,
            digging,
            range,
            cults,
            buildings,
            bridges: field("Bridges")
                .map(|e| value::bridges(e.value, e.value_at, self.findings))
                .unwrap_or_default(),
            towns,
            bonus: None,
            favors: Vec::new(),
            stronghold: At::new(Status::None, head),
            home: None,
            unlocked: None,
            in_town: None,
            river_town: Vec::new(),
            pending: Vec::new(),
            actions_left: None,
            followup: Vec::new(),
            build_at: Vec::new(),
            reached: None,
            flags: Vec::new(),
            cult_owed: Vec::new(),
            extra: Vec::new(),
        };
        if faction.value == Faction::Fakirs && player.range.is_none() {
            player.range = Some(At::new(player.derived_range(), head));
        }
        if let Some(entry) = field("Bonus").filter(|e| !e.value.eq_ignore_ascii_case("none")) {
            let held = self.held::<BonusCard>(entry);
            if let Some(second) = held.get(1) {
                self.findings
                    .error(S06, second.tile.span, "expected one bonus card, found another")
                    .help("a faction holds one card");
            }
            player.bonus = held.into_iter().next();
        }
        player.favors = field("Favor").map(|e| self.held(e)).unwrap_or_default();
        let derived = player.derived_stronghold();
        player.stronghold = field("StrongholdAction").map_or(At::new(derived, head), |e| {
            self.word(unquoted(e.value), e.value_at).unwrap_or(At::new(derived, e.value_at))
        });
        for &entry in block.entries.iter().filter(|e| is_extension(e.key)) {
            self.player_extension(entry, &mut player);
        }
        player
    }

    fn player_extension(&mut self, entry: Entry<'_>, p: &mut Player) {
        if !self.has_value(entry) {
            return;
        }
        match known_extension(&X_PLAYER, entry.key) {
            Some("X-Home") => p.home = self.word(unquoted(entry.value), entry.value_at),
            Some("X-Unlocked") => p.unlocked = Some(self.words(entry)),
            Some("X-InTown") => p.in_town = Some(hexes(self, entry)),
            Some("X-RiverTown") => p.river_town = hexes(self, entry),
            Some("X-Pending") => p.pending = counted(self, entry),
            Some("X-ActionsLeft") => {
                let number = value::parse_int(entry.value);
                if number.is_none() {
                    let found = shown(entry.value);
                    self.findings.error(
                        S12,
                        entry.value_at,
                        format!("expected a whole number, found {found}"),
                    );
                }
                p.actions_left = number.map(|n| At::new(n, entry.value_at));
            }
            Some("X-Followup") => p.followup = counted(self, entry),
            Some("X-BuildAt") => p.build_at = hexes(self, entry),
            Some("X-Reached") => p.reached = hexes(self, entry).into_iter().next(),
            Some("X-Flags") => p.flags = self.words(entry),
            Some("X-CultOwed") => p.cult_owed = self.words(entry),
            _ => p.extra.push(Extra { key: entry.key.to_owned(), value: entry.value.to_owned() }),
        }
    }

    fn buildings(&mut self, entry: Entry<'_>) -> Vec<At<(hexwright_core::Hex, Building)>> {
        let items = value::items(entry.value, entry.value_at, self.findings);
        let mut found = Vec::with_capacity(items.len());
        for item in items {
            if let Some(building) = self.word::<Building>(item.word, item.word_at) {
                found.push(At::new((item.hex, building.value), item.span));
            }
        }
        found
    }

    /// Tiles with their marks.
    fn held<W: Word>(&mut self, entry: Entry<'_>) -> Vec<Held<W>> {
        let names = value::names(entry.value, entry.value_at, true, self.findings);
        let mut found = Vec::with_capacity(names.len());
        for name in names {
            let tile = self.word::<W>(name.text, name.span);
            let used = name.mark.and_then(|(word, at)| self.used(word, at));
            found.extend(tile.map(|tile| Held { tile, used }));
        }
        found
    }

    fn used(&mut self, word: &str, at: Span) -> Option<At<()>> {
        if word.eq_ignore_ascii_case("used") {
            return Some(At::new((), at));
        }
        if !word.eq_ignore_ascii_case("unused") {
            self.findings
                .error(V16, at, format!("expected the mark Used or Unused, found {}", shown(word)))
                .help("write `(Used)` behind a spent card, nothing behind a fresh one");
        }
        None
    }

    fn terrain(&mut self, tree: &Tree<'_>, s: &mut Snapshot) {
        for entry in &tree.map {
            let hex = value::hex_prefix(entry.key).filter(|(_, length)| *length == entry.key.len());
            let Some((hex, _)) = hex else {
                self.findings
                    .error(S07, entry.at, format!("expected a hex, found {}", shown(entry.key)))
                    .help("write a terrain as `4,5: Green`");
                continue;
            };
            if s.terrain.iter().any(|t| t.value.0 == hex) {
                self.findings
                    .error(S09, entry.at, format!("{},{} stands here for the second time", hex.q, hex.r))
                    .help("keep one of the two; the first one counts");
                continue;
            }
            if let Some(terrain) = self.word::<Terrain>(unquoted(entry.value), entry.value_at) {
                s.terrain.push(At::new((hex, terrain.value), entry.at));
            }
        }
    }

    fn group(&mut self, group: &Block<'_>, s: &mut Snapshot) {
        let head = group.head;
        let kind = GROUPS.iter().position(|g| g.eq_ignore_ascii_case(head.key));
        if kind != Some(0) && !head.value.is_empty() && head.value != "[]" {
            self.findings
                .error(S06, head.value_at, format!("expected nothing behind {}", head.key))
                .help("entries of this group stand on lines of their own");
        }
        match kind {
            Some(0) => {
                s.scoring = self.scoring(head);
                for entry in &group.entries {
                    self.findings
                        .error(S02, entry.at, "expected no entry under ScoringTiles")
                        .help("write the six tiles behind the key, separated by commas");
                }
            }
            Some(1) => self.stock(group, &mut s.bonuses, false),
            Some(2) => self.stock(group, &mut s.favors, true),
            Some(3) => self.stock(group, &mut s.towns, true),
            Some(4) => self.power_actions(group, s),
            _ => self.cult_board(group, s),
        }
    }

    /// `"Spades (Earth)"` may also stand without quotes; then its track looks like a mark.
    fn scoring(&mut self, head: Entry<'_>) -> Vec<At<ScoringTile>> {
        let names = value::names(head.value, head.value_at, true, self.findings);
        let mut found = Vec::with_capacity(names.len());
        for name in names {
            let full = name.mark.map(|(mark, _)| format!("{} ({mark})", name.text));
            found.extend(self.word(full.as_deref().unwrap_or(name.text), name.span));
        }
        found
    }

    fn stock<W: Word + PartialEq>(&mut self, group: &Block<'_>, into: &mut Vec<At<(W, i32)>>, once: bool) {
        for entry in &group.entries {
            let Some(tile) = self.word::<W>(unquoted(entry.key), entry.at) else { continue };
            let Some(count) = self.int(*entry) else { continue };
            // A bonus card that lies there twice is a matter of the rules (R04).
            if once && into.iter().any(|e| e.value.0 == tile.value) {
                self.twice(entry);
                continue;
            }
            into.push(At::new((tile.value, count.value), entry.at));
        }
    }

    fn power_actions(&mut self, group: &Block<'_>, s: &mut Snapshot) {
        let mut seen: Vec<PowerAction> = Vec::new();
        for entry in &group.entries {
            let Some(action) = self.word::<PowerAction>(unquoted(entry.key), entry.at) else { continue };
            if seen.contains(&action.value) {
                self.twice(entry);
                continue;
            }
            seen.push(action.value);
            match self.word::<Status>(unquoted(entry.value), entry.value_at).map(|status| status.value) {
                Some(Status::Used) => s.used_actions.push(action),
                Some(Status::None) => {
                    self.findings
                        .error(V10, entry.value_at, "expected Available or Used, found None")
                        .help("every power action of the board exists");
                }
                _ => {}
            }
        }
    }

    fn cult_board(&mut self, group: &Block<'_>, s: &mut Snapshot) {
        let mut seen: Vec<Cult> = Vec::new();
        for entry in &group.entries {
            let Some(track) = self.word::<Cult>(unquoted(entry.key), entry.at) else { continue };
            if seen.contains(&track.value) {
                self.twice(entry);
                continue;
            }
            seen.push(track.value);
            s.places.tracks[track.value.index()] = entry.at;
            s.cult_board[track.value.index()] = self.members(*entry);
        }
    }

    fn twice(&mut self, entry: &Entry<'_>) {
        self.findings
            .error(S09, entry.at, format!("{} stands here for the second time", entry.key))
            .help("keep one of the two; the first one counts");
    }
}

/// An entry with a value; an empty one means the same as none.
fn find<'a>(entries: &[Entry<'a>], key: &str) -> Option<Entry<'a>> {
    entries.iter().copied().find(|e| e.key.eq_ignore_ascii_case(key) && !e.value.is_empty())
}

/// The known extension key with this spelling.
fn known_extension(keys: &'static [&'static str], key: &str) -> Option<&'static str> {
    known(keys, key).then(|| keys.iter().copied().find(|k| k.eq_ignore_ascii_case(key)))?
}

fn places(tree: &Tree<'_>) -> Places {
    let state = tree.state_at.unwrap_or_default();
    let groups = GROUPS.map(|name| {
        let group = tree.state.iter().find(|g| g.head.key.eq_ignore_ascii_case(name));
        group.map_or(state, |g| g.head.at)
    });
    Places {
        players: tree.players_at.unwrap_or_default(),
        groups,
        tracks: [groups[5]; 4],
        turn_order: find(&tree.header, "TurnOrder").map_or(Span::at(0), |e| e.value_at),
        header_lost: false,
    }
}
