//! What old logs and pasted pages write differently: orders and words that the program which kept them
//! took back into line, tables whose tabs were lost.

use crate::factions::Faction;
use std::borrow::Cow;

/// A line of a table as it was before it was copied from a page: without the link at its end, and with a
/// tab between the columns if the row has lost them.
pub(super) fn with_tabs(line: &str) -> Cow<'_, str> {
    let mut line = line;
    while let Some(rest) = line.strip_suffix("show history") {
        line = rest.trim_end();
    }
    if line.contains('\t') {
        return Cow::Borrowed(line);
    }
    row(line).map_or(Cow::Borrowed(line), Cow::Owned)
}

/// A row of a ledger with blanks between its columns: the faction, figures up to the four cult tracks,
/// offers, commands.
fn row(line: &str) -> Option<String> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let faction = Faction::from_name(words.first()?)?;
    let points = words.iter().position(|word| *word == "VP")?;
    let numbers = |word: &&str| word.split('/').all(|n| n.parse::<u8>().is_ok());
    let cults = words.iter().position(|word| word.split('/').count() == 4 && numbers(word))?;
    let offers = words[cults + 1..].iter().take_while(|word| word.parse::<u8>().is_ok()).count();
    let commands = words[cults + 1 + offers..].join(" ");
    let points = words.get(points.checked_sub(1)?)?;
    let (name, cults) = (faction.log_name(), words[cults]);
    Some(format!("{name}\t\t{points} VP\t\t\t\t\t\t\t\t\t\t{cults}\t\t{commands}"))
}

/// The commands of one line in the order in which they are played.
pub(super) fn commands(faction: Option<Faction>, line: &str) -> Vec<String> {
    let mut parts: Vec<String> =
        line.split('.').map(|part| part.trim().to_owned()).filter(|part| !part.is_empty()).collect();
    if faction.is_none() {
        return parts;
    }
    if faction == Some(Faction::Engineers) {
        bridges(&mut parts);
    }
    cards(&mut parts);
    swap_first(&mut parts, |first, second| first.starts_with("build ") && second.starts_with("transform "));
    swap_first(&mut parts, |first, second| first.starts_with("pass ") && second.starts_with("convert "));
    swap_first(&mut parts, |first, second| first.starts_with("dig ") && second.starts_with("action "));
    join_steps(&mut parts);
    // decisions about power stand first, whatever the line says
    parts.sort_by_key(|part| !is_decision(part));
    parts
}

/// `-2w. bridge E6:F4` paid for the Engineers' bridge; a bridge given up at once was never paid for.
fn bridges(parts: &mut Vec<String>) {
    let paid = |part: &str| {
        let part = part.to_ascii_lowercase().replace(' ', "");
        part == "convert2wtobridge" || part == "convert2wto1bridge"
    };
    if let Some(i) = parts.windows(2).position(|w| paid(&w[0]) && w[1].eq_ignore_ascii_case("-bridge")) {
        parts.drain(i..i + 2);
    }
    let bridge = |part: &str| part.get(..7).is_some_and(|word| word.eq_ignore_ascii_case("bridge "));
    for i in 0..parts.len() {
        let next = parts.get(i + 1).is_some_and(|part| bridge(part));
        if paid(&parts[i]) || next && parts[i].eq_ignore_ascii_case("-2w") {
            "action ACTE".clone_into(&mut parts[i]);
        }
    }
}

/// `pass. +BON3`, and `+BON3` alone in setup, take a card by passing.
fn cards(parts: &mut Vec<String>) {
    let card = |part: &str| part.get(..4).is_some_and(|sign| sign.eq_ignore_ascii_case("+bon"));
    if let Some(i) = parts.windows(2).position(|w| w[0].eq_ignore_ascii_case("pass") && card(&w[1])) {
        parts.remove(i);
    }
    for part in parts.iter_mut().filter(|part| card(part)) {
        *part = format!("pass {}", &part[1..]);
    }
}

/// Swaps the first pair of neighbours that stands in the wrong order.
fn swap_first(parts: &mut [String], wrong: impl Fn(&str, &str) -> bool) {
    let lower: Vec<String> = parts.iter().map(|part| part.to_ascii_lowercase()).collect();
    if let Some(i) = lower.windows(2).position(|w| wrong(&w[0], &w[1])) {
        parts.swap(i, i + 1);
    }
}

/// `+AIR. +AIR` is `+2AIR`: two steps that must go on one track.
fn join_steps(parts: &mut Vec<String>) {
    let step =
        |part: &str| ["+fire", "+water", "+earth", "+air"].contains(&part.to_ascii_lowercase().as_str());
    let mut i = 0;
    while i + 1 < parts.len() {
        if step(&parts[i]) && parts[i].eq_ignore_ascii_case(&parts[i + 1]) {
            let track = parts.remove(i + 1);
            parts[i] = format!("+2{}", &track[1..]);
        }
        i += 1;
    }
}

fn is_decision(command: &str) -> bool {
    let word = command.split_whitespace().next().unwrap_or_default();
    word.eq_ignore_ascii_case("leech") || word.eq_ignore_ascii_case("decline")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_without_tabs_get_them_back() {
        let row =
            with_tabs("mermaids -1 19 VP 18 C 4 W 0 P +2 1/11/0 PW 0/2/0/0 1 1 upgrade E4 to TP. +FAV1");
        let cells: Vec<&str> = row.split('\t').collect();
        assert_eq!(cells.len(), 15);
        assert_eq!((cells[0], cells[2], cells[14]), ("mermaids", "19 VP", "upgrade E4 to TP. +FAV1"));
        assert_eq!(with_tabs("Round 1 income\tshow history"), "Round 1 income");
        assert_eq!(with_tabs("mermaids: build E4"), "mermaids: build E4");
    }

    #[test]
    fn old_orders_and_words_are_read() {
        let played = |faction, line| commands(Some(faction), line).join(". ");
        let witches = |line| played(Faction::Witches, line);
        assert_eq!(witches("build E6. transform F4"), "transform F4. build E6");
        assert_eq!(witches("pass BON3. convert 2PW to 2C"), "convert 2PW to 2C. pass BON3");
        assert_eq!(witches("dig 1. action ACT5. build E6"), "action ACT5. dig 1. build E6");
        assert_eq!(witches("pass. +BON3"), "pass BON3");
        assert_eq!(witches("+BON3"), "pass BON3");
        assert_eq!(witches("burn 1. leech 2 from giants"), "leech 2 from giants. burn 1");
        assert_eq!(played(Faction::Auren, "action ACTA. +AIR. +AIR"), "action ACTA. +2AIR");
        assert_eq!(played(Faction::Engineers, "-2W. bridge E6:F4"), "action ACTE. bridge E6:F4");
        assert_eq!(
            played(Faction::Engineers, "convert 2W to bridge. bridge E6:F4"),
            "action ACTE. bridge E6:F4"
        );
        assert_eq!(played(Faction::Engineers, "convert 2W to 1bridge. -BRIDGE. pass BON1"), "pass BON1");
    }
}
