//! The first rung: lines become a tree of keys and raw values, each with its place.
//!
//! Nothing here knows a faction or a tile. Nesting is decided by context, then by indent: a line
//! without indent is a header key or a section, everything indented belongs to the open section.

use super::findings::{Findings, S01, S02, S09, S11, S13};
use hexwright_core::Span;
use hexwright_core::text::{Line, lines};

/// A key and the text behind its colon.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry<'a> {
    /// As written, quotes kept.
    pub(super) key: &'a str,
    /// Where the key stands.
    pub(super) at: Span,
    /// Trimmed; may be empty.
    pub(super) value: &'a str,
    /// Where the value stands.
    pub(super) value_at: Span,
}

/// A player or a group of the state, with its entries.
#[derive(Clone, Debug)]
pub(super) struct Block<'a> {
    /// The line that opens it.
    pub(super) head: Entry<'a>,
    /// What it holds.
    pub(super) entries: Vec<Entry<'a>>,
}

/// A whole file as keys and raw values.
#[derive(Clone, Debug, Default)]
pub(super) struct Tree<'a> {
    pub(super) header: Vec<Entry<'a>>,
    pub(super) players: Vec<Block<'a>>,
    pub(super) map: Vec<Entry<'a>>,
    pub(super) state: Vec<Block<'a>>,
    /// The `Players:` and `State:` lines, for findings about what is missing there.
    pub(super) players_at: Option<Span>,
    pub(super) state_at: Option<Span>,
    /// Every section line, in order.
    pub(super) sections: Vec<(&'a str, Span)>,
    /// Comment lines, each with the place of the entry it stands before.
    pub(super) comments: Vec<(Line<'a>, u32)>,
}

/// Header keys in canonical order.
pub(super) const HEADER: [&str; 6] = ["Round", "Phase", "MapType", "Turn", "TurnOrder", "PassOrder"];
/// Extension keys of the header in canonical order.
pub(super) const X_HEADER: [&str; 8] = [
    "X-Format",
    "X-Options",
    "X-FinalScoring",
    "X-Seats",
    "X-Dropped",
    "X-ThreeOpen",
    "X-Auction",
    "X-Leech",
];
/// Player keys in canonical order.
pub(super) const PLAYER: [&str; 13] = [
    "VP",
    "Res",
    "Keys",
    "Shipping",
    "Digging",
    "Range",
    "Cult",
    "Map",
    "Bridges",
    "Towns",
    "Bonus",
    "Favor",
    "StrongholdAction",
];
/// Extension keys of a player in canonical order.
pub(super) const X_PLAYER: [&str; 11] = [
    "X-Home",
    "X-Unlocked",
    "X-InTown",
    "X-RiverTown",
    "X-Pending",
    "X-ActionsLeft",
    "X-Followup",
    "X-BuildAt",
    "X-Reached",
    "X-Flags",
    "X-CultOwed",
];
/// Groups of the state in canonical order.
pub(super) const GROUPS: [&str; 6] =
    ["ScoringTiles", "Bonuses", "Favors", "Towns", "PowerActions", "CultBoard"];

/// Which section a line belongs to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Section {
    Header,
    Players,
    Map,
    State,
    /// A section of unknown name: its lines are passed over.
    Unknown,
}

/// Whether `key` is one of `known`, whatever its case.
pub(super) fn known(known: &[&str], key: &str) -> bool {
    known.iter().any(|k| k.eq_ignore_ascii_case(key))
}

/// Whether a key is an extension.
pub(super) fn is_extension(key: &str) -> bool {
    key.get(..2).is_some_and(|start| start.eq_ignore_ascii_case("x-"))
}

/// Reads the lines of a file into a tree.
pub(super) fn parse<'a>(text: &'a str, findings: &mut Findings) -> Tree<'a> {
    let mut reader = Reader {
        tree: Tree::default(),
        section: Section::Header,
        group_indent: None,
        lost_group: false,
        tabs: None,
        findings,
    };
    let mut waiting: Vec<Line<'a>> = Vec::new();
    for line in lines(text) {
        let line = without_mark(line);
        let content = line.text.trim();
        if content.starts_with('#') {
            waiting.push(line);
        } else if !content.is_empty() {
            let indent = line.text.len() - line.text.trim_start().len();
            let place = line.span.start as usize + indent;
            reader.tree.comments.extend(waiting.drain(..).map(|comment| (comment, place as u32)));
            reader.line(&line.text[..indent], content, place);
        }
    }
    reader.tree.comments.extend(waiting.drain(..).map(|comment| (comment, u32::MAX)));
    reader.finish()
}

/// The first line may begin with a byte-order mark.
fn without_mark(line: Line<'_>) -> Line<'_> {
    match line.text.strip_prefix('\u{feff}') {
        Some(text) if line.span.start == 0 => Line { text, span: Span { start: 3, end: line.span.end } },
        _ => line,
    }
}

struct Reader<'a, 'f> {
    tree: Tree<'a>,
    section: Section,
    /// Indent of the groups of the state: what is not deeper cannot be an entry.
    group_indent: Option<usize>,
    /// Inside a group of unknown name.
    lost_group: bool,
    /// The first tab in an indent, and how many lines have one.
    tabs: Option<(Span, usize)>,
    findings: &'f mut Findings,
}

impl<'a> Reader<'a, '_> {
    fn line(&mut self, indent: &str, content: &'a str, place: usize) {
        if let Some(tab) = indent.find('\t') {
            let at = Span::at(place - indent.len() + tab);
            self.tabs = Some(self.tabs.map_or((at, 1), |(first, n)| (first, n + 1)));
        }
        let in_group = self.section == Section::State && !indent.is_empty();
        let Some(entry) = split(content, place, in_group) else {
            let at = Span::new(place, place + content.len());
            let shown: String = content.chars().take(40).collect();
            self.findings
                .error(S01, at, format!("expected `key: value`, found {shown:?}"))
                .help("put a colon behind the key, or `#` before a comment");
            return;
        };
        if indent.is_empty() {
            self.top(entry);
            return;
        }
        match self.section {
            Section::Header => self.misplaced(entry, "before any section"),
            Section::Players => self.player_line(entry),
            Section::Map if is_extension(entry.key) => self.misplaced(entry, "in the Map section"),
            Section::Map => self.tree.map.push(entry),
            Section::State => self.state_line(entry, indent.len()),
            Section::Unknown => {}
        }
    }

    /// A line without indent.
    fn top(&mut self, entry: Entry<'a>) {
        let section = match entry.key.to_ascii_lowercase().as_str() {
            "players" => Some(Section::Players),
            "map" => Some(Section::Map),
            "state" => Some(Section::State),
            _ => None,
        };
        if let Some(section) = section {
            if !entry.value.is_empty() && entry.value != "[]" {
                self.findings
                    .error(S02, entry.value_at, format!("expected nothing behind the section {}", entry.key))
                    .help("entries of a section stand indented on lines of their own");
            }
            self.open(section, entry);
        } else if self.section != Section::Header && (known(&HEADER, entry.key) || is_extension(entry.key)) {
            self.misplaced(entry, "behind a section");
        } else if known(&PLAYER, entry.key) || known(&X_PLAYER, entry.key) || known(&GROUPS, entry.key) {
            self.misplaced(entry, "without indent");
        } else if known(&HEADER, entry.key) || is_extension(entry.key) {
            self.push(entry, |tree| Some(&mut tree.header));
        } else {
            self.unknown(entry);
            if entry.value.is_empty() {
                self.section = Section::Unknown;
            }
        }
    }

    fn open(&mut self, section: Section, entry: Entry<'a>) {
        if self.tree.sections.iter().any(|(name, _)| name.eq_ignore_ascii_case(entry.key)) {
            self.twice(entry);
        }
        self.tree.sections.push((entry.key, entry.at));
        self.section = section;
        self.group_indent = None;
        match section {
            Section::Players => self.tree.players_at = Some(entry.at),
            Section::State => self.tree.state_at = Some(entry.at),
            _ => {}
        }
    }

    fn player_line(&mut self, entry: Entry<'a>) {
        let field = known(&PLAYER, entry.key) || is_extension(entry.key);
        let elsewhere =
            known(&X_HEADER, entry.key) || !field && (known(&HEADER, entry.key) || known(&GROUPS, entry.key));
        if elsewhere {
            self.misplaced(entry, "in a player block");
        } else if !field && entry.value.is_empty() {
            self.tree.players.push(Block { head: entry, entries: Vec::new() });
        } else if self.tree.players.is_empty() {
            self.misplaced(entry, "before any player");
        } else if field {
            self.push(entry, |tree| tree.players.last_mut().map(|block| &mut block.entries));
        } else {
            self.unknown(entry);
        }
    }

    fn state_line(&mut self, entry: Entry<'a>, indent: usize) {
        if known(&GROUPS, entry.key) {
            self.group_indent.get_or_insert(indent);
            self.lost_group = false;
            if self.tree.state.iter().any(|g| g.head.key.eq_ignore_ascii_case(entry.key)) {
                self.twice(entry);
            }
            self.tree.state.push(Block { head: entry, entries: Vec::new() });
        } else if is_extension(entry.key) {
            self.misplaced(entry, "in the State section");
        } else if entry.value.is_empty() && self.group_indent.is_none_or(|depth| indent <= depth) {
            self.unknown(entry);
            self.group_indent.get_or_insert(indent);
            self.lost_group = true;
        } else if self.lost_group {
            // Its group is unknown and has been named.
        } else if let Some(group) = self.tree.state.last_mut() {
            group.entries.push(entry);
        } else {
            self.misplaced(entry, "before any group of the state");
        }
    }

    /// Keeps the first of two equal keys and names the second.
    fn push(
        &mut self,
        entry: Entry<'a>,
        list: impl for<'t> Fn(&'t mut Tree<'a>) -> Option<&'t mut Vec<Entry<'a>>>,
    ) {
        let Some(list) = list(&mut self.tree) else { return };
        if list.iter().any(|e| e.key.eq_ignore_ascii_case(entry.key)) {
            self.twice(entry);
        } else {
            list.push(entry);
        }
    }

    fn misplaced(&mut self, entry: Entry<'a>, where_: &str) {
        let help = if known(&HEADER, entry.key) || known(&X_HEADER, entry.key) {
            "header keys stand without indent before `Players:`"
        } else if known(&X_PLAYER, entry.key) {
            "this key belongs indented into a player block"
        } else if known(&PLAYER, entry.key) || known(&GROUPS, entry.key) {
            "indent it: a player's keys stand in a player block, groups in `State:`"
        } else if is_extension(entry.key) {
            "extension keys stand in the header or in a player block"
        } else {
            "indented lines belong to a section: Players, Map or State"
        };
        let key: String = entry.key.chars().take(40).collect();
        self.findings.error(S02, entry.at, format!("expected no key {key:?} {where_}")).help(help);
    }

    fn unknown(&mut self, entry: Entry<'a>) {
        let key: String = entry.key.chars().take(40).collect();
        self.findings
            .warning(S11, entry.at, format!("unknown key {key:?}"))
            .help("keys of your own begin with `X-`");
    }

    fn twice(&mut self, entry: Entry<'a>) {
        self.findings
            .error(S09, entry.at, format!("{} stands here for the second time", entry.key))
            .help("keep one of the two; the first one counts");
    }

    fn finish(self) -> Tree<'a> {
        if let Some((at, count)) = self.tabs {
            let message = match count {
                1 => "tab in the indent".to_owned(),
                n => format!("tab in the indent, here and on {} more lines", n - 1),
            };
            self.findings.warning(S13, at, message).help("indent with blanks");
        }
        self.tree
    }
}

/// Splits a line at its colon: behind a closing quote, at the last colon for a bare name of a state
/// group, else at the first.
fn split(content: &str, place: usize, in_group: bool) -> Option<Entry<'_>> {
    let colon = if let Some(rest) = content.strip_prefix('"') {
        let close = rest.find('"')? + 2;
        let gap = content[close..].len() - content[close..].trim_start().len();
        content[close + gap..].starts_with(':').then_some(close + gap)?
    } else {
        let first = content.find(':')?;
        let opens_group = known(&GROUPS, content[..first].trim_end());
        if in_group && !opens_group { content.rfind(':')? } else { first }
    };
    let key = content[..colon].trim_end();
    if key.is_empty() {
        return None;
    }
    let behind = &content[colon + 1..];
    let value = behind.trim();
    let start = if value.is_empty() {
        place + colon + 1
    } else {
        place + colon + 1 + (behind.len() - behind.trim_start().len())
    };
    Some(Entry {
        key,
        at: Span::new(place, place + key.len()),
        value,
        value_at: Span::new(start, start + value.len()),
    })
}
