//! Catalogues of words: what each key says in one language.
//!
//! A catalogue is a text of lines `key = words`; empty lines and lines that begin with `#` are skipped.
//! `{name}` is replaced by the part of that name, `{name:one|many}` by the first form if the part is the
//! number one and by the second otherwise. An entry `key.you` is used instead of `key` when the part
//! `seat` is the one who is spoken to. Where another part is that one, `{name:dir}` says `dir` and `{name}`
//! says the entry `you`. `list.and` joins the last two of several goods.
//!
//! ```
//! use hexwright_core::present::{Part, Sentence, Speaker, Words};
//!
//! let words = Words::read("\
//! rolls = {seat} rolls {total}
//! rolls.you = You roll {total}
//! list.and = and
//! ").unwrap();
//! let rolls = Sentence::new("rolls").with("seat", Part::Seat(0)).with("total", Part::Number(8));
//! let names = ["Ada".to_owned(), "Max".to_owned()];
//! let to = |you| Speaker { words: &words, names: &names, you };
//! assert_eq!(to(None).say(&rolls), "Ada rolls 8");
//! assert_eq!(to(Some(0)).say(&rolls), "You roll 8");
//! ```

use super::{Fact, Good, Part, Sentence};
use std::collections::BTreeMap;

/// The words of one language.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Words(BTreeMap<String, String>);

/// A line of a catalogue that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: expected `key = words` with a key of its own, found {found:?}")]
pub struct BadEntry {
    /// Its number, from 1.
    pub line: usize,
    /// The line.
    pub found: String,
}

impl Words {
    /// Reads a catalogue.
    ///
    /// # Errors
    /// The first line that is no entry or repeats a key.
    pub fn read(text: &str) -> Result<Self, BadEntry> {
        let mut words = Self::default();
        for (number, line) in (1..).zip(text.lines()) {
            if line.trim().is_empty() || line.starts_with('#') {
                continue;
            }
            let bad = || BadEntry { line: number, found: line.to_owned() };
            let (key, entry) = line.split_once('=').ok_or_else(bad)?;
            if words.0.insert(key.trim().to_owned(), entry.trim().to_owned()).is_some() {
                return Err(bad());
            }
        }
        Ok(words)
    }

    /// Adds the entries of another catalogue; on both sides known keys keep the words they have.
    #[must_use]
    pub fn and(mut self, other: Self) -> Self {
        for (key, entry) in other.0 {
            self.0.entry(key).or_insert(entry);
        }
        self
    }

    /// The entry of a key.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&str> {
        self.0.get(key).map(String::as_str)
    }

    /// All entries in the order of their keys.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(key, entry)| (key.as_str(), entry.as_str()))
    }
}

/// Says sentences to somebody.
#[derive(Clone, Copy, Debug)]
pub struct Speaker<'a> {
    /// In which words.
    pub words: &'a Words,
    /// Names of the players by seat.
    pub names: &'a [String],
    /// The seat that is spoken to.
    pub you: Option<u8>,
}

impl Speaker<'_> {
    /// The sentence as text. A key or part that is missing is shown by its name, so that nothing
    /// disappears in silence.
    #[must_use]
    pub fn say(&self, sentence: &Sentence) -> String {
        let to_you = self.you.is_some() && sentence.part("seat") == self.you.map(Part::Seat).as_ref();
        let yours = to_you.then(|| self.words.get(&format!("{}.you", sentence.key))).flatten();
        let entry = yours.or_else(|| self.words.get(sentence.key)).unwrap_or(sentence.key);
        let mut said = String::new();
        let mut rest = entry;
        while let Some((before, after)) = rest.split_once('{') {
            said += before;
            let (place, after) = after.split_once('}').unwrap_or((after, ""));
            said += &self.fill(sentence, place);
            rest = after;
        }
        said + rest
    }

    /// A fact as text: what it is about, then what is true of it.
    #[must_use]
    pub fn fact(&self, fact: &Fact) -> String {
        format!("{} {}", self.word(fact.about), self.part(&fact.value))
    }

    fn fill(&self, sentence: &Sentence, place: &str) -> String {
        let (name, forms) = place.split_once(':').unwrap_or((place, ""));
        match (sentence.part(name), forms.split_once('|')) {
            (Some(Part::Number(n)), Some((one, many))) => (if *n == 1 { one } else { many }).to_owned(),
            (Some(Part::Seat(seat)), None) => self.seat(*seat, forms),
            (Some(Part::Seats(seats)), None) => self.seats(seats, forms),
            (Some(part), _) => self.part(part),
            (None, _) => format!("{{{name}}}"),
        }
    }

    fn part(&self, part: &Part) -> String {
        match part {
            Part::Seat(seat) => self.seat(*seat, ""),
            Part::Seats(seats) => self.seats(seats, ""),
            Part::Number(n) => n.to_string(),
            Part::Word(word) => self.word(word),
            Part::Goods(goods) => self.goods(goods),
            Part::Place(place) => place.to_string(),
            Part::Text(text) => text.clone(),
        }
    }

    fn word(&self, key: &str) -> String {
        self.words.get(key).unwrap_or(key).to_owned()
    }

    fn goods(&self, goods: &[Good]) -> String {
        let mut sums: Vec<Good> = Vec::new();
        for good in goods {
            match sums.iter_mut().find(|sum| sum.kind == good.kind) {
                Some(sum) => sum.count += good.count,
                None => sums.push(*good),
            }
        }
        let counted: Vec<String> = sums.iter().map(|g| format!("{} {}", g.count, self.counted(*g))).collect();
        self.list(&counted)
    }

    fn list(&self, items: &[String]) -> String {
        match items.split_last() {
            None => self.word("nothing"),
            Some((only, [])) => only.clone(),
            Some((last, before)) => format!("{} {} {last}", before.join(", "), self.word("list.and")),
        }
    }

    /// A name, or for the one who is spoken to `you` in the form the entry gives.
    fn seat(&self, seat: u8, you: &str) -> String {
        if self.you == Some(seat) {
            return if you.is_empty() { self.word("you") } else { you.to_owned() };
        }
        let name = self.names.get(usize::from(seat)).filter(|name| !name.is_empty());
        name.cloned().unwrap_or_else(|| format!("{} {seat}", self.word("seat")))
    }

    fn seats(&self, seats: &[u8], you: &str) -> String {
        self.list(&seats.iter().map(|&seat| self.seat(seat, you)).collect::<Vec<_>>())
    }

    /// The word of a kind, in its form for more than one if the catalogue has one (`settlement.many`).
    fn counted(&self, good: Good) -> String {
        let many = (good.count != 1).then(|| self.words.get(&format!("{}.many", good.kind))).flatten();
        many.map_or_else(|| self.word(good.kind), str::to_owned)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn say(entry: &str, sentence: &Sentence) -> String {
        let words = Words::read(&format!("key = {entry}\nlist.and = and\nwool = wool\ncard.many = cards\n"));
        Speaker { words: &words.unwrap(), names: &[], you: Some(1) }.say(sentence)
    }

    #[test]
    fn numbers_choose_their_form() {
        let n = |n| Sentence::new("key").with("n", Part::Number(n));
        assert_eq!(say("take {n} {n:card|cards}", &n(1)), "take 1 card");
        assert_eq!(say("take {n} {n:card|cards}", &n(2)), "take 2 cards");
    }

    #[test]
    fn goods_are_listed() {
        let good = Good::new;
        let goods = |list: &[Good]| Sentence::new("key").with("goods", Part::Goods(list.to_vec()));
        assert_eq!(say("+{goods}", &goods(&[good(2, "wool")])), "+2 wool");
        let three = goods(&[good(2, "wool"), good(1, "ore"), good(3, "card")]);
        assert_eq!(say("{goods}", &three), "2 wool, 1 ore and 3 cards");
        assert_eq!(
            say("{goods}", &goods(&[good(1, "wool"), good(1, "ore"), good(1, "wool")])),
            "2 wool and 1 ore"
        );
        assert_eq!(say("{goods}", &goods(&[])), "nothing");
    }

    #[test]
    fn who_is_spoken_to_is_said_in_the_case_the_entry_needs() {
        let robs = |victim| Sentence::new("key").with("victim", Part::Seat(victim));
        assert_eq!(say("raubt {victim:dich} aus", &robs(1)), "raubt dich aus");
        assert_eq!(say("raubt {victim:dich} aus", &robs(0)), "raubt seat 0 aus");
        let all = Sentence::new("key").with("to", Part::Seats(vec![0, 1, 2]));
        assert_eq!(say("mit {to:dir}", &all), "mit seat 0, dir and seat 2");
    }

    #[test]
    fn what_is_missing_shows_its_name() {
        assert_eq!(say("{seat} {what}", &Sentence::new("key").with("seat", Part::Seat(0))), "seat 0 {what}");
        assert_eq!(say("x", &Sentence::new("other")), "other");
    }

    #[test]
    fn a_catalogue_has_every_key_once() {
        assert_eq!(Words::read("a = 1\nb\n").unwrap_err().line, 2);
        assert_eq!(Words::read("a = 1\n# b\na = 2\n").unwrap_err().line, 3);
    }
}
