//! Our bots at somebody else's table: another engine tells what happens, we mirror it and answer.
//!
//! One process, JSON lines both ways, one answer to each message, game after game:
//!
//! ```text
//! → {"type":"game","map":"…","seats":4,"options":["victory-turn=any"],"bot":"search","seed":7}
//! ← {"phase":"setup","hexes":{"0,1":[0,2,…]}}      corners of each hex, clockwise from the top
//! → {"type":"step","seat":2,"action":"roll"}       `seat` null is chance: "roll 3 4"
//! ← {"phase":"main","refused":null}
//! → {"type":"decide","seat":1,"legal":["roll"],"position":{…},"choose":true}
//! ← {"phase":"pre-roll","differences":[],"only_ours":["play-monopoly ore"],"only_theirs":[],"action":"roll"}
//! ```
//!
//! Every step is played in our engine. Before a decision the other engine may show its whole position;
//! what differs from the mirror is reported, and the mirror then follows it, so that one difference of
//! rules is reported once. The legal lists are compared. The bot chooses among what both allow, from
//! the view of its own seat: it never sees the position.

use crate::bot_by_name;
use hexwright_catan::game::{Action, Catan, CatanPosition, Options, Phase, Sketch};
use hexwright_catan::text::dot_catan::{Leniency, read};
use hexwright_core::{Actor, CornerId, Fast, Game, HexId, Seat, SideId, Viewer};
use hexwright_play::ask::Ask;
use hexwright_play::bot::Bot;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What the other engine says.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "type", rename_all = "lowercase", deny_unknown_fields)]
pub enum Message {
    /// A new game.
    Game {
        /// The board as a `.catan` file with nothing left to chance.
        map: String,
        /// Number of seats.
        seats: usize,
        /// Options as in `victory-turn=any`.
        #[serde(default)]
        options: Vec<String>,
        /// The bot that decides.
        bot: String,
        /// Seed of the bot.
        seed: u64,
    },
    /// Something happened.
    Step {
        /// Who did it; nobody is chance.
        seat: Option<u8>,
        /// What, in the notation of records.
        action: String,
    },
    /// A seat is to decide.
    Decide {
        /// Who.
        seat: u8,
        /// What it may do by their rules, in the notation of records.
        legal: Vec<String>,
        /// How the position looks to them.
        #[serde(default)]
        position: Option<Box<WholePosition>>,
        /// Whether our bot decides; otherwise only the rules are compared.
        choose: bool,
    },
    /// The second half of moving the robber, where theirs is one action: whom to rob on that hex.
    Victim {
        /// Who robs.
        seat: u8,
        /// The first half, as in `robber 2,3`.
        hex: String,
        /// The victims as in `steal 2`.
        legal: Vec<String>,
    },
}

/// A whole position, shown by the other engine to the mirror (never to the bot).
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WholePosition {
    seats: Vec<WholeSeat>,
    active: u8,
    rolled: bool,
    card_played: bool,
    bought: [u16; 5],
    /// Row and column.
    robber: [u8; 2],
    bank: [u16; 5],
    deck: [u16; 5],
    gone: [u16; 5],
    road_holder: Option<u8>,
    army_holder: Option<u8>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct WholeSeat {
    hand: [u16; 5],
    cards: [u16; 5],
    knights: u16,
    settlements: Vec<u16>,
    cities: Vec<u16>,
    /// Pairs of corners.
    roads: Vec<[u16; 2]>,
}

/// What we say.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Answer {
    /// The corners of each land hex, clockwise from the top: how the two numberings meet.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub hexes: BTreeMap<String, Vec<u16>>,
    /// What the mirror waits for.
    pub phase: String,
    /// Why a step was refused by our rules.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refused: Option<String>,
    /// Where the positions differ, in words.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub differences: Vec<String>,
    /// Legal by our rules only.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub only_ours: Vec<String>,
    /// Legal by their rules only.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub only_theirs: Vec<String>,
    /// What our bot chose.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub action: Option<String>,
    /// Points by seat as the mirror counts them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub points: Vec<i32>,
    /// Longest roads by seat as the mirror counts them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub lengths: Vec<u16>,
}

/// One seat's thoughts, and the mirror of the game it sits in.
#[derive(Default)]
pub struct Guest {
    table: Option<Table>,
}

struct Table {
    game: Catan,
    position: CatanPosition,
    bots: Vec<Box<dyn Bot<Catan>>>,
    thoughts: Fast,
}

impl std::fmt::Debug for Guest {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Guest").field("seated", &self.table.is_some()).finish()
    }
}

hexwright_core::sentence_error! {
    /// Why a line of the other program makes no sense here.
    pub BadMessage
}

impl Guest {
    /// Answers one line.
    ///
    /// # Errors
    /// Why the line makes no sense here.
    pub fn line(&mut self, line: &str) -> Result<Answer, BadMessage> {
        match serde_json::from_str(line).map_err(|e| e.to_string())? {
            Message::Game { map, seats, options, bot, seed } => {
                let table = Table::new(&map, seats, &options, &bot, seed)?;
                let answer = table.begin();
                self.table = Some(table);
                Ok(answer)
            }
            Message::Step { seat, action } => Ok(self.table()?.step(seat, &action)?),
            Message::Decide { seat, legal, position, choose } => {
                Ok(self.table()?.decide(Seat(seat), &legal, position.as_deref(), choose)?)
            }
            Message::Victim { seat, hex, legal } => Ok(self.table()?.victim(Seat(seat), &hex, &legal)?),
        }
    }

    fn table(&mut self) -> Result<&mut Table, String> {
        self.table.as_mut().ok_or_else(|| "expected a message of type game first".to_owned())
    }
}

impl Table {
    fn new(map: &str, seats: usize, words: &[String], bot: &str, seed: u64) -> Result<Self, String> {
        let read = read("map.catan", map.as_bytes(), Leniency::Lenient);
        let setup = read.value.ok_or("the map cannot be read")?;
        let mut options = Options::default();
        for word in words {
            let (name, value) = word.split_once('=').unwrap_or((word, ""));
            options.set(name, value).map_err(|e| e.to_string())?;
        }
        let game = Catan::new(&setup, &setup.draw(0), options, seats).map_err(|e| e.to_string())?;
        let bots = (0..seats).map(|s| bot_by_name(&game, bot, Seat(s as u8), seed));
        let bots = bots.collect::<Result<_, _>>().map_err(|e| e.to_string())?;
        Ok(Self { position: game.start(), game, bots, thoughts: Fast::new(seed, 0) })
    }

    fn begin(&self) -> Answer {
        let board = self.game.board();
        let topology = board.grid.topology();
        let width = u16::from(board.grid.width());
        let land = topology.hex_ids().filter(|&h| board.terrain(h).is_land());
        let corners = |h: HexId| topology.hex_corners(h).iter().map(|c| c.0).collect();
        let hexes = land.map(|h| (format!("{},{}", h.0 / width, h.0 % width), corners(h))).collect();
        Answer { hexes, ..self.answer() }
    }

    fn answer(&self) -> Answer {
        let view = self.game.view(&self.position, Viewer::Spectator);
        Answer {
            phase: view.phase.name().to_owned(),
            lengths: view.seats.iter().map(|seat| seat.length.into()).collect(),
            points: self.game.scores(&self.position),
            ..Answer::default()
        }
    }

    fn step(&mut self, seat: Option<u8>, text: &str) -> Result<Answer, String> {
        let actor = seat.map_or(Actor::Chance, |s| Actor::Seat(Seat(s)));
        let action = self.game.parse_action(&self.position, actor, text).map_err(|e| e.to_string())?;
        let refused = self.game.play(&mut self.position, actor, &action).err().map(|e| e.to_string());
        Ok(Answer { refused, ..self.answer() })
    }

    fn decide(
        &mut self,
        seat: Seat,
        theirs: &[String],
        shown: Option<&WholePosition>,
        choose: bool,
    ) -> Result<Answer, String> {
        let differences = shown.map_or(Ok(Vec::new()), |shown| self.follow(shown))?;
        let mut ours = Vec::new();
        self.game.legal(&self.position, seat, &mut ours);
        let parse = |text: &String| self.game.parse_action(&self.position, Actor::Seat(seat), text);
        let theirs: Vec<Action> =
            theirs.iter().map(parse).collect::<Result<_, _>>().map_err(|e| e.to_string())?;
        let text = |action: &Action| self.game.action_text(&self.position, action);
        let missing = |from: &[Action], other: &[Action]| {
            from.iter().filter(|a| !other.contains(a)).map(text).collect::<Vec<_>>()
        };
        let (only_ours, only_theirs) = (missing(&ours, &theirs), missing(&theirs, &ours));
        ours.retain(|a| theirs.contains(a));
        let action = if choose { self.ask(seat, &self.position.clone(), &ours)? } else { None };
        Ok(Answer { differences, only_ours, only_theirs, action, ..self.answer() })
    }

    /// Asks the bot what it does there, from what its seat sees.
    fn ask(
        &mut self,
        seat: Seat,
        position: &CatanPosition,
        legal: &[Action],
    ) -> Result<Option<String>, String> {
        if legal.is_empty() {
            return Ok(None);
        }
        let bot = self.bots.get_mut(seat.index()).ok_or_else(|| format!("there is no seat {seat}"))?;
        let ask = Ask::new(&self.game, position, seat);
        let place = ask.bot_among(legal, &mut **bot, &mut self.thoughts);
        Ok(place.map(|place| self.game.action_text(position, &legal[place])))
    }

    fn victim(&mut self, seat: Seat, hex: &str, theirs: &[String]) -> Result<Answer, String> {
        let mut after = self.position.clone();
        let actor = Actor::Seat(seat);
        let robber = self.game.parse_action(&after, actor, hex).map_err(|e| e.to_string())?;
        self.game.play(&mut after, actor, &robber).map_err(|e| e.to_string())?;
        let mut legal = Vec::new();
        self.game.legal(&after, seat, &mut legal);
        legal.retain(|a| theirs.contains(&self.game.action_text(&after, a)));
        let action = self.ask(seat, &after, &legal)?;
        Ok(Answer { action, ..self.answer() })
    }

    /// Compares the mirror with what was shown and takes over what differs.
    fn follow(&mut self, shown: &WholePosition) -> Result<Vec<String>, String> {
        let ours = self.game.sketch(&self.position);
        let mut wanted = self.sketch(shown, &ours)?;
        let mut differences = differences(&ours, &wanted);
        let between = matches!(ours.phase, Phase::PreRoll | Phase::Main | Phase::MoveRobber | Phase::Over);
        if ours.phase == Phase::Over {
            // who decides has not won by their rules: a point was counted differently
            wanted.phase = if shown.rolled { Phase::Main } else { Phase::PreRoll };
            differences.push("over: ours true, theirs false".to_owned());
        }
        if !differences.is_empty() && between {
            self.position = self.game.position(&wanted)?;
        }
        Ok(differences)
    }

    /// What was shown as a sketch; what the other engine does not have stays as it is here.
    fn sketch(&self, shown: &WholePosition, ours: &Sketch) -> Result<Sketch, String> {
        let grid = &self.game.board().grid;
        let [row, column] = shown.robber;
        let robber = grid.at(row, column).ok_or_else(|| format!("there is no hex {row},{column}"))?;
        let mut sketch = ours.clone();
        if shown.seats.len() != sketch.seats.len() {
            return Err(format!("expected {} seats, found {}", sketch.seats.len(), shown.seats.len()));
        }
        for (seat, theirs) in sketch.seats.iter_mut().zip(&shown.seats) {
            (seat.hand, seat.cards, seat.knights) = (theirs.hand, theirs.cards, theirs.knights);
            seat.settlements = corners(&theirs.settlements);
            seat.cities = corners(&theirs.cities);
            let between = |&[a, b]: &[u16; 2]| {
                let side = grid.topology().side_between(CornerId(a), CornerId(b));
                side.ok_or_else(|| format!("there is no side {a}-{b}"))
            };
            let mut roads: Vec<SideId> = theirs.roads.iter().map(between).collect::<Result<_, _>>()?;
            roads.sort_unstable_by_key(|s| s.0);
            seat.roads = roads;
        }
        (sketch.active, sketch.rolled) = (Seat(shown.active), shown.rolled);
        (sketch.card_played, sketch.bought) = (shown.card_played, shown.bought);
        sketch.robber = Some(Some(robber));
        sketch.bank = shown.bank.map(Some);
        (sketch.deck, sketch.gone) = (Some(shown.deck), shown.gone);
        sketch.road_holder = Some(shown.road_holder.map(Seat));
        sketch.army_holder = Some(shown.army_holder.map(Seat));
        Ok(sketch)
    }
}

fn corners(list: &[u16]) -> Vec<CornerId> {
    let mut corners: Vec<CornerId> = list.iter().map(|&c| CornerId(c)).collect();
    corners.sort_unstable_by_key(|c| c.0);
    corners
}

/// In words, what is not the same.
fn differences(ours: &Sketch, theirs: &Sketch) -> Vec<String> {
    let mut found = Vec::new();
    let mut note = |what: String, same: bool, ours: String, theirs: String| {
        if !same {
            found.push(format!("{what}: ours {ours}, theirs {theirs}"));
        }
    };
    macro_rules! compare {
        ($what:expr, $ours:expr, $theirs:expr) => {
            note($what, $ours == $theirs, format!("{:?}", $ours), format!("{:?}", $theirs))
        };
    }
    for (i, (a, b)) in ours.seats.iter().zip(&theirs.seats).enumerate() {
        compare!(format!("hand of {i}"), a.hand, b.hand);
        compare!(format!("cards of {i}"), a.cards, b.cards);
        compare!(format!("knights of {i}"), a.knights, b.knights);
        compare!(format!("settlements of {i}"), a.settlements, b.settlements);
        compare!(format!("cities of {i}"), a.cities, b.cities);
        compare!(format!("roads of {i}"), a.roads, b.roads);
    }
    compare!("active".to_owned(), ours.active, theirs.active);
    compare!("rolled".to_owned(), ours.rolled, theirs.rolled);
    compare!("card played".to_owned(), ours.card_played, theirs.card_played);
    compare!("bought".to_owned(), ours.bought, theirs.bought);
    compare!("robber".to_owned(), ours.robber, theirs.robber);
    compare!("bank".to_owned(), ours.bank, theirs.bank);
    compare!("deck".to_owned(), ours.deck, theirs.deck);
    compare!("gone".to_owned(), ours.gone, theirs.gone);
    compare!("longest road".to_owned(), ours.road_holder, theirs.road_holder);
    compare!("largest army".to_owned(), ours.army_holder, theirs.army_holder);
    found
}
