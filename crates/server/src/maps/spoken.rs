//! Advice on maps in the language of a page.
//!
//! The linter writes English sentences. `words/LANGUAGE/findings.txt` has each of them with its translation:
//! `ID = english {place} => translated {place}`, why it matters as `ID.why`, and single words as `word.WORD`.

use crate::language::Language;
use hexwright_core::present::Words;
use std::sync::LazyLock;

/// The phrases of the languages that are not English.
static PHRASES: LazyLock<[(&str, Words); 1]> = LazyLock::new(|| {
    [("de", include_str!("../../words/de/findings.txt"))]
        .map(|(code, text)| (code, Words::read(text).unwrap_or_default()))
});

fn phrases(language: Language) -> Option<&'static Words> {
    PHRASES.iter().find(|(code, _)| *code == language.code()).map(|(_, words)| words)
}

/// The message of a finding; `None` if it stays English.
pub(super) fn message(language: Language, id: &str, english: &str) -> Option<String> {
    let words = phrases(language)?;
    let (pattern, said) = words.get(id)?.split_once(" => ")?;
    let mut said = said.to_owned();
    for (place, value) in places(pattern, english)? {
        let value = words.get(&format!("word.{value}")).unwrap_or(value);
        said = said.replace(&format!("{{{place}}}"), value);
    }
    Some(said)
}

/// Why a finding matters; `None` if it stays English.
pub(super) fn explanation(language: Language, id: &str) -> Option<&'static str> {
    phrases(language)?.get(&format!("{id}.why"))
}

/// What stands in the places of a pattern; `None` if a text does not follow it.
fn places<'a>(pattern: &'a str, text: &'a str) -> Option<Vec<(&'a str, &'a str)>> {
    let mut parts = pattern.split('{');
    let mut rest = text.strip_prefix(parts.next()?)?;
    let mut found = Vec::new();
    for part in parts {
        let (name, then) = part.split_once('}')?;
        let end = if then.is_empty() { rest.len() } else { rest.find(then)? };
        found.push((name, &rest[..end]));
        rest = &rest[end + then.len()..];
    }
    rest.is_empty().then_some(found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexwright_catan::lint::RULES;

    fn german() -> Language {
        Language::from_code("de").unwrap()
    }

    #[test]
    fn every_advice_is_there_in_german_and_nothing_else() {
        let words = phrases(german()).unwrap();
        for rule in RULES {
            let (english, said) = words.get(rule.id).and_then(|entry| entry.split_once(" => ")).unwrap();
            let names = |text: &str| -> std::collections::BTreeSet<String> {
                text.split('{').skip(1).filter_map(|s| s.split('}').next()).map(str::to_owned).collect()
            };
            assert_eq!(names(english), names(said), "{}", rule.id);
            assert!(explanation(german(), rule.id).is_some_and(|why| why.len() > 40), "{}", rule.id);
        }
        for (key, _) in words.iter() {
            let id = key.strip_suffix(".why").unwrap_or(key);
            assert!(
                key.starts_with("word.") || RULES.iter().any(|rule| rule.id == id),
                "{key} is never used"
            );
        }
    }

    #[test]
    fn the_advice_on_shipped_maps_is_said_in_german() {
        let mut said = 0;
        for folder in ["catan", "pioneers"] {
            for name in crate::library::names(folder) {
                let text = crate::library::text(&name).unwrap();
                let checked = serde_json::to_value(super::super::check(&name, &text)).unwrap();
                for finding in checked["findings"].as_array().unwrap() {
                    let (id, english) =
                        (finding["id"].as_str().unwrap(), finding["message"].as_str().unwrap());
                    if RULES.iter().any(|rule| rule.id == id) {
                        let german = message(german(), id, english);
                        assert!(
                            german.as_ref().is_some_and(|g| !g.contains('{') && g != english),
                            "{id}: {english}"
                        );
                        said += 1;
                    }
                }
            }
        }
        assert!(said > 10, "{said}");
    }

    #[test]
    fn sentences_are_matched_whole() {
        let german = |id, text| message(german(), id, text);
        assert_eq!(
            german("port-spacing", "1 free coastal edge between ports 2 and 3").unwrap(),
            "1 freie Küstenkante zwischen den Häfen 2 und 3"
        );
        assert_eq!(german("small-bank", "the bank has 3 wool").unwrap(), "die Bank hat 3-mal Wolle");
        assert_eq!(german("small-bank", "the bank is empty"), None);
        assert_eq!(german("empty-deck", "the deck has no card at all"), None);
        assert_eq!(message(Language::default(), "empty-deck", "the deck has no card"), None);
    }
}
