//! A person at the terminal: the board, what happened, what can be done, a prompt.

mod reader;
mod screen;
mod typed;

use super::{bot_by_name, seat_names, table_bot};
use crate::commands::play::PlayArgs;
use crate::status::Stoppable;
use crate::{Status, output};
use anyhow::Result;
use hexwright_core::{Actor, Seat, Step, Turn, Viewer};
use hexwright_league::{Playable, told};
use hexwright_play::bot::Bot;
use hexwright_play::run::{Played, Run};
use reader::{Line, Lines, Piped};
use screen::ScreenText;
use std::io::Write;
use typed::Meaning;

/// The name of a seat that a person plays.
const HUMAN: &str = "human";
/// What a list of actions shows of each verb; `?` shows all.
const SHOWN: usize = 24;
/// Clears the terminal and begins at its top.
const CLEAR: &str = "\x1b[2J\x1b[H";

/// Plays in the terminal until the game is over or the person leaves.
pub(crate) fn play<G: Playable>(game: &G, how: &PlayArgs) -> Result<Status> {
    let names = seat_names(game, &how.players, &[HUMAN, G::table_bots()[0]], &how.setup)?;
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
    let names = seat_names(game, &how.players, &[HUMAN, G::table_bots()[0]], &how.setup)?;
    let table = Seats::new(game, &names, how.setup.seed())?;
    // the dice go on where the record ends, not from the start again
    let run = Run::resume(game, position, how.setup.seed(), steps.len() as u64);
    finish(game, Seats { run, steps, ..table }, how)
}

fn finish<G: Playable>(game: &G, mut table: Seats<'_, G>, how: &PlayArgs) -> Result<Status> {
    let mut out = anstream::stdout();
    let played = match reader::at_terminal()? {
        Some(mut lines) => {
            // a game at the terminal is left in good order, so that its record is kept
            table.stoppable = Some(Stoppable::begin());
            table.on_screen = true;
            table.colours = output::colours();
            table.run(&mut *lines, &mut out)?
        }
        None => table.run(&mut Piped(&mut std::io::stdin().lock()), &mut out)?,
    };
    match &how.record {
        Some(path) => {
            output::write_file(path, played.record(game).to_string().as_bytes())?;
            output::note(&format!("the record is in {}", path.display()));
        }
        None if played.outcome.is_none() => output::note("the game is not kept; --record FILE would keep it"),
        None => {}
    }
    Ok(Status::Fine)
}

struct Seats<'a, G: Playable> {
    game: &'a G,
    run: Run<'a, G>,
    names: Vec<String>,
    /// How the seats are called on the screen.
    shown_names: Vec<String>,
    /// `None` is a person.
    bots: Vec<Option<Box<dyn Bot<G>>>>,
    steps: Vec<Step<G::Action>>,
    /// What each person has not been told yet.
    news: Vec<Vec<String>>,
    /// Whether the person sits at a terminal.
    on_screen: bool,
    colours: bool,
    /// Notices Ctrl+C while bots think.
    stoppable: Option<Stoppable>,
}

impl<'a, G: Playable> Seats<'a, G> {
    fn new(game: &'a G, names: &[String], seed: u64) -> Result<Self> {
        // with people at the table, levels make offers
        let find = if names.iter().any(|name| name == HUMAN) { table_bot } else { bot_by_name };
        let bot = |(seat, name): (u8, &String)| {
            (name != HUMAN).then(|| find(game, name, Seat(seat), seed)).transpose()
        };
        Ok(Self {
            game,
            run: Run::new(game, seed, 0),
            names: names.to_vec(),
            shown_names: shown_names(names),
            bots: (0u8..).zip(names).map(bot).collect::<Result<_>>()?,
            steps: Vec::new(),
            news: vec![Vec::new(); names.len()],
            on_screen: false,
            colours: false,
            stoppable: None,
        })
    }

    fn run(&mut self, input: &mut dyn Lines, out: &mut dyn Write) -> Result<Played<G>> {
        writeln!(out, "{}: {}. Type ? for help.", G::NAME, self.seats_line())?;
        while !self.stoppable.as_ref().is_some_and(Stoppable::is_stopped) {
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
                news.extend(told(
                    self.game,
                    self.run.position(),
                    &step,
                    Viewer::Seat(seat),
                    &self.shown_names,
                ));
            }
        }
        self.run.apply(&step);
        self.steps.push(step);
    }

    /// The next action of a seat; `None` when the person leaves.
    fn ask(&mut self, input: &mut dyn Lines, out: &mut dyn Write) -> Result<Option<Step<G::Action>>> {
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
        input: &mut dyn Lines,
        out: &mut dyn Write,
    ) -> Result<Answer<G::Action>> {
        let mut legal = Vec::new();
        self.game.legal(self.run.position(), seat, &mut legal);
        if legal.is_empty() {
            return Ok(Answer::Wait);
        }
        let texts: Vec<String> =
            legal.iter().map(|a| self.game.action_text(self.run.position(), a)).collect();
        let news = std::mem::take(&mut self.news[seat.index()]);
        self.show(seat, &news, &typed::listed(&texts, SHOWN), out)?;
        let prompt = format!("{}> ", self.shown_names[seat.index()]);
        loop {
            let line = match input.read(&prompt, &texts, out)? {
                Line::Typed(line) => line,
                Line::End => return Ok(Answer::Leave),
                Line::Interrupted => {
                    self.stoppable.iter().for_each(Stoppable::stop);
                    return Ok(Answer::Leave);
                }
            };
            match line.trim() {
                "" if legal.len() == 1 => return Ok(Answer::Action(legal.swap_remove(0))),
                "q" | "quit" | "exit" => return Ok(Answer::Leave),
                "w" | "wait" if may_wait => return Ok(Answer::Wait),
                "" | "b" | "board" => self.show(seat, &news, &typed::listed(&texts, SHOWN), out)?,
                "?" | "h" | "help" => {
                    writeln!(out, "{}\n{}", help(may_wait), typed::listed(&texts, usize::MAX).join("\n"))?;
                }
                text => match typed::meaning(&texts, text) {
                    Meaning::Action(place) => return Ok(Answer::Action(legal.swap_remove(place))),
                    Meaning::Several(places) => {
                        let which: Vec<String> = places.iter().map(|&place| texts[place].clone()).collect();
                        writeln!(out, "which one? {}", typed::listed(&which, SHOWN).join("; "))?;
                    }
                    Meaning::Nothing => match self.accepted(seat, &typed::with_whole_verb(&texts, text)) {
                        Ok(action) => return Ok(Answer::Action(action)),
                        Err(why) => writeln!(out, "{why}")?,
                    },
                },
            }
        }
    }

    fn show(&self, seat: Seat, news: &[String], choices: &[String], out: &mut dyn Write) -> Result<()> {
        let view = self.game.view(self.run.position(), Viewer::Seat(seat));
        let picture = self.game.picture(&view, &self.shown_names);
        let shown = ScreenText { picture: &picture, news, choices };
        let (start, size) = if self.on_screen { (CLEAR, screen::size()) } else { ("\n", None) };
        writeln!(out, "{start}{}", screen::frame(&shown, size, self.colours).join("\n"))?;
        Ok(())
    }

    /// An action typed in full that the rules accept although it is not listed, as an offer to others; else why not.
    fn accepted(&self, seat: Seat, text: &str) -> Result<G::Action, String> {
        let actor = Actor::Seat(seat);
        let position = self.run.position();
        let action = self.game.parse_action(position, actor, text).map_err(|refusal| refusal.to_string())?;
        match self.game.play(&mut position.clone(), actor, &action) {
            Ok(()) => Ok(action),
            Err(refusal) => Err(refusal.to_string()),
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

/// The names people read: "you" for the only person, else a number beside the name.
fn shown_names(names: &[String]) -> Vec<String> {
    let people = names.iter().filter(|name| *name == HUMAN).count();
    let name = |(seat, name): (usize, &String)| match name.as_str() {
        HUMAN if people == 1 => "you".to_owned(),
        _ => format!("{name} {seat}"),
    };
    names.iter().enumerate().map(name).collect()
}

/// What a person answered.
enum Answer<A> {
    Action(A),
    Wait,
    Leave,
}

fn help(may_wait: bool) -> String {
    let mut text = "type an action or the beginning of its words, as in s 19; the Tab key completes\n\
                    enter takes the only one, b shows the board, ? shows this, q leaves"
        .to_owned();
    if may_wait {
        text += ", w waits for the others";
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexwright_play::toy::HighCard;

    fn session(typed: &str) -> (String, Played<HighCard>) {
        let game = HighCard::new(2, 2).unwrap();
        let names = ["human", "random"].map(str::to_owned);
        let mut out = Vec::new();
        let played =
            Seats::new(&game, &names, 4).unwrap().run(&mut Piped(&mut typed.as_bytes()), &mut out).unwrap();
        (String::from_utf8(out).unwrap(), played)
    }

    #[test]
    fn a_person_can_play_to_the_end() {
        let (text, played) = session("lay\n1\n2\n3\n4\n5\n6\n\n");
        assert!(played.outcome.is_some(), "{text}");
        assert!(text.contains("random 1 lays a card"), "{text}");
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
        let (text, played) = session("99\nfly\nlay\n?\nlay 9\nq\n");
        assert!(text.contains("expected lay N, deal N or die N with N from 1 to 6, found \"fly\""), "{text}");
        assert!(text.contains("which one? lay "), "{text}");
        assert!(text.contains("q leaves"), "{text}");
        assert_eq!(played.steps.len(), 5);
    }

    #[test]
    fn one_person_is_you_and_several_are_numbered() {
        let names = |list: &[&str]| shown_names(&list.iter().map(|n| (*n).to_owned()).collect::<Vec<_>>());
        assert_eq!(names(&["human", "keen"]), ["you", "keen 1"]);
        assert_eq!(names(&["human", "human"]), ["human 0", "human 1"]);
    }
}
