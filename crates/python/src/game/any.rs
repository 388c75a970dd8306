//! A game of any rules behind one door.

use crate::save::Saved;
use hexwright_core::present::Choice;
use hexwright_core::{Actor, Fast, Seat, Step, Turn, Viewer};
use hexwright_league::{Look, Playable, bot_by_name, told};
use hexwright_play::ask::Ask;
use hexwright_play::chance::thoughts;
use hexwright_play::record::replay_with;
use hexwright_play::run::Played;
use hexwright_play::{Chances, Record};
use std::sync::Arc;

/// What a game can do, whatever its rules.
pub(super) trait AnyGame: Send + Sync {
    fn name(&self) -> &'static str;
    fn seats(&self) -> usize;
    fn turn(&self) -> Turn;
    fn winners(&self) -> Option<Vec<usize>>;
    fn view_json(&self, viewer: Viewer) -> String;
    fn picture(&self, viewer: Viewer) -> String;
    fn legal(&self, seat: Seat) -> Vec<String>;
    fn choices(&self, seat: Seat) -> Vec<Choice>;
    fn act(&mut self, actor: Actor, text: &str, viewer: Viewer) -> Result<Vec<String>, String>;
    fn draw(&mut self) -> Option<String>;
    fn outcomes(&self) -> Vec<(String, u32)>;
    /// A decision to be made elsewhere: its text, and where the thoughts of the seat stand then.
    fn ask(&self, bot: &str, seat: Seat) -> Result<Thinking, String>;
    fn think_on(&mut self, seat: Seat, thoughts: Fast);
    fn record(&self) -> String;
    fn saved(&self) -> Saved;
    fn copied(&self) -> Box<dyn AnyGame>;
    fn scene(&self, viewer: Viewer) -> Option<hexwright_render::Scene>;
}

pub(super) type Thinking = Box<dyn FnOnce() -> (Option<String>, Fast) + Send>;

pub(super) struct Held<G: Playable> {
    pub(super) rules: Arc<G>,
    position: G::Position,
    steps: Vec<Step<G::Action>>,
    pub(super) chances: Chances,
    pub(super) thoughts: Vec<Fast>,
}

impl<G: Playable> Held<G> {
    pub(super) fn new(rules: G, seed: u64, number: u64) -> Self {
        let thoughts = (0..rules.seats()).map(|seat| thoughts(seed, number, seat)).collect();
        Self {
            position: rules.start(),
            rules: Arc::new(rules),
            steps: Vec::new(),
            chances: Chances::new(seed, number),
            thoughts,
        }
    }

    pub(super) fn replayed(record: &Record, seed: u64, number: u64) -> Result<Self, String> {
        let mut held = Self::new(record.game()?, seed, number);
        let mut steps = Vec::new();
        let end = replay_with(&*held.rules, record, |replayed| {
            steps.push(replayed.step.clone());
            true
        });
        held.position = end.map_err(|e| e.to_string())?;
        held.steps = steps;
        Ok(held)
    }

    fn apply(&mut self, step: Step<G::Action>) {
        self.rules.play_unchecked(&mut self.position, step.actor, &step.action);
        self.steps.push(step);
    }
}

impl<G: Playable> AnyGame for Held<G> {
    fn name(&self) -> &'static str {
        G::NAME
    }

    fn seats(&self) -> usize {
        self.rules.seats()
    }

    fn turn(&self) -> Turn {
        self.rules.turn(&self.position)
    }

    fn winners(&self) -> Option<Vec<usize>> {
        self.rules.outcome(&self.position).map(|end| end.winners.iter().map(Seat::index).collect())
    }

    fn view_json(&self, viewer: Viewer) -> String {
        serde_json::to_string(&self.rules.view(&self.position, viewer)).unwrap_or_default()
    }

    fn picture(&self, viewer: Viewer) -> String {
        self.rules.picture(&self.rules.view(&self.position, viewer), &[]).to_string()
    }

    fn legal(&self, seat: Seat) -> Vec<String> {
        let mut legal = Vec::new();
        self.rules.legal(&self.position, seat, &mut legal);
        legal.iter().map(|action| self.rules.action_text(&self.position, action)).collect()
    }

    fn choices(&self, seat: Seat) -> Vec<Choice> {
        self.rules.choices(&self.position, seat)
    }

    fn act(&mut self, actor: Actor, text: &str, viewer: Viewer) -> Result<Vec<String>, String> {
        let action = self.rules.parse_action(&self.position, actor, text).map_err(|e| e.to_string())?;
        self.rules.play(&mut self.position.clone(), actor, &action).map_err(|e| e.to_string())?;
        let step = Step { actor, action };
        let said = told(&*self.rules, &self.position, &step, viewer, &[]);
        self.apply(step);
        Ok(said)
    }

    fn draw(&mut self) -> Option<String> {
        let action = self.chances.draw(&*self.rules, &self.position, &mut Vec::new())?;
        let text = self.rules.action_text(&self.position, &action);
        self.apply(Step::chance(action));
        Some(text)
    }

    fn outcomes(&self) -> Vec<(String, u32)> {
        let mut outcomes = Vec::new();
        self.rules.outcomes(&self.position, &mut outcomes);
        outcomes.into_iter().map(|o| (self.rules.action_text(&self.position, &o.action), o.weight)).collect()
    }

    fn ask(&self, bot: &str, seat: Seat) -> Result<Thinking, String> {
        let mut bot = bot_by_name(&*self.rules, bot, seat, 0).map_err(|e| e.to_string())?;
        let (rules, position) = (self.rules.clone(), self.position.clone());
        let mut thoughts = self.thoughts[seat.index()].clone();
        Ok(Box::new(move || {
            let action = Ask::new(&*rules, &position, seat).bot(&mut *bot, &mut thoughts);
            (action.map(|action| rules.action_text(&position, &action)), thoughts)
        }))
    }

    fn think_on(&mut self, seat: Seat, thoughts: Fast) {
        self.thoughts[seat.index()] = thoughts;
    }

    fn record(&self) -> String {
        let names = (0..self.rules.seats()).map(|seat| format!("seat {seat}")).collect();
        let (position, steps) = (self.position.clone(), self.steps.clone());
        let outcome = self.rules.outcome(&position);
        Played::<G> { position, steps, outcome, names }.record(&self.rules).to_string()
    }

    fn saved(&self) -> Saved {
        Saved::new(self.record(), &self.chances, &self.thoughts)
    }

    fn copied(&self) -> Box<dyn AnyGame> {
        Box::new(Self {
            rules: self.rules.clone(),
            position: self.position.clone(),
            steps: self.steps.clone(),
            chances: self.chances.clone(),
            thoughts: self.thoughts.clone(),
        })
    }

    fn scene(&self, viewer: Viewer) -> Option<hexwright_render::Scene> {
        let view = self.rules.view(&self.position, viewer);
        self.rules.scene(&view, &Look { names: &[], labels: false, heat: false })
    }
}
