//! *High card*: the smallest game with everything in it (hidden cards, two kinds of chance, seats that
//! decide at the same time). The crate's examples and tests play it; it is a pattern for new games.
//!
//! Each seat is dealt cards of 1 to 6 from a deck of four each. Then, card by card: a die sets the
//! prize, every seat lays one card face down, all are turned up, and the single highest takes the
//! prize. Most points win; equal points share the win.
//!
//! ```
//! use hexwright_core::{Game as _, Turn};
//! use hexwright_play::toy::HighCard;
//!
//! let game = HighCard::new(3, 4).unwrap();
//! assert_eq!((game.seats(), game.turn(&game.start())), (3, Turn::Chance));
//! ```

use hexwright_core::present::{Choice, Fact, Panel, Part, Present, Sentence};
use hexwright_core::{
    Actor, BadSetup, BrokenInvariant, Fast, Game, Imagine, Outcome, Random, Recorded, Seat, SeatSet, Step,
    Turn, Viewer, Weighted, random,
};

const KINDS: usize = 6;
const COPIES: u8 = 4;
const MOST_SEATS: usize = 4;

type Cards = [u8; KINDS];

/// The immutable half: number of seats and of cards each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HighCard {
    seats: usize,
    cards: u8,
}

/// The half that changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    deck: Cards,
    hands: [Cards; MOST_SEATS],
    laid: [Option<u8>; MOST_SEATS],
    played: Cards,
    scores: [i32; MOST_SEATS],
    round: u8,
    prize: Option<u8>,
}

/// A card laid by a seat, or what chance did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// A seat lays a card face down.
    Lay(u8),
    /// Chance deals a card to the next seat.
    Deal(u8),
    /// Chance sets the prize.
    Die(u8),
}

/// What a seat or spectator knows.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct View {
    #[serde(skip)]
    seat: Option<Seat>,
    hand: Cards,
    laid: Option<u8>,
    hand_sizes: [u8; MOST_SEATS],
    #[serde(skip)]
    has_laid: SeatSet,
    played: Cards,
    scores: [i32; MOST_SEATS],
    round: u8,
    prize: Option<u8>,
}

/// Why an action was refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// Cannot be read.
    #[error("expected lay N, deal N or die N with N from 1 to 6, found {0:?}")]
    BadAction(String),
    /// The game has ended.
    #[error("the game is over")]
    GameOver,
    /// Another seat, or chance, must act.
    #[error("it is not this seat's turn")]
    NotYourTurn,
    /// The hand has no such card.
    #[error("no card {0} in hand")]
    CardNotHeld(u8),
    /// Not listed.
    #[error("chance cannot do this here")]
    ImpossibleOutcome,
}

impl HighCard {
    /// A game of 2 to 4 seats with 1 to 6 cards each; `None` otherwise.
    #[must_use]
    pub fn new(seats: usize, cards: u8) -> Option<Self> {
        ((2..=MOST_SEATS).contains(&seats) && (1..=6).contains(&cards)).then_some(Self { seats, cards })
    }

    fn next_dealt(&self, p: &Position) -> Option<usize> {
        if p.round > 0 {
            return None;
        }
        (0..self.seats).min_by_key(|&s| size(&p.hands[s])).filter(|&s| size(&p.hands[s]) < self.cards)
    }

    fn refuse(&self, p: &Position, actor: Actor, action: Action) -> Option<Refusal> {
        match (self.turn(p), actor, action) {
            (Turn::Over, ..) => Some(Refusal::GameOver),
            (Turn::Chance, Actor::Chance, action) => {
                let mut outcomes = Vec::new();
                self.outcomes(p, &mut outcomes);
                (!outcomes.iter().any(|o| o.action == action)).then_some(Refusal::ImpossibleOutcome)
            }
            (Turn::Seats(set), Actor::Seat(seat), Action::Lay(card)) if set.contains(seat) => {
                let held = card_index(card).is_some_and(|i| p.hands[seat.index()][i] > 0);
                (!held).then_some(Refusal::CardNotHeld(card))
            }
            (Turn::Seats(set), Actor::Seat(seat), other) if set.contains(seat) => {
                Some(Refusal::BadAction(format!("{other:?}")))
            }
            (_, Actor::Chance, _) => Some(Refusal::ImpossibleOutcome),
            _ => Some(Refusal::NotYourTurn),
        }
    }

    fn settle(&self, p: &mut Position) {
        let laid: Vec<u8> = p.laid[..self.seats].iter().map(|c| c.unwrap_or(0)).collect();
        let best = laid.iter().copied().max().unwrap_or(0);
        if laid.iter().filter(|&&c| c == best).count() == 1
            && let Some(winner) = laid.iter().position(|&c| c == best)
        {
            p.scores[winner] += i32::from(p.prize.unwrap_or(0));
        }
        laid.iter().filter_map(|&c| card_index(c)).for_each(|i| p.played[i] += 1);
        p.laid = [None; MOST_SEATS];
        p.prize = None;
        p.round += 1;
    }
}

fn size(cards: &Cards) -> u8 {
    cards.iter().sum()
}

fn card_index(card: u8) -> Option<usize> {
    (1..=KINDS as u8).contains(&card).then(|| usize::from(card) - 1)
}

impl Game for HighCard {
    type Position = Position;
    type Action = Action;
    type Refusal = Refusal;
    type View = View;
    const NAME: &'static str = "high-card";

    fn seats(&self) -> usize {
        self.seats
    }

    fn start(&self) -> Position {
        Position {
            deck: [COPIES; KINDS],
            hands: [[0; KINDS]; MOST_SEATS],
            laid: [None; MOST_SEATS],
            played: [0; KINDS],
            scores: [0; MOST_SEATS],
            round: 0,
            prize: None,
        }
    }

    fn turn(&self, p: &Position) -> Turn {
        if p.round > self.cards {
            Turn::Over
        } else if self.next_dealt(p).is_some() || p.prize.is_none() {
            Turn::Chance
        } else {
            let open = (0..self.seats).filter(|&s| p.laid[s].is_none());
            Turn::Seats(open.map(|s| Seat(s as u8)).collect())
        }
    }

    fn legal(&self, p: &Position, seat: Seat, out: &mut Vec<Action>) {
        if matches!(self.turn(p), Turn::Seats(set) if set.contains(seat)) {
            let held = |c: &u8| p.hands[seat.index()][usize::from(*c) - 1] > 0;
            out.extend((1..=KINDS as u8).filter(held).map(Action::Lay));
        }
    }

    fn outcomes(&self, p: &Position, out: &mut Vec<Weighted<Action>>) {
        if self.turn(p) != Turn::Chance {
        } else if self.next_dealt(p).is_some() {
            let left = (1..).zip(p.deck).filter(|(_, n)| *n > 0);
            out.extend(left.map(|(c, n)| Weighted { action: Action::Deal(c), weight: n.into() }));
        } else {
            out.extend((1..=6).map(|n| Weighted { action: Action::Die(n), weight: 1 }));
        }
    }

    fn chance_kind(&self, p: &Position) -> &'static str {
        if self.next_dealt(p).is_some() { "deal" } else { "die" }
    }

    fn turns(&self, p: &Position) -> u32 {
        p.round.into()
    }

    fn play(&self, p: &mut Position, actor: Actor, action: &Action) -> Result<(), Refusal> {
        if let Some(refusal) = self.refuse(p, actor, *action) {
            return Err(refusal);
        }
        self.play_unchecked(p, actor, action);
        Ok(())
    }

    fn play_unchecked(&self, p: &mut Position, actor: Actor, action: &Action) {
        match (*action, actor) {
            (Action::Die(n), _) => {
                p.prize = Some(n);
                p.round = p.round.max(1);
            }
            (Action::Deal(card), _) => {
                if let (Some(seat), Some(i)) = (self.next_dealt(p), card_index(card)) {
                    p.deck[i] = p.deck[i].saturating_sub(1);
                    p.hands[seat][i] += 1;
                }
            }
            (Action::Lay(card), Actor::Seat(seat)) => {
                if let Some(i) = card_index(card) {
                    let held = &mut p.hands[seat.index()][i];
                    *held = held.saturating_sub(1);
                    p.laid[seat.index()] = Some(card);
                }
                if p.laid[..self.seats].iter().all(Option::is_some) {
                    self.settle(p);
                }
            }
            (Action::Lay(_), Actor::Chance) => {}
        }
    }

    fn view(&self, p: &Position, viewer: Viewer) -> View {
        let seat = if let Viewer::Seat(seat) = viewer { Some(seat) } else { None };
        View {
            seat,
            hand: seat.map_or([0; KINDS], |s| p.hands[s.index()]),
            laid: seat.and_then(|s| p.laid[s.index()]),
            hand_sizes: p.hands.map(|h| size(&h)),
            has_laid: (0..self.seats).filter(|&s| p.laid[s].is_some()).map(|s| Seat(s as u8)).collect(),
            played: p.played,
            scores: p.scores,
            round: p.round,
            prize: p.prize,
        }
    }

    fn scores(&self, p: &Position) -> Vec<i32> {
        p.scores[..self.seats].to_vec()
    }

    fn outcome(&self, p: &Position) -> Option<Outcome> {
        let scores = self.scores(p);
        let best = scores.iter().max().copied()?;
        let winners = (0..self.seats).filter(|&s| scores[s] == best).map(|s| Seat(s as u8)).collect();
        (self.turn(p) == Turn::Over).then_some(Outcome { winners, scores })
    }

    fn fingerprint(&self, p: &Position) -> u64 {
        random::fnv1a(format!("{p:?}").as_bytes())
    }

    fn action_text(&self, _: &Position, action: &Action) -> String {
        match action {
            Action::Lay(n) => format!("lay {n}"),
            Action::Deal(n) => format!("deal {n}"),
            Action::Die(n) => format!("die {n}"),
        }
    }

    fn parse_action(&self, _: &Position, actor: Actor, text: &str) -> Result<Action, Refusal> {
        let bad = || Refusal::BadAction(text.to_owned());
        let (word, number) = text.split_once(' ').ok_or_else(bad)?;
        let number: u8 = number.parse().ok().filter(|n| (1..=6).contains(n)).ok_or_else(bad)?;
        match (word, actor) {
            ("lay", Actor::Seat(_)) => Ok(Action::Lay(number)),
            ("deal", Actor::Chance) => Ok(Action::Deal(number)),
            ("die", Actor::Chance) => Ok(Action::Die(number)),
            _ => Err(bad()),
        }
    }

    fn check_invariants(&self, p: &Position) -> Result<(), BrokenInvariant> {
        for i in 0..KINDS {
            let laid = p.laid.iter().filter(|c| c.and_then(card_index) == Some(i)).count() as u8;
            let all = p.deck[i] + p.played[i] + laid + p.hands.iter().map(|h| h[i]).sum::<u8>();
            if all != COPIES {
                return Err(format!("expected {COPIES} cards of kind {}, found {all}", i + 1).into());
            }
        }
        Ok(())
    }
}

impl Imagine for HighCard {
    fn imagine(&self, view: &View, random: &mut Fast) -> Position {
        let mut p = self.start();
        (p.played, p.scores, p.round, p.prize) = (view.played, view.scores, view.round, view.prize);
        let mut unseen: Vec<u8> = Vec::new();
        for i in 0..KINDS {
            let mine = view.hand[i] + u8::from(view.laid.and_then(card_index) == Some(i));
            unseen.extend(std::iter::repeat_n(i as u8 + 1, usize::from(COPIES - view.played[i] - mine)));
        }
        random.shuffle(&mut unseen);
        for s in 0..self.seats {
            if view.seat == Some(Seat(s as u8)) {
                p.hands[s] = view.hand;
                p.laid[s] = view.laid;
                continue;
            }
            for _ in 0..view.hand_sizes[s] {
                unseen.pop().and_then(card_index).into_iter().for_each(|i| p.hands[s][i] += 1);
            }
            if view.has_laid.contains(Seat(s as u8)) {
                p.laid[s] = unseen.pop();
            }
        }
        p.deck = [0; KINDS];
        unseen.into_iter().filter_map(card_index).for_each(|i| p.deck[i] += 1);
        p
    }
}

impl Recorded for HighCard {
    fn setup_text(&self) -> String {
        format!("seats {}\ncards {}\n", self.seats, self.cards)
    }

    fn from_setup(text: &str) -> Result<Self, BadSetup> {
        let number = |line: Option<&str>, word: &str| {
            line.and_then(|l| l.strip_prefix(word)?.trim().parse::<u8>().ok())
                .ok_or_else(|| format!("expected \"{word} N\" in the setup"))
        };
        let mut lines = text.lines();
        let (seats, cards) = (number(lines.next(), "seats")?, number(lines.next(), "cards")?);
        Self::new(seats.into(), cards).ok_or_else(|| "expected 2 to 4 seats and 1 to 6 cards".into())
    }
}

impl Present for HighCard {
    fn catalogues() -> &'static [(&'static str, &'static str)] {
        &[("en", WORDS)]
    }

    fn describe(&self, before: &Position, step: &Step<Action>, viewer: Viewer) -> Vec<Sentence> {
        let card = |n: u8| Part::Number(n.into());
        let told = |key, seat: Seat| Sentence::new(key).with("seat", seat.into());
        match (step.actor, step.action) {
            (_, Action::Die(n)) => vec![Sentence::new("prize").with("points", card(n))],
            (_, Action::Deal(n)) => {
                let seat = Seat(self.next_dealt(before).unwrap_or(0) as u8);
                // a card is dealt face down: only its owner may know it
                vec![match viewer {
                    Viewer::Seat(me) if me == seat => told("dealt-card", seat).with("card", card(n)),
                    _ => told("dealt", seat),
                }]
            }
            (Actor::Seat(seat), Action::Lay(n)) => {
                let mut said = vec![match viewer {
                    Viewer::Seat(me) if me == seat => told("laid-card", seat).with("card", card(n)),
                    _ => told("laid", seat),
                }];
                let mut after = before.clone();
                self.play_unchecked(&mut after, step.actor, &step.action);
                if after.round > before.round {
                    said.push(self.turned_up(before, seat, n, &after));
                }
                said
            }
            (Actor::Chance, Action::Lay(_)) => Vec::new(),
        }
    }

    fn line_for(&self, before: &Position, step: &Step<Action>, viewer: Viewer) -> String {
        let owner = match (step.actor, step.action) {
            (Actor::Seat(seat), _) => Some(seat),
            (_, Action::Deal(_)) => self.next_dealt(before).map(|seat| Seat(seat as u8)),
            _ => return step.line(self, before),
        };
        match (owner, step.actor) {
            (Some(seat), _) if viewer == Viewer::Seat(seat) => step.line(self, before),
            (_, Actor::Seat(seat)) => format!("{seat}: lay a card"),
            (_, Actor::Chance) => "chance deal a card".to_owned(),
        }
    }

    fn choices(&self, position: &Position, seat: Seat) -> Vec<Choice> {
        let mut legal = Vec::new();
        self.legal(position, seat, &mut legal);
        let choice = |action: Action| {
            let Action::Lay(card) = action else { return None };
            Some(Choice {
                action: Some(self.action_text(position, &action)),
                label: Sentence::new("lay").with("card", Part::Number(card.into())),
                group: "lay",
                place: None,
                from: None,
                cost: Vec::new(),
                missing: Vec::new(),
            })
        };
        legal.into_iter().filter_map(choice).collect()
    }

    fn summary(&self, view: &View) -> Vec<Panel> {
        let number = |about, n: i64| Fact { about, value: Part::Number(n) };
        let round = i64::from(view.round.clamp(1, self.cards));
        let mut table = vec![number("round", round)];
        table.extend(view.prize.map(|n| number("prize-now", n.into())));
        let mut panels = vec![Panel { seat: None, facts: table }];
        for seat in 0..self.seats {
            let mut facts = vec![
                number("points", view.scores[seat].into()),
                number("cards", view.hand_sizes[seat].into()),
            ];
            if view.seat == Some(Seat(seat as u8)) {
                let held = (1..).zip(view.hand).flat_map(|(card, n)| std::iter::repeat_n(card, n.into()));
                let hand: Vec<String> = held.map(|card: u8| card.to_string()).collect();
                facts.push(Fact { about: "hand", value: Part::Text(hand.join(" ")) });
            }
            panels.push(Panel { seat: Some(seat as u8), facts });
        }
        panels
    }
}

impl HighCard {
    /// What everybody sees when the last card is laid: all cards, and who takes the prize.
    fn turned_up(&self, before: &Position, seat: Seat, last: u8, after: &Position) -> Sentence {
        let laid = |s: usize| if s == seat.index() { Some(last) } else { before.laid[s] };
        // no view keeps who laid what, so the cards are told from the highest down
        let mut cards: Vec<u8> = (0..self.seats).filter_map(laid).collect();
        cards.sort_unstable_by(|a, b| b.cmp(a));
        let cards: Vec<String> = cards.iter().map(ToString::to_string).collect();
        let winner = (0..self.seats).find(|&s| after.scores[s] > before.scores[s]);
        let sentence = Sentence::new(if winner.is_some() { "taken" } else { "not-taken" });
        let sentence = sentence.with("cards", Part::Text(cards.join(", ")));
        match winner {
            Some(winner) => sentence
                .with("seat", Part::Seat(winner as u8))
                .with("points", Part::Number(before.prize.unwrap_or(0).into())),
            None => sentence,
        }
    }
}

/// The English words. A game with more of them keeps them in a file of its own.
const WORDS: &str = "\
title = High card
seat = seat
you = you
nothing = nothing
list.and = and
prize = The prize is {points} {points:point|points}
dealt = {seat} gets a card
dealt.you = You get a card
dealt-card = {seat} gets a {card}
dealt-card.you = You get a {card}
laid = {seat} lays a card
laid.you = You lay a card
laid-card = {seat} lays a {card}
laid-card.you = You lay a {card}
taken = The cards are {cards}: {seat} takes {points} {points:point|points}
taken.you = The cards are {cards}: you take {points} {points:point|points}
not-taken = The cards are {cards}: nobody takes the prize
lay = Lay a {card}
group.lay = Cards
round = Round
prize-now = Prize
points = Points
cards = Cards
hand = Hand
";
