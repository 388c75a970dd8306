//! The suite passes a right game and catches each kind of wrong one.

use hexwright_core::present::{Choice, Panel, Present, Sentence};
use hexwright_core::{
    Actor, BrokenInvariant, Fast, Game, Imagine, Outcome, Seat, Step, Turn, Viewer, Weighted,
};
use hexwright_play::suite::Suite;
use hexwright_play::toy::{Action, HighCard, Position, Refusal, View};

/// What a broken copy of the toy game does wrong.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Fault {
    None,
    ListsTooMuch,
    ListsTooLittle,
    ForgetsText,
    DoorsDiffer,
    RefusalChanges,
    BreaksInvariant,
    StaysForEver,
    WeighsNothing,
    ShowsAll,
    SaysHiddenCards,
    ForgetsChoices,
    InventsChoices,
    UsesUnknownWords,
    LeavesPlacesOpen,
}

struct Broken(HighCard, Fault);

impl Game for Broken {
    type Position = Position;
    type Action = Action;
    type Refusal = Refusal;
    type View = (View, Option<Position>);
    const NAME: &'static str = "broken";

    fn seats(&self) -> usize {
        self.0.seats()
    }
    fn start(&self) -> Position {
        self.0.start()
    }
    fn turn(&self, p: &Position) -> Turn {
        self.0.turn(p)
    }
    fn legal(&self, p: &Position, seat: Seat, out: &mut Vec<Action>) {
        self.0.legal(p, seat, out);
        let held = |n| out.contains(&Action::Lay(n));
        match self.1 {
            Fault::ListsTooMuch if !out.is_empty() && !held(6) => out.push(Action::Lay(6)),
            Fault::ListsTooLittle if out.len() > 1 => drop(out.pop()),
            _ => {}
        }
    }
    fn outcomes(&self, p: &Position, out: &mut Vec<Weighted<Action>>) {
        self.0.outcomes(p, out);
        if self.1 == Fault::WeighsNothing {
            out.iter_mut().for_each(|o| o.weight -= 1);
        }
    }
    fn play(&self, p: &mut Position, actor: Actor, action: &Action) -> Result<(), Refusal> {
        let result = self.0.play(p, actor, action);
        if result.is_err() && self.1 == Fault::RefusalChanges && self.0.turn(p) == Turn::Chance {
            self.0.play_unchecked(p, Actor::Chance, &Action::Die(1));
        }
        result
    }
    fn play_unchecked(&self, p: &mut Position, actor: Actor, action: &Action) {
        match (self.1, action) {
            (Fault::DoorsDiffer, Action::Die(_)) => self.0.play_unchecked(p, actor, &Action::Die(1)),
            _ => self.0.play_unchecked(p, actor, action),
        }
    }
    fn view(&self, p: &Position, viewer: Viewer) -> Self::View {
        (self.0.view(p, viewer), (self.1 == Fault::ShowsAll).then(|| p.clone()))
    }
    fn scores(&self, p: &Position) -> Vec<i32> {
        self.0.scores(p)
    }
    fn outcome(&self, p: &Position) -> Option<Outcome> {
        self.0.outcome(p).filter(|_| self.1 != Fault::StaysForEver)
    }
    fn fingerprint(&self, p: &Position) -> u64 {
        self.0.fingerprint(p)
    }
    fn action_text(&self, p: &Position, action: &Action) -> String {
        if self.1 == Fault::ForgetsText { "lay 1".into() } else { self.0.action_text(p, action) }
    }
    fn parse_action(&self, p: &Position, actor: Actor, text: &str) -> Result<Action, Refusal> {
        self.0.parse_action(p, actor, text)
    }
    fn check_invariants(&self, p: &Position) -> Result<(), BrokenInvariant> {
        let late = self.0.turns(p) > 1 && self.1 == Fault::BreaksInvariant;
        if late { Err("no second round".into()) } else { self.0.check_invariants(p) }
    }
}

impl Imagine for Broken {
    fn imagine(&self, view: &Self::View, random: &mut Fast) -> Position {
        self.0.imagine(&view.0, random)
    }
}

impl Present for Broken {
    fn catalogues() -> &'static [(&'static str, &'static str)] {
        HighCard::catalogues()
    }
    fn describe(&self, p: &Position, step: &Step<Action>, viewer: Viewer) -> Vec<Sentence> {
        let owner = match step.actor {
            Actor::Seat(seat) if self.1 == Fault::SaysHiddenCards => Viewer::Seat(seat),
            _ => viewer,
        };
        let mut said = self.0.describe(p, step, owner);
        match self.1 {
            Fault::UsesUnknownWords => said.push(Sentence::new("unheard-of")),
            Fault::LeavesPlacesOpen => said.iter_mut().for_each(|s| s.parts.clear()),
            _ => {}
        }
        said
    }
    fn line_for(&self, p: &Position, step: &Step<Action>, viewer: Viewer) -> String {
        self.0.line_for(p, step, viewer)
    }
    fn choices(&self, p: &Position, seat: Seat) -> Vec<Choice> {
        let mut choices = self.0.choices(p, seat);
        match self.1 {
            Fault::ForgetsChoices => drop(choices.pop()),
            Fault::InventsChoices => {
                choices.iter_mut().take(1).for_each(|c| c.action = Some("lay 9".to_owned()));
            }
            _ => {}
        }
        choices
    }
    fn summary(&self, view: &Self::View) -> Vec<Panel> {
        self.0.summary(&view.0)
    }
}

fn redealt(game: &Broken, p: &Position, viewer: Viewer, random: &mut Fast) -> Position {
    game.0.imagine(&game.0.view(p, viewer), random)
}

fn problem(fault: Fault) -> Option<String> {
    let game = Broken(HighCard::new(3, 4).unwrap(), fault);
    Suite::new(40, 3).steps(500).redealt(redealt).check(&game).err().map(|f| f.problem)
}

#[test]
fn a_right_game_passes() {
    for (seats, cards) in [(2, 1), (2, 6), (3, 4), (4, 6)] {
        let game = Broken(HighCard::new(seats, cards).unwrap(), Fault::None);
        let report = Suite::new(60, 1).redealt(redealt).check(&game).unwrap_or_else(|f| panic!("{f}"));
        assert_eq!(report.games, 60);
        assert!(
            report.accepted > report.steps && report.refused > 1_000 && report.twins > 1_000,
            "{report:?}"
        );
    }
}

#[test]
fn each_fault_is_caught_and_named() {
    let expect = [
        (Fault::ListsTooMuch, "is listed but refused: no card 6 in hand"),
        (Fault::ListsTooLittle, "is not listed but accepted"),
        (Fault::ForgetsText, "cannot be read back"),
        (Fault::DoorsDiffer, "two positions through the two doors"),
        (Fault::RefusalChanges, "was refused but changed the position"),
        (Fault::BreaksInvariant, "invariant broken: no second round"),
        (Fault::StaysForEver, "over without an outcome"),
        (Fault::WeighsNothing, "an outcome weighs nothing"),
        (Fault::ShowsAll, "sees hidden things"),
    ];
    for (fault, words) in expect {
        let problem = problem(fault).unwrap_or_else(|| panic!("{fault:?} was not caught"));
        assert!(problem.contains(words), "{fault:?}: {problem}");
    }
}

#[test]
fn the_step_limit_is_a_failure() {
    let game = Broken(HighCard::new(3, 4).unwrap(), Fault::None);
    let failure = Suite::new(1, 3).steps(5).check(&game).unwrap_err();
    assert_eq!(failure.problem, "not over after 5 steps");
    assert_eq!(failure.history.lines().count(), 5);
}

#[test]
fn the_toy_game_is_shown_by_the_laws() {
    let mut hidden = 0;
    for (seats, cards) in [(2, 3), (3, 4), (4, 6)] {
        let game = HighCard::new(seats, cards).unwrap();
        let shown = Suite::new(30, 5).check_present(&game).unwrap_or_else(|f| panic!("{f}"));
        assert_eq!(shown.games, 30);
        assert!(shown.choices > 300 && shown.sentences > 1_000, "{shown:?}");
        hidden += shown.hidden;
    }
    assert!(hidden > 1_000, "nothing was hidden: {hidden}");
}

#[test]
fn each_fault_of_presentation_is_caught_and_named() {
    let shown = |fault| Suite::new(10, 3).check_present(&Broken(HighCard::new(3, 4).unwrap(), fault));
    shown(Fault::None).unwrap_or_else(|f| panic!("{f}"));
    let expect = [
        (Fault::SaysHiddenCards, "learns something hidden"),
        (Fault::ForgetsChoices, "is legal for seat 0 but no choice"),
        (Fault::InventsChoices, "the choice `lay 9` of seat 0 is not legal"),
        (Fault::UsesUnknownWords, "the catalogue en has no entry `unheard-of`"),
        (Fault::LeavesPlacesOpen, "leaves a place open"),
    ];
    for (fault, words) in expect {
        let problem = shown(fault).err().unwrap_or_else(|| panic!("{fault:?} was not caught")).problem;
        assert!(problem.contains(words), "{fault:?}: {problem}");
    }
}
