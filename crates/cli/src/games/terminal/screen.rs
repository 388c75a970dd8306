//! Where things stand on the terminal: the board left, the rest beside it if it is wide enough, else below.

use hexwright_league::TextPicture;

/// Columns of a line where no terminal says how many it has.
const WIDTH: usize = 100;
/// The fewest columns that are worth a second column of text. The standard island is up to 48 columns wide, with the names
/// of harbours at both sides, and has its text beside it on a terminal of 80.
const BESIDE: usize = 30;
/// Lines of news that are kept in view when there is little room.
const NEWS: usize = 4;

/// What is to be shown.
pub(super) struct ScreenText<'a> {
    pub(super) picture: &'a TextPicture,
    /// What happened since the person was asked last, oldest first.
    pub(super) news: &'a [String],
    /// What the person can do.
    pub(super) choices: &'a [String],
}

/// The columns and lines of the terminal, if there is one.
pub(super) fn size() -> Option<(usize, usize)> {
    let (terminal_size::Width(columns), terminal_size::Height(lines)) = terminal_size::terminal_size()?;
    Some((usize::from(columns), usize::from(lines)))
}

/// All lines to be printed before the prompt.
pub(super) fn frame(shown: &ScreenText<'_>, size: Option<(usize, usize)>, colours: bool) -> Vec<String> {
    let board: Vec<&str> = shown.picture.board.trim_end().lines().collect();
    let wide = board.iter().map(|line| line.chars().count()).max().unwrap_or(0);
    let paint = |line: &str| if colours { painted(line, shown.picture.colour) } else { line.to_owned() };
    match size {
        Some((columns, lines)) if wide > 0 && columns >= wide + 2 + BESIDE => {
            let height = board.len().max(lines.saturating_sub(2));
            let side = beside(shown, columns - wide - 2, height);
            let row = |i: usize| {
                let left = board.get(i).copied().unwrap_or("");
                let gap = " ".repeat(wide + 2 - left.chars().count());
                let right = side.get(i).map_or("", String::as_str);
                format!("{}{gap}{right}", paint(left)).trim_end().to_owned()
            };
            (0..board.len().max(side.len())).map(row).collect()
        }
        _ => {
            let columns = size.map_or(WIDTH, |(columns, _)| columns.max(20));
            let mut lines: Vec<String> = board.iter().map(|line| paint(line)).collect();
            let facts = shown.picture.facts.lines();
            match size {
                Some(_) => lines.extend(facts.flat_map(|line| wrapped(line, columns, 4))),
                None => lines.extend(facts.map(str::to_owned)),
            }
            lines.extend(shown.news.iter().flat_map(|line| wrapped(line, columns, 2)));
            lines.extend(shown.choices.iter().flat_map(|line| wrapped(line, columns, 4)));
            lines
        }
    }
}

/// The text beside the board: facts, choices, and as much news as there is room for, the newest last.
fn beside(shown: &ScreenText<'_>, columns: usize, height: usize) -> Vec<String> {
    let wrap = |lines: &[String], indent| -> Vec<String> {
        lines.iter().flat_map(|line| wrapped(line, columns, indent)).collect()
    };
    let facts: Vec<String> = shown.picture.facts.lines().flat_map(|line| wrapped(line, columns, 4)).collect();
    let mut choices = wrap(shown.choices, 2);
    let room = height.saturating_sub(facts.len() + NEWS + 2).max(3);
    if choices.len() > room {
        choices.truncate(room - 1);
        choices.push("… ? shows all".to_owned());
    }
    let news = wrap(shown.news, 2);
    let room = height.saturating_sub(facts.len() + choices.len() + 2).max(1);
    let mut lines = facts;
    lines.push(String::new());
    lines.extend_from_slice(&news[news.len().saturating_sub(room)..]);
    lines.push(String::new());
    lines.extend(choices);
    lines
}

/// A line in pieces of at most so many columns; all but the first are indented. Runs of blanks become one where a line
/// is too long.
pub(super) fn wrapped(line: &str, columns: usize, indent: usize) -> Vec<String> {
    if line.chars().count() <= columns {
        return vec![line.to_owned()];
    }
    let start: String = line.chars().take_while(|c| *c == ' ').collect();
    let mut lines = vec![start];
    let mut is_empty = true;
    for word in line.split_whitespace() {
        let length = lines.last().map_or(0, |last| last.chars().count())
            + usize::from(!is_empty)
            + word.chars().count();
        if length > columns && !is_empty {
            lines.push(" ".repeat(indent));
            is_empty = true;
        }
        if let Some(last) = lines.last_mut() {
            if !is_empty {
                last.push(' ');
            }
            last.push_str(word);
        }
        is_empty = false;
    }
    lines
}

/// A line of the board with its known words in colour.
fn painted(line: &str, colour: fn(&str) -> Option<u8>) -> String {
    let mut out = String::new();
    let mut rest = line;
    while !rest.is_empty() {
        let is_word = rest.starts_with(char::is_alphanumeric);
        let end = rest.find(|c: char| c.is_alphanumeric() != is_word).unwrap_or(rest.len());
        let (word, after) = rest.split_at(end);
        match colour(word) {
            Some(colour) => {
                let style = anstyle::Ansi256Color(colour).on_default().bold();
                out += &format!("{style}{word}{style:#}");
            }
            None => out.push_str(word),
        }
        rest = after;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown<'a>(picture: &'a TextPicture, news: &'a [String], choices: &'a [String]) -> ScreenText<'a> {
        ScreenText { picture, news, choices }
    }

    #[test]
    fn nothing_is_wider_or_higher_than_the_terminal() {
        let board = format!("{}\n", "x".repeat(48)).repeat(23);
        let facts = "> A you           3 VP  brick 1  wood 0  wool 2  wheat 1  ore 0  (road 2)\n".repeat(4);
        let picture = TextPicture { board, facts, colour: |_| None };
        let news: Vec<String> =
            (0..40).map(|n| format!("Bot {n} builds a road from here to there")).collect();
        let choices = vec!["setup-settlement 1…3 6 7 8 9 12…15".repeat(6)];
        let lines = frame(&shown(&picture, &news, &choices), Some((80, 24)), false);
        assert!(lines.len() <= 23, "{} lines", lines.len());
        assert!(lines.iter().all(|line| line.chars().count() <= 80));
        let text = lines.join("\n");
        assert!(text.contains("Bot 39") && text.contains("setup-settlement"), "{text}");
    }

    #[test]
    fn a_narrow_terminal_gets_one_column_and_no_terminal_whole_lines() {
        let picture = TextPicture {
            board: "a 1\n".into(),
            facts: "facts\n".into(),
            colour: |word| (word == "a").then_some(203),
        };
        let choices = vec!["roll now".to_owned()];
        let lines = frame(&shown(&picture, &[], &choices), Some((20, 24)), true);
        assert_eq!(lines[1..], ["facts".to_owned(), "roll now".to_owned()]);
        assert!(lines[0].contains("\u{1b}[") && lines[0].ends_with(" 1"), "{lines:?}");
        assert_eq!(frame(&shown(&picture, &[], &choices), None, false)[0], "a 1");
    }
}
