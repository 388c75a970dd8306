//! The language of a page, and the words of all pages in it.
//!
//! Words stand in `words/LANGUAGE/PAGE.txt`, in the form of [`hexwright_core::present::words`]. A page gets
//! the language its cookie `language` names, else the first one of `Accept-Language` that we have.

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderMap, header};
use hexwright_core::present::Words;
use std::convert::Infallible;
use std::sync::LazyLock;

/// The name of the cookie in which a person's choice is kept.
pub const COOKIE: &str = "language";

/// The catalogues of the pages by language; the first language is the default.
const CATALOGUES: [(&str, &[&str]); 2] = [
    (
        "en",
        &[
            include_str!("../words/en/site.txt"),
            include_str!("../words/en/table.txt"),
            include_str!("../words/en/dice.txt"),
            include_str!("../words/en/home.txt"),
            include_str!("../words/en/edit.txt"),
            include_str!("../words/en/end.txt"),
            include_str!("../words/en/replay.txt"),
            include_str!("../words/en/rooms.txt"),
            include_str!("../words/en/analysis.txt"),
        ],
    ),
    (
        "de",
        &[
            include_str!("../words/de/site.txt"),
            include_str!("../words/de/table.txt"),
            include_str!("../words/de/dice.txt"),
            include_str!("../words/de/home.txt"),
            include_str!("../words/de/edit.txt"),
            include_str!("../words/de/end.txt"),
            include_str!("../words/de/replay.txt"),
            include_str!("../words/de/rooms.txt"),
            include_str!("../words/de/analysis.txt"),
        ],
    ),
];

static WORDS: LazyLock<[Words; CATALOGUES.len()]> = LazyLock::new(|| {
    CATALOGUES.map(|(_, texts)| {
        let read = |text: &&str| Words::read(text).unwrap_or_default();
        texts.iter().map(read).fold(Words::default(), Words::and)
    })
});

/// A language the pages are written in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Language(usize);

impl Language {
    /// The language with this code, as `de`.
    #[must_use]
    pub fn from_code(code: &str) -> Option<Self> {
        CATALOGUES.iter().position(|(known, _)| *known == code).map(Self)
    }

    /// Its code, as `de`.
    #[must_use]
    pub const fn code(self) -> &'static str {
        CATALOGUES[self.0].0
    }

    /// The words of all pages.
    #[must_use]
    pub fn words(self) -> &'static Words {
        &WORDS[self.0]
    }

    /// What a key says; a key without an entry is shown as it is.
    #[must_use]
    pub fn say(self, key: &'static str) -> &'static str {
        self.words().get(key).unwrap_or(key)
    }

    /// What these headers ask for.
    #[must_use]
    pub fn of(headers: &HeaderMap) -> Self {
        let text = |name| headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default();
        let mut cookies = text(header::COOKIE).split(';').filter_map(|pair| pair.trim().split_once('='));
        let chosen = cookies.find(|(name, _)| *name == COOKIE).and_then(|(_, code)| Self::from_code(code));
        let wanted = || {
            // browsers list what they like best first
            let mut codes =
                text(header::ACCEPT_LANGUAGE).split(',').map(|entry| entry.split([';', '-']).next());
            codes.find_map(|code| Self::from_code(code?.trim()))
        };
        chosen.or_else(wanted).unwrap_or_default()
    }
}

impl<S: Sync> FromRequestParts<S> for Language {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        Ok(Self::of(&parts.headers))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;
    use std::path::Path;

    fn asked(pairs: &[(header::HeaderName, &str)]) -> &'static str {
        let headers = pairs.iter().map(|(name, value)| (name.clone(), value.parse().unwrap())).collect();
        Language::of(&headers).code()
    }

    #[test]
    fn the_cookie_goes_before_the_browser_and_unknown_languages_become_english() {
        use header::{ACCEPT_LANGUAGE, COOKIE};
        assert_eq!(asked(&[]), "en");
        assert_eq!(asked(&[(ACCEPT_LANGUAGE, "fr-FR,de-AT;q=0.8,en;q=0.5")]), "de");
        assert_eq!(asked(&[(ACCEPT_LANGUAGE, "de"), (COOKIE, "a=b; language=en")]), "en");
        assert_eq!(asked(&[(ACCEPT_LANGUAGE, "de"), (COOKIE, "language=xx")]), "de");
    }

    /// Texts of the templates and scripts of all pages.
    fn sources() -> String {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let mut all = String::new();
        for folder in [root.join("templates"), root.join("src/routes"), root.join("../../web/assets")] {
            for file in std::fs::read_dir(folder).unwrap() {
                all += &std::fs::read_to_string(file.unwrap().path()).unwrap_or_default();
                all.push('\n');
            }
        }
        all
    }

    /// What stands in quotes behind an opening.
    fn after<'a>(text: &'a str, opening: &str) -> BTreeSet<&'a str> {
        text.split(opening).skip(1).filter_map(|rest| rest.split('"').next()).collect()
    }

    #[test]
    fn no_word_is_missing_and_none_is_unused() {
        let sources = sources();
        let english = Language::default().words();
        let games = [
            hexwright_league::english::<hexwright_catan::game::Catan>(),
            hexwright_league::english::<hexwright_league::games::Terra>(),
        ];
        // a script that puts a key together names its beginning: `phase.${name}`
        let begun: BTreeSet<&str> = [".text(`", ".word(`"]
            .iter()
            .flat_map(|opening| sources.split(opening).skip(1))
            .filter_map(|rest| rest.split('$').next())
            .filter(|begin| begin.ends_with('.'))
            .collect();
        let asked: BTreeSet<&str> = ["site.say(\"", ".text(\"", ".word(\""]
            .iter()
            .flat_map(|opening| after(&sources, opening))
            .collect();
        for key in &asked {
            // pages of games say the words of the game too
            assert!(
                english.get(key).is_some() || games.iter().any(|game| game.get(key).is_some()),
                "no entry for {key:?}"
            );
        }
        for begin in &begun {
            assert!(english.iter().any(|(key, _)| key.starts_with(begin)), "no entry begins with {begin:?}");
        }
        for (key, _) in english.iter() {
            let is_used =
                sources.contains(&format!("\"{key}\"")) || begun.iter().any(|begin| key.starts_with(begin));
            assert!(is_used, "the entry {key:?} is never used");
        }
    }

    #[test]
    fn every_language_has_the_same_keys_and_places() {
        let english = Language::default().words();
        for (code, texts) in CATALOGUES {
            texts.iter().for_each(|text| assert_eq!(Words::read(text).err(), None, "{code}"));
            let words = Language::from_code(code).unwrap().words();
            let keys = |words: &Words| words.iter().map(|(key, _)| key.to_owned()).collect::<Vec<_>>();
            assert_eq!(keys(words), keys(english), "{code}");
            for (key, entry) in words.iter() {
                let places = |entry: &str| -> BTreeSet<String> {
                    let inside = entry.split('{').skip(1).filter_map(|s| s.split('}').next());
                    inside.map(|s| s.split(':').next().unwrap_or(s).to_owned()).collect()
                };
                assert_eq!(places(entry), places(english.get(key).unwrap()), "{code}: {key}");
            }
        }
    }
}
