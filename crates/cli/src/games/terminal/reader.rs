//! Lines a person types: at a terminal with editing, history and completion, else from whatever is piped in.

use super::typed;
use anyhow::Result;
use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::MemHistory;
use rustyline::validate::Validator;
use rustyline::{CompletionType, Config, Context, Editor, Helper};
use std::io::{BufRead, IsTerminal, Write};

/// What came of asking for a line.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Line {
    Typed(String),
    /// There is no more input.
    End,
    /// Ctrl+C.
    Interrupted,
}

/// Where lines come from.
pub(super) trait Lines {
    /// Asks for a line; `texts` are the actions that can be meant.
    fn read(&mut self, prompt: &str, texts: &[String], out: &mut dyn Write) -> Result<Line>;
}

/// The lines of a person, if one sits at a terminal.
pub(super) fn at_terminal() -> Result<Option<Box<dyn Lines>>> {
    if !std::io::stdin().is_terminal() || !std::io::stdout().is_terminal() {
        return Ok(None);
    }
    let config = Config::builder().completion_type(CompletionType::List).auto_add_history(true).build();
    let mut editor = Editor::with_history(config, MemHistory::new())?;
    editor.set_helper(Some(Actions(Vec::new())));
    Ok(Some(Box::new(Edited(editor))))
}

/// Lines as they come.
pub(super) struct Piped<'a>(pub(super) &'a mut dyn BufRead);

impl Lines for Piped<'_> {
    fn read(&mut self, prompt: &str, _: &[String], out: &mut dyn Write) -> Result<Line> {
        write!(out, "{prompt}")?;
        out.flush()?;
        let mut line = String::new();
        if self.0.read_line(&mut line)? == 0 {
            writeln!(out)?;
            return Ok(Line::End);
        }
        Ok(Line::Typed(line))
    }
}

struct Edited(Editor<Actions, MemHistory>);

impl Lines for Edited {
    fn read(&mut self, prompt: &str, texts: &[String], out: &mut dyn Write) -> Result<Line> {
        out.flush()?;
        if let Some(helper) = self.0.helper_mut() {
            helper.0 = texts.to_vec();
        }
        match self.0.readline(prompt) {
            Ok(line) => Ok(Line::Typed(line)),
            Err(ReadlineError::Eof) => Ok(Line::End),
            Err(ReadlineError::Interrupted) => Ok(Line::Interrupted),
            Err(error) => Err(error.into()),
        }
    }
}

/// Completes the words of actions.
struct Actions(Vec<String>);

impl Completer for Actions {
    type Candidate = String;

    fn complete(
        &self,
        line: &str,
        position: usize,
        _: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<String>)> {
        let typed = line.get(..position).unwrap_or(line);
        let start = typed.rfind(' ').map_or(0, |space| space + 1);
        let words = typed::completions(&self.0, typed).into_iter().map(|word| word + " ").collect();
        Ok((start, words))
    }
}

impl Hinter for Actions {
    type Hint = String;
}
impl Highlighter for Actions {}
impl Validator for Actions {}
impl Helper for Actions {}
