//! What was said at a table: the last lines, so that whoever comes (back) can read them.
//!
//! Lines are numbered. A browser that reconnects is sent what is remembered and shows only what it
//! has not shown yet.

use super::{ChatLine, ToClient};
use std::collections::VecDeque;

/// Lines that are remembered, in memory and on disk.
pub const MOST_CHAT_LINES: usize = 100;

/// The last lines of a table's chat, oldest first.
#[derive(Clone, Debug, Default)]
pub struct Chat {
    lines: VecDeque<ChatLine>,
}

impl Chat {
    /// What the store remembers, oldest first.
    #[must_use]
    pub fn new(lines: Vec<ChatLine>) -> Self {
        Self { lines: lines.into() }
    }

    /// The line that would come next.
    pub(super) fn next(&self, seat: Option<u8>, text: String, id: String) -> ChatLine {
        let n = self.lines.back().map_or(0, |last| last.n + 1);
        ChatLine { n, seat, text, id }
    }

    /// The line with this id, if it was said before.
    pub(super) fn find(&self, id: &str) -> Option<&ChatLine> {
        self.lines.iter().rev().find(|line| line.id == id)
    }

    /// Remembers a line, and forgets the oldest if there are too many.
    pub(super) fn push(&mut self, line: ChatLine) {
        if self.lines.len() == MOST_CHAT_LINES {
            self.lines.pop_front();
        }
        self.lines.push_back(line);
    }

    /// What somebody who comes is told. Also if nobody has spoken: then what a browser sent before it
    /// lost its connection was not heard.
    pub(super) fn so_far(&self) -> ToClient<'static> {
        ToClient::Said { lines: self.lines.iter().cloned().collect() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_oldest_line_is_forgotten_and_numbers_go_on() {
        let mut chat = Chat::default();
        for n in 0..=MOST_CHAT_LINES {
            let line = chat.next(None, format!("line {n}"), format!("id {n}"));
            assert_eq!(line.n, n as u64);
            chat.push(line);
        }
        let ToClient::Said { lines } = chat.so_far() else { panic!("nothing was said") };
        assert_eq!(lines.len(), MOST_CHAT_LINES);
        assert_eq!((lines[0].n, lines[0].text.as_str()), (1, "line 1"));
    }
}
