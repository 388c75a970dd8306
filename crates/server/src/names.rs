//! Names of people: visible, of one line, and no imitation of another at the same table.

use unicode_normalization::UnicodeNormalization as _;
use unicode_normalization::char::is_combining_mark;
use unicode_security::confusable_detection::skeleton;

/// Why a name cannot be used, in words for the person.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadName {
    /// Empty or too long.
    #[error("expected a name of 1 to {most} characters, found {length}")]
    Length {
        /// Most characters.
        most: usize,
        /// Those it has.
        length: usize,
    },
    /// With a character that shows nothing.
    #[error("expected a name of visible characters, found one that cannot be seen")]
    Invisible,
    /// Without a letter, or with heaps of accents.
    #[error("expected a name that can be read, found only marks or too many of them")]
    Unreadable,
    /// It could be taken for another one.
    #[error("{name} looks like {other} at this table; choose another name")]
    Imitation {
        /// The name.
        name: String,
        /// The one at the table.
        other: String,
    },
}

/// A name as it is stored, or what is wrong with it.
///
/// # Errors
/// If it is empty, too long or not readable.
pub fn check(name: &str, most: usize) -> Result<String, BadName> {
    let name: String = name.trim().nfc().collect();
    let length = name.chars().count();
    if length == 0 || length > most {
        return Err(BadName::Length { most, length });
    }
    if name.chars().any(|c| c.is_control() || is_invisible(c)) {
        return Err(BadName::Invisible);
    }
    let mut marks = 0;
    let too_many_marks = name.chars().any(|c| {
        marks = if is_combining_mark(c) { marks + 1 } else { 0 };
        marks > 2
    });
    let readable = |c: char| !is_combining_mark(c) && !is_joiner(c) && (c.is_alphanumeric() || !c.is_ascii());
    if too_many_marks || !name.chars().any(readable) {
        return Err(BadName::Unreadable);
    }
    Ok(name)
}

/// Whether one name could be taken for the other: look-alike letters, capitals, widths, blanks and signs are
/// folded. A look-alike may be one of the capital or of the small letter, so both ways count.
#[must_use]
pub fn alike(one: &str, other: &str) -> bool {
    looks(one).iter().any(|look| !look.is_empty() && looks(other).contains(look))
}

/// The name as others at the table will see it: the same name again gets a number, as in `Ann 2`.
///
/// # Errors
/// If it is another name that looks like one at the table.
pub fn told_apart<'a>(name: &str, others: impl Iterator<Item = &'a str> + Clone) -> Result<String, BadName> {
    let numbered = |n: u32| if n == 1 { name.to_owned() } else { format!("{name} {n}") };
    let taken = |name: &String| others.clone().any(|other| other == name);
    let name = (1..).map(numbered).find(|name| !taken(name)).unwrap_or_default();
    match others.clone().find(|other| alike(other, &name)) {
        Some(other) => Err(BadName::Imitation { other: other.to_owned(), name }),
        None => Ok(name),
    }
}

fn looks(name: &str) -> [String; 2] {
    let name: String = name.nfkc().filter(|&c| !is_joiner(c)).collect();
    let plain = |text: String| -> String {
        text.chars().filter(|c| c.is_alphanumeric() || !c.is_ascii()).filter(|c| !c.is_whitespace()).collect()
    };
    let small_first: String = skeleton(&name.to_lowercase()).collect();
    let small_last: String = skeleton(&name).collect();
    [plain(small_first.to_lowercase()), plain(small_last.to_lowercase())]
}

/// Joiners and variation selectors belong to some scripts and to emoji; between visible characters they pass.
fn is_joiner(c: char) -> bool {
    matches!(c, '\u{200c}' | '\u{200d}' | '\u{fe0e}' | '\u{fe0f}')
}

/// Characters that take no room, turn the direction of what follows, or are blank without being spaces.
fn is_invisible(c: char) -> bool {
    matches!(c,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
        | '\u{180b}'..='\u{180f}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{2800}' | '\u{3164}' | '\u{fe00}'..='\u{fe0d}' | '\u{feff}'
        | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}' | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}'
        | '\u{e000}'..='\u{f8ff}' | '\u{e0000}'..='\u{e0fff}' | '\u{f0000}'..='\u{10ffff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_visible() {
        for fine in ["Ann", "Zoë", "李雷", "محمد", "Ann B.", "👩‍🚀", "❤️", "نیم‌فاصله", "O'Brien", "Nguyễn"]
        {
            assert!(check(fine, 40).is_ok(), "{fine}: {:?}", check(fine, 40));
        }
        assert_eq!(check("  Ann ", 40).unwrap(), "Ann");
        assert_eq!(check("Zoe\u{308}", 40).unwrap(), "Zoë");
        for wrong in [
            "",
            " \u{3000}\u{a0} ",
            "\u{200b}",
            "\u{200d}",
            "\u{fe0f}\u{200c}",
            "An\u{200b}n",
            "\u{202e}nnA",
            "A\nB",
            "A\0",
            "\u{feff}Ann",
            "\u{2800}\u{2800}",
            "\u{3164}",
            "\u{301}\u{301}",
            "A\u{301}\u{302}\u{303}\u{304}",
            "\u{e000}",
            "---",
        ] {
            assert!(check(wrong, 40).is_err(), "{wrong:?}");
        }
        assert!(check(&"é".repeat(40), 40).is_ok() && check(&"é".repeat(41), 40).is_err());
    }

    #[test]
    fn imitations_look_like_what_they_imitate() {
        for (name, imitation) in [
            ("Ann", "ann"),
            ("Ann", "Аnn"),
            ("Ann", "Ａｎｎ"),
            ("Ann", "A n n"),
            ("Bill", "Bi11"),
            ("Paul", "Раul"),
            ("Ann", "An\u{200d}n"),
            ("greedy", "greedу"),
            ("Bob", "В\u{43e}b"),
            ("Ann", "𝐀𝐧𝐧"),
        ] {
            assert!(alike(name, imitation), "{name} and {imitation}");
        }
        let at = |name: &str| told_apart(name, ["Ann", "", "greedy", "greedy 2"].into_iter());
        assert_eq!((at("Bob").unwrap(), at("Ann").unwrap()), ("Bob".to_owned(), "Ann 2".to_owned()));
        assert_eq!(at("greedy").unwrap(), "greedy 3");
        assert!(at("ann").unwrap_err().to_string().contains("looks like Ann"));
        for (one, other) in
            [("Ann", "Anna"), ("Bob", "Bert"), ("李雷", "韩梅"), ("greedy", "greedy 2"), ("👩‍🚀", "👩‍🔬")]
        {
            assert!(!alike(one, other), "{one} and {other}");
        }
    }
}
