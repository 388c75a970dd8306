//! A person at the terminal: the board, numbered actions, a prompt.

use super::{bot_by_name, seat_names};
use crate::commands::play::PlayArgs;
use crate::{Status, output};
use anyhow::Result;
use hexwright_core::{Actor, Seat, Step, Turn, Viewer};
use hexwright_league::{Playable, told};
use hexwright_play::bot::Bot;
use hexwright_play::run::{Played, Run};
use std::io::{BufRead, Write};

/// The name of a seat that a person plays.
const HUMAN: &str = "human";
/// Columns a list of actions may use.
const WIDTH: usize = 100;

/// Plays in the terminal until the game is over or the person leaves.
pub(crate) fn play<G: Playable>(game: &G, how: &PlayArgs) -> Result<Status> {
    let names = seat_names(game, &how.players, &[HUMAN, "random"], &how.setup)?;
    let table = Seats::new(game, &names, how.setup.seed())?;
    finish(game, table, how)
}

/// As [`play`], but the game goes on after these steps, which lead to `position`.
pub(super) fn play_after<G: Playable>(
    game: &G,
    position: G::Position,
    steps: Vec<Step<G::Action>>,
    how: &PlayArgs,
) -> Result<Status> {
    let names = seat_names(game, &how.players, &[HUMAN, "random"], &how.setup)?;
    let table = Seats::new(game, &names, how.setup.seed())?;
    // the dice go on where the record ends, not from the start again
    let run = Run::resume(game, position, how.setup.seed(), steps.len() as u64);
    finish(game, Seats { run, steps, ..table }, how)
}

fn finish<G: Playable>(game: &G, mut table: Seats<'_, G>, how: &PlayArgs) -> Result<Status> {
    let played = table.run(&mut std::io::stdin().lock(), &mut std::io::stdout().lock())?;
    if let Some(path) = &how.record {
        output::write_file(path, played.record(game).to_string().as_bytes())?;
        output::note(&format!("the record is in {}", path.display()));
    }
    Ok(Status::Fine)
}

struct Seats<'a, G: Playable> {
    game: &'a G,
    run: Run<'a, G>,
    names: Vec<String>,
    /// `None` is a person.
    bots: Vec<Option<Box<dyn Bot<G>>>>,
    steps: Vec<Step<G::Action>>,
    /// What each person has not been told yet.
    news: Vec<Vec<String>>,
}

impl<'a, G: Playable> Seats<'a, G> {
    fn new(game: &'a G, names: &[String], seed: u64) -> Result<Self> {
        let bot = |(seat, name): (u8, &String)| {
            (name != HUMAN).then(|| bot_by_name(game, name, Seat(seat), seed)).transpose()
        };
        Ok(Self {
            game,
            run: Run::new(game, seed, 0),
            names: names.to_vec(),
            bots: (0u8..).zip(names).map(bot).collect::<Result<_>>()?,
            steps: Vec::new(),
            news: vec![Vec::new(); names.len()],
        })
    }

    fn run(&mut self, input: &mut dyn BufRead, out: &mut dyn Write) -> Result<Played<G>> {
        writeln!(out, "{}: {}. Type ? for help.", G::NAME, self.seats_line())?;
        loop {
            let step = match self.game.turn(self.run.position()) {
                Turn::Over => None,
                Turn::Chance => self.run.draw().map(Step::chance),
                Turn::Seats(_) => self.ask(input, out)?,
            };
            let Some(step) = step else { break };
            self.apply(step);
        }
        self.tell_end(out)?;
        let position = self.run.position().clone();
        let outcome = self.game.outcome(&position);
        Ok(Played { position, outcome, steps: std::mem::take(&mut self.steps), names: self.names.clone() })
    }

    fn seats_line(&self) -> String {
        let seats: Vec<String> =
            self.names.iter().enumerate().map(|(s, n)| format!("seat {s} {n}")).collect();
        seats.join(", ")
    }

    fn apply(&mut self, step: Step<G::Action>) {
        for (seat, news) in self.news.iter_mut().enumerate() {
            let seat = Seat(seat as u8);
            if self.bots[seat.index()].is_none() && step.actor != Actor::Seat(seat) {
                news.extend(told(self.game, self.run.position(), &step, Viewer::Seat(seat), &[]));
            }
        }
        self.run.apply(&step);
        self.steps.push(step);
    }

    /// The next action of a seat; `None` when the person leaves.
    fn ask(&mut self, input: &mut dyn BufRead, out: &mut dyn Write) -> Result<Option<Step<G::Action>>> {
        let due = self.run.due();
        for must_act in [false, true] {
            for &seat in &due {
                let may_wait = !must_act && due.len() > 1;
                let action = match &mut self.bots[seat.index()] {
                    Some(bot) => self.run.ask_seat(seat, may_wait, &mut **bot),
                    None => match self.prompt(seat, may_wait, input, out)? {
                        Answer::Action(action) => Some(action),
                        Answer::Wait => None,
                        Answer::Leave => return Ok(None),
                    },
                };
                if let Some(action) = action {
                    return Ok(Some(Step::seat(seat, action)));
                }
            }
        }
        Ok(None)
    }

    fn prompt(
        &mut self,
        seat: Seat,
        may_wait: bool,
        input: &mut dyn BufRead,
        out: &mut dyn Write,
    ) -> Result<Answer<G::Action>> {
        let position = self.run.position();
        let mut legal = Vec::new();
        self.game.legal(position, seat, &mut legal);
        if legal.is_empty() {
            return Ok(Answer::Wait);
        }
        let picture = self.game.picture(&self.game.view(position, Viewer::Seat(seat)));
        let texts: Vec<String> = legal.iter().map(|a| self.game.action_text(position, a)).collect();
        for line in self.news[seat.index()].drain(..) {
            writeln!(out, "  {line}")?;
        }
        writeln!(out, "\n{picture}\n{}", numbered(&texts))?;
        loop {
            write!(out, "seat {seat}> ")?;
            out.flush()?;
            let mut line = String::new();
            if input.read_line(&mut line)? == 0 {
                writeln!(out)?;
                return Ok(Answer::Leave);
            }
            let word = line.trim();
            if let Some(place) = word.parse::<usize>().ok().and_then(|n| n.checked_sub(1)) {
                if place < legal.len() {
                    return Ok(Answer::Action(legal.swap_remove(place)));
                }
                writeln!(out, "expected a number from 1 to {}, found {word}", legal.len())?;
                continue;
            }
            match word {
                "" if legal.len() == 1 => return Ok(Answer::Action(legal.swap_remove(0))),
                "q" | "quit" | "exit" => return Ok(Answer::Leave),
                "w" | "wait" if may_wait => return Ok(Answer::Wait),
                "" | "l" | "list" => writeln!(out, "{}", numbered(&texts))?,
                "b" | "board" => writeln!(out, "{picture}")?,
                "?" | "h" | "help" => writeln!(out, "{}", help(may_wait))?,
                text => match texts.iter().position(|t| t == text) {
                    Some(place) => return Ok(Answer::Action(legal.swap_remove(place))),
                    None => writeln!(out, "{}", self.why_not(seat, text))?,
                },
            }
        }
    }

    /// Why a typed action is not in the list.
    fn why_not(&self, seat: Seat, text: &str) -> String {
        let actor = Actor::Seat(seat);
        let tried = self
            .game
            .parse_action(self.run.position(), actor, text)
            .and_then(|action| self.game.play(&mut self.run.position().clone(), actor, &action));
        match tried {
            Err(refusal) => format!("{refusal}"),
            Ok(()) => "this is not among the listed actions".to_owned(),
        }
    }

    fn tell_end(&mut self, out: &mut dyn Write) -> Result<()> {
        let first_person = self.bots.iter().position(Option::is_none);
        for line in first_person.map(|s| std::mem::take(&mut self.news[s])).unwrap_or_default() {
            writeln!(out, "  {line}")?;
        }
        let scores: Vec<String> =
            self.game.scores(self.run.position()).iter().map(ToString::to_string).collect();
        match self.game.outcome(self.run.position()) {
            Some(end) if !end.winners.is_empty() => {
                let names: Vec<String> =
                    end.winners.iter().map(|s| format!("seat {s} ({})", self.names[s.index()])).collect();
                writeln!(out, "won by {}, points {}", names.join(", "), scores.join(" "))?;
            }
            Some(_) => writeln!(out, "nobody won, points {}", scores.join(" "))?,
            None => writeln!(out, "left after {} entries", self.steps.len())?,
        }
        Ok(())
    }
}

/// What a person answered.
enum Answer<A> {
    Action(A),
    Wait,
    Leave,
}

fn help(may_wait: bool) -> String {
    let mut text = "type the number of an action, or the action itself; enter takes the only one\n\
                    l lists the actions again, b shows the board, q leaves"
        .to_owned();
    if may_wait {
        text += ", w waits for the others";
    }
    text
}

/// Actions with their numbers, in columns.
fn numbered(texts: &[String]) -> String {
    let cells: Vec<String> = texts.iter().enumerate().map(|(i, t)| format!("{:>4} {t}", i + 1)).collect();
    let width = cells.iter().map(|c| c.chars().count()).max().unwrap_or(0) + 2;
    let columns = if cells.len() <= 8 { 1 } else { (WIDTH / width).max(1) };
    let rows = cells.len().div_ceil(columns);
    let row = |r: usize| {
        let line: String =
            (0..columns).filter_map(|c| cells.get(c * rows + r)).map(|c| format!("{c:<width$}")).collect();
        line.trim_end().to_owned()
    };
    (0..rows).map(row).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexwright_play::toy::HighCard;

    fn session(typed: &str) -> (String, Played<HighCard>) {
        let game = HighCard::new(2, 2).unwrap();
        let names = ["human", "random"].map(str::to_owned);
        let mut out = Vec::new();
        let played = Seats::new(&game, &names, 4).unwrap().run(&mut typed.as_bytes(), &mut out).unwrap();
        (String::from_utf8(out).unwrap(), played)
    }

    #[test]
    fn a_person_can_play_to_the_end() {
        let (text, played) = session("1\n1\n");
        assert!(played.outcome.is_some(), "{text}");
        assert!(text.contains("seat 1 lays a card"), "{text}");
        assert!(text.contains("won by"), "{text}");
    }

    #[test]
    fn the_end_of_input_leaves_cleanly() {
        let (text, played) = session("");
        assert!(played.outcome.is_none());
        assert!(text.ends_with("left after 5 entries\n"), "{text}");
    }

    #[test]
    fn wrong_answers_are_explained_and_asked_again() {
        let (text, played) = session("99\nfly\n?\nlay 9\nq\n");
        assert!(text.contains("expected a number from 1 to"), "{text}");
        assert!(text.contains("expected lay N, deal N or die N with N from 1 to 6, found \"fly\""), "{text}");
        assert!(text.contains("q leaves"), "{text}");
        assert_eq!(played.steps.len(), 5);
    }

    #[test]
    fn columns_keep_the_numbers_in_order() {
        let texts: Vec<String> = (0..20).map(|i| format!("road {i}-{}", i + 1)).collect();
        let list = numbered(&texts);
        assert!(list.lines().count() < 8 && list.contains("  20 road 19-20"), "{list}");
    }
}
