//! Values of the extension keys: hexes between blanks, counted kinds, offers of power.

use super::findings::{S12, V15};
use super::model::{Answer, Flag, Lot, Offer};
use super::read::{Reader, Word, words};
use super::tree::Entry;
use super::value::{At, hex_prefix, parse_int, shown};
use crate::game::{Followup, Owed};
use hexwright_core::text::tokens;
use hexwright_core::{Hex, Span};

words! { Owed V15 "pending kind", Followup V15 "follow-up", Flag V15 "flag" }

fn malformed(reader: &mut Reader<'_>, at: Span, expected: &str, found: &str, help: &str) {
    reader.findings.error(S12, at, format!("expected {expected}, found {}", shown(found))).help(help);
}

/// Hexes between blanks.
pub(super) fn hexes(reader: &mut Reader<'_>, entry: Entry<'_>) -> Vec<At<Hex>> {
    let mut found = Vec::new();
    for word in tokens(entry.value, entry.value_at.start as usize) {
        match hex_prefix(word.text) {
            Some((hex, length)) if length == word.text.len() => found.push(At::new(hex, word.span)),
            _ => malformed(reader, word.span, "a hex", word.text, "write hexes as `7,5 7,6`"),
        }
    }
    found
}

/// `kind n` joined by commas.
pub(super) fn counted<W: Word>(reader: &mut Reader<'_>, entry: Entry<'_>) -> Vec<At<(W, i32)>> {
    let mut found = Vec::new();
    for (part, at) in parts(entry, ',') {
        let split = part.rsplit_once(char::is_whitespace);
        let read = split.and_then(|(kind, count)| Some((kind.trim_end(), parse_int(count)?)));
        match read {
            Some((kind, count)) if count >= 1 => {
                let kind_at = Span::new(at.start as usize, at.start as usize + kind.len());
                if let Some(kind) = reader.word::<W>(kind, kind_at) {
                    found.push(At::new((kind.value, count), at));
                }
            }
            _ => malformed(reader, at, "a kind and a number", part, "write `spade 2, favor 1`"),
        }
    }
    found
}

/// `Witches 2/1 from Cultists #1 taken`, joined by semicolons.
pub(super) fn offers(reader: &mut Reader<'_>, entry: Entry<'_>) -> Vec<At<Offer>> {
    let mut found = Vec::new();
    for (part, at) in parts(entry, ';') {
        let Some(raw) = offer(part) else {
            malformed(reader, at, "an offer", part, "write `Witches 2 from Cultists #1`");
            continue;
        };
        let from_at = at.start as usize + part.find(raw.from).unwrap_or(0);
        let to = reader.member(raw.to, Span::new(at.start as usize, at.start as usize + raw.to.len()));
        let from = reader.member(raw.from, Span::new(from_at, from_at + raw.from.len()));
        if let (Some(to), Some(from)) = (to, from) {
            let offer = Offer {
                to: to.value,
                amount: raw.amount,
                gainable: raw.gainable,
                from: from.value,
                event: raw.event,
                answer: raw.answer,
            };
            found.push(At::new(offer, at));
        }
    }
    found
}

/// `Witches 5 by Giants; Nomads`: factions for sale, joined by semicolons, with their highest bids.
pub(super) fn lots(reader: &mut Reader<'_>, entry: Entry<'_>) -> Vec<At<Lot>> {
    let mut found = Vec::new();
    for (part, at) in parts(entry, ';') {
        let (sold, by) = part.split_once(" by ").map_or((part, None), |(sold, by)| (sold, Some(by.trim())));
        let bid = by.map(|by| Some((sold.trim().rsplit_once(char::is_whitespace)?, by)));
        let read = match bid {
            None => Some((sold, None)),
            Some(Some(((name, points), by))) => parse_int(points).map(|points| (name, Some((points, by)))),
            Some(None) => None,
        };
        let Some((name, bid)) = read else {
            malformed(reader, at, "a faction for sale", part, "write `Witches 5 by Giants; Nomads`");
            continue;
        };
        let here = |part: &str| {
            let start =
                entry.value_at.start as usize + (part.as_ptr() as usize - entry.value.as_ptr() as usize);
            Span::new(start, start + part.len())
        };
        let faction = reader.member(name.trim(), here(name.trim()));
        let bid = bid.map(|(points, by)| reader.member(by, here(by)).map(|by| (points, by.value)));
        if let (Some(faction), None | Some(Some(_))) = (faction, bid) {
            found.push(At::new(Lot { faction: faction.value, bid: bid.flatten() }, at));
        }
    }
    found
}

struct RawOffer<'a> {
    to: &'a str,
    amount: i32,
    gainable: i32,
    from: &'a str,
    event: i32,
    answer: Answer,
}

fn offer(text: &str) -> Option<RawOffer<'_>> {
    let (left, right) = text.split_once(" from ")?;
    let (to, amounts) = left.trim().rsplit_once(char::is_whitespace)?;
    let (amount, gainable) = match amounts.split_once('/') {
        Some((n, m)) => (parse_int(n)?, parse_int(m)?),
        None => (parse_int(amounts)?, parse_int(amounts)?),
    };
    let (from, rest) = right.split_once('#')?;
    let mut rest = rest.split_whitespace();
    let event = parse_int(rest.next()?)?;
    let answer = match rest.next().map(str::to_ascii_lowercase).as_deref() {
        None => Answer::Open,
        Some("taken") => Answer::Taken,
        Some("declined") => Answer::Declined,
        Some(_) => return None,
    };
    let sound = rest.next().is_none() && event >= 1 && amount >= 1 && (0..=amount).contains(&gainable);
    sound.then_some(RawOffer { to: to.trim_end(), amount, gainable, from: from.trim(), event, answer })
}

/// The parts of a value between separators, trimmed, each with its place.
fn parts<'a>(entry: Entry<'a>, separator: char) -> impl Iterator<Item = (&'a str, Span)> {
    let base = entry.value_at.start as usize;
    let mut start = 0;
    entry.value.split(separator).map(move |part| {
        let from = base + start + (part.len() - part.trim_start().len());
        start += part.len() + separator.len_utf8();
        let part = part.trim();
        (part, Span::new(from, from + part.len()))
    })
}
