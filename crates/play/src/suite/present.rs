//! The laws of [`Present`]: what people are shown is whole, true and tells nothing hidden.
//!
//! At each position of a random game: every choice with an action is legal (listed, or one the suite knows to
//! be legal without being listed), and every legal action is a
//! choice, or the page puts it together from a choice that has no action and lacks nothing. A step's line
//! reads back to the step. Two worlds that look the same to a viewer give it the same choices; if they look the
//! same after a step too, the step is described in the same words and its line reads the same. Every word has
//! an entry in every catalogue, and every place of an entry is filled.

use super::{Failure, Suite};
use crate::chance::Chances;
use hexwright_core::present::{Choice, Part, Present, Sentence, Speaker, Words};
use hexwright_core::{Actor, Fast, Imagine, Random, Seat, Step, Turn, Viewer, random};
use std::collections::BTreeSet;

/// Steps of another world tried against each step that was played.
const MOST_COMPARED: usize = 60;

/// What the laws of presentation were checked on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PresentTally {
    /// Games played to their end.
    pub games: u64,
    /// Choices found to be legal.
    pub choices: u64,
    /// Sentences said in every language.
    pub sentences: u64,
    /// Steps in another world that look the same and were described the same.
    pub alike: u64,
    /// Those of them that were different steps: something was really hidden.
    pub hidden: u64,
}

impl<G: Present + Imagine> Suite<G> {
    /// Plays random games and checks what people are shown of them.
    ///
    /// # Errors
    /// The first thing that is wrong, with the game so far.
    pub fn check_present(&self, game: &G) -> Result<PresentTally, Box<Failure>> {
        let mut languages = Vec::new();
        for (language, text) in G::catalogues() {
            let words =
                Words::read(text).map_err(|e| Failure::before(format!("catalogue {language}: {e}")))?;
            languages.push((*language, words));
        }
        if languages.first().is_none_or(|(language, _)| *language != "en") {
            return Err(Failure::before("the first catalogue is not English".to_owned()));
        }
        let mut shown = PresentTally::default();
        for number in 0..self.games {
            let mut walk = PresentWalk {
                suite: self,
                game,
                languages: &languages,
                random: Fast::new(random::mix(self.seed ^ 0x5eed), number),
                chances: Chances::new(self.seed, number),
                lines: Vec::new(),
                shown: &mut shown,
            };
            if let Err(problem) = walk.run() {
                let (step, history) = (walk.lines.len() as u64, walk.lines.join("\n"));
                return Err(Box::new(Failure { game: number, step, problem, history }));
            }
            shown.games += 1;
        }
        Ok(shown)
    }
}

struct PresentWalk<'a, G: Present> {
    suite: &'a Suite<G>,
    game: &'a G,
    languages: &'a [(&'static str, Words)],
    random: Fast,
    chances: Chances,
    lines: Vec<String>,
    shown: &'a mut PresentTally,
}

impl<G: Present + Imagine> PresentWalk<'_, G> {
    fn run(&mut self) -> Result<(), String> {
        let game = self.game;
        let mut position = game.start();
        loop {
            let thorough = (self.lines.len() as u64).is_multiple_of(self.suite.thorough_every);
            if thorough {
                for seat in (0..game.seats() as u8).map(Seat) {
                    self.choices(&position, seat)?;
                }
                for viewer in self.viewers() {
                    self.summary(&game.view(&position, viewer))?;
                }
            }
            let Some(step) = self.step(&position)? else { return Ok(()) };
            let line = step.line(game, &position);
            match Step::read(game, &position, &line) {
                Ok(again) if again == step => {}
                Ok(again) => return Err(format!("the line `{line}` reads back as {again:?}")),
                Err(error) => return Err(format!("the line `{line}` cannot be read back: {error}")),
            }
            if thorough {
                for viewer in self.viewers() {
                    self.describe(&position, &step, viewer)?;
                }
            }
            self.lines.push(line);
            game.play_unchecked(&mut position, step.actor, &step.action);
            if self.lines.len() as u64 > self.suite.steps {
                return Err(format!("not over after {} steps", self.suite.steps));
            }
        }
    }

    fn viewers(&self) -> impl Iterator<Item = Viewer> + use<G> {
        let seats = (0..self.game.seats() as u8).map(|s| Viewer::Seat(Seat(s)));
        seats.chain([Viewer::Spectator])
    }

    /// A random step; `None` at the end.
    fn step(&mut self, position: &G::Position) -> Result<Option<Step<G::Action>>, String> {
        match self.game.turn(position) {
            Turn::Over => Ok(None),
            Turn::Chance => {
                let drawn = self.chances.draw(self.game, position, &mut Vec::new());
                drawn
                    .map(|outcome| Some(Step::chance(outcome)))
                    .ok_or_else(|| "no outcome to draw".to_owned())
            }
            Turn::Seats(set) => {
                let seat = set.iter().nth(self.random.index(set.len())).ok_or("no seat can act")?;
                let mut legal = self.steps_of(position, Actor::Seat(seat));
                let place = self.random.index(legal.len());
                Ok(Some(legal.swap_remove(place)))
            }
        }
    }

    fn steps_of(&self, position: &G::Position, actor: Actor) -> Vec<Step<G::Action>> {
        let mut legal = Vec::new();
        let mut outcomes = Vec::new();
        match actor {
            Actor::Seat(seat) => self.game.legal(position, seat, &mut legal),
            Actor::Chance => self.game.outcomes(position, &mut outcomes),
        }
        legal.extend(outcomes.into_iter().map(|o| o.action));
        legal.into_iter().map(|action| Step { actor, action }).collect()
    }

    /// The choices are the legal actions.
    fn choices(&mut self, position: &G::Position, seat: Seat) -> Result<(), String> {
        let choices = self.game.choices(position, seat);
        let legal: BTreeSet<String> = self
            .steps_of(position, Actor::Seat(seat))
            .iter()
            .map(|step| self.game.action_text(position, &step.action))
            .collect();
        for choice in &choices {
            self.said(&choice.label)?;
            self.entry(&format!("group.{}", choice.group))?;
            choice.cost.iter().chain(&choice.missing).try_for_each(|good| self.entry(good.kind))?;
            match &choice.action {
                Some(action) if legal.contains(action) || self.is_unlisted(position, seat, action) => {
                    self.shown.choices += 1;
                }
                Some(action) => return Err(format!("the choice `{action}` of seat {seat} is not legal")),
                None => {}
            }
        }
        let listed: BTreeSet<&str> = choices.iter().filter_map(|c| c.action.as_deref()).collect();
        let first_word = |text: &str| text.split(' ').next().unwrap_or_default().to_owned();
        let open = |c: &Choice| c.action.is_none() && c.missing.is_empty();
        let composed: BTreeSet<&str> = choices.iter().filter(|c| open(c)).map(|c| c.group).collect();
        let is_choice =
            |text: &&String| listed.contains(text.as_str()) || composed.contains(first_word(text).as_str());
        match legal.iter().find(|text| !is_choice(text)) {
            Some(text) => Err(format!("`{text}` is legal for seat {seat} but no choice")),
            None => Ok(()),
        }
    }

    /// Whether an action is legal although no list has it, and the suite was told so.
    fn is_unlisted(&self, position: &G::Position, seat: Seat, text: &str) -> bool {
        let actor = Actor::Seat(seat);
        self.game.parse_action(position, actor, text).is_ok_and(|action| {
            (self.suite.unlisted)(self.game, &action)
                && self.game.play(&mut position.clone(), actor, &action).is_ok()
        })
    }

    /// Words of the panels.
    fn summary(&mut self, view: &G::View) -> Result<(), String> {
        for fact in self.game.summary(view).iter().flat_map(|panel| &panel.facts) {
            self.entry(fact.about)?;
            self.part(&fact.value)?;
        }
        Ok(())
    }

    /// A step is described in known words, and the same in worlds the viewer cannot tell apart.
    fn describe(
        &mut self,
        position: &G::Position,
        step: &Step<G::Action>,
        viewer: Viewer,
    ) -> Result<(), String> {
        let game = self.game;
        let told = game.describe(position, step, viewer);
        told.iter().try_for_each(|sentence| self.said(sentence))?;
        if game.is_open(step) && told != game.describe(position, step, Viewer::Spectator) {
            return Err(format!("{viewer:?} and a spectator are told different things of an open step"));
        }
        let after = |position: &G::Position, step: &Step<G::Action>| {
            let mut after = position.clone();
            game.play_unchecked(&mut after, step.actor, &step.action);
            game.view(&after, viewer)
        };
        let seen = after(position, step);
        let world = match self.suite.redealt {
            Some(redealt) => redealt(game, position, viewer, &mut self.random),
            None => game.imagine(&game.view(position, viewer), &mut self.random),
        };
        if game.waited_for(&world) != game.waited_for(position) {
            return Err(format!("{viewer:?} learns something hidden from whom the game waits for"));
        }
        if let Viewer::Seat(seat) = viewer
            && game.choices(&world, seat) != game.choices(position, seat)
        {
            return Err(format!("{viewer:?} learns something hidden from its choices"));
        }
        if game.turn(&world) != game.turn(position) {
            return Ok(());
        }
        for other in self.steps_of(&world, step.actor).into_iter().take(MOST_COMPARED) {
            let same = other == *step;
            if (!same && (self.suite.open)(game, &step.action)) || after(&world, &other) != seen {
                continue;
            }
            let there = game.describe(&world, &other, viewer);
            let (here_line, there_line) =
                (game.line_for(position, step, viewer), game.line_for(&world, &other, viewer));
            if here_line != there_line {
                return Err(format!(
                    "{viewer:?} learns something hidden: it reads `{here_line}`, but `{there_line}` in a world that looks the same"
                ));
            }
            if there != told {
                let line = other.line(game, &world);
                return Err(format!(
                    "{viewer:?} learns something hidden: it is told {told:?}, but {there:?} if `{line}` happens in a world that looks the same"
                ));
            }
            self.shown.alike += 1;
            self.shown.hidden += u64::from(!same);
        }
        Ok(())
    }

    /// The sentence can be said in every language.
    fn said(&mut self, sentence: &Sentence) -> Result<(), String> {
        self.entry(sentence.key)?;
        sentence.parts.iter().try_for_each(|(_, part)| self.part(part))?;
        for (language, words) in self.languages {
            for you in [None, Some(0)] {
                let said = Speaker { words, names: &[], you }.say(sentence);
                if said.contains('{') {
                    return Err(format!("`{}` in {language} leaves a place open: {said:?}", sentence.key));
                }
            }
            self.shown.sentences += 1;
        }
        Ok(())
    }

    fn part(&self, part: &Part) -> Result<(), String> {
        match part {
            Part::Word(word) => self.entry(word),
            Part::Goods(goods) => goods.iter().try_for_each(|good| self.entry(good.kind)),
            _ => Ok(()),
        }
    }

    fn entry(&self, key: &str) -> Result<(), String> {
        match self.languages.iter().find(|(_, words)| words.get(key).is_none()) {
            Some((language, _)) => Err(format!("the catalogue {language} has no entry `{key}`")),
            None => Ok(()),
        }
    }
}
