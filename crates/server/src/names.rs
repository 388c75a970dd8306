//! Names of people: visible, of one line, and no imitation of another at the same table.

use unicode_normalization::UnicodeNormalization as _;
use unicode_security::confusable_detection::skeleton;

/// A name as it is stored, or what is wrong with it.
///
/// # Errors
/// In words for the person.
pub fn check(name: &str, most: usize) -> Result<String, String> {
    let name: String = name.trim().nfc().collect();
    let length = name.chars().count();
    if length == 0 || length > most {
        return Err(format!("expected a name of 1 to {most} characters, found {length}"));
    }
    if name.chars().any(|c| c.is_control() || is_invisible(c)) {
        return Err("expected a name of visible characters, found one that cannot be seen".to_owned());
    }
    let marks_in_a_row = name.chars().fold((0, 0), |(now, longest), c| {
        let now = if unicode_normalization::char::is_combining_mark(c) { now + 1 } else { 0 };
        (now, longest.max(now))
    });
    if marks_in_a_row.1 > 3 || look(&name).is_empty() {
        return Err("expected a name that can be read, found only marks or too many of them".to_owned());
    }
    Ok(name)
}

/// What two names that look alike have in common: look-alike letters, capitals, widths and blanks are folded.
#[must_use]
pub fn look(name: &str) -> String {
    let folded: String = name.nfkc().flat_map(char::to_lowercase).filter(|c| !is_joiner(*c)).collect();
    // the skeleton of a capital may be another than that of its small letter: fold both ways
    let skeleton: String = skeleton(&folded).flat_map(char::to_lowercase).collect();
    skeleton.chars().filter(|c| c.is_alphanumeric() || !c.is_ascii()).filter(|c| !c.is_whitespace()).collect()
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
            assert_eq!(look(name), look(imitation), "{name} and {imitation}");
        }
        for (one, other) in
            [("Ann", "Anna"), ("Bob", "Bert"), ("李雷", "韩梅"), ("greedy", "greedy 2"), ("👩‍🚀", "👩‍🔬")]
        {
            assert_ne!(look(one), look(other), "{one} and {other}");
        }
    }
}
