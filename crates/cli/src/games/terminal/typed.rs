//! What a person types: short forms of actions, and completions.
//!
//! `s 19` means `settlement 19`, or `setup-settlement 19` while pieces are placed; `end` means `end-turn`; `19` alone
//! means the one action about 19.

/// What typed words mean among the texts of legal actions.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Meaning {
    /// The action of this number.
    Action(usize),
    /// One of these, as far as can be told.
    Several(Vec<usize>),
    /// None of them.
    Nothing,
}

/// How well a typed word fits a word of an action; less is better.
type Fit = u8;

/// Finds the action that is meant. The best fit wins: whole words before beginnings, all words before some.
pub(super) fn meaning(texts: &[String], typed: &str) -> Meaning {
    let words: Vec<&str> = typed.split_whitespace().collect();
    if words.is_empty() {
        return Meaning::Nothing;
    }
    let named = |text: &String| fit(&text.split_whitespace().collect::<Vec<_>>(), &words, true);
    let bare = |text: &String| fit(&text.split_whitespace().skip(1).collect::<Vec<_>>(), &words, false);
    let best = |fits: Vec<Option<Fit>>| -> Vec<usize> {
        let least = fits.iter().flatten().min().copied();
        (0..fits.len()).filter(|&i| fits[i].is_some() && fits[i] == least).collect()
    };
    let mut found = best(texts.iter().map(named).collect());
    if found.is_empty() {
        found = best(texts.iter().map(bare).collect());
    }
    match found[..] {
        [] => Meaning::Nothing,
        [only] => Meaning::Action(only),
        _ => Meaning::Several(found),
    }
}

/// The typed line with its first word completed, if only one verb begins with it. So a refusal is about the rest.
pub(super) fn with_whole_verb(texts: &[String], typed: &str) -> String {
    let (word, rest) = typed.split_once(' ').unwrap_or((typed, ""));
    let mut verbs: Vec<&str> = texts.iter().filter_map(|text| text.split_whitespace().next()).collect();
    verbs.dedup();
    let fits: Vec<&str> = verbs.into_iter().filter(|verb| word_fit(verb, word, true).is_some()).collect();
    match fits[..] {
        [verb] => format!("{verb} {rest}"),
        _ => typed.to_owned(),
    }
}

/// What can stand in place of the last typed word, so that the line still means an action.
pub(super) fn completions(texts: &[String], typed: &str) -> Vec<String> {
    let mut words: Vec<&str> = typed.split_whitespace().collect();
    let last = if typed.ends_with(' ') || words.is_empty() { "" } else { words.pop().unwrap_or_default() };
    let mut found: Vec<String> = Vec::new();
    for text in texts {
        let parts: Vec<&str> = text.split_whitespace().collect();
        let Some(&next) = parts.get(words.len()) else { continue };
        let fits_before = words.is_empty() || fit(&parts, &words, true).is_some();
        let fits_here = last.is_empty() || word_fit(next, last, words.is_empty()).is_some();
        if fits_before && fits_here && !found.iter().any(|f| f == next) {
            found.push(next.to_owned());
        }
    }
    found
}

fn fit(parts: &[&str], words: &[&str], has_verb: bool) -> Option<Fit> {
    if words.len() > parts.len() {
        return None;
    }
    let mut worst = Fit::from(words.len() < parts.len()) * 4;
    for (place, (part, word)) in parts.iter().zip(words).enumerate() {
        worst = worst.max(word_fit(part, word, has_verb && place == 0)?);
    }
    Some(worst)
}

/// 0 for the whole word, 1 for the end of a verb such as `settlement` of `setup-settlement`, 2 for the beginning of the
/// word, 3 for the beginning of its end.
fn word_fit(part: &str, word: &str, is_verb: bool) -> Option<Fit> {
    let (part, word) = (part.to_lowercase(), word.to_lowercase());
    let end = part.split_once('-').map(|(_, end)| end).filter(|_| is_verb);
    if part == word || turned(&part).is_some_and(|turned| !is_verb && turned == word) {
        Some(0)
    } else if end == Some(&word) {
        Some(1)
    } else if !part.starts_with(|c: char| c.is_alphabetic()) || part.contains(|c: char| c.is_ascii_digit()) {
        None // a number, or a hex such as A1, is not begun: 1 is not 12
    } else if part.starts_with(&word) {
        Some(2)
    } else {
        end.is_some_and(|end| end.starts_with(&word)).then_some(3)
    }
}

/// A side named from its other end: `20-19` for `19-20`.
fn turned(part: &str) -> Option<String> {
    let (a, b) = part.split_once('-')?;
    let number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    (number(a) && number(b)).then(|| format!("{b}-{a}"))
}

/// The legal actions in few lines: every verb once, with what can follow it.
pub(super) fn listed(texts: &[String], most: usize) -> Vec<String> {
    let mut verbs: Vec<(&str, Vec<&str>)> = Vec::new();
    for text in texts {
        let (verb, rest) = text.split_once(' ').unwrap_or((text, ""));
        match verbs.iter_mut().find(|(v, _)| *v == verb) {
            Some((_, rests)) => rests.push(rest),
            None => verbs.push((verb, vec![rest])),
        }
    }
    let line = |(verb, rests): (&str, Vec<&str>)| {
        let runs = runs(&rests);
        let separator = if rests.iter().any(|rest| rest.contains(' ')) { " | " } else { " " };
        let shown = runs.iter().take(most).map(String::as_str).collect::<Vec<_>>().join(separator);
        let more = runs.len().saturating_sub(most);
        let more = if more > 0 { format!("{separator}… {more} more") } else { String::new() };
        format!("{verb} {shown}{more}").trim_end().to_owned()
    };
    verbs.into_iter().map(line).collect()
}

/// Numbers that follow each other as `12…15`, everything else as it is.
fn runs(rests: &[&str]) -> Vec<String> {
    let mut runs: Vec<(String, Option<(u32, u32)>)> = Vec::new();
    for rest in rests {
        let number = rest.parse::<u32>().ok();
        match (runs.last_mut(), number) {
            (Some((_, Some((_, last)))), Some(n)) if n == *last + 1 => *last = n,
            _ => runs.push(((*rest).to_owned(), number.map(|n| (n, n)))),
        }
    }
    let text = |(text, run): (String, Option<(u32, u32)>)| match run {
        Some((first, last)) if last == first + 1 => format!("{first} {last}"),
        Some((first, last)) if last > first => format!("{first}…{last}"),
        _ => text,
    };
    runs.into_iter().map(text).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(list: &[&str]) -> Vec<String> {
        list.iter().map(|&text| text.to_owned()).collect()
    }

    #[test]
    fn short_forms_mean_the_one_action_they_fit_best() {
        let turn =
            texts(&["settlement 19", "settlement 20", "road 19-20", "road 20-21", "end-turn", "steal 1"]);
        for (typed, meant) in [
            ("settlement 19", 0),
            ("s 19", 0),
            ("S 20", 1),
            ("r 19-20", 2),
            ("road 21-20", 3),
            ("end", 4),
            ("turn", 4),
            ("steal", 5),
            ("20-21", 3),
        ] {
            assert_eq!(meaning(&turn, typed), Meaning::Action(meant), "{typed}");
        }
        assert_eq!(meaning(&turn, "s"), Meaning::Several(vec![0, 1, 5]));
        assert_eq!(meaning(&turn, "road"), Meaning::Several(vec![2, 3]));
        for typed in ["s 1", "fly", "", "road 19-20 now"] {
            let found = meaning(&turn, typed);
            assert!(
                found == Meaning::Nothing || typed == "s 1" && found == Meaning::Action(5),
                "{typed}: {found:?}"
            );
        }
        let setup = texts(&["setup-settlement 1", "setup-settlement 12"]);
        assert_eq!(meaning(&setup, "1"), Meaning::Action(0));
        assert_eq!(meaning(&setup, "s 12"), Meaning::Action(1));
        let terra = texts(&["build A1", "build A10", "pass BON1"]);
        assert_eq!(meaning(&terra, "b a1"), Meaning::Action(0));
        assert_eq!(meaning(&terra, "pass"), Meaning::Action(2));
    }

    #[test]
    fn a_refusal_is_about_the_place_where_the_verb_is_clear() {
        let setup = texts(&["setup-road 13-19", "setup-road 14-19"]);
        assert_eq!(with_whole_verb(&setup, "r 19-20"), "setup-road 19-20");
        assert_eq!(with_whole_verb(&setup, "fly 3"), "fly 3");
    }

    #[test]
    fn the_tab_key_offers_the_next_word() {
        let turn = texts(&["settlement 19", "settlement 20", "road 19-20", "end-turn"]);
        assert_eq!(completions(&turn, ""), ["settlement", "road", "end-turn"]);
        assert_eq!(completions(&turn, "se"), ["settlement"]);
        assert_eq!(completions(&turn, "settlement "), ["19", "20"]);
        assert_eq!(completions(&turn, "r "), ["19-20"]);
        assert!(completions(&turn, "road 19-20 ").is_empty());
    }

    #[test]
    fn many_actions_are_few_lines() {
        let turn =
            texts(&["roll", "settlement 1", "settlement 2", "settlement 3", "settlement 7", "settlement 8"]);
        assert_eq!(listed(&turn, 9), ["roll", "settlement 1…3 7 8"]);
        assert_eq!(listed(&turn, 1)[1], "settlement 1…3 … 1 more");
        let trade = texts(&["bank-trade wood for ore", "bank-trade wood for wool"]);
        assert_eq!(listed(&trade, 9), ["bank-trade wood for ore | wood for wool"]);
    }
}
