//! Our clients at our host, in one process: they come back in the middle of games, and they trade.

use hexwright_catan::game::{Action, Catan, CatanPosition, Options, Ruleset};
use hexwright_catan::text::pioneers::{Leniency, Number, PioneersMap, read};
use hexwright_catan::wire::{Client, Door, GameRequest, Greeting, Host, Knock, Mind, State, Trouble};
use hexwright_core::{Actor, Fast, Game as _, Random as _, Seat, Turn, Viewer};
use std::collections::VecDeque;
use std::sync::Arc;

const SEATS: usize = 3;

/// Plays and offers by chance; `sails` says that it looks for islands.
struct Anybody {
    random: Fast,
    sails: bool,
}

/// Settles where it can, sails if it can, and plays by chance else.
fn sailor(legal: &[Action]) -> Option<usize> {
    let settles = |action: &Action| matches!(action, Action::Settlement(_));
    let sails = |action: &Action| matches!(action, Action::Ship(_));
    legal.iter().position(settles).or_else(|| legal.iter().rposition(sails))
}

impl Mind for Anybody {
    fn decide(&mut self, _: &Catan, _: &CatanPosition, _: Seat, legal: &[Action]) -> usize {
        let chance = self.random.below(legal.len() as u64) as usize;
        let better = if self.sails { sailor(legal) } else { None };
        better.filter(|_| self.random.below(4) > 0).unwrap_or(chance)
    }

    fn propose(
        &mut self,
        game: &Catan,
        position: &CatanPosition,
        seat: Seat,
        _: &[Action],
    ) -> Option<Action> {
        let offers = game.offers(position, seat);
        let wants = !offers.is_empty() && self.random.below(2) == 0;
        wants.then(|| offers[self.random.below(offers.len() as u64) as usize])
    }
}

/// A connection: its client, the door before it has entered, and what is on its way to either.
struct Line {
    client: Client,
    door: Option<Door>,
    inbox: VecDeque<String>,
    outbox: VecDeque<String>,
}

impl Line {
    fn new(name: &str) -> Self {
        let (door, inbox) = (Some(Door::default()), VecDeque::from([Door::FIRST.to_owned()]));
        Self { client: Client::new(name), door, inbox, outbox: VecDeque::new() }
    }
}

/// What was counted.
#[derive(Debug, Default)]
struct Counts {
    returns: usize,
    once_more: usize,
    comparisons: usize,
    calls: usize,
    trades: usize,
    over: usize,
    islands: usize,
}

impl Counts {
    fn add(&mut self, client: &Client) {
        self.comparisons += client.comparisons;
        self.calls += client.calls;
        self.trades += client.trades;
    }
}

struct Table {
    host: Host,
    lines: Vec<Line>,
    random: Fast,
    mind: Anybody,
    counts: Counts,
}

fn name(number: usize) -> String {
    format!("n{number}")
}

impl Table {
    fn new(map: &str, seed: u64) -> Self {
        Self::on(map, seed, |_| {})
    }

    /// On a map that is changed.
    fn on(map: &str, seed: u64, change: impl FnOnce(&mut PioneersMap)) -> Self {
        let path = format!("{}/../../maps/pioneers/{map}.game", env!("CARGO_MANIFEST_DIR"));
        let mut map = read("map.game", &std::fs::read(path).unwrap(), Leniency::Strict).value.unwrap();
        map.numbers[Number::Players] = SEATS as i32;
        change(&mut map);
        let setup = map.setup_as_written();
        let options = Options { card_slips: true, ..Options::on_map(&setup, Ruleset::Pioneers) };
        let game = Catan::at_sea(&setup, &setup.draw(0), options, SEATS).unwrap();
        Self {
            host: Host::new(Arc::new(game), map),
            lines: (0..SEATS).map(|number| Line::new(&name(number))).collect(),
            random: Fast::new(seed, 0),
            mind: Anybody { random: Fast::new(seed, 1), sails: false },
            counts: Counts::default(),
        }
    }

    /// What the host has said is on its way.
    fn post(&mut self) {
        for (number, line) in self.host.lines() {
            if let Some(to) = self.lines.get_mut(number).filter(|line| line.door.is_none()) {
                to.inbox.push_back(line);
            }
        }
    }

    /// The connection of a seat breaks, and it comes anew.
    fn come_back(&mut self, number: usize) {
        if let Some(step) = self.host.left_open(number) {
            self.host.take_back(step).unwrap();
        }
        self.host.leave(number);
        self.counts.add(&self.lines[number].client);
        self.lines[number] = Line::new(&name(number));
        self.post();
    }

    /// The host hears a line of a client.
    fn ask(&mut self, number: usize, line: &str) {
        if let Some(door) = &mut self.lines[number].door {
            match door.hear(line) {
                Greeting::Ask(answer) => self.lines[number].inbox.push_back(answer),
                Greeting::Enter(Knock::Seat(name)) => {
                    self.lines[number].door = None;
                    self.host.seat_guest(number, name.as_deref());
                }
                other => panic!("{line}: {other:?}"),
            }
            return self.post();
        }
        if line == "hello" {
            self.post();
            return self.lines[number].inbox.push_back("yes".to_owned());
        }
        if let Some(wish) = self.host.hear(number, line) {
            let shown = self.host.is_only_shown(number, &wish);
            if !self.carry_out(wish) && !shown {
                self.host.refuse(number);
            }
        }
        let forced = self.host.forced();
        if !forced.is_empty() {
            assert!(self.carry_out(GameRequest::Steps(forced)));
        }
        self.post();
    }

    /// All steps or none, with the chance that follows.
    fn carry_out(&mut self, wish: GameRequest) -> bool {
        let before = self.host.clone();
        let done = match wish {
            GameRequest::TakeBack(step) => self.host.take_back(step).is_ok(),
            GameRequest::Steps(steps) => steps.into_iter().all(|(seat, action)| {
                let played = self.host.play(Actor::Seat(Seat(seat as u8)), action).is_ok();
                while self.host.game().turn(self.host.position()) == Turn::Chance {
                    let outcome = self.host.game().draw(self.host.position(), &mut self.random).unwrap();
                    self.host.play(Actor::Chance, outcome).unwrap();
                }
                played
            }),
        };
        if !done {
            self.host = before;
        }
        done
    }

    /// Something that is on its way arrives; connections break now and then.
    fn step(&mut self, every: u64) {
        let number = self.random.below(SEATS as u64) as usize;
        if every > 0 && self.random.below(every) == 0 {
            self.counts.returns += 1;
            return self.come_back(number);
        }
        if self.random.below(2) == 0
            && let Some(line) = self.lines[number].outbox.pop_front()
        {
            return self.ask(number, &line);
        }
        let Some(line) = self.lines[number].inbox.pop_front() else {
            // nobody waits for ever for an answer to a call
            let Line { client, outbox, inbox, .. } = &mut self.lines[number];
            if client.waits_for_quotes()
                && outbox.is_empty()
                && inbox.is_empty()
                && self.random.below(50) == 0
            {
                let mut out = Vec::new();
                client.wait_no_longer(&mut self.mind, &mut out);
                outbox.extend(out);
            }
            return;
        };
        let mut out = Vec::new();
        let heard = self.lines[number].client.hear(&line, &mut self.mind, &mut out);
        if let Err(trouble) = heard {
            let what = match trouble {
                Trouble::Refused(why) => format!("is refused: {why}"),
                Trouble::Parted(what) => format!("parts: {what}"),
            };
            panic!("seat {number} {what}; {:?}", self.counts);
        }
        self.lines[number].outbox.extend(out);
        if *self.lines[number].client.state() == State::Stale {
            self.counts.once_more += 1;
            self.come_back(number);
        }
    }

    fn play(mut self, every: u64, most: usize) -> Counts {
        for _ in 0..most {
            self.step(every);
            if self.host.is_over() {
                self.counts.over = 1;
                break;
            }
        }
        for line in &self.lines {
            self.counts.add(&line.client);
        }
        let view = self.host.game().view(self.host.position(), Viewer::Spectator);
        self.counts.islands = view.seats.iter().map(|seat| usize::from(seat.islands.0)).sum();
        self.counts
    }
}

const MAPS: [&str; 4] = ["twin_shores", "gold_atoll", "lantern_bay", "mill_river"];

#[test]
fn clients_come_back_in_the_middle_and_agree_with_the_host() {
    let mut sum = Counts::default();
    for (seed, map) in (0..36).flat_map(|seed| MAPS.map(|map| (seed, map))) {
        let every = [400, 1_500, 6_000][seed as usize % 3];
        let mut table = Table::new(map, seed);
        // at most tables people sail wherever they can
        table.mind.sails = seed < 24;
        let counts = table.play(every, 30_000);
        sum.returns += counts.returns;
        sum.once_more += counts.once_more;
        sum.comparisons += counts.comparisons;
    }
    println!("{sum:?}");
    assert!(sum.returns > 500 && sum.comparisons > 20_000, "{sum:?}");
}

/// Whoever comes back is told the points for islands, not how many were discovered for nothing.
#[test]
fn clients_come_back_where_an_island_is_worth_nothing() {
    let mut sum = Counts::default();
    for (seed, bonus) in (0..24).flat_map(|seed| [[0, 2, 0, 1], [1, 0, 0, 3]].map(|bonus| (seed, bonus))) {
        let mut table = Table::on("gold_atoll", seed, |map| map.island_bonus = bonus.to_vec());
        table.mind.sails = true;
        let counts = table.play(1_500, 60_000);
        sum.returns += counts.returns;
        sum.islands += counts.islands;
        sum.comparisons += counts.comparisons;
    }
    println!("{sum:?}");
    assert!(sum.returns > 500 && sum.islands > 10, "{sum:?}");
}

#[test]
fn clients_call_for_trade_and_close_it() {
    let mut sum = Counts::default();
    for (seed, map) in MAPS.iter().enumerate() {
        let counts = Table::new(map, 100 + seed as u64).play(0, 60_000);
        sum.calls += counts.calls;
        sum.trades += counts.trades;
        sum.comparisons += counts.comparisons;
    }
    println!("{sum:?}");
    assert!(sum.calls > 50 && sum.trades > 5, "{sum:?}");
}
